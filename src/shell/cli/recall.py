"""The `recall` command."""

from typing import Annotated

from cyclopts import Parameter

from .asking import ask
from .injected import Here, Json, Question, Words


def recall(
    *question: Question,
    also: Annotated[list[Words] | None, Parameter(help="Another wording of the same question; repeatable.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Ask the notes a question; one call answers.

    At most 8 notes, best first, each with a passage and the notes one link away. The words need no quotes and may begin
    with `-`; after `--` every word is text. A question that is exactly a key, or `[[key]]`, prints that note whole.
    "nothing recorded about this" is an answer too, with exit code 0.

    A note about a credential (its title, a tag or its field `credential` says so) comes first only where the question
    asks for such things: a login, a key, a token.

    JSON: `{"question", "roots": [{"key", "layer", "date", "title", "section", "lines": [from, to], "excerpt", "score",
    "ranks": {"keyword", "semantic"}, "margin", "tokens", "flags": {"superseded_by", "conflicts_with", "unacknowledged",
    "confidence", "stale"}, "dated", "neighbours": [{"key", "layer", "date", "title", "stale", "dated"}], "more", "whole":
    {"lines", "cut"} or null}], "omitted", "mode", "notices"}`; `dated` is `declared`, or `name` or `modified` of the file.
    """
    return ask(settings, " ".join(question), also or [], json=json)
