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


def node(*arguments: str) -> None:
    found = shutil.which("node")
    assert found, "Node.js is missing: `make test` installs it"
    environment = {**os.environ, "PYTHON": sys.executable, "NO_COLOR": "1"}
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
def test_in_node(path: Path) -> None:
    node("--import", str(ROOT / "tests" / "client" / "page.mjs"), "--test", str(path))
