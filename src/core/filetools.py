"""File tools: which calls only read, search or change files, whatever a harness or a server calls them.

What such a call answers is what stands in the files, and no news. A command that prints them is as good
as one: some agents read with nothing else. Runs in hooks, so it imports next to nothing.
"""

from .namewords import FILES, words

# --- values -----------------------------------------------------------------

FILE_TOOLS = words(
    """
    read grep glob notebookread ls list view todoread todowrite fs_read
    read_file readfile read_files read_many_files read_multiple_files read_text_file view_file view_code_item
    list_directory list_dir list_files directory_tree find_file find_path find_by_name find_symbol get_symbols_overview
    search_file_content search_files grep_search grep_files file_search glob_file_search codebase_search semantic_search
    search_for_pattern
    """
)
EDIT_TOOLS = words(
    """
    write edit multiedit notebookedit create replace insert patch fs_write
    write_file write_to_file create_file create_text_file edit_file delete_file apply_patch apply_diff
    str_replace str_replace_editor str_replace_based_edit_tool search_replace replace_in_file replace_file_content
    replace_string_in_file multi_replace_string_in_file insert_edit_into_file insert_content replace_symbol_body
    insert_after_symbol insert_before_symbol replace_content
    """
)
ANYBODYS = words("create insert list ls patch replace view")  # a server's tool that is called so may be about anything
SHELLS = frozenset({"bash", "sh", "zsh", "-c", "-lc"})
PRINTERS = words("cat bat nl head tail less more sed type get-content")
OF_RUNS = words("dump log out txt")  # endings of files that hold what a run said

# --- functions ----------------------------------------------------------------


def is_edit(tool: str) -> bool:
    """Whether it changes files."""
    return _is_among(tool, EDIT_TOOLS)


def is_file_tool(tool: str) -> bool:
    return _is_among(tool, FILE_TOOLS) or is_edit(tool)


def prints_files(typed: str) -> bool:
    """Whether a call runs a command that does nothing else, as typed, each of its strings on lines of its own."""
    told = (line.strip() for line in typed.splitlines())
    command = next((line for line in told if line and line not in SHELLS), "")
    parts = [part.split() for part in command.replace("&&", ";").split(";")]
    run = [part for part in parts if part and part[0] != "cd"]
    return "|" not in command and run != [] and all(map(_prints, run))


def _prints(part: list[str]) -> bool:
    endings = (word.strip("\"'").rpartition(".")[2].lower() for word in part[1:] if "." in word)
    return part[0].lower() in PRINTERS and any(ending in FILES and ending not in OF_RUNS for ending in endings)


def _is_among(tool: str, names: frozenset[str]) -> bool:
    """`Read`, `mcp__files__read_file`, `files.read_file`, `mcp_files_read_file`, but neither `mcp__disks__list` nor `mcp_mail_read`."""
    plain = tool.rpartition("__")[2].rpartition(".")[2].lower().replace("-", "_")
    if plain in names:
        return plain not in ANYBODYS or len(plain) == len(tool)
    pieces = plain.split("_")
    return any("_".join(pieces[at:]) in names for at in range(1, len(pieces) - 1))
