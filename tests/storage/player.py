"""A program that plays a stored match at random and is killed while it does; see test_crash.py.

Every choice follows from the seed and the position of the match, so an interrupted match must have
the same log as an uninterrupted one.
"""

from __future__ import annotations

import hashlib
import random
import sys

from pegout.fairness import seeded_secrets
from pegout.match import Entry, Match, Seated, Setup
from pegout.rules import Resign, Rules, Stop
from pegout.storage import Library, StorageError

MATCH = "K7QX"


def a_setup() -> Setup:
    seats = (Seated("Ann"), Seated("Ben", "club"))
    return Setup(MATCH, Rules(target=61, counting="manual", muggins=True), seats, games=2)


def step(match: Match, seed: int) -> tuple[Entry, ...]:
    """Take the next action, which the seed and the number of the last entry determine."""
    chance = random.Random(f"{seed}/{match.number}")
    if match.can_undo(0) and chance.random() < 0.1:
        return match.undo(0)
    if match.game_over:
        return match.next_game()
    if chance.random() < 0.01:
        return match.act(0, Resign(0) if match.game == 1 else Stop(0))
    seat = chance.choice(sorted(match.to_act))
    return match.act(seat, chance.choice(match.legal(seat)))


def digest(entries: tuple[Entry, ...]) -> str:
    return hashlib.sha256(repr(entries).encode()).hexdigest()


def main(place: str, seed: int) -> None:
    with Library.open(place) as library:
        secrets = seeded_secrets(seed)
        try:
            match = library.load(MATCH, secrets)
        except StorageError as error:
            if error.code != "unknown_match":
                raise
            match = library.create(a_setup(), secrets)
        while True:
            # The reader has seen what is printed, so from here on it must not be lost.
            sys.stdout.write(f"{match.number} {digest(match.entries)}\n")
            sys.stdout.flush()
            if match.over:
                return
            step(match, seed)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
