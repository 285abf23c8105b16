"""A live table: one table that is loaded, and the connections to it.

It handles one request after another. The work on the match and all waiting for the disk run in
another thread. Events are stored before they are sent, and all clients receive them before the next
request begins. A live table is one class of many short methods, because all of them share a lock
and change the same state: who is connected, and what is under way.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor
from functools import partial
from math import inf
from typing import Any, Final, Protocol, TypeVar

import msgspec

from pegout.match import Match, MatchError, is_nameless
from pegout.server import timeouts
from pegout.server.answers import farewell, fault_code, refusal
from pegout.server.computer_players import ComputerPlayers
from pegout.server.config import Config
from pegout.server.fair_queue import Urgency
from pegout.server.limits import Bucket
from pegout.server.logs import fault
from pegout.server.retention import lifetime
from pegout.server.table_driver import TableDriver
from pegout.table import peers
from pegout.table.hints import Question, answer_hint
from pegout.table.peers import Peers, Sight, TableMark
from pegout.table.phrases import NUDGE, NUDGE_SAYS, PHRASES
from pegout.table.presence import Attendance, Connected, Presence, Visit
from pegout.table.service import ERRORS, Recipient, SeatRequest, TableService, Turn
from pegout.table.state import TableRefused
from pegout.table.store import StoreError
from pegout.text import Translator, language
from pegout.wire import table as wire
from pegout.wire.codecs import encode
from pegout.wire.http import Join, SeatGranted

_T = TypeVar("_T")
#: The rate limit for hints and warnings at a table: per second, and at once after a pause.
_HINTS: Final = (2, 8)
#: The minimum time between two nudges of one player by another, in seconds.
_NUDGED: Final = 20


class Client(Connected, Protocol):
    """A connection to the table."""

    t: Translator
    address: str
    ended: bool

    @property
    def kind(self) -> str:
        """What the connection is to the server."""

    def send(self, message: bytes) -> None:
        """Queue a message for sending, in order."""

    def refuse(self, refusal: wire.Refused) -> None:
        """Send the refusal of a request."""

    def dismiss(self, bye: wire.Bye) -> None:
        """Send a last message and close the connection."""


class LiveTable:
    """A table that is loaded, with its connections.

    ``follow`` receives the match with the address of its player after everything that happens. The
    ``sight`` is what the peers have seen of the table while it was loaded.
    """

    def __init__(
        self,
        service: TableService,
        config: Config,
        threads: Executor,
        computers: ComputerPlayers,
        follow: Callable[[Match, str], None],
        others: Peers,
        sight: Sight | None = None,
    ) -> None:
        self.service = service
        self._peers = others
        self._follow = follow
        self._config = config
        self._threads = threads
        self._computers = computers
        self._loop = asyncio.get_running_loop()
        self._lock = asyncio.Lock()
        self._current: asyncio.Task[Any] | None = None
        self._current_since = inf
        #: The connections, each with the key of the seat that it holds.
        self._clients: dict[Client, str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._phrases: dict[int, Bucket] = {}
        self._hints = Bucket(*_HINTS)
        self._nudges: dict[tuple[int, int], Bucket] = {}
        self._closed = False
        now = self._loop.time()
        self.idle_since = now
        self._attendance = Attendance(service.state.persons, now)
        #: Who is connected here, as the other servers were told, and when persons lost their last
        #: connection to one of those.
        self._visit = Visit()
        self._lost: dict[int, float] = {}
        #: The newest mark of which another server has told, and the task that goes after it.
        self._newest = service.mark
        self._catching_up: asyncio.Task[None] | None = None
        if sight is not None:
            self._attendance.meet(sight.visits, (), {}, now)
        self._table = self._table_now()
        is_led = sight is not None and not sight.is_free
        self._driver = TableDriver(self, config, threads, computers, others, is_led=is_led)

    # Entering and leaving

    async def enter(self, client: Client, hello: wire.Hello) -> None:
        """Admit a connection: send it a welcome and the position of the match.

        Raises:
            TableRefused: ``bad_token``, ``no_spectators`` or ``too_many_spectators``.
        """
        await self._exclusive(partial(self._enter, client, hello))

    async def _enter(self, client: Client, hello: wire.Hello) -> None:
        # The seat may have been taken through another server.
        await self._in_thread(self.service.refresh)
        self.service.state.check_open()
        seat = self._seat_of(hello.token, client.address)
        client.seat, client.visible = seat, not hello.away
        if seat is not None and client.visible:
            await self._in_thread(self.service.end_stand_in, seat)
        recipient = _recipient(client)
        first = await self._in_thread(
            self.service.first_message, recipient, hello.match, hello.since
        )
        if client.ended:
            return
        if seat is not None:
            self._close_surplus(seat)
            self._attendance.arrive(seat)
            self._driver.address = client.address
        self._clients[client] = "" if seat is None else self.service.state.seats[seat].key
        welcome = wire.Welcome(wire.WIRE_VERSION, seat, client.t.code, self._table_now())
        client.send(encode(welcome))
        if first is not None:
            client.send(first)
        self._send_table(but=client)

    def _close_surplus(self, seat: int) -> None:
        """Close the oldest connections of a seat, so that it may have one more."""
        own = [client for client in self._clients if client.seat == seat]
        for other in own[: max(0, len(own) + 1 - self._config.connections_per_seat)]:
            self._clients.pop(other)
            other.dismiss(farewell("replaced", other.t, again=False))

    def _seat_of(self, token: str, address: str) -> int | None:
        if token:
            seat = self.service.seat_of(token)
            if seat is None:
                raise TableRefused("bad_token", "no seat of this table is held by that token")
            return seat
        if not self.service.state.options.spectators:
            raise TableRefused("no_spectators", "nobody may watch at this table")
        if self._spectators() >= self._config.spectators:
            self._make_space(address)
        return None

    def _make_space(self, address: str) -> None:
        """Dismiss the last spectator of the busiest address, if this one has fewer."""
        spectators = [client for client in self._clients if client.seat is None]
        share = Counter([client.address for client in spectators])
        busiest = max(share, key=lambda name: share[name], default=address)
        if share[busiest] <= share[address] + 1:
            raise TableRefused("too_many_spectators", "as many watch as may")
        last = [client for client in spectators if client.address == busiest][-1]
        self._clients.pop(last)
        last.dismiss(farewell("too_many_spectators", last.t, again=False))

    def leave(self, client: Client) -> None:
        """Remove a connection; its player may reconnect."""
        self._clients.pop(client, None)
        seat = client.seat
        if seat is not None and all(other.seat != seat for other in self._clients):
            # A client that did not answer had lost its connection before the server noticed.
            lost = self._loop.time() if client.pinged is None else client.pinged
            self._attendance.depart(seat, lost)
        self.idle_since = self._loop.time()
        self._send_table()
        self._schedule_check()

    async def table(self) -> wire.Table:
        """Return the state of the table, as everybody at it sees it."""
        await self._run(self.service.refresh)
        self.service.state.check_open()
        return self._table_now()

    async def refresh(self) -> None:
        """Load what another program has changed, and tell everybody at the table.

        Raises:
            StoreError: ``unknown_table`` if the table was removed.
        """
        await self._run(self.service.refresh)

    @property
    def clients(self) -> tuple[Client, ...]:
        """The connections to the table, in the order in which they entered."""
        return tuple(self._clients)

    def _dismiss_lost(self) -> None:
        """Close the connections of those who no longer hold their seat; all at a closed table."""
        state = self.service.state
        if state.closed:
            self.dismiss_all("closed_table")
        for client, key in list(self._clients.items()):
            if client.seat is not None and state.seats[client.seat].key != key:
                # Who has left for good is named no more; somebody else has the seat of another.
                left = is_nameless(state.seats[client.seat].name)
                self._clients.pop(client)
                client.dismiss(farewell("bad_token" if left else "removed", client.t, again=False))

    def dismiss_all(self, code: str, *, again: bool = False) -> None:
        """Close all connections, because the table is closed, there no more, or unreadable."""
        for client in list(self._clients):
            self._clients.pop(client)
            client.dismiss(farewell(code, client.t, again=again))
        self._tell_visit()

    @property
    def busy(self) -> bool:
        """Whether there are connections, or work is under way."""
        return bool(self._clients or self._tasks or self._driver.busy)

    @property
    def attended_from(self) -> str | None:
        """The address of a connected player; ``None`` without any."""
        return next((client.address for client in self._clients if client.seat is not None), None)

    def resume_players(self) -> None:
        """Have the computer players act that have to."""
        self._driver.resume()

    def unload(self) -> None:
        """Start no more work; a later connection has the table loaded once more."""
        self._closed = True
        self._driver.unload()
        if self._timer is not None:
            self._timer.cancel()

    async def close(self) -> None:
        """Start no more work, and finish what is under way."""
        self.unload()
        self._driver.close()
        while self._tasks:
            await asyncio.wait(self._tasks)

    # Requests

    async def join(self, request: Join) -> SeatGranted:
        """Seat a player at a free seat; see :meth:`TableService.join`."""

        async def join() -> SeatGranted:
            granted = await self._in_thread(self.service.join, request)
            if all(client.seat != granted.seat for client in self._clients):
                self._attendance.depart(granted.seat, self._loop.time())
            return granted

        return await self._exclusive(join)

    async def look(self, do: Callable[[TableService], _T]) -> _T:
        """Run a function on the table while nothing else runs on it."""
        return await self._run(do, self.service)

    async def handle(self, client: Client, request: wire.Request) -> None:
        """Handle a request of a connection, and answer it."""
        match request:
            case wire.Hello() | wire.Ping():
                # The connection itself handles hello and pings before it passes requests on.
                self._refuse(client, "bad_message")
            case wire.Sync():
                await self._exclusive(partial(self._sync, client, request))
            case wire.SetLanguage(language=code):
                client.t = language(code)
                await self._exclusive(partial(self._send_position, client, "", 0))
            case wire.Say(phrase=phrase):
                self._say(client, phrase)
            case wire.SetPresence(here=here):
                await self._set_presence(client, here=here)
            case wire.Nudge():
                self._nudge(client, request)
            case wire.Automate(automations=names):
                await self._automate(client, names)
            case wire.Hint() | wire.Tutor():
                await self._hint(client, request)
            case _:
                await self._act(client, request)

    async def _act(self, client: Client, request: SeatRequest) -> None:
        """Carry out a request of a seat; a client that was told to retry gets no second answer."""
        seat = self._seated(client, request.id)
        if seat is None:
            return
        if isinstance(request, wire.StandIn) and self._in_vain(request, seat):
            self._refuse(client, "seat_present", request.id)
            return
        try:
            answer = await self._run(self.service.ask, seat, client.t, request)
        except StoreError as error:
            self._refuse(client, error.code, request.id)
            return
        if isinstance(answer, wire.Refused):
            client.refuse(answer)
        else:
            client.send(encode(answer))

    async def _hint(self, client: Client, request: wire.Hint | wire.Tutor) -> None:
        """Answer a request for a hint or a warning; the table stays available meanwhile."""
        seat = self._seated(client, request.id)
        if seat is None:
            return
        if not self._hints.take():
            self._refuse(client, "too_fast", request.id)
            return
        try:
            question = await self._run(
                self.service.question, seat, client.t, request, read_only=True
            )
        except StoreError as error:
            self._refuse(client, error.code, request.id)
            return
        if isinstance(question, wire.Refused):
            client.refuse(question)
            return
        self._start(self._answer_hint(client, seat, question, request.match))

    async def _answer_hint(self, client: Client, seat: int, question: Question, match: str) -> None:
        find = partial(answer_hint, question, client.t)
        task = self._loop.create_task(self._computers.compute(find, client.address, Urgency.HINT))
        # The first hint of a server also waits until the tables that it needs are loaded.
        await asyncio.wait([task], timeout=timeouts.PATIENCE)
        try:
            answer = await timeouts.with_timeout(task)
            if help_ := question.help_by(answer):
                await self._run(
                    self.service.note_help, seat, question, help_, match, read_only=True
                )
        except (StoreError, MatchError) as error:
            self._refuse(client, error.code, question.id)
        except Exception as error:
            fault("hint", error)
            self._refuse(client, fault_code(error), question.id)
        else:
            client.send(encode(answer))

    def _in_vain(self, request: wire.StandIn, seat: int) -> bool:
        """Return whether a computer player would act for another person who is present."""
        here = self._presence().get(request.seat) == "here"
        return bool(here and request.level and request.seat != seat)

    async def _automate(self, client: Client, names: Sequence[str]) -> None:
        seat = self._seated(client, "")
        if seat is None:
            return
        try:
            await self._run(self.service.automate, seat, names)
        except ERRORS as error:
            self._refuse(client, error.code)

    def _refuse(self, client: Client, code: str, name: str = "") -> None:
        client.refuse(refusal(name, code, client.t))

    def _seated(self, client: Client, name: str) -> int | None:
        if client.seat is None:
            self._refuse(client, "only_watching", name)
        return client.seat

    async def _sync(self, client: Client, request: wire.Sync) -> None:
        await self._in_thread(self.service.refresh)
        await self._send_position(client, request.match, request.since)

    async def _send_position(self, client: Client, match: str, since: int) -> None:
        recipient = _recipient(client)
        message = await self._in_thread(self.service.first_message, recipient, match, since)
        if message is not None:
            client.send(message)

    def _say(self, client: Client, phrase: str) -> None:
        seat = self._seated(client, "")
        if seat is None:
            return
        rate = self._config.phrases
        bucket = self._phrases.setdefault(seat, Bucket(rate / 10, rate))
        if not self.service.state.options.chat:
            self._refuse(client, "no_phrases")
        elif phrase not in PHRASES:
            self._refuse(client, "unknown_phrase")
        elif not bucket.take():
            self._refuse(client, "too_fast")
        else:
            self._send_phrase(seat, phrase)
            self._peers.tell(peers.Said(self.service.code, seat, phrase))

    def _send_phrase(self, seat: int, phrase: str) -> None:
        for client in self._clients:
            client.send(encode(wire.Phrase(seat, phrase, client.t.text(PHRASES[phrase]))))

    def _nudge(self, client: Client, request: wire.Nudge) -> None:
        seat = self._seated(client, request.id)
        if seat is None:
            return
        reached = {client.seat for client in self._clients} | self._attendance.seats_elsewhere
        if request.seat == seat or request.seat not in self.service.state.persons:
            self._refuse(client, "bad_seat", request.id)
        elif request.seat not in reached:
            self._refuse(client, "nobody_there", request.id)
        elif not self._nudges.setdefault((seat, request.seat), Bucket(1 / _NUDGED, 1)).take():
            self._refuse(client, "too_fast", request.id)
        else:
            self._send_nudge(seat, request.seat)
            self._peers.tell(peers.Nudged(self.service.code, seat, request.seat))
            client.send(encode(wire.Done(request.id, 0)))

    def _send_nudge(self, seat: int, nudged: int) -> None:
        for client in self._clients:
            if client.seat == nudged:
                client.send(encode(wire.Phrase(seat, NUDGE, client.t.text(NUDGE_SAYS))))

    # What other servers tell

    @property
    def follows(self) -> bool:
        """Whether this server needs to know at once what happens at the table elsewhere."""
        return bool(self._clients) or self.service.lease is not None

    @property
    def waits(self) -> bool:
        """Whether this server would move the computer players if no other one did."""
        return self.follows or self._driver.is_led

    def hear(self, notice: peers.About) -> None:
        """Do what a notice of another server asks for."""
        match notice:
            case peers.Changed(mark=mark) if self.follows:
                self._catch_up(mark)
            case peers.Attended(lost=lost):
                now = self._loop.time()
                self._lost |= {seat: now - seconds for seat, seconds in lost.items()}
            case peers.Said(seat=seat, phrase=phrase) if phrase in PHRASES:
                self._send_phrase(seat, phrase)
            case peers.Nudged(seat=seat, other=other):
                self._send_nudge(seat, other)
            case peers.Replaced(seat=seat, engine=engine, level=level):
                self._send_replaced(seat, engine, level)

    def meet(self, sight: Sight) -> None:
        """Take note of how far the table has got, and of who is connected to other servers."""
        self._attendance.meet(sight.visits, self._clients, self._lost, self._loop.time())
        self._lost = {}
        self._driver.is_led = not sight.is_free
        if self.follows:
            self._catch_up(sight.mark)
        self._send_table()
        self._schedule_check()
        if sight.visits and not self._clients:
            # A server where somebody is connected takes over.
            self._driver.give_up_lease()
        elif not self._driver.holds_lease or self.stand_ins():
            self._driver.resume()

    def _catch_up(self, mark: TableMark) -> None:
        """Begin to read what another server has stored, unless it is known."""
        if self._newest.is_behind(mark):
            self._newest = mark
        idle = self._catching_up is None or self._catching_up.done()
        if idle and not self._closed and self.service.mark.is_behind(self._newest):
            self._catching_up = self._start(self._read_on())

    async def _read_on(self) -> None:
        """Read up to the newest mark; it may advance meanwhile."""
        read: TableMark | None = None
        while read != self._newest and self.service.mark.is_behind(self._newest):
            read = self._newest
            await self._run(self.service.refresh, read)

    def _tell_visit(self) -> None:
        """Tell the other servers who is connected here, if that has changed."""
        now = self._loop.time()
        before, self._visit = self._visit, self._attendance.visit(self._clients, now)
        if self._visit != before:
            gone = before.seats.keys() - self._visit.seats.keys()
            lost = {seat: now - self._attendance.gone_since(seat, now) for seat in gone}
            self._peers.attend(self.service.code, self._visit, lost)

    # Serialised work

    async def _run(self, do: Callable[..., _T], *arguments: Any, read_only: bool = False) -> _T:
        """Run a function in another thread while nothing else runs at this table."""
        work = partial(self._in_thread, do, *arguments)
        return await self._exclusive(work, read_only=read_only)

    async def _exclusive(
        self, do: Callable[[], Coroutine[Any, Any, _T]], *, read_only: bool = False
    ) -> _T:
        """Run a function while nothing else runs at this table; once begun, it finishes.

        Raises:
            StoreError: ``busy`` after a timeout. A function that has begun then still finishes;
                one that has not is cancelled.
        """
        if self._loop.time() - self._current_since > timeouts.PATIENCE:
            raise StoreError("busy", "this table still waits for its storage")
        task = self._start(self._locked(do, read_only))
        try:
            return await timeouts.with_timeout(task)
        except StoreError:
            if not task.done() and task is not self._current:
                task.cancel()
            raise

    async def _locked(self, do: Callable[[], Coroutine[Any, Any, _T]], read_only: bool) -> _T:
        async with self._lock:
            self._current, self._current_since = asyncio.current_task(), self._loop.time()
            try:
                return await do()
            finally:
                self._current, self._current_since = None, inf
                self.idle_since = self._loop.time()
                if not read_only:
                    self._schedule_check()
                    self._driver.resume()

    def _start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Start a task that finishes even if nobody waits for it."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # The caller receives the exception. If it is gone, this marks the exception as
            # retrieved.
            task.exception()

    async def _in_thread(self, do: Callable[..., _T], *arguments: Any) -> _T:
        """Run a function in another thread, and send its consequences to all connections."""
        recipients = frozenset(map(_recipient, self._clients))

        def run() -> tuple[_T | None, Exception | None, dict[Recipient, bytes], TableMark | None]:
            try:
                result, error = do(*arguments), None
            except Exception as raised:
                result, error = None, raised
            messages = self.service.pending_messages(recipients)
            return result, error, messages, self.service.pending_mark()

        result, error, messages, mark = await self._loop.run_in_executor(self._threads, run)
        if mark is not None:
            self._peers.tell(peers.Changed(self.service.code, *mark))
        self._dismiss_lost()
        self._send_table()
        self._announce_replaced()
        if messages and self.service.match is not None and not self._driver.is_led:
            self._follow(self.service.match, self._driver.address)
        for client in list(self._clients):
            message = messages.get(_recipient(client))
            if message is not None:
                client.send(message)
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    # Presence

    def _spectators(self) -> int:
        here = sum(client.seat is None for client in self._clients)
        return here + self._attendance.spectators_elsewhere

    def _presence(self) -> dict[int, Presence]:
        now, persons = self._loop.time(), self.service.state.persons
        return self._attendance.presence(persons, self._clients, now)

    def stand_ins(self) -> dict[int, str]:
        """Return the seats of persons for whom a computer player acts, with its level."""
        return self._attendance.stand_ins(self.service.state, self._clients, self._loop.time())

    async def _set_presence(self, client: Client, *, here: bool) -> None:
        client.visible = here
        seat = client.seat
        self._send_table()
        if here and seat is not None and self.service.state.seats[seat].stand_in:
            await self._run(self.service.end_stand_in, seat)
        self._schedule_check()

    def _schedule_check(self) -> None:
        """Schedule a check for the next possible change of presence or stand-in."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed or not self.follows:
            return
        now = self._loop.time()
        soonest = self._attendance.next_change(self.service.state, self._clients, now)
        if soonest is not None:
            self._timer = self._loop.call_at(soonest + 0.01, self._check_presence)

    def _check_presence(self) -> None:
        self._timer = None
        self._attendance.ping_company(self._clients, self._loop.time())
        self._send_table()
        self._schedule_check()
        if self.stand_ins():
            self._driver.resume()

    def _table_now(self) -> wire.Table:
        here = {client.seat for client in self._clients if client.seat is not None}
        connected = here | self._attendance.seats_elsewhere
        playing = self.service.match is not None
        acting = self.stand_ins() if playing else {}
        table = self.service.table(connected, self._presence(), acting, self._spectators())
        matches = len(self.service.state.matches)
        stays = lifetime(self._config, over=table.status == "over", matches=matches)
        return msgspec.structs.replace(table, kept=None if stays is None else int(stays))

    def _send_table(self, but: Client | None = None) -> None:
        """Send the state of the table to all connections if it has changed."""
        self._tell_visit()
        table = self._table_now()
        if table == self._table:
            return
        self._table = table
        message = encode(wire.TableChanged(table))
        for client in list(self._clients):
            if client is not but:
                client.send(message)

    # Computer players

    def _announce_replaced(self) -> None:
        """Announce which engines were replaced, and by which level."""
        for seat, engine, level in self.service.replaced():
            self._send_replaced(seat, engine, level)
            self._peers.tell(peers.Replaced(self.service.code, seat, engine, level))

    def _send_replaced(self, seat: int, engine: str, level: str) -> None:
        for client in self._clients:
            text = client.t.text(
                "{engine} cannot continue. The computer plays on in this seat as: {level}.",
                engine=self.service.opponents.title(engine, client.t),
                level=self.service.opponents.title(level, client.t),
            )
            client.send(encode(wire.Phrase(seat, "replaced", text)))

    def refuse_all(self, code: str) -> None:
        """Tell everybody why the computer players do not play now."""
        for client in list(self._clients):
            self._refuse(client, code)

    async def next_turn(self, do: Callable[..., Turn | None], *arguments: Any) -> Turn | None:
        """Run a function of the service, with the stand-ins, while nothing else runs here."""

        async def work() -> Turn | None:
            return await self._in_thread(do, *arguments, self.stand_ins())

        return await self._exclusive(work, read_only=True)


def _recipient(client: Client) -> Recipient:
    return client.seat, client.t.code
