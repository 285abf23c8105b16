"""A program that plays a stored match at random and is killed while it does; see test_crash.py.

With a list of numbers it plays several matches, each in a file of its own and a process that dies
as soon as a file would get longer than so many bytes.

Every choice follows from the seed and the position of the match, so an interrupted match must have
the same log as an uninterrupted one.
"""

import hashlib
import os
import random
import signal
import sys
from pathlib import Path

from pegout.fairness import seeded_secrets
from pegout.match import Entry, Match, Seated, Setup
from pegout.rules import Resign, Rules, Stop
from pegout.storage import Library
from pegout.table.store import StoreError

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


def main(place: str, seed: int, *, name: str = "") -> None:
    """Play the match in a file, and write after each action how far it has come."""
    with Library.open(place) as library:
        secrets = seeded_secrets(seed)
        try:
            match = library.load(MATCH, secrets)
        except StoreError as error:
            if error.code != "unknown_match":
                raise
            match = library.create(a_setup(), secrets)
        while True:
            # The reader has seen what is printed, so from here on it must not be lost.
            sys.stdout.write(f"{name}{match.number} {digest(match.entries)}\n")
            sys.stdout.flush()
            if match.over:
                return
            step(match, seed)


def die_after(folder: str, seed: int, lengths: list[int]) -> None:
    """Play the match in one file after the other, each named for the length at which it ends."""
    import resource

    for length in lengths:
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            continue
        # Python ignores the signal otherwise.
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (length, length))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        main(str(Path(folder) / f"{length}.db"), seed, name=f"{length} ")
        os._exit(0)


if __name__ == "__main__":
    _, place, seed, *lengths = sys.argv
    if lengths:
        die_after(place, int(seed), [int(length) for length in lengths])
    else:
        main(place, int(seed))
