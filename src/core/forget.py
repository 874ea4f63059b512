"""Forget: which one note a person wants removed, or why that cannot be told.

Exactly one note goes. Whatever links to it stays as it is: removal never cascades.
"""

from collections.abc import Sequence

from msgspec import Struct
from returns.result import Failure, Success

from .keys import Layer, fold_key, key_of_path
from .outcome import Explained, Outcome, shown
from .quoted import key_text

# --- values ---------------------------------------------------------------


class Candidate(Struct, frozen=True):
    """A file that goes by the key: by its place, or by what its frontmatter says."""

    layer: Layer
    path: str  # below the layer's folder
    place: str  # the whole path

    @property
    def key(self) -> str:
        return key_of_path(self.path)


# --- refusals -------------------------------------------------------------


class NothingToRemove(Struct, frozen=True, tag=True):
    key: str
    layer: str

    def explain(self) -> Explained:
        where = f"{self.layer} layer" if self.layer else "team and local layers"
        mend = "`hindnote list` prints every key. Nothing was removed."
        return Explained(f"no note goes by the key `{shown(self.key)}`", where, mend)


class NothingThere(Struct, frozen=True, tag=True):
    """`--at` names none of the notes that go by the key."""

    at: str
    candidates: tuple[Candidate, ...]

    def explain(self) -> Explained:
        mend = f"{_listed(self.candidates)} Nothing was removed."
        return Explained(f"`{shown(self.at)}` is none of the notes that go by that key", "--at", mend)


class Ambiguous(Struct, frozen=True, tag=True):
    key: str
    candidates: tuple[Candidate, ...]

    def explain(self) -> Explained:
        mend = f"Say which with --layer or --at. {_listed(self.candidates)} None was removed."
        return Explained(f"{len(self.candidates)} notes go by the key `{shown(self.key)}`", "key", mend)


def _listed(candidates: Sequence[Candidate]) -> str:
    return "Notes: " + ", ".join(f"{each.place} ({each.layer})" for each in candidates) + "."


# --- decisions ------------------------------------------------------------


def goes_by(key: str, path: str, said: str) -> bool:
    """Whether a note is meant by `key` as a person gives it: what we print, however it is cased, or in `[[ ]]`."""
    bare = _bare(key)
    names = (key_of_path(path), said)
    return any(name and (fold_key(name) == fold_key(bare) or key_text(name) == bare) for name in names)


def _bare(key: str) -> str:
    said = key.strip()
    if said.startswith("[[") and said.endswith("]]"):
        said = said[2:-2].partition("|")[0].partition("#")[0].strip()
    return key_of_path(said)


def forget(
    key: str, layer: Layer | None, at: str | None, candidates: Sequence[Candidate]
) -> Outcome[Candidate, NothingToRemove | NothingThere | Ambiguous]:
    """`candidates` go by the key; `at` is a whole path, or one below a layer's folder."""
    in_layer = [each for each in candidates if layer in {None, each.layer}]
    if not in_layer:
        return Failure(NothingToRemove(key, layer or ""))
    meant = [each for each in in_layer if at is None or at in {each.place, each.path}]
    match meant:
        case []:
            return Failure(NothingThere(at or "", tuple(in_layer)))
        case [only]:
            return Success(only)
        case _:
            return Failure(Ambiguous(key, tuple(meant)))
