"""Recall over real notes: by question or by key, one hop around each root, and the ledger told of it."""

from pathlib import Path

import pytest
from returns.result import Failure

from hindnote.core.events import Accessed, AnyEvent, Recalled
from hindnote.core.recall import ANSWER_TOKENS, Answer
from hindnote.core.render import answer_text
from hindnote.core.tokens import estimate
from hindnote.shell import ledger
from hindnote.shell.app.recall import BlankQuestion, recall

from ..index.stores import Store, store_in, surprise, write


def ask(store: Store, question: str, *also: str) -> Answer:
    with store.open() as index:
        return recall(store.world, index, question, also).unwrap()


def keys(answer: Answer) -> list[str]:
    return [root.hit.key for root in answer.roots]


def told(store: Store) -> tuple[AnyEvent, ...]:
    return ledger.everything(store.world.places.ledger).events


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path, vault=True)
    write(
        store.team, "volume.md", surprise("volume", "The credential token lives in a named volume. See [[accounts]].")
    )
    write(store.team, "accounts.md", surprise("accounts", "An account holds no slash."))
    write(store.local, "surprise/ebusy.md", surprise("surprise/ebusy", "Mounting a file returns EBUSY. [[volume]]"))
    return store


def test_a_question_finds_its_note_and_what_is_one_link_away_in_both_directions(store: Store) -> None:
    answer = ask(store, "where does the credential token live")
    assert keys(answer)[0] == "volume"
    assert {near.key for near in answer.roots[0].neighbours} | set(keys(answer)[1:]) == {"accounts", "surprise/ebusy"}


@pytest.mark.parametrize("question", ["volume", " volume ", "[[volume]]", "VOLUME", "[[volume|the volume]]"])
def test_a_question_that_is_a_key_is_that_note_whole(store: Store, question: str) -> None:
    answer = ask(store, question)
    assert keys(answer) == ["volume"]
    assert answer.roots[0].hit.excerpt.startswith("---\nkey: volume")
    assert answer.roots[0].whole
    assert not answer.roots[0].whole.cut


def test_a_key_that_two_layers_hold_returns_both_however_long_they_are(store: Store) -> None:
    for folder in (store.team, store.local):
        write(folder, "long.md", surprise("long", "A long one. " + "many words in a line\n" * 2_000))
    answer = ask(store, "[[long]]")
    assert [root.hit.layer for root in answer.roots] == ["team", "local"]
    assert estimate(answer_text(answer)) <= ANSWER_TOKENS
    assert answer_text(answer).count("read on with") == 2


def test_only_a_note_read_whole_is_an_access(store: Store) -> None:
    ask(store, "credential token")
    assert [type(event) for event in told(store)] == [Recalled]
    ask(store, "[[surprise/ebusy]]")
    assert [event.key for event in told(store) if isinstance(event, Accessed)] == ["surprise/ebusy"]


def test_the_ledger_has_keys_and_costs_and_no_text(store: Store) -> None:
    answer = ask(store, "credential token")
    (event,) = told(store)
    assert isinstance(event, Recalled)
    assert event.keys[0] == "team/volume"
    assert event.tokens == estimate(answer_text(answer))
    assert event.characters == len(answer_text(answer))


def test_silence_says_how_many_notes_were_searched(store: Store) -> None:
    answer = ask(store, "xylophone")
    assert (answer.roots, answer.searched) == ((), 3)


def test_an_unknown_key_in_brackets_says_so_and_searches_its_words(store: Store) -> None:
    answer = ask(store, "[[credential-token]]")
    assert "no note goes by the key `credential-token`" in answer.notices
    assert keys(answer)[0] == "volume"


def test_another_phrasing_finds_what_the_first_did_not(store: Store) -> None:
    assert keys(ask(store, "xylophone", "EBUSY"))[0] == "surprise/ebusy"


def test_an_unreadable_note_hides_no_other_and_is_named(store: Store) -> None:
    (store.local / "broken.md").write_bytes(b"\xff\xfe")
    answer = ask(store, "credential token")
    assert keys(answer)[0] == "volume"
    assert any("broken.md" in notice for notice in answer.notices)


def test_a_file_that_cannot_be_read_any_more_is_a_notice_not_a_fault(store: Store) -> None:
    with store.open() as index:
        index.refresh()
        (store.team / "volume.md").write_bytes(b"\xff")
        answer = recall(store.world, index, "[[volume]]").unwrap()
    assert any("volume" in notice for notice in answer.notices)


@pytest.mark.parametrize("blank", ["", " ", "\n\t"])
def test_a_blank_question_is_refused(store: Store, blank: str) -> None:
    with store.open() as index:
        assert recall(store.world, index, blank) == Failure(BlankQuestion())


@pytest.mark.parametrize(
    "question",
    [
        "x",
        "?",
        "🙂🙃",
        "a\x00b",
        "\ud800",
        "NEAR(a b)",
        '"',
        "a* OR b:c ^d -e",
        "(((",
        "[[",
        "]]",
        "note://",
        "w " * 5_000,
        "w" * 10_000,
    ],
)
def test_any_question_is_answered(store: Store, question: str) -> None:
    answer_text(ask(store, question))


def test_a_key_is_accepted_as_we_print_it(store: Store) -> None:
    """A vault's file names may hold anything; what is printed of them is accepted back."""
    write(store.vault, "Odd │ name\u202e.md", "# Odd\n\nIt is about marmalade.\n")
    printed = answer_text(ask(store, "marmalade")).split(" vault")[0]
    assert keys(ask(store, f"[[{printed}]]")) == keys(ask(store, "marmalade"))


def test_an_overview_is_not_expanded(store: Store) -> None:
    links = "".join(f"- [[{key}]]\n" for key in ("volume", "accounts", "surprise/ebusy"))
    text = "---\nkey: overview\ntype: topic\nsource: ingest\nrecorded: 2026-08-07\ngenerated: true\n---\n# Overview\n\n"
    write(store.local, "overview.md", f"{text}## Documents\n\n{links}")
    (root,) = ask(store, "[[overview]]").roots
    assert root.neighbours == ()
