"""TLDs: the top-level domains there are, from the list that ships with us.

Cheap enough for a hook: one small file, read when it is first asked for.

Effects: reads `data/tlds.txt`.
"""

from functools import lru_cache
from os.path import dirname, join

LIST = join(dirname(dirname(__file__)), "data", "tlds.txt")  # noqa: PTH118, PTH120  (no pathlib in a hook)


@lru_cache(1)
def top_level_domains() -> frozenset[str]:
    with open(LIST, "rb") as listed:  # noqa: PTH123  (as above)
        lines = listed.read().decode().split("\n")
    return frozenset(line for line in lines if line and not line.startswith("#"))
