"""The documents of a repository are what git tracks, as they lie in the worktree; what is there but cannot be read is not gone."""

import os
import subprocess
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.core.documentpaths import is_document, stem
from hindnote.shell.documents import Gone, Listed, Listing, Text, Unusable, list_files, read
from hindnote.shell.git import GitFailed, GitMissing

from .places import git, repository


def listing(root: Path, *, in_git: bool = True) -> Listing:
    return list_files(root, in_git=in_git).unwrap()


def paths(root: Path, *, in_git: bool = True) -> list[str]:
    return [file.path for file in listing(root, in_git=in_git).documents()]


def problems(root: Path) -> dict[str, str]:
    return {file.path: file.problem for file in listing(root).files if file.problem}


def write(root: Path, *names: str, text: str = "# T\n") -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")


def tracked(root: Path, *names: str, text: str = "# T\n") -> Path:
    repository(root)
    write(root, *names, text=text)
    git(root, "add", "-f", "--", *names)
    return root


# --- which paths are documents ---------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("README.md", "a/B.MD", "x.markdown", ".cursor/rules/py.mdc", "web/.cursor/rules/a/b.mdc", ".cursorrules"),
        *(
            ".windsurfrules",
            ".clinerules",
            ".clinerules/a.txt",
            ".github/copilot-instructions.md",
            ".kiro/steering/x.md",
        ),
    ],
)
def test_markdown_and_agents_rules_are_documents(path: str) -> None:
    assert is_document(path)


@pytest.mark.parametrize(
    "path",
    [
        ".hindnote/notes/a.md",
        "sub/.hindnote/notes/a.md",
        ".HINDNOTE/notes/a.md",
        "a.py",
        "md",
        "x.mdc",
        "notes.md.txt",
        "._a.md",
    ],
)
def test_our_own_store_and_other_files_are_none(path: str) -> None:
    assert not is_document(path)


def test_a_key_is_made_without_the_ending() -> None:
    assert [
        stem(path) for path in ("a/B.MD", ".cursor/rules/py.mdc", "x.markdown", ".cursorrules", "a/.md", "v1.md.md")
    ] == [*("a/B", ".cursor/rules/py", "x", ".cursorrules", "a/.md", "v1.md")]


# --- listing ----------------------------------------------------------------


def test_tracked_documents_are_listed_and_stray_ones_are_not(tmp_path: Path) -> None:
    root = tracked(tmp_path / "my répo", "README.md", "docs/a b.md", "src/x.py", ".hindnote/notes/own.md")
    write(root, "stray.md", ".gitignore", text="ignored.md\n")
    assert paths(root) == ["README.md", "docs/a b.md"]
    assert "src/x.py" in [file.path for file in listing(root).files]


def test_instructions_count_before_they_are_committed_unless_ignored(tmp_path: Path) -> None:
    root = tracked(tmp_path, ".gitignore", text="CLAUDE.md\n")
    write(root, "AGENTS.md", "CLAUDE.md", ".cursor/rules/py.mdc", "docs/AGENTS.md")
    assert paths(root) == [".cursor/rules/py.mdc", "AGENTS.md"]


def test_a_folder_of_our_own_inside_the_repository_is_left_out(tmp_path: Path) -> None:
    root = tracked(tmp_path, "memory/a.md", "memory2/b.md")
    assert [file.path for file in listing(root).documents(("memory/",))] == ["memory2/b.md"]


def test_links_and_submodules_are_neither_followed_nor_entered(tmp_path: Path) -> None:
    inner = tracked(tmp_path / "inner", "inside.md")
    git(inner, "commit", "-qm", "x")
    root = tracked(tmp_path / "outer", "AGENTS.md")
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    git(root, "submodule", "--quiet", "add", str(inner), "sub.md")
    git(root, "add", "CLAUDE.md")
    assert paths(root) == ["AGENTS.md", "CLAUDE.md", "sub.md"]
    assert problems(root) == {"CLAUDE.md": "a symbolic link is not followed", "sub.md": "a submodule is not entered"}


def test_a_document_reached_only_through_a_link_is_not_read(tmp_path: Path) -> None:
    root = tracked(tmp_path / "r", "docs/a.md")
    (root / "docs").rename(tmp_path / "elsewhere")
    (root / "docs").symlink_to(tmp_path / "elsewhere")
    assert isinstance(read(root, Listed("docs/a.md")), Unusable)


def test_an_unmerged_document_is_listed_once_with_its_problem(tmp_path: Path) -> None:
    root = tracked(tmp_path, "a.md", text="one\n")
    git(root, "commit", "-qm", "x")
    git(root, "checkout", "-qb", "other")
    write(root, "a.md", text="two\n")
    git(root, "commit", "-qam", "y")
    git(root, "checkout", "-q", "main")
    write(root, "a.md", text="three\n")
    git(root, "commit", "-qam", "z")
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "merge", "other")
    assert paths(root) == ["a.md"]
    assert problems(root) == {"a.md": "git has not merged it yet"}


def test_a_name_that_is_no_text_is_listed_as_a_problem(tmp_path: Path) -> None:
    root = tracked(tmp_path, "a\nb.md")
    (root / os.fsdecode(b"\xff.md")).write_text("x")
    git(root, "add", ".")
    assert set(problems(root).values()) == {"its name holds a control character", "its name is not UTF-8"}


def test_a_hooks_environment_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, other = tracked(tmp_path / "a", "here.md"), tracked(tmp_path / "b", "there.md")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
    assert paths(root) == ["here.md"]


def test_no_command_of_the_repositorys_config_is_run(tmp_path: Path) -> None:
    root = tracked(tmp_path / "r", "a.md")
    trap = tmp_path / "sprung"
    (tmp_path / "trap").write_text(f"#!/bin/sh\ntouch {trap}\n")
    (tmp_path / "trap").chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "filter.x.clean",
        "filter.x.process",
        "diff.external",
    ):
        git(root, "config", name, str(tmp_path / "trap"))
    write(root, ".gitattributes", text="*.md filter=x\n")
    assert paths(root) == ["a.md"]
    assert not trap.exists()


def test_without_git_installed_the_refusal_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tracked(tmp_path, "a.md")
    monkeypatch.setenv("PATH", "")
    assert list_files(root, in_git=True) == Failure(GitMissing())


def test_a_bare_repository_has_no_documents_to_read(tmp_path: Path) -> None:
    refusal = list_files(repository(tmp_path / "r.git", bare=True), in_git=True).failure()
    assert isinstance(refusal, GitFailed)
    assert refusal.explain().mend == "A bare repository holds no files: run it in one of its worktrees."


def test_a_plain_folder_is_walked_without_what_belongs_to_tools(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "docs/b.md", ".cursor/rules/c.mdc", ".github/d.md")
    write(
        tmp_path,
        ".hidden/x.md",
        "docs/.x/x.md",
        "node_modules/x.md",
        "env/pyvenv.cfg",
        "env/x.md",
        "other/.git/x",
        "other/x.md",
    )
    (tmp_path / "link.md").symlink_to("a.md")
    (tmp_path / "loop").symlink_to(".")
    assert paths(tmp_path, in_git=False) == [".cursor/rules/c.mdc", ".github/d.md", "a.md", "docs/b.md", "link.md"]


def test_a_plain_folder_that_cannot_be_listed_whole_says_so(tmp_path: Path) -> None:
    assert listing(tmp_path / "absent", in_git=False).unavailable


# --- reading ----------------------------------------------------------------


def test_the_blob_is_the_one_git_gives(tmp_path: Path) -> None:
    root = tracked(tmp_path, "a.md", text="# Ünï\n")
    content = read(root, listing(root).files[0])
    assert content == Text("# Ünï\n", git(root, "hash-object", "a.md"))


def test_the_blob_of_an_edited_document_is_that_of_its_new_text(tmp_path: Path) -> None:
    root = tracked(tmp_path, "a.md")
    write(root, "a.md", text="# Other\n")
    assert read(root, listing(root).files[0]) == Text("# Other\n", git(root, "hash-object", "a.md"))


def test_line_ends_that_git_turned_on_checkout_do_not_change_the_blob(tmp_path: Path) -> None:
    root = tracked(tmp_path, "a.md", text="# T\n\ntext\n")
    git(root, "config", "core.autocrlf", "true")
    (root / "a.md").write_bytes(b"# T\r\n\r\ntext\r\n")
    content = read(root, listing(root).files[0])
    assert isinstance(content, Text)
    assert content.blob == git(root, "hash-object", "a.md")


def test_a_sha256_repository_names_its_blobs_its_own_way(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    root = tracked(tmp_path, "a.md")
    found = listing(root)
    assert found.algorithm == "sha256"
    assert read(root, found.files[0], found.algorithm) == Text("# T\n", git(root, "hash-object", "a.md"))


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"a\0b", "binary: it holds a NUL byte"), (b"caf\xe9", "not UTF-8: byte 3 is 0xe9"), ("# T".encode("utf-16"), "binary: it holds a NUL byte")],
)  # fmt: skip
def test_what_is_no_text_says_why(tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "a.md").write_bytes(data)
    content = read(tmp_path, Listed("a.md"))
    assert content == Unusable(why)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes("\ufeff# T\n".encode())
    content = read(tmp_path, Listed("a.md"))
    assert isinstance(content, Text)
    assert content.text == "# T\n"


def test_a_removed_document_is_gone_and_a_folder_in_its_place_is_not(tmp_path: Path) -> None:
    assert read(tmp_path, Listed("a.md")) == Gone()
    (tmp_path / "file").write_text("x")
    assert read(tmp_path, Listed("file/a.md")) == Gone()
    (tmp_path / "b.md").mkdir()
    assert isinstance(read(tmp_path, Listed("b.md")), Unusable)


def test_the_listing_is_an_outcome(tmp_path: Path) -> None:
    assert isinstance(list_files(repository(tmp_path), in_git=True), Success)
