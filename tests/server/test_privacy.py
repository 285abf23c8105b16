"""The page about data says what is stored for how long, by the configuration."""

import json
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from pegout.text import language
from pegout.text.privacy import StoredData, data_page
from tests.server.table import QUICK, house

DAY = 86_400.0


async def told(lang: str = "en", **config: Any) -> str:
    async with house(config=replace(QUICK, **config)) as home:
        answer = await home.get("/api/privacy", **{"Accept-Language": lang})
    assert answer.status == 200
    sections = answer.json["sections"]
    assert all(section["title"] and section["says"] for section in sections)
    return json.dumps(sections, ensure_ascii=False)


async def test_the_times_are_those_of_the_configuration() -> None:
    kept: dict[str, Any] = {"keep_finished": 90 * DAY, "keep_abandoned": 45 * 60.0}
    said = await told(**kept, logs_kept=14 * DAY, backups_kept=30 * DAY)
    assert "finished match is erased 90 days after" in said
    assert "no match was finished is erased 45 minutes after" in said
    assert "is erased 90 days after its last change" in said
    assert "keys, is kept for 14 days" in said
    assert "Backups are kept for 30 days" in said


async def test_what_stays_and_what_the_host_does_not_say() -> None:
    said = await told(keep_finished=None, keep_abandoned=None)
    assert said.count("stays until it is erased by hand") == 2
    assert "Ask the host how long" in said
    assert "ask how long" in said


async def test_it_speaks_spanish() -> None:
    assert "se borra 90 días después" in await told("es", keep_finished=90 * DAY)


async def test_a_library_of_ones_own_is_nowhere_else() -> None:
    said = await told(own=True, keep_finished=90 * DAY)
    assert "go nowhere" in said
    assert "90 days" not in said


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_sentence_is_whole(lang: str) -> None:
    for seconds in (None, 60.0, 7200.0, 3 * DAY, inf):
        for own in (True, False):
            stored = StoredData(own, seconds, seconds, seconds, seconds)
            for _, says in data_page(language(lang), stored):
                for sentence in says:
                    assert sentence.endswith(".")
                    assert "{" not in sentence
