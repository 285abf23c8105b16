"""Prints the durations of the table's steps, in the form that a page contains."""

from __future__ import annotations

import sys

from pegout.text.pacing import pacing_json

sys.stdout.write(pacing_json())
