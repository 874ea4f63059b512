"""A hook reads the indexes as they are: it waits for nobody, writes nothing, and knows nothing of what cannot be read."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindnote.core.analysis import COLUMN_WEIGHTS, terms_of
from hindnote.core.bm25 import scores
from hindnote.core.keys import Layer
from hindnote.core.namenotes import MAX_SHARE, ceiling
from hindnote.core.preflight import Matched, enough
from hindnote.core.switches import Switches
from hindnote.shell.index.entry import entry
from hindnote.shell.index.lookup import CANDIDATES, Lookup

from .stores import Store, store_in, surprise, write


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path, vault=True)
    write(store.local, "a.md", surprise("a", "Mounting the credential file over a socket returns EBUSY on As30p"))
    write(store.local, "b.md", surprise("b", "The socket closes early", archived="true"))
    write(store.team, "c.md", surprise("c", "Unrelated matters of the build"))
    write(store.vault, "As30p.md", "It hums.\n")
    return refreshed(store)


def refreshed(store: Store) -> Store:
    with store.open() as index:
        index.refresh()
    return store


def files(store: Store) -> list[str]:
    vaults = (store.world.settings.homes.state / "vaults").glob("*/index.db")
    return [str(store.file), *map(str, vaults)]


def matched(store: Store, prompt: str, share: float = MAX_SHARE) -> list[tuple[str, int]]:
    with Lookup(files(store)) as lookup:
        return [(each.note.key, each.shared) for each in lookup.matched(prompt, Switches(max_share=share, min_terms=1))]


def test_names_are_looked_up_in_every_index(store: Store) -> None:
    with Lookup(files(store)) as lookup:
        found = lookup.names(["as30p"])
        assert (found.total, found.known["as30p"]) == (3, (2, 2))
        assert {note.identity for note in found.naming("as30p")} == {"local/a", "vault/As30p"}


def test_a_prompt_finds_the_notes_that_share_its_words_best_first(store: Store) -> None:
    assert matched(store, "why does mounting a credential file fail with EBUSY?")[0] == ("a", 5)
    assert matched(store, "mounting mounting mount") == [("a", 1)]
    assert matched(store, "the socket closes early") == [("a", 2), ("c", 1)]
    assert matched(store, "zebra") == []


WORDS = ["zebra", "foo", "bar", "gate", "socket", "mount", "EBUSY", "foo_bar", "getUser2", "端口", "cellar", "hum"]
bodies = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=1, max_size=14)
prompts = st.lists(st.sampled_from([*WORDS, "sockets", "foo_bar.rs", "unheard"]), max_size=8).map(" ".join)


def by_the_core(texts: Sequence[str], prompt: str, share: float) -> list[tuple[int, float, int, int]]:
    """Of notes, with score, words shared and words asked, best first: the rule, with every note read."""
    columns = [entry(text, Layer.LOCAL, f"n{place}.md", 0).terms for place, text in enumerate(texts)]
    words = {tuple(dict.fromkeys(terms_of(chunk)[0])) for chunk in prompt.split()}
    spread = {term: sum(term in chain(*each) for each in columns) for word in words for term in word}
    rare = {term for term, notes in spread.items() if 0 < notes <= ceiling(len(texts), share)}
    asked = {tuple(term for term in word if term in rare) for word in words} - {()}
    scored = scores(enumerate(columns), COLUMN_WEIGHTS, sorted(rare))
    held = ((n, score, sum(any(term in chain(*columns[n]) for term in word) for word in asked)) for n, score in scored)
    return sorted(((*each, len(asked)) for each in held), key=lambda each: -each[1])


@given(bodies, prompts, st.sampled_from([1, 3, 11]), st.integers(1, 4))
@settings(max_examples=60)
def test_a_prompt_is_answered_as_the_core_ranks(
    tmp_path_factory: pytest.TempPathFactory, said: list[str], prompt: str, share: int, least: int
) -> None:
    """The best, and those that share enough, best first; where none does one that shares most, which is not enough either."""
    tmp = tmp_path_factory.mktemp("store")
    store, switches = store_in(tmp), Switches(max_share=share, min_terms=least)
    texts = [surprise(f"n{place}", each) for place, each in enumerate(said)]
    for place, text in enumerate(texts):
        write(store.local, f"n{place}.md", text)
    refreshed(store)
    ruled = by_the_core(texts, prompt, share)
    with Lookup(files(store)) as lookup:
        found = [(int(each.note.key[1:]), each.shared, each.asked) for each in lookup.matched(prompt, switches)]
    shutil.rmtree(tmp)
    score = {n: score for n, score, _, _ in ruled}
    most = max((shared for _, _, shared, _ in ruled), default=0)
    assert bool(found) == bool(ruled)
    assert set(found) <= {(n, shared, asked) for n, _, shared, asked in ruled}
    if ruled and most >= (need := enough(ruled[0][3], switches)):
        sharing = [score[n] for n, shared, _ in found if shared >= need]
        every = [score for _, score, shared, _ in ruled if shared >= need]
        assert score[found[0][0]] == pytest.approx(ruled[0][1])
        assert sharing == pytest.approx(every[: len(sharing)])
        assert len(sharing) == len(every) or len(found) == CANDIDATES
    else:
        assert all(shared == most for _, shared, _ in found)


FILLER = " ".join(f"plain{n}" for n in range(40))


@pytest.fixture
def many(tmp_path: Path) -> Store:
    """So many notes that a word of two of them tells."""
    store = store_in(tmp_path, vault=True)
    for number in range(20):
        write(store.local, f"n{number}.md", surprise(f"n{number}", f"{FILLER} n{number}x"))
    return store


def best(store: Store, prompt: str) -> list[str]:
    with Lookup(files(refreshed(store))) as lookup:
        return [each.note.key for each in lookup.matched(prompt, Switches())]


def test_a_note_that_shares_fewer_words_and_is_more_about_them_comes_first(many: Store) -> None:
    write(many.local, "long.md", surprise("long", f"zebra gate cellar {FILLER * 3}"))
    write(many.local, "short.md", surprise("short", "zebra gate " * 8))
    assert best(many, "zebra gate cellar") == ["short", "long"]


def test_and_so_it_does_from_an_index_in_which_none_shares_enough(many: Store) -> None:
    words = [f"{letter}zebra" for letter in "abcdefghijklmno"]
    write(many.local, "enough.md", surprise("enough", f"{' '.join(words[:6])} {FILLER * 60}"))
    for number in range(20):
        write(many.vault, f"n{number}.md", f"{FILLER} {words[10 + number % 5]}\n")
    write(many.vault, "three.md", f"{' '.join(words[6:9])} {FILLER * 9}")
    write(many.vault, "one.md", f"{words[9]} " * 8)
    assert best(many, " ".join(words))[0] == "one"


def test_a_credential_note_hides_none_that_matches_better_than_the_next(many: Store) -> None:
    """It is left out in silence, and what is best then need not share enough."""
    words = [f"{letter}zebra" for letter in "abcdefghi"]
    write(many.local, "secret.md", surprise("secret", " ".join(words * 4), credential="true"))
    write(many.local, "long.md", surprise("long", f"{' '.join(words[:3])} {FILLER * 3}"))
    write(many.local, "short.md", surprise("short", " ".join(words[:2] * 8)))
    assert best(many, " ".join(words)) == ["secret", "short", "long"]


def test_a_word_that_too_many_notes_hold_is_no_word_to_meet_by(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for number in range(12):
        write(store.local, f"n{number}.md", surprise(f"n{number}", f"The socket number n{number}x"))
    refreshed(store)
    assert matched(store, "socket n3x") == [("n3", 1)]
    assert len(matched(store, "socket", share=1)) == 10


def test_a_word_is_common_only_for_as_long_as_the_notes_are_as_they_were(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    paths = [write(store.local, f"{n}.md", surprise(str(n), f"The zebra of gate {n}")) for n in range(12)]
    refreshed(store)
    with Lookup(files(store)) as lookup:
        assert lookup.matched("zebra", Switches(max_share=11, min_terms=1)) == []
        assert lookup.matched("zebra", Switches(max_share=11, min_terms=1)) == []
        paths[0].unlink()
        refreshed(store)
        assert len(lookup.matched("zebra", Switches(max_share=11, min_terms=1))) == 10


@pytest.mark.parametrize("prompt", ["", "\x00", "\ud800", '" OR 1', "日", "- --", "a" * 20_000, "é́", "NEAR(a b)"])
@pytest.mark.parametrize("least", [0, 1])
def test_no_prompt_breaks_the_lookup(store: Store, prompt: str, least: int) -> None:
    with Lookup(files(store)) as lookup:
        assert isinstance(lookup.matched(prompt, Switches(min_terms=least)), list)


def test_what_is_no_index_of_ours_is_as_good_as_empty(tmp_path: Path) -> None:
    text, other, old = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "old.db"
    text.write_bytes(b"no database at all, but long enough to be looked at as one" * 20)
    for path in (other, old):
        con = apsw.Connection(str(path))
        con.execute("CREATE TABLE names(fold, note, titled)")
        con.pragma("application_id", 0x48494E44 if path is old else 1)
        con.close()
    with Lookup([str(tmp_path / "none.db"), str(text), str(other), str(old)]) as lookup:
        assert (lookup.names(["as30p"]).total, lookup.matched("mounting", Switches(min_terms=1))) == (0, [])


def test_a_lookup_makes_and_changes_no_file(store: Store) -> None:
    def state() -> list[tuple[str, int, bytes]]:
        paths = sorted(path for path in store.file.parent.rglob("*") if path.suffix == ".db")
        return [(path.name, path.stat().st_mtime_ns, path.read_bytes()) for path in paths]

    before = state()
    matched(store, "mounting")
    assert state() == before


def test_a_lookup_does_not_wait_for_a_writer(store: Store) -> None:
    con = apsw.Connection(str(store.file))
    con.execute("BEGIN IMMEDIATE; DELETE FROM names")
    with Lookup(files(store)) as lookup:
        assert lookup.names(["as30p"]).known["as30p"] == (2, 2)
    con.execute("ROLLBACK")
    con.close()


HEAVY = {
    "msgspec",
    "returns",
    "numpy",
    "yaml",
    "pyromark",
    "cyclopts",
    "mcp",
    "model2vec",
    "pathlib",
    "hashlib",
    "asyncio",
}


@pytest.mark.parametrize(
    ("modules", "kept_out"),
    [
        (("core.namehints", "shell.index.lookup", "shell.tlds"), {*HEAVY, "Stemmer"}),
        (("core.preflight", "shell.index.lookup", "shell.index.promptterms"), HEAVY),
    ],
)
def test_a_hook_can_afford_it(modules: Sequence[str], kept_out: set[str]) -> None:
    script = f"import sys; before = set(sys.modules); import {', '.join(f'hindnote.{m}' for m in modules)}; print(*set(sys.modules) - before)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not kept_out.intersection(loaded)


def test_matched_notes_know_what_became_of_them(store: Store) -> None:
    write(store.local, "d.md", surprise("d", "Mounting works now", supersedes="a"))
    refreshed(store)
    with Lookup(files(store)) as lookup:
        found: dict[str, Matched] = {each.note.key: each for each in lookup.matched("mounting", Switches(min_terms=1))}
    assert (found["a"].note.superseded, found["d"].note.replaces) == (True, True)
