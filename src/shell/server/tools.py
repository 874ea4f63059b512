"""Tools: the two that every client sees, their parameters and what they say of themselves.

The rules of writing that nothing can check ride in `remember`'s description; neither text is longer
than what clients keep. Not here: the census (it leads `recall`'s description), the tools of `--tools full`
(moretools) and what a call does.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from .calls import as_given
from .parameters import Parameter

# --- values ---------------------------------------------------------------


class ToolSpec(Struct, frozen=True):
    name: str
    title: str
    parameters: tuple[Parameter, ...]
    description: str = ""  # recall's is made anew for each listing
    does: Literal["reads", "adds", "changes"] = "reads"
    always: bool = False  # a client that shows a model mere names of tools is asked to show this one whole

    def schema(self) -> Mapping[str, object]:
        """Plain enough for every client: an object at the root, nothing combined there."""
        return {
            "type": "object",
            "properties": {each.name: each.schema() for each in self.parameters},
            "required": [each.name for each in self.parameters if each.required],
            "additionalProperties": False,
        }


REMEMBER_DESCRIPTION = """\
Record a surprise: you expected one thing and observed another. It becomes one Markdown note in this repository's local \
layer, under a key derived from `observed`. `recall` first: when a note says it already, pass its key as `update`; when \
one says otherwise, name it in `supersedes` or `conflicts_with`.
Write for a reader who knows nothing of this session:
- One topic a note, with the exact names, error texts and paths that somebody will search for.
- Keep uncertainty: say what you do not know rather than be falsely precise, and give a relative wording together with \
what it resolves to ("last Tuesday, 2026-08-04").
- Date things by when they happened, not by when they were mentioned.
- What will change goes in as dated status lines ("2026-08-07: still fails").
- No secrets: a call that holds one is refused.
The answer names the key. A refusal says how to mend the call, and nothing was written."""

RECALL = ToolSpec(
    "recall",
    "Ask the repository's notes",
    (
        Parameter("question", "The question in the words of the problem, or a note's key.", required=True),
        Parameter("also_phrased_as", "Other wordings of the same question; each is searched apart.", many=True),
    ),
    always=True,
)
REMEMBER = ToolSpec(
    "remember",
    "Record a surprise",
    (
        Parameter("expected", "What you assumed, and why. Not needed with `update`.", required=True),
        Parameter("observed", "What is so instead. Its first sentence names the note.", required=True),
        Parameter("evidence", "How you know: command and output, file and line, commit.", required=True),
        Parameter(
            "answers", "Questions it answers, as one would ask. Not needed with `update`.", many=True, required=True
        ),
        Parameter("relates_to", "Keys (not titles) of related notes; one may precede its note.", many=True, keys=True),
        Parameter(
            "invalidated_by",
            "What ends its truth: file:PATH@current, image:current, base:YYYY.MM or symbol:NAME.",
        ),
        Parameter("tags", "A few plain words to group it by.", many=True, keys=True),
        Parameter("supersedes", "Key of the note that this one replaces."),
        Parameter("conflicts_with", "Keys of notes that say otherwise.", many=True, keys=True),
        Parameter("confidence", "high, medium or low."),
        Parameter("update", "Key of a local note to add observed and evidence to, dated, instead of a new note."),
    ),
    REMEMBER_DESCRIPTION,
    does="adds",
    always=True,
)

TOOLS: Sequence[ToolSpec] = (RECALL, REMEMBER)


def parameters_for(spec: ToolSpec, said: object) -> tuple[Parameter, ...]:
    """An update adds to a note that has its expectation and its questions already."""
    spared = frozenset({"expected", "answers"}) if as_given(said).get("update") else frozenset[str]()
    return tuple(structs.replace(p, required=p.required and p.name not in spared) for p in spec.parameters)
