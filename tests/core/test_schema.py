"""One note is judged whole: each rule on its own, every breach at once, on its line; what only looks like one passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.keys import path_of
from hindnote.core.note import Note, NoteType, Section, render
from hindnote.core.schema import judge
from hindnote.core.violations import Rule

from .. import strategies as some
from ..pages import page
from ..planted import Planted, planted

__all__ = ["page"]

HEAD = """\
---
key: surprise/mounting-returns-ebusy
type: surprise
source: session s03, claude
recorded: 2026-08-07
---
"""
BODY = """\
# Mounting returns EBUSY

## Expected

it mounts

## Observed

EBUSY

## Evidence

```
mount: EBUSY
```

## Answers

- why does my login not persist

## Related

- [[credentials]]
"""
GOOD = HEAD + BODY
LAST = GOOD.count("\n")
PLACE = "surprise/mounting-returns-ebusy.md"
STUB = (
    "---\nkey: readme\ntype: stub\nsource: ingest\nrecorded: 2026-08-07\n---\n# Readme\n\n## Answers\n\n- all of it\n"
)
TOPIC = "---\nkey: topic\ntype: topic\nsource: bob\nrecorded: 2026-08-07\n---\n# Topic\n\n## Anything\n\ntext\n"


def rules(text: str, path: str = PLACE) -> list[Rule]:
    return [breach.rule for breach in judge(text, path)]


def breaches(text: str, path: str = PLACE) -> list[tuple[Rule, int | None]]:
    return [(breach.rule, breach.line) for breach in judge(text, path)]


# --- what is right ----------------------------------------------------------


@pytest.mark.parametrize(("text", "path"), [(GOOD, PLACE), (STUB, "readme.md"), (TOPIC, "topic.MD")])
def test_a_good_note_of_each_type_has_no_breach(text: str, path: str) -> None:
    assert judge(text, path) == ()


@pytest.mark.parametrize(
    "respelled",
    [
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD.replace("## Expected\n\nit", "Expected\n--------\n\nit"),
        GOOD.replace("## Expected", "##   Expected ##"),
        GOOD.replace("## Answers", "## answers"),
        GOOD.replace("- why", "* why"),
        GOOD + "\n## Expected\n",
        GOOD.replace("- [[credentials]]", "<!-- none yet -->"),
        GOOD.replace("## Observed\n\n", "## Observed\n\n~~~\n## Expected\n```\n~~~\n\n"),
        GOOD.replace("tags", "tags: [a]\nmood: 12:30"),
        HEAD.replace("---\n", "---\nmood: fine # a comment\n", 1) + BODY,
    ],
)
def test_another_spelling_of_a_good_note_is_good(respelled: str) -> None:
    assert judge(respelled, PLACE) == ()


def surprises(note: Note) -> Note:
    sections = {"Expected": "a", "Observed": "b", "Evidence": "c", "Answers": "- d"}
    return Note(
        key=note.key,
        type=NoteType.SURPRISE,
        source=note.source,
        recorded=note.recorded,
        title=note.title,
        sections=tuple(Section(name, body) for name, body in sections.items()),
        tags=note.tags,
        supersedes=note.supersedes,
        conflicts_with=note.conflicts_with,
    )


@given(some.notes.map(surprises))
def test_what_we_render_of_a_whole_surprise_is_good(note: Note) -> None:
    assert [breach for breach in judge(render(note), path_of(note.key)) if breach.rule is not Rule.SECRET_IN_NOTE] == []


@given(st.one_of(some.file_text, some.nasty_text))
def test_no_text_raises_and_the_breaches_come_in_the_order_of_lines(text: str) -> None:
    lines = [breach.line or 0 for breach in judge(text, "a/b.md")]
    assert lines == sorted(lines)


# --- each rule --------------------------------------------------------------


@pytest.mark.parametrize("field", ["key", "type", "source", "recorded"])
@pytest.mark.parametrize("blank", ["", ' "  "', "[]"])
def test_a_field_that_is_missing_or_blank_is_a_breach(field: str, blank: str) -> None:
    rest = [line for line in HEAD.split("\n") if line and not line.startswith(f"{field}:")]
    head = "\n".join([*rest[:-1], *([f"{field}: {blank}"] if blank else []), "---\n"])
    assert rules(head + BODY) == [Rule.MISSING_FIELD]


def test_a_note_without_frontmatter_lacks_all_four_fields() -> None:
    assert rules("# A\n\ntext\n", "a.md") == [Rule.MISSING_FIELD] * 4


@pytest.mark.parametrize(
    "block",
    [
        "key: a\nkey: b\n",
        "key: [a\n",
        "- a\n",
        "key: &x a\n",
        "key: *x\n",
        "key: !t a\n",
        "a: {b: c}\n",
        "key: a: b\n",
    ],
)
def test_frontmatter_that_does_not_parse_is_one_breach_and_a_second_block_hides_nothing(block: str) -> None:
    text = f"---\n{block}---\n{HEAD}{BODY}"
    assert rules(text) == [Rule.UNPARSABLE_FRONTMATTER]
    assert judge(text, PLACE)[0].line


def test_a_block_that_never_closes_is_a_breach() -> None:
    assert Rule.UNPARSABLE_FRONTMATTER in rules("---\nkey: a\n# A\n")


@pytest.mark.parametrize("kind", ["Surprise", "note", "surprise, topic", "journal"])
def test_a_type_outside_the_set_is_a_breach(kind: str) -> None:
    assert breaches(GOOD.replace("type: surprise", f"type: {kind}")) == [(Rule.UNKNOWN_TYPE, 3)]


@pytest.mark.parametrize("key", ["Surprise/X", "../x", "a//b", ".hidden", "a b", "/a", "con", "a/", "x.md", "a" * 121])
def test_a_key_that_is_none_is_a_breach(key: str) -> None:
    assert breaches(GOOD.replace("key: surprise/mounting-returns-ebusy", f"key: {key}")) == [(Rule.INVALID_KEY, 2)]


def test_a_key_in_another_field_that_is_none_is_a_breach() -> None:
    assert rules(GOOD.replace("type:", "supersedes: ../x\ntype:")) == [Rule.INVALID_KEY]
    assert rules(GOOD.replace("type:", "conflicts_with: [a, 'b//c']\ntype:")) == [Rule.INVALID_KEY]


@pytest.mark.parametrize(
    "day", ["2026-02-30", "2026-8-7", "07.08.2026", "yesterday", "2026-08-07T10:00:00", "20260807"]
)
def test_a_day_that_does_not_exist_is_a_breach(day: str) -> None:
    assert breaches(GOOD.replace("2026-08-07", day)) == [(Rule.NO_SUCH_DATE, 5)]


@pytest.mark.parametrize("name", ["Expected", "Observed", "Evidence", "Answers"])
def test_a_section_that_a_surprise_needs_is_a_breach_when_it_is_missing(name: str) -> None:
    assert rules(GOOD.replace(f"## {name}", "## Else")) == [Rule.MISSING_SECTION]


@pytest.mark.parametrize("nothing", ["", "\n \n\t\n", "<!-- todo -->\n", "### deeper\n", "---\n", "[a]: b\n"])
def test_a_heading_with_nothing_under_it_is_missing(nothing: str) -> None:
    assert breaches(GOOD.replace("it mounts\n", nothing)) == [(Rule.MISSING_SECTION, 9)]


@pytest.mark.parametrize("nothing", ["-\n", "- \n- \n", "*\n"])
def test_bullets_without_text_answer_nothing(nothing: str) -> None:
    assert rules(GOOD.replace("- why does my login not persist\n", nothing)) == [Rule.MISSING_SECTION]


@pytest.mark.parametrize(
    "hidden", ["```\n## Evidence\n\nx\n```\n", "<!--\n## Evidence\n\nx\n-->\n", "    ## Evidence\n"]
)
def test_a_heading_in_code_or_a_comment_is_no_section(hidden: str) -> None:
    body = BODY.replace("## Evidence\n\n```\nmount: EBUSY\n```\n", hidden)
    assert rules(HEAD + body) == [Rule.MISSING_SECTION]


def test_a_stub_needs_answers_and_a_topic_a_title_and_one_section() -> None:
    assert rules(STUB.replace("## Answers", "## Other"), "readme.md") == [Rule.MISSING_SECTION]
    assert rules(TOPIC.replace("# Topic\n", ""), "topic.md") == [Rule.MISSING_SECTION]
    assert rules(TOPIC.replace("## Anything\n\n", ""), "topic.md") == [Rule.MISSING_SECTION]
    assert rules(TOPIC.replace("text\n", ""), "topic.md") == [Rule.MISSING_SECTION]


@pytest.mark.parametrize("section", ["Answers", "Related", "Timeline"])
@pytest.mark.parametrize("prose", ["some prose", "1. numbered", "```\ncode\n```", "> quoted", "### deeper"])
def test_a_list_section_holds_bullets_only(section: str, prose: str) -> None:
    text = f"{GOOD}\n## {section}\n\n- a\n\n{prose}\n"
    assert breaches(text) == [(Rule.PROSE_IN_LIST_SECTION, LAST + 6)]


def test_a_bullet_may_hold_paragraphs_and_code_of_its_own() -> None:
    assert rules(f"{GOOD}\n## Timeline\n\n- 2026-08-08: again\n\n  more\n\n  ```\n  x\n  ```\n") == []


@pytest.mark.parametrize("fence", ["```", "~~~~", "   ```", "```py"])
def test_a_fence_that_is_never_closed_is_a_breach(fence: str) -> None:
    assert breaches(f"{GOOD}\n## More\n\n{fence}\nx\n") == [(Rule.UNCLOSED_FENCE, LAST + 4)]


@pytest.mark.parametrize(
    "path", ["surprise/other.md", "mounting-returns-ebusy.md", "Surprise/mounting-returns-ebusy.md"]
)
def test_a_key_that_disagrees_with_its_path_is_a_breach(path: str) -> None:
    assert breaches(GOOD, path) == [(Rule.KEY_DISAGREES_WITH_PATH, 2)]


def test_a_path_in_another_unicode_form_is_the_same_place() -> None:
    text = TOPIC.replace("key: topic", "key: caf\u00e9")
    assert judge(text, "cafe\u0301.md") == ()


@pytest.mark.parametrize("trigger", ["never", "file:a@current", "image:current", "file:../a@1234567", "base:2026"])
def test_a_trigger_that_nothing_can_evaluate_is_a_breach(trigger: str) -> None:
    assert breaches(GOOD.replace("recorded:", f"invalidated_by: {trigger}\nrecorded:")) == [
        (Rule.UNEVALUATABLE_TRIGGER, 5)
    ]


@pytest.mark.parametrize("trigger", ["file:src/a.rs@1234567", "image:1234567", "base:2026.08", "symbol:open", "", '""'])
def test_a_trigger_that_can_be_evaluated_is_none(trigger: str) -> None:
    assert rules(GOOD.replace("recorded:", f"invalidated_by: {trigger}\nrecorded:")) == []


CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"


def test_a_merge_that_was_never_finished_is_a_breach_wherever_it_is() -> None:
    assert breaches(GOOD.replace("it mounts\n", CONFLICT)) == [(Rule.CONFLICT_MARKERS, 11)]
    assert Rule.CONFLICT_MARKERS in rules(GOOD.replace("recorded: 2026-08-07\n", CONFLICT))
    assert Rule.CONFLICT_MARKERS in rules(GOOD.replace("it mounts\n", CONFLICT.replace("\n", "\r\n")))
    assert Rule.CONFLICT_MARKERS in rules(GOOD.replace("it mounts\n", f"a\n||||||| base\n{CONFLICT[13:]}"))


@pytest.mark.parametrize(
    "shown", [f"```\n{CONFLICT}```\n", "a `<<<<<<< HEAD` line\n", "Heading\n=======\n\ntext\n", "<<<<<<<< x\n"]
)
def test_a_note_may_show_what_a_conflict_looks_like(shown: str) -> None:
    assert Rule.CONFLICT_MARKERS not in rules(GOOD.replace("it mounts\n", shown))


@pytest.mark.parametrize("sample", planted()[::7], ids=[sample.kind for sample in planted()[::7]])
def test_a_secret_is_a_breach_that_does_not_repeat_it(sample: Planted) -> None:
    found = judge(GOOD.replace("it mounts\n", f"{sample.evidence}\n"), PLACE)
    assert Rule.SECRET_IN_NOTE in {breach.rule for breach in found}
    assert sample.secret not in str(found)


def test_a_secret_where_a_field_belongs_is_not_repeated_either() -> None:
    token = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    for field in ("key", "type", "recorded", "invalidated_by", "supersedes"):
        told = "\n".join(breach.explain().message() for breach in judge(f"---\n{field}: {token}\n---\n", PLACE))
        assert "SecretInNote" in told
        assert token not in told


def test_every_breach_of_a_note_is_told_at_once(page: SnapshotAssertion) -> None:
    text = """\
---
key: Surprise/Two
type: surprise
recorded: 2026-02-30
invalidated_by: when it rains
---
# Two

## Expected

## Observed

<<<<<<< HEAD
it holds API_KEY=%s

## Answers

prose

```
open
"""
    found = judge(text % ("9f86d0818" + "84c7d659a2f"), "surprise/one.md")
    assert "".join(f"{breach.explain().message()}\n" for breach in found) == page
