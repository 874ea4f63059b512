"""Note URI: `note://{layer}/{key}`, a note's address as a resource; `parse(write(i)) == i`."""

import re

from .keys import Identity, Layer

SCHEME = "note://"
TEMPLATE = "note://{layer}/{+key}"
PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")


def note_uri(note: Identity) -> str:
    octets = note.key.encode("utf-8", "replace")
    return f"{SCHEME}{note.layer}/" + "".join(chr(o) if o in PLAIN else f"%{o:02X}" for o in octets)


def parse_uri(uri: str) -> tuple[Layer, str] | None:
    """Layer and key as written, the key unjudged; None when it is no address of a note."""
    layer, slash, key = uri.removeprefix(SCHEME).partition("/")
    if not uri.startswith(SCHEME) or layer not in set(Layer) or not slash or not key:
        return None
    octets = ESCAPED.sub(lambda escape: bytes([int(escape[1], 16)]), key.encode("utf-8", "replace"))
    return Layer(layer), octets.decode("utf-8", "replace")
