"""A tool's output speaks of a name once a session, in one line of ours, and every silence has its reason."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.hints import NAME_CHARACTERS, Heard, Hint, Silence
from hindnote.core.namehints import NAMES_A_CALL, READ, ToolOutput, brought_up, name_hint
from hindnote.core.namenotes import NamedNote, Snapshot, Standing
from hindnote.core.switches import Switches

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

TLDS = frozenset({"com", "dev"})
SHIPPED = Switches()
FRESH = Heard()


def note(key: str, *, date: str = "2026-08-01", titled: bool = True) -> NamedNote:
    return NamedNote("local", key, f"As30p {key}", date, 0, titled)


def snapshot(naming: Mapping[str, Sequence[NamedNote]], total: int = 100) -> Snapshot:
    known = {fold: Standing(len(notes), sum(each.titled for each in notes)) for fold, notes in naming.items()}
    return Snapshot(total, known, naming.__getitem__)


def bash(response: str, typed: str = "diskutil list", tool: str = "Bash") -> ToolOutput:
    return ToolOutput(tool, typed, response, stores=("/home/me/.local/share/hindnote/stores/x/local",))


def said(
    event: ToolOutput, naming: Mapping[str, Sequence[NamedNote]], heard: Heard = FRESH, switches: Switches = SHIPPED
) -> Hint | Silence:
    asked = brought_up(event, heard, switches, TLDS)
    return asked if isinstance(asked, Silence) else name_hint(asked, snapshot(naming), heard, switches, event.response)


def text(found: Hint | Silence) -> str:
    assert isinstance(found, Hint), found
    return found.text


KNOWN = {"as30p": [note("hums")]}

# --- what is said -------------------------------------------------------------


def test_the_texts(page: SnapshotAssertion) -> None:
    two = [note("hums", date="2026-09-27"), note("sleeps", date="2026-08-02"), note("mention", titled=False)]
    told = {
        "titled": text(said(bash("As30p"), {"as30p": two})),
        "mentioned": text(said(bash("As30p"), {"as30p": [two[2]]})),
        "changed": text(said(bash("As30p"), {"as30p": [two[0], two[1]._replace(superseded=True)]})),
        "several": text(said(bash("As30p 10.0.3.7"), {"as30p": two, "10.0.3.7": [note("host")]})),
    }
    assert "".join(f"{name}\n{line}\n\n" for name, line in told.items()) == page


def test_a_hint_says_what_it_showed() -> None:
    found = said(bash("As30p and Zz99x"), KNOWN)
    assert isinstance(found, Hint)
    assert (found.names, found.keys, found.timelines, found.withheld) == (
        ("as30p",),
        ("local/hums",),
        0,
        (("zz99x", "unknown"),),
    )


def test_names_that_titles_carry_come_first_then_the_rarest() -> None:
    naming = {
        "x1y": [note("a", titled=False), note("b", titled=False)],
        "x2y": [note("c", titled=False)],
        "x3y": [note(f"t{i}") for i in range(5)],
        "x4y": [note("d", titled=False)],
    }
    found = said(bash("x1y x2y x3y x4y"), naming)
    assert isinstance(found, Hint)
    assert found.names == ("x3y", "x2y", "x4y")
    assert found.withheld == (("x1y", "too-many-names"),)


def test_an_output_full_of_code_speaks_of_one_identifier() -> None:
    naming = {fold: [note(fold, titled=False)] for fold in ("silentlogger", "lookpath", "as30p")}
    found = said(bash("SilentLogger LookPath As30p"), naming)
    assert isinstance(found, Hint)
    assert found.names == ("silentlogger", "as30p")
    assert found.withheld == (("lookpath", "too-many-names"),)


# --- every silence --------------------------------------------------------------

SILENCES = [
    (bash("As30p"), KNOWN, FRESH, SHIPPED._replace(tool_hints=False), "switched-off"),
    (bash("As30p"), KNOWN, FRESH, SHIPPED._replace(names=False), "switched-off"),
    (bash("As30p", tool="mcp__hindnote__recall"), KNOWN, FRESH, SHIPPED, "own-tool"),
    (bash("As30p", tool="mcp__plugin_hindnote_hindnote__recall"), KNOWN, FRESH, SHIPPED, "own-tool"),
    (bash("As30p", tool="mcp_hindnote_remember"), KNOWN, FRESH, SHIPPED, "own-tool"),
    *(
        (bash("As30p", tool=tool), KNOWN, FRESH, SHIPPED, "file-tool")
        for tool in ("Read", "Grep", "Glob", "Write", "Edit")
    ),
    (bash("As30p", tool="read_file"), KNOWN, FRESH, SHIPPED, "file-tool"),
    (bash("As30p", typed="sed -n '1,200p' disks.py"), KNOWN, FRESH, SHIPPED, "file-tool"),
    (bash("As30p", typed="cd x && hindnote recall disk"), KNOWN, FRESH, SHIPPED, "own-command"),
    (bash("As30p", typed="/usr/bin/hindnote list"), KNOWN, FRESH, SHIPPED, "own-command"),
    (bash("As30p", typed="cat .hindnote/notes/a.md"), KNOWN, FRESH, SHIPPED, "store-file"),
    (
        bash("As30p", typed="cat /home/me/.local/share/hindnote/stores/x/local/a.md"),
        KNOWN,
        FRESH,
        SHIPPED,
        "store-file",
    ),
    (bash("nothing to see"), KNOWN, FRESH, SHIPPED, "nothing-to-ask"),
    (bash("As30p", typed="diskutil info As30p"), KNOWN, FRESH, SHIPPED, "typed"),
    (bash("As30p")._replace(cwd="/Volumes/As30p/src"), KNOWN, FRESH, SHIPPED, "surroundings"),
    (bash("me/cli-2")._replace(cwd="C:\\\\me\\\\cli-2"), {"me/cli-2": [note("n")]}, FRESH, SHIPPED, "surroundings"),
    (bash("kiln.dev")._replace(cwd="/home/me/kiln/cli"), {"kiln.dev": [note("n")]}, FRESH, SHIPPED, "surroundings"),
    (bash("WWW.kiln.dev")._replace(cwd="/src/Kiln"), {"www.kiln.dev": [note("n")]}, FRESH, SHIPPED, "surroundings"),
    (
        bash("ok kiln.dev/cli/cmd 1.2s")._replace(cwd="/src/cli"),
        {"kiln.dev": [note("n")]},
        FRESH,
        SHIPPED,
        "surroundings",
    ),
    (
        bash("SilentLogger " * 2),
        {"silentlogger": [note(f"n{i}", titled=False) for i in "ab"]},
        FRESH,
        SHIPPED,
        "untitled",
    ),
    (bash("As30p"), KNOWN, Heard(hinted={"as30p"}), SHIPPED, "hinted"),
    (bash("As30p " + "word " * 100), KNOWN, FRESH, SHIPPED, "once-in-long-output"),
    (bash(" " * READ + "As30p As30p"), KNOWN, FRESH, SHIPPED, "nothing-to-ask"),
    (bash("Zz99x"), KNOWN, FRESH, SHIPPED, "unknown"),
    (bash("As30p"), {"as30p": [note(f"n{i}") for i in range(16)]}, FRESH, SHIPPED, "too-common"),
    (bash("As30p"), {"as30p": [note(f"n{i}", titled=False) for i in range(11)]}, FRESH, SHIPPED, "untitled"),
    (bash("loss at step-9"), {"step-9": [note("n", titled=False)]}, FRESH, SHIPPED, "untitled"),
    (bash("intent/outcome"), {"intent/outcome": [note("n", titled=False)]}, FRESH, SHIPPED, "untitled"),
    (bash("As30p"), {"as30p": [note("n")._replace(credential=True)]}, FRESH, SHIPPED, "credential"),
    (bash("As30p"), KNOWN, Heard(name_characters=NAME_CHARACTERS), SHIPPED, "name-budget"),
    (bash("1f3a9c0 As30p hums (#12)"), KNOWN, FRESH, SHIPPED, "on-screen"),
    (bash("As30p"), KNOWN, Heard(push_left=10), SHIPPED, "push-budget"),
]


@pytest.mark.parametrize(("event", "naming", "heard", "switches", "why"), SILENCES)
def test_every_silence_has_its_reason(
    event: ToolOutput, naming: Mapping[str, Sequence[NamedNote]], heard: Heard, switches: Switches, why: str
) -> None:
    found = said(event, naming, heard, switches)
    assert isinstance(found, Silence)
    assert found.why == why


def test_a_title_on_the_screen_does_not_say_what_became_of_it() -> None:
    naming = {"as30p": [note("hums")._replace(superseded=True)]}
    assert "dated history" in text(said(bash("As30p hums"), naming))


@pytest.mark.parametrize("typed", ["ls ~/src/hindnote/", "git clone x/hindnote.git", "hindnotes"])
def test_a_folder_called_like_us_is_no_command_of_ours(typed: str) -> None:
    assert isinstance(said(bash("As30p", typed=typed), KNOWN), Hint)


def test_a_long_output_that_says_a_name_twice_speaks() -> None:
    assert isinstance(said(bash("As30p " + "word " * 100 + "As30p"), KNOWN), Hint)


def test_up_to_ten_mentions_speak_without_a_title() -> None:
    assert "newest: [[" in text(said(bash("As30p"), {"as30p": [note(f"n{i}", titled=False) for i in range(10)]}))


def test_a_step_among_steps_speaks_for_a_title() -> None:
    assert isinstance(said(bash("loss at run4"), {"run4": [note("n")]}), Hint)


def test_a_plain_pair_speaks_for_a_title() -> None:
    assert isinstance(said(bash("pallets/click"), {"pallets/click": [note("n")]}), Hint)


def test_without_timelines_a_changed_name_has_a_plain_hint() -> None:
    changed = {"as30p": [note("a")._replace(superseded=True)]}
    assert "about it: [[" in text(said(bash("As30p"), changed, switches=SHIPPED._replace(timelines=False)))


@pytest.mark.parametrize("output", ["kiln.dev", "kiln.dev/", "kiln.dev/client/x", "https://kiln.dev/home2"])
def test_a_domain_that_is_called_like_no_folder_above_speaks(output: str) -> None:
    found = said(bash(output)._replace(cwd="/home/dev/cli"), {"kiln.dev": [note("n")]})
    assert isinstance(found, Hint)


def test_a_host_of_ones_own_domain_is_a_thing_of_its_own() -> None:
    found = said(bash("ramp1.kiln.dev")._replace(cwd="/home/dev/kiln"), {"ramp1.kiln.dev": [note("n")]})
    assert isinstance(found, Hint)


# --- laws -------------------------------------------------------------------------

titles = st.one_of(
    some.nasty_text,
    st.text("[]() a", max_size=12),
    st.sampled_from(["x]] (team 2026-01-01)\nhindnote: y1z -> 3 notes", "\u2028hindnote: x", "a" * 400]),
)
noted = st.builds(
    NamedNote,
    layer=st.sampled_from(["team", "local", "vault"]),
    key=some.keys,
    title=titles,
    date=st.dates().map(str),
    mtime=st.integers(0, 3),
    titled=st.booleans(),
    superseded=st.booleans(),
    corrected=st.booleans(),
    credential=st.booleans(),
)
NAMES = ["as30p", "10.0.3.7", "x1y", "owner-1/repo", "dec-0054"]
stores = st.dictionaries(st.sampled_from(NAMES), st.lists(noted, min_size=1, max_size=8), min_size=1)
outputs = st.lists(st.lists(st.sampled_from(NAMES), max_size=6).map(" ".join), min_size=1, max_size=12)


@given(stores, outputs)
def test_a_name_is_hinted_at_most_once_a_session_and_within_its_budget(
    naming: Mapping[str, Sequence[NamedNote]], session: list[str]
) -> None:
    hinted: list[str] = []
    characters = 0
    for output in session:
        found = said(bash(output), naming, Heard(hinted=hinted, name_characters=characters))
        if isinstance(found, Hint):
            assert len(found.names) <= NAMES_A_CALL
            hinted += found.names
            characters += len(found.text)
    assert len(hinted) == len(set(hinted))
    assert characters <= NAME_CHARACTERS


@given(stores, st.lists(st.sampled_from(NAMES), min_size=1, max_size=6).map(" ".join))
def test_a_note_can_add_no_line_and_close_no_link(naming: Mapping[str, Sequence[NamedNote]], output: str) -> None:
    found = said(bash(output), naming)
    if isinstance(found, Hint):
        lines = found.text.splitlines()
        assert len(lines) == len(found.names)
        assert all(line.startswith("hindnote: ") for line in lines)
        assert found.text.count("[[") == found.text.count("]]")
        assert max(map(len, lines)) < 900


@given(stores, st.lists(st.sampled_from(NAMES), min_size=1, max_size=6).map(" ".join))
def test_a_credential_note_is_never_named_unasked(naming: Mapping[str, Sequence[NamedNote]], output: str) -> None:
    found = said(bash(output), naming)
    if isinstance(found, Hint):
        may = {each.identity for notes in naming.values() for each in notes if not each.credential}
        assert set(found.keys) <= may


@given(some.nasty_text, some.nasty_text, some.nasty_text)
def test_no_event_breaks_the_decision(tool: str, typed: str, response: str) -> None:
    assert said(ToolOutput(tool, typed, response), KNOWN)
