"""Cases are read whole or refused with the line, and a history never answers its own question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.cases import BadCase, Case, Commit, NoCases, from_history, read_cases

BODY = "The lock was taken twice because the retry ran before the first attempt had let it go.\n\nIt now waits."


def test_lines_become_cases() -> None:
    lines = (
        b'\xef\xbb\xbf{"query": "why", "answers": ["a", "b/c"]}\r\n\n{"query": "\xc3\xa9", "answers": ["d"], "note": 1}'
    )
    assert read_cases(lines) == Success((Case("why", ("a", "b/c")), Case("é", ("d",))))


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (b"nonsense", "malformed"),
        (b'{"query": "q"}', "answers"),
        (b'{"query": 1, "answers": ["a"]}', "$.query"),
        (b'{"query": "q", "answers": []}', "empty"),
        (b'{"query": "\xff", "answers": ["a"]}', "utf-8"),
        (b'{"more": ' + b"[" * 100_000, "recursion"),
    ],
)
def test_a_bad_line_is_named_with_what_is_wrong(bad: bytes, problem: str) -> None:
    match read_cases(b'{"query": "q", "answers": ["a"]}\n' + bad):
        case Failure(BadCase() as refused):
            assert refused.line == 2
            assert problem in refused.problem.lower()
            assert "line 2" in refused.explain().message()
        case other:
            pytest.fail(str(other))


@pytest.mark.parametrize("nothing", [b"", b"\n \n"])
def test_no_case_is_a_refusal(nothing: bytes) -> None:
    assert read_cases(nothing) == Failure(NoCases())
    assert from_history([]) == Failure(NoCases())
    assert "at least one" in NoCases().explain().message()


@given(st.binary())
def test_any_bytes_are_cases_or_a_refusal(lines: bytes) -> None:
    read_cases(lines)


def test_a_commit_is_a_note_and_its_subject_the_question() -> None:
    made = from_history([Commit("abc", "2026-03-01", "Fix the lock", BODY)]).unwrap()
    title = BODY.split("\n", 1)[0]
    assert made.notes == (("abc", f"---\nrecorded: 2026-03-01\n---\n# {title}\n\n{BODY}\n"),)
    assert made.cases == (Case("Fix the lock", ("abc",)),)


def test_a_note_does_not_hold_its_own_question() -> None:
    body = "Fix the lock\n\n" + BODY
    (_, note), *_ = from_history([Commit("abc", "2026-03-01", "Fix the lock", body)]).unwrap().notes
    assert "Fix the lock" not in note


def test_trailers_are_no_part_of_a_note() -> None:
    body = BODY + "\n\nSigned-off-by: Somebody\nCo-authored-by: Another\n(cherry picked from commit 123)"
    (_, note), *_ = from_history([Commit("abc", "2026-03-01", "Fix", body)]).unwrap().notes
    assert note.endswith("It now waits.\n")


@pytest.mark.parametrize(
    "left_out",
    [
        Commit("b", "2026-03-01", "Another subject", BODY),  # the same body: which commit is right?
        Commit("b", "2026-03-01", "Fix the lock", BODY + " More."),  # the same question
        Commit("b", "2026-03-01", "Another subject", "Too short to say."),
        Commit("b", "2026-03-01", " ", BODY + " More."),
    ],
)
def test_a_commit_that_makes_no_fair_question_is_left_out(left_out: Commit) -> None:
    made = from_history([Commit("a", "2026-03-01", "Fix the lock", BODY), left_out]).unwrap()
    assert [case.answers for case in made.cases] == [("a",)]
