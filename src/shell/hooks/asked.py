"""Asked: one hook's run as a value, whether it is this process's own or came over a socket."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

OPTIONS = frozenset({"--harness", "--team", "--local", "--vault"})


class Asked(NamedTuple):
    event: str
    harness: str
    cwd: str
    env: Mapping[str, str]  # `--team` and `--local` stand in it
    stdin: bytes
    vaults: tuple[str, ...] = ()


def read_words(words: Sequence[str], cwd: str, env: Mapping[str, str], stdin: bytes) -> Asked:
    """What is not understood is passed over: a harness shows nobody what we would say of it."""
    left, said = list(words), list[tuple[str, str]]()
    while left:
        name, equals, value = left.pop(0).partition("=")
        if name in OPTIONS:
            said.append((name, value if equals or not left else left.pop(0)))
        elif not name.startswith("-"):
            said.append(("event", name))
    one = dict(reversed(said))
    named = {f"HINDNOTE_{part.upper()}": one[f"--{part}"] for part in ("team", "local") if one.get(f"--{part}")}
    vaults = tuple(value for name, value in said if name == "--vault" and value.strip())
    return Asked(one.get("event", ""), one.get("--harness", ""), cwd, {**env, **named}, stdin, vaults)


def read_request(data: bytes) -> Asked:
    """As `forward.request` wrote it."""
    head, _, stdin = data.partition(b"\0\0")
    entries = [entry.decode("utf-8", "surrogateescape").partition("=") for entry in head.split(b"\0")]
    cwd = next((value for name, _, value in entries if name == "CWD"), "")
    words = [value for name, _, value in entries if name == "WORD"]
    return read_words(words, cwd, {name: value for name, _, value in entries if name not in {"CWD", "WORD"}}, stdin)
