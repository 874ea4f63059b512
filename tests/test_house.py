"""The house holds its own rules: layout, packaging lists, the core's imports, the README's commands."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
CORE = sorted((ROOT / "src" / "core").glob("*.py"))
LONGEST_FILE = 250

CORE_LIBRARIES = {"msgspec", "returns", "pyromark", "Stemmer", "yaml", "wcwidth"}
CORE_STANDARD = {
    *(
        "bisect",
        "collections",
        "datetime",
        "difflib",
        "enum",
        "functools",
        "hashlib",
        "heapq",
        "ipaddress",
        "itertools",
    ),
    *("json", "math", "operator", "re", "string", "tomllib", "typing", "unicodedata"),
}


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """(level, top-level module) of every import statement in a file, at any depth."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, (node.module or "").partition(".")[0]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", CORE, ids=name)
def test_the_core_imports_only_what_the_house_allows(path: Path) -> None:
    outside = {module for level, module in imported(path) if level == 0}
    assert outside <= CORE_LIBRARIES | CORE_STANDARD


@pytest.mark.parametrize("path", [path for path in SOURCES if path.parent.name != "data"], ids=name)
def test_our_own_modules_are_imported_relatively(path: Path) -> None:
    """An absolute import would make the type checkers see two copies of each class; a script has no other way."""
    assert "hindnote" not in {module for level, module in imported(path) if level == 0}


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_file_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_bytes()))


def test_every_package_in_the_tree_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    folders = {path.parent.relative_to(ROOT / "src") for path in (ROOT / "src").rglob("__init__.py")}
    dotted = {".".join(("hindnote", *folder.parts)) for folder in folders}
    assert set(settings["tool"]["setuptools"]["packages"]) == dotted


def test_the_versions_agree() -> None:
    import hindnote  # noqa: PLC0415  (the package under test, as installed)

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["project"]["version"] == hindnote.__version__


def test_ci_runs_the_readmes_test_command() -> None:
    line = next(text for text in (ROOT / ".ci/run").read_text("utf-8").splitlines() if "pytest" in text)
    assert line in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_the_type_checkers_see_the_source_by_its_import_name() -> None:
    assert (ROOT / "typings/hindnote").resolve() == ROOT / "src"
