"""Vault rename: a vault's note goes to another path under its vault's lock, and the links that must go with it go too.

Which links may be about the note the index tells, brought up to date under the lock; what they say is read from the
files. Effects: reads the index and notes; moves and writes notes; appends to the ledger.
"""

from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.hygiene import StoredNote
from ...core.keys import InvalidKey, Layer, VaultKey, vault_key
from ...core.outcome import Explained, Outcome
from ...core.promotion import Local
from ...core.renaming import Renaming, Unrenamable
from ...core.vaultlinks import Called
from ...core.vaultnotes import read_vault_note
from ...core.vaultpaths import path_in_vault, read_vault_key
from ...core.vaultrenaming import vault_renaming
from .. import journal, notesdir
from ..index.index import open_index
from ..index.wholevault import called_in, naming, shelf_of
from ..lock import LockTimeout
from ..notesdir import Unavailable, Unreadable
from ..noteswalk import is_walked
from ..unchanged import ChangedMeanwhile
from .layers import listed_at, locked, sweep
from .moving import Immovable, Site, moved, possible
from .swapping import Meant
from .world import World

# --- refusals -------------------------------------------------------------


class StillReading(Struct, frozen=True, tag=True):
    """Links that the index does not know yet would go on naming what is gone."""

    vault: str

    def explain(self) -> Explained:
        mend = "Say it again when that is done. Nothing was changed."
        return Explained("another hindnote is reading this vault's notes", self.vault, mend)


VaultRenameRefusal: TypeAlias = (
    InvalidKey | Unavailable | Unreadable | LockTimeout | StillReading | Unrenamable | Immovable | journal.MoveRefusal
)

# --- functions ------------------------------------------------------------


def renamed_in_vault(world: World, found: Meant, new: str, *, dry_run: bool) -> Outcome[Renaming, VaultRenameRefusal]:
    match read_vault_key(new):
        case Failure(invalid):
            return Failure(invalid)
        case Success(key):
            pass
    if not is_walked(f"{key}.md"):
        return Failure(InvalidKey(new, "it is in a folder in which notes are never looked for"))
    return _planned(world, found, key) if dry_run else _performed(world, found, key)


def _performed(world: World, found: Meant, key: VaultKey) -> Outcome[Renaming, VaultRenameRefusal]:
    vault = found.at.folder
    match locked(world, found.at):
        case Failure(busy):
            return Failure(busy)
        case Success(held):
            pass
    with held:
        sweep(vault, notesdir.scan(vault))
        match _planned(world, found, key):
            case Failure(refusal):
                return Failure(refusal)
            case Success(plan):
                return moved(world, plan, Site(vault, [vault], world.vault_journal(vault)))


def _planned(world: World, found: Meant, key: VaultKey) -> Outcome[Renaming, VaultRenameRefusal]:
    match found.text():
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(text):
            pass
    match listed_at(found.at):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            path = path_in_vault(key, (file.path for file in scan.files))
    vault, own = found.at.folder, _local(found.at.folder, found.note.path, text)
    match _surroundings(world, vault, own, key):
        case Failure(behind):
            return Failure(behind)
        case Success((called, linking)):
            pass
    if own.note.path not in called:
        return Failure(ChangedMeanwhile(own.note.place))
    match vault_renaming(own, path, linking, list(called.values())):
        case Failure(refusal):
            return Failure(refusal)
        case Success(plan):
            return possible(plan, vault)


def _surroundings(
    world: World, vault: Path, own: Local, key: VaultKey
) -> Outcome[tuple[dict[str, Called], list[Local]], StillReading]:
    """All of its notes by path, and those that link to what is or will be called as this one is."""
    with open_index(world) as index:
        index.refresh(vectors=False, patience_ms=int(1000 * world.settings.lock_timeout))
        shelf = shelf_of(index, vault)
        if shelf.is_behind:
            return Failure(StillReading(str(vault)))
        called = dict(shelf.ask(called_in))
        own_names = called.get(own.note.path, Called(vault_key(own.note.path)))
        names = [own_names.key, key, *own_names.aliases]
        paths = shelf.ask(lambda opened: naming(opened, names))
    return Success((called, [each for path in paths if (each := _read(vault, path)) is not None]))


def _read(vault: Path, path: str) -> Local | None:
    """What cannot be read is told by who asks."""
    match notesdir.read(vault, path):
        case Success(text):
            return _local(vault, path, text)
        case Failure(_):
            return None


def _local(vault: Path, path: str, text: str) -> Local:
    """A vault's note has its key from its place, whatever it says."""
    return Local(StoredNote(Layer.VAULT, path, replace(read_vault_note(text, path), key=""), str(vault / path)), text)
