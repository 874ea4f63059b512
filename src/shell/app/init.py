"""Init: a store for the repository or folder one stands in; what exists already is left as it is.

Effects: makes folders and files under `.hindnote` and in the data folder, and the id file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.config import SHIPPED
from ...core.outcome import Explained, Outcome, shown
from ...core.toml import InvalidConfig
from .. import files
from ..checkout import BrokenGitFile, Checkout, find_checkout
from ..notesdir import scan
from ..repository import LocateRefusal, Places, note_checkout
from ..settings import Settings
from ..storefile import stores
from ..storeid import id_file, read_id
from .world import open_world

# --- values ---------------------------------------------------------------

IGNORED = """\
# hindnote: what belongs to this machine, and what a killed write may leave behind.
store-id
.hn-*.tmp
"""


class InitReport(Struct, frozen=True, kw_only=True):
    """The public `--json` shape. `created` is empty where everything was there."""

    root: str
    store_id: str
    team: str
    local: str
    config: str
    created: tuple[str, ...] = ()


# --- refusals -------------------------------------------------------------


class NoWorktree(Struct, frozen=True, tag=True):
    folder: str

    def explain(self) -> Explained:
        mend = "Run `hindnote init` in one of its worktrees: team notes are committed there."
        return Explained("a bare repository has no files to put notes beside", self.folder, mend)


class NoSuchStore(Struct, frozen=True, tag=True):
    store_id: str
    known: tuple[tuple[str, str], ...]  # (id, path where its checkout was last seen)

    def explain(self) -> Explained:
        listed = ", ".join(f"{store_id} ({path or 'place unknown'})" for store_id, path in self.known)
        mend = f"Stores of yours: {listed}." if self.known else "You have no stores yet; leave out --adopt."
        return Explained(f"there is no store `{shown(self.store_id)}`", "--adopt", mend)


class HasNotes(Struct, frozen=True, tag=True):
    """Adopting another store would leave these notes behind, unseen."""

    folder: str

    def explain(self) -> Explained:
        mend = "Move them into the other store's `local` folder first, or keep the store you have."
        return Explained("the store of this checkout has local notes already", self.folder, mend)


InitRefusal: TypeAlias = (
    NoWorktree | NoSuchStore | HasNotes | files.OutsideFolder | files.CannotWrite | LocateRefusal | InvalidConfig
)

# --- functions ------------------------------------------------------------


def init(settings: Settings, *, adopt: str | None = None) -> Outcome[InitReport, InitRefusal]:
    """Said again it changes nothing. `adopt` names a store whose checkout is gone."""
    match _ground(settings, adopt):
        case Failure(refusal):
            return Failure(refusal)
        case Success(begun):
            pass
    match open_world(settings, create=True):
        case Failure(refusal):
            return Failure(refusal)
        case Success(world):
            pass
    match _furnished(world.places):
        case Failure(refusal):
            return Failure(refusal)
        case Success(created):
            note_checkout(world.places)
            return Success(_report(world.places, (*begun, *created)))


def _report(places: Places, created: tuple[str, ...]) -> InitReport:
    return InitReport(
        root=str(places.root),
        store_id=places.store_id,
        team=str(places.team),
        local=str(places.local),
        config=str(places.config),
        created=created,
    )


def _ground(settings: Settings, adopt: str | None) -> Outcome[tuple[str, ...], InitRefusal]:
    """What must be there before a store can be located: a plain folder's `.hindnote`, an adopted id."""
    checkout = find_checkout(str(settings.cwd))
    if isinstance(checkout, BrokenGitFile):
        return Success(())  # whoever locates the store says what is wrong
    if checkout.is_bare:
        return Failure(NoWorktree(checkout.root))
    if adopt is not None:
        match _adopted(settings, checkout, adopt):
            case Failure(refusal):
                return Failure(refusal)
            case Success():
                pass
    return _folder(Path(checkout.root), ".hindnote")


def _adopted(settings: Settings, checkout: Checkout, adopt: str) -> Outcome[None, InitRefusal]:
    known = stores(settings.homes.data)
    if adopt not in {store_id for store_id, _ in known}:
        return Failure(NoSuchStore(adopt, tuple((store_id, said.path if said else "") for store_id, said in known)))
    place = id_file(checkout)
    match read_id(place):
        case Success(store_id) if store_id != adopt and scan(settings.homes.data / "stores" / store_id / "local").files:
            return Failure(HasNotes(str(settings.homes.data / "stores" / store_id / "local")))
        case _:
            pass
    match files.make_folder(place.parent, private=False):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return files.write(place, f"{adopt}\n".encode(), private=False)


def _furnished(places: Places) -> Outcome[tuple[str, ...], InitRefusal]:
    created: tuple[str, ...] = ()
    for step in _steps(places):
        match step:
            case Failure(refusal):
                return Failure(refusal)
            case Success(made):
                created += made
    return Success(created)


def _steps(places: Places) -> Iterator[Outcome[tuple[str, ...], InitRefusal]]:
    """One after the other: each is done when it is asked for."""
    if places.team == places.root / ".hindnote" / "notes":
        yield _folder(places.root, ".hindnote/notes")
    else:
        yield _made(places.team, private=False)
    yield _made(places.local, private=True)
    yield _file(places.root, ".hindnote/config.toml", SHIPPED)
    yield _file(places.root, ".hindnote/.gitignore", IGNORED)


def _folder(root: Path, relative: str) -> Outcome[tuple[str, ...], InitRefusal]:
    match files.contained(root, relative):
        case Failure(outside):
            return Failure(outside)
        case Success(place):
            return _made(place, private=False)


def _made(folder: Path, *, private: bool) -> Outcome[tuple[str, ...], InitRefusal]:
    if files.is_folder(folder):
        return Success(())
    match files.make_folder(folder, private=private):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return Success((str(folder),))


def _file(root: Path, relative: str, text: str) -> Outcome[tuple[str, ...], InitRefusal]:
    match files.contained(root, relative):
        case Failure(outside):
            return Failure(outside)
        case Success(place):
            pass
    match files.create(place, text.encode(), private=False):
        case Success():
            return Success((str(place),))
        case Failure(problem):
            return Success(()) if isinstance(problem, files.Exists) else Failure(problem)
