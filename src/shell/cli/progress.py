"""Progress: one line on a terminal's stderr for work that takes longer than a person waits gladly.

Effects: writes stderr; reads the clock.
"""

import sys
from time import monotonic

PATIENCE_SECONDS = 1.0
INTERVAL_SECONDS = 0.1  # between two writes of the line
CLEAR = "\r\x1b[K"


class Progress:
    """Called with what is done and what there is to do; silent at first, and for whoever is no terminal."""

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self.next = monotonic() + PATIENCE_SECONDS
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        if done >= total:
            self.clear()
        elif monotonic() >= self.next:
            self.next = monotonic() + INTERVAL_SECONDS
            self.shown = True
            print(f"{CLEAR}{self.doing}: {done:,} of {total:,}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)
            self.shown = False
