"""Told: what a write came to, in words, the same for a shell and a client."""

from collections.abc import Iterable

from ...core.quoted import key_text, line
from ...core.writecontext import context_lines
from .remember import RememberAnswer


def remembered(answer: RememberAnswer, day: str) -> str:
    """Its first line is what happened to which note; warnings and related notes follow. `day` is today."""
    where = f"{key_text(answer.key)} ({answer.layer} {answer.date or day})"
    did = f"{where} was there already: nothing was written" if answer.how == "skipped" else f"{answer.how} {where}"
    version = f"   version: {answer.version}" if answer.version else ""
    return "\n".join([did, f"file: {line(answer.path)}{version}", *_warnings(answer.warnings), *_context(answer)])


def _context(answer: RememberAnswer) -> Iterable[str]:
    return context_lines(answer.related_by_entity, answer.name_timelines)


def _warnings(said: Iterable[str]) -> Iterable[str]:
    return (f"warning: {line(each)}" for each in said)
