"""A person with harnesses: a home folder of files in every style, and a project."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from returns.result import Failure, Success

from hindnote.core.entries import Scope
from hindnote.shell.app.setup import Direction, SetupPlan, perform, plan

from ..places import repository, settings_in

HOME = {
    ".claude.json": '{\n  "numStartups": 5,\n  "projects": {}\n}',
    ".claude/settings.json": '{\n  // mine\n  "theme": "dark", // why\n  "hooks": {\n    "Stop": [\n'
    '      {"hooks": [{"type": "command", "command": "say done"}]}\n    ]\n  },\n}\n',
    ".codex/config.toml": 'model = "x" # mine\n\n[mcp_servers.b] # keep\ncommand = "b"\n',
    ".codex/AGENTS.md": "# Mine\n\nBe brief.",
    ".gemini/settings.json": '{\r\n\t"mcpServers": {},\r\n\t"ui": {"theme": "x"}\r\n}\r\n',
    ".config/opencode/opencode.jsonc": '{\n  "$schema": "https://opencode.ai/config.json" /* v1 */\n}\n',
    ".cursor/mcp.json": '{\n    "mcpServers": {\n        "b": {"command": "b"} // keep\n    }\n}',
    ".cursor/hooks.json": '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      {"command": "./audit.sh"}\n    ]\n  }\n}\n',
    ".config/Code/User/mcp.json": '{\n\t"servers": {\n\t},\n\t"inputs": []\n}\n',
    ".codeium/windsurf/mcp_config.json": "",
    ".config/zed/settings.json": '// Zed settings\n{\n  "vim_mode": true,\n}\n',
    ".kiro/settings/mcp.json": '{\n  "mcpServers": {\n    "hindnote": {"command": "/gone/hindnote"}\n  }\n}',
}


class Person(NamedTuple):
    home: Path
    project: Path

    @property
    def env(self) -> Mapping[str, str]:
        return {"HOME": str(self.home), "PATH": "/nowhere"}

    def plan(self, direction: Direction, *names: str, scope: Scope = "user") -> SetupPlan:
        match plan(settings_in(self.home.parent / "ours", self.project), self.env, names, scope, direction):
            case Success(planned):
                return planned
            case Failure(refusal):
                raise AssertionError(refusal.explain().message())

    def do(self, direction: Direction, *names: str, scope: Scope = "user") -> SetupPlan:
        match perform(self.plan(direction, *names, scope=scope), lock_timeout=5):
            case Success(done):
                return done
            case Failure(refusal):
                raise AssertionError(refusal.explain().message())

    def files(self) -> Mapping[str, bytes]:
        """What stands in the home and the project, beside what is ours to keep and git's."""
        return {
            str(path.relative_to(self.home.parent)): path.read_bytes()
            for top in (self.home, self.project)
            for path in sorted(top.rglob("*"))
            if path.is_file() and not {"state", "data", ".git"} & set(path.parts)
        }

    def folders(self) -> Sequence[str]:
        return sorted(
            str(path.relative_to(self.home.parent))
            for top in (self.home, self.project)
            for path in top.rglob("*")
            if path.is_dir() and not {"state", "data", ".git"} & set(path.relative_to(self.home.parent).parts)
        )


def person_in(tmp: Path, files: Mapping[str, str] = HOME) -> Person:
    for name, text in files.items():
        path = tmp / "home" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (tmp / "home").mkdir(exist_ok=True)
    return Person(tmp / "home", repository(tmp / "project"))
