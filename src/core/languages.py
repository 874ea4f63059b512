"""Languages: what a repository is written in, counted from the names of its tracked files.

Only programming, query and style languages count: prose and data say little about a
repository. An unknown extension is left out rather than guessed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec import Struct

EXTENSIONS = {
    "ada": "Ada", "adb": "Ada", "ads": "Ada",
    "asm": "Assembly", "s": "Assembly",
    "astro": "Astro",
    "bash": "Shell", "fish": "Shell", "sh": "Shell", "zsh": "Shell",
    "c": "C", "h": "C or C++ headers",
    "cc": "C++", "cpp": "C++", "cxx": "C++", "hh": "C++", "hpp": "C++", "ixx": "C++",
    "clj": "Clojure", "cljc": "Clojure", "cljs": "Clojure",
    "cr": "Crystal",
    "cs": "C#",
    "css": "CSS", "less": "CSS", "sass": "CSS", "scss": "CSS",
    "cu": "CUDA",
    "d": "D",
    "dart": "Dart",
    "elm": "Elm",
    "erl": "Erlang", "hrl": "Erlang",
    "ex": "Elixir", "exs": "Elixir",
    "f90": "Fortran", "f95": "Fortran", "f": "Fortran",
    "fs": "F#", "fsx": "F#",
    "gleam": "Gleam",
    "go": "Go",
    "gql": "GraphQL", "graphql": "GraphQL",
    "groovy": "Groovy",
    "hcl": "HCL", "tf": "HCL",
    "hs": "Haskell", "lhs": "Haskell",
    "htm": "HTML", "html": "HTML",
    "java": "Java",
    "jl": "Julia",
    "js": "JavaScript", "cjs": "JavaScript", "jsx": "JavaScript", "mjs": "JavaScript",
    "kt": "Kotlin", "kts": "Kotlin",
    "lua": "Lua",
    "m": "Objective-C", "mm": "Objective-C",
    "ml": "OCaml", "mli": "OCaml",
    "nim": "Nim",
    "nix": "Nix",
    "pas": "Pascal",
    "php": "PHP",
    "pl": "Perl", "pm": "Perl",
    "proto": "Protocol Buffers",
    "ps1": "PowerShell", "psm1": "PowerShell",
    "py": "Python", "pyi": "Python", "pyx": "Cython",
    "r": "R",
    "rb": "Ruby",
    "rkt": "Racket",
    "rs": "Rust",
    "scala": "Scala",
    "scm": "Scheme",
    "sol": "Solidity",
    "sql": "SQL",
    "sv": "SystemVerilog", "v": "Verilog", "vhd": "VHDL", "vhdl": "VHDL",
    "svelte": "Svelte",
    "swift": "Swift",
    "ts": "TypeScript", "cts": "TypeScript", "mts": "TypeScript", "tsx": "TypeScript",
    "vim": "Vim script",
    "vue": "Vue",
    "zig": "Zig",
}  # fmt: skip


class Language(Struct, frozen=True):
    name: str
    files: int
    extensions: tuple[str, ...]
    example: str  # the first of its files, so that the count can be followed to the tree


def languages(paths: Iterable[str]) -> tuple[Language, ...]:
    """Most files first."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        if name := EXTENSIONS.get(extension(path)):
            found[name].append(path)
    counted = (Language(name, len(files), by_use(files), min(files)) for name, files in found.items())
    return tuple(sorted(counted, key=lambda language: (-language.files, language.name)))


def by_use(paths: Iterable[str]) -> tuple[str, ...]:
    counts = Counter(extension(path) for path in paths)
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))


def extension(path: str) -> str:
    """`x.tar.GZ` has `gz`; a dot file has none."""
    stem, dot, last = path.rpartition("/")[2].rpartition(".")
    return last.lower() if dot and stem else ""
