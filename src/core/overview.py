"""Overview: one generated note that links to every stub and says what a repository's own files declare.

Every line names the file it came from, so a reader can check it. Nothing is summarised and
nothing is guessed: what no file declares is not there. The same facts give the same note.
"""

import datetime
from collections.abc import Iterator, Sequence

from msgspec import Struct

from .buildfiles import Command
from .inert import code_span
from .keys import Key
from .languages import Language
from .note import Note, NoteType, Section
from .pipelines import Pipeline
from .secrets import find_secrets
from .stubs import SOURCE

# --- values ---------------------------------------------------------------

TITLE = "Repository overview"
ORIGIN = "Derived by `hindnote ingest` and written anew each time; every line names the file it came from."


class Facts(Struct, frozen=True):
    """What can be derived about a repository without running anything in it."""

    languages: tuple[Language, ...] = ()
    commands: tuple[Command, ...] = ()
    pipelines: tuple[Pipeline, ...] = ()


class Pointed(Struct, frozen=True, order=True):
    """A stub and the document that it points at."""

    path: str
    key: Key


# --- decisions ------------------------------------------------------------


def overview(key: Key, facts: Facts, stubs: Sequence[Pointed], day: datetime.date) -> Note | None:
    """The note; None where there is nothing to say. A line that holds a secret is left out."""
    parts = (
        ("Languages", map(language_line, facts.languages)),
        ("Build and test", map(command_line, facts.commands)),
        ("Continuous integration", map(pipeline_line, facts.pipelines)),
        ("Documents", (f"[[{stub.key}]] ({code_span(stub.path)})" for stub in sorted(stubs))),
    )
    sections = tuple(Section(name, body) for name, lines in parts if (body := bullets(lines)))
    return note(key, sections, day) if sections else None


def note(key: Key, sections: tuple[Section, ...], day: datetime.date) -> Note:
    return Note(
        key=key,
        type=NoteType.TOPIC,
        source=SOURCE,
        recorded=day,
        title=TITLE,
        preamble=ORIGIN,
        sections=sections,
        extra=(("generated", "true"),),
    )


def bullets(lines: Iterator[str]) -> str:
    return "\n".join(f"- {line}" for line in lines if not find_secrets(line))


# --- functions: one line for each fact --------------------------------------


def language_line(language: Language) -> str:
    endings = ", ".join(code_span(f".{ending}") for ending in language.extensions)
    files = f"{language.files} files, such as" if language.files > 1 else "1 file,"
    return f"{language.name} ({endings}): {files} {code_span(language.example)}"


def command_line(command: Command) -> str:
    folder = command.file.rpartition("/")[0]
    place = f"in {code_span(folder)}: " if folder else ""
    runs = f" runs {code_span(command.runs)}" if command.runs else ""
    return f"{place}{code_span(command.command)}{runs} ({code_span(command.file)})"


def pipeline_line(pipeline: Pipeline) -> str:
    name = f" {code_span(pipeline.name)}" if pipeline.name else ""
    jobs = f", jobs {', '.join(map(code_span, pipeline.jobs))}" if pipeline.jobs else ""
    return f"{pipeline.system}{name}{jobs} ({code_span(pipeline.file)})"
