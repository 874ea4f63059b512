"""Quality: the product's ranking, each of its legs, and two baselines on the same questions.

The engines rank through the use case that answers people. Nothing of the user's is written: the
index is in memory, and the notes of a repository's history are in a temporary folder.

Effects: reads notes and cases; spawns git for a history.
"""

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.cases import BadCase, Case, NoCases, read_cases
from ...core.outcome import Explained, Outcome
from ...core.quality import BM25, GREP, HYBRID, KEYWORD, SEMANTIC, Quality, judge
from ...core.ranking import LEG_DEPTH
from ..app import caveats, finding
from ..app.world import World
from ..git import GitFailed, GitMissing
from ..index.filters import EVERY
from ..index.index import Index
from ..index.retrieval import semantic_leg
from ..regular import read_named
from .baselines import grep, plain_bm25
from .bed import NoSuchFolder, bodies, over_folder, over_store
from .history import NoSuchRef, from_repository

RESAMPLES = 2000
SEED = 0  # of the bootstrap: the same answers give the same intervals
LEGS = {HYBRID: finding.BOTH_LEGS, KEYWORD: frozenset((finding.KEYWORD,))}

# --- values ---------------------------------------------------------------


class Asking(Struct, frozen=True, kw_only=True):
    """Of which notes, and what. Without `notes` and `git` it is the store one stands in."""

    notes: Path | None = None
    git: Path | None = None
    ref: str = "HEAD"
    cases: Path | None = None


# --- refusals -------------------------------------------------------------


class CasesUnreadable(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(f"the cases cannot be read: {self.problem}", self.path, "Name a file of cases, one a line.")


class NothingAsked(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        mend = "Give --cases FILE, or --git REPO to ask a history its own subjects."
        return Explained("there are no questions to ask", "command line", mend)


class TwoSources(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        mend = "Give --notes DIR with --cases FILE, or --git REPO alone."
        return Explained("a history brings its own notes and questions", "command line", mend)


QualityRefusal = (
    BadCase | CasesUnreadable | GitFailed | GitMissing | NoCases | NoSuchFolder | NoSuchRef | NothingAsked | TwoSources
)

# --- functions ------------------------------------------------------------


def quality(world: World, asking: Asking) -> Outcome[Quality, QualityRefusal]:
    if asking.git is not None:
        return _of_history(world, asking.git, asking)
    if asking.cases is None:
        return Failure(NothingAsked())
    match _cases(asking.cases):
        case Failure(unusable):
            return Failure(unusable)
        case Success(cases):
            pass
    if asking.notes is None:
        return Success(_measured(over_store(world), cases))
    return _of_folder(world, asking.notes, cases)


def _of_history(world: World, repository: Path, asking: Asking) -> Outcome[Quality, QualityRefusal]:
    if asking.notes is not None or asking.cases is not None:
        return Failure(TwoSources())
    with TemporaryDirectory(prefix="hindnote-bench-") as folder:
        match from_repository(repository, asking.ref, Path(folder)):
            case Failure(problem):
                return Failure(problem)
            case Success(cases):
                return _of_folder(world, Path(folder), cases)


def _of_folder(world: World, folder: Path, cases: Sequence[Case]) -> Outcome[Quality, QualityRefusal]:
    match over_folder(folder, world.settings.env.get("HINDNOTE_MODEL")):
        case Failure(missing):
            return Failure(missing)
        case Success(index):
            return Success(_measured(index, cases))


def _cases(path: Path) -> Outcome[tuple[Case, ...], BadCase | NoCases | CasesUnreadable]:
    try:
        return read_cases(read_named(str(path)))
    except OSError as fault:
        return Failure(CasesUnreadable(str(path), fault.strerror or str(fault)))


def _measured(index: Index, cases: Sequence[Case]) -> Quality:
    with closing(index):
        files = finding.Files(index)
        files.report = index.refresh()
        texts = bodies(index)
        answered = {
            **{engine: [_returned(files, case.query, legs) for case in cases] for engine, legs in LEGS.items()},
            SEMANTIC: [_nearest(index, case.query) for case in cases],
            GREP: list(map(grep(texts), (case.query for case in cases))),
            BM25: list(map(plain_bm25(texts), (case.query for case in cases))),
        }
    chance = random.Random(SEED)  # noqa: S311  (a bootstrap is no secret)
    draws = [chance.choices(range(len(cases)), k=len(cases)) for _ in range(RESAMPLES)]
    return replace(judge(cases, answered, frozenset(texts), draws), said=caveats.notices(files.report))


def _returned(files: finding.Files, question: str, legs: frozenset[str]) -> list[str]:
    """Keys, best first; two layers may hold one key, which then answers once."""
    ranked = finding.rank_notes(files, finding.Query(question=question), legs).ranked
    return list(dict.fromkeys(one.identity.key for one in ranked))


def _nearest(index: Index, question: str) -> list[str]:
    """The leg itself: an answer leaves out what is too far, a measure of the leg must not."""
    return list(dict.fromkeys(scored.note.key for scored in semantic_leg(index, question, EVERY, LEG_DEPTH)))
