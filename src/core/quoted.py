"""Quoted: note text made safe to show, to a person at a terminal and to a model.

A note is untrusted. What leaves here holds no terminal escape, no control or invisible
character and no character that reorders a line, and none of the glyphs our trees and quotes
are drawn with: a body cannot look like anything but a body. Widths are terminal columns.
Not here: excerpts (which part of a note is shown).
"""

import re
from functools import cache

# Compiled when a text needs them: a hook that quotes plain words alone is spared a twentieth of its time.


@cache
def escapes() -> re.Pattern[str]:
    """The escape sequences of ECMA-48: CSI, the string kinds (OSC, DCS, SOS, PM, APC) with their terminators, two-character ones."""
    return re.compile(
        r"\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]"
        r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"
        r"|\x1b[ -/]*[0-~]?"
    )


@cache
def _invisible() -> re.Pattern[str]:
    """Controls but tab and newline; soft hyphen; what is invisible or reorders a line; tags, which spell hidden ASCII; surrogates.

    U+200C and U+200D stay: Persian, Indic scripts and emoji need them.
    """
    return re.compile(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e"
        "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
    )


@cache
def _breaks() -> re.Pattern[str]:
    return re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


UPRIGHT, FLAT = "│┃┆┇┊┋║╎╏", "─━┄┅┈┉═╌╍"
LIKE = {**dict.fromkeys(map(ord, UPRIGHT), "¦"), **dict.fromkeys(map(ord, FLAT), "-")}  # no `|`: it parts a wikilink
BOX = {code: LIKE.get(code, "+") for code in range(0x2500, 0x2580)}
ELLIPSIS = "…"


def block(text: str) -> str:
    """The text as lines that are safe to quote; its own line breaks are kept."""
    if text.isascii() and text.isprintable():
        return text
    return _invisible().sub("", escapes().sub("", _breaks().sub("\n", text))).expandtabs(4).translate(BOX)


def line(text: str) -> str:
    """The text on one line, runs of white space as one space."""
    return " ".join(block(text).split())


def key_text(key: str) -> str:
    """A key as it is printed. Ours are slugs; a vault's or a hand-made file's name may hold anything."""
    return block(key).replace("\n", " ").strip()


# --- columns --------------------------------------------------------------


def width(text: str) -> int:
    """Terminal columns the text takes."""
    if text.isascii():
        return len(text)
    import wcwidth  # noqa: PLC0415  (its tables cost a start-up 16 ms, which ASCII need not pay)

    return max(0, wcwidth.width(text))


def padded(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def clipped(text: str, columns: int) -> str:
    """At most so many columns, whole graphemes, with an ellipsis when something was cut."""
    if width(text) <= columns:
        return text
    if text.isascii():
        return text[: columns - 1].rstrip() + ELLIPSIS
    import wcwidth  # noqa: PLC0415  (as above)

    return wcwidth.clip(text, 0, columns - 1).rstrip() + ELLIPSIS
