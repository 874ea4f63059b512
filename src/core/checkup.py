"""Checkup: what facts about an installation mean: all well, worth knowing, or a trouble with its remedy.

Pure: the shell has looked and started what was to be started. A remedy is a command or an act that a test
has seen to work.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from .entries import Scope
from .keys import Layer
from .quoted import line
from .render import counted

# --- values ---------------------------------------------------------------

State: TypeAlias = Literal["ok", "note", "trouble"]


class Finding(Struct, frozen=True):
    """The public `--json` shape of one; a mend of nothing has nothing to mend."""

    check: str
    state: State
    said: str
    mend: str = ""


class LayerFact(Struct, frozen=True, kw_only=True):
    layer: Layer
    path: str
    notes: int = 0
    problem: str = ""  # why its notes cannot be listed
    named: bool = False  # by an option or the environment, not by the repository
    writable: bool = True
    mounted_so: bool = False  # what cannot be written is so by its mount, which no permission changes
    shared: bool = False  # others can read what is private


class ServerFact(Struct, frozen=True, kw_only=True):
    """One start of a server as a harness starts it."""

    title: str  # of the harness
    name: str
    where: str  # its configuration
    command: str
    scope: Scope = "user"
    given: tuple[str, ...] = ()  # the names of the variables that its entry sets
    unreached: str = ""  # our programs' folder, where the PATH does not lead to what its entry calls by name
    problem: str = ""
    tools: tuple[str, ...] = ()
    census: str = ""
    notes: int = 0


class HookFact(Struct, frozen=True, kw_only=True):
    title: str
    name: str
    where: str
    scope: Scope = "user"
    broken: str = ""  # why its command does not run
    fired: bool = False


class IndexFact(Struct, frozen=True, kw_only=True):
    path: str
    there: bool = True
    damaged: str = ""
    outdated: str = ""
    other_model: bool = False


class StoreFact(Struct, frozen=True, kw_only=True):
    """A store of this user's: where its checkout was, and where it is now."""

    store_id: str
    folder: str
    path: str
    alive: tuple[str, ...] = ()  # checkouts that hold its id
    notes: int = 0


# --- decisions ------------------------------------------------------------

TOOLS = ("recall", "remember")
SETUP = "hindnote setup"


def of_layers(facts: Sequence[LayerFact]) -> list[Finding]:
    found = [_of_layer(fact) for fact in facts]
    if any(fact.notes for fact in facts) or any(each.state == "trouble" for each in found):
        return found
    named = [fact for fact in facts if fact.named]
    mend = (
        "See that this is the right folder, and that it is mounted." if named else "Record the first, or promote some."
    )
    where = ", ".join(fact.path for fact in named or facts)
    return [*found, Finding("notes", "trouble" if named else "note", f"0 notes in {where}", mend)]


def _of_layer(fact: LayerFact) -> Finding:
    check = f"{fact.layer} notes"
    if fact.problem:
        return Finding(check, "trouble", fact.problem, f"Mount or make `{fact.path}`, or name another folder.")
    if fact.mounted_so:
        state: State = "note" if fact.layer is Layer.TEAM else "trouble"  # an agent writes to the local layer alone
        return Finding(check, state, f"{fact.path} is mounted read-only", f"Mount `{fact.path}` for writing.")
    if not fact.writable:
        return Finding(check, "trouble", f"{fact.path} cannot be written", f"chmod u+rwx {shell_word(fact.path)}")
    if fact.shared:
        return Finding(
            check, "trouble", f"{fact.path} can be read by others", f"chmod -R go-rwx {shell_word(fact.path)}"
        )
    return Finding(check, "ok", f"{counted(fact.notes, 'note')} in {fact.path}")


def of_state(path: str, *, writable: bool, mounted_so: bool) -> list[Finding]:
    """Of the folder that holds the index and the ledger; nothing where it can be written."""
    if writable:
        return []
    said = f"{path} cannot be written: no index is kept, and no ledger"
    mend = (
        "Set HINDNOTE_STATE_HOME to a folder that can be written." if mounted_so else f"chmod u+rwx {shell_word(path)}"
    )
    return [Finding("state", "trouble", said, mend)]


def of_server(fact: ServerFact, notes: int) -> Finding:
    """`notes` is what this shell sees."""
    check = f"server of {fact.title}"
    again = _again(fact)
    if fact.unreached:
        mend = f"Put {fact.unreached} first on the PATH."
        return Finding(check, "trouble", f"`{fact.command}` ({fact.where}): {line(fact.problem)}", mend)
    if fact.problem and fact.given:
        mend = f"Run `{again}`; if that does not help, take {', '.join(fact.given)} out of its environment in {fact.where}."
        return Finding(check, "trouble", f"`{fact.command}` ({fact.where}): {line(fact.problem)}", mend)
    if fact.problem:
        return Finding(check, "trouble", f"`{fact.command}` ({fact.where}): {line(fact.problem)}", again)
    if missing := [tool for tool in TOOLS if tool not in fact.tools]:
        return Finding(check, "trouble", f"it does not list {', '.join(missing)} ({fact.where})", again)
    if fact.notes != notes:
        mend = f"It looks elsewhere than this shell: take the folders out of its environment in {fact.where}, or mount them."
        return Finding(check, "trouble", f"it sees {counted(fact.notes, 'note')}, this shell {notes:,}", mend)
    return Finding(check, "ok", f"starts, lists {' and '.join(TOOLS)}; {line(fact.census)}")


def of_hook(fact: HookFact) -> Finding:
    check = f"hooks of {fact.title}"
    if fact.broken:
        return Finding(check, "trouble", f"{fact.broken} ({fact.where})", _again(fact))
    if not fact.fired:
        mend = f"Start {fact.title} anew in this folder, trust the folder when it asks, and say one thing to it."
        return Finding(check, "trouble", f"set up in {fact.where}, and never fired in this store", mend)
    return Finding(check, "ok", "they have fired in this store")


def _again(fact: ServerFact | HookFact) -> str:
    return f"{SETUP} {fact.name}" + (" --scope project" if fact.scope == "project" else "")


def of_index(fact: IndexFact) -> Finding:
    again = "hindnote reindex --rebuild"
    if not fact.there:
        return Finding("index", "note", "there is none yet; the first question makes it")
    if fact.damaged:
        return Finding("index", "trouble", f"{fact.path} is damaged: {fact.damaged}", again)
    if fact.outdated:
        return Finding("index", "trouble", f"{fact.path} is old: {fact.outdated}", again)
    if fact.other_model:
        return Finding("index", "trouble", "its vectors are of another model", again)
    return Finding("index", "ok", fact.path)


def of_store(fact: StoreFact, here: str) -> Finding | None:
    """Of a store whose checkout is gone, and of the one here when two checkouts hold its id."""
    if not fact.alive:
        mend = (
            f"In its new place: hindnote init --adopt {fact.store_id}"
            if fact.notes
            else f"It holds no note: rm -r {shell_word(fact.folder)}"
        )
        said = f"{fact.path or 'its checkout'} is gone; {counted(fact.notes, 'local note')} in {fact.folder}"
        return Finding("stores", "trouble", said, mend)
    if fact.store_id == here and len(fact.alive) > 1:
        places = " and ".join(fact.alive)
        mend = "In the copy: rm .git/hindnote/store-id && hindnote init"
        return Finding("stores", "trouble", f"{places} share one store: one is a copy", mend)
    return None


def shell_word(path: str) -> str:
    """One word to a shell, whatever stands in it."""
    return "'" + path.replace("'", "'\\''") + "'"


def troubles(findings: Sequence[Finding]) -> int:
    return sum(finding.state == "trouble" for finding in findings)


def checkup_text(findings: Sequence[Finding]) -> str:
    marks = {"ok": "ok     ", "note": "note   ", "trouble": "TROUBLE"}
    told: list[str] = []
    for each in findings:
        told.append(f"{marks[each.state]}  {each.check}: {line(each.said)}")
        if each.mend:
            told.append(f"         {line(each.mend)}")
    count = troubles(findings)
    return "\n".join([*told, counted(count, "trouble") if count else "all is well"])
