"""Lint: the verdict on a store as one value: what is wrong, how much of each, and whether it is refused.

The JSON shape, which scripts rely on (add fields, never rename):

    {"violations": [{"rule", "severity", "where", "line", "detail", "mend"}],
     "counts": {rule: how many}, "notes": n, "refused": n, "warnings": n}

`where` is the file to open, `line` its 1-based line or null; `severity` is `refused` or `warning`. `counts` holds the
rules that are broken, in the order of their table: the store's quality as one meter.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from .quoted import line
from .render import counted
from .violations import RULES, Rule, Severity, Violation

# --- values ---------------------------------------------------------------


class LintReport(Struct, frozen=True):
    violations: tuple[Violation, ...]
    notes: int  # files seen, readable or not

    @property
    def counts(self) -> Mapping[Rule, int]:
        found = Counter(violation.rule for violation in self.violations)
        return {rule: found[rule] for rule in Rule if found[rule]}

    @property
    def refused(self) -> int:
        return sum(violation.severity is Severity.REFUSED for violation in self.violations)

    @property
    def warnings(self) -> int:
        return len(self.violations) - self.refused


class ShownViolation(Struct, frozen=True):
    rule: Rule
    severity: Severity
    where: str
    line: int | None
    detail: str
    mend: str


class ShownReport(Struct, frozen=True):
    """The JSON shape."""

    violations: tuple[ShownViolation, ...]
    counts: Mapping[Rule, int]
    notes: int
    refused: int
    warnings: int


# --- functions ------------------------------------------------------------


def as_json(report: LintReport) -> ShownReport:
    """For `msgspec.json.encode`."""
    return ShownReport(
        tuple(
            ShownViolation(each.rule, each.severity, each.where, each.line, each.detail, RULES[each.rule].mend)
            for each in report.violations
        ),
        report.counts,
        report.notes,
        report.refused,
        report.warnings,
    )


def as_text(report: LintReport) -> str:
    """One line for each violation, as compilers print them; then the meter, with each rule's mend once."""
    return "\n".join([*map(_violation, report.violations), *_meter(report), _verdict(report)])


def _violation(found: Violation) -> str:
    at = f":{found.line}" if found.line else ""
    return f"{line(found.where)}{at}: {found.severity}: {found.rule}: {line(found.detail)}"


def _meter(report: LintReport) -> Iterator[str]:
    counts = report.counts
    if counts:
        yield ""
    columns, digits = max(map(len, counts), default=0), max((len(f"{n:,}") for n in counts.values()), default=0)
    for rule, n in counts.items():
        yield f"{rule:<{columns}}  {n:>{digits},}  {RULES[rule].mend}"


def _verdict(report: LintReport) -> str:
    notes = counted(report.notes, "note")
    if not report.violations:
        return f"{notes}, nothing to mend"
    return f"{notes}: {report.refused:,} refused, {counted(report.warnings, 'warning')}"
