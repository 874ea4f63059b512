"""Transcripts: how fast recorded sessions are read, beside reading the file and beside `json.loads`, and in what memory.

    python benchmarks/transcripts.py [--mib 500] [--log FILE]

Prints one Markdown row a measurement, each taken in a process of its own. Without a log it writes some: of
Claude Code, in which lines stand in the shares that 14 real sessions have (a third progress, a fifth results
that stand beside the output they were made of), of three sizes of output; and of Codex, of the smallest.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

from hindnote.core.transcripts import Transcript

MIB = 1 << 20
WORDS = [
    *("kiln", "cone", "glaze", "probe", "firing", "shelf", "1222", "error:", "failed", "at", "line", "17", "in"),
    *("/srv/kiln/schedule.py", "expected", "ok"),
]
ROUNDS = 3

# --- the logs -------------------------------------------------------------


Turn = Callable[[int, random.Random, int], Iterator[Mapping[str, object]]]


def write(file: Path, size: int, turn: Turn, output: int) -> None:
    """Without spaces, as both agents write JSON."""
    chance = random.Random(0)  # noqa: S311  (chance that can be repeated)
    with file.open("wb") as log:
        for number in count(1):
            if log.tell() >= size:
                break
            told = (json.dumps(line, separators=(",", ":")) for line in turn(number, chance, output))
            log.writelines(line.encode() + b"\n" for line in told)


def claude(turn: int, chance: random.Random, output: int) -> Iterator[Mapping[str, object]]:
    """A call and what stands around it."""
    common = {"parentUuid": f"u{turn}", "isSidechain": False, "userType": "external", "cwd": "/srv/kiln"}
    common |= {"sessionId": "0b5c1d6e-77aa-4c1b-9a53-2f1d8e4b0001", "version": "2.1.37", "gitBranch": "main"}
    late = {
        "uuid": f"v{turn}",
        "timestamp": f"2026-05-04T{turn // 3600 % 24:02}:{turn // 60 % 60:02}:{turn % 60:02}.000Z",
    }
    call, told = f"toolu_{turn}", prose(chance, int(chance.expovariate(1 / output)))

    def written(block: Mapping[str, object]) -> Mapping[str, object]:
        message = {"model": "a-model", "id": f"msg_{turn}", "type": "message", "role": "assistant", "content": [block]}
        return common | {"message": message, "requestId": "req", "type": "assistant"} | late

    yield written({"type": "thinking", "thinking": prose(chance, 400), "signature": "x" * 800})
    if turn % 2:
        yield written({"type": "text", "text": prose(chance, 150)})
    yield written({"type": "tool_use", "id": call, "name": "Bash", "input": {"command": prose(chance, 120)}})
    for _ in range(2):
        yield common | {"type": "progress", "data": {"type": "hook_progress", "command": "hook"}} | late
    result = {"tool_use_id": call, "type": "tool_result", "content": told, "is_error": False}
    beside = {"toolUseResult": {"stdout": told, "stderr": "", "interrupted": False, "isImage": False}}
    yield common | {"type": "user", "message": {"role": "user", "content": [result]}} | late | beside
    if turn % 10 == 0:
        yield common | {"type": "user", "message": {"role": "user", "content": prose(chance, 80)}} | late


def codex(turn: int, chance: random.Random, output: int) -> Iterator[Mapping[str, object]]:
    """The same, as a rollout tells it: thoughts and texts twice, and what it cost."""
    said, told = prose(chance, 150), prose(chance, int(chance.expovariate(1 / output)))
    command = json.dumps({"command": ["bash", "-lc", prose(chance, 120)]})
    answer = json.dumps({"output": told, "metadata": {"exit_code": 0, "duration_seconds": 0.1}})
    spent = {"total_token_usage": {"input_tokens": 1, "output_tokens": 2}, "model_context_window": 3}
    payloads: list[tuple[str, Mapping[str, object]]] = [
        ("response_item", {"type": "reasoning", "summary": [], "encrypted_content": "x" * 1200}),
        ("event_msg", {"type": "agent_reasoning", "text": prose(chance, 400)}),
        ("response_item", {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": said}]}),
        ("event_msg", {"type": "agent_message", "message": said}),
        (
            "response_item",
            {"type": "function_call", "name": "shell", "arguments": command, "call_id": f"call_{turn}"},
        ),
        ("response_item", {"type": "function_call_output", "call_id": f"call_{turn}", "output": answer}),
        ("event_msg", {"type": "token_count", "info": spent}),
    ]
    for kind, payload in payloads:
        yield {"timestamp": "2026-05-04T09:00:00.000Z", "type": kind, "payload": payload}


def prose(chance: random.Random, length: int) -> str:
    return " ".join(chance.choices(WORDS, k=length // 6 + 1)) + "\n"


LOGS: Mapping[str, tuple[Turn, int]] = {  # and the characters of an output at the middle
    "short outputs": (claude, 200),
    "as recorded": (claude, 3_000),
    "long outputs": (claude, 30_000),
    "Codex, short outputs": (codex, 200),
}


# --- the readers ----------------------------------------------------------


def bare(log: Path) -> int:
    with log.open("rb") as file:
        return sum(1 for _ in file)


def loads(log: Path) -> int:
    with log.open("rb") as file:
        return sum(map(_is_json, file))


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def steps(log: Path) -> int:
    with log.open("rb") as file:
        return sum(1 for _ in Transcript().steps(file))


READERS: Mapping[str, Callable[[Path], int]] = {"the file's lines": bare, "`json.loads`": loads, "steps": steps}


def measure(reader: str, log: Path) -> None:
    """In this process, which did nothing else."""
    begun = time.process_time()
    counted = READERS[reader](log)
    taken = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"count": counted, "seconds": taken, "peak": peak}))


def row(name: str, reader: str, log: Path) -> None:
    command = [sys.executable, __file__, "--reader", reader, "--log", str(log)]
    told = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(ROUNDS)]  # noqa: S603  (ourselves)
    seconds, peak = min(one["seconds"] for one in told), max(one["peak"] for one in told)
    size = log.stat().st_size
    print(f"| {name} | {size / MIB:.0f} | {reader} | {told[0]['count']:,} | {size / seconds / 1e6:,.0f} | {peak:.0f} |")


def rows(name: str, log: Path) -> None:
    for reader in READERS:
        row(name, reader, log)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mib", type=int, default=500)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--reader")
    asked = parser.parse_args()
    if asked.reader:
        measure(asked.reader, asked.log)
        return
    with tempfile.TemporaryDirectory() as folder:
        if asked.log:
            rows(asked.log.name, asked.log)
            return
        for name, (turn, output) in LOGS.items():
            written = Path(folder, "log.jsonl")
            write(written, asked.mib * MIB, turn, output)
            rows(name, written)


if __name__ == "__main__":
    main()
