"""Staleness: notes joined with facts: what has expired, what cannot be told, what never expires.

A join, never a judgement: a note is stale when what it named is no longer what was recorded. What cannot be told is a
group of its own, with why, and is never counted among what is current. The verdict depends on the trigger and the facts
alone, so that every front end comes to the same one. Not here: finding the facts (the shell).
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct
from returns.result import Failure, Success

from .expiry import Base, File, Image, Symbol, Trigger, parse_trigger, stored
from .facts import Fact, Facts, Gone, Present, Unclear
from .keys import Layer, NoteKey
from .outcome import shown

# --- values ---------------------------------------------------------------


class NoExpiry(Struct, frozen=True, tag=True):
    pass


class Current(Struct, frozen=True, tag=True):
    pass


class Stale(Struct, frozen=True, tag=True):
    """`what` happened, in a few words; `present` is None when it is gone."""

    what: str
    recorded: str
    present: str | None


class CannotTell(Struct, frozen=True, tag=True):
    why: str


Verdict: TypeAlias = NoExpiry | Current | Stale | CannotTell


class Expiring(Struct, frozen=True, kw_only=True):
    """A note, as far as its expiry goes."""

    layer: Layer
    key: NoteKey
    date: str
    title: str
    path: str  # below its layer's folder
    invalidated_by: str | None


class StaleNote(Expiring, frozen=True, kw_only=True):
    what: str
    recorded: str
    present: str | None


class UnclearNote(Expiring, frozen=True, kw_only=True):
    why: str


class StaleReport(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    stale: tuple[StaleNote, ...] = ()
    cannot_tell: tuple[UnclearNote, ...] = ()
    no_expiry: tuple[Expiring, ...] = ()
    current: int = 0
    notices: tuple[str, ...] = ()


# --- decisions ------------------------------------------------------------


def verdict(invalidated_by: str | None, facts: Facts, root: str = "") -> Verdict:
    if not invalidated_by:
        return NoExpiry()
    match parse_trigger(invalidated_by, root):
        case Failure(refusal):
            return CannotTell(refusal.explain().error)
        case Success(trigger):
            return compared(trigger, facts)


def compared(trigger: Trigger, facts: Facts) -> Verdict:
    if not stored(trigger):
        return CannotTell(f"`{shown(trigger.render())}` was never resolved to a hash: `hindnote refresh` does that")
    match trigger:
        case File(path=path, blob=blob):
            return _content(path, blob, facts.file(path))
        case Image(recipe=recipe):
            return _image(recipe, facts)
        case Base(month=month):
            return _base(month, facts.base)
        case Symbol(name=name):
            return _symbol(shown(name), facts.symbol(name))
        case _:
            assert_never(trigger)


def mark(found: Verdict) -> str | None:
    """What a reader is told beside the note."""
    return found.what if isinstance(found, Stale) else None


def report(notes: Iterable[Expiring], facts: Facts, root: str = "", notices: Sequence[str] = ()) -> StaleReport:
    """Each note in exactly one group; groups in order of layer, key and file."""
    stale: list[StaleNote] = []
    unclear: list[UnclearNote] = []
    plain: list[Expiring] = []
    current = 0
    for note in sorted(notes, key=_order):
        fields = {name: getattr(note, name) for name in Expiring.__struct_fields__}
        found = verdict(note.invalidated_by, facts, root)
        match found:
            case NoExpiry():
                plain.append(note)
            case Current():
                current += 1
            case Stale(what=what, recorded=recorded, present=present):
                stale.append(StaleNote(**fields, what=what, recorded=recorded, present=present))
            case CannotTell(why=why):
                unclear.append(UnclearNote(**fields, why=why))
            case _:
                assert_never(found)
    return StaleReport(
        stale=tuple(stale),
        cannot_tell=tuple(unclear),
        no_expiry=tuple(plain),
        current=current,
        notices=tuple(notices),
    )


# --- functions ------------------------------------------------------------

_LAYERS = list(Layer)


def _order(note: Expiring) -> tuple[int, str, str]:
    return _LAYERS.index(note.layer), note.key, note.path


def _content(path: str, recorded: str, fact: Fact) -> Verdict:
    match fact:
        case Gone():
            return Stale(f"{shown(path)} is gone", recorded, None)
        case Present(names=names) | Unclear(names=names) if any(name.startswith(recorded) for name in names):
            return Current()
        case Unclear(why=why):
            return CannotTell(f"{shown(path)}: {why}")
        case Present(names=names) if all(len(name) < len(recorded) for name in names):
            return CannotTell(f"{shown(path)}: the recorded hash is longer than any that this repository's git gives")
        case Present(names=names):
            return Stale(f"{shown(path)} changed", recorded, names[-1])
        case _:
            assert_never(fact)


def _image(recorded: str, facts: Facts) -> Verdict:
    """A recipe that is not there says nothing of the image."""
    if not facts.recipe:
        return CannotTell("no image recipe was found: name it under [stale] in .hindnote/config.toml")
    fact = facts.file(facts.recipe)
    if isinstance(fact, Gone):
        return CannotTell(f"the image recipe `{shown(facts.recipe)}` that config.toml names is not there")
    return _content(facts.recipe, recorded, fact)


def _base(recorded: str, configured: str | None) -> Verdict:
    if configured is None:
        return CannotTell("no base is configured: name it under [stale] in .hindnote/config.toml")
    moved = configured > recorded  # YYYY.MM sorts as it reads
    return Stale(f"the base moved to {configured}", recorded, configured) if moved else Current()


def _symbol(said: str, fact: Fact) -> Verdict:
    match fact:
        case Present():
            return Current()
        case Gone():
            return Stale(f"{said} is no longer defined", said, None)
        case Unclear(why=why):
            return CannotTell(f"{said}: {why}")
        case _:
            assert_never(fact)
