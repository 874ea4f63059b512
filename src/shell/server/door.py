"""Door: a port on the loopback address, and the token of a file that only its owner can read.

Effects: binds a socket; reads the token's file, and makes it when there is none.
"""

import os
import secrets
import shlex
import socket
import stat
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome
from .. import files

# --- values ---------------------------------------------------------------

LOOPBACK = "127.0.0.1"
PORTS = range(2**16)
TOKEN_BYTES = 32  # of chance: as many as the strongest guess needs
PATH = "/mcp"
LONGEST = 4_096  # of a token's file: what is longer is some other file


class Door(Struct, frozen=True):
    """What is bound, and what opens it."""

    listening: socket.socket
    token: str

    @property
    def port(self) -> int:
        port: int = self.listening.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}{PATH}"


# --- refusals -------------------------------------------------------------


class PortTaken(Struct, frozen=True, tag=True):
    port: int
    problem: str

    def explain(self) -> Explained:
        mend = "Name another with --port, or --port 0 for any that is free."
        return Explained(f"cannot listen there: {self.problem}", f"{LOOPBACK}:{self.port}", mend)


class UnusableToken(Struct, frozen=True, tag=True):
    path: str
    problem: str
    mend: str

    def explain(self) -> Explained:
        return Explained(f"the token's file {self.problem}", self.path, self.mend)


DoorRefusal: TypeAlias = PortTaken | UnusableToken | files.CannotWrite

# --- functions ------------------------------------------------------------


def opened(port: int, token_file: Path) -> Outcome[Door, DoorRefusal]:
    match token_of(token_file):
        case Failure(refusal):
            return Failure(refusal)
        case Success(token):
            pass
    if port not in PORTS:
        return Failure(PortTaken(port, "there is no such port"))
    try:
        return Success(Door(socket.create_server((LOOPBACK, port)), token))
    except OSError as fault:
        return Failure(PortTaken(port, fault.strerror or str(fault)))


def token_of(path: Path) -> Outcome[str, UnusableToken | files.CannotWrite]:
    """Read from the file, which is made with chance in it when it is not there."""
    match files.make_folder(path.parent, private=True):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    match files.create(path, secrets.token_urlsafe(TOKEN_BYTES).encode() + b"\n", private=True):
        case Failure(files.CannotWrite() as fault):
            return Failure(fault)
        case _:  # made now, or there already
            return _read(path)


def _read(path: Path) -> Outcome[str, UnusableToken | files.CannotWrite]:
    again = "Remove it, and the next `hindnote serve --http` makes another."
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            known = os.fstat(handle)
            data = os.read(handle, LONGEST)
        finally:
            os.close(handle)
    except OSError as fault:
        return Failure(UnusableToken(str(path), f"cannot be read: {fault.strerror}", again))
    if not stat.S_ISREG(known.st_mode) or (hasattr(os, "getuid") and known.st_uid != os.getuid()):
        return Failure(UnusableToken(str(path), "is not a file of yours", again))
    if known.st_mode & 0o077:
        return Failure(
            UnusableToken(str(path), "can be read by others", f"`chmod 600 {shlex.quote(str(path))}`, or: {again}")
        )
    token = data.decode("ascii", "replace").strip()
    if not token.isascii() or not token.isprintable() or len(token) < TOKEN_BYTES or " " in token:
        return Failure(UnusableToken(str(path), "holds no token", again))
    return Success(token)
