"""Repin: a note pinned to what its file, image or base is now, after a person looked; every other byte stays.

The person judged that the note still holds; here only the field moves. What cannot be told, is gone, or names no value
of its own is refused: a note that looked current would then be one nobody can judge.
Not here: finding the facts, and the write (the shell).
"""

from typing import TypeAlias, assert_never

from msgspec import Struct
from returns.result import Failure, Success

from .expiry import CURRENT, Base, File, Image, Symbol, Trigger, UnevaluatableTrigger, parse_trigger, resolve_trigger
from .facts import Facts
from .frontmatter import UnparsableFrontmatter, set_field
from .outcome import Explained, Outcome, shown
from .staleness import Current, verdict
from .violations import Rule, Violation
from .writing import BreaksSchema, breaches_of

FIELD = "invalidated_by"

# --- refusals -------------------------------------------------------------


class NothingToPin(Struct, frozen=True, tag=True):
    key: str
    problem: str
    mend: str

    def explain(self) -> Explained:
        return Explained(f"`{shown(self.key)}` {self.problem}", "invalidated_by", f"{self.mend} Nothing was changed.")


RepinRefusal: TypeAlias = NothingToPin | UnevaluatableTrigger

# --- decisions ------------------------------------------------------------


def repin(key: str, said: str | None, facts: Facts, root: str = "") -> Outcome[str, RepinRefusal]:
    """The trigger as it is to be written; the same text when the note is current."""
    if not said:
        return Failure(NothingToPin(key, "does not expire", _GIVE_ONE))
    if isinstance(verdict(said, facts, root), Current):
        return Success(said)
    match parse_trigger(said, root):
        case Failure(refusal):
            return Failure(refusal)
        case Success(trigger):
            return _now(key, trigger, facts)


def repinned(text: str, path: str, trigger: str) -> Outcome[str, BreaksSchema]:
    """The note's text with that one field set, judged as every write is."""
    match set_field(text, FIELD, trigger):
        case Failure(UnparsableFrontmatter(line, problem)):
            return Failure(BreaksSchema((Violation(Rule.UNPARSABLE_FRONTMATTER, path, problem, line),)))
        case Success(edited):
            breaches = breaches_of(edited, path)
            return Failure(breaches) if breaches else Success(edited)


# --- functions ------------------------------------------------------------

_GIVE_ONE = "Give it an `invalidated_by` in its file: file:PATH@BLOB, image:HASH, base:YYYY.MM or symbol:NAME."
_RETHINK = "Name another in its file, write a note that supersedes it, or remove it."
_NO_BASE = ("depends on a base, and none is configured", "Name it under [stale] in .hindnote/config.toml.")


def _now(key: str, trigger: Trigger, facts: Facts) -> Outcome[str, RepinRefusal]:
    match trigger:
        case File(path=path):
            return _resolved(File(path, CURRENT), facts)
        case Image():
            return _resolved(Image(CURRENT), facts)
        case Base():
            return Success(Base(facts.base).render()) if facts.base else Failure(NothingToPin(key, *_NO_BASE))
        case Symbol(name=name):
            return Failure(NothingToPin(key, f"depends on the symbol `{shown(name)}`, which has no value", _RETHINK))
        case _:
            assert_never(trigger)


def _resolved(trigger: File | Image, facts: Facts) -> Outcome[str, RepinRefusal]:
    match resolve_trigger(trigger, facts):
        case Failure(refusal):
            return Failure(refusal)
        case Success(resolved):
            return Success(resolved.render())
