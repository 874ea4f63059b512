"""Remember: a surprise becomes the text of one local note, or a refusal that says what to do.

The key comes from what was observed, so a surprise told twice meets itself. A team note is never
touched. Not here: the clock (a `Stamp` is given), what a trigger's `current` is, and the disk.
"""

import datetime
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .document import read_document
from .edits import OpenBlock, add_timeline
from .events import Stamp
from .frontmatter import UnparsableFrontmatter
from .keys import Key, Layer, MintRefusal, NoteKey, fold_key, mint, path_of, suffixed, vault_key
from .links import reached
from .note import Note, NoteType, Section, render
from .outcome import Explained, Outcome
from .schema import judge
from .settled import bullets
from .slugs import first_sentence
from .surprise import IfExists, Surprise
from .violations import Rule, Severity, Violation

# --- values ---------------------------------------------------------------

TITLE = 200  # characters: a title is one line on a screen, and Observed has all of the sentence
ONLY_IN_NEW = (
    "answers",
    "confidence",
    "conflicts_with",
    "expected",
    "invalidated_by",
    "relates_to",
    "supersedes",
    "tags",
)

How: TypeAlias = Literal["created", "updated", "skipped", "suffixed", "overrode"]


class Present(Struct, frozen=True):
    """The notes of the two layers that a surprise can meet: the file of each folded key."""

    local: Mapping[str, str] = {}
    team: Mapping[str, str] = {}

    def key_of(self, layer: Layer, key: str) -> NoteKey | None:
        """As the one resolver asks for it."""
        path = {Layer.LOCAL: self.local, Layer.TEAM: self.team}[layer].get(fold_key(key))
        return None if path is None else vault_key(path)


class Existing(Struct, frozen=True):
    key: Key
    path: str
    text: str


class Writing(Struct, frozen=True, kw_only=True):
    """What is to be done in the local layer; without a text there is nothing to write."""

    key: Key
    path: str
    how: How
    text: str | None = None
    replaces: bool = False
    warnings: tuple[str, ...] = ()


# --- refusals -------------------------------------------------------------


class KeyTaken(Struct, frozen=True, tag=True):
    key: Key
    path: str

    def explain(self) -> Explained:
        mend = (
            f'To add to that note: remember(update="{self.key}", observed=..., evidence=...), or '
            f"`hindnote remember --update {self.key}`. If this is another matter, begin `observed` with what differs."
        )
        return Explained(f"a local note has the key `{self.key}` already", self.path, mend)


class OnlyInTeam(Struct, frozen=True, tag=True):
    key: Key
    path: str

    def explain(self) -> Explained:
        mend = f'Write a new local note that replaces it: remember(..., supersedes="{self.key}").'
        return Explained(f"`{self.key}` is the team's, and remember writes only local notes", self.path, mend)


class NoLocalNote(Struct, frozen=True, tag=True):
    key: Key
    near: tuple[str, ...]

    def explain(self) -> Explained:
        mend = "`hindnote list` prints every key; without `update` this becomes a new note."
        if self.near:
            mend = f"Did you mean {' or '.join(f'`{key}`' for key in self.near)}? {mend}"
        return Explained(f"no local note has the key `{self.key}`", "update", mend)


class BreaksSchema(Struct, frozen=True, tag=True):
    """The note as it would be, judged; not written for any of these."""

    breaches: tuple[Violation, ...]

    def explain(self) -> Explained:
        told = [breach.explain() for breach in self.breaches]
        said = "; ".join(f"{each.error} ({each.where})" for each in told)
        return Explained(said, told[0].where, " ".join(dict.fromkeys(each.mend for each in told)))


# --- decisions ------------------------------------------------------------


def remember(
    said: Surprise, present: Present, stamp: Stamp, template: str
) -> Outcome[Writing, KeyTaken | MintRefusal | BreaksSchema]:
    match mint(template, {"slug": first_sentence(said.observed), "tags": said.tags}):
        case Failure(refusal):
            return Failure(refusal)
        case Success(key):
            pass
    taken = present.local.get(fold_key(key))
    how: How = "created"
    if taken is not None:
        match said.if_exists:
            case IfExists.SKIP:
                return Success(Writing(key=key, path=taken, how="skipped"))
            case IfExists.SUFFIX:
                key, how = _free(key, present), "suffixed"
            case IfExists.OVERRIDE if taken == path_of(key):
                how = "overrode"
            case _:
                return Failure(KeyTaken(key, taken))
    return _judged(
        Writing(
            key=key,
            path=path_of(key),
            how=how,
            text=render(_note(key, said, stamp)),
            replaces=how == "overrode",
            warnings=tuple(_warnings(key, said, present)),
        )
    )


def to_update(key: Key, present: Present) -> Outcome[tuple[Key, str], OnlyInTeam | NoLocalNote]:
    """The key and file of the note that an update names."""
    if (path := present.local.get(fold_key(key))) is not None:
        return Success((key, path))
    if (path := present.team.get(fold_key(key))) is not None:
        return Failure(OnlyInTeam(key, path))
    near = tuple(sorted(each for each in present.local if each.endswith(f"/{key.rpartition('/')[2]}")))
    return Failure(NoLocalNote(key, near[:3]))


def update(said: Surprise, existing: Existing, stamp: Stamp) -> Outcome[Writing, BreaksSchema]:
    match add_timeline(existing.text, stamp.day, _told(said)):
        case Failure(fault):
            return Failure(BreaksSchema((_breach(existing.path, fault),)))
        case Success(text):
            ignored = [name for name in ONLY_IN_NEW if getattr(said, name)]
            told = f"an update records `observed` and `evidence` only: not {', '.join(ignored)}"
            return _judged(
                Writing(
                    key=existing.key,
                    path=existing.path,
                    how="updated",
                    text=text,
                    replaces=True,
                    warnings=(told,) if ignored else (),
                )
            )


def _breach(path: str, fault: UnparsableFrontmatter | OpenBlock) -> Violation:
    match fault:
        case UnparsableFrontmatter(line, problem):
            return Violation(Rule.UNPARSABLE_FRONTMATTER, path, problem, line)
        case OpenBlock(line):
            return Violation(Rule.UNCLOSED_FENCE, path, "what is never closed swallows the end of the note", line)


def _judged(writing: Writing) -> Outcome[Writing, BreaksSchema]:
    """The schema is strict, and nothing turns it off."""
    breaches = tuple(each for each in judge(writing.text or "", writing.path) if each.severity is Severity.REFUSED)
    return Failure(BreaksSchema(breaches)) if breaches else Success(writing)


def destroyed(path: str, text: str) -> str:
    """What an override did away with."""
    lost = read_document(text, path)
    return f"destroyed `{path}`: {lost.title} ({lost.date or 'without a date'})"


# --- functions ------------------------------------------------------------


def _free(key: Key, present: Present) -> Key:
    n = 2
    while fold_key(suffixed(key, n)) in present.local:
        n += 1
    return suffixed(key, n)


def _note(key: Key, said: Surprise, stamp: Stamp) -> Note:
    sections = {
        "Expected": said.expected,
        "Observed": said.observed,
        "Evidence": said.evidence,
        "Answers": bullets(*said.answers),
        "Related": bullets(*(f"[[{related}]]" for related in said.relates_to)),
    }
    return Note(
        key=key,
        type=NoteType.SURPRISE,
        source=f"session {stamp.session}, {stamp.client}",
        recorded=datetime.date.fromisoformat(stamp.day),
        title=_title(said.observed),
        sections=tuple(Section(name, body) for name, body in sections.items() if body),
        invalidated_by=said.invalidated_by,
        tags=said.tags,
        supersedes=said.supersedes,
        conflicts_with=said.conflicts_with,
        confidence=said.confidence,
    )


def _title(observed: str) -> str:
    sentence = " ".join(first_sentence(observed).split())
    cut = sentence if len(sentence) <= TITLE else f"{sentence[:TITLE].rpartition(' ')[0] or sentence[:TITLE]} ..."
    return cut.removesuffix(".") if not cut.endswith("..") else cut


def _told(said: Surprise) -> str:
    observed, evidence = said.observed.strip(), said.evidence.strip()
    if "\n" in observed + evidence:
        return f"{observed}\n\nEvidence:\n\n{evidence}"
    return f"{observed} (evidence: {evidence})"


def _warnings(key: Key, said: Surprise, present: Present) -> Iterator[str]:
    if fold_key(key) in present.team:
        yield f"the team's notes hold `{key}` too: if this replaces it, promote or supersede it"
    named = {"relates_to": said.relates_to, "supersedes": (said.supersedes,), "conflicts_with": said.conflicts_with}
    for argument, keys in named.items():
        for each in keys:
            if each and not reached(each, Layer.LOCAL, present.key_of):
                yield f"no note has the key `{each}` yet ({argument})"
