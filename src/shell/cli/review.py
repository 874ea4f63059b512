"""The `review` command: a person and the local notes, one after the other."""

import os
import sys
from collections.abc import Callable
from typing import Annotated

from cyclopts import Parameter
from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer
from ...core.outcome import Refusal
from ...core.quoted import block, clipped, key_text, line
from ...core.render import counted, place, table
from .. import files
from ..app.promote import promote
from ..app.review import Waiting, rewrite, waiting
from ..app.rm import rm
from ..app.world import World
from ..editor import Copy, copied, editor, left_by
from .injected import Here, Json
from .output import DONE, explanation, refused, say, say_json
from .promote import as_text as promoted_text
from .standing import in_world

TITLE_COLUMNS = 60
CHOICES = "[s]how  [p]romote  [e]dit  [r]emove  [n]ext  [q]uit"

# --- the public shape -----------------------------------------------------


class WaitingTold(Struct, frozen=True):
    key: str
    date: str
    title: str
    path: str


# --- functions ------------------------------------------------------------


def review(
    *,
    session: Annotated[str | None, Parameter(help="Only what this session recorded.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Walk through your local notes: show, promote, edit, remove or leave each.

    The oldest first; stubs and archived notes are left out. Editing opens `$VISUAL` or `$EDITOR` on a copy; what may not be
    written is refused with the reason, and the copy is kept. Where nobody sits at a terminal the notes are listed.

    JSON: `[{"key", "date", "title", "path"}]`
    """

    def reviewed(world: World) -> int:
        match waiting(world, session):
            case Failure(refusal):
                return refused(refusal, json=json)
            case Success(notes):
                pass
        if json:
            say_json([WaitingTold(each.key, each.document.date, each.document.title, each.path) for each in notes])
        elif not (sys.stdin.isatty() and sys.stdout.isatty()):
            say(_listed(notes))
        else:
            _walk(world, notes)
        return DONE

    return in_world(settings, reviewed, json=json)


def _listed(notes: tuple[Waiting, ...]) -> str:
    if not notes:
        return "no local notes wait for review"
    rows = [[key_text(each.key), _place(each), clipped(line(each.document.title), TITLE_COLUMNS)] for each in notes]
    return f"{table(rows)}\n{counted(len(rows), 'note')}; at a terminal `hindnote review` walks through them"


def _place(note: Waiting) -> str:
    return place(Layer.LOCAL, note.document.date)


# --- the walk ---------------------------------------------------------------


def _walk(world: World, notes: tuple[Waiting, ...]) -> None:
    say(f"{counted(len(notes), 'local note')} to review" if notes else "no local notes wait for review")
    for number, note in enumerate(notes, start=1):
        say(f"\n{number} of {len(notes)}: {key_text(note.key)}  {_place(note)}\n  {line(note.document.title)}")
        if not _decided(world, note):
            return


def _decided(world: World, note: Waiting) -> bool:
    """Until something was done with it; whether to go on."""
    acts: dict[str, Callable[[], bool]] = {
        "p": lambda: _promoted(world, note),
        "r": lambda: _removed(world, note),
        "e": lambda: _edited(world, note),
    }
    while True:
        match _answer():
            case "q" | None:
                return False
            case "n" | "":
                return True
            case "s":
                say(block(note.text))
            case said if said in acts:
                if acts[said]():
                    return True
            case _:
                say("Type one of the letters in brackets.")


def _answer() -> str | None:
    try:
        return input(f"{CHOICES}: ").strip().lower()[:1]
    except EOFError:
        say("")
        return None


def _promoted(world: World, note: Waiting) -> bool:
    match promote(world, [note.key]):
        case Failure(refusal):
            return _told(refusal)
        case Success(answer):
            say(promoted_text(answer))
            return True


def _removed(world: World, note: Waiting) -> bool:
    if input(f"Remove {key_text(note.key)} for good? [y/N] ").strip().lower() not in {"y", "yes"}:
        return False
    match rm(world, note.key, Layer.LOCAL, str(world.places.local / note.path)):
        case Failure(refusal):
            return _told(refusal)
        case Success(_):
            say("removed")
            return True


def _edited(world: World, note: Waiting) -> bool:
    """On a copy of the person's own, which is kept where its text could not be."""
    match copied(world.places.state / "review" / note.path, note.text):
        case Failure(fault):
            return _told(fault)
        case Success(copy):
            pass
    for kept in copy.earlier:
        say(f"an earlier text of yours is kept in {line(kept)}")
    match left_by(editor(os.environ).value_or("vi"), copy):
        case Failure(broken):
            return _told(broken)
        case Success(text):
            return _left(world, note, copy, text)


def _left(world: World, note: Waiting, copy: Copy, text: str) -> bool:
    if text == note.text:
        files.remove(copy.path)
        say("unchanged")
        return False
    match rewrite(world, note, text):
        case Failure(refusal):
            say(f"your text is kept in {line(str(copy.path))}")
            return _told(refusal)
        case Success(_):
            files.remove(copy.path)
            say("saved")
            return True


def _told(refusal: Refusal) -> bool:
    say(explanation(refusal.explain(), json=False))
    return False
