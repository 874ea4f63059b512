"""Write tools: which calls write a note, in our server and in others' that keep notes, and what text they write.

A tool is known by its own name, whatever prefix a harness or server puts before it. Of its input, what tells
where a note is, or how it is to change, is no text of the note.
"""

import re
from collections.abc import Iterator, Mapping
from typing import cast

from .jsontext import strings

# --- values -----------------------------------------------------------------

WRITES = frozenset(
    {"remember", "create_note", "edit_note"}  # ours
    | {"create_entities", "add_observations"}  # the reference memory server
    | {"write_note"}  # basic-memory, whose `edit_note` is called as ours
    | {"obsidian_append_content", "obsidian_patch_content", "obsidian_put_content"}  # mcp-obsidian
    | {"obsidian_update_note", "obsidian_update_file", "obsidian_search_replace"}  # obsidian-mcp-server
    | {"append_note", "patch_note", "update_note", "append_to_note", "patch_vault_file", "create_vault_file"}
    | {"append_to_vault_file", "write_memory", "edit_memory"}  # obsidian-mcp-tools; Serena
    | {
        "save_memory",
        "store_memory",
        "add_memory",
        "add_memories",
        "update_memory",
    }  # Gemini CLI, mcp-memory-service, mem0
    | {"memory_bank_write", "memory_bank_update"}
)
_NO_TEXT = frozenset(
    {"action", "command", "confidence", "conflicts_with", "filename", "filepath", "folder", "id", "identifier"}
    | {"invalidated_by", "key", "layer", "mode", "operation", "path", "project", "relates_to", "section"}
    | {"supersedes", "target", "target_type", "type", "update", "user_id", "vault"}
)
_WORDS = re.compile(r"[a-z]+")

# --- functions ----------------------------------------------------------------


def writes(tool: str) -> bool:
    """`mcp__memory__create_entities`, `mcp_hindnote_remember`, `obsidian.append-note`."""
    words = _WORDS.findall(tool.lower())
    return any("_".join(words[at:]) in WRITES for at in range(len(words)))


def written(given: Mapping[str, object]) -> str:
    """The texts of a call, one a line, the title first."""
    texts = {name: value for name, value in given.items() if name.lower() not in _NO_TEXT}
    first = [name for name in ("title", "name") if name in texts]
    return "\n".join(text for name in dict.fromkeys([*first, *texts]) for text in _texts(texts[name]))


def _texts(value: object) -> Iterator[str]:
    """Within, too, what places a note is left out."""
    match value:
        case dict():
            yield written(cast("Mapping[str, object]", value))
        case list():
            yield from (text for each in cast("list[object]", value) for text in _texts(each))
        case _:
            yield from strings(value)


def refers(typed: str, key: str, title: str) -> bool:
    """Whether a call names a note by its key or its title, each as a whole."""
    return any(_stands_in(text, typed) for text in (key, title) if text)


def _stands_in(text: str, typed: str) -> bool:
    if text not in typed:
        return False
    return re.search(rf"(?<![\w/-]){re.escape(text)}(?![\w/-])", typed) is not None
