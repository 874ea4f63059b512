"""Glue: the words of English that hold a sentence together and say nothing of what it is about.

They are ranked like any other word, for they cost a note nothing and tell a little (left out of
questions, one corpus lost 2 points of P@1). But a note that shares nothing else with a question has no
answer to it, and silence is one.
"""

from .analysis import Terms, analyse

GLUE = """
a about after again all also am an and any are as at be because been before being both but by can cannot could did do
does doing done down during each else ever every few for from further get gets getting go goes going got had has have
having he her here hers him his how i if in into is it its itself just let like may me might more most much must my no
nor not now of off on once one only or other our ours out over own per please quite rather really same shall she should
since so some still such than that the their theirs them then there these they thing things this those though through to
too under until up upon us very was way we were what whatever when where whether which while who whom whose why will
with within without would yes yet you your yours don't doesn't didn't isn't aren't wasn't won't can't it's i'm let's
that's what's there's s t re ve ll d m
"""

_TERMS = analyse(GLUE)
_GLUE = frozenset((*_TERMS.words, *_TERMS.exact))


def content(question: Terms) -> Terms:
    """The question without its glue; whole, when it is nothing else."""
    kept = Terms(
        words=tuple(word for word in question.words if word not in _GLUE),
        exact=tuple(word for word in question.exact if word not in _GLUE),
        parts=tuple(part for part in question.parts if part not in _GLUE),
    )
    return kept if kept.words else question
