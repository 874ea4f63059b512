"""What a server told under an id of its own is told as the session's whose hook saw the call, once, and nowhere else."""

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from hindnote.core.audit import SHIPPED, audit
from hindnote.core.budgets import doings, heard
from hindnote.core.events import AnyEvent, Recalled, Remembered, Stamp, Summarised, Withheld
from hindnote.core.switches import Switches
from hindnote.core.tally import total
from hindnote.shell import ledger
from hindnote.shell.hooks import journal
from hindnote.shell.hooks.answering import respond
from hindnote.shell.hooks.asked import Asked
from hindnote.shell.ledgerfile import Limits, file_name
from hindnote.shell.server.desk import Desk

from ..index.stores import Store, store_in, surprise, write
from ..processes import Python

QUESTION = {"question": "what hums?", "also_phrased_as": ["noise at night", "sound"]}
TYPED = "what hums?\nnoise at night\nsound"
NOTE = {"expected": "it hums", "observed": "It is quiet.", "evidence": "heard it", "answers": ["does it hum"]}
NOTE_TYPED = "it hums\nIt is quiet.\nheard it\ndoes it hum"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path)
    write(store.team, "hums.md", surprise("hums", "It hums at night."))
    return store


def served(store: Store, session: str = "minted") -> Desk:
    return Desk(replace(store.world.settings, session=session))


def folder(store: Store) -> str:
    return str(store.world.places.ledger)


def told(store: Store, session: str) -> tuple[AnyEvent, ...]:
    return ledger.session(store.world.places.ledger, session).events


def test_a_call_that_a_hook_saw_belongs_to_the_hooks_session(store: Store) -> None:
    desk = served(store)
    desk.call("recall", QUESTION)
    (before,) = told(store, "minted")
    assert journal.adopt(folder(store), "harness", TYPED)
    (after,) = told(store, "harness")
    assert isinstance(before, Recalled)
    assert after == replace(before, stamp=replace(before.stamp, session="harness", call=""))
    assert told(store, "minted") == ()
    desk.close()


def test_a_hook_that_sees_a_call_of_ours_adopts_it(store: Store, tmp_path: Path) -> None:
    """In whichever spelling its harness has, and whatever became of the answer."""
    desk = served(store)
    desk.call("recall", QUESTION)
    said = {"toolName": "mcp__hindnote__recall", "toolInput": QUESTION, "sessionId": "harness", "toolResponse": "cut"}
    env = {name: value for name, value in store.world.settings.env.items() if name != "HINDNOTE_SESSION"}
    env |= {f"HINDNOTE_{kind}_HOME": str(tmp_path / "home" / kind.lower()) for kind in ("DATA", "STATE", "CONFIG")}
    env |= {"HINDNOTE_TEAM": str(store.team), "HINDNOTE_LOCAL": str(store.local)}
    respond(Asked("post-tool-use", "vscode", str(tmp_path), env, json.dumps(said).encode()))
    assert [type(each) for each in told(store, "harness")] == [Recalled, Withheld]
    assert told(store, "minted") == ()
    desk.close()


def test_a_call_is_adopted_once(store: Store) -> None:
    desk = served(store)
    desk.call("recall", QUESTION)
    assert [journal.adopt(folder(store), each, TYPED) for each in ("one", "one", "two")] == [True, False, False]
    assert (len(told(store, "one")), len(told(store, "two"))) == (1, 0)
    desk.close()


def test_one_server_serves_one_session_after_another(store: Store) -> None:
    """As when a conversation is cleared: the server's process stays."""
    desk = served(store)
    for session in ("first", "second"):
        desk.call("recall", QUESTION)
        journal.adopt(folder(store), session, TYPED)
    assert [len(told(store, each)) for each in ("first", "second", "minted")] == [1, 1, 0]
    desk.close()


def test_what_nobody_saw_stays_the_servers(store: Store) -> None:
    desk = served(store)
    desk.call("recall", QUESTION)
    desk.call("recall", {"question": "another"})
    journal.adopt(folder(store), "harness", "another")
    assert [len(told(store, each)) for each in ("harness", "minted")] == [1, 1]
    desk.close()


def test_a_note_that_was_recorded_over_mcp_counts_when_the_session_stops(store: Store) -> None:
    desk = served(store)
    assert not desk.call("remember", NOTE).is_error
    journal.adopt(folder(store), "harness", NOTE_TYPED)
    assert [type(each) for each in told(store, "harness")] == [Remembered]
    assert doings(journal.records(folder(store), "harness")).recorded == 1
    assert doings(journal.records(folder(store), "minted")).recorded == 0
    desk.close()


def test_what_was_pulled_is_known_to_the_hooks_and_audited_as_one_session(store: Store) -> None:
    desk = served(store)
    desk.call("recall", {"question": "hums"})  # a key: the note, whole
    journal.adopt(folder(store), "harness", "hums")
    assert "team/hums" in heard(journal.records(folder(store), "harness"), Switches()).seen
    found = audit(ledger.everything(store.world.places.ledger).events, 30, "2026-07-01", SHIPPED)
    assert (found.sessions, found.session.pull_p50_tokens > 0) == (1, True)
    desk.close()


def test_rotation_keeps_what_was_moved_where_it_was_moved_to(store: Store) -> None:
    desk = served(store)
    desk.call("recall", QUESTION)
    journal.adopt(folder(store), "harness", TYPED)
    before = {each: total(told(store, each)) for each in ("harness", "minted")}
    at = Stamp("2026-08-07T12:00:00Z", "minted", "claude")
    more = [Recalled(stamp=at, channel="pull", keys=(f"local/k{n}",), characters=1) for n in range(20)]
    ledger.append(store.world.places.ledger, more, Limits(session_bytes=100))
    assert isinstance(told(store, "minted")[0], Summarised)
    assert total(told(store, "harness")) == before["harness"]
    assert total(told(store, "minted")) == total(more)
    assert journal.records(folder(store), "minted")
    desk.close()


def test_a_session_whose_server_knows_its_id_moves_nothing(store: Store) -> None:
    desk = served(store, "harness")
    desk.call("recall", QUESTION)
    assert not journal.adopt(folder(store), "harness", TYPED)
    assert len(told(store, "harness")) == 1
    desk.close()


def test_a_store_without_a_ledger_has_nothing_to_adopt(store: Store) -> None:
    assert not journal.adopt(folder(store), "harness", TYPED)


def test_a_file_that_cannot_be_written_keeps_what_it_tells(store: Store) -> None:
    """As a link in its place, which is read but never written through."""
    desk = served(store)
    desk.call("recall", QUESTION)
    path = store.world.places.ledger / file_name("minted")
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")
    (path.with_name("gone.jsonl")).symlink_to("nowhere")
    assert not journal.adopt(folder(store), "harness", TYPED)
    assert told(store, "harness") == ()
    desk.close()


def test_a_kill_between_both_files_tells_nothing_twice(store: Store) -> None:
    desk = served(store)
    desk.call("recall", QUESTION)
    journal.adopt(folder(store), "harness", TYPED)
    (store.world.places.ledger / file_name("harness")).unlink()
    assert not journal.adopt(folder(store), "harness", TYPED)
    shutil.rmtree(store.world.places.ledger)
    desk.close()


ADOPTER = """
import sys
from hindnote.shell.hooks import journal
from hindnote.shell.hooks.answering import respond
from hindnote.shell.hooks.asked import Asked
print("ready", flush=True)
sys.stdin.readline()
print(sum(journal.adopt(sys.argv[1], sys.argv[2], "what hums?\\nnoise at night\\nsound") for _ in range(20)))
"""


def test_hooks_at_once_adopt_a_call_once(store: Store) -> None:
    desk = served(store)
    desk.call("recall", QUESTION)
    hooks = [Python(ADOPTER, folder(store), f"s{n}") for n in range(4)]
    assert [each.read() for each in hooks] == ["ready"] * 4
    for each in hooks:
        each.tell("go")
    assert sum(int(each.end()) for each in hooks) == 1
    assert sum(len(told(store, f"s{n}")) for n in range(4)) == 1
    desk.close()
