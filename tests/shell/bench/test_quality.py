"""The bench measures what people are answered, on notes that it only reads."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest
from returns.result import Failure, Success

from hindnote.core.cases import BadCase
from hindnote.core.quality import BM25, HYBRID, KEYWORD, SEMANTIC, Quality
from hindnote.shell.app.world import World
from hindnote.shell.bench.baselines import grep, plain_bm25
from hindnote.shell.bench.bed import NoSuchFolder
from hindnote.shell.bench.history import NoSuchRef
from hindnote.shell.bench.quality import Asking, CasesUnreadable, NothingAsked, TwoSources, quality
from hindnote.shell.git import GitFailed

from ..places import git, repository, world_in

NOTES = {
    "mount.md": "# Mounting\n\nThe bind mount pins the inode, so a rename in place fails with EBUSY.\n",
    "deep/lock.MD": "No heading here: the retry took the lock before the first attempt had let it go.\n",
    "broken.md": "---\nkey: [unclosed\n---\nThe parser gave up on its own frontmatter.\n",
    "empty.md": "",
}
ASKED = {"rename fails EBUSY": "mount", "which attempt holds the lock": "deep/lock", "frontmatter parser": "broken"}


def notes_in(folder: Path, notes: Mapping[str, str] = NOTES) -> Path:
    for path, text in notes.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    return folder


def cases_in(file: Path, asked: Mapping[str, str] = ASKED) -> Path:
    lines = [msgspec.json.encode({"query": query, "answers": [answer]}) for query, answer in asked.items()]
    file.write_bytes(b"\n".join(lines))
    return file


def state_of(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_in(tmp_path, repository(tmp_path / "repo"), env={"HINDNOTE_MODEL": "off"})


# --- where the notes are from ---------------------------------------------


def test_a_folder_of_any_markdown_is_measured_by_the_paths_of_its_notes(tmp_path: Path, world: World) -> None:
    notes, cases = notes_in(tmp_path / "notes"), cases_in(tmp_path / "cases.jsonl")
    got = quality(world, Asking(notes=notes, cases=cases)).unwrap()
    assert (got.notes, got.n, got.unknown) == (4, 3, 0)
    assert got.engines[HYBRID].p1 == got.engines[KEYWORD].p1 == got.engines[BM25].p1 == 1


def test_a_folder_behind_a_link_is_measured_too(tmp_path: Path, world: World) -> None:
    """Links inside a folder of notes are not followed; one on the way there is the caller's own."""
    notes_in(tmp_path / "far" / "notes")
    (tmp_path / "near").symlink_to(tmp_path / "far")
    cases = cases_in(tmp_path / "cases.jsonl")
    assert quality(world, Asking(notes=tmp_path / "near" / "notes", cases=cases)).unwrap().notes == 4


def test_the_store_one_stands_in_is_measured_without_either(tmp_path: Path, world: World) -> None:
    notes_in(world.places.local, {"a.md": NOTES["mount.md"]})
    notes_in(world.places.team, {"b.md": NOTES["broken.md"]})
    cases = cases_in(tmp_path / "cases.jsonl", {"EBUSY": "a", "frontmatter": "b"})
    got = quality(world, Asking(cases=cases)).unwrap()
    assert (got.notes, got.engines[HYBRID].p1) == (2, 1)


def test_a_history_asks_its_own_subjects(tmp_path: Path, world: World) -> None:
    at = repository(tmp_path / "history")
    for subject, body in (
        ("Wait for the lock", "The retry took the lock before the first attempt had let it go, so both of them hung."),
        ("Keep the inode", "A bind mount pins the inode of its file, and a rename in place then fails with EBUSY."),
        ("Bump", "Too short."),
    ):
        git(at, "commit", "-q", "--allow-empty", "-m", subject, "-m", body)
    got = quality(world, Asking(git=at)).unwrap()
    assert (got.notes, got.n) == (2, 2)
    assert got.engines[KEYWORD].p1 == 1
    assert quality(world, Asking(git=at, ref="HEAD~1")).unwrap().n == 2
    assert quality(world, Asking(git=at, ref="HEAD~2")).unwrap().n == 1


@pytest.mark.parametrize("own", [True, False])
def test_nothing_of_the_users_is_written(tmp_path: Path, world: World, own: bool) -> None:  # noqa: FBT001  (a parameter of pytest's)
    notes = notes_in(world.places.local if own else tmp_path / "notes")
    cases = cases_in(tmp_path / "cases.jsonl")
    before = state_of(tmp_path)
    assert isinstance(quality(world, Asking(notes=None if own else notes, cases=cases)), Success)
    assert state_of(tmp_path) == before


def test_a_model_brings_the_semantic_leg(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    notes, cases = notes_in(tmp_path / "notes"), cases_in(tmp_path / "cases.jsonl")
    got = quality(world, Asking(notes=notes, cases=cases)).unwrap()
    assert got.engines[SEMANTIC].returned == 4
    assert got.said == ()


def test_without_a_model_the_semantic_leg_returns_nothing(tmp_path: Path, world: World) -> None:
    notes, cases = notes_in(tmp_path / "notes"), cases_in(tmp_path / "cases.jsonl")
    assert quality(world, Asking(notes=notes, cases=cases)).unwrap().engines[SEMANTIC].returned == 0


# --- refusals -------------------------------------------------------------


REFUSED: list[tuple[Callable[[Path], Asking], type]] = [
    (lambda _: Asking(), NothingAsked),
    (lambda tmp: Asking(notes=tmp), NothingAsked),
    (lambda tmp: Asking(cases=tmp / "none.jsonl"), CasesUnreadable),
    (lambda tmp: Asking(cases=tmp), CasesUnreadable),
    (lambda tmp: Asking(notes=tmp / "none", cases=cases_in(tmp / "c.jsonl")), NoSuchFolder),
    (lambda tmp: Asking(notes=tmp, cases=notes_in(tmp) / "mount.md"), BadCase),
    (lambda tmp: Asking(git=tmp / "none"), GitFailed),
    (lambda tmp: Asking(git=repository(tmp / "r"), ref="--output=x"), NoSuchRef),
    (lambda tmp: Asking(git=repository(tmp / "r"), ref="main"), GitFailed),
    (lambda tmp: Asking(git=tmp, cases=cases_in(tmp / "c.jsonl")), TwoSources),
]


@pytest.mark.parametrize(("asking", "refusal"), REFUSED)
def test_what_cannot_be_measured_is_refused_with_what_to_do(
    tmp_path: Path, world: World, asking: Callable[[Path], Asking], refusal: type
) -> None:
    match quality(world, asking(tmp_path)):
        case Failure(refused):
            assert isinstance(refused, refusal)
            assert refused.explain().mend
        case Success(_):
            pytest.fail("measured nothing")


# --- baselines ------------------------------------------------------------


@pytest.mark.parametrize("engine", [grep, plain_bm25])
@pytest.mark.parametrize("question", ["", "?", "\0", "\ud800", 'a" OR b', "NEAR(", "x" * 10_000])
def test_a_baseline_takes_any_question(
    engine: Callable[[Mapping[str, str]], Callable[[str], list[str]]], question: str
) -> None:
    assert engine({"a": "nothing\0of\ud800it", "b": ""})(question) == []


def test_grep_finds_words_inside_words_and_puts_the_most_first() -> None:
    assert grep({"a": "the cat", "b": "a concatenated mat", "c": "dog"})("cat mat") == ["b", "a"]


def test_plain_bm25_settles_ties_by_key() -> None:
    assert plain_bm25({"b": "same words", "a": "same words", "c": "others", "d": "still others"})("same") == ["a", "b"]


# --- the given cases ------------------------------------------------------

PLAIN = {"ohmyharness": (0.525, 0.657), "omind": (0.740, 0.822), "pytest": (0.674, 0.750)}


def measured(cases: Path, tmp_path: Path, name: str, model: str) -> Quality:
    world = world_in(tmp_path, repository(tmp_path / "repo"), env={"HINDNOTE_MODEL": model})
    corpus = cases / "commits" / name
    return quality(world, Asking(notes=corpus / "notes", cases=corpus / "cases.jsonl")).unwrap()


@pytest.mark.parametrize("name", PLAIN)
def test_the_keyword_leg_is_nowhere_below_plain_bm25_nor_the_hybrid_below_it(
    cases: Path, tmp_path: Path, name: str
) -> None:
    """The plain figures are those that the cases came with; the trial's three columns are beaten as well."""
    got = measured(cases, tmp_path, name, "")
    p1, mrr = PLAIN[name]
    plain, keyword, hybrid = got.engines[BM25], got.engines[KEYWORD], got.engines[HYBRID]
    assert abs(plain.p1 - p1) < 1e-3
    assert abs(plain.mrr - mrr) < 1e-3
    assert keyword.p1 >= plain.p1
    assert keyword.mrr >= plain.mrr
    assert hybrid.p1 >= keyword.p1
    assert hybrid.mrr >= keyword.mrr
