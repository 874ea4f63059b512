"""Note URI: `note://{layer}/{key}`, a note's address as a resource; `parse(write(i)) == i`."""

from .keys import Identity, Layer
from .percent import decoded, encoded

SCHEME = "note://"
TEMPLATE = "note://{layer}/{+key}"


def note_uri(note: Identity) -> str:
    return f"{SCHEME}{note.layer}/{encoded(note.key)}"


def parse_uri(uri: str) -> tuple[Layer, str] | None:
    """Layer and key as written, the key unjudged; None when it is no address of a note."""
    layer, slash, key = uri.removeprefix(SCHEME).partition("/")
    if not uri.startswith(SCHEME) or layer not in set(Layer) or not slash or not key:
        return None
    return Layer(layer), decoded(key)
