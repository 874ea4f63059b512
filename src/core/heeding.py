"""Heeding: what a session was told, and whether its agent then used it.

Used is what the agent itself typed in a call or said, later in the same session: not what a tool or a hook
wrote. Of an agent's subagents each heeds what it was told itself. Steps are heard once, in their order, and
of a session its hints are kept, not its texts.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

# --- values ---------------------------------------------------------------


class Told(Struct, frozen=True):
    """Something that was said to an agent; any of `names` (folds) is a use of it."""

    surface: str
    names: frozenset[str]
    is_timeline: bool = False


class Heeded(Struct, frozen=True):
    told: Told
    used: bool


class Heeding:
    """One session."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.used: set[str] = set()  # every name that an agent of the session used
        self._heeded: set[int] = set()  # places in `told`
        self._waiting: dict[str, list[int]] = {}  # by agent

    def tell(self, agent: str, several: Iterable[Told]) -> None:
        for told in several:
            self._waiting.setdefault(agent, []).append(len(self.told))
            self.told.append(told)

    def use(self, agent: str, names: Collection[str]) -> None:
        self.used.update(names)
        waiting = self._waiting.get(agent, [])
        met = {place for place in waiting if not self.told[place].names.isdisjoint(names)}
        self._heeded |= met
        self._waiting[agent] = [place for place in waiting if place not in met]

    @property
    def outcomes(self) -> Sequence[Heeded]:
        return [Heeded(told, place in self._heeded) for place, told in enumerate(self.told)]


# --- functions ------------------------------------------------------------


def base_rate(sessions: Collection[Heeding], surface: str) -> tuple[int, int]:
    """Over every name told in any session and every session that was not told it: how many used it, of how many."""
    told = [{name for each in one.told if each.surface == surface for name in each.names} for one in sessions]
    every = frozenset[str]().union(*told)
    used = sum(len(every & (one.used - here)) for one, here in zip(sessions, told, strict=True))
    return used, sum(len(every) - len(here) for here in told)
