"""Listener: in a server, a thread that answers the hooks of the tree the server was started in.

Of several servers of one tree the first listens. The others wait for a lock that the system takes from
it when it ends, however it ends, and then one of them listens. The socket is in a folder that only its
owner may enter; a peer of another user is not answered. Where no socket can be, hooks answer alone.

Effects: two threads and more for a while; a socket and a lock file in the runtime folder.
"""

# Bytes paths, as in `forward`, which finds the socket by the same function.
# ruff: noqa: PTH101, PTH102, PTH108

import os
import struct
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from socket import socket

    from .warm import Warm

PAUSE = 0.1  # seconds
PATIENCE = 5.0  # seconds for a hook to say what it has to say: a stopped one must not hold a thread for ever
LOCK = b".lock"
CREDENTIALS = struct.Struct("3i")  # Linux: process, user, group


class Listener:
    """A context manager around a server's life; nothing in it delays the server or makes it fail."""

    def __init__(self, cwd: str, env: Mapping[str, str]) -> None:
        self._cwd = os.fsencode(cwd)
        self._env = {os.fsencode(name): os.fsencode(value) for name, value in env.items()}
        self._ended = False
        self._path = b""
        self._socket: socket | None = None
        self._warm: Warm | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        threading.Thread(target=self._run, name="hindnote-hooks", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The thread may wait for a lock that nothing frees in time: it ends with the process."""
        with self._lock, suppress(OSError):
            self._ended = True
            if self._socket is not None:
                os.unlink(self._path)
                os.unlink(self._path + LOCK)
                self._socket.close()

    # --- the thread -----------------------------------------------------------

    def _run(self) -> None:
        try:
            from .forward import is_ours, runtime_folder, socket_path  # noqa: PLC0415  (POSIX only)

            folder = runtime_folder(self._env)
            with suppress(FileExistsError):
                os.mkdir(folder, 0o700)
            if is_ours(folder):
                self._listen(socket_path(os.path.realpath(self._cwd), self._env))
        except (ImportError, AttributeError, OSError):  # no POSIX, no sockets of this kind, no room for one
            return

    def _listen(self, path: bytes) -> None:
        import socket  # noqa: PLC0415  (the thread's to import, not the server's start)

        hold(path + LOCK)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
            if not self._bound(listening, path):
                return
            while not self._ended:
                try:
                    connection, _ = listening.accept()
                    threading.Thread(target=self._answer, args=(connection,), daemon=True).start()
                except (OSError, RuntimeError):  # no file or no thread is left: hooks answer alone meanwhile
                    time.sleep(PAUSE)

    def _bound(self, listening: "socket", path: bytes) -> bool:
        """The lock is ours, so whatever is in the socket's place is one that nobody listens to."""
        with self._lock:
            if self._ended:
                return False
            with suppress(FileNotFoundError):
                os.unlink(path)
            listening.bind(path)
            os.chmod(path, 0o600)
            listening.listen()
            self._socket, self._path = listening, path
            return True

    # --- one hook -------------------------------------------------------------

    def _answer(self, connection: "socket") -> None:
        from .answering import respond  # noqa: PLC0415  (the first hook's to wait for, not the server's start)
        from .asked import read_request  # noqa: PLC0415  (as above)

        with connection, suppress(OSError):
            if not is_same_user(connection):
                return
            connection.settimeout(PATIENCE)
            parts: list[bytes] = []
            while part := connection.recv(65_536):
                parts.append(part)
            asked = read_request(b"".join(parts))
            connection.sendall(respond(asked, self._opened().finding) + b"\0")

    def _opened(self) -> "Warm":
        from .warm import Warm  # noqa: PLC0415  (as above)

        with self._lock:
            self._warm = self._warm or Warm()
            return self._warm


def hold(path: bytes) -> None:
    """Until this process ends. Who went took the file away: then it is another file that counts."""
    import fcntl  # noqa: PLC0415  (as above)

    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.lstat(path)):
                return
        os.close(handle)


def is_same_user(connection: "socket") -> bool:
    """Where the system does not say who the peer is, the folder's mode alone keeps others out."""
    import socket  # noqa: PLC0415  (as above)

    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True
    _, user, _ = CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, option, CREDENTIALS.size))
    return bool(user == os.getuid())
