"""Packages: source archives of the listed packages, and the licence each one states.

Effects: asks the package installer for archives it does not have yet.
A package whose licence is not on the list below is left out, and the manifest says so.
"""

import subprocess
import sys
import tarfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

PERMISSIVE = (
    "MIT",
    "BSD",
    "APACHE",
    "ISC",
    "PSF",
    "PYTHON SOFTWARE",
    "ZOPE",
    "ZPL",
    "UNLICENSE",
    "REPOZE",
    "HPND",
    "PUBLIC DOMAIN",
)
COPYLEFT = ("GPL", "MPL", "MOZILLA", "EUPL", "CECILL", "PROPRIETARY", "BUSL", "ELASTIC")
LARGEST = 400_000  # bytes of one file: past it a document is data


class Package(NamedTuple):
    name: str
    version: str
    licence: str
    archive: Path

    @property
    def permissive(self) -> bool:
        stated = self.licence.upper()
        return any(word in stated for word in PERMISSIVE) and not any(word in stated for word in COPYLEFT)


def fetch(pin: str, folder: Path) -> bool:
    """Whether the archive of `name==version` lies in the folder."""
    name, _, version = pin.partition("==")
    if find(folder, name, version):
        return True
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(  # noqa: S603
        [*command, "--no-binary", name, "--dest", str(folder), pin],
        check=False,
        capture_output=True,
    )
    return done.returncode == 0 and find(folder, name, version) is not None


def find(folder: Path, name: str, version: str) -> Path | None:
    wanted = f"{name}-{version}.tar.gz".lower().replace("-", "_").replace(".", "_")
    matches = (one for one in folder.glob("*.tar.gz") if one.name.lower().replace("-", "_").replace(".", "_") == wanted)
    return next(matches, None)


def read(pin: str, folder: Path) -> Package | None:
    name, _, version = pin.partition("==")
    archive = find(folder, name, version)
    if archive is None:
        return None
    with tarfile.open(archive) as tar:
        stated = next((one for one in tar if one.name.count("/") == 1 and one.name.endswith("/PKG-INFO")), None)
        text = _text(tar, stated) if stated else ""
    return Package(name, version, licence(text), archive)


def licence(metadata: str) -> str:
    """What the metadata says, in order of precision: expression, classifiers, free text."""
    fields = Parser().parsestr(metadata, headersonly=True)
    classified = [one.rpartition(" :: ")[2] for one in fields.get_all("Classifier", []) if one.startswith("License ::")]
    free = (fields.get("License") or "").strip().partition("\n")[0][:60]
    return fields.get("License-Expression") or "; ".join(sorted(classified)) or free or "unstated"


def files(package: Package) -> Iterator[tuple[str, str]]:
    """Path and text of the documents and modules, tests left out."""
    with tarfile.open(package.archive) as tar:
        for member in tar:
            path = member.name.partition("/")[2]
            if member.isfile() and member.size < LARGEST and wanted(path):
                yield path, _text(tar, member)


def wanted(path: str) -> bool:
    parts = path.lower().split("/")
    if any(
        part in {"tests", "test", "testing", "_vendor", "vendor", "vendored", "node_modules", "locale"}
        for part in parts
    ):
        return False
    if path.endswith(".py"):
        return True
    documents = "/" not in path or parts[0] in {"doc", "docs", "documentation"} or "docs" in parts
    return (
        documents
        and path.endswith((".md", ".rst", ".txt"))
        and not parts[-1].startswith(("requirements", "license", "authors"))
    )


def _text(tar: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    opened = tar.extractfile(member)
    return opened.read().decode("utf-8", "replace") if opened else ""
