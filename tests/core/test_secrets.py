"""A planted secret is found on its line and never repeated; what only looks like one passes; no text is too hostile."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.secretnames import introductions
from hindnote.core.secrets import SecretFound, find_secrets
from hindnote.core.secretshapes import PATTERNS, SHAPES
from hindnote.core.secretwords import KEYS, PASSWORDS, TOKENS

from ..planted import CLEAN, Planted, planted

SAMPLES = planted()
CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.kind for s in SAMPLES])
def test_a_planted_secret_is_found(sample: Planted) -> None:
    assert find_secrets(sample.evidence)


@pytest.mark.parametrize("seed", range(2, 7))
def test_the_same_kinds_filled_otherwise_are_found_too(seed: int) -> None:
    assert [s.kind for s in planted(seed) if not find_secrets(s.evidence)] == []


def test_the_planted_set_is_wide_enough_to_mean_something() -> None:
    assert len(SAMPLES) >= 60
    assert len({s.kind for s in SAMPLES}) >= 25


@pytest.mark.parametrize("line", CLEAN)
def test_a_clean_technical_line_passes(line: str) -> None:
    assert find_secrets(line) == ()


@given(st.sampled_from(SAMPLES), st.lists(st.sampled_from(CLEAN), max_size=5), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_a_secret_is_named_on_the_line_where_it_stands(sample: Planted, before: list[str], newline: str) -> None:
    head = "".join(line + newline for line in before)
    at = (head + sample.evidence).index(sample.secret)
    first = head.count("\n") + 1
    assert {found.line for found in find_secrets(head + sample.evidence)} <= {
        *range(first, (head + sample.evidence).count("\n", 0, at + len(sample.secret)) + 2),
    }
    assert find_secrets(head + sample.evidence)


@pytest.mark.parametrize(("one", "other"), list(zip(SAMPLES, planted(2), strict=True)), ids=[s.kind for s in SAMPLES])
def test_what_was_found_tells_nothing_of_the_value(one: Planted, other: Planted) -> None:
    """Two different secrets of one kind are told in the same words."""
    assert {found.kind for found in find_secrets(one.evidence)} == {
        found.kind for found in find_secrets(other.evidence)
    }
    assert one.secret not in str(find_secrets(one.evidence))


def test_a_secret_told_in_two_ways_is_one_secret_by_its_exact_name() -> None:
    token = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    assert find_secrets(f"\n\nGITHUB_TOKEN={token}\n") == (SecretFound("GitHub token", 3),)


def test_every_secret_of_a_text_is_named() -> None:
    text = "\n".join(s.evidence.replace("\n", "\\n") for s in SAMPLES)
    assert len({found.line for found in find_secrets(text)}) == len(SAMPLES)


def test_a_documentation_key_in_its_issuers_own_shape_is_refused() -> None:
    assert find_secrets("aws configure set aws_access_key_id AKIA" + "IOSFODNN7EXAMPLE")


@given(st.text())
def test_no_text_raises(text: str) -> None:
    find_secrets(text)


@given(
    st.lists(
        st.sampled_from(
            [*(a for s in SHAPES for a in s.anchors), "password", "=", ": ", "\x00", "\ud800", "é", '"', "\n", "a1"]
        )
    )
)
def test_no_heap_of_fragments_raises(fragments: list[str]) -> None:
    find_secrets("".join(fragments))


HOSTILE = (
    *(
        "a",
        "sk-",
        "ghp_",
        "eyJ",
        "eyJaaaaaaaa.",
        "password=",
        "password1=",
        "token ",
        "://a:",
        "1234567890:AA",
        "\n",
        " ",
    ),
    *(
        "Maaaaaaaaaaaaaaaaaaaaaaaa.aaaaaa.",
        "-----BEGIN PRIVATE KEY-----",
        "curl -u ",
        "authorization: ",
        "?sig=",
        "_pass",
    ),
    *("1/1234567890123/", "aaaaaaaaaaaaaa.atlasv1.", "aaaaaaaa:APA91b", 'password="', "login x ", "-us1", "aaa8Q~"),
)
HOSTILE_BYTES = 200_000  # a quadratic step would take hours at this size; the whole of 10 MB takes seconds


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_text_that_repeats_the_beginning_of_a_secret_costs_no_more_than_its_length(piece: str) -> None:
    find_secrets(piece * (HOSTILE_BYTES // len(piece)))
    find_secrets(piece + "a" * HOSTILE_BYTES)
    find_secrets(piece + " " * HOSTILE_BYTES)


def test_all_beginnings_at_once_cost_no_more_than_their_length() -> None:
    anchors = [a for s in SHAPES for a in s.anchors] + [p.gate for p in PATTERNS]
    find_secrets("".join(random.Random(1).choices(anchors, k=HOSTILE_BYTES // 6)))


@pytest.mark.skipif(not CASES.is_dir(), reason="the shared cases are not beside this checkout")
@pytest.mark.parametrize(("folder", "notes"), [("commits", 475), ("replay/notes", 342)])
def test_no_honest_note_is_refused(folder: str, notes: int) -> None:
    texts = {path.name: path.read_text("utf-8") for path in (CASES / folder).rglob("*.md")}
    assert len(texts) <= notes
    assert {name: find_secrets(text) for name, text in texts.items() if find_secrets(text)} == {}


PIECES = [
    "PassWord",
    "passcode",
    "_pass",
    "Pwd",
    "SECRET",
    "Credentials",
    "api key",
    "auth",
    "account.pass",
    "PublicKeyToken",
]
NAMED = st.lists(st.sampled_from([*PIECES, " ", "_", "\n", "\r\n", "\u0130", "\u212aey"]) | st.text(max_size=3)).map(
    "".join
)


@given(st.sampled_from(PIECES) | NAMED)
def test_no_name_is_missed_for_being_looked_for_in_lines_alone(text: str) -> None:
    whole = re.compile(f"{PASSWORDS}|{KEYS}|{TOKENS}", re.IGNORECASE | re.ASCII)
    assert [found.span() for found in introductions(text)] == [found.span() for found in whole.finditer(text)]
