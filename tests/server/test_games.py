"""Whole games over real sockets."""

import asyncio
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pegout.fairness import seeded_secrets
from pegout.notation import from_json, read, verify_deals
from pegout.server.routes import wire_schema
from pegout.table.replays import replay_of
from pegout.text import language
from tests.server.table import House, Player, house

NAMES = ("Ann", "Ben", "Cora", "Dan")


async def play(home: House, seats: list[tuple[str, str]], seed: int, **more: Any) -> list[Player]:
    """Play a match to its end; return all its players, and a spectator."""
    code, tokens = await home.table(seats, **more)
    ended = []

    async def sit(seat: int, token: str) -> None:
        async with home.sit(code, token) as player:
            assert player.seat == seat
            await player.play(random.Random(seed + seat))
            ended.append(player)

    async def watch() -> None:
        async with home.sit(code) as player:
            assert player.seat is None
            while not player.standing["over"]:
                await player.until("events", "position")
                assert not player.standing["legal"]
            ended.append(player)

    await asyncio.gather(watch(), *[sit(seat, token) for seat, token in tokens.items()])
    text = await home.get(f"/api/tables/{code}/record")
    plain = await home.get(f"/api/tables/{code}/record.json")
    record = read(text.body.decode())
    assert from_json(plain.json) == record
    verdicts = verify_deals(record)
    assert verdicts
    assert all(verdict.ok for verdict in verdicts)
    assert {player.number for player in ended} == {ended[0].number}
    validator = Draft202012Validator({**wire_schema(), "$ref": "#/$defs/Message"})
    for message in ended[0].heard:
        validator.validate(message)
    return ended


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
async def test_persons_play_a_game(players: int) -> None:
    seats = [("Ann", "person"), *[(name, "open") for name in NAMES[1:players]]]
    async with house(secrets=seeded_secrets(players)) as home:
        ended = await play(home, seats, players, target=31)
    assert len(ended) == players + 1
    assert len({tuple(player.standing["points"]) for player in ended}) == 1


async def test_one_plays_against_the_computer_with_counting_by_hand() -> None:
    seats = [("Ann", "person"), ("Ben", "novice"), ("Cora", "club")]
    async with house(secrets=seeded_secrets(1)) as home:
        ended = await play(home, seats, 1, target=31, counting="manual", muggins=True)
    assert len(ended) == 2


@pytest.mark.slow
async def test_a_match_of_two_games(home: House) -> None:
    ended = await play(
        home, [("Ann", "person"), ("Ben", "open")], 2, target=31, games=2, five_card=True
    )
    assert ended[0].standing["game"] == 2


@pytest.mark.slow
async def test_many_tables_at_once(home: House) -> None:
    await asyncio.gather(
        *[play(home, [("Ann", "person"), ("Ben", "novice")], seed, target=31) for seed in range(5)]
    )
    assert home.tables.loaded == 5


@pytest.mark.slow
async def test_everybody_is_told_how_a_game_ended() -> None:
    seats = [("Ann", "person"), ("Ben", "open")]
    async with house(secrets=seeded_secrets("ending")) as home:
        ended = await play(home, seats, 7, target=31, games=2)
        code = ended[0].heard[0]["table"]["code"]
        record = read((await home.get(f"/api/tables/{code}/record")).body.decode())
    for player in ended:
        told = [
            entry["outcome"]
            for message in player.heard
            if message["type"] == "events"
            for entry in message["events"]
            if entry["event"]["type"] == "game_ended"
        ]
        assert len(told) == 2
        for outcome in told:
            assert outcome["margin"] > 0
            assert not outcome["early"]
            assert (outcome["story"] is None) == (player.seat is None)
    logs = [game.log for game in replay_of(record, None, language("en")).games]
    assert [sum(entry.outcome is not None for entry in log) for log in logs] == [1, 1]
