"""Secrets: the share of planted secrets that is found, and how often an honest text is refused; one row a detector.

    python benchmarks/secrets_found.py [--detect-secrets EXECUTABLE] [FOLDER ...]

The planted set is `tests/planted.py`, filled with twenty seeds; each FOLDER holds honest Markdown, or is a gzipped file of
commit messages, a JSON object with `subject` and `body` a line. With an executable of Yelp's detect-secrets the same
texts go to it, for comparison, a file a text.
"""

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from hindnote.core.secrets import find_secrets

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.planted import CLEAN, planted  # noqa: E402  (the tests are no part of the package)

SEEDS = range(1, 21)
SHOWN_MISSES = 10
CASES = ROOT.parent / "shared" / "cases"

Detector: TypeAlias = Callable[[Sequence[str]], list[bool]]  # which of the texts it refuses


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--detect-secrets", metavar="EXECUTABLE")
    arguments.add_argument("folders", nargs="*", type=Path, default=[CASES / "commits", CASES / "replay/notes"])
    given = arguments.parse_args()
    samples = [sample for seed in SEEDS for sample in planted(seed)]
    honest = {str(folder): _texts(folder) for folder in given.folders}
    kinds = len({sample.kind for sample in samples})
    print(
        f"| detector | planted found (n={len(samples)}, {kinds} kinds) | clean lines refused (n={len(CLEAN)}) |", end=""
    )
    print("".join(f" {Path(name).name} refused (n={len(texts)}) |" for name, texts in honest.items()))
    print("|---" * (3 + len(honest)) + "|")
    for name, detector in _detectors(given.detect_secrets).items():
        found = detector([sample.evidence for sample in samples])
        refused = [sum(detector(texts)) for texts in (CLEAN, *honest.values())]
        print(f"| {name} | {sum(found)} ({100 * sum(found) / len(found):.1f} %) |", " | ".join(map(str, refused)), "|")
        missed = {sample.kind for sample, hit in zip(samples, found, strict=True) if not hit}
        if missed:
            print(f"\n{name} misses {len(missed)} kinds, {', '.join(sorted(missed)[:SHOWN_MISSES])} among them\n")


def _texts(source: Path) -> list[str]:
    if source.is_dir():
        return [path.read_text("utf-8") for path in sorted(source.rglob("*.md"))]
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        return ["{subject}\n\n{body}".format_map(json.loads(line)) for line in lines]


def _detectors(executable: str | None) -> Mapping[str, Detector]:
    ours: dict[str, Detector] = {"hindnote": lambda texts: [bool(find_secrets(text)) for text in texts]}
    if executable:
        ours["detect-secrets"] = lambda texts: _detect_secrets(executable, texts)
    return ours


def _detect_secrets(executable: str, texts: Iterable[str]) -> list[bool]:
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{number:06}.md" for number, text in enumerate(texts) if _written(Path(folder), number, text)]
        scan = [executable, "scan", "--all-files", "--no-verify", "."]
        report = subprocess.run(scan, cwd=folder, capture_output=True, check=True)  # noqa: S603  (named by the caller)
    hits = json.loads(report.stdout)["results"]
    return [name in hits for name in names]


def _written(folder: Path, number: int, text: str) -> bool:
    return (folder / f"{number:06}.md").write_text(text, "utf-8") >= 0


if __name__ == "__main__":
    main()
