"""YAML scalars: a text written so that every YAML reader takes it for that text.

Plain where nothing in it means something to YAML, else in double quotes on one line. Lone halves
of surrogate pairs have no spelling in YAML and are written as U+FFFD.
"""

import re

# What YAML 1.1 calls printable, without the line ends and the byte order mark; a class for `[...]`.
PRINTABLE = " -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"

_PLAIN = re.compile(rf"(?![-?:,\[\]{{}}#&*!|>'\"%@`~=<.\s])(?!.*(?:: | #|[:\s]\Z))[{PRINTABLE}]+")
_FLOW_SIGN = re.compile(r"[,\[\]{}:]")
_UNQUOTABLE = re.compile(rf"[^{PRINTABLE}]|[\"\\]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}


def encodable(text: str) -> str:
    """The text as it is written and read back."""
    return _SURROGATES.sub("\ufffd", text)


def rendered_field(name: str, value: str | tuple[str, ...]) -> str:
    return f"{_scalar(name)}: {rendered_value(value)}"


def rendered_value(value: str | tuple[str, ...]) -> str:
    return _scalar(value) if isinstance(value, str) else f"[{', '.join(map(_item, value))}]"


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _item(text: str) -> str:
    return _quoted(text) if _FLOW_SIGN.search(text) else _scalar(text)


def _quoted(text: str) -> str:
    return f'"{_UNQUOTABLE.sub(lambda found: _escaped(found[0]), encodable(text))}"'


def _escaped(char: str) -> str:
    code = ord(char)
    return _ESCAPES.get(char) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
