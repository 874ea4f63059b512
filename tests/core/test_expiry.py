"""A trigger is one of four shapes about this repository, or a refusal that says how to write one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success
from syrupy.assertion import SnapshotAssertion

from hindnote.core.expiry import (
    Base,
    File,
    Image,
    Symbol,
    Trigger,
    UnevaluatableTrigger,
    parse_trigger,
    places,
    repo_relative,
    resolve_trigger,
    stored,
)
from hindnote.core.facts import Facts, Present, Unclear

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

BLOB = "8370720c1f0e5a6b7d8e9f00112233445566778a"
ROOT = "/home/bob/src/app"


@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        (f"file:src/mount.rs@{BLOB}", File("src/mount.rs", BLOB)),
        ("file:src/mount.rs@8370720", File("src/mount.rs", "8370720")),
        ("file:src/mount.rs@8370720C", File("src/mount.rs", "8370720c")),
        ("file:src/mount.rs@current", File("src/mount.rs", "current")),
        (" file: src/mount.rs@current ", File("src/mount.rs", "current")),
        ("file:node_modules/@types/node/index.d.ts@8370720", File("node_modules/@types/node/index.d.ts", "8370720")),
        ("file:./a//b/./c.py@current", File("a/b/c.py", "current")),
        ("file:a/../b.py@current", File("b.py", "current")),
        ("file:docs/日本 語.md@current", File("docs/日本 語.md", "current")),
        (f"file:{ROOT}/src/mount.rs@current", File("src/mount.rs", "current")),
        ("file:/work/src/mount.rs@current", File("src/mount.rs", "current")),
        ("file:/workspaces/app/src/mount.rs@current", File("src/mount.rs", "current")),
        ("file:/github/workspace/a.py@current", File("a.py", "current")),
        (r"file:src\mount.rs@current", File("src/mount.rs", "current")),
        ("image:current", Image("current")),
        (f"image:{BLOB}", Image(BLOB)),
        ("base:2026.08", Base("2026.08")),
        ("symbol:Store::open", Symbol("Store::open")),
        ("symbol:operator ==", Symbol("operator ==")),
        ("FILE:a@current", File("a", "current")),
    ],
)
def test_each_of_the_four_shapes_is_read(text: str, trigger: Trigger) -> None:
    assert parse_trigger(text, ROOT) == Success(trigger)


MALFORMED = (
    *("", " ", "x", "never", "file", "File", "files:a@current", "commit:8370720", "date:2026-08-07", ":", "@current"),
    *("file:", "file: ", "file:@current", "file:@", "file:a", "file:a@", "file:a@xyz", "file:a@837072", "file:a@HEAD"),
    *(f"file:a@{'0' * 65}", "file:a@ 83707 20", "file:a#L3", "file:a:12@", "file:a@current@", "file:a@-8370720"),
    *("file:/etc/passwd@current", "file:../x@current", "file:a/../../x@current", "file:~/x@current", "file:.@current"),
    *("file:C:/x/y.py@current", "file:src/@current", "file:/work@current", "file:/work/@current", "file:..@current"),
    *("file:///a@current", "file:.git/HEAD@current", "file:sub/.GIT/config@current"),
    *(
        "file:a\n@current",
        "file:a\x00b@current",
        "file:a\x1b[31m@current",
        "file:\ud800@current",
        f"file:{'a' * 5000}@current",
    ),
    *("image:", "image: ", "image:now", "image:12", "image:Dockerfile", "image:sha256:8370720", f"image:{'0' * 65}"),
    *(
        "base:",
        "base:2026",
        "base:2026.13",
        "base:2026.00",
        "base:2026.8",
        "base:2026-08",
        "base:current",
        "base:26.08",
    ),
    *("symbol:", "symbol: ", "symbol:a\nb", "symbol:a\tb"),
)


@pytest.mark.parametrize("text", MALFORMED)
def test_everything_else_is_refused_with_a_mend(text: str) -> None:
    match parse_trigger(text, ROOT):
        case Failure(refusal):
            assert refusal.explain().mend
            assert refusal.explain().error.isprintable()
        case Success(trigger):
            pytest.fail(f"read as {trigger}")


def test_each_refusal_says_what_is_wrong_with_that_form(page: SnapshotAssertion) -> None:
    refused = [parse_trigger(text, ROOT).failure().explain() for text in MALFORMED]
    lines = [f"{each.error}\n" for each in refused]
    assert "".join([*lines, "\n", *sorted({f"{each.mend}\n" for each in refused})]) == page


def test_a_folder_beside_the_repository_is_not_in_it() -> None:
    assert repo_relative(f"{ROOT}-old/a.py", ROOT) is None


def test_a_repository_at_a_sandboxs_own_place_keeps_its_folders() -> None:
    assert repo_relative("/work/main/src/a.py", "/work/main") == "src/a.py"


@given(some.nasty_text)
def test_no_text_raises(text: str) -> None:
    parse_trigger(text)
    parse_trigger(f"file:{text}@current", ROOT)
    parse_trigger(f"symbol:{text}")


paths = st.from_regex(r"[a-z@.]{1,8}(/[a-zé @]{1,8}){0,3}\.[a-z]{1,3}", fullmatch=True).filter(
    lambda path: repo_relative(path) == path
)
hashes = st.text("0123456789abcdef", min_size=7, max_size=40)
triggers = st.one_of(
    st.builds(File, paths, hashes),
    st.builds(Image, hashes),
    st.builds(Base, st.from_regex(r"[0-9]{4}\.(0[1-9]|1[0-2])", fullmatch=True)),
    st.builds(Symbol, st.from_regex(r"[A-Za-z_:~.]{1,20}", fullmatch=True)),
)


@given(triggers)
def test_what_is_written_reads_back_equal(trigger: Trigger) -> None:
    assert parse_trigger(trigger.render()) == Success(trigger)


@given(st.text(min_size=1))
def test_a_path_that_was_made_relative_stays_in_the_repository(path: str) -> None:
    relative = repo_relative(path, ROOT)
    if relative is not None:
        assert not relative.startswith("/")
        assert ".." not in relative.split("/")
        assert repo_relative(relative, ROOT) in {relative, None}


# --- resolving --------------------------------------------------------------


def facts(files: dict[str, str], image: str | None = None) -> Facts:
    found = {path: Present((blob,)) for path, blob in files.items()}
    return Facts(
        files=found | ({"Dockerfile": Present((image,))} if image else {}), recipe="Dockerfile" if image else ""
    )


def test_current_becomes_what_the_file_is_now() -> None:
    found = resolve_trigger(File("src/a.py", "current"), facts({"src/a.py": BLOB}))
    assert found == Success(File("src/a.py", BLOB))


def test_a_hash_that_was_given_is_kept_whatever_the_file_is_now() -> None:
    assert resolve_trigger(File("a.py", "1234567"), facts({"a.py": BLOB})) == Success(File("a.py", "1234567"))
    assert resolve_trigger(File("gone.py", "1234567"), facts({})) == Success(File("gone.py", "1234567"))


def test_a_repository_mounted_under_its_name_is_recognised_by_its_files() -> None:
    trigger = parse_trigger("file:/work/app/src/a.py@current", ROOT).unwrap()
    assert resolve_trigger(trigger, facts({"src/a.py": BLOB})) == Success(File("src/a.py", BLOB))
    assert resolve_trigger(trigger, facts({"app/src/a.py": BLOB})) == Success(File("app/src/a.py", BLOB))


def test_current_of_nothing_is_refused() -> None:
    for trigger in (File("gone.py", "current"), Image("current")):
        match resolve_trigger(trigger, facts({})):
            case Failure(UnevaluatableTrigger() as refusal):
                assert refusal.explain().mend
            case Success(found):
                pytest.fail(f"resolved to {found}")


def test_what_git_calls_the_file_is_what_is_recorded() -> None:
    """Its bytes may go by another name: a checkout may have turned its line ends."""
    found = resolve_trigger(File("a", "current"), Facts(files={"a": Present(("c" * 40, BLOB))}))
    assert found == Success(File("a", BLOB))


def test_current_of_what_cannot_be_told_is_refused_with_why() -> None:
    unclear = Facts(files={"a": Unclear("git passes it through the filter `lfs`", ("c" * 40,))}, recipe="a")
    for trigger in (File("a", "current"), Image("current")):
        match resolve_trigger(trigger, unclear):
            case Failure(refusal):
                assert "filter `lfs`" in refusal.explain().error
                assert refusal.explain().mend
            case Success(found):
                pytest.fail(f"resolved to {found}")
    assert resolve_trigger(File("a", "1234567"), unclear) == Success(File("a", "1234567"))


def test_of_two_places_the_one_that_is_there_is_meant() -> None:
    """In a sparse checkout nobody can say that the other is not."""
    found = Facts(files={"app/a.py": Unclear("this checkout is sparse"), "a.py": Present((BLOB,))})
    assert resolve_trigger(File("app/a.py", "current"), found) == Success(File("a.py", BLOB))


def test_only_a_file_depends_on_paths_and_may_mean_the_one_below_its_first_folder() -> None:
    assert places(File("app/src/a.py", BLOB)) == ("app/src/a.py", "src/a.py")
    assert places(File("a.py", BLOB)) == ("a.py",)
    assert places(Image(BLOB)) == places(Base("2026.08")) == places(Symbol("x")) == ()


def test_the_recipe_of_an_image_is_asked_for_only_when_it_is_needed() -> None:
    assert resolve_trigger(Image("current"), facts({}, BLOB)) == Success(Image(BLOB))
    assert resolve_trigger(Image("1234567"), facts({})) == Success(Image("1234567"))
    assert resolve_trigger(Base("2026.08"), facts({})) == Success(Base("2026.08"))


def test_current_may_not_stand_in_a_file() -> None:
    assert not stored(File("a", "current"))
    assert not stored(Image("current"))
    assert stored(File("a", BLOB))
    assert stored(Symbol("current"))
