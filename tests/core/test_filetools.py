"""A tool that reads, searches or changes files is known by its name, and a command that prints them by what it runs."""

import pytest
from hypothesis import given

from hindnote.core.filetools import is_edit, is_file_tool, prints_files

from .. import strategies as some

# --- tools ------------------------------------------------------------------

READS = [
    *("Read", "Grep", "Glob", "LS", "NotebookRead", "view", "list"),  # Claude Code, Copilot, OpenCode
    *("read_file", "read_many_files", "list_directory", "search_file_content"),  # Gemini
    *("mcp__serena__find_symbol", "mcp__acp__Read", "mcp_filesystem_read_text_file", "filesystem.read_file"),
    *("mcp__plugin_x_files__directory_tree", "files__read-multiple-files", "view_code_item"),
]
EDITS = [
    *("Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch", "patch", "create", "str_replace_editor"),
    *("write_to_file", "mcp__serena__replace_symbol_body", "mcp_filesystem_edit_file", "filesystem.write_file"),
]
OTHERS = [
    *("Bash", "Task", "WebFetch", "shell", "exec_command", "run_shell_command", "", "__", "mcp__github__create_issue"),
    *("mcp_mail_read", "mcp_calendar_list", "mcp__jira__search_issues", "mcp__disk__list_volumes", "spread_file"),
    *("mcp__disks__list", "github.create", "mcp__plugin_x_y__view"),
]


@pytest.mark.parametrize("tool", [*READS, *EDITS])
def test_a_file_tool_is_one_under_whatever_server(tool: str) -> None:
    assert is_file_tool(tool)
    assert is_edit(tool) == (tool in EDITS)


@pytest.mark.parametrize("tool", OTHERS)
def test_another_tool_is_none(tool: str) -> None:
    assert not is_file_tool(tool)


# --- commands -----------------------------------------------------------------

PRINTS = [
    "cat src/kiln.go\nRead the schedule",
    "cd ~/kiln && sed -n '1,200p' src/kiln.py",
    'head -50 a.rs && tail -n 20 "b.rs"',
    "bash\n-lc\nsed -n '1,200p' src/Kiln.java\n/srv/kiln",
    "Get-Content C:\\src\\Kiln.cs",
    "cat a.ts; nl b.ts",
]
RUNS = [
    *("go test ./...", "cat /proc/mdstat", "cat /etc/fstab", "tail -100 server.log", "cat out.txt", "ls /Volumes"),
    *("cat a.go | grep As30p", "cat a.go && go test ./...", "grep -n As30p a.go", "cat", "cat As30p", "", "bash\n-lc"),
    *("git diff -- a.go", "cd a.go", ";;", "python cat.py"),
]


@pytest.mark.parametrize("typed", PRINTS)
def test_a_command_that_prints_files_reads_them(typed: str) -> None:
    assert prints_files(typed)


@pytest.mark.parametrize("typed", RUNS)
def test_a_command_that_runs_or_looks_for_something_is_news(typed: str) -> None:
    assert not prints_files(typed)


@given(some.nasty_text)
def test_no_name_and_no_command_breaks_it(text: str) -> None:
    assert is_file_tool(text) in {True, False}
    assert prints_files(text) in {True, False}
