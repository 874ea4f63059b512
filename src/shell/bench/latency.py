"""Latency: build, refresh and questions on a store as it is, timed through the code that answers people.

The user's notes and state are only read: index, ledger and the one note that changes are in a
temporary folder. The index of that note's folder is the store's own, so a refresh sees a store that changed.

Effects: reads notes, writes a temporary folder, spawns the command line, listens to the folders.
"""

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep

from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.keys import Layer
from ...core.latency import KINDS, Latency, Spread, spread
from ...core.outcome import Outcome
from ...core.render import answer_text
from ...core.tokens import estimate
from ..app.finding import Query
from ..app.recall import recall
from ..app.search import find
from ..app.world import World, open_world
from ..index.folders import Source
from ..index.index import Index, open_index
from ..index.shelf import Shelf
from ..paths import Homes
from ..watch import Watch
from .bed import NoSuchFolder
from .questions import Questions, questions

ROUNDS = 4  # of the same questions; the first warms and is not counted
LIMIT = 8  # hits, as a recall shows
REFRESHES = 30
COLD = 5
LIVE_SECONDS = 10.0

# --- functions ------------------------------------------------------------


def latency(world: World, notes: Path | None = None) -> Outcome[Latency, NoSuchFolder]:
    if notes is not None and not notes.is_dir():
        return Failure(NoSuchFolder(str(notes)))
    with TemporaryDirectory(prefix="hindnote-bench-") as scratch:
        return Success(_measured(_aside(world, Path(scratch), notes), Path(scratch)))


def _aside(world: World, scratch: Path, notes: Path | None) -> World:
    """The same notes, or those of the folder, with everything that is written in the temporary folder."""
    places, settings = world.places, world.settings
    homes = Homes(data=scratch / "data", state=scratch / "state", config=scratch / "config")
    (scratch / "nothing").mkdir()
    here = replace(
        settings,
        cwd=scratch,
        homes=homes,
        team=places.team if notes is None else scratch / "nothing",
        local=places.local if notes is None else notes.resolve(),
        vaults=places.vaults if notes is None else (),
    )
    return open_world(here, create=True).unwrap()


def _measured(world: World, scratch: Path) -> Latency:
    changing = scratch / "changing"
    changing.mkdir()
    with _index(world, changing) as index:
        began = perf_counter()
        said = index.refresh().said
        build_s = perf_counter() - began
        noted, chunks = index.notes(archived=True), index.count_chunks()
        asked = questions(index)
        noop = [_seconds(index.refresh) for _ in range(REFRESHES)]
        walks = [_seconds(lambda: _walk(index)) for _ in range(REFRESHES)]
        one = [_one_change(index, changing, number) for number in range(REFRESHES // 3)]
        unwatched = _by_kind(world, index, asked)
        with Watch(world, index) as watch:
            _until_live(watch)
            watched = _by_kind(world, index, asked)
        return Latency(
            notes=len(noted),
            chunks=chunks,
            bytes=sum(index.place(note).stat().st_size for note in noted),
            index_bytes=sum(_size(shelf.path) for shelf in index.shelves),
            build_s=build_s,
            refresh_noop_ms=_ms(noop),
            refresh_one_ms=_ms(one),
            query=watched,
            unwatched=unwatched,
            cold_ms=_ms([_seconds(partial(_cold, world, text)) for text in asked["question"][:COLD]]),
            recall_tokens=_tokens(world, index, asked["question"]),
            peak_mib=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            / (2**20 if sys.platform == "darwin" else 2**10),
            walk_ms=_ms(walks),
            python_ms=_ms([_seconds(lambda: _run([sys.executable, "-c", "pass"], {})) for _ in range(COLD)]),
            model=index.model.fingerprint if index.model else "",
            said=said,
        )


def _index(world: World, changing: Path) -> Index:
    """The world's index, with one more folder in the shelf of the repository."""
    with open_index(world) as plain:
        own, *vaults = plain.shelves
        more = Shelf([*own.sources, Source(Layer.VAULT, changing)], own.path, own.model)
        return Index([more, *(Shelf(vault.sources, vault.path, vault.model) for vault in vaults)])


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _ms(seconds: Sequence[float]) -> float:
    return statistics.median(seconds) * 1000 if seconds else 0.0


def _walk(index: Index) -> None:
    """What any look at every file costs: names and stats."""
    below = [str(source.folder) for shelf in index.shelves for source in shelf.sources if source.folder.is_dir()]
    while below:
        with os.scandir(below.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    below.append(entry.path)
                else:
                    entry.stat(follow_symlinks=False)


def _one_change(index: Index, folder: Path, number: int) -> float:
    (folder / "changing.md").write_text(
        f"# The note that changes\n\n## Observed\n\n{'said again ' * number}\n", "utf-8"
    )
    return _seconds(index.refresh)


def _by_kind(world: World, index: Index, asked: Questions) -> dict[str, Spread]:
    return {kind: spread(_hot(world, index, asked[kind])) for kind in KINDS}


def _hot(world: World, index: Index, texts: Sequence[str]) -> list[float]:
    asking = [Query(question=text, limit=LIMIT) for text in texts]
    for query in asking:
        find(world, query, index=index)
    timed = [query for _ in range(ROUNDS - 1) for query in asking]
    return [_seconds(partial(find, world, query, index=index)) * 1000 for query in timed]


def _until_live(watch: Watch) -> None:
    until = monotonic() + LIVE_SECONDS
    while not watch.live and monotonic() < until:
        sleep(0.05)


def _tokens(world: World, index: Index, texts: Sequence[str]) -> int:
    answers = [answer for text in texts if isinstance(answer := recall(world, index, text), Success)]
    costs = [estimate(answer_text(answer.unwrap())) for answer in answers]
    return int(statistics.median(costs)) if costs else 0


def _cold(world: World, text: str) -> None:
    settings = world.settings
    named = {"TEAM": settings.team, "LOCAL": settings.local, "DATA_HOME": settings.homes.data}
    named |= {"STATE_HOME": settings.homes.state, "CONFIG_HOME": settings.homes.config}
    where = {f"HINDNOTE_{name}": str(value) for name, value in named.items()}
    _run([sys.executable, "-m", "hindnote", "recall", text, "--json"], {**settings.env, **where}, world.settings.cwd)


def _run(words: Sequence[str], env: Mapping[str, str], cwd: Path | None = None) -> None:
    subprocess.run(words, env={**os.environ, **env}, cwd=cwd, check=False, capture_output=True)  # noqa: S603  (our own)


def _size(path: Path | None) -> int:
    return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*")) if path else 0
