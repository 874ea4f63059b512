"""Counting: how many there are of a thing, in words. Imports nothing, for hooks count too."""


def counted(count: int, noun: str) -> str:
    """`1 note`, `2,000 notes`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
