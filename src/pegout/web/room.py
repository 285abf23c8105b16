"""A room: one table that is awake, and whoever is connected to it.

It takes one request after another. All work on the match and all waiting for the disk is done in
another thread; what has happened is told to everybody before the next request begins, and nothing
is told that is not stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from pegout.players.warm import warm
from pegout.rules import Action, Phase
from pegout.storage import StorageError
from pegout.text import Translator, language
from pegout.web.answers import farewell, refusal
from pegout.web.config import Config
from pegout.web.limits import Bucket
from pegout.web.logs import fault, refused
from pegout.web.phrases import PHRASES
from pegout.web.seats import PERSON, Held, TableError
from pegout.web.sitting import ERRORS, Ear, Sitting, Turn, Wish
from pegout.wire import (
    WIRE_VERSION,
    Automate,
    Bye,
    Hello,
    Hint,
    Phrase,
    Ping,
    Pong,
    Refused,
    Request,
    Say,
    Speak,
    Sync,
    Table,
    TableChanged,
    Welcome,
    encode,
)

__all__ = ["Guest", "Room"]

_T = TypeVar("_T")
#: Where an answer may take time; to be ready, or to cut, takes none.
_WEIGHED: Final = (Phase.DISCARD, Phase.PLAY, Phase.SHOW)


class Guest(Protocol):
    """A connection, as the room sees it."""

    t: Translator
    seat: int | None
    ended: bool

    def send(self, message: bytes) -> None:
        """Send something, soon and in order."""

    def dismiss(self, bye: Bye) -> None:
        """Say goodbye and close the connection."""


class Room:
    """One table that is awake.

    Args:
        sitting: the table and its match.
        config: the limits.
        threads: does the work.
        thinkers: lets so many computer players think at a time.
    """

    def __init__(
        self, sitting: Sitting, config: Config, threads: Executor, thinkers: asyncio.Semaphore
    ) -> None:
        self.sitting = sitting
        self._config = config
        self._threads = threads
        self._thinkers = thinkers
        self._loop = asyncio.get_running_loop()
        self._lock = asyncio.Lock()
        self._guests: dict[Guest, None] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._driver: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._phrases: dict[int, Bucket] = {}
        self._hints = Bucket(1, 5)
        self._unseen = False
        self._closed = False
        self._warmed: set[str] = set()
        now = self._loop.time()
        self.quiet_since = now
        self._gone = dict.fromkeys(sitting.plan.persons, now)
        self._table = self._table_now()
        self._warm()

    # Coming and going

    async def enter(self, guest: Guest, hello: Hello) -> None:
        """Let somebody in: welcome them, and tell them where the match is.

        Raises:
            TableError: ``bad_token``, ``no_spectators`` or ``too_many_spectators``.
        """
        await self._alone(lambda: self._enter(guest, hello))

    async def _enter(self, guest: Guest, hello: Hello) -> None:
        # The seat may have been taken at another server.
        await self._work(self.sitting.refresh)
        seat = self._place_of(hello.token)
        guest.seat = seat
        ear = _ear(guest)
        opening = await self._work(self.sitting.opening, ear, hello.match, hello.since)
        if guest.ended:
            return
        others = [one for one in self._guests if seat is not None and one.seat == seat]
        for one in others[: max(0, len(others) + 1 - self._config.connections_per_seat)]:
            self._guests.pop(one)
            one.dismiss(farewell("replaced", one.t, again=False))
        self._guests[guest] = None
        if seat is not None:
            self._gone.pop(seat, None)
        table = self._table_now()
        guest.send(encode(Welcome(WIRE_VERSION, seat, guest.t.code, table)))
        if opening is not None:
            guest.send(opening)
        self._tell_table(but=guest)

    def _place_of(self, token: str) -> int | None:
        if token:
            seat = self.sitting.seat_of(token)
            if seat is None:
                raise TableError("bad_token", "no seat of this table is held by that token")
            return seat
        if not self.sitting.plan.options.spectators:
            raise TableError("no_spectators", "nobody may watch at this table")
        if self._spectators() >= self._config.spectators:
            raise TableError("too_many_spectators", "as many watch as may")
        return None

    def leave(self, guest: Guest) -> None:
        """Let somebody go, who may come back."""
        self._guests.pop(guest, None)
        seat = guest.seat
        if seat is not None and all(one.seat != seat for one in self._guests):
            self._gone[seat] = self._loop.time()
        self.quiet_since = self._loop.time()
        self._tell_table()
        self._wait_for_stand_ins()

    async def table(self) -> Table:
        """Give the table, as everybody sees it."""
        await self._alone(lambda: self._work(self.sitting.refresh))
        return self._table_now()

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is being done."""
        driving = self._driver is not None and not self._driver.done()
        return bool(self._guests or self._tasks or driving)

    def sleep(self) -> None:
        """Begin nothing more: whoever comes next finds another room."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    async def close(self) -> None:
        """Begin nothing more, and finish what is being done."""
        self.sleep()
        if self._driver is not None:
            self._driver.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)

    # Requests

    async def join(self, name: str, seat: int | None) -> Held:
        """Have somebody take a free seat.

        Raises:
            RulesError: ``table_full``, ``seat_taken``, ``bad_seat`` or ``bad_name``.
            StorageError: if it could not be stored.
        """

        async def sit() -> Held:
            held = await self._work(self.sitting.join, name, seat)
            self._gone[held.seat] = self._loop.time()
            return held

        return await self._alone(sit)

    async def look(self, do: Callable[[Sitting], _T]) -> _T:
        """Ask the table something while nothing happens at it."""
        return await self._alone(lambda: self._work(do, self.sitting))

    async def handle(self, guest: Guest, request: Request) -> None:
        """Do what somebody here asks for, and answer."""
        match request:
            case Ping(id=name):
                guest.send(encode(Pong(name)))
            case Hello():
                self._refuse(guest, "bad_message")
            case Sync(match=match, since=since):
                await self._alone(lambda: self._sync(guest, match, since))
            case Speak(language=code):
                guest.t = language(code)
                await self._alone(lambda: self._position(guest, "", 0))
            case Say(phrase=phrase):
                self._say(guest, phrase)
            case Automate(automations=names):
                await self._automate(guest, names)
            case _:
                await self._alone(lambda: self._ask(guest, request))

    async def _ask(self, guest: Guest, wish: Wish) -> None:
        seat = self._seated(guest, wish.id)
        if seat is None:
            return
        if isinstance(wish, Hint) and not self._hints.take():
            self._refuse(guest, "too_fast", wish.id)
            return
        answer = await self._work(self.sitting.ask, seat, guest.t, wish)
        guest.send(encode(answer))
        if isinstance(answer, Refused):
            refused(answer.code, "table")

    async def _automate(self, guest: Guest, names: Sequence[str]) -> None:
        seat = self._seated(guest, "")
        if seat is None:
            return
        try:
            await self._alone(lambda: self._work(self.sitting.automate, seat, names))
        except ERRORS as error:
            self._refuse(guest, error.code)

    def _refuse(self, guest: Guest, code: str, name: str = "") -> None:
        refused(code, "table")
        guest.send(encode(refusal(name, code, guest.t)))

    def _seated(self, guest: Guest, name: str) -> int | None:
        if guest.seat is None:
            self._refuse(guest, "only_watching", name)
        return guest.seat

    async def _sync(self, guest: Guest, match: str, since: int) -> None:
        await self._work(self.sitting.refresh)
        await self._position(guest, match, since)

    async def _position(self, guest: Guest, match: str, since: int) -> None:
        opening = await self._work(self.sitting.opening, _ear(guest), match, since)
        if opening is not None:
            guest.send(opening)

    def _say(self, guest: Guest, phrase: str) -> None:
        seat = self._seated(guest, "")
        if seat is None:
            return
        rate = self._config.phrases
        bucket = self._phrases.setdefault(seat, Bucket(rate / 10, rate))
        if not self.sitting.plan.options.chat:
            self._refuse(guest, "no_phrases")
        elif phrase not in PHRASES:
            self._refuse(guest, "unknown_phrase")
        elif not bucket.take():
            self._refuse(guest, "too_fast")
        else:
            for one in self._guests:
                one.send(encode(Phrase(seat, phrase, one.t.text(PHRASES[phrase]))))

    # One thing after another

    async def _alone(self, do: Callable[[], Awaitable[_T]], *, looks: bool = False) -> _T:
        """Do something while nothing else happens at this table; it is finished once begun.

        Args:
            do: what to do.
            looks: whether it changes nothing.
        """
        task = self._loop.create_task(self._locked(do, looks))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def _locked(self, do: Callable[[], Awaitable[_T]], looks: bool) -> _T:
        async with self._lock:
            try:
                return await do()
            finally:
                self.quiet_since = self._loop.time()
                if not looks:
                    self._wait_for_stand_ins()
                    self._wake_players()

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Whoever asked hears of it; they may be gone, and then nobody does.
            task.exception()

    async def _work(self, do: Callable[..., _T], *arguments: Any) -> _T:
        """Have something done in another thread, and tell everybody here what came of it."""
        ears = frozenset(map(_ear, self._guests))

        def run() -> tuple[_T | None, Exception | None, dict[Ear, bytes]]:
            try:
                result, error = do(*arguments), None
            except Exception as raised:
                result, error = None, raised
            return result, error, self.sitting.news(ears)

        result, error, news = await self._loop.run_in_executor(self._threads, run)
        self._tell_table()
        for guest in list(self._guests):
            told = news.get(_ear(guest))
            if told is not None:
                guest.send(told)
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    # Presence

    def _spectators(self) -> int:
        return sum(guest.seat is None for guest in self._guests)

    def _stand_ins(self) -> frozenset[int]:
        """Give the seats of persons who have been gone so long that a computer player acts.

        While nobody is here at all, nobody is kept waiting.
        """
        patience = self.sitting.plan.options.stand_in
        if not patience or all(guest.seat is None for guest in self._guests):
            return frozenset()
        now = self._loop.time()
        persons = self.sitting.plan.persons
        gone = self._gone.items()
        return frozenset([one for one, since in gone if one in persons and now - since >= patience])

    def _wait_for_stand_ins(self) -> None:
        """Look again when the next person has been gone for long enough."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        patience = self.sitting.plan.options.stand_in
        away = (self._gone.keys() & self.sitting.plan.persons) - self._stand_ins()
        if patience and away and any(guest.seat is not None for guest in self._guests):
            soonest = min(self._gone[seat] for seat in away) + patience
            self._timer = self._loop.call_at(soonest + 0.01, self._stand_in)

    def _stand_in(self) -> None:
        self._timer = None
        self._tell_table()
        self._wait_for_stand_ins()
        self._wake_players()

    def _table_now(self) -> Table:
        presence = {guest.seat: True for guest in self._guests if guest.seat is not None}
        playing = self.sitting.match is not None
        gone = dict.fromkeys(self._stand_ins(), False) if playing else {}
        return self.sitting.table({**presence, **gone}, self._spectators())

    def _tell_table(self, but: Guest | None = None) -> None:
        """Tell everybody how the table is, if that has changed."""
        table = self._table_now()
        if table == self._table:
            return
        self._table = table
        told = encode(TableChanged(table))
        for guest in list(self._guests):
            if guest is not but:
                guest.send(told)

    # Computer players

    def _wake_players(self) -> None:
        """See to it that the computer players look at the table."""
        if not self._closed:
            self._warm()
        kinds = [chair.kind for chair in self.sitting.plan.chairs]
        if self._closed or (set(kinds) <= {PERSON} and not self._stand_ins()):
            return
        self._unseen = True
        if self._driver is None or self._driver.done():
            self._driver = self._loop.create_task(self._drive())

    def _warm(self) -> None:
        """Have the levels at this table load what they need before they are waited for."""
        chairs = self.sitting.plan.chairs
        levels = {chair.kind for chair in chairs} - {PERSON} - self._warmed
        self._warmed |= levels
        for level in levels:
            self._threads.submit(warm, level, len(chairs))

    async def _drive(self) -> None:
        """Let the computer players act, one decision at a time."""
        try:
            while self._unseen:
                self._unseen = False
                await self._decide()
        except StorageError as error:
            for guest in list(self._guests):
                self._refuse(guest, error.code)
            self._loop.call_later(self._config.retry, self._wake_players)
        except Exception as error:
            fault("player", error)
            self._loop.call_later(self._config.retry, self._wake_players)

    async def _decide(self) -> None:
        sitting = self.sitting
        turn = await self._alone(lambda: self._work(sitting.turn, self._stand_ins()), looks=True)
        while turn is not None:
            action = await self._thought(turn)
            turn = await self._alone(partial(self._take, turn, action), looks=True)

    async def _take(self, turn: Turn, action: Action) -> Turn | None:
        return await self._work(self.sitting.take, turn, action, self._stand_ins())

    async def _thought(self, turn: Turn) -> Action:
        """Have a computer player think; how long that takes tells other persons nothing.

        Whoever has one card left needs no time, and whoever has four needs some: so an answer
        comes at the next of some fixed moments.
        """
        begun = self._loop.time()
        async with self._thinkers:
            choice = self._loop.run_in_executor(self._threads, turn.player.choose, turn.view)
            action = await choice
        weighed = turn.view.phase in _WEIGHED and len(self.sitting.plan.persons) > 1
        if weighed and self._config.think:
            await asyncio.sleep(
                self._config.think - (self._loop.time() - begun) % self._config.think
            )
        return action


def _ear(guest: Guest) -> Ear:
    return guest.seat, guest.t.code
