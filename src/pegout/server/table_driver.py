"""Move the computer players of a live table, while this server holds the lease of the table."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final, Protocol

from pegout.players.engines import EngineFailed
from pegout.rules import Action
from pegout.server.answers import fault_code
from pegout.server.computer_players import ComputerPlayers
from pegout.server.config import Config
from pegout.server.logs import fault, note
from pegout.table.peers import Peers
from pegout.table.service import TableService, Turn
from pegout.table.state import PERSON
from pegout.table.store import StoreError
from pegout.text.pacing import PACING

#: The factor by which the time step of slow levels is shorter against a single person.
_FASTER_ALONE: Final = 4
#: After how many seconds a lease is taken again that could not be renewed in time.
_LEASE_DOUBTED: Final = 0.2


class DrivenTable(Protocol):
    """What the computer players need of their table."""

    service: TableService

    def stand_ins(self) -> dict[int, str]:
        """Return the seats of persons for whom a computer player acts, with its level."""

    async def next_turn(self, do: Callable[..., Turn | None], *arguments: Any) -> Turn | None:
        """Run a function of the service, with the stand-ins, while nothing else runs there."""

    def refuse_all(self, code: str) -> None:
        """Tell everybody why the computer players do not play now."""


class TableDriver:
    """The computer players of one table.

    ``is_led`` says whether another server moves them, as far as is known.
    """

    def __init__(
        self,
        table: DrivenTable,
        config: Config,
        threads: Executor,
        computers: ComputerPlayers,
        peers: Peers,
        *,
        is_led: bool,
    ) -> None:
        #: The address on whose behalf they decide: that of the last player to connect.
        self.address = ""
        self.is_led = is_led
        self._table = table
        self._service = table.service
        self._config = config
        self._threads = threads
        self._computers = computers
        self._peers = peers
        self._loop = asyncio.get_running_loop()
        self._running: asyncio.Task[None] | None = None
        self._has_changed = False
        self._closed = False
        self._preloaded: set[str] = set()
        self._preload()

    @property
    def busy(self) -> bool:
        """Whether one of them is deciding."""
        return self._running is not None and not self._running.done()

    @property
    def holds_lease(self) -> bool:
        """Whether this server may move them, by what is known here."""
        lease = self._service.lease
        return lease is not None and self._peers.holds(lease)

    def resume(self) -> None:
        """Start the task that moves them, or have it check the table again."""
        if self._closed or self.is_led:
            return
        self._preload()
        kinds = {seat_state.kind for seat_state in self._service.state.seats}
        if kinds <= {PERSON} and not self._table.stand_ins():
            return
        self._has_changed = True
        if not self.busy:
            self._running = self._loop.create_task(self._drive())

    def give_up_lease(self) -> None:
        """Leave them, with the processes of engines, to another server."""
        if self._service.lease is not None:
            self._service.lease = None
            self._threads.submit(self._service.leave)

    def unload(self) -> None:
        """Begin no other decision."""
        self._closed = True

    def close(self) -> None:
        """Drop the decision that is under way."""
        self.unload()
        if self._running is not None:
            self._running.cancel()

    def _preload(self) -> None:
        """Load what the levels at this table need, before players wait for it."""
        if self.is_led:
            return
        seats = self._service.state.seats
        kinds = {kind for seat_state in seats for kind in (seat_state.kind, seat_state.stand_in)}
        levels = kinds - {PERSON, ""} - self._preloaded
        self._preloaded |= levels
        opponents = self._service.opponents
        for level in filter(opponents.knows, levels):
            self._computers.preload(opponents.level(level), len(seats))

    async def _drive(self) -> None:
        """Run the computer players, one decision at a time."""
        try:
            while self._has_changed:
                self._has_changed = False
                if await self._leads():
                    await self._decide()
        except StoreError as error:
            if error.code == "lease_lost":
                self.give_up_lease()
                # The other server may have left the table since.
                self._loop.call_soon(self.resume)
            else:
                self._resume_later(error.code)
        except Exception as error:
            fault("player", error)
            self._resume_later(fault_code(error))

    async def _leads(self) -> bool:
        """Return whether this server moves the computer players; take the lease if it is free."""
        if not self.holds_lease:
            take = partial(self._peers.take, self._service.code)
            self._service.lease = await self._loop.run_in_executor(self._threads, take)
            self.is_led = self._service.lease is None
        return not self.is_led

    def _resume_later(self, code: str) -> None:
        """Tell everybody why the computer players do not play now, and have them try again."""
        self._table.refuse_all(code)
        self._loop.call_later(self._config.retry, self.resume)

    async def _decide(self) -> None:
        service, table = self._service, self._table
        turn = await table.next_turn(service.turn)
        while turn is not None:
            if not self.holds_lease:
                # The next renewal may be late, and is awaited.
                self._loop.call_later(_LEASE_DOUBTED, self.resume)
                return
            decided = turn
            try:
                action = await self._decision(decided)
                turn = await table.next_turn(service.take, decided, action)
            except EngineFailed as error:
                if self._closed:
                    return
                # The engine's message is for the host; players learn only that it was replaced.
                note("engine failed", engine=decided.level.name, code=error.code, why=str(error))
                turn = await table.next_turn(service.replace, decided)

    async def _decision(self, turn: Turn) -> Action:
        """Have a computer player decide, without revealing through the delay how hard it was.

        A player with one card left needs no time, and one with four needs some. So the answer comes
        at the next multiple of a fixed time step.
        """
        begun = self._loop.time()
        action = await self._computers.choose(turn.level, turn.player, turn.view, self.address)
        step = self._step(turn)
        if step:
            await asyncio.sleep(step - (self._loop.time() - begun) % step)
        return action

    def _step(self, turn: Turn) -> float:
        """Return the time step at which a computer player answers, in seconds; 0 for at once."""
        # Being ready or cutting takes no time.
        if turn.view.phase not in PACING.deciding:
            return 0
        if len(self._service.state.persons) > 1:
            return self._config.think
        # The time that a quick level takes is hidden by the delays of the network and the disk.
        return 0 if turn.level.quick else self._config.think / _FASTER_ALONE
