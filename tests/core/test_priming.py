"""The capsule fits its limit, counts what there is, names at most three earned notes, and none that may not come up unasked."""

import re

from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.census import GROUPS, Census, Counted, instructions, summary, take
from hindnote.core.earned import Earned
from hindnote.core.hints import Hint, Silence
from hindnote.core.layers import Layer
from hindnote.core.namenotes import NamedNote
from hindnote.core.priming import EARNED, LONGEST, Expired, Found, capsule

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

DAY = "2026-12-01"
AMPLE = 60_000

texts = some.nasty_text | some.nasty_text.map(lambda text: f"{text}x]]" * 90)
notes = st.builds(
    NamedNote,
    layer=st.sampled_from(["team", "local", "vault"]),
    key=some.keys,
    title=texts,
    date=st.dates().map(str),
    mtime=st.integers(0, 3),
    titled=st.booleans(),
    superseded=st.booleans(),
    replaces=st.booleans(),
    corrected=st.booleans(),
    credential=st.booleans(),
    generated=st.booleans(),
)
earned = st.builds(Earned, st.just(""), st.integers(1, 10**9), st.dates().map(str), st.just(1))
labels = st.sampled_from([f"{letter * 60}" for letter in "abcdef"]) | some.nasty_text
stores = st.lists(
    st.builds(Counted, st.sampled_from(Layer), some.keys, st.lists(labels, max_size=2).map(tuple)),
    min_size=1,
    max_size=12,
)
found = st.builds(
    Found,
    stores.map(lambda held: take(held * 9, DAY)),
    stale=st.lists(st.builds(Expired, notes, texts), max_size=12),
    earned=st.lists(st.tuples(notes, earned), max_size=6),
    lint=st.dictionaries(st.sampled_from(["DanglingLink", "Orphan", "A" * 30, "B", "C", "D"]), st.integers(1, 10**6)),
    pending=st.integers(0, 10**6),
)


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
        r"hindnote keeps|Most notes exist|Stale by what|Read most in|`hindnote lint` finds|[0-9,]+ local note|- \[\["
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
    text = said(Found(STORE, lint=lint)).text
    assert "F 6, E 5, D 4, C 3, other 3." in text
    assert len(lint) > GROUPS


def test_stale_notes_that_have_no_room_are_still_counted() -> None:
    many = [Expired(NOTE._replace(key=f"k{n}", title="t" * 200), "x" * 200) for n in range(40)]
    text = said(Found(STORE, stale=many, earned=[(NOTE, READ)], pending=2)).text
    assert "40 notes" in text
    assert 0 < len(lines_naming(text)) < 40
    assert "read 7 times" in text
    assert text.endswith("has them.")


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
        pending=23,
    )
    small = Found(take([Counted(Layer.LOCAL, "surprise/a")], DAY), pending=1)
    assert f"{said(whole).text}\n\n{said(small).text}\n" == page
