"""The limits of one connection and of one address."""

import asyncio
import json
import socket
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

from pegout.server.assets import static_files
from pegout.server.config import Config
from pegout.server.limits import Bucket, Buckets, ConnectionSlots, neighbourhood
from pegout.table.state import TableRefused
from pegout.wire.table import MAX_BYTES, WIRE_VERSION
from tests.server.live_tables import enter, pass_time
from tests.server.live_tables import home as tables_home
from tests.server.table import ALONE, QUICK, TWO, House, Player, house


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_bucket_fills_steadily_and_not_over_its_brim() -> None:
    clock = Clock()
    bucket = Bucket(2, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert not bucket.full
    clock.time = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_bucket_is_full_again_in_the_end() -> None:
    clock = Clock()
    bucket = Bucket(2, 3, clock)
    bucket.take()
    clock.time = 100
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(1, 1, clock)
    for number in range(Buckets.MANY):
        assert buckets.take(f"a{number}")
    assert not buckets.take("a0")
    clock.time = 2
    assert buckets.take("new")
    assert len(buckets) == 1


def test_an_address_has_so_many_places() -> None:
    places = ConnectionSlots(1)
    with places.occupy("a") as first, places.occupy("a") as second, places.occupy("b") as third:
        assert (first, second, third) == (True, False, True)
    with places.occupy("a") as again:
        assert again
    assert len(places) == 0


def test_what_counts_as_one_address() -> None:
    assert neighbourhood("::ffff:192.0.2.1") == "192.0.2.1"
    assert neighbourhood("fe80::1%eth0") == "fe80::"
    assert neighbourhood("x" * 100) == "x" * 64


async def test_whoever_is_too_fast_is_told_so() -> None:
    async with house(config=replace(QUICK, messages=1.0, message_burst=5.0)) as home:
        code, tokens = await home.table(ALONE)
        async with home.sit(code, tokens[0]) as ann:
            for number in range(8):
                await ann.send(type="act", id=f"n{number}", match=ann.match, action={})
            refused = [await ann.until("refused") for _ in range(8)]
            answers = {message["id"]: message["code"] for message in refused}
            # A message that comes too fast is refused at once, even while others are being handled.
            assert [answers[f"n{at}"] for at in range(8)] == ["unknown_action"] * 4 + [
                "too_fast"
            ] * 4


async def test_tables_are_set_up_so_many_times_a_minute() -> None:
    async with house(config=replace(QUICK, creations=2.0)) as home:
        answers = [await home.order(TWO) for _ in range(3)]
        assert [answer.status for answer in answers] == [201, 201, 429]
        assert answers[-1].code == "too_fast"
        assert answers[-1].headers["Retry-After"]


async def test_requests_are_limited() -> None:
    async with house(config=replace(QUICK, requests=0.001, request_burst=3.0)) as home:
        answers = [await home.get("/api/options") for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429]
        # The page itself and its files have a separate limit.
        assert (await home.get("/")).status == 200


async def test_what_there_is_not_counts_too() -> None:
    async with house(config=replace(QUICK, requests=0.001, request_burst=3.0)) as home:
        asked = [("GET", "/api/nothing"), ("DELETE", "/api/options"), ("GET", "/api/nothing")]
        answers = [await home.ask(method, path, {}) for method, path in [*asked, asked[0]]]
        assert [answer.status for answer in answers] == [404, 405, 404, 429]


async def test_pages_and_their_files_are_limited() -> None:
    async with house(config=replace(QUICK, pages=0.001, page_burst=5.0)) as home:
        paths = ["/", "/static/x/y.js", "/healthz", "/nowhere", "/rules"]
        answers = [await home.get(path) for path in paths]
        assert [answer.status for answer in answers] == [200, 404, 200, 404, 200]
        for path in paths:
            answer = await home.get(path)
            assert (answer.code, answer.status) == ("too_fast", 429)
        # The API has a separate limit.
        assert (await home.get("/api/options")).status == 200


def test_ten_visitors_of_one_address_may_come_at_once() -> None:
    assert 10 * len(static_files()) < Config().page_burst


async def test_a_seat_has_so_many_windows_and_the_oldest_gives_way() -> None:
    async with house(config=replace(QUICK, connections_per_seat=2)) as home:
        code, tokens = await home.table(ALONE)
        async with (
            home.sit(code, tokens[0]) as first,
            home.sit(code, tokens[0]) as second,
            home.sit(code, tokens[0]) as third,
        ):
            bye = await first.closed()
            assert (bye["code"], bye["again"]) == ("replaced", False)
            for player in (second, third):
                await player.send(type="ping", id="x")
                await player.until("pong")


async def test_of_those_who_watch_each_address_has_its_share() -> None:
    async with (
        tables_home(spectators=3) as here,
        here.table(["person", "novice"]) as (live_table, tokens),
    ):
        crowd = [await enter(live_table, address="192.0.2.1") for _ in range(3)]
        with pytest.raises(TableRefused, match="as many watch as may"):
            await enter(live_table, address="192.0.2.1")
        # A spectator from another address takes the place of the last of them.
        await enter(live_table, address="192.0.2.2")
        assert [client.ended for client in crowd] == [False, False, True]
        # Another division would be no fairer.
        with pytest.raises(TableRefused, match="as many watch as may"):
            await enter(live_table, address="192.0.2.2")
        assert not (await enter(live_table, address="192.0.2.3")).ended
        assert [client.ended for client in crowd] == [False, True, True]
        with pytest.raises(TableRefused, match="as many watch as may"):
            await enter(live_table, address="192.0.2.4")
        # A player can always enter.
        assert (await enter(live_table, tokens[0], address="192.0.2.4")).seat == 0


async def test_so_many_may_watch() -> None:
    async with house(config=replace(QUICK, spectators=1)) as home:
        code, _ = await home.table(ALONE)
        async with home.sit(code), home.raw(code) as late:
            player = Player(late)
            await player.send(type="hello", version=2)
            assert (await player.closed())["code"] == "too_many_spectators"


async def test_whoever_says_nothing_is_sent_away() -> None:
    async with house(config=replace(QUICK, hello=0.1)) as home:
        code, tokens = await home.table(ALONE)
        async with home.raw(code) as silent:
            assert (await Player(silent).closed())["code"] == "no_hello"
        async with home.raw(code) as rude:
            player = Player(rude)
            await player.send(type="ping", id="1")
            assert (await player.closed())["code"] == "no_hello"
        async with home.sit(code, tokens[0]) as ann:
            await pass_time(0.3)
            await ann.send(type="ping", id="1")
            await ann.until("pong")


async def test_another_version_is_told_to_load_the_page_again(home: House) -> None:
    code, tokens = await home.table(ALONE)
    async with home.raw(code) as socket_:
        player = Player(socket_)
        await player.send(type="hello", version=WIRE_VERSION + 1, token=tokens[0], language="es")
        bye = await player.closed()
        assert (bye["code"], bye["again"]) == ("wrong_version", False)


async def test_what_is_no_message_is_refused_and_in_the_end_not_borne(home: House) -> None:
    code, tokens = await home.table(ALONE)
    async with home.sit(code, tokens[0]) as ann:
        for garbage in ("", "{", "[]", '{"type":"nonsense"}', b"\xff\xfe", "1", '{"type":1}'):
            await ann.socket.send(garbage)
            refused = await ann.until("refused")
            assert (refused["id"], refused["code"]) == ("", "bad_message")
        await ann.send(type="ping", id="still here")
        await ann.until("pong")
        await ann.socket.send("{")
        bye = await ann.closed()
        assert (bye["code"], bye["again"]) == ("bad_message", False)


async def test_a_message_that_is_too_long_ends_the_connection(home: House) -> None:
    code, tokens = await home.table(ALONE)
    async with home.sit(code, tokens[0]) as ann:
        await ann.socket.send("x" * (MAX_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    async with home.sit(code, tokens[0]):
        pass


async def test_whoever_does_not_read_is_let_go_and_keeps_nobody_waiting() -> None:
    async with house(config=replace(QUICK, queue=20)) as home:
        code, tokens = await home.table(TWO)
        live_table = home.tables.loaded_table(code)
        quiet = socket.socket()
        quiet.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        quiet.setblocking(False)
        await asyncio.get_running_loop().sock_connect(quiet, ("127.0.0.1", home.port))
        async with home.raw(
            code, sock=quiet, max_queue=1, compression=None, close_timeout=0.1
        ) as deaf:
            await deaf.send(json.dumps({"type": "hello", "version": 2, "token": tokens[1]}))
            async with home.sit(code, tokens[0]) as ann:
                # Others send messages until the client that reads none is disconnected.
                for number in range(3000):
                    await ann.send(type="set_language", language="en")
                    for client in [seated for seated in live_table.clients if seated.seat == 1]:
                        for _ in range(10):
                            client.send(b'{"type":"pong","id":"' + b"x" * 2000 + b'"}')
                    await ann.until("position")
                    if number > 5 and not any(client.seat == 1 for client in live_table.clients):
                        break
                assert {client.seat for client in live_table.clients} == {0}


@pytest.mark.parametrize("depth", [500, 1900])
async def test_a_message_may_not_be_nested_without_end(home: House, depth: int) -> None:
    action = '{"type":' + "[" * depth + "]" * depth + "}"
    message = f'{{"type":"act","id":"a","match":"m","action":{action}}}'
    code, tokens = await home.table(ALONE)
    async with home.sit(code, tokens[0]) as ann:
        await ann.socket.send(message)
        assert (await ann.until("refused"))["code"] in ("bad_message", "wrong_match")
        await ann.send(type="ping", id="p")
        await ann.until("pong")
