"""A server whose metrics are read, as Prometheus reads them."""

import asyncio
import http.client
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from pegout.server.launch import bind
from pegout.storage import Library
from tests.server.table import QUICK, House, house


class Measured:
    """The metrics of a server, as a program reads them at its address."""

    def __init__(self, home: House, port: int) -> None:
        self.home = home
        self.port = port

    async def text(self, path: str = "/metrics") -> str:
        return await asyncio.to_thread(self._text, path)

    def _text(self, path: str) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.read().decode() if answer.status == 200 else str(answer.status)
        finally:
            connection.close()

    async def samples(self) -> list[Sample]:
        families = text_string_to_metric_families(await self.text())
        return [sample for family in families for sample in family.samples]

    async def value(self, name: str, **labels: str) -> float | None:
        for sample in await self.samples():
            if sample.name == name and labels.items() <= sample.labels.items():
                return sample.value
        return None


@asynccontextmanager
async def measured(library: Library | None = None, **settings: Any) -> AsyncIterator[Measured]:
    with bind("127.0.0.1", 0) as listener:
        async with house(library, replace(QUICK, **settings), metrics=listener) as home:
            yield Measured(home, listener.getsockname()[1])
