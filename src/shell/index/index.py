"""Index: everything a use case may ask of the notes, over the repository's index and each vault's.

One shelf for the worktree's two layers and one for each vault, which all repositories share. A
caller sees notes by identity; SQL stays in this package. Refresh first: an answer is as new as that.

Effects: opens, reads and writes indexes in the state folder; only in memory for a folder nobody initialised.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.keys import Identity, Layer
from ...core.outcome import Outcome
from .. import embedding
from ..notesdir import Unreadable, read
from ..storepaths import INDEX, vault_index
from .connection import PATIENCE_MS
from .filters import EVERY, Filter, condition
from .folders import Source
from .opening import Opened
from .reading import (
    IndexedNote,
    Mention,
    all_mentions,
    broken_files,
    mentions_by,
    mentions_of,
    notes_named,
    notes_of,
    notes_where,
    unmerged_notes,
)
from .refresh import Progress
from .report import Here, RefreshReport, Watching
from .shelf import Shelf, Work
from .troubles import SwitchedOff

T = TypeVar("T")

# --- functions ------------------------------------------------------------


def open_index(world: Here) -> "Index":
    """Touches no file until the first refresh or question."""
    homes, places, env = world.settings.homes, world.places, world.settings.env
    off = env.get("HINDNOTE_INDEX", "").strip() == "0"
    in_memory = off or places.foreign
    model, problem = _model(env.get("HINDNOTE_MODEL"))
    own = (Source(Layer.TEAM, places.team), Source(Layer.LOCAL, places.local))
    shelves = [Shelf(own, None if in_memory else places.state / INDEX, model)]
    for vault in places.vaults:
        path = Path(vault_index(str(homes.state), str(vault)))
        shelves.append(Shelf([Source(Layer.VAULT, vault)], None if off else path, model))
    said = [SwitchedOff().explain().message()] if off else []
    return Index(shelves, [*said, *([problem] if problem else [])])


def _model(choice: str | None) -> tuple[embedding.Model | None, str]:
    match embedding.load(choice.strip() if choice else None):
        case Success(model):
            return model, ""
        case Failure(unusable):
            return None, unusable.message()


class Index:
    """Not for two threads at once. A context manager, so that no file stays open."""

    def __init__(self, shelves: Sequence[Shelf], said: Sequence[str] = ()) -> None:
        self.shelves = tuple(shelves)
        self.watch: Watching | None = None
        self._said = list(said)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        for shelf in self.shelves:
            shelf.close()

    # --- refresh ----------------------------------------------------------

    def refresh(
        self, *, vectors: bool = True, patience_ms: int = PATIENCE_MS, progress: Progress | None = None
    ) -> RefreshReport:
        """Before every question. A writer that must be found at once passes more patience."""
        watch = self.watch
        if watch is not None and (last := watch.last_if_still()) is not None:
            return replace(last, changed=0, removed=0, mode=self.mode, said=self._drained())
        mark = watch.mark() if watch is not None else None
        report = self._brought_up(Work(vectors=vectors, patience_ms=patience_ms, progress=progress))
        if watch is not None and mark is not None and not self.is_behind:
            watch.walked(mark, report)
        return replace(report, said=self._drained())

    @property
    def is_behind(self) -> bool:
        """The last refresh left changes to another process that was at work."""
        return any(shelf.is_behind for shelf in self.shelves)

    def hear(self, said: Iterable[str]) -> None:
        """What another index over the same files had to say."""
        self._said.extend(said)

    def _brought_up(self, work: Work) -> RefreshReport:
        done = [shelf.refresh(work) for shelf in self.shelves]
        walks = [walk for one in done for walk in one.walks.values()]
        return RefreshReport(
            changed=sum(one.changed for one in done),
            removed=sum(one.removed for one in done),
            broken=(*self._broken(), *(broken for walk in walks for broken in walk.broken)),
            unavailable=tuple(walk.unavailable for walk in walks if walk.unavailable),
            mode=self.mode,
            unmerged=tuple(self._from_all(lambda opened: unmerged_notes(opened.con))),
        )

    @property
    def model(self) -> embedding.Model | None:
        return self.shelves[0].model

    @property
    def mode(self) -> str:
        return "index" if all(shelf.mode == "index" for shelf in self.shelves) else "scan"

    def _broken(self) -> Iterable[tuple[str, str]]:
        for shelf in self.shelves:
            folders = {source.layer: source.folder for source in shelf.sources}
            for layer, path, problem in shelf.ask(lambda opened: broken_files(opened.con)):
                yield str(folders[Layer(layer)] / path), problem

    def _drained(self) -> tuple[str, ...]:
        said = (*self._said, *(notice for shelf in self.shelves for notice in shelf.drain()))
        self._said.clear()
        return said

    # --- notes ------------------------------------------------------------

    def notes(self, only: Filter = EVERY, *, archived: bool = False) -> tuple[IndexedNote, ...]:
        """In order of layer, key and file."""
        where = condition(only, archived=archived)
        found = self._from_all(lambda opened: notes_where(opened.con, where))
        return tuple(sorted(found, key=lambda note: (list(Layer).index(note.layer), note.key, note.path)))

    def named(self, key: str, layer: Layer | None = None) -> tuple[IndexedNote, ...]:
        """Every note that goes by this key, archived ones too: one a layer, more where files dispute a key."""
        layers = [layer] if layer else list(Layer)
        return tuple(
            self._from_all(lambda opened: [note for one in layers for note in notes_named(opened.con, one, key)])
        )

    def count_chunks(self) -> int:
        return sum(self._from_all(lambda opened: opened.con.execute("SELECT count(*) FROM chunks").fetchone() or (0,)))

    def note(self, layer: Layer, key: str) -> IndexedNote | None:
        return next(iter(self.named(key, layer)), None)

    def text(self, note: IndexedNote) -> Outcome[str, Unreadable]:
        """The note's file as it is now."""
        return read(self.folder(note), note.path)

    def place(self, note: IndexedNote) -> Path:
        return self.folder(note) / note.path

    def folder(self, note: IndexedNote) -> Path:
        """Of the folders of its layer the one whose index has the note: there may be several vaults."""
        found = [
            (shelf, source.folder) for shelf in self.shelves for source in shelf.sources if source.layer is note.layer
        ]
        if len(found) == 1:
            return found[0][1]
        return next(
            folder
            for shelf, folder in found
            if shelf.ask(lambda opened: note in notes_of(opened.con, [note.row]).values())
        )

    # --- links ------------------------------------------------------------

    def links_out(self, identity: Identity) -> tuple[IndexedNote, ...]:
        """The notes that this one links to, each once, in the order it names them."""
        found = self._from_all(lambda opened: _targets(opened, identity))
        return tuple(dict.fromkeys(found))

    def links_in(self, identity: Identity) -> tuple[IndexedNote, ...]:
        """The notes that link to this one, each once."""
        found = self._from_all(lambda opened: mentions_of(opened.con, [identity]))
        sources = (mention.source for mention in found if mention.source.identity != identity)
        return tuple(dict.fromkeys(sources))

    def inbound_counts(self) -> Mapping[Identity, int]:
        """How many notes name each note that any names."""
        pairs: set[tuple[str, str, Identity]] = set()
        for mention in self._from_all(lambda opened: all_mentions(opened.con)):
            source = mention.source
            pairs.update((source.layer, source.path, one) for one in mention.reached if one != source.identity)
        return Counter(reached for _, _, reached in pairs)

    def mentions_by(self, note: IndexedNote) -> tuple[Mention, ...]:
        """Everything this note names, reached or not, in its own order."""
        return tuple(self._from_all(lambda opened: _mentions_by(opened, note)))

    def declarations(self, identities: Iterable[Identity]) -> tuple[Mention, ...]:
        """Where a note's frontmatter names one of these: that it supersedes it, or conflicts with it."""
        wanted = list(identities)
        found = self._from_all(lambda opened: mentions_of(opened.con, wanted, declared=True))
        return tuple(found)

    # --- shelves ----------------------------------------------------------

    def _from_all(self, question: Callable[[Opened], Iterable[T]]) -> list[T]:
        return [one for shelf in self.shelves for one in shelf.ask(lambda opened: list(question(opened)))]


def _mentions_by(opened: Opened, note: IndexedNote) -> list[Mention]:
    rows = [one.row for one in notes_named(opened.con, note.layer, note.key) if one == note]
    return [mention for row in rows for mention in mentions_by(opened.con, row)]


def _targets(opened: Opened, identity: Identity) -> list[IndexedNote]:
    named = notes_named(opened.con, identity.layer, identity.key)
    mentions = [mention for note in named for mention in mentions_by(opened.con, note.row)]
    reached = dict.fromkeys(one for mention in mentions for one in mention.reached if one != identity)
    return [note for one in reached for note in notes_named(opened.con, one.layer, one.key)]
