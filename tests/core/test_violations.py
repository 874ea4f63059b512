"""Every rule has a severity and a mend, and every breach reads well to the person who must mend it."""

from syrupy.assertion import SnapshotAssertion

from hindnote.core.violations import RULES, Rule, Severity, Violation

from ..pages import page

__all__ = ["page"]

REFUSED = {
    *(
        "Unreadable",
        "UnparsableFrontmatter",
        "MissingField",
        "UnknownType",
        "InvalidKey",
        "NoSuchDate",
        "UnclosedFence",
    ),
    *("MissingSection", "ProseInListSection", "KeyDisagreesWithPath", "UnevaluatableTrigger", "ConflictMarkers"),
    "SecretInNote",
}


def test_the_table_covers_the_rules_exactly() -> None:
    assert list(RULES) == list(Rule)


def test_a_breach_of_the_schema_is_refused_and_one_of_hygiene_warns() -> None:
    assert {rule for rule, spec in RULES.items() if spec.severity is Severity.REFUSED} == REFUSED


def test_a_breach_names_its_line_where_it_has_one() -> None:
    assert Violation(Rule.UNCLOSED_FENCE, "local/a.md", "it opens here", 7).explain().where == "local/a.md:7"
    assert Violation(Rule.ORPHAN, "local/a.md", "nothing links").explain().where == "local/a.md"


def test_every_mend_reads_well(page: SnapshotAssertion) -> None:
    lines = [
        f"- {spec.severity}: {Violation(rule, 'team/a.md', '...', 3).explain().message()}\n"
        for rule, spec in RULES.items()
    ]
    assert "".join(lines) == page
