"""Preflight: whether a prompt touches what the store knows, said in one quiet line a matter.

A name in the prompt speaks with titles only; without one, a note must share enough rare terms with the
prompt. Otherwise silence, with its reason. Runs in hooks, so it imports next to nothing.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .hints import Heard, Hint, Line, NameReason, Silence, by_worth, hint, over_budget, silence, speak
from .namenotes import NamedNote, Snapshot, reference
from .names import Name, hintable
from .quoted import block
from .switches import Switches
from .timelines import LONGEST_TITLE

# --- values -----------------------------------------------------------------

READ = 16_000  # characters of a prompt
NAMES = 2  # lines of names a prompt, timelines among them
NOTES = 3  # titles of a topic
SHARED = 0.4  # of a prompt's rare terms: a long prompt shares a few with almost any note
WORD_NEVER_FEWER = 3  # notes: in a store of a dozen any word is in no more than ten
PASSAGE = 1_500  # characters of an injected note
QUOTE = "│"


class Matched(NamedTuple):
    """A note with the terms it shares with the prompt, each rare enough to mean something."""

    note: NamedNote
    shared: int
    asked: int = 0  # rare terms of the prompt


Passage = Callable[[NamedNote], str]

# --- decisions ----------------------------------------------------------------


def prompted(prompt: str, heard: Heard, switches: Switches, tlds: frozenset[str]) -> list[Name]:
    """The names in a prompt to ask the index about."""
    if not (switches.names and switches.rare_terms) or switches.preflight == "off":
        return []
    return [name for fold, name in hintable(prompt[:READ], tlds).items() if fold not in heard.hinted]


def preflight(  # noqa: PLR0913  (the event, the two answers of the index, the session, the switches)
    prompt: str,
    asked: Sequence[Name],
    index: Snapshot,
    matched: Callable[[], Sequence[Matched]],
    *,
    heard: Heard,
    switches: Switches,
    passage: Passage = lambda _: "",
) -> Hint | Silence:
    """By name, else by topic; `matched` (best first) is asked only when no name spoke."""
    if switches.preflight == "off":
        return Silence("switched-off")
    by_name = _by_name(asked, index, heard, switches)
    if isinstance(by_name, Hint):
        return by_name
    by_topic = _by_topic(prompt, matched(), heard, switches, passage)
    return by_topic._replace(withheld=by_name.withheld)


def _by_name(asked: Sequence[Name], index: Snapshot, heard: Heard, switches: Switches) -> Hint | Silence:
    lines: list[Line] = []
    withheld: list[tuple[str, NameReason]] = []
    for name in by_worth(asked, index):
        full = len(lines) == NAMES and name.fold in index.known
        said = "too-many-names" if full else speak(name, index, switches, untitled=None)
        if isinstance(said, Line) and all(was_seen(note, heard) for note in said.notes):
            said = "seen"
        if isinstance(said, Line):
            said = over_budget(said, lines, heard) or said
        if isinstance(said, Line):
            lines.append(said)
        else:
            withheld.append((name.fold, said))
    return hint(lines, withheld) if lines else silence(withheld)


def _by_topic(
    prompt: str, matched: Sequence[Matched], heard: Heard, switches: Switches, passage: Passage
) -> Hint | Silence:
    found = [each for each in matched if not each.note.credential]
    if len(found) < len(matched) and _asks_for_credentials(prompt):
        found = list(matched)
    kept_back = any(each.note.credential and each not in found and _is_enough(each, switches) for each in matched)
    if not found:
        return Silence("credential" if kept_back else "unknown")
    best = found[0]
    if not _is_enough(best, switches):
        return Silence("credential" if kept_back else "too-few-terms")
    if best.note.superseded or best.note.corrected:
        return Silence("stale")
    shown = [each.note for each in found if _is_enough(each, switches) and not was_seen(each.note, heard)][:NOTES]
    if best.note not in shown:
        return Silence("seen")
    text = _injected(best.note, passage) if switches.preflight == "inject" else ""
    text = text or _titles(shown)
    if len(text) > heard.push_left:
        return Silence("push-budget")
    notes = [best.note] if text.startswith(_says(best.note)) else shown
    return Hint(text, (), tuple(note.identity for note in notes))


def _asks_for_credentials(prompt: str) -> bool:
    from .credentials import asks_for_credentials  # noqa: PLC0415  (its words take a hook 3 ms, and few notes need them)

    return asks_for_credentials(prompt)


def enough(asked: int, switches: Switches) -> float:
    """How many rare terms of so many a note must share."""
    return max(switches.min_terms, SHARED * asked)


def _is_enough(found: Matched, switches: Switches) -> bool:
    return found.shared >= enough(found.asked, switches)


def was_seen(note: NamedNote, heard: Heard) -> bool:
    """Unchanged since this session last saw it."""
    return note.mtime <= heard.seen.get(note.identity, -1)


def body_of(text: str) -> str:
    """A note's text without its frontmatter, for who has no parser at hand."""
    if not text.startswith("---\n"):
        return text
    _, found, body = text[4:].partition("\n---\n")
    return body if found else text


# --- text -----------------------------------------------------------------------


def _titles(notes: Sequence[NamedNote]) -> str:
    listed = "; ".join(reference(note, LONGEST_TITLE) for note in notes)
    return f"hindnote: {len(notes)} note{'' if len(notes) == 1 else 's'} on this: {listed}."


def _says(note: NamedNote) -> str:
    return f"hindnote: {reference(note, LONGEST_TITLE)} says:"


def _injected(note: NamedNote, passage: Passage) -> str:
    """What the note says, every line behind our mark; nothing when it cannot be read."""
    said = block(passage(note)[: 2 * PASSAGE]).strip()[:PASSAGE]
    return "\n".join([_says(note), *(f"{QUOTE} {each}".rstrip() for each in said.split("\n"))]) if said else ""
