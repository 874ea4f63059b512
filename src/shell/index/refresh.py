"""Refresh: bring an index up to its folders, in one transaction, touching only what changed.

Invariants: a refresh that finds nothing writes nothing; a reader sees the notes before or after a
refresh, never between; a folder that cannot be read loses nothing; a bad file stops no other.

Effects: walks and reads the folders, writes the index.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain

import apsw
from msgspec import Struct
from msgspec.structs import replace

from ...core.chunks import chunks
from ...core.document import read_document
from ...core.keys import Layer
from ..embedding import Model
from .entry import entry
from .folders import Gone, Source, Text, Unread, Walk, read, walk
from .memory import Memory, remember_index
from .meta import read_meta, write_meta
from .stamps import Suspects, suspects, without_losses
from .vectors import Embedder, lacking, take_model
from .writing import Seen, hash_of, put, put_broken, restamp, take

MANY = 500  # notes: their log is some megabytes

# --- values ---------------------------------------------------------------

Progress = Callable[[int, int], None]  # notes done, notes to do


class Survey(Struct, frozen=True):
    """Every layer walked, and what is suspect in it."""

    walks: Mapping[Layer, Walk]
    suspects: Mapping[Layer, Suspects]

    def __len__(self) -> int:
        return sum(len(found.changed) + len(found.doubted) + len(found.vanished) for found in self.suspects.values())


class Reread(Struct, frozen=True):
    seen: Seen
    text: str
    known: bool  # whether the index holds anything of it


class Restamped(Struct, frozen=True):
    seen: Seen


class Broke(Struct, frozen=True):
    layer: Layer
    path: str
    problem: str


class Vanished(Struct, frozen=True):
    layer: Layer
    path: str


Finding = Reread | Restamped | Broke | Vanished


class Refreshed(Struct, frozen=True):
    """What a refresh left behind."""

    memory: Memory
    walks: Mapping[Layer, Walk]
    changed: int = 0
    removed: int = 0


# --- functions ------------------------------------------------------------


def refresh(
    con: apsw.Connection,
    sources: Sequence[Source],
    memory: Memory,
    *,
    model: Model | None = None,
    progress: Progress | None = None,
) -> Refreshed:
    """Raises what SQLite raises: a lock that is held, a full disk, a damaged file.

    Without a model, notes that change lose their vector; a refresh with one catches up on them.
    """
    surveyed = survey(sources, memory)
    found = findings(con, sources, surveyed, memory)
    first = next(found, None)
    if first is None and not _moved(surveyed, memory) and not _lacks_vectors(memory, model):
        return Refreshed(memory, surveyed.walks)
    con.execute("BEGIN IMMEDIATE")
    try:
        if not memory.holds(con):  # another process refreshed in between, from a walk that may be newer than ours
            memory = remember_index(con)
            surveyed = survey(sources, memory)
            found, first = findings(con, sources, surveyed, memory), None
        embedder = _embedder(con, model)
        done = _apply(con, chain([first] if first else [], found), embedder, progress, len(surveyed))
        if embedder is not None:
            _catch_up(con, sources, embedder)
        _record_devices(con, surveyed, memory)
        if any(done):
            meta = read_meta(con)
            write_meta(con, replace(meta, generation=meta.generation + 1))
        con.execute("COMMIT")
    except BaseException:
        if con.in_transaction:
            con.execute("ROLLBACK")
        raise
    if sum(done) >= MANY:
        _shrink(con)
    return Refreshed(remember_index(con), surveyed.walks, *done)


def survey(sources: Sequence[Source], memory: Memory) -> Survey:
    walks = {
        source.layer: walk(source, memory.layers[source.layer], memory.devices.get(source.layer)) for source in sources
    }
    found = {layer: suspects(walked.stamps, memory.layers[layer]) for layer, walked in walks.items()}
    return Survey(
        walks, {layer: without_losses(found[layer]) if walks[layer].unavailable else found[layer] for layer in walks}
    )


def findings(con: apsw.Connection, sources: Sequence[Source], surveyed: Survey, memory: Memory) -> Iterator[Finding]:
    """What the suspects turn out to be, one file in memory at a time; nothing for those that are as they were."""
    for source in sources:
        suspect = surveyed.suspects[source.layer]
        yield from (Vanished(source.layer, path) for path in suspect.vanished)
        for path in (*suspect.changed, *suspect.doubted):
            if (finding := _finding(con, source, path, surveyed.walks[source.layer], memory)) is not None:
                yield finding


# --- steps ----------------------------------------------------------------


def _finding(con: apsw.Connection, source: Source, path: str, walked: Walk, memory: Memory) -> Finding | None:
    known = memory.layers[source.layer]
    match read(source, path, walked.stamps[path]):
        case Gone():  # since the walk: the next one tells whether for good
            return None
        case Unread(problem):
            return None if known.broken.get(path) == problem else Broke(source.layer, path, problem)
        case Text(text, digest, stamp, settled):
            seen = Seen(source.layer, path, digest, stamp, settled)
            was = path in known.stamps or path in known.broken
            if not was or hash_of(con, source.layer, path) != digest:
                return Reread(seen, text, was)
            return Restamped(seen) if settled or known.stamps.get(path) != stamp else None


def _shrink(con: apsw.Connection) -> None:
    """The log of a large refresh is taken into the index at once; a reader that still needs it is let be."""
    with suppress(apsw.BusyError):
        con.pragma("wal_checkpoint(truncate)")


def _apply(
    con: apsw.Connection,
    found: Iterator[Finding],
    embedder: Embedder | None,
    progress: Progress | None,
    count: int,
) -> tuple[int, int]:
    """How many notes changed, and how many went."""
    changed = removed = 0
    for place, finding in enumerate(found):
        match finding:
            case Reread(seen, text, known):
                changed += 1
                if known:
                    take(con, seen.layer, seen.path)
                _index(con, seen, text, embedder)
            case Restamped(seen):
                restamp(con, seen)
            case Broke(layer, path, problem):
                changed += 1
                put_broken(con, layer, path, problem)
            case Vanished(layer, path):
                removed += 1
                take(con, layer, path)
        if progress is not None:
            progress(place + 1, count)
    return changed, removed


def _index(con: apsw.Connection, seen: Seen, text: str, embedder: Embedder | None) -> None:
    made = entry(text, seen.layer, seen.path, seen.stamp[1])
    try:
        note = put(con, seen, made)
    except UnicodeEncodeError as error:  # a lone surrogate, spelled as an escape in the frontmatter
        put_broken(con, seen.layer, seen.path, f"it holds what no UTF-8 text can: {error.reason}")
        return
    if embedder is not None:
        embedder.add(note, made.document, made.chunks)


def _embedder(con: apsw.Connection, model: Model | None) -> Embedder | None:
    if model is None:
        return None
    take_model(con, model)
    return Embedder(con, model)


def _catch_up(con: apsw.Connection, sources: Sequence[Source], embedder: Embedder) -> None:
    """Embed the notes that were indexed when there was no model."""
    embedder.flush()
    of_layer = {source.layer: source for source in sources}
    for note, layer, path in lacking(con):
        match read(of_layer[Layer(layer)], path, (0, 0, 0)):
            case Text(text):
                document = read_document(text, path)
                embedder.add(note, document, chunks(document))
            case Unread() | Gone():
                pass
    embedder.flush()


def _lacks_vectors(memory: Memory, model: Model | None) -> bool:
    return model is not None and (memory.lacking > 0 or memory.meta.model != model.fingerprint)


def _moved(surveyed: Survey, memory: Memory) -> bool:
    """Whether a folder with notes lies on another disk than the index remembers."""
    return any(walked.stamps and memory.devices.get(layer) != walked.device for layer, walked in surveyed.walks.items())


def _record_devices(con: apsw.Connection, surveyed: Survey, memory: Memory) -> None:
    for layer, walked in surveyed.walks.items():
        if walked.stamps and memory.devices.get(layer) != walked.device:
            con.execute("INSERT OR REPLACE INTO folders VALUES(?, ?)", (layer, walked.device))
