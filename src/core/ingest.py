"""Ingest: the stubs a repository's documents should have, against the local notes that are there.

Only notes that ingest itself made are rewritten or removed; any other note with a stub's key stays,
and is reported. The same documents against their own stubs change nothing. A document that is
there but cannot be used keeps the stub it has. Not here: reading and writing (`app.ingest`).
"""

import datetime
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .days import parse_day
from .documentpaths import stem
from .frontmatter import parse
from .keys import Key, fold_key, mint, path_of
from .note import Note, NoteType, render
from .outcome import Outcome
from .overview import TITLE, Facts, Pointed, overview
from .schema import judge
from .stubs import SOURCE, RepoDocument, body_of, conflict_in, stub_of, trigger_of

# --- values ---------------------------------------------------------------


class Held(Struct, frozen=True):
    """A document that is there and cannot be used; its stub, if it has one, stays as it is."""

    path: str
    why: str


class NoDocument(Struct, frozen=True):
    """A path that looks like a document's and leads to none: a link, a submodule."""

    path: str
    why: str


Usable: TypeAlias = RepoDocument | Held  # what can have a stub
Found: TypeAlias = Usable | NoDocument


class Keys(Struct, frozen=True):
    """How ingest names what it writes."""

    template: str  # of a stub
    overview: Key


class Existing(Struct, frozen=True):
    """A note of the local layer, as far as ingest cares."""

    path: str  # below the layer's folder
    text: str
    made: bool  # by ingest
    trigger: str = ""
    recorded: datetime.date | None = None


class Skipped(Struct, frozen=True):
    path: str
    why: str
    kept: bool = False  # the stub of an earlier day is still there


class Written(Struct, frozen=True):
    key: Key
    text: str
    new: bool


class Unchanged(Struct, frozen=True):
    key: Key


Verdict: TypeAlias = Written | Unchanged | Skipped
Day: TypeAlias = datetime.date


class Plan(Struct, frozen=True):
    writes: tuple[Written, ...] = ()
    unchanged: tuple[Key, ...] = ()
    removals: tuple[str, ...] = ()  # paths below the layer's folder
    skipped: tuple[Skipped, ...] = ()
    overview: Key | None = None  # of the note that is there afterwards


# --- decisions ------------------------------------------------------------


def existing(path: str, text: str) -> Existing:
    """What a local note is to ingest. One that does not parse is somebody's, for ours do."""
    match parse(text):
        case Success(fields) if fields.get("source") == SOURCE:
            made = fields.get("type") == NoteType.STUB or fields.get("generated") == "true"
            return Existing(
                path, text, made, str(fields.get("invalidated_by", "")), parse_day(str(fields.get("recorded")))
            )
        case _:
            return Existing(path, text, made=False)


def plan(found: Iterable[Found], facts: Facts, local: Mapping[str, Existing], keys: Keys, day: Day) -> Plan:
    """Every stub and the overview. `found` is in the order of its paths, `local` by folded key."""
    claims = {fold_key(keys.overview): TITLE}
    verdicts: list[Verdict] = []
    stubs: list[Pointed] = []
    for each in found:
        match claimed(each, claims, keys.template):
            case Failure(skipped):
                verdicts.append(skipped)
            case Success((usable, key)):
                verdicts.append(verdict := settled(usable, key, local.get(fold_key(key)), day))
                stubs += [Pointed(each.path, key)] if remains(verdict) else []
    drawn = overview(keys.overview, facts, stubs, day)
    if drawn is None:
        del claims[fold_key(keys.overview)]
    else:
        verdicts.append(overview_settled(drawn, local.get(fold_key(keys.overview)), day))
    return Plan(
        writes=tuple(each for each in verdicts if isinstance(each, Written)),
        unchanged=tuple(each.key for each in verdicts if isinstance(each, Unchanged)),
        removals=tuple(sorted(note.path for key, note in local.items() if note.made and key not in claims)),
        skipped=tuple(each for each in verdicts if isinstance(each, Skipped)),
        overview=keys.overview if drawn and remains(verdicts[-1]) else None,
    )


def remains(verdict: Verdict) -> bool:
    """Whether ingest's note is there afterwards."""
    return not isinstance(verdict, Skipped) or verdict.kept


def claimed(each: Found, claims: dict[str, str], template: str) -> Outcome[tuple[Usable, Key], Skipped]:
    """A document with its key; of two that claim one, the first has it."""
    if isinstance(each, NoDocument):
        return Failure(Skipped(each.path, each.why))
    match mint(template, {"path": stem(each.path)}):
        case Failure(refusal):
            return Failure(Skipped(each.path, refusal.explain().error))
        case Success(key):
            if owner := claims.get(fold_key(key)):
                return Failure(Skipped(each.path, f"{owner} has its key `{key}` already"))
            claims[fold_key(key)] = each.path
            return Success((each, key))


def settled(each: Usable, key: Key, there: Existing | None, day: Day) -> Verdict:
    """What becomes of one document's stub."""
    if there is not None and not there.made:
        return Skipped(each.path, f"{there.path} is a note that ingest did not make: it stays as it is")
    if isinstance(each, Held):
        return Skipped(each.path, each.why, kept=there is not None)
    if there is not None and there.trigger == trigger_of(each.path, each.blob):
        return Unchanged(key)
    body = body_of(each)
    if conflict_in(body):
        return Skipped(each.path, "a merge left its conflict markers", kept=there is not None)
    text = render(stub_of(each, body, key, day))
    if breaches := judge(text, path_of(key)):
        why = "; ".join(f"{breach.rule}: {breach.detail}" for breach in breaches)
        return Skipped(each.path, why, kept=there is not None)
    return Written(key, text, new=there is None)


def overview_settled(drawn: Note, there: Existing | None, day: Day) -> Verdict:
    """The overview keeps its day while it says the same."""
    if there is not None and not there.made:
        return Skipped(there.path, "a note that ingest did not make has the overview's key: it stays as it is")
    if there is not None and render(replace(drawn, recorded=there.recorded or day)) == there.text:
        return Unchanged(drawn.key)
    return Written(drawn.key, render(drawn), new=there is None)
