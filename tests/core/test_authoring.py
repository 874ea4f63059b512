"""A topic becomes a note that says all that was said; in a vault under a name that every file system and link can say."""

import pytest
from hypothesis import given
from returns.result import Failure, Success

from hindnote.core.arguments import SecretSaid, UnusableArguments
from hindnote.core.authoring import NewTopic, drafted, drafted_for_vault, read_topic
from hindnote.core.document import read_document
from hindnote.core.events import Stamp
from hindnote.core.keys import COMPONENT_BYTES, Layer, NothingToName
from hindnote.core.note import NoteType, parse_note
from hindnote.core.schema import judge
from hindnote.core.vaultnotes import read_vault_note

from .. import strategies as some
from ..planted import planted

STAMP = Stamp("2026-08-07T12:00:00Z", "s03", "claude")
TEXT = "The disk hums.\n\n## Why\n\nIt is cold.\n"


def local(topic: NewTopic) -> str:
    return drafted(topic, STAMP, "{{slug}}").unwrap().text or ""


def test_a_local_topic_says_who_wrote_it_when_and_under_which_title() -> None:
    note = parse_note(local(NewTopic(title="As30p hums", text=TEXT, tags=("disk",), relates_to=("x/y",)))).unwrap()
    assert (note.key, note.type, note.source, str(note.recorded)) == (
        "as30p-hums",
        NoteType.TOPIC,
        "session s03, claude",
        "2026-08-07",
    )
    assert [(each.name, each.body) for each in note.sections] == [
        ("Details", "The disk hums."),
        ("Why", "It is cold."),
        ("Related", "- [[x/y]]"),
    ]


def test_what_it_relates_to_joins_the_section_that_is_there() -> None:
    text = local(NewTopic(title="Hum", text="## Why\n\nCold.\n\n## Related\n\n- [[a]]\n", relates_to=("b",)))
    assert text.count("## Related") == 1
    assert text.endswith("## Related\n\n- [[a]]\n- [[b]]\n")


def test_a_title_that_the_text_repeats_stands_once_and_another_is_kept() -> None:
    assert local(NewTopic(title="Hum", text="# Hum\n\nCold.")).count("Hum") == 1
    assert "Other" in local(NewTopic(title="Hum", text="# Other\n\nCold."))
    vault = drafted_for_vault(NewTopic(title="Hum", text="# Hum\n\nCold."), STAMP).unwrap()
    assert vault.text.endswith("---\n# Hum\n\nCold.\n")


@given(some.sentences, some.any_text)
def test_whatever_is_said_becomes_a_note_that_may_be_written_or_a_refusal(title: str, text: str) -> None:
    match drafted(NewTopic(title=title, text=text), STAMP, "{{slug}}"):
        case Success(draft):
            assert judge(draft.text or "", draft.path) == ()
        case Failure(refusal):
            assert refusal.explain().mend


@given(some.any_text, some.any_text)
def test_a_vaults_file_has_a_name_that_can_be_written_and_linked(title: str, text: str) -> None:
    match drafted_for_vault(NewTopic(title=title, text=text), STAMP):
        case Success(draft):
            assert not set(draft.path) & set('\\/:*?"<>|#^[]\n\x00')
            assert not draft.path.startswith(".")
            assert len(draft.path.encode()) <= COMPONENT_BYTES + len(" (note)")
            assert read_document(draft.text, draft.path).date == "2026-08-07"
        case Failure(refusal):
            assert isinstance(refusal, NothingToName)


def test_a_vaults_text_stays_as_it_was_said() -> None:
    text = "Prose with #tag and [[Other|o]].\n\n```dataview\nlist\n```\n\n## A\n## B"
    draft = drafted_for_vault(
        NewTopic(title="On: the/hum?", text=text, tags=("disk",), folder="Disks/"), STAMP
    ).unwrap()
    assert (draft.key, draft.path) == ("Disks/On the hum", "Disks/On the hum.md")
    assert text in draft.text
    note = read_vault_note(draft.text, draft.path)
    assert (note.title, note.tags, note.source) == ("On: the/hum?", ("disk", "tag"), "session s03, claude")


def test_what_is_blank_or_for_another_place_is_named() -> None:
    said = read_topic(NewTopic(title=" ", text="", relates_to=("No Key",), layer=Layer.TEAM, folder="x"))
    assert isinstance(said, Failure)
    unusable = said.failure()
    assert isinstance(unusable, UnusableArguments)
    assert {name for name, _ in unusable.faults} == {"title", "text", "relates_to", "layer", "folder"}
    assert isinstance(read_topic(NewTopic(title="x", text="y", relates_to=("No Key",), layer=Layer.VAULT)), Success)


SECRET = planted()[0]


@pytest.mark.parametrize(
    "said",
    [
        NewTopic(title=SECRET.evidence, text="x"),
        NewTopic(title="t", text=SECRET.evidence),
        NewTopic(title="t", text="x", tags=(SECRET.evidence,)),
        NewTopic(title="t", text="x", relates_to=(SECRET.evidence,)),
    ],
)
def test_a_secret_is_refused_wherever_it_stands_and_never_echoed(said: NewTopic) -> None:
    match read_topic(said):
        case Failure(SecretSaid() as found):
            assert SECRET.secret not in found.explain().message()
        case other:
            pytest.fail(str(other))


def test_a_title_without_a_letter_names_nothing() -> None:
    assert isinstance(drafted(NewTopic(title="!?", text="x"), STAMP, "{{slug}}"), Failure)
