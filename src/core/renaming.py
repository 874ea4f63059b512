"""Renaming: a note goes to another key, and every link to it goes with it; or what is in the way is said.

Only a link that the one resolver leads to this note is touched. After it every other link must lead where it led
before: one that could come to mean something else stops the renaming. A link that led nowhere and now meets the
note's new key is told, and so is one that named the note from where it could not be reached.
Not here: the files (shell/app/rename).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .frontmatter import UnparsableFrontmatter, parse, respell_field
from .hygiene import StoredNote, resolver, targets
from .keys import Identity, Key, Layer, NoteKey, fold_key, key_of_path, path_of
from .links import named
from .outcome import Explained, Outcome, shown
from .promotion import Local
from .relinking import CannotRelink, Relinked, relinked

# --- values ---------------------------------------------------------------


class Rewriting(Struct, frozen=True):
    """A note whose links go elsewhere: its text as it was, and as it is to be."""

    note: StoredNote
    before: str
    after: str
    links: int


class Renaming(Struct, frozen=True, kw_only=True):
    own: Rewriting  # the note itself; `links` are those to itself
    key: NoteKey
    path: str  # below its layer's folder
    others: tuple[Rewriting, ...] = ()
    met: tuple[Identity, ...] = ()  # a link of theirs led nowhere, and leads to the note now
    left: tuple[Identity, ...] = ()  # they name it from where nobody reaches it, and go on naming what is gone


Reach: TypeAlias = Callable[[str, StoredNote], tuple[Identity, ...]]

# --- refusals -------------------------------------------------------------

NOTHING = "Nothing was changed."


class SameKey(Struct, frozen=True, tag=True):
    key: str
    path: str

    def explain(self) -> Explained:
        mend = f"Say another; keys that differ in case or Unicode form alone are one. {NOTHING}"
        return Explained(f"the note has the key `{shown(self.key)}` already", self.path, mend)


class NewKeyTaken(Struct, frozen=True, tag=True):
    key: str
    layer: str
    path: str

    def explain(self) -> Explained:
        merge = "" if self.layer == Layer.VAULT else "; `hindnote consolidate` makes one note of two"
        mend = f"Say another key{merge}. {NOTHING}"
        return Explained(f"a {self.layer} note has the key `{shown(self.key)}`", self.path, mend)


class MeansTwo(Struct, frozen=True, tag=True):
    """A link to two notes of two layers cannot go with one of them."""

    path: str
    target: str

    def explain(self) -> Explained:
        mend = f"Rename or remove the other note, or take that link out. {NOTHING}"
        error = f"the link `[[{shown(self.target)}]]` leads to this note and to another of the same key"
        return Explained(error, self.path, mend)


class WouldMean(Struct, frozen=True, tag=True):
    path: str
    target: str

    def explain(self) -> Explained:
        mend = f"Say another key, or write in that link which note it means. {NOTHING}"
        return Explained(f"the link `[[{shown(self.target)}]]` would come to mean another note", self.path, mend)


class CannotReword(Struct, frozen=True, tag=True):
    """A note that names this one, or this one itself, is written so that it cannot be edited in place."""

    path: str
    why: CannotRelink | UnparsableFrontmatter

    def explain(self) -> Explained:
        told = self.why.explain()
        return Explained(told.error, f"{self.path}, {told.where}", f"{told.mend.removesuffix(f' {NOTHING}')} {NOTHING}")


Unrenamable: TypeAlias = SameKey | NewKeyTaken | MeansTwo | WouldMean | CannotReword

# --- decisions ------------------------------------------------------------


def renaming(own: Local, key: Key, held: Sequence[Local]) -> Outcome[Renaming, Unrenamable]:
    """`held` are all notes of the two layers, `own` among them."""
    note = own.note
    if note.path == path_of(key) and note.key == key:
        return Failure(SameKey(key, note.place))
    if taken := _taken(note, key, held):
        return Failure(NewKeyTaken(key, taken.layer, taken.place))
    renamed = _renamed(note, key)
    before = resolver([each.note for each in held])
    after = resolver([renamed if each.note is note else each.note for each in held])
    change = _Change(note.identity, renamed.identity, before, after)
    for each in held:
        if refusal := change.astray(each.note, renamed if each.note is note else each.note):
            return Failure(refusal)
    return _worded(own, key, held, change)


def _taken(note: StoredNote, key: Key, held: Sequence[Local]) -> StoredNote | None:
    """In either layer: a local link would reach both."""
    others = (each.note for each in held if each.note is not note)
    return next(
        (each for each in others if fold_key(key) in {fold_key(each.key), fold_key(key_of_path(each.path))}), None
    )


def _renamed(note: StoredNote, key: Key) -> StoredNote:
    said = key if note.document.key else ""
    return replace(note, path=path_of(key), document=replace(note.document, key=said))


class _Change:
    """Where links lead before and after."""

    def __init__(self, old: Identity, new: Identity, before: Reach, after: Reach) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after

    def leads(self, note: StoredNote) -> Callable[[str], str | None]:
        """The new key, for what leads to the note."""
        return lambda target: self.new.key if self.before(target, note) == (self.old,) else None

    def astray(self, was: StoredNote, now: StoredNote) -> MeansTwo | WouldMean | None:
        """The first link that is in the way."""
        for target in dict.fromkeys(targets(was.document)):
            led = self.before(target, was)
            if self.old in led and len(led) > 1:
                return MeansTwo(was.place, named(target))
            to, meant = (self.new.key, (self.new,)) if led == (self.old,) else (target, led)
            if self.after(to, now) not in (meant, meant or (self.new,)):
                return WouldMean(was.place, named(target))
        return None

    def meets(self, note: StoredNote) -> bool:
        found = targets(note.document)
        return any(not self.before(target, note) and self.after(target, note) == (self.new,) for target in found)

    def misses(self, note: StoredNote) -> bool:
        gone = fold_key(self.old.key)
        return any(fold_key(named(each)) == gone and not self.before(each, note) for each in targets(note.document))


# --- functions ------------------------------------------------------------


def _worded(own: Local, key: Key, held: Sequence[Local], change: _Change) -> Outcome[Renaming, CannotReword]:
    rest = [each.note for each in held if each is not own]
    done: list[Rewriting] = []
    for each in (own, *(each for each in held if each is not own)):
        match _rewriting(each, change):
            case Failure(refusal):
                return Failure(refusal)
            case Success(rewriting):
                done.append(rewriting)
    mine, *others = done
    match _with_key(own, mine.after, key):
        case Failure(refusal):
            return Failure(refusal)
        case Success(text):
            pass
    return Success(
        Renaming(
            own=replace(mine, after=text),
            key=key,
            path=path_of(key),
            others=tuple(each for each in others if each.links),
            met=_identities(note for note in rest if change.meets(note)),
            left=_identities(note for note in rest if change.misses(note)),
        )
    )


def _identities(notes: Iterator[StoredNote]) -> tuple[Identity, ...]:
    return tuple(dict.fromkeys(note.identity for note in notes))


def _rewriting(each: Local, change: _Change) -> Outcome[Rewriting, CannotReword]:
    if not any(change.old in change.before(target, each.note) for target in targets(each.note.document)):
        return Success(Rewriting(each.note, each.text, each.text, 0))
    match relinked(each.text, change.leads(each.note)):
        case Failure(why):
            return Failure(CannotReword(each.note.place, why))
        case Success(Relinked(text, links)):
            return Success(Rewriting(each.note, each.text, text, links))


def _with_key(own: Local, text: str, key: Key) -> Outcome[str, CannotReword]:
    """A note without the field has its key from its place."""
    match parse(text):
        case Failure(unparsable):
            return Failure(CannotReword(own.note.place, unparsable))
        case Success(fields):
            said = fields.get("key")
    if not said:
        return Success(text)
    spelled = said if isinstance(said, str) else ", ".join(said)
    match respell_field(text, "key", key, [(spelled, key)]):
        case Failure(unparsable):
            return Failure(CannotReword(own.note.place, unparsable))
        case Success(edited):
            return Success(edited)
