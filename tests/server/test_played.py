"""The list of a player's games: replays, records, and deletion."""

import asyncio
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from pegout.fairness import seeded_secrets
from pegout.match import Seated, Setup, is_nameless, nameless
from pegout.notation import read, read_many, statistics, write
from pegout.server.config import Config
from pegout.storage import Library
from pegout.table.game_sums import KindErrors, SeatErrors
from pegout.table.played_games import summarise
from pegout.table.replays import replay_of
from pegout.text import language
from pegout.wire.http import FileRead, PlayerFigures, Replay, TableSummary
from tests.matches import QUICK as QUICK_RULES
from tests.matches import a_match, play_on
from tests.server.table import ALONE, QUICK, QUICKLY, TWO, House, house, play_out
from tests.serving import Answer

DAY = 86_400.0
RECORDS = Path(__file__).parents[2] / "docs" / "records"


async def together(home: House) -> tuple[str, dict[int, str]]:
    """Let two persons play a game to its end."""
    code, tokens = await home.table(TWO, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
        await asyncio.gather(ann.play(random.Random(1)), ben.play(random.Random(2)))
    return code, tokens


async def list_tables(home: House, *pairs: tuple[str, str], **headers: str) -> list[TableSummary]:
    body = {"tables": [{"code": code, "token": token} for code, token in pairs]}
    answer = await home.post("/api/games", body, **headers)
    assert answer.status == 200, answer.body
    return msgspec.json.decode(answer.body, type=list[TableSummary])


async def leave(home: House, code: str, token: str) -> Answer:
    return await home.ask("POST", f"/api/tables/{code}/forget", {}, token=token)


async def test_a_list_tells_of_every_match_what_its_seat_may_know() -> None:
    config = replace(QUICK, keep_finished=9 * DAY, keep_abandoned=None)
    async with house(config=config, secrets=seeded_secrets(3)) as home:
        code, tokens = await home.table(ALONE, **QUICKLY)
        async with home.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(1))
            first = ann.match
            await ann.ask("rematch")
        made = (await home.order([("Ann", "person"), ("", "open")])).json
        waiting = made["code"], made["seats"][0]["token"]
        table, open_ = await list_tables(home, (code, tokens[0]), waiting)
        assert (table.status, table.seat, table.alone, table.until) == ("playing", 0, True, None)
        assert [match.over for match in table.matches] == [True, False]
        assert (open_.status, open_.matches, open_.alone) == ("open", [], False)
        match = table.matches[0]
        record = read((await home.get(f"/api/tables/{code}/record?match={first}", tokens[0])).body)
        mine = statistics(record)[0]
        assert match.sums is not None
        assert (match.sums.hand, match.sums.hands) == (mine.hand, mine.hands)
        assert (match.names, match.kinds) == (["Ann", "Ben"], ["person", "novice"])
        result = record.games[0].result
        assert result is not None
        assert match.winners == match.games[0].winners == list(result.winners)
        assert max(match.games[0].scores) == 31
        async with home.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(2))
        (table,) = await list_tables(home, (code, tokens[0]))
        assert table.status == "over"
        assert table.until is not None


async def test_a_table_is_told_only_to_who_has_a_seat_there(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    found = await list_tables(home, (code, "x" * 40), ("nosuchtabl", tokens[0]), ("é/", "\u00e9"))
    assert [(table.status, table.matches) for table in found] == [("gone", [])] * 3
    many = [{"code": code, "token": tokens[0]}] * 401
    assert (await home.post("/api/games", {"tables": many})).code == "bad_body"
    answer = await home.get(f"/api/tables/{code}/replay", "x" * 40)
    assert (answer.status, answer.code) == (401, "bad_token")


async def test_a_list_wakes_no_table() -> None:
    async with house(config=replace(QUICK, idle=0.1)) as home:
        code, tokens = await play_out(home)
        while home.tables.knows(code):
            await home.get("/healthz")
        await list_tables(home, (code, tokens[0]))
        assert (await home.get(f"/api/tables/{code}/replay", tokens[0])).status == 200
        assert home.tables.loaded == 0


async def test_a_replay_tells_what_was_told_when_it_was_played(home: House) -> None:
    code, tokens = await home.table(ALONE, **{**QUICKLY, "first_deal": "cut"})
    async with home.sit(code, tokens[0]) as ann:
        await ann.play(random.Random(1))
    async with home.sit(code, tokens[0]) as ann:
        position = next(message for message in ann.heard if message["type"] == "position")
    answer = await home.get(f"/api/tables/{code}/replay", tokens[0])
    replay = msgspec.json.decode(answer.body, type=Replay)
    first = await home.get(f"/api/tables/{code}/replay?match=1", tokens[0])
    assert first.body == answer.body
    quiet = ("said_ready", "match_began", "match_ended", "shuffled")

    def said(log: list[Any]) -> list[Any]:
        told = [msgspec.to_builtins(line) for line in log]
        return [
            (line["event"], line.get("say", ""), line.get("phrases", []))
            for line in told
            if line["event"]["type"] not in quiet
        ]

    assert said(replay.games[0].log) == said(position["log"])
    packs = [line for line in replay.games[0].log if line.event["type"] == "shuffled"]
    assert all(len(line.event["pack"]) == 52 for line in packs)
    assert len(packs) == len([row for row in position["log"] if row["event"]["type"] == "shuffled"])
    assert (replay.seat, replay.seats) == (0, [0, 1])
    missing = await home.get(f"/api/tables/{code}/replay?match=2", tokens[0])
    assert (missing.status, missing.code) == (404, "unknown_match")
    spanish = await home.get(f"/api/tables/{code}/replay", tokens[0], **{"Accept-Language": "es"})
    assert any("Repart" in line["say"] for line in spanish.json["games"][0]["log"] if "say" in line)


async def test_a_game_that_is_played_is_told_only_as_its_seat_saw_it(home: House) -> None:
    code, tokens = await home.table(ALONE, **QUICKLY)
    async with home.sit(code, tokens[0]) as ann:
        await ann.play(random.Random(1), lambda player: player.number > 14)
    answer = await home.get(f"/api/tables/{code}/replay", tokens[0])
    deals = [
        line["event"] for line in answer.json["games"][0]["log"] if line["event"]["type"] == "dealt"
    ]
    assert answer.json["seats"] == [0]
    assert all(set(deal["hands"][1]) == {"??"} for deal in deals)


async def test_records_of_many_tables_come_in_one_text(home: House) -> None:
    tables = [await play_out(home, seed) for seed in (1, 2)]
    body = {"tables": [{"code": code, "token": tokens[0]} for code, tokens in tables]}
    body["tables"].append({"code": "nosuchtabl", "token": "x" * 40})
    answer = await home.post("/api/games/records", body)
    assert answer.headers["content-type"].startswith("text/plain")
    records = read_many(answer.body)
    assert [record.players[0].name for record in records] == ["Ann", "Ann"]
    back = await home.post("/api/records", {"text": answer.body.decode()})
    assert len(back.json["records"]) == 2


async def test_a_file_gives_its_sound_records_and_the_lines_of_the_others(home: House) -> None:
    sound = (RECORDS / "two.peg").read_text("utf-8")
    broken = sound.replace("count 1", "count 9", 1) if "count 1" in sound else sound[:300] + "nay\n"
    text = "\n".join([sound, broken, (RECORDS / "three.peg").read_text("utf-8")])
    answer = await home.post("/api/records", {"text": text})
    found = msgspec.json.decode(answer.body, type=FileRead)
    assert len(found.records) == 2
    (fault,) = found.faults
    assert len(sound.split("\n")) < fault.line <= len((sound + "\n" + broken).split("\n"))
    assert found.records[0].summary.names == ["Ann", "Ben"] or found.records[0].summary.names
    for record in found.records:
        for seat in (None, 0):
            body = {"text": record.text, "seat": seat}
            again = await home.post("/api/records/replay", body)
            assert again.status in (200, 400), again.body
    refused = await home.post("/api/records/replay", {"text": broken, "seat": 0})
    assert (refused.status, refused.code) == (400, "bad_record")
    assert "line" in refused.json["message"]
    nothing = await home.post("/api/records", {"text": "Dear Ann,\nhow are you?\n"})
    assert nothing.json["records"] == []
    assert nothing.json["faults"][0]["line"] == 1


async def test_what_is_longer_than_a_record_may_be_is_refused(home: House) -> None:
    body = {"text": "x" * Config().record_body}
    answer = await home.post("/api/records", body)
    assert (answer.status, answer.code) == (413, "too_large")
    assert (await home.post("/api/games", body)).code == "too_large"


def test_every_record_of_the_documentation_can_be_seen_again() -> None:
    for file in sorted(RECORDS.glob("*.peg")):
        for record in read_many(file.read_bytes()):
            replay = replay_of(record, None, language("es"))
            assert len(replay.games) == len([game for game in record.games if game.events])
            for seat in replay.seats:
                assert replay_of(record, seat, language("en")).seat == seat


def test_a_summary_says_who_resigned_and_what_was_stopped() -> None:
    record = read((RECORDS / "early.peg").read_bytes())
    whole = summarise(record, 0, language("en"))
    assert (whole.over, whole.winners, whole.points) == (True, [], [2, 0])
    assert whole.games[-1].winners == []
    first = summarise(record.having(games=record.games[:1]), 0, language("en"))
    assert (first.over, first.resigned) == (False, 1)


def test_a_record_with_odd_names_and_tags_can_be_seen_again() -> None:
    match = play_on(a_match(QUICK_RULES), random.Random(1))
    text = write(match.record()).replace('"Ann"', '"' + "A" * 60 + '"').replace('"Ben"', '""')
    text = text.replace("%pegout 1\n", '%pegout 1\n[PlayTo "many"]\n')
    replay = replay_of(read(text), 1, language("en"))
    assert [seat["name"] for seat in replay.setup["seats"]] == ["A" * 60, "Seat 2"]
    assert replay.setup["play_to"] == 0


async def test_who_played_alone_takes_the_whole_table_along(home: House) -> None:
    code, tokens = await play_out(home)
    async with home.sit(code, tokens[0]) as ann:
        answer = await leave(home, code, tokens[0])
        assert answer.json == {"seats": [0]}
        assert (await ann.closed())["code"] == "unknown_table"
    assert (await home.get(f"/api/tables/{code}")).code == "unknown_table"
    assert home.library.matches() == []
    assert [table.status for table in await list_tables(home, (code, tokens[0]))] == ["gone"]


async def test_a_name_goes_at_once_and_the_record_with_the_last_of_its_players(home: House) -> None:
    code, tokens = await together(home)
    async with home.sit(code, tokens[1], language="es") as ben:
        assert (await leave(home, code, tokens[0])).json == {"seats": [0]}
        position = await ben.until("position")
        assert position["setup"]["seats"][0]["name"] == "Asiento 1"
        table = (await home.get(f"/api/tables/{code}")).json
        assert [seat["name"] for seat in table["seats"]] == ["", "Ben"]
        refused = await ben.ask("rematch")
        assert refused["code"] == "left"
    assert (await leave(home, code, tokens[0])).code == "bad_token"
    (table,) = await list_tables(home, (code, tokens[1]))
    assert table.matches[0].names == ["Seat 1", "Ben"]
    text = (await home.get(f"/api/tables/{code}/record", tokens[1])).body.decode()
    assert "Ann" not in text
    assert read(text).players[0].name == ""
    (stored,) = home.library.matches()
    assert is_nameless(stored.names[0])
    assert "Ann" not in home.library.table(code).state
    assert all("Ann" not in repr(entry) for entry in home.library.entries(stored.id))
    await leave(home, code, tokens[1])
    assert home.library.matches() == []


async def test_nobody_leaves_others_alone_with_a_game(home: House) -> None:
    code, tokens = await home.table(TWO, **QUICKLY)
    answer = await leave(home, code, tokens[0])
    assert (answer.status, answer.code) == (400, "not_over")
    assert (await list_tables(home, (code, tokens[0])))[0].status == "playing"


async def test_who_shares_a_screen_leaves_with_every_seat(home: House) -> None:
    code, tokens = await home.table([("Ann", "person"), ("Ben", "person")], **QUICKLY)
    path, body = f"/api/tables/{code}/forget", {"tokens": [tokens[1], "x" * 40]}
    answer = await home.ask("POST", path, body, token=tokens[0])
    assert answer.json == {"seats": [0, 1]}
    assert home.library.matches() == []


async def test_the_own_library_shows_what_was_played_in_the_terminal_and_at_tables() -> None:
    with Library.open("sqlite://") as library:
        setup = Setup("k7qxk7qxk7", QUICK_RULES, (Seated("Zoe"), Seated("Ben", "club")), dealer=0)
        play_on(library.create(setup), random.Random(2))
        async with house(library, replace(QUICK, own=True)) as home:
            code, tokens = await play_out(home)
            (kept,) = (await list_tables(home, (code, tokens[0])))[0].matches
            at_table, match = (await home.get("/api/library")).json
            assert [kept.id for kept in library.matches()] == [at_table["match"], match["match"]]
            assert at_table["match"] == kept.match
            assert (await home.get("/api/library?after=1")).json == [match]
            assert (await home.get("/api/library?after=2")).json == []
            assert (match["match"], match["names"]) == (setup.id, ["Zoe", "Ben"])
            replay = (await home.get(f"/api/library/{setup.id}/replay")).json
            assert replay["seat"] == 0
            text = (await home.get(f"/api/library/{setup.id}/record")).body
            assert read(text).match == setup.id
    for config in (QUICK, replace(QUICK, own=True, host="0.0.0.0")):
        async with house(config=config) as home:
            await play_out(home)
            assert (await home.get("/api/library")).json == []
            for path in ("/k7qxk7qxk7/replay", "/k7qxk7qxk7/record"):
                assert (await home.get(f"/api/library{path}")).status == 404


async def test_the_own_library_passes_over_whatever_it_cannot_tell() -> None:
    with Library.open("sqlite://") as library:
        for at in range(45):
            seats = (Seated(nameless(0) if at else "Zoe"), Seated("Ben"))
            library.create(Setup(f"match-{at}", QUICK_RULES, seats, dealer=0))
        async with house(library, replace(QUICK, own=True)) as home:
            (match,) = (await home.get("/api/library")).json
            assert match["match"] == "match-0"
            assert (await home.get("/api/library?after=45")).json == []


async def test_the_own_library_tells_no_cards_while_several_play_and_nothing_that_was_deleted() -> (
    None
):
    async with house(config=replace(QUICK, own=True)) as home:
        code, tokens = await home.table([("Ann", "person"), ("Ben", "person")], **QUICKLY)
        async with home.sit(code, tokens[0]) as ann, home.sit(code, tokens[1]) as ben:
            dealt = [
                person.play(random.Random(at), lambda player: player.number > 9)
                for at, person in enumerate((ann, ben))
            ]
            await asyncio.gather(*dealt)
        (match,) = (await home.get("/api/library")).json
        assert match["sums"] is None
        path = f"/api/library/{match['match']}"
        log = (await home.get(f"{path}/replay")).json["games"][0]["log"]
        hands = [line["event"]["hands"] for line in log if line["event"]["type"] == "dealt"]
        assert hands
        assert {card for hand in hands[-1] for card in hand} == {"??"}
        code, tokens = await together(home)
        assert len((await home.get("/api/library")).json) == 2
        await leave(home, code, tokens[0])
        assert len((await home.get("/api/library")).json) == 1


async def test_a_list_is_made_of_the_sums_of_games(home: House) -> None:
    code, tokens = await play_out(home)
    with_sums = await list_tables(home, (code, tokens[0]))
    (match,) = home.library.matches()
    record = home.library.record(match.id, 0)
    by_record = summarise(record, 0, language("en"), match.updated.isoformat())
    assert with_sums[0].matches == [by_record]
    errors = (SeatErrors(KindErrors(10, 4.0, 0.06)), SeatErrors())
    home.library.keep_errors(match.id, 1, errors)
    (again,) = await list_tables(home, (code, tokens[0]))
    assert again.matches[0].games[0].lost == 0.06


async def test_figures_are_those_of_the_tables_with_a_seat(home: House) -> None:
    tables = [await play_out(home, seed) for seed in (1, 2, 3)]
    held = [{"code": code, "token": tokens[0]} for code, tokens in tables]
    held.append({"code": tables[0][0], "token": "x" * 40})
    answer = await home.post("/api/games/figures", {"tables": held})
    figures = msgspec.json.decode(answer.body, type=PlayerFigures)
    won = sum(match.winners == (0,) for match in home.library.matches())
    assert (figures.games, figures.won) == (3, won)
    assert figures.line == f"3 games, {won} won"
    assert re.fullmatch(r"You (won|lost) your last game, against Ben, by \d+\.", figures.last)
    assert [table.name for table in figures.tables] == ["levels", "opponents", "averages"]
    none = await home.post("/api/games/figures", {"tables": held[-1:]})
    assert none.json["games"] == 0
