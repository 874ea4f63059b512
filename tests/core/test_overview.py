"""The overview says only what files declare, each line with its file, and nothing in them can act in our note."""

import datetime

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.buildfiles import Command
from hindnote.core.frontmatter import split
from hindnote.core.keys import mint
from hindnote.core.languages import Language
from hindnote.core.markdown import outline
from hindnote.core.note import render
from hindnote.core.overview import Facts, Pointed, overview
from hindnote.core.pipelines import Pipeline

from .. import strategies as some

DAY = datetime.date(2026, 8, 7)
KEY = mint("{{slug}}", {"slug": "Repository overview"}).unwrap()
README = Pointed("README.md", mint("{{path}}", {"path": "README"}).unwrap())


def text(facts: Facts, *stubs: Pointed) -> str:
    note = overview(KEY, facts, stubs, DAY)
    return render(note) if note else ""


def test_an_overview_as_it_is_written() -> None:
    facts = Facts(
        languages=(Language("Python", 3, ("py", "pyi"), "src/a.py"), Language("Go", 1, ("go",), "main.go")),
        commands=(Command("make test", "Makefile"), Command("npm run build", "web app/package.json", "tsc -p `x`")),
        pipelines=(
            Pipeline("GitHub Actions", ".github/workflows/ci.yml", "CI", ("test", "lint")),
            Pipeline("Jenkins", "Jenkinsfile"),
        ),
    )
    assert text(facts, README) == (
        "---\nkey: repository-overview\ntype: topic\nsource: ingest\nrecorded: 2026-08-07\ngenerated: true\n---\n\n"
        "# Repository overview\n\n"
        "Derived by `hindnote ingest` and written anew each time; every line names the file it came from.\n\n"
        "## Languages\n\n- Python (`.py`, `.pyi`): 3 files, such as `src/a.py`\n- Go (`.go`): 1 file, `main.go`\n\n"
        "## Build and test\n\n- `make test` (`Makefile`)\n"
        "- in `web app`: `npm run build` runs `` tsc -p `x` `` (`web app/package.json`)\n\n"
        "## Continuous integration\n\n- GitHub Actions `CI`, jobs `test`, `lint` (`.github/workflows/ci.yml`)\n- Jenkins (`Jenkinsfile`)\n\n"
        "## Documents\n\n- [[readme]] (`README.md`)\n"
    )


def test_without_anything_declared_there_is_no_note() -> None:
    assert overview(KEY, Facts(), (), DAY) is None


def test_a_command_that_carries_a_secret_is_left_out() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    facts = Facts(
        commands=(Command("npm run a", "package.json", f"TOKEN={secret} x"), Command("npm run b", "package.json"))
    )
    assert "`npm run b`" in text(facts)
    assert secret not in text(facts)
    assert "npm run a" not in text(facts)


@given(st.lists(some.texts, min_size=4, max_size=4), some.keys)
def test_no_file_can_act_in_the_note(said: list[str], key: str) -> None:
    facts = Facts(
        commands=(Command(said[0], said[1], said[2]),), pipelines=(Pipeline("Jenkins", said[1], said[3], (said[0],)),)
    )
    written = text(facts, Pointed(said[1], mint("{{path}}", {"path": key}).unwrap()))
    seen = outline(written[split(written).after :])  # type: ignore[union-attr]  # a note begins with its fields
    assert [link.target for link in seen.links] == [key]
    assert {section.name for section in seen.sections} <= {"Build and test", "Continuous integration", "Documents"}
