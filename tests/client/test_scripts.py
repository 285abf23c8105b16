"""The tests of the table's JavaScript, which run in Node.js. `make lint` checks its types."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).resolve().parent
#: The files that try only a few games, records or boards in the quick gate.
LONG: Final = ("board", "director", "hand_counts", "layout", "text", "thinking", "verify")
PATIENCE: Final = 500.0


def node(made: Path, tests: list[Path], **variables: str) -> None:
    """Run files of tests; what they make with Python lies in a folder that they share."""
    found = shutil.which("node")
    assert found, "Node.js is missing: `make test` installs it"
    environment = {**os.environ, "PYTHON": sys.executable, "NO_COLOR": "1", "MADE": str(made)}
    run = subprocess.run(
        [
            found,
            "--import",
            str(HERE / "page.mjs"),
            "--test",
            "--test-reporter=spec",
            *map(str, tests),
        ],
        cwd=HERE.parents[1],
        env={**environment, **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, f"{run.stdout[-6000:]}\n{run.stderr[-3000:]}"


def test_all_in_node(tmp_path: Path) -> None:
    node(tmp_path, sorted(HERE.glob("*.test.mjs")), FEW="1")


@pytest.mark.long
def test_what_takes_long_in_node(tmp_path: Path) -> None:
    node(tmp_path, [HERE / f"{name}.test.mjs" for name in LONG])
