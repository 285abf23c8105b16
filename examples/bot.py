"""A player that joins a Pegout table over the network; docs/wire.md describes the protocol.

It needs Python and the package `websockets`, and nothing of Pegout:

    python examples/bot.py --open                 # sets up a table for a friend, prints its code
    python examples/bot.py --join 2fvxxaszxr      # takes a free seat at a table
    python examples/bot.py --against club         # plays a computer player

With `--strong club` it lets one of Pegout's own players choose instead of choosing itself, and then
it does need Pegout. The server is the one on this machine, unless its address comes first.

`Bot.run` and `Bot.hear` contain everything that a well-behaved bot needs: it remembers its position
in the log, requests missing entries again, reconnects when the connection breaks, and repeats a
request under the same id until it is answered, so that nothing happens twice and nothing is lost.
For the same reason it draws the secret for its seat before it requests the seat (`insist`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.client import HTTPException
from itertools import combinations
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

WIRE_VERSION: Final = 2
#: The delay before reconnecting, in seconds: at first, and at most.
FIRST_WAIT, LONGEST_WAIT = 0.3, 10.0
#: The codes of temporary refusals, after which to repeat a request under the same id.
PASSING: Final = frozenset(
    (
        *("too_fast", "busy", "conflict", "disk_error", "disk_full", "failed", "fault"),
        *("too_many_tables", "stopping", "unreachable"),
    )
)

Data = dict[str, Any]
#: From the legal actions, and the last position if one was requested, to an action.
Strategy = Callable[[Sequence[Data], "Sight"], Data]


#: The number of attempts before giving up on the server.
TRIES: Final = 8


class Refusal(Exception):
    """A refusal by the server, with a code for programs and a sentence that gives the reason."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


# HTTP: taking a seat ------------------------------------------------------------------------------


def ask(server: str, path: str, body: Data | None = None, token: str = "") -> Any:
    """Send a request over HTTP; raise `Refusal` with the server's reason."""
    headers = {"Content-Type": "application/json", "Accept-Language": "en"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            said = error.read().decode(errors="replace")
        # A proxy in between may have answered in its own format.
        refusal = Refusal(said, "unreachable" if error.code >= 500 else "")
        with suppress(ValueError, KeyError, TypeError):
            told = json.loads(said)
            refusal = Refusal(told["message"], told["code"])
        raise refusal from None


def insist(server: str, path: str, body: Data) -> Any:
    """Retry a request until it is answered; its secret gives the same result each time."""
    wait = FIRST_WAIT
    for _ in range(TRIES - 1):
        # The connection may break after the server has granted the request.
        with suppress(OSError, HTTPException, ValueError):
            try:
                return ask(server, path, body)
            except Refusal as refusal:
                if refusal.code not in PASSING:
                    raise
        time.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)
    return ask(server, path, body)


def set_up(server: str, name: str, opponent: str, preset: str) -> tuple[str, str]:
    """Set up a table for two; return its code, and the token of the seat."""
    seats = [{"name": name, "kind": "person"}, {"name": "", "kind": opponent}]
    order = {"preset": preset, "seats": seats, "key": secrets.token_urlsafe(32)}
    made = insist(server, "/api/tables", order)
    return made["code"], made["seats"][0]["token"]


def join(server: str, code: str, name: str) -> str:
    """Take a free seat at a table; return the token of the seat."""
    token = secrets.token_urlsafe(32)
    insist(server, f"/api/tables/{code}/join", {"name": name, "token": token})
    return token


# What the bot sees, and what it chooses -----------------------------------------------------------


class Sight:
    """The parts of the table that a simple player needs: the cards of this count, and its hand."""

    def __init__(self) -> None:
        self.view: Data = {}
        self.pile: list[str] = []
        self.starter = ""

    def whole(self, view: Data) -> None:
        """Take over a whole position."""
        self.view = view
        self.pile = [played["card"] for played in view["pile"]]

    def happened(self, event: Data) -> None:
        """Apply one event."""
        match event["type"]:
            case "played":
                self.pile.append(event["card"])
            case "count_ended" | "dealt":
                self.pile = []


def value(card: str) -> int:
    """Return the value of a card in the play."""
    return 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1


def worth(cards: Sequence[str]) -> int:
    """Return the points for fifteens and pairs in some cards."""
    groups = (group for size in range(2, len(cards) + 1) for group in combinations(cards, size))
    return sum(
        2 * (sum(map(value, group)) == 15) + 2 * (len(group) == 2 and group[0][0] == group[1][0])
        for group in groups
    )


def simple(legal: Sequence[Data], sight: Sight) -> Data:
    """Choose by simple rules: keep fifteens and pairs, and make them in the play."""
    match legal[0]["type"]:
        case "ready":
            # The contribution must be unpredictable, so that the host cannot choose the pack.
            return {**legal[0], "contribution": secrets.token_hex(16)}
        case "discard":
            hand = sorted({card for action in legal for card in action["cards"]})
            return max(
                legal,
                key=lambda action: worth([card for card in hand if card not in action["cards"]]),
            )
        case "play":
            return max(legal, key=lambda action: _in_play(action, sight.pile))
        case "accept" | "muggins" | "claim":
            return min(legal, key=lambda action: action.get("points", 0))
    return secrets.choice(legal)


def _in_play(action: Data, pile: Sequence[str]) -> tuple[int, int]:
    card = action["card"]
    count = sum(map(value, pile)) + value(card)
    points = 2 * (count in (15, 31)) + 2 * (bool(pile) and pile[-1][0] == card[0])
    # With manual counting, claim what this player sees.
    return (points if action.get("claim") in (None, points) else -1), value(card)


def strong(level: str) -> Strategy:
    """Choose as one of Pegout's own players does, from the view of its seat."""
    from pegout.players import create
    from pegout.rules import Ready
    from pegout.wire.codecs import ACTIONS, VIEWS

    player = create(level)

    def choose(legal: Sequence[Data], sight: Sight) -> Data:
        action = player.choose(VIEWS.decode(sight.view))
        if isinstance(action, Ready):
            action = Ready(action.seat, secrets.token_hex(16))
        return ACTIONS.encode(action)

    return choose


# The socket ---------------------------------------------------------------------------------------


class Bot:
    """One seat of a table, played until the match is over.

    Args:
        server: the address of the server, such as `http://127.0.0.1:8131`.
        code: the code of the table.
        token: the token of the seat.
        strategy: chooses an action.
        looks: whether the strategy needs a whole position each time.
        say: called with every sentence about the game.
    """

    def __init__(
        self,
        server: str,
        code: str,
        token: str,
        strategy: Strategy = simple,
        *,
        looks: bool = False,
        say: Callable[[str], None] = print,
    ) -> None:
        self.address = f"ws{server.removeprefix('http')}/api/tables/{code}/socket"
        self.token = token
        self.strategy = strategy
        self.looks = looks
        self.say = say
        self.sight = Sight()
        self.match = ""
        self.number = 0
        self.standing: Data = {}
        self.results: list[Data] = []
        # The request without an answer so far; it survives a broken connection.
        self.pending: Data | None = None
        self.looking = False

    async def run(self) -> list[Data]:
        """Play to the end of the match, across broken connections.

        Returns:
            The result of each game of the match.

        Raises:
            Refusal: if the server rejects the bot for good.
        """
        wait = FIRST_WAIT
        while not self.standing.get("over"):
            # Reconnecting is the only remedy for a broken connection, whatever its cause.
            with suppress(OSError, ConnectionClosed, InvalidHandshake):
                async with connect(self.address, max_size=None) as line:
                    await self.hello(line)
                    async for text in line:
                        wait = FIRST_WAIT
                        await self.hear(line, json.loads(text))
                        if self.standing.get("over") and self.pending is None:
                            break
            if not self.standing.get("over"):
                # Bots that lost the same server should not all reconnect at the same moment.
                await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))
                wait = min(2 * wait, LONGEST_WAIT)
        return self.results

    async def send(self, line: ClientConnection, message: Data) -> None:
        await line.send(json.dumps(message))

    async def hello(self, line: ClientConnection) -> None:
        """Identify the seat and the last known entry, and repeat an unanswered request."""
        self.looking = False
        await self.send(
            line,
            {
                "type": "hello",
                "version": WIRE_VERSION,
                "token": self.token,
                "match": self.match,
                "since": self.number,
            },
        )
        if self.pending is not None:
            await self.send(line, self.pending)

    async def hear(self, line: ClientConnection, message: Data) -> None:
        """Process a message, and act if possible; ignore messages of unknown types."""
        match message["type"]:
            case "position":
                self.whole(message)
            case "events" if message["match"] != self.match or message["after"] > self.number:
                await self.sync(line, self.number)
                return
            case "events" if message["number"] > self.number:
                self.happened(message)
            case "done" if self.pending is not None and message["id"] == self.pending["id"]:
                self.pending = None
            case "refused" if self.pending is not None and message["id"] == self.pending["id"]:
                await self.refused(line, message)
                return
            case "refused" if self.looking and message["code"] in PASSING:
                # The refusal of a request without an id names none; only `sync` is such a request.
                await asyncio.sleep(1)
                await self.sync(line, 0)
                return
            case "bye" if not message["again"]:
                raise Refusal(message["message"])
        await self.act(line)

    async def sync(self, line: ClientConnection, since: int) -> None:
        """Request what happened after an entry; since 0, the whole position."""
        await self.send(line, {"type": "sync", "match": self.match, "since": since})

    def whole(self, position: Data) -> None:
        self.match = position["match"]
        self.number = position["number"]
        self.standing = position["standing"]
        self.results = position["results"]
        self.sight.whole(position["view"])
        self.looked, self.looking = True, False

    def happened(self, message: Data) -> None:
        for told in message["events"]:
            # Skip entries up to our own number, which arrived before.
            if told["number"] <= self.number:
                continue
            event = told["event"]
            self.sight.happened(event)
            if event["type"] == "game_ended":
                self.results.append(event["result"])
            if told.get("say"):
                self.say(told["say"])
        self.number = message["number"]
        self.standing = message["standing"]
        self.looked = False

    async def refused(self, line: ClientConnection, message: Data) -> None:
        """Repeat a request after a temporary refusal; otherwise request the position."""
        if message["code"] in PASSING:
            await asyncio.sleep(1)
            await self.send(line, self.pending or {})
            return
        self.say(f"refused: {message['message']}")
        self.pending = None
        await self.sync(line, 0)

    async def act(self, line: ClientConnection) -> None:
        """Send the next request; at most one is pending at a time."""
        legal = self.standing.get("legal", [])
        if self.pending is not None or self.standing.get("over"):
            return
        if self.standing.get("next_game"):
            await self.request(line, {"type": "next_game"})
        elif legal and self.looks and not self.looked:
            if not self.looking:
                self.looking = True
                await self.sync(line, 0)
        elif legal:
            action = self.strategy(legal, self.sight)
            await self.request(line, {"type": "act", "action": action})

    async def request(self, line: ClientConnection, fields: Data) -> None:
        self.pending = {**fields, "id": secrets.token_hex(8), "match": self.match}
        await self.send(line, self.pending)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Play cribbage at a Pegout table.")
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8131")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--join", metavar="CODE", help="take a free seat at this table")
    where.add_argument("--against", metavar="LEVEL", help="play a computer player")
    where.add_argument("--open", action="store_true", help="set up a table and wait for a guest")
    parser.add_argument("--name", default=f"Bot {secrets.token_hex(2)}")
    parser.add_argument("--preset", default="standard", help="the rules of a new table")
    parser.add_argument("--strong", metavar="LEVEL", help="ask one of Pegout's own players")
    chosen = parser.parse_args(arguments)
    server = chosen.server.rstrip("/")
    try:
        if chosen.join:
            code, token = chosen.join, join(server, chosen.join, chosen.name)
        else:
            opponent = "open" if chosen.open else chosen.against
            code, token = set_up(server, chosen.name, opponent, chosen.preset)
        print(f"table {code}", flush=True)
        strategy = strong(chosen.strong) if chosen.strong else simple
        bot = Bot(server, code, token, strategy, looks=bool(chosen.strong))
        for result in asyncio.run(bot.run()):
            print(f"won by side {' and '.join(map(str, result['winners']))}")
    except (Refusal, OSError, HTTPException) as error:
        raise SystemExit(f"bot: {error}") from None


if __name__ == "__main__":
    main()
