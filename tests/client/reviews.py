"""Prints a recorded game as each of its players replays it, and the review for each."""

import json
import sys
from pathlib import Path
from typing import Final

import msgspec

from pegout.notation import read
from pegout.table.replays import replay_of
from pegout.text import language

_ROOT: Final = Path(__file__).parents[2]


def main() -> None:
    """Print the replays and the reviews of both seats."""
    record = read((_ROOT / "docs/records/two.peg").read_bytes())
    replays = [msgspec.to_builtins(replay_of(record, seat, language("en"))) for seat in (0, 1)]
    # The review of seat 1 differs only in what its player could know.
    answer, other = json.loads((_ROOT / "tests/client/review.json").read_bytes())
    (review,) = answer["games"]
    reviews = [review, review | other]
    sys.stdout.write(json.dumps({"replays": replays, "reviews": reviews}, ensure_ascii=False))


if __name__ == "__main__":
    main()
