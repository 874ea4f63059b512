"""A call that writes a note is known by its tool's own name, and of its input what says something is the note."""

import pytest

from hindnote.core.writetools import refers, writes, written


@pytest.mark.parametrize(
    "tool",
    [
        *("mcp__hindnote__remember", "mcp__plugin_hindnote_hindnote__edit_note", "mcp_hindnote_create_note"),
        *("mcp__memory__create_entities", "mcp__memory__add_observations", "mcp__basic-memory__write_note"),
        *("mcp__mcp-obsidian__obsidian_append_content", "obsidian.patch-note", "mcp__serena__write_memory"),
        *("save_memory", "mcp__openmemory__add_memories"),
    ],
)
def test_these_write_notes(tool: str) -> None:
    assert writes(tool)


@pytest.mark.parametrize(
    "tool",
    ["", "Write", "Edit", "Bash", "TaskCreate", "mcp__hindnote__recall", "mcp__memory__search_nodes", "NotebookEdit"],
)
def test_these_do_not(tool: str) -> None:
    assert not writes(tool)


def test_the_note_is_what_the_call_says_the_title_first_and_not_where_it_goes() -> None:
    entity = {"entityType": "disk", "name": "As30p", "observations": ["it hums", "it sleeps"]}
    assert written({"entities": [entity]}) == "As30p\ndisk\nit hums\nit sleeps"
    given = {"key": "x/y", "observed": "EBUSY", "relates_to": ["other"], "Path": "a/b.md", "title": "Mounts", "n": 3}
    assert written(given) == "Mounts\nEBUSY"


def test_a_note_is_referred_to_by_its_key_or_title_as_a_whole() -> None:
    assert refers("recall disk/as30p-hums", "disk/as30p-hums", "As30p hums")
    assert refers("see [[As30p hums]]", "k", "As30p hums")
    assert not refers("recall disk/as30p-hums-again", "disk/as30p-hums", "As30p hums")
    assert not refers("anything", "", "")
