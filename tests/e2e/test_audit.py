"""`hindnote ledger` and `hindnote audit` as a person and a script call them, on a ledger that real commands wrote."""

import json
from pathlib import Path

import pytest

from .standing import Standing, standing_in


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    here = standing_in(tmp_path)
    assert here.remember("As30p hums at night.").code == 0
    assert here.remember("As30p is quiet since the new cable.").code == 0
    assert here.run("recall", "what hums").code == 0
    return here


def test_a_session_is_told_what_it_pulled_and_in_what_order(here: Standing) -> None:
    said = here.run("ledger", "--session", "s03")
    rows = [line.split()[1:3] for line in said.out.splitlines()[3:]]
    assert rows == [["pull", "write-context"], ["pull", "recall"]]


def test_without_a_name_it_is_the_latest_session(here: Standing) -> None:
    told = json.loads(here.run("ledger", "--withheld", "--json").out)
    assert told["session"] == "s03"
    assert told["push"] == {"characters": 0, "tokens": 0, "answers": 0}
    assert told["pull"]["answers"] == 2
    assert told["withheld"] == []


def test_a_session_that_was_told_nothing_is_not_the_one_that_is_meant(here: Standing) -> None:
    key = json.loads(here.run("list", "--json").out)["notes"][0]["key"]
    assert here.run("rm", key, env=here.env(HINDNOTE_SESSION="other")).code == 0
    assert json.loads(here.run("ledger", "--json").out)["session"] == "s03"


def test_an_unknown_session_is_refused_with_those_that_are_known(here: Standing) -> None:
    said = here.run("ledger", "--session", "nobody", "--json")
    assert (said.code, said.out) == (1, "")
    assert json.loads(said.err)["mend"] == "The latest are s03."


def test_a_ledger_that_nobody_wrote_is_no_fault(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    assert "No session has recorded anything yet." in here.run("ledger").err
    assert here.run("audit").code == 0


def test_an_audit_that_crosses_nothing_is_a_success(here: Standing) -> None:
    said = here.run("audit", "--json")
    told = json.loads(said.out)
    assert (said.code, told["days"], told["sessions"], told["crossed"]) == (0, 30, 1, [])
    assert told["session"]["pull_p50_tokens"] > 0


def test_a_threshold_of_the_repository_or_the_person_ends_with_exit_code_1(here: Standing) -> None:
    config = here.cwd / ".hindnote" / "config.toml"
    config.parent.mkdir(exist_ok=True)
    config.write_text("[audit]\npull_p50_tokens = 1\n")
    said = here.run("audit")
    assert said.code == 1
    assert "crossed: session.pull_p50_tokens is " in said.out
    own = here.home / "own"
    own.mkdir()
    (own / "config.toml").write_text("[audit]\npull_p50_tokens = 100000\n")
    assert here.run("audit", env=here.env(HINDNOTE_CONFIG_HOME=str(own))).code == 0


def test_a_threshold_that_means_nothing_is_refused_with_its_line(here: Standing) -> None:
    own = here.home / "own"
    own.mkdir()
    (own / "config.toml").write_text("[audit]\nprecision = 7\n")
    said = here.run("audit", "--json", env=here.env(HINDNOTE_CONFIG_HOME=str(own)))
    assert (said.code, json.loads(said.err)["where"]) == (1, f"{own}/config.toml:2")


def test_days_are_a_number_that_a_calendar_has(here: Standing) -> None:
    assert here.run("audit", "--days", "-1").code == 2
    assert here.run("audit", "--days", "9999999").code == 2
