"""A link goes to another key and keeps what it shows; nothing else in the text moves, and the way back leads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.relinking import CannotRelink, Relinked, relinked
from hindnote.core.targets import fold_key, named


def led(text: str, old: str = "old", new: str = "new") -> str:
    match relinked(text, lambda target: new if fold_key(named(target)) == old else None):
        case Success(Relinked(edited)):
            return edited
        case Failure(refusal):
            pytest.fail(refusal.explain().message())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[old|some *text*]]", "[[new|some *text*]]"),
        ("[[old#Part]] and [[old#^b|text]]", "[[new#Part|old#Part]] and [[new#^b|text]]"),
        ("![[old]] and ![[old#Part]] and ![[old|300]]", "![[new]] and ![[new#Part]] and ![[new|300]]"),
        ("[[old]]", "[[new|old]]"),
        ("[[ ./old.md ]]", "[[ ./new.md | ./old.md ]]"),
        ("[[Old]]", "[[new|Old]]"),
        ("[[old|new]]", "[[new]]"),
        ("| [[old]] | b |\n|---|---|\n| [[old\\|x]] | c |", "| [[new\\|old]] | b |\n|---|---|\n| [[new\\|x]] | c |"),
        (
            "[[older]] [[a/old]] [[old/a]] [old](old.md) \\[[old]]",
            "[[older]] [[a/old]] [[old/a]] [old](old.md) \\[[old]]",
        ),
        ("`[[old]]`\n\n```\n[[old]]\n```\n\n    [[old]]\n\n<!-- [[old]] -->", None),
    ],
)
def test_a_link_keeps_what_it_shows(before: str, after: str | None) -> None:
    assert led(before) == (before if after is None else after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("supersedes: old", "supersedes: new"),
        ("superseded_by: 'old'  # mine", "superseded_by: 'new'  # mine"),
        ('conflicts_with: [older, "old",  a-old]', 'conflicts_with: [older, "new",  a-old]'),
        ("conflicts_with:\n  - old # b\n  - other", "conflicts_with:\n  - new # b\n  - other"),
        ("conflicts_with: older, old", "conflicts_with: older, new"),
        ('supersedes: "[[old]]"', 'supersedes: "[[new]]"'),
        ("supersedes: [a, old]", None),
        ("related: old", None),
    ],
)
def test_a_field_that_names_the_note_goes_along_in_its_own_spelling(before: str, after: str | None) -> None:
    def note(field: str) -> str:
        return f"---\nkey: x\n{field}\nodd:   old\n---\n# old\n"

    assert led(note(before)) == note(before if after is None else after)


def test_marks_of_other_scripts_end_no_key() -> None:
    text = "---\nconflicts_with: [कि, क]\n---\n[[कि]] [[क]]\n"
    assert led(text, "क", "ख") == "---\nconflicts_with: [कि, ख]\n---\n[[कि]] [[ख|क]]\n"


def test_frontmatter_that_does_not_parse_is_left_alone() -> None:
    text = "---\nsupersedes: old\nkey: [\n---\n[[old|a]]\n"
    assert led(text) == text.replace("[[old|a]]", "[[new|a]]")


def test_what_cannot_be_said_is_refused_with_its_line() -> None:
    match relinked("---\na: b\n---\n\n[[old]]\n", lambda _: "a]]b"):
        case Failure(CannotRelink(5)):
            pass
        case other:
            pytest.fail(f"{other}")


WORDS = st.sampled_from(["old", "new", "other", "Old", "a/old", "old.md", "./old"])
SHOWN = st.sampled_from(["", "|text", "|old", "|new", "#Part", "#Part|text", "\\|x"])
LINKS = st.builds("{}[[{}{}]]".format, st.sampled_from(["", "!"]), WORDS, SHOWN)
PIECES = st.one_of(
    LINKS,
    st.sampled_from(
        ["`", "```\n", "<!--", "-->", "\n", "\r\n", "\r\n\r\n", "| ", "- ", "> ", "    ", "# ", "é ", "\U0001f469 "]
    ),
    st.sampled_from(["---\nsupersedes: old\n---\n", "\ufeff", "\x00", "\ud800", "[", "]", "|"]),
)
TEXTS = st.lists(PIECES, max_size=14).map("".join)


def parted(text: str) -> tuple[list[str], int]:
    """What is around the links, and how many there are; of a link nothing is compared."""
    pieces = text.replace("supersedes: old", "supersedes: new").split("[[")
    return [piece.partition("]]")[2] if n else piece for n, piece in enumerate(pieces)], len(pieces)


@given(TEXTS)
def test_nothing_but_links_changes(text: str) -> None:
    match relinked(text, lambda target: "new" if named(target) == "old" else None):
        case Success(done):
            assert parted(done.text) == parted(text)
        case Failure(CannotRelink()):
            pass
        case Failure(other):
            pytest.fail(other.explain().message())


@given(TEXTS.filter(lambda text: "new" not in text and "old|old" not in text and "old#Part|old" not in text))
def test_there_and_back_is_the_same_text(text: str) -> None:
    there = relinked(text, lambda target: "new" if named(target) == "old" else None)
    if isinstance(there, Success):
        back = relinked(there.unwrap().text, lambda target: "old" if named(target) == "new" else None)
        assert back.map(lambda done: done.text) == Success(text)
