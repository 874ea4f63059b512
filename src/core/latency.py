"""Latency: what answering costs in time and space, as measured, and as a page for people.

Times are milliseconds of wall clock unless the name says otherwise. Each belongs beside `walk_ms`,
a bare walk of the same folders in the same run: a busy machine slows both.
"""

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

KINDS = ("word", "question", "identifier")

# --- values ---------------------------------------------------------------


class Spread(Struct, frozen=True):
    p50: float
    p95: float


class Latency(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    notes: int
    chunks: int
    bytes: int
    index_bytes: int
    build_s: float
    refresh_noop_ms: float
    refresh_one_ms: float
    query: Mapping[str, Spread]  # hot, in a process whose watch is live
    cold_ms: float  # of a new process, from its start to its end
    recall_tokens: int  # of a median answer
    peak_mib: float  # of this process, the build included
    walk_ms: float  # of the same folders: scandir and stat, nothing else
    python_ms: float  # of a new process that does nothing
    unwatched: Mapping[str, Spread]  # hot, where every question walks
    model: str  # the fingerprint; "" when notes are found by their words only
    said: tuple[str, ...] = ()


# --- functions ------------------------------------------------------------


def spread(values: Sequence[float]) -> Spread:
    return Spread(p50=quantile(values, 0.5), p95=quantile(values, 0.95))


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def as_text(found: Latency) -> str:
    rows = [
        ("notes", f"{found.notes:,} ({found.chunks:,} chunks, {found.bytes / 1e6:,.1f} MB)"),
        ("index", f"{found.index_bytes / 1e6:,.1f} MB, {_times(found.index_bytes, found.bytes)} the notes"),
        ("build", f"{found.build_s:,.1f} s"),
        ("a bare walk", f"{found.walk_ms:,.1f} ms"),
        (
            "refresh, nothing new",
            f"{found.refresh_noop_ms:,.1f} ms, {_times(found.refresh_noop_ms, found.walk_ms)} a walk",
        ),
        ("refresh, one note", f"{found.refresh_one_ms:,.1f} ms"),
        *((f"hot {kind}, watched", _shown(found.query[kind])) for kind in KINDS),
        *((f"hot {kind}, walking", _shown(found.unwatched[kind])) for kind in KINDS),
        ("cold question", f"{found.cold_ms:,.0f} ms, {_times(found.cold_ms, found.python_ms)} a bare python"),
        ("tokens of a recall", f"{found.recall_tokens:,}"),
        ("peak memory", f"{found.peak_mib:,.0f} MiB"),
        ("model", found.model or "none: by words only"),
    ]
    width = max(len(name) for name, _ in rows)
    return "\n".join([*(f"{name:<{width}}  {value}" for name, value in rows), *found.said])


def _shown(times: Spread) -> str:
    return f"p50 {times.p50:,.1f} ms, p95 {times.p95:,.1f} ms"


def _times(value: float, base: float) -> str:
    return f"{value / base:,.2f}x" if base else "?x"
