"""Git's blobs: the name that `git hash-object` gives a file, for many files at once, and no filter ever run.

Git names a file by its bytes unless it converts them first: line ends, `$Id$`, an encoding of the working tree, or a
filter, which is a command of some config. One `git check-attr` tells which files have a filter (what git would call
them cannot be told) or an encoding; only files whose bytes a conversion can touch go to one `git hash-object`.

Effects: spawns git, at most twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.facts import Unclear
from ..core.outcome import shown
from .blobs import Raw
from .git import git

# --- values ---------------------------------------------------------------

UNSET = frozenset({"unspecified", "unset"})
ATTRIBUTES = ("filter", "working-tree-encoding")


class Attributes(Struct, frozen=True):
    """What decides over a path beside its bytes; "" where nothing does."""

    filter: str = ""
    encoding: str = ""


# --- functions ------------------------------------------------------------


def git_names(root: Path, files: Mapping[str, Raw]) -> dict[str, str | Unclear]:
    """Of each file the name that git gives it; none may be missing, for `hash-object` ends at the first that is."""
    found = _attributes(root, files)
    if isinstance(found, Unclear):
        return dict.fromkeys(files, found)
    names: dict[str, str | Unclear] = {path: raw.names[-1] for path, raw in files.items()}
    filtered = {path: _filtered(said.filter) for path, said in found.items() if said.filter}
    asked = [path for path, raw in files.items() if path not in filtered and (raw.convertible or found[path].encoding)]
    return names | _hashed(root, asked) | filtered


def _filtered(name: str) -> Unclear:
    return Unclear(f"git passes it through the filter `{shown(name)}`, and no command of a config is run")


def _attributes(root: Path, paths: Iterable[str]) -> dict[str, Attributes] | Unclear:
    stdin = b"".join(path.encode() + b"\0" for path in paths)
    match git(root, "check-attr", "-z", "--stdin", *ATTRIBUTES, stdin=stdin):
        case Failure(fault):
            return Unclear(fault.explain().error)
        case Success(told):
            words = [word.decode("utf-8", "surrogateescape") for word in told.split(b"\0")]
    said = {
        (path, name): "" if value in UNSET else value
        for path, name, value in zip(words[0::3], words[1::3], words[2::3], strict=False)
    }
    return {path: Attributes(*(said.get((path, name), "unknown") for name in ATTRIBUTES)) for path in paths}


def _hashed(root: Path, paths: Sequence[str]) -> dict[str, str | Unclear]:
    if not paths:
        return {}
    stdin = b"".join(_quoted(path) + b"\n" for path in paths)
    match git(root, "hash-object", "--stdin-paths", stdin=stdin):
        case Failure(fault):
            return dict.fromkeys(paths, Unclear(fault.explain().error))
        case Success(told):
            names = told.decode("ascii", "replace").split()
    if len(names) != len(paths):
        return dict.fromkeys(paths, Unclear("git answered for other files than were asked for"))
    return dict(zip(paths, names, strict=True))


def _quoted(path: str) -> bytes:
    """As git quotes a path in C's way: every byte that could mean something else, by its number."""
    return (
        b'"'
        + b"".join(
            b"%c" % byte if 32 < byte < 127 and byte not in b'"\\' else b"\\%03o" % byte for byte in path.encode()
        )
        + b'"'
    )
