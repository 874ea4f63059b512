"""Strategies in the words of the domain: `from .. import strategies as some`."""
# ruff: noqa: RUF001  (full-width marks are what is tested)

import unicodedata
from collections.abc import Callable

from hypothesis import strategies as st

# --- text -----------------------------------------------------------------

# Any text a file can hold: everything that UTF-8 encodes.
texts = st.text(st.characters(codec="utf-8"))

# What nothing may choke on: NUL, lone surrogates, marks without a letter, right to left, line ends of every kind.
nasty_text = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x00\ud800\udfff\u0301\ufe0f\u200d\u202e\ufeff\u0085\u2028\r\n\t\\/.:`'\"[]{}#|-~<>&*!?@%\U0001f469"
        ),
    )
)

_SCRIPTS = st.sampled_from("aZ09 .-_!?éßİıſﬁÅΆςа́कि您。！？ｱがＡ１²①™\u00a0\u2014\u200b\ufe0f\u1160")
words_of_many_scripts = st.text(_SCRIPTS, max_size=40)

sentences = st.from_regex(r"[A-Za-z][a-z]{0,8}( [A-Za-z0-9_./:é-]{1,10}){1,6}", fullmatch=True)

# --- spelling variants ----------------------------------------------------

Spelling = Callable[[str], str]

_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}


def full_width(text: str) -> str:
    return text.translate(_FULL_WIDTH)


def spaced(text: str) -> str:
    return f" \t{'  '.join(text.split(' '))}\n"


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def with_full_stop(text: str) -> str:
    return f"{text}."


spellings = st.sampled_from(
    [str.upper, str.lower, str.swapcase, str.title, full_width, spaced, decomposed, composed, with_full_stop]
)

# --- keys -----------------------------------------------------------------

slugs = st.from_regex(r"[a-z0-9éкに]{1,9}(-[a-z0-9éкに]{1,9}){0,5}", fullmatch=True).filter(
    lambda text: text not in {"con", "prn", "aux", "nul"}
)
keys = st.lists(slugs, min_size=1, max_size=3).map("/".join)
