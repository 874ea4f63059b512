"""Replay generator: recorded sessions and the notes that they could have been told of, with what must come of it.

All of it is our own text about a kiln's controllers. A session is a chain of episodes, each with a thing of its own, so
that what every benchmark must count is known by construction. The same arguments give the same files on any machine.

    python benchmarks/replay_generator.py FOLDER [SESSIONS]

writes FOLDER/notes and FOLDER/sessions, and prints the counts.
"""
# ruff: noqa: S311  (chance that can be repeated; a script prints)

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

SEED = 20_261_201
THINGS = 60
FIRST_DAY = date(2026, 1, 5)
SESSIONS_FROM = date(2026, 6, 1)
CWD = "/home/dev/src/kilnworks/kiln"

MADE = ("Nx{n}p", "KILN-{n}", "10.4.{m}.{k}", "ramp{n}.kilnworks.dev", "thermo-{n}x")
FIRSTS = ("Glaze", "Ramp", "Vent", "Cone", "Relay", "Shelf", "Burner", "Damper", "Probe", "Soak")
SECONDS = ("Queue", "Planner", "Guard", "Ledger", "Sampler", "Schedule")
SAYINGS = (
    "drops its offset after a brownout",
    "answers twice when the relay chatters",
    "needs the slow ramp below dunting point",
    "keeps the last cone in its cache",
    "refuses a soak that outlasts its lease",
)
FILLER = "checking shelf after shelf, the log goes on about temperatures and nothing else. "


class Log:
    """One session as Claude Code would have written it."""

    def __init__(self, session: str, day: date) -> None:
        self.session, self.day = session, day
        self.lines: list[str] = []

    def _line(self, kind: str, content: object) -> None:
        at = f"{self.day.isoformat()}T09:{len(self.lines) // 60 % 60:02}:{len(self.lines) % 60:02}.000Z"
        base = {"sessionId": self.session, "cwd": CWD, "timestamp": at, "uuid": f"{self.session}-{len(self.lines)}"}
        message = {"role": kind, "content": content}
        self.lines.append(json.dumps({**base, "type": kind, "message": message}))

    def prompt(self, text: str) -> None:
        self._line("user", text)

    def says(self, text: str) -> None:
        self._line("assistant", [{"type": "text", "text": text}])

    def calls(self, tool: str, given: Mapping[str, object], answer: str) -> None:
        call = f"toolu_{self.session}_{len(self.lines)}"
        self._line("assistant", [{"type": "tool_use", "id": call, "name": tool, "input": given}])
        self._line("user", [{"type": "tool_result", "tool_use_id": call, "content": answer}])

    def runs(self, command: str, answer: str) -> None:
        self.calls("Bash", {"command": command, "description": "see how it stands"}, answer)


# --- notes ------------------------------------------------------------------


class Thing:
    """A name with its notes; `later` ones are dated after every session."""

    def __init__(self, number: int, draw: random.Random) -> None:
        shape = MADE[number % len(MADE)]
        made = shape.format(n=200 + number, m=number // 5, k=10 + number)
        identifier = f"{FIRSTS[number % 10]}{SECONDS[number // 10 % 6]}"
        self.name = identifier if number % 3 == 0 else made
        self.day = FIRST_DAY + timedelta(draw.randrange(120))
        self.key = f"thing-{number}"
        self.title = f"{self.name} {SAYINGS[number % len(SAYINGS)]}"

    def notes(self, *, changed: bool, later: bool) -> dict[str, str]:
        day = date(2027, 1, 1) if later else self.day
        first = _note(day, self.title, self.name)
        if not changed:
            return {self.key: first}
        after = _note(day + timedelta(9), f"{self.title} no more", self.name, self.key)
        return {self.key: first, f"{self.key}-again": after}


def _note(day: date, title: str, name: str, supersedes: str = "") -> str:
    fields = f"type: topic\nrecorded: {day.isoformat()}\n" + (f"supersedes: {supersedes}\n" if supersedes else "")
    return f"---\n{fields}---\n# {title}\n\n## Details\nSeen on the bench with {name}, twice in a week.\n"


# --- episodes ---------------------------------------------------------------

Episode = Callable[[Log, Thing, Counter[str]], None]


def used(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.runs("kilnctl status", f"controller {thing.name} is hot")
    log.runs(f"kilnctl show {thing.name}", "fine")
    must.update({"hints": 1, "right": 1, "withheld nothing-to-ask": 1})


def unused(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.runs("kilnctl status", f"controller {thing.name} is hot")
    log.says("All is well there.")
    must.update({"hints": 1})


def typed(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.runs(f"kilnctl show {thing.name}", f"{thing.name}: 1040 degrees")
    must.update({"withheld typed": 1})


def in_file(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.calls("Read", {"file_path": f"{CWD}/kiln.toml"}, f"controller = '{thing.name}'")
    must.update({"withheld file-tool": 1})


def in_passing(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.runs("kilnctl log", FILLER * 8 + thing.name)
    must.update({"withheld once-in-long-output": 1})


def looked_up(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.calls("mcp__hindnote__recall", {"question": "what is known of the shelf"}, f"{thing.key}  {thing.name}")
    must.update({"withheld own-tool": 1})


def listed(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.runs("git log --oneline -1", f"1f3a9c0 {thing.title}")
    must.update({"withheld on-screen": 1})


def at_home(log: Log, _: Thing, must: Counter[str]) -> None:
    log.runs("git remote -v", "origin  git@github.com:kilnworks/kiln.git (fetch)")
    must.update({"withheld surroundings": 1})


def not_yet(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.runs("kilnctl status", f"controller {thing.name} is new")
    must.update({"withheld unknown": 1})


def changed(log: Log, thing: Thing, must: Counter[str]) -> None:
    log.runs("kilnctl alarms", f"alarm raised by {thing.name}")
    log.says(f"I look at {thing.name} first.")
    must.update({"hints": 1, "right": 1, "timelines": 1})


def written(log: Log, thing: Thing, must: Counter[str]) -> None:
    observed = f"{thing.name} went quiet at the second soak"
    given = {"expected": "it would report", "observed": observed, "evidence": "the log", "answers": ["why quiet"]}
    log.calls("mcp__hindnote__remember", given, "remembered")
    log.calls("mcp__hindnote__recall", {"question": thing.key}, "the note")
    must.update({"writes": 1, "listed": 1, "read": 1, "withheld own-tool": 2})


def written_elsewhere(log: Log, thing: Thing, must: Counter[str]) -> None:
    entity = {"name": thing.name, "entityType": "controller", "observations": ["it went quiet"]}
    log.calls("mcp__memory__create_entities", {"entities": [entity]}, "done")
    must.update({"writes": 1, "listed": 1, "withheld nothing-to-ask": 1})


EPISODES: Sequence[Episode] = (
    *(used, used, used, unused, typed, typed, in_file, in_file, in_file, in_file, in_passing),
    *(looked_up, listed, at_home, not_yet, changed, written, written_elsewhere),
)
MOST_IN_A_SESSION = 12

# --- all of it --------------------------------------------------------------


def generate(folder: Path, sessions: int, seed: int = SEED) -> Counter[str]:
    """Write the notes and the sessions; return what must be counted."""
    draw = random.Random(seed)
    (folder / "notes").mkdir(parents=True)
    (folder / "sessions").mkdir()
    kinds = [EPISODES[number % len(EPISODES)] for number in range(THINGS)]
    draw.shuffle(kinds)
    things = [Thing(number, draw) for number in range(THINGS)]
    for thing, kind in zip(things, kinds, strict=True):
        for key, text in thing.notes(changed=kind is changed, later=kind is not_yet).items():
            (folder / "notes" / f"{key}.md").write_bytes(text.encode())
    must = Counter[str](sessions=sessions)
    for number in range(sessions):
        log = Log(f"s{number:03}", SESSIONS_FROM + timedelta(draw.randrange(90)))
        log.prompt("Go through the controllers, please.")
        for place in draw.sample(range(THINGS), MOST_IN_A_SESSION):
            kinds[place](log, things[place], must)
        log.says("That is all.")
        (folder / "sessions" / f"{log.session}.jsonl").write_text("\n".join(log.lines) + "\n", "utf-8")
    must["tool results"] = must["hints"] + sum(count for name, count in must.items() if name.startswith("withheld "))
    return must


def main(folder: str, sessions: str = "40") -> None:
    for name, count in sorted(generate(Path(folder), int(sessions)).items()):
        print(f"{name}: {count}")


if __name__ == "__main__":
    main(*sys.argv[1:])
