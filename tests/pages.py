"""Pages: snapshots that people read, each a text file of its own."""

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class Page(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def page(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Page)
