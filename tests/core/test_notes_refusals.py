"""Each refusal of keys, frontmatter and edits says what is wrong, where, and how to mend it."""

from typing import get_args

from syrupy.assertion import SnapshotAssertion

from hindnote.core.edits import OpenBlock
from hindnote.core.frontmatter import UnparsableFrontmatter
from hindnote.core.keys import (
    InvalidKey,
    MintRefusal,
    NothingToName,
    UnclosedPlaceholder,
    UnknownPlaceholder,
    UnusableTemplate,
)

from ..pages import page

__all__ = ["page"]  # the fixture

SHOWN = (
    InvalidKey("Surprise/X\x1b[31m", "`Surprise` is not spelled as a slug (`surprise`)"),
    NothingToName("slug", "🙂!"),
    UnknownPlaceholder("slog", "surprise/{{slog}}", ("slug", "tags")),
    UnclosedPlaceholder("surprise/{{slug"),
    UnusableTemplate("../{{slug}}", "../x", "`..` is not spelled as a slug"),
    UnparsableFrontmatter(3, "`key` is there twice"),
    OpenBlock(12),
    OpenBlock(None),
)


def test_every_refusal_reads_well(page: SnapshotAssertion) -> None:
    assert {type(refusal) for refusal in SHOWN} >= set(get_args(MintRefusal))
    assert "".join(f"- {type(refusal).__name__}: {refusal.explain().message()}\n" for refusal in SHOWN) == page


def test_no_explanation_carries_more_of_a_foreign_text_than_a_line() -> None:
    long = "x\n" * 10_000
    refusals = (InvalidKey(long, "it is empty"), NothingToName(long, long), UnclosedPlaceholder(long))
    for refusal in (*refusals, UnusableTemplate(long, long, "it is empty"), UnknownPlaceholder(long, long, ())):
        assert len(refusal.explain().message()) < 1000
        assert refusal.explain().message().isprintable()
