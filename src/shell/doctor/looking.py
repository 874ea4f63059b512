"""Looking: the facts about a store and its files, gathered without changing any.

Effects: walks folders; reads files and an index; asks git for one setting.
"""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from returns.result import Failure, Success

from ...core.checkup import Finding, IndexFact, LayerFact, StoreFact, of_state, shell_word
from ...core.keys import Layer
from ..app.world import World
from ..embedding import load
from ..git import git
from ..index.inspection import inspect, searching_fails
from ..notesdir import scan
from ..settings import Settings
from ..storefile import holds_id, stores

# --- functions ------------------------------------------------------------


def layer_facts(world: World) -> list[LayerFact]:
    said, places = world.settings, world.places
    named = {Layer.TEAM: said.team is not None, Layer.LOCAL: said.local is not None, Layer.VAULT: True}
    folders = [(Layer.TEAM, places.team), (Layer.LOCAL, places.local)]
    folders += [(Layer.VAULT, vault) for vault in places.vaults]
    return [_layer_fact(layer, folder, named=named[layer]) for layer, folder in folders]


def _layer_fact(layer: Layer, folder: Path, *, named: bool) -> LayerFact:
    if named and not folder.is_dir():
        return LayerFact(layer=layer, path=str(folder), named=named, problem=f"there is no folder {folder}")
    found = scan(folder)
    return LayerFact(
        layer=layer,
        path=str(folder),
        notes=len(found.files),
        problem=found.unavailable or "",
        named=named,
        writable=layer is Layer.VAULT or is_writable(folder),
        mounted_so=layer is not Layer.VAULT and is_mounted_so(folder),
        shared=layer is Layer.LOCAL and _is_shared(folder),
    )


def state_findings(world: World) -> list[Finding]:
    """Of the folder that is there already, for nothing is made here."""
    kept = (world.places.state, world.places.ledger)
    folders = (next(each for each in (folder, *folder.parents) if each.is_dir()) for folder in kept)
    judged = (of_state(str(each), writable=is_writable(each), mounted_so=is_mounted_so(each)) for each in folders)
    return [found for findings in judged for found in findings][:1]


def is_writable(folder: Path) -> bool:
    return not folder.exists() or os.access(folder, os.W_OK)


def is_mounted_so(folder: Path) -> bool:
    """Read-only, whatever its permissions are."""
    if sys.platform == "win32" or not folder.exists():
        return False
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def _is_shared(folder: Path) -> bool:
    """Whether others may enter it: its parents are private where we made them, but a person may have moved it."""
    try:
        mode = folder.stat().st_mode
    except OSError:
        return False
    return os.name == "posix" and bool(stat.S_IMODE(mode) & 0o077)


def store_facts(settings: Settings) -> Iterator[StoreFact]:
    """Every store of this user, with the checkouts that hold its id now."""
    for store_id, said in stores(settings.homes.data):
        folder = settings.homes.data / "stores" / store_id
        seen = {*said.seen, said.path} if said else set[str]()
        alive = tuple(each for each in sorted(seen) if each and holds_id(each, store_id))
        notes = len(scan(folder / "local").files)
        yield StoreFact(store_id=store_id, folder=str(folder), path=said.path if said else "", alive=alive, notes=notes)


def index_fact(world: World) -> IndexFact:
    path = world.places.state / "index.db"
    found = inspect(path)
    match load(world.settings.env.get("HINDNOTE_MODEL")):
        case Success(model):
            other = bool(found.model) and model is not None and model.fingerprint != found.model
        case Failure(_):
            other = False  # said of the model itself
    return IndexFact(
        path=str(path), there=found.there, damaged=found.damaged, outdated=found.outdated, other_model=other
    )


def machine_findings(settings: Settings) -> Iterator[Finding]:
    """What every store on this machine stands on."""
    again = f"{shell_word(sys.executable)} -m pip install --force-reinstall apsw sqlite-vec"
    if problem := searching_fails():
        yield Finding("search", "trouble", problem, again)
    else:
        yield Finding("search", "ok", "FTS5 answers, and sqlite-vec finds a nearest vector")
    match load(settings.env.get("HINDNOTE_MODEL")):
        case Success(model) if model is not None:
            yield Finding("model", "ok", f"loads; fingerprint {model.fingerprint}")
        case Success(_):
            yield Finding("model", "note", "HINDNOTE_MODEL=off: notes are found by their words alone")
        case Failure(unusable):
            told = unusable.explain()
            yield Finding("model", "trouble", told.message(), "Unset HINDNOTE_MODEL to use the one that ships.")


def journal_findings(world: World) -> Iterator[Finding]:
    """What is left of one by whoever opened the world cannot be ended from here."""
    if os.path.lexists(world.places.journal):
        said = f"a command that moved notes was cut off, and is not at its end: {world.places.journal}"
        mend = f"When each note is in one layer: rm {shell_word(str(world.places.journal))}"
        yield Finding("moves", "trouble", said, mend)


def git_findings(world: World) -> Iterator[Finding]:
    """`core.hooksPath` is a repository's word: we run no hook, but a commit of promoted notes would miss its own."""
    if world.places.common is None:
        return
    match git(world.places.root, "config", "--show-scope", "--get-all", "--path", "core.hooksPath"):
        case Failure(refusal):
            told = refusal.explain()
            yield Finding("git", "trouble", told.error, told.mend)
        case Success(said):
            *its, _ours = said.decode("utf-8", "replace").splitlines()  # ours is said last, and counts for us alone
            scope, _, folder = its[-1].partition("\t") if its else ("", "", "")
            if folder and not (world.places.root / folder).is_dir():
                where = f"core.hooksPath names `{folder}`, which is not there: this repository's git hooks do not run"
                yield Finding("git", "trouble", where, f"git config --{scope} --unset-all core.hooksPath")
            else:
                yield Finding("git", "ok", "answers")
