"""Runs a program in a separate Python process, in which numba may be switched off."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def said_alone(source: str, *words: str, **environment: str) -> str:
    """Run a program that treats warnings as errors, and return its output."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source, *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout
