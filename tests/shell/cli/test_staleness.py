"""A person reads what has expired at a glance, and each refusal to pin a note says what to do."""

from typing import get_args

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from hindnote.core.expiry import UnevaluatableTrigger
from hindnote.core.keys import Layer, VaultKey
from hindnote.core.outcome import Refusal
from hindnote.core.repin import NothingToPin
from hindnote.core.staleness import Expiring, StaleNote, StaleReport, UnclearNote
from hindnote.core.violations import Rule, Violation
from hindnote.core.writing import BreaksSchema
from hindnote.shell.app.refresh import RefreshedAnswer, RefreshRefusal
from hindnote.shell.app.show import NoSuchNote
from hindnote.shell.app.swapping import ChangedMeanwhile, NotOurs, SeveralNotes
from hindnote.shell.cli.refresh import as_text as refreshed_text
from hindnote.shell.cli.stale import as_text
from hindnote.shell.files import CannotWrite, Exists, OutsideFolder
from hindnote.shell.lock import LockTimeout
from hindnote.shell.notesdir import Unreadable

from ...pages import page

__all__ = ["page"]  # the fixture

OLD, NEW = "8370720c1f0e5a6b7d8e9f00112233445566778a", "6e93e2813c4d6757eb7c6f4f25c37e833122c08e"
MOUNT, IMAGE = VaultKey("surprise/mounting-returns-ebusy"), VaultKey("image-has-no-curl")


def became(key: VaultKey, layer: Layer, what: str, present: str | None) -> StaleNote:
    return StaleNote(
        key=key,
        layer=layer,
        date="2026-08-07",
        title="A title",
        path=f"{key}.md",
        invalidated_by=f"file:src/mount.rs@{OLD}",
        what=what,
        recorded=OLD,
        present=present,
    )


UNCLEAR = UnclearNote(
    key=IMAGE,
    layer=Layer.TEAM,
    date="2026-06-12",
    title="A title",
    path="image.md",
    invalidated_by="base:2026.08",
    why="no base is\nconfigured \x1b[31m│",
)
PLAIN = Expiring(key=MOUNT, layer=Layer.LOCAL, date="2026-08-07", title="A title", path="mount.md", invalidated_by=None)
REPORT = StaleReport(
    stale=(
        became(IMAGE, Layer.TEAM, "src/gone.rs is gone", None),
        became(MOUNT, Layer.LOCAL, "src/mount.rs changed", NEW),
    ),
    cannot_tell=(UNCLEAR,),
    no_expiry=(PLAIN,),
    current=1_432,
    notices=("skipped a.md: not UTF-8",),
)


@pytest.mark.parametrize("every", [False, True], ids=["groups", "all"])
def test_the_report_reads_well(page: SnapshotAssertion, every: bool) -> None:  # noqa: FBT001  (a table of cases)
    assert as_text(REPORT, every=every) == page


def test_an_answer_says_from_what_to_what(page: SnapshotAssertion) -> None:
    moved = RefreshedAnswer(
        key=VaultKey("surprise/x"),
        layer=Layer.TEAM,
        path="/repo/x.md",
        how="refreshed",
        invalidated_by=f"file:a@{NEW}",
        was="file:a@1234567",
    )
    stayed = replace(moved, how="unchanged", invalidated_by="file:a@1234567")
    assert "\n\n".join(map(refreshed_text, (moved, stayed))) == page


def test_every_refusal_reads_well(page: SnapshotAssertion) -> None:
    told_elsewhere = {LockTimeout, CannotWrite, Exists, OutsideFolder, Unreadable, NoSuchNote, UnevaluatableTrigger}
    shown: list[Refusal] = [
        BreaksSchema((Violation(Rule.NO_SUCH_DATE, "a.md", "`2026-02-30` is no date", 4),)),
        ChangedMeanwhile("/repo/a.md"),
        NotOurs(
            "/local/readme.md", "ingest made this note and keeps it", "`hindnote ingest` brings it up to its document."
        ),
        NothingToPin("a", "does not expire", "Give it one."),
        SeveralNotes("a", (("team", "/repo/a.md"), ("local", "/local/a.md"))),
    ]
    assert {type(each) for each in shown} == set(get_args(RefreshRefusal)) - told_elsewhere
    assert "".join(f"- {type(each).__name__}: {each.explain().message()}\n" for each in shown) == page
