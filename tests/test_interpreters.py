"""Newer versions of Python: the tests of the rules, the players and the tables pass there too.

Those are tried that a command on the path starts, such as ``python3.14``, and those whose paths
``PEGOUT_PYTHONS`` has. A site runs in Python 3.14, so its tests try that version everywhere.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
VERSIONS: Final = ((3, 12), (3, 13), (3, 14))
#: What is tried: all that depends on neither a browser nor a terminal.
FOLDERS: Final = (
    *("contests", "env", "kernel", "notation", "players", "review", "rules", "school", "search"),
    *("simulation", "storage", "table", "tables", "text", "wire"),
)

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]


def python_of(version: tuple[int, int]) -> str:
    """Return the path of an interpreter of a version, or an empty text if there is none."""
    named = os.environ.get("PEGOUT_PYTHONS", "").split(os.pathsep)
    for path in [shutil.which("python{}.{}".format(*version)), *named]:
        if path and version_of(path) == version:
            return path
    return ""


def version_of(path: str) -> tuple[int, ...]:
    run = subprocess.run(
        [path, "-c", "import sys; print(*sys.version_info[:2])"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    # A command of a version manager may say instead that it has to be switched on.
    return tuple(map(int, run.stdout.split())) if run.returncode == 0 else ()


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: "{}.{}".format(*version))
def test_the_program_works_in(version: tuple[int, int], tmp_path: Path) -> None:
    found = python_of(version)
    if sys.version_info[:2] == version or not found:
        pytest.skip("there is no other Python of this version; PEGOUT_PYTHONS names paths")
    for name in ("src", "tests", "docs", "examples", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    own = tmp_path / ".venv" / "bin" / "python"
    subprocess.run([found, "-m", "venv", tmp_path / ".venv"], check=True)
    install = ("-m", "pip", "install", "--quiet", "-c", "constraints.txt", "-e", ".[dev]")
    subprocess.run([own, *install], cwd=tmp_path, check=True)
    run = subprocess.run(
        [
            *(own, "-m", "pytest", "-q", "-n", "2", "-m", "not slow and not long"),
            *[f"tests/{folder}" for folder in FOLDERS],
        ],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
