"""Every refusal of those who write a topic or change a note says what is wrong, where, and what to do."""

from typing import get_args

from syrupy.assertion import SnapshotAssertion

from hindnote.core.arguments import SecretSaid, UnusableArguments
from hindnote.core.edits import OpenBlock
from hindnote.core.expiry import UnevaluatableTrigger
from hindnote.core.frontmatter import UnparsableFrontmatter
from hindnote.core.keys import (
    Layer,
    NothingToName,
    UnclosedPlaceholder,
    UnknownPlaceholder,
    UnusableTemplate,
    parse_key,
    vault_key,
)
from hindnote.core.outcome import Refusal
from hindnote.core.sectionedits import NoSuchSection, SeveralSections
from hindnote.core.toml import InvalidConfig
from hindnote.core.violations import Rule, Violation
from hindnote.core.writing import BreaksSchema
from hindnote.shell.app.edit import EditRefusal
from hindnote.shell.app.new import NewRefusal, TopicTaken, WhichVault
from hindnote.shell.app.show import NoSuchNote
from hindnote.shell.app.swapping import ChangedMeanwhile, NotOurs, SeveralNotes
from hindnote.shell.cli.longtext import CannotReadText, NoPair
from hindnote.shell.editor import EditorFailed, KeptText, NoEditor
from hindnote.shell.files import CannotWrite, Exists, OutsideFolder
from hindnote.shell.lock import LockTimeout
from hindnote.shell.notesdir import Unavailable, Unreadable
from hindnote.shell.repository import BrokenCheckout, NoHome, NotInitialised
from hindnote.shell.storeid import BrokenStoreId

from ...pages import page

__all__ = ["page"]  # the fixture

COPY = "/state/edit/local/disks.md"
CHANGED = ChangedMeanwhile("/local/disks.md")
SHOWN: list[Refusal] = [
    BreaksSchema(
        (Violation(Rule.CROSS_LAYER_LINK, "/team/disks.md", "`a` is only in local, and this note is team", 9),)
    ),
    CHANGED,
    NoSuchSection("Where", ("Details", "Related")),
    NoSuchSection("Where", ()),
    NotOurs("/team/disks.md", "this note is the team's", "Change it as a person (`hindnote edit disks`)."),
    OpenBlock(12),
    OpenBlock(None),
    SeveralSections("Details", (3, 14)),
    TopicTaken(parse_key("disks").unwrap(), Layer.LOCAL, "/local/disks.md"),
    TopicTaken(vault_key("Sub/The disks.md"), Layer.VAULT, "/vault/Sub/The disks.md"),
    UnusableArguments((("title", "is blank"), ("tags", "holds a blank")), "new"),
    WhichVault(()),
    WhichVault(("/home/u/notes", "/srv/wiki")),
]
BY_HAND: list[Refusal] = [
    EditorFailed("vim -u NONE", "it was ended by SIGKILL", COPY),
    KeptText(CHANGED, COPY),
    NoEditor(),
    NoPair("--set", "wants a name and what it is to say"),
]
TOLD_ELSEWHERE = {  # where the store's refusals are
    *(
        BrokenCheckout,
        BrokenStoreId,
        CannotReadText,
        CannotWrite,
        Exists,
        InvalidConfig,
        LockTimeout,
        NoHome,
        NoSuchNote,
    ),
    *(NotInitialised, NothingToName, OutsideFolder, SecretSaid, SeveralNotes, Unavailable, UnclosedPlaceholder),
    *(UnevaluatableTrigger, UnknownPlaceholder, UnparsableFrontmatter, Unreadable, UnusableTemplate),
}


def _kinds(union: object) -> set[object]:
    return {kind for each in get_args(union) for kind in (_kinds(each) or {each})}


def test_every_refusal_reads_well(page: SnapshotAssertion) -> None:
    told = [f"{type(each).__name__}\n  {each.explain().message()}\n" for each in (*SHOWN, *BY_HAND)]
    assert "\n".join(told) == page


def test_none_is_forgotten() -> None:
    kinds = (_kinds(NewRefusal) | _kinds(EditRefusal)) - TOLD_ELSEWHERE
    assert {type(each) for each in SHOWN} == kinds
