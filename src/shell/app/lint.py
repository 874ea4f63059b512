"""Lint: every note of both layers judged on its own, then the store as a whole; nothing is changed.

One file that cannot be read is one violation and hides no other. Where a folder cannot be listed whole, nothing that
rests on a note's absence is said. The counts are kept for a session's start. Of a vault only links that may mean several notes are told.

Effects: lists and reads notes; refreshes the index; keeps a file in the state folder; spawns git for the tracked documents when a team note links to a local stub.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.document import read_document
from ...core.duplicates import NEAR
from ...core.hygiene import StoredNote, ambiguous, judge_store
from ...core.keys import Identity, Layer
from ...core.lint import LintReport
from ...core.quoted import key_text
from ...core.schema import judge
from ...core.violations import Rule, Violation
from ..documents import list_files
from ..index.ambiguous import unsure_in
from ..index.index import Index, open_index
from ..lintcounts import Linted, keep_linted
from ..notesdir import Scan, read, scan, shown
from ..repository import Places
from .similar import Wanted, similar_pairs
from .world import World

# --- values ---------------------------------------------------------------

LAYERS = (Layer.TEAM, Layer.LOCAL)
REPEATS = 1_000  # pairs that are told: nobody reads more
RESTS_ON_ABSENCE = frozenset({Rule.DANGLING_LINK, Rule.ORPHAN, Rule.CONFLICT_BROKEN, Rule.SUPERSEDES_UNKNOWN})


class Judged(Struct, frozen=True):
    """One file: the note that stands there, and what is wrong with it alone."""

    note: StoredNote
    breaches: tuple[Violation, ...]
    readable: bool = True


# --- functions ------------------------------------------------------------


def lint(world: World) -> LintReport:
    """Exit codes are the front end's: 1 when anything is refused."""
    places = world.places
    scans = {layer: scan(places.folder(layer)) for layer in LAYERS}
    judged = [each for layer, found in scans.items() for each in _judged(layer, places.folder(layer), found)]
    broken = [each for layer, found in scans.items() for each in _broken(places.folder(layer), found)]
    whole = not any(found.unavailable for found in scans.values())
    hygiene = [each for each in _hygiene(places, judged) if whole or each.rule not in RESTS_ON_ABSENCE]
    with open_index(world) as index:
        hygiene += _repeated(world, index, judged)
        vaults = tuple(_of_vaults(index)) if places.vaults else ()
    seen = len(judged) + sum(len(found.broken) for found in scans.values())
    report = LintReport((*broken, *_in_order(judged, hygiene)), seen)
    if not places.foreign:
        counts = {str(rule): count for rule, count in report.counts.items()}
        keep_linted(str(places.state), Linted(counts, world.stamp().day))
    return replace(report, violations=(*report.violations, *vaults))


def stored(world: World) -> tuple[StoredNote, ...]:
    """The notes of both layers, as far as they can be read."""
    folders = {layer: world.places.folder(layer) for layer in LAYERS}
    return tuple(each.note for layer, folder in folders.items() for each in _judged(layer, folder, scan(folder)))


def _judged(layer: Layer, folder: Path, found: Scan) -> Iterator[Judged]:
    for file in found.files:
        where = shown(f"{folder}/{file.path}")
        match read(folder, file.path):
            case Success(text):
                note = StoredNote(layer, file.path, read_document(text, file.path), where)
                yield Judged(note, tuple(replace(each, where=where) for each in judge(text, file.path)))
            case Failure(unreadable):
                note = StoredNote(layer, file.path, read_document("", file.path), where)
                yield Judged(note, (Violation(Rule.UNREADABLE, where, unreadable.problem),), readable=False)


def _broken(folder: Path, found: Scan) -> Iterator[Violation]:
    """What a listing could not tell of: a folder, and files without a name that text can hold."""
    if found.unavailable:
        yield Violation(Rule.UNREADABLE, shown(str(folder)), f"not all of its notes can be seen: {found.unavailable}")
    for path, problem in found.broken:
        yield Violation(Rule.UNREADABLE, shown(f"{folder}/{path}"), problem)


def _hygiene(places: Places, judged: Iterable[Judged]) -> Iterator[Violation]:
    """An unreadable note is there, so links to it hold; of what it says nothing is known."""
    unread = {each.note.where for each in judged if not each.readable}
    notes = [each.note for each in judged]
    breaches = judge_store(notes)
    if any(each.rule is Rule.CROSS_LAYER_LINK for each in breaches):
        breaches = judge_store(notes, tracked(places))
    return (each for each in breaches if each.where not in unread)


def _of_vaults(index: Index) -> Iterator[Violation]:
    """A vault's notes are no business of the schema's; a link that may mean several notes is told, for it reaches none."""
    index.refresh(vectors=False)
    for mention, keys in unsure_in(index, Layer.VAULT):
        yield ambiguous(shown(str(index.place(mention.source))), mention.target, keys, mention.line or None)


def _repeated(world: World, index: Index, judged: Iterable[Judged]) -> Iterator[Violation]:
    """Notes that say what another says; nothing where there are no vectors to tell by."""
    where = {each.note.identity: each.note.where for each in judged}
    match similar_pairs(world, index, Wanted(limit=REPEATS, least=NEAR)):
        case Failure(_):
            return
        case Success(found):
            pass
    for pair in found.pairs:
        one, other = (Identity(side.layer, side.key) for side in pair.notes)
        if one in where and other in where:
            detail = f"says nearly what {key_text(other.key)} ({other.layer}) says (cosine {pair.cosine:.2f})"
            yield Violation(Rule.NEAR_DUPLICATE, where[one], detail)


def tracked(places: Places) -> frozenset[str]:
    """The documents that everybody with a clone has; none when git cannot tell."""
    match list_files(places.root, in_git=places.common is not None):
        case Success(listing):
            return frozenset(file.path for file in listing.files if file.blob or places.common is None)
        case Failure():
            return frozenset()


def _in_order(judged: Iterable[Judged], hygiene: Iterable[Violation]) -> Iterator[Violation]:
    """File by file, each from its first line on."""
    of_file: dict[str, list[Violation]] = {each.note.where: list(each.breaches) for each in judged}
    for breach in hygiene:
        of_file[breach.where].append(breach)
    for breaches in of_file.values():
        yield from sorted(breaches, key=lambda breach: breach.line or 0)
