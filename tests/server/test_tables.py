"""Setting tables up, taking seats, and who may enter."""

import asyncio
from typing import Any

import pytest

from pegout.table.offers import offered_levels
from pegout.table.state import holder
from tests.server.table import ALONE, TWO, House, Player


async def test_a_table_against_the_computer_begins_at_once(home: House) -> None:
    answer = await home.order(ALONE, preset="half")
    assert answer.status == 201
    code = answer.json["code"]
    table = (await home.get(f"/api/tables/{code}")).json
    assert table["status"] == "playing"
    assert table["rules"]["target"] == 61
    assert [seat["kind"] for seat in table["seats"]] == ["person", "novice"]
    assert [seat["present"] for seat in table["seats"]] == [False, True]
    async with home.sit(code, answer.json["seats"][0]["token"]) as ann:
        assert ann.welcome["table"]["seats"][0]["present"]
        assert ann.match == table["match"]


async def test_the_number_of_players_need_not_be_said_twice(home: House) -> None:
    answer = await home.order([("Ann", "person"), ("", "open"), ("", "open")])
    table = (await home.get(f"/api/tables/{answer.json['code']}")).json
    assert table["rules"]["players"] == 3


async def test_friends_take_the_free_seats_and_the_last_begins_the_match(home: House) -> None:
    answer = await home.order([("Ann", "person"), ("", "open"), ("", "open")])
    code, token = answer.json["code"], answer.json["seats"][0]["token"]
    path = f"/api/tables/{code}/join"
    async with home.sit(code, token) as ann:
        cora = await home.post(path, {"name": "Cora", "seat": 2})
        assert cora.json["seat"] == 2
        assert [seat["name"] for seat in (await ann.until("table"))["table"]["seats"]] == [
            "Ann", "", "Cora",
        ]  # fmt: skip
        for body, code_, status in [
            ({"name": "Dan", "seat": 2}, "seat_taken", 409),
            ({"name": "Dan", "seat": 7}, "bad_seat", 400),
            ({"name": "cora"}, "same_name", 400),
            ({"name": ""}, "bad_name", 400),
            ({"name": "x" * 25}, "bad_name", 400),
            ({"name": "a\nb"}, "bad_name", 400),
            ({"seat": 1}, "bad_body", 400),
        ]:
            refused = await home.post(path, body)
            assert (refused.code, refused.status) == (code_, status)
        ben = await home.post(path, {"name": "Ben"})
        assert ben.json["seat"] == 1
        assert (await home.post(path, {"name": "Dan"})).code == "table_full"
        position = await ann.until("position")
        assert position["setup"]["seats"][1] == {"name": "Ben", "kind": "person"}
    async with home.sit(code, ben.json["token"]) as player:
        assert player.seat == 1


async def test_two_who_want_the_last_seat_do_not_both_get_it(home: House) -> None:
    code = (await home.order([*TWO[:1], ("", "open")])).json["code"]
    answers = await asyncio.gather(
        *[home.post(f"/api/tables/{code}/join", {"name": f"P{at}"}) for at in range(5)]
    )
    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409, 409]


async def test_a_computer_player_takes_a_free_seat(home: House) -> None:
    answer = await home.order([("Cora", "person"), ("", "open")], first_deal="chosen")
    code, token = answer.json["code"], answer.json["seats"][0]["token"]
    async with home.sit(code, token) as ann:
        assert (await ann.ask("fill", seat=1, level="genius"))["code"] == "unknown_level"
        assert (await ann.ask("fill", seat=1, level="random"))["code"] == "unknown_level"
        assert (await ann.ask("fill", seat=5, level="club"))["code"] == "bad_seat"
        assert (await ann.ask("fill", seat=0, level="club"))["code"] == "seat_taken"
        assert (await ann.ask("fill", seat=1, level="novice"))["type"] == "done"
        table = next(frame for frame in reversed(ann.heard) if frame["type"] == "table")["table"]
        assert table["seats"][1]["name"] == "Ben"
        assert table["status"] == "playing"
        assert ann.match == table["match"]
        assert (await ann.ask("fill", seat=1, level="novice"))["type"] == "done"
    async with home.sit(code) as onlooker:
        assert (await onlooker.ask("fill", seat=1, level="club"))["code"] == "only_watching"


async def test_pass_and_play_gives_whoever_sets_up_every_seat(home: House) -> None:
    answer = await home.order([("Ann", "person"), ("Ben", "person")])
    assert [seat["seat"] for seat in answer.json["seats"]] == [0, 1]
    assert len({seat["token"] for seat in answer.json["seats"]}) == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad_seats"),
        ({"seats": []}, "bad_seats"),
        ({"seats": [{"name": "Ann", "kind": "person"}]}, "bad_seats"),
        ({"seats": [{"name": "A", "kind": "person"}] * 2}, "same_name"),
        ({"seats": [{"name": "A", "kind": "person"}, {"kind": "genius"}]}, "unknown_level"),
        ({"seats": [{"name": "A", "kind": "person"}, {"kind": "greedy"}]}, "unknown_level"),
        ({"seats": [{"kind": "open"}, {"kind": "open"}]}, "no_person"),
        ({"seats": [{"kind": "person"}, {"kind": "open"}]}, "bad_name"),
        ({"seats": [{"name": "A", "kind": "person"}, {"kind": "open"}], "dealer": 2}, "bad_seat"),
        ({"preset": "bridge"}, "unknown_preset"),
        ({"switches": {"jokers": 2}}, "unknown_switch"),
        ({"switches": {"preset": "half"}}, "unknown_switch"),
        ({"switches": {"target": 5}}, "bad_switch"),
        ({"switches": {"target": True}}, "bad_switch"),
        ({"switches": {"match_points": [1, 2]}}, "bad_switch"),
        ({"switches": {"muggins": True}}, "bad_combination"),
        ({"preset": "half", "switches": {"target": 121}}, "bad_combination"),
        ({"games": 0}, "bad_length"),
        ({"games": "one"}, "bad_body"),
        ({"play_to": 5000}, "bad_length"),
        ({"options": {"stand_in": -1}}, "bad_body"),
        ({"options": {"stand_in": 90_000}}, "bad_body"),
        ({"surprise": 1}, "bad_body"),
        ([], "bad_body"),
        (b"null", "bad_body"),
        (b"", "bad_body"),
    ],
)
async def test_a_table_that_cannot_be(home: House, body: Any, code: str) -> None:
    usual = {"seats": [{"name": "Ann", "kind": "person"}, {"kind": "open"}]}
    sent = {**usual, **body} if isinstance(body, dict) and body else body
    answer = await home.post("/api/tables", sent)
    assert (answer.code, answer.status) == (code, 400)
    spanish = await home.post("/api/tables?lang=es", sent)
    assert spanish.code == code


async def test_nobody_gets_in_with_a_wrong_token(home: House) -> None:
    code, tokens = await home.table(ALONE)
    for token in ("x", tokens[0][:-1], tokens[0] + "x", "é" * 20, "0" * 64):
        async with home.raw(code) as socket:
            player = Player(socket)
            await player.send(type="hello", version=2, token=token)
            bye = await player.closed()
            assert (bye["code"], bye["again"]) == ("bad_token", False)


async def test_what_is_stored_of_a_token_is_no_use_to_anybody(home: House) -> None:
    code, tokens = await home.table(TWO)
    state = home.library.table(code).state
    for token in tokens.values():
        assert token not in state
    service = home.tables.loaded_table(code).service
    keys = [seat_state.key for seat_state in service.state.seats]
    assert holder(service.state.seats, tokens[1]) == 1
    assert [holder(service.state.seats, key) for key in (*keys, "", "\ud800")] == [None] * 4


async def test_watching_may_be_forbidden(home: House) -> None:
    code, tokens = await home.table(ALONE, options={"spectators": False})
    async with home.raw(code) as socket:
        player = Player(socket)
        await player.send(type="hello", version=2)
        assert (await player.closed())["code"] == "no_spectators"
    assert (await home.get(f"/api/tables/{code}/record")).code == "no_spectators"
    assert (await home.get(f"/api/tables/{code}/record", tokens[0])).status == 200


async def test_everybody_sees_who_is_there(home: House) -> None:
    code, tokens = await home.table(TWO)
    async with home.sit(code, tokens[0]) as ann:
        async with home.sit(code, tokens[1]):
            assert (await ann.until("table"))["table"]["seats"][1]["present"]
        assert not (await ann.until("table"))["table"]["seats"][1]["present"]
        async with home.sit(code):
            assert (await ann.until("table"))["table"]["spectators"] == 1
        assert (await ann.until("table"))["table"]["spectators"] == 0


async def test_there_is_no_such_table(home: House) -> None:
    for code in ("nosuchtabl", "x", "NOSUCHTABL", "%00%ff", "a" * 500):
        answer = await home.get(f"/api/tables/{code}")
        assert (answer.code, answer.status) == ("unknown_table", 404)
        assert (await home.get(f"/api/tables/{code}/record.json")).code == "unknown_table"
    async with home.raw("nosuchtabl") as socket:
        player = Player(socket)
        await player.send(type="hello", version=2)
        bye = await player.closed()
        assert (bye["code"], bye["again"]) == ("unknown_table", False)


async def test_the_options_tell_everything_in_both_languages(home: House) -> None:
    english = (await home.get("/api/options")).json
    spanish = (await home.get("/api/options?lang=es")).json
    assert [level["name"] for level in english["levels"]] == offered_levels()
    assert english["presets"][0]["title"] == "Standard"
    assert english["presets"][0]["rules"]["target"] == 121
    for kind in ("presets", "switches", "levels"):
        assert [item["name"] for item in english[kind]] == [item["name"] for item in spanish[kind]]
        assert english[kind] != spanish[kind]
    accepted = await home.get("/api/options", **{"Accept-Language": "es-MX,en;q=0.5"})
    assert accepted.json == spanish


async def test_texts_are_kept_by_the_browser_until_they_change(home: House) -> None:
    for path in ("words/es", "words/en", "rulebook/es", "rulebook/en", "options", "wire.json"):
        answer = await home.get(f"/api/{path}")
        assert answer.status == 200
        tag = answer.headers["ETag"]
        again = await home.get(f"/api/{path}", **{"If-None-Match": tag})
        assert (again.status, again.body) == (304, b"")
    assert (await home.get("/api/words/en")).json == {"messages": {}, "plurals": {}}
    words = (await home.get("/api/words/es")).json
    # They contain the sentences of the catalogue that the scripts use.
    assert words["messages"]["Sending…"] == "Enviando…"
    assert "Go!" not in words["messages"]
    assert words["plurals"]["{n} point"] == ["{n} punto", "{n} puntos"]
    book = (await home.get("/api/rulebook/en")).json
    assert book["title"] == "The rules of cribbage"
    assert "<h2 id=" in book["html"]
    assert '<p id="5.13"><strong>5.13</strong> The last card' in book["html"]
    assert "<table>" in book["html"]
    assert "<script" not in book["html"]
    assert (await home.get("/api/words/fr")).code == "unknown_language"


async def test_a_hand_is_counted(home: House) -> None:
    best = await home.post(
        "/api/count", {"cards": ["5H", "5S", "5C", "JD"], "starter": "5D", "crib": False}
    )
    assert best.json["points"] == 29
    assert sum(item["points"] for item in best.json["items"]) == 29
    assert len(best.json["phrases"]) == len(best.json["items"])
    family = await home.post(
        "/api/count", {"cards": ["5H", "5S", "5C", "JD"], "starter": "5D", "preset": "family"}
    )
    assert family.json["points"] == 30
    nothing = await home.post(
        "/api/count?lang=es", {"cards": ["2H", "4S", "6C", "8D"], "starter": "QD"}
    )
    assert (nothing.json["points"], nothing.json["phrases"]) == (0, ["¡Diecinueve!"])
    for body, code in [
        ({"cards": ["5H"] * 4, "starter": "5D"}, "duplicate_card"),
        ({"cards": ["5H", "5S"], "starter": "5D"}, "bad_hand"),
        ({"cards": ["5H", "5S", "??", "JD"], "starter": "5D"}, "bad_hand"),
        ({"cards": ["1H", "5S", "5C", "JD"], "starter": "5D"}, "bad_card"),
        ({"cards": ["5H", "5S", "5C", "JD"], "starter": ""}, "bad_hand"),
        ({"cards": [5], "starter": "5D"}, "bad_body"),
        ({"cards": ["5H", "5S", "5C", "JD"], "starter": "5D", "preset": "x"}, "unknown_preset"),
    ]:
        assert (await home.post("/api/count", body)).code == code


async def test_a_body_that_is_not_understood_has_the_member_at_fault_named(home: House) -> None:
    for body, reason in [
        ({"cards": "5H", "starter": "5D"}, "expected `array`, got `str` at `$.cards`"),
        ({"cards": []}, "the member `starter` is missing"),
        ({"cards": [], "starter": "5D", "x": 1}, "there is no member `x`"),
        (b"{", "the JSON ends too early"),
        (b"{]", "the JSON is malformed at byte 1"),
    ]:
        refused = await home.post("/api/count", body)
        assert refused.code == "bad_body"
        assert f"does not understand this request: {reason}" in refused.json["message"]
        assert refused.json["message"].endswith(". If a page sent it, load the page again.")


async def test_what_some_cards_of_a_hand_make_is_named_and_nothing_else(home: House) -> None:
    hand = {"hand": ["4C", "5D", "6S", "JS"], "starter": "JC"}

    async def named(*cards: str, **more: Any) -> tuple[str, int, bool]:
        body = {"cards": list(cards), **hand, **more}
        answer = (await home.post("/api/combination", body)).json
        return answer["name"], answer["points"], answer["part"]

    assert await named("5D", "JC") == ("Fifteen for two", 2, False)
    assert await named("JS", "JC") == ("A pair for two", 2, False)
    assert await named("6S", "4C", "5D") == (
        "Fifteen for two and a run of three for three",
        5,
        False,
    )
    for cards in ([], ["4C"], ["4C", "5D"], ["4C", "5D", "6S", "JS"], ["KD"], ["??"]):
        assert await named(*cards) == ("", 0, False)
    royal = {"hand": ["7C", "7D", "7S", "8S"], "starter": "9S"}
    assert await named("7C", "7D", **royal) == ("", 0, True)
    assert await named("7C", "8S", "9S", **royal) == ("", 0, True)
    assert await named("7C", "7D", "7S", "8S", "9S", **royal) == (
        "A triple run for fifteen",
        15,
        False,
    )
    flush = {"hand": ["2S", "4S", "8S", "JS"], "starter": "QS"}
    assert await named("2S", "4S", "8S", "JS", **flush) == ("", 0, True)
    assert await named("2S", "4S", "8S", **flush) == ("", 0, False)
    assert await named("JS", **flush) == ("His nobs for one", 1, False)
    assert await named("JS", **flush, switches={"nobs_points": 2}) == (
        "His nobs for two",
        2,
        False,
    )
    wrong = await home.post("/api/combination", {"cards": ["4C"], "hand": [], "starter": "JC"})
    assert wrong.code == "bad_hand"
