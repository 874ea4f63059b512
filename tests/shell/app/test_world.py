"""A world is gathered without spawning, without writing in a folder that is not ours, and once for each request."""

from pathlib import Path

from hindnote.core.events import Accessed
from hindnote.shell import ledger
from hindnote.shell.app.world import open_world

from ..places import repository, settings_in, world_in


def test_reading_in_a_foreign_repository_creates_nothing(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    before = sorted(tmp_path.rglob("*"))
    world = open_world(settings_in(tmp_path, here)).unwrap()
    world.append(Accessed(stamp=world.stamp(), key="a", layer="team"))
    assert world.places.foreign
    assert sorted(tmp_path.rglob("*")) == before


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    event = Accessed(stamp=world.stamp(), key="a", layer="team")
    world.append(event)
    assert ledger.session(world.places.ledger, "s03").events == (event,)
