"""Notes go out to one file and come back the same; what other programs remembered comes in; nothing is replaced."""

import io
import json
import os
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ..shell.places import repository
from .standing import Standing, standing_in


@pytest.fixture
def full(tmp_path: Path) -> Standing:
    """A store with notes in both layers, one of them no UTF-8."""
    here = standing_in(tmp_path)
    here.remember("The build needs make.")
    here.remember("Ünïcode is kept.")
    team = here.cwd / ".hindnote/notes"
    (team / "sub").mkdir(parents=True)
    (team / "sub/Hand made.md").write_bytes(b"\xef\xbb\xbf# Hand made\r\n\r\nNo frontmatter.\r\n")
    (team / "latin.md").write_bytes(b"# caf\xe9\n")
    return here


@pytest.fixture
def empty(tmp_path: Path) -> Standing:
    """Another person's, with nothing in it."""
    (tmp_path / "other-home").mkdir()
    return Standing(repository(tmp_path / "other"), tmp_path / "other-home")


def notes(here: Standing) -> Mapping[str, bytes]:
    tops = [here.cwd / ".hindnote/notes", *here.home.rglob("stores/*/local")]
    return {f"{top.name}/{path.relative_to(top)}": path.read_bytes() for top in tops for path in top.rglob("*.md")}


@pytest.mark.parametrize("name", ["out.jsonl", "out.tar"])
def test_a_store_goes_out_and_comes_back_identical(full: Standing, empty: Standing, tmp_path: Path, name: str) -> None:
    file = str(tmp_path / name)
    assert full.run("export", file).out == f"exported 4 notes to {file}\n"
    shown = empty.run("import", file)
    assert (shown.code, notes(empty)) == (0, {})
    assert "would take in 4 notes" in shown.out
    assert empty.run("import", file, "--apply").code == 0
    assert notes(empty) == notes(full)
    assert empty.run("recall", "the build needs make").out.startswith("surprise/the-build-needs-make")


def test_the_same_notes_give_the_same_file_and_only_its_owner_may_read_it(full: Standing, tmp_path: Path) -> None:
    for name in ("a.tar", "b.tar"):
        full.run("export", str(tmp_path / name))
    assert (tmp_path / "a.tar").read_bytes() == (tmp_path / "b.tar").read_bytes()
    assert (tmp_path / "a.tar").stat().st_mode & 0o777 == 0o600
    assert full.run("export", "--layer", "local").out.count("\n") == 3


def test_an_export_takes_the_place_of_nothing_but_a_plain_file(full: Standing, tmp_path: Path) -> None:
    """Whoever may replace `/dev/null` would take it from the whole machine."""
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        said = full.run("export", str(tmp_path / name))
        assert (said.code, "what is there is no plain file" in said.err) == (1, True)
    assert (tmp_path / "pipe").is_fifo()


def test_an_export_goes_where_a_symbolic_link_leads(full: Standing, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "out.jsonl").symlink_to(tmp_path / "disk/out.jsonl")
    assert full.run("export", str(tmp_path / "out.jsonl")).code == 0
    assert (tmp_path / "out.jsonl").is_symlink()
    assert (tmp_path / "disk/out.jsonl").read_bytes() == full.run("export").out.encode()


@pytest.mark.parametrize("words", [(), ("-",), ("--", "-")])
def test_a_dash_or_nothing_is_standard_output(full: Standing, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert full.run("export", str(tmp_path / "out.jsonl")).code == 0
    assert full.run("export", *words).out.encode() == (tmp_path / "out.jsonl").read_bytes()


def test_a_second_time_everything_is_there_and_nothing_is_replaced(full: Standing, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    full.run("export", str(file))
    said = json.loads(full.run("import", str(file), "--apply", "--json").out)
    assert {each["fate"] for each in said["notes"]} == {"same"}
    (team,) = full.cwd.rglob("latin.md")
    team.write_text("# changed\n")
    said = full.run("import", str(file), "--apply")
    assert said.code == 1
    assert "latin.md is there already, and says something else" in said.out
    assert team.read_text() == "# changed\n"


def test_an_agents_memory_folder_comes_in_with_its_source_and_its_date(empty: Standing, tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    (memory / "MEMORY.md").write_text("# Memory\n\n- [Proxy](proxy.md)\n- Mondays are slow.\n")
    (memory / "proxy.md").write_text(
        "---\nname: The proxy\ntype: project\nmodified: 2026-05-04T00:00:00Z\n---\nIt restarts.\n"
    )
    (memory / "keys.md").write_text("token = ghp_" + "a1B2" * 9 + "\n")
    said = empty.run("import", str(memory), "--apply")
    assert said.code == 1
    assert "secret" in said.out
    assert "ghp_" not in said.out
    (proxy,) = empty.home.rglob("the-proxy.md")
    assert "source: agent memory, proxy.md" in proxy.read_text()
    assert "recorded: 2026-05-04" in proxy.read_text()
    assert not list(empty.home.rglob("keys.md"))


INSTRUCTIONS = "# House rules\n\nRead them first.\n\n## How to build\nRun make.\n"


def test_instructions_of_the_repository_come_in_as_the_stub_that_ingest_makes(empty: Standing) -> None:
    """What the file says stays in the file: the note points at it, and expires with it."""
    (empty.cwd / "AGENTS.md").write_text(INSTRUCTIONS)
    os.utime(empty.cwd / "AGENTS.md", (1_770_000_000, 1_770_000_000))
    assert "would take in 1 note" in empty.run("import", "AGENTS.md").out
    assert not list(empty.home.rglob("agents.md"))
    assert empty.run("import", "AGENTS.md", "--apply").code == 0
    (stub,) = empty.home.rglob("agents.md")
    text = stub.read_text()
    assert "recorded: 2026-02-02" in text
    assert "[`AGENTS.md`](AGENTS.md)" in text
    assert "- How to build" in text
    assert "Run make" not in text
    assert json.loads(empty.run("import", "AGENTS.md", "--json").out)["notes"][0]["fate"] == "same"
    assert json.loads(empty.run("ingest", "--json").out)["unchanged"] == ["agents"]
    (empty.cwd / "AGENTS.md").write_text(INSTRUCTIONS + "\n## How to test\n")
    said = empty.run("import", "AGENTS.md", "--apply")
    assert (said.code, stub.read_text()) == (1, text)
    assert "`hindnote ingest` brings the stub up to its document" in said.out


def test_instructions_from_elsewhere_come_in_as_a_topic(empty: Standing, tmp_path: Path) -> None:
    """Nobody else could follow a link to them."""
    (tmp_path / "CLAUDE.md").write_text(INSTRUCTIONS)
    assert empty.run("import", str(tmp_path / "CLAUDE.md"), "--apply").code == 0
    (topic,) = empty.home.rglob("house-rules.md")
    assert "Run make" in topic.read_text()
    assert "source: import, CLAUDE.md" in topic.read_text()


def test_a_memory_servers_store_comes_in_and_its_relations_are_links(empty: Standing, tmp_path: Path) -> None:
    rows = [
        {"type": "entity", "name": "Build Box", "entityType": "machine", "observations": ["has 2 cores"]},
        {"type": "entity", "name": "Ada", "entityType": "person", "observations": ["is on call"]},
        {"type": "relation", "from": "Ada", "to": "Build Box", "relationType": "owns"},
    ]
    (tmp_path / "memory.json").write_text("\n".join(map(json.dumps, rows)))
    assert empty.run("import", str(tmp_path / "memory.json"), "--apply").code == 0
    assert "build-box" in empty.run("recall", "ada").out
    assert empty.run("lint").code == 0


def archive(fill: Callable[[tarfile.TarFile], None]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        fill(tar)
    return out.getvalue()


def linked(tar: tarfile.TarFile) -> None:
    member = tarfile.TarInfo("local/x.md")
    member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
    tar.addfile(member)


def escaping(tar: tarfile.TarFile) -> None:
    member = tarfile.TarInfo("local/../../x.md")
    member.size = 1
    tar.addfile(member, io.BytesIO(b"x"))


@pytest.mark.parametrize(
    "data",
    [
        archive(linked),
        archive(escaping),
        b"",
        archive(escaping)[:400],
        b"{}",
        b'{"hindnote":"export","version":1}\n{"layer":"local","path":"../x.md","text":"x"}\n',
        b'{"hindnote":"export","version":1}\ntorn',
    ],
)
def test_a_hostile_or_broken_source_is_refused_whole(empty: Standing, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "source").write_bytes(data)
    said = empty.run("import", str(tmp_path / "source"), "--apply", "--json")
    assert said.code == 1
    assert set(json.loads(said.err)) == {"error", "where", "mend"}
    assert notes(empty) == {}
    assert not (tmp_path / "x.md").exists()


def test_a_source_that_is_not_there_or_cannot_be_read_is_said(empty: Standing, tmp_path: Path) -> None:
    assert "No such file" in empty.run("import", str(tmp_path / "gone")).err
    assert "it has no MEMORY.md" in empty.run("import", str(tmp_path)).err
    os.mkfifo(tmp_path / "pipe")
    assert empty.run("import", str(tmp_path / "pipe")).code == 1
