"""Setup plan: which files change when a harness is set up or left, and what is kept to undo it.

A record holds what we put into a file and the digest of the text that was left. While the digest fits,
leaving restores what was there to the byte; after somebody's edit only our entries go, and a file of ours
that somebody changed stays.
"""

import hashlib
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .entries import Entry, JsonDefault, OwnFile
from .jsonc import Json
from .jsonedits import value_at
from .outcome import Explained, Outcome
from .setups import Batch, SetupRefusal, cleared, edited, undone

# --- values ---------------------------------------------------------------


class Record(Struct, frozen=True, omit_defaults=True):
    """Of one file: for which harnesses, what was put in, and the text that was left (its SHA-256)."""

    harnesses: tuple[str, ...]
    digest: str
    existed: bool = True
    batches: tuple[Batch, ...] = ()  # none when it cannot be undone to the byte
    made: tuple[tuple[str, ...], ...] = ()
    folders: tuple[str, ...] = ()  # that were made for it, outermost first


class Change(Struct, frozen=True):
    """A file's text before and after; None where there is no file."""

    path: str
    before: str | None
    after: str | None


class Planned(Struct, frozen=True):
    changes: tuple[Change, ...] = ()
    records: Mapping[str, Record] = {}
    said: tuple[str, ...] = ()  # what stays, and why


# --- refusals -------------------------------------------------------------


class Blocked(Struct, frozen=True, tag=True):
    """One file cannot be edited, so none of its harness is."""

    path: str
    why: SetupRefusal

    def explain(self) -> Explained:
        told = self.why.explain()
        where = f"{self.path}, {told.where}" if told.where else self.path
        return Explained(told.error, where, told.mend)


# --- decisions ------------------------------------------------------------

Texts = Mapping[str, str | None]
ByFile = Mapping[str, Sequence[Entry]]


def to_set_up(name: str, wanted: ByFile, texts: Texts, records: Mapping[str, Record]) -> Outcome[Planned, Blocked]:
    """Every file of a harness with its entries."""
    changes: list[Change] = []
    kept = dict(records)
    for path, entries in wanted.items():
        before = texts[path]
        match edited(before or "", entries):
            case Failure(refusal):
                return Failure(Blocked(path, refusal))
            case Success(done):
                pass
        known = records.get(path)
        if done.batches:
            changes.append(Change(path, before, done.text))
            exact = known.digest == digest(before) if known else _is_without_us(before, entries)
            fresh = Record((), "", existed=before is not None)
            old = known or fresh
            kept[path] = replace(
                old,
                harnesses=tuple(sorted({*old.harnesses, name})),
                digest=digest(done.text),
                batches=(*old.batches, *done.batches) if exact and (old.batches or not known) else (),
                made=(*old.made, *done.made),
            )
        elif known:
            kept[path] = replace(known, harnesses=tuple(sorted({*known.harnesses, name})))
    return Success(Planned(tuple(changes), kept))


def to_leave(name: str, wanted: ByFile, texts: Texts, records: Mapping[str, Record]) -> Outcome[Planned, Blocked]:
    """Every file of a harness without what is ours, unless another harness needs the same."""
    changes: list[Change] = []
    said: list[str] = []
    kept = dict(records)
    for path, entries in wanted.items():
        known, before = records.get(path), texts[path]
        others = tuple(each for each in known.harnesses if each != name) if known else ()
        if known and others:
            kept[path] = replace(known, harnesses=others)
            said.append(f"{path} stays as it is, for {', '.join(others)}")
            continue
        kept.pop(path, None)
        if before is None:
            continue
        if _is_somebodys(before, entries, known):
            said.append(f"{path} was changed since it was written, and stays")
            continue
        match _left(before, entries, known):
            case Failure(refusal):
                return Failure(Blocked(path, refusal))
            case Success(after) if after != before:
                changes.append(Change(path, before, after))
            case Success(_):
                pass
    return Success(Planned(tuple(changes), kept, tuple(said)))


def _left(before: str, entries: Sequence[Entry], known: Record | None) -> Outcome[str | None, SetupRefusal]:
    exact = undone(before, known.batches) if known and known.batches and known.digest == digest(before) else None
    if known and exact is not None:
        return Success(exact if exact or known.existed else None)
    match cleared(before, entries, known.made if known else ()):
        case Failure(refusal):
            return Failure(refusal)
        case Success(after):
            own = any(isinstance(entry, OwnFile) for entry in entries)
            gone = own or (known is not None and not known.existed and _is_hollow(after, entries))
            return Success(None if gone and after != before else after)


def _is_somebodys(before: str, entries: Sequence[Entry], known: Record | None) -> bool:
    """A file that we wrote whole and somebody edited."""
    own = [entry.text for entry in entries if isinstance(entry, OwnFile)]
    return bool(own) and before not in own and not (known and known.digest == digest(before))


def _is_without_us(before: str | None, entries: Sequence[Entry]) -> bool:
    return cleared(before or "", entries) == Success(before or "")


def _is_hollow(text: str, entries: Sequence[Entry]) -> bool:
    """Whether nothing is left but what the file's format demands."""
    demanded: dict[str, Json] = {each.path[0]: each.value for each in entries if isinstance(each, JsonDefault)}
    nothing: dict[str, Json] = {}
    match value_at(text, ()):
        case Success(value):
            return value in (None, nothing, demanded)
        case Failure(_):
            return False


def digest(text: str | None) -> str:
    return hashlib.sha256((text or "").encode("utf-8", "surrogatepass")).hexdigest()
