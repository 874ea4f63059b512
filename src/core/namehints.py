"""Name hints: whether the output of a tool brought up something there are notes about, and the lines that say so.

A decision over an event, the index and the session: a hint, or the reason for silence, of every name. A
name is hinted once a session. Runs in hooks, so it imports next to nothing.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from .filetools import is_file_tool, prints_files
from .hints import (
    UNTITLED_NOTES,
    EventReason,
    Heard,
    Hint,
    Line,
    NameReason,
    Silence,
    by_worth,
    hint,
    over_budget,
    silence,
    speak,
)
from .namenotes import Snapshot
from .names import Name, fold_name, hintable, names
from .switches import Switches

# --- values -----------------------------------------------------------------

READ = 16_000  # characters of an output
NAMES_A_CALL = 3
IDENTIFIERS_A_CALL = 1  # of them
LONG_OUTPUT = 500  # characters; in these a name must come twice

_OWN_TOOL = re.compile(r"mcp_+(?:plugin_\w*?)?hindnote_.*|hindnote[_.:].*", re.IGNORECASE | re.DOTALL)
_OWN_COMMAND = re.compile(r"(?:^|[\s;&|(/'\"`=])hindnote(?:-hook)?(?:\.exe)?(?:[\s;&|)'\"`]|$)", re.IGNORECASE)


class ToolOutput(NamedTuple):
    tool: str  # its name
    typed: str  # everything the agent said in the call
    response: str
    stores: tuple[str, ...] = ()  # folders of notes, as paths
    cwd: str = ""


# --- what an output brings up ---------------------------------------------------


def brought_up(event: ToolOutput, heard: Heard, switches: Switches, tlds: frozenset[str]) -> list[Name] | Silence:
    """The names to ask the index about."""
    if (quiet := _quiet(event, switches)) is not None:
        return Silence(quiet)
    output = event.response[:READ]
    found = list(hintable(output, tlds).values())
    if not found:
        return Silence("nothing-to-ask")
    typed, folders = names(event.typed, tlds), surroundings(event.cwd)
    around = {name.fold for name in found if _is_around(name, folders, output)}
    long = len(event.response) >= LONG_OUTPUT
    kept: list[Name] = []
    withheld: list[tuple[str, NameReason]] = []
    for name in found:
        if (why := _left_out(name, typed, around, heard, long=long)) is None:
            kept.append(name)
        else:
            withheld.append((name.fold, why))
    return kept or silence(withheld)


def is_own_tool(tool: str) -> bool:
    """As any harness calls the tools of our server."""
    return _OWN_TOOL.fullmatch(tool) is not None


def _quiet(event: ToolOutput, switches: Switches) -> EventReason | None:
    if not (switches.names and switches.tool_hints):
        return "switched-off"
    if is_own_tool(event.tool):
        return "own-tool"
    if is_file_tool(event.tool):
        return "file-tool"
    if _OWN_COMMAND.search(event.typed):
        return "own-command"
    typed = event.typed.replace("\\", "/")
    if ".hindnote/" in typed or any(store and store in typed for store in event.stores):
        return "store-file"
    return "file-tool" if prints_files(event.typed) else None


def surroundings(cwd: str) -> frozenset[str]:
    """What an agent is in the midst of, by the folders above it: a checkout is called like its repository or its domain."""
    return frozenset(fold_name(folder) for folder in cwd.replace("\\", "/").split("/") if folder)


def _is_around(name: Name, folders: frozenset[str], output: str) -> bool:
    """Called like a folder above, as are a repository (`kiln/cli`), a domain (`kiln.dev`) and a module (`kiln.dev/cli`)."""
    if name.kind != "domain":
        return name.fold.rpartition("/")[2] in folders
    own = name.fold.removeprefix("www.").rpartition(".")[0]  # not a host of it, which is a thing of its own
    return own in folders or not folders.isdisjoint(_beneath(name.fold, output.lower()))


def _beneath(domain: str, output: str) -> Iterator[str]:
    """The folders that paths name after a domain."""
    for path in output.split(f"{domain}/")[1:]:
        yield from (word.partition("/")[0].strip("\"'`.,:;()[]{}<>") for word in path.split(None, 1)[:1])


def _left_out(
    name: Name, typed: Collection[str], around: Collection[str], heard: Heard, *, long: bool
) -> NameReason | None:
    if name.fold in typed:
        return "typed"
    if name.fold in around:
        return "surroundings"
    if name.fold in heard.hinted:
        return "hinted"
    return "once-in-long-output" if long and name.times == 1 else None


# --- what is said of it -----------------------------------------------------------


def name_hint(
    asked: Iterable[Name], index: Snapshot, heard: Heard, switches: Switches, response: str = ""
) -> Hint | Silence:
    """One line a name: those that titles carry first, then the rarest; of identifiers, of which code is full, the first."""
    withheld: list[tuple[str, NameReason]] = []
    lines: list[Line] = []
    identifiers = 0
    for name in by_worth(asked, index):
        is_identifier = name.kind == "identifier"
        full = name.fold in index.known and (
            len(lines) == NAMES_A_CALL or (is_identifier and identifiers == IDENTIFIERS_A_CALL)
        )
        said = "too-many-names" if full else speak(name, index, switches, untitled=UNTITLED_NOTES)
        if isinstance(said, Line):
            said = _no_news(said, response) or over_budget(said, lines, heard) or said
        if isinstance(said, Line):
            lines.append(said)
            identifiers += is_identifier
        else:
            withheld.append((name.fold, said))
    return hint(lines, withheld) if lines else silence(withheld)


def _no_news(said: Line, response: str) -> NameReason | None:
    """A log of commits, or a list of notes, says by itself what we would say of it; not what became of it."""
    told = not said.is_timeline and all(note.title and note.title in response for note in said.notes)
    return "on-screen" if told else None
