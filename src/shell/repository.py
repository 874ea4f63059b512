"""Repository: which store belongs to the folder we stand in, and where its layers are.

Identity is an id file in the git directory that all worktrees share, so that a worktree and a moved
checkout find the same local notes while a submodule and another clone have their own. A plain folder
keeps its id in a git-ignored file under `.hindnote`. `--local` names a store outright.
A folder that nobody initialised is foreign: it is read as empty and nothing is created in it.

Effects: reads git's small files; creates the id file when asked to.
"""

import os
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.gitconfig import remote_url
from ..core.keys import Layer
from ..core.outcome import Explained, Outcome
from . import files, storepaths
from .checkout import BrokenGitFile, Checkout, find_checkout
from .settings import Settings
from .storefile import keep, read_store
from .storeid import BrokenStoreId, claim_id, id_file, new_id, plain_id_file, read_id

# --- values ---------------------------------------------------------------


class Places(Struct, frozen=True, kw_only=True):
    """Every folder of one store as seen from one worktree. All of them are resolved paths."""

    root: Path  # the worktree's top, or the plain folder
    common: Path | None  # the git directory all worktrees share; None outside git
    store_id: str
    tree_id: str
    team: Path
    local: Path
    vaults: tuple[Path, ...]
    store: Path  # the folder that holds `local` and `store.toml`
    state: Path  # this worktree's index
    ledger: Path  # shared by the worktrees
    config: Path  # the committed config.toml
    foreign: bool = False  # nothing was initialised here: create no file on its account

    @property
    def unclaimed(self) -> bool:
        """The repository has no id yet: whoever writes claims one."""
        return self.store_id.startswith(storepaths.UNCLAIMED)

    def folder(self, layer: Layer) -> Path:
        """Of the two layers that have exactly one."""
        return self.team if layer is Layer.TEAM else self.local

    def lock(self, layer: Layer) -> Path:
        """The file that stands for a layer's lock: with the notes where it can be, and never committed."""
        if layer is Layer.TEAM:
            return self.state / "team.lock"
        return self.local.parent / "local.lock" if self.local.parent == self.store else self.local / ".hindnote.lock"

    @property
    def journal(self) -> Path:
        """Beside the local layer's lock, under which it is kept; but it says what is to go, and so in no folder of a repository."""
        lock = self.lock(Layer.LOCAL)
        return (lock if lock.parent == self.store else self.ledger.parent / lock.name).with_suffix(".journal")


# --- refusals -------------------------------------------------------------


class NotInitialised(Struct, frozen=True, tag=True):
    folder: str

    def explain(self) -> Explained:
        return Explained(
            "no store here, and no git repository",
            self.folder,
            "Run `hindnote init` in the folder the notes are about.",
        )


class BrokenCheckout(Struct, frozen=True, tag=True):
    path: str
    target: str

    def explain(self) -> Explained:
        mend = (
            "Run `git worktree repair` in the main checkout, or mount it; or name the layers with --team and --local."
        )
        return Explained(f"its repository `{self.target}` is not there", self.path, mend)


class NoHome(Struct, frozen=True, tag=True):
    folder: str

    def explain(self) -> Explained:
        mend = "Set HOME, or HINDNOTE_DATA_HOME and HINDNOTE_STATE_HOME, to absolute paths."
        return Explained("no folder for local notes: there is no home", self.folder, mend)


# --- functions ------------------------------------------------------------

LocateRefusal = NotInitialised | BrokenCheckout | BrokenStoreId | NoHome | files.CannotWrite


def locate(settings: Settings, *, create: bool = False) -> Outcome[Places, LocateRefusal]:
    """With `create` the store exists afterwards (in git; a plain folder needs `init`)."""
    for home in (settings.homes.data, settings.homes.state):
        if not home.is_absolute():
            return Failure(NoHome(str(home)))
    match find_checkout(str(settings.cwd)):
        case BrokenGitFile(path, target):
            if settings.team and settings.local:
                return _placed(settings, Checkout(str(settings.cwd)), create=create)
            return Failure(BrokenCheckout(path, target))
        case Checkout() as checkout:
            return _placed(settings, checkout, create=create)


def _placed(settings: Settings, checkout: Checkout, *, create: bool) -> Outcome[Places, LocateRefusal]:
    match _identity(settings, checkout, create=create):
        case Failure(refusal):
            return Failure(refusal)
        case Success(store_id):
            return Success(_places(settings, checkout, store_id))


def _identity(settings: Settings, checkout: Checkout, *, create: bool) -> Outcome[str | None, LocateRefusal]:
    """The store's id; None for a folder that has none and was given none."""
    if settings.local:
        return Success(storepaths.id_of_folder(str(settings.local)))
    path = id_file(checkout)
    if os.path.lexists(path):
        return _optional(read_id(path))
    if not checkout.initialised and not create:
        return Success(None)
    if checkout.common is None and not checkout.initialised:
        return Failure(NotInitialised(checkout.root))
    claimed = claim_id(path, _id_to_claim(settings, checkout))
    if isinstance(claimed, Failure) and not create:
        return Success(None)
    return _optional(claimed)


def _optional(found: Outcome[str, LocateRefusal]) -> Outcome[str | None, LocateRefusal]:
    match found:
        case Success(store_id):
            return Success(store_id)
        case Failure(refusal):
            return Failure(refusal)


def _id_to_claim(settings: Settings, checkout: Checkout) -> str:
    """That of the plain folder it was before `git init`, as our own record confirms; else a new one."""
    earlier = read_id(plain_id_file(checkout)).value_or("")
    said = read_store(settings.homes.data / "stores" / earlier) if earlier else None
    return earlier if said and said.path == checkout.root else new_id()


def note_checkout(places: Places) -> None:
    """Where this store's repository is, for a person who looks at the store alone."""
    if places.common is None:
        return keep(places.store, str(places.root), "")
    home = places.common.parent if places.common.name == ".git" else places.common
    try:
        config = (places.common / "config").read_bytes()
    except OSError:
        config = b""
    return keep(places.store, str(home), remote_url(config.decode("utf-8", "replace")))


def _places(settings: Settings, checkout: Checkout, claimed: str | None) -> Places:
    data, state = str(settings.homes.data), str(settings.homes.state)
    root = Path(checkout.root)
    store_id = claimed or storepaths.unclaimed_id(checkout)
    team = settings.team or root / storepaths.NOTES
    store = Path(storepaths.store_folder(data, store_id))
    tree_id = storepaths.tree_id(checkout.root, str(team))
    return Places(
        root=root,
        common=Path(checkout.common) if checkout.common else None,
        store_id=store_id,
        tree_id=tree_id,
        team=team,
        local=settings.local or store / "local",
        vaults=settings.vaults,
        store=store,
        state=Path(storepaths.tree_folder(state, store_id, tree_id)),
        ledger=Path(storepaths.ledger_folder(state, store_id)),
        config=root / ".hindnote" / "config.toml",
        foreign=claimed is None and not checkout.initialised and settings.team is None,
    )
