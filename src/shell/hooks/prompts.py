"""Prompts: a prompt and the indexes around it, brought together, with the text of a note where one is to be shown.

Effects: reads one note.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH113, PTH118, PTH123

import os
from functools import partial

from ...core.hints import Heard, Hint, Silence
from ...core.namenotes import NamedNote
from ...core.preflight import PASSAGE, body_of, preflight, prompted
from ..tlds import top_level_domains
from .here import Here
from .scene import Scene

READ = 64 * 1024  # bytes of a note: its frontmatter and far more than is shown


def prompt_hint(scene: Scene, heard: Heard) -> Hint | Silence:
    prompt, switches = scene.moment.prompt, scene.switches
    if switches.preflight == "off":
        return Silence("switched-off")
    asked = prompted(prompt, heard, switches, top_level_domains())
    with scene.finding(scene.here.indexes) as found:
        return preflight(
            prompt,
            asked,
            found.names([name.fold for name in asked]),
            lambda: found.matched(prompt, switches),
            heard=heard,
            switches=switches,
            passage=partial(passage, scene.here),
        )


def passage(here: Here, note: NamedNote) -> str:
    """A note's body; nothing when it cannot be read where the index says it is."""
    return next(filter(None, (_body(folder, note.path) for folder in here.folders.get(note.layer, ()))), "")


def _body(folder: str, path: str) -> str:
    place = os.path.realpath(folder)
    file = os.path.join(place, *path.split("/"))
    try:
        if os.path.realpath(file) != file or not os.path.isfile(file) or not file.startswith(os.path.join(place, "")):
            return ""  # a link, a pipe, or not below the folder
        with open(file, "rb") as note:
            text = note.read(READ).decode("utf-8", "replace")
    except (OSError, ValueError):  # the latter of a NUL
        return ""
    return body_of(text.removeprefix("\ufeff").replace("\r\n", "\n"))[: 4 * PASSAGE]
