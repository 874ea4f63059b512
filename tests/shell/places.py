"""Settings and worlds for tests: every folder under one temporary folder, the clock stopped."""

import subprocess
from pathlib import Path
from typing import Any

from hindnote.shell.app.world import World, open_world
from hindnote.shell.settings import Settings, read_settings

NOON = "2026-08-07T12:00:00Z"


def settings_in(tmp: Path, cwd: Path, **said: Any) -> Settings:  # noqa: ANN401  (read_settings' own keywords)
    """As a user whose home is `tmp/home` and who stands in `cwd`."""
    env = {f"HINDNOTE_{kind}_HOME": str(tmp / "home" / kind.lower()) for kind in ("DATA", "STATE", "CONFIG")}
    env |= said.pop("env", {})
    usual: dict[str, Any] = {"session": "s03", "client": "claude", "now": lambda: NOON}
    return read_settings(env, cwd=cwd, **usual | said)


def world_in(tmp: Path, cwd: Path, **said: Any) -> World:  # noqa: ANN401  (whatever settings take)
    """A store that exists, in a repository or an initialised folder."""
    return open_world(settings_in(tmp, cwd, **said), create=True).unwrap()


def repository(at: Path, *, bare: bool = False) -> Path:
    """An empty git repository."""
    at.mkdir(parents=True, exist_ok=True)
    git(at, "init", "-q", "-b", "main", *(["--bare"] if bare else []))
    return at


def git(at: Path, *words: str) -> str:
    identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.com", "-c", "protocol.file.allow=always"]
    told = subprocess.run(["git", *identity, *words], cwd=at, check=True, capture_output=True, text=True)
    return told.stdout.strip()
