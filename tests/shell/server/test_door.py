"""The door of the HTTP server: bound to this machine alone, and opened by a token that only its owner can read."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.shell.files import CannotWrite
from hindnote.shell.server.door import Door, PortTaken, UnusableToken, opened, token_of


def test_the_token_is_made_once_in_a_file_of_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "state" / "http-token"
    made = token_of(file)
    assert isinstance(made, Success)
    assert token_of(file) == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert token_of(tmp_path / "another") != made


def shared(file: Path) -> None:
    file.write_text("x" * 43)
    file.chmod(0o640)


def linked(file: Path) -> None:
    other = file.with_name("other")
    other.write_text("x" * 43)
    other.chmod(0o600)
    file.symlink_to(other)


def holding(data: bytes) -> Callable[[Path], None]:
    def put(file: Path) -> None:
        file.write_bytes(data)
        file.chmod(0o600)

    return put


@pytest.mark.parametrize(
    "spoil",
    [
        shared,
        linked,
        Path.mkdir,
        os.mkfifo,
        holding(b""),
        holding(b"short\n"),
        holding(b"\xff" * 43),
        holding(b"two words " * 5),
        holding(b"a" * 43 + b"\nb"),
    ],
)
def test_a_file_that_others_read_or_that_holds_no_token_is_refused_with_its_mend(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    file = tmp_path / "token"
    spoil(file)
    match token_of(file):
        case Failure(UnusableToken() as refusal):
            told = refusal.explain()
            assert str(file) in told.where
            assert "xxxx" not in told.message()
            assert "Remove it" in told.mend
        case other:
            pytest.fail(f"{other}")


def test_a_folder_that_cannot_be_made_is_a_refusal(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    match token_of(tmp_path / "file" / "token"):
        case Failure(CannotWrite()):
            pass
        case other:
            pytest.fail(f"{other}")


def test_a_port_that_is_taken_or_none_is_refused_and_says_how_to_name_another(tmp_path: Path) -> None:
    match opened(0, tmp_path / "token"):
        case Success(Door() as door):
            pass
        case other:
            pytest.fail(f"{other}")
    try:
        assert door.listening.getsockname()[0] == "127.0.0.1"
        for port in (door.port, 70_000, -1):
            match opened(port, tmp_path / "token"):
                case Failure(PortTaken() as refusal):
                    assert "--port" in refusal.explain().mend
                case other:
                    pytest.fail(f"{other}")
    finally:
        door.listening.close()
