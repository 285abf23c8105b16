"""Reviews over HTTP: who may request them, their progress, and their results."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pegout.notation import read
from pegout.review import game_numbers
from pegout.review.game_numbers import GameNumbers
from pegout.runs.executors import processes
from pegout.server.config import Config
from pegout.server.processes import ProcessWorker
from pegout.storage import Library
from pegout.wire.http import ReviewAsked
from tests.server.live_tables import pass_time, until
from tests.server.table import ALONE, QUICK, QUICKLY, TWO, House, house
from tests.serving import Answer

RECORDS = Path(__file__).parents[2] / "docs" / "records"
#: The settings of a server that reviews, without delays and limits.
REVIEWING = replace(QUICK, workers=1)
#: The time limit of a review on a busy machine, in seconds.
LONG = 120.0


def text(name: str = "two") -> str:
    return (RECORDS / f"{name}.peg").read_text("utf-8")


def asked(answer: Answer) -> ReviewAsked:
    assert answer.status in (200, 202), answer.body
    return msgspec.json.decode(answer.body, type=ReviewAsked)


async def finish(home: House, review: ReviewAsked, **headers: str) -> ReviewAsked:
    """Query a review again and again until it is over."""
    seen = [review]
    async with asyncio.timeout(LONG):
        while seen[-1].state in ("waiting", "running"):
            await asyncio.sleep(0.02)
            seen.append(asked(await home.get(f"/api/review/{review.review}", **headers)))
    assert [state.done for state in seen] == sorted([state.done for state in seen])
    assert {state.of for state in seen} == {review.of}
    return seen[-1]


async def review_text(home: House, body: dict[str, Any], **headers: str) -> ReviewAsked:
    return asked(await home.post("/api/review", body, **headers))


@pytest.fixture(scope="module")
def process() -> Iterator[Executor]:
    """Run a process for the reviews of several tests: it takes longer to start than to review."""
    with processes(1) as place:
        yield place.executor


@pytest.fixture
def shared(process: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers review in a process that outlives them."""

    async def run(self: ProcessWorker, job: Callable[[], Any]) -> Any:
        return await asyncio.wrap_future(process.submit(job))

    monkeypatch.setattr(ProcessWorker, "run", run)


async def test_a_record_is_reviewed_and_the_second_time_kept() -> None:
    async with house(config=REVIEWING) as home:
        first = await review_text(home, {"text": text(), "seat": 1})
        assert first.state in ("waiting", "running")
        assert (first.of, first.seat, first.games) == (30, 1, [])
        done = await finish(home, first)
        assert (done.state, done.done, done.code) == ("done", 30, "")
        (game,) = done.games
        assert game.opened
        assert game.headline.startswith("You lost by 17.")
        again = await review_text(home, {"text": text()}, **{"Accept-Language": "es"})
        assert again.state == "done"
        assert again.review != first.review
        assert again.games[0].headline.startswith("Ann ganó por 17.")
        assert again.games[0].splits == game.splits


@pytest.mark.slow
@pytest.mark.usefixtures("shared")
async def test_a_player_asks_for_the_review_of_a_match_against_the_computer() -> None:
    async with house(config=REVIEWING) as home:
        code, tokens = await home.table(ALONE, games=3, **QUICKLY)
        path = f"/api/tables/{code}/review"
        async with home.sit(code, tokens[0]) as ann:
            early = await home.ask("POST", path, {}, token=tokens[0])
            assert (early.status, early.code) == (404, "unknown_game")
            await ann.play(random.Random(1), lambda player: player.standing["next_game"])
            assert (await home.get(path, tokens[0])).code == "no_review"
            first = asked(await home.ask("POST", path, {}, token=tokens[0]))
            done = await finish(home, first)
            assert [game.game for game in done.games] == [1]
            assert done.games[0].opened, "after a game all cards are open"
            assert done.seat == 0
            await ann.play(random.Random(2))
        kept = asked(await home.get(f"{path}?game=1", tokens[0]))
        assert kept.games == done.games
        assert (await home.get(path, tokens[0])).code == "no_review", "others are missing"
        assert (await home.get(f"{path}?game=9", tokens[0])).code == "unknown_game"
        assert (await home.get(path, "x" * 43)).code == "bad_token"
        assert (await home.get(path)).code == "bad_token"
        whole = await finish(home, asked(await home.ask("POST", path, {}, token=tokens[0])))
        games = len(read((await home.get(f"/api/tables/{code}/record", tokens[0])).body).games)
        assert len(whole.games) == games > 1


@pytest.mark.long
@pytest.mark.usefixtures("shared")
async def test_a_match_of_several_persons_is_reviewed_when_it_is_over() -> None:
    async with house(config=REVIEWING) as home:
        code, tokens = await home.table(TWO, games=3, **QUICKLY)
        path = f"/api/tables/{code}/review"
        async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:

            def one_over(player: Any) -> bool:
                return bool(player.standing["next_game"])

            await asyncio.gather(
                ann.play(random.Random(1), one_over), ben.play(random.Random(2), one_over)
            )
            for seat in (0, 1):
                refused = await home.ask("POST", path, {}, token=tokens[seat])
                assert (refused.status, refused.code) == (400, "too_soon")
            record = (await home.get(f"/api/tables/{code}/record", tokens[0])).body.decode()
            for text in (record, record.replace(ann.match, "another")):
                refused = await home.post("/api/review", {"text": text})
                assert refused.code == "too_soon"
            await asyncio.gather(ann.play(random.Random(3)), ben.play(random.Random(4)))
        done = await finish(home, asked(await home.ask("POST", path, {}, token=tokens[1])))
        assert done.seat == 1
        assert all(game.opened for game in done.games)


@pytest.mark.slow
@pytest.mark.usefixtures("shared")
async def test_the_owner_of_a_library_asks_for_any_match_of_it() -> None:
    async with house(config=replace(REVIEWING, own=True)) as home:
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(1))
            match = ann.match
        path = f"/api/library/{match}/review"
        done = await finish(home, asked(await home.post(path, {})))
        assert done.games[0].opened
        assert asked(await home.get(path)).games == done.games
        assert (await home.get("/api/library/nothing/review")).code == "unknown_match"
    async with house(config=REVIEWING) as home:
        assert (await home.post("/api/library/nothing/review", {})).code == "no_page"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad_body"),
        ({"text": "hello"}, "bad_record"),
        ({"text": text(), "seat": 2}, "bad_seat"),
        ({"text": text(), "game": 2}, "unknown_game"),
        ({"text": text(), "eyes": 2}, "bad_body"),
    ],
)
async def test_what_cannot_be_reviewed(body: dict[str, Any], code: str) -> None:
    async with house(config=REVIEWING) as home:
        assert (await home.post("/api/review", body)).code == code
        answers = [
            await home.get("/api/review/nothing"),
            await home.ask("DELETE", "/api/review/nothing", {}),
        ]
        assert {(answer.status, answer.code) for answer in answers} == {(404, "unknown_review")}


@pytest.mark.usefixtures("shared")
async def test_what_nobody_values_is_told_with_its_reason() -> None:
    async with house(config=REVIEWING) as home:
        done = await finish(home, await review_text(home, {"text": text("early")}))
        assert done.state == "done"
        assert all((game.headline != "") == bool(game.splits) for game in done.games)


class Bench:
    """Replaces the process: it takes the next step on request."""

    def __init__(self) -> None:
        self.going = asyncio.Event()
        self.begun: list[str] = []

    async def run(self, job: partial[Any]) -> Any:
        name = job.func.__name__
        self.begun.append(name)
        await self.going.wait()
        return None if name == "decide" else GameNumbers([], [], [], [], [], 0, [])


@asynccontextmanager
async def waiting_house(
    monkeypatch: pytest.MonkeyPatch, config: Config = REVIEWING, library: Library | None = None
) -> AsyncIterator[tuple[House, Bench]]:
    """Run a server at which every review waits until a test releases it."""
    bench = Bench()
    monkeypatch.setattr(ProcessWorker, "run", lambda self, job: bench.run(job))
    async with house(library, replace(config, proxy=True)) as home:
        yield home, bench


def address(number: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"192.0.2.{number}"}


async def test_each_address_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async with waiting_house(monkeypatch) as (home, bench):
        many = [await review_text(home, {"text": text(), "seat": 0}, **address(1)) for _ in "123"]
        other = await review_text(home, {"text": text(), "seat": 1}, **address(2))
        states = [(review.state, review.ahead) for review in [*many, other]]
        assert states[1:] == [("waiting", 1), ("waiting", 2), ("waiting", 2)]
        await until(lambda: bench.begun)
        first = asked(await home.get(f"/api/review/{many[0].review}"))
        assert (first.state, first.ahead) == ("running", 0)
        assert bench.begun == ["decide"], "one at a time"
        bench.going.set()
        for review in [*many, other]:
            assert (await finish(home, review)).state == "done"


async def test_a_review_that_is_given_up_lets_the_next_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async with waiting_house(monkeypatch) as (home, bench):
        first, second = [await review_text(home, {"text": text()}) for _ in "12"]
        await until(lambda: len(bench.begun) == 1)
        gone = await home.ask("DELETE", f"/api/review/{first.review}", {})
        assert gone.status == 200
        assert (await home.get(f"/api/review/{first.review}")).code == "unknown_review"
        await until(lambda: len(bench.begun) == 2)
        assert asked(await home.get(f"/api/review/{second.review}")).state == "running"
        bench.going.set()
        assert (await finish(home, second)).state == "done"


async def test_a_review_that_nobody_asks_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async with waiting_house(monkeypatch) as (home, bench):
        first, second = [await review_text(home, {"text": text()}) for _ in "12"]
        await pass_time(31)
        assert asked(await home.get(f"/api/review/{second.review}")).state == "waiting"
        await pass_time(31)
        assert (await home.get(f"/api/review/{first.review}")).code == "unknown_review"
        assert asked(await home.get(f"/api/review/{second.review}")).state == "running"
        bench.going.set()
        assert (await finish(home, second)).state == "done"
        await pass_time(500)
        assert asked(await home.get(f"/api/review/{second.review}")).state == "done"
        await pass_time(605)
        assert (await home.get(f"/api/review/{second.review}")).code == "unknown_review"


async def test_the_last_places_are_for_those_who_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async with waiting_house(monkeypatch, replace(REVIEWING, reviews=10)) as (home, bench):
        for number in (1, 1, 1, 1, 2, 2, 2, 2):
            await review_text(home, {"text": text()}, **address(number))
        await review_text(home, {"text": text()}, **address(3))
        refused = await home.post("/api/review", {"text": text()}, **address(3))
        assert refused.code == "too_many_reviews"
        last = await review_text(home, {"text": text()}, **address(4))
        assert (await home.post("/api/review", {"text": text()}, **address(5))).status == 429
        bench.going.set()
        assert (await finish(home, last)).state == "done"


async def test_ipv6_has_no_more_reviews_than_its_owner_may(monkeypatch: pytest.MonkeyPatch) -> None:
    config = replace(REVIEWING, reviews=100, reviews_per_address=1)
    async with waiting_house(monkeypatch, config) as (home, _):
        networks = [{"X-Forwarded-For": f"2001:db8:1:{at:x}::7"} for at in range(6)]
        answers = [await home.post("/api/review", {"text": text()}, **head) for head in networks]
        assert [answer.status for answer in answers] == [202] * 4 + [429] * 2


async def test_no_more_reviews_begin_than_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    config = replace(REVIEWING, reviews=3, reviews_per_address=2)
    async with waiting_house(monkeypatch, config) as (home, bench):
        for _ in "12":
            await review_text(home, {"text": text()}, **address(1))
        refused = await home.post("/api/review", {"text": text()}, **address(1))
        assert (refused.status, refused.code) == (429, "too_many_reviews")
        last = await review_text(home, {"text": text()}, **address(2))
        refused = await home.post("/api/review", {"text": text()}, **address(3))
        assert refused.code == "too_many_reviews"
        bench.going.set()
        await finish(home, last)
        await review_text(home, {"text": text()}, **address(3))


async def test_a_host_may_turn_reviews_off() -> None:
    async with house(config=replace(QUICK, workers=0)) as home:
        refused = await home.post("/api/review", {"text": text()})
        assert (refused.status, refused.code) == (404, "no_reviews")


@pytest.mark.slow
async def test_a_process_that_dies_fails_its_review_alone() -> None:
    async with house(config=REVIEWING) as home:
        others = active_children()
        first = await review_text(home, {"text": text()})
        async with asyncio.timeout(LONG):
            while asked(await home.get(f"/api/review/{first.review}")).done < 1:
                await asyncio.sleep(0.01)
        (process,) = [child for child in active_children() if child not in others]
        process.kill()
        failed = await finish(home, first)
        assert (failed.state, failed.code) == ("failed", "review_failed")
        assert failed.message == "The review stopped early; start it again."
        assert failed.games == []
        again = await finish(home, await review_text(home, {"text": text("board")}))
        assert again.state == "done"


async def test_numbers_of_another_version_are_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    with Library.open("sqlite://") as library:
        async with waiting_house(monkeypatch, library=library) as (home, bench):
            bench.going.set()
            await finish(home, await review_text(home, {"text": text()}))
        async with waiting_house(monkeypatch, library=library) as (home, bench):
            assert (await review_text(home, {"text": text()})).state == "done"
            monkeypatch.setattr(game_numbers, "version", lambda: "0" * 64)
            new_review = await review_text(home, {"text": text()})
            assert new_review.state in ("waiting", "running")
            bench.going.set()
            assert (await finish(home, new_review)).games[0].decisions == []
