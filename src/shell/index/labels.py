"""Labels: what an index already knows of its notes' tags, read without bringing it up to date.

For a server's first words, which must be there before anything heavy is imported. What cannot be
had at once is left out: the caller knows the files themselves.

Effects: reads an index file.
"""

import os
from collections.abc import Mapping

import apsw

from .schema import APPLICATION_ID, SCHEMA_VERSION

Tags = Mapping[tuple[str, str], tuple[str, ...]]
"""By layer and path below its folder."""


def tags_by_file(path: "str | os.PathLike[str]") -> Tags:
    """Nothing from a file that is not there, not ours or not now."""
    if not os.path.isfile(path):  # noqa: PTH113  (hooks stand on this module)
        return {}
    try:
        con = apsw.Connection(os.fspath(path), flags=apsw.SQLITE_OPEN_READONLY)
    except (apsw.Error, UnicodeEncodeError):  # SQLite knows no path but UTF-8
        return {}
    try:
        if (con.pragma("application_id"), con.pragma("user_version")) != (APPLICATION_ID, SCHEMA_VERSION):
            return {}
        return tags_in(con)
    except (apsw.Error, ValueError):
        return {}
    finally:
        con.close()


def tags_in(con: apsw.Connection) -> Tags:
    rows = con.execute("SELECT layer, path, tags FROM notes WHERE tags <> '' AND layer <> 'vault'")
    return {(layer, file): tuple(tags.split("\n")) for layer, file, tags in rows}
