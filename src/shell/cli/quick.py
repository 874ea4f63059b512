"""Quick: a plain question read without cyclopts, whose import costs more than the answer.

Only what leaves no doubt is read here: words, `--json`, `--also TEXT` and `--`. Anything else is
cyclopts' to judge, and a test holds that both read what is read here alike.
"""

from collections.abc import Sequence

from msgspec import Struct


class Plain(Struct, frozen=True):
    question: tuple[str, ...]
    also: tuple[str, ...] = ()
    json: bool = False


def plain(words: Sequence[str]) -> Plain | None:
    at = words.index("--") if "--" in words else len(words)
    options, text = list(words[:at]), words[at + 1 :]
    question: list[str] = []
    also: list[str] = []
    json = False
    while options:
        word = options.pop(0)
        if word == "--json" and not json:
            json = True
        elif word == "--also" and options and not options[0].startswith("-"):
            also.append(options.pop(0))
        elif word.startswith("-"):
            return None
        else:
            question.append(word)
    return Plain((*question, *text), tuple(also), json)
