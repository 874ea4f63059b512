"""Versions: what tells one state of a note's file from every other, of all of its bytes."""

import hashlib

DIGITS = 16  # 64 bits: no two states of one note meet by chance, and an agent pays a few tokens to say one


def version_of(text: str | bytes) -> str:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()[:DIGITS]
