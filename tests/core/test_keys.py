"""A key is derived, canonical, and never leads out of the store; only this module makes one."""

import ast
import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from returns.result import Failure, Success

import hindnote
from hindnote.core.keys import (
    COMPONENT_BYTES,
    KEY_BYTES,
    InvalidKey,
    Key,
    NothingToName,
    UnclosedPlaceholder,
    UnknownPlaceholder,
    UnusableTemplate,
    fold_key,
    key_of_path,
    mint,
    parse_key,
    path_of,
    read_key,
    suffixed,
    vault_key,
)

from .. import strategies as some

SURPRISE = "surprise/{{slug}}"


def minted(text: str, template: str = SURPRISE) -> Key:
    return mint(template, {"slug": text, "path": text}).unwrap()


# --- minting --------------------------------------------------------------


def test_a_surprise_is_named_by_its_slug() -> None:
    assert minted("Mounting a credential file returns EBUSY.") == "surprise/mounting-a-credential-file-returns-ebusy"


@given(some.sentences, some.spellings)
def test_every_spelling_gives_one_key(text: str, spell: some.Spelling) -> None:
    assert minted(spell(text)) == minted(text)


@given(some.nasty_text)
def test_minting_gives_a_key_that_is_accepted_back_or_says_why_not(text: str) -> None:
    match mint(SURPRISE, {"slug": text}):
        case Success(key):
            assert parse_key(key) == Success(key)
        case Failure(refusal):
            assert refusal.explain().error


@given(some.nasty_text, some.nasty_text)
@example("../{{slug}}", "x")
@example("{{slug}}", "..")
@example("{{slug}}\x00", "x")
def test_no_template_and_no_text_leads_out_of_the_store(template: str, text: str) -> None:
    match mint(template, {"slug": text, "path": text}):
        case Success(key):
            assert all(
                part and part not in {".", ".."} and "\\" not in part and ":" not in part for part in key.split("/")
            )
        case Failure(refusal):
            assert refusal.explain().mend


@given(st.text(min_size=1, max_size=400))
def test_no_part_of_a_key_is_longer_than_a_file_name_may_be(text: str) -> None:
    match mint(SURPRISE, {"slug": text}):
        case Success(key):
            assert all(len(f"{part}.md".encode()) <= COMPONENT_BYTES for part in key.split("/"))
        case Failure(refusal):
            assert isinstance(refusal, NothingToName) or "reserved" in refusal.explain().error


LONG = "the volume that holds the token is mounted over the folder it was meant to hold " * 3


@given(some.spellings)
def test_a_long_key_is_canonical_too(spell: some.Spelling) -> None:
    assert minted(spell(LONG)) == minted(LONG)


def test_long_texts_that_begin_alike_have_keys_of_their_own() -> None:
    assert minted(LONG + "once") != minted(LONG + "twice")


@pytest.mark.parametrize("letter", ["कि", "x👩y", "e\u0323\u0302", "각", "한\u0301"])
def test_a_long_key_is_cut_between_graphemes(letter: str) -> None:
    for shift in range(12):
        key = minted("a" * shift + letter * 60, "{{slug}}")
        whole = unicodedata.normalize("NFKC", "a" * shift + letter.replace("👩", "-") * 60)
        kept = key.rpartition("-")[0]
        assert whole.startswith(kept)
        assert not unicodedata.category(whole[len(kept)]).startswith("M")


def test_a_letter_with_too_many_marks_still_names_a_file() -> None:
    assert len(minted("a" + "\u0323" * 500).encode()) <= COMPONENT_BYTES + len("surprise/")


def test_several_values_are_sorted_and_each_is_said_once() -> None:
    one = mint("{{tags}}", {"tags": ["Docker", "auth", "docker"]})
    assert one == mint("{{tags}}", {"tags": ("auth", "DOCKER")}) == Success(Key("auth-docker"))


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("docs/Guide to X.txt", "docs/guide-to-x-txt"),
        (".github/CONTRIBUTING", "github/contributing"),
        ("./a//b", "a/b"),
        ("../../etc/passwd", "etc/passwd"),
        ("C:\\Users\\x", "c/users/x"),
    ],
)
def test_a_path_is_slugged_part_by_part(path: str, key: str) -> None:
    assert minted(path, "{{path}}") == key


def test_slashes_of_anything_but_a_path_are_words_apart() -> None:
    assert minted("src/main.rs fails") == "surprise/src-main-rs-fails"


def test_a_placeholder_that_nothing_binds_is_named() -> None:
    assert mint("x/{{ slog }}", {"slug": "y"}) == Failure(UnknownPlaceholder("slog", "x/{{ slog }}", ("slug",)))


@pytest.mark.parametrize("template", ["x/{{slug", "{{slug}", "{{a{{slug}}", "{{"])
def test_an_unclosed_placeholder_is_named(template: str) -> None:
    assert mint(template, {"slug": "y"}) == Failure(UnclosedPlaceholder(template))


@pytest.mark.parametrize(
    "template",
    [
        "../{{slug}}",
        "/{{slug}}",
        "{{slug}}/",
        "a//{{slug}}",
        ".hidden/{{slug}}",
        "con/{{slug}}",
        "NUL.txt/{{slug}}",
        "c:/{{slug}}",
        "a\\{{slug}}",
        "Notes/{{slug}}",
        "{{slug}} ",
        "{{slug}}.md",
        "{{slug}}\x00",
        "{{slug}}}}",
        "a/" * KEY_BYTES + "{{slug}}",
    ],
)
def test_a_template_that_gives_no_key_is_refused_by_name(template: str) -> None:
    match mint(template, {"slug": "y"}):
        case Failure(UnusableTemplate() as refusal):
            assert refusal.template == template
        case other:
            pytest.fail(f"not refused: {other}")


@pytest.mark.parametrize("name", ["Con", "nul", "COM1!", "lpt\uff19"])
def test_a_text_that_gives_a_reserved_windows_name_is_refused(name: str) -> None:
    match mint(SURPRISE, {"slug": name}):
        case Failure(UnusableTemplate() as refusal):
            assert "Windows" in refusal.problem
        case other:
            pytest.fail(f"not refused: {other}")


@pytest.mark.parametrize("text", ["", " ", "🙂!", "\x00"])
def test_a_text_without_a_word_is_refused_by_name(text: str) -> None:
    assert mint(SURPRISE, {"slug": text}) == Failure(NothingToName("slug", text))


def test_an_empty_template_is_refused() -> None:
    assert isinstance(mint("", {}), Failure)


# --- parsing --------------------------------------------------------------


@given(some.keys)
def test_what_we_print_is_accepted_back(key: str) -> None:
    assume(len(key.encode()) <= KEY_BYTES)
    assert parse_key(key) == Success(Key(key))
    assert read_key(key) == Success(Key(key))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "..",
            "../x",
            "x/../y",
            "/x",
            "x/",
            "x//y",
            ".x",
            "x/.y",
            "x.md",
            "a\\b",
            "c:x",
            "c:/x",
            "x\x00",
            "x\ny",
        ),
        *("con", "x/nul", "nul.txt", "com1", "lpt9", "CON", "x.", "x ", " x", "X", "x y", "x_y", "-x", "x-", "x--y"),
        *(
            "é".encode().decode("latin-1"),
            "e\u0301",
            "x\ud800",
            "[[x]]",
            "surprise:x",
            "~",
            "x" * 118,
            "a/" * 320 + "x",
        ),
    ],
)
def test_anything_else_is_no_key(text: str) -> None:
    match parse_key(text):
        case Failure(InvalidKey() as refusal):
            assert refusal.explain().error.isprintable()
        case other:
            pytest.fail(f"accepted: {other}")


@given(some.nasty_text)
def test_what_is_a_key_is_canonical(text: str) -> None:
    match parse_key(text):
        case Success(key):
            assert fold_key(key) == key
        case Failure(refusal):
            assert refusal.explain().error.isprintable()


@pytest.mark.parametrize(
    "said", ["[[a/b]]", "[[a/b|the b]]", "[[a/b#Observed]]", " a/b ", "a/b.md", "A/B.MD", "[[ A/b ]]"]
)
def test_a_key_is_read_as_it_is_quoted(said: str) -> None:
    assert read_key(said) == Success(Key("a/b"))


@given(some.nasty_text)
def test_reading_a_key_never_raises(text: str) -> None:
    assert isinstance(read_key(text), Success | Failure)


# --- folding, paths, suffixes ---------------------------------------------


@given(some.nasty_text)
def test_folding_is_idempotent_and_blind_to_form(text: str) -> None:
    assert (
        fold_key(fold_key(text)) == fold_key(text) == fold_key(some.decomposed(text)) == fold_key(some.composed(text))
    )


def test_keys_that_one_file_system_would_confuse_fold_together() -> None:
    assert fold_key("Caf\u00e9") == fold_key("cafe\u0301") == fold_key("CAFÉ")


@given(some.keys)
def test_a_key_is_found_again_from_its_path(key: str) -> None:
    assert key_of_path(path_of(parse_key(key).unwrap())) == key


@pytest.mark.parametrize(
    ("path", "key"),
    [("a/B c.MD", "a/B c"), ("./x.md", "x"), ("cafe\u0301.md", "caf\u00e9"), ("x.markdown", "x.markdown")],
)
def test_a_vault_note_is_named_by_its_place(path: str, key: str) -> None:
    assert vault_key(path) == key


@given(some.keys, st.integers(2, 99))
def test_a_suffixed_key_is_another_key(key: str, n: int) -> None:
    beside = suffixed(parse_key(key).unwrap(), n)
    assert parse_key(beside) == Success(beside)
    assert beside != key


def test_the_longest_keys_have_room_for_every_suffix() -> None:
    longest = minted(LONG)
    names = {longest, *(suffixed(longest, n) for n in range(2, 50))}
    assert len(names) == 49
    assert all(parse_key(name) == Success(name) for name in names)


# --- the house ------------------------------------------------------------


def test_only_this_module_makes_a_key() -> None:
    source = Path(hindnote.__file__).parent
    makers = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        if (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) == "Key"
    }
    assert makers == {"core/keys.py"}
