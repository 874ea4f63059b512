"""Baselines: what a ranking is measured against, plain BM25 and a reader with grep.

Effects: none outside its own memory.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

import apsw

Engine: TypeAlias = Callable[[str], list[str]]  # a question to keys, best first


def plain_bm25(bodies: Mapping[str, str]) -> Engine:
    """One FTS5 row a note, `porter unicode61`, OR of the question's words with repeats, ties by key."""
    keys = sorted(bodies)
    con = apsw.Connection(":memory:")
    con.execute("CREATE VIRTUAL TABLE notes USING fts5(body, tokenize='porter unicode61')")
    rows = ((storable(bodies[key]),) for key in keys)
    con.executemany("INSERT INTO notes VALUES(?)", rows)

    def answer(question: str) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", storable(question.lower())))
        if not asked:
            return []
        found = con.execute("SELECT rowid FROM notes WHERE notes MATCH ? ORDER BY rank, rowid", (asked,))
        return [keys[int(row) - 1] for (row,) in found]

    return answer


def grep(bodies: Mapping[str, str]) -> Engine:
    """Every word of the question looked for in every note, as a reader would; the most words first, then by key."""
    folded = {key: bodies[key].casefold() for key in sorted(bodies)}

    def answer(question: str) -> list[str]:
        words = set(re.findall(r"\w+", question.casefold()))
        held = {key: sum(word in text for word in words) for key, text in folded.items()}
        return sorted((key for key, count in held.items() if count), key=lambda key: -held[key])

    return answer


def storable(text: str) -> str:
    """SQLite takes no lone surrogates and stops at NUL."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode()
