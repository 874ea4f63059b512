"""Surprise: what somebody asks to have remembered, read once into values or refused with every fault named.

Not here: what the store holds (remember).
"""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct
from returns.result import Failure, Success

from .arguments import Reading, secret_in
from .arguments import SecretSaid as SecretSaid  # noqa: PLC0414  (told to the type checkers: found here too)
from .arguments import UnusableArguments as UnusableArguments  # noqa: PLC0414  (as above)
from .keys import Key
from .note import Confidence
from .outcome import Outcome

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


# --- functions ------------------------------------------------------------


def read_request(request: RememberRequest) -> Outcome[Surprise, SecretSaid | UnusableArguments]:
    if (secret := secret_in(_texts(request))) is not None:
        return Failure(secret)
    reading = Reading()
    surprise = _surprise(request, reading)
    return Failure(UnusableArguments(tuple(reading.faults))) if reading.faults else Success(surprise)


def _texts(request: RememberRequest) -> Iterator[tuple[str, str]]:
    for argument in request.__struct_fields__:
        value = getattr(request, argument)
        yield from ((argument, text) for text in ((value,) if isinstance(value, str) else value or ()))


def _surprise(request: RememberRequest, reading: Reading) -> Surprise:
    new = request.update is None
    return Surprise(
        expected=reading.text("expected", request.expected, required=new),
        observed=reading.text("observed", request.observed, required=True),
        evidence=reading.text("evidence", request.evidence, required=True),
        answers=reading.texts("answers", request.answers, required=new),
        relates_to=reading.keys("relates_to", request.relates_to),
        invalidated_by=reading.optional("invalidated_by", request.invalidated_by),
        tags=reading.tags("tags", request.tags),
        supersedes=reading.key("supersedes", request.supersedes),
        conflicts_with=reading.keys("conflicts_with", request.conflicts_with),
        confidence=reading.confidence("confidence", request.confidence),
        update=reading.key("update", request.update),
        if_exists=request.if_exists,
    )
