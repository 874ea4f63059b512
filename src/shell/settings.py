"""Settings: what the environment and the command line say, read once at the edge.

Everything below takes a `Settings`, never the environment. Session, client and the clock enter here.

Effects: reads the environment and the working directory.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from ..core.events import Stamp, Surface
from .clock import utc_now
from .paths import Homes, home_expanded, homes

# --- values ---------------------------------------------------------------

LOCK_TIMEOUT = 10.0  # seconds; a write holds the lock for milliseconds, an agent's call should not hang longer

HARNESS_SESSIONS = (  # the variable that carries a session's id, and the client that sets it
    ("CLAUDE_CODE_SESSION_ID", "claude"),
    ("CODEX_THREAD_ID", "codex"),
    ("GEMINI_SESSION_ID", "gemini"),
)


class Settings(Struct, frozen=True, kw_only=True):
    cwd: Path
    homes: Homes
    session: str
    client: str
    surface: Surface = "cli"
    call: str = ""  # which call of a tool this is for
    team: Path | None = None  # overrides: where the layers are, whatever the repository says
    local: Path | None = None
    vaults: tuple[Path, ...] = ()
    lock_timeout: float = LOCK_TIMEOUT
    now: Callable[[], str] = utc_now
    env: Mapping[str, str] = {}  # the HINDNOTE_* variables: switches that one module reads
    warnings: tuple[str, ...] = ()  # values that were ignored, and why

    def stamp(self) -> Stamp:
        return Stamp(at=self.now(), session=self.session, client=self.client, call=self.call)


# --- functions ------------------------------------------------------------


def read_settings(  # noqa: PLR0913  (one keyword per thing the edge may say)
    env: Mapping[str, str] | None = None,
    *,
    cwd: str | Path | None = None,
    team: str | None = None,
    local: str | None = None,
    vault: Sequence[str] = (),
    surface: Surface = "cli",
    client: str | None = None,
    session: str | None = None,
    now: Callable[[], str] = utc_now,
) -> Settings:
    env = os.environ if env is None else env
    here = Path(cwd).absolute() if cwd else _working_directory(env)
    found, harness = _session(env)
    timeout, warnings = _lock_timeout(env)
    return Settings(
        cwd=here,
        homes=homes(env),
        session=session or found or minted_session(now()),
        client=client or _line(env.get("HINDNOTE_CLIENT", "")) or harness or surface,
        surface=surface,
        team=_folder(here, team or env.get("HINDNOTE_TEAM")),
        local=_folder(here, local or env.get("HINDNOTE_LOCAL")),
        vaults=tuple(folder for each in vault if (folder := _folder(here, each))),
        lock_timeout=timeout,
        now=now,
        env={name: value for name, value in env.items() if name.startswith("HINDNOTE_")},
        warnings=warnings,
    )


def minted_session(at: str) -> str:
    """For a process no harness vouches for: its day, so that a person finds it again, and chance."""
    return f"{at[:10]}-{os.urandom(4).hex()}"


def _working_directory(env: Mapping[str, str]) -> Path:
    try:
        return Path.cwd()
    except OSError:  # it was removed under us
        return Path(env.get("PWD", os.sep))


def _session(env: Mapping[str, str]) -> tuple[str, str]:
    if own := _line(env.get("HINDNOTE_SESSION", "")):
        return own, ""
    for variable, client in HARNESS_SESSIONS:
        if session := _line(env.get(variable, "")):
            return session, client
    return "", ""


def _line(said: str) -> str:
    """One line that any file can hold: it becomes a note's `source`."""
    return " ".join(said.encode("utf-8", "replace").decode().split())


def _folder(here: Path, said: str | None) -> Path | None:
    return Path(os.path.realpath(here / home_expanded(said))) if said and said.strip() else None  # never raises


def _lock_timeout(env: Mapping[str, str]) -> tuple[float, tuple[str, ...]]:
    said = env.get("HINDNOTE_LOCK_TIMEOUT", "").strip()
    try:
        seconds = float(said) if said else LOCK_TIMEOUT
    except ValueError:
        seconds = -1.0
    if 0 <= seconds < float("inf"):
        return seconds, ()
    return LOCK_TIMEOUT, (f"HINDNOTE_LOCK_TIMEOUT is `{said}`, which is no number of seconds: {LOCK_TIMEOUT:g} used",)
