"""Tables in PostgreSQL, whose connections break again and again during the games."""

import asyncio
import random
from collections import Counter
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from pegout.storage import Library
from tests.databases import Server
from tests.server.table import ALONE, QUICKLY, House, Player, house


class Cuts:
    """Cuts all connections to a database after every few actions."""

    def __init__(self, server: Server, name: str, every: int) -> None:
        self._server, self._name, self._every = server, name, every
        self._actions = 0
        self.times = 0

    async def acted(self) -> None:
        self._actions += 1
        if self._actions % self._every == 0:
            self.times += 1
            await asyncio.to_thread(self._server.disconnect, self._name)


async def _play(
    home: House, code: str, token: str, chance: random.Random, cuts: Cuts
) -> Counter[str]:
    """Play to the end, through every goodbye; return the refusals."""
    refused: Counter[str] = Counter()
    over = False
    while not over:
        with suppress(ConnectionClosed):
            async with home.sit(code, token) as player:
                try:
                    over = await _stay(player, chance, cuts)
                finally:
                    refused.update(
                        said["code"] for said in player.heard if said["type"] in ("refused", "bye")
                    )
    return refused


async def _stay(player: Player, chance: random.Random, cuts: Cuts) -> bool:
    """Play until the match is over, or until no message has come for a while."""
    while not player.standing["over"]:
        legal = player.standing["legal"]
        if legal:
            await player.act(chance.choice(legal))
            await cuts.acted()
            continue
        try:
            async with asyncio.timeout(0.1):
                await player.until("events", "position")
        except TimeoutError:
            # It may have happened at the other server.
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("apart", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_games_go_on_as_their_connections_are_cut(postgresql: Server, apart: bool) -> None:
    with (
        postgresql.database() as name,
        Library.open(postgresql.url(name)) as library,
        Library.open(postgresql.url(name)) as other,
    ):
        cuts = Cuts(postgresql, name, 4)
        async with house(library) as here, house(other) as there:
            alone, mine = await here.table(ALONE, **QUICKLY)
            pair, held = await here.table([("Ann", "person"), ("Ben", "open")], **QUICKLY)
            refused = await asyncio.gather(
                _play(here, alone, mine[0], random.Random(1), cuts),
                _play(here, pair, held[0], random.Random(2), cuts),
                _play(there if apart else here, pair, held[1], random.Random(3), cuts),
            )
        assert cuts.times > 5
        rules = {"wrong_action", "not_your_turn", "not_your_card", "can_play"}
        for codes in refused:
            assert set(codes) <= {"unreachable", "conflict", "busy"} | rules
