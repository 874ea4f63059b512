"""Document paths: which files of a repository are documents that a stub may point at.

Markdown, and the files in which a repository instructs agents, whatever their ending.
Never a store of ours.
"""

import re

STORE = ".hindnote"
MARKDOWN = re.compile(r"\.(md|markdown)$", re.IGNORECASE)
RULES = re.compile(
    r"(.*/)?(\.cursor/rules/.+\.mdc|\.(cursorrules|windsurfrules|clinerules)|\.(windsurf/rules|clinerules)/.+\.txt)",
    re.IGNORECASE | re.DOTALL,
)
INSTRUCTIONS = (  # agents read these from the disk, so they count before they are committed
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    ".claude/rules",
    ".clinerules",
    ".cursor/rules",
    ".cursorrules",
    ".github/copilot-instructions.md",
    ".github/instructions",
    ".kiro/steering",
    ".windsurf/rules",
    ".windsurfrules",
)
INSTRUCTION_FOLDERS = frozenset(path.partition("/")[0] for path in INSTRUCTIONS if path.startswith("."))


def is_document(path: str) -> bool:
    """Whether the file at this path, from the repository's root, is a document."""
    parts = path.split("/")
    if STORE in (part.casefold() for part in parts) or parts[-1].startswith("._"):
        return False
    return bool(MARKDOWN.search(path) or RULES.fullmatch(path))


def stem(path: str) -> str:
    """The path as a stub's key takes it: without the ending that says it is a document."""
    return re.sub(r"(?<=[^/])\.(md|markdown|mdc)$", "", path, flags=re.IGNORECASE)
