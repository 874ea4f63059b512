"""Hints validation: what the rules of tool hints do where they were not chosen.

    python benchmarks/hints_validation.py REPLAY

REPLAY is as for `hints_calibration.py`. First each session is hinted by the rules that the other sessions
would choose among the combinations tried, then the shipped rules meet outputs and notes that none was chosen
on. Prints tables of `hints.md`.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from hints_calibration import (
    Recorded,
    any_form,
    cells,
    changed,
    measured,
    mentioned_in,
    news,
    nothing,
    nowhere,
    recorded,
)
from msgspec import Struct

from hindnote.core import filetools, hints, namehints, names
from hindnote.core.keys import Layer
from hindnote.core.measures import wilson
from hindnote.core.replays import share
from hindnote.core.steps import Step
from hindnote.core.switches import Switches
from hindnote.shell.bench.asof import AsOf
from hindnote.shell.bench.replay import OWN_LOOK, TOOL_HINTS, Replay
from hindnote.shell.index.folders import Source

# --- values -----------------------------------------------------------------

LEAST, MOST = 0.04, 0.09  # of what is considered: the rate that hints are to have
FROM_THE_START = "2000-01-01"

Change = tuple[ModuleType, str, object]
Choice = tuple[str, Sequence[Change]]

INDEXING: Sequence[Choice] = (  # what is a name decides what is in the index, too
    ("types, public parts and settings", ()),
    ("no identifiers", ((names, "identifiers", nothing),)),
    ("identifiers of any form", ((names, "identifiers", any_form),)),
)
SPEAKING: Sequence[Sequence[Choice]] = (
    (("surroundings", ()), ("", ((namehints, "surroundings", nowhere),))),
    (("on-screen", ()), ("", ((namehints, "_no_news", news),))),
    tuple((f"{most} a call", ((namehints, "IDENTIFIERS_A_CALL", most),)) for most in (1, 2, 3)),
    tuple((f"twice from {least:,}", ((namehints, "LONG_OUTPUT", least),)) for least in (500, 2_000, 10**9)),
    tuple((f"{most} mentions", ((hints, "mentions", mentioned_in(most)),)) for most in (1, 0, 10)),
)
NO_TOOLS = frozenset[str]()


class Tally(Struct, frozen=True):
    """Of one session."""

    considered: int = 0
    hinted: int = 0  # results
    right: int = 0
    told: int = 0  # names

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.considered + other.considered,
            self.hinted + other.hinted,
            self.right + other.right,
            self.told + other.told,
        )


Outcomes = Mapping[str, Tally]  # by session

# --- each session by the rules of the others --------------------------------


def combinations(data: Recorded) -> Mapping[str, Outcomes]:
    sessions: dict[str, list[Step]] = defaultdict(list)
    for step in data.steps:
        sessions[step.session].append(step)
    found: dict[str, Outcomes] = {}
    for form, indexing in INDEXING:
        with made(indexing), AsOf([[Source(Layer.VAULT, data.notes)]]) as store:
            for chosen in product(*SPEAKING):
                said = ", ".join(filter(None, (form, *(name for name, _ in chosen))))
                with made([change for _, changes in chosen for change in changes]):
                    found[said] = {name: tally(store, steps) for name, steps in sessions.items()}
    return found


def made(changes: Sequence[Change]) -> ExitStack:
    stack = ExitStack()
    for module, name, value in changes:
        stack.enter_context(changed(module, name, value))
    return stack


def tally(store: AsOf, steps: Sequence[Step]) -> Tally:
    replay = Replay(store, Switches())
    for step in steps:
        replay.take(step)
    tools = replay.tools
    told = [each for one in replay.sessions.values() for each in one.heeding.outcomes]
    heeded = share(each for each in told if each.told.surface == TOOL_HINTS)
    own_look = sum(tools.withheld[why] for why in OWN_LOOK)
    return Tally(tools.asked - own_look, tools.hints, heeded.hits, heeded.n)


def leave_one_out(found: Mapping[str, Outcomes]) -> None:
    """Chosen is what is surest to be right among what speaks as often as wanted; of equals, the first."""
    sessions = list(next(iter(found.values())))
    chosen = {left: max(found, key=lambda said: worth(found[said], left)) for left in sessions}
    held = total(found[said][left] for left, said in chosen.items())
    print("\n| rules | hints (%) | precision |\n|---|---|---|")
    shipped = next(iter(found))
    print(f"| as shipped, over all {len(sessions)} sessions | {told(total(found[shipped].values()))} |")
    print(f"| each session by those that the others choose of {len(found)} | {told(held)} |")
    print("\n| chosen | by so many sessions' others |\n|---|---|")
    for said, times in Counter(chosen.values()).most_common():
        print(f"| {said} | {times} |")


def worth(outcomes: Outcomes, left: str) -> tuple[bool, float, int]:
    rest = total(one for name, one in outcomes.items() if name != left)
    wanted = LEAST <= rest.hinted / rest.considered <= MOST
    return wanted, wilson(rest.right, rest.told)[0] if rest.told else 0.0, rest.right


def total(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())


def told(one: Tally) -> str:
    low, high = wilson(one.right, one.told)
    rate, precision = 100 * one.hinted / one.considered, 100 * one.right / max(one.told, 1)
    return f"{one.hinted} ({rate:.1f}) | {one.right}/{one.told}: {precision:.0f} [{100 * low:.0f}, {100 * high:.0f}]"


# --- where no rule was chosen -----------------------------------------------


def elsewhere(data: Recorded) -> None:
    """Notes from the start tell of what a session is yet to do; outputs of file tools are code, on which hints keep quiet."""
    with TemporaryDirectory() as folder:
        early = Recorded(data.steps, from_the_start(data.notes, Path(folder)))
        print("\n| where no rule was chosen | hints (%) | precision |\n|---|---|---|")
        print(f"| every note there from the start | {cells(measured(early))} |")
        with made([(filetools, "FILE_TOOLS", NO_TOOLS), (filetools, "EDIT_TOOLS", NO_TOOLS)]):
            print(f"| file tools counted, too | {cells(measured(data))} |")
            print(f"| both | {cells(measured(early))} |")


def from_the_start(notes: Path, folder: Path) -> Path:
    for path in sorted(notes.glob("*.md")):
        dated = re.sub(r"(?m)^(created|recorded): .*$", rf"\1: {FROM_THE_START}", path.read_text("utf-8"))
        (folder / path.name).write_text(dated, "utf-8")
    return folder


def main(replay: Path) -> None:
    real = recorded(replay / "sessions", replay / "notes")
    leave_one_out(combinations(real))
    elsewhere(real)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
