"""The `export` and `import` commands."""

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer
from ...core.quoted import key_text, line
from ...core.render import counted, table
from ..app.exporting import as_lines, as_tar, exported_files, written_out
from ..app.importing import read_source, take_in
from ..app.sources import Shipment
from ..app.world import World
from ..paths import home_expanded
from .injected import Here, Json
from .longtext import STDIN
from .output import DONE, REFUSED, refused, say, say_json
from .standing import in_world

# --- the public shapes ----------------------------------------------------


class ExportTold(Struct, frozen=True):
    file: str
    notes: int


class ItemTold(Struct, frozen=True):
    layer: Layer
    path: str
    fate: str
    why: str


class ImportTold(Struct, frozen=True):
    kind: str
    dry_run: bool
    notes: tuple[ItemTold, ...]


# --- commands -------------------------------------------------------------


def export_notes(
    file: Annotated[str, Parameter(help="Where to; `-` is stdout. A name that ends in `.tar` gets an archive.")] = "-",
    /,
    *,
    layer: Annotated[Literal["team", "local"] | None, Parameter(help="Only this layer.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Write the team and the local notes to one file.

    JSON Lines, a line a note, or a tar archive; byte for byte, and the same notes always give the same file. `import` takes
    it back.

    JSON: `{"file", "notes"}`, once it is written to a file.
    """

    def exported(world: World) -> int:
        layers = [Layer(layer)] if layer else [Layer.TEAM, Layer.LOCAL]
        match exported_files(world, layers):
            case Failure(refusal):
                return refused(refusal, json=json)
            case Success(found):
                data = as_tar(found) if file.lower().endswith(".tar") else as_lines(found)
        if file in {"-", STDIN}:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            return DONE
        path = settings.cwd / home_expanded(file)
        match written_out(path, data):
            case Failure(fault):
                return refused(fault, json=json)
            case Success():
                pass
        if json:
            say_json(ExportTold(str(path), len(found)))
        else:
            say(f"exported {counted(len(found), 'note')} to {line(str(path))}")
        return DONE

    return in_world(settings, exported, json=json)


def import_notes(
    source: Annotated[str, Parameter(help="The file or folder to take notes from.")],
    /,
    *,
    apply: Annotated[bool, Parameter(help="Write the notes; without it the plan is shown.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Take in an export, or what another program remembered.

    An agent's memory folder (with a MEMORY.md), a file of instructions (CLAUDE.md) from elsewhere and the JSON store of
    the reference memory server become local topics that keep their source and their date; a file of instructions or any
    document of this repository becomes the stub that `ingest` makes of it. The plan is shown first; nothing that is there
    is ever replaced. Exit code 1 when some note cannot be taken.

    JSON: `{"kind", "dry_run", "notes": [{"layer", "path", "fate", "why"}]}`; `fate` is `new`, `same`, `taken`, `refused` or
    `failed`.
    """

    def imported(world: World) -> int:
        path = settings.cwd / home_expanded(source)
        match take_in(world, path) if apply else read_source(world, path):
            case Failure(refusal):
                return refused(refusal, json=json)
            case Success(shipment):
                pass
        if json:
            told = tuple(ItemTold(each.layer, each.path, each.fate, each.why) for each in shipment.items)
            say_json(ImportTold(shipment.kind, not apply, told))
        else:
            say(as_text(shipment, path, apply=apply))
        return DONE if all(each.fate in {"new", "same"} for each in shipment.items) else REFUSED

    return in_world(settings, imported, json=json, create=apply)


def as_text(shipment: Shipment, path: Path, *, apply: bool) -> str:
    told = [each for each in shipment.items if each.fate != "same"]
    rows = [[f"  {each.fate}", key_text(each.path), each.layer, line(each.why)] for each in told]
    new = sum(each.fate == "new" for each in shipment.items)
    same = len(shipment.items) - len(told)
    did = "took in" if apply else "would take in"
    head = f"{line(str(path))} ({shipment.kind}): {did} {counted(new, 'note')}, {same:,} there already"
    return "\n".join(filter(None, [head, table(rows), "" if apply or not new else "Again with --apply to write them."]))
