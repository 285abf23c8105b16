"""A program that goes on with a match when it is told to; see test_races.py.

Each line that it reads names a match. It loads it and says so, waits for the next line, acts, and
says whether that was stored.
"""

from __future__ import annotations

import sys

from pegout.rules import Ready
from pegout.storage import Library, StorageError


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(where: str, seat: int) -> None:
    with Library.open(where) as library:
        say("open")
        for line in sys.stdin:
            match = library.load(line.strip())
            say("loaded")
            sys.stdin.readline()
            try:
                match.act(seat, Ready(seat))
            except StorageError as error:
                say(error.code)
            else:
                say("stored")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
