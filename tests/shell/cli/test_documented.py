"""Every command is documented: what it does, each of its options, and the JSON that it prints."""

import importlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from cyclopts import App, Parameter

from hindnote.shell.cli.commands import COMMANDS, Command
from hindnote.shell.cli.injected import Json

Function = Callable[..., Any]


def target(command: Command) -> Function | App:
    module, _, name = command.target.partition(":")
    found: Function | App = getattr(importlib.import_module(module), name)
    return found


def functions() -> Iterator[tuple[str, Function]]:
    """Each command, and each command of a group."""
    for command in COMMANDS:
        match target(command):
            case App() as group:
                for name in group:
                    function = group[name].default_command
                    if not name.startswith("-") and function is not None:
                        yield f"{command.name} {name}", function
            case function:
                yield command.name, function


FUNCTIONS = dict(functions())
PAGE = (Path(__file__).parents[3] / "docs/commands.md").read_text("utf-8")
JSON_HELP = next(each.help for each in get_args(Json) if isinstance(each, Parameter))
OPTIONS = [
    (command, name)
    for command, function in FUNCTIONS.items()
    for name in inspect.signature(function).parameters
    if name != "settings"
]


@pytest.mark.parametrize("command", FUNCTIONS)
def test_a_command_says_what_it_does_and_what_json_it_prints(command: str) -> None:
    told = inspect.getdoc(FUNCTIONS[command])
    assert told
    assert "JSON: " in told
    assert told.splitlines()[0].endswith(".")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_list_of_commands_says_the_same_as_each_command(command: Command) -> None:
    function = target(command)
    told = function.help if isinstance(function, App) else inspect.getdoc(function) or ""
    assert told.splitlines()[0] == command.summary


@pytest.mark.parametrize("command", FUNCTIONS)
def test_every_command_takes_json(command: str) -> None:
    assert "json" in inspect.signature(FUNCTIONS[command]).parameters


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_says_what_it_is_for(command: str, option: str) -> None:
    hint = get_type_hints(FUNCTIONS[command], include_extras=True)[option]
    assert any(isinstance(each, Parameter) and each.help for each in get_args(hint))


@pytest.mark.parametrize("command", FUNCTIONS)
def test_the_page_of_commands_says_the_same_as_the_help(command: str) -> None:
    """Copy what changed: a person reads the page, a script's author its JSON."""
    section = PAGE.partition(f"\n## {command}\n\n")[2].partition("\n## ")[0]
    assert section.startswith(inspect.getdoc(FUNCTIONS[command]) or "?")
    hints = get_type_hints(FUNCTIONS[command], include_extras=True)
    told = [each.help for name in hints for each in get_args(hints[name]) if isinstance(each, Parameter) and each.help]
    said = [line.partition("`: ")[2] for line in section.splitlines() if line.startswith("- `")]
    assert said == [each for each in told if each != JSON_HELP]


DESIGNED = (
    *("init", "remember", "recall", "search", "show", "list", "rm", "promote", "stale", "refresh", "lint", "ingest"),
    *(
        "entity",
        "new",
        "edit",
        "archive",
        "restore",
        "rename",
        "similar",
        "consolidate",
        "reindex",
        "session",
        "review",
    ),
    *(
        "ledger",
        "audit",
        "bench",
        "graph",
        "view",
        "import",
        "export",
        "doctor",
        "setup",
        "unsetup",
        "serve",
        "hook",
        "demo",
    ),
)


def test_the_commands_are_those_that_the_design_names() -> None:
    assert {command.name for command in COMMANDS} <= set(DESIGNED)
