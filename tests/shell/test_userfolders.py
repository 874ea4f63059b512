"""A hook finds the user's folders where every other command does, and without its libraries."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hindnote.shell.userfolders import Kind, home_expanded, user_folder

KINDS: tuple[Kind, ...] = ("data", "state", "config")
ASK = """
import platformdirs as p
for say in (p.user_data_dir, p.user_state_dir, p.user_config_dir):
    print(say("hindnote", appauthor=False))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked")
@pytest.mark.parametrize(
    "env",
    [
        {"HOME": "/home/u"},
        {"HOME": "/home/u/"},
        {"HOME": "/home/u", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c"},
        {"HOME": "/home/u", "XDG_DATA_HOME": "relative", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": " "},
        {},
    ],
)
def test_they_are_those_of_platformdirs(env: Mapping[str, str]) -> None:
    asked = subprocess.run([sys.executable, "-c", ASK], env=env, capture_output=True, text=True, check=True)
    assert [str(Path(user_folder(kind, env))) for kind in KINDS] == asked.stdout.split()


def test_they_can_be_named() -> None:
    assert user_folder("data", {"HINDNOTE_DATA_HOME": " ~/notes ", "HOME": "/home/u"}) == "/home/u/notes"


def test_a_home_is_spelled_out_where_there_is_one() -> None:
    env = {"HOME": "/home/u/"}
    assert [home_expanded(said, env) for said in ("~", "~/x", "x/~", "/x", "")] == [
        "/home/u",
        "/home/u/x",
        "x/~",
        "/x",
        "",
    ]
    assert home_expanded("~", {"HOME": "/"}) == "/"
    assert home_expanded("~nobody-of-that-name/x", env) == "~nobody-of-that-name/x"
