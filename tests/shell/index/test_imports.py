"""The index costs a start-up nothing heavy, and neither does a question to an index that is up to date."""

import subprocess
import sys
from pathlib import Path

from .stores import store_in, write

ROOT = Path(__file__).resolve().parents[3]
HEAVY = ("numpy", "model2vec", "mcp", "watchfiles", "cyclopts", "sqlite_vec", "asyncio")

IMPORTS = """
import sys
import hindnote.shell.app.search, hindnote.shell.index.index, hindnote.shell.index.retrieval
print(sorted(set(sys.argv[1:]) & set(sys.modules)))
"""
ASKS = """
import sys
from pathlib import Path
from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from hindnote.shell.app.world import open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.settings import read_settings
tmp = Path(sys.argv[1])
env = {f"HINDNOTE_{kind}_HOME": str(tmp / "home" / kind.lower()) for kind in ("DATA", "STATE", "CONFIG")}
world = open_world(read_settings(env, cwd=tmp, team=str(tmp / "team"), local=str(tmp / "local"))).unwrap()
with open_index(world) as index:
    found = find(world, Query(question="why does the flywheel stall"), index=index).unwrap()
    assert index.model is not None
print([hit.key for hit in found.hits], found.hits[0].ranks.semantic, sorted(set(sys.argv[2:]) & set(sys.modules)))
"""


def printed(script: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-c", script, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_index_imports_nothing_heavy() -> None:
    assert printed(IMPORTS, *HEAVY) == "[]"


def test_a_question_by_meaning_imports_nothing_heavy_once_the_notes_are_embedded(tmp_path: Path) -> None:
    store = store_in(tmp_path, model="")
    write(store.local, "a.md", "# flywheel\n\nthe flywheel stalls\n")
    with store.open() as index:
        index.refresh()
    assert printed(ASKS, str(tmp_path), *HEAVY) == "['a'] 1 []"
