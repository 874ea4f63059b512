"""Whole vault: what all notes of one vault are called, and which of them may mean some names, as its index knows it.

Effects: reads an index.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...core.keys import VaultKey
from ...core.targets import fold_key, last_part
from ...core.vaultlinks import Called
from .index import Index
from .opening import Opened
from .resolving import storable
from .shelf import Shelf


def shelf_of(index: Index, vault: Path) -> Shelf:
    return next(shelf for shelf in index.shelves if any(source.folder == vault for source in shelf.sources))


def called_in(opened: Opened) -> list[tuple[str, Called]]:
    """Each note with its path."""
    aliases: dict[int, list[str]] = defaultdict(list)
    for note, alias in opened.con.execute("SELECT note, fold FROM aliases ORDER BY fold"):
        aliases[int(note)].append(str(alias))
    found = opened.con.execute("SELECT id, path, key FROM notes ORDER BY path")
    return [(str(path), Called(VaultKey(str(key)), tuple(aliases[int(note)]))) for note, path, key in found]


def naming(opened: Opened, names: Iterable[str]) -> Sequence[str]:
    """The files of the notes that link to what may be called so."""
    folds = sorted({storable(last_part(fold_key(name))) for name in names})
    asked = ", ".join("?" * len(folds))
    found = opened.con.execute(
        f"""SELECT DISTINCT notes.path FROM links JOIN notes ON notes.id = links.note
            WHERE links.fold IN ({asked}) ORDER BY notes.path""",
        folds,
    )
    return [str(path) for (path,) in found]
