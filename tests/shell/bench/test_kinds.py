"""Sessions of other kinds than the recorded ones: each hears of what its notes name, and of no word that only looks like a name.

What each fixture holds to mislead stands in its notes.
"""

from pathlib import Path

import pytest

from hindnote.core.keys import Layer
from hindnote.core.switches import Switches
from hindnote.shell.bench.asof import AsOf
from hindnote.shell.bench.logs import Log, find_logs
from hindnote.shell.bench.replay import TOOL_HINTS, Replay
from hindnote.shell.index.folders import Source

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "hints"

HEARD = {
    "windows": ["cs0103", "nas7"],  # not System.IO, not 4.0.0.0, not the domain that the checkout is called like
    "java": ["firingplanner", "kl-4211"],  # not the library's types, not settings of every environment
    "node": ["ts2589"],  # not what is only read, not packages in passing, not the registry
    "scripts": ["as30p", "kx2200", "pm55x"],  # in Japanese and Korean, German and Russian
    "words": ["backup", "api.kiln.dev", "run4"],  # not a deploy, not step-9, neither words nor attributes
}
IN_FILES = {"windows": 1, "java": 1, "node": 1, "scripts": 1, "words": 0}  # results that a file tool or `cat` brought


def replayed(kind: str) -> Replay:
    folder = FIXTURES / kind
    with AsOf([[Source(Layer.VAULT, folder / "notes")]]) as store:
        replay = Replay(store, Switches())
        for path in find_logs([folder]).unwrap():
            for step in Log(path).steps():
                replay.take(step)
        return replay


@pytest.mark.parametrize("kind", HEARD)
def test_a_session_hears_of_what_its_notes_name_and_of_nothing_else(kind: str) -> None:
    replay = replayed(kind)
    told = [each.told for one in replay.sessions.values() for each in one.heeding.outcomes]
    assert sorted(name for each in told if each.surface == TOOL_HINTS for name in each.names) == sorted(HEARD[kind])
    assert replay.tools.withheld["file-tool"] == IN_FILES[kind]


def test_every_kind_is_looked_at() -> None:
    assert {folder.name for folder in FIXTURES.iterdir()} == set(HEARD)
