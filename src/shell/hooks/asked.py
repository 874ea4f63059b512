"""Asked: one hook's run as a value, whether it is this process's own or came over a socket."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Asked(NamedTuple):
    words: Sequence[str]  # of its command line
    cwd: str
    env: Mapping[str, str]
    stdin: bytes

    @property
    def event(self) -> str:
        return next((word for word in self._plain() if not word.startswith("-")), "")

    @property
    def harness(self) -> str:
        return next((word.partition("=")[2] for word in self._plain() if word.startswith("--harness=")), "")

    def _plain(self) -> list[str]:
        return "\n".join(self.words).replace("--harness\n", "--harness=").split("\n")


def read_request(data: bytes) -> Asked:
    """As `forward.request` wrote it."""
    head, _, stdin = data.partition(b"\0\0")
    entries = [entry.decode("utf-8", "surrogateescape").partition("=") for entry in head.split(b"\0")]
    cwd = next((value for name, _, value in entries if name == "CWD"), "")
    words = [value for name, _, value in entries if name == "WORD"]
    env = {name: value for name, _, value in entries if name not in {"CWD", "WORD"}}
    return Asked(words, cwd, env, stdin)
