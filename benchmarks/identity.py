"""Identity: what it costs to learn which store a folder has, against asking git for the same.

    python benchmarks/identity.py

Each row is one place in a temporary repository: the top, 20 folders down, a worktree, a plain folder.
`find` is `find_checkout`; `world` is all that a use case needs (identity, places, config); `git` is one
spawned `git rev-parse --show-toplevel --git-common-dir`. Medians of many, on one core.
"""

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hindnote.shell.app.init import init
from hindnote.shell.app.world import open_world
from hindnote.shell.checkout import find_checkout
from hindnote.shell.settings import read_settings


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tmp = Path(folder).resolve()
        env = {f"HINDNOTE_{kind}_HOME": str(tmp / kind) for kind in ("DATA", "STATE", "CONFIG")}
        for name, place in places(tmp).items():
            init(read_settings(env, cwd=place)).unwrap()
            settings = read_settings(env, cwd=place)
            find = median(lambda place=place: find_checkout(str(place)), 2_000)
            world = median(lambda settings=settings: open_world(settings), 500)
            git = median(lambda place=place: asked(place), 50)
            print(f"| {name} | {find:,.0f} | {world:,.0f} | {git:,.0f} | {git / world:.0f}x |")


def places(tmp: Path) -> dict[str, Path]:
    repo, deep, plain = tmp / "repo", tmp / "repo" / "/".join("d" * 20), tmp / "plain"
    deep.mkdir(parents=True)
    plain.mkdir()
    for words in (
        ("init", "-q"),
        ("commit", "-q", "--allow-empty", "-m", "first"),
        ("worktree", "add", "-q", "../tree"),
    ):
        identity = ("-c", "user.name=b", "-c", "user.email=b@example.com")
        subprocess.run(["git", *identity, *words], cwd=repo, check=True)  # noqa: S603, S607  (the user's own git)
    return {"top of a repository": repo, "20 folders below": deep, "worktree": tmp / "tree", "plain folder": plain}


def asked(place: Path) -> None:
    words = ["git", "rev-parse", "--show-toplevel", "--git-common-dir"]
    subprocess.run(words, cwd=place, check=False, capture_output=True)  # noqa: S603


def median(step: Callable[[], object], times: int) -> float:
    """Microseconds."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        step()
        taken.append((time.perf_counter() - begun) * 1e6)
    return statistics.median(taken)


if __name__ == "__main__":
    main()
