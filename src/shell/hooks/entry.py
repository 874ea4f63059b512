"""Entry: `hindnote-hook`, for people and for systems without the sockets that a forwarded event needs.

Effects: those of `process` and `alone`; reads stdin and writes stdout.
"""

import sys
from contextlib import suppress


def main() -> None:
    try:
        from .process import run  # noqa: PLC0415  (POSIX only)
    except ImportError:
        run = _run_anywhere
    run(sys.argv[1:])


def _run_anywhere(words: list[str]) -> None:
    from .alone import answered_alone  # noqa: PLC0415  (where no server can answer)

    with suppress(Exception):
        sys.stdout.buffer.write(answered_alone(words, b"" if sys.stdin.isatty() else sys.stdin.buffer.read()))
        sys.stdout.buffer.flush()
