"""A note is found by whatever identifier or adjacent characters it holds, however either is spelled."""

import re
import unicodedata
from collections.abc import Callable
from typing import Literal

import apsw
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hindnote.core.analysis import CACHED_CHUNKS, Known, Terms, analyse, match_expression, of_chunk, of_plain_word
from hindnote.core.scripts import FOLDED_MARKS, UNSEGMENTED_BLOCKS, is_unsegmented

TABLE = (
    "create virtual table notes using fts5(words, exact, parts, content='', contentless_delete=1, "
    r"""tokenize="ascii tokenchars '!#$%&''()*+,-./:;<=>?@[\]^_`{|}~""'")"""
)

any_text = st.text(st.characters(codec=None), max_size=200)
letters = st.text(st.characters(categories=["L", "N", "Mn", "Mc"], max_codepoint=0xFFFF), min_size=1, max_size=8)
atoms = st.from_regex(r"[A-Za-z]{1,6}[0-9]{0,3}|[0-9]{1,4}", fullmatch=True)
identifiers = st.builds(
    str.join,
    st.sampled_from(["_", "-", ".", "/", "::", "'"]),
    st.lists(atoms, min_size=2, max_size=4),
)
punctuation = st.text("()[]{}\"'`,;:!?*_-.#/\\<>|~ \n", max_size=3)
unsegmented = st.text(
    st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)
    | st.characters(min_codepoint=0x0E01, max_codepoint=0x0E30)
    | st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3),
    min_size=2,
    max_size=8,
)


def finds(note: str, question: str) -> bool:
    """Whether an index of one note answers the question; '' asks nothing."""
    database = apsw.Connection(":memory:")
    database.execute(TABLE)
    terms = analyse(note)
    columns = (terms.words, terms.exact, terms.parts)
    database.execute("insert into notes(rowid, words, exact, parts) values (1, ?, ?, ?)", [*map(" ".join, columns)])
    expression = match_expression(analyse(question))
    found = "select count(*) from notes where notes match ?"
    return bool(expression) and database.execute(found, (expression,)).get != 0


def all_terms(text: str) -> set[str]:
    terms = analyse(text)
    return {*terms.words, *terms.exact, *terms.parts}


# --- laws -----------------------------------------------------------------


@given(any_text, any_text)
def test_any_string_is_a_note_and_a_valid_question(note: str, question: str) -> None:
    finds(note, question)


@given(any_text)
def test_no_term_is_empty_or_holds_what_would_split_it(text: str) -> None:
    assert all(term and not re.search(r"[\s\0-\x1f\x7f\ud800-\udfff]", term) for term in all_terms(text))


@given(any_text, identifiers, punctuation, any_text)
def test_a_note_is_found_by_an_identifier_in_it(before: str, identifier: str, mark: str, after: str) -> None:
    assert finds(f"{before} {mark}{identifier}{mark} {after}", identifier)


@given(identifiers)
def test_an_identifier_is_a_term_of_its_own(identifier: str) -> None:
    assert identifier.lower() in analyse(f"see ({identifier}), there").words


@given(any_text, unsegmented, any_text, st.data())
def test_a_note_is_found_by_two_adjacent_unsegmented_characters(
    before: str, run: str, after: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(run) - 2))
    assert finds(before + run + after, run[at : at + 2])


@given(any_text, unsegmented, any_text, st.data())
def test_a_note_is_found_by_one_unsegmented_character(before: str, run: str, after: str, data: st.DataObject) -> None:
    assert finds(before + run + after, data.draw(st.sampled_from(run)))


@given(letters, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_a_unicode_form_is_no_difference(text: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> None:
    assert analyse(unicodedata.normalize(form, text)) == analyse(text)


@given(letters, st.sampled_from([str.upper, str.lower, str.swapcase]))
def test_case_is_no_difference_of_words(text: str, spell: Callable[[str], str]) -> None:
    assume(spell(text).casefold() == text.casefold())
    assume(
        "\u0345" not in unicodedata.normalize("NFD", text)
    )  # the iota below a letter: a letter of its own in capitals
    assert analyse(spell(text)).words == analyse(text).words


@given(any_text)
def test_the_last_word_of_a_long_text_is_a_term(text: str) -> None:
    assert "needl" in analyse(text + " filler" * 4000 + " needle").words


@given(st.text(st.sampled_from("([{\"'`*aBcDé.,;:!?)]}-_3"), min_size=1, max_size=8))
def test_the_short_cut_for_plain_words_gives_the_same_terms(chunk: str) -> None:
    short = of_plain_word(chunk)
    assert short is None or [*map(list, short)] == [*map(list, of_chunk(chunk))]


def test_what_is_remembered_is_bounded_and_forgetting_changes_nothing() -> None:
    known = Known()
    words = [f"word{number}" for number in range(CACHED_CHUNKS + 9)]
    assert [[*map(list, known[word])] for word in words] == [[*map(list, of_chunk(word))] for word in words]
    assert len(known) < len(words)
    assert [*known["x" * 999][0]] == ["x" * 999]
    assert "x" * 999 not in known


# --- spellings ------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ﬁle", "file"),
        ("ＡＰＩ", "api"),  # noqa: RUF001  (the look-alike is the point)
        ("Straße", "STRASSE"),
        ("café", "CAFE"),
        ("İstanbul", "istanbul"),
        ("don’t", "don't"),  # noqa: RUF001  (the look-alike is the point)
        ("non‑breaking", "non-breaking"),  # noqa: RUF001  (the look-alike is the point)
        ("ﾃｽﾄ", "テスト"),
        ("co\u00adoperate", "cooperate"),
        ("fo\0o", "foo"),
        ("ba\ud800r", "bar"),
        ("❤️", "❤"),
        ("مُحَمَّد", "محمد"),
    ],
)
def test_two_spellings_are_one_word(one: str, other: str) -> None:
    assert analyse(one).words == analyse(other).words != ()


@pytest.mark.parametrize(
    ("text", "words", "exact", "parts"),
    [
        ("DEC-0054", "dec-0054 dec 0054", "", ""),
        ("v1.0.21", "v1.0.21 v1 0 21", "", "v 1"),
        ("utf8 UTF-8", "utf8 utf-8 utf 8", "", "utf 8"),
        ("src/main.py:12", "src/main.py main.py src main py 12", "", ""),
        ("foo::bar", "foo::bar foo bar", "", ""),
        ("`C++`, C#;", "c++ c c# c", "", ""),
        (
            "#7 --flag @someone .gitignore",
            "#7 7 --flag flag @someone someon .gitignore gitignor",
            "someone gitignore",
            "",
        ),
        ("it's", "it's it s", "", ""),
        ("getUserNames", "getusernam", "getusernames", "get user name"),
        ("HTTPServer2", "httpserver2", "", "http server 2"),
        ("__init__", "__init__ init", "", ""),
        ("snake_case", "snake_case snake case", "", ""),
        ("10.0.3.7", "10.0.3.7 10 0 3 7", "", ""),
        ("视频下载", "视频 频下 下载", "", "载"),
        ("BBDown下载", "bbdown 下载", "", "bb down 载"),
        ("字", "字", "", ""),
        ("ภาษา", "ภา าษ ษา", "", "า"),
        ("हिन्दी", "हिन्दी", "", ""),
        ("---\n*** ___ !?", "", "", ""),
        ("", "", "", ""),
    ],
)
def test_what_a_text_is_made_of(text: str, words: str, exact: str, parts: str) -> None:
    assert analyse(text) == Terms(tuple(words.split()), tuple(exact.split()), tuple(parts.split()))


def test_marks_that_spell_a_word_are_kept() -> None:
    assert analyse("कि").words != analyse("की").words


# --- questions ------------------------------------------------------------


@pytest.mark.parametrize("question", ["", " ", "\0", "!!!", "\ud800"])
def test_a_question_without_terms_asks_nothing(question: str) -> None:
    assert match_expression(analyse(question)) == ""


@pytest.mark.parametrize(
    "question", ['a" OR "b', "NEAR(a b)", "a AND NOT b", "words : a", "a*", "^a", "-a +b", "{a b} : c", "(", "'"]
)
def test_syntax_in_a_question_is_data(question: str) -> None:
    assert not finds("zebra", question)


def test_a_mixed_question_finds_a_note_with_a_part_of_it() -> None:
    assert finds("下载", "BBDown 视频下载")


def test_the_tables_of_scripts_are_sorted_and_apart() -> None:
    for blocks in (UNSEGMENTED_BLOCKS, FOLDED_MARKS):
        bounds = [bound for block in blocks for bound in block]
        assert bounds == sorted(bounds)
    assert all(is_unsegmented(character) for character in "汉字かなカナー한글ภาษາຂម្မ𠀀")
    assert not any(is_unsegmented(character) for character in "aé1हд،。 ")
