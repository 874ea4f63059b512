"""What a harness's files say of us is read from whatever stands in them, and a file that says nothing fails nobody."""

from pathlib import Path

import pytest

from hindnote.core.harnesses import HARNESSES
from hindnote.shell.harnesses import configured, places

from .people import person_in

DEEP = "[" * 100_000
SAID = {
    ".claude.json": '{"mcpServers": {"hindnote": {"command": "a", "args": ["serve"], "env": {"HINDNOTE_MODEL": "off"}}}}',
    ".codex/config.toml": '[mcp_servers.hindnote]\ncommand = "b"\n',
    ".config/opencode/opencode.json": '{"mcp": {"servers": {"hindnote": {"command": ["c", "serve"]}}}}',
    ".claude/settings.json": '{"hooks": {"Stop": [{"hooks": [{"command": "hindnote-hook stop --harness claude"}]}]}}',
}


def found(tmp: Path, files: dict[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    person = person_in(tmp, files)
    known = places.roots(person.env, person.project)
    return [(each.harness.name, each.command) for each in (*configured.servers(known), *configured.hooks(known))]


def test_each_spelling_of_a_server_and_a_hook_is_read(tmp_path: Path) -> None:
    hook = ("hindnote-hook stop --harness claude",)
    assert found(tmp_path, SAID) == [
        ("claude", ("a", "serve")),
        ("codex", ("b",)),
        ("opencode", ("c", "serve")),
        ("claude", hook),
    ]


def test_every_harness_that_was_given_hooks_has_them_read(tmp_path: Path) -> None:
    person = person_in(tmp_path, {})
    person.do("setup", *[each.name for each in HARNESSES], scope="project")
    read = {each.harness.name for each in configured.hooks(places.roots(person.env, person.project))}
    assert read == {"claude", "codex", "gemini", "cursor", "vscode", "kiro"}


@pytest.mark.parametrize("file", SAID)
@pytest.mark.parametrize(
    "text", ["", "3", "[]", '{"hooks": 3, "mcpServers": [], "mcp": []}', f"a = {DEEP}", DEEP, "\0"]
)
def test_a_file_that_says_nothing_of_us_hides_no_other(tmp_path: Path, file: str, text: str) -> None:
    assert len(found(tmp_path, {**SAID, file: text})) == len(SAID) - 1


@pytest.mark.parametrize("entry", ["3", "{}", '{"command": 3}', '{"command": "a", "args": "serve"}', "null"])
def test_an_entry_that_names_no_command_starts_nothing(tmp_path: Path, entry: str) -> None:
    assert found(tmp_path, {".claude.json": f'{{"mcpServers": {{"hindnote": {entry}}}}}'}) == []
