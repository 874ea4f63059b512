"""Keys: the identity of a note, derived from what it says and never chosen.

One input, one key: every spelling of a text (case, spacing, dashes, Unicode form,
full width, trailing punctuation) gives the same key. A `Key` is built only here, by
`mint` or `parse_key`; a test holds that. Not here: whether a key is taken (links, store).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NewType, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .layers import Layer as Layer  # noqa: PLC0414  (told to the type checkers: found here too)
from .outcome import Explained, Outcome, shown
from .slugs import first_sentence as first_sentence  # noqa: PLC0414  (as above)
from .slugs import shortened
from .slugs import slug as slug  # noqa: PLC0414  (as above)
from .targets import fold_key as fold_key  # noqa: PLC0414  (as above)

# --- values ---------------------------------------------------------------

Key = NewType("Key", str)
VaultKey = NewType("VaultKey", str)
NoteKey: TypeAlias = Key | VaultKey

COMPONENT_BYTES = 120  # with `.md`: 255 is the file systems' limit, eCryptfs leaves 143
KEY_BYTES = 640  # a path is at most 1,024 bytes on macOS, and a store lies some folders deep

# https://learn.microsoft.com/windows/win32/fileio/naming-a-file; a slug has no dot, hence no extension
WINDOWS_NAMES = frozenset({"con", "prn", "aux", "nul"}) | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}

_PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")
_PATH = "path"  # the one variable whose slashes separate components


class Identity(Struct, frozen=True, order=True):
    """Two layers may hold one key: two claims, neither shadows the other."""

    layer: Layer
    key: NoteKey


# --- refusals -------------------------------------------------------------


class InvalidKey(Struct, frozen=True, tag=True):
    text: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"`{shown(self.text)}` is not a key: {self.problem}",
            "key",
            "A key is slugs joined by `/`, as `hindnote list` prints them.",
        )


class NothingToName(Struct, frozen=True, tag=True):
    """The text that a placeholder stands for has no letter and no digit."""

    placeholder: str
    text: str

    def explain(self) -> Explained:
        return Explained(
            f"`{shown(self.text)}` has no letter or digit to derive a key from",
            f"{{{{{shown(self.placeholder)}}}}}",
            "Say in words what was observed; the key is made from its first sentence.",
        )


class UnknownPlaceholder(Struct, frozen=True, tag=True):
    placeholder: str
    template: str
    known: tuple[str, ...]

    def explain(self) -> Explained:
        return Explained(
            f"nothing binds `{{{{{shown(self.placeholder)}}}}}` in the key template `{shown(self.template)}`",
            "[keys] in .hindnote/config.toml",
            f"Use one of: {', '.join(self.known) or 'none'}.",
        )


class UnclosedPlaceholder(Struct, frozen=True, tag=True):
    template: str

    def explain(self) -> Explained:
        return Explained(
            f"a `{{{{` is never closed in the key template `{shown(self.template)}`",
            "[keys] in .hindnote/config.toml",
            "Close it with `}}`.",
        )


class UnusableTemplate(Struct, frozen=True, tag=True):
    """What the template gives is no key: templates are committed by others, and not trusted."""

    template: str
    result: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"the key template `{shown(self.template)}` gives `{shown(self.result)}`, which is not a key: {self.problem}",
            "[keys] in .hindnote/config.toml",
            "Change the template, or begin what was observed with other words.",
        )


MintRefusal: TypeAlias = NothingToName | UnknownPlaceholder | UnclosedPlaceholder | UnusableTemplate

# --- decisions ------------------------------------------------------------


def parse_key(text: str) -> Outcome[Key, InvalidKey]:
    """Exactly what we print as a key, and nothing else."""
    problem = _problem(text)
    return Failure(InvalidKey(text, problem)) if problem else Success(Key(text))


def read_key(text: str) -> Outcome[Key, InvalidKey]:
    """A key as a person or an agent hands it over: in `[[ ]]`, with an alias, a heading or `.md`."""
    bare = text.strip()
    if bare.startswith("[[") and bare.endswith("]]"):
        bare = bare[2:-2].partition("|")[0].partition("#")[0].strip()
    return parse_key(fold_key(_without_suffix(bare)))


def _problem(text: str) -> str:
    if not text.strip():
        return "it is empty"
    if len(text.encode("utf-8", "replace")) > KEY_BYTES:
        return f"it is longer than {KEY_BYTES} bytes"
    return next((found for component in text.split("/") if (found := _component_problem(component))), "")


def _component_problem(component: str) -> str:
    if not component:
        return "one of its parts is empty"
    if component in WINDOWS_NAMES:
        return f"`{component}` is a reserved name on Windows"
    if component != slug(component):
        return f"`{shown(component)}` is not spelled as a slug" + (f" (`{slug(component)}`)" if slug(component) else "")
    if _size(component) > COMPONENT_BYTES:
        return f"`{shown(component)}.md` is longer than {COMPONENT_BYTES} bytes"
    return ""


def mint(template: str, bindings: Mapping[str, str | Sequence[str]]) -> Outcome[Key, MintRefusal]:
    """The key that a template gives for what is bound, or why there is none.

    Several values of one variable are sorted. Of `{{path}}` each component is a slug of its own.
    """
    if "{{" in _PLACEHOLDER.sub("", template):
        return Failure(UnclosedPlaceholder(template))
    values: dict[str, str] = {}
    for name in _placeholders(template):
        if name not in bindings:
            return Failure(UnknownPlaceholder(name, template, tuple(sorted(bindings))))
        values[name] = _value(name, bindings[name])
        if not values[name]:
            return Failure(NothingToName(name, _said(bindings[name])))
    filled = _PLACEHOLDER.sub(lambda found: values[found[1].strip()], template)
    match parse_key("/".join(map(_fitted, filled.split("/")))):
        case Failure(invalid):
            return Failure(UnusableTemplate(template, invalid.text, invalid.problem))
        case Success(key):
            return Success(key)


def _placeholders(template: str) -> Iterator[str]:
    return (found[1].strip() for found in _PLACEHOLDER.finditer(template))


def _value(name: str, bound: str | Sequence[str]) -> str:
    if name == _PATH and isinstance(bound, str):
        return "/".join(filter(None, map(slug, bound.replace("\\", "/").split("/"))))
    values = [bound] if isinstance(bound, str) else bound
    return "-".join(sorted({found for value in values if (found := slug(value))}))


def _said(bound: str | Sequence[str]) -> str:
    return bound if isinstance(bound, str) else ", ".join(bound)


def suffixed(key: Key, n: int) -> Key:
    """The n-th name beside a taken one: `surprise/x-2`."""
    folder, slash, last = key.rpartition("/")
    return Key(folder + slash + _fitted(f"{last}-{n}"))


def _fitted(component: str) -> str:
    return shortened(component, COMPONENT_BYTES - len(".md"))


def _size(component: str) -> int:
    return len(f"{component}.md".encode("utf-8", "replace"))


def path_of(key: Key) -> str:
    """The note's file, relative to its layer's folder."""
    return f"{key}.md"


def key_of_path(path: str) -> str:
    """The key a file's place claims; whether it is one is `parse_key`'s to say."""
    return unicodedata.normalize("NFC", _without_suffix(path.removeprefix("./")))


def vault_key(path: str) -> VaultKey:
    """A vault's note is named by its place, in any characters."""
    return VaultKey(key_of_path(path))


def _without_suffix(path: str) -> str:
    return path[:-3] if path[-3:].lower() == ".md" else path
