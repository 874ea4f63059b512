"""Whatever is kept of a person's notes is that person's alone, in whatever order its files are made."""

import os
import shutil
from pathlib import Path

import pytest

from .standing import Standing, standing_in

ASKED = [("recall", "make"), ("lint",), ("stale",), ("session", "s03"), ("audit",), ("remember",)]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Standing:
    here = standing_in(tmp_path_factory.mktemp("private"))
    assert here.run("init").code == 0
    return here


def open_to_others(home: Path) -> list[str]:
    """Of the paths that are ours."""
    kept = [path for top in home.rglob("hindnote") for path in (top, *top.rglob("*"))]
    assert kept
    return [str(path) for path in kept if path.stat().st_mode & 0o077]


@pytest.mark.parametrize("first", ASKED, ids=" ".join)
def test_nothing_in_a_home_is_open_to_others_whatever_comes_first(here: Standing, first: tuple[str, ...]) -> None:
    shutil.rmtree(here.home / ".local" / "state", ignore_errors=True)
    before = os.umask(0o022)
    try:
        for words in (first, *ASKED):
            _ = here.remember(f"The {first[0]} needs make.") if words == ("remember",) else here.run(*words)
    finally:
        os.umask(before)
    assert open_to_others(here.home) == []
