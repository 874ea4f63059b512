"""Ranking corpora: folders of notes with questions, `notes/**.md` and `cases.jsonl`; nothing of them is kept."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hindnote.core.cases import Case, read_cases
from hindnote.core.document import Document, read_document

GIVEN = Path(__file__).resolve().parents[2] / "shared" / "cases" / "commits"


class Corpus(NamedTuple):
    name: str
    texts: dict[str, str]  # by key, in the order of keys
    documents: dict[str, Document]
    cases: Sequence[Case]


def corpora(folders: Sequence[Path]) -> list[Corpus]:
    """Every corpus below the folders, else the given ones."""
    found = [cases.parent for folder in folders or [GIVEN] for cases in sorted(folder.rglob("cases.jsonl"))]
    return [read(folder) for folder in found]


def read(folder: Path) -> Corpus:
    notes = folder / "notes"
    paths = {path.relative_to(notes).with_suffix("").as_posix(): path for path in notes.rglob("*.md")}
    texts = {key: paths[key].read_text(encoding="utf-8") for key in sorted(paths)}
    documents = {key: read_document(text, f"{key}.md") for key, text in texts.items()}
    return Corpus(folder.name, texts, documents, read_cases((folder / "cases.jsonl").read_bytes()).unwrap())
