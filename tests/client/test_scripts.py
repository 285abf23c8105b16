"""The tests of the table's JavaScript, which run in Node.js. `make lint` checks its types."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = sorted((ROOT / "tests" / "client").glob("*.test.mjs"))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for what the tests make with Python, which all of them share."""
    of_all_workers = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        of_all_workers = of_all_workers.parent
    folder = of_all_workers / "made"
    folder.mkdir(exist_ok=True)
    return folder


def node(made: Path, *arguments: str) -> None:
    found = shutil.which("node")
    assert found, "Node.js is missing: `make test` installs it"
    environment = {**os.environ, "PYTHON": sys.executable, "NO_COLOR": "1", "MADE": str(made)}
    run = subprocess.run(
        [found, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, f"{run.stdout[-6000:]}\n{run.stderr[-3000:]}"


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_in_node(path: Path, made: Path) -> None:
    node(made, "--import", str(ROOT / "tests" / "client" / "page.mjs"), "--test", str(path))
