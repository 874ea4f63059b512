"""Answers: the use case behind each tool, as text for a model.

Effects: those of the use cases.
"""

from collections.abc import Callable, Mapping

from returns.result import Failure, Success

from ...core.render import answer_text
from ..app import told
from ..app.recall import recall
from ..app.remember import RememberRequest, remember
from ..app.world import World
from ..index.index import Index
from . import authoring, browsing
from .calls import Arguments
from .reply import Reply, refused


def recalled(world: World, index: Index, said: Arguments) -> Reply:
    match recall(world, index, said.texts.get("question", ""), said.lists.get("also_phrased_as", ())):
        case Failure(blank):
            return refused(blank)
        case Success(answer):
            return Reply(answer_text(answer))


def remembered(world: World, said: Arguments) -> Reply:
    """Never told what to do with a note that exists: over MCP that is a refusal, whose mend is `update`."""
    match remember(world, request(said)):
        case Failure(refusal):
            return refused(refusal)
        case Success(answer):
            return Reply(told.remembered(answer, world.stamp().day), changed=True)


def request(said: Arguments) -> RememberRequest:
    texts, lists = said.texts, said.lists
    return RememberRequest(
        expected=texts.get("expected", ""),
        observed=texts.get("observed", ""),
        evidence=texts.get("evidence", ""),
        answers=lists.get("answers", ()),
        relates_to=lists.get("relates_to", ()),
        invalidated_by=texts.get("invalidated_by"),
        tags=lists.get("tags", ()),
        supersedes=texts.get("supersedes"),
        conflicts_with=lists.get("conflicts_with", ()),
        confidence=texts.get("confidence"),
        update=texts.get("update"),
    )


READS: Mapping[str, Callable[[World, Index, Arguments], Reply]] = {
    "recall": recalled,
    "search": browsing.searched,
    "read_note": browsing.read,
    "list_notes": browsing.listed,
    "entity": browsing.named,
}
WRITES: Mapping[str, Callable[[World, Arguments], Reply]] = {
    "remember": remembered,
    "create_note": authoring.created,
    "edit_note": authoring.edited,
}
