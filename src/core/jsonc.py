"""JSONC: a configuration's text with comments and trailing commas, as values that know where they stand.

Nothing is lost by reading: each value has its span, so that an edit can leave every other character
alone. Plain JSON is JSONC. A key said twice means its last value, as every reader of JSON has it.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Explained, Outcome

# --- values ---------------------------------------------------------------

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

DEEPEST = 200  # nobody's configuration is nested so deeply, and Python's stack is not endless


class Node(NamedTuple):
    """A value and its span; an object's members and an array's elements, each with theirs."""

    value: Json
    start: int
    end: int
    members: "tuple[Member, ...]" = ()
    elements: "tuple[Node, ...]" = ()

    def member(self, key: str) -> "Member | None":
        return next((each for each in reversed(self.members) if each.key == key), None)


class Member(NamedTuple):
    key: str
    start: int  # of the key's quote
    node: Node


class Token(NamedTuple):
    text: str
    start: int
    end: int


# --- refusals -------------------------------------------------------------


class InvalidJson(Struct, frozen=True, tag=True):
    line: int
    problem: str

    def explain(self) -> Explained:
        return Explained(f"the file is no JSON: {self.problem}", f"line {self.line}", "Mend that line, then try again.")


class _Broken(Exception):  # noqa: N818  (it never leaves this module)
    def __init__(self, at: int, problem: str) -> None:
        super().__init__(problem)
        self.at, self.problem = at, problem


# --- functions ------------------------------------------------------------

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n\ufeff]+ | //[^\n]* | /\*(?:[^*]|\*(?!/))*\*/)
      | (?P<value>"(?:[^"\\\n]|\\.)*" | [{}\[\],:] | [^\s{}\[\],:"/]+)""",
    re.VERBOSE,
)


def parse(text: str) -> Outcome[Node, InvalidJson]:
    """The one value of a text."""
    try:
        reader = _Reader(text)
        node = reader.node(0)
        reader.end()
    except _Broken as broken:
        return Failure(InvalidJson(text.count("\n", 0, broken.at) + 1, broken.problem))
    return Success(node)


def comma_after(text: str, at: int) -> int | None:
    """Where the next thing after `at` that is no comment is a comma, its place."""
    token = next(tokens(text, at), None)
    return token.start if token and token.text == "," else None


def tokens(text: str, at: int = 0) -> Iterator[Token]:
    """What stands in a text beside blanks and comments."""
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _Broken(at, f"`{text[at : at + 20].splitlines()[0]}` has no meaning here")
        if found.lastgroup == "value":
            yield Token(found.group(), at, found.end())
        at = found.end()


class _Reader:
    def __init__(self, text: str) -> None:
        self._size = len(text)
        self._tokens = tokens(text)

    def node(self, depth: int, first: Token | None = None) -> Node:
        token = first or self._next("a value")
        if depth > DEEPEST:
            raise _Broken(token.start, f"nested more than {DEEPEST} deep")
        if token.text == "{":
            return self._object(token, depth)
        if token.text == "[":
            return self._array(token, depth)
        try:
            return Node(json.loads(token.text, strict=False), token.start, token.end)
        except ValueError:
            raise _Broken(token.start, f"`{token.text[:20]}` is no value") from None

    def _object(self, opening: Token, depth: int) -> Node:
        members: list[Member] = []
        while (token := self._next("`}`")).text != "}":
            if not token.text.startswith('"'):
                raise _Broken(token.start, f"a key in quotes is expected, not `{token.text[:20]}`")
            self._expect(":")
            members.append(Member(json.loads(token.text, strict=False), token.start, self.node(depth + 1)))
            if self._closes("}", token := self._next("`,` or `}`")):
                break
        value: dict[str, Json] = {each.key: each.node.value for each in members}
        return Node(value, opening.start, token.end, members=tuple(members))

    def _array(self, opening: Token, depth: int) -> Node:
        elements: list[Node] = []
        while (token := self._next("`]`")).text != "]":
            elements.append(self.node(depth + 1, token))
            if self._closes("]", token := self._next("`,` or `]`")):
                break
        values: list[Json] = [each.value for each in elements]
        return Node(values, opening.start, token.end, elements=tuple(elements))

    def end(self) -> None:
        if more := next(self._tokens, None):
            raise _Broken(more.start, f"`{more.text[:20]}` follows the end")

    def _next(self, expected: str) -> Token:
        token = next(self._tokens, None)
        if token is None:
            raise _Broken(self._size, f"{expected} is missing")
        return token

    def _expect(self, text: str) -> None:
        if (token := self._next(f"`{text}`")).text != text:
            raise _Broken(token.start, f"`{text}` is expected, not `{token.text[:20]}`")

    @staticmethod
    def _closes(closing: str, token: Token) -> bool:
        if token.text not in {",", closing}:
            raise _Broken(token.start, f"`,` or `{closing}` is expected, not `{token.text[:20]}`")
        return token.text == closing
