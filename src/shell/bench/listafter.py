"""List after: what the answer of a recorded write would have listed, and whether the session then looked at it.

Effects: reads notes; reads the thread's clock.
"""

from time import thread_time

from msgspec import Struct
from msgspec.structs import replace

from ...core.document import read_document
from ...core.namenotes import NamedNote
from ...core.switches import Switches
from ...core.writecontext import Written, context_lines, names_written, summary_of, write_context
from ...core.writetools import refers
from ..tlds import top_level_domains
from .asof import AsOf


class Listed(Struct, frozen=True, kw_only=True):
    notes: tuple[tuple[str, str], ...]  # key and title of each
    timelines: int
    characters: int
    milliseconds: float
    used: bool = False

    def after(self, typed: str) -> "Listed":
        """Once the agent has typed this."""
        used = self.used or any(refers(typed, key, title) for key, title in self.notes)
        return replace(self, used=used) if used is not self.used else self


def list_after(store: AsOf, day: str, text: str, switches: Switches) -> Listed:
    """The note itself is in no store as it was before."""
    lookup = store.on(day)
    began = thread_time()
    note = Written("", text)
    asked = names_written(note, top_level_domains()) if switches.names and switches.write_context else ()
    snapshot = lookup.names([name.fold for name in asked])
    found = write_context(note, asked, snapshot, switches, lambda each: _summary(store, each))
    took = 1000 * (thread_time() - began)
    return Listed(
        notes=tuple(dict.fromkeys((each.key, each.title) for each in found.related)),
        timelines=len(found.timelines),
        characters=len("\n".join(context_lines(found.related, found.timelines))),
        milliseconds=took,
    )


def _summary(store: AsOf, note: NamedNote) -> str:
    return summary_of(read_document(store.text_of(note), note.path))
