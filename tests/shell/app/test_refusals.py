"""Every refusal that a person or an agent can meet in the store says what is wrong, where, and what to do."""

import errno
from typing import get_args

from syrupy.assertion import SnapshotAssertion

from hindnote.core.expiry import UnevaluatableTrigger
from hindnote.core.forget import Ambiguous, Candidate, NothingThere, NothingToRemove
from hindnote.core.keys import (
    Layer,
    NothingToName,
    UnclosedPlaceholder,
    UnknownPlaceholder,
    UnusableTemplate,
    parse_key,
)
from hindnote.core.outcome import Refusal
from hindnote.core.remember import KeyTaken
from hindnote.core.surprise import SecretSaid, UnusableArguments
from hindnote.core.toml import InvalidConfig
from hindnote.core.update import NoLocalNote, OnlyInTeam
from hindnote.core.violations import Rule, Violation
from hindnote.core.writing import BreaksSchema
from hindnote.shell.app.init import HasNotes, InitRefusal, NoSuchStore, NoWorktree
from hindnote.shell.app.remember import RememberRefusal
from hindnote.shell.app.rm import RmRefusal, VaultIsYours
from hindnote.shell.files import CannotWrite, Exists, OutsideFolder
from hindnote.shell.lock import LockTimeout
from hindnote.shell.notesdir import Unavailable, Unreadable
from hindnote.shell.repository import BrokenCheckout, NoHome, NotInitialised
from hindnote.shell.storeid import BrokenStoreId

from ...pages import page

__all__ = ["page"]

KEY = parse_key("surprise/x").unwrap()
FOUND = (Candidate(Layer.TEAM, "x.md", "/repo/.hindnote/notes/x.md"), Candidate(Layer.LOCAL, "x.md", "/local/x.md"))
SHOWN: list[Refusal] = [
    Ambiguous("x", FOUND),
    BreaksSchema(
        (
            Violation(Rule.MISSING_SECTION, "surprise/x.md", "`## Answers` has nothing under it", 12),
            Violation(Rule.MISSING_FIELD, "surprise/x.md", "`type` is missing"),
        )
    ),
    BrokenCheckout("/work/.git", "/host/repo/.git/worktrees/work"),
    BrokenStoreId("/repo/.git/hindnote/store-id"),
    CannotWrite("/local/x.md", "No space left on device", errno.ENOSPC),
    CannotWrite("/local/x.md", "Input/output error", errno.EIO),
    Exists("/local/x.md"),
    HasNotes("/data/stores/0123456789abcdef/local"),
    InvalidConfig("/repo/.hindnote/config.toml", "not TOML: Invalid statement (at line 3, column 1)", 3),
    KeyTaken(KEY, "/local/surprise/x.md"),
    LockTimeout("/data/stores/0123456789abcdef/local.lock", "4711", 10.0),
    NoHome("~"),
    NoLocalNote(KEY, ("surprise/y/x",)),
    NoSuchStore("0123", (("0123456789abcdef", "/repo"), ("fedcba9876543210", ""))),
    NoSuchStore("0123", ()),
    NoWorktree("/repo.git"),
    NotInitialised("/plain"),
    NothingThere("y.md", FOUND),
    NothingToName("slug", "🧠"),
    NothingToRemove("x", "team"),
    OnlyInTeam(KEY, "surprise/x.md"),
    OutsideFolder("/local", "../x.md", "it has an empty, `.` or `..` part"),
    SecretSaid("evidence", "GitHub token", 3),
    Unavailable("/local", "/local: Permission denied"),
    UnclosedPlaceholder("{{slug"),
    UnevaluatableTrigger("soon", "it begins with none of file:, image:, base:, symbol:"),
    UnknownPlaceholder("slg", "surprise/{{slg}}", ("slug", "tags")),
    Unreadable("surprise/x.md", "not UTF-8: byte 3 is 0xff"),
    UnusableArguments((("observed", "is blank"), ("answers", "is missing"))),
    UnusableTemplate("../{{slug}}", "../x", "one of its parts is empty"),
    VaultIsYours(),
]


def _kinds(union: object) -> set[object]:
    return {kind for each in get_args(union) for kind in (_kinds(each) or {each})}


def test_every_refusal_reads_well(page: SnapshotAssertion) -> None:
    told = [f"{type(each).__name__}\n  {each.explain().message()}\n" for each in SHOWN]
    assert "\n".join(told) == page


def test_none_is_forgotten() -> None:
    kinds = _kinds(RememberRefusal) | _kinds(RmRefusal) | _kinds(InitRefusal)
    assert {type(each) for each in SHOWN} - {Exists} == kinds
