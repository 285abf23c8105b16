"""The messages between a table's server and whoever sits at it: a browser, or a program.

One WebSocket for a seat. Every message is one JSON object whose ``type`` says what it is. What a
client may send is :data:`Request`, what the server sends is :data:`Message`; :func:`schema` gives
both as JSON Schema. ``docs/wire.md`` says how they go together.

>>> decode(b'{"type":"ping","id":"7"}')
Ping(id='7')
>>> encode(Pong("7"))
b'{"type":"pong","id":"7"}'
>>> decode(b'{"type":"ping","id":7}')
Traceback (most recent call last):
...
pegout.wire.WireError: Expected `str`, got `int` - at `$.id`
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from pegout.match import EVENTS, Asked, SecretDrawn, Setup
from pegout.notation.codec import Codec
from pegout.notation.schema import schemas, summary, what_members_mean
from pegout.rules import Action, Commit, Event, Result, Reveal, RulesError, Shuffle, View

__all__ = [
    "ACTIONS",
    "MAX_BYTES",
    "SHOWN",
    "VIEWS",
    "WIRE_VERSION",
    "Act",
    "Again",
    "Answer",
    "Automate",
    "Bye",
    "Done",
    "Events",
    "Fill",
    "Hello",
    "Hint",
    "Message",
    "NextGame",
    "Phrase",
    "Ping",
    "Pong",
    "Position",
    "Refused",
    "Request",
    "Say",
    "Seat",
    "Speak",
    "Standing",
    "Suggestion",
    "Sync",
    "Table",
    "TableOptions",
    "Told",
    "Undo",
    "Welcome",
    "WireError",
    "decode",
    "encode",
    "schema",
]

#: The version of the protocol; a client says in its ``hello`` which one it speaks.
WIRE_VERSION: Final = 1
#: The longest message that a client may send, in bytes.
MAX_BYTES: Final = 4096

_FOR_NATURE: Final = (Commit, Shuffle, Reveal)
_ACTIONS: Final = [cls for cls in get_args(Action) if cls not in _FOR_NATURE]
_EVENTS: Final = [
    *get_args(Event),
    *(cls for cls in EVENTS if cls not in (Asked, SecretDrawn)),
]

#: The actions of a seat as they stand in ``act``.
ACTIONS: Final = Codec(_ACTIONS)
#: Every event that anybody is told of; requests and secrets stay in the log.
SHOWN: Final = Codec(_EVENTS)
#: A view as it stands in ``position``, and a setup.
VIEWS: Final = Codec([View, Setup])


class WireError(RulesError):
    """A message that is none; ``code`` is ``bad_message``."""


def _object(name: str, says: str) -> Meta:
    return Meta(description=says, extra_json_schema={"$ref": f"#/$defs/{name}"})


_Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[!-~]+$",
        description="A name for this request that the client has not used before at this table.",
    ),
]
_Match = Annotated[str, Meta(max_length=64, description="The match that is meant.")]
_Word = Annotated[str, Meta(max_length=40)]

# What a client sends ------------------------------------------------------------------------------


class Hello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message on every connection: who comes, and what they know already."""

    version: int
    token: Annotated[
        str, Meta(max_length=64, description="What holds the seat; empty for a spectator.")
    ] = ""
    language: _Word = "en"
    match: Annotated[str, Meta(max_length=64, description="The match last known, if any.")] = ""
    since: Annotated[
        int, Meta(ge=0, description="The number of the last entry of it that is known.")
    ] = 0


class Act(Struct, tag="act", frozen=True, forbid_unknown_fields=True):
    """Do something at the table."""

    id: _Id
    match: _Match
    action: Annotated[dict[str, Any], _object("Action", "One of `legal` in the last standing.")]


class Undo(Struct, tag="undo", frozen=True, forbid_unknown_fields=True):
    """Take the last decision back; only against computer players, in the same deal."""

    id: _Id
    match: _Match


class NextGame(Struct, tag="next_game", frozen=True, forbid_unknown_fields=True):
    """Begin the next game of the match, once one is over."""

    id: _Id
    match: _Match


class Again(Struct, tag="again", frozen=True, forbid_unknown_fields=True):
    """Begin another match at this table, with the same players, once this one is over."""

    id: _Id
    match: _Match


class Hint(Struct, tag="hint", frozen=True, forbid_unknown_fields=True):
    """Ask what a strong player would do; only where all others are computer players."""

    id: _Id
    match: _Match


class Fill(Struct, tag="fill", frozen=True, forbid_unknown_fields=True):
    """Have a computer player take a seat that nobody has taken yet."""

    id: _Id
    seat: int
    level: _Word


class Automate(Struct, tag="automate", frozen=True, forbid_unknown_fields=True):
    """Have the table do these things for the seat from now on, and no others."""

    automations: list[Literal["ready", "cut_for_deal", "cut", "go", "only_card", "accept"]]


class Speak(Struct, tag="speak", frozen=True, forbid_unknown_fields=True):
    """Have everything said in another language from now on; the position is sent anew."""

    language: _Word


class Say(Struct, tag="say", frozen=True, forbid_unknown_fields=True):
    """Say one of the ready phrases to the table."""

    phrase: _Word


class Sync(Struct, tag="sync", frozen=True, forbid_unknown_fields=True):
    """Ask for what happened after an entry."""

    match: _Match
    since: int = 0


class Ping(Struct, tag="ping", frozen=True, forbid_unknown_fields=True):
    """Ask whether the connection is alive."""

    id: Annotated[str, Meta(max_length=64)] = ""


Request = Hello | Act | Undo | NextGame | Again | Hint | Fill | Automate | Speak | Say | Sync | Ping

# What the server sends ----------------------------------------------------------------------------


class Seat(Struct, frozen=True):
    """A seat of a table, as everybody sees it.

    Attributes:
        name: the player's name; empty while nobody has taken the seat.
        kind: ``person``, or the level of a computer player.
        taken: whether somebody sits there.
        present: whether that person is connected; true for a computer player.
        stand_in: whether a computer player acts for a person who has gone.
    """

    name: str
    kind: str
    taken: bool
    present: bool = False
    stand_in: bool = False


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table decided beside the rules.

    Attributes:
        spectators: whether others may watch.
        chat: whether the ready phrases are allowed.
        stand_in: after how many seconds a computer player acts for a person who has gone;
            0 for never.
    """

    spectators: bool = True
    chat: bool = True
    stand_in: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Table(Struct, frozen=True):
    """A table, as everybody sees it, before and while somebody plays there.

    Attributes:
        code: the code of its link.
        status: ``open`` while seats are free, ``playing``, or ``over``.
        rules: the rules of every game.
        games: how many games a match has.
        play_to: the points that a match goes to instead, if not 0.
        seats: who sits where, clockwise.
        options: what the host decided.
        match: the match that is played; empty while seats are free.
        spectators: how many others watch.
    """

    code: str
    status: Literal["open", "playing", "over"]
    rules: Annotated[dict[str, Any], _object("Rules", "The rules of every game.")]
    games: int
    play_to: int
    seats: list[Seat]
    options: TableOptions
    match: str = ""
    spectators: int = 0


class Told(Struct, frozen=True, omit_defaults=True):
    """An entry of the log as this seat may see it, with the words for it.

    Attributes:
        number: the number of the entry. Numbers grow; some entries are for nobody's eyes.
        event: what happened.
        say: it in a sentence; empty where there is nothing to say.
        word: the word of the moment, for beside the count: "Fifteen for two", "Go".
        phrases: a hand's items as they are counted aloud, one for each item.
    """

    number: int
    event: Annotated[dict[str, Any], _object("Event", "What happened.")]
    say: str = ""
    word: str = ""
    phrases: list[str] = []


class Standing(Struct, frozen=True):
    """What stands on the table after all that happened: what can be done, and what is said of it.

    Attributes:
        to_act: the seats that the table waits for.
        turn: whose turn it is in the play and in the show.
        legal: what this seat may do now.
        says: what this seat is to do, or whom the table waits for.
        phase: the name of the phase.
        crib: whose crib it is: "Ann's crib".
        to_crib: where a discard goes: "to Ann's crib".
        cards: the names of the cards in hand, and what each would do now.
        undo: whether this seat may take its last decision back.
        next_game: whether the next game of the match may begin.
        over: whether the match is over.
        game: the number of the game.
        points: the points for the match, by side.
    """

    to_act: list[int]
    turn: int | None
    legal: list[Annotated[dict[str, Any], _object("Action", "What may be done.")]]
    says: str
    phase: str
    crib: str
    to_crib: str
    cards: dict[str, str]
    undo: bool
    next_game: bool
    over: bool
    game: int
    points: list[int]


class Welcome(Struct, tag="welcome", frozen=True):
    """The answer to ``hello``: which seat this is, ``null`` for a spectator."""

    version: int
    seat: int | None
    language: str
    table: Table


class TableChanged(Struct, tag="table", frozen=True):
    """The table has changed: somebody came, went, or took a seat."""

    table: Table


class Position(Struct, tag="position", frozen=True):
    """The whole of a match as this seat knows it, after the entry ``number``.

    Attributes:
        match: the match.
        number: the number of the last entry.
        setup: who plays by which rules.
        view: what the seat knows of the current game.
        log: the entries of the current game that count.
        standing: what stands on the table.
        results: how each finished game of the match ended.
    """

    match: str
    number: int
    setup: Annotated[dict[str, Any], _object("Setup", "The match.")]
    view: Annotated[dict[str, Any], _object("View", "What the seat knows.")]
    log: list[Told]
    standing: Standing
    results: list[Annotated[dict[str, Any], _object("Result", "How a game ended.")]]


class Events(Struct, tag="events", frozen=True):
    """What happened after the entry ``after``, up to the entry ``number``.

    A client whose last number is not ``after`` has missed something and asks with ``sync``.
    """

    match: str
    after: int
    number: int
    events: list[Told]
    standing: Standing


class Done(Struct, tag="done", frozen=True):
    """A request was granted, and what follows from it is stored.

    Attributes:
        id: the name of the request.
        number: for ``act``, ``undo`` and ``next_game`` the entry of the log that holds the name
            of the request, which stands before all that followed from it; for the others, and
            where the next game was there already, the last entry of the match, 0 without one.
    """

    id: str
    number: int


class Refused(Struct, tag="refused", frozen=True):
    """A request was not granted, and nothing has changed; ``id`` is empty if it had none."""

    id: str
    code: str
    message: str


class Suggestion(Struct, tag="suggestion", frozen=True):
    """What a strong player would do."""

    id: str
    action: Annotated[dict[str, Any], _object("Action", "What it would do.")]
    say: str


class Phrase(Struct, tag="phrase", frozen=True):
    """Somebody said a ready phrase."""

    seat: int
    phrase: str
    text: str


class Pong(Struct, tag="pong", frozen=True):
    """The connection is alive."""

    id: str = ""


class Bye(Struct, tag="bye", frozen=True):
    """The server closes this connection; ``again`` says whether to come back in a moment."""

    code: str
    message: str
    again: bool


Message = (
    Welcome | TableChanged | Position | Events | Done | Refused | Suggestion | Phrase | Pong | Bye
)
Answer = Done | Refused | Suggestion

_decoder = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def decode(data: bytes | str) -> Request:
    """Read what a client sent.

    Raises:
        WireError: ``bad_message`` for what is no message, with the place of the fault.
    """
    try:
        request: Request = _decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WireError("bad_message", str(error)[:200]) from None
    return request


def encode(message: Message) -> bytes:
    """Write what the server sends."""
    return _encoder.encode(message)


def schema() -> dict[str, Any]:
    """Give the JSON Schema of the protocol.

    ``$defs`` has every type by its name; ``Request`` and ``Message`` are the unions of what goes
    either way. It is exact: it has every member that this version writes, and no other.

    >>> sorted(schema()["$defs"])[:3]
    ['Accept', 'Accepted', 'Act']
    """
    (_, _), own = msgspec.json.schema_components([Request, Message], ref_template="#/$defs/{name}")
    for cls in (*get_args(Request), *get_args(Message), Seat, TableOptions, Table, Told, Standing):
        own[cls.__name__] = _tidy(own[cls.__name__], cls)
    definitions = {
        **schemas([*_EVENTS, View, Setup, Result], whole=True),
        **schemas(_ACTIONS),
        **own,
    }
    for cls in _FOR_NATURE:
        del definitions[cls.__name__]
    definitions["View"]["properties"]["legal"]["items"] = {"$ref": "#/$defs/Action"}
    unions = {
        "Action": ("What a seat may ask for.", _ACTIONS),
        "Event": ("What happened.", _EVENTS),
        "Request": ("What a client sends.", get_args(Request)),
        "Message": ("What the server sends.", get_args(Message)),
    }
    for name, (says, members) in unions.items():
        refs = [{"$ref": f"#/$defs/{one.__name__}"} for one in members]
        definitions[name] = {"description": says, "anyOf": refs}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Pegout wire protocol, version {WIRE_VERSION}",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Message"}],
        "$defs": dict(sorted(definitions.items())),
    }


def _tidy(definition: dict[str, Any], cls: type[Struct]) -> dict[str, Any]:
    """Put the definition of a message as the others are, with what its docstring says."""
    meant = what_members_mean(cls)
    properties = {
        name: {**({"description": meant[name]} if name in meant else {}), **_plainly(member)}
        for name, member in definition["properties"].items()
    }
    # What the server writes has all its members, but for what it is told to leave out.
    whole = cls not in get_args(Request) and not cls.__struct_config__.omit_defaults
    return {
        "description": summary(cls),
        "type": "object",
        "properties": properties,
        "required": list(properties) if whole else definition["required"],
        "additionalProperties": False,
    }


def _plainly(schema: dict[str, Any]) -> dict[str, Any]:
    """Undo what msgspec adds to a reference, and say of a constant that it is one."""
    if "$ref" in schema:
        return {name: value for name, value in schema.items() if name != "type"}
    if "items" in schema:
        return {**schema, "items": _plainly(schema["items"])}
    if len(schema.get("enum", ())) == 1:
        return {"const": schema["enum"][0]}
    return schema
