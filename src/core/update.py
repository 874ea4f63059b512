"""Update: what was observed again is added to a local note as a dated bullet, and every other byte stays.

A team note is never touched: a new local note supersedes it.
"""

from msgspec import Struct
from returns.result import Failure, Success

from .edits import OpenBlock, add_timeline
from .events import Stamp
from .frontmatter import UnparsableFrontmatter
from .keys import Key, fold_key
from .outcome import Explained, Outcome
from .surprise import Surprise
from .violations import Rule, Violation
from .writing import BreaksSchema, Present, Writing, judged

# --- values ---------------------------------------------------------------

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


class Existing(Struct, frozen=True):
    key: Key
    path: str
    text: str


# --- refusals -------------------------------------------------------------


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


# --- decisions ------------------------------------------------------------


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
            return judged(
                Writing(
                    key=existing.key,
                    path=existing.path,
                    how="updated",
                    text=text,
                    replaces=True,
                    warnings=(told,) if ignored else (),
                )
            )


# --- functions ------------------------------------------------------------


def _told(said: Surprise) -> str:
    observed, evidence = said.observed.strip(), said.evidence.strip()
    if "\n" in observed + evidence:
        return f"{observed}\n\nEvidence:\n\n{evidence}"
    return f"{observed} (evidence: {evidence})"


def _breach(path: str, fault: UnparsableFrontmatter | OpenBlock) -> Violation:
    match fault:
        case UnparsableFrontmatter(line, problem):
            return Violation(Rule.UNPARSABLE_FRONTMATTER, path, problem, line)
        case OpenBlock(line):
            return Violation(Rule.UNCLOSED_FENCE, path, "what is never closed swallows the end of the note", line)
