"""A program that resumes matches on request; see test_races.py.

Each line of its input names a match. The program loads it and reports that, waits for the next
line, acts, and reports whether the action was stored.
"""

import sys

from pegout.rules import Ready
from pegout.storage import Library
from pegout.table.store import StoreError


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
            except StoreError as error:
                say(error.code)
            else:
                say("stored")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
