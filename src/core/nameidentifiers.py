"""Name identifiers: what code calls its types, its public parts and its settings: `SilentLogger`, `CLAUDE_PROJECT_DIR`.

Nobody takes one for a word, and few stand in many notes. Identifiers of other forms are as often local to a
few lines. None of them is a file, a component of a path, a brand or what a language brings along.
Linear in the text.
"""

import re
from collections.abc import Iterator

from .nameshapes import LONGEST, is_file
from .namewords import BRANDS, BUILT_IN, SETTINGS
from .speaks import Speaks

SHORTEST = 6
NOBODYS = BRANDS | BUILT_IN

_IDENTIFIER = re.compile(  # what it begins with stands first, so that a search jumps to it
    r"([A-Z](?<=(?<![\w/\\@#%-])[A-Z])(?>[A-Z]*+(?:[a-z]++[A-Z][a-zA-Z]*+|(?:_[A-Z]++)++)))(?![\w/\\@-])(?:\.(\w+))?"
)


def identifiers(text: str) -> Iterator[str]:
    for word, ending in _IDENTIFIER.findall(text):
        lower = word.lower()
        if SHORTEST <= len(word) <= LONGEST and lower not in NOBODYS and not _is_file(word, ending):
            yield word


def identifier_verdict(identifier: str) -> Speaks:
    return Speaks.INDEXED if identifier.lower() in SETTINGS else Speaks.ALONE


def _is_file(word: str, ending: str) -> bool:
    return ending != "" and is_file([word, ending])
