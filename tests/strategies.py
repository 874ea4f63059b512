"""Strategies in the words of the domain: `from .. import strategies as some`."""
# ruff: noqa: RUF001  (full-width marks are what is tested)

import unicodedata
from collections.abc import Callable

from hypothesis import strategies as st

from hindnote.core.keys import parse_key
from hindnote.core.note import KNOWN_FIELDS, Confidence, Note, NoteType, Section, tidy

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


def with_byte_order_mark(text: str) -> str:
    return f"\ufeff{text}"


def with_carriage_returns(text: str) -> str:
    return text.replace("\n", "\r\n")


spellings = st.sampled_from(
    [str.upper, str.lower, str.swapcase, str.title, full_width, spaced, decomposed, composed, with_full_stop]
)

# --- keys -----------------------------------------------------------------

slugs = st.from_regex(r"[a-z0-9éкに]{1,9}(-[a-z0-9éкに]{1,9}){0,5}", fullmatch=True).filter(
    lambda text: text not in {"con", "prn", "aux", "nul"}
)
keys = st.lists(slugs, min_size=1, max_size=3).map("/".join)

# --- frontmatter ----------------------------------------------------------

# What YAML would take for something else than a text, or could not read back bare.
_PITFALLS = st.sampled_from(
    [
        *(
            "",
            " ",
            "no",
            "012",
            "12:30",
            "~",
            "null",
            "2026-08-07",
            "fix #1",
            "a: b",
            "a:",
            "@x",
            "`x`",
            "- x",
            "-",
            "?",
            "? x",
        ),
        *(
            "[x]",
            "{x}",
            "x, y",
            "x]",
            "*x",
            "&x",
            "!x",
            "%x",
            "|",
            ">",
            "'x'",
            '"x"',
            "x\ny",
            "x\r\ny",
            " x",
            "x ",
            "\tx",
        ),
        *(
            "a\\b",
            "---",
            "...",
            "x\u2028y",
            "x\u0085y",
            "\ufeffx",
            "日本 🙂",
            "<<",
            "=",
            "x #y",
            "x#y",
            "x :y",
            ":x",
            "\x1b[0m",
        ),
    ]
)
field_text = st.one_of(_PITFALLS, texts.map(lambda text: text.replace("\r", "\n")))
field_values = st.one_of(field_text, st.lists(field_text, max_size=3).map(tuple))
field_names = st.one_of(
    st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.sampled_from(["a b", "日本", "no", "x: y", "#", "-"])
)
fields = st.dictionaries(field_names, field_values, max_size=5)

_YAML_PIECES = st.sampled_from(
    [
        *(
            "a: b",
            "b: [x, y]",
            "c:",
            "c: [ ]",
            "d: 'q''r'",
            'e: "q\\n"',
            "f: plain # said",
            "  g: in",
            "# said",
            "",
            "  ",
        ),
        *(
            "h:\n- x\n- y\n",
            "i:\n  - x\n\n# between\n",
            "j: |\n  x\n\n  y\n",
            "k: >-\n  x\n  y",
            "l: x\n  y",
            "m: {n: o}",
        ),
        *(
            "a: again",
            "o: &p q",
            "r: *p",
            "s: !t u",
            "- v",
            "w",
            "? x\n: y",
            "z: [",
            "...",
            "%YAML 1.1",
            "é: 日本🙂",
            "\t",
            "a:b",
        ),
        *(
            "url: http://x/y#z",
            "t: 12:30",
            "u: x\tz",
            "v: x:",
            "w: a, b",
            "x : y",
            '"q": r',
            "y: [a, [b]]",
            "z: [a b, c-d, ]",
        ),
    ]
)
yaml_blocks = st.lists(_YAML_PIECES, max_size=6).map(lambda lines: "".join(f"{line}\n" for line in lines))
line_ends = st.sampled_from(["\n", "\r\n"])
byte_order_marks = st.sampled_from(["", "\ufeff"])

# --- Markdown -------------------------------------------------------------

_MARKDOWN_PIECES = st.sampled_from(
    [
        *(
            "# One",
            "## Two",
            "### Three ##",
            "## ",
            "#",
            "   ## indented",
            "    ## code",
            "\t## code",
            "Setext",
            "===",
            "---",
            "***",
        ),
        *(
            "```",
            "````",
            "~~~",
            "``` text",
            "  ```",
            "> ```",
            "- ```",
            "> # quoted",
            "- # item",
            "1. # item",
            "> quote",
            "lazy",
        ),
        *(
            "<!--",
            "-->",
            "<!-- x -->",
            "<div>",
            "</div>",
            "<script>",
            "</script>",
            "<pre>",
            "<?",
            "<!X",
            "<![CDATA[",
            "<b>x</b>",
        ),
        *(
            "- bullet",
            "* bullet",
            "+ bullet",
            "1. one",
            "  - nested",
            "prose",
            "two  words",
            "",
            "",
            "  ",
            "\t",
            "[a]: b",
            "| a |",
        ),
        *(
            "[[link]]",
            "`[[code]]`",
            "[[a|b]]",
            "![[a#b]]",
            "[[",
            "`",
            "``",
            "\\",
            "**CORRECTION**",
            "- superseded",
            "é日🙂",
            "\x00",
        ),
    ]
)
markdown_text = st.lists(_MARKDOWN_PIECES, max_size=12).map("\n".join)
any_text = st.one_of(markdown_text, nasty_text)
_passages = st.one_of(st.lists(_MARKDOWN_PIECES, max_size=5).map("\n".join), nasty_text.map(lambda text: text[:12]))


def _filed(bom: str, block: str, body: str, end: str) -> str:
    return (bom + block + body).replace("\n", end)


def _as_block(lines: str) -> str:
    return f"---\n{lines}---\n"


file_text = st.builds(
    _filed,
    byte_order_marks,
    st.one_of(st.just(""), yaml_blocks.map(_as_block), st.just("---\na: b\n")),
    markdown_text,
    line_ends,
)

# --- notes ----------------------------------------------------------------

note_keys = keys.map(lambda key: parse_key(key).unwrap())
days = st.dates()
_section_names = st.one_of(
    st.sampled_from(["Expected", "Observed", "Evidence", "Answers", "Related", "Timeline"]), _passages
)
rough_notes = st.builds(
    Note,
    key=note_keys,
    type=st.sampled_from(NoteType),
    source=_passages.map(lambda text: f"{text}s03"),
    recorded=days,
    title=_passages,
    sections=st.lists(st.builds(Section, _section_names, _passages), max_size=4).map(tuple),
    preamble=_passages,
    invalidated_by=st.none() | field_text,
    tags=st.lists(field_text, max_size=3).map(tuple),
    supersedes=st.none() | note_keys,
    superseded_by=st.none() | note_keys,
    conflicts_with=st.lists(note_keys, max_size=2).map(tuple),
    confidence=st.none() | st.sampled_from(Confidence),
    archived=st.booleans(),
    extra=st.lists(st.tuples(field_names | st.sampled_from(KNOWN_FIELDS), field_values), max_size=4).map(tuple),
)
notes = rough_notes.map(tidy)
