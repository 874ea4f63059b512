"""What a question and a server import before they answer: the list, so that nothing heavy creeps in unseen."""

import subprocess
import sys
from pathlib import Path

import pytest

from .standing import PYTHON, Standing, standing_in

FIRST = {"hindnote", "msgspec", "returns", "apsw", "platformdirs", "typing_extensions"}
HEAVY = {
    "anyio",
    "asyncio",
    "cyclopts",
    "mcp",
    "mcp_types",
    "model2vec",
    "pydantic",
    "rich",
    "tokenizers",
    "watchfiles",
}
QUESTION = """
import runpy, sys
sys.argv = ["hindnote", "recall", *sys.argv[1:]]
try:
    runpy.run_module("hindnote", run_name="__main__")
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""
BARE = "import sys; print(*sys.modules, file=sys.stderr)"
FIRST_WORDS = """
import sys
from hindnote.shell.server.desk import Desk
from hindnote.shell.settings import read_settings
desk = Desk(read_settings())
print(desk.instructions(), *desk.tools())
print(*sys.modules, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Standing:
    here = standing_in(tmp_path_factory.mktemp("here"))
    here.remember("The build needs make.", "--tag", "build")
    here.run("recall", "make")
    return here


def imported(here: Standing, script: str, *words: str, **env: str) -> set[str]:
    """Top-level names of the modules that a fresh interpreter ends up with, beyond a bare one's."""
    return _modules(here, script, *words, **env) - _modules(here, BARE) - sys.stdlib_module_names


def _modules(here: Standing, script: str, *words: str, **env: str) -> set[str]:
    done = subprocess.run(
        [PYTHON, "-c", script, *words], cwd=here.cwd, env=here.env(**env), capture_output=True, text=True, check=True
    )
    assert script == BARE or done.stdout
    return {name.partition(".")[0] for name in done.stderr.split()}


def test_a_question_imports_nothing_heavy(here: Standing) -> None:
    assert not imported(here, QUESTION, "what", "does", "the", "build", "need") & {*HEAVY, "numpy"}


def test_nor_with_the_model_that_ships(here: Standing) -> None:
    here.run("recall", "make", env=here.env(HINDNOTE_MODEL=""))  # the notes have their vectors
    assert not imported(here, QUESTION, "what does the build need", HINDNOTE_MODEL="") & {*HEAVY, "numpy"}


def test_before_its_first_words_a_server_imports_only_what_they_need(here: Standing) -> None:
    """The SDK is not in it: what remains is our own share of a server's start."""
    assert imported(here, FIRST_WORDS) <= FIRST


def test_nor_more_in_a_folder_without_a_store(here: Standing, tmp_path: Path) -> None:
    assert imported(Standing(tmp_path, here.home), FIRST_WORDS) <= FIRST
