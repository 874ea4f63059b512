"""Expiry: what would make a note stale, as one of a closed set of triggers, and what `current` is when it is written.

A trigger that nothing can evaluate is refused at the door, for a note that claims to expire and never does is worse
than one that makes no claim. Paths are relative to the repository, whoever wrote them: a sandbox mounts it elsewhere.
Not here: gathering facts (the shell) and comparing them with triggers.
"""

import re
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .facts import Facts, Gone, Present, Unclear
from .outcome import Explained, Outcome, shown

# --- values ---------------------------------------------------------------

CURRENT = "current"  # in place of a hash: whatever it is when the note is written


class File(Struct, frozen=True, tag=True):
    """Stale when the file at `path` has another git blob, or is gone."""

    path: str
    blob: str

    def render(self) -> str:
        return f"file:{self.path}@{self.blob}"


class Image(Struct, frozen=True, tag=True):
    """Stale when the image's recipe reads otherwise; `recipe` is the blob of its text."""

    recipe: str

    def render(self) -> str:
        return f"image:{self.recipe}"


class Base(Struct, frozen=True, tag=True):
    """Stale when the configured base moves to a later month."""

    month: str

    def render(self) -> str:
        return f"base:{self.month}"


class Symbol(Struct, frozen=True, tag=True):
    """Stale when the code no longer defines it."""

    name: str

    def render(self) -> str:
        return f"symbol:{self.name}"


Trigger: TypeAlias = File | Image | Base | Symbol


# Where containers and code spaces mount the one repository they are about.
SANDBOXES = re.compile(r"/(?:work|workspace|workspaces/[^/]+|github/workspace|repo|app|src|code|project)(?:/|\Z)")

_HASH = re.compile(r"[0-9a-f]{7,64}")
_MONTH = re.compile(r"[0-9]{4}\.(?:0[1-9]|1[0-2])")
_DRIVE = re.compile(r"[A-Za-z]:/")
LONGEST = 4096  # the longest path that any system opens

# --- refusals -------------------------------------------------------------


class UnevaluatableTrigger(Struct, frozen=True, tag=True):
    text: str
    problem: str
    mend: str = "Use file:PATH@BLOB (or @current), image:HASH (or image:current), base:YYYY.MM or symbol:NAME."

    def explain(self) -> Explained:
        return Explained(f"nothing can evaluate `{shown(self.text)}`: {self.problem}", "invalidated_by", self.mend)


# --- decisions ------------------------------------------------------------


def parse_trigger(text: str, root: str = "") -> Outcome[Trigger, UnevaluatableTrigger]:
    """The trigger that a text is. `root` is the repository's own place, for paths that are absolute."""
    scheme, colon, rest = text.strip().partition(":")
    said = rest.strip()
    if len(text) > LONGEST or not said.isprintable():
        return _no(text, "it is too long or holds a control character")
    match (scheme.strip().lower(), bool(colon), said):
        case ("file", True, said):
            return _file(text, said, root)
        case ("image", True, said):
            return Success(Image(said.lower())) if _is_hash(said) else _no(text, _NO_HASH)
        case ("base", True, said):
            return Success(Base(said)) if _MONTH.fullmatch(said) else _no(text, "its month is not written as 2026.08")
        case ("symbol", True, said):
            return Success(Symbol(said)) if said else _no(text, "it names no symbol")
        case _:
            return _no(text, "it begins with none of file:, image:, base:, symbol:")


def stored(trigger: Trigger) -> bool:
    """Whether it may stand in a file: `current` means nothing to a later reader."""
    return not (isinstance(trigger, File | Image) and _point(trigger) == CURRENT)


def resolve_trigger(trigger: Trigger, facts: Facts) -> Outcome[Trigger, UnevaluatableTrigger]:
    """The trigger as it is stored: `current` replaced by what it is, a mounted path by the repository's own."""
    match trigger:
        case File():
            return _resolved_file(trigger, facts)
        case Image(recipe="current"):
            return _resolved_image(trigger, facts)
        case _:
            return Success(trigger)


def places(trigger: Trigger) -> tuple[str, ...]:
    """The paths of the one file it may mean: a sandbox may mount the repository under its name (`/work/NAME/...`)."""
    if not isinstance(trigger, File):
        return ()
    _, slash, rest = trigger.path.partition("/")
    return (trigger.path, rest) if slash else (trigger.path,)


# --- functions ------------------------------------------------------------

_NO_HASH = "its hash is neither `current` nor 7 to 64 digits of 0-9a-f"
_NO_RECIPE = (
    "no image recipe was found",
    "Name the recipe under [stale] in .hindnote/config.toml, or give its hash: image:HASH.",
)


_NO_FILE = (
    "the repository has no such file",
    "Name an existing file by its path below the repository, or give the blob that it had: file:PATH@BLOB.",
)
_GIVE_BLOB = (
    "Give the blob that git has for it, file:PATH@BLOB (`git ls-files -s PATH` prints it), or name another file."
)


def _no(text: str, problem: str, mend: str = "") -> Failure[UnevaluatableTrigger]:
    refusal = UnevaluatableTrigger(text, problem)
    return Failure(replace(refusal, mend=mend) if mend else refusal)


def _is_hash(text: str) -> bool:
    return bool(_HASH.fullmatch(text.lower())) or text.lower() == CURRENT


def _point(trigger: File | Image) -> str:
    return trigger.blob if isinstance(trigger, File) else trigger.recipe


def _file(text: str, said: str, root: str) -> Outcome[Trigger, UnevaluatableTrigger]:
    """A path may hold an `@` of its own, so the last one counts."""
    place, at, blob = said.rpartition("@")
    if not at:
        return _no(text, "after the path it needs `@` and a git blob hash, or @current")
    if not _is_hash(blob.strip()):
        return _no(text, _NO_HASH)
    path = repo_relative(place.strip(), root)
    if not path:
        return _no(text, "its path names no file in this repository")
    if ".git" in path.lower().split("/"):
        return _no(text, "its path is git's own, which no clone shares")
    return Success(File(path, blob.strip().lower()))


def repo_relative(path: str, root: str = "") -> str | None:
    """The path below the repository; None when it leads elsewhere or names no file."""
    place = path.replace("\\", "/")
    home = root.replace("\\", "/").rstrip("/")
    if home and place.startswith(f"{home}/"):
        place = place[len(home) + 1 :]
    elif mount := SANDBOXES.match(place):
        place = place[mount.end() :]
    if place.startswith(("/", "~")) or _DRIVE.match(place) or place.endswith("/"):
        return None
    return _collapsed(place)


def _collapsed(path: str) -> str | None:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts) or None


def _resolved_file(trigger: File, facts: Facts) -> Outcome[Trigger, UnevaluatableTrigger]:
    found = [(path, fact) for path in places(trigger) if not isinstance(fact := facts.file(path), Gone)]
    for path, fact in found:
        if isinstance(fact, Present):
            return Success(File(path, fact.names[-1] if trigger.blob == CURRENT else trigger.blob))
    if trigger.blob != CURRENT:
        return Success(trigger)
    unclear = [fact.why for _, fact in found if isinstance(fact, Unclear)]
    return _no(trigger.render(), unclear[0], _GIVE_BLOB) if unclear else _no(trigger.render(), *_NO_FILE)


def _resolved_image(trigger: Image, facts: Facts) -> Outcome[Trigger, UnevaluatableTrigger]:
    match facts.file(facts.recipe):
        case Present(names=names):
            return Success(Image(names[-1]))
        case Unclear(why=why):
            return _no(trigger.render(), f"of the recipe `{shown(facts.recipe)}`: {why}", _NO_RECIPE[1])
        case _:
            return _no(trigger.render(), *_NO_RECIPE)
