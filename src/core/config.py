"""Config: what a committed `config.toml` says about keys, expiry and the audit, and a person's own about vaults too.

The committed file is shared text and untrusted: it names templates and facts, never a command and no
folder outside the repository. What this version does not know is a warning, so that an older
hindnote still reads a newer file.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .keys import mint
from .outcome import Outcome, shown
from .toml import InvalidConfig as InvalidConfig  # noqa: PLC0414  (told to the type checkers: found here too)
from .toml import line_of, names_in, read_toml

# --- values ---------------------------------------------------------------


class KeyTemplates(Struct, frozen=True):
    surprise: str = "surprise/{{slug}}"
    stub: str = "{{path}}"
    topic: str = "{{slug}}"


class StaleFacts(Struct, frozen=True):
    recipe: str | None = None  # the file whose text `image:` triggers hash, relative to the repository
    base: str | None = None  # YYYY.MM, what `base:` triggers compare with


class Thresholds(Struct, frozen=True):
    """What `hindnote audit` fails above (below, of precision); what is None is not judged."""

    p50_tokens: int | None = None  # pushed into a session
    p99_tokens: int | None = None
    pull_p50_tokens: int | None = None  # asked for by a session
    pull_p99_tokens: int | None = None
    precision: float | None = None  # of any surface

    def over(self, others: "Thresholds") -> "Thresholds":
        """With what these do not say taken from the others."""
        own = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}
        return replace(others, **own)


class Config(Struct, frozen=True):
    keys: KeyTemplates = KeyTemplates()
    stale: StaleFacts = StaleFacts()
    audit: Thresholds = Thresholds()


class UserConfig(Struct, frozen=True):
    """A person's own, on this machine."""

    vaults: tuple[str, ...] = ()  # folders of notes, searched from every repository
    audit: Thresholds = Thresholds()


class ReadConfig(Struct, frozen=True):
    config: Config
    warnings: tuple[str, ...] = ()


BOUND: Mapping[str, Mapping[str, str | Sequence[str]]] = {  # what each template may use, with a value to try it on
    "surprise": {"slug": "x", "tags": ("x",)},
    "stub": {"path": "x"},
    "topic": {"slug": "x", "tags": ("x",)},
}
TABLES = {"keys": KeyTemplates, "stale": StaleFacts, "audit": Thresholds}

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

# --- functions ------------------------------------------------------------


def parse_config(text: str, where: str) -> Outcome[ReadConfig, InvalidConfig]:
    match read_toml(text, where, Config):
        case Failure(invalid):
            return Failure(invalid)
        case Success((config, table)):
            pass
    for path, problem in _problems(config):
        return Failure(InvalidConfig(where, f"`{path}`: {problem}", line_of(text, path)))
    return Success(ReadConfig(config, tuple(_unknown(table, text, where))))


def parse_user_config(text: str, where: str) -> Outcome[UserConfig, InvalidConfig]:
    match read_toml(text, where, UserConfig):
        case Failure(invalid):
            return Failure(invalid)
        case Success((config, _)):
            broken = [folder for folder in config.vaults if not folder.strip() or "\0" in folder]
            if broken:
                return Failure(InvalidConfig(where, "`vaults` holds what names no folder", line_of(text, "vaults")))
            for path, problem in _nonsense(config.audit):
                return Failure(InvalidConfig(where, f"`{path}`: {problem}", line_of(text, path)))
            return Success(config)


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
    yield from _nonsense(config.audit)


def _nonsense(thresholds: Thresholds) -> Iterator[tuple[str, str]]:
    for name in thresholds.__struct_fields__:
        value = getattr(thresholds, name)
        if value is not None and not (0 <= value <= 1 if name == "precision" else value >= 0):
            yield (
                f"audit.{name}",
                f"{value:g} is no {'share from 0 to 1' if name == 'precision' else 'number of tokens'}",
            )


def _is_inside(path: str) -> bool:
    return bool(path) and not re.search(r"[\\:\0]", path) and not set(path.split("/")) & {"", ".", ".."}


def _unknown(table: Mapping[str, object], text: str, where: str) -> Iterator[str]:
    for path, known in [("", tuple(TABLES)), *((f"{name}.", kind.__struct_fields__) for name, kind in TABLES.items())]:
        for name in sorted(names_in(table.get(path[:-1]) if path else table) - set(known)):
            said = f"`{shown(path + name)}` is unknown and ignored; known are {', '.join(sorted(known))}"
            yield f"{where}:{line_of(text, path + name) or 1}: {said}"
