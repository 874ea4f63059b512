r"""The outline is CommonMark's: what stands in code, HTML or a quote is no heading of the text, and no link."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given

from hindnote.core.markdown import Link, outline

from .. import strategies as some


def headings(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.text) for heading in outline(text).headings]


def targets(text: str) -> list[str]:
    return [link.target for link in outline(text).links]


def sections(text: str) -> list[tuple[str, str]]:
    found = outline(text)
    return [(section.name, found.under(section)) for section in found.sections]


# --- headings -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# One", [(1, "One")]),
        ("## Two ##\n", [(2, "Two")]),
        ("### C# ###", [(3, "C#")]),
        ("## C #", [(2, "C")]),
        ("## C \\#", [(2, "C \\#")]),
        ("   ## three spaces", [(2, "three spaces")]),
        ("##", [(2, "")]),
        ("## ", [(2, "")]),
        ("## #", [(2, "")]),
        ("#\ttab", [(1, "tab")]),
        ("Setext\n===", [(1, "Setext")]),
        ("Set\next\n---  \n", [(2, "Set ext")]),
        ("#hash\n---", [(2, "#hash")]),
        ("x\n## interrupts", [(2, "interrupts")]),
        ("# *a* `b` [[c]]", [(1, "*a* `b` [[c]]")]),
        ("# 日本 🙂\n## é", [(1, "日本 🙂"), (2, "é")]),
        ("# a\r\n## b\r\n", [(1, "a"), (2, "b")]),
        ("####### seven", []),
        ("#hashtag", []),
        ("    # indented code", []),
        ("\t# indented code", []),
        ("\\# escaped", []),
        ("```\n# fenced\n```", []),
        ("~~~\n# fenced\n```\n# still\n~~~\n# out", [(1, "out")]),
        ("````\n```\n# nested\n```\n````", []),
        ("```\n# never closed", []),
        ("<!--\n# in a comment\n-->", []),
        ("<!--\n\n# in a comment\n\n-->\n# out", [(1, "out")]),
        ("<div>\n# in HTML\n</div>", []),
        ("> # quoted", []),
        ("- # in an item", []),
        ("- item\n\n  # in an item", []),
        ("---\n# under a rule", [(1, "under a rule")]),
    ],
)
def test_headings_are_those_of_the_text_itself(text: str, found: list[tuple[int, str]]) -> None:
    assert headings(text) == found


def test_a_heading_begins_at_its_line_and_ends_before_the_next() -> None:
    text = "日本\n  ## é\nSet\next\n===\nx"
    found = outline(text, first_line=10)
    assert [(text[h.start : h.end], h.line) for h in found.headings] == [("  ## é\n", 11), ("Set\next\n===\n", 12)]


# --- sections -------------------------------------------------------------


def test_a_section_reaches_to_the_next_of_its_level() -> None:
    text = "# T\nx\n## A\na\n### B\nb\n# C\n## A\n## D\n"
    assert sections(text) == [("A", "a\n### B\nb\n# C\n"), ("A", ""), ("D", "")]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("- a\n- b\n", None),
        ("* a\n\n+ b\n", None),
        ("- a\n\n  more of it\n", None),
        ("- a\n  - b\n", None),
        ("", None),
        ("\n\n", None),
        ("- [ ] a\n", None),
        ("1. a\n", 2),
        ("prose\n", 2),
        ("- a\n\nprose\n", 4),
        ("- a\n\n```\ncode\n```\n", 4),
        ("\n\n> quote\n", 4),
        ("***\n", 2),
        ("- a\n\n### sub\n- b\n", 4),
        ("<!-- x -->\n", 2),
    ],
)
def test_what_is_not_bullets_is_found_by_its_line(body: str, line: int | None) -> None:
    found = outline(f"## Answers\n{body}## Next\nprose\n")
    assert found.prose_in(found.sections[0]) == line


# --- links ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[a]] and [[b]]", ["a", "b"]),
        ("[[a|b]] [[c#d]] [[e#f|g]] [[h#^1]]", ["a", "c", "e", "h"]),
        ("![[a]] ![[b|300]]", ["a", "b"]),
        ("| x |\n|---|\n| [[a\\|b]] |", ["a"]),
        ("[[surprise/a_b-c.d é日🙂]]", ["surprise/a_b-c.d é日🙂"]),
        ("[[ a ]] [[a\nb]]", ["a", "a b"]),
        ("# [[a]]\n\n[[b]]\n===\n\n- [[c]]\n\n> [[d]]\n\n**[[e]]**", ["a", "b", "c", "d", "e"]),
        ("[[a]](x) [[b]]: c [x [[d]] y](z)", ["a", "b", "d"]),
        ("[[a]] `[[x]]` ``[[y]]`` [[b]]", ["a", "b"]),
        ("```\n[[x]]\n```\n    [[y]]\n\nq <!-- [[z]] --> [[a]]", ["a"]),
        ("<div>\n[[x]]\n</div>\n\n<b>[[a]]</b>", ["a"]),
        ("\\[[x]] [\\[x]] [[]] [[#here]] [[|x]] [x] [x](y)", []),
        ("[[a]", []),
    ],
)
def test_links_are_those_outside_code_and_html(text: str, found: list[str]) -> None:
    assert targets(text) == found


def test_a_link_knows_its_line() -> None:
    assert outline("é\n\n- [[a]]\r\n- x\n  [[b]]", first_line=5).links == (Link("a", 7), Link("b", 9))


# --- fences and marks -----------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("```\nx\n```", None),
        ("```\n```", None),
        ("~~~~\n~~~\n~~~~~  \n", None),
        ("> ```\n> x\n> ```", None),
        ("- ```\n  x\n  ```", None),
        ("    ```\n", None),
        ("`` ` ``", None),
        ("x\n```", 2),
        ("```\n", 1),
        ("```\n\n\n", 1),
        ("x\n\n```\n# y\n~~~\n", 3),
        ("````\n```\n", 1),
        ("```\nx\n    ```", 1),
        ("> ```\n> x\n\nafter", 1),
        ("- ```\n  x\n", 1),
        ("```\na\n```\n\n```b\n", 5),
    ],
)
def test_a_fence_that_nothing_closes_is_found_by_its_line(text: str, line: int | None) -> None:
    assert outline(text).unclosed_fence == line


@pytest.mark.parametrize(
    ("text", "stale"),
    [
        ("CORRECTION 2026-08-07: it does not", True),
        ("x\n\nsuperseded by [[y]]", True),
        ("- **Correction:** no", True),
        ("1. _SUPERSEDED_", True),
        ("* - ~~correction~~", True),
        ("a CORRECTION inside", False),
        ("corrections are welcome", False),
        ("supersededness", False),
        ("```\nCORRECTION\n```", False),
        ("    CORRECTION", False),
        ("<!--\nCORRECTION\n-->", False),
        ("`\nCORRECTION`", False),
        ("```\nCORRECTION\n```\nSuperseded", True),
    ],
)
def test_a_line_outside_code_may_mark_a_note_stale(text: str, stale: bool) -> None:  # noqa: FBT001  (a parameter)
    assert outline(text).stale_marker is stale


# --- laws -----------------------------------------------------------------


@given(some.any_text)
def test_places_lie_in_the_text_and_in_their_order(text: str) -> None:
    found = outline(text, first_line=3)
    headings = [(heading.start, heading.end, heading.line) for heading in found.headings]
    blocks = [(block.start, block.end, block.line) for block in found.blocks]
    for places in (headings, blocks):
        assert all(0 <= start <= end <= len(text) for start, end, _ in places)
        assert all(line == 3 + text.count("\n", 0, start) for start, _, line in places)
        assert all(one[1] <= two[0] for one, two in pairwise(places))


@given(some.any_text)
def test_sections_and_what_is_before_them_are_the_text(text: str) -> None:
    found = outline(text)
    starts = [heading.start for heading in found.headings if heading.level == 2]
    before = text[: starts[0]] if starts else text
    heads = [text[heading.start : heading.end] for heading in found.headings if heading.level == 2]
    under = [found.under(section) for section in found.sections]
    assert before + "".join(head + body for head, body in zip(heads, under, strict=True)) == text


@given(some.markdown_text)
def test_a_heading_is_marked_as_one(text: str) -> None:
    for heading in outline(text).headings:
        written = text[heading.start : heading.end]
        assert re.match(r" {0,3}#{1,6}([ \t\n]|\Z)", written) or re.search(r"\n {0,3}(=+|-+)[ \t]*\n?\Z", written)


@given(some.markdown_text)
def test_carriage_returns_change_no_heading_and_no_link(text: str) -> None:
    one, two = outline(text), outline(text.replace("\n", "\r\n"))
    assert [(h.level, h.text, h.line) for h in one.headings] == [(h.level, h.text, h.line) for h in two.headings]
    assert (one.links, one.unclosed_fence, one.stale_marker) == (two.links, two.unclosed_fence, two.stale_marker)


@pytest.mark.parametrize("text", ["", "\x00", "\ud800# x", "[[\udfff]]", "\r", "\ufeff# x", "\u2028## x", "🙂" * 3])
def test_nothing_raises(text: str) -> None:
    assert outline(text).text == text


HOSTILE = [
    "[[",
    "![[",
    "[[a|",
    "[",
    "[a](",
    "> ",
    ">",
    "- ",
    "*a_",
    "`` a ",
    "<a b=",
    "<!-- ",
    "# a\n",
    "~~~\n",
    "[[a]]\n",
    "  - a\n",
    "&",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    """Eight times the text takes less than three times eight times the time: quadratic would take 64."""

    def cost(size: int) -> int:
        text = piece * (size // len(piece))
        runs: list[int] = []
        for _ in range(3):
            start = time.process_time_ns()
            outline(text)
            runs.append(time.process_time_ns() - start)
        return min(runs)

    assert cost(160_000) < 24 * max(cost(20_000), 200_000)
