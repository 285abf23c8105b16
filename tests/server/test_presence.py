"""Who is here, away and gone, and what the others may do about it."""

from pathlib import Path
from typing import Any

from pegout.fairness import seeded_secrets
from pegout.rules import Ready
from pegout.server.live_table import LiveTable
from pegout.storage import Library
from pegout.table.presence import GRACE, IDLE, PULSE, UNANSWERED
from pegout.wire.table import Hello, Nudge, SetPresence, StandIn
from tests.server.live_tables import Client, act, enter, home, pass_time, stood_in, until
from tests.server.table import TWO, Player, house

PERSONS = ["person", "person"]
RULES: dict[str, Any] = {"first_deal": "chosen"}


def seats(client: Client) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = client.heard("table")[-1]["table"]["seats"]
    return seats


async def stand_in(
    live_table: LiveTable, client: Client, seat: int, level: str, name: str = "s"
) -> str:
    """Request a stand-in; return the code of the answer."""
    await live_table.handle(client, StandIn(name, seat, level))
    refused = [message["code"] for message in client.heard("refused") if message["id"] == name]
    return refused[-1] if refused else "done"


async def test_somebody_is_here_away_and_gone() -> None:
    async with home() as here, here.table(PERSONS, **RULES) as (live_table, held):
        ann, ben = await enter(live_table, held[0]), await enter(live_table, held[1])
        assert seats(ann)[1]["presence"] == "here"
        await live_table.handle(ben, SetPresence(False))
        assert seats(ann)[1]["presence"] == "away"
        assert seats(ann)[1]["present"]
        await live_table.handle(ben, SetPresence(True))
        assert seats(ann)[1]["presence"] == "here"
        live_table.leave(ben)
        assert (seats(ann)[1]["presence"], seats(ann)[1]["present"]) == ("away", False)
        await pass_time(GRACE / 2)
        assert seats(ann)[1]["presence"] == "away"
        await pass_time(GRACE / 2 + 0.1)
        assert seats(ann)[1]["presence"] == "gone"
        ben = Client()
        await live_table.enter(ben, Hello(1, held[1], away=True))
        assert seats(ann)[1]["presence"] == "away"


async def test_who_does_not_answer_is_silent_and_then_gone() -> None:
    assert PULSE + UNANSWERED < 8
    async with home() as here, here.table(PERSONS, **RULES) as (live_table, held):
        ann = await enter(live_table, held[0])
        await pass_time(PULSE)
        # Nobody else is there who could miss Ann.
        assert ann.pinged is None
        ben = await enter(live_table, held[1])
        for _ in range(3):
            await pass_time(PULSE + 0.1)
            assert None not in (ann.pinged, ben.pinged)
            ann.pinged = ben.pinged = None
        await pass_time(PULSE + 0.1)
        assert None not in (ann.pinged, ben.pinged)
        ann.pinged = None
        await pass_time(UNANSWERED + 0.1)
        assert (seats(ann)[1]["presence"], seats(ann)[1]["present"]) == ("silent", True)
        assert (seats(ann)[0]["presence"], ann.pinged is None) == ("here", False)
        ann.pinged = ben.pinged = None
        await pass_time(PULSE + 0.1)
        assert seats(ann)[1]["presence"] == "here"
        ann.pinged = None
        await pass_time(GRACE)
        # The connection is lost long after the network was.
        live_table.leave(ben)
        assert (seats(ann)[1]["presence"], seats(ann)[1]["present"]) == ("gone", False)


async def test_nobody_who_looks_elsewhere_is_pinged() -> None:
    async with home() as here, here.table(PERSONS, **RULES) as (live_table, held):
        ann, ben = await enter(live_table, held[0]), await enter(live_table, held[1])
        await live_table.handle(ben, SetPresence(False))
        await pass_time(PULSE + 0.1)
        assert (ann.pinged is None, ben.pinged) == (False, None)


async def wait_for_presence(player: Player, presence: str) -> None:
    """Wait until the table tells a player that the second seat has this presence."""
    while (await player.until("table"))["table"]["seats"][1]["presence"] != presence:
        pass


async def test_a_socket_through_which_nothing_comes_is_silent_until_something_does() -> None:
    async with house() as place:
        code, tokens = await place.table(TWO)
        async with place.sit(code, tokens[0]) as ann, place.sit(code, tokens[1]) as ben:
            lines: list[Any] = list(place.server.server_state.connections)
            ben.socket.transport.pause_reading()
            await pass_time(PULSE)
            await until(lambda: any(line.pinged for line in lines))
            await until(lambda: sum(line.pinged is not None for line in lines) == 1)
            await pass_time(UNANSWERED)
            await wait_for_presence(ann, "silent")
            ben.socket.transport.resume_reading()
            await wait_for_presence(ann, "here")


async def test_a_client_that_pings_is_away_when_it_is_silent() -> None:
    async with house() as place:
        code, tokens = await place.table(TWO)
        async with place.sit(code, tokens[0]) as ann, place.sit(code, tokens[1]) as ben:
            await wait_for_presence(ann, "here")
            # A client that never pings is silent all the time, and still here.
            await pass_time(IDLE + 1)
            await ann.send(type="sync", match=ann.match, since=0)
            await ann.until("position")
            tables = [message["table"] for message in ann.heard if message["type"] == "table"]
            assert tables[-1]["seats"][1]["presence"] == "here"
            await ben.send(type="ping", id="p")
            await ben.until("pong")
            await pass_time(IDLE + 1)
            await wait_for_presence(ann, "away")
            await ben.send(type="say", phrase="wow")
            await ann.until("phrase")
            # Presence is checked regularly.
            await pass_time(IDLE / 2)
            await wait_for_presence(ann, "here")


async def test_the_others_choose_who_plays_on_until_the_person_is_back() -> None:
    async with (
        home(secrets=seeded_secrets(2)) as here,
        here.table(PERSONS, **RULES) as (live_table, held),
    ):
        match = live_table.service.match
        assert match is not None
        ann, ben = await enter(live_table, held[0]), await enter(live_table, held[1])
        await act(live_table, ann, Ready(0))
        assert await stand_in(live_table, ann, 1, "club", "a") == "seat_present"
        live_table.leave(ben)
        assert await stand_in(live_table, ann, 1, "nobody", "b") == "unknown_level"
        assert await stand_in(live_table, ann, 0, "club", "c") == "bad_seat"
        assert await stand_in(live_table, ann, 7, "club", "d") == "bad_seat"
        onlooker = await enter(live_table)
        assert await stand_in(live_table, onlooker, 1, "club", "e") == "only_watching"
        assert await stand_in(live_table, ann, 1, "club", "f") == "done"
        assert (seats(ann)[1]["stand_in"], seats(ann)[1]["acting"]) == (True, "club")
        await until(lambda: 1 not in match.to_act)
        # Ben decides himself after his return; the actions taken for him stay.
        await enter(live_table, held[1])
        assert (seats(ann)[1]["stand_in"], seats(ann)[1]["acting"]) == (False, "")
        number = match.number
        await stood_in(here)
        assert match.number == number


async def test_who_only_looks_elsewhere_takes_the_seat_back_by_looking() -> None:
    async with home() as here, here.table(PERSONS, **RULES) as (live_table, held):
        ann, ben = await enter(live_table, held[0]), await enter(live_table, held[1])
        await live_table.handle(ben, SetPresence(False))
        assert await stand_in(live_table, ann, 1, "novice") == "done"
        assert seats(ann)[1]["acting"] == "novice"
        await live_table.handle(ben, SetPresence(True))
        assert seats(ann)[1]["acting"] == ""


async def test_the_others_may_wait_again() -> None:
    async with home() as here, here.table(PERSONS, **RULES) as (live_table, held):
        ann, ben = await enter(live_table, held[0]), await enter(live_table, held[1])
        live_table.leave(ben)
        assert await stand_in(live_table, ann, 1, "novice", "a") == "done"
        assert await stand_in(live_table, ann, 1, "", "b") == "done"
        assert seats(ann)[1]["acting"] == ""


async def test_who_stands_in_is_kept_with_the_table(tmp_path: Path) -> None:
    with Library.open(tmp_path) as library:
        async with house(library) as place:
            code, tokens = await place.table(TWO)
            async with place.sit(code, tokens[0]) as ann:
                await ann.send(type="stand_in", id="s", seat=1, level="novice")
                assert (await ann.until("done", "refused"))["type"] == "done"
        async with house(library) as place, place.sit(code, tokens[0]) as ann:
            assert ann.welcome["table"]["seats"][1]["acting"] == "novice"


async def test_somebody_is_nudged_and_not_too_often() -> None:
    async with home() as here, here.table(PERSONS, **RULES) as (live_table, held):
        ann, ben = await enter(live_table, held[0]), await enter(live_table, held[1])
        await live_table.handle(ann, Nudge("a", 1))
        assert ann.heard("done")[-1]["id"] == "a"
        assert [(frame["seat"], frame["phrase"]) for frame in ben.heard("phrase")] == [(0, "nudge")]
        assert not ann.heard("phrase")
        await live_table.handle(ann, Nudge("b", 1))
        assert ann.heard("refused")[-1]["code"] == "too_fast"
        await live_table.handle(ann, Nudge("c", 0))
        assert ann.heard("refused")[-1]["code"] == "bad_seat"
        live_table.leave(ben)
        await live_table.handle(ann, Nudge("d", 1))
        assert ann.heard("refused")[-1]["code"] == "nobody_there"
