"""Dozens of games at once: each of them goes on, and nothing is refused.

How long the players wait is measured by ``make bench ARGS=web``.
"""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from benchmarks.crowd import Crowd, Game
from pegout.storage import Library
from tests.serving import GENEROUS, Server

#: How long all games together may take to get far enough, in seconds.
PATIENCE: Final = 300.0
#: How long a player thinks, in seconds, and how far each game goes: the packs are dealt by then.
THINK: Final = 0.2
FAR: Final = 20


def a_game(server: Server) -> Game:
    code, seats = server.table([("Ann", "person"), ("", "open")])
    joined = server.post(f"/api/tables/{code}/join", {"name": "Ben"})
    assert joined.status == 200, joined.text
    return Game(2 * [server.socket(code)], [seats[0]["token"], joined.json["token"]])


@pytest.mark.parametrize(
    "games",
    [8, pytest.param(30, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.long)],
)
async def test_many_games_at_once(tmp_path: Path, games: int) -> None:
    crowd = Crowd(THINK)
    with (
        Server(tmp_path, tmp_path / "log", options=GENEROUS) as server,
        Library.open(tmp_path) as library,
    ):
        for _ in range(games):
            crowd.seat(await asyncio.to_thread(a_game, server))
        async with asyncio.timeout(PATIENCE):
            while min(match.number for match in library.matches(limit=games)) < FAR:
                assert not crowd.problems
                await asyncio.sleep(0.05)
        assert len(library.matches(limit=games)) == games
        await crowd.leave()
    assert not crowd.problems
