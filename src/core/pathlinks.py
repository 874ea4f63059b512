"""Path links: `[text](folder/my%20note.md)`, as a vault's program may write what `[[folder/my note]]` says too."""

import re

from .percent import decoded, encoded

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_UNSAYABLE = re.compile(r"[#|\[\]\x00-\x1f]")  # in a wikilink
_WRITTEN = re.compile(
    r"""(!?\[.*\]\(\s*)(<[^<>\n]*>|[^\s<>]+?)(\s*(?:\s(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\))""", re.DOTALL
)
_SPECIAL = re.compile(r"""[\s%()<>"'\\]""")  # in a destination


def path_in(destination: str) -> str:
    """Of a Markdown file; nothing of an address elsewhere, of what is no note, and of a name that no `[[ ]]` can say."""
    path = decoded(destination.partition("#")[0])
    is_note = path[-3:].lower() == ".md" and not _ADDRESS.match(destination) and not _UNSAYABLE.search(path)
    return path if is_note else ""


def reworded(written: str, to: str) -> str:
    """A link that leads to the path `to`, all else of it kept; the same where its destination cannot be told."""
    found = _WRITTEN.fullmatch(written)
    if not found:
        return written
    opened, destination, rest = found.groups()
    angled = destination.startswith("<")
    path, mark, part = (destination[1:-1] if angled else destination).partition("#")
    said = _SPECIAL.sub(lambda char: char[0] if angled and char[0] == " " else encoded(char[0]), to)
    said += f"{decoded(path)[-3:]}{mark}{part}"
    return f"{opened}<{said}>{rest}" if angled else f"{opened}{said}{rest}"
