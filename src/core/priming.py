"""Priming: the capsule, what a session is told of the store as it starts, and again after a compaction.

Facts, the most important first, each on a line of its own: no title and no path can forge one. It fits its
limit whatever the notes are called, and names no note that may not come up unasked. Runs in hooks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from .census import GROUPS, Census, opening, summary
from .counting import counted
from .earned import DAYS, Earned
from .hints import Hint, Silence
from .namenotes import NamedNote, marks, reference, title_text
from .timelines import LONGEST_TITLE

# --- values -----------------------------------------------------------------

LONGEST = 2_000  # characters (design, section 9)
EARNED = 3  # notes (design, section 9)

USE = "Most notes exist because an assumption turned out wrong; `recall` answers from them."


class Expired(NamedTuple):
    """A stale note, and what became of the file that it depends on."""

    note: NamedNote
    what: str


class Found(NamedTuple):
    """What there is to say; nothing where it is not known for certain."""

    census: Census
    stale: Sequence[Expired] = ()  # by files that changed on the branch
    earned: Iterable[tuple[NamedNote, Earned]] = ()  # live notes, worth most first
    lint: Mapping[str, int] = {}  # breaches by rule
    linted: str = ""  # the day on which they were found
    pending: int = 0  # local notes that could be promoted


class Line(NamedTuple):
    text: str
    notes: tuple[NamedNote, ...] = ()


# --- decisions ----------------------------------------------------------------


def capsule(found: Found, push_left: int) -> Hint | Silence:
    """Nothing of an empty store, which has nothing to say."""
    if not found.census.total:
        return Silence("empty-store")
    lines = fitting(found)
    text = "\n".join(line.text for line in lines)
    if len(text) > push_left:
        return Silence("push-budget")
    return Hint(text, (), tuple(dict.fromkeys(note.identity for line in lines for note in line.notes)))


def fitting(found: Found) -> list[Line]:
    """All lines, or without the last stale notes as many as there is room for."""
    first, last = [Line(opening(summary(found.census))), Line(USE)], [*_earned(found), *_lint(found), *_pending(found)]
    stale = [Line(_stale_text(each), (each.note,)) for each in found.stale if _may_come_up(each.note)]
    count = Line(f"Stale by what changed on this branch: {counted(len(stale), 'note')}.")
    room = LONGEST - _length([*first, count, *last])
    shown: list[Line] = []
    for line in stale:
        room -= _length([line])
        if room < 0:
            break
        shown.append(line)
    return [*first, *([count] if stale else []), *shown, *last]


def _length(lines: Iterable[Line]) -> int:
    return sum(len(line.text) + 1 for line in lines)


def _may_come_up(note: NamedNote) -> bool:
    """No credential, and nothing that a program wrote: who made it makes it again."""
    return not (note.credential or note.generated)


# --- lines ----------------------------------------------------------------------


def _stale_text(expired: Expired) -> str:
    return f"- {reference(expired.note, LONGEST_TITLE)}: {title_text(expired.what, LONGEST_TITLE)}"


def _earned(found: Found) -> Iterator[Line]:
    shown = list(islice(((note, earned) for note, earned in found.earned if _may_come_up(note)), EARNED))
    if shown:
        yield Line(f"Read most in the last {DAYS} days:")
    for note, earned in shown:
        marked = "".join(f" ({mark})" for mark in marks(note))
        read = f"read {counted(earned.times, 'time')}, last on {earned.last}"
        yield Line(f"- {reference(note, LONGEST_TITLE)}{marked}: {read}", (note,))


def _lint(found: Found) -> Iterator[Line]:
    """The rules that are broken most; the others together."""
    most = sorted(found.lint.items(), key=lambda rule: (-rule[1], rule[0]))
    if most:
        other = sum(count for _, count in most[GROUPS:])
        listed = [f"{rule} {count:,}" for rule, count in most[:GROUPS]] + ([f"other {other:,}"] if other else [])
        violations = counted(sum(found.lint.values()), "violation")
        yield Line(f"`hindnote lint` found {violations} on {found.linted}: {', '.join(listed)}.")


def _pending(found: Found) -> Iterator[Line]:
    if found.pending:
        notes = counted(found.pending, "local note")
        are = "is" if found.pending == 1 else "are"
        yield Line(f"{notes} {are} not promoted to the team: nobody else has {'it' if found.pending == 1 else 'them'}.")
