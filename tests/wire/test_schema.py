"""The schema of the wire: whole games fit it, wrong messages do not, and the files are current."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from pegout.match import Match, Seated, Setup
from pegout.rules import GoOn, Resign, Rules, Stop
from pegout.server.answers import STATUS
from pegout.server.config import Config
from pegout.server.routes import wire_schema
from pegout.table.seat_messages import SeatMessages
from pegout.text import language
from pegout.wire import table
from pegout.wire.codecs import ACTIONS, VIEWS, WireError, encode
from tests.matches import VARIANTS, a_match, step
from tools import wire_types

schema = cache(wire_schema)
#: The numbers of the variants that the quick gate tries.
QUICK = {0, 7, 8, 11}
ACT: dict[str, Any] = {"type": "act", "id": "1", "match": "K7QX"}


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    rest = {key: value for key, value in schema().items() if key != "anyOf"}
    return jsonschema.Draft202012Validator({**rest, "$ref": f"#/$defs/{name}"})


def fault(name: str, message: object) -> str:
    """Return what is wrong with a message, or an empty text."""
    if fits(name, message):
        return ""
    error = next(validator(name).iter_errors(message))
    return f"{list(error.absolute_path)}: {error.message}"


def fits(name: str, message: object) -> bool:
    return validator(name).is_valid(message)


def plain(message: table.Message) -> Any:
    """Return a message as it is sent, with no more than three of many actions of a kind."""
    sent = json.loads(encode(message))
    for part in (sent.get("standing"), sent.get("view")):
        if part is not None:
            part["legal"] = part["legal"][:3]
    return sent


def a_table(match: Match) -> table.Table:
    setup = match.setup
    encoded = VIEWS.encode(setup)["rules"]
    seats = [table.Seat(seat.name, seat.kind, True, True) for seat in setup.seats]
    options = table.TableOptions()
    code = "k7m2p9x4qd"
    return table.Table(code, "playing", encoded, setup.games, setup.play_to, seats, options)


def conversation(match: Match, seat: int | None, seed: int) -> Iterator[table.Message]:
    """Yield the messages to a seat while a match is played at random."""
    chance = random.Random(seed)
    seat_messages = SeatMessages(match, seat, language("en"))
    yield table.Welcome(table.WIRE_VERSION, seat, "en", a_table(match))
    yield seat_messages.position()
    while not match.over:
        before = match.number
        if match.game_over:
            match.next_game()
        elif chance.random() < 0.02:
            first = next(iter(match.view(None).stopping), None)
            match.act(1, Resign(1) if match.game == 2 else Stop(1) if first is None else GoOn(1))
        elif seat is not None and match.can_undo(seat) and chance.random() < 0.05:
            match.undo(seat)
            yield seat_messages.position()
        else:
            step(match, chance)
        yield seat_messages.events(before)
    yield seat_messages.position()


class TestWholeGames:
    @pytest.mark.parametrize(
        "numbers",
        [QUICK, pytest.param(set(range(len(VARIANTS))) - QUICK, marks=pytest.mark.slow)],
        ids=["few", "many"],
    )
    def test_what_everybody_is_sent_fits_the_schema(self, numbers: set[int]) -> None:
        for number in sorted(numbers):
            seat = [0, 1, None][number % 3]
            match = a_match(VARIANTS[number], seed=number, people=1, games=1 + (number == 1))
            for message in conversation(match, seat, number):
                assert not fault(type(message).__name__, plain(message)), number

    def test_every_legal_action_fits_the_schema_and_is_decoded(self) -> None:
        match, chance = a_match(Rules("half", counting="manual", muggins=True)), random.Random(4)
        seen = set()
        while not match.over:
            for seat in match.to_act:
                for action in match.legal(seat):
                    encoded = ACTIONS.encode(action)
                    seen.add(encoded["type"])
                    if chance.random() < 0.02:
                        assert not fault("Act", {**ACT, "action": encoded})
                        assert ACTIONS.decode(encoded) == action
            step(match, chance)
        for ending in (Resign(0), Stop(0), GoOn(0)):
            encoded = ACTIONS.encode(ending)
            seen.add(encoded["type"])
            assert not fault("Act", {**ACT, "action": encoded})
            assert ACTIONS.decode(encoded) == ending
        assert seen == set(ACTIONS.types)

    def test_the_other_messages_fit_the_schema(self) -> None:
        match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben"))))
        action = ACTIONS.encode(match.legal(0)[0])
        messages: list[table.Message] = [
            table.TableChanged(a_table(match)),
            table.Done("1", 7),
            table.Refused("", "bad_message", "That is no message."),
            table.Suggestion("1", action, "Say that you are ready."),
            table.Phrase(0, "thanks", "Thank you!"),
            table.Pong("2"),
            table.Bye("stopping", "The server is being stopped.", True),
        ]
        for message in messages:
            assert not fault("Message", plain(message))
        assert not fault("Message", plain(SeatMessages(match, 0, language("en")).position()))
        told = {type(message) for message in (*messages, *conversation(a_match(people=1), 0, 1))}
        absent = set(get_args(table.Message)) - told
        assert not absent, "add an example to messages in this test"


REQUESTS: list[dict[str, Any]] = [
    {"type": "hello", "version": 2},
    {"type": "hello", "version": 2, "token": "x", "language": "es", "match": "K7QX", "since": 12},
    {**ACT, "action": {"type": "play", "seat": 0, "card": "5H"}},
    {**ACT, "action": {"type": "ready", "seat": 1}},
    {"type": "undo", "id": "2", "match": "K7QX"},
    {"type": "next_game", "id": "3", "match": "K7QX"},
    {"type": "rematch", "id": "4", "match": "K7QX"},
    {"type": "hint", "id": "5", "match": "K7QX"},
    {
        "type": "tutor",
        "id": "5",
        "match": "K7QX",
        "action": {"type": "go", "seat": 0},
        "minimum": "mistake",
    },
    {"type": "guide", "id": "g1", "match": "K7QX", "step": "starter", "answer": "done"},
    {"type": "stand_in", "id": "d1", "seat": 1, "level": ""},
    {"type": "remove_guest", "id": "d2", "seat": 1, "level": "club"},
    {"type": "nudge", "id": "d2", "seat": 1},
    {"type": "set_presence", "here": False},
    {"type": "fill", "id": "6", "seat": 1, "level": "club"},
    {"type": "automate", "automations": ["go", "only_card"]},
    {"type": "set_language", "language": "es"},
    {"type": "say", "phrase": "thanks"},
    {"type": "sync", "match": "K7QX", "since": 3},
    {"type": "ping"},
    {"type": "ping", "id": "7"},
]

WRONG: list[object] = [
    None,
    [],
    "ping",
    {},
    {"type": "pong"},
    {"type": "Ping"},
    {"type": ["ping"]},
    {"type": "ping", "id": 7},
    {"type": "ping", "id": "x" * 65},
    {"type": "ping", "more": 1},
    {"type": "hello"},
    {"type": "hello", "version": "1"},
    {"type": "hello", "version": 2, "since": -1},
    {"type": "hello", "version": 2, "token": "x" * 65},
    {"type": "undo", "id": "", "match": "K7QX"},
    {"type": "undo", "id": "a b", "match": "K7QX"},
    {"type": "undo", "id": "2"},
    {"type": "automate", "automations": ["discard"]},
    {"type": "fill", "id": "6", "seat": "1", "level": "club"},
    {"type": "sync", "match": "K7QX", "since": 1.5},
    {**ACT, "action": "go"},
    {**ACT},
]

#: The schema refuses these; the server decodes them as messages, and refuses the action.
WRONG_ACTIONS: list[dict[str, Any]] = [
    {},
    {"type": "shuffle", "pack": []},
    {"type": "reveal", "deal": 1, "secret": "00"},
    {"type": "play", "seat": 0, "card": "5X"},
    {"type": "play", "seat": 0, "card": "5H", "points": 2},
    {"type": "play", "card": "5H"},
    {"type": "cut", "seat": 0, "at": "9"},
    {"type": "go", "seat": None},
]


def refusal(data: bytes) -> str:
    """Return the code with which a message is refused, or an empty text."""
    try:
        table.decode(data)
    except WireError as error:
        return error.code
    return ""


class TestRequests:
    def test_a_request_is_read_and_fits_the_schema(self) -> None:
        tried = set()
        wrong: list[Any] = []
        for request in REQUESTS:
            decoded = table.decode(json.dumps(request))
            tried.add(type(decoded))
            written = json.loads(msgspec.json.encode(decoded))
            if {**written, **request} != written or fault("Request", request):
                wrong.append(request)
            if why := fault("Request", written):
                wrong.append((written, why))
        assert not wrong
        absent = set(get_args(table.Request)) - tried
        assert not absent, "add an example to REQUESTS in this file"

    def test_what_is_no_request_is_refused_by_the_schema_and_by_the_server(self) -> None:
        wrong = [body for body in WRONG if not fault("Request", body)]
        wrong += [body for body in WRONG if refusal(json.dumps(body).encode()) != "bad_message"]
        assert not wrong

    def test_what_is_no_action_is_refused(self) -> None:
        for action in WRONG_ACTIONS:
            assert fault("Request", {**ACT, "action": action}), action
            with pytest.raises(ValueError, match="expected"):
                ACTIONS.decode(action)

    def test_what_is_no_json_is_refused(self) -> None:
        texts = ["", "{", '{"type":"ping"} x', "\udc80", '"' * 10_000]
        assert not [text for text in texts if not refusal(text.encode(errors="surrogatepass"))]


class TestWrongMessages:
    """A missing, extra or wrong member is detected anywhere in a real message."""

    def messages(self) -> list[Any]:
        match = a_match(Rules("half"), people=1)
        found = list(conversation(match, 0, 3))
        return [plain(message) for message in (found[0], found[30], found[1])]

    def test_a_member_too_few_or_too_many(self) -> None:
        for message in self.messages():
            name = message["type"].title()
            for part in ("", "standing", "view", "setup", "table"):
                whole = message if not part else message.get(part)
                if whole is None:
                    continue
                for key in [*whole]:
                    if part == "setup" and key == "type":
                        continue
                    value = whole.pop(key)
                    assert not fits(name, message), f"{name} without {part}.{key}"
                    whole[key] = value
                whole["more"] = 1
                assert not fits(name, message), f"{name} with more in {part}"
                del whole["more"]
            assert fits(name, message)

    def test_a_member_of_another_kind(self) -> None:
        for message in self.messages():
            name = message["type"].title()
            for part in ("", "standing", "view"):
                whole = message if not part else message.get(part, {})
                for key, value in [*whole.items()]:
                    # A text is never a number here, nor is any other value a negative fraction.
                    whole[key] = -0.5
                    assert not fits(name, message), f"{part}.{key} of {name}"
                    whole[key] = value

    def test_an_event_that_is_none(self) -> None:
        message = self.messages()[1]
        for event in ({"type": "secret_drawn", "deal": 1, "secret": "00"}, {"type": "x"}, None):
            assert not fits("Events", {**message, "events": [{"number": 1, "event": event}]})


class TestTheSchemaItself:
    def test_it_is_a_schema(self) -> None:
        jsonschema.Draft202012Validator.check_schema(schema())

    def parts(self) -> Iterator[dict[str, Any]]:
        return self.within(schema())

    def within(self, node: Any) -> Iterator[dict[str, Any]]:
        if isinstance(node, dict):
            yield node
            for value in node.values():
                yield from self.within(value)
        elif isinstance(node, list):
            for value in node:
                yield from self.within(value)

    def test_every_reference_leads_somewhere_and_every_type_is_used(self) -> None:
        refs = {part["$ref"] for part in self.parts() if "$ref" in part}
        assert refs == {f"#/$defs/{name}" for name in schema()["$defs"]}

    def test_a_reference_stands_alone_but_for_its_description(self) -> None:
        assert all(set(part) <= {"$ref", "description"} for part in self.parts() if "$ref" in part)

    def test_every_type_and_its_descriptions_are_in_plain_words(self) -> None:
        for name, definition in schema()["$defs"].items():
            assert definition["description"], name
        for part in self.parts():
            says = part.get("description")
            if isinstance(says, str):
                assert says == " ".join(says.split())
                assert says[0].isupper() or says[0] in "`0123456789"
                assert not any(sign in says for sign in ("``", ":func:", "Attributes", "None"))

    def test_whatever_is_tagged_has_one_name(self) -> None:
        for definition in schema()["$defs"].values():
            tag = definition.get("properties", {}).get("type")
            assert tag is None or set(tag) == {"const"}

    def test_nothing_that_is_the_dealers_own_is_offered(self) -> None:
        assert not {"Commit", "Shuffle", "Reveal", "SecretDrawn", "Asked"} & set(schema()["$defs"])


def test_a_review_fits_the_schema() -> None:
    sample = Path(__file__).parents[1] / "client" / "review.json"
    review, _ = json.loads(sample.read_bytes())
    assert not fault("ReviewAsked", review)
    assert not fault("ReviewAsked", {**review, "state": "waiting", "games": []})
    assert fault("ReviewAsked", {**review, "state": "lost"})
    assert not fault("RecordReview", {"text": "pegout 1"})
    assert fault("RecordReview", {"text": "pegout 1", "eyes": 1})


class TestFiles:
    def test_there_is_no_type_for_what_the_schema_never_has(self) -> None:
        with pytest.raises(ValueError, match="no type"):
            wire_types.type_of({"type": "bytes"})


class TestThePage:
    """docs/wire.md names every message and member, and its messages are real ones."""

    @cached_property
    def page(self) -> str:
        return (wire_types.ROOT / "docs" / "wire.md").read_text("utf-8")

    def test_every_message_of_the_page_fits_the_schema(self) -> None:
        lines = re.findall(r'^([→←]?) ?(\{"type":.*\})$', self.page, re.MULTILINE)
        whole = [(sign, text) for sign, text in lines if "…" not in text]
        assert len(whole) >= 18
        for sign, text in whole:
            name = "Message" if sign == "←" else "Request"
            wrong = text == '{"type":"hi"}'
            assert bool(fault(name, json.loads(text))) == wrong, text

    def test_every_message_is_in_a_table_with_its_members(self) -> None:
        for ref in [
            ref for union in ("Request", "Message") for ref in schema()["$defs"][union]["anyOf"]
        ]:
            properties = [*schema()["$defs"][ref["$ref"].removeprefix("#/$defs/")]["properties"]]
            kind = wire_types.type_of({"$ref": ref["$ref"]})
            name = schema()["$defs"][kind]["properties"]["type"]["const"]
            members = ", ".join(f"`{member}`" for member in properties[1:])
            row = f"| `{name}` | {members} |"
            assert row in self.page, f"docs/wire.md needs a line {row} in a table"

    def test_the_limits_are_those_of_the_server(self) -> None:
        config = Config()
        for text in (
            f"{table.MAX_BYTES} bytes",
            f"| {config.messages:.0f} a second, and {config.message_burst:.0f} at once",
            f"| {config.faults}, then the connection is closed",
            f"| {config.connections_per_seat}; the oldest is closed",
            f"| {config.connections_per_address} |",
            f"| {config.requests:.0f} a second, and {config.request_burst:.0f} at once",
            f"| {config.pages:.0f} a second, and {config.page_burst:.0f} at once",
            f"| {config.creations:.0f} a minute",
            f"| {config.phrases} in ten seconds",
            f"| {config.queue}, or {config.queue_bytes:,} bytes, ".replace(",000", " 000"),
            f"This is version {table.WIRE_VERSION}.",
        ):
            assert text in self.page, text
        assert (config.hello, config.ping) == (10, 20)

    def test_every_code_with_a_status_of_its_own_is_explained(self) -> None:
        known = set(re.findall(r"`(\w+)`", self.page.partition("## Errors")[2]))
        # These concern a library, and are for the operator of the server.
        library = {"closed", "damaged", "damaged_table", "not_a_library", "older", "unwritable"}
        assert set(STATUS) - known <= library | {"no_method", "no_page"}
