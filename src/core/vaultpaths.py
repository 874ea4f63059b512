"""Vault paths: the place of a vault's note as a person says it, and as it can be said on every disk and in every link."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from returns.result import Failure, Success

from .keys import WINDOWS_NAMES, InvalidKey, VaultKey, key_of_path, vault_key
from .outcome import Outcome

NEVER_IN_A_NAME = r"\\/:*?\"<>|#^\[\]\x00-\x1f\x7f"  # of Windows, and what would end a wikilink
_NEVER = re.compile(f"[{NEVER_IN_A_NAME}]")

# --- functions ------------------------------------------------------------


def read_vault_key(text: str) -> Outcome[VaultKey, InvalidKey]:
    """With `[[ ]]` and `.md` or without."""
    bare = text.strip()
    if bare.startswith("[[") and bare.endswith("]]"):
        bare = bare[2:-2].strip()
    key = vault_key(bare)
    problem = next((found for part in key.split("/") if (found := _problem(part))), "")
    return Failure(InvalidKey(text, problem)) if problem else Success(key)


def path_in_vault(key: VaultKey, there: Iterable[str]) -> str:
    """The note's file, its folders as those that are there spell them: a disk may keep two Unicode forms apart."""
    folders = {key_of_path(folder): folder for path in there for folder in _folders(path)}
    own = next((folder for folder in _folders(f"{key}.md") if folder in folders), "")
    return f"{folders[own]}{key.removeprefix(own)}.md" if own else f"{key}.md"


def _folders(path: str) -> Iterator[str]:
    """The nearest first."""
    while folder := path.rpartition("/")[0]:
        yield folder
        path = folder


def _problem(part: str) -> str:
    if not part.strip():
        return "one of its parts is empty"
    if found := _NEVER.search(part):
        return (
            f"no link and not every disk can say `{found[0]}`"
            if found[0].isprintable()
            else "it has a control character"
        )
    if part != part.strip() or part.startswith(".") or part.endswith("."):
        return "one of its parts begins with a dot or a space, or ends with one"
    if part.partition(".")[0].casefold() in WINDOWS_NAMES:
        return f"`{part}` is a reserved name on Windows"
    return "" if _is_text(part) else "it has half of a character"


def _is_text(part: str) -> bool:
    return not any(unicodedata.category(each) == "Cs" for each in part)
