"""Write context: what the store already says of the names in a note that was just written.

Fails open: the write has happened, and no fault in here reaches its answer.

Effects: reads the index and the notes it names; a fault goes to the ledger.
"""

from returns.result import Success

from ...core.document import read_document
from ...core.events import Failed
from ...core.keys import Layer
from ...core.namenotes import NamedNote
from ...core.switches import Switches, read_switches
from ...core.writecontext import WriteContext, Written, names_written, summary_of, write_context
from ..index.index import Index, open_index
from ..index.named import look_up
from ..tlds import top_level_domains
from .world import World

NOTHING = WriteContext()


def context_after_write(world: World, written: Written) -> WriteContext:
    """Of a note that the index has already; opens no index for a text without names."""
    switches = read_switches(world.settings.env)
    if not (switches.names and switches.write_context):
        return NOTHING
    try:
        return _context(world, written, switches)
    except Exception as fault:  # noqa: BLE001  (advice must not fail a write)
        world.append(Failed(stamp=world.stamp(), surface=world.surface, why=f"write-context: {type(fault).__name__}"))
        return NOTHING


def _context(world: World, written: Written, switches: Switches) -> WriteContext:
    asked = names_written(written, top_level_domains())
    if not asked:
        return NOTHING
    with open_index(world) as index:
        index.refresh(vectors=False)
        found = look_up(index, [name.fold for name in asked])
        return write_context(written, asked, found, switches, lambda note: _summary(index, note))


def _summary(index: Index, note: NamedNote) -> str:
    for each in index.named(note.key, Layer(note.layer)):
        if each.path == note.path and isinstance(text := index.text(each), Success):
            return summary_of(read_document(text.unwrap(), each.path))
    return ""
