"""Names cost: what names add to an index's size and build, and what the pick of a hint takes; one row a store.

    python benchmarks/names_cost.py [--rounds N] FOLDER ...

Each FOLDER of notes is built with names and without by turns, in processor time, the best of the rounds. A pick is what
a hook does with one tool output: extract, ask the index, decide; the outputs are the notes' own texts, of up to 2,000
characters, which bring up more names than most outputs do.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

import apsw

from hindnote.core.document import Document
from hindnote.core.hints import Heard, Silence
from hindnote.core.namehints import ToolOutput, brought_up, name_hint
from hindnote.core.switches import Switches
from hindnote.shell.app.world import World, open_world
from hindnote.shell.index import entry
from hindnote.shell.index.index import open_index
from hindnote.shell.index.naming import snapshot
from hindnote.shell.settings import read_settings
from hindnote.shell.tlds import top_level_domains

PICKS = 1_000
OUTPUT = 2_000  # characters


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--model", default="", help="`off` leaves the vectors out of both sides")
    arguments.add_argument("folders", nargs="+", type=Path)
    given = arguments.parse_args()
    print("| notes | names | build s | with names | size MB | with names | pick ms: median | p95 |")
    print("|---" * 8 + "|")
    for folder in given.folders:
        print(row(folder, given.rounds, given.model))


def row(folder: Path, rounds: int, model: str) -> str:
    with_names = entry.names_in
    built: dict[bool, list[tuple[float, int, int, int]]] = {True: [], False: []}
    for _ in range(rounds):
        for names in (False, True):
            entry.names_in = with_names if names else _no_names  # type: ignore[assignment]  # by position it is called alike
            with tempfile.TemporaryDirectory() as state:
                world = world_of(folder, state, model)
                built[names].append(build(world))
                if names:
                    times = picks(folder, world.places.state / "index.db")
    without, having = (min(seconds for seconds, *_ in built[names]) for names in (False, True))
    small, large = (built[names][0][1] for names in (False, True))
    _, _, notes, rows = built[True][0]
    told = (f"{notes:,}", f"{rows:,}", f"{without:.2f}", f"{having:.2f} ({having / without - 1:+.1%})")
    sizes = (f"{small / 1e6:.2f}", f"{large / 1e6:.2f} ({large / small - 1:+.1%})")
    return "| " + " | ".join((*told, *sizes, f"{median(times):.3f}", f"{quantiles(times, n=20)[-1]:.3f}")) + " |"


def _no_names(_: Document) -> tuple[entry.NamedIn, ...]:
    return ()


def world_of(folder: Path, state: str, model: str) -> World:
    homes = {f"HINDNOTE_{kind}_HOME": f"{state}/{kind.lower()}" for kind in ("DATA", "STATE", "CONFIG")}
    empty = f"{state}/empty"
    Path(empty).mkdir(exist_ok=True)
    env = {**homes, **({"HINDNOTE_MODEL": model} if model else {})}
    return open_world(read_settings(env, cwd=state, team=empty, local=str(folder)), create=True).unwrap()


def build(world: World) -> tuple[float, int, int, int]:
    """Seconds, bytes, notes, rows of names."""
    began = process_time()
    with open_index(world) as index:
        index.refresh()
    seconds = process_time() - began
    con = apsw.Connection(str(world.places.state / "index.db"))
    con.pragma("wal_checkpoint", "truncate")
    con.execute("VACUUM")
    con.pragma("wal_checkpoint", "truncate")
    count: Callable[[str], int] = lambda table: con.execute(f"SELECT count(*) FROM {table}").get  # noqa: E731, S608
    found = (seconds, (world.places.state / "index.db").stat().st_size, count("notes"), count("names"))
    con.close()
    return found


def picks(folder: Path, file: Path) -> list[float]:
    """Milliseconds of each pick, the texts read beforehand."""
    texts = [path.read_bytes().decode("utf-8", "replace")[:OUTPUT] for path in sorted(folder.rglob("*.md"))[:PICKS]]
    con = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    tlds = top_level_domains()
    times = []
    for text in texts:
        began = perf_counter()
        asked = brought_up(ToolOutput("Bash", "", text), Heard(), Switches(), tlds)
        if not isinstance(asked, Silence):
            name_hint(asked, snapshot([con], [name.fold for name in asked]), Heard(), Switches())
        times.append(1e3 * (perf_counter() - began))
    con.close()
    return times


if __name__ == "__main__":
    main()
