"""Promotion: local notes go to the team as one batch, or all that is in the way of it is said.

A note keeps its key and its bytes. Sharing is the one step that cannot be taken back, so nothing goes
that lint would refuse, that links to what others do not have, or that would reach nobody. What the
store holds and what git ignores are facts that are given. Not here: the files (shell/journal).
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .blockers import (
    Blocked,
    Blocker,
    CannotTellIgnored,
    IgnoredByGit,
    InTeamAlready,
    KeyClaimedTwice,
    KeyInTeam,
    NothingLeft,
    NothingToPromote,
    PlaceTaken,
)
from .chosen import WILD, chosen
from .hygiene import StoredNote, judge_store
from .keys import Key, Layer, fold_key, key_of_path, parse_key, path_of
from .note import NoteType
from .outcome import Outcome
from .quoted import key_text
from .schema import judge
from .violations import Rule, Severity, Violation

# --- values ---------------------------------------------------------------

NEAR = 3  # keys named when the one asked for is nobody's
UNSHARED = frozenset({Rule.CROSS_LAYER_LINK, Rule.DANGLING_LINK})  # what a reader of the team's note could not follow


class Asked(Struct, frozen=True, kw_only=True):
    words: tuple[str, ...] = ()  # keys, or patterns for keys
    session: str = ""  # only what it recorded; without words, all of that
    recorded: frozenset[str] = frozenset()  # folded keys of what it recorded


class Local(Struct, frozen=True):
    """A local note and its text, or why that cannot be had."""

    note: StoredNote
    text: str = ""
    problem: str = ""


class IgnoredPaths(Struct, frozen=True):
    """Of the paths that were asked about, those that git ignores, and by which rule."""

    rules: Mapping[str, str] = {}


class NoGit(Struct, frozen=True):
    """A plain folder: nothing is ignored, and nobody is to be asked."""


class CannotTell(Struct, frozen=True):
    folder: str
    problem: str


Ignores: TypeAlias = IgnoredPaths | NoGit | CannotTell


class Store(Struct, frozen=True, kw_only=True):
    """What there is: the notes of both layers, and what surrounds those that are to go."""

    local: Sequence[StoredNote] = ()
    team: Sequence[StoredNote] = ()
    tracked: AbstractSet[str] = frozenset()  # documents that everybody with a clone has
    occupied: AbstractSet[str] = frozenset()  # of the batch's places in the team's folder: those where something is
    ignores: Ignores = NoGit()


class Choice(Struct, frozen=True):
    """The notes that are meant, each once, and what is wrong with words that mean none."""

    notes: tuple[StoredNote, ...]
    missing: tuple[Blocker, ...] = ()


class Move(Struct, frozen=True):
    key: Key
    source: str  # below the local folder
    path: str  # below the team's
    text: str


# --- decisions ------------------------------------------------------------


def choose(asked: Asked, local: Sequence[StoredNote], team: Sequence[StoredNote]) -> Choice:
    """A document's stub goes only where its key is said: everybody has the document, and ingest makes the stub again."""
    own = [note for note in local if not asked.session or fold_key(note.key) in asked.recorded]
    written = [note for note in own if not (note.document.type == NoteType.STUB or note.document.generated)]
    if not asked.words:
        return Choice(tuple(written), () if written else (NothingLeft(asked.session),))
    found = {word: chosen(word, Layer.LOCAL, written if WILD.search(word) else own) for word in asked.words}
    missing = tuple(_missing(word, asked, own, team) for word, notes in found.items() if not notes)
    return Choice(tuple(dict.fromkeys(note for notes in found.values() for note in notes)), missing)


def plan(batch: Sequence[Local], store: Store, missing: Sequence[Blocker] = ()) -> Outcome[tuple[Move, ...], Blocked]:
    """`missing` is what is known to be in the way already."""
    blockers: list[Blocker] = [*missing, *_unanswered(store.ignores)]
    for each in batch:
        blockers += (*_own(each), *_claims(each.note, store.local), *_place(each.note, store))
    blockers += _links([each.note for each in batch], store)
    if blockers:
        return Failure(Blocked(tuple(dict.fromkeys(blockers))))
    return Success(tuple(move for each in batch for move in _move(each)))


def destination(note: StoredNote) -> Key | None:
    """The key, and with it the place, in the team's folder; None where its own place is no key."""
    match parse_key(key_of_path(note.path)):
        case Success(key):
            return key
        case Failure():
            return None


def _move(each: Local) -> tuple[Move, ...]:
    """What has no key is blocked already."""
    key = destination(each.note)
    return () if key is None else (Move(key, each.note.path, path_of(key), each.text),)


# --- functions: what is in the way ----------------------------------------


def _missing(word: str, asked: Asked, own: Sequence[StoredNote], team: Sequence[StoredNote]) -> Blocker:
    if there := chosen(word, Layer.TEAM, team):
        return InTeamAlready(there[0].key, there[0].place)
    keys = list(dict.fromkeys(key_text(note.key) for note in own))
    ending = [key for key in keys if word and key.endswith(f"/{word}")]
    near = tuple(dict.fromkeys((*ending, *difflib.get_close_matches(word[:200], keys, NEAR))))[:NEAR]
    return NothingToPromote(word, asked.session, near)


def _own(each: Local) -> Iterator[Violation]:
    """What lint refuses in the note alone."""
    where = each.note.place
    if each.problem:
        yield Violation(Rule.UNREADABLE, where, each.problem)
        return
    for breach in judge(each.text, each.note.path):
        if breach.severity is Severity.REFUSED:
            yield replace(breach, where=where)


def _claims(note: StoredNote, local: Sequence[StoredNote]) -> Iterator[KeyClaimedTwice]:
    own = _folds(note)
    rivals = [each.place for each in local if each.path != note.path and own & _folds(each)]
    if rivals:
        yield KeyClaimedTwice(note.key, tuple(sorted((note.place, *rivals))))


def _folds(note: StoredNote) -> frozenset[str]:
    """By its place and by what it says."""
    return frozenset((fold_key(note.key), fold_key(key_of_path(note.path))))


def _place(note: StoredNote, store: Store) -> Iterator[Blocker]:
    key = destination(note)
    if key is None:
        return
    path = path_of(key)
    taken = [each for each in store.team if _folds(note) & _folds(each)]
    if taken:
        yield KeyInTeam(key, taken[0].place, taken[0].key)
    elif path in store.occupied:
        yield PlaceTaken(key, path)
    if isinstance(store.ignores, IgnoredPaths) and path in store.ignores.rules:
        yield IgnoredByGit(key, path, store.ignores.rules[path])


def _unanswered(ignores: Ignores) -> Iterator[CannotTellIgnored]:
    if isinstance(ignores, CannotTell):
        yield CannotTellIgnored(ignores.folder, ignores.problem)


def _links(batch: Sequence[StoredNote], store: Store) -> Iterator[Violation]:
    """As lint would judge the store when the batch has gone: the notes of it that link to each other hold each other."""
    going = {note.path for note in batch}
    staying = [note for note in store.local if note.path not in going]
    keys = {note.path: destination(note) for note in batch}
    moved = {path: path_of(key) if key else path for path, key in keys.items()}
    gone = [replace(note, layer=Layer.TEAM, path=moved[note.path]) for note in batch]
    places = {note.place for note in gone}
    for breach in judge_store([*store.team, *gone, *staying], store.tracked):
        if breach.rule in UNSHARED and breach.where in places:
            yield breach
