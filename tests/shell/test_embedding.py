"""The shipped model's own encoder gives the vectors model2vec gives, costs little, and refuses plainly.

model2vec is the oracle: it reads the same folder with the `tokenizers` library. Characters that its older
Unicode tables do not know yet (U+061D and the like) are left out: there the two may split differently.
"""

import json
import shutil
import struct
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from model2vec import StaticModel
from returns.result import Failure, Success
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from hindnote.core.outcome import Outcome
from hindnote.shell import embedding
from hindnote.shell.embedding import Model, ModelUnusable, ShippedModel, load

SAME = 0.99999
SIZE_LIMIT = 10_000_000

_CHARACTERS = st.one_of(
    st.characters(codec="ascii"),
    st.characters(min_codepoint=0xA0, max_codepoint=0x52F),
    st.characters(min_codepoint=0x3041, max_codepoint=0x30FF, categories=["L", "P", "M"]),
    st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5),
    st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3),
    st.sampled_from(
        "कि้ัﬁİſßΣς…“”「」。、·²½™\u2013\u2014\uff01\uff1f\u00a0\u00ad\u200b\u200d\u2028\u202e\u3000\ufe0f\ufeff\ufffd🙂🚀👩🏽"
    ),
)
_WORDS = st.sampled_from(
    [
        "config",
        "getUserName",
        "foo_bar.rs",
        "DEC-0054",
        "login",
        "lost",
        "naïve",
        "Ünïcode",
        "[CLS]",
        "[UNK]",
        "##ing",
        "x" * 99,
        "y" * 101,
        "qqzx",
    ]
)
texts = st.lists(st.one_of(st.text(_CHARACTERS, max_size=12), _WORDS), max_size=30).map(" ".join)


@pytest.fixture(scope="module")
def ours() -> ShippedModel:
    model = load(None).unwrap()
    assert isinstance(model, ShippedModel)
    return model


@pytest.fixture(scope="module")
def theirs() -> StaticModel:
    return StaticModel.from_pretrained(embedding.SHIPPED, normalize=True, max_length=None)


def assert_same(ours: ShippedModel, theirs: StaticModel, several: list[str]) -> None:
    for text, expected in zip(several, theirs.encode(several, max_length=None), strict=True):
        found = ours.direction(text)
        if found is None:
            assert not expected.any()
        else:
            assert float(found @ expected) >= SAME


# --- the same vectors -----------------------------------------------------


@given(st.lists(texts, min_size=1, max_size=5))
@example(
    [
        "",
        " ",
        "\x00",
        "🙂",
        "日本語のノート",
        "한국어",
        "日本語 and config",
        "a\x0bb",
        "a\x85b",
        "co\u0301té",
        "[PAD] pad",
    ]
)
def test_any_text_has_the_vector_model2vec_gives_it(
    ours: ShippedModel, theirs: StaticModel, several: list[str]
) -> None:
    assert_same(ours, theirs, several)


@given(st.integers(0, 1000))
@settings(max_examples=5)
def test_a_text_of_ten_thousand_words_is_read_to_its_end(ours: ShippedModel, theirs: StaticModel, seed: int) -> None:
    words = [
        "why",
        "is",
        "the",
        "login",
        "lost",
        "when",
        "a",
        "session",
        "ends",
        "naïvely",
        "日本",
        "🙂",
        "getUserName",
    ]
    assert_same(ours, theirs, [" ".join(Random(seed).choices(words, k=10_000)) + " zebra" * 3000])


def test_every_given_note_and_question_has_the_vector_model2vec_gives_it(
    ours: ShippedModel, theirs: StaticModel, cases: Path
) -> None:
    notes = [path.read_text("utf-8") for path in sorted(cases.rglob("*.md"))]
    questions = [
        json.loads(line)["query"]
        for path in cases.rglob("cases.jsonl")
        for line in path.read_text("utf-8").splitlines()
    ]
    assert_same(ours, theirs, notes + questions)


@given(texts)
def test_the_bytes_are_the_unit_vector_in_127ths(ours: ShippedModel, text: str) -> None:
    (packed,) = ours.encode([text])
    vector = ours.direction(text)
    assert (packed is None) == (vector is None)
    if packed is not None and vector is not None:
        assert len(packed) == ours.dimension
        assert np.abs(np.frombuffer(packed, "int8") / 127 - vector).max() <= 0.5 / 127 + 1e-6


@pytest.mark.parametrize("text", ["", "   \n", "🙂🙂", "日本語", "\x00\x07", "\ud800"])
def test_a_text_without_a_known_token_has_no_vector(ours: ShippedModel, text: str) -> None:
    assert ours.encode([text]) == [None]


def test_a_lone_surrogate_harms_no_other_word(ours: ShippedModel) -> None:
    assert ours.encode(["login\ud800 lost"]) == ours.encode(["login lost"])


# --- the artefact ---------------------------------------------------------


def test_the_fingerprint_is_that_of_the_files(ours: ShippedModel) -> None:
    assert ours.fingerprint == f"{embedding.digest(embedding.SHIPPED)}.{embedding.ENCODER}"


def test_the_manifest_is_that_of_the_files() -> None:
    manifest = json.loads((embedding.SHIPPED / "manifest.json").read_text("utf-8"))
    assert manifest["fingerprint"] == embedding.digest(embedding.SHIPPED)


def test_the_model_stays_small() -> None:
    assert sum(path.stat().st_size for path in embedding.SHIPPED.iterdir()) <= SIZE_LIMIT


def test_meaning_counts_where_words_do_not(ours: ShippedModel) -> None:
    question, near, far = (
        ours.direction(text)
        for text in ("program terminated abnormally", "the process crashed", "the font colour is blue")
    )
    assert question is not None
    assert near is not None
    assert far is not None
    assert question @ near > question @ far


# --- what it costs --------------------------------------------------------


def test_loading_and_the_first_question_cost_little_beyond_numpy() -> None:
    before = time.process_time()
    model = load(None).unwrap()
    assert model is not None
    model.encode(["why is the login lost"])
    assert time.process_time() - before < 0.060


def test_notes_are_encoded_in_bulk(ours: ShippedModel) -> None:
    notes = [
        f"note {at}: " + "the server keeps its lock when the client goes away without a word; restart it. " * 14
        for at in range(300)
    ]
    before = time.process_time()
    ours.encode(notes)
    assert len(notes) / (time.process_time() - before) > 1200


# --- choosing -------------------------------------------------------------


def test_off_means_no_model() -> None:
    assert load("off") == Success(None)


def test_the_users_folder_is_read_by_model2vec(ours: ShippedModel) -> None:
    brought = load(str(embedding.SHIPPED)).unwrap()
    assert brought is not None
    assert brought.dimension == ours.dimension
    assert brought.fingerprint != ours.fingerprint
    (theirs,), (our,) = brought.encode(["why is the login lost"]), ours.encode(["why is the login lost"])
    assert theirs is not None
    assert our is not None
    assert np.abs(np.frombuffer(theirs, "int8").astype(int) - np.frombuffer(our, "int8")).max() <= 1
    assert brought.encode(["", "日本語", "\ud800"]) == [None, None, None]
    assert brought.encode(["login\ud800 lost"]) == brought.encode(["login lost"])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(embedding.SHIPPED, tmp_path / "model"))


def refused(outcome: Outcome[Model | None, ModelUnusable]) -> str:
    assert isinstance(outcome, Failure)
    taken = outcome.failure()
    assert isinstance(taken, ModelUnusable)
    assert "HINDNOTE_MODEL" in taken.message()
    return taken.problem


def test_a_folder_that_is_not_there_is_refused_and_never_looked_up_elsewhere() -> None:
    assert "no such folder" in refused(load("minishlab/potion-base-8M"))


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
def test_a_folder_that_lacks_a_file_is_refused(copy: Path, name: str) -> None:
    (copy / name).unlink()
    assert name in refused(load(str(copy)))


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
def test_a_folder_with_a_broken_file_is_refused(copy: Path, name: str) -> None:
    (copy / name).write_bytes(b"\x00not a model")
    assert "cannot read it" in refused(load(str(copy)))


def test_vectors_that_do_not_fit_the_tokenizer_are_refused(copy: Path) -> None:
    tokenizer = json.loads((copy / "tokenizer.json").read_text("utf-8"))
    tokenizer["model"]["vocab"].popitem()
    (copy / "tokenizer.json").write_text(json.dumps(tokenizer), "utf-8")
    assert "number of" in refused(load(str(copy))).lower()


def test_vectors_too_wide_for_an_index_are_refused(tmp_path: Path) -> None:
    words = Tokenizer(WordLevel({"[UNK]": 0, "login": 1}, unk_token="[UNK]"))
    StaticModel(np.ones((2, embedding.WIDEST + 1), "float32"), words, normalize=True).save_pretrained(tmp_path)
    assert "8193 dimensions" in refused(load(str(tmp_path)))


@pytest.mark.parametrize("damage", [b"", b"\x01", struct.pack("<Q", 1 << 40) + b"{}"])
def test_a_damaged_shipped_model_is_refused_not_a_crash(copy: Path, damage: bytes) -> None:
    (copy / "model.safetensors").write_bytes(damage)
    assert refused(embedding.shipped(copy))


def test_a_shipped_model_cut_short_is_refused(copy: Path) -> None:
    whole = (copy / "model.safetensors").read_bytes()
    (copy / "model.safetensors").write_bytes(whole[:-1])
    assert "cut short" in refused(embedding.shipped(copy))


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
def test_a_changed_file_changes_the_fingerprint(copy: Path, name: str) -> None:
    with (copy / name).open("ab") as file:
        file.write(b" ")
    assert embedding.digest(copy) != embedding.digest(embedding.SHIPPED)
