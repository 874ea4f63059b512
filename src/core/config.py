"""Config: what a committed `config.toml` says about keys and expiry.

The file is shared text and untrusted: it names templates and facts, never a command. What this
version does not know is a warning, so that an older hindnote still reads a newer file.
"""

import re
import tomllib

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Explained, Outcome

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
    try:
        table = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as problem:
        return Failure(InvalidConfig(where, f"not TOML: {problem}", _line_named(str(problem))))
    try:
        config = msgspec.convert(table, Config)
    except msgspec.ValidationError as problem:
        return Failure(InvalidConfig(where, str(problem)))
    return Success(ReadConfig(config))


def _line_named(problem: str) -> int | None:
    found = re.search(r"at line (\d+)", problem)
    return int(found[1]) if found else None
