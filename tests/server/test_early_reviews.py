"""Decisions that are valued while a game is played against computer players."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from pegout.review.game_numbers import decode, digest, gather, version
from pegout.review.game_review import choices, review
from pegout.server.computer_players import ComputerPlayers
from pegout.server.early_reviews import key
from pegout.server.processes import ProcessWorker
from tests.server.table import ALONE, QUICKLY, house
from tests.server.test_reviews import REVIEWING, asked, finish

PAIR = [("Ann", "person"), ("Ben", "open")]


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run the jobs of the worker processes here, and return the names of those that valued."""
    done: list[str] = []

    async def run(self: ProcessWorker, job: Callable[[], Any]) -> Any:
        found = job()
        if found != ((), False):
            done.append(job.func.__name__)  # type: ignore[attr-defined]
        return found

    monkeypatch.setattr(ProcessWorker, "run", run)
    return done


async def test_a_game_that_ends_is_reviewed_with_what_was_valued_before(jobs: list[str]) -> None:
    async with house(config=REVIEWING) as home:
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(3))
        (match,) = home.library.matches()
        record = home.library.record(match.id)
        game = record.games[0]
        made = list(choices(record.rules, game))
        valued = await home.tables.early_reviews.finish(match.id)
        assert {key(choice) for choice in made} == {*valued}
        assert jobs == ["value_choice"] * len(made)
        path = f"/api/tables/{code}/review?game=1"
        done = await finish(home, asked(await home.ask("POST", path, {}, token=tokens[0])))
        assert done.state == "done"
        assert jobs[len(made) :] == ["gather"]
        data = home.library.reviews.find(digest(record.rules, game), version())
        assert data is not None
        assert decode(data) == gather(record.rules, game, review(record.rules, game))
        (stored,) = home.library.games()
        decisions = [sums.discard.decisions + sums.play.decisions for sums in stored.errors]
        assert sum(decisions) == len(done.games[0].decisions)
        assert [sums.luck_holes for sums in stored.errors] != [None, None]


async def test_nothing_is_valued_early_between_persons(jobs: list[str]) -> None:
    async with house(config=REVIEWING) as home:
        code, tokens = await home.table(PAIR, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
            await asyncio.gather(ann.play(random.Random(1)), ben.play(random.Random(2)))
        assert home.library.matches()[0].status == "over"
        assert jobs == []


async def test_a_record_of_the_same_id_gets_nothing_of_the_game(jobs: list[str]) -> None:
    async with house(config=REVIEWING) as home:
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(3))
        record = await home.get(f"/api/tables/{code}/record", tokens[0])
        body = {"text": record.body.decode(), "seat": 0}
        done = await finish(home, asked(await home.post("/api/review", body)))
        assert done.state == "done"
        (stored,) = home.library.games()
        assert stored.errors == ()


async def test_nothing_is_valued_early_while_others_wait_for_the_processor(
    jobs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComputerPlayers, "are_busy", lambda self: True)
    async with house(config=REVIEWING) as home:
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(3))
        assert home.library.matches()[0].status == "over"
        assert jobs == []
        path = f"/api/tables/{code}/review?game=1"
        done = await finish(home, asked(await home.ask("POST", path, {}, token=tokens[0])))
        assert done.state == "done"
