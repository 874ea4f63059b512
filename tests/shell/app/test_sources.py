"""Whatever a file is that somebody wants to import, it is read into notes or refused, and never for long."""

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.exports import HEAD
from hindnote.core.keys import Layer
from hindnote.shell.app.sources import Item, NoSource, held_by

BOM = b"\xef\xbb\xbf"
LINE = b'{"layer":"local","path":"a.md","text":"said"}\n'


def archive(*members: tarfile.TarInfo, data: bytes = b"said", form: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as tar:
        for member in members:
            member.size = len(data) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(data))
    return out.getvalue()


def member(path: str, **said: object) -> tarfile.TarInfo:
    made = tarfile.TarInfo(path)
    for name, value in said.items():
        setattr(made, name, value)
    return made


def items(tmp_path: Path, data: bytes) -> tuple[Item, ...]:
    source = tmp_path / "source"
    source.write_bytes(data)
    return held_by(source, "{{slug}}").unwrap().items


def refusal(tmp_path: Path, data: bytes) -> str:
    source = tmp_path / "source"
    source.write_bytes(data)
    match held_by(source, "{{slug}}"):
        case Failure(refused):
            return str(refused.explain().error)
        case Success(shipment):
            pytest.fail(f"{shipment}")


PLAIN = archive(member("local/a.md"))


def test_an_export_is_read_with_a_byte_order_mark_too(tmp_path: Path) -> None:
    assert items(tmp_path, HEAD + LINE) == items(tmp_path, BOM + HEAD + LINE) == items(tmp_path, PLAIN)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_nothing_is_unpacked_for_nobody_knows_how_large_it_gets(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    assert refusal(tmp_path, pack(PLAIN)) == "cannot be imported: it is compressed: unpack it first"


@pytest.mark.parametrize(
    "hostile",
    [
        member("local/a.md", type=tarfile.LNKTYPE, linkname="local/a.md"),
        member("local/a.md", type=tarfile.SYMTYPE, linkname="a.md"),
        member("local/a.md", type=tarfile.CHRTYPE),
        member("local/a.md", type=tarfile.FIFOTYPE),
        member("local/a.md", pax_headers={"GNU.sparse.map": "0,4", "GNU.sparse.realsize": str(1 << 50)}),
        member("vault/a.md"),
        member("a.md"),
    ],
    ids=["hard link", "link", "device", "pipe", "sparse", "vault", "top"],
)
def test_an_archive_holds_plain_files_of_our_layers_alone(tmp_path: Path, hostile: tarfile.TarInfo) -> None:
    assert "is no note of an export" in refusal(tmp_path, archive(member("local/b.md"), hostile))


def test_a_path_that_is_no_text_is_refused(tmp_path: Path) -> None:
    assert "is no note's path" in refusal(tmp_path, archive(member("local/\udcff.md"), form=tarfile.GNU_FORMAT))


def test_what_would_lie_where_no_note_is_looked_for_is_refused(tmp_path: Path) -> None:
    paths = ["team/.git/a.md", "local/b/.hindnote/a.md", "local/._a.md"]
    found = items(tmp_path, archive(*map(member, [*paths, "local/.a.md"])))
    assert [each.fate for each in found] == ["refused", "refused", "refused", "new"]
    assert {each.layer for each in found} == {Layer.TEAM, Layer.LOCAL}


@pytest.mark.parametrize(
    "deep",
    [
        b'{"hindnote":' + b"[" * 100_000,
        HEAD + b'{"x":' + b"[" * 100_000,
        b'{"entities":[{"x":' + b"[" * 100_000,
        b'{"type":"entity","name":"a","x":' + b"[" * 100_000,
    ],
)
def test_what_is_nested_deeper_than_anybody_reads_is_refused(tmp_path: Path, deep: bytes) -> None:
    assert "recursion" in refusal(tmp_path, deep)


@given(st.data())
def test_a_damaged_archive_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    torn = bytearray(archive(member("local/" + "a" * 120 + ".md"), member("local/b.md", pax_headers={"size": "9"})))
    for _ in range(data.draw(st.integers(1, 6))):
        torn[data.draw(st.integers(0, len(torn) - 1))] = data.draw(st.sampled_from([0, 0x30, 0x53, 0x78, 0x80, 0xFF]))
    for block in range(0, len(torn), tarfile.BLOCKSIZE):  # a reader looks at no block whose sum is wrong
        if torn.startswith(b"ustar", block + 257):
            whole = sum(torn[block : block + 148]) + sum(torn[block + 156 : block + 512]) + 8 * 32
            torn[block + 148 : block + 156] = b"%06o\0 " % whole
    source = tmp_path_factory.mktemp("torn") / "source.tar"
    source.write_bytes(torn)
    match held_by(source, "{{slug}}"):
        case Failure(refused):
            assert refused.explain().mend
        case Success(shipment):
            assert shipment.kind == "export"


def test_a_source_is_refused_by_name(tmp_path: Path) -> None:
    match held_by(tmp_path / "gone", "{{slug}}"):
        case Failure(NoSource(path, problem)):
            assert (path, problem) == (str(tmp_path / "gone"), "No such file or directory")
        case other:
            pytest.fail(f"{other}")


def test_a_memory_folder_is_read_however_its_name_leads_there(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    (memory / "MEMORY.md").write_text("# Memory\n\n- prefers tabs\n")
    (memory / "build.md").write_text("# Build\n\nUse make.\n")
    (tmp_path / "link").symlink_to(memory)
    (tmp_path / "here").mkdir()
    whole = held_by(memory, "{{slug}}").unwrap()
    assert len(whole.items) == 2
    for source in (tmp_path / "here/../memory", tmp_path / "link"):
        assert held_by(source, "{{slug}}").unwrap() == whole
