"""Entity: the live notes that name a thing, newest first, all or a page; being listed is no access.

Effects: refreshes and reads the index; appends to the ledger.
"""

from collections.abc import Callable

from msgspec import Struct
from returns.result import Failure, Success

from ...core.events import Recalled
from ...core.keys import Identity, Layer, VaultKey
from ...core.namenotes import NamedNote, ceiling, marks, newest_first
from ...core.names import fold_name, names
from ...core.origins import DECLARED
from ...core.outcome import Explained, Outcome, shown
from ...core.paging import StaleCursor, UnknownCursor, sliced
from ...core.secrets import find_secrets
from ...core.switches import read_switches
from ..index.index import Index
from ..index.named import look_up
from ..index.refresh import Progress
from ..tlds import top_level_domains
from .caveats import notices
from .world import World

ROWS = 25  # of a page
TOLD = 20  # notes the ledger is told of: the newest

# --- values -----------------------------------------------------------------


class EntityNote(Struct, frozen=True):
    key: str
    layer: Layer
    date: str
    title: str
    titled: bool  # the title names the thing, not as a component of a path
    marks: tuple[str, ...]  # "superseded", "has a correction", "replaces an older note"
    dated: str = DECLARED  # where the date is from


class Entity(Struct, frozen=True):
    """The public `--json` shape: add to it, never rename."""

    name: str
    count: int  # of live notes that name it
    too_common: bool
    notes: tuple[EntityNote, ...]
    notices: tuple[str, ...]


class EntityPage(Struct, frozen=True):
    notes: tuple[EntityNote, ...]
    omitted: int  # that come later
    next_cursor: str | None
    notices: tuple[str, ...]


# --- refusals -----------------------------------------------------------------


class BlankName(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained("the name is blank", "name", "Say which host, disk, issue, address or repository you mean.")


class SecretName(Struct, frozen=True, tag=True):
    """An answer begins with the name, and ends in logs and transcripts."""

    kind: str

    def explain(self) -> Explained:
        mend = "Say the name of what it opens; no note may hold it."
        return Explained(f"this looks like a secret ({self.kind}) and is not repeated here", "name", mend)


class NamesOff(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained("names are switched off", "HINDNOTE_NAMES", "Unset HINDNOTE_NAMES, or use `hindnote search`.")


class TooCommon(Struct, frozen=True, tag=True):
    name: str
    count: int
    total: int

    def explain(self) -> Explained:
        error = f"`{shown(self.name)}` is in {self.count:,} of {self.total:,} notes, too many to tell anything"
        return Explained(
            error, "name", "`--all` lists them (over MCP `all`); `recall` finds the one that answers a question."
        )


# --- functions ------------------------------------------------------------------


def entity(
    world: World, index: Index, name: str, *, every: bool = False, progress: Progress | None = None
) -> Outcome[Entity, BlankName | SecretName | NamesOff | TooCommon]:
    """With `every`, however common the name is."""
    switches, fold = read_switches(world.settings.env), fold_name(name)
    if not fold:
        return Failure(BlankName())
    if secrets := find_secrets(name):
        return Failure(SecretName(secrets[0].kind))
    if not switches.names:
        return Failure(NamesOff())
    report = index.refresh(progress=progress)
    found = look_up(index, [fold])
    count = found.known[fold].notes if fold in found.known else 0
    too_common = count > ceiling(found.total, switches.max_share)
    if too_common and not every:
        return Failure(TooCommon(name, count, found.total))
    notes = newest_first(found.naming(fold)) if count else []
    _tell(world, notes)
    said = (*world.warnings, *notices(report), *_no_name(name, count))
    return Success(Entity(name, count, too_common, tuple(map(_as_row, notes)), said))


def entity_page(
    found: Entity, cursor: str | None, cost: Callable[[EntityNote], int]
) -> Outcome[EntityPage, StaleCursor | UnknownCursor]:
    """A page of them, as what its rows cost their reader allows; the first has the notices."""
    listed = [Identity(each.layer, VaultKey(each.key)) for each in found.notes]
    match sliced(cursor, (fold_name(found.name),), listed, ROWS, lambda at: cost(found.notes[at])):
        case Failure(unusable):
            return Failure(unusable)
        case Success(page):
            rows, omitted = found.notes[page.first : page.last], len(listed) - page.last
            return Success(EntityPage(rows, omitted, page.next_cursor, () if cursor else found.notices))


def _as_row(note: NamedNote) -> EntityNote:
    return EntityNote(note.key, Layer(note.layer), note.date, note.title, note.titled, marks(note), note.dated)


def _no_name(name: str, count: int) -> tuple[str, ...]:
    if count or names(name, top_level_domains()):
        return ()
    return (
        "that is no name as names are told here (letters with digits, hosts, addresses, issues): search finds words",
    )


def _tell(world: World, notes: list[NamedNote]) -> None:
    keys = tuple(note.identity for note in notes[:TOLD])
    more = len(notes) - len(keys)
    world.append(Recalled(stamp=world.stamp(), surface=world.surface, channel="pull", keys=keys, omitted=more))
