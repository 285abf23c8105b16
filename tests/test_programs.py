"""The programs in examples/ do what they claim. Those with separate tests are not here."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

PROGRAMS = {
    "counting.py": ["double run", "points               12", "makes 5"],
    "discarding.py": ["together", "best"],
    "own_player.py": ["half to 61", "won by"],
    "records.py": ["the game ended", "proved"],
    "simulating.py": ["looking one card ahead wins", "the four lowest of six cards count "],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_runs(name: str, tmp_path: Path) -> None:
    if name == "simulating.py" and find_spec("numpy") is None:
        pytest.skip("needs numpy")
    arguments = ["50"] if name == "simulating.py" else []
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for words in PROGRAMS[name]:
        assert words in done.stdout
