"""A verdict on a store reads well, counts each rule once, and has one JSON shape."""

import msgspec
from syrupy.assertion import SnapshotAssertion

from hindnote.core.lint import LintReport, as_json, as_text
from hindnote.core.violations import Rule, Violation

from ..pages import page

__all__ = ["page"]

TEAM, LOCAL = "/repo/.hindnote/notes", "/data/hindnote/stores/1a2b/local"
REPORT = LintReport(
    (
        Violation(Rule.MISSING_SECTION, f"{TEAM}/surprise/a.md", "`## Evidence` is missing"),
        Violation(Rule.NO_SUCH_DATE, f"{TEAM}/surprise/a.md", "`2026-02-30` is no day", 5),
        Violation(Rule.ORPHAN, f"{LOCAL}/b.md", "it links to no note and no note links to it"),
        Violation(Rule.DANGLING_LINK, f"{LOCAL}/c.md", "no note has the key `gone`", 31),
        Violation(Rule.DANGLING_LINK, f"{LOCAL}/c.md", "no note has the key `lost`", 32),
    ),
    1_200,
)


def test_the_verdict_reads_well(page: SnapshotAssertion) -> None:
    assert f"{as_text(REPORT)}\n" == page


def test_a_clean_store_is_one_line() -> None:
    assert as_text(LintReport((), 1)) == "1 note, nothing to mend"


def test_the_json_shape_holds() -> None:
    told = msgspec.json.decode(msgspec.json.encode(as_json(REPORT)))
    assert list(told) == ["violations", "counts", "notes", "refused", "warnings"]
    assert told["counts"] == {"NoSuchDate": 1, "MissingSection": 1, "DanglingLink": 2, "Orphan": 1}
    assert (told["notes"], told["refused"], told["warnings"]) == (1_200, 2, 3)
    assert told["violations"][1] == {
        "rule": "NoSuchDate",
        "severity": "refused",
        "where": f"{TEAM}/surprise/a.md",
        "line": 5,
        "detail": "`2026-02-30` is no day",
        "mend": "Write a day that exists as YYYY-MM-DD.",
    }
    assert told["violations"][0]["line"] is None


def test_the_counts_add_up() -> None:
    assert sum(REPORT.counts.values()) == REPORT.refused + REPORT.warnings == len(REPORT.violations)


def test_a_name_cannot_forge_a_line_of_ours() -> None:
    forged = LintReport((Violation(Rule.ORPHAN, "/a\n/b.md: refused: \x1b[31mX", "x\ny"),), 1)
    assert len(as_text(forged).split("\n\n")[0].split("\n")) == 1
    assert "\x1b" not in as_text(forged)
