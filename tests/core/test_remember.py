"""A surprise becomes one local note whose key it did not choose, or a refusal that says what to do and echoes no secret."""

import datetime
from collections.abc import Callable

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from msgspec.structs import replace
from returns.result import Failure, Success
from syrupy.assertion import SnapshotAssertion

from hindnote.core.document import read_document
from hindnote.core.events import Stamp
from hindnote.core.keys import Key, MintRefusal, fold_key, parse_key, path_of
from hindnote.core.note import Confidence, NoteType, parse_note
from hindnote.core.outcome import Outcome, Refusal
from hindnote.core.remember import KeyTaken, destroyed, draft, remember
from hindnote.core.surprise import IfExists, RememberRequest, SecretSaid, Surprise, UnusableArguments, read_request
from hindnote.core.update import Existing, NoLocalNote, OnlyInTeam, to_update, update
from hindnote.core.violations import Rule, Violation
from hindnote.core.writing import BreaksSchema, Present, Writing

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

STAMP = Stamp(at="2026-08-07T23:59:59Z", session="s03", client="claude")
EMPTY = Present()
Decided = Outcome[Writing, KeyTaken | MintRefusal | BreaksSchema]
TEMPLATE = "surprise/{{slug}}"

REQUEST = RememberRequest(
    expected="A file mounted into the container can be replaced.",
    observed="Mounting a credential file returns EBUSY. A rename onto it fails.",
    evidence="docker run -v token:/token alpine mv /tmp/x /token -> Resource busy",
    answers=("why does my login not persist between sessions",),
)


def said(request: RememberRequest) -> Surprise:
    return read_request(request).unwrap()


def decided(request: RememberRequest, present: Present = EMPTY, template: str = TEMPLATE) -> Decided:
    match draft(said(request), STAMP, template):
        case Failure(refusal):
            return Failure(refusal)
        case Success(drafted):
            return remember(said(request), drafted, present, STAMP)


def written(request: RememberRequest, present: Present = EMPTY) -> Writing:
    return decided(request, present).unwrap()


def holding(*paths: str) -> dict[str, str]:
    return {fold_key(path.removesuffix(".md")): path for path in paths}


# --- the note ---------------------------------------------------------------


def test_the_note_reads_as_one_would_write_it(page: SnapshotAssertion) -> None:
    request = replace(
        REQUEST,
        relates_to=("[[credentials-are-a-named-volume]]",),
        tags=("credentials", "docker"),
        supersedes="surprise/token-file-mount-works",
        conflicts_with=("accounts",),
        confidence="low",
    )
    assert replace(written(request), warnings=()).text == page


def test_it_is_dated_sourced_and_keyed_by_us() -> None:
    writing = written(REQUEST)
    note = parse_note(writing.text or "").unwrap()
    assert note.key == writing.key == "surprise/mounting-a-credential-file-returns-ebusy"
    assert writing.path == path_of(writing.key)
    assert (note.type, note.source, note.recorded) == (
        NoteType.SURPRISE,
        "session s03, claude",
        datetime.date(2026, 8, 7),
    )
    assert note.title == "Mounting a credential file returns EBUSY"


def test_what_relates_becomes_links() -> None:
    document = read_document(written(replace(REQUEST, relates_to=("a", "[[b|B]]", "A"))).text or "", "x.md")
    assert [link.target for link in document.links] == ["a", "b"]


def test_confidence_and_expiry_are_kept() -> None:
    note = parse_note(written(replace(REQUEST, confidence="low", invalidated_by="base:2026.08")).text or "").unwrap()
    assert (note.confidence, note.invalidated_by) == (Confidence.LOW, "base:2026.08")


@given(*[some.any_text.filter(str.strip)] * 4, some.sentences)
def test_whatever_is_said_makes_a_whole_note(expected: str, evidence: str, answer: str, tail: str, first: str) -> None:
    request = RememberRequest(
        expected=expected, observed=f"{first}. {tail}", evidence=evidence, answers=(answer,), tags=(tail,)
    )
    match read_request(request):
        case Failure(_):
            reject()
        case Success(surprise):
            match draft(surprise, STAMP, TEMPLATE):
                case Failure(refusal):
                    refusal.explain().message().encode()
                case Success(writing):
                    assert writing.text is not None
                    note = parse_note(writing.text).unwrap()
                    assert [section.name for section in note.sections] == [
                        "Expected",
                        "Observed",
                        "Evidence",
                        "Answers",
                    ]
                    writing.text.encode()


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "Zs", "Po")), max_size=200), some.sentences)
def test_every_word_said_is_in_the_note(evidence: str, observed: str) -> None:
    assume(evidence.strip())
    text = written(replace(REQUEST, evidence=evidence, observed=observed)).text or ""
    for word in (*evidence.split(), *observed.split()):
        assert word in text.replace("\\", "") or "\\" in word


# --- the key ----------------------------------------------------------------


@given(some.sentences, some.spellings)
def test_a_respelling_meets_the_note_it_respells(observed: str, spell: Callable[[str], str]) -> None:
    first = written(replace(REQUEST, observed=observed))
    again = replace(REQUEST, observed=spell(observed))
    assert decided(again, Present(local=holding(first.path))).failure() == KeyTaken(first.key, first.path)


@pytest.mark.parametrize(
    "path",
    ["Surprise/Mounting-A-Credential-File-Returns-EBUSY.md", "surprise/mounting-a-credential-file-returns-ebusy.MD"],
)
def test_a_file_that_differs_only_by_case_is_a_conflict(path: str) -> None:
    present = Present(local={"surprise/mounting-a-credential-file-returns-ebusy": path})
    refusal = decided(REQUEST, present).failure()
    assert isinstance(refusal, KeyTaken)
    assert refusal.path == path


def test_the_conflict_names_the_file_and_the_call_that_updates_it() -> None:
    writing = written(REQUEST)
    refusal = decided(REQUEST, Present(local=holding(writing.path))).failure()
    told = refusal.explain()
    assert f'remember(update="{writing.key}", observed=..., evidence=...)' in told.mend
    assert told.where == writing.path


def test_a_team_note_of_that_key_is_another_claim_and_is_told() -> None:
    key = written(REQUEST).key
    writing = written(REQUEST, Present(team=holding(path_of(key))))
    assert writing.text
    assert writing.warnings == (f"the team's notes hold `{key}` too: if this replaces it, promote or supersede it",)


def test_a_template_that_names_the_unknown_is_refused() -> None:
    refusal = decided(REQUEST, EMPTY, "{{slg}}").failure()
    assert "{{slg}}" in refusal.explain().error


# --- what is there already --------------------------------------------------


def test_skip_keeps_what_is_there() -> None:
    first = written(REQUEST)
    writing = written(replace(REQUEST, if_exists=IfExists.SKIP), Present(local=holding(first.path)))
    assert (writing.key, writing.text, writing.how) == (first.key, None, "skipped")


def test_suffix_takes_the_next_free_name() -> None:
    first = written(REQUEST)
    present = Present(local=holding(first.path, path_of(Key(f"{first.key}-2"))))
    writing = written(replace(REQUEST, if_exists=IfExists.SUFFIX), present)
    assert (writing.key, writing.how) == (f"{first.key}-3", "suffixed")
    assert parse_note(writing.text or "").unwrap().key == writing.key
    parse_key(writing.key).unwrap()


def test_override_replaces_the_file_that_is_there() -> None:
    first = written(REQUEST)
    writing = written(replace(REQUEST, if_exists=IfExists.OVERRIDE), Present(local=holding(first.path)))
    assert (writing.key, writing.path, writing.how, writing.replaces) == (first.key, first.path, "overrode", True)


def test_override_says_what_it_destroyed() -> None:
    first = written(REQUEST)
    assert destroyed(first.path, first.text or "") == (
        f"destroyed `{first.path}`: Mounting a credential file returns EBUSY (2026-08-07)"
    )


@pytest.mark.parametrize("mode", [IfExists.SKIP, IfExists.SUFFIX, IfExists.OVERRIDE])
def test_a_mode_changes_nothing_where_nothing_is(mode: IfExists) -> None:
    assert written(replace(REQUEST, if_exists=mode)) == written(REQUEST)


def test_override_of_a_file_that_differs_only_by_case_is_a_conflict() -> None:
    """On a disk that ignores case the two names are one file, on another they would be two notes of one key."""
    key = written(REQUEST).key
    present = Present(local={key: f"{key.upper()}.md"})
    assert isinstance(decided(replace(REQUEST, if_exists=IfExists.OVERRIDE), present).failure(), KeyTaken)


# --- update -----------------------------------------------------------------

UPDATE = RememberRequest(observed="Still busy with runc 1.3.", evidence="CI run 812", update="surprise/x")


def existing(text: str | None = None) -> Existing:
    first = written(REQUEST)
    return Existing(first.key, first.path, text if text is not None else first.text or "")


def test_an_update_appends_a_dated_bullet_and_changes_nothing_else() -> None:
    before = existing()
    writing = update(said(UPDATE), before, STAMP).unwrap()
    assert (
        writing.text
        == before.text + "\n## Timeline\n\n- 2026-08-07: Still busy with runc 1.3. (evidence: CI run 812)\n"
    )
    assert (writing.key, writing.path, writing.how, writing.replaces) == (before.key, before.path, "updated", True)


@given(some.any_text.filter(str.strip), some.any_text.filter(str.strip))
def test_no_update_breaks_the_note(observed: str, evidence: str) -> None:
    match read_request(replace(UPDATE, observed=observed, evidence=evidence)):
        case Failure(_):
            reject()
        case Success(surprise):
            before = existing()
            after = update(surprise, before, STAMP).unwrap().text or ""
            assert after.startswith(before.text)
            names = [section.name for section in parse_note(after).unwrap().sections]
            assert names == ["Expected", "Observed", "Evidence", "Answers", "Timeline"]


def test_an_update_says_what_it_did_not_record() -> None:
    request = replace(UPDATE, expected="x", tags=("t",), answers=("q",))
    writing = update(said(request), existing(), STAMP).unwrap()
    assert writing.warnings == ("an update records `observed` and `evidence` only: not answers, expected, tags",)


def test_an_update_of_a_note_whose_frontmatter_does_not_parse_is_refused() -> None:
    refusal = update(said(UPDATE), existing("---\nkey: [\n---\n# x\n"), STAMP).failure()
    assert [(each.rule, each.where) for each in refusal.breaches] == [(Rule.UNPARSABLE_FRONTMATTER, existing().path)]
    assert refusal.explain().where.startswith(f"{existing().path}:")


def test_an_update_that_a_fence_would_swallow_is_refused() -> None:
    refusal = update(said(UPDATE), existing(f"{existing().text}\n```\nopen"), STAMP).failure()
    assert [each.rule for each in refusal.breaches] == [Rule.UNCLOSED_FENCE]


def test_an_update_finds_the_note_however_the_key_is_spelled() -> None:
    present = Present(local=holding("surprise/x.md"))
    for spelled in ("surprise/x", "[[Surprise/X]]"):
        named = said(replace(UPDATE, update=spelled)).update
        assert to_update(named or Key(""), present) == Success(("surprise/x", "surprise/x.md"))


def test_an_update_of_a_team_note_says_to_supersede_it() -> None:
    refusal = to_update(Key("surprise/x"), Present(team=holding("surprise/x.md"))).failure()
    assert refusal == OnlyInTeam(Key("surprise/x"), "surprise/x.md")
    assert 'supersedes="surprise/x"' in refusal.explain().mend


def test_an_update_of_no_note_names_those_that_end_so() -> None:
    refusal = to_update(Key("x"), Present(local=holding("surprise/x.md", "y.md"))).failure()
    assert refusal == NoLocalNote(Key("x"), ("surprise/x",))
    assert "surprise/x" in refusal.explain().mend


# --- arguments --------------------------------------------------------------


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u3000"])
@pytest.mark.parametrize("name", ["expected", "observed", "evidence"])
def test_what_is_blank_is_refused_by_name(name: str, blank: str) -> None:
    refusal = read_request(replace(REQUEST, **{name: blank})).failure()
    assert refusal == UnusableArguments(((name, "is blank"),))


def test_every_fault_is_named_at_once() -> None:
    request = RememberRequest(
        answers=("", "x"), tags=("",), relates_to=("",), confidence="sure", supersedes="a//b", update=" "
    )
    refusal = read_request(request).failure()
    assert isinstance(refusal, UnusableArguments)
    names = {name for name, _ in refusal.faults}
    assert names == {"observed", "evidence", "answers", "tags", "relates_to", "confidence", "supersedes", "update"}


def test_a_fault_is_named_once_however_often_it_is_made() -> None:
    assert read_request(replace(REQUEST, relates_to=("", ""))).failure() == UnusableArguments(
        (("relates_to", "is blank"),)
    )


def test_without_answers_there_is_no_surprise() -> None:
    assert read_request(replace(REQUEST, answers=())).failure() == UnusableArguments((("answers", "is missing"),))


def test_an_update_needs_only_what_it_records() -> None:
    assert said(UPDATE).update == "surprise/x"


def test_what_names_nothing_is_refused() -> None:
    refusal = decided(replace(REQUEST, observed="🧠 ...!"), EMPTY).failure()
    assert "no letter or digit" in refusal.explain().error


SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"  # false, and put together so that no scanner stops at it
ONE = ("expected", "observed", "evidence", "invalidated_by", "supersedes", "confidence", "update")
MANY = ("answers", "relates_to", "tags", "conflicts_with")


@pytest.mark.parametrize("name", [*ONE, *MANY])
def test_a_secret_is_refused_wherever_it_is_said_and_never_echoed(name: str) -> None:
    text = f"the first line\nthen {SECRET}"
    refusal = read_request(replace(REQUEST, **{name: text if name in ONE else ("fine", text)})).failure()
    assert isinstance(refusal, SecretSaid)
    told = refusal.explain()
    assert name in told.where
    assert SECRET not in repr(refusal) + told.message()
    assert SECRET[4:12] not in repr(refusal) + told.message()


# --- warnings ---------------------------------------------------------------


def test_a_key_may_precede_its_note() -> None:
    request = replace(REQUEST, relates_to=("a", "b"), supersedes="c", conflicts_with=("d",))
    writing = written(request, Present(local=holding("a.md"), team=holding("d.md")))
    assert writing.warnings == (
        "no note has the key `b` yet (relates_to)",
        "no note has the key `c` yet (supersedes)",
    )


# --- texts ------------------------------------------------------------------


def test_every_refusal_reads_well(page: SnapshotAssertion) -> None:
    shown: list[Refusal] = [
        BreaksSchema((Violation(Rule.MISSING_FIELD, "surprise/x.md", "`type` is missing", 2),)),
        KeyTaken(Key("surprise/x"), "surprise/x.md"),
        OnlyInTeam(Key("surprise/x"), "surprise/x.md"),
        NoLocalNote(Key("x"), ("surprise/x",)),
        NoLocalNote(Key("x"), ()),
        SecretSaid("evidence", "GitHub token", 3),
        UnusableArguments((("observed", "is blank"), ("confidence", "is `sure`, none of high, medium, low"))),
    ]
    assert "".join(f"- {type(each).__name__}: {each.explain().message()}\n" for each in shown) == page
