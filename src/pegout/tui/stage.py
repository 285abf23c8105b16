"""The stage: shows what has happened, step by step, at the player's pace."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, TypeVar

from pegout.match import Undone
from pegout.text.pacing import PACING
from pegout.tui.board import Pegs
from pegout.tui.bot_pacing import moment
from pegout.tui.scene import LogLine
from pegout.tui.script import Script, Step
from pegout.tui.session import Session

__all__ = ["Stage"]

#: The longest that a peg takes for all its hops, and for one, in seconds.
_LEAP: Final = 0.6
_HOP: Final = 0.09
#: How long somebody may think, in seconds, before it is worth a word.
_GLIMPSE: Final = 0.1
_T = TypeVar("_T")


class Stage:
    """What of a session has been shown so far.

    Args:
        session: the match.
        pace: gives the name of the pace, which may change while something is shown.
        redraw: draws the table anew.
        clock: gives the time in seconds.

    Attributes:
        log: the sentences of this game that have been said.
        at: the number of the entry that the table stands at; ``None`` for the latest.
        pegs: where the pegs are while one of them is on its way.
        sentence: what was said last.
        thinking: the computer player that thinks, if the table waits for one.
    """

    def __init__(
        self,
        session: Session,
        pace: Callable[[], str],
        redraw: Callable[[], None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.session = session
        self.script = Script(session.teller)
        self.log: list[LogLine] = []
        self._remarks: dict[int, LogLine] = {}
        self.at: int | None = None
        self.pegs: tuple[Pegs, ...] = ()
        self.sentence = ""
        self.thinking: int | None = None
        self._pace = pace
        self._redraw = redraw
        self._clock = clock
        self._since = clock()
        self._shown = 0
        self._nudge = asyncio.Event()
        self._skip = False

    def catch_up(self) -> None:
        """Have everything that is logged stand on the table at once."""
        self.script = Script(self.session.teller)
        self.log = []
        for step in self.script.steps(self.session.this_game()):
            self._note(step)
            if step.logged and step.number in self._remarks:
                self.log.append(self._remarks[step.number])
        self._shown = self.session.match.number
        self._since = self._clock()
        self.settle()
        self.sentence = self.log[-1].text if self.log else ""

    def settle(self) -> None:
        """Stand at the latest entry."""
        self.at = None
        self.pegs = ()

    def nudge(self) -> None:
        """Go on with the next step now."""
        self._nudge.set()

    def skip(self) -> None:
        """Show the rest of what has happened at once."""
        self._skip = True
        self._nudge.set()

    async def show_news(self) -> None:
        """Show what has been logged since the last time."""
        entries = self.session.entries(self._shown)
        if any(isinstance(entry.event, Undone) for entry in entries):
            self.catch_up()
            return
        self._skip = False
        for step in self.script.steps(entries):
            await self._perform(step)
        self._shown = self.session.match.number
        self.settle()

    async def think(self, seat: int, seconds: float, answer: Awaitable[_T]) -> _T:
        """Show that a computer player thinks, and give its answer when its time has come.

        Args:
            seat: who thinks.
            seconds: how long, from when the last step began to be shown; a nudge ends it.
            answer: what it decides.
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
                await self._nudged(moment(now, due) - now)
            return made
        finally:
            self.thinking = None

    async def _perform(self, step: Step) -> None:
        self._note(step)
        self._since = self._clock()
        if step.sentence:
            self.sentence = step.sentence
        if not self._speed():
            # Nobody sees this step; the table is drawn when the last one has been made.
            self.at = step.number
            await asyncio.sleep(0)
            return
        before = self._standing()
        self.at = step.number
        await self._move_pegs(before)
        self._redraw()
        await self._pause(step.seconds)

    def _note(self, step: Step) -> None:
        if not step.logged or not step.sentence:
            return
        seat = getattr(step.event, "seat", None)
        side = self.session.match.setup.rules.side(seat) if isinstance(seat, int) else None
        self.log.append(LogLine(side, step.sentence))

    def remark(self, number: int, text: str) -> None:
        """Say something in the log about an entry, as long as that is not taken back."""
        if any(entry.number == number for entry in self.session.this_game()):
            self._remarks[number] = LogLine(None, text)
            self.log.append(self._remarks[number])

    def _speed(self) -> float:
        return 0.0 if self._skip else PACING.paces[self._pace()]

    def _standing(self) -> tuple[Pegs, ...]:
        view = self.session.view(self.at)
        return tuple(Pegs(*pair) for pair in zip(view.scores, view.rear, strict=True))

    async def _move_pegs(self, before: tuple[Pegs, ...]) -> None:
        """Let the rear peg of a side leap over the front one and on to its hole."""
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

    async def _pause(self, seconds: float) -> None:
        if not seconds:
            return
        self._nudge.clear()
        if self._pace() == "step" and not self._skip:
            await self._nudge.wait()
            return
        await self._nudged(seconds * self._speed())

    async def _nudged(self, seconds: float) -> None:
        """Wait so long, or until somebody wants to go on."""
        try:
            await asyncio.wait_for(self._nudge.wait(), seconds)
        except TimeoutError:
            return
