"""A player that comes to a Pegout table over the network and plays there, as docs/wire.md has it.

It needs Python and the package `websockets`, and nothing of Pegout:

    python examples/bot.py --open                 # sets up a table for a friend, says its code
    python examples/bot.py --join 2fvxxaszxr      # takes a free seat at a table
    python examples/bot.py --against club         # plays a computer player

With `--strong club` it asks one of Pegout's own players what to do instead of thinking itself, and
then it does need Pegout. The server is the one on this machine, unless its address is given first.

What a bot has to know to be a good guest is all in `Bot.run` and `Bot.hear`: it keeps its place in
the log, asks again where something is missing, comes back when the line breaks, and repeats a
request under the same id until it is answered, so that nothing is done twice and nothing is lost.
For the same reason it draws the secret that is to hold its seat before it asks for one (`insist`).
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

WIRE_VERSION: Final = 1
#: How long to wait before coming back, in seconds: at first, and at most.
FIRST_WAIT, LONGEST_WAIT = 0.3, 10.0
#: What is worth asking again, under the same id.
PASSING: Final = frozenset(
    (
        *("too_fast", "busy", "conflict", "disk_error", "disk_full", "failed", "fault"),
        *("too_many_tables", "stopping", "unreachable"),
    )
)

Data = dict[str, Any]
#: From what may be done and the last position, if it was asked for, to what to do.
Strategy = Callable[[Sequence[Data], "Sight"], Data]


#: How often a seat is asked for until the server is given up.
TRIES: Final = 8


class Refusal(Exception):
    """The server refused, with a code for programs and a sentence that says why."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


# HTTP: how to come by a seat ----------------------------------------------------------------------


def ask(server: str, path: str, body: Data | None = None, token: str = "") -> Any:
    """Ask something over HTTP; a refusal comes with a sentence that says why."""
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
        # Something in between may have answered in its own way.
        refusal = Refusal(said, "unreachable" if error.code >= 500 else "")
        with suppress(ValueError, KeyError, TypeError):
            told = json.loads(said)
            refusal = Refusal(told["message"], told["code"])
        raise refusal from None


def insist(server: str, path: str, body: Data) -> Any:
    """Ask until there is an answer; the secret in the body makes that the same one each time."""
    wait = FIRST_WAIT
    for _ in range(TRIES - 1):
        # The line may break when what was asked for has been granted already.
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
    """Set up a table for two; give its code, and the token of the seat at it."""
    seats = [{"name": name, "kind": "person"}, {"name": "", "kind": opponent}]
    order = {"preset": preset, "seats": seats, "key": secrets.token_urlsafe(32)}
    made = insist(server, "/api/tables", order)
    return made["code"], made["seats"][0]["token"]


def join(server: str, code: str, name: str) -> str:
    """Take a free seat at a table; give the token that holds it."""
    token = secrets.token_urlsafe(32)
    insist(server, f"/api/tables/{code}/join", {"name": name, "token": token})
    return token


# What the bot sees, and what it makes of it -------------------------------------------------------


class Sight:
    """What a simple player needs of the table: the cards of this count, and its own hand."""

    def __init__(self) -> None:
        self.view: Data = {}
        self.pile: list[str] = []
        self.starter = ""

    def whole(self, view: Data) -> None:
        """Take up a whole position."""
        self.view = view
        self.pile = [laid["card"] for laid in view["pile"]]

    def happened(self, event: Data) -> None:
        """Take up one event."""
        match event["type"]:
            case "played":
                self.pile.append(event["card"])
            case "count_ended" | "dealt":
                self.pile = []


def value(card: str) -> int:
    """Give what a card counts in the play."""
    return 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1


def worth(cards: Sequence[str]) -> int:
    """Give the points for fifteens and pairs in some cards."""
    groups = (group for size in range(2, len(cards) + 1) for group in combinations(cards, size))
    return sum(
        2 * (sum(map(value, group)) == 15) + 2 * (len(group) == 2 and group[0][0] == group[1][0])
        for group in groups
    )


def simple(legal: Sequence[Data], sight: Sight) -> Data:
    """Choose without much thought: keep fifteens and pairs, and make them in the play."""
    match legal[0]["type"]:
        case "ready":
            # Only a word that nobody can guess keeps the host from choosing the pack.
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
    # Where every player counts aloud, this one claims what it sees.
    return (points if action.get("claim") in (None, points) else -1), value(card)


def strong(level: str) -> Strategy:
    """Choose as one of Pegout's own players does, from the same view that it would have."""
    from pegout.players import create
    from pegout.rules import Ready
    from pegout.wire import ACTIONS, VIEWS

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
        token: what holds the seat.
        strategy: chooses what to do.
        looks: whether the strategy needs a whole position each time.
        say: is given every sentence about what happened.
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
        # The request that waits for its answer. It is kept when the line breaks.
        self.pending: Data | None = None
        self.looking = False

    async def run(self) -> list[Data]:
        """Play to the end of the match, whatever becomes of the line.

        Returns:
            How each game of the match ended.

        Raises:
            Refusal: if the server sends the bot away for good.
        """
        wait = FIRST_WAIT
        while not self.standing.get("over"):
            # Whatever breaks the line, there is only one thing to do about it: to come back.
            with suppress(OSError, ConnectionClosed, InvalidHandshake):
                async with connect(self.address, max_size=None) as line:
                    await self.hello(line)
                    async for text in line:
                        wait = FIRST_WAIT
                        await self.hear(line, json.loads(text))
                        if self.standing.get("over") and self.pending is None:
                            break
            if not self.standing.get("over"):
                # Many bots that lost the same server should not all come back at once.
                await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))
                wait = min(2 * wait, LONGEST_WAIT)
        return self.results

    async def send(self, line: ClientConnection, message: Data) -> None:
        await line.send(json.dumps(message))

    async def hello(self, line: ClientConnection) -> None:
        """Say who comes and what they know, and ask again what was not answered."""
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
        """Take in one message, and do what there is to do. What is not known is passed over."""
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
                # What has no id is not answered by name; all we ask in that way is to look.
                await asyncio.sleep(1)
                await self.sync(line, 0)
                return
            case "bye" if not message["again"]:
                raise Refusal(message["message"])
        await self.act(line)

    async def sync(self, line: ClientConnection, since: int) -> None:
        """Ask for what happened after an entry; since 0, for the whole position."""
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
            # What lies before our number was told already.
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
        """Ask again what was refused for a while only; else look what the table is like."""
        if message["code"] in PASSING:
            await asyncio.sleep(1)
            await self.send(line, self.pending or {})
            return
        self.say(f"refused: {message['message']}")
        self.pending = None
        await self.sync(line, 0)

    async def act(self, line: ClientConnection) -> None:
        """Do what there is to do, one request at a time."""
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

    async def request(self, line: ClientConnection, wish: Data) -> None:
        self.pending = {**wish, "id": secrets.token_hex(8), "match": self.match}
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
