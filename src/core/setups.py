"""Setups: a harness's file with our entries in it, and the file without them.

What was put in is kept as splices, which undo to the byte as long as nobody edited in between. After an
edit only what is ours goes: a member by its name, an element by its command, a part by its marks.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .entries import Entry, JsonDefault, JsonElement, JsonMember, OwnFile, TextBlock, TomlTable, given
from .jsonc import Json
from .jsonedits import EditRefusal, drop, drop_element, drop_second, put, put_element, value_at
from .outcome import Explained, Outcome
from .rules import OURS
from .splices import Splice, fits, spliced, undoing
from .textblocks import HalfMarked, drop_block, put_block
from .tomltables import TomlRefusal, drop_table, put_table

# --- values ---------------------------------------------------------------

Batch: TypeAlias = tuple[Splice, ...]


class Edited(Struct, frozen=True):
    """A file's text after our edits, each a batch of splices, and the paths of what held nothing before us."""

    text: str
    batches: tuple[Batch, ...] = ()
    made: tuple[tuple[str, ...], ...] = ()


# --- refusals -------------------------------------------------------------


class NotOurs(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        mend = "Move that file away, then try again."
        return Explained("a file of another's stands where ours would go", "", mend)


SetupRefusal: TypeAlias = EditRefusal | TomlRefusal | NotOurs | HalfMarked

# --- decisions ------------------------------------------------------------


def edited(text: str, entries: Sequence[Entry]) -> Outcome[Edited, SetupRefusal]:
    """With every entry; no batch for one that is there already."""
    done = Edited(text)
    for entry in entries:
        for part in _members(done.text, entry):
            match _put(done.text, part):
                case Failure(refusal):
                    return Failure(refusal)
                case Success(batch):
                    made = (*done.made, *_new_paths(done.text, part))
                    done = replace(_with(done, batch), made=made)
        match _alone(done, entry):
            case Failure(refusal):
                return Failure(refusal)
            case Success(done):
                pass
    return Success(done)


def _members(text: str, entry: Entry) -> Sequence[Entry]:
    """Of an object that is there, ours alone: somebody may have given it more, such as an environment."""
    match entry:
        case JsonMember(place, path, dict() as value) if isinstance(value_at(text, path).value_or(None), dict):
            return [JsonMember(place, (*path, key), _given(text, (*path, key), each)) for key, each in value.items()]
        case _:
            return [entry]


def _given(text: str, path: tuple[str, ...], value: Json) -> Json:
    words = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
    return [*given(value_at(text, path).value_or(None), words)] if words and words == value else value


def _alone(done: Edited, entry: Entry) -> Outcome[Edited, SetupRefusal]:
    """Without what older installations left beside an element."""
    while isinstance(entry, JsonElement):
        match drop_second(done.text, entry.path, calls_us):
            case Failure(refusal):
                return Failure(refusal)
            case Success(()):
                break
            case Success(batch):
                done = _with(done, batch)
    return Success(done)


def _with(done: Edited, batch: Batch) -> Edited:
    return Edited(spliced(done.text, batch), (*done.batches, batch) if batch else done.batches, done.made)


def undone(text: str, batches: Sequence[Batch]) -> str | None:
    """The text before, to the character; None where the text is not the one that was left."""
    for batch in reversed(batches):
        back = undoing(batch)
        if not fits(text, back):
            return None
        text = spliced(text, back)
    return text


def cleared(text: str, entries: Sequence[Entry], made: Sequence[Sequence[str]] = ()) -> Outcome[str, SetupRefusal]:
    """Without what is ours; of the containers that we made, without those that hold nothing more."""
    for entry in entries:
        while True:  # an entry may be there twice: by an older installation, or a key said twice
            match _drop(text, entry):
                case Failure(refusal):
                    return Failure(refusal)
                case Success(batch):
                    text = spliced(text, batch)
            if not batch:
                break
    return _pruned(text, made)


def _pruned(text: str, made: Sequence[Sequence[str]]) -> Outcome[str, SetupRefusal]:
    for path in sorted(set(map(tuple, made)), key=len, reverse=True):
        match value_at(text, path):
            case Success([] | {} as value) if not value:
                pass
            case _:
                continue
        match drop(text, path):
            case Failure(refusal):
                return Failure(refusal)
            case Success(batch):
                text = spliced(text, batch)
    return Success(text)


# --- one entry ------------------------------------------------------------


def _put(text: str, entry: Entry) -> Outcome[Batch, SetupRefusal]:
    match entry:
        case JsonMember(_, path, value):
            return put(text, path, value)
        case JsonDefault(_, path, value):
            there = value_at(text, path)  # whatever is wrong with the file, putting says it
            return put(text, path, value) if there == Success(None) or isinstance(there, Failure) else Success(())
        case JsonElement(_, path, value):
            return put_element(text, path, value, calls_us)
        case TomlTable(_, name, command, args):
            return put_table(text, name, {"command": command, "args": list(args)})
        case OwnFile(_, own):
            return _put_own(text, own)
        case TextBlock(_, block):
            return put_block(text, block)
        case _:
            assert_never(entry)


def _put_own(text: str, own: str) -> Outcome[Batch, NotOurs]:
    if text and OURS not in text:
        return Failure(NotOurs())
    return Success(() if text == own else (Splice(0, text, own),))


def _drop(text: str, entry: Entry) -> Outcome[Batch, SetupRefusal]:
    match entry:
        case JsonMember(_, path):
            return drop(text, path)
        case JsonElement(_, path):
            return drop_element(text, path, calls_us)
        case JsonDefault():
            return Success(())
        case TomlTable(_, name):
            return drop_table(text, name)
        case OwnFile():
            return Success((Splice(0, text, ""),) if OURS in text else ())
        case TextBlock():
            return drop_block(text)
        case _:
            assert_never(entry)


def _new_paths(text: str, entry: Entry) -> Iterator[tuple[str, ...]]:
    """The containers on an entry's way that the file does not have."""
    if not isinstance(entry, JsonMember | JsonDefault | JsonElement):
        return
    whole = entry.path if isinstance(entry, JsonElement) else entry.path[:-1]
    for depth in range(1, len(whole) + 1):
        if value_at(text, whole[:depth]) == Success(None):
            yield whole[:depth]


_CALLS = re.compile(r"hindnote(?:\.exe)?[\"']? hook |hindnote-hook|[\\/]data[\\/]hook\.py[\"']? [a-z-]+ --harness ")


def calls_us(value: Json) -> bool:
    """Whether a hook's handler, or a group of them, is one that we wrote: by the command in it."""
    match value:
        case str():
            return bool(_CALLS.search(value))
        case dict():
            return any(map(calls_us, value.values()))
        case list():
            return any(map(calls_us, value))
        case _:
            return False
