"""Reviews and long analyses in a second worker: as on a server, and never a review that hangs."""

import asyncio
import json
import pickle
import random
from base64 import b64decode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from pegout.notation import read
from pegout.review.game_numbers import gather
from pegout.rules import RulesError
from pegout.server.table_executors import WorkerDied
from pegout.server.workers import Workers
from pegout.site.jobs import PageWorker, decode_result, encode_job, run_job
from pegout.storage import Library
from tests.server.live_tables import pass_time, until
from tests.site.pages import PATIENCE, Message, Page, open_page

RECORDS: Final = Path(__file__).parents[2] / "docs" / "records"
#: The seconds without work after which the worker ends.
IDLE: Final = 60.0


class Engine:
    """Stands for the browser: its workers have nothing in common with the table but text."""

    def __init__(self) -> None:
        #: One for each worker that was started: whether it runs.
        self.running: list[bool] = []
        self.names: list[str] = []
        #: Whether jobs are run; otherwise they wait.
        self.works = True
        self.fail: Callable[[str], None] | None = None
        self._waiting: list[Callable[[], None]] = []

    def start(self, take: Callable[[str], None], fail: Callable[[str], None]) -> "_Worker":
        self.running.append(True)
        self.fail = fail
        return _Worker(self, len(self.running) - 1, take)

    def post(self, do: Callable[[], None]) -> None:
        self._waiting.append(do)
        if self.works:
            self.release()

    def release(self) -> None:
        waiting, self._waiting = self._waiting, []
        for do in waiting:
            asyncio.get_running_loop().call_soon(do)

    def workers(self) -> Workers:
        return Workers(1, IDLE, partial(PageWorker, self.start))


class _Worker:
    def __init__(self, engine: Engine, number: int, take: Callable[[str], None]) -> None:
        self._engine, self._number, self._take = engine, number, take

    def post(self, text: str) -> None:
        self._engine.names.append(_name(text))
        self._engine.post(lambda: self._run(text))

    def _run(self, text: str) -> None:
        result = run_job(text)
        if self._engine.running[self._number]:
            self._take(result)

    def end(self) -> None:
        self._engine.running[self._number] = False


def _name(text: str) -> str:
    """Return the name of the function of a job."""
    job = pickle.loads(b64decode(text))
    return str(getattr(job, "func", job).__name__)


async def finish(page: Page, review: Message) -> Message:
    """Follow a review until it is over."""
    seen = [review]
    async with asyncio.timeout(2 * PATIENCE):
        while seen[-1]["state"] in ("waiting", "running"):
            await asyncio.sleep(0)
            seen.append(await page.get(f"/api/review/{review['review']}"))
    assert [state["done"] for state in seen] == sorted([state["done"] for state in seen])
    return seen[-1]


def record(name: str) -> dict[str, Any]:
    return {"text": (RECORDS / f"{name}.peg").read_text("utf-8"), "seat": 1}


async def test_a_review_is_computed_elsewhere_and_stored_here(tmp_path: Path) -> None:
    place, engine = f"sqlite:///file:{tmp_path}/library.db", Engine()
    async with open_page(Library.open(place), engine.workers()) as page:
        asked = await page.send("/api/review", record("two"))
        assert (asked["state"], asked["of"]) == ("waiting", 30)
        done = await finish(page, asked)
        assert (done["state"], done["done"], done["code"]) == ("done", 30, "")
        assert done["games"][0]["headline"].startswith("You lost by 17.")
        assert set(engine.names) == {"decide", "gather"}
        assert engine.running == [True]
        # The next one is stored, and its numbers are those of a review in one process.
        assert (await page.send("/api/review", record("two")))["games"] == done["games"]
        assert engine.names.count(gather.__name__) == 1
        await pass_time(IDLE)
        await until(lambda: engine.running == [False])
    async with open_page(Library.open(place)) as page:
        assert (await page.send("/api/review", record("two")))["games"] == done["games"]


async def test_without_a_second_worker_the_review_is_the_same() -> None:
    async with open_page(workers=Engine().workers()) as page:
        there = await finish(page, await page.send("/api/review", record("early")))
    async with open_page() as page:
        here = await finish(page, await page.send("/api/review", record("early")))
    assert here["games"] == there["games"] != []


async def test_requests_are_answered_while_a_review_waits_for_its_worker() -> None:
    engine = Engine()
    engine.works = False
    async with open_page(workers=engine.workers()) as page:
        asked = await page.send("/api/review", record("early"))
        await until(lambda: engine.names)
        hand = {"cards": ["5H", "5S", "5D", "JC"], "starter": "5C"}
        assert (await page.send("/api/count", hand))["points"] == 29
        look = await page.get(f"/api/review/{asked['review']}")
        assert (look["state"], look["done"]) == ("running", 0)
        engine.works = True
        engine.release()
        assert (await finish(page, asked))["state"] == "done"


async def test_a_cancelled_review_leaves_the_worker_to_the_next_one() -> None:
    engine = Engine()
    engine.works = False
    async with open_page(workers=engine.workers()) as page:
        asked = await page.send("/api/review", record("two"))
        await until(lambda: engine.names)
        gone = f"/api/review/{asked['review']}"
        assert (await page.ask("DELETE", gone))["status"] == 200
        assert (await page.ask("GET", gone))["status"] == 404
        other = await page.send("/api/review", record("early"))
        await until(lambda: len(engine.names) == 2)
        engine.works = True
        engine.release()
        assert (await finish(page, other))["state"] == "done"
        assert engine.running == [True]


async def test_the_death_of_the_worker_is_an_answer_and_the_next_review_starts_another() -> None:
    engine = Engine()
    engine.works = False
    async with open_page(workers=engine.workers()) as page:
        asked = await page.send("/api/review", record("early"))
        await until(lambda: engine.names)
        assert engine.fail is not None
        engine.fail("out of memory")
        failed = await finish(page, asked)
        assert (failed["state"], failed["code"]) == ("failed", "review_failed")
        assert failed["message"] == "The review stopped early; start it again."
        assert engine.running == [False]
        engine.works = True
        assert (await finish(page, await page.send("/api/review", record("early"))))["games"]
        assert engine.running == [False, True]


async def test_what_is_missing_there_is_said_to_need_a_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def decide(choice: object) -> None:
        raise ModuleNotFoundError(name="numpy")

    monkeypatch.setattr("pegout.review.game_review.decide", decide)
    async with open_page() as page:
        failed = await finish(page, await page.send("/api/review", record("early")))
        assert (failed["state"], failed["code"]) == ("failed", "no_server")
        assert failed["message"] == "This works only with a server."


async def test_an_error_of_a_job_comes_back_as_itself() -> None:
    with pytest.raises(RulesError) as raised:
        decode_result(run_job(encode_job(refuse)))
    assert raised.value.code == "other_deals"
    with pytest.raises(ValueError, match="five"):
        decode_result(run_job(encode_job(partial(int, "five"))))


def refuse() -> None:
    raise RulesError("other_deals", "expected the same deals")


async def test_the_jobs_of_a_worker_that_has_ended_fail() -> None:
    engine = Engine()
    engine.works = False
    worker = PageWorker(engine.start)
    job = asyncio.ensure_future(worker.run(partial(max, 1, 2)))
    await until(lambda: engine.names)
    await worker.end()
    with pytest.raises(WorkerDied):
        await job


async def test_a_challenge_in_a_record_is_played_elsewhere_and_both_games_are_compared() -> None:
    """The link has the record in it, so no store has both games."""
    async with open_page() as page:
        code, token = await page.table("novice", first_deal="cut")
        await page.play(await page.enter(code, token), random.Random(5))
        first = (await page.ask("GET", f"/api/tables/{code}/record", token=token))["body"]
    engine = Engine()
    async with open_page(workers=engine.workers()) as page:
        wanted = {"text": first, "seat": 0, "key": "challenge-0123456789abcdefghijklmn"}
        made = await page.send("/api/records/challenge", wanted)
        assert await page.send("/api/records/challenge", wanted) == made
        taken = await page.send(f"/api/tables/{made['code']}/join", {"name": "Zoe"})
        number = await page.enter(made["code"], taken["token"])
        path = f"/api/tables/{made['code']}/record"

        async def compare() -> Any:
            second = (await page.ask("GET", path, token=taken["token"]))["body"]
            both = {"first": first, "second": second, "seat": 0}
            return await page.send("/api/records/comparison", both)

        assert not (await compare())["over"]
        await page.play(number, random.Random(6))
        found = await compare()
        assert (found["over"], found["names"]) == (True, ["Ann", "Zoe"])
        assert found["deals"]
        assert engine.names.count("compare_challenge") == 2
        # In the second half of the game its decisions were valued there as well.
        assert set(engine.names) == {"compare_challenge", "value_choice"}
        second = read((await page.ask("GET", path, token=taken["token"]))["body"])
        assert second.packs == read(first).match
        other = {"first": first, "second": record("early")["text"], "seat": 0}
        refused = await page.ask("POST", "/api/records/comparison", other)
        assert (refused["status"], json.loads(refused["body"])["code"]) == (400, "other_deals")
        refused = await page.ask("POST", "/api/records/challenge", {"text": "", "seat": 0})
        assert (refused["status"], json.loads(refused["body"])["code"]) == (400, "bad_record")
