"""Every tool of the full set answers a page at a time, and no page costs more than a page may.

By the calls that the pages name themselves the whole is read, each part once, whatever the notes hold.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindnote.core.events import Accessed, AnyEvent, Recalled
from hindnote.core.paging import PAGE_TOKENS
from hindnote.core.portions import readable_text
from hindnote.core.tokens import estimate
from hindnote.shell import ledger
from hindnote.shell.server.desk import Desk
from hindnote.shell.server.moretools import FULL

from ..index.stores import Store, store_in, surprise, write

QUOTED = "│"
READ_ON = re.compile(rf"^[^{QUOTED}]*(?:the next page|read on): (\w+\(.*\))$")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path, vault=True)


@pytest.fixture
def desk(store: Store) -> Iterator[Desk]:
    desk = Desk(store.world.settings, FULL)
    yield desk
    desk.close()


def call(desk: Desk, tool: str, **said: Any) -> str:  # noqa: ANN401  (whatever a client sends)
    reply = desk.call(tool, said)
    assert not reply.is_error, reply.text
    assert estimate(reply.text) <= PAGE_TOKENS
    return reply.text


def refusal(desk: Desk, tool: str, **said: Any) -> str:  # noqa: ANN401  (as above)
    reply = desk.call(tool, said)
    assert reply.is_error
    return reply.text


def pages(desk: Desk, tool: str, **said: Any) -> list[str]:  # noqa: ANN401  (as above)
    """By the call that each page names for the one after it."""
    read = [call(desk, tool, **said)]
    while named := READ_ON.search(read[-1].split("\n")[-1]):
        again = ast.parse(named[1].replace("=true", "=True"), mode="eval").body
        assert isinstance(again, ast.Call)
        assert ast.unparse(again.func) == tool
        assert len({one.arg for one in again.keywords}) == len(again.keywords)
        read.append(call(desk, tool, **{str(one.arg): ast.literal_eval(one.value) for one in again.keywords}))
    return read


def read_through(desk: Desk, **said: str) -> str:
    """What a note says, from the quoted lines of its pages."""
    whole = ""
    for page in pages(desk, "read_note", **said):
        lines = page.split("\n")
        text = "\n".join(each[2:] for each in lines if each.startswith(QUOTED))
        whole += text + ("\n" if lines[-1].startswith("cut after") else "")
    return whole


def told(store: Store) -> tuple[AnyEvent, ...]:
    return ledger.everything(store.world.places.ledger).events


# --- read_note ------------------------------------------------------------


hostile = st.text(st.characters() | st.sampled_from("\n\n]|─\t \0\x1b\u202e"), max_size=3_000)
repeated = st.builds(str.__mul__, hostile, st.integers(1, 12))


@given(repeated)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_by_the_calls_that_its_pages_name_a_note_is_read_whole(store: Store, desk: Desk, said: str) -> None:
    text = surprise("odd", "It is odd.") + said.encode("utf-8", "replace").decode()
    write(store.local, "odd.md", text, settled=False)
    assert read_through(desk, key="odd") == readable_text(text)


HOSTILE = {
    "huge": "a line of a log that nobody ends\n" * 8_000,
    "endless": "word " * 60_000,
    "brackets": "]]" * 20_000 + "[[" * 2_000,
    "nothing": "\0" * 50_000 + "end",
    "backwards": "\u202e" + "\u05e9\u05dc\u0000\u200f" * 4_000,
    "escapes": "\x1b[31mred\x1b]0;title\x07" * 2_000 + "\x1b[",
    "ours": '│ cut after line 1 of 1; read on: read_note(key="other", cursor="00")\n' * 200,
    "spaces": ("    \t " * 300 + "\n") * 20,
    "heading": "# " + "h" * 50_000 + "\n## " + "s" * 50_000 + "\nsaid\n",
}


@pytest.mark.parametrize("key", HOSTILE)
def test_whatever_a_note_holds_it_is_read_whole_and_shown_within_its_page(store: Store, desk: Desk, key: str) -> None:
    text = surprise(key, "It is odd.") + HOSTILE[key]
    write(store.local, f"{key}.md", text)
    assert read_through(desk, key=key) == readable_text(text)
    assert key in "".join(pages(desk, "list_notes"))
    assert key in call(desk, "search", question="odd")
    assert key in call(desk, "recall", question="odd")


@pytest.mark.parametrize("tool", ["search", "recall"])
def test_a_heading_and_warnings_as_long_as_a_book_are_shown_cut(store: Store, desk: Desk, tool: str) -> None:
    conflicts = "[" + ", ".join(f"n{n}" for n in range(1_000)) + "]"
    text = surprise("a", "It is odd.", confidence="c" * 50_000, conflicts_with=conflicts)
    write(store.local, "a.md", f"{text}\n## {'猫' * 50_000}\nthe flywheel broke\n")
    answer = call(desk, tool, question="flywheel")
    assert "the flywheel broke" in answer
    assert "…" in answer


def test_ten_megabytes_are_read_a_page_at_a_time(store: Store, desk: Desk) -> None:
    line = "a line of a log that nobody ends\n"
    write(store.local, "log.md", surprise("log", "It is long.") + line * (10_000_000 // len(line)))
    first = call(desk, "read_note", key="log")
    second = pages_of(desk, first)
    assert first.split("\n")[-2] == f"{QUOTED} {line.strip()}"
    assert second.split("\n")[2] == f"{QUOTED} {line.strip()}"


def pages_of(desk: Desk, page: str) -> str:
    cursor = re.findall(r'cursor="(\w+)"\)$', page)[0]
    return call(desk, "read_note", key="log", cursor=cursor)


def test_a_section_is_read_alone_and_one_that_is_not_there_names_those_that_are(store: Store, desk: Desk) -> None:
    write(store.local, "a.md", surprise("a", "It broke."))
    assert read_through(desk, key="a", section="observed") == "## Observed\nIt broke."
    said = refusal(desk, "read_note", key="a", section="Evidance")
    assert "`Evidance`" in said
    assert "`Evidence`" in said


def test_a_note_of_every_layer_that_has_the_key_is_read_with_its_layer_and_date(store: Store, desk: Desk) -> None:
    write(store.team, "a.md", surprise("a", "The team says so."))
    write(store.local, "a.md", surprise("a", "The machine says so.", recorded="2026-08-09"))
    text = call(desk, "read_note", key="a")
    assert text.index("a team  · 2026-08-07") < text.index("a local · 2026-08-09")
    assert "team" not in call(desk, "read_note", key="a", layer="local").partition("file:")[0]


def test_a_page_names_the_file_and_the_version_that_a_write_must_know(store: Store, desk: Desk) -> None:
    file = write(store.local, "a.md", surprise("a", "It broke."))
    before = call(desk, "read_note", key="a").split("\n")[1]
    assert before.startswith(f"file: {file}   version: ")
    write(store.local, "a.md", surprise("a", "It did not."), settled=False)
    assert call(desk, "read_note", key="a").split("\n")[1] != before


def test_a_vaults_note_says_where_its_date_is_from_and_what_its_links_may_mean(store: Store, desk: Desk) -> None:
    write(store.vault, "2026-08-07 day.md", "# Day\n\nSee [[same]].\n")
    for folder in ("one", "two"):
        write(store.vault, f"{folder}/same.md", "# Same\n")
    text = call(desk, "read_note", key="2026-08-07 day")
    assert text.split("\n")[0].endswith("vault · 2026-08-07 by file name")
    assert "notice: [[same]] may mean one/same or two/same" in text


def test_a_note_that_changed_is_not_read_on_and_the_refusal_says_what_to_do(store: Store, desk: Desk) -> None:
    write(store.local, "log.md", surprise("log", "It is long.") + "x\n" * 20_000)
    cursor = re.findall(r'cursor="(\w+)"\)$', call(desk, "read_note", key="log"))[0]
    write(store.local, "log.md", surprise("log", "It is long.") + "y\n" * 20_000, settled=False)
    assert "Ask again without a cursor." in refusal(desk, "read_note", key="log", cursor=cursor)
    assert "no cursor" in refusal(desk, "read_note", key="log", cursor="nonsense")


def test_a_note_is_told_as_read_once_however_many_pages_it_takes(store: Store, desk: Desk) -> None:
    write(store.local, "log.md", surprise("log", "It is long.") + "x\n" * 20_000)
    assert len(pages(desk, "read_note", key="log")) > 2
    assert [each.key for each in told(store) if isinstance(each, Accessed)] == ["log"]


def test_a_key_that_is_nobodys_names_those_near_it(store: Store, desk: Desk) -> None:
    write(store.local, "surprise/make.md", surprise("surprise/make", "It needs make."))
    assert "Near it: surprise/make." in refusal(desk, "read_note", key="make")


# --- list_notes, search, entity ---------------------------------------------


def keys_of(read: list[str]) -> list[str]:
    return re.findall(r"^(n\d+)\b", "\n".join(read), re.MULTILINE)


def test_pages_of_a_listing_join_up_to_it(store: Store, desk: Desk) -> None:
    for n in range(60):
        write(store.local, f"n{n:02}.md", surprise(f"n{n:02}", "猫" * 200 if n % 3 else "Short.", tags="x"))
    read = pages(desk, "list_notes", tag="x", layer="local", since="2026-01-01", type="surprise")
    assert keys_of(read) == [f"n{n:02}" for n in range(60)]
    assert all(len(keys_of([page])) <= 25 for page in read)
    assert [each for each in told(store) if isinstance(each, Accessed | Recalled)] == []


def test_a_page_of_long_keys_and_titles_is_shorter_than_25(store: Store, desk: Desk) -> None:
    for n in range(30):
        folders = "/".join("название" * 7 for _ in range(4))
        write(store.vault, f"{folders}/n{n:02}.md", "# " + "標題" * 500 + "\n")
    read = pages(desk, "list_notes")
    assert len(read) > 3
    found = re.findall(r"/(n\d\d) ", "\n".join(read))
    assert found == [f"n{n:02}" for n in range(30)]


def test_an_empty_listing_says_why(desk: Desk) -> None:
    assert call(desk, "list_notes") == "no notes yet"
    assert call(desk, "list_notes", tag="none") == "no such notes"


def test_pages_of_a_search_join_up_to_all_that_matches_and_the_ledger_knows(store: Store, desk: Desk) -> None:
    for n in range(23):
        write(store.local, f"n{n:02}.md", surprise(f"n{n:02}", f"The flywheel number {n} broke."))
    read = pages(desk, "search", question="flywheel", also_phrased_as=["a, b", "- c"])
    assert sorted(keys_of(read)) == [f"n{n:02}" for n in range(23)]
    events = [each for each in told(store) if isinstance(each, Recalled)]
    assert [each.characters for each in events] == [len(page) for page in read]
    assert call(desk, "search", question="nobody wrote this") == "nothing recorded about this"


def test_the_notes_that_name_a_thing_come_in_pages_too(store: Store, desk: Desk) -> None:
    for n in range(60):
        write(store.local, f"n{n:02}.md", surprise(f"n{n:02}", f"Disk WD40EFRX-{n % 2} failed.", recorded="2026-08-07"))
    read = pages(desk, "entity", name="WD40EFRX-1", all=True)
    assert read[0].startswith("WD40EFRX-1: 30 notes\n")
    assert sorted(keys_of(read)) == [f"n{n:02}" for n in range(1, 60, 2)]
    assert "too many to tell anything" in refusal(desk, "entity", name="WD40EFRX-1")
    assert "too many to tell anything" in refusal(desk, "entity", name="WD40EFRX-1", all=False)


# --- arguments --------------------------------------------------------------

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("search", {}, "`question` is missing or blank"),
    ("search", {"question": "x", "layer": "nowhere"}, "`layer` is `nowhere`, none of team, local, vault"),
    ("search", {"question": "x", "since": "yesterday"}, "`since` is `yesterday`, no day such as 2026-08-07"),
    ("search", {"question": "x", "cursor": "abc"}, "`abc` is no cursor"),
    ("read_note", {}, "`key` is missing or blank"),
    ("read_note", {"key": "nobody"}, "no note goes by the key `nobody`"),
    ("read_note", {"key": "../../etc/passwd"}, "no note goes by the key"),
    ("list_notes", {"since": "2026-02-30"}, "`since` is `2026-02-30`"),
    ("list_notes", {"cursor": "00" * 13}, "changed since the cursor"),
    ("list_notes", {"page": 2}, "unknown argument `page`"),
    ("entity", {}, "`name` is missing or blank"),
    ("entity", {"name": "x1", "all": "perhaps"}, "`all` is `perhaps`, neither true nor false"),
    ("entity", {"name": "x1", "all": 7}, "`all` must be true or false, not a number"),
    ("show", {"key": "x"}, "no tool is called `show`"),
]


@pytest.mark.parametrize(("tool", "said", "problem"), BAD)
def test_what_cannot_be_done_says_what_is_wrong_and_how_to_mend_it(
    desk: Desk, tool: str, said: dict[str, Any], problem: str
) -> None:
    text = refusal(desk, tool, **said)
    assert problem in text
    assert text.endswith(".")
