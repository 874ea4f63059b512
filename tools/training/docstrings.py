"""Docstrings: what a function's first line says, and what the rest explains."""

import ast
import re
import warnings
from collections.abc import Iterator

from .sections import plain

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
EXAMPLES = re.compile(r"^\s*(>>>|\.\.\. ).*$", re.MULTILINE)
CAMEL = re.compile(r"([a-z])([A-Z])")
LONG = 120  # characters: a shorter docstring has no first line and rest to tell apart


def docstrings(source: str) -> Iterator[tuple[str, str, str]]:
    """Name in words, first line, rest, of every documented definition."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError):
            return
    for node in ast.walk(tree):
        if not isinstance(node, Documented):
            continue
        text = ast.get_docstring(node)
        if text and len(text) > LONG:
            first, rest = halves(EXAMPLES.sub("", text))
            yield words(getattr(node, "name", "")), plain(first), plain(rest)


def halves(text: str) -> tuple[str, str]:
    first, _, rest = text.strip().partition("\n\n")
    if rest.strip():
        return first, rest
    sentence = re.match(r"(.+?[.!?])\s+(.+)$", text.strip(), re.DOTALL)
    return (sentence[1], sentence[2]) if sentence else (text, "")


def words(name: str) -> str:
    return CAMEL.sub(r"\1 \2", name.replace("_", " ")).strip()
