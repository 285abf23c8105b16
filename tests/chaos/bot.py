"""A player over a real socket that loses its connection again and again and continues.

It stores what a good client stores: the number up to which it knows the match, and an unanswered
request, which it repeats under the same id.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Message = dict[str, Any]

#: The times without an answer until it repeats a request and until it reconnects, in seconds.
AGAIN = 1.0
TOO_LONG = 4.0


@dataclass
class Request:
    """A request, and the number of its acknowledgement."""

    match: str
    message: Message
    number: int | None = None


@dataclass
class Bot:
    """One seat's player; ``token`` is empty for a spectator."""

    address: Callable[[], str]
    token: str
    name: str
    chance: random.Random
    told: dict[str, dict[int, Message]] = field(default_factory=dict)
    granted: dict[str, Request] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    pending_messages: Counter[str] = field(default_factory=Counter)
    seat: int | None = None
    match: str = ""
    number: int = 0
    standing: Message = field(default_factory=dict)
    pending: Message | None = None
    resting: bool = False
    _count: int = 0

    async def run(self) -> None:
        while True:
            try:
                async with connect(
                    self.address(),
                    compression=None,
                    proxy=None,
                    ping_interval=None,
                    close_timeout=0.2,
                ) as line:
                    await self._hello(line)
                    await self._talk(line)
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError):
                self.pending_messages["lost"] += 1
            await asyncio.sleep(self.chance.uniform(0.01, 0.15))

    async def _hello(self, line: ClientConnection) -> None:
        hello = {"type": "hello", "version": 2, "token": self.token, "language": "en"}
        if self.chance.random() < 0.8:
            # Now and then a client returns without any memory, as after a refresh.
            hello |= {"match": self.match, "since": self.number}
        await line.send(json.dumps(hello))

    async def _talk(self, line: ClientConnection) -> None:
        silence = 0.0
        if self.pending:
            await line.send(json.dumps(self.pending))
        while True:
            try:
                async with asyncio.timeout(AGAIN):
                    text = await line.recv()
            except TimeoutError:
                silence += AGAIN
                if silence > TOO_LONG:
                    return
                await self._ask_again(line)
                continue
            silence = 0.0
            message = json.loads(text)
            self.pending_messages[message["type"]] += 1
            if not await self._hear(line, message):
                return
            await self._act(line)

    async def _ask_again(self, line: ClientConnection) -> None:
        if self.pending:
            await line.send(json.dumps(self.pending))
        elif self.match:
            await line.send(json.dumps({"type": "sync", "match": self.match, "since": self.number}))
        else:
            await line.send('{"type":"ping"}')

    async def _hear(self, line: ClientConnection, message: Message) -> bool:
        """Process a message; return whether the connection is still usable."""
        match message["type"]:
            case "welcome":
                if self.token and self.seat not in (None, message["seat"]):
                    self.faults.append(f"another seat: {message['seat']}")
                self.seat = message["seat"]
            case "position":
                self._position(message)
            case "events":
                await self._events(line, message)
            case "done":
                self._done(message)
            case "refused":
                self._refused(message)
            case "bye":
                self.pending_messages["bye " + message["code"]] += 1
                if not message["again"]:
                    self.faults.append(f"sent away: {message}")
                return False
        return True

    def _position(self, message: Message) -> None:
        if message["match"] == self.match and message["number"] < self.number:
            self.faults.append(f"back from {self.number} to {message['number']}")
        self.match, self.number = message["match"], message["number"]
        self.standing = message["standing"]
        self._note(message["log"])

    async def _events(self, line: ClientConnection, message: Message) -> None:
        if message["match"] == self.match and message["number"] <= self.number:
            return
        if message["match"] != self.match or message["after"] != self.number:
            self.pending_messages["gap"] += 1
            sync = {"type": "sync", "match": self.match, "since": self.number}
            await line.send(json.dumps(sync))
            return
        self.number, self.standing = message["number"], message["standing"]
        self._note(message["events"])

    def _note(self, told: list[Message]) -> None:
        known = self.told.setdefault(self.match, {})
        for entry in told:
            before = known.setdefault(entry["number"], entry)
            if before != entry:
                self.faults.append(f"told twice, and differently: {before} {entry}")

    def _done(self, message: Message) -> None:
        if self.pending and message["id"] == self.pending["id"]:
            request = Request(self.pending["match"], self.pending, message["number"])
            self.granted[message["id"]] = request
            self.pending = None
        elif message["id"] not in self.granted:
            # A duplicate of a refused request, which had become legal when it arrived.
            self.pending_messages["granted late"] += 1

    def _refused(self, message: Message) -> None:
        self.refused[message["code"]] += 1
        if self.pending and message["id"] == self.pending["id"]:
            self.pending = None

    async def _act(self, line: ClientConnection) -> None:
        if self.pending or self.resting or not self.standing or self.seat is None:
            return
        request = self._request()
        if request is not None:
            self._count += 1
            self.pending = {"id": f"{self.name}-{self._count}", "match": self.match, **request}
            await line.send(json.dumps(self.pending))

    def _request(self) -> Message | None:
        standing = self.standing
        if standing["over"]:
            return {"type": "rematch"}
        if standing["next_game"]:
            return {"type": "next_game"}
        if standing["undo"] and self.chance.random() < 0.08:
            return {"type": "undo"}
        if not standing["legal"]:
            return None
        if self.chance.random() < 0.03 and all(
            action["type"] != "go" for action in standing["legal"]
        ):
            return {"type": "act", "action": {"type": "go", "seat": self.seat}}
        action = dict(self.chance.choice(standing["legal"]))
        if action["type"] == "ready":
            action["contribution"] = self.chance.randbytes(8).hex()
        return {"type": "act", "action": action}
