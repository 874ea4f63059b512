"""Config: what a committed `config.toml` says about keys and expiry.

The file is shared text and untrusted: it names templates and facts, never a command. What this
version does not know is a warning, so that an older hindnote still reads a newer file.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .keys import mint
from .outcome import Explained, Outcome, shown

# --- values ---------------------------------------------------------------


class KeyTemplates(Struct, frozen=True):
    surprise: str = "surprise/{{slug}}"
    stub: str = "{{path}}"
    topic: str = "{{slug}}"


class StaleFacts(Struct, frozen=True):
    recipe: str | None = None  # the file whose text `image:` triggers hash, relative to the repository
    base: str | None = None  # YYYY.MM, what `base:` triggers compare with


class Config(Struct, frozen=True):
    keys: KeyTemplates = KeyTemplates()
    stale: StaleFacts = StaleFacts()


class ReadConfig(Struct, frozen=True):
    config: Config
    warnings: tuple[str, ...] = ()


BOUND: Mapping[str, Mapping[str, str | Sequence[str]]] = {  # what each template may use, with a value to try it on
    "surprise": {"slug": "x", "tags": ("x",)},
    "stub": {"path": "x"},
    "topic": {"slug": "x", "tags": ("x",)},
}
TABLES = {"keys": KeyTemplates, "stale": StaleFacts}

SHIPPED = """\
# hindnote: committed settings of this repository's notes.

[keys] # how a note's key is derived
surprise = "surprise/{{slug}}" # slug: the first sentence of what was observed
stub = "{{path}}" # path: the document's, below the repository
topic = "{{slug}}" # slug: the title

[stale] # what `invalidated_by` is compared with
# recipe = "Dockerfile"
# base = "2026.08"
"""

# --- refusals -------------------------------------------------------------


class InvalidConfig(Struct, frozen=True, tag=True):
    where: str
    problem: str
    line: int | None = None

    def explain(self) -> Explained:
        place = f"{self.where}:{self.line}" if self.line else self.where
        return Explained(self.problem, place, "Mend that line, or delete the file and run `hindnote init` again.")


# --- functions ------------------------------------------------------------


def parse_config(text: str, where: str) -> Outcome[ReadConfig, InvalidConfig]:
    text = text.removeprefix("\ufeff")
    try:
        table = tomllib.loads(text)
        config = msgspec.convert(table, Config)
    except tomllib.TOMLDecodeError as fault:
        return Failure(InvalidConfig(where, f"not TOML: {fault}", _line_told(str(fault), text)))
    except msgspec.ValidationError as fault:
        return Failure(InvalidConfig(where, str(fault), _line_of(text, _path_told(str(fault)))))
    for path, problem in _problems(config):
        return Failure(InvalidConfig(where, f"`{path}`: {problem}", _line_of(text, path)))
    return Success(ReadConfig(config, tuple(_unknown(table, text, where))))


def _problems(config: Config) -> Iterator[tuple[str, str]]:
    """A template is tried before a note depends on it."""
    for name, bindings in BOUND.items():
        template = getattr(config.keys, name)
        match mint(template, bindings):
            case Failure(refusal):
                yield f"keys.{name}", refusal.explain().error
            case Success():
                if "{{" not in template:
                    used = " or ".join(f"`{{{{{variable}}}}}`" for variable in bindings)
                    yield f"keys.{name}", f"`{shown(template)}` gives every note one key: use {used}"
    if config.stale.base is not None and not re.fullmatch(r"\d{4}\.(0[1-9]|1[0-2])", config.stale.base):
        yield "stale.base", f"`{shown(config.stale.base)}` is no month like 2026.08"
    if config.stale.recipe is not None and not _is_inside(config.stale.recipe):
        yield "stale.recipe", f"`{shown(config.stale.recipe)}` is no path below the repository"


def _is_inside(path: str) -> bool:
    return bool(path) and not re.search(r"[\\:\0]", path) and not set(path.split("/")) & {"", ".", ".."}


def _unknown(table: Mapping[str, object], text: str, where: str) -> Iterator[str]:
    for path, known in [("", tuple(TABLES)), *((f"{name}.", kind.__struct_fields__) for name, kind in TABLES.items())]:
        for name in sorted(_names(table.get(path[:-1]) if path else table) - set(known)):
            said = f"`{shown(path + name)}` is unknown and ignored; known are {', '.join(sorted(known))}"
            yield f"{where}:{_line_of(text, path + name) or 1}: {said}"


def _names(table: object) -> set[str]:
    return set(cast("dict[str, object]", table)) if isinstance(table, dict) else set()  # tomllib types its values Any


def _line_told(fault: str, text: str) -> int:
    found = re.search(r"at line (\d+)", fault)
    return int(found[1]) if found else text.count("\n") + 1  # "at end of document"


def _path_told(fault: str) -> str:
    found = re.search(r"`\$\.([^`]*)`", fault)
    return found[1] if found else ""


def _line_of(text: str, path: str) -> int | None:
    """Where `table.name` or `[table]` stands, as TOML is usually laid out; None where it is spelled in another way."""
    return next((number for place, number in _laid_out(text) if place == path), None)


def _laid_out(text: str) -> Iterator[tuple[str, int]]:
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([^\[\]]*?)\s*\]", line):
            table = header[1]
            yield table, number
        elif "=" in line:
            name = line.partition("=")[0].strip().strip("\"'")
            yield f"{table}.{name}" if table else name, number
