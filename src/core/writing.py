"""Writing: what is to be done to the local layer, and the schema's judgement before it is done."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .events import How as How  # noqa: PLC0414  (told to the type checkers: found here too)
from .keys import Key, Layer, NoteKey, fold_key, vault_key
from .links import reached
from .outcome import Explained, Outcome
from .schema import judge
from .violations import Severity, Violation

# --- values ---------------------------------------------------------------


class Present(Struct, frozen=True):
    """The notes of the two layers that a surprise can meet: the file of each folded key."""

    local: Mapping[str, str] = {}
    team: Mapping[str, str] = {}

    def claims(self, layer: Layer, key: str) -> tuple[NoteKey, ...]:
        """As the one resolver asks for them."""
        path = {Layer.LOCAL: self.local, Layer.TEAM: self.team}[layer].get(fold_key(key))
        return () if path is None else (vault_key(path),)


class Writing(Struct, frozen=True, kw_only=True):
    """What is to be done in the local layer; without a text there is nothing to write."""

    key: Key
    path: str
    how: How
    text: str | None = None
    replaces: bool = False
    warnings: tuple[str, ...] = ()


# --- refusals -------------------------------------------------------------


class BreaksSchema(Struct, frozen=True, tag=True):
    """The note as it would be, judged; not written for any of these."""

    breaches: tuple[Violation, ...]

    def explain(self) -> Explained:
        told = [breach.explain() for breach in self.breaches]
        said = "; ".join(f"{each.error} ({each.where})" for each in told)
        return Explained(said, told[0].where, " ".join(dict.fromkeys(each.mend for each in told)))

    def below(self, folder: str) -> "BreaksSchema":
        """Naming files as a person can open them."""
        return BreaksSchema(tuple(replace(each, where=f"{folder}/{each.where}") for each in self.breaches))


# --- decisions ------------------------------------------------------------


def judged(writing: Writing) -> Outcome[Writing, BreaksSchema]:
    """The schema is strict, and nothing turns it off."""
    breaches = breaches_of(writing.text or "", writing.path)
    return Failure(breaches) if breaches else Success(writing)


def breaches_of(text: str, path: str) -> BreaksSchema | None:
    breaches = tuple(each for each in judge(text, path) if each.severity is Severity.REFUSED)
    return BreaksSchema(breaches) if breaches else None


def warnings(key: Key, named: Mapping[str, Iterable[str | None]], present: Present) -> Iterator[str]:
    """What whoever writes a local note should know; `named` are the keys in it, by argument."""
    if fold_key(key) in present.team:
        yield f"the team's notes hold `{key}` too: if this replaces it, promote or supersede it"
    for argument, keys in named.items():
        for each in keys:
            if each and not reached(each, Layer.LOCAL, present.claims):
                yield f"no note has the key `{each}` yet ({argument})"
