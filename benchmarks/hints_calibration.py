"""Hints calibration: what each number that keeps hints quiet does to precision and to how often they speak.

    python benchmarks/hints_calibration.py REPLAY COMMITS

REPLAY holds `sessions` (recorded) and `notes` (dated, of the same repository); COMMITS holds folders with `notes` and
`cases.jsonl`. Sessions and a store from `replay_generator.py` are measured beside them. Each row changes one number or
rule of the product and leaves the others as they ship. Prints the tables of `hints.md`.
"""

import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import pairwise, product
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from types import ModuleType

from msgspec import Struct
from replay_generator import generate

from hindnote.core import hints, namehints, nameidentifiers, namenotes, names, preflight, timelines, writecontext
from hindnote.core.document import read_document
from hindnote.core.heeding import Heeded
from hindnote.core.keys import Layer
from hindnote.core.promptcases import PromptCase, read_prompt_cases
from hindnote.core.replays import ToolHints, share, usual
from hindnote.core.speaks import Speaks
from hindnote.core.steps import Step
from hindnote.core.switches import Switches
from hindnote.shell.bench.asof import AsOf
from hindnote.shell.bench.listafter import list_after
from hindnote.shell.bench.logs import Log, find_logs
from hindnote.shell.bench.prompts import keys_of
from hindnote.shell.bench.replay import TOOL_HINTS, Replay
from hindnote.shell.bench.replaying import Done, tool_hints
from hindnote.shell.index.folders import Source

GENERATED = 40  # sessions
DRAWN, STRANGE = 4, 60  # small stores of each history, and questions of the others to each
CHATTER = (  # what people also say to agents, and no note is about
    *("thanks, that looks right", "yes please", "go on", "commit this and push", "run the tests again"),
    *(
        "what is the weather like in Lisbon tomorrow",
        "write a haiku about autumn rain",
        "explain how a bicycle stays upright",
    ),
    *(
        "continue from where you left off",
        "can you make the button blue and a bit larger",
        "now do the same for the others",
    ),
    *(
        "please translate this paragraph into French",
        "what did we decide yesterday",
        "summarise the changes you made so far",
    ),
)

ANY_FORM = re.compile(r"(?<![\w/\\@#%-])(?:[A-Za-z]*[a-z][A-Z][A-Za-z]*|[A-Za-z]+(?:_[A-Za-z]+)+)(?![\w/\\@-])")

# --- datasets ---------------------------------------------------------------


class Recorded(Struct, frozen=True):
    steps: Sequence[Step]
    notes: Path


def recorded(sessions: Path, notes: Path) -> Recorded:
    return Recorded([step for path in find_logs([sessions]).unwrap() for step in Log(path).steps()], notes)


def with_histories(notes: Path, folder: Path) -> Path:
    """The same notes, of those with a name in their titles each superseding the one before it."""
    with AsOf([[Source(Layer.VAULT, notes)]]) as store:
        lookup = store.on("9999-12-31")
        found = {fold: lookup.names([fold]).naming(fold) for fold in sorted(store.known)}
    before: dict[str, str] = {}
    for titled in ([note for note in each if note.titled] for each in found.values()):
        ordered = sorted(titled, key=lambda note: (note.date, note.key))
        before |= {later.key: earlier.key for earlier, later in pairwise(ordered)}
    for path in sorted(notes.glob("*.md")):
        text, earlier = path.read_text("utf-8"), before.get(path.stem)
        declared = text.replace("---\n", f"---\nsupersedes: {earlier}\n", 1) if earlier else text
        (folder / path.name).write_text(declared, "utf-8")
    return folder


# --- measuring --------------------------------------------------------------


def replayed(data: Recorded, switches: Switches, leave_out: str = "") -> Replay:
    with AsOf([[Source(Layer.VAULT, data.notes)]]) as store:
        replay = Replay(store, switches)
        for step in data.steps:
            if step.session != leave_out:
                replay.take(step)
        return replay


def measured(data: Recorded, switches: Switches = Switches(), leave_out: str = "") -> ToolHints:  # noqa: B008  (frozen)
    return tool_hints(Done(replayed(data, switches, leave_out), 0, ()))


@contextmanager
def changed(module: ModuleType, name: str, value: object) -> Iterator[None]:
    shipped = getattr(module, name)
    setattr(module, name, value)
    names._reader.cache_clear()  # noqa: SLF001  (what it remembers depends on what is changed)
    try:
        yield
    finally:
        setattr(module, name, shipped)
        names._reader.cache_clear()  # noqa: SLF001  (as above)


def row(said: str, *results: ToolHints) -> str:
    return f"| {said} | " + " | ".join(map(cells, results)) + " |"


def cells(found: ToolHints) -> str:
    low, high = found.interval
    right = round(found.precision * found.names)
    rate = f"{100 * found.share_of_considered:.1f}"
    shown = f"{100 * found.precision:.0f} [{100 * low:.0f}, {100 * high:.0f}]" if found.names else "none"
    return f"{found.hints} ({rate}) | {right}/{found.names}: {shown}"


HEAD = "| {} | real: hints (%) | real: precision | generated: hints (%) | generated: precision |\n|---|---|---|---|---|"

NUMBERS: Sequence[tuple[ModuleType, str, Sequence[int]]] = (
    (namehints, "NAMES_A_CALL", (1, 2, 3, 5, 10)),
    (namehints, "IDENTIFIERS_A_CALL", (0, 1, 2, 3)),
    (namehints, "LONG_OUTPUT", (0, 250, 500, 1_000, 2_000, 10**9)),
    (namehints, "READ", (1_000, 4_000, 8_000, 16_000, 32_000)),
    (namehints, "UNTITLED_NOTES", (0, 1, 3, 10, 30)),
    (hints, "NAME_CHARACTERS", (250, 500, 1_000, 2_000, 8_000, 32_000)),
    (namenotes, "NEVER_FEWER", (1, 3, 10, 30)),
    (nameidentifiers, "SHORTEST", (4, 6, 8, 10, 14)),
)


TEXTS: Sequence[tuple[ModuleType, str, Sequence[int]]] = (
    (hints, "NOTES_A_NAME", (1, 2, 3, 5)),
    (timelines, "MOST_NOTES", (1, 2, 6, 10)),
    (timelines, "LONGEST_LINE", (300, 600, 900, 1_800)),
)


def numbers(data: Sequence[Recorded]) -> None:
    for module, name, values in NUMBERS:
        print(f"\n{HEAD.format(f'`{name}`')}")
        shipped = getattr(module, name)
        for value in values:
            with changed(module, name, value):
                said = f"**{value:,}**" if value == shipped else f"{value:,}"
                print(row(said, *map(measured, data)))
    print(f"\n{HEAD.format('`MAX_SHARE`')}")
    for most in (0.01, 0.05, 0.15, 0.3, 1.0):
        said = f"**{most:g}**" if most == namenotes.MAX_SHARE else f"{most:g}"
        print(row(said, *(measured(each, Switches(max_share=most)) for each in data)))


def rules(data: Sequence[Recorded]) -> None:
    print(f"\n{HEAD.format('rule')}")
    print(row("as shipped", *map(measured, data)))
    others: Sequence[tuple[str, ModuleType, str, object]] = (
        ("without: where the agent stands", namehints, "surroundings", nowhere),
        ("without: titles on the screen", namehints, "_no_news", news),
        ("without: identifiers", names, "identifiers", nothing),
        ("identifiers of any form", names, "identifiers", any_form),
        ("identifiers only in titles", hints, "mentions", mentioned_in(0)),
        ("identifiers mentioned in up to 10 notes", hints, "mentions", mentioned_in(10)),
    )
    for said, module, name, other in others:
        with changed(module, name, other):
            print(row(said, *map(measured, data)))


def nothing(_: str) -> Iterator[str]:
    return iter(())


def nowhere(_: str) -> frozenset[str]:
    return frozenset()


def news(*_: object) -> None:
    """Whatever is on the screen."""


def any_form(text: str) -> Iterator[str]:
    """`errW` and `auto_commit` too."""
    return (found[0] for found in ANY_FORM.finditer(text) if len(found[0]) >= nameidentifiers.SHORTEST)


def mentioned_in(most: int) -> object:
    shipped = hints.mentions

    def mentions(name: names.Name, untitled: int | None, otherwise: int) -> int:
        return most if name.speaks is Speaks.ALONE else shipped(name, untitled, otherwise)

    return mentions


def sessions(data: Recorded) -> None:
    print("\n| left out | hints (%) | precision |\n|---|---|---|")
    found = [measured(data, leave_out=name) for name in dict.fromkeys(step.session for step in data.steps)]
    least, most = min(found, key=lambda one: one.precision), max(found, key=lambda one: one.precision)
    fewest = min(found, key=lambda one: one.share_of_considered)
    loudest = max(found, key=lambda one: one.share_of_considered)
    named = (
        ("lowest precision", least),
        ("highest precision", most),
        ("fewest hints", fewest),
        ("most hints", loudest),
    )
    for said, one in named:
        print(f"| {said} | {cells(one)} |")


def histories(data: Recorded) -> None:
    """The texts, where every name with several titled notes has a history."""
    with TemporaryDirectory() as folder:
        told = Recorded(data.steps, with_histories(data.notes, Path(folder)))
        found = measured(told)
        low, high = found.timeline_interval
        right = round(found.timeline_precision * found.timelines)
        print(f"\nhistories: {cells(found)}; timelines {right}/{found.timelines} [{100 * low:.0f}, {100 * high:.0f}]")
        for module, name, values in TEXTS:
            print(f"\n| `{name}` | timelines | characters a session that was told: median | p95 |\n|---|---|---|---|")
            for value in values:
                with changed(module, name, value):
                    sessions = [
                        one.characters for one in replayed(told, Switches()).sessions.values() if one.characters
                    ]
                    usually, timelines_told = usual(sessions), measured(told).timelines
                said = f"**{value:,}**" if value == getattr(module, name) else f"{value:,}"
                print(f"| {said} | {timelines_told} | {usually.median:,.0f} | {usually.p95:,.0f} |")


WRITTEN: Sequence[tuple[ModuleType, str, Sequence[int]]] = (
    (writecontext, "NAMES", (1, 2, 3, 5)),
    (writecontext, "NOTES_A_NAME", (1, 2, 3, 5)),
    (writecontext, "LONG_BODY", (0, 250, 500, 1_000, 10**9)),
    (writecontext, "LIST", (600, 1_200, 2_400, 4_800)),
    (writecontext, "SUMMARY", (100, 200, 400)),
)


def writes(notes: Path) -> None:
    """Each note as it was written on its day, told of those before it."""
    documents = [read_document(path.read_text("utf-8"), path.name) for path in sorted(notes.glob("*.md"))]
    with AsOf([[Source(Layer.VAULT, notes)]]) as store:
        for module, name, values in WRITTEN:
            print(f"\n| `{name}` (write context) | listed (%) | notes: median | p95 | characters: median | p95 |")
            print("|---|---|---|---|---|---|")
            for value in values:
                with changed(module, name, value):
                    found = [list_after(store, _day_before(one.date), one.body, Switches()) for one in documents]
                listed = [one for one in found if one.notes]
                several, long = usual(len(one.notes) for one in listed), usual(one.characters for one in listed)
                said = f"**{value:,}**" if value == getattr(module, name) else f"{value:,}"
                print(
                    f"| {said} | {len(listed)}/{len(found)} ({100 * len(listed) / len(found):.1f})"
                    f" | {several.median:.0f} | {several.p95:.0f} | {long.median:,.0f} | {long.p95:,.0f} |"
                )


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(1)).isoformat()


def by_kind(data: Recorded) -> None:
    """Every name that the store knows, however it came up: what tells the used ones from the others."""
    replay = replayed(data, Switches())
    told: Mapping[str, list[Heeded]] = defaultdict(list)
    for one in replay.sessions.values():
        for heeded in one.heeding.outcomes:
            if heeded.told.surface == TOOL_HINTS:
                told[", ".join(sorted(heeded.told.names))].append(heeded)
    print("\n| name | hinted | used |\n|---|---|---|")
    for name, outcomes in told.items():
        print(f"| `{name}` | {len(outcomes)} | {share(outcomes).hits} |")


# --- preflight --------------------------------------------------------------


def floor(commits: Path) -> None:
    """Each history is asked its own questions, those of the other histories, and chatter."""
    sets = {path.parent.name: path.parent for path in sorted(commits.glob("*/cases.jsonl"))}
    asked = {name: read_prompt_cases((folder / "cases.jsonl").read_bytes()).unwrap() for name, folder in sets.items()}
    print(
        "\n| notes | `MIN_TERMS` | own: spoke (%) | of these right (%) | others': spoke (%) | chatter: spoke |\n|---|---|---|---|---|---|"
    )
    for name, folder in sets.items():
        others = [PromptCase(case.prompt) for other, cases in asked.items() if other != name for case in cases]
        with AsOf([[Source(Layer.VAULT, folder / "notes")]]) as store:
            for least in (1, 2, 3, 4, 5, 6):
                own, right = spoke(store, least, asked[name])
                foreign, _ = spoke(store, least, others)
                chatter, _ = spoke(store, least, [PromptCase(text) for text in CHATTER])
                said = f"**{least}**" if least == Switches().min_terms else str(least)
                print(
                    f"| {name} ({len(asked[name])}) | {said} | {own} ({100 * own / len(asked[name]):.0f}) | {right} ({100 * right / max(own, 1):.0f})"
                    f" | {foreign} ({100 * foreign / len(others):.1f}) | {chatter} of {len(CHATTER)} |"
                )


def shares(data: Recorded, commits: Path) -> None:
    """Prompts of recorded sessions are long; of another repository's notes none is about them."""
    typed = [PromptCase(step.text) for step in data.steps if step.kind == "prompt" and not step.agent]
    print(
        "\n| `SHARED` | own: spoke (%) | of these right (%) | others': spoke (%) | recorded prompts, foreign notes: spoke |"
    )
    print("|---|---|---|---|---|")
    files = sorted(commits.glob("*/cases.jsonl"))
    asked = {file: read_prompt_cases(file.read_bytes()).unwrap() for file in files}
    for least in (0.0, 0.2, 0.25, 0.3, 1 / 3, 0.4, 0.5, 0.6):
        counts = [0] * 6
        for file in files:
            others = [PromptCase(case.prompt) for other, cases in asked.items() if other != file for case in cases]
            with changed(preflight, "SHARED", least), AsOf([[Source(Layer.VAULT, file.parent / "notes")]]) as store:
                own, right = spoke(store, Switches().min_terms, asked[file])
                foreign, far = (spoke(store, Switches().min_terms, each)[0] for each in (others, typed))
            found = (own, len(asked[file]), right, foreign, len(others), far)
            counts = [one + more for one, more in zip(counts, found, strict=True)]
        own, n, right, foreign, other, far = counts
        said = f"**{least:.2f}**" if least == preflight.SHARED else f"{least:.2f}"
        print(
            f"| {said} | {own}/{n} ({100 * own / n:.0f}) | {right} ({100 * right / own:.0f})"
            f" | {foreign}/{other} ({100 * foreign / other:.1f}) | {far} of {len(typed) * len(files)} |"
        )


def titles(commits: Path) -> None:
    print("\n| `NOTES` | answers shown of questions that spoke |\n|---|---|")
    for most in (1, 2, 3, 5):
        shown = total = 0
        for file in sorted(commits.glob("*/cases.jsonl")):
            with changed(preflight, "NOTES", most), AsOf([[Source(Layer.VAULT, file.parent / "notes")]]) as store:
                own, right = spoke(store, Switches().min_terms, read_prompt_cases(file.read_bytes()).unwrap())
                shown, total = shown + right, total + own
        said = f"**{most}**" if most == preflight.NOTES else str(most)
        print(f"| {said} | {shown}/{total} ({100 * shown / total:.1f} %) |")


def few(data: Recorded, commits: Path) -> None:
    """Stores of few notes, drawn by chance from each history, in which next to any word is rare."""
    typed = [PromptCase(step.text) for step in data.steps if step.kind == "prompt" and not step.agent]
    files = sorted(commits.glob("*/cases.jsonl"))
    asked = {file: read_prompt_cases(file.read_bytes()).unwrap() for file in files}
    print(
        "\n| notes | `WORD_NEVER_FEWER` | own: spoke (%) | of these right (%) | others': spoke (%) | chatter: spoke (%) | recorded prompts: spoke (%) |"
    )
    print("|---|---|---|---|---|---|---|")
    for size in (8, 12, 25, 50):
        for least in (1, 2, 3, 5, 10):
            counts = [0] * 8
            for file, seed in product(files, range(DRAWN)):
                chance = random.Random(seed)  # noqa: S311  (repeatable)
                cases = chance.sample(asked[file], min(size, len(asked[file])))
                strange = [PromptCase(case.prompt) for other, own in asked.items() if other != file for case in own]
                others = chance.sample(strange, STRANGE)
                with TemporaryDirectory() as folder:
                    for key in {key for case in cases for key in case.answers}:
                        (into := Path(folder, f"{key}.md")).parent.mkdir(exist_ok=True)
                        copy(file.parent / "notes" / f"{key}.md", into)
                    with (
                        changed(preflight, "WORD_NEVER_FEWER", least),
                        AsOf([[Source(Layer.VAULT, Path(folder))]]) as store,
                    ):
                        own, right = spoke(store, Switches().min_terms, cases)
                        chatter = [PromptCase(text) for text in CHATTER]
                        heard = (spoke(store, Switches().min_terms, each)[0] for each in (others, chatter, typed))
                        foreign, talk, far = heard
                found = (own, len(cases), right, foreign, len(others), talk, far, 1)
                counts = [one + more for one, more in zip(counts, found, strict=True)]
            own, n, right, foreign, other, talk, far, stores = counts
            said = f"**{least}**" if least == preflight.WORD_NEVER_FEWER else str(least)
            print(
                f"| {size} | {said} | {100 * own / n:.0f} | {100 * right / own:.0f} | {100 * foreign / other:.1f}"
                f" | {100 * talk / (stores * len(CHATTER)):.1f} | {100 * far / (stores * len(typed)):.0f} |"
            )


def spoke(store: AsOf, least: int, cases: Sequence[PromptCase]) -> tuple[int, int]:
    replay = Replay(store, Switches(min_terms=least))
    steps = [
        Step("prompt", str(place), "9999-12-31T00:00:00.000Z", text=case.prompt) for place, case in enumerate(cases)
    ]
    said = [
        (case, hint)
        for case, hint in zip(cases, map(replay.prompt, steps), strict=True)
        if isinstance(hint, hints.Hint)
    ]
    return len(said), sum(not keys_of(hint).isdisjoint(case.answers) for case, hint in said)


# --- all of it --------------------------------------------------------------


def main(replay: Path, commits: Path) -> None:
    real = recorded(replay / "sessions", replay / "notes")
    with TemporaryDirectory() as folder:
        generate(Path(folder, "all"), GENERATED)
        made = recorded(Path(folder, "all", "sessions"), Path(folder, "all", "notes"))
        by_kind(real)
        rules([real, made])
        sessions(real)
        histories(real)
        numbers([real, made])
    writes(replay / "notes")
    floor(commits)
    shares(real, commits)
    few(real, commits)
    titles(commits)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
