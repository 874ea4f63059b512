"""Review: the local notes that wait for a person, and a note rewritten as that person left it.

Effects: lists, reads and writes notes; appends to the ledger; refreshes the index.
"""

from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.document import Document, read_document
from ...core.keys import Layer, NoteKey, fold_key, key_of_path, parse_key
from ...core.note import NoteType
from ...core.outcome import Explained, Outcome
from .. import notesdir
from ..notesdir import Unavailable
from . import edit
from .edit import Open, rewritten
from .layers import home, listed
from .session import NoSuchSession, recorded_by
from .world import World

# --- values ---------------------------------------------------------------


class Waiting(Struct, frozen=True):
    """A local note that somebody recorded: no stub, nothing generated or set aside."""

    key: str
    path: str
    text: str
    document: Document


# --- refusals -------------------------------------------------------------


class NoKey(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        return Explained("its place is no key", self.path, "Move the file to a place that is one; lint says which.")


ListRefusal: TypeAlias = Unavailable | NoSuchSession
RewriteRefusal: TypeAlias = NoKey | edit.RewriteRefusal

# --- functions ------------------------------------------------------------


def waiting(world: World, session: str | None = None) -> Outcome[tuple[Waiting, ...], ListRefusal]:
    """The oldest first; with a session only what it recorded."""
    only: frozenset[str] | None = None
    if session is not None:
        match recorded_by(world, session):
            case Failure(unknown):
                return Failure(unknown)
            case Success(recorded):
                only = recorded
    match listed(world, Layer.LOCAL):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            found = [_read(world, file.path) for file in scan.files]
    notes = [each for each in found if each is not None and (only is None or fold_key(each.key) in only)]
    return Success(tuple(sorted(notes, key=lambda each: (each.document.date, each.key))))


def _read(world: World, path: str) -> Waiting | None:
    match notesdir.read(world.places.local, path):
        case Failure(_):  # lint's to tell
            return None
        case Success(text):
            document = read_document(text, path)
    if document.type == NoteType.STUB or document.generated or document.archived:
        return None
    return Waiting(document.key or key_of_path(path), path, text, document)


def rewrite(world: World, note: Waiting, text: str) -> Outcome[NoteKey, RewriteRefusal]:
    """Only in the place of what was read, and only what may be written."""
    match parse_key(key_of_path(note.path)):
        case Failure(_):
            return Failure(NoKey(note.path))
        case Success(key):
            was = Open(key, home(world, Layer.LOCAL), note.path, note.text)
    match rewritten(world, was, text, said=""):
        case Failure(refusal):
            return Failure(refusal)
        case Success(answer):
            return Success(answer.key)
