"""Caveats: what a reader must know beside an answer, of a note and of the search itself."""

from collections.abc import Iterable, Mapping, Sequence

from ...core.hits import Flags
from ...core.keys import Identity
from ...core.quoted import key_text
from ...core.ranking import conflicts
from ...core.render import counted
from ..index.index import Index
from ..index.reading import IndexedNote, Mention
from ..index.report import RefreshReport

NAMED_BROKEN = 3  # files named in a notice; the rest are counted


def notices(report: RefreshReport) -> tuple[str, ...]:
    """What a refresh met that an answer must not hide."""
    return (*report.said, *_unmerged(report.unmerged), *report.unavailable, *_broken(report.broken))


def _broken(broken: Sequence[tuple[str, str]]) -> Iterable[str]:
    yield from (f"skipped {path}: {problem}" for path, problem in broken[:NAMED_BROKEN])
    more = len(broken) - NAMED_BROKEN
    if more > 0:
        yield f"skipped {more} more unreadable files: `hindnote lint` names them"


def _unmerged(notes: Sequence[Identity]) -> Iterable[str]:
    """Whether an answer shows them or not: what they say may be why it does not."""
    said = "holds the markers of a merge that is not finished: `hindnote lint` says where"
    yield from (f"{key_text(note.key)} ({note.layer}) {said}" for note in notes[:NAMED_BROKEN])
    more = len(notes) - NAMED_BROKEN
    if more > 0:
        yield f"{counted(more, 'more note')} of an unfinished merge: `hindnote lint` names them"


def flags(
    index: Index,
    note: IndexedNote,
    superseded_by: str | None,
    stale: Mapping[str | None, str],
    declared: Iterable[Mention] | None = None,
) -> Flags:
    """`stale` is what `marks` says; `declared` what others say of the note, where that is known already."""
    told = index.declarations([note.identity]) if declared is None else declared
    others = [one.source.key for one in told if one.kind == "conflicts_with" and note.identity in one.reached]
    own = [key for one in _conflicting(index, note) for key in _keys(one)]
    found = conflicts(own, others)
    return Flags(
        superseded_by=superseded_by,
        conflicts_with=found.keys,
        unacknowledged=found.unacknowledged,
        confidence=note.confidence,
        stale=stale.get(note.invalidated_by),
    )


def _conflicting(index: Index, note: IndexedNote) -> Sequence[Mention]:
    mentions = index.mentions_by(note) if note.conflicts_with else ()
    return [one for one in mentions if one.kind == "conflicts_with"]


def _keys(mention: Mention) -> Iterable[str]:
    """The keys it means; one that no note has stays as it was written."""
    return dict.fromkeys(one.key for one in mention.reached) or (mention.target,)
