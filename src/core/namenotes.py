"""Named notes: what a hint must know of the notes that name a thing, and which of them it may show.

Runs in hooks, so it imports next to nothing. Every surface that speaks of a name asks here, so that
none shows what another hides.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .origins import DECLARED, day_text
from .quoted import line

# --- values -----------------------------------------------------------------

MAX_SHARE = 0.15  # of the notes: a name that more of them hold distinguishes nothing (design, section 9)
NEVER_FEWER = 10  # notes: in a small store the share would be one or two


class NamedNote(NamedTuple):
    """A live note that names a thing."""

    layer: str
    key: str
    title: str
    date: str  # ISO day
    mtime: int  # ns; orders the notes of one day
    titled: bool  # its title names the thing, not as a component of a path
    superseded: bool = False
    replaces: bool = False
    corrected: bool = False  # it has a stale marker
    credential: bool = False
    generated: bool = False
    path: str = ""
    dated: str = DECLARED  # where the date is from

    @property
    def identity(self) -> str:
        """As the ledger names a note."""
        return f"{self.layer}/{self.key}"


class Standing(NamedTuple):
    notes: int
    titled: int


class Snapshot(NamedTuple):
    """The index as a decision sees it: how many notes there are, how many name a thing, and which."""

    total: int
    known: Mapping[str, Standing]
    naming: Callable[[str], Sequence[NamedNote]]  # by fold; asked only for names that are known


# --- decisions ----------------------------------------------------------------


def ceiling(total: int, share: float = MAX_SHARE, least: int = NEVER_FEWER) -> int:
    """How many notes may hold a name, or a word, that still distinguishes; above 1 the share is that number itself."""
    return max(least, int(total * share)) if share <= 1 else int(share)


def merged(parts: Iterable[tuple[int, Mapping[str, Standing]]]) -> tuple[int, dict[str, Standing]]:
    """What several indexes count, counted together: a name is as common as it is in all of them."""
    total, known = 0, dict[str, Standing]()
    for notes, here in parts:
        total += notes
        for fold, standing in here.items():
            had = known.get(fold, Standing(0, 0))
            known[fold] = Standing(had.notes + standing.notes, had.titled + standing.titled)
    return total, known


def marks(note: NamedNote) -> tuple[str, ...]:
    """What a reader must know of the note beside its date."""
    told = (
        (note.superseded, "superseded"),
        (note.corrected, "has a correction"),
        (note.replaces, "replaces an older note"),
    )
    return tuple(mark for applies, mark in told if applies)


def newest_first(notes: Sequence[NamedNote]) -> list[NamedNote]:
    return sorted(notes, key=lambda note: (note.date, note.mtime, note.layer, note.key), reverse=True)


def unasked(notes: Sequence[NamedNote]) -> list[NamedNote]:
    """Those that may come up without being asked for."""
    return [note for note in notes if not note.credential]


# --- text -----------------------------------------------------------------------


def reference(note: NamedNote, longest: int) -> str:
    """`[[title]] (layer date)`: one line, whatever the title holds, and nothing in it closes the link."""
    return f"[[{title_text(note.title, longest)}]] ({note.layer} {day_text(note.date, note.dated)})"


def title_text(title: str, longest: int) -> str:
    shown = line(title)
    for pair in ("[[", "]]"):
        while pair in shown:  # of four in a row, one pass would leave two
            shown = shown.replace(pair, pair[0])
    shown = shown.strip("[]") or "untitled"
    return shown if len(shown) <= longest else shown[: longest - 1].rstrip() + "…"
