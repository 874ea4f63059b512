"""Pages: the text of a page for a model, which costs it no more than a page may.

What was asked for was cut before (paging, portions). After it come the call that reads on, and of the
notices as many as are still paid for; the others are counted. Not here: where a page ends.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from .counting import counted
from .paging import PAGE_TOKENS
from .quoted import clipped, line
from .tokens import estimate

CALL_TOKENS = 200  # of a call that is spelled out; a longer one was said by the reader, who knows it
NOTICE_COLUMNS = 200

# --- functions ------------------------------------------------------------


def cost(text: str) -> int:
    """Estimated tokens of a line, or several, and of the line break after it."""
    return estimate(text) + 1


def next_call(tool: str, said: Mapping[str, str | Sequence[str]], cursor: str) -> str:
    """How a client gets the next page, as it can be called."""
    named = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in said.items())
    call = f"{tool}({named}{', ' if named else ''}cursor={json.dumps(cursor)})"
    return call if estimate(call) <= CALL_TOKENS else f'the same call with cursor="{cursor}"'


def page_text(rows: Iterable[str], after: Iterable[str], notices: Sequence[str]) -> str:
    said = "\n".join((*rows, *after))
    return "\n".join([said, *_paid_for(notices, PAGE_TOKENS - cost(said))])


def _paid_for(notices: Sequence[str], budget: int) -> Iterable[str]:
    lines = [f"notice: {clipped(line(each), NOTICE_COLUMNS)}" for each in notices]
    for at, each in enumerate(lines):
        more = f"notice: {counted(len(lines) - at, 'more notice')}, which `hindnote list` prints"
        last = at == len(lines) - 1
        if cost(each) + (0 if last else cost(more)) > budget:
            if cost(more) <= budget:
                yield more
            return
        budget -= cost(each)
        yield each
