"""One text, one slug, however it is spelled; and a sentence ends where a reader ends it."""
# ruff: noqa: RUF001  (full-width marks are what is tested)

import sys
import unicodedata

import pytest
from hypothesis import assume, given

from hindnote.core.slugs import first_sentence, slug

from .. import strategies as some


@given(some.nasty_text)
def test_a_slug_is_its_own_slug(text: str) -> None:
    assert slug(slug(text)) == slug(text)


def is_changed_by_folding(char: str) -> bool:
    return unicodedata.normalize("NFKD", char).casefold() != char or unicodedata.category(char)[0] == "M"


FOLDED = [char for char in map(chr, range(sys.maxunicode + 1)) if is_changed_by_folding(char)]


def test_a_slug_is_its_own_slug_for_every_character_that_folding_touches() -> None:
    for char in FOLDED:
        for text in (char, f"a{char}b", f"\u0345{char}"):
            assert slug(slug(text)) == slug(text), ascii(text)


@given(some.nasty_text)
def test_a_slug_holds_letters_digits_and_marks_parted_by_single_dashes(text: str) -> None:
    found = slug(text)
    assert all(char == "-" or unicodedata.category(char)[0] in "LMN" for char in found)
    assert "--" not in found
    assert found.strip("-") == found


@given(some.sentences, some.spellings)
def test_every_spelling_of_a_sentence_has_one_slug(text: str, spell: some.Spelling) -> None:
    assert slug(spell(text)) == slug(text)


@given(some.words_of_many_scripts, some.spellings)
def test_every_spelling_with_equal_casefold_has_one_slug(text: str, spell: some.Spelling) -> None:
    respelled = spell(text)
    assume(unicodedata.normalize("NFKC", respelled).casefold() == unicodedata.normalize("NFKC", text).casefold())
    assert slug(respelled) == slug(text)


def test_every_letter_meets_its_other_case() -> None:
    for char in FOLDED:
        for other in (char.upper(), char.lower(), char.title()):
            if other.casefold() == char.casefold():
                assert slug(other) == slug(char), ascii(char)


@given(some.nasty_text)
def test_both_unicode_forms_have_one_slug(text: str) -> None:
    assert slug(some.decomposed(text)) == slug(some.composed(text)) == slug(text)


def test_combining_marks_tell_words_apart() -> None:
    assert slug("कि") != slug("की")


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fb_ \t\n\u00a0\u3000")
def test_dashes_and_spaces_are_one(dash: str) -> None:
    assert slug(f"login{dash}lost") == slug(f"login {dash} lost") == "login-lost"


@pytest.mark.parametrize("text", ["", " ", "...", "🙂", "❤️", "\u0301", "\ufe0f", "\u1160\u3164", "\x00\ud800"])
def test_what_has_no_letter_and_no_digit_has_no_slug(text: str) -> None:
    assert slug(text) == ""


def test_what_draws_nothing_names_nothing() -> None:
    assert slug("葛\U000e0100城 ✅\ufe0f ok") == slug("葛城 ✅ ok")
    assert slug("cafe\ufe0f\u0301") == slug("caf\u00e9") == "caf\u00e9"


# --- sentences ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("It broke. Then it healed.", "It broke."),
        ("config.toml is ignored", "config.toml is ignored"),
        ("config.toml is ignored. So is v1.2.3.", "config.toml is ignored."),
        ("Why?! Nobody knows", "Why?!"),
        ("失敗した。再起動した。", "失敗した。"),
        ("失敗した！再起動した", "失敗した！"),
        ("本当に？！はい", "本当に？！"),
        ("EBUSY！重启后好了", "EBUSY！"),
        ("設定.toml は無視される", "設定.toml は無視される"),
        ("半角｡次", "半角｡"),
        ("यह टूट गया। फिर ठीक", "यह टूट गया।"),
        ("... and then it failed. Again", "... and then it failed."),
        ("foo!bar baz", "foo!bar baz"),
        ("no stop at all", "no stop at all"),
        ("x² grows. It does", "x² grows."),
        ("⒈ first", "⒈"),
        ("", ""),
        ("?!", "?!"),
    ],
)
def test_a_sentence_ends_at_its_stop(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def test_half_a_million_stops_are_looked_at_once_each() -> None:
    """With a look back at all before each, this test would run for hours."""
    text = ". " * 500_000
    assert first_sentence(text) == text.strip()


@given(some.nasty_text)
def test_the_first_sentence_begins_the_text(text: str) -> None:
    assert text.strip().startswith(first_sentence(text))


@given(some.nasty_text)
def test_what_has_a_slug_has_a_first_sentence_with_one(text: str) -> None:
    assert bool(slug(first_sentence(text))) == bool(slug(text))


@given(some.words_of_many_scripts, some.spellings)
def test_every_spelling_has_one_first_sentence(text: str, spell: some.Spelling) -> None:
    respelled = spell(text)
    assume(unicodedata.normalize("NFKC", respelled).casefold() == unicodedata.normalize("NFKC", text).casefold())
    assert slug(first_sentence(respelled)) == slug(first_sentence(text))


@given(some.sentences, some.sentences, some.spellings)
def test_the_first_of_two_sentences_names(first: str, second: str, spell: some.Spelling) -> None:
    assume(not first.endswith("."))
    assert slug(first_sentence(spell(f"{first}. {second}"))) == slug(first_sentence(spell(first)))
