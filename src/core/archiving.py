"""Archiving: a note's text as it is once set aside, or brought back; whatever else it says stays, byte for byte.

In a vault whose program is OMI that is an item of its own list, `Disabled: true`; everywhere else a field.
"""

from returns.result import Failure, Success

from .document import read_document
from .frontmatter import UnparsableFrontmatter, set_field, split
from .keys import Layer
from .metadata import set_item
from .outcome import Outcome
from .vaultfields import set_vault_field
from .vaultnotes import read_vault_note

FIELD, ITEM = "archived", "Disabled"


def with_archived(text: str, path: str, layer: Layer, *, archived: bool) -> Outcome[str, UnparsableFrontmatter]:
    """The same text where it is so already."""
    reads = read_vault_note if layer is Layer.VAULT else read_document
    if reads(text, path).archived is archived:
        return Success(text)
    listed = set_item(text, ITEM, "true" if archived else None) if layer is Layer.VAULT else None
    if listed is not None and reads(listed, path).archived is archived:
        return Success(listed)
    set_own = set_vault_field if layer is Layer.VAULT else set_field
    match set_own(text if listed is None else listed, FIELD, "true" if archived else None):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(changed):
            return Success(changed if archived else _without_empty_block(changed))


def _without_empty_block(text: str) -> str:
    """Which setting aside made, where there was none."""
    head = split(text)
    bom = text[: text.startswith("\ufeff")]
    return text if head is None or head.block else bom + text[head.after :]
