"""What the edge says is read once, and what makes no sense is said and left out."""

import os
from pathlib import Path

import pytest

from hindnote.core.events import Stamp
from hindnote.shell.clock import utc_now
from hindnote.shell.settings import LOCK_TIMEOUT, read_settings


def test_the_three_homes_can_be_named(tmp_path: Path) -> None:
    env = {f"HINDNOTE_{kind}_HOME": str(tmp_path / kind) for kind in ("DATA", "STATE", "CONFIG")}
    homes = read_settings(env).homes
    assert (homes.data, homes.state, homes.config) == (tmp_path / "DATA", tmp_path / "STATE", tmp_path / "CONFIG")


@pytest.mark.skipif(os.name != "posix", reason="the XDG variables are POSIX's")
def test_xdg_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    homes = read_settings().homes
    assert [homes.data, homes.state, homes.config] == [
        tmp_path / kind / "hindnote" for kind in ("DATA", "STATE", "CONFIG")
    ]


def test_overrides_are_whole_paths_from_where_one_stands(tmp_path: Path) -> None:
    said = read_settings({"HINDNOTE_TEAM": "t"}, cwd=tmp_path, local="l", vault=["v", " "])
    assert (said.team, said.local, said.vaults) == (tmp_path / "t", tmp_path / "l", (tmp_path / "v",))


def test_an_override_that_is_a_link_means_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "loop").symlink_to("loop")
    assert read_settings({}, cwd=tmp_path, local="link").local == tmp_path / "real"
    assert read_settings({}, cwd=tmp_path, local="loop").local == tmp_path / "loop"


def test_what_is_said_counts_before_what_the_environment_says(tmp_path: Path) -> None:
    env = {"HINDNOTE_LOCAL": "/env", "HINDNOTE_SESSION": "env", "HINDNOTE_CLIENT": "env"}
    said = read_settings(env, cwd=tmp_path, local="/said", session="said", client="said")
    assert (str(said.local), said.session, said.client) == ("/said", "said", "said")


@pytest.mark.parametrize(
    ("variable", "client"),
    [("CLAUDE_CODE_SESSION_ID", "claude"), ("CODEX_THREAD_ID", "codex"), ("GEMINI_SESSION_ID", "gemini")],
)
def test_a_harness_lends_its_session_and_its_name(variable: str, client: str) -> None:
    said = read_settings({variable: "s03"})
    assert (said.session, said.client) == ("s03", client)
    ours = read_settings({variable: "s03", "HINDNOTE_SESSION": "mine"}, surface="mcp")
    assert (ours.session, ours.client) == ("mine", "mcp")


def test_without_a_harness_each_process_is_a_session() -> None:
    one, two = read_settings({}, now=lambda: "2026-08-07T12:00:00Z"), read_settings({})
    assert one.session.startswith("2026-08-07-")
    assert one.session != two.session
    assert one.client == "cli"


def test_a_session_is_one_line_that_any_file_can_hold() -> None:
    assert read_settings({"HINDNOTE_SESSION": " a\nb\udcff\t"}).session == "a b?"
    assert read_settings({"HINDNOTE_SESSION": " \n"}).session


def test_a_stamp_carries_time_session_and_client() -> None:
    said = read_settings({}, session="s03", client="claude", now=lambda: "2026-08-07T12:00:00Z")
    assert said.stamp() == Stamp("2026-08-07T12:00:00Z", "s03", "claude")
    assert said.stamp().day == "2026-08-07"
    assert len(utc_now()) == len("2026-08-07T12:00:00Z")


@pytest.mark.parametrize(("said", "seconds"), [("", LOCK_TIMEOUT), ("0", 0.0), (" 2.5 ", 2.5)])
def test_the_patience_for_a_lock_can_be_set(said: str, seconds: float) -> None:
    found = read_settings({"HINDNOTE_LOCK_TIMEOUT": said})
    assert (found.lock_timeout, found.warnings) == (seconds, ())


@pytest.mark.parametrize("said", ["soon", "-1", "nan", "inf", "1e999"])
def test_a_patience_that_is_no_number_is_said_and_left_out(said: str) -> None:
    found = read_settings({"HINDNOTE_LOCK_TIMEOUT": said})
    assert found.lock_timeout == LOCK_TIMEOUT
    assert said in found.warnings[0]


def test_a_working_directory_that_was_removed_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert read_settings({"PWD": str(gone)}).cwd == gone


def test_only_our_own_variables_are_carried_on() -> None:
    assert read_settings({"HINDNOTE_INDEX": "0", "AWS_SECRET": "x"}).env == {"HINDNOTE_INDEX": "0"}
