"""Changing: what somebody wants changed in one note, read once, and the note's text with that and nothing else changed.

A field keeps every other byte of the frontmatter, a section every byte outside it. What tells which note it is, who
wrote it and when is changed by nobody who names a field. Not here: the schema's verdict, and the disk (the shell).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .arguments import Reading, SecretSaid, UnusableArguments, secret_in
from .frontmatter import UnparsableFrontmatter, Value, parse, set_field
from .keys import Layer
from .metadata import set_item
from .outcome import Outcome
from .sectionedits import SectionRefusal, with_more, with_section, with_title, without_section
from .vaultfields import masked, set_vault_field

# --- values ---------------------------------------------------------------


class EditRequest(Struct, frozen=True, kw_only=True):
    """As it was said. A field that is None is taken out, and so is a section; `append` adds to what a section says."""

    key: str
    version: str | None = None  # of the note as it was read; None: as it is when the edit begins
    layer: Layer | None = None
    title: str | None = None
    fields: Mapping[str, Value | None] = {}
    sections: Mapping[str, str | None] = {}
    append: Mapping[str, str] = {}

    @property
    def says_something(self) -> bool:
        return bool(self.fields or self.sections or self.append or self.title is not None)


LISTS = frozenset({"tags", "aliases", "conflicts_with"})
OF_COMMANDS = {
    "key": "is the note's identity: `hindnote rename` changes it",
    "archived": "is set by `hindnote archive` and `restore`",
    **dict.fromkeys(("type", "source", "recorded"), "says what the note is and where it is from: it stays"),
}
OF_OMI = frozenset({"tags", "created", "updated", "confidence", "supersedes", "superseded_by", "conflicts_with"})

# --- reading --------------------------------------------------------------


def read_edit(said: EditRequest, layer: Layer) -> Outcome[EditRequest, SecretSaid | UnusableArguments]:
    """The same, with each field as the note of this layer says it."""
    if (secret := secret_in(_texts(said))) is not None:
        return Failure(secret)
    reading = Reading()
    if not said.says_something:
        reading.fault("edit", "says nothing to change: name a field, a section or a title")
    if said.title is not None:
        reading.text("title", said.title, required=True)
    for name, text in (*said.sections.items(), *said.append.items()):
        reading.text("section", name, required=True)
        if text is not None:
            reading.text(name, text, required=True)
    for name in said.sections.keys() & said.append.keys():
        reading.fault(name, "is both said anew and added to")
    fields = {name: _field(reading, layer, name, value) for name, value in said.fields.items()}
    if reading.faults:
        return Failure(UnusableArguments(tuple(reading.faults), "edit"))
    return Success(replace(said, fields=fields))


def _texts(said: EditRequest) -> Iterator[tuple[str, str]]:
    yield ("title", said.title or "")
    for name, text in (*said.fields.items(), *said.sections.items(), *said.append.items()):
        texts = (text,) if isinstance(text, str) else text or ()
        yield from (("edit", name), *((name, each) for each in texts), *((name, f"{name}: {each}") for each in texts))


def _field(reading: Reading, layer: Layer, name: str, value: Value | None) -> Value | None:
    """In a vault a field means what its owner wants it to mean."""
    reading.text("field", name, required=True)
    if layer is not Layer.VAULT and name in OF_COMMANDS:
        reading.fault(name, OF_COMMANDS[name])
    if value is None:
        return None
    texts = tuple(each.strip() for each in _parted(name, value))
    many = isinstance(value, tuple) or name in LISTS
    return (texts if many else texts[0]) if layer is Layer.VAULT else _of_ours(reading, name, texts, many=many)


def _of_ours(reading: Reading, name: str, texts: tuple[str, ...], *, many: bool) -> Value | None:
    match name:
        case "tags":
            return reading.tags(name, texts)
        case "conflicts_with":
            return reading.keys(name, texts)
        case "supersedes" | "superseded_by":
            return next(iter(reading.keys(name, texts)), "")
        case "confidence":
            return reading.confidence(name, " ".join(texts))
        case "invalidated_by":
            return reading.text(name, " ".join(texts), required=True)
        case _:
            return texts if many else texts[0]


def _parted(name: str, value: Value) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    bare = value.strip()
    if bare.startswith("[") and not bare.startswith("[["):
        bare = bare[1:].removesuffix("]")
    return tuple(bare.split(",")) if name in LISTS else (value,)


# --- decisions ------------------------------------------------------------


def changed(text: str, layer: Layer, request: EditRequest) -> Outcome[str, SectionRefusal]:
    """One after the other, so that each sees what the one before it left."""
    for name, value in request.fields.items():
        match _in_vault(text, name, value) if layer is Layer.VAULT else set_field(text, name, value):
            case Failure(unparsable):
                return Failure(unparsable)
            case Success(edited):
                text = edited
    for edit in _of_text(request):
        match edit(text):
            case Failure(refusal):
                return Failure(refusal)
            case Success(edited):
                text = edited
    return Success(text)


def _of_text(request: EditRequest) -> Iterator[Callable[[str], Outcome[str, SectionRefusal]]]:
    if request.title is not None:
        yield partial(with_title, title=request.title)
    for name, text in request.sections.items():
        yield partial(without_section, name=name) if text is None else partial(with_section, name=name, body=text)
    for name, text in request.append.items():
        yield partial(with_more, name=name, more=text)


def _in_vault(text: str, name: str, value: Value | None) -> Outcome[str, UnparsableFrontmatter]:
    """What an OMI note says in its own list stays there; where its frontmatter says it too, both say the same."""
    declared = parse(masked(text))
    if name not in OF_OMI:
        return set_vault_field(text, name, value)
    said = value if value is None or isinstance(value, str) else ", ".join(value)
    edited = set_item(text, name.replace("_", " "), said if said is None else " ".join(said.split()))
    if edited is None:
        return set_vault_field(text, name, value)
    has_both = isinstance(declared, Success) and name in declared.unwrap()
    return set_vault_field(edited, name, value) if has_both else Success(edited)
