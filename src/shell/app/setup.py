"""Setup: plan what each harness's files become, show it, and then write all of a harness or none of it.

A harness whose file is broken or cannot be written is left as it was, with the reason, and the others go
on. Unsetup is the same plan in the other direction.

Effects: reads and writes the configurations of harnesses, and the records of what was written.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.entries import Ask, Entry, Root, Scope
from ...core.harnesses import HARNESSES, Harness, harness_named
from ...core.jsonedits import value_at
from ...core.outcome import Explained, Outcome, Refusal
from ...core.setupplan import Change, Planned, Record, to_leave, to_set_up
from ..files import CannotWrite, sweep_beside
from ..harnesses import places, texts
from ..harnesses.records import UnusableRecords, read_records, write_records
from ..lock import LockTimeout, acquire
from ..repository import locate
from ..settings import Settings

# --- values ---------------------------------------------------------------

Direction: TypeAlias = Literal["setup", "unsetup"]


class Part(Struct, frozen=True):
    """One harness's share: its changes, or why it gets none."""

    harness: Harness
    installed: bool
    changes: tuple[Change, ...] = ()
    said: tuple[str, ...] = ()
    problem: Explained | None = None
    records: Mapping[str, Record | None] = {}  # what they become, of the files that are its


class SetupPlan(Struct, frozen=True):
    direction: Direction
    scope: Scope
    parts: tuple[Part, ...]
    state: Path


# --- refusals -------------------------------------------------------------


class NoSuchHarness(Struct, frozen=True, tag=True):
    name: str

    def explain(self) -> Explained:
        known = ", ".join(each.name for each in HARNESSES)
        return Explained(f"no harness is called `{self.name}`", "command line", f"Name one of {known}.")


class NoneFound(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        known = ", ".join(each.name for each in HARNESSES)
        return Explained("no harness was found on this machine", "", f"Name the one you are going to use: {known}.")


SetupRefusal: TypeAlias = NoSuchHarness | NoneFound | UnusableRecords

# --- planning -------------------------------------------------------------


class Surroundings(Struct, frozen=True):
    env: Mapping[str, str]
    roots: Mapping[Root, Path]
    scope: Scope
    direction: Direction


def plan(
    settings: Settings, env: Mapping[str, str], names: Sequence[str], scope: Scope, direction: Direction
) -> Outcome[SetupPlan, SetupRefusal]:
    """For the harnesses named, else for those that are found here (for unsetup: for all)."""
    around = Surroundings(env, places.roots(env, _project(settings)), scope, direction)
    if unknown := next((name for name in names if harness_named(name) is None), None):
        return Failure(NoSuchHarness(unknown))
    installed = {each.name: places.is_installed(each, around.roots, env) for each in HARNESSES}
    chosen = [each for each in HARNESSES if each.name in names or (not names and _is_meant(each, installed, direction))]
    if not chosen:
        return Failure(NoneFound())
    match read_records(settings.homes.state):
        case Failure(unusable):
            return Failure(unusable)
        case Success(records):
            pass
    parts: list[Part] = []
    seen: dict[str, str | None] = {}
    for harness in chosen:
        part = _part(harness, around, records, seen)
        part = replace(part, installed=installed[harness.name])
        records = _updated(records, part)
        seen |= {change.path: change.after for change in part.changes}
        parts.append(part)
    return Success(SetupPlan(direction, scope, tuple(parts), settings.homes.state))


def _is_meant(harness: Harness, installed: Mapping[str, bool], direction: Direction) -> bool:
    return direction == "unsetup" or installed[harness.name]


def _project(settings: Settings) -> Path:
    match locate(settings):
        case Success(found):
            return found.root
        case Failure(_):
            return settings.cwd


def _part(
    harness: Harness, around: Surroundings, records: Mapping[str, Record], seen: Mapping[str, str | None]
) -> Part:
    match _planned(harness, around, records, seen):
        case Failure(refusal):
            return Part(harness, installed=True, problem=refusal.explain())
        case Success(planned):
            without = harness.without.get(around.scope)
            lacks = (f"{harness.title} has no place for {without} at {around.scope} scope",) if without else ()
            said = lacks if around.direction == "setup" else planned.said
            changed = {path for path in {*records, *planned.records} if records.get(path) != planned.records.get(path)}
            delta = {path: planned.records.get(path) for path in changed}
            return Part(harness, installed=True, changes=planned.changes, said=said, records=delta)


def _planned(
    harness: Harness, around: Surroundings, records: Mapping[str, Record], seen: Mapping[str, str | None]
) -> Outcome[Planned, Refusal]:
    within = around.roots["project"] if around.scope == "project" else None
    wanted: dict[str, list[Entry]] = {}
    for entry in harness.entries(_ask(harness, around)):
        match texts.place_of(places.path_of(entry.place, around.roots), within):
            case Failure(outside):
                return Failure(outside)
            case Success(path):
                wanted.setdefault(str(path), []).append(entry)
    known: dict[str, str | None] = {}
    for file in wanted:
        match texts.read_text(Path(file)):
            case Failure(unreadable):
                return Failure(unreadable)
            case Success(text):
                known[file] = seen.get(file, text)
    decide = to_set_up if around.direction == "setup" else to_leave
    return decide(harness.name, wanted, known, records)


def _ask(harness: Harness, around: Surroundings) -> Ask:
    portable = places.anywhere(around.env) if around.scope == "project" else None
    ask = Ask(portable or places.here(), around.scope)
    if harness.name != "opencode":
        return ask
    config = next(each for each in harness.entries(ask)).place
    match texts.read_text(places.path_of(config, around.roots)):
        case Success(str() as text) if isinstance(servers := value_at(text, ("mcp", "servers")).value_or(None), dict):
            return replace(ask, deeper="command" not in servers)
        case _:
            return ask


# --- performing -----------------------------------------------------------


def perform(planned: SetupPlan, lock_timeout: float) -> Outcome[SetupPlan, LockTimeout | Refusal]:
    """The plan as it came out: a part that could not be written has no changes and says why."""
    match acquire(planned.state / "locks" / "setup.lock", timeout=lock_timeout):
        case Failure(busy):
            return Failure(busy)
        case Success(held):
            pass
    with held:
        match read_records(planned.state):
            case Failure(unusable):
                return Failure(unusable)
            case Success(records):
                pass
        for path in {*records, *(change.path for part in planned.parts for change in part.changes)}:
            sweep_beside(Path(path))
        return _all_performed(planned, records)


def _all_performed(planned: SetupPlan, records: Mapping[str, Record]) -> Outcome[SetupPlan, CannotWrite]:
    """Setup tells its records before it writes: after a kill it is still known what was there before us."""
    parts: list[Part] = []
    for part in planned.parts:
        if planned.direction == "setup":
            match write_records(planned.state, _updated(records, part)):
                case Failure(fault):
                    return Failure(fault)
                case Success():
                    pass
        done, records = _performed(part, records)
        parts.append(done)
    match write_records(planned.state, records):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return Success(replace(planned, parts=tuple(parts)))


def _performed(part: Part, records: Mapping[str, Record]) -> tuple[Part, Mapping[str, Record]]:
    if part.problem:
        return part, records
    match texts.write_all(part.changes):
        case Failure(refusal):
            return replace(part, changes=(), problem=refusal.explain()), records
        case Success(made):
            pass
    gone = [records[each.path] for each in part.changes if each.after is None and each.path in records]
    texts.remove_folders([folder for record in gone for folder in record.folders])
    told = {
        path: record and replace(record, folders=record.folders or made.get(path, ()))
        for path, record in part.records.items()
    }
    return part, _updated(records, replace(part, records=told))


def _updated(records: Mapping[str, Record], part: Part) -> dict[str, Record]:
    return {path: record for path, record in {**records, **part.records}.items() if record is not None}
