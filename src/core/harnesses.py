"""Harnesses: for each, the entries that make it start our server, call our hooks and know our rules.

Where each keeps them is its own documentation's word, as of 2026-11. A harness that has no place for
something does without it, and says so.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from .entries import Ask, Entry, JsonDefault, JsonElement, JsonMember, OwnFile, Place, Root, Scope, TextBlock, TomlTable
from .jsonc import Json
from .rules import BLOCK, cursor_rule, instructions_file, kiro_steering, skill, windsurf_rule

# --- values ---------------------------------------------------------------


class Harness(Struct, frozen=True):
    name: str
    title: str
    commands: tuple[str, ...]  # on the PATH where it is installed
    folder: Place  # there once it has run
    entries: Callable[[Ask], tuple[Entry, ...]]
    without: Mapping[Scope, str] = {}  # what it has no place for


SERVER = "hindnote"
SECONDS = 10  # a hook takes a fraction of one; a machine that is asleep may take more

_CLAUDE: Mapping[str, str] = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "user-prompt-submit",
    "PostToolUse": "post-tool-use",
    "PostToolUseFailure": "post-tool-use-failure",
    "Stop": "stop",
    "SessionEnd": "session-end",
}
_CODEX = ("SessionStart", "UserPromptSubmit", "PostToolUse", "Stop")
_VSCODE = ("SessionStart", "PostToolUse", "Stop")  # its UserPromptSubmit takes no context
_GEMINI: Mapping[str, str] = {
    "SessionStart": "session-start",
    "BeforeAgent": "user-prompt-submit",
    "AfterTool": "post-tool-use",
    "SessionEnd": "session-end",
}
_CURSOR: Mapping[str, str] = {  # its stop can only make the agent go on
    "sessionStart": "session-start",
    "beforeSubmitPrompt": "user-prompt-submit",
    "postToolUse": "post-tool-use",
    "postToolUseFailure": "post-tool-use-failure",
    "sessionEnd": "session-end",
}
_KIRO: Mapping[str, str] = {  # as above: what its stop prints goes to the agent
    "agentSpawn": "session-start",
    "userPromptSubmit": "user-prompt-submit",
    "postToolUse": "post-tool-use",
}

# --- entries, harness by harness ------------------------------------------


def _claude(ask: Ask) -> tuple[Entry, ...]:
    servers = Place("claude-json", ".claude.json") if ask.at_user else Place("project", ".mcp.json")
    settings = Place("claude", "settings.json") if ask.at_user else Place("project", ".claude/settings.json")
    folder = Place("claude", "skills/hindnote/SKILL.md")
    rules = folder if ask.at_user else Place("project", f".claude/{folder.path}")
    hooks = _grouped(settings, _CLAUDE, ask, "claude", timeout=SECONDS)
    return (_member(servers, ("mcpServers",), {"type": "stdio", **_plain(ask)}), *hooks, OwnFile(rules, skill()))


def _codex(ask: Ask) -> tuple[Entry, ...]:
    def at(path: str) -> Place:
        return Place("codex", path) if ask.at_user else Place("project", f".codex/{path}")

    hooks = _grouped(at("hooks.json"), _some(_CODEX), ask, "codex", timeout=SECONDS)
    command, *args = ask.install.server
    server = TomlTable(at("config.toml"), ("mcp_servers", SERVER), command, tuple(args))
    rules = Place("codex", "AGENTS.md") if ask.at_user else Place("project", "AGENTS.md")
    return (server, *hooks, TextBlock(rules, BLOCK))


def _gemini(ask: Ask) -> tuple[Entry, ...]:
    settings = Place(_home(ask), ".gemini/settings.json")
    rules = Place("home", ".gemini/GEMINI.md") if ask.at_user else Place("project", "GEMINI.md")
    hooks = _grouped(settings, _GEMINI, ask, "gemini", timeout=1_000 * SECONDS)
    return (_member(settings, ("mcpServers",), _plain(ask)), *hooks, TextBlock(rules, BLOCK))


def _opencode(ask: Ask) -> tuple[Entry, ...]:
    at = Place("config", "opencode/opencode.json") if ask.at_user else Place("project", "opencode.json")
    rules = Place("config", "opencode/AGENTS.md") if ask.at_user else Place("project", "AGENTS.md")
    entry: dict[str, Json] = {"type": "local", "command": list(ask.install.server)}
    path = ("mcp", "servers") if ask.deeper else ("mcp",)
    return (_member(at, path, entry if ask.deeper else {**entry, "enabled": True}), TextBlock(rules, BLOCK))


def _cursor(ask: Ask) -> tuple[Entry, ...]:
    hooks_file = Place(_home(ask), ".cursor/hooks.json")
    version = JsonDefault(hooks_file, ("version",), 1)
    hooks = [
        JsonElement(hooks_file, ("hooks", each), {"command": ask.install.hook_for(event, "cursor"), "timeout": SECONDS})
        for each, event in _CURSOR.items()
    ]
    server = _member(Place(_home(ask), ".cursor/mcp.json"), ("mcpServers",), _plain(ask))
    rules = () if ask.at_user else (OwnFile(Place("project", ".cursor/rules/hindnote.mdc"), cursor_rule()),)
    return (server, version, *hooks, *rules)


def _vscode(ask: Ask) -> tuple[Entry, ...]:
    servers = Place("vscode", "mcp.json") if ask.at_user else Place("project", ".vscode/mcp.json")
    file = (
        Place("home", ".copilot/hooks/hindnote.json")
        if ask.at_user
        else Place("project", ".github/hooks/hindnote.json")
    )
    rules = OwnFile(Place("project", ".github/instructions/hindnote.instructions.md"), instructions_file())
    server = _member(servers, ("servers",), {"type": "stdio", **_plain(ask)})
    hooks = _grouped(file, _some(_VSCODE), ask, "vscode", timeout=SECONDS)
    return (server, *hooks) if ask.at_user else (server, *hooks, rules)


def _windsurf(ask: Ask) -> tuple[Entry, ...]:
    if ask.at_user:
        return (_member(Place("home", ".codeium/windsurf/mcp_config.json"), ("mcpServers",), _plain(ask)),)
    return (OwnFile(Place("project", ".windsurf/rules/hindnote.md"), windsurf_rule()),)


def _zed(ask: Ask) -> tuple[Entry, ...]:
    settings = Place("config", "zed/settings.json") if ask.at_user else Place("project", ".zed/settings.json")
    server = _member(settings, ("context_servers",), _plain(ask))
    return (server,) if ask.at_user else (server, TextBlock(Place("project", "AGENTS.md"), BLOCK))


def _kiro(ask: Ask) -> tuple[Entry, ...]:
    server = _member(Place(_home(ask), ".kiro/settings/mcp.json"), ("mcpServers",), _plain(ask))
    rules = OwnFile(Place(_home(ask), ".kiro/steering/hindnote.md"), kiro_steering())
    if ask.at_user:
        return (server, rules)
    file = Place("project", ".kiro/hooks/hindnote.json")
    hooks: list[Json] = [
        {
            "name": f"hindnote-{event}",
            "trigger": trigger,
            "action": {"type": "command", "command": ask.install.hook_for(event, "kiro")},
        }
        for trigger, event in _KIRO.items()
    ]
    return (server, JsonMember(file, ("version",), "v1"), JsonMember(file, ("hooks",), hooks), rules)


def _home(ask: Ask) -> Root:
    return "home" if ask.at_user else "project"


def _some(names: Sequence[str]) -> Mapping[str, str]:
    return {name: _CLAUDE[name] for name in names}


def _plain(ask: Ask) -> dict[str, Json]:
    command, *args = ask.install.server
    return {"command": command, "args": list(args)}


def _member(place: Place, path: tuple[str, ...], value: Json) -> JsonMember:
    return JsonMember(place, (*path, SERVER), value)


def _grouped(place: Place, events: Mapping[str, str], ask: Ask, name: str, *, timeout: int) -> list[JsonElement]:
    """In Claude Code's shape, which others read too: groups of handlers under each event."""

    def group(event: str) -> Json:
        handler: Json = {"type": "command", "command": ask.install.hook_for(event, name), "timeout": timeout}
        return {"matcher": "*", "hooks": [handler]} if "tool" in event else {"hooks": [handler]}

    return [JsonElement(place, ("hooks", each), group(event)) for each, event in events.items()]


# --- the table ------------------------------------------------------------

HARNESSES: tuple[Harness, ...] = (
    Harness("claude", "Claude Code", ("claude",), Place("claude", ""), _claude),
    Harness("codex", "Codex", ("codex",), Place("codex", ""), _codex),
    Harness("gemini", "Gemini CLI", ("gemini",), Place("home", ".gemini"), _gemini),
    Harness("opencode", "OpenCode", ("opencode",), Place("config", "opencode"), _opencode),
    Harness("cursor", "Cursor", ("cursor", "cursor-agent"), Place("home", ".cursor"), _cursor, {"user": "rules"}),
    Harness("vscode", "VS Code", ("code", "code-insiders"), Place("vscode", ""), _vscode, {"user": "rules"}),
    Harness(
        "windsurf",
        "Windsurf",
        ("windsurf",),
        Place("home", ".codeium/windsurf"),
        _windsurf,
        {"user": "hooks that inform, and rules", "project": "servers and hooks that inform"},
    ),
    Harness(
        "zed", "Zed", ("zed", "zeditor"), Place("config", "zed"), _zed, {"user": "hooks and rules", "project": "hooks"}
    ),
    Harness("kiro", "Kiro", ("kiro", "kiro-cli"), Place("home", ".kiro"), _kiro, {"user": "hooks of every agent"}),
)


def harness_named(name: str) -> Harness | None:
    return next((each for each in HARNESSES if each.name == name), None)
