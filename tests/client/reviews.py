"""Prints a recorded game as each of its players replays it, and its review."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

import msgspec

from pegout.notation import read
from pegout.text import language
from pegout.web.replays import replay_of

_ROOT: Final = Path(__file__).parents[2]


def main() -> None:
    """Print the replays of both seats, and the review."""
    record = read((_ROOT / "docs/records/two.peg").read_bytes())
    replays = [msgspec.to_builtins(replay_of(record, seat, language("en"))) for seat in (0, 1)]
    review = json.loads((_ROOT / "tests/client/review.json").read_bytes())
    sys.stdout.write(
        json.dumps({"replays": replays, "review": review["games"][0]}, ensure_ascii=False)
    )


if __name__ == "__main__":
    main()
