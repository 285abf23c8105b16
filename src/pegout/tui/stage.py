"""The stage, which shows events step by step at the player's pace."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Final, TypeVar

from pegout.match import Undone
from pegout.table.playback import Script, Step
from pegout.table.thinking_time import moment
from pegout.text.pacing import PACING
from pegout.tui.board import Pegs, pegs_of
from pegout.tui.local_seats import LocalSeats
from pegout.tui.scene import LogLine
from pegout.wire.table import GuideStep

#: The longest duration of all hops of a peg, and of one hop, in seconds.
_LEAP: Final = 0.6
_HOP: Final = 0.09
#: The thinking time of a computer player before the table mentions it, in seconds.
_GLIMPSE: Final = 0.1
_T = TypeVar("_T")


class Stage:
    """The part of a match that has been shown so far.

    Args:
        pace: a function that returns the name of the pace, which may change during a step.
        clock: a function that returns the time in seconds.
        guide: shows a step of a lesson, and answers it.

    Attributes:
        log: the sentences of this game so far.
        at: the number of the entry that the table shows; ``None`` for the latest.
        pegs: the positions of the pegs while one of them moves.
        sentence: the last sentence.
        thinking: the seat of the computer player that the table waits for, if any.
    """

    def __init__(
        self,
        local: LocalSeats,
        pace: Callable[[], str],
        redraw: Callable[[], None],
        clock: Callable[[], float] = monotonic,
        guide: Callable[[GuideStep], Awaitable[None]] | None = None,
    ) -> None:
        self.local = local
        self.script = Script(local.teller)
        self.log: list[LogLine] = []
        self._remarks: dict[int, LogLine] = {}
        self.at: int | None = None
        self.pegs: tuple[Pegs, ...] = ()
        self.sentence = ""
        self.thinking: int | None = None
        self._pace = pace
        self._redraw = redraw
        self._clock = clock
        self._guide = guide
        self._since = clock()
        self._shown = 0
        self._nudge = asyncio.Event()
        self._skip = False

    def catch_up(self) -> None:
        """Show the latest state at once, with all logged entries."""
        self.script = Script(self.local.teller)
        self.log = []
        for step in self.script.steps(self.local.this_game()):
            self._note(step)
            if step.logged and step.number in self._remarks:
                self.log.append(self._remarks[step.number])
        self._shown = self.local.match.number
        self._since = self._clock()
        self.settle()
        self.sentence = self.log[-1].text if self.log else ""

    def settle(self) -> None:
        """Show the latest entry."""
        self.at = None
        self.pegs = ()

    def nudge(self) -> None:
        """Advance to the next step now."""
        self._nudge.set()

    def skip(self) -> None:
        """Show all remaining steps at once."""
        self._skip = True
        self._nudge.set()

    async def show_news(self) -> None:
        """Show the entries logged since the last time."""
        entries = self.local.entries(self._shown)
        if any(isinstance(entry.event, Undone) for entry in entries):
            self.catch_up()
            return
        self._skip = False
        for step in self.script.steps(entries):
            await self._teach(step.number)
            await self._perform(step)
        await self._teach(self.local.match.number + 1)
        self._shown = self.local.match.number
        self.settle()

    async def _teach(self, before: int) -> None:
        """Show the steps of a lesson that are due before an entry, and wait for each."""
        while self._guide is not None and (due := self.local.due_step(before)) is not None:
            self._redraw()
            await self._guide(due)

    async def think(self, seat: int, seconds: float, answer: Awaitable[_T]) -> _T:
        """Show that a computer player is thinking, and return its answer when it is due.

        Args:
            seat: the deciding seat.
            seconds: the delay from the start of the last step; a nudge ends it.
            answer: the decision, to be awaited.
        """
        coming = asyncio.ensure_future(answer)
        self._nudge.clear()
        begun = self._clock()
        due = max(self._since + seconds, begun + _GLIMPSE) if seconds else begun
        try:
            if due - begun <= _GLIMPSE:
                await asyncio.wait({coming}, timeout=_GLIMPSE)
            if due - begun > _GLIMPSE or not coming.done():
                self.thinking = seat
                self._redraw()
            made = await coming
            now = self._clock()
            if seconds and not self._skip:
                await self._wait_for_nudge(moment(now, due) - now)
            return made
        finally:
            self.thinking = None

    async def _perform(self, step: Step) -> None:
        self._note(step)
        self._since = self._clock()
        if step.sentence:
            self.sentence = step.sentence
        if not self._speed():
            # This step is invisible; the table is drawn after the last one.
            self.at = step.number
            await asyncio.sleep(0)
            return
        before = self._standing()
        self.at = step.number
        await self.move_pegs(before)
        self._redraw()
        await self.pause(step.seconds)

    def _note(self, step: Step) -> None:
        if step.logged and step.sentence:
            self.log.append(self.local.log_line(step))

    def remark(self, number: int, text: str) -> None:
        """Add a remark about an entry to the log, unless the entry has been undone."""
        if any(entry.number == number for entry in self.local.this_game()):
            self._remarks[number] = LogLine(None, text)
            self.log.append(self._remarks[number])

    def _speed(self) -> float:
        return 0.0 if self._skip else PACING.paces[self._pace()]

    def _standing(self) -> tuple[Pegs, ...]:
        return pegs_of(self.local.view(self.at))

    async def move_pegs(self, before: tuple[Pegs, ...]) -> None:
        """Animate the rear peg of a side over the front one to its hole."""
        after = self._standing()
        for side, (old, new) in enumerate(zip(before, after, strict=True)):
            if new.front <= old.front or not self._speed():
                continue
            hops = range(old.front + 1, new.front, max(2, (new.front - old.front) // 5))
            for hole in hops:
                self.pegs = (*after[:side], Pegs(hole, old.front), *after[side + 1 :])
                self._redraw()
                await asyncio.sleep(min(_HOP, _LEAP / len(hops)) * self._speed())
            self.pegs = ()

    async def pause(self, seconds: float) -> None:
        """Show a step for so many seconds at a normal pace, or until a nudge."""
        if not seconds:
            return
        self._nudge.clear()
        if self._pace() == "step" and not self._skip:
            await self._nudge.wait()
            return
        await self._wait_for_nudge(seconds * self._speed())

    async def _wait_for_nudge(self, seconds: float) -> None:
        """Wait for a time in seconds, or until a nudge."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._nudge.wait()
