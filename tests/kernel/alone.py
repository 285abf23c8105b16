"""A program in a Python of its own, where numba may be switched off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def said_alone(source: str, **environment: str) -> str:
    """Run a program, for which warnings are errors, and give what it printed."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout
