"""Surprise: what somebody asks to have remembered, read once into values or refused with every fault named.

A secret is looked for before anything else is said about an argument, so that no refusal echoes one.
Not here: what the store holds (remember).
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from returns.result import Failure, Success

from .keys import Key, read_key
from .note import Confidence
from .outcome import Explained, Outcome, shown
from .secrets import find_secrets

# --- values ---------------------------------------------------------------


class IfExists(StrEnum):
    """What a person wants done where the key is taken. Over MCP there is no choice: an error."""

    ERROR = "error"
    SKIP = "skip"
    SUFFIX = "suffix"
    OVERRIDE = "override"


class RememberRequest(Struct, frozen=True, kw_only=True):
    """As it was said. With `update` only observed and evidence are needed."""

    expected: str = ""
    observed: str = ""
    evidence: str = ""
    answers: tuple[str, ...] = ()
    relates_to: tuple[str, ...] = ()
    invalidated_by: str | None = None
    tags: tuple[str, ...] = ()
    supersedes: str | None = None
    conflicts_with: tuple[str, ...] = ()
    confidence: str | None = None
    update: str | None = None
    if_exists: IfExists = IfExists.ERROR


class Surprise(Struct, frozen=True, kw_only=True):
    """The same, read: what must not be blank is not, and a key is one."""

    expected: str
    observed: str
    evidence: str
    answers: tuple[str, ...]
    relates_to: tuple[Key, ...]
    invalidated_by: str | None
    tags: tuple[str, ...]
    supersedes: Key | None
    conflicts_with: tuple[Key, ...]
    confidence: Confidence | None
    update: Key | None
    if_exists: IfExists


# --- refusals -------------------------------------------------------------


class SecretSaid(Struct, frozen=True, tag=True):
    """Deliberately without the secret, or a part of it."""

    argument: str
    kind: str
    line: int

    def explain(self) -> Explained:
        return Explained(
            f"this looks like a secret ({self.kind})",
            f"{self.argument}, line {self.line}",
            "Say where it is kept, or put a placeholder such as <token> in its place. Nothing was written.",
        )


class UnusableArguments(Struct, frozen=True, tag=True):
    faults: tuple[tuple[str, str], ...]  # (argument, what is wrong with it)

    def explain(self) -> Explained:
        said = "; ".join(f"`{name}` {problem}" for name, problem in self.faults)
        return Explained(said, "remember", "Mend what is named and say it again. Nothing was written.")


# --- functions ------------------------------------------------------------


def read_request(request: RememberRequest) -> Outcome[Surprise, SecretSaid | UnusableArguments]:
    for argument, text in _texts(request):
        for found in find_secrets(text)[:1]:
            return Failure(SecretSaid(argument, found.kind, found.line))
    reading = _Reading(request)
    surprise = reading.surprise()
    return Failure(UnusableArguments(tuple(reading.faults))) if reading.faults else Success(surprise)


def _texts(request: RememberRequest) -> Iterator[tuple[str, str]]:
    for argument in request.__struct_fields__:
        value = getattr(request, argument)
        yield from ((argument, text) for text in ((value,) if isinstance(value, str) else value or ()))


class _Reading:
    """One pass over a request, collecting what is wrong."""

    def __init__(self, request: RememberRequest) -> None:
        self.request = request
        self.faults: list[tuple[str, str]] = []

    def surprise(self) -> Surprise:
        request, new = self.request, self.request.update is None
        return Surprise(
            expected=self.text("expected", request.expected, required=new),
            observed=self.text("observed", request.observed, required=True),
            evidence=self.text("evidence", request.evidence, required=True),
            answers=self.texts("answers", request.answers, required=new),
            relates_to=self.keys("relates_to", request.relates_to),
            invalidated_by=self.optional("invalidated_by", request.invalidated_by),
            tags=self.tags(),
            supersedes=self.key("supersedes", request.supersedes),
            conflicts_with=self.keys("conflicts_with", request.conflicts_with),
            confidence=self.confidence(),
            update=self.key("update", request.update),
            if_exists=request.if_exists,
        )

    def fault(self, argument: str, problem: str) -> None:
        if (argument, problem) not in self.faults:
            self.faults.append((argument, problem))

    def text(self, argument: str, said: str, *, required: bool) -> str:
        if required and not said.strip():
            self.fault(argument, "is blank")
        return said

    def texts(self, argument: str, said: Sequence[str], *, required: bool = False) -> tuple[str, ...]:
        if required and not said:
            self.fault(argument, "is missing")
        if not all(map(str.strip, said)):
            self.fault(argument, "holds a blank")
        return tuple(said)

    def tags(self) -> tuple[str, ...]:
        plain = [" ".join(tag.split()).lstrip("#") for tag in self.request.tags]
        return tuple(dict.fromkeys(self.texts("tags", plain)))

    def optional(self, argument: str, said: str | None) -> str | None:
        return None if said is None else self.text(argument, said, required=True).strip()

    def key(self, argument: str, said: str | None) -> Key | None:
        return next(iter(self.keys(argument, () if said is None else (said,))), None)

    def keys(self, argument: str, said: Sequence[str]) -> tuple[Key, ...]:
        """In their order, each once. `[[key]]` is a key too."""
        found: dict[Key, None] = {}
        for text in said:
            match read_key(text):
                case Success(key):
                    found[key] = None
                case Failure(invalid):
                    self.fault(argument, f"holds what is no key: {invalid.problem}" if text.strip() else "is blank")
        return tuple(found)

    def confidence(self) -> Confidence | None:
        said = self.request.confidence
        if said is None:
            return None
        found = next((each for each in Confidence if each == said.strip().lower()), None)
        if found is None:
            self.fault(
                "confidence", f"is `{shown(said)}`, none of {', '.join(Confidence)}" if said.strip() else "is blank"
            )
        return found
