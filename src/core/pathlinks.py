"""Path links: `[text](folder/my%20note.md)`, as a vault's program may write what `[[folder/my note]]` says too."""

import re

from .percent import decoded

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_UNSAYABLE = re.compile(r"[#|\[\]\x00-\x1f]")  # in a wikilink


def path_in(destination: str) -> str:
    """Of a Markdown file; nothing of an address elsewhere, of what is no note, and of a name that no `[[ ]]` can say."""
    path = decoded(destination.partition("#")[0])
    is_note = path[-3:].lower() == ".md" and not _ADDRESS.match(destination) and not _UNSAYABLE.search(path)
    return path if is_note else ""
