"""Hygiene: what is wrong between the notes of a store: keys that collide, links that lead nowhere, conflicts half told.

Every breach is a warning that fires each time until somebody mends it, and stops nobody's work. Only what a reader
can mend from where the note is gets a warning: a team note cannot name a local one back. Near-duplicates come later.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from returns.result import Failure, Success

from .document import Document
from .expiry import File, parse_trigger
from .keys import Identity, Layer, NoteKey, fold_key, key_of_path, parse_key, vault_key
from .links import CrossLayer, Dangling, Unsure, named, reached, reaches, resolve, several_text
from .note import NoteType
from .outcome import shown
from .reach import spelled
from .violations import Rule, Violation

# --- values ---------------------------------------------------------------


class StoredNote(Struct, frozen=True):
    """A note in its place: `path` below its layer's folder, `where` as a person opens it."""

    layer: Layer
    path: str
    document: Document
    where: str = ""

    @property
    def key(self) -> NoteKey:
        """As declared, else as its path claims."""
        match parse_key(self.document.key):
            case Success(key):
                return key
            case Failure():
                return vault_key(self.path)

    @property
    def identity(self) -> Identity:
        return Identity(self.layer, self.key)

    @property
    def place(self) -> str:
        return self.where or self.path


# --- functions ------------------------------------------------------------


def judge_store(notes: Sequence[StoredNote], tracked: AbstractSet[str] = frozenset()) -> tuple[Violation, ...]:
    """Every breach, in the order of the notes. `tracked`: the documents that everybody with a clone has."""
    store = _Store(notes, tracked)
    disputes = _collisions(notes)
    return tuple(
        breach
        for number, note in enumerate(notes)
        for breach in (*_one(disputes.get(number)), *store.links(note), *store.fields(note), *store.orphan(note))
    )


def _one(breach: Violation | None) -> tuple[Violation, ...]:
    return (breach,) if breach else ()


def resolver(notes: Sequence[StoredNote]) -> Callable[[str, StoredNote], tuple[Identity, ...]]:
    """What a target reaches from a note, these being all there are."""
    return _Store(notes, frozenset()).reached


def targets(document: Document) -> Iterator[str]:
    """Everything that a note names, by a link or in a field."""
    yield from (link.target for link in document.links)
    yield from filter(None, (document.supersedes, document.superseded_by))
    yield from document.conflicts_with


# --- keys that collide --------------------------------------------------------


def _collisions(notes: Sequence[StoredNote]) -> dict[int, Violation]:
    """The breach of each note that has one, by its number. Of several claimants the one in its own place has none."""
    claims: dict[tuple[str, Layer, str], list[int]] = defaultdict(list)
    for number, note in enumerate(notes):
        claims["key", note.layer, fold_key(note.key)].append(number)
        claims["path", note.layer, fold_key(key_of_path(note.path))].append(number)
    breaches: dict[int, Violation] = {}
    for claimants in claims.values():
        first, *others = sorted(claimants, key=lambda number: not _in_its_place(notes[number]))
        for number in others:
            breaches.setdefault(number, _collision(notes[number], notes[first]))
    return breaches


def _in_its_place(note: StoredNote) -> bool:
    return note.document.key == key_of_path(note.path)


def _collision(note: StoredNote, owner: StoredNote) -> Violation:
    if note.key == owner.key:
        return Violation(Rule.DUPLICATE_KEY, note.place, f"`{shown(owner.path)}` has the key `{shown(note.key)}` too")
    detail = f"`{shown(owner.path)}` has the same name but for case or Unicode form"
    return Violation(Rule.CASE_FOLD_COLLISION, note.place, detail)


# --- links, fields, orphans -----------------------------------------------------


class _Store:
    """The notes by identity, and the links between them."""

    def __init__(self, notes: Sequence[StoredNote], tracked: AbstractSet[str]) -> None:
        self.tracked = tracked
        self.keys: dict[tuple[Layer, str], list[NoteKey]] = defaultdict(list)
        self.notes: dict[Identity, list[StoredNote]] = defaultdict(list)
        for note in notes:
            self.keys[note.layer, fold_key(note.key)].append(note.key)
            self.notes[note.identity].append(note)
        self.linkable = sum(map(_wants_links, notes))
        self.linked = {
            identity
            for note in notes
            for target in targets(note.document)
            for identity in self.reached(target, note)
            if identity != note.identity
        }

    def claims(self, layer: Layer, key: str) -> tuple[NoteKey, ...]:
        return spelled(key, self.keys.get((layer, fold_key(key)), ()))

    def reached(self, target: str, note: StoredNote) -> tuple[Identity, ...]:
        return reached(target, note.layer, self.claims)

    def links(self, note: StoredNote) -> Iterator[Violation]:
        """Each target once, on the line that names it first."""
        lines = {named(link.target): link.line for link in reversed(note.document.links)}
        for target, line in sorted(lines.items(), key=lambda named: named[1]):
            found = resolve(target, note.layer, self.claims)
            if isinstance(found, Dangling):
                yield Violation(Rule.DANGLING_LINK, note.place, f"no note has the key `{shown(target)}`", line)
            elif isinstance(found, Unsure):
                yield ambiguous(note.place, target, found.keys, line)
            elif isinstance(found, CrossLayer) and not self.committed(found.identities):
                yield _cross_layer(note, f"`{shown(target)}`", found.identities, line)

    def committed(self, identities: Sequence[Identity]) -> bool:
        """A stub of a tracked document: who lacks the stub has the document, and `ingest` makes the stub."""
        return any(self.is_tracked(note.document) for one in identities for note in self.notes[one])

    def is_tracked(self, document: Document) -> bool:
        if document.type != NoteType.STUB:
            return False
        match parse_trigger(document.invalidated_by or ""):
            case Success(File(path, _)):
                return path in self.tracked
            case _:
                return False

    def fields(self, note: StoredNote) -> Iterator[Violation]:
        told = (("supersedes", note.document.supersedes), ("superseded_by", note.document.superseded_by))
        for field, target in told:
            if target:
                yield from self.field(note, field, target, Rule.SUPERSEDES_UNKNOWN)
        for target in dict.fromkeys(note.document.conflicts_with):
            yield from self.field(note, "conflicts_with", target, Rule.CONFLICT_BROKEN)
            yield from self.one_sided(note, target)

    def field(self, note: StoredNote, field: str, target: str, unknown: Rule) -> Iterator[Violation]:
        found = resolve(target, note.layer, self.claims)
        if isinstance(found, Unsure):
            yield ambiguous(note.place, target, found.keys)
        elif isinstance(found, Dangling):
            yield Violation(unknown, note.place, f"`{field}` names `{shown(target)}`, and no note has that key")
        elif isinstance(found, CrossLayer) and not self.committed(found.identities):
            yield _cross_layer(note, f"`{field}` names `{shown(target)}`, which", found.identities, None)

    def one_sided(self, note: StoredNote, target: str) -> Iterator[Violation]:
        """The other side is asked only where it can name this note: a team note cannot name a local one."""
        others = [
            other
            for identity in self.reached(target, note)
            if identity != note.identity and reaches(identity.layer, note.layer)
            for other in self.notes[identity]
        ]
        if others and not any(self.names_back(other, note) for other in others):
            detail = f"`{shown(target)}` does not name it in its own conflicts_with"
            yield Violation(Rule.CONFLICT_ONE_SIDED, note.place, detail)

    def names_back(self, other: StoredNote, note: StoredNote) -> bool:
        return any(note.identity in self.reached(target, other) for target in other.document.conflicts_with)

    def orphan(self, note: StoredNote) -> Iterator[Violation]:
        """Not of a stub, whose document stands for it, and not of the only note there is."""
        names = any(self.reached(target, note) != (note.identity,) for target in targets(note.document))
        if self.linkable > 1 and _wants_links(note) and not names and note.identity not in self.linked:
            yield Violation(Rule.ORPHAN, note.place, "it links to no note and no note links to it")


def ambiguous(where: str, target: str, keys: Sequence[NoteKey], line: int | None = None) -> Violation:
    return Violation(Rule.AMBIGUOUS_LINK, where, several_text(target, keys), line)


def _cross_layer(note: StoredNote, what: str, identities: Sequence[Identity], line: int | None) -> Violation:
    layers = " and ".join(identity.layer for identity in identities)
    return Violation(
        Rule.CROSS_LAYER_LINK, note.place, f"{what} is only in {layers}, and this note is {note.layer}", line
    )


def _wants_links(note: StoredNote) -> bool:
    document = note.document
    return document.type in {NoteType.SURPRISE, NoteType.TOPIC} and not (document.generated or document.archived)
