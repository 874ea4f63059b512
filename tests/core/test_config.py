"""A committed config.toml is untrusted text: what is wrong in it is named with its line, what is new in it is tolerated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.config import (
    SHIPPED,
    Config,
    KeyTemplates,
    ReadConfig,
    StaleFacts,
    Thresholds,
    UserConfig,
    parse_config,
    parse_user_config,
)
from hindnote.core.toml import InvalidConfig


def test_what_is_shipped_says_the_defaults() -> None:
    assert parse_config(SHIPPED, "config.toml") == Success(ReadConfig(Config()))


def test_an_empty_file_says_the_defaults() -> None:
    assert parse_config("", "config.toml") == Success(ReadConfig(Config()))


def test_what_is_said_is_taken() -> None:
    text = '\ufeff[keys]\r\nsurprise = "lessons/{{slug}}"\r\n[stale]\r\nrecipe = "docker/Dockerfile"\r\nbase = "2026.08"\r\n'
    told = Config(KeyTemplates(surprise="lessons/{{slug}}"), StaleFacts("docker/Dockerfile", "2026.08"))
    assert parse_config(text, "config.toml") == Success(ReadConfig(told))


BROKEN = {  # text -> (line, a word of the problem)
    "[keys]\nsurprise = \n": (2, "TOML"),
    "not toml at all": (1, "TOML"),
    '[keys]\nsurprise = "a"\nsurprise = "b"': (3, "TOML"),
    "[keys]\n\nsurprise = 3": (3, "keys.surprise"),
    "keys = 1": (1, "keys"),
    '[keys]\nstub = "{{path}}"\nsurprise = "surprise/{{slg}}"': (3, "slg"),
    '[keys]\nsurprise = "surprise/{{slug"': (2, "{{slug"),
    '[keys]\nsurprise = "../{{slug}}"': (2, ".."),
    '[keys]\nsurprise = "/{{slug}}"': (2, "surprise"),
    '[keys]\nsurprise = "always-the-same"': (2, "{{slug}}"),
    '[keys]\nsurprise = ""': (2, "surprise"),
    '[stale]\nbase = "8/2026"': (2, "base"),
    '[stale]\nrecipe = "../outside"': (2, "recipe"),
    '[stale]\nrecipe = "/etc/passwd"': (2, "recipe"),
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_wrong_is_named_with_file_line_and_mend(text: str) -> None:
    line, word = BROKEN[text]
    invalid = parse_config(text, "/repo/.hindnote/config.toml").failure()
    said = invalid.explain()
    assert said.where == f"/repo/.hindnote/config.toml:{line}"
    assert word in said.error
    assert said.mend


def test_what_is_unknown_is_a_warning() -> None:
    text = '[key]\nsurprise = "x"\n[keys]\nsurprse = "x"\n[stale]\nbase = "2026.08"\ncommand = "rm -rf /"\n'
    told = parse_config(text, "config.toml").unwrap()
    assert told.config == Config(stale=StaleFacts(base="2026.08"))
    assert told.warnings == (
        "config.toml:1: `key` is unknown and ignored; known are audit, keys, stale",
        "config.toml:4: `keys.surprse` is unknown and ignored; known are stub, surprise, topic",
        "config.toml:7: `stale.command` is unknown and ignored; known are base, recipe",
    )


def test_a_person_names_vaults_and_a_repository_cannot() -> None:
    text = 'vaults = ["~/Notes", "/work/Vault"]\n'
    assert parse_user_config(text, "c") == Success(UserConfig(("~/Notes", "/work/Vault")))
    assert parse_user_config("", "c") == Success(UserConfig())
    told = parse_config(text, "config.toml").unwrap()
    assert told.warnings == ("config.toml:1: `vaults` is unknown and ignored; known are audit, keys, stale",)


def test_thresholds_may_be_a_repositorys_and_a_persons_own_go_before() -> None:
    text = "[audit]\np99_tokens = 9000\nprecision = 0.25\n"
    committed = parse_config(text, "c").unwrap().config.audit
    own = parse_user_config("[audit]\nprecision = 0.5\n", "c").unwrap().audit
    assert committed == Thresholds(p99_tokens=9_000, precision=0.25)
    assert own.over(committed) == Thresholds(p99_tokens=9_000, precision=0.5)


@pytest.mark.parametrize("said", ["precision = 1.5", "precision = nan", "p50_tokens = -1", "pull_p99_tokens = 'many'"])
def test_a_threshold_that_means_nothing_is_named_with_its_line(said: str) -> None:
    text = f"[audit]\n{said}\n"
    assert parse_config(text, "c").failure().explain().where == "c:2"
    assert parse_user_config(text, "c").failure().explain().where == "c:2"


@pytest.mark.parametrize(
    "text", ['vaults = "~/Notes"', "vaults = [3]", 'vaults = [""]', 'vaults = ["\\u0000"]', "vaults"]
)
def test_what_names_no_vault_is_named_with_its_line(text: str) -> None:
    assert parse_user_config(text, "c").failure().explain().where == "c:1"


@pytest.mark.parametrize(
    "text", [f"a = {'[' * 100_000}", f"a = {'9' * 5_000}", "a = 9999-99-99", "a." * 50_000 + "b = 1"]
)
def test_what_no_parser_should_be_given_is_refused(text: str) -> None:
    assert isinstance(parse_config(text, "config.toml"), Failure)


@given(st.text(max_size=60) | st.text(alphabet='[]="\n abkeystl.{}#', max_size=60))
def test_no_text_raises(text: str) -> None:
    match parse_config(text, "config.toml"):
        case Success(read):
            assert isinstance(read, ReadConfig)
        case Failure(invalid):
            assert isinstance(invalid, InvalidConfig)
            invalid.explain().message().encode()
