"""Render: the one text of a hit, for people and for models, in terminal and tool result alike.

Every line that names a note carries its layer and its date: it is made from a `Hit` or a
`Neighbour`, which cannot be built without them (invariant 1). What a note says is quoted, each of
its lines behind our mark. Not here: what is in an answer (recall), JSON, and colour's conditions.
"""

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from .counting import counted as counted  # noqa: PLC0414  (told to the type checkers: found here too)
from .hits import Flags, Hit, Neighbour
from .keys import Layer
from .noteuri import note_uri
from .origins import DECLARED, day_text
from .quoted import block, clipped, key_text, line, padded, width
from .recall import Answer, Root, identity
from .tokens import estimate

KEY_COLUMNS = 64  # a longer key moves its own line's columns, not its neighbours'
LAYER_COLUMNS = max(map(len, Layer))
LINE_COLUMNS = 100  # of a title or a section's name: a heading may be as long as a book
WARNING_COLUMNS = 1_000  # of what to beware of: several keys
QUOTE = "│"
GAP = "   "

# --- values ---------------------------------------------------------------


class Palette(NamedTuple):
    """Terminal styles around the parts of a line; plain text has none."""

    key: str = ""
    place: str = ""
    warning: str = ""
    end: str = ""

    def paint(self, style: str, text: str) -> str:
        return f"{style}{text}{self.end}" if style and text else text


PLAIN = Palette()
COLOURED = Palette(key="\x1b[1m", place="\x1b[2m", warning="\x1b[33m", end="\x1b[0m")

# --- one note -------------------------------------------------------------


def place(layer: Layer, date: str, dated: str = DECLARED) -> str:
    """Where and when, in two aligned columns."""
    return f"{layer:<{LAYER_COLUMNS}} · {day_text(date, dated) or 'undated'}"


def warnings(flags: Flags) -> str:
    """What a reader must know before believing the note."""
    conflicts = (f"{key_text(key)}{_one_sided(key, flags)}" for key in flags.conflicts_with)
    said = (
        ("superseded by", key_text(flags.superseded_by or "")),
        ("conflicts with", ", ".join(conflicts)),
        ("confidence:", line(flags.confidence or "")),
        ("stale:", line(flags.stale or "")),
    )
    return " · ".join(f"{label} {what}" for label, what in said if what)


def _one_sided(key: str, flags: Flags) -> str:
    return " (unacknowledged)" if key in flags.unacknowledged else ""


def named(note: Hit | Neighbour, columns: int, palette: Palette, mark: str = "") -> str:
    """The line that names a note: mark and key, layer, date, and what to beware of."""
    key = key_text(note.key)
    gap = " " * max(0, columns - len(mark) - width(key))
    beware = clipped(warnings(note.flags if isinstance(note, Hit) else Flags(stale=note.stale)), WARNING_COLUMNS)
    tail = f"{GAP}{palette.paint(palette.warning, beware)}" if beware else ""
    where = palette.paint(palette.place, place(note.layer, note.date, note.dated))
    return f"{mark}{palette.paint(palette.key, key)}{gap} {where}{tail}"


def quoted(text: str, mark: str = f"{QUOTE}  ") -> str:
    """Note text, every line of it behind our mark, so that nothing in it can pose as ours."""
    return "\n".join(f"{mark}{each}".rstrip() for each in block(text).split("\n"))


def passage(hit: Hit) -> str:
    """The excerpt under the name of its section, blank lines left out."""
    lines = [each for each in block(hit.excerpt).split("\n") if each.strip()]
    section = clipped(line(hit.section), LINE_COLUMNS)
    return "\n".join([f"{section}: {lines[0] if lines else ''}" if section else "", *lines[bool(section) :]]).strip()


# --- an answer ------------------------------------------------------------


def root_text(root: Root, palette: Palette = PLAIN) -> str:
    """A root, what it says, and what is one link away."""
    marks = ["├─ "] * len(root.neighbours)
    if marks and not root.more:
        marks[-1] = "└─ "
    columns = _columns(["", *marks], [root.hit, *root.neighbours])
    says = quoted(root.hit.excerpt, f"{QUOTE} ") if root.whole else quoted(passage(root.hit))
    near = [named(note, columns, palette, mark) for note, mark in zip(root.neighbours, marks, strict=True)]
    more = [f"└─ {root.more:,} more linked"] if root.more else []
    cut = [_read_on(root)] if root.whole and root.whole.cut else []
    return "\n".join([named(root.hit, columns, palette), says, *near, *more, *cut])


def _columns(marks: Sequence[str], notes: Sequence[Hit | Neighbour]) -> int:
    return _column(len(mark) + width(key_text(note.key)) for mark, note in zip(marks, notes, strict=True))


def _read_on(root: Root) -> str:
    total = root.whole.lines if root.whole else 0
    key = key_text(root.hit.key)
    where = note_uri(identity(root.hit))
    return (
        f"cut after line {root.hit.lines[1]} of {total:,}; read on with `hindnote show {key}` or the resource {where}"
    )


def cost(root: Root) -> int:
    """Estimated tokens of a root in an answer."""
    return estimate(root_text(root)) + 1


def answer_text(answer: Answer, palette: Palette = PLAIN) -> str:
    """The whole answer; silence is one too."""
    lines = [root_text(root, palette) for root in answer.roots] or [_nothing(answer.searched)]
    lines += [said] if (said := _left_out(answer)) else []
    lines += [palette.paint(palette.warning, f"notice: {line(notice)}") for notice in answer.notices]
    return "\n".join(lines)


def _nothing(searched: int | None) -> str:
    if searched == 0:
        return "nothing recorded about this: the store holds no notes yet"
    return "nothing recorded about this" + ("" if searched is None else f" ({counted(searched, 'note')} searched)")


def _left_out(answer: Answer) -> str:
    omitted = f"{answer.omitted:,} more matched; ask more narrowly to see them. " if answer.omitted else ""
    whole = all(root.whole for root in answer.roots)
    return omitted + ("" if whole else "recall a key to read it whole.")


# --- lists ----------------------------------------------------------------


def hits_text(hits: Iterable[Hit], palette: Palette = PLAIN) -> str:
    """Hits one after another, each with its title and the lines its passage is from."""
    return "\n".join(_hit_text(hit, palette) for hit in hits)


def _hit_text(hit: Hit, palette: Palette) -> str:
    first, last = hit.lines
    where = f"line {first}" if first == last else f"lines {first}-{last}"
    title = f"{QUOTE}  {clipped(line(hit.title), LINE_COLUMNS)} ({where})"
    return "\n".join([named(hit, _columns([""], [hit]), palette), title, quoted(passage(hit))])


def table(rows: Sequence[Sequence[str]], numbers: Container[int] = ()) -> str:
    """Aligned columns; those in `numbers` stand to the right. A very long key moves its own line alone."""
    widths = [_column(map(width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        GAP.join(
            _cell(text, columns, right=at in numbers)
            for at, (text, columns) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _column(widths: Iterable[int]) -> int:
    return max((each for each in widths if each <= KEY_COLUMNS), default=0)


def _cell(text: str, columns: int, *, right: bool) -> str:
    return " " * (columns - width(text)) + text if right else padded(text, columns)
