"""Transcripts: the recorded sessions of any agent we know, as one stream of steps.

Every line says itself whose it is and of which session, so sessions that share a file are told apart.
Lines of no use are passed over by a look at their beginning. A line that cannot be read, such as the last of
a session that was killed, is counted and loses nobody else's steps. Memory is that of one line, and the ids of
a session's calls.
"""

import re
from collections.abc import Iterable, Iterator

from .claudelogs import claude_steps
from .loglines import Line, decode
from .steps import UNREADABLE, Course, Step

BOM = b"\xef\xbb\xbf"

_USELESS = re.compile(  # lines whose type stands before anything nested and says that they hold no step
    rb'\s*\{(?:"\w+":(?:"[^"\\]*"|null|true|false|\d+),)*'
    rb'"type":"(?:progress|file-history-(?:snapshot|delta)|summary|system|queue-operation)"'
)


class Transcript:
    """One log as it is read: its steps, and what there was besides."""

    def __init__(self, session: str = "") -> None:
        self.courses: dict[str, Course] = {}
        self.session = session  # that of lines which name none: the last one named, at first the given one
        self.lines = self.bad = 0

    def steps(self, lines: Iterable[bytes]) -> Iterator[Step]:
        for line in lines:
            told = line.removeprefix(BOM).strip()
            if not told:
                continue
            self.lines += 1
            if not _USELESS.match(told):
                yield from self._of(told)

    def _of(self, line: bytes) -> Iterator[Step]:
        try:
            yield from self._read(line)
        except UNREADABLE:
            self.bad += 1

    def _read(self, line: bytes) -> Iterator[Step]:
        match decode(line):
            case None:
                self.bad += 1
            case Line() as told:
                yield from claude_steps(told, self._course(told))

    def _course(self, line: Line) -> Course:
        self.session = line.session or line.session_id or self.session
        return self.courses.setdefault(self.session, Course(self.session))
