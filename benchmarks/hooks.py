"""Hooks: what each event costs a harness, as ratios to a bare interpreter, and what the pick itself takes.

    python -m benchmarks.hooks [--notes 1432] [--rounds 31]

One row an event and way, and for a session's start also beside a ledger of 200 sessions, and then where somebody linted;
each round is a session of its own. Of each the whole process's CPU time, the least and the median of its rounds, taken in turn
with `python -I -S -c pass` so that a busy machine is unfair to all alike. The picks are timed in one
process, as in a server, in its thread's CPU time: outputs are 12 lines of a note and prompts up to 30 words
of one, each asked once.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from hindnote.core.events import Accessed, Stamp, Withheld
from hindnote.core.hints import Heard, Hint
from hindnote.core.moments import Moment
from hindnote.core.switches import Switches
from hindnote.shell import ledger
from hindnote.shell.hooks.forward import ask, request, socket_path
from hindnote.shell.hooks.here import here
from hindnote.shell.hooks.prompts import prompt_hint
from hindnote.shell.hooks.scene import Scene
from hindnote.shell.hooks.toolhints import tool_hint
from hindnote.shell.hooks.warm import Warm

from .latency_generator import write

PYTHON = sys.executable
HOOK = str(Path(__file__).resolve().parents[1] / "src" / "data" / "hook.py")
BARE = (PYTHON, "-I", "-S", "-c", "pass")
CALL = {"tool_name": "Bash", "tool_input": {"command": "make"}}
EVENTS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "a tool's output without a name": ("post-tool-use", {**CALL, "tool_response": {"stdout": "nothing to be done\n"}}),
    "a tool's output with a name": ("post-tool-use", {**CALL, "tool_response": {"stdout": "see DEC-0054 for more"}}),
    "a failed tool": ("post-tool-use-failure", {**CALL, "error": "exit 1: DEC-0054"}),
    "a prompt": ("user-prompt-submit", {"prompt": "why does the token cache fail after the server restarts"}),
    "a session's start": ("session-start", {"source": "startup"}),
    "a stop": ("stop", {}),
}
START = "a session's start"
PICKS, ANSWERS = 500, 50
SESSIONS, TOLD = 200, 100  # of a ledger that was used: files, and lines in each
LINES = 12  # of a note, as a tool's output

# --- processes ----------------------------------------------------------------


def cpu(command: Sequence[str], stdin: bytes, cwd: Path, env: Mapping[str, str]) -> float:
    """Milliseconds of one process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=stdin, cwd=cwd, env=env, stdout=subprocess.DEVNULL, check=True)  # noqa: S603  (ours)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1_000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def events(way: str, rounds: int, cwd: Path, env: Mapping[str, str], names: Sequence[str] = tuple(EVENTS)) -> None:
    took: dict[str, list[float]] = {name: [] for name in ("bare", *names)}
    for number in range(rounds):
        took["bare"].append(cpu(BARE, b"", cwd, env))
        for name in names:
            event, said = EVENTS[name]
            session = f"{way}-{number}".replace(",", "").replace(" ", "-")  # as a harness names one
            stdin = json.dumps({"session_id": session, **said}).encode()
            took[name].append(cpu((PYTHON, "-I", "-S", HOOK, event, "--harness", "claude"), stdin, cwd, env))
    least, middle = min(took["bare"]), median(took["bare"])
    for name, each in took.items():
        print(
            f"| {name} | {way} | {min(each):.1f} | {median(each):.1f} | {min(each) / least:.2f} | {median(each) / middle:.2f} |"
        )


def used(cwd: Path, env: Mapping[str, str]) -> None:
    """A ledger of so many sessions, each of which read a note whole, and had events to tell of."""
    place = here(str(cwd), env)
    if place is None:
        raise FileNotFoundError(cwd)
    paths = sorted(Path(place.folders["local"][0]).rglob("*.md"))[:SESSIONS]
    keys = [path.relative_to(place.folders["local"][0]).as_posix().removesuffix(".md") for path in paths]
    for number, key in enumerate(keys):
        stamp = Stamp(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), f"used-{number}", "claude")
        told = [Withheld(stamp=stamp, surface="hook", hook="tool-hints", why="unknown")] * (TOLD - 1)
        ledger.append(Path(place.ledger), [*told, Accessed(stamp=stamp, key=key, layer="local")])


def linted(cwd: Path, env: Mapping[str, str]) -> None:
    """Whatever it finds."""
    subprocess.run([PYTHON, "-m", "hindnote", "lint"], cwd=cwd, env=env, stdout=subprocess.DEVNULL, check=False)  # noqa: S603  (ours)


# --- answers ------------------------------------------------------------------


def answers(cwd: Path, env: Mapping[str, str]) -> None:
    """From a connection to the whole answer, on the clock: a hook waits for it, and no longer than `PATIENCE`."""
    carried = {os.fsencode(name): os.fsencode(value) for name, value in env.items()}
    path = socket_path(os.fsencode(cwd), carried)
    large = {**CALL, "tool_response": {"stdout": "see DEC-0054 " * 1_000_000}}
    for name, (event, said) in {**EVENTS, "an output of 13 MB": ("post-tool-use", large)}.items():
        took: list[float] = []
        for number in range(ANSWERS):
            stdin = json.dumps({"session_id": f"answers-{number}", **said}).encode()
            begun = time.perf_counter()
            if ask(path, request([event], os.fsencode(cwd), carried, stdin)) is None:
                raise ConnectionError(path)
            took.append(1_000 * (time.perf_counter() - begun))
        print(f"| {name} | {median(took):.1f} | {max(took):.1f} |")


# --- picks --------------------------------------------------------------------


def picks(cwd: Path, env: Mapping[str, str]) -> None:
    place = here(str(cwd), env)
    if place is None:
        raise FileNotFoundError(cwd)
    chance, warm = random.Random(1), Warm()  # noqa: S311  (repeatable)
    notes = [path.read_text().splitlines() for path in sorted(Path(place.folders["local"][0]).rglob("*.md"))]

    def lines(count: int) -> str:
        note = chance.choice(notes)
        start = chance.randrange(max(1, len(note) - count))
        return "\n".join(note[start : start + count])

    def words(count: int) -> str:
        line = chance.choice([each for each in chance.choice(notes) if len(each) > LINES])
        return " ".join(line.split()[:count])

    def around(moment: Moment) -> Scene:
        return Scene(moment, place, Switches(), warm.finding)

    outputs = [Moment("post-tool-use", "claude", response=lines(LINES)) for _ in range(PICKS + 1)]
    prompts = [Moment("user-prompt-submit", "claude", prompt=words(30)) for _ in range(PICKS + 1)]
    report("a tool's output", [partial(tool_hint, around(each), Heard()) for each in outputs])
    report("a prompt", [partial(prompt_hint, around(each), Heard()) for each in prompts])


def report(name: str, picks: Sequence[Callable[[], object]]) -> None:
    """The first opens the index."""
    picks[0]()
    took, spoke = list[float](), 0
    for pick in picks[1:]:
        begun = time.thread_time()
        said = pick()
        took.append(1_000 * (time.thread_time() - begun))
        spoke += isinstance(said, Hint)
    print(f"| {name} | {median(took):.2f} | {quantiles(took, n=20)[-1]:.2f} | {max(took):.2f} | {spoke} of {PICKS} |")


# --- both -----------------------------------------------------------------------


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--notes", type=int, default=1_432)
    arguments.add_argument("--rounds", type=int, default=31)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="hn") as folder:
        tmp = Path(folder)
        cwd, env = made(tmp, given.notes)
        print(f"| event, {given.notes:,} notes | way | least ms | median ms | to bare, least | to bare, median |")
        print("|---|---|---|---|---|---|")
        events("alone", given.rounds, cwd, env)
        for state, become in (("alone, used ledger", used), ("alone, used ledger, linted", linted)):
            become(cwd, env)
            events(state, given.rounds, cwd, env, [START])
        with served(cwd, env) as server:
            wait_for(tmp / "run")
            events("through a server", given.rounds, cwd, env)
            print("\n| answer of a server | median ms | most ms |\n|---|---|---|")
            answers(cwd, env)
            server.kill()
        print("\n| pick | median ms | p95 ms | most ms | spoke |\n|---|---|---|---|---|")
        picks(cwd, env)


def made(tmp: Path, notes: int) -> tuple[Path, Mapping[str, str]]:
    """A store with its index."""
    cwd = tmp / "repo"
    cwd.mkdir()
    env = {"HOME": str(tmp), "PATH": os.environ["PATH"], "HINDNOTE_MODEL": "off", "HINDNOTE_RUNTIME_DIR": f"{tmp}/run"}
    for words in (["git", "init", "-q"], [PYTHON, "-m", "hindnote", "init"]):
        subprocess.run(words, cwd=cwd, env=env, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  (ours)
    place = here(str(cwd), env)
    if place is None:
        raise FileNotFoundError(cwd)
    write(Path(place.folders["local"][0]), notes)
    subprocess.run([PYTHON, "-m", "hindnote", "reindex"], cwd=cwd, env=env, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  (ours)
    return cwd, env


def served(cwd: Path, env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    command = [PYTHON, "-m", "hindnote", "serve"]
    return subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # noqa: S603  (ours)


def wait_for(run: Path) -> None:
    while not any(path.is_socket() for path in (run.iterdir() if run.is_dir() else ())):
        time.sleep(0.1)
    time.sleep(5)  # the SDK's import is no hook's


if __name__ == "__main__":
    main()
