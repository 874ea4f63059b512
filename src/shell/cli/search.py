"""The `search` command."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from ...core.explanation import explained, explanation_line
from ...core.quoted import line
from ...core.render import QUOTE, hits_text
from ..app.finding import LIMIT, Query
from ..app.search import Found, find
from ..app.world import World
from ..index.index import Index
from ..settings import Settings
from .injected import Here, InLayer, Json, Question, Words
from .output import USAGE, Blank, answered, palette, refused
from .standing import with_index

AT_LEAST_ONE = Number(gte=1)


def search(  # noqa: PLR0913  (a keyword an option)
    *question: Question,
    also: Annotated[list[Words] | None, Parameter(help="Another wording of the same question; repeatable.")] = None,
    layer: InLayer = None,
    tag: Annotated[str | None, Parameter(help="Only notes with this tag.")] = None,
    type: Annotated[str | None, Parameter(help="Only surprise, topic or stub notes.")] = None,  # noqa: A002  (the option's name)
    since: Annotated[date | None, Parameter(help="Only notes dated YYYY-MM-DD or later.")] = None,
    limit: Annotated[int, Parameter(help="Hits a page.", validator=AT_LEAST_ONE)] = LIMIT,
    cursor: Annotated[str | None, Parameter(help="The page after the one that printed this.")] = None,
    max_tokens: Annotated[int | None, Parameter(help="Stop before the hits cost a reader more than this.")] = None,
    explain: Annotated[bool, Parameter(help="Tell how each hit came to its place.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Page through every note that matches.

    One hit a note, best first, without what it links to. The filters act before the cut.

    JSON: `{"hits": [{"key", "layer", "date", "title", "section", "lines": [from, to], "excerpt", "score", "ranks":
    {"keyword", "semantic"}, "margin", "tokens", "flags": {"superseded_by", "conflicts_with", "unacknowledged",
    "confidence", "stale"}, "dated"}], "omitted", "next_cursor", "tokens", "mode", "notices"}`, and with
    `--explain` "explanations": [{"keyword", "semantic", "fused", "weights": [{"name", "factor"}], "score",
    "newest_first"}], one a hit.
    """
    query = Query(
        question=" ".join(question),
        also=tuple(also or ()),
        layer=layer,
        tag=tag,
        type=type,
        since=since.isoformat() if since else None,
        limit=limit,
        cursor=cursor,
        max_tokens=max_tokens,
    )
    return run(settings, query, json=json, explain=explain)


def run(settings: Settings, query: Query, *, json: bool, explain: bool = False) -> int:
    if not query.question.strip():
        return refused(Blank("question"), json=json, code=USAGE)

    def searched(world: World, index: Index) -> int:
        return answered(
            find(world, query, index=index),
            lambda found: as_text(found, explain=explain),
            as_json=lambda found: as_json(found, explain=explain),
            json=json,
            code=USAGE,
        )

    return with_index(settings, searched, json=json)


def as_json(found: Found, *, explain: bool = False) -> dict[str, object]:
    page: dict[str, object] = {
        "hits": found.hits,
        "omitted": found.omitted,
        "next_cursor": found.next_cursor,
        "tokens": found.tokens,
        "mode": found.mode,
        "notices": found.notices,
    }
    return page | {"explanations": [*map(explained, found.ranked)]} if explain else page


def as_text(found: Found, *, explain: bool = False) -> str:
    lines = [*_hits(found, explain=explain)] or ["nothing recorded about this"]
    if found.next_cursor:
        lines.append(f"{found.omitted:,} more matched; the next page: --cursor {found.next_cursor}")
    return "\n".join([*lines, *(f"notice: {line(notice)}" for notice in found.notices)])


def _hits(found: Found, *, explain: bool) -> Iterator[str]:
    for hit, ranked in zip(found.hits, found.ranked, strict=True):
        yield hits_text([hit], palette())
        if explain:
            yield f"{QUOTE}  {explanation_line(ranked)}"
