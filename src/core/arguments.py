"""Arguments: what somebody hands in, read once into values, with every fault named.

A secret is looked for before anything else is said about an argument, so that no refusal echoes one.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from returns.result import Failure, Success

from .keys import Key, read_key
from .note import Confidence
from .outcome import Explained, shown
from .secrets import find_secrets

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
    call: str = "remember"

    def explain(self) -> Explained:
        said = "; ".join(f"`{name}` {problem}" for name, problem in self.faults)
        return Explained(said, self.call, "Mend what is named and say it again. Nothing was written.")


# --- functions ------------------------------------------------------------


def secret_in(said: Iterable[tuple[str, str]]) -> SecretSaid | None:
    """The first of the texts, by argument, that holds one."""
    return next(
        (SecretSaid(argument, found.kind, found.line) for argument, text in said for found in find_secrets(text)), None
    )


class Reading:
    """One pass over what was said, collecting what is wrong; what must not be blank is not, and a key is one."""

    def __init__(self) -> None:
        self.faults: list[tuple[str, str]] = []

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

    def tags(self, argument: str, said: Sequence[str]) -> tuple[str, ...]:
        plain = [" ".join(tag.split()).lstrip("#") for tag in said]
        return tuple(dict.fromkeys(self.texts(argument, plain)))

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

    def confidence(self, argument: str, said: str | None) -> Confidence | None:
        if said is None:
            return None
        found = next((each for each in Confidence if each == said.strip().lower()), None)
        if found is None:
            listed = f"is `{shown(said)}`, none of {', '.join(Confidence)}"
            self.fault(argument, listed if said.strip() else "is blank")
        return found
