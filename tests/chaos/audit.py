"""What must hold for a table after every failure."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, get_args

import msgspec
from websockets.asyncio.client import connect

from pegout.match import Asked, Entry, Match, MatchEnded, Undone
from pegout.match.log import GameBegan
from pegout.notation import read_many, verify_deals, write
from pegout.rules import Event, Played, SaidGo
from pegout.storage import Library
from pegout.table.seat_messages import SeatMessages
from pegout.text import language
from pegout.wire.codecs import ACTIONS
from tests.chaos.bot import Bot
from tests.serving import Answer, Server

#: How often a table is looked at until nothing happens there.
ATTEMPTS: Final = 1000
#: The event of each action: the first after the request that does not concern commitments.
_FACTS: Final = {
    "ready": "SaidReady",
    "cut_for_deal": "DealerCut",
    "discard": "Discarded",
    "cut": "StarterCut",
    "play": "Played",
    "go": "SaidGo",
    "claim": "Claimed",
    "muggins": "MugginsCalled",
    "accept": "Accepted",
}
_GAME: Final = get_args(Event)


async def audit(server: Server, library: Library, code: str, bots: list[Bot]) -> int:
    """Check one table; return how many of its requests were acknowledged."""
    for bot in bots:
        assert not bot.faults, bot.faults
    matches = {match_id for bot in bots for match_id in bot.told}
    logs = {match_id: library.load(match_id) for match_id in matches}
    acknowledged = sum(_requests(logs, bot) for bot in bots)
    for match in logs.values():
        _once(match.entries)
        for bot in bots:
            _as_told(match, bot)
    for bot in bots:
        position, record, match = await _at_one_moment(server, library, code, bot)
        known = logs.get(match.setup.id)
        assert known is None or match.number >= known.number
        expected = SeatMessages(match, bot.seat, language("en")).position()
        assert position == msgspec.to_builtins(expected)
        _record(record, bot, match)
    return acknowledged


def _requests(logs: dict[str, Match], bot: Bot) -> int:
    """Check that every acknowledged request is in the log, followed by its effect."""
    for name, request in bot.granted.items():
        match = logs[request.match]
        places = [
            at for at, (_, event) in enumerate(match.entries) if event == Asked(bot.seat or 0, name)
        ]
        assert [match.entries[at].number for at in places] == [request.number], name
        _follow(match.entries, places[0], request.message)
    return len(bot.granted)


def _follow(entries: Sequence[Entry], at: int, message: dict[str, Any]) -> None:
    if message["type"] == "rematch":
        # The next match follows, with another log.
        assert any(isinstance(event, MatchEnded) for _, event in entries[:at])
        return
    if message["type"] == "next_game":
        # Of two seats that request the next game at once, the second gets the game already begun.
        assert any(isinstance(event, GameBegan) for _, event in entries[2 : at + 2])
        return
    event = entries[at + 1].event
    if message["type"] == "act" and message["action"]["type"] in ("play", "go"):
        # A play or a go also accepts the pending count.
        event = next(event for _, event in entries[at + 1 :] if isinstance(event, Played | SaidGo))
    match message["type"]:
        case "undo":
            assert isinstance(event, Undone)
        case "act":
            action = ACTIONS.decode(message["action"])
            assert type(event).__name__ == _FACTS[message["action"]["type"]]
            for name in ("seat", "card", "cards", "at", "points", "contribution"):
                if hasattr(action, name) and hasattr(event, name):
                    wanted, got = getattr(action, name), getattr(event, name)
                    if name == "cards":
                        wanted, got = sorted(wanted), sorted(got)
                    assert wanted == got, (action, event)


def _once(entries: tuple[Entry, ...]) -> None:
    asked = Counter((event.seat, event.request) for _, event in entries if type(event) is Asked)
    assert not [request for request, times in asked.items() if times > 1]


def _as_told(match: Match, bot: Bot) -> None:
    """Check that a bot received only entries of the log, as its seat may see them."""
    told = bot.told.get(match.setup.id, {})
    messages = SeatMessages(match, bot.seat, language("en"))
    seen = {entry.number: entry for entry in messages.events(0).events}
    for number, entry in told.items():
        assert entry == msgspec.to_builtins(seen[number]), number


async def _position(server: Server, code: str, token: str) -> dict[str, Any] | None:
    """Return the position that a seat gets, or ``None`` if the server asks to come again."""
    async with connect(server.socket(code), compression=None, proxy=None) as line:
        hello = {"type": "hello", "version": 2, "token": token, "language": "en"}
        await line.send(json.dumps(hello))
        while (message := json.loads(await line.recv()))["type"] != "position":
            if message["type"] == "bye":
                # A database that is slow for a moment is soon given up, as by any client.
                assert message["again"], message
                return None
    position: dict[str, Any] = message
    return position


async def _at_one_moment(
    server: Server, library: Library, code: str, bot: Bot
) -> tuple[dict[str, Any], Answer, Match]:
    """Return the position and the record that a seat gets, and the match as it is stored."""
    for _ in range(ATTEMPTS):
        position = await _position(server, code, bot.token)
        if position is None:
            await asyncio.sleep(0.05)
            continue
        record = server.get(f"/api/tables/{code}/record", bot.token)
        match = library.load(position["match"])
        if match.number == position["number"]:
            return position, record, match
        # A computer player has acted, or a request that was still under way.
        await asyncio.sleep(0.05)
    raise AssertionError(f"{code} does not come to rest")


def _record(answer: Answer, bot: Bot, match: Match) -> None:
    assert answer.status == 200, answer.text
    assert answer.text == write(match.record(bot.seat))
    for record in read_many(answer.body):
        wrong = [
            verdict
            for verdict in verify_deals(record)
            if verdict.code not in ("proved", "no_secret")
        ]
        assert not wrong
