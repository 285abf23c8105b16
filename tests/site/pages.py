"""A page without a browser, which talks to the application by messages as a worker's page does."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from pegout.server.table_executors import JobWorkers
from pegout.site.application import CONFIG, Application
from pegout.site.channel import Channel
from pegout.storage import Library
from tests.sources import sources

Message = dict[str, Any]
#: How long a message is waited for, in seconds.
PATIENCE: Final = 60.0
#: An order of a short game against a level.
SHORT: Final = {"target": 31, "first_deal": "chosen"}
#: The computer players of a table.
NAMES: Final = ("Ben", "Cat", "Dan")


class Page:
    """Asks, and opens connections."""

    def __init__(self, application: Application) -> None:
        self.channel = Channel(application, self._take)
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self.sockets: dict[int, asyncio.Queue[Message]] = {}
        self._last = 0

    def _take(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "answer":
            self._answers.pop(message["id"]).set_result(message)
        else:
            self.sockets[message["id"]].put_nowait(message)

    def post(self, **message: Any) -> None:
        self.channel.receive(json.dumps(message))

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Message:
        """Send a request; return the answer, whose body is still text."""
        self._last += 1
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[self._last] = answer
        headers = {"Accept-Language": "en", "Authorization": f"Bearer {token}"}
        text = "" if body is None else json.dumps(body)
        self.post(type="ask", id=self._last, method=method, path=path, headers=headers, body=text)
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def get(self, path: str, token: str = "") -> Any:
        """Return what a request has found."""
        answer = await self.ask("GET", path, token=token)
        assert answer["status"] == 200, answer
        return json.loads(answer["body"])

    async def send(self, path: str, body: Any) -> Any:
        """Return the answer to a body that was accepted."""
        answer = await self.ask("POST", path, body)
        assert answer["status"] in (200, 201, 202), answer
        return json.loads(answer["body"])

    async def table(
        self, level: str = "club", *, preset: str = "standard", **switches: Any
    ) -> tuple[str, str]:
        """Set up a table against computer players; return its code and the token of the seat."""
        others = NAMES[: switches.get("players", 2) - 1]
        seats = [{"name": "Ann", "kind": "person"}]
        seats += [{"name": name, "kind": level} for name in others]
        order = {"preset": preset, "switches": {**SHORT, **switches}, "seats": seats}
        made = await self.send("/api/tables", order)
        return made["code"], made["seats"][0]["token"]

    def open(self, path: str) -> int:
        self._last += 1
        self.sockets[self._last] = asyncio.Queue()
        self.post(type="open", id=self._last, path=path)
        return self._last

    async def hear(self, number: int, *kinds: str) -> Message:
        """Return the next message of one of these kinds, whether of the table or of the line."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.sockets[number].get()
                if message["type"] == "message":
                    message = json.loads(message["message"])
                if message["type"] in kinds:
                    return message

    def say(self, number: int, **message: Any) -> None:
        self.post(type="send", id=number, message=json.dumps(message))

    async def enter(self, code: str, token: str, language: str = "en") -> int:
        """Open a connection, and say hello."""
        number = self.open(f"/api/tables/{code}/socket")
        await self.hear(number, "opened")
        self.say(number, type="hello", version=2, token=token, language=language)
        await self.hear(number, "welcome")
        return number

    async def play(self, number: int, chance: random.Random) -> Message:
        """Play the seat of a connection until the game is over; return the last position."""
        actions = 0
        while actions < 4000:
            self.say(number, type="sync", match="", since=0)
            position = await self.hear(number, "position")
            standing = position["standing"]
            if standing["over"]:
                return position
            if standing["legal"]:
                actions += 1
                action = chance.choice(standing["legal"])
                request = {"match": position["match"], "action": action, "id": f"turn-{actions}"}
                self.say(number, type="act", **request)
                answer = await self.hear(number, "done", "refused")
                assert answer["type"] == "done", answer
            else:
                await asyncio.sleep(0)
        raise AssertionError("the game never ended")


@asynccontextmanager
async def open_page(
    library: Library | None = None, workers: JobWorkers | None = None
) -> AsyncIterator[Page]:
    """Yield a page of an application; without a library, of one in memory."""
    with library or Library.open("sqlite://") as kept:
        page = Page(Application(kept, sources("site"), CONFIG, workers))
        try:
            yield page
        finally:
            await page.channel.close()
