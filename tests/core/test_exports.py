"""Every file of an export comes back byte for byte, and half an export is not taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.exports import HEAD, Exported, NoExport, decoded, encoded, is_export
from hindnote.core.keys import Layer

names = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1).filter(
    lambda name: name not in {".", ".."}
)
paths = st.lists(names, min_size=1, max_size=3).map(lambda parts: "/".join(parts) + ".md")
files = st.builds(
    Exported,
    st.sampled_from([Layer.TEAM, Layer.LOCAL]),
    paths,
    st.binary() | st.text().map(lambda text: text.encode("utf-8", "replace")),
)


@given(st.lists(files))
def test_what_goes_out_comes_back(held: list[Exported]) -> None:
    data = b"".join(encoded(held))
    assert is_export(data)
    assert decoded(data) == Success(tuple(held))


@given(st.lists(files, min_size=1), st.data())
def test_a_cut_export_is_whole_lines_or_refused(held: list[Exported], data: st.DataObject) -> None:
    whole = b"".join(encoded(held))
    cut = whole[: data.draw(st.integers(0, len(whole) - 2))]
    match decoded(cut):
        case Failure(NoExport() as refusal):
            assert refusal.line >= 1
        case Success(found):
            assert found == tuple(held[: len(found)])
            assert cut.count(b"\n") + (not cut.endswith(b"\n")) == len(found) + 1


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert isinstance(decoded(data), Success | Failure)


@pytest.mark.parametrize(
    "path", ["/etc/x.md", "../x.md", "a/../x.md", "a//x.md", "a/./x.md", "x", "a/", "a\0.md", "..md/../x.md", ".."]
)
def test_no_path_of_an_export_leaves_its_folder(path: str) -> None:
    line = (
        b'{"layer":"local","path":%b,"text":""}\n' % repr(path).replace("'", '"').replace("\\x00", "\\u0000").encode()
    )
    match decoded(HEAD + line):
        case Failure(NoExport(2, problem)):
            assert "no note's path" in problem
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"", 1, "truncated"),
        (b'{"hindnote":"export","version":2}\n', 1, "its version is 2"),
        (HEAD + b'{"layer":"vault","path":"x.md","text":""}\n', 2, "not ours to write"),
        (HEAD + b'{"layer":"local","path":"x.md"}\n', 2, "neither text nor base64"),
        (HEAD + b'{"layer":"other","path":"x.md","text":""}\n', 2, "Invalid enum"),
        (HEAD + b"\n", 2, "truncated"),
    ],
)
def test_what_is_no_export_is_refused_with_its_line(data: bytes, line: int, says: str) -> None:
    match decoded(data):
        case Failure(NoExport() as refusal):
            assert refusal.line == line
            assert says in refusal.explain().error
        case other:
            pytest.fail(f"{other}")
