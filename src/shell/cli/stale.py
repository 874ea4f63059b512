"""The `stale` command."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from cyclopts import Parameter

from ...core.quoted import key_text, line
from ...core.render import counted, place, table
from ...core.staleness import Expiring, StaleNote, StaleReport
from ..app.stale import stale as judge
from ..app.world import World
from .injected import Here, Json
from .output import DONE, REFUSED, say, say_json
from .standing import in_world

HASH_COLUMNS = 12  # of a blob: what git shows of one in a large repository


def stale(
    *,
    every: Annotated[bool, Parameter(name="--all", help="Name the notes without expiry, too.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Tell which notes have expired, and which nobody can tell.

    A note that says what it depends on (`invalidated_by`) is compared with the repository as it is now; nothing is
    changed. What cannot be told, as of a file that a git filter converts, is a group of its own. Exit code 1 when
    something is stale. Look at what changed: `hindnote refresh KEY` when the note still holds, else write what is so
    now. Covers the team's and the local notes; archived ones are out.

    JSON: `{"stale": [{"layer", "key", "date", "title", "path", "invalidated_by", "what", "recorded", "present" or null
    when it is gone}], "cannot_tell": [{"layer", "key", "date", "title", "path", "invalidated_by", "why"}], "no_expiry":
    [{"layer", "key", "date", "title", "path", "invalidated_by": null}], "current": number, "notices"}`
    """

    def judged(world: World) -> int:
        report = judge(world)
        if json:
            say_json(report)
        else:
            say(as_text(report, every=every))
        return REFUSED if report.stale else DONE

    return in_world(settings, judged, json=json)


def as_text(report: StaleReport, *, every: bool = False) -> str:
    return "\n".join(_parts(report, every=every))


def _parts(report: StaleReport, *, every: bool) -> Iterator[str]:
    yield f"stale: {counted(len(report.stale), 'note')}"
    yield from _rows(report.stale, [_became(note) for note in report.stale])
    yield f"cannot tell: {counted(len(report.cannot_tell), 'note')}"
    yield from _rows(report.cannot_tell, [line(note.why) for note in report.cannot_tell])
    yield f"no expiry: {counted(len(report.no_expiry), 'note')}"
    if every:
        yield from _rows(report.no_expiry, [line(note.title) for note in report.no_expiry])
    yield f"current: {counted(report.current, 'note')}"
    if report.stale:
        yield "look at what changed; `hindnote refresh KEY` when a note still holds"
    yield from (f"notice: {line(notice)}" for notice in report.notices)


def _rows(notes: Sequence[Expiring], said: Sequence[str]) -> Iterator[str]:
    rows = [
        [f"  {key_text(note.key)}", place(note.layer, note.date), what] for note, what in zip(notes, said, strict=True)
    ]
    if rows:
        yield table(rows)


def _became(note: StaleNote) -> str:
    if note.present is None:
        return line(note.what)
    recorded, present = (each[:HASH_COLUMNS] for each in (note.recorded, note.present))
    return f"{line(note.what)} ({line(recorded)} -> {line(present)})"
