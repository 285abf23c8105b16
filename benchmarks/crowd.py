"""Many games at once over real sockets, at the pace of human players."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pegout.wire.table import WIRE_VERSION


class _Standing(msgspec.Struct):
    legal: list[dict[str, Any]]
    next_game: bool
    over: bool


class _Heard(msgspec.Struct):
    """The fields of a message that a player needs; decoding skips the rest."""

    type: str
    match: str = ""
    number: int = 0
    standing: _Standing | None = None
    code: str = ""


_decode: Final = msgspec.json.Decoder(_Heard).decode
_encode: Final = msgspec.json.encode


@dataclass
class Game:
    """A game: the sockets and tokens by seat, and the last action each seat sent, with its time."""

    sockets: list[str]
    tokens: list[str]
    sent: dict[int, tuple[int, float]] = field(default_factory=dict)


@dataclass
class Crowd:
    """All players; each acts some time after its turn begins.

    Attributes:
        think: the average time that a player thinks, in seconds.
        moves: the number of accepted actions.
        waits: for each action, the time until the other seat received it, in seconds.
        problems: the number of errors of each kind.
    """

    think: float = 1.0
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    moves: int = 0
    waits: list[float] = field(default_factory=list)
    problems: dict[str, int] = field(default_factory=dict)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def seat(self, game: Game, *, playing: bool = True) -> None:
        """Connect both players of a game to the table."""
        for seat, token in enumerate(game.tokens):
            self._tasks.append(asyncio.create_task(self._play(game, seat, token, playing)))

    async def leave(self) -> None:
        """Disconnect all players."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    def reset(self) -> None:
        """Reset all counts."""
        self.moves, self.waits, self.problems = 0, [], {}

    def problem(self, what: str) -> None:
        """Count an error."""
        self.problems[what] = self.problems.get(what, 0) + 1

    async def _play(self, game: Game, seat: int, token: str, playing: bool) -> None:
        try:
            async with connect(
                game.sockets[seat],
                compression=None,
                open_timeout=30,
                ping_interval=None,
                close_timeout=0.2,
            ) as line:
                await line.send(
                    _encode({"type": "hello", "version": WIRE_VERSION, "token": token}), text=True
                )
                await _Player(self, game, seat, line, playing).listen()
        except (OSError, ConnectionClosed, TimeoutError) as error:
            self.problem(type(error).__name__)


class _Player:
    """One seat of a game: it receives messages, waits a while, and acts."""

    def __init__(
        self, crowd: Crowd, game: Game, seat: int, line: ClientConnection, playing: bool
    ) -> None:
        self.crowd, self.game, self.seat, self.line = crowd, game, seat, line
        self.playing = playing
        self.heard = _Heard("")
        self.thinking: asyncio.Task[None] | None = None
        self.asking = False
        self.count = 0

    async def listen(self) -> None:
        try:
            while True:
                self._take_in(_decode(await self.line.recv(decode=False)))
        finally:
            if self.thinking:
                self.thinking.cancel()

    def _take_in(self, heard: _Heard) -> None:
        if heard.type == "done":
            self.crowd.moves += 1
            self.asking = False
        elif heard.type in ("refused", "bye"):
            self.asking = False
            # Two players who cut for the deal at once may request the same place.
            if heard.code != "bad_cut":
                self.crowd.problem(f"{heard.type} {heard.code}")
        elif heard.standing is not None:
            self.heard = heard
            self._clock(heard.number)
        standing = self.heard.standing
        if not self.playing or self.thinking or self.asking or standing is None:
            return
        if self._request(standing):
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        await asyncio.sleep(self.crowd.chance.uniform(0.5, 1.5) * self.crowd.think)
        self.thinking = None
        heard, standing = self.heard, self.heard.standing
        if standing is None or (request := self._request(standing)) is None:
            return
        self.count += 1
        self.asking = True
        message = {
            "id": f"{self.seat}-{self.count}-{heard.number}",
            "match": heard.match,
            **request,
        }
        self.game.sent[self.seat] = (heard.number, perf_counter())
        try:
            await self.line.send(_encode(message), text=True)
        except ConnectionClosed:
            self.crowd.problem("closed")

    def _clock(self, number: int) -> None:
        """Record how long ago the opponents sent what this seat has now received."""
        for other, (known, moment) in list(self.game.sent.items()):
            if other != self.seat and number > known:
                self.crowd.waits.append(perf_counter() - moment)
                del self.game.sent[other]

    def _request(self, standing: _Standing) -> dict[str, Any] | None:
        if standing.over or standing.next_game:
            # One request is enough.
            what = "rematch" if standing.over else "next_game"
            return {"type": what} if self.seat == 0 else None
        if not standing.legal:
            return None
        return {"type": "act", "action": self.crowd.chance.choice(standing.legal)}
