"""Main: the `hindnote` command, from the words of a shell to an exit code.

Each command lives in a module that is imported when it is called: a question must not pay for a
server. Its own docstring is its help. Not here: what a command does.

Effects: reads arguments, environment and streams; the one place that catches what nobody expected.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from returns.result import Failure, Success

from ... import __version__
from ...core.outcome import Explained
from ..settings import Settings, read_settings
from .arguments import CommandLine, read_words
from .commands import COMMANDS, GLOBAL_OPTIONS, Command
from .longtext import spelled_out
from .output import DONE, INTERRUPTED, USAGE, refused, say, silence_stdout, unheard, utf8_streams
from .quick import plain

if TYPE_CHECKING:
    from cyclopts import App

VERSION = f"hindnote {__version__}"
DASHED = frozenset({"remember", "export"})  # whose lone `-` cyclopts would take for an option without a name
UNUSED = "Unused Tokens: "  # as cyclopts says it
ABOUT_US = frozenset({"--help", "-h", "--version"})

# --- refusals -------------------------------------------------------------


class Misspoken(Struct, frozen=True, tag=True):
    """A command line that is none of ours."""

    problem: str
    command: str = ""

    def explain(self) -> Explained:
        mend = f"`{' '.join(filter(None, ('hindnote', self.command, '--help')))}` shows how it is written."
        told = self.problem.partition(" Available commands:")[0]  # `--help` lists them with what they do
        if self.command and told.startswith("Unknown option"):
            mend += " Text that begins with `-` is joined to its option: `--option=-text`."
        if told.rstrip(".").endswith("into date"):
            mend = f"A day is written YYYY-MM-DD. {mend}"
        if told.startswith(UNUSED):
            told = f"one word too many: {told.removeprefix(UNUSED)}"
        return Explained(told.rstrip("."), "command line", mend)


class Broke(Struct, frozen=True, tag=True):
    """A fault of ours or of the machine."""

    fault: str
    place: str

    def explain(self) -> Explained:
        mend = "Please report it, with the traceback that HINDNOTE_DEBUG=1 shows."
        return Explained(f"internal error: {self.fault}", self.place, mend)


# --- functions ------------------------------------------------------------


def main() -> None:
    if sys.getfilesystemencoding() != "utf-8" and sys.executable:
        again = [sys.executable, "-X", "utf8", *sys.orig_argv[1:]]  # the names of notes are UTF-8 in any locale
        os.execv(sys.executable, again)  # noqa: S606  (ourselves)
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """The exit code. No exception leaves here but the interpreter's own."""
    utf8_streams()
    try:
        code = _understood(words)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as fault:  # of a stream: any other was caught where it happened
        return unheard(fault, json="--json" in words)
    return code


def _understood(words: Sequence[str]) -> int:
    match read_words(words):
        case Failure(problem):
            return refused(problem, json="--json" in words, code=USAGE)
        case Success(line):
            settings = read_settings(team=line.team, local=line.local, vault=line.vaults)
            return _guarded(line, settings)


def _guarded(line: CommandLine, settings: Settings) -> int:
    try:
        quick = _quick(line, settings)
        return _called(line, settings) if quick is None else quick
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as fault:  # the edge: a person gets a sentence, not a traceback
        if settings.env.get("HINDNOTE_DEBUG"):
            raise
        return refused(_broke(fault), json=line.json)


def _quick(line: CommandLine, settings: Settings) -> int | None:
    """What agents and harnesses call all day, when it is said plainly; None leaves it to cyclopts."""
    if line.command == "serve" and not line.words:
        from .serving import serve_here  # noqa: PLC0415  (each command's modules are its own)

        return serve_here(settings)
    if line.command == "recall" and (asked := plain(line.words)) is not None:
        from .asking import ask  # noqa: PLC0415  (as above)

        return ask(settings, " ".join(asked.question), asked.also, json=asked.json)
    if not line.command and line.words == ("--version",):
        say(VERSION)
        return DONE
    return None


def _broke(fault: Exception) -> Broke:
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}" if trace else "hindnote"
    return Broke(f"{type(fault).__name__}: {fault}", place)


def _called(line: CommandLine, settings: Settings) -> int:
    """Cyclopts reads the words; the settings reach a command as the argument it does not parse."""
    from cyclopts import CycloptsError  # noqa: PLC0415  (40 ms that a plain question is spared)

    known = [command for command in COMMANDS if command.name == _name(line)]
    app = app_with(known)
    words = spelled_out(line.words) if line.command in DASHED else line.words
    try:
        called, bound, injected = app.parse_args(
            [*filter(None, [_name(line)]), *words], exit_on_error=False, print_error=False
        )
    except CycloptsError as problem:
        return refused(Misspoken(str(problem), line.command if known else ""), json=line.json, code=USAGE)
    bound.arguments.update(dict.fromkeys(injected, settings))
    return called(*bound.args, **bound.kwargs) or DONE


def _name(line: CommandLine) -> str:
    return line.command or ("" if ABOUT_US & set(line.words) else "list")


def app_with(known: Sequence[Command]) -> "App":
    """With the one command that was named, whose docstring then is its help; with all of them to list or to guess from."""
    from cyclopts import App, Parameter  # noqa: PLC0415  (as above)

    app = App(
        name="hindnote",
        help="Markdown memory for coding agents: ask before you assume, record what surprised you.",
        help_epilogue=GLOBAL_OPTIONS,
        help_format="markdown",
        version=VERSION,
        default_parameter=Parameter(negative=(), show_default=False),
        result_action="return_value",
    )
    for place, command in enumerate(known or COMMANDS):
        app.command(command.target, name=command.name, help=None if known else command.summary, sort_key=place)
    return app
