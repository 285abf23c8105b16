"""A live table without sockets, whose clients only collect their messages."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from pegout.fairness import Secrets
from pegout.rules import Rules
from pegout.server.config import Config
from pegout.server.live_table import LiveTable
from pegout.server.live_tables import LiveTables
from pegout.server.meter import Meter
from pegout.server.thread_pools import ThreadPools
from pegout.storage import Library
from pegout.table.sources import Sources
from pegout.text import Translator, language
from pegout.wire.codecs import ACTIONS, encode
from pegout.wire.http import Order, SeatOrder
from pegout.wire.table import Act, Bye, Hello, Refused, TableOptions
from tests.cases import present
from tests.server.table import PATIENCE, QUICK
from tests.sources import machine


class Client:
    """A connection that collects its messages in a list."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.t: Translator = language("en")
        self.address = address
        self.seat: int | None = None
        self.visible = True
        self.last_received: float | None = None
        #: When the ping was sent that is not answered yet; a test answers with ``None``.
        self.pinged: float | None = None
        self.ended = False
        self.kind = "player"
        self.sent: list[bytes] = []

    def ping(self) -> None:
        self.pinged = self.pinged or asyncio.get_running_loop().time()

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def refuse(self, refusal: Refused) -> None:
        self.send(encode(refusal))

    def dismiss(self, bye: Bye) -> None:
        self.ended = True

    def heard(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in map(json.loads, self.sent) if message["type"] == kind]


class Home:
    """The tables of a library, without a server."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables

    @asynccontextmanager
    async def table(
        self, kinds: list[str], options: TableOptions | None = None, **switches: Any
    ) -> AsyncIterator[tuple[LiveTable, list[str]]]:
        """Set up a table of persons and computer players; yield the live table and the tokens."""
        order = Order(
            seats=[SeatOrder(f"P{seat}", kind) for seat, kind in enumerate(kinds)],
            options=options or TableOptions(),
        )
        made = Rules(players=len(kinds), **switches)
        table = await self.tables.create(order, made)
        async with self.tables.visit(table.code) as live_table:
            yield live_table, [seat.token for seat in table.seats]


@asynccontextmanager
async def home(
    library: Library | None = None,
    secrets: Secrets | None = None,
    sources: Sources | None = None,
    **limits: Any,
) -> AsyncIterator[Home]:
    config: Config = replace(QUICK, **limits)
    with library or Library.open("sqlite://") as kept:
        pools = ThreadPools(config)
        tables = LiveTables(kept, config, sources or machine(secrets), pools.executors, Meter())
        try:
            yield Home(tables)
        finally:
            await tables.close()
            await pools.close(tables.opponents.close)


async def enter(
    live_table: LiveTable, token: str = "", address: str = "192.0.2.1", **hello: Any
) -> Client:
    client = Client(address)
    await live_table.enter(client, Hello(1, token, **hello))
    return client


async def stood_in(here: Home) -> None:
    """Wait until a computer player has acted for a person who is gone, at a table of its own."""
    async with here.table(["person", "person"], TableOptions(stand_in=1)) as (live_table, held):
        match = present(live_table.service.match)
        await enter(live_table, held[0])
        await pass_time(1)
        await until(lambda: 1 not in match.to_act)


async def act(live_table: LiveTable, client: Client, action: Any, name: str = "x") -> None:
    match = present(live_table.service.match)
    await live_table.handle(client, Act(name, match.setup.id, ACTIONS.encode(action)))


async def pass_time(seconds: float) -> None:
    """Move the clock of the event loop forward; whatever was due by then happens at once.

    A real socket, a thread and a rate limit have clocks of their own, which go on as before.
    """
    loop = asyncio.get_running_loop()
    before = loop.time
    loop.time = lambda: before() + seconds  # type: ignore[method-assign]
    # The first turn of the loop finds the timers, the next ones run them and what they wake.
    for _ in range(4):
        await asyncio.sleep(0)


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)
