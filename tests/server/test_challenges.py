"""Challenges over HTTP: somebody else plays the same deals, and both games are compared."""

import asyncio
import random

from pegout import rules
from pegout.notation import Record, read, verify_deals
from tests.server.table import ALONE, QUICKLY, House, play_out


async def _record(home: House, code: str, token: str) -> Record:
    answer = await home.get(f"/api/tables/{code}/record", token=token)
    return read(answer.body.decode())


def _dealt(record: Record) -> list[object]:
    """Return the dealer, the hands and the starter of each deal."""
    return [
        (entry.dealer, [{*hand} for hand in entry.hands])
        if isinstance(entry, rules.Dealt)
        else entry.card
        for entry in record.games[0].entries
        if isinstance(entry, rules.Dealt | rules.StarterCut)
    ]


async def test_somebody_else_plays_the_same_deals_and_both_are_compared(home: House) -> None:
    code, tokens = await play_out(home)
    first = await _record(home, code, tokens[0])
    path = f"/api/tables/{code}/challenge"
    key = "challenge-0123456789abcdefghijklmn"
    made = await home.ask("POST", path, {"key": key}, token=tokens[0])
    assert (made.status, made.json["seats"]) == (201, [])
    again = await home.ask("POST", path, {"key": key}, token=tokens[0])
    assert again.json == made.json
    new = made.json["code"]
    shown = (await home.get(f"/api/tables/{new}")).json
    assert (shown["status"], shown["duplicate"]) == ("open", True)
    assert [(seat["kind"], seat["taken"]) for seat in shown["seats"]] == [
        ("person", False),
        ("novice", True),
    ]
    assert not (await home.get(f"/api/tables/{new}/comparison")).json["over"]
    joined = await home.post(f"/api/tables/{new}/join", {"name": "Zoe"})
    async with home.sit(new, joined.json["token"]) as zoe:
        assert zoe.welcome["table"]["duplicate"]
        assert code not in str(zoe.heard), "nothing leads to the game with the cards"
        assert not (await home.get(f"/api/tables/{new}/comparison")).json["over"]
        await zoe.play(random.Random(3))
    second = await _record(home, new, joined.json["token"])
    ours, theirs = _dealt(first), _dealt(second)
    common = min(len(ours), len(theirs))
    assert common >= 2
    assert ours[:common] == theirs[:common]
    assert second.packs == first.match
    assert {verdict.code for verdict in verify_deals(second)} == {"proved"}
    found = (await home.get(f"/api/tables/{new}/comparison")).json
    assert found["names"] == ["Ann", "Zoe"]
    last = [record.games[0].result for record in (first, second)]
    assert all(last)
    assert [lead > 0 for lead in found["leads"]] == [
        0 in result.winners for result in last if result is not None
    ]
    assert found["says"].startswith("Ann ")
    assert len(found["deals"]) >= 1
    decisions = [decision for deal in found["deals"] for decision in deal["decisions"]]
    assert all(len(decision["choices"]) == 2 for decision in decisions)


async def test_the_next_match_at_such_a_table_has_cards_of_its_own(home: House) -> None:
    code, tokens = await play_out(home)
    made = await home.ask("POST", f"/api/tables/{code}/challenge", {}, token=tokens[0])
    new = made.json["code"]
    joined = await home.post(f"/api/tables/{new}/join", {"name": "Zoe"})
    async with home.sit(new, joined.json["token"]) as zoe:
        await zoe.play(random.Random(3))
        await zoe.ask("rematch")
        assert not (await home.get(f"/api/tables/{new}")).json["duplicate"]
        await zoe.play(random.Random(4))
    record = await _record(home, new, joined.json["token"])
    assert record.packs == record.match
    refused = await home.get(f"/api/tables/{new}/comparison?match={record.match}")
    assert refused.code == "no_challenge"


async def test_only_a_finished_game_against_computers_is_a_challenge(home: House) -> None:
    code, tokens = await home.table(ALONE, **QUICKLY)
    refused = await home.ask("POST", f"/api/tables/{code}/challenge", {}, token=tokens[0])
    assert refused.code == "unknown_game"
    finished, _ = await play_out(home)
    assert (await home.ask("POST", f"/api/tables/{finished}/challenge", {})).code == "bad_token"
    assert (await home.get(f"/api/tables/{finished}/comparison")).code == "no_challenge"
    two, seats = await home.table([("Ann", "person"), ("Ben", "open")], **QUICKLY)
    async with home.sit(two, seats[0]) as ann, home.sit(two, seats[1]) as ben:
        await asyncio.gather(ann.play(random.Random(1)), ben.play(random.Random(2)))
    refused = await home.ask("POST", f"/api/tables/{two}/challenge", {}, token=seats[0])
    assert refused.code == "no_challenge"


async def test_a_challenge_is_passed_on(home: House) -> None:
    """The game of who was challenged has the same packs, and is a challenge itself."""
    code, tokens = await play_out(home)
    first = await _record(home, code, tokens[0])
    records = [first]
    for number in range(2):
        made = await home.ask("POST", f"/api/tables/{code}/challenge", {}, token=tokens[0])
        code = made.json["code"]
        tokens[0] = (await home.post(f"/api/tables/{code}/join", {"name": "Zoe"})).json["token"]
        async with home.sit(code, tokens[0]) as zoe:
            await zoe.play(random.Random(number))
        records.append(await _record(home, code, tokens[0]))
    assert {record.packs for record in records} == {first.match}
    common = min(map(len, map(_dealt, records)))
    assert len({str(_dealt(record)[:common]) for record in records}) == 1
    assert (await home.get(f"/api/tables/{code}/comparison")).json["names"] == ["Ann", "Zoe"]
