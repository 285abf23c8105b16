"""The requests of a seat, and their answers."""

import asyncio
import random
from typing import Any

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Asked, GameBegan
from pegout.players import level_of
from pegout.table.phrases import PHRASES
from tests.server.table import ALONE, QUICKLY, TWO, House, Player, house


async def test_an_action_is_told_to_everybody_and_then_answered(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
        assert ann.standing["says"] == "Your deal."
        before = ann.number
        answer = await ann.act({"type": "ready", "seat": 0, "contribution": "luck"})
        kinds = [message["type"] for message in ann.heard if message["type"] != "table"]
        assert kinds[-2:] == ["events", "done"]
        assert before < answer["number"] <= ann.number
        told = await ben.until("events")
        assert told["events"][0]["event"] == {
            "type": "said_ready",
            "seat": 0,
            "contribution": "luck",
        }


async def test_the_same_request_is_granted_once_and_answered_twice(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        ready = {"type": "ready", "seat": 0, "contribution": ""}
        first = await ann.act(ready, id="once")
        number = ann.number
        assert await ann.act(ready, id="once") == first
        refused = await ann.act(ready, id="twice")
        assert refused["code"] == "not_your_turn"
    async with home.sit(code, tokens[0]) as ann:
        assert await ann.act(ready, id="once") == first
        assert ann.number == number


async def test_what_is_not_allowed_is_refused_with_a_reason_in_its_language(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0], language="es") as ann:
        go = await ann.act({"type": "go", "seat": 0})
        assert (go["code"], go["type"]) == ("wrong_action", "refused")
        assert go["message"] != "First say that you are ready for the cards."
        refusals: list[tuple[dict[str, Any], str]] = [
            ({"type": "ready", "seat": 1, "contribution": ""}, "not_your_seat"),
            ({"type": "ready", "seat": 0, "contribution": "x" * 65}, "bad_contribution"),
            ({"type": "play", "seat": 0, "card": "??", "claim": None}, "wrong_action"),
            ({"type": "reveal", "seat": -1, "deal": 0, "secret": "00"}, "unknown_action"),
            ({"type": "ready"}, "unknown_action"),
            ({}, "unknown_action"),
        ]
        for action, code_ in refusals:
            assert (await ann.act(action))["code"] == code_
        other = await ann.ask("act", action={"type": "go", "seat": 0}, match="nosuchmatc")
        assert other["code"] == "wrong_match"


async def test_a_spectator_may_only_look(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code) as onlooker:
        for kind, more in [
            ("act", {"action": {"type": "ready", "seat": 0, "contribution": ""}}),
            ("undo", {}),
            ("hint", {}),
            ("next_game", {}),
            ("rematch", {}),
        ]:
            assert (await onlooker.ask(kind, **more))["code"] == "only_watching"
        await onlooker.send(type="say", phrase="thanks")
        assert (await onlooker.until("refused"))["code"] == "only_watching"
        await onlooker.send(type="automate", automations=["go"])
        assert (await onlooker.until("refused"))["code"] == "only_watching"
        await onlooker.send(type="ping", id="7")
        assert (await onlooker.until("pong"))["id"] == "7"
        await onlooker.send(type="set_language", language="es")
        assert (await onlooker.until("position"))["standing"]["says"].startswith("Espera")
    assert tokens


async def test_before_the_match_there_is_nothing_to_ask_for(home: House) -> None:
    answer = await home.order(TWO)
    code, token = answer.json["code"], answer.json["seats"][0]["token"]
    async with home.sit(code, token) as ann:
        assert ann.welcome["table"]["status"] == "open"
        assert (await ann.act({"type": "go", "seat": 0}))["code"] == "no_match"
        await ann.send(type="sync", match="", since=0)
        await ann.send(type="automate", automations=["ready"])
        await ann.send(type="ping", id="1")
        assert (await ann.hear())["type"] == "pong"


async def test_whoever_comes_back_gets_what_they_missed(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        await ann.act({"type": "ready", "seat": 0, "contribution": ""})
        match, number = ann.match, ann.number
    async with home.sit(code, tokens[1]) as ben:
        await ben.act({"type": "ready", "seat": 1, "contribution": ""})
        last = ben.number
    async with home.sit(code, tokens[0], match=match, since=number) as ann:
        missed = ann.heard[-1]
        assert missed["type"] == "events"
        assert (missed["after"], missed["number"]) == (number, last)
        hands = missed["events"][-1]["event"]["hands"]
        assert "??" not in hands[0]
        assert set(hands[1]) == {"??"}
        # No missed entries, a number beyond the end, and another match.
        await ann.send(type="sync", match=match, since=last)
        assert (await ann.until("events", "position"))["events"] == []
        await ann.send(type="sync", match=match, since=last + 7)
        assert (await ann.until("events", "position"))["type"] == "position"
        await ann.send(type="sync", match="another", since=1)
        assert (await ann.until("events", "position"))["type"] == "position"


async def test_the_next_game_may_be_asked_for_by_two_at_once(home: House) -> None:
    code, tokens = await home.table(TWO, games=2, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
        assert (await ann.ask("next_game"))["code"] == "not_over"

        def over(player: Player) -> bool:
            return bool(player.standing["next_game"])

        await asyncio.gather(ann.play(random.Random(1), over), ben.play(random.Random(2), over))
        first, second = await asyncio.gather(
            ann.ask("next_game", id="n"), ben.ask("next_game", id="n")
        )
        assert first["type"] == second["type"] == "done"
        assert ann.standing["game"] == 2
        log = home.library.entries(ann.match)
        assert log[first["number"] - 1].event == Asked(0, "n")
        assert log[second["number"] - 1].event == Asked(1, "n")
        assert sum(type(entry.event) is GameBegan for entry in log) == 2
        assert await ann.ask("next_game", id="n") == first
        assert await ben.ask("next_game", id="n") == second
        assert (await ann.ask("next_game"))["type"] == "done"
        await ann.act(ann.standing["legal"][0])
        assert (await ann.ask("next_game"))["code"] == "not_over"
        assert (await ann.ask("rematch"))["code"] == "not_over"


async def test_the_next_game_of_two_for_whom_the_table_goes_on(home: House) -> None:
    """The second request is granted although the cards have been dealt by then."""
    code, tokens = await home.table(TWO, games=2, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
        for player in (ann, ben):
            await player.send(type="automate", automations=["ready"])

        def over(player: Player) -> bool:
            return bool(player.standing["next_game"])

        await asyncio.gather(ann.play(random.Random(1), over), ben.play(random.Random(2), over))
        first, second = await ann.ask("next_game", id="n"), await ben.ask("next_game", id="n")
        assert ben.standing["phase"] == "The discard"
        log = home.library.entries(ann.match)
        assert log[first["number"] - 1].event == Asked(0, "n")
        assert log[second["number"] - 1].event == Asked(1, "n")
        assert (await ben.ask("next_game"))["code"] == "not_over"


async def test_a_rematch_is_another_match_at_the_same_table(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
        await asyncio.gather(ann.play(random.Random(1)), ben.play(random.Random(2)))
        ended = ann.match
        loser = ann.standing["points"].index(0)
        first, second = await asyncio.gather(ann.ask("rematch", id="r"), ben.ask("rematch", id="r"))
        log = home.library.entries(ended)
        assert log[first["number"] - 1].event == Asked(0, "r")
        assert log[second["number"] - 1].event == Asked(1, "r")
        assert await ann.ask("rematch", id="r", match=ended) == first
        assert await ben.ask("rematch", id="r", match=ended) == second
        assert ann.match == ben.match != ended
        assert ann.view["dealer"] == loser
        assert not ann.standing["over"]
        assert (await ann.ask("rematch", match=ended))["type"] == "done"
        assert (await ann.ask("rematch"))["code"] == "not_over"
        assert (await ann.ask("next_game", match=ended))["code"] == "wrong_match"
    table = (await home.get(f"/api/tables/{code}")).json
    assert (table["status"], table["match"]) == ("playing", ann.match)
    earlier = await home.get(f"/api/tables/{code}/record?match={ended}")
    current = await home.get(f"/api/tables/{code}/record", tokens[0])
    assert ended in earlier.body.decode()
    assert ann.match in current.body.decode()
    assert (await home.get(f"/api/tables/{code}/record?match=x")).code == "unknown_match"
    assert (await home.get(f"/api/tables/{code}/record", "no")).code == "bad_token"


async def test_a_move_is_taken_back_against_the_computer(home: House) -> None:
    code, tokens = await home.table(ALONE, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        assert (await ann.ask("undo"))["code"] == "no_undo"
        await ann.play(random.Random(1), lambda player: player.standing["phase"] == "The discard")
        cards = ann.standing["legal"][0]
        await ann.act(cards)
        while not ann.standing["undo"]:
            await ann.hear()
        answer = await ann.ask("undo", id="back")
        assert answer["type"] == "done"
        kinds = [
            kind for message in ann.heard if (kind := message["type"]) in ("events", "position")
        ]
        assert kinds[-1] == "position"
        assert ann.standing["phase"] == "The discard"
        assert await ann.ask("undo", id="back") == answer
        await ann.act(cards)
        # A client that missed an undo cannot continue from the events alone.
        await ann.send(type="sync", match=ann.match, since=2)
        await ann.until("position")


async def test_a_hint_is_for_games_against_the_computer() -> None:
    # A server loads the data for hints once in its life.
    await asyncio.to_thread(level_of("expert").preload, 2)
    async with house(secrets=seeded_secrets(7)) as home:
        code, tokens = await home.table(ALONE, counting="manual", muggins=True, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            heard = set()
            while not ann.standing["over"]:
                if not ann.standing["legal"]:
                    await ann.until("events")
                    continue
                hint = await ann.ask("hint")
                if hint["type"] == "refused":
                    assert hint["code"] in ("no_hint", "too_fast")
                    await ann.act(ann.standing["legal"][0])
                    continue
                heard.add(hint["action"]["type"])
                assert hint["say"].endswith(".")
                await ann.act(hint["action"])
            assert {"ready", "discard"} <= heard
            assert (await ann.ask("hint"))["code"] in ("no_hint", "too_fast")
        code, tokens = await home.table(TWO, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            assert (await ann.ask("hint"))["code"] == "no_hint"


async def test_phrases_are_heard_in_everybodys_language(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1], language="es") as b:
        await ann.send(type="say", phrase="good_luck")
        assert await ann.until("phrase") == {
            "type": "phrase", "seat": 0, "phrase": "good_luck", "text": "Good luck!",
        }  # fmt: skip
        assert (await b.until("phrase"))["phrase"] == "good_luck"
        await ann.send(type="say", phrase="you are a fish")
        assert (await ann.until("refused"))["code"] == "unknown_phrase"
        for phrase in [*PHRASES][:5]:
            await ann.send(type="say", phrase=phrase)
        assert (await ann.until("refused"))["code"] == "too_fast"
    code, tokens = await home.table(TWO, options={"chat": False}, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        await ann.send(type="say", phrase="good_luck")
        assert (await ann.until("refused"))["code"] == "no_phrases"


@pytest.mark.parametrize("alone", [True, False])
async def test_what_the_table_does_for_a_seat(home: House, alone: bool) -> None:
    """Playing the only card at once would reveal to other persons that it is the only one."""
    seats = ALONE if alone else TWO
    code, tokens = await home.table(seats, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        await ann.send(type="automate", automations=["ready", "cut", "go", "only_card", "accept"])
        await ann.until("events")
        automations = home.tables.loaded_table(code).service.match.automations[0]
        assert ("only_card" in automations) == alone
        await ann.send(type="ping", id="alive")
        await ann.until("pong")


async def test_a_request_is_answered_again_when_the_next_match_has_begun(home: House) -> None:
    code, tokens = await home.table(ALONE, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        first = ann.match
        ready = await ann.act({"type": "ready", "seat": 0, "contribution": ""}, id="a1")
        assert (await ann.ask("rematch", id="a1"))["code"] == "not_over"
        await ann.play(random.Random(1))
        again = await ann.ask("rematch", id="r1")
        await ann.play(random.Random(2))
        await ann.ask("rematch", id="r2")
        request = {"type": "ready", "seat": 0, "contribution": ""}
        assert await ann.act(request, id="a1", match=first) == ready
        assert await ann.ask("rematch", id="r1", match=first) == again
        assert (await ann.ask("rematch", id="r3", match=first))["code"] == "wrong_match"
        assert len(home.tables.loaded_table(code).service.state.matches) == 3


async def test_automations_outlast_a_rematch(home: House) -> None:
    code, tokens = await home.table(ALONE, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        await ann.send(type="automate", automations=["ready"])
        await ann.play(random.Random(1))
        await ann.ask("rematch")
        while ann.standing["phase"] == "The deal":
            await ann.hear()


async def test_a_second_hello_is_refused(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        await ann.send(type="hello", version=2, token=tokens[0])
        assert (await ann.until("refused"))["code"] == "bad_message"


async def test_events_are_told_to_every_window_of_a_seat(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as first, home.sit(code, tokens[0]) as second:
        await first.act({"type": "ready", "seat": 0, "contribution": ""})
        assert (await second.until("events"))["number"] == first.number
