"""Demo: the main job, shown on a temporary clone of the repository one stands in.

Everything happens below one temporary folder, the store, index and ledger included; the repository and
the user's own store are only read. Outside a repository, or without git, a small one is made there.

Effects: makes a temporary folder; clones into it; does there what the use cases do.
"""

import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.config import InvalidConfig
from ...core.demonstration import AGAIN, BUSY, HIDDEN, QUESTION, RESPELLED, SMALL_REPOSITORY
from ...core.outcome import Explained, Outcome
from ...core.recall import Answer
from ...core.remember import KeyTaken
from ..checkout import Checkout, find_checkout
from ..files import CannotWrite, cannot_write
from ..git import CALM, GitFailed, GitMissing, git
from ..index.index import open_index
from ..notesdir import shown
from ..paths import Homes
from ..repository import LocateRefusal
from ..settings import Settings
from .drafting import Progress, unseen
from .ingest import IngestRefusal, IngestReport, ingest
from .init import InitRefusal, InitReport, init
from .recall import BlankQuestion, recall
from .remember import RememberAnswer, RememberRefusal, RememberRequest, remember
from .world import World, open_world

# --- values: what was done, step by step -------------------------------------


class Copied(Struct, frozen=True):
    folder: str  # temporary; everything lies below
    repository: str
    source: str | None  # what was cloned; None where a small repository was made
    notice: str = ""  # why none was cloned, where one might have been


class Remembered(Struct, frozen=True):
    request: RememberRequest
    answer: RememberAnswer


class Refused(Struct, frozen=True):
    request: RememberRequest
    told: Explained


Step: TypeAlias = Copied | InitReport | IngestReport | Remembered | Answer | Refused
Tell: TypeAlias = Callable[[Step], None]

# --- refusals -------------------------------------------------------------


class NotRefused(Struct, frozen=True, tag=True):
    """The same surprise in another spelling became a second note."""

    keys: tuple[str, str]

    def explain(self) -> Explained:
        mend = "Look at the key templates in its .hindnote/config.toml; with the shipped ones this is a fault of ours."
        return Explained(
            f"one surprise in two spellings has two keys, `{self.keys[0]}` and `{self.keys[1]}`", "demo", mend
        )


DemoRefusal: TypeAlias = (
    GitMissing
    | GitFailed
    | CannotWrite
    | InitRefusal
    | LocateRefusal
    | InvalidConfig
    | IngestRefusal
    | RememberRefusal
    | BlankQuestion
    | NotRefused
)

# --- functions ------------------------------------------------------------


def demo(settings: Settings, tell: Tell, progress: Progress = unseen) -> Outcome[Copied, DemoRefusal]:
    """Each step is told when it is done. The folder stays for a look around; after a refusal nothing stays."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="hindnote-demo-")).resolve()
    except OSError as fault:
        return Failure(cannot_write(Path(tempfile.gettempdir()), fault))
    kept = False
    try:
        outcome = shown_in(folder, settings, tell, progress)
        kept = isinstance(outcome, Success)
        return outcome
    finally:
        if not kept:
            shutil.rmtree(folder, ignore_errors=True)


def shown_in(folder: Path, settings: Settings, tell: Tell, progress: Progress) -> Outcome[Copied, DemoRefusal]:
    match copied(folder, settings.cwd):
        case Failure(refusal):
            return Failure(refusal)
        case Success(copy):
            tell(copy)
    homes = Homes(*(folder / name for name in ("data", "state", "config")))
    write_env(folder / "env", homes)
    here = replace(settings, cwd=Path(copy.repository), homes=homes, team=None, local=None, vaults=(), session="demo")
    for step in steps(here, progress):
        match step:
            case Failure(refused):
                return Failure(refused)
            case Success(done):
                tell(done)
    return Success(copy)


def steps(here: Settings, progress: Progress) -> Iterator[Outcome[Step, DemoRefusal]]:
    """Each is done when it is asked for. Nobody asks for the next after a refusal."""
    yield init(here)
    match open_world(here):
        case Failure(refusal):
            yield Failure(refusal)
            return
        case Success(world):
            pass
    yield ingest(world, progress=progress)
    yield (busy := noted(world, BUSY))
    key = busy.unwrap().answer.key
    yield noted(world, replace(HIDDEN, relates_to=(key,)))
    with open_index(world) as index:
        yield recall(world, index, QUESTION)
    yield respelled(world, key)
    yield noted(world, RememberRequest(update=key, observed=AGAIN, evidence=RESPELLED.evidence))


def noted(world: World, request: RememberRequest) -> Outcome[Remembered, RememberRefusal]:
    match remember(world, request):
        case Failure(refusal):
            return Failure(refusal)
        case Success(answer):
            return Success(Remembered(request, answer))


def respelled(world: World, key: str) -> Outcome[Refused, RememberRefusal | NotRefused]:
    match remember(world, RESPELLED):
        case Failure(KeyTaken() as taken):
            return Success(Refused(RESPELLED, taken.explain()))
        case Failure(other):
            return Failure(other)
        case Success(answer):
            return Failure(NotRefused((key, answer.key)))


# --- functions: the repository -------------------------------------------------


def copied(folder: Path, cwd: Path) -> Outcome[Copied, GitFailed | GitMissing | CannotWrite]:
    match find_checkout(str(cwd)):
        case Checkout(common=str(), root=source):
            pass
        case _:
            return made(folder)
    match cloned(folder, source):
        case Failure(GitMissing() as missing):
            return made(folder, missing.explain().error)
        case Failure(refusal):
            return Failure(refusal)
        case Success():
            return Success(Copied(str(folder), str(folder / "repository"), shown(source)))


def cloned(folder: Path, source: str) -> Outcome[bytes, GitMissing | GitFailed]:
    """The source is only read: its objects are borrowed, none of its hooks comes along, and none of ours runs."""
    return git(
        folder,
        *("clone", "--quiet", "--shared", "--template=", "--", source, "repository"),
        config=("clone.rejectShallow=false", "submodule.recurse=false"),
        env={**CALM, "GIT_ALLOW_PROTOCOL": "file"},
    )


def made(folder: Path, notice: str = "") -> Outcome[Copied, GitFailed | GitMissing | CannotWrite]:
    """A small repository; a small folder where there is no git."""
    root = folder / "repository"
    try:
        for name, text in SMALL_REPOSITORY.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(text.encode())
    except OSError as fault:
        return Failure(cannot_write(root, fault))
    for command in (("init", "--quiet", "--template="), ("add", "--all")):
        match git(root, *command):
            case Failure(GitMissing() as missing):
                return Success(Copied(str(folder), str(root), None, notice or missing.explain().error))
            case Failure(refusal):
                return Failure(refusal)
            case Success():
                pass
    return Success(Copied(str(folder), str(root), None, notice))


def write_env(path: Path, homes: Homes) -> None:
    """So that a reader can go on where the demo ended, with this hindnote and a store that is not theirs."""
    folders = {"DATA": homes.data, "STATE": homes.state, "CONFIG": homes.config}
    said = [f"export HINDNOTE_{name}_HOME={shlex.quote(str(home))}\n" for name, home in folders.items()]
    said.append(f"export PATH={shlex.quote(str(Path(sys.executable).parent))}:$PATH\n")
    path.write_bytes("".join(said).encode("utf-8", "surrogateescape"))
