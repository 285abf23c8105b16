"""Tables in PostgreSQL, whose connections break again and again during the games."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pegout.storage import Library
from tests.databases import Server
from tests.web.table import ALONE, House, Player, house

QUICKLY: dict[str, Any] = {"target": 31, "first_deal": "chosen"}


async def _play(home: House, code: str, token: str, chance: random.Random) -> Counter[str]:
    """Play to the end, through every goodbye; return the refusals."""
    refused: Counter[str] = Counter()
    over = False
    while not over:
        with suppress(ConnectionClosed):
            async with home.sit(code, token) as player:
                try:
                    over = await _stay(player, chance)
                finally:
                    refused.update(
                        one["code"] for one in player.heard if one["type"] in ("refused", "bye")
                    )
    return refused


async def _stay(player: Player, chance: random.Random) -> bool:
    """Play until the match is over, or until no message has come for a while."""
    while not player.standing["over"]:
        legal = player.standing["legal"]
        if legal:
            await player.act(chance.choice(legal))
            continue
        try:
            async with asyncio.timeout(0.1):
                await player.until("events", "position")
        except TimeoutError:
            # It may have happened at the other server.
            return False
    return True


@pytest.mark.parametrize("apart", [False, True])
async def test_games_go_on_though_their_connections_are_cut(
    postgresql: Server, apart: bool
) -> None:
    with (
        postgresql.database() as name,
        Library.open(postgresql.url(name)) as library,
        Library.open(postgresql.url(name)) as other,
    ):
        async with house(library) as one, house(other) as two, asyncio.timeout(90):
            alone, mine = await one.table(ALONE, **QUICKLY)
            pair, held = await one.table([("Ann", "person"), ("Ben", "open")], **QUICKLY)
            cutting = asyncio.create_task(_cut(postgresql, name))
            try:
                refused = await asyncio.gather(
                    _play(one, alone, mine[0], random.Random(1)),
                    _play(one, pair, held[0], random.Random(2)),
                    _play(two if apart else one, pair, held[1], random.Random(3)),
                )
            finally:
                cutting.cancel()
                await asyncio.wait([cutting])
        rules = {"wrong_action", "not_your_turn", "not_your_card", "can_play"}
        for codes in refused:
            assert set(codes) <= {"unreachable", "conflict", "busy"} | rules


async def _cut(server: Server, name: str) -> None:
    while True:
        await asyncio.sleep(0.05)
        await asyncio.to_thread(server.disconnect, name)
