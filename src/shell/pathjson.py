"""Path JSON: values that hold names of files, as JSON and back; such a name may be no UTF-8, and no path is lost for it.

What Python makes of such a byte, half a surrogate pair, is written as its escape. Effects: none.
"""

import json
from typing import TypeVar

import msgspec

T = TypeVar("T")


def encoded(value: object) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode()


def decoded(data: bytes, kind: type[T]) -> T:
    """Raises `msgspec.DecodeError` and what reading text and depth raise."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError:
        try:
            loose = json.loads(data)
        except ValueError:
            loose = None
        if loose is None:
            raise
    return msgspec.convert(loose, kind)
