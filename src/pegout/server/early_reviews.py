"""Decisions that are valued while a game is played, so that its review is there when it ends.

They are valued in the worker processes, behind everything else, in the last half of a game against
computer players. They leave the server only within a review, which nobody gets before the game is
over.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from pegout.match import Entry, Match, Setup
from pegout.match.recording import open_game
from pegout.server.fair_queue import Urgency
from pegout.server.logs import fault
from pegout.server.table_executors import JobWorkers

if TYPE_CHECKING:
    from pegout.review.game_review import Choice, Reviewed

#: The share of the way to the target from which decisions are valued.
_FROM: Final = 0.5


class EarlyReviews:
    """The valued decisions of the games that are played; without workers there are none."""

    def __init__(self, workers: JobWorkers | None) -> None:
        self._workers = workers
        #: What is forgotten with a match: its decisions, pickled, and the task that values them.
        self._valued: WeakKeyDictionary[Match, list[bytes]] = WeakKeyDictionary()
        self._tasks: WeakKeyDictionary[Match, asyncio.Task[None]] = WeakKeyDictionary()

    def follow(self, match: Match, address: str) -> None:
        """Value the new decisions of a match on behalf of an address, if it is to be reviewed."""
        task = self._tasks.get(match)
        if self._workers is None or not _is_wanted(match) or (task and not task.done()):
            return
        work = self._value(self._workers, match, address)
        self._tasks[match] = asyncio.get_running_loop().create_task(work)

    async def finish(self, match_id: str) -> dict[Choice, Reviewed | None]:
        """Finish what is under way for a match, and return its decisions by :func:`key`."""
        match = next((match for match in self._valued if match.setup.id == match_id), None)
        if match is None:
            return {}
        await asyncio.wait([self._tasks[match]])
        return dict(pickle.loads(found) for found in self._valued[match])

    async def _value(self, workers: JobWorkers, match: Match, address: str) -> None:
        """Value the decisions of a match until there is no new one."""
        valued = self._valued.setdefault(match, [])
        number = -1
        try:
            while number != match.number:
                number, log = match.number, match.entries
                while True:
                    job = partial(value_choice, match.setup, log, len(valued))
                    found = await workers.compute(job, address, Urgency.REVIEW)
                    if not found:
                        break
                    valued.append(found)
        except Exception as error:
            # The review values at the end what is missing.
            fault("early review", error)

    def close(self) -> None:
        """Value nothing more."""
        for task in list(self._tasks.values()):
            task.cancel()


def value_choice(setup: Setup, log: Sequence[Entry], index: int) -> bytes:
    """Value a choice of the game that a log ends with, in a worker; nothing if there is none.

    The server keeps the choice and its value pickled, and loads what reads them with the review.
    """
    from pegout.review.game_review import choices, decide

    game = open_game(setup, log)
    made = [] if game is None else list(choices(setup.rules, game))
    if index >= len(made):
        return b""
    choice = key(made[index])
    return pickle.dumps((choice, decide(choice)))


def key(choice: Choice) -> Choice:
    """Return a choice without its place in a record, which has other entries once it is over."""
    return choice._replace(entry_index=0)


def _is_wanted(match: Match) -> bool:
    """Return whether a match is played against computer players, and far enough."""
    rules = match.setup.rules
    alone = [seat.kind for seat in match.setup.seats].count("person") == 1
    if not alone or rules.players > 2 or rules.lowball:
        return False
    return max(match.view(None).scores) >= _FROM * rules.target
