"""Asking: `recall` from a shell, whoever read its words.

Effects: those of recall; writes stdout and stderr.
"""

from collections.abc import Mapping, Sequence

import msgspec

from ...core.recall import Answer, Root
from ...core.render import answer_text
from ..app.recall import recall
from ..app.world import World
from ..index.index import Index
from ..settings import Settings
from .output import USAGE, answered, palette
from .standing import with_index


def ask(settings: Settings, question: str, also: Sequence[str], *, json: bool) -> int:
    def asked(world: World, index: Index) -> int:
        return answered(
            recall(world, index, question, also),
            lambda answer: answer_text(answer, palette()),
            as_json=as_json,
            json=json,
            code=USAGE,
        )

    return with_index(settings, asked, json=json)


def as_json(answer: Answer) -> Mapping[str, object]:
    return {
        "question": answer.question,
        "roots": list(map(_root, answer.roots)),
        "omitted": answer.omitted,
        "mode": answer.mode,
        "notices": answer.notices,
    }


def _root(root: Root) -> Mapping[str, object]:
    """The hit's own fields, then what is around it."""
    hit: Mapping[str, object] = msgspec.to_builtins(root.hit)
    return {**hit, "neighbours": root.neighbours, "more": root.more, "whole": root.whole}
