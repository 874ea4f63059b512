"""Forward: a hook's event goes to the server that runs for the tree one stands in, and its answer comes back.

This runs at every call of every tool, so it imports `_socket` and `posix` and nothing else: what the
rest of the standard library adds is more than all that happens here. A request is entries, each ended
by a NUL (`CWD=`, `WORD=` for each word of the command line, then the environment's), one that is
empty, and stdin as it came. An answer that does not end in a NUL is not whole, and counts as none.

Effects: reads the environment and directory entries; talks to a socket.
"""

import _socket
import posix

PATIENCE = 1.0  # seconds: benchmarks/hooks.md has what an answer takes; a turn must never wait for a server that hangs

CARRIED = (b"HINDNOTE_", b"HOME=", b"XDG_")  # of the environment: all that is read, and no harness's keys
OWN_FOLDER = 0o40700  # a folder that nobody else may enter
MARKS = b"/.git", b"/.hindnote"

# --- where a server listens -------------------------------------------------


def socket_path(folder: bytes, env: dict[bytes, bytes]) -> bytes:
    """Short, whatever the tree is called, for a socket's path ends near the hundredth byte; `folder` is a real path."""
    place = posix.stat(tree_root(folder))
    return b"%s/%x-%x" % (runtime_folder(env), place.st_dev, place.st_ino)


def runtime_folder(env: dict[bytes, bytes]) -> bytes:
    """No variable of the session's: a harness may keep it from its servers and give it to its hooks."""
    said = env.get(b"HINDNOTE_RUNTIME_DIR")
    if said:
        return said
    user = posix.getuid()
    try:
        posix.stat(b"/run/user/%d" % user)
    except OSError:
        return b"/tmp/hindnote-%d" % user
    return b"/run/user/%d/hindnote" % user


def tree_root(folder: bytes) -> bytes:
    """The nearest folder around it that is a repository's or was initialised, else itself; a name, not an identity."""
    for mark in MARKS:
        here = folder
        while True:
            try:
                posix.lstat(here + mark)
            except OSError:
                if here in {b"", b"/"}:
                    break
                here = here.rpartition(b"/")[0]
            else:
                return here or b"/"
    return folder


def is_ours(folder: bytes) -> bool:
    """Nobody else can put a socket there."""
    found = posix.lstat(folder)
    return found.st_mode == OWN_FOLDER and found.st_uid == posix.getuid()


# --- asking it --------------------------------------------------------------


def forwarded(words: list[str], stdin: bytes) -> bytes | None:
    """The answer; None when no server gave one."""
    try:
        here, env = posix.getcwdb(), posix.environ
        path = socket_path(here, env)
        posix.lstat(path)  # most often there is none, and then nothing else is done
        return ask(path, request(words, here, env, stdin)) if is_ours(path.rpartition(b"/")[0]) else None
    except OSError:
        return None


def request(words: list[str], here: bytes, env: dict[bytes, bytes], stdin: bytes) -> bytes:
    said = [b"WORD=" + word.encode("utf-8", "surrogateescape") for word in words]
    carried = [entry for pair in env.items() if (entry := b"%s=%s" % pair).startswith(CARRIED)]
    return b"\0".join([b"CWD=" + here, *said, *carried, b"", stdin])


def ask(path: bytes, asked: bytes) -> bytes | None:
    link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    link.settimeout(PATIENCE)
    try:
        link.connect(path)
        link.sendall(asked)
        link.shutdown(_socket.SHUT_WR)
        parts: list[bytes] = []
        while part := link.recv(65_536):
            parts.append(part)
    except TimeoutError:
        return b""  # it has the event: a second answer would count it twice
    finally:
        link.close()
    answer = b"".join(parts)
    return answer[:-1] if answer.endswith(b"\0") else None
