"""Violations: the closed set of rules, what each costs, and one breach of one as data.

One table from rule to severity and mend: `lint` prints from it, `remember` and
`promote` refuse by it.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from .outcome import Explained


class Severity(StrEnum):
    REFUSED = "refused"
    WARNING = "warning"


class Rule(StrEnum):
    UNREADABLE = "Unreadable"
    UNPARSABLE_FRONTMATTER = "UnparsableFrontmatter"
    MISSING_FIELD = "MissingField"
    UNKNOWN_TYPE = "UnknownType"
    INVALID_KEY = "InvalidKey"
    NO_SUCH_DATE = "NoSuchDate"
    UNCLOSED_FENCE = "UnclosedFence"
    MISSING_SECTION = "MissingSection"
    PROSE_IN_LIST_SECTION = "ProseInListSection"
    KEY_DISAGREES_WITH_PATH = "KeyDisagreesWithPath"
    UNEVALUATABLE_TRIGGER = "UnevaluatableTrigger"
    CONFLICT_MARKERS = "ConflictMarkers"
    SECRET_IN_NOTE = "SecretInNote"  # noqa: S105  (a rule's name)
    DUPLICATE_KEY = "DuplicateKey"
    CASE_FOLD_COLLISION = "CaseFoldCollision"
    DANGLING_LINK = "DanglingLink"
    CROSS_LAYER_LINK = "CrossLayerLink"
    AMBIGUOUS_LINK = "AmbiguousLink"
    ORPHAN = "Orphan"
    CONFLICT_BROKEN = "ConflictBroken"
    CONFLICT_ONE_SIDED = "ConflictOneSided"
    SUPERSEDES_UNKNOWN = "SupersedesUnknown"
    NEAR_DUPLICATE = "NearDuplicate"


class RuleSpec(Struct, frozen=True):
    severity: Severity
    mend: str


def _refused(mend: str) -> RuleSpec:
    return RuleSpec(Severity.REFUSED, mend)


def _warning(mend: str) -> RuleSpec:
    return RuleSpec(Severity.WARNING, mend)


# What cannot be lost is refused; the rest applies pressure until somebody mends it.
RULES: Mapping[Rule, RuleSpec] = {
    Rule.UNREADABLE: _refused("Mend the file or its permissions (notes are UTF-8), or remove it."),
    Rule.UNPARSABLE_FRONTMATTER: _refused(
        "Write one `name: value` a line between two `---`; put quotes around a value with `: `, ` #` or a leading sign."
    ),
    Rule.MISSING_FIELD: _refused("Every note says its key, type, source and recorded day in its frontmatter."),
    Rule.UNKNOWN_TYPE: _refused("Use surprise, topic or stub."),
    Rule.INVALID_KEY: _refused("A key is slugs joined by `/`, as `hindnote list` prints them."),
    Rule.NO_SUCH_DATE: _refused("Write a day that exists as YYYY-MM-DD."),
    Rule.UNCLOSED_FENCE: _refused("Close the fence with a line of the same marks, at least as many as open it."),
    Rule.MISSING_SECTION: _refused("Add the heading with something under it."),
    Rule.PROSE_IN_LIST_SECTION: _refused("Begin each item of that section with `- `, and move other text out of it."),
    Rule.KEY_DISAGREES_WITH_PATH: _refused("Move the file to KEY.md, or write the key that its place says."),
    Rule.UNEVALUATABLE_TRIGGER: _refused(
        "Use file:PATH@BLOB (or @current), image:HASH (or image:current), base:YYYY.MM or symbol:NAME."
    ),
    Rule.CONFLICT_MARKERS: _refused("Finish the merge: keep what is true and delete the marker lines."),
    Rule.SECRET_IN_NOTE: _refused(
        "Replace it with a placeholder such as <token>, and revoke it if it was ever committed or shared."
    ),
    Rule.DUPLICATE_KEY: _warning("Give one of them the key that its own path says, or merge the two."),
    Rule.CASE_FOLD_COLLISION: _warning(
        "Rename one: on a file system that ignores case or Unicode form they are one file."
    ),
    Rule.DANGLING_LINK: _warning("Mend the key, write the note that is missing, or remove the link."),
    Rule.CROSS_LAYER_LINK: _warning("Promote the note it links to, or remove the link: others do not have that note."),
    Rule.AMBIGUOUS_LINK: _warning("Write more of its path, spelled exactly; until then the link reaches none of them."),
    Rule.ORPHAN: _warning("Link it under `## Related` to the notes it touches, or from one of them."),
    Rule.CONFLICT_BROKEN: _warning("Mend the key in conflicts_with, or remove it if that note is gone."),
    Rule.CONFLICT_ONE_SIDED: _warning("Name the conflict in both notes, or settle it and name it in neither."),
    Rule.SUPERSEDES_UNKNOWN: _warning("Mend the key, or remove the field if that note is gone."),
    Rule.NEAR_DUPLICATE: _warning("Merge the two, or say in one of them how it differs."),
}


class Violation(Struct, frozen=True):
    """One breach: `where` is the file or key a person can open, `detail` what is wrong in it."""

    rule: Rule
    where: str
    detail: str
    line: int | None = None

    @property
    def severity(self) -> Severity:
        return RULES[self.rule].severity

    def explain(self) -> Explained:
        place = f"{self.where}:{self.line}" if self.line else self.where
        return Explained(f"{self.rule}: {self.detail}", place, RULES[self.rule].mend)
