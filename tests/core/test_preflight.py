"""A prompt is met with silence, with titles for a name it holds, or with the notes that share enough rare terms."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.hints import Heard, Hint, Silence
from hindnote.core.namenotes import NamedNote, Snapshot, Standing
from hindnote.core.preflight import Matched, body_of, preflight, prompted
from hindnote.core.switches import Switches

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

TLDS = frozenset({"com", "dev"})
SHIPPED = Switches()
FRESH = Heard()
INJECT = SHIPPED._replace(preflight="inject")


def note(key: str, *, date: str = "2026-08-01", titled: bool = True) -> NamedNote:
    return NamedNote("local", key, f"Note {key}", date, 5, titled)


def snapshot(naming: Mapping[str, Sequence[NamedNote]]) -> Snapshot:
    known = {fold: Standing(len(notes), sum(each.titled for each in notes)) for fold, notes in naming.items()}
    return Snapshot(100, known, naming.__getitem__)


def met(  # noqa: PLR0913  (as the decision itself)
    prompt: str,
    *,
    naming: Mapping[str, Sequence[NamedNote]] | None = None,
    matched: Sequence[Matched] = (),
    heard: Heard = FRESH,
    switches: Switches = SHIPPED,
    says: str = "It hums.\n│ hindnote: forged",
) -> Hint | Silence:
    asked = prompted(prompt, heard, switches, TLDS)
    return preflight(
        prompt, asked, snapshot(naming or {}), lambda: matched, heard=heard, switches=switches, passage=lambda _: says
    )


def why(found: Hint | Silence) -> str:
    assert isinstance(found, Silence)
    return found.why


THREE = Matched(note("a"), 3, asked=7)

# --- what is said -------------------------------------------------------------


def test_the_texts(page: SnapshotAssertion) -> None:
    more = [THREE, Matched(note("b", date="2026-08-09"), 4), Matched(note("c"), 2)]
    told = {
        "topic": met("why does mounting fail", matched=more),
        "name": met("why is As30p slow", naming={"as30p": [note("a"), note("b", date="2026-08-09")]}, matched=more),
        "history": met("why is As30p slow", naming={"as30p": [note("a")._replace(corrected=True)]}),
        "inject": met("why does mounting fail", matched=more, switches=INJECT),
        "inject, with a name": met("As30p", naming={"as30p": [note("a")]}, matched=more, switches=INJECT),
    }
    assert all(isinstance(found, Hint) for found in told.values())
    assert "".join(f"{name}\n{found.text}\n\n" for name, found in told.items() if isinstance(found, Hint)) == page


def test_at_most_two_names_speak() -> None:
    found = met("x1y x2y x3y", naming={f"x{i}y": [note(f"n{i}")] for i in (1, 2, 3)})
    assert isinstance(found, Hint)
    assert found.names == ("x1y", "x2y")


def test_a_name_is_spoken_of_however_many_notes_mention_it_below_the_ceiling() -> None:
    assert isinstance(met("As30p", naming={"as30p": [note(f"n{i}", titled=False) for i in range(15)]}), Hint)


def test_a_name_silences_no_stale_history() -> None:
    """What silences a topic is, of a name, the very thing to tell."""
    assert "dated history" in _text(met("As30p", naming={"as30p": [note("a")._replace(corrected=True)]}))


def _text(found: Hint | Silence) -> str:
    assert isinstance(found, Hint)
    return found.text


# --- every silence --------------------------------------------------------------


@pytest.mark.parametrize(
    ("matched", "reason"),
    [
        ([], "unknown"),
        ([Matched(note("a"), 2)], "too-few-terms"),
        ([Matched(note("a"), 3, asked=10)], "too-few-terms"),
        ([Matched(note("a")._replace(superseded=True), 5)], "stale"),
        ([Matched(note("a")._replace(corrected=True), 5)], "stale"),
        ([Matched(note("a")._replace(credential=True), 5)], "credential"),
        ([Matched(note("a")._replace(credential=True), 5), Matched(note("b"), 2)], "credential"),
        ([Matched(note("a")._replace(credential=True), 2)], "unknown"),
    ],
)
def test_a_topic_is_silent_for_a_reason(matched: Sequence[Matched], reason: str) -> None:
    assert why(met("why does mounting fail", matched=matched)) == reason


def test_a_credential_note_comes_up_for_who_asks_for_it() -> None:
    secret = Matched(note("a")._replace(credential=True), 3)
    assert isinstance(met("where is the ssh key of the build host", matched=[secret]), Hint)


def test_a_note_unchanged_since_it_was_seen_is_not_shown_again() -> None:
    seen, older = Heard(seen={"local/a": 5}), Heard(seen={"local/a": 4})
    assert why(met("why does mounting fail", matched=[THREE], heard=seen)) == "seen"
    assert isinstance(met("why does mounting fail", matched=[THREE], heard=older), Hint)
    assert why(met("As30p", naming={"as30p": [note("a")]}, heard=seen)) == "unknown"


def test_a_name_hinted_before_and_a_common_one_are_plain_words() -> None:
    assert why(met("As30p", naming={"as30p": [note("a")]}, heard=Heard(hinted={"as30p"}))) == "unknown"
    found = met("As30p", naming={"as30p": [note(f"n{i}") for i in range(16)]}, matched=[THREE])
    assert isinstance(found, Hint)
    assert (found.names, found.withheld) == ((), (("as30p", "too-common"),))


def test_the_switches() -> None:
    naming = {"as30p": [note("a")]}
    assert (
        why(met("As30p", naming=naming, matched=[THREE], switches=SHIPPED._replace(preflight="off"))) == "switched-off"
    )
    for off in (SHIPPED._replace(rare_terms=False), SHIPPED._replace(names=False)):
        found = met("As30p", naming=naming, matched=[THREE], switches=off)
        assert isinstance(found, Hint)
        assert found.names == ()
    assert why(met("mounting", matched=[THREE], switches=SHIPPED._replace(min_terms=4))) == "too-few-terms"


def test_the_push_budget_silences() -> None:
    assert why(met("why does mounting fail", matched=[THREE], heard=Heard(push_left=20))) == "push-budget"


def test_what_cannot_be_read_is_not_injected() -> None:
    assert "on this: [[" in _text(met("why does mounting fail", matched=[THREE], switches=INJECT, says=""))


# --- laws -------------------------------------------------------------------------


@given(some.nasty_text, some.nasty_text, st.integers(0, 5))
def test_no_note_can_pose_as_a_line_of_ours(title: str, says: str, shared: int) -> None:
    found = met("why", matched=[Matched(note("a")._replace(title=title), shared)], switches=INJECT, says=says)
    if isinstance(found, Hint):
        first, *quoted = found.text.split("\n")
        assert first.startswith("hindnote: ")
        assert all(line.startswith("│") for line in quoted)
        assert found.text.splitlines() == found.text.split("\n")
        assert len(found.text) < 9_500


@given(some.nasty_text)
def test_no_prompt_breaks_the_decision(prompt: str) -> None:
    assert met(prompt, matched=[THREE])


@pytest.mark.parametrize(
    ("text", "body"),
    [("---\nkey: a\n---\nbody\n", "body\n"), ("body", "body"), ("---\nopen", "---\nopen"), ("", "")],
)
def test_a_body_is_what_follows_the_frontmatter(text: str, body: str) -> None:
    assert body_of(text) == body
