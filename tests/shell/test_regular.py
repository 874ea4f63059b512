"""A pipe, a folder or a device in a small file's place keeps nobody waiting: it is a fault like any other."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from returns.result import Failure

from hindnote.shell.checkout import read_line
from hindnote.shell.harnesses.texts import read_text
from hindnote.shell.ledgerfile import contents, opened
from hindnote.shell.regular import read_named, read_regular
from hindnote.shell.smallfile import read_small


def test_a_plain_file_is_read_whole_or_as_far_as_asked(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"one\ntwo")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(str(tmp_path / "link")) == b"one\ntwo"
    assert read_regular(str(tmp_path / "file"), 3) == b"one"


@pytest.mark.parametrize("name", [os.devnull, "/dev/full"])
def test_a_device_that_somebody_names_is_a_fault_at_once(name: str) -> None:
    with pytest.raises(OSError, match="a device"):
        read_named(name)


def test_a_pipe_that_somebody_names_is_read_to_its_end() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"piped")
    os.close(writer)
    assert read_named(f"/dev/fd/{reader}") == b"piped"
    os.close(reader)


def zeros(path: str) -> None:
    Path(path).symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, zeros])
def test_what_is_no_plain_file_is_a_fault_at_once(tmp_path: Path, make: Callable[[str], None]) -> None:
    path = tmp_path / "it"
    make(str(path))
    with pytest.raises(OSError, match=r"not a regular file|Is a directory"):
        read_regular(str(path))
    assert read_line(str(path)) is None
    assert contents(str(path)) == b""
    assert read_small(str(tmp_path), "it") == {}
    assert isinstance(read_text(path), Failure)
    with pytest.raises(OSError, match=r"not a regular file|Is a directory|symbolic links"), opened(str(path), 0):
        pass
