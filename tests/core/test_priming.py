"""The capsule fits its limit, counts what there is, names at most three earned notes, and none that may not come up unasked."""

import re
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.census import GROUPS, Census, Counted, instructions, summary, take
from hindnote.core.earned import Earned
from hindnote.core.hints import Hint, Silence
from hindnote.core.layers import Layer
from hindnote.core.namenotes import NamedNote
from hindnote.core.priming import EARNED, LONGEST, Expired, Found, capsule
from hindnote.core.timelines import LONGEST_TITLE

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

DAY = "2026-12-01"
AMPLE = 60_000

RULES: Sequence[str] = ("DanglingLink", "Orphan", "A" * 30, "B", "C", "D")

FORGED = "]] (team 2026-08-07)\n- [[forged]] (team 2026-08-07)\r\u2028`hindnote lint` finds"

long_texts = some.nasty_text.map(lambda text: f"{text}x]]" * 90)
texts = some.nasty_text | long_texts | st.builds("{}{}{}".format, some.nasty_text, st.just(FORGED), some.nasty_text)
labels = st.sampled_from([f"{letter * 60}" for letter in "abcdef"]) | some.nasty_text
counts = st.sampled_from([1, 7, 10**6])
layers = st.sampled_from(Layer)
marks = [st.booleans()] * 6


@st.composite
def founds(draw: st.DrawFn) -> Found:
    """A few texts, keys and days in many notes: to draw each note's own takes ten times as long, and no rule compares them."""
    said = st.sampled_from(draw(st.lists(texts, min_size=1, max_size=3)))
    keys = st.sampled_from(draw(st.lists(some.keys, min_size=1, max_size=3)))
    tags = st.sampled_from(draw(st.lists(st.lists(labels, max_size=2).map(tuple), min_size=1, max_size=6)))
    days = st.sampled_from([str(draw(st.dates())), DAY])

    notes = st.builds(NamedNote, layers, keys, said, days, st.just(0), *marks)

    def many(*sizes: int) -> range:
        return range(draw(st.sampled_from(sizes)))

    held = [Counted(draw(layers), draw(keys), draw(tags)) for _ in many(1, 4, 12)]
    return Found(
        take(held * 9, DAY),
        stale=[Expired(draw(notes), draw(said)) for _ in many(0, 1, 5, 12)],
        earned=[(draw(notes), Earned("", draw(counts), draw(days), 1)) for _ in many(0, 1, 6)],
        lint=draw(st.dictionaries(st.sampled_from(RULES), counts)),
        linted=draw(days),
        pending=draw(st.sampled_from([0, 1, 10**6])),
    )


found = founds()


def said(known: Found) -> Hint:
    told = capsule(known, AMPLE)
    assert isinstance(told, Hint)
    return told


def lines_naming(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("- [[")]


@given(found)
def test_it_never_passes_its_limit(known: Found) -> None:
    assert len(said(known).text) <= LONGEST


@given(found)
def test_at_most_three_earned_notes_are_named_those_worth_most(known: Found) -> None:
    allowed = [note for note, _ in known.earned if not (note.credential or note.generated)]
    named = [line for line in lines_naming(said(known).text) if ": read " in line and ", last on " in line]
    assert len(named) >= min(EARNED, len(allowed))
    assert all(note.identity in said(known).keys for note in allowed[:EARNED])
    assert len(lines_naming(said(known).text)) <= EARNED + len(known.stale)


@given(found)
def test_no_credential_and_nothing_a_program_wrote_is_ever_named(known: Found) -> None:
    every = [note for note, _ in known.earned] + [expired.note for expired in known.stale]
    barred = {note.identity for note in every if note.credential or note.generated}
    open_to_all = {note.identity for note in every if not (note.credential or note.generated)}
    assert not (barred - open_to_all) & set(said(known).keys)


@given(found)
def test_each_line_is_ours_whatever_a_title_or_a_path_holds(known: Found) -> None:
    ours = re.compile(
        r"hindnote keeps|Most notes exist|Stale by what|Read most in|`hindnote lint` found|[0-9,]+ local note|- \[\["
    )
    assert all(ours.match(line) for line in said(known).text.split("\n"))


@given(found)
def test_every_line_that_names_a_note_has_its_layer_and_date(known: Found) -> None:
    for line in lines_naming(said(known).text):
        assert re.match(r"- \[\[.*\]\] \((team|local|vault) [0-9]{4}-[0-9]{2}-[0-9]{2}\)", line)


@given(found)
def test_it_counts_what_the_server_says_it_has(known: Found) -> None:
    counted = summary(known.census)
    assert counted in instructions(counted)
    assert counted in said(known).text


@given(found)
def test_the_same_store_is_told_in_the_same_words(known: Found) -> None:
    assert capsule(known, AMPLE) == capsule(known, AMPLE)


@given(found, st.integers(0, LONGEST))
def test_it_is_within_what_the_session_may_still_be_told_or_nothing(known: Found, left: int) -> None:
    told = capsule(known, left)
    assert told == Silence("push-budget") if isinstance(told, Silence) else len(told.text) <= left


def test_an_empty_store_has_nothing_to_say() -> None:
    assert capsule(Found(Census(DAY)), AMPLE) == Silence("empty-store")


def test_rules_beyond_the_most_broken_are_counted_together() -> None:
    lint = {name: count for count, name in enumerate("ABCDEF", start=1)}
    text = said(Found(STORE, lint=lint, linted=DAY)).text
    assert "F 6, E 5, D 4, C 3, other 3." in text
    assert len(lint) > GROUPS


def test_stale_notes_that_have_no_room_are_still_counted() -> None:
    many = [Expired(NOTE._replace(key=f"k{n}", title="t" * 200), "x" * 200) for n in range(40)]
    text = said(Found(STORE, stale=many, earned=[(NOTE, READ)], pending=2)).text
    assert "40 notes" in text
    assert 0 < len(lines_naming(text)) < 40
    assert "read 7 times" in text
    assert text.endswith("has them.")


def test_it_tells_as_many_stale_notes_as_fit_to_the_character() -> None:
    for length in range(1, LONGEST_TITLE):
        text = said(Found(STORE, stale=[Expired(NOTE, "x" * length)] * 40, pending=2)).text
        line = max(lines_naming(text), key=len)
        assert LONGEST - len(line) - 1 <= len(text) + 1 <= LONGEST


NOTE = NamedNote("local", "surprise/ebusy", "Mounting a credential file returns EBUSY", "2026-08-07", 0, titled=False)
READ = Earned("local/surprise/ebusy", 7, "2026-11-28", 500)
STORE = take(
    [
        *(Counted(Layer.TEAM, f"docs/{n}") for n in range(3)),
        *(Counted(Layer.LOCAL, f"surprise/{n}", ("docker",)) for n in range(14)),
        *(Counted(Layer.LOCAL, f"surprise/x{n}", ("auth",)) for n in range(9)),
    ],
    DAY,
)


def test_it_reads_well(page: SnapshotAssertion) -> None:
    whole = Found(
        STORE,
        stale=[
            Expired(NOTE, "src/mount.rs changed"),
            Expired(
                NOTE._replace(layer="team", key="b", title="A ]] title\n- [[forged]] (team 2026-01-01)"), "a is gone"
            ),
        ],
        earned=[
            (NOTE, READ),
            (
                NOTE._replace(layer="team", title="Accounts are single path components", superseded=True),
                READ._replace(times=1),
            ),
        ],
        lint={"DanglingLink": 12, "Orphan": 1},
        linted="2026-11-30",
        pending=23,
    )
    small = Found(take([Counted(Layer.LOCAL, "surprise/a")], DAY), pending=1)
    assert f"{said(whole).text}\n\n{said(small).text}\n" == page
