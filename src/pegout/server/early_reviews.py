"""Decisions that are valued while a game is played, so that its review is there when it ends.

They are valued in the worker processes, behind everything else, in the last half of a game against
computer players, and not while moves of computer players wait for their turn. They leave the server
only within a review, which nobody gets before the game is over.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from pegout.match import Match, Setup
from pegout.match.recording import open_game
from pegout.server.fair_queue import Urgency
from pegout.server.logs import fault
from pegout.server.table_executors import JobWorkers

if TYPE_CHECKING:
    from pegout.review.game_review import Choice, Reviewed

#: The share of the way to the target from which decisions are valued.
_FROM: Final = 0.5


@dataclass
class _Followed:
    """A match whose decisions are valued: its entries and their values so far, pickled."""

    entries: list[bytes] = field(default_factory=list)
    valued: list[bytes] = field(default_factory=list)
    task: asyncio.Task[None] | None = None


class EarlyReviews:
    """The valued decisions of the games that are played; without workers there are none.

    ``is_busy`` says whether others need the processor more.
    """

    def __init__(self, workers: JobWorkers | None, is_busy: Callable[[], bool]) -> None:
        self._workers = workers
        self._is_busy = is_busy
        #: What is followed of a match is forgotten with it.
        self._followed: WeakKeyDictionary[Match, _Followed] = WeakKeyDictionary()

    def follow(self, match: Match, address: str) -> None:
        """Value the new decisions of a match on behalf of an address, if it is to be reviewed."""
        if self._workers is None or self._is_busy() or not _is_wanted(match):
            return
        followed = self._followed.setdefault(match, _Followed())
        if followed.task is None or followed.task.done():
            work = self._value(self._workers, match, followed, address)
            followed.task = asyncio.get_running_loop().create_task(work)

    async def finish(self, match_id: str) -> dict[Choice, Reviewed | None]:
        """Finish what is under way for a match, and return its decisions by :func:`key`."""
        match = next((match for match in self._followed if match.setup.id == match_id), None)
        if match is None:
            return {}
        followed = self._followed[match]
        assert followed.task is not None
        await asyncio.wait([followed.task])
        return dict(pickle.loads(found) for found in followed.valued)

    async def _value(
        self, workers: JobWorkers, match: Match, followed: _Followed, address: str
    ) -> None:
        """Value the decisions of a match until there is no new one."""
        try:
            while len(followed.entries) != match.number:
                # Each entry is pickled once, however many decisions follow it.
                new = match.entries[len(followed.entries) :]
                followed.entries += map(pickle.dumps, new)
                more = True
                while more:
                    if self._is_busy():
                        return
                    begun = len(followed.valued)
                    job = partial(value_choice, match.setup, tuple(followed.entries), begun)
                    found, more = await workers.compute(job, address, Urgency.REVIEW)
                    followed.valued += found
        except Exception as error:
            # The review values at the end what is missing.
            fault("early review", error)

    def close(self) -> None:
        """Value nothing more."""
        for followed in list(self._followed.values()):
            if followed.task is not None:
                followed.task.cancel()


def value_choice(
    setup: Setup, entries: Sequence[bytes], index: int
) -> tuple[tuple[bytes, ...], bool]:
    """Value a choice of the game that a log ends with, in a worker, if there is one.

    The server keeps the choice and its value pickled, and loads what reads them with the review.
    The second value is whether there are later choices.
    """
    from pegout.review.game_review import choices, decide

    game = open_game(setup, [pickle.loads(entry) for entry in entries])
    made = [] if game is None else list(choices(setup.rules, game))
    if index >= len(made):
        return (), False
    choice = key(made[index])
    return (pickle.dumps((choice, decide(choice))),), index + 1 < len(made)


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
