"""Cases: questions with their right answers, read from lines or made from a repository's history.

In a history each commit is a note and its subject the question: nobody who writes the ranker
writes the questions. The subject is in no note. Not here: running git, or anything else.
"""

import re
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Explained, Outcome

# --- values ---------------------------------------------------------------


class Case(Struct, frozen=True):
    query: str
    answers: tuple[str, ...]


class Commit(Struct, frozen=True):
    id: str
    day: str  # ISO
    subject: str
    body: str


class CaseSet(Struct, frozen=True):
    """Notes as texts by key, and what they are asked."""

    notes: tuple[tuple[str, str], ...]
    cases: tuple[Case, ...]


SHORTEST_BODY = 12  # words; fewer say too little for a subject to be about them
TITLE_LENGTH = 160

_TRAILER = re.compile(r"^[A-Z][A-Za-z-]*(?:-by|-to|-Id|-id|-On|-on):\s.*$|^\(cherry picked from .*\)$", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")

# --- refusals -------------------------------------------------------------


class BadCase(Struct, frozen=True, tag=True):
    line: int
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"not a case: {self.problem}",
            f"line {self.line}",
            'A case is one line: {"query": "...", "answers": ["key", ...]}.',
        )


class NoCases(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained("there is no case to measure with", "cases", "Give at least one question with its answers.")


# --- functions ------------------------------------------------------------

_CASE = msgspec.json.Decoder(Case)


def read_cases(lines: bytes) -> Outcome[tuple[Case, ...], BadCase | NoCases]:
    """All of them, or the first line that is none; blank lines and a byte-order mark are passed over."""
    cases: list[Case] = []
    for number, line in enumerate(lines.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if not line.strip():
            continue
        try:
            cases.append(_CASE.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            return Failure(BadCase(number, str(problem)))
        if not cases[-1].answers:
            return Failure(BadCase(number, "`answers` is empty"))
    return Success(tuple(cases)) if cases else Failure(NoCases())


def from_history(commits: Iterable[Commit]) -> Outcome[CaseSet, NoCases]:
    """One note and one question a commit; what says too little, or was said before, is left out."""
    notes: dict[str, str] = {}
    cases: list[Case] = []
    bodies: set[str] = set()
    subjects: set[str] = set()
    for commit in commits:
        body = _TRAILER.sub("", commit.body).replace(commit.subject, "").strip()
        said_before = body in bodies or commit.subject in subjects
        bodies.add(body)
        subjects.add(commit.subject)
        if said_before or len(body.split()) < SHORTEST_BODY or not commit.subject.strip():
            continue
        notes[commit.id] = _note(commit.day, body)
        cases.append(Case(commit.subject, (commit.id,)))
    return Success(CaseSet(tuple(notes.items()), tuple(cases))) if cases else Failure(NoCases())


def _note(day: str, body: str) -> str:
    """The body as a note: its first sentence is the title, as it is for a note that we mint."""
    first = " ".join(body.split("\n\n", 1)[0].split())
    title = _SENTENCE_END.split(first, 1)[0][:TITLE_LENGTH]
    return f"---\nrecorded: {day}\n---\n# {title}\n\n{body}\n"
