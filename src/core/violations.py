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
    ORPHAN = "Orphan"
    CONFLICT_BROKEN = "ConflictBroken"
    CONFLICT_ONE_SIDED = "ConflictOneSided"
    SUPERSEDES_UNKNOWN = "SupersedesUnknown"
    NEAR_DUPLICATE = "NearDuplicate"


class RuleSpec(Struct, frozen=True):
    severity: Severity
    mend: str


RULES: Mapping[Rule, RuleSpec] = {}


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
