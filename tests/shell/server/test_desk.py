"""Nothing leaves the desk as an exception, whatever breaks, and the ledger has the name of what did."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec import structs
from returns.result import Failure, Success

from hindnote.core.census import TEXT_LIMIT
from hindnote.core.events import AnyEvent, Failed, Refused, Remembered
from hindnote.shell import ledger
from hindnote.shell.server.desk import Caller, Desk

from ..index.stores import Store, store_in, surprise, write
from ..places import NOON, settings_in

SURPRISE = {"expected": "pip builds it", "observed": "The build needs make.", "evidence": "the log", "answers": ["why"]}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path)
    write(store.local, "surprise/make.md", surprise("surprise/make", "The build needs make.", tags="build"))
    return store


@pytest.fixture
def desk(store: Store) -> Iterator[Desk]:
    desk = Desk(store.world.settings)
    yield desk
    desk.close()


def told(store: Store) -> tuple[AnyEvent, ...]:
    return ledger.everything(store.world.places.ledger).events


def test_a_fault_of_ours_is_words(store: Store) -> None:
    """The clock is what a test can break: it is asked when the answer is told to the ledger."""
    broken = Desk(structs.replace(store.world.settings, now=_stopped))
    reply = broken.call("recall", {"question": "make"})
    assert reply.is_error
    assert "internal error: ZeroDivisionError" in reply.text
    assert "internal error" in broken.instructions()


def test_a_fault_is_in_the_ledger_when_that_can_be_told(store: Store) -> None:
    ticks = iter([lambda: 1 // 0])
    once = Desk(structs.replace(store.world.settings, now=lambda: str(next(ticks, lambda: NOON)())))
    assert once.call("recall", {"question": "make"}).is_error
    (event,) = told(store)
    assert isinstance(event, Failed)
    assert event.why == "ZeroDivisionError"


def _stopped() -> str:
    return str(1 // 0)


def test_a_fault_between_good_calls_harms_none_of_them(desk: Desk) -> None:
    assert "surprise/make" in desk.call("recall", {"question": "make"}).text
    good, desk.settings = desk.settings, structs.replace(desk.settings, now=_stopped)
    assert desk.call("recall", {"question": "make"}).is_error
    desk.settings = good
    assert "surprise/make" in desk.call("recall", {"question": "make"}).text


def test_refused_arguments_are_in_the_ledger_by_their_name_alone(store: Store, desk: Desk) -> None:
    desk.call("remember", {**SURPRISE, "evidence": 7, "secret": "ghp_abc"})
    (event,) = told(store)
    assert isinstance(event, Refused)
    assert (event.why, event.surface) == ("BadArguments", "mcp")


TOKEN = "AKIA" + "QWERTYUIOPASDFGH"


def test_a_secret_in_the_wrong_place_is_not_repeated(desk: Desk) -> None:
    calls: list[tuple[str, dict[str, object]]] = [
        ("remember", {**SURPRISE, TOKEN: "x"}),
        ("recall", {"question": "make", TOKEN: 1}),
        (TOKEN, {}),
    ]
    for tool, said in calls:
        reply = desk.call(tool, said)
        assert reply.is_error
        assert TOKEN not in reply.text
        assert "looks like a secret" in reply.text
    match desk.resource(f"note://local/{TOKEN}"):
        case Failure(told):
            assert TOKEN not in told.message()
        case Success(text):
            raise AssertionError(text)


def test_a_note_says_who_wrote_it_and_a_clients_name_is_bounded(store: Store, desk: Desk) -> None:
    desk.call("remember", SURPRISE | {"observed": "It broke."}, Caller("evil\n---\nclient" + "x" * 1_000))
    text = (store.local / "surprise/it-broke.md").read_text()
    (source,) = [line for line in text.splitlines() if line.startswith("source:")]
    assert "evil --- client" in source
    assert len(source) < 150
    assert [type(event) for event in told(store)] == [Remembered]


def test_only_a_write_announces_a_change(desk: Desk) -> None:
    assert not desk.call("recall", {"question": "make"}).changed
    assert not desk.call("remember", SURPRISE | {"answers": []}).changed
    assert desk.call("remember", SURPRISE | {"observed": "Something new."}).changed


def test_many_threads_get_their_own_answers(store: Store, desk: Desk) -> None:
    for n in range(20):
        write(store.local, f"n{n}.md", surprise(f"n{n}", f"Marker{n} is somewhere."))

    def ask(n: int) -> str:
        return desk.call("recall", {"question": f"marker{n}"}).text

    with ThreadPoolExecutor(8) as threads:
        replies = list(threads.map(ask, range(20)))
    assert all(text.startswith(f"n{n} ") for n, text in enumerate(replies))


def test_a_store_that_is_made_later_is_found_by_the_next_call(tmp_path: Path) -> None:
    (tmp_path / "foreign").mkdir()
    desk = Desk(settings_in(tmp_path, tmp_path / "foreign", env={"HINDNOTE_MODEL": "off"}))
    assert "hindnote init" in desk.call("remember", SURPRISE).text
    (tmp_path / "foreign/.hindnote").mkdir()
    assert not desk.call("remember", SURPRISE).is_error
    assert "surprise/the-build-needs-make" in desk.call("recall", {"question": "make"}).text
    desk.close()


def test_a_broken_config_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / ".hindnote").mkdir()
    (tmp_path / ".hindnote/config.toml").write_text("[keys\n")
    desk = Desk(settings_in(tmp_path, tmp_path))
    assert "not TOML" in desk.instructions()
    assert len(desk.instructions()) < TEXT_LIMIT
    assert "not TOML" in desk.call("recall", {"question": "x"}).text


def test_a_page_begins_after_its_cursor_whether_that_note_is_there_or_not(store: Store, desk: Desk) -> None:
    write(store.local, "z.md", surprise("z", "The last."))
    for cursor in ("note://local/surprise/make", "note://local/surprise/nobody"):
        match desk.resources(cursor):
            case Success(page):
                assert [each.name for each in page.resources] == ["z"]
            case Failure(refusal):
                pytest.fail(refusal.message())
    assert isinstance(desk.resources("x"), Failure)


def test_reading_a_resource_is_an_access_of_that_surface(store: Store, desk: Desk) -> None:
    desk.resource("note://local/surprise/make", Caller("claude"))
    (event,) = told(store)
    assert (type(event).__name__, event.surface, event.stamp.client) == ("Accessed", "resource", "claude")
    assert not any(isinstance(each, Failed) for each in told(store))
