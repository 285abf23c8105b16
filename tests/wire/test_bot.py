"""The bot of the examples, against a real server: two of them play a game to its end."""

import asyncio
import io
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from examples import bot
from tests.network import Requests
from tests.serving import GENEROUS, Server

SCRIPT = Path(bot.__file__)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("bots")
    with Server(data, data / "log.txt", options=GENEROUS) as running:
        yield running


def quietly(_: str) -> None:
    pass


def a_pair(server: Server, preset: str = "half") -> tuple[bot.Bot, bot.Bot]:
    code, token = bot.set_up(server.url, "Ann", "open", preset)
    other = bot.join(server.url, code, "Ben")
    return (
        bot.Bot(server.url, code, token, say=quietly),
        bot.Bot(server.url, code, other, say=quietly),
    )


async def test_two_bots_play_a_game_to_its_end(server: Server) -> None:
    first, second = a_pair(server)
    async with asyncio.timeout(60):
        results = await asyncio.gather(first.run(), second.run())
    assert results[0] == results[1]
    assert len(results[0]) == 1
    assert first.number == second.number


async def test_a_bot_asks_one_of_the_players_of_pegout(server: Server) -> None:
    code, token = bot.set_up(server.url, "Ann", "novice", "half")
    strong = bot.Bot(server.url, code, token, bot.strong("club"), looks=True, say=quietly)
    async with asyncio.timeout(60):
        assert len(await strong.run()) == 1


class Flaky(bot.Bot):
    """A bot whose connection breaks again and again, often between a request and its answer."""

    broken = 0
    sent = 0

    async def send(self, line: ClientConnection, message: bot.Data) -> None:
        await super().send(line, message)
        self.sent += 1
        if self.sent % 7 == 0:
            self.broken += 1
            await line.close()


async def test_nothing_is_done_twice_or_lost_when_the_line_breaks(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "FIRST_WAIT", 0.01)
    code, token = bot.set_up(server.url, "Ann", "open", "half")
    flaky = Flaky(server.url, code, token, say=quietly)
    steady = bot.Bot(server.url, code, bot.join(server.url, code, "Ben"), say=quietly)
    async with asyncio.timeout(90):
        results = await asyncio.gather(flaky.run(), steady.run())
    assert flaky.broken > 3
    assert results[0] == results[1]
    record = server.get(f"/api/tables/{code}/record.json").json
    entries = record["games"][0]["entries"]
    played = [event["card"] for event in entries if event["type"] == "played"]
    deals = sum(event["type"] == "dealt" for event in entries)
    assert len(played) <= 8 * deals


async def test_lost_answers_cost_no_seat(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(bot, "TRIES", 60)
    async with Requests([server.port], random.Random(5)) as line:
        code = ""
        for _ in range(12):
            code, token = await asyncio.to_thread(bot.set_up, line.url, "Ann", "open", "half")
            other = await asyncio.to_thread(bot.join, line.url, code, "Ben")
            for held, seat in ((token, 0), (other, 1)):
                record = server.get(f"/api/tables/{code}/record.json", held)
                assert record.status == 200, seat
        assert min(line.mishaps[name] for name in ("not sent", "not answered", "not heard")) > 2
        with pytest.raises(bot.Refusal) as refused:
            await asyncio.to_thread(bot.join, line.url, code, "Cora")
        assert refused.value.code == "table_full"


async def test_a_server_that_is_not_there_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "FIRST_WAIT", 0.001)
    async with Requests([1], random.Random(5), 0) as line:
        with pytest.raises(OSError, match="onnection"):
            await asyncio.to_thread(bot.join, line.url, "aaaaaaaaaa", "Ann")
        assert line.vain == bot.TRIES


def test_the_bot_is_a_program(server: Server) -> None:
    opening = subprocess.Popen(
        [sys.executable, str(SCRIPT), server.url, "--open", "--preset", "half"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert opening.stdout is not None
    with opening, opening.stdout as said:
        found = re.fullmatch(r"table (\w+)\n", said.readline())
        assert found
        told = io.StringIO()
        with redirect_stdout(told):
            bot.main([server.url, "--join", found[1], "--name", "Ben"])
        rest = said.read()
    assert opening.returncode == 0
    won = re.compile(r"^won by side [01]$", re.MULTILINE)
    assert won.findall(rest) == won.findall(told.getvalue()) != []


def test_a_refusal_ends_it_with_the_sentence_of_the_server(server: Server) -> None:
    with pytest.raises(SystemExit, match="bot: "):
        bot.main([server.url, "--join", "aaaaaaaaaa"])


def test_its_simple_thoughts() -> None:
    sight = bot.Sight()
    hand = ["5H", "5C", "TD", "2C", "9S", "7D"]
    pairs = [[a, b] for a in hand for b in hand if a < b]
    discards = [{"type": "discard", "seat": 0, "cards": pair} for pair in pairs]
    assert bot.worth(["5H", "5C", "TD"]) == 6
    kept = set(hand) - set(bot.simple(discards, sight)["cards"])
    assert kept >= {"5H", "5C", "TD"}
    sight.pile = ["7C"]
    plays = [{"type": "play", "seat": 0, "card": card, "claim": None} for card in hand]
    assert bot.simple(plays, sight)["card"] == "7D"
    sight.pile = ["TC"]
    assert bot.simple(plays, sight)["card"] in {"5H", "5C", "TD"}
    claims = [{**plays[0], "claim": points} for points in range(5)]
    assert bot.simple(claims, sight)["claim"] == 2
    ready = {"type": "ready", "seat": 0, "contribution": ""}
    words = {bot.simple([ready], sight)["contribution"] for _ in range(20)}
    assert len(words) == 20
    assert all(len(word) == 32 for word in words)
