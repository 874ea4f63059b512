"""Hints: what a hook may say of a name, what a session has heard already, and every reason for silence.

The text is data about notes, never an instruction; each line is ours, whatever a title holds. Runs in
hooks, so it imports next to nothing. Not here: which names an event brings up (namehints, preflight).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from .namenotes import NamedNote, Snapshot, ceiling, reference, unasked
from .speaks import Speaks
from .switches import Switches
from .timelines import LONGEST_TITLE, about, changed, name_text, timeline, timeline_text

if TYPE_CHECKING:
    from .names import Name

# --- values -----------------------------------------------------------------

NOTES_A_NAME = 2
UNTITLED_NOTES = 10  # a name that no title carries may be in so many notes
NAME_CHARACTERS = 8_000  # of name hints a session, timelines included (design, section 9)

EventReason: TypeAlias = Literal[
    "switched-off",
    "unheard",
    "own-tool",
    "own-command",
    "store-file",
    "file-tool",
    "empty-store",
    "little-happened",
    "said-before",
]
NameReason: TypeAlias = Literal[
    "push-budget",
    "name-budget",
    "too-many-names",
    "seen",
    "on-screen",
    "stale",
    "credential",
    "untitled",
    "too-common",
    "hinted",
    "typed",
    "surroundings",
    "once-in-long-output",
    "unknown",
    "too-few-terms",
    "nothing-to-ask",
]
Reason: TypeAlias = EventReason | NameReason
FURTHEST: tuple[NameReason, ...] = get_args(NameReason)  # in the order of how near each came to being said

Withheld: TypeAlias = tuple[tuple[str, NameReason], ...]
"""Names (by fold) that were left out, and why each."""


class Heard(NamedTuple):
    """What this session was told so far: folds over its ledger."""

    hinted: Collection[str] = ()  # names, by fold
    name_characters: int = 0
    push_left: int = 60_000  # characters
    seen: Mapping[str, int] = {}  # `layer/key` to when it was last shown or read, in ns


class Hint(NamedTuple):
    text: str
    names: tuple[str, ...]  # by fold
    keys: tuple[str, ...]  # `layer/key` of each note shown
    histories: tuple[str, ...] = ()  # of the names, those whose line is a timeline
    withheld: Withheld = ()

    @property
    def timelines(self) -> int:
        return len(self.histories)


class Silence(NamedTuple):
    why: Reason
    withheld: Withheld = ()


class Line(NamedTuple):
    """What is said of one name."""

    text: str
    fold: str
    notes: tuple[NamedNote, ...]
    is_timeline: bool = False


# --- decisions ----------------------------------------------------------------


def by_worth(asked: "Iterable[Name]", index: Snapshot) -> "list[Name]":
    def worth(name: "Name") -> tuple[bool, bool, int]:
        standing = index.known.get(name.fold)
        return (standing is None, standing is None or not standing.titled, standing.notes if standing else 0)

    return sorted(asked, key=worth)


def speak(name: "Name", index: Snapshot, switches: Switches, *, untitled: int | None) -> Line | NameReason:
    """The line about a name, or why there is none; `untitled` limits how many notes may only mention it."""
    standing = index.known.get(name.fold)
    if standing is None:
        return "unknown"
    if standing.notes > ceiling(index.total, switches.max_share):
        return "too-common"
    if not standing.titled and standing.notes > mentions(name, untitled, standing.notes):
        return "untitled"
    notes = unasked(index.naming(name.fold))
    return line_about(name, notes, switches) if notes else "credential"


def mentions(name: "Name", most: int | None, otherwise: int) -> int:
    """How many notes may only mention it, which no title carries."""
    match name.speaks:
        case Speaks.TITLED:
            return 0
        case Speaks.ALONE:
            return 1
        case _ if most is None:
            return otherwise
        case _:
            from .namewords import sequences  # noqa: PLC0415  (its words, which a session's start needs none of)

            return 0 if sequences().fullmatch(name.fold) else most  # unasked, a step among steps tells of nothing


def line_about(name: "Name", notes: Sequence[NamedNote], switches: Switches) -> Line:
    shown = about(notes)[:NOTES_A_NAME]
    if switches.timelines and changed(shown):
        told = timeline(name.text, notes)
        return Line(
            f"hindnote: {timeline_text(told)}", name.fold, tuple(each.note for each in told.notes), is_timeline=True
        )
    label = "about it" if shown[0].titled else "newest"
    listed = "; ".join(reference(note, LONGEST_TITLE) for note in shown)
    count = f"{len(notes):,} note{'' if len(notes) == 1 else 's'}"
    said = name_text(name.text)
    return Line(
        f'hindnote: {said} -> {count}; {label}: {listed}. recall "{said}" before asserting facts about it.',
        name.fold,
        tuple(shown),
    )


def over_budget(said: Line, lines: Sequence[Line], heard: Heard) -> NameReason | None:
    cost = sum(len(line.text) + 1 for line in lines) + len(said.text)
    if heard.name_characters + cost > NAME_CHARACTERS:
        return "name-budget"
    return "push-budget" if cost > heard.push_left else None


def hint(lines: Sequence[Line], withheld: Iterable[tuple[str, NameReason]]) -> Hint:
    return Hint(
        "\n".join(line.text for line in lines),
        tuple(line.fold for line in lines),
        tuple(dict.fromkeys(note.identity for line in lines for note in line.notes)),
        tuple(line.fold for line in lines if line.is_timeline),
        tuple(withheld),
    )


def silence(withheld: Sequence[tuple[str, NameReason]]) -> Silence:
    """For the reason of the name that came nearest to being said."""
    nearest = sorted(withheld, key=lambda each: FURTHEST.index(each[1]))
    return Silence(nearest[0][1] if nearest else "nothing-to-ask", tuple(withheld))
