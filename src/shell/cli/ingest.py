"""The `ingest` command."""

from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from ...core.quoted import key_text, line
from ...core.render import counted
from ..app.ingest import IngestReport
from ..app.ingest import ingest as ingest_documents
from ..app.world import World
from .injected import Here, Json
from .output import answered
from .progress import Progress
from .standing import in_world


def ingest(
    *,
    dry_run: Annotated[bool, Parameter(help="Say what would be done, and do nothing.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Make the repository's documents findable, as stubs.

    Every tracked Markdown file becomes a local note that points at it: its title, first line and headings, never a
    summary. Stubs follow their documents; a second run writes nothing. One overview note links to them all.

    JSON: `{"written": [key], "refreshed": [key], "unchanged": [key], "removed": [key], "skipped": [{"path", "why"}],
    "overview": key or null, "dry_run"}`
    """

    def ingested(world: World) -> int:
        return answered(
            ingest_documents(world, dry_run=dry_run, progress=Progress("reading documents")),
            lambda report: as_text(report, world.stamp().day),
            json=json,
        )

    return in_world(settings, ingested, json=json)


def as_text(report: IngestReport, day: str) -> str:
    """`day` is what is written in a stub that was written today."""
    lines = [*_listed("wrote", report.written, day), *_listed("refreshed", report.refreshed, day)]
    lines += _listed("removed", report.removed, "")
    lines += [f"skipped {line(each.path)}: {line(each.why)}" for each in report.skipped]
    total = len(report.written) + len(report.refreshed) + len(report.unchanged)
    told = f"{counted(total, 'note')}, {len(report.unchanged):,} of them as they were"
    lines.append(f"dry run, nothing was done: {told}" if report.dry_run else told)
    return "\n".join(lines)


def _listed(label: str, keys: Iterable[str], day: str) -> Iterable[str]:
    return (f"{label} {key_text(key)} ({f'local {day}'.rstrip()})" for key in keys)
