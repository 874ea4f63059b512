"""Stdin: the lines a client sends, mended where one character would leave a request unanswered.

The SDK's parser refuses a lone surrogate, which JSON can spell, and answers nothing to a line it
refuses: the client would wait for ever. Nobody else in this process, and no child, reads from stdin.

Effects: takes over file descriptor 0.
"""

import io
import os
import re
import sys

import anyio

ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\.")
LONE = len(r"\ud800")


def mended(line: str) -> str:
    """Every lone surrogate as U+FFFD; a pair, and a backslash that only looks like one, stay."""
    if r"\ud" not in line and r"\uD" not in line:
        return line
    return ESCAPE.sub(lambda found: r"\ufffd" if len(found[0]) == LONE else found[0], line)


class MendedLines(io.TextIOWrapper):
    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # typeshed names it `__size`
        return mended(super().readline(size))


def take_over() -> "anyio.AsyncFile[str]":
    """Its own copy of the descriptor, never closed: a thread may wait on it still when all else has ended."""
    private = os.dup(sys.stdin.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    return anyio.wrap_file(MendedLines(open(private, "rb", closefd=False), encoding="utf-8", errors="replace"))
