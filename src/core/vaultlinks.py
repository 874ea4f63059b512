"""Vault links: what a vault's links may mean, these being all of its notes; and how a link can say which it means.

The rule is that of the index (`index/resolving`), where the notes there are to be are not those there are.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from .keys import VaultKey
from .layers import Layer
from .reach import Claims, spelled
from .targets import fold_key, from_folder, named

# --- values ---------------------------------------------------------------


class Called(Struct, frozen=True):
    """A note, and what links may name it by besides."""

    key: VaultKey
    aliases: tuple[str, ...] = ()


# --- functions ------------------------------------------------------------


def claims_over(notes: Iterable[Called]) -> Claims:
    """A path, else the end of one, else an alias."""
    by_fold: dict[str, list[VaultKey]] = defaultdict(list)
    by_name: dict[str, list[VaultKey]] = defaultdict(list)
    by_alias: dict[str, list[VaultKey]] = defaultdict(list)
    for note in sorted(notes, key=lambda note: note.key):
        fold = fold_key(note.key)
        by_fold[fold].append(note.key)
        by_name[fold.rpartition("/")[2]].append(note.key)
        for alias in note.aliases:
            by_alias[fold_key(alias)].append(note.key)

    def claims(layer: Layer, name: str) -> tuple[VaultKey, ...]:
        path = name.removeprefix("/")
        fold = fold_key(path)
        whole = _spelled(path, by_fold.get(fold, ())) if layer is Layer.VAULT else ()
        if whole or layer is not Layer.VAULT or path != name:
            return whole
        ending = [key for key in by_name.get(fold.rpartition("/")[2], ()) if fold_key(key).endswith(f"/{fold}")]
        return _spelled(name, ending) or tuple(dict.fromkeys(by_alias.get(fold, ())))

    return claims


def spellings(target: str, home: VaultKey, moved: VaultKey, led: VaultKey, goal: VaultKey) -> Iterator[str]:
    """Ways to say `goal`, the nearest first to how the note `home` (by now `moved`) said `led`; some may mean another."""
    said = target.strip()
    if said.startswith(("./", "../")):
        yield _from(moved, goal)
    elif said.lower().endswith(".md") and from_folder(home, f"./{named(said)}") == f"/{led}":
        yield _from(moved, goal).removeprefix("./")  # as Markdown's links say a path
    elif "/" not in said:
        yield goal.rpartition("/")[2]
    yield goal


def _from(home: VaultKey, goal: VaultKey) -> str:
    """The way from the one note's folder to the other."""
    here, there = home.split("/")[:-1], goal.split("/")
    while here and len(there) > 1 and here[0] == there[0]:
        here, there = here[1:], there[1:]
    return "/".join([*([".."] * len(here) or ["."]), *there])


def _spelled(name: str, keys: Iterable[VaultKey]) -> tuple[VaultKey, ...]:
    return tuple(VaultKey(key) for key in spelled(name, keys))
