"""Build files: the commands that a repository's own build files declare.

A build file is untrusted data: it is parsed, never run, and one that does not parse
declares nothing. Every command knows its file. Not here: CI (`pipelines`).
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from .tables import as_table, strings, table, yaml_table

# --- values ---------------------------------------------------------------


class Command(Struct, frozen=True):
    command: str
    file: str  # the build file, from the repository's root; its folder is where the command runs
    runs: str = ""  # what the file says the command does, as it is written there


Declared: TypeAlias = Iterator[tuple[str, str]]  # (command, what it runs)

# --- functions ------------------------------------------------------------


def build_files(paths: Iterable[str]) -> tuple[str, ...]:
    """The files worth reading: of each kind those nearest the root, not one for each of a thousand packages."""
    kinds: dict[str, list[str]] = {}
    for path in paths:
        name = path.rpartition("/")[2]
        if name in READERS:
            kinds.setdefault(name, []).append(path)
    return tuple(sorted(path for files in kinds.values() for path in nearest(files)))


def nearest(paths: list[str]) -> list[str]:
    least = min(path.count("/") for path in paths)
    return [path for path in paths if path.count("/") == least]


def commands(path: str, text: str, paths: Iterable[str] = ()) -> tuple[Command, ...]:
    """What one build file declares; `paths` are its neighbours, which tell a package manager."""
    folder, _, name = path.rpartition("/")
    beside = {each.rpartition("/")[2] for each in paths if each.rpartition("/")[0] == folder}
    declared = dict[str, str]()
    for command, runs in READERS[name](text, beside):
        declared.setdefault(command, runs)
    return tuple(Command(command, path, runs) for command, runs in declared.items())


# --- readers: one for each kind of file ------------------------------------


def package_json(text: str, beside: set[str]) -> Declared:
    package = as_table(json.loads, text)
    run = f"{package_manager(package, beside)} run"
    for name, runs in strings(package, "scripts"):
        yield f"{run} {name}", runs


LOCK_FILES = {"pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun"}


def package_manager(package: Mapping[str, object], beside: set[str]) -> str:
    named = str(package.get("packageManager", "")).partition("@")[0]
    if named in {"npm", *LOCK_FILES.values()}:
        return named
    return next((manager for lock, manager in LOCK_FILES.items() if lock in beside), "npm")


PYTHON_TOOLS = {  # a tool with a table of its own is a tool in use
    "pytest": "pytest", "tox": "tox", "mypy": "mypy", "pyright": "pyright",
    "ruff": "ruff check", "black": "black --check .", "importlinter": "lint-imports",
}  # fmt: skip
PYTHON_TASKS = (("poe", "tasks", "poe"), ("pdm", "scripts", "pdm run"), ("taskipy", "tasks", "task"))


def pyproject_toml(text: str, _: set[str]) -> Declared:
    project = as_table(tomllib.loads, text)
    if backend := table(project, "build-system").get("build-backend"):
        yield "python -m build", str(backend)
    tools = table(project, "tool")
    yield from ((command, "") for name, command in PYTHON_TOOLS.items() if name in tools)
    for tool, section, run in PYTHON_TASKS:
        yield from ((f"{run} {name}", runs) for name, runs in strings(table(tools, tool), section))
    environments = table(table(tools, "hatch"), "envs")
    for environment in environments:
        prefix = "" if environment == "default" else f"{environment}:"
        for name, runs in strings(table(environments, environment), "scripts"):
            yield f"hatch run {prefix}{name}", runs


def composer_json(text: str, _: set[str]) -> Declared:
    yield from ((f"composer run {name}", runs) for name, runs in strings(as_table(json.loads, text), "scripts"))


def deno_json(text: str, _: set[str]) -> Declared:
    yield from ((f"deno task {name}", runs) for name, runs in strings(as_table(json.loads, text), "tasks"))


def taskfile(text: str, _: set[str]) -> Declared:
    yield from ((f"task {name}", "") for name in table(yaml_table(text), "tasks"))


def cargo_toml(text: str, _: set[str]) -> Declared:
    everything = " --workspace" if "workspace" in as_table(tomllib.loads, text) else ""
    yield f"cargo build{everything}", ""
    yield f"cargo test{everything}", ""


def cmake(text: str, _: set[str]) -> Declared:
    yield "cmake -S . -B build", ""
    yield "cmake --build build", ""
    if re.search(r"^[ \t]*(enable_testing|include\([ \t]*CTest)\b", text, re.MULTILINE | re.IGNORECASE):
        yield "ctest --test-dir build", ""


def gradle(_: str, beside: set[str]) -> Declared:
    run = "./gradlew" if "gradlew" in beside else "gradle"
    yield f"{run} build", ""
    yield f"{run} test", ""


MAKE_RULE = re.compile(r"^([A-Za-z][\w \t-]*+)::?(?!=)", re.MULTILINE)
MAKE_PHONY = re.compile(r"^\.PHONY[ \t]*:(.*)$", re.MULTILINE)


def makefile(text: str, _: set[str]) -> Declared:
    """The targets it calls phony, for those are commands; without any, all that look like a command."""
    whole = text.replace("\\\n", " ")
    phony = {name for line in MAKE_PHONY.findall(whole) for name in line.split()}
    targets = [name for names in MAKE_RULE.findall(whole) for name in names.split()]
    yield from ((f"make {name}", "") for name in targets if not phony or name in phony)


JUST_RECIPE = re.compile(r"^@?([A-Za-z][\w-]*+)[^:\n]*+:(?!=)", re.MULTILINE)
JUST_WORDS = {"alias", "export", "import", "mod", "set"}


def justfile(text: str, _: set[str]) -> Declared:
    yield from ((f"just {name}", "") for name in JUST_RECIPE.findall(text) if name not in JUST_WORDS)


def tox_ini(text: str, _: set[str]) -> Declared:
    yield "tox", ""
    for name in re.findall(r"^\[testenv:([\w.-]++)\]", text, re.MULTILINE):
        yield f"tox -e {name}", ""


def noxfile(text: str, _: set[str]) -> Declared:
    decorated = False
    for line in text.splitlines():
        if re.match(r"@(nox\.)?session\b", line):
            decorated = True
        elif decorated and (function := re.match(r"def (\w+)", line)):
            decorated = False
            yield f"nox -s {function[1]}", ""


RAKE_TASK = re.compile(r"^[ \t]*task[ (]+:?[\"']?([a-z][\w:]*\w)", re.MULTILINE)


def rakefile(text: str, _: set[str]) -> Declared:
    yield from ((f"rake {name}", "") for name in RAKE_TASK.findall(text))


Reader: TypeAlias = Callable[[str, set[str]], Iterable[tuple[str, str]]]


def always(*declared: str) -> Reader:
    """A kind of file whose presence alone says which commands there are."""
    return lambda _text, _beside: ((command, "") for command in declared)


READERS: Mapping[str, Reader] = {
    "CMakeLists.txt": cmake,
    "Cargo.toml": cargo_toml,
    "GNUmakefile": makefile, "Makefile": makefile, "makefile": makefile,
    "Justfile": justfile, "justfile": justfile, ".justfile": justfile,
    "Package.swift": always("swift build", "swift test"),
    "Rakefile": rakefile,
    "Taskfile.yaml": taskfile, "Taskfile.yml": taskfile,
    "build.gradle": gradle, "build.gradle.kts": gradle,
    "build.zig": always("zig build", "zig build test"),
    "composer.json": composer_json,
    "deno.json": deno_json,
    "dune-project": always("dune build", "dune test"),
    "go.mod": always("go build ./...", "go test ./..."),
    "meson.build": always("meson setup build", "meson compile -C build", "meson test -C build"),
    "mix.exs": always("mix compile", "mix test"),
    "noxfile.py": noxfile,
    "package.json": package_json,
    "pom.xml": always("mvn package", "mvn test"),
    "pyproject.toml": pyproject_toml,
    "stack.yaml": always("stack build", "stack test"),
    "tox.ini": tox_ini,
}  # fmt: skip
