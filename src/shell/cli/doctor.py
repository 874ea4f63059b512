"""The `doctor` command."""

import os

from msgspec import Struct

from ...core.checkup import Finding, checkup_text, troubles
from ..doctor.checkup import examine
from .injected import Here, Json
from .output import DONE, REFUSED, say, say_json


class CheckupTold(Struct, frozen=True):
    """The public `--json` shape."""

    troubles: int
    findings: tuple[Finding, ...]


def doctor(*, json: Json = False, settings: Here) -> int:
    """Say whether everything works here, and how to mend what does not.

    It starts each configured server as its harness would, lists its tools and compares the notes that it sees with those
    seen here, asks the search engine for a nearest vector, and looks at folders, permissions, the index, hooks, and the
    stores whose checkouts are gone. Nothing is changed. Exit code 1 when there is a trouble.

    JSON: `{"troubles", "findings": [{"check", "state", "said", "mend"}]}`; `state` is `ok`, `note` or `trouble`.
    """
    found = examine(settings, os.environ)
    if json:
        say_json(CheckupTold(troubles(found), tuple(found)))
    else:
        say(checkup_text(found))
    return REFUSED if troubles(found) else DONE
