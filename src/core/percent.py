"""Percent: a text as an address writes it, its octets in UTF-8; `decoded(encoded(t)) == t`."""

import re

PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
_ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")


def encoded(text: str) -> str:
    return "".join(chr(octet) if octet in PLAIN else f"%{octet:02X}" for octet in text.encode("utf-8", "replace"))


def decoded(text: str) -> str:
    octets = _ESCAPED.sub(lambda escape: bytes([int(escape[1], 16)]), text.encode("utf-8", "replace"))
    return octets.decode("utf-8", "replace")
