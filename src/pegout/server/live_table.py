"""A room: one table that is awake, and the connections to it.

It handles one request after another. The work on the match and all waiting for the disk run in
another thread. Events are stored before they are sent, and all clients receive them before the next
request begins. The room is one class of many short methods, because all of them share a lock and
change the same state: who is connected, and what is under way.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import Executor
from functools import partial
from math import inf
from typing import Any, Final, Protocol, TypeVar

import msgspec

from pegout.match import MatchError
from pegout.players.engines import EngineFailed
from pegout.rules import Action, Phase
from pegout.server import timeouts as waiting
from pegout.server.answers import farewell, refusal
from pegout.server.config import Config
from pegout.server.fair_queue import Urgency
from pegout.server.limits import Bucket
from pegout.server.logs import fault, note, refused
from pegout.server.player_threads import PlayerThreads
from pegout.server.retention import lifetime
from pegout.storage import StorageError
from pegout.table.hints import Question, answered
from pegout.table.phrases import NUDGE, NUDGE_SAYS, PHRASES
from pegout.table.presence import PULSE, Presence, next_change, presence_of
from pegout.table.service import ERRORS, Recipient, SeatRequest, TableService, Turn
from pegout.table.state import PERSON, TableRefused
from pegout.text import Translator, language
from pegout.text.offers import DEFAULT_LEVEL
from pegout.wire import (
    WIRE_VERSION,
    Attend,
    Automate,
    Bye,
    Done,
    Held,
    Hello,
    Hint,
    Join,
    Nudge,
    Phrase,
    Ping,
    Refused,
    Request,
    Say,
    Speak,
    StandIn,
    Sync,
    Table,
    TableChanged,
    Tutor,
    Welcome,
    encode,
)

_T = TypeVar("_T")
#: The phases in which a decision may take time; being ready or cutting takes none.
_WEIGHED: Final = (Phase.DISCARD, Phase.PLAY, Phase.SHOW)
#: The factor by which the time step of slow levels is shorter against a single person.
_FASTER_ALONE: Final = 4
#: The rate limit for hints and warnings at a table: per second, and at once after a pause.
_HINTS: Final = (2, 8)
#: The least time between two nudges of one player by another, in seconds.
_NUDGED: Final = 20


class Client(Protocol):
    """A connection to the room."""

    t: Translator
    address: str
    seat: int | None
    #: Whether the page is visible, and when a client that pings last sent a message.
    looks: bool
    last_received: float | None
    ended: bool

    @property
    def pinged(self) -> float | None:
        """When the ping was sent that the client has not answered."""

    def ping(self) -> None:
        """Send a ping, unless one is still waiting for its answer."""

    def send(self, message: bytes) -> None:
        """Queue a message for sending, in order."""

    def dismiss(self, bye: Bye) -> None:
        """Send a last message and close the connection."""


class LiveTable:
    """A table that is awake, with its connections.

    Args:
        sitting: the table and its match.
        config: the limits.
        threads: the threads for the rules and storage.
        computers: the threads in which computer players decide.
    """

    def __init__(
        self, sitting: TableService, config: Config, threads: Executor, computers: PlayerThreads
    ) -> None:
        self.sitting = sitting
        self._config = config
        self._threads = threads
        self._computers = computers
        self._loop = asyncio.get_running_loop()
        self._lock = asyncio.Lock()
        self._current: asyncio.Task[Any] | None = None
        self._begun = inf
        self._guests: dict[Client, None] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._driver: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._next_pulse = -inf
        self._phrases: dict[int, Bucket] = {}
        self._hints = Bucket(*_HINTS)
        self._nudges: dict[tuple[int, int], Bucket] = {}
        self._unseen = False
        self._closed = False
        self._preloaded: set[str] = set()
        #: The address on whose behalf computer players decide: that of the last player to connect.
        self._address = ""
        now = self._loop.time()
        self.quiet_since = now
        self._gone = dict.fromkeys(sitting.plan.persons, now)
        self._table = self._table_now()
        self._preload()

    # Entering and leaving

    async def enter(self, guest: Client, hello: Hello) -> None:
        """Admit a connection: send it a welcome and the position of the match.

        Raises:
            TableRefused: ``bad_token``, ``no_spectators`` or ``too_many_spectators``.
        """
        await self._alone(lambda: self._enter(guest, hello))

    async def _enter(self, guest: Client, hello: Hello) -> None:
        # The seat may have been taken through another server.
        await self._work(self.sitting.refresh)
        seat = self._place_of(hello.token, guest.address)
        guest.seat = seat
        guest.looks = not hello.away
        if seat is not None and guest.looks:
            await self._work(self.sitting.take_back, seat)
        recipient = _recipient(guest)
        opening = await self._work(self.sitting.opening, recipient, hello.match, hello.since)
        if guest.ended:
            return
        others = [one for one in self._guests if seat is not None and one.seat == seat]
        for one in others[: max(0, len(others) + 1 - self._config.connections_per_seat)]:
            self._guests.pop(one)
            one.dismiss(farewell("replaced", one.t, again=False))
        self._guests[guest] = None
        if seat is not None:
            self._gone.pop(seat, None)
            self._address = guest.address
        table = self._table_now()
        guest.send(encode(Welcome(WIRE_VERSION, seat, guest.t.code, table)))
        if opening is not None:
            guest.send(opening)
        self._tell_table(but=guest)

    def _place_of(self, token: str, address: str) -> int | None:
        if token:
            seat = self.sitting.seat_of(token)
            if seat is None:
                raise TableRefused("bad_token", "no seat of this table is held by that token")
            return seat
        if not self.sitting.plan.options.spectators:
            raise TableRefused("no_spectators", "nobody may watch at this table")
        if self._spectators() >= self._config.spectators:
            self._make_place(address)
        return None

    def _make_place(self, address: str) -> None:
        """Dismiss the last spectator of the busiest address, if this one has fewer."""
        spectators = [one for one in self._guests if one.seat is None]
        share = Counter([one.address for one in spectators])
        most = max(share, key=lambda one: share[one])
        if share[most] <= share[address] + 1:
            raise TableRefused("too_many_spectators", "as many watch as may")
        last = [one for one in spectators if one.address == most][-1]
        self._guests.pop(last)
        last.dismiss(farewell("too_many_spectators", last.t, again=False))

    def leave(self, guest: Client) -> None:
        """Remove a connection; its player may reconnect."""
        self._guests.pop(guest, None)
        seat = guest.seat
        if seat is not None and all(one.seat != seat for one in self._guests):
            # A client that did not answer had lost its connection before the server noticed.
            self._gone[seat] = self._loop.time() if guest.pinged is None else guest.pinged
        self.quiet_since = self._loop.time()
        self._tell_table()
        self._look_later()

    async def table(self) -> Table:
        """Return the state of the table, as everybody at it sees it."""
        await self._alone(lambda: self._work(self.sitting.refresh))
        return self._table_now()

    async def vacate(self, seats: Collection[int]) -> None:
        """Reload a table that players have left for good, and close their connections.

        Raises:
            StorageError: ``unknown_table`` if the table was removed with them.
        """

        async def vacate() -> None:
            await self._work(self.sitting.refresh)
            for guest in [one for one in self._guests if one.seat in seats]:
                self._guests.pop(guest)
                guest.dismiss(farewell("bad_token", guest.t, again=False))
            for guest in list(self._guests):
                await self._position(guest, "", 0)
            self._tell_table()

        await self._alone(vacate)

    @property
    def guests(self) -> tuple[Client, ...]:
        """The connections to the table, in the order in which they entered."""
        return tuple(self._guests)

    def dismiss_all(self, code: str) -> None:
        """Close all connections, because the table no longer exists."""
        for guest in list(self._guests):
            self._guests.pop(guest)
            guest.dismiss(farewell(code, guest.t, again=False))

    @property
    def busy(self) -> bool:
        """Whether there are connections, or work is under way."""
        driving = self._driver is not None and not self._driver.done()
        return bool(self._guests or self._tasks or driving)

    def sleep(self) -> None:
        """Start no more work; later connections enter a new room."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    async def close(self) -> None:
        """Start no more work, and finish what is under way."""
        self.sleep()
        if self._driver is not None:
            self._driver.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)

    # Requests

    async def join(self, request: Join) -> Held:
        """Seat a player at a free seat; see :meth:`TableService.join`."""

        async def sit() -> Held:
            held = await self._work(self.sitting.join, request)
            if all(guest.seat != held.seat for guest in self._guests):
                self._gone.setdefault(held.seat, self._loop.time())
            return held

        return await self._alone(sit)

    async def look(self, do: Callable[[TableService], _T]) -> _T:
        """Run a function on the table while nothing else runs on it."""
        return await self._alone(lambda: self._work(do, self.sitting))

    async def handle(self, guest: Client, request: Request) -> None:
        """Handle a request of a connection, and answer it."""
        match request:
            case Hello() | Ping():
                # The connection itself handles hello and pings before it passes requests to the
                # room.
                self._refuse(guest, "bad_message")
            case Sync(match=match, since=since):
                await self._alone(lambda: self._sync(guest, match, since))
            case Speak(language=code):
                guest.t = language(code)
                await self._alone(lambda: self._position(guest, "", 0))
            case Say(phrase=phrase):
                self._say(guest, phrase)
            case Attend(here=here):
                await self._attend(guest, here=here)
            case Nudge():
                self._nudge(guest, request)
            case Automate(automations=names):
                await self._automate(guest, names)
            case Hint() | Tutor():
                await self._hint(guest, request)
            case _:
                await self._ask_in_time(guest, request)

    async def _ask_in_time(self, guest: Client, request: SeatRequest) -> None:
        """Answer a request at most once: a client that was told to retry gets no second answer."""
        late = False

        async def ask() -> None:
            await self._ask(guest, request, lambda: late)

        try:
            await self._alone(ask)
        except StorageError as error:
            late = True
            self._refuse(guest, error.code, request.id)

    async def _ask(self, guest: Client, request: SeatRequest, late: Callable[[], bool]) -> None:
        seat = self._seated(guest, request.id)
        if seat is None:
            return
        if isinstance(request, StandIn) and self._in_vain(request, seat):
            self._refuse(guest, "seat_present", request.id)
            return
        answer = await self._work(self.sitting.ask, seat, guest.t, request)
        if late():
            return
        guest.send(encode(answer))
        if isinstance(answer, Refused):
            refused(answer.code, "table")

    async def _hint(self, guest: Client, request: Hint | Tutor) -> None:
        """Answer a request for a hint or a warning; the table stays available meanwhile."""
        seat = self._seated(guest, request.id)
        if seat is None:
            return
        if not self._hints.take():
            self._refuse(guest, "too_fast", request.id)
            return
        ask = partial(self._work, self.sitting.question, seat, guest.t, request)
        try:
            question = await self._alone(ask, looks=True)
        except StorageError as error:
            self._refuse(guest, error.code, request.id)
            return
        if isinstance(question, Refused):
            refused(question.code, "table")
            guest.send(encode(question))
            return
        task = self._loop.create_task(self._advise(guest, seat, question, request.match))
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    async def _advise(self, guest: Client, seat: int, question: Question, match: str) -> None:
        find = partial(answered, question, guest.t)
        compute = self._computers.compute(find, guest.address, Urgency.HINT)
        task = self._loop.create_task(compute)
        # The first hint of a server also waits until the tables that it needs are loaded.
        await asyncio.wait([task], timeout=waiting.PATIENCE)
        try:
            answer = await waiting.answered(task)
            if help_ := question.help_by(answer):
                log = partial(self._work, self.sitting.note_help, seat, question, help_, match)
                await self._alone(log, looks=True)
        except (StorageError, MatchError) as error:
            self._refuse(guest, error.code, question.id)
        except Exception as error:
            fault("hint", error)
            self._refuse(guest, "fault", question.id)
        else:
            guest.send(encode(answer))

    def _in_vain(self, request: StandIn, seat: int) -> bool:
        """Return whether a computer player would act for another person who is present."""
        here = self._presence().get(request.seat) == "here"
        return bool(here and request.level and request.seat != seat)

    async def _automate(self, guest: Client, names: Sequence[str]) -> None:
        seat = self._seated(guest, "")
        if seat is None:
            return
        try:
            await self._alone(lambda: self._work(self.sitting.automate, seat, names))
        except ERRORS as error:
            self._refuse(guest, error.code)

    def _refuse(self, guest: Client, code: str, name: str = "") -> None:
        refused(code, "table")
        guest.send(encode(refusal(name, code, guest.t)))

    def _seated(self, guest: Client, name: str) -> int | None:
        if guest.seat is None:
            self._refuse(guest, "only_watching", name)
        return guest.seat

    async def _sync(self, guest: Client, match: str, since: int) -> None:
        await self._work(self.sitting.refresh)
        await self._position(guest, match, since)

    async def _position(self, guest: Client, match: str, since: int) -> None:
        opening = await self._work(self.sitting.opening, _recipient(guest), match, since)
        if opening is not None:
            guest.send(opening)

    def _say(self, guest: Client, phrase: str) -> None:
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

    def _nudge(self, guest: Client, request: Nudge) -> None:
        seat = self._seated(guest, request.id)
        if seat is None:
            return
        reached = [one for one in self._guests if one.seat == request.seat]
        if request.seat == seat or request.seat not in self.sitting.plan.persons:
            self._refuse(guest, "bad_seat", request.id)
        elif not reached:
            self._refuse(guest, "nobody_there", request.id)
        elif not self._nudges.setdefault((seat, request.seat), Bucket(1 / _NUDGED, 1)).take():
            self._refuse(guest, "too_fast", request.id)
        else:
            for one in reached:
                one.send(encode(Phrase(seat, NUDGE, one.t.text(NUDGE_SAYS))))
            guest.send(encode(Done(request.id, 0)))

    # Serialised work

    async def _alone(self, do: Callable[[], Awaitable[_T]], *, looks: bool = False) -> _T:
        """Run a function while nothing else runs at this table; once begun, it finishes.

        Args:
            do: the function.
            looks: whether the function leaves the table unchanged.

        Raises:
            StorageError: ``busy`` after a timeout. A function that has begun then still finishes;
                one that has not is cancelled.
        """
        if self._loop.time() - self._begun > waiting.PATIENCE:
            raise StorageError("busy", "this table still waits for its storage")
        task = self._loop.create_task(self._locked(do, looks))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        try:
            return await waiting.answered(task)
        except StorageError:
            if not task.done() and task is not self._current:
                task.cancel()
            raise

    async def _locked(self, do: Callable[[], Awaitable[_T]], looks: bool) -> _T:
        async with self._lock:
            self._current, self._begun = asyncio.current_task(), self._loop.time()
            try:
                return await do()
            finally:
                self._current, self._begun = None, inf
                self.quiet_since = self._loop.time()
                if not looks:
                    self._look_later()
                    self.wake_players()

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # The caller receives the exception. If it is gone, this marks the exception as
            # retrieved.
            task.exception()

    async def _work(self, do: Callable[..., _T], *arguments: Any) -> _T:
        """Run a function in another thread, and send its consequences to all connections."""
        recipients = frozenset(map(_recipient, self._guests))

        def run() -> tuple[_T | None, Exception | None, dict[Recipient, bytes]]:
            try:
                result, error = do(*arguments), None
            except Exception as raised:
                result, error = None, raised
            return result, error, self.sitting.news(recipients)

        result, error, news = await self._loop.run_in_executor(self._threads, run)
        self._tell_table()
        self._tell_replaced()
        for guest in list(self._guests):
            message = news.get(_recipient(guest))
            if message is not None:
                guest.send(message)
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    # Presence

    def _spectators(self) -> int:
        return sum(guest.seat is None for guest in self._guests)

    def _presence(self) -> dict[int, Presence]:
        """Return the presence of every person."""
        now = self._loop.time()
        persons = self.sitting.plan.persons
        return {seat: presence_of(seat, self._guests, self._gone, now) for seat in persons}

    async def _attend(self, guest: Client, *, here: bool) -> None:
        guest.looks = here
        seat = guest.seat
        self._tell_table()
        if here and seat is not None and self.sitting.plan.chairs[seat].stand_in:
            await self._alone(lambda: self._work(self.sitting.take_back, seat))
        self._look_later()

    def _stand_ins(self) -> dict[int, str]:
        """Return the seats of persons for whom a computer player acts, with its level.

        The other players choose this at the table, or the host in advance for players who have been
        gone for long. While no player is connected, no computer player stands in.
        """
        if all(guest.seat is None for guest in self._guests):
            return {}
        now = self._loop.time()
        plan = self.sitting.plan
        patience = plan.options.stand_in or inf
        levels = {
            seat: DEFAULT_LEVEL
            for seat, since in self._gone.items()
            if seat in plan.persons and now - since >= patience
        }
        for seat, presence in self._presence().items():
            chosen = plan.chairs[seat].stand_in
            if chosen and presence != "here":
                levels[seat] = chosen
        return levels

    def _look_later(self) -> None:
        """Schedule a check for the next possible change of presence or stand-in."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed or all(guest.seat is None for guest in self._guests):
            return
        now = self._loop.time()
        persons = self.sitting.plan.persons
        gone = {seat: since for seat, since in self._gone.items() if seat in persons}
        patience = self.sitting.plan.options.stand_in or inf
        stands_in = [since + patience for since in gone.values() if since + patience > now]
        pulse = [max(now, self._next_pulse)] if self._in_company() else []
        soonest = min([next_change(self._guests, gone, now), *stands_in, *pulse])
        self._timer = self._loop.call_at(soonest + 0.01, self._look)

    def _look(self) -> None:
        self._timer = None
        self._ping_company()
        self._tell_table()
        self._look_later()
        if self._stand_ins():
            self.wake_players()

    def _in_company(self) -> bool:
        """Return whether several persons are connected, so that one can miss another."""
        return len({guest.seat for guest in self._guests} - {None}) > 1

    def _ping_company(self) -> None:
        """Ping the persons who are looking at the table, while others see whether they answer."""
        now = self._loop.time()
        if now < self._next_pulse or not self._in_company():
            return
        self._next_pulse = now + PULSE
        for guest in self._guests:
            if guest.seat is not None and guest.looks:
                guest.ping()

    def _table_now(self) -> Table:
        connected = {guest.seat for guest in self._guests if guest.seat is not None}
        playing = self.sitting.match is not None
        acting = self._stand_ins() if playing else {}
        table = self.sitting.table(connected, self._presence(), acting, self._spectators())
        matches = len(self.sitting.plan.matches)
        stays = lifetime(self._config, over=table.status == "over", matches=matches)
        return msgspec.structs.replace(table, kept=None if stays is None else int(stays))

    def _tell_table(self, but: Client | None = None) -> None:
        """Send the state of the table to all connections if it has changed."""
        table = self._table_now()
        if table == self._table:
            return
        self._table = table
        message = encode(TableChanged(table))
        for guest in list(self._guests):
            if guest is not but:
                guest.send(message)

    # Computer players

    def _tell_replaced(self) -> None:
        """Announce which engines were replaced, and by which level."""
        for seat, engine, level in self.sitting.replaced():
            for guest in self._guests:
                text = guest.t.text(
                    "{engine} cannot continue. The computer plays on in this seat as: {level}.",
                    engine=self.sitting.opponents.title(engine, guest.t),
                    level=self.sitting.opponents.title(level, guest.t),
                )
                guest.send(encode(Phrase(seat, "replaced", text)))

    def wake_players(self) -> None:
        """Start the task of the computer players, or have it check the table again."""
        if not self._closed:
            self._preload()
        kinds = [chair.kind for chair in self.sitting.plan.chairs]
        if self._closed or (set(kinds) <= {PERSON} and not self._stand_ins()):
            return
        self._unseen = True
        if self._driver is None or self._driver.done():
            self._driver = self._loop.create_task(self._drive())

    def _preload(self) -> None:
        """Load what the levels at this table need, before players wait for it."""
        chairs = self.sitting.plan.chairs
        kinds = {chair.kind for chair in chairs} | {chair.stand_in for chair in chairs}
        levels = kinds - {PERSON, ""} - self._preloaded
        self._preloaded |= levels
        opponents = self.sitting.opponents
        for level in filter(opponents.knows, levels):
            self._computers.preload(opponents.level(level), len(chairs))

    async def _drive(self) -> None:
        """Run the computer players, one decision at a time."""
        try:
            while self._unseen:
                self._unseen = False
                await self._decide()
        except StorageError as error:
            for guest in list(self._guests):
                self._refuse(guest, error.code)
            self._loop.call_later(self._config.retry, self.wake_players)
        except Exception as error:
            fault("player", error)
            self._loop.call_later(self._config.retry, self.wake_players)

    async def _decide(self) -> None:
        sitting = self.sitting
        turn = await self._alone(lambda: self._work(sitting.turn, self._stand_ins()), looks=True)
        while turn is not None:
            asked = turn
            try:
                action = await self._decision(asked)
                turn = await self._alone(partial(self._take, asked, action), looks=True)
            except EngineFailed as error:
                if self._closed:
                    return
                # The engine's message is for the host; players learn only that it was replaced.
                note("engine failed", engine=asked.level.name, code=error.code, why=str(error))
                turn = await self._alone(partial(self._replace, asked), looks=True)

    async def _replace(self, turn: Turn) -> Turn | None:
        return await self._work(self.sitting.replace, turn, self._stand_ins())

    async def _take(self, turn: Turn, action: Action) -> Turn | None:
        return await self._work(self.sitting.take, turn, action, self._stand_ins())

    async def _decision(self, turn: Turn) -> Action:
        """Have a computer player decide, without revealing through the delay how hard it was.

        A player with one card left needs no time, and one with four needs some. So the answer comes
        at the next multiple of a fixed time step.
        """
        begun = self._loop.time()
        action = await self._computers.choose(turn.level, turn.player, turn.view, self._address)
        step = self._step(turn)
        if step:
            await asyncio.sleep(step - (self._loop.time() - begun) % step)
        return action

    def _step(self, turn: Turn) -> float:
        """Return the time step at which a computer player answers, in seconds; 0 for at once."""
        if turn.view.phase not in _WEIGHED:
            return 0
        if len(self.sitting.plan.persons) > 1:
            return self._config.think
        # The time that a quick level takes is hidden by the delays of the network and the disk.
        return 0 if turn.level.quick else self._config.think / _FASTER_ALONE


def _recipient(guest: Client) -> Recipient:
    return guest.seat, guest.t.code
