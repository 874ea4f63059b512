"""The server as a process: only the protocol on stdout, words for whatever is sent, and a prompt end."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from .clients import ERAS, Era
from .standing import PYTHON, Standing, standing_in

pytestmark = pytest.mark.parametrize("era", ERAS)
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
IN_ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


class Wire:
    """One server and the lines between us."""

    def __init__(self, here: Standing, era: Era) -> None:
        self.era = era
        self.process = subprocess.Popen(
            [PYTHON, "-m", "hindnote", "serve"],
            cwd=here.cwd,
            env=here.env(**IN_ASCII),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.last = 0
        if era == "legacy":
            self.ask("initialize", HELLO)
            self.send({"method": "notifications/initialized"})

    def send(self, message: Mapping[str, Any]) -> None:
        self.raw(json.dumps({"jsonrpc": "2.0", **message}))

    def raw(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to this request; whatever else is sent to us before it must be the protocol's too."""
        self.last += 1
        meta = {"_meta": ENVELOPE} if self.era == "auto" else {}
        self.send({"id": self.last, "method": method, "params": {**params, **meta}})
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message: Mapping[str, Any] = json.loads(line)
            assert message["jsonrpc"] == "2.0"
            if message.get("id") == self.last:
                return message
        raise AssertionError(self.process.communicate()[1])

    def call(self, tool: object, arguments: object) -> Mapping[str, Any]:
        return self.ask("tools/call", {"name": tool, "arguments": arguments})


@pytest.fixture
def wire(tmp_path: Path, era: Era) -> Iterator[Wire]:
    wire = Wire(standing_in(tmp_path), era)
    yield wire
    wire.process.kill()
    wire.process.wait()
    for pipe in (wire.process.stdin, wire.process.stdout, wire.process.stderr):
        with suppress(BrokenPipeError):
            if pipe is not None:
                pipe.close()


@pytest.mark.parametrize("arguments", [[], ["question"], "question", 7, True, 1.5])
def test_arguments_that_are_no_object_are_a_result_that_says_so(wire: Wire, arguments: object) -> None:
    result = wire.call("recall", arguments)["result"]
    assert result["isError"]
    assert "arguments must be an object" in result["content"][0]["text"]


def test_a_lone_surrogate_or_a_nul_is_text_like_any_other(wire: Wire) -> None:
    for text in ("\ud800", "a\ud800b", "a\x00b"):
        assert not wire.call("recall", {"question": text})["result"].get("isError")


def test_lines_that_are_no_messages_do_not_end_it(wire: Wire) -> None:
    for line in (
        "no JSON at all",
        "{}",
        "[]",
        '{"jsonrpc": "2.0"}',
        "\ufffd",
        '{"jsonrpc": "2.0", "method": "nothing/known"}',
    ):
        wire.raw(line)
    assert len(wire.ask("tools/list", {})["result"]["tools"]) == 2


def test_the_end_of_stdin_ends_it(wire: Wire) -> None:
    wire.call("recall", {"question": "x"})
    out, _ = wire.process.communicate(timeout=30)  # closes stdin
    assert wire.process.returncode == 0
    assert out == ""


def test_a_client_that_reads_no_more_ends_it_in_silence(wire: Wire) -> None:
    """Nobody is left to be told, and it is no fault of ours to report."""
    wire.ask("tools/list", {})
    assert wire.process.stdout is not None
    assert wire.process.stderr is not None
    wire.process.stdout.close()
    with suppress(BrokenPipeError):
        while wire.process.poll() is None:  # the line after the one it could not answer wakes it
            wire.send({"id": 77, "method": "ping"})
            time.sleep(0.05)
    assert wire.process.wait(timeout=60) == 0
    assert wire.process.stderr.read() == ""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_though_stdin_stays_open(wire: Wire, how: signal.Signals) -> None:
    wire.ask("tools/list", {})
    wire.process.send_signal(how)
    assert wire.process.wait(timeout=30) in {-how, 0, 130}
    assert wire.process.stderr is not None
    assert "Traceback" not in wire.process.stderr.read()


def test_in_an_ascii_locale_words_are_utf8(wire: Wire) -> None:
    said = {"expected": "für", "observed": "日本 geht nicht.", "evidence": "ü", "answers": ["warum"]}
    assert "created surprise/日本-geht-nicht" in wire.call("remember", said)["result"]["content"][0]["text"]
    assert "日本" in wire.call("recall", {"question": "日本"})["result"]["content"][0]["text"]
