"""Two notes that say the same become one only as somebody reviewed it, and neither is ever lost."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.core.events import Refused, Remembered
from hindnote.core.note import Note, parse_note
from hindnote.shell import ledger
from hindnote.shell.app.consolidate import Consolidated, NoSuchPlan, SourceChanged, apply
from hindnote.shell.app.plans import Consolidation, Planned, plans
from hindnote.shell.app.recall import recall
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.world import World
from hindnote.shell.index.index import open_index

from ..places import repository, world_in

TOLD = (
    ("Mounting a token file returns EBUSY. The client saves it by rename.", "strace: rename gives EBUSY on the mount"),
    ("A mounted token file gives EBUSY. Its client writes it with a rename.", "rename on a mount: EBUSY in strace"),
)
OTHER = ("The staging database runs version 13. Merge is a syntax error there.", "select version()")


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    for observed, evidence in (*TOLD, OTHER):
        asked = RememberRequest(expected="It works.", observed=observed, evidence=evidence, answers=("why EBUSY",))
        remember(world, asked).unwrap()
    return world


def planned(world: World, limit: int = 10) -> Sequence[Planned]:
    with open_index(world) as index:
        match plans(world, index, limit):
            case Success(Consolidation(found, _)):
                return found
            case other:
                raise AssertionError(other)


def only(world: World) -> Planned:
    (plan,) = planned(world)
    return plan


def told(world: World) -> list[tuple[str, str]]:
    """What the ledger has of it."""
    events = ledger.everything(world.places.ledger).events
    kept = (each for each in events if isinstance(each, Remembered | Refused))
    return [(each.how if isinstance(each, Remembered) else each.why, each.key) for each in kept]


def local(world: World, key: str) -> Note:
    return parse_note((world.places.local / f"{key}.md").read_text()).unwrap()


def files(world: World) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in world.places.local.rglob("*.md")}


def test_a_plan_names_the_two_and_changes_neither(world: World) -> None:
    before = files(world)
    plan = only(world)
    assert {each.key for each in plan.plan.originals} == {
        "surprise/mounting-a-token-file-returns-ebusy",
        "surprise/a-mounted-token-file-gives-ebusy",
    }
    assert files(world) == before
    assert not Path(plan.draft).is_relative_to(world.places.local)
    assert Path(plan.draft).stat().st_mode & 0o077 == 0


def test_an_edited_draft_is_kept_when_the_plan_is_made_again(world: World) -> None:
    plan = only(world)
    draft = Path(plan.draft)
    draft.write_text(draft.read_text().replace("# ", "# Reviewed: ", 1))
    again = only(world)
    assert again.kept
    assert "# Reviewed: " in Path(again.draft).read_text()


def test_applying_writes_the_draft_as_it_was_reviewed_and_archives_the_two(world: World) -> None:
    plan = only(world)
    draft = Path(plan.draft)
    text = draft.read_text().replace("# ", "# Reviewed: ", 1)
    draft.write_text(text)
    done = apply(world, plan.plan.id).unwrap()
    assert isinstance(done, Consolidated)
    assert Path(done.path).read_text() == text
    for original in plan.plan.originals:
        note = local(world, original.key)
        assert note.archived
        assert note.superseded_by == done.key
    with open_index(world) as index:
        roots = recall(world, index, "why does mounting a token file give EBUSY").unwrap().roots
    assert [root.hit.key for root in roots][:1] == [done.key]
    assert planned(world) == ()
    assert isinstance(apply(world, plan.plan.id), Failure)
    archived = [("archived", each.key) for each in plan.plan.originals]
    assert told(world)[-4:] == [("created", done.key), *archived, ("NoSuchPlan", "")]


def test_a_source_that_changed_refuses_the_plan(world: World) -> None:
    plan = only(world)
    path = world.places.local / plan.plan.originals[1].path
    path.write_text(path.read_text() + "\nOne more line.\n")
    before = files(world)
    match apply(world, plan.plan.id):
        case Failure(SourceChanged() as refusal):
            assert "was changed" in refusal.explain().error
        case other:
            pytest.fail(f"{other}")
    assert files(world) == before


def test_what_a_crash_left_half_done_is_completed(world: World) -> None:
    plan = only(world)
    kept = {name: Path(plan.draft).with_suffix(name).read_bytes() for name in (".md", ".json")}
    before = files(world)
    done = apply(world, plan.plan.id).unwrap()
    whole = files(world)
    for name, data in kept.items():
        Path(plan.draft).with_suffix(name).write_bytes(data)
    last = world.places.local / plan.plan.originals[1].path
    last.write_bytes(before[str(last)])  # as a crash before its write leaves it
    assert apply(world, plan.plan.id) == Success(done)
    assert files(world) == whole


def test_a_draft_that_may_not_be_written_changes_nothing(world: World) -> None:
    plan = only(world)
    draft, good, before = Path(plan.draft), Path(plan.draft).read_text(), files(world)
    spoiled = {
        "BreaksSchema": good.replace("## Evidence", "## Proof"),
        "DraftKey": good.replace(f"key: {plan.plan.key}", "key: surprise/other"),
    }
    for name, text in spoiled.items():
        draft.write_text(text)
        match apply(world, plan.plan.id):
            case Failure(refusal):
                assert type(refusal).__name__ == name
            case other:
                pytest.fail(f"{other}")
    (world.places.local / f"{plan.plan.key}.md").write_text("somebody's")
    draft.write_text(good)
    assert isinstance(apply(world, plan.plan.id), Failure)
    (world.places.local / f"{plan.plan.key}.md").unlink()
    assert files(world) == before


@pytest.mark.parametrize("name", ["", "none", "../consolidate/x", "a/b", "\0"])
def test_a_plan_that_is_none_is_said(world: World, name: str) -> None:
    assert apply(world, name) == Failure(NoSuchPlan(name))


def test_the_draft_has_a_key_of_its_own(world: World) -> None:
    plan = only(world).plan
    assert plan.key not in {original.key for original in plan.originals}
