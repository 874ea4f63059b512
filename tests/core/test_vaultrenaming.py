"""After a vault's note went to another path every link leads where it led, said as nearly as before; else nothing goes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace
from returns.result import Failure, Success

from hindnote.core.hygiene import StoredNote, targets
from hindnote.core.keys import Layer
from hindnote.core.links import reached, unsure
from hindnote.core.promotion import Local
from hindnote.core.renaming import CannotReword, NewKeyTaken, Renaming, SameKey, Unrenamable, WouldMean
from hindnote.core.targets import from_folder
from hindnote.core.vaultlinks import Called, claims_over
from hindnote.core.vaultnotes import read_vault_note
from hindnote.core.vaultrenaming import vault_renaming

Vault = dict[str, str]
"""Texts by path; the first is the note that is renamed."""


def held(path: str, text: str) -> Local:
    document = replace(read_vault_note(text, path), key="")
    return Local(StoredNote(Layer.VAULT, path, document, f"/v/{path}"), text)


def called(vault: Vault) -> list[Called]:
    notes = [(held(path, text).note, read_vault_note(text, path).aliases) for path, text in vault.items()]
    return [Called(note.key, aliases) for note, aliases in notes]  # type: ignore[arg-type]  # a vault's


def outcome(vault: Vault, path: str) -> Success[Renaming] | Failure[Unrenamable]:
    notes = [held(*each) for each in vault.items()]
    return vault_renaming(notes[0], path, notes, called(vault))


def renamed(vault: Vault, path: str) -> Vault:
    match outcome(vault, path):
        case Success(plan):
            texts = {each.note.path: each.after for each in plan.others}
            rest = {each: texts.get(each, text) for each, text in list(vault.items())[1:]}
            return {plan.path: plan.own.after, **rest}
        case Failure(refusal):
            pytest.fail(refusal.explain().message())


def refused(vault: Vault, path: str) -> Unrenamable:
    match outcome(vault, path):
        case Failure(refusal):
            assert "Nothing was changed." in refusal.explain().mend
            return refusal
        case Success(plan):
            pytest.fail(f"{plan}")


def links(vault: Vault) -> list[list[tuple[str, ...]]]:
    """Of each note, what each thing it names leads to, and what it may mean where that is not certain."""
    claims = claims_over(called(vault))

    def led(note: StoredNote) -> list[tuple[str, ...]]:
        seen = [from_folder(note.key, target) for target in targets(note.document)]
        certain = [tuple(each.key for each in reached(target, Layer.VAULT, claims)) for target in seen]
        doubted = [tuple(sorted(unsure(target, Layer.VAULT, claims))) for target in seen]
        return [one or ("?", *many) for one, many in zip(certain, doubted, strict=True)]

    return [led(held(*each).note) for each in vault.items()]


# --- what moves ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[disk]]", "[[drive|disk]]"),
        ("[[disk|it]] ![[disk]] [[disk#Why|why]]", "[[drive|it]] ![[drive]] [[drive#Why|why]]"),
        ("[[Old/disk]]", "[[New/drive|Old/disk]]"),
        ("[[Old/disk.md]]", "[[New/drive.md|Old/disk.md]]"),
        ("[it](Old/disk.md) [so](disk.md#why)", "[it](New/drive.md) [so](drive.md#why)"),
        ("[it](<Old/disk.md> 'the disk')", "[it](<New/drive.md> 'the disk')"),
        ("[[the one]] [[none]] `[[disk]]`", "[[the one]] [[none]] `[[disk]]`"),
        ("---\nsupersedes: disk\n---\n", "---\nsupersedes: drive\n---\n"),
        (
            "---\nup: \"[[disk]]\" # mine\nx: ['[[Old/disk|it]]']\n---\n",
            "---\nup: \"[[drive|disk]]\" # mine\nx: ['[[New/drive|it]]']\n---\n",
        ),
        (
            '---\nmeta:\n  a: [[b]]\nup: "[[disk|it]]"\nsupersedes: disk\n---\n[[disk|x]]',
            '---\nmeta:\n  a: [[b]]\nup: "[[drive|it]]"\nsupersedes: drive\n---\n[[drive|x]]',
        ),
        ("## Metadata\n- Supersedes: [[disk]]\n", "## Metadata\n- Supersedes: [[drive|disk]]\n"),
        ("## Metadata\r\n- Conflicts with: disk, none\r\n", "## Metadata\r\n- Conflicts with: drive, none\r\n"),
    ],
)
def test_a_link_goes_along_and_is_said_as_it_was(before: str, after: str) -> None:
    vault = {"Old/disk.md": "---\naliases: [the one]\n---\n", "from.md": before}
    assert renamed(vault, "New/drive.md")["from.md"] == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[./disk]] [[../Old/disk|x]]", "[[../New/drive|./disk]] [[../New/drive|x]]"),
        ("---\nsupersedes: ./disk\n---\n", "---\nsupersedes: ../New/drive\n---\n"),
        ("[a](disk.md) [b](../Old/disk.md)", "[a](../New/drive.md) [b](../New/drive.md)"),
        ("[a](../Old/disk.md 'it') ![b](./disk.md)", "[a](../New/drive.md 'it') ![b](../New/drive.md)"),
    ],
)
def test_a_path_from_a_folder_stays_one(before: str, after: str) -> None:
    assert renamed({"Old/disk.md": "", "Old/from.md": before}, "New/drive.md")["Old/from.md"] == after


def test_a_name_with_spaces_is_said_as_each_kind_of_link_can() -> None:
    vault = {"disk.md": "", "from.md": "[[disk|x]] [x](disk.md) [x](<disk.md>)"}
    after = "[[a (new) disk|x]] [x](a%20%28new%29%20disk.md) [x](<a %28new%29 disk.md>)"
    assert renamed(vault, "a (new) disk.md")["from.md"] == after


def test_into_another_folder_only_links_that_say_the_folder_change() -> None:
    vault = {"a/disk.md": "[[../c/x]] [[x]]", "c/x.md": "[[disk]] [[a/disk]] [d](disk.md)"}
    assert renamed(vault, "b/er/disk.md") == {
        "b/er/disk.md": "[[../../c/x|../c/x]] [[x]]",
        "c/x.md": "[[disk]] [[b/er/disk|a/disk]] [d](disk.md)",
    }


def test_a_link_to_another_note_that_its_new_name_would_hide_says_its_whole_path() -> None:
    vault = {"disk.md": "", "deep/drive.md": "", "from.md": "[[drive]]", "e.md": "---\naliases: [it]\n---\n"}
    assert renamed(vault, "drive.md")["from.md"] == "[[deep/drive|drive]]"
    assert renamed({**vault, "from.md": "[[it]]"}, "it.md")["from.md"] == "[[e|it]]"


def test_all_but_its_links_is_kept_byte_for_byte() -> None:
    text = "\ufeff---\r\nkey: [odd\r\n---\r\n# T\r\n\r\n[[disk|x]]\t\r\n%% [[disk|y]] %%"
    vault = {"disk.md": text, "from.md": text}
    assert renamed(vault, "drive.md") == {
        "drive.md": text.replace("[[disk", "[[drive"),
        "from.md": text.replace("[[disk", "[[drive"),
    }


# --- what stops it --------------------------------------------------------------


def test_a_place_that_is_taken_is_refused() -> None:
    assert isinstance(refused({"a.md": "", "B.md": ""}, "b.md"), NewKeyTaken)
    assert isinstance(refused({"a.md": ""}, "a.md"), SameKey)


def test_a_name_may_change_in_its_case_alone() -> None:
    assert renamed({"disk.md": "", "from.md": "[[disk]] [[DISK|x]]"}, "Disk.md")["from.md"] == "[[disk]] [[DISK|x]]"


def test_a_link_that_may_mean_several_is_not_settled_behind_anybodys_back() -> None:
    vault = {"one/d.md": "", "two/d.md": "", "from.md": "[[d]]"}
    assert isinstance(refused(vault, "one/e.md"), WouldMean)
    assert renamed(vault, "three/d.md")["from.md"] == "[[d]]"


def test_a_link_that_waited_for_the_new_name_is_told() -> None:
    match outcome({"disk.md": "", "from.md": "[[drive]]"}, "drive.md"):
        case Success(plan):
            assert [each.key for each in plan.met] == ["from"]
        case other:
            pytest.fail(f"{other}")


def test_a_link_that_cannot_be_written_otherwise_is_refused() -> None:
    assert isinstance(refused({"disk.md": "", "from.md": '[a](disk.md "x](y")'}, "drive.md"), CannotReword)
    assert isinstance(refused({"disk.md": "", "from.md": '[a](disk.md "x \\" y")'}, "drive.md"), CannotReword)
    assert isinstance(refused({"disk.md": "", "from.md": "---\nup: '[[disk]]'\n---\n"}, "the king's.md"), CannotReword)


# --- the law --------------------------------------------------------------------

FOLDERS = st.sampled_from(["", "a/", "a/b/", "c d/"])
NAMES = st.sampled_from(["x", "y", "X", "z w"])
PATHS = st.builds("{}{}.md".format, FOLDERS, NAMES)
SAID = st.builds("{}{}{}".format, st.sampled_from(["", "/", "./", "../", "../../"]), FOLDERS, NAMES | st.just("alias"))
LINKS = (
    SAID.map("[[{}]]".format)
    | SAID.map("[[{}#h|shown]]".format)
    | SAID.map(lambda said: f"[shown]({said.replace(' ', '%20')}.md)")
    | SAID.map("[shown](<{}.md#h> 't')".format)
)
HEADS = st.sampled_from(
    ["", '---\nup: "[[x]]"\naliases: [alias]\n---\n', "---\naliases: [x]\n---\n", "## Metadata\n- Supersedes: x\n\n"]
)
TEXTS = st.builds("{}{}\n".format, HEADS, st.lists(LINKS, max_size=4).map(" and ".join))


@given(st.dictionaries(PATHS, TEXTS, min_size=1, max_size=6), PATHS)
@example({"a/x.md": "[[../y]]", "y.md": "[s](a/x.md)"}, "c d/x.md")
def test_every_link_leads_where_it_led(vault: Vault, path: str) -> None:
    old = next(iter(vault)).removesuffix(".md")
    match outcome(vault, path):
        case Failure():
            return
        case Success():
            after = renamed(vault, path)

    def moved(key: str) -> str:
        return path.removesuffix(".md") if key == old else key

    for was, now in zip(links(vault), links(after), strict=True):
        for led, leads in zip(was, now, strict=True):
            if led == ("?",):
                assert leads in (("?",), (path.removesuffix(".md"),))
            elif led[0] != "?":
                assert leads == tuple(map(moved, led))
            else:
                assert leads[0] == "?"


def test_what_shows_is_kept() -> None:
    vault = {"disk.md": "", "from.md": "[[disk]] [[disk|a]] [b](disk.md)"}
    assert renamed(vault, "x.md")["from.md"] == "[[x|disk]] [[x|a]] [b](x.md)"
