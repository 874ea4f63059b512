"""Declared: what a repository's own files say about it, gathered for its overview.

Effects: reads build and CI files.
"""

from collections.abc import Iterable
from pathlib import Path

from ..core.buildfiles import build_files, commands
from ..core.languages import languages
from ..core.overview import Facts
from ..core.pipelines import pipeline, pipeline_files
from .documents import Listed, Listing, Text, read

LARGEST = 1_000_000  # characters; past it a file is data, and TOML is parsed at about a million a second


def declared(root: Path, listing: Listing) -> Facts:
    """Nothing is executed, and a file that cannot be read declares nothing."""
    usable = {file.path: file for file in listing.files if not file.problem}
    return Facts(
        languages=languages(usable),
        commands=tuple(
            command
            for path, text in texts(root, usable, build_files(usable))
            for command in commands(path, text, usable)
        ),
        pipelines=tuple(pipeline(path, text) for path, text in texts(root, usable, pipeline_files(usable))),
    )


def texts(root: Path, usable: dict[str, Listed], paths: Iterable[str]) -> Iterable[tuple[str, str]]:
    for path in paths:
        content = read(root, usable[path])
        if isinstance(content, Text) and len(content.text) <= LARGEST:
            yield path, content.text
