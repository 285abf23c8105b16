"""The queue of long computations: the urgent ones first, and turns for the addresses."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum

from pegout.server.limits import customer


class Urgency(IntEnum):
    """What goes first: the moves of computer players, then hints, then analyses, then reviews."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2
    REVIEW = 3


class FairQueue:
    """A semaphore whose waiting callers take turns: the urgent ones first, and else by customer.

    A caller waits for at most one equally urgent caller of every other customer, however many of
    those wait.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        #: The waiting callers of each urgency by customer, whose turn is next first.
        self._waiting: tuple[dict[str, deque[asyncio.Future[None]]], ...]
        self._waiting = tuple({} for _ in Urgency)

    @property
    def waiting(self) -> Counter[Urgency]:
        """How many callers wait, by their urgency."""
        return Counter(
            {
                urgency: sum([len(line) for line in lines.values()])
                for urgency, lines in zip(Urgency, self._waiting, strict=True)
            }
        )

    @asynccontextmanager
    async def slot(self, address: str, urgency: Urgency = Urgency.MOVE) -> AsyncIterator[None]:
        """Wait for a slot, and hold it."""
        await self._enter(customer(address), self._waiting[urgency])
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, owner: str, waiting: dict[str, deque[asyncio.Future[None]]]) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        waiting.setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Pass the slot to the next caller."""
        while waiting := next(filter(None, self._waiting), None):
            owner = next(iter(waiting))
            line = waiting.pop(owner)
            turn = line.popleft()
            if line:
                # The customer moves behind all others.
                waiting[owner] = line
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
