"""The server over HTTP: several clients at once, nobody without the token, no foreign page, and a clean end."""

import http.client
import json
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from .clients import ERAS, Era, text
from .standing import PYTHON, Standing, standing_in

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
SURPRISE = {"expected": "a lock", "evidence": "the log", "answers": ["what about it"]}


class Served(NamedTuple):
    here: Standing
    process: "subprocess.Popen[str]"
    url: str
    token: str

    @property
    def address(self) -> str:
        return self.url.removeprefix("http://").removesuffix("/mcp")

    def status(self, headers: Mapping[str, str]) -> int:
        """Of one request, spelled out: no client library adds or mends anything."""
        said = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json", **headers}
        connection = http.client.HTTPConnection(self.address, timeout=30)
        body = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
        connection.request("POST", "/mcp", json.dumps({**body, "params": HELLO}), said)
        answer = connection.getresponse()
        connection.close()
        return answer.status


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    here = standing_in(tmp_path_factory.mktemp("http"))
    process = start(here)
    yield meet(here, process)
    process.kill()
    process.communicate()


def start(here: Standing, *more: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [PYTHON, "-m", "hindnote", "serve", "--http", "--port", "0", "--json", *more],
        cwd=here.cwd,
        env=here.env(HINDNOTE_SESSION="served"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def meet(here: Standing, process: "subprocess.Popen[str]") -> Served:
    assert process.stdout is not None
    told = json.loads(process.stdout.readline())
    return Served(here, process, told["url"], Path(told["token_file"]).read_text().strip())


def told(served: Served, era: Era, name: str, question: str, observed: str) -> str:
    """What one client records and then hears."""

    async def talk() -> str:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {served.token}"}) as carrier:
            transport = streamable_http_client(served.url, http_client=carrier)
            async with Client(transport, mode=era, client_info=Implementation(name=name, version="1")) as client:
                assert "recall" in (client.instructions or "")
                await client.call_tool("remember", {**SURPRISE, "observed": observed})
                return text(await client.call_tool("recall", {"question": question}))

    return anyio.run(talk)


@pytest.mark.parametrize("era", ERAS)
def test_it_answers_as_on_stdin_in_both_eras(served: Served, era: Era) -> None:
    answer = told(served, era, f"one-{era}", "which lock is held", f"The {era} lock is held twice.")
    assert f"surprise/the-{era}-lock-is-held-twice" in answer


def test_each_conversation_is_a_session_of_its_own(served: Served) -> None:
    for name in ("first", "second"):
        told(served, "legacy", name, "what about it", f"The {name} client came.")
    ledgers = list(served.here.home.rglob("ledger/served-*.jsonl"))
    spoken = {
        name: [file for file in ledgers if f'"client":"{name}"' in file.read_text()] for name in ("first", "second")
    }
    assert [len(files) for files in spoken.values()] == [1, 1]
    assert spoken["first"] != spoken["second"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer {token}x"}, 401),
        ({"Authorization": "Basic {token}"}, 401),
        ({"Authorization": "Bearer {token}"}, 200),
        ({"Authorization": "Bearer {token}", "Host": "localhost:{port}"}, 200),
        ({"Authorization": "Bearer {token}", "Host": "rebound.example:{port}"}, 421),
        ({"Authorization": "Bearer {token}", "Host": "127.0.0.1:1"}, 421),
        ({"Authorization": "Bearer {token}", "Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Authorization": "Bearer {token}", "Origin": "https://page.example"}, 403),
        ({"Authorization": "Bearer {token}", "Origin": "null"}, 403),
        ({"Authorization": "Bearer {token}", "Origin": "http://127.0.0.1.page.example:{port}"}, 403),
    ],
)
def test_only_who_holds_the_token_and_speaks_to_this_machine_is_heard(
    served: Served, headers: Mapping[str, str], status: int
) -> None:
    port = served.address.partition(":")[2]
    said = {name: value.format(token=served.token, port=port) for name, value in headers.items()}
    assert served.status(said) == status


def test_nobody_reaches_it_from_outside_this_machine(served: Served) -> None:
    name, _, port = served.address.partition(":")
    assert name == "127.0.0.1"
    with pytest.raises(OSError, match="refused"):  # at another address of the same machine
        socket.create_connection(("127.0.0.3", int(port)))


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_though_a_client_still_listens(tmp_path: Path, ending: signal.Signals) -> None:
    here = standing_in(tmp_path)
    served = meet(here, start(here))
    assert served.status({"Authorization": f"Bearer {served.token}"}) == 200
    with socket.create_connection(served.address.split(":")) as open_still:  # type: ignore[arg-type]  # port as text
        open_still.sendall(b"GET /mcp HTTP/1.1\r\n")
        served.process.send_signal(ending)
        out, err = served.process.communicate(timeout=60)
    assert (served.process.returncode, out, err) == (0, "", "")


def test_an_answer_that_was_begun_is_told_to_its_end(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    served = meet(here, start(here))
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {served.address}\r\nAuthorization: Bearer {served.token}\r\nConnection: close\r\n"
        "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    host, _, port = served.address.partition(":")
    asking = [socket.create_connection((host, int(port))) for _ in range(20)]
    for each in asking:
        each.sendall(head.encode() + body)
    served.process.send_signal(signal.SIGTERM)
    answers = list(map(heard, asking))
    served.process.communicate(timeout=60)
    for each, answer in zip(asking, answers, strict=True):
        each.close()
        assert not answer or json.loads(answer.partition(b"\r\n\r\n")[2])["id"] == 1


def heard(asking: socket.socket) -> bytes:
    """All that is answered; nothing where the question was not read any more."""
    try:
        return asking.makefile("rb").read()
    except ConnectionResetError:
        return b""


def test_a_port_that_is_taken_is_said_before_anything_starts(served: Served) -> None:
    port = served.address.partition(":")[2]
    said = served.here.run("serve", "--http", "--port", port)
    assert said.code == 1
    assert "--port 0" in said.err
