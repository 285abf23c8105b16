"""Tables of practice over HTTP: who may practise which decision, and the outcome."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from pegout.notation import read, verify_deals
from pegout.wire.http import Made, Replay, TableSummary
from tests.chance import chance
from tests.server.table import ALONE, QUICK, QUICKLY, TWO, House, Player, house, play_out
from tests.serving import Answer

RECORDS = Path(__file__).parents[2] / "docs" / "records"


async def fetch_replay(home: House, code: str, token: str) -> Replay:
    answer = await home.get(f"/api/tables/{code}/replay", token=token)
    return msgspec.json.decode(answer.body, type=Replay)


def decisions(replay: Replay, seat: int, kind: str = "discarded") -> list[int]:
    """Return the numbers of the entries with a decision of a seat."""
    log = replay.games[0].log
    found = [entry for entry in log if entry.event["type"] == kind and entry.event["seat"] == seat]
    return [entry.number for entry in found]


async def again(home: House, code: str, token: str, number: int, **more: Any) -> Answer:
    body = {"game": 1, "number": number, **more}
    return await home.ask("POST", f"/api/tables/{code}/try-again", body, token=token)


def read_made(answer: Answer) -> tuple[str, str]:
    assert answer.status == 201, answer.body
    table = msgspec.json.decode(answer.body, type=Made)
    (held,) = table.seats
    return table.code, held.token


async def record_of(home: House, code: str, token: str) -> str:
    return (await home.get(f"/api/tables/{code}/record", token=token)).body.decode()


def said_to(player: Player) -> str:
    """Return the note about practice that a player sees on joining its table."""
    position = next(message for message in player.heard if message["type"] == "position")
    said: list[str] = [
        entry["say"] for entry in position["log"] if entry["event"]["type"] == "practice_began"
    ]
    return said[0]


async def list_table(home: House, code: str, token: str) -> TableSummary:
    answer = await home.post("/api/games", {"tables": [{"code": code, "token": token}]})
    return msgspec.json.decode(answer.body, type=list[TableSummary])[0]


async def test_a_decision_is_tried_again_at_the_level_and_the_record_stays(home: House) -> None:
    code, tokens = await play_out(home)
    before = await record_of(home, code, tokens[0])
    replay = await fetch_replay(home, code, tokens[0])
    number = decisions(replay, 0, "played")[2]
    new, token = read_made(await again(home, code, tokens[0], number))
    assert new != code
    async with home.sit(new, token) as ann:
        table = ann.welcome["table"]
        assert table["practice"]
        assert not table["options"]["spectators"]
        assert [(seat["name"], seat["kind"]) for seat in table["seats"]] == ALONE
        then = [entry for entry in replay.games[0].log if entry.number < number]
        assert ann.view["scores"] == _scores(then)
        assert said_to(ann).startswith("Practice: deal 1 of an earlier game again")
        assert [action["type"] for action in ann.standing["legal"]] == ["play"] * len(
            ann.standing["legal"]
        )
        await ann.play(random.Random(7))
        refused = await ann.ask("rematch")
        assert refused["code"] == "practice_over"
    assert await record_of(home, code, tokens[0]) == before
    record = read((await home.ask("GET", f"/api/tables/{new}/record", token=token)).body.decode())
    origin = record.tag("Practice")
    assert origin is not None
    assert origin.startswith(f"{replay.match} game=1 deal=1 seat=0 event=")
    assert verify_deals(record)[0].code == "practice"
    assert not any(verdict.code.startswith("wrong") for verdict in verify_deals(record))
    # It counts for no average.
    (match,) = (await list_table(home, new, token)).matches
    assert (match.practice, match.sums) == (True, None)
    (match,) = (await list_table(home, code, tokens[0])).matches
    assert not match.practice
    assert match.sums is not None


def _scores(log: list[Any]) -> list[int]:
    scores = [0, 0]
    for entry in log:
        if entry.event["type"] == "scored":
            scores[entry.event["seat"]] = entry.event["score"]
    return scores


async def test_only_own_decisions_are_tried_again_and_nothing_else(home: House) -> None:
    code, tokens = await play_out(home)
    replay = await fetch_replay(home, code, tokens[0])
    for number in (decisions(replay, 1)[0], 1, 2, 10_000):
        refused = await again(home, code, tokens[0], number)
        assert (refused.status, refused.json["code"]) == (400, "no_decision"), number
    mine = decisions(replay, 0)[0]
    refused = await again(home, code, "x" * 43, mine)
    assert refused.json["code"] == "bad_token"
    refused = await again(home, code, tokens[0], mine, level="genius")
    assert refused.json["code"] == "unknown_level"
    refused = await again(home, code, tokens[0], mine, game=2)
    assert refused.json["code"] == "unknown_game"


async def test_the_same_key_is_the_same_table(home: House) -> None:
    code, tokens = await play_out(home)
    first, second = decisions(await fetch_replay(home, code, tokens[0]), 0)[:2]
    key = chance("key").randbytes(20).hex()
    seated = read_made(await again(home, code, tokens[0], first, key=key))
    assert read_made(await again(home, code, tokens[0], first, key=key)) == seated
    other = await again(home, code, tokens[0], second, key=key)
    assert (other.status, other.json["code"]) == (409, "key_taken")


async def test_a_match_between_people_is_tried_again_when_it_is_over(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
        both = asyncio.gather(ann.play(random.Random(1)), ben.play(random.Random(2)))
        early = await again(home, code, tokens[0], 9)
        assert early.json["code"] == "too_soon"
        text = (await home.ask("GET", f"/api/tables/{code}/record", token=tokens[0])).body.decode()
        body = {"text": text, "seat": 0, "attempt": {"game": 1, "number": 9}}
        early = await home.post("/api/records/try-again", body)
        assert early.json["code"] == "too_soon"
        await both
    # Each may practise their own decisions; the computer plays for the opponent.
    for seat, level in ((0, "club"), (1, "novice")):
        replay = await fetch_replay(home, code, tokens[seat])
        number = decisions(replay, seat)[0]
        new, token = read_made(await again(home, code, tokens[seat], number, level=level))
        async with home.sit(new, token) as player:
            assert player.seat == seat
            kinds = [seat["kind"] for seat in player.welcome["table"]["seats"]]
            assert kinds[seat] == "person"
            assert kinds[1 - seat] == level
            said = said_to(player)
            assert said.endswith(f"The computer plays for {['Ann', 'Ben'][1 - seat]}.")
            await player.play(random.Random(seat))


async def test_a_record_with_unknown_cards_is_tried_again_with_others(home: House) -> None:
    text = """%pegout 1
[Player0 "A name that is much too long for a table"]
deal  dealer 0
dealt 0    7D 8D 9H 6S 3D 3C
discard 0  3D 3C
discard 1  ?? ??
starter    5D
play 1  7H
play 0  8D
play 1  6H
"""
    answer = await home.post("/api/records/replay", {"text": text, "seat": 0})
    replay = msgspec.json.decode(answer.body, type=Replay)
    number = decisions(replay, 0, "played")[0]
    body = {"text": text, "seat": 0, "attempt": {"game": 1, "number": number}}
    new, token = read_made(await home.post("/api/records/try-again", body))
    async with home.sit(new, token) as ann:
        names = [seat["name"] for seat in ann.welcome["table"]["seats"]]
        assert all(0 < len(name) <= 24 for name in names)
        said = said_to(ann)
        assert "Cards that were not known are drawn at random." in said
        await ann.play(random.Random(3))
    body["seat"] = 5
    assert (await home.post("/api/records/try-again", body)).json["code"] == "bad_seat"
    body |= {"text": "nonsense", "seat": 0}
    assert (await home.post("/api/records/try-again", body)).json["code"] == "bad_record"


async def test_games_of_three_and_four_are_tried_again(home: House) -> None:
    for name in ("three", "four", "muggins"):
        text = (RECORDS / f"{name}.peg").read_text("utf-8")
        answer = await home.post("/api/records/replay", {"text": text, "seat": 1})
        replay = msgspec.json.decode(answer.body, type=Replay)
        number = decisions(replay, 1)[-1]
        body = {"text": text, "seat": 1, "attempt": {"game": 1, "number": number}}
        new, token = read_made(await home.post("/api/records/try-again", body))
        async with home.sit(new, token) as ben:
            assert ben.seat == 1
            await ben.play(random.Random(5))


async def test_the_owner_of_the_library_tries_again_what_was_played_there() -> None:
    async with house(config=replace(QUICK, own=True)) as home:
        code, tokens = await play_out(home)
        replay = await fetch_replay(home, code, tokens[0])
        body = {"game": 1, "number": decisions(replay, 0)[0]}
        read_made(await home.post(f"/api/library/{replay.match}/try-again", body))
    async with house() as home:
        code, tokens = await play_out(home)
        match = (await fetch_replay(home, code, tokens[0])).match
        refused = await home.post(f"/api/library/{match}/try-again", body)
        assert refused.json["code"] == "no_page"


async def test_tables_of_practice_are_as_scarce_as_others() -> None:
    async with house(config=replace(QUICK, creations=2.0)) as home:
        code, tokens = await play_out(home)
        number = decisions(await fetch_replay(home, code, tokens[0]), 0)[0]
        answers = [await again(home, code, tokens[0], number) for _ in range(3)]
        assert [answer.status for answer in answers] == [201, 429, 429]
