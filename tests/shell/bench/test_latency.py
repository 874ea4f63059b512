"""The latency bench times the store as it is, leaves it as it was, and asks the same of the same notes."""

from pathlib import Path

from msgspec import to_builtins
from returns.result import Failure

from hindnote.core.latency import KINDS, as_text
from hindnote.shell.bench.bed import NoSuchFolder
from hindnote.shell.bench.latency import latency
from hindnote.shell.bench.questions import questions

from ..index.stores import Store, store_in, surprise, write


def filled(tmp: Path) -> Store:
    store = store_in(tmp, vault=True)
    for number in range(12):
        write(
            store.local,
            f"a{number}.md",
            surprise(f"a{number}", f"the flywheel of engine{number} stalls in `src/a{number}.rs`"),
        )
    write(store.team, "b.md", surprise("b", "the build of the engine needs make and nothing else"))
    return store


def everything_below(folder: Path) -> dict[str, tuple[int, bytes]]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def test_the_shape_is_the_one_that_is_documented(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = everything_below(tmp_path)
    found = latency(store.world).unwrap()
    assert everything_below(tmp_path) == before
    shape = to_builtins(found)
    assert {
        "notes",
        "chunks",
        "bytes",
        "index_bytes",
        "build_s",
        "refresh_noop_ms",
        "refresh_one_ms",
        "query",
        "cold_ms",
    } | {*("recall_tokens", "peak_mib")} <= shape.keys()
    assert all(set(shape["query"][kind]) == {"p50", "p95"} for kind in KINDS)
    assert (found.notes, found.chunks) == (13, 13 * 5)
    assert found.bytes == sum(path.stat().st_size for layer in (store.local, store.team) for path in layer.iterdir())
    assert min(found.build_s, found.refresh_noop_ms, found.refresh_one_ms, found.cold_ms, found.recall_tokens) > 0
    assert "a bare walk" in as_text(found)


def test_a_folder_stands_for_the_store(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    write(tmp_path / "other", "deep/one.md", "# One note about a flywheel\n")
    assert latency(store.world, tmp_path / "other").unwrap().notes == 1


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    absent = tmp_path / "absent"
    assert latency(filled(tmp_path).world, absent) == Failure(NoSuchFolder(str(absent)))


def test_the_same_notes_are_asked_the_same(tmp_path: Path) -> None:
    store = filled(tmp_path)
    with store.open() as index, store.open() as other:
        index.refresh()
        asked = questions(index)
        assert asked == questions(other)
    assert asked["question"][0] == "what about it" or len(asked["question"][0].split()) >= 6
    assert all("/" in text or "." in text for text in asked["identifier"])
    assert len(asked["word"]) > 0
