"""The wheel and the sdist install, import and run, and carry what they promise."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LARGEST_WHEEL = 20_000_000


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both artefacts; the wheel is built from the sdist, so the sdist is proven too."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=ROOT)
    return folder


def test_the_wheel_runs_by_module_and_by_command(built: Path, tmp_path: Path) -> None:
    wheel = next(built.glob("*.whl"))
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", tmp_path, wheel, cwd=tmp_path)
    answer = run(sys.executable, "-m", "hindnote", "--version", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    where = run(
        sys.executable, "-c", "import hindnote; print(hindnote.__file__)", cwd=tmp_path, PYTHONPATH=str(tmp_path)
    )
    assert answer.strip().endswith("0.1.0")
    assert where.startswith(str(tmp_path))


def test_the_wheel_stays_small_and_typed(built: Path) -> None:
    wheel = next(built.glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.stat().st_size < LARGEST_WHEEL
    assert "hindnote/py.typed" in names
    assert not [name for name in names if name.startswith(("tests/", "src/", "benchmarks/"))]
