"""Labels: what an index already knows of its notes' tags, read without bringing it up to date.

For a server's first words, which must be there before anything heavy is imported. What cannot be
had at once is left out: the caller knows the files themselves.

Effects: reads an index file.
"""

from collections.abc import Mapping
from pathlib import Path

import apsw

from ...core.keys import Layer
from .schema import APPLICATION_ID, SCHEMA_VERSION


def tags_by_file(path: Path) -> Mapping[tuple[Layer, str], tuple[str, ...]]:
    """The tags of each (layer, path below its folder); nothing from a file that is not there, not ours or not now."""
    if not path.is_file():
        return {}
    try:
        con = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error:
        return {}
    try:
        if (con.pragma("application_id"), con.pragma("user_version")) != (APPLICATION_ID, SCHEMA_VERSION):
            return {}
        rows = con.execute("SELECT layer, path, tags FROM notes WHERE tags <> ''")
        return {(Layer(layer), file): tuple(tags.split("\n")) for layer, file, tags in rows}
    except (apsw.Error, ValueError):
        return {}
    finally:
        con.close()
