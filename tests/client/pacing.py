"""Prints how long things take, as a page carries it."""

from __future__ import annotations

import sys

from pegout.text.pacing import pacing_json

sys.stdout.write(pacing_json())
