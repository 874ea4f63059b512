"""Transcripts: the recorded sessions of any agent we know, as one stream of steps.

Every line is judged by itself: whose log it is of, and of which session, so that sessions which share a file
are told apart. What no step needs is skipped while a line is decoded. A line that cannot be read, such as the
last of a session that was killed, is counted and costs no other line's steps. Memory is that of one line, and
what a session remembers (see `core.steps`).
"""

from collections.abc import Iterable, Iterator

from .claudelogs import claude_steps
from .codexlogs import BARE, SESSION, codex_steps, continues_another
from .geminilogs import TYPES, decode_told, gemini_steps
from .loglines import Item, Line, decode, decode_item, mend
from .steps import UNREADABLE, Course, Step

BOM = b"\xef\xbb\xbf"
NO_LINE = (b"", BOM)  # an end, and a mark that nothing follows
BEFORE = BOM + b" \t"


class Transcript:
    """One log as it is read: its steps, and how much of it could not be read."""

    def __init__(self, session: str = "") -> None:
        self.session = session  # of lines that name none: the last one named, at first the one given
        self.courses: dict[str, Course] = {}
        self.continues = False
        self.lines = self.bad = 0

    def steps(self, lines: Iterable[bytes]) -> Iterator[Step]:
        """Of lines, or of whole documents that each hold a session."""
        for line in lines:
            if line.isspace() or line in NO_LINE:
                continue
            self.lines += 1
            try:
                told = self._told(line)
            except UNREADABLE:
                told = self._mended(line)
            yield from told

    def _mended(self, line: bytes) -> Iterable[Step]:
        """Only what begins as a line does is tried again: binary bytes are passed over as fast as they come."""
        try:
            if line.lstrip(BEFORE).startswith(b"{"):
                return self._told(mend(line))
        except (*UNREADABLE, ValueError):
            pass
        self.bad += 1
        return ()

    def _told(self, line: bytes) -> Iterable[Step]:
        """All that can be wrong with a line is so before its first step: none is told twice."""
        read = decode(line)
        if read.message is not None or read.type == "attachment":
            return claude_steps(read, self._course(read.session_id or read.streamed_id))
        if read.payload is not None:
            return self._of_codex(read.type, read.payload, read)
        if read.type in BARE:
            return self._of_codex("response_item", decode_item(line), read)
        if read.type in TYPES:
            return gemini_steps(decode_told(line), self._course(read.session_id))
        return ()

    def _of_codex(self, kind: str, item: Item, line: Line) -> Iterable[Step]:
        names = kind == SESSION
        if names and self.continues:
            return ()  # it names the one that this session continues
        self.continues = continues_another(item) if names else self.continues
        return codex_steps(kind, item, line.timestamp, self._course(item.id if names else None))

    def _course(self, named: str | None) -> Course:
        self.session = named or self.session
        if self.session not in self.courses:
            self.courses[self.session] = Course(self.session)
        return self.courses[self.session]
