"""The application of one user: every request is answered, and a connection serves a whole game."""

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pegout.server.routes import ENDPOINTS
from pegout.site import application
from pegout.storage import Library
from pegout.table.offers import offered_levels
from tests.site.pages import open_page


@pytest.mark.parametrize(
    "name",
    [
        "play_an_evening",
        "learn_for_an_evening",
        "ask_for_help",
        pytest.param("play_against_every_level", marks=pytest.mark.long),
        pytest.param("play_by_every_preset", marks=pytest.mark.long),
    ],
)
def test_an_evening_needs_no_package_of_the_server_no_thread_and_no_process(name: str) -> None:
    """The import of anything that a browser lacks would fail, as the start of a thread would."""
    bare = Path(__file__).with_name("bare.py")
    run = [sys.executable, str(bare), "tests.site.evening", name]
    done = subprocess.run(
        run, env={"PYTHONPATH": str(bare.parents[2])}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


async def test_games_survive_in_the_library(tmp_path: Path) -> None:
    place = f"sqlite:///file:{tmp_path}/library.db"
    async with open_page(Library.open(place)) as page:
        code, token = await page.table()
        number = await page.enter(code, token)
        over = await page.play(number, random.Random(2))
    async with open_page(Library.open(place)) as page:
        replay = await page.get(f"/api/tables/{code}/replay", token)
        assert replay["match"] == over["match"]


async def test_every_level_is_offered() -> None:
    async with open_page() as page:
        offers = await page.get("/api/options")
        assert [level["name"] for level in offers["levels"]] == offered_levels()


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(LookupError(), 500, "fault"), (ModuleNotFoundError(name="numpy"), 501, "no_server")],
)
async def test_an_error_is_an_answer(
    error: Exception, status: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise error

    [offers] = [endpoint for endpoint in ENDPOINTS if endpoint.path == "/api/options"]
    broken = replace(offers, answer=fail)
    # What it asks for is otherwise read from the types of the function.
    broken.__dict__["request"] = offers.request
    monkeypatch.setattr(application, "_ROUTES", [(broken, application._pattern(offers.path))])
    async with open_page() as page:
        answer = await page.ask("GET", "/api/options")
        said = json.loads(answer["body"])
        assert (answer["status"], said["code"]) == (status, code)
        assert said["message"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "no_page"),
        ("DELETE", "/api/count", 405, "no_method"),
        ("POST", "/api/count", 400, "bad_body"),
        ("GET", "/api/tables/2222222222", 404, "unknown_table"),
    ],
)
async def test_a_request_that_cannot_be_granted_is_refused(
    method: str, path: str, status: int, code: str
) -> None:
    async with open_page() as page:
        answer = await page.ask(method, path)
        said = json.loads(answer["body"])
        assert (answer["status"], said["code"]) == (status, code)
        assert said["message"]


async def test_texts_are_in_the_language_of_the_request() -> None:
    async with open_page() as page:
        refused = await page.ask("GET", "/api/nothing?lang=es")
        assert "dirección" in json.loads(refused["body"])["message"]


async def test_a_record_comes_as_a_file() -> None:
    async with open_page() as page:
        code, token = await page.table()
        answer = await page.ask("GET", f"/api/tables/{code}/record", token=token)
        assert answer["headers"]["Content-Disposition"].endswith(f'"pegout-{code}.peg"')
        assert "Ben" in answer["body"]


async def test_a_connection_to_no_table_is_closed_with_the_reason() -> None:
    async with open_page() as page:
        number = page.open("/api/tables/2222222222/socket")
        page.say(number, type="hello", version=2, token="", language="es")
        assert (await page.hear(number, "bye"))["code"] == "unknown_table"
        assert (await page.hear(number, "closed"))["code"] == 1008
        # What comes later is for nobody.
        page.say(number, type="ping", id="")
        page.post(type="close", id=number)


async def test_pings_are_answered() -> None:
    async with open_page() as page:
        number = await page.enter(*await page.table())
        page.say(number, type="ping", id="p")
        assert (await page.hear(number, "pong"))["id"] == "p"


async def test_a_library_is_saved_and_its_games_are_added_elsewhere() -> None:
    async with open_page() as one, open_page() as other:
        code, token = await one.table()
        over = await one.play(await one.enter(code, token), random.Random(5))
        saved = await one.get("/api/library/file")
        file = saved["file"]
        assert await other.send("/api/library/file", {"file": file}) == {"games": 1}
        assert await other.get("/api/library") == []
        assert await other.send("/api/library/file", {"file": file, "add": True}) == {"games": 1}
        assert await other.send("/api/library/file", {"file": file, "add": True}) == {"games": 0}
        [match] = await other.get("/api/library")
        replay = await other.get(f"/api/library/{match['match']}/replay")
        assert (match["match"], replay["match"]) == (over["match"], over["match"])


@pytest.mark.parametrize(
    ("method", "body", "code"),
    [
        ("PUT", None, "no_method"),
        ("POST", {"file": 5}, "bad_body"),
        ("POST", {"file": "AAAA"}, "not_a_library"),
    ],
)
async def test_what_is_no_library_is_refused(method: str, body: object, code: str) -> None:
    async with open_page() as page:
        answer = await page.ask(method, "/api/library/file", body)
        assert json.loads(answer["body"])["code"] == code
