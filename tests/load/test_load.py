"""Dozens of games at once: no player waits, nothing is refused, and finished games are freed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median

import pytest

from benchmarks.crowd import Crowd, Game
from tests.serving import GENEROUS, Server


def a_game(server: Server) -> Game:
    code, seats = server.table([("Ann", "person"), ("", "open")])
    joined = server.post(f"/api/tables/{code}/join", {"name": "Ben"})
    assert joined.status == 200, joined.text
    return Game(server.socket(code), [seats[0]["token"], joined.json["token"]])


async def crowded(server: Server, games: int, seconds: float) -> Crowd:
    crowd = Crowd()
    for _ in range(games):
        crowd.seat(await asyncio.to_thread(a_game, server))
    await asyncio.sleep(1)
    crowd.reset()
    await asyncio.sleep(seconds)
    await crowd.leave()
    return crowd


async def test_thirty_games_at_once(tmp_path: Path) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        crowd = await crowded(server, 30, 5)
    assert not crowd.problems
    # Each of them plays about an action a second; the other tests need the machine too.
    assert crowd.moves > 60
    assert median(crowd.waits) < 1


@pytest.mark.long
async def test_two_hundred_games_at_once(tmp_path: Path) -> None:
    with Server(tmp_path, tmp_path / "log", options=GENEROUS) as server:
        crowd = await crowded(server, 200, 30)
    assert not crowd.problems
    assert crowd.moves > 30 * 100
    assert median(crowd.waits) < 0.25
