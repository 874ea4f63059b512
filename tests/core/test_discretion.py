"""An explanation says what is wrong, where and how to mend it, and repeats no secret."""

import pytest

from hindnote.core.discretion import discreet
from hindnote.core.outcome import Explained

TOKEN = "AKIA" + "QWERTYUIOPASDFGH"


@pytest.mark.parametrize(
    "quoting",
    [
        f'Invalid value "{TOKEN}" for --if-exists. Choose from: "error", "skip"',
        f"Unused Tokens: ['{TOKEN}']",
        f"no note goes by the key `{TOKEN}`",
        f"`{TOKEN}` is no cursor",
        f'Unknown command "{TOKEN}"',
    ],
)
def test_a_secret_that_was_said_is_not_repeated(quoting: str) -> None:
    told = discreet(Explained(quoting, TOKEN, f"`hindnote {TOKEN} --help` shows how it is written."))
    assert TOKEN not in told.message()
    assert all((told.error, told.mend))


def test_what_holds_no_secret_is_told_as_it_is() -> None:
    told = Explained("no note goes by the key `x`", "any layer", "`hindnote list` prints every key.")
    assert discreet(told) == told
