"""World: everything a use case needs to know about where and for whom it runs, gathered once.

Cheap enough to open for each request: a server must, for `remember` can give a store to a folder
that was foreign a moment ago.

Effects: reads config.toml; appends to the ledger; ends what a killed command began.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.config import Config, ReadConfig, UserConfig, parse_config, parse_user_config
from ...core.events import AnyEvent, Refused, Stamp, Surface
from ...core.keys import Layer
from ...core.outcome import Outcome
from ...core.toml import InvalidConfig
from .. import ledger
from ..checkout import Checkout, find_checkout
from ..files import CannotWrite
from ..lock import Held, LockTimeout, acquire
from ..notesdir import read
from ..paths import home_expanded
from ..regular import read_regular
from ..repository import LocateRefusal, Places, locate
from ..settings import Settings
from ..storepaths import NOTES, vault_index
from ..vaultfolders import Vaults, vaults_among

R = TypeVar("R")

ALIVE = 0.2  # seconds after which who holds a lock is taken to be at work


class World(Struct, frozen=True, kw_only=True):
    settings: Settings
    places: Places
    config: Config
    warnings: tuple[str, ...] = ()  # what was ignored in settings and config.toml

    @property
    def surface(self) -> Surface:
        return self.settings.surface

    def stamp(self) -> Stamp:
        return self.settings.stamp()

    def lock(self, layer: Layer) -> Outcome[Held, LockTimeout | CannotWrite]:
        """Hold it for every write to a layer, from reading what is there to the last file written."""
        return acquire(self.places.lock(layer), timeout=self.settings.lock_timeout)

    def vault_state(self, vault: Path) -> Path:
        """Beside its index, where every repository finds it: nothing of ours lies in a vault."""
        return Path(vault_index(str(self.settings.homes.state), str(vault))).parent

    def vault_journal(self, vault: Path) -> Path:
        return self.vault_state(vault) / "vault.journal"

    def lock_vault(self, vault: Path, patience: float | None = None) -> Outcome[Held, LockTimeout | CannotWrite]:
        timeout = self.settings.lock_timeout if patience is None else patience
        return acquire(self.vault_state(vault) / "vault.lock", timeout=timeout)

    def append(self, *events: AnyEvent) -> None:
        """Never fails, and leaves no trace of a folder that nobody initialised."""
        if not self.places.foreign:
            ledger.append(self.places.ledger, events)

    def refused(self, refusal: R, key: str = "") -> Failure[R]:
        """A write that was refused, for the ledger by its name alone."""
        self.append(Refused(stamp=self.stamp(), surface=self.surface, why=type(refusal).__name__, key=key))
        return Failure(refusal)


def open_world(settings: Settings, *, create: bool = False) -> Outcome[World, LocateRefusal | InvalidConfig]:
    match locate(settings, create=create):
        case Failure(refusal):
            return Failure(refusal)
        case Success(places):
            pass
    if os.path.lexists(places.journal):
        lock = acquire(places.lock(Layer.LOCAL), timeout=_patience(settings))
        _recover(places, places.journal, lock, partial(_is_of, places))
    match _config(places):
        case Failure(invalid):
            return Failure(invalid)
        case Success(read):
            pass
    match _vaults(settings, places):
        case Failure(invalid):
            return Failure(invalid)
        case Success(vaults):
            world = World(
                settings=settings,
                places=replace(places, vaults=tuple(map(Path, vaults.folders))),
                config=read.config,
                warnings=settings.warnings + read.warnings + vaults.left_out,
            )
    for vault in world.places.vaults:
        if os.path.lexists(journal := world.vault_journal(vault)):
            lock = world.lock_vault(vault, _patience(settings))
            _recover(places, journal, lock, partial(_is_in, vault))
    return Success(world)


def _patience(settings: Settings) -> float:
    return min(settings.lock_timeout, ALIVE)


def _recover(
    places: Places, journal: Path, lock: Outcome[Held, LockTimeout | CannotWrite], ours: Callable[[Path], bool]
) -> None:
    """What a killed command left under way is brought to an end; one that is alive holds the lock."""
    from ..journal import recover  # noqa: PLC0415  (hardly any command meets one)

    match lock:
        case Failure(_):
            return
        case Success(held):
            with held:
                recover(journal, ours, partial(_tell_once, places))


def _is_in(vault: Path, path: Path) -> bool:
    return os.path.realpath(path) == str(path) and path.is_relative_to(vault)


def _is_of(places: Places, path: Path) -> bool:
    """Whether a file lies in a layer of this store: in the local one, or in the team's of any of its worktrees."""
    if os.path.realpath(path) != str(path):
        return False
    if path.is_relative_to(places.local) or path.is_relative_to(places.team):
        return True
    match find_checkout(str(path.parent)):
        case Checkout(root, _, str(common)) if common == str(places.common):
            return path.is_relative_to(Path(root, NOTES))
        case _:
            return False


def _tell_once(places: Places, events: Sequence[AnyEvent]) -> None:
    """The kill may have come after the telling."""
    sessions = {event.stamp.session for event in events}
    told = {each for session in sessions for each in ledger.session(places.ledger, session).events}
    ledger.append(places.ledger, [event for event in events if event not in told])


def established(world: World) -> Outcome[World, LocateRefusal | InvalidConfig]:
    """For who writes: where no store is yet one is made, if one may be."""
    return open_world(world.settings, create=True) if world.places.unclaimed else Success(world)


def _config(places: Places) -> Outcome[ReadConfig, InvalidConfig]:
    if not os.path.lexists(places.config):
        return Success(ReadConfig(Config()))
    match read(places.root, places.config.relative_to(places.root).as_posix()):
        case Success(text):
            return parse_config(text, str(places.config))
        case Failure(unreadable):
            return Failure(InvalidConfig(str(places.config), f"cannot be read: {unreadable.problem}"))


def _vaults(settings: Settings, places: Places) -> Outcome[Vaults, InvalidConfig]:
    """Those of the command line, else those of the person's own config: a repository names none."""
    own = {str(layer): os.path.realpath(places.folder(layer)) for layer in (Layer.TEAM, Layer.LOCAL)}
    if settings.vaults:
        return Success(vaults_among([str(vault) for vault in settings.vaults], own))
    match user_config(settings):
        case Failure(invalid):
            return Failure(invalid)
        case Success(config):
            home = _config_folder(settings)
            return Success(vaults_among([os.path.realpath(home / home_expanded(each)) for each in config.vaults], own))


def user_config(settings: Settings) -> Outcome[UserConfig, InvalidConfig]:
    """The person's own, on this machine."""
    path = _config_folder(settings) / "config.toml"
    if not os.path.lexists(path):
        return Success(UserConfig())
    try:
        text = read_regular(str(path)).decode()  # the person's own: it may be a link
    except (OSError, UnicodeDecodeError) as fault:
        return Failure(InvalidConfig(str(path), f"cannot be read: {fault}"))
    return parse_user_config(text, str(path))


def _config_folder(settings: Settings) -> Path:
    return Path(os.path.realpath(settings.homes.config))
