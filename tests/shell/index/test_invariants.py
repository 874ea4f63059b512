"""Deleting the index changes no answer: after any history it holds what a fresh build would (invariant 11)."""

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from hindnote.core.keys import Layer
from hindnote.shell.index.folders import Source
from hindnote.shell.index.shelf import Shelf, Work

from .stores import LONG_AGO_NS, Spelled, laid_open

FOLDERS = st.sampled_from(["team", "local"])
PATHS = st.sampled_from(["a.md", "b.md", "deep/a.md", "deep/er/c.MD", "x.md/inner.md", "naïve 漢字.md"])
WORDS = st.sampled_from(["flywheel", "sprocket", "[[a]]", "[[deep/a]]", "", "## Evidence", "漢字", "foo_bar.rs", "\n"])
FIELDS = st.sampled_from(
    ["", "---\nkey: a\ntags: [engine, Cold]\n---\n", "---\nsupersedes: a\narchived: true\n---\n", "---\nkey: [\n---\n"]
)
TEXTS = st.builds("{}{}\n".format, FIELDS, st.lists(WORDS, max_size=6).map("\n".join))
STAMPS = st.sampled_from([0, 1, 2]).map(lambda step: LONG_AGO_NS + step * 10**9)


class History(RuleBasedStateMachine):
    """Files come, change, move and go, with stamps that repeat; now and then the index is asked to follow."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp())
        self.sources = [Source(Layer(name), self.home / name) for name in ("team", "local")]
        for source in self.sources:
            source.folder.mkdir()
        self.shelf = Shelf(self.sources, self.home / "state/index.db", Spelled())
        self.kept: list[int] = []

    def teardown(self) -> None:
        self.the_index_holds_what_a_fresh_build_holds()
        self.shelf.close()
        for handle in self.kept:
            os.close(handle)
        shutil.rmtree(self.home)

    @rule(folder=FOLDERS, path=PATHS, text=TEXTS, stamp=STAMPS)
    def write(self, folder: str, path: str, text: str, stamp: int) -> None:
        self.put(folder, path, text.encode(), stamp)

    @rule(folder=FOLDERS, path=PATHS, stamp=STAMPS)
    def spoil(self, folder: str, path: str, stamp: int) -> None:
        self.put(folder, path, b"# \xff", stamp)

    def put(self, folder: str, path: str, data: bytes, stamp: int) -> None:
        """Always a new inode, as an editor does it: the same inode, size and stamp would be undetectable."""
        file = self.home / folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(".new")
        new.write_bytes(data)
        os.utime(new, ns=(stamp, stamp))
        kept = os.open(file, os.O_RDONLY) if file.exists() else None  # so that its inode is not used again
        new.rename(file)
        if kept is not None:
            self.kept.append(kept)

    @rule(folder=FOLDERS, path=PATHS, text=TEXTS)
    def write_in_place(self, folder: str, path: str, text: str) -> None:
        file = self.home / folder / path
        if file.exists():
            file.write_bytes(text.encode())

    @rule(folder=FOLDERS, path=PATHS)
    def remove(self, folder: str, path: str) -> None:
        (self.home / folder / path).unlink(missing_ok=True)

    @rule(folder=FOLDERS, path=PATHS, to_folder=FOLDERS, to=PATHS)
    def move(self, folder: str, path: str, to_folder: str, to: str) -> None:
        file, target = self.home / folder / path, self.home / to_folder / to
        if file.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            file.rename(target)

    @rule(folder=FOLDERS)
    def remove_layer(self, folder: str) -> None:
        shutil.rmtree(self.home / folder, ignore_errors=True)

    @rule(vectors=st.booleans())
    def refresh(self, *, vectors: bool) -> None:
        self.shelf.refresh(Work(vectors=vectors))

    @rule()
    def another_process_refreshes(self) -> None:
        other = Shelf(self.sources, self.home / "state/index.db", Spelled())
        other.refresh(Work())
        other.close()

    @rule()
    def open_again(self) -> None:
        self.shelf.close()
        self.shelf = Shelf(self.sources, self.home / "state/index.db", Spelled())

    @rule()
    def the_index_holds_what_a_fresh_build_holds(self) -> None:
        self.shelf.refresh(Work())
        fresh = Shelf(self.sources, None, Spelled())
        fresh.refresh(Work())
        assert self.shelf.mode == "index"
        assert self.shelf.ask(lambda opened: laid_open(opened.con)) == fresh.ask(lambda opened: laid_open(opened.con))
        fresh.close()


TestHistory = History.TestCase
TestHistory.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
