"""Alone: a hook without a server answers its event in its own process.

Under `-S` no installed package can be imported. The two folders where ours and its libraries are, in
nearly every installation, are known without a search; the interpreter's own search is for the rest.

Effects: changes the import path; those of `answering`.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH109, PTH118, PTH120

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from .answering import respond
from .asked import read_words
from .scene import opened

if TYPE_CHECKING:
    from ..index.lookup import Lookup

PACKAGES = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"  # below an environment


def answered_alone(words: list[str], stdin: bytes) -> bytes:
    if "site" not in sys.modules:
        package = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
        environment = os.path.dirname(os.path.dirname(sys.executable))
        known = os.path.dirname(package), os.path.join(environment, PACKAGES)
        sys.path += filter(os.path.isabs, known)  # of an interpreter that knows not where it is: not the repository's
    return respond(read_words(words, os.getcwd(), os.environ, stdin), opened_from_anywhere)


def opened_from_anywhere(paths: Sequence[str]) -> "AbstractContextManager[Lookup]":
    try:
        return opened(paths)
    except ImportError:
        import site  # noqa: PLC0415  (a search of every folder, and its configuration)

        site.main()
        return opened(paths)
