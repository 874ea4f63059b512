"""Foreign text stays text in our notes: it opens no block and no link, and a reader still sees it.

The oracle is the CommonMark parser itself, not the code under test.
"""

import html
import re
from collections.abc import Iterable
from urllib.parse import unquote

import pyromark
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hindnote.core.inert import code_span, destination, inert, inert_inline, one_line

WIKI = pyromark.Options.ENABLE_WIKILINKS | pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_FOOTNOTES
BLOCKS = {"CodeBlock", "BlockQuote", "HtmlBlock", "FootnoteDefinition", "Table"}

spiteful = st.text(st.sampled_from("#`~[]()<>!-*_=+.:1 \t\n\\|^$&;aé\x00\x1b\u2028"), max_size=40)
lines = st.one_of(spiteful, st.text(max_size=40))


def opened(text: str) -> list[str]:
    """The names of all blocks and spans that a parser sees in a text, in order."""
    return list(names(pyromark.events(text, options=WIKI)))


def names(events: Iterable[object]) -> Iterable[str]:
    """By their spelling, for an event is a dict of dicts: {"Start": {"Link": ...}} or {"Start": "Paragraph"}."""
    for event in events:
        if found := re.match(r"\{'Start': \{?'(\w+)'", str(event)):
            yield "WikiLink" if "WikiLink" in str(event) else found[1]


def shown(text: str) -> str:
    """The words a reader sees."""
    events = pyromark.events(text, options=WIKI)
    texts = (event for event in events if isinstance(event, dict))
    return "".join(str(event.get("Text", event.get("Code", ""))) for event in texts)


@given(lines)
@example("## not a heading")
@example("#")
@example("```python")
@example("~~~")
@example("- [[x]]")
@example("---")
@example("[ref]: http://example.org")
@example("<!-- [[x]] -->")
@example("> quoted")
@example("`[[quoted]]` \\`[[bare]]`")
@example("``[[bare]]`")
@example("![[embedded]]")
def test_a_line_after_a_bullet_stays_one_plain_bullet(line: str) -> None:
    text = inert(line)
    note = f"- before\n- {text}\n- after\n"
    found = opened(note)
    assert "WikiLink" not in found
    assert not {"Heading", *BLOCKS} & set(found)
    assert shown(note).startswith("before")
    assert shown(note).endswith("after")


@given(lines)
def test_a_line_alone_in_a_paragraph_stays_there(line: str) -> None:
    found = opened(f"# Title\n\n{inert(line)}\n\n## Next\n")
    assert found[0] == "Heading"
    assert found.count("Heading") == 2
    assert not {"WikiLink", *BLOCKS} & set(found)


@given(lines)
def test_a_title_names_no_link(line: str) -> None:
    assert "WikiLink" not in opened(f"# x {inert_inline(line)}\n")


@pytest.mark.parametrize(
    "heading",
    ["1. Install", "Why `[[bin]]` exists", "C# & F#", "**Bold** words", "What is *it*?", "`--flag`", "日本語", "a - b"],
)
def test_an_ordinary_heading_is_kept_to_the_letter(heading: str) -> None:
    assert inert(heading) == heading


@given(lines)
def test_what_is_inert_stays_so(line: str) -> None:
    assert one_line(one_line(line)) == one_line(line)
    assert len(one_line(line).splitlines()) <= 1


@given(lines.filter(lambda text: one_line(text) != ""))
def test_code_shows_exactly_its_text(text: str) -> None:
    note = f"- see {code_span(text)}\n"
    assert opened(note) == ["List", "Item"]
    assert shown(note) == f"see {one_line(text)}"


@given(st.text(min_size=1).filter(lambda path: not any("\ud800" <= each <= "\udfff" for each in path)))
@example("docs/a b (1).md")
@example("docs/100%.md")
@example("docs/日本語.md")
@example("a#b?.md")
def test_a_destination_leads_back_to_its_path(path: str) -> None:
    target = destination(path)
    link = re.search('href="([^"]*)"', pyromark.html(f"[x]({target})"))
    assert unquote(target) == path
    assert link is not None
    assert unquote(html.unescape(link[1])) == path
