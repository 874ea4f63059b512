"""Process: one hook's run, from its words and stdin to stdout. It always ends well, and quietly.

A running server answers; without one this process does, which costs it the imports of `alone`.
It ends without the interpreter's farewell, which takes longer than a forwarded event.

Effects: reads stdin, writes stdout, ends the process.
"""

import posix

from .forward import forwarded


def run(words: list[str]) -> None:
    try:
        stdin = _everything()
        answer = forwarded(words, stdin)
        if answer is None:
            answer = _answered_here(words, stdin)
        _say(answer)
    finally:
        posix._exit(0)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  (public by its other name; whatever was raised: no turn of an agent may fail for a hook)


def _everything() -> bytes:
    """From a person's terminal nothing is awaited."""
    parts: list[bytes] = []
    if not posix.isatty(0):
        while part := posix.read(0, 1 << 20):
            parts.append(part)
    return b"".join(parts)


def _answered_here(words: list[str], stdin: bytes) -> bytes:
    import gc  # noqa: PLC0415  (see above)

    gc.disable()  # there will be garbage, and no time to miss the room
    from .alone import answered_alone  # noqa: PLC0415  (as above)

    return answered_alone(words, stdin)


def _say(answer: bytes) -> None:
    while answer:
        answer = answer[posix.write(1, answer) :]
