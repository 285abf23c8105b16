"""A tournament over HTTP: its tables are set up, and enter their results themselves."""

import asyncio
import csv
import io
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pegout.server.retention import Retention
from pegout.storage import Library
from pegout.table.state import TableState
from pegout.tournaments.tournament import Tournament
from tests.server.live_tables import until
from tests.server.table import QUICK, House, Player, house
from tests.serving import Answer

KEY = "tournament-0123456789abcdefghijklmn"
DAY = 86_400.0


class Evening:
    """A tournament, as its host sees it."""

    def __init__(self, home: House, code: str) -> None:
        self.home = home
        self.path = f"/api/tournaments/{code}"

    @classmethod
    async def made(cls, home: House, **plan: Any) -> "Evening":
        order = {"title": "Thursday", "key": KEY, "target": 61, **plan}
        made = await home.post("/api/tournaments", order)
        assert made.status == 201, made.body
        assert (await home.post("/api/tournaments", order)).json == made.json
        return cls(home, made.json["code"])

    async def ask(self, what: str, **body: Any) -> Answer:
        return await self.home.ask("POST", f"{self.path}/{what}", body, token=KEY)

    async def shown(self, token: str = KEY, query: str = "") -> Any:
        answer = await self.home.get(self.path + query, token)
        assert answer.status == 200, answer.body
        return answer.json

    async def enter(self, *players: str | tuple[str, str]) -> list[str]:
        """Enter players by name, or by name and level; return the secrets of the links."""
        shown: Any = None
        for player in players:
            name, kind = (player, "person") if isinstance(player, str) else player
            answer = await self.ask("players", name=name, kind=kind)
            assert answer.status == 200, answer.body
            shown = answer.json
        return [player["token"] for player in shown["players"]]

    async def begin(self) -> Any:
        number = (await self.shown())["begun"] + 1
        answer = await self.ask("rounds", round=number)
        assert answer.status == 200, answer.body
        again = await self.ask("rounds", round=number)
        assert [found["table"] for found in again.json["pairings"]] == [
            found["table"] for found in answer.json["pairings"]
        ]
        return answer.json

    async def over(self) -> Any:
        """Wait until all results of the round are there."""
        shown: Any = {}
        while shown.get("status") not in ("between", "over"):
            shown = await self.shown()
            await asyncio.sleep(0.02)
        return shown


async def play(home: House, table: Any, seed: int) -> None:
    """Play the games of a player's table; the opponent may be a person or a computer player."""
    chance = random.Random(seed)
    async with home.sit(table["code"], table["token"]) as player:
        assert player.seat == table["seat"]
        while not player.standing["over"]:
            await player.play(chance, game_over)
            await player.ask("next_game")


def game_over(player: Player) -> bool:
    return bool(player.standing["over"] or player.standing["next_game"])


@pytest.mark.parametrize("scoring", ["points", "duplicate"])
async def test_persons_and_computer_players_play_to_the_standings(
    home: House, scoring: str
) -> None:
    games = 1 if scoring == "duplicate" else 2
    evening = await Evening.made(home, system="swiss", rounds=2, games=games, scoring=scoring)
    links = await evening.enter("Ann", "Ben", ("Cora", "novice"), ("", "novice"))
    assert [bool(link) for link in links] == [True, True, False, False]
    over: Any = None
    for number in (1, 2):
        begun = await evening.begin()
        assert (begun["status"], begun["begun"]) == ("playing", number)
        shown = [await evening.shown(link) for link in links[:2]]
        assert [found["you"] for found in shown] == [0, 1]
        await asyncio.gather(
            *[play(home, found["table"], number + at) for at, found in enumerate(shown)]
        )
        over = await evening.over()
        assert all(len(found["scores"]) == games for found in over["pairings"])
    assert over["status"] == "over"
    assert sum(line["spread"] for line in over["standings"]) == 0
    assert [line["played"] for line in over["standings"]] == [2 * games] * 4
    earlier = await evening.shown(query="?round=1")
    assert earlier["round"] == 1
    # What the tables have entered is what was played there.
    for found in earlier["pairings"] + over["pairings"]:
        (match,) = TableState.read(home.library.table(found["table"])).matches
        stored = home.library.games([match])
        assert found["scores"] == [list(game.sums.scores) for game in stored]
    if scoring == "duplicate":
        assert sum(line["points"] for line in over["standings"]) == pytest.approx(0)
        tables = "-".join(found["table"] for found in over["pairings"])
        standings = (await home.get(f"/api/duplicates?tables={tables}")).json
        assert standings["over"]


async def test_computer_players_continue_after_a_restart(where: str) -> None:
    with Library.open(where) as library:
        async with house(library) as home:
            evening = await Evening.made(home, rounds=1, games=9)
            await evening.enter(*[("", "novice")] * 4)
            await evening.begin()
        assert library.matches("playing")
        async with house(library) as home:
            evening.home = home
            over = await evening.over()
            assert [len(found["scores"]) for found in over["pairings"]] == [9, 9]


async def test_results_by_hand_and_their_corrections_are_seen_by_everybody(home: House) -> None:
    evening = await Evening.made(home, boards=True, rounds=1)
    links = await evening.enter("Ann", "Ben", "Cora", "Dan", "Eve")
    begun = await evening.begin()
    assert {found["table"] for found in begun["pairings"]} == {""}
    assert [found["over"] for found in begun["pairings"]] == [False, False, True]
    assert (await evening.ask("rounds", round=2)).code == "round_open"
    scores = [[61, 40], [50, 61]]
    for at in (0, 1):
        answer = await evening.ask("results", round=1, pairing=at, scores=scores)
        assert answer.json["pairings"][at]["by_hand"]
    assert (await evening.shown())["status"] == "over"
    wrong = {"round": 1, "pairing": 0, "scores": [[61, 20], [50, 61]]}
    assert (await evening.ask("results", **wrong)).code == "no_reason"
    reason = "=pegs were moved twice"
    assert (await evening.ask("results", **wrong, reason=reason)).status == 200
    shown: Any = None
    for token in ("", links[0], KEY):
        shown = await evening.shown(token)
        (note,) = shown["corrections"]
        assert (note["before"], note["after"]) == (scores, wrong["scores"])
        assert note["reason"] == reason
        assert [bool(player["token"]) for player in shown["players"]] == [token == KEY] * 5
    sheet = await home.get(f"{evening.path}/standings.csv")
    lines = list(csv.reader(io.StringIO(sheet.text)))
    assert [line[1] for line in lines[1:]] == [
        shown["players"][line["player"]]["name"] for line in shown["standings"]
    ]
    saved = await home.get(f"{evening.path}/tournament.json", KEY)
    again = Tournament.read(saved.text)
    assert [placed.player for placed in again.standings()] == [
        line["player"] for line in shown["standings"]
    ]
    for secret in (KEY, *links):
        assert secret not in saved.text + sheet.text
    stored = home.library.tournaments.find(evening.path.split("/")[-1]).state
    for secret in (KEY, *links):
        assert secret not in stored


async def test_late_players_play_from_the_next_round_and_those_who_left_do_not(
    home: House,
) -> None:
    evening = await Evening.made(home, boards=True)
    links = await evening.enter("Ann", "Ben", "Cora", "Dan")
    await evening.begin()
    answer = await evening.ask("leave", player=0)
    assert not answer.json["players"][0]["present"]
    await evening.enter("Eve")
    shown = await evening.shown()
    for at, found in enumerate(shown["pairings"]):
        if not found["over"]:
            await evening.ask("results", round=1, pairing=at, scores=[[61, 40], [50, 61]])
    begun = await evening.begin()
    busy = {found[side] for found in begun["pairings"] for side in ("first", "second")}
    assert busy == {1, 2, 3, 4}
    assert (await evening.ask("leave", player=0, back=True)).json["players"][0]["present"]
    # Their link shows everything, and no table.
    assert (await evening.shown(links[0]))["table"] is None


async def test_only_the_host_changes_a_tournament(home: House) -> None:
    evening = await Evening.made(home)
    links = await evening.enter("Ann", "Ben", "Cora", "Dan")
    requests: list[tuple[str, str, Any]] = [
        ("POST", "/players", {"name": "Eve"}),
        ("POST", "/leave", {"player": 0}),
        ("POST", "/rounds", {"round": 1}),
        ("POST", "/results", {"round": 1, "pairing": 0, "scores": []}),
        ("DELETE", "", {}),
        ("GET", "/tournament.json", None),
    ]
    before = await evening.shown()
    for method, path, body in requests:
        for token, code in (("", "not_host"), (links[0], "not_host"), ("x" * 43, "unknown_player")):
            answer = await home.ask(method, evening.path + path, body, token=token)
            assert answer.code == code
    assert await evening.shown() == before
    assert (await home.get(evening.path, "x" * 43)).code == "unknown_player"
    order = {"title": "Another", "key": KEY}
    assert (await home.post("/api/tournaments", order)).code == "key_taken"
    assert (await home.post("/api/tournaments", {**order, "key": "a" * 32})).code == "weak_token"
    assert (await home.get("/api/tournaments/nosuchone2")).code == "unknown_tournament"
    assert (await evening.ask("players", name="ann")).code == "same_name"
    assert (await evening.ask("players", kind="nobody")).code == "unknown_level"
    assert (await home.ask("DELETE", evening.path, {}, token=KEY)).status == 200
    assert (await home.get(evening.path, KEY)).code == "unknown_tournament"


async def test_many_changes_at_once_are_all_made(home: House) -> None:
    evening = await Evening.made(home)
    names = ["Ann", "Ben", "Cora", "Dan"]
    answers = await asyncio.gather(*[evening.ask("players", name=name) for name in names])
    assert [answer.status for answer in answers] == [200] * 4
    shown = await evening.shown()
    assert {player["name"] for player in shown["players"]} == set(names)
    assert len({player["token"] for player in shown["players"]}) == 4


async def test_a_seat_belongs_to_its_players_link(home: House) -> None:
    evening = await Evening.made(home, rounds=1, games=2)
    links = await evening.enter("Ann", "Ben", "Cora", "Dan")
    await evening.begin()
    tables = [(await evening.shown(link))["table"] for link in links]
    assert len({table["token"] for table in tables}) == 4
    table = (await home.get(f"/api/tables/{tables[0]['code']}")).json
    assert table["tournament"] == evening.path.split("/")[-1]
    async with AsyncExitStack() as stack:
        for found in tables:
            player = await stack.enter_async_context(home.sit(found["code"], found["token"]))
            assert player.seat == found["seat"]
    # A match that both have resigned counts as won at the last hole.
    both = [found for found in tables if found["code"] == tables[0]["code"]]
    async with AsyncExitStack() as stack:
        one, two = [
            await stack.enter_async_context(home.sit(found["code"], found["token"]))
            for found in both
        ]
        await one.act({"type": "resign", "seat": one.seat})
        await one.ask("next_game")
        await two.until("events")
        await two.act({"type": "resign", "seat": two.seat})
    shown = await evening.shown()
    (pairing,) = [found for found in shown["pairings"] if found["table"] == tables[0]["code"]]
    assert (sorted(pairing["scores"][0]), pairing["over"]) == ([0, 61], True)
    assert pairing["scores"][0] == pairing["scores"][1][::-1]


def later(days: float) -> Callable[[], datetime]:
    return lambda: datetime.now(UTC) + timedelta(days=days)


async def test_a_tournament_is_erased_after_its_time(where: str) -> None:
    config = replace(QUICK, keep_finished=9 * DAY, keep_abandoned=3 * DAY)
    with Library.open(where) as library:
        async with house(library, config) as home:
            evening = await Evening.made(home)
            assert (await evening.shown())["kept"] == 9 * DAY
            for days, status in ((8, 200), (10, 404)):
                await Retention(home.tables, config, later(days)).look()
                assert (await home.get(evening.path)).status == status


async def test_the_computers_table_is_loaded_no_longer_than_it_plays(home: House) -> None:
    evening = await Evening.made(home, rounds=1)
    await evening.enter(*[("", "novice")] * 4)
    begun = await evening.begin()
    await evening.over()
    for found in begun["pairings"]:
        live = home.tables.loaded_table(found["table"])
        await until(lambda live=live: not live.busy)
