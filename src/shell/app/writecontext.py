"""Write context: what the store already says of the names in a note that was just written.

Fails open: the write has happened, and no fault in here reaches its answer.

Effects: reads the index and the notes it names; what was listed goes to the ledger, and so does a fault.
"""

from returns.result import Success

from ...core.document import read_document
from ...core.events import Advised, Failed
from ...core.keys import Layer
from ...core.namenotes import NamedNote
from ...core.switches import Switches, read_switches
from ...core.tokens import estimate
from ...core.writecontext import WriteContext, Written, context_lines, names_written, summary_of, write_context
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
        found = _context(world, written, switches)
        _tell(world, found)
    except Exception as fault:  # noqa: BLE001  (advice must not fail a write)
        world.append(Failed(stamp=world.stamp(), surface=world.surface, why=f"write-context: {type(fault).__name__}"))
        return NOTHING
    return found


def _tell(world: World, found: WriteContext) -> None:
    """Pulled: the agent asked for a write, and this is part of its answer."""
    if not found.note:
        return
    text = "\n".join(context_lines(found.related, found.timelines))
    in_histories = [f"{note.layer}/{note.key}" for told in found.timelines for note in told.notes]
    world.append(
        Advised(
            stamp=world.stamp(),
            surface=world.surface,
            channel="pull",
            keys=tuple(dict.fromkeys([*(f"{note.layer}/{note.key}" for note in found.related), *in_histories])),
            characters=len(text),
            tokens=estimate(text),
            timelines=len(found.timelines),
        )
    )


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
