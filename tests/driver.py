"""Plays seats of a table over the wire, step by step, up to the position that a test needs."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect

from tests.serving import Server

Message = dict[str, Any]
#: How long a message is waited for, in seconds.
PATIENCE = 60.0


class Driver:
    """Plays some seats of a table on request."""

    def __init__(
        self, server: Server, code: str, tokens: list[str], chance: random.Random | None = None
    ) -> None:
        self.server = server
        self.code = code
        self._tokens = tokens
        self._chance = chance or random.Random(1)
        self._lines: list[ClientConnection] = []
        self._stack = AsyncExitStack()
        self._count = 0

    async def __aenter__(self) -> Self:
        for token in self._tokens:
            line = await self._stack.enter_async_context(
                connect(
                    self.server.socket(self.code), compression=None, proxy=None, close_timeout=1
                )
            )
            await line.send(json.dumps({"type": "hello", "version": 2, "token": token}))
            self._lines.append(line)
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self._stack.aclose()

    async def position(self, line: int = 0) -> Message:
        """Return the whole position as the seat of this connection sees it."""
        await self._lines[line].send('{"type":"sync","match":"","since":0}')
        return await self._hear(line, "position")

    async def _hear(self, line: int, *kinds: str) -> Message:
        async with asyncio.timeout(PATIENCE):
            while True:
                message: Message = json.loads(await self._lines[line].recv())
                if message["type"] in kinds:
                    return message

    async def ask(self, line: int, message: Message) -> Message:
        self._count += 1
        request = {"id": f"driver-{id(self)}-{self._count}", **message}
        await self._lines[line].send(json.dumps(request))
        return await self._hear(line, "done", "refused", "suggestion")

    async def say(self, line: int, phrase: str) -> None:
        """Say one of the ready phrases, which has no answer."""
        await self._lines[line].send(json.dumps({"type": "say", "phrase": phrase}))

    async def look(self, line: int, *, here: bool) -> None:
        """Report that the player looks at the table, or elsewhere."""
        await self._lines[line].send(json.dumps({"type": "set_presence", "here": here}))

    async def step(
        self,
        choose: Callable[[Message], Message | None] | None = None,
        there: Callable[[Message], bool] | None = None,
    ) -> bool:
        """Take an action for the first seat that has one; return whether there was one.

        There is none where a condition holds for the position of the first connection.
        """
        for line in range(len(self._lines)):
            position = await self.position(line)
            standing = position["standing"]
            if standing["over"] or (there and not line and there(position)):
                return False
            if standing["next_game"]:
                await self.ask(line, {"type": "next_game", "match": position["match"]})
                return True
            if standing["legal"]:
                action = choose(position) if choose else None
                action = action or self._chance.choice(standing["legal"])
                request = {"type": "act", "match": position["match"], "action": action}
                answer = await self.ask(line, request)
                assert answer["type"] == "done", answer
                return True
        return False

    async def until(
        self,
        there: Callable[[Message], bool],
        choose: Callable[[Message], Message | None] | None = None,
    ) -> Message:
        """Play until a condition holds for the position of the first connection."""
        for _ in range(4000):
            position = await self.position()
            if there(position):
                return position
            # A computer player may have brought it there since.
            if not await self.step(choose, there):
                await asyncio.sleep(0.05)
        raise AssertionError("the table never came there")
