"""The messages between Pegout and an engine, a program that plays; ``docs/engines.md``.

Every message is one line of JSON.
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from pegout.wire.codecs import Word, read_message, reference
from pegout.wire.table import Bye

#: The version of the protocol for engines; each side states its version first.
ENGINE_VERSION: Final = 1


class EngineHello(Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first line of an engine: its version of the protocol, its name, and what it can do."""

    version: int
    name: Word = ""
    release: Annotated[Word, Meta(description="Which version of the engine it is.")] = ""
    analyses: Annotated[bool, Meta(description="Whether it answers `analyse`.")] = False


class EngineAct(Struct, tag="act", frozen=True, forbid_unknown_fields=True):
    """The decision of an engine."""

    id: Annotated[str, Meta(max_length=64, description="The `id` of the question.")]
    action: Annotated[dict[str, Any], reference("Action", "One of `legal` in the view.")]


class EngineOption(Struct, frozen=True, forbid_unknown_fields=True):
    """The value of one legal action, as far as the engine knows it."""

    action: Annotated[dict[str, Any], reference("Action", "One of `legal` in the view.")]
    points: Annotated[
        float | None, Meta(description="The net points of the deal from here on.")
    ] = None
    chance: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        Meta(description="The probability that its side wins the game."),
    ] = None


class EngineValues(Struct, tag="values", frozen=True, forbid_unknown_fields=True):
    """What an engine thinks of a view, the best action first; the last message is `done`."""

    id: Annotated[str, Meta(max_length=64, description="The `id` of the question.")]
    options: list[EngineOption]
    done: Annotated[bool, Meta(description="Whether this is the last message.")] = False


class EngineWelcome(Struct, tag="welcome", frozen=True):
    """The response to ``hello``.

    Attributes:
        version: the version of the protocol for engines.
    """

    version: int


class NewGame(Struct, tag="game", frozen=True):
    """The next requests are about another game; the engine must forget everything it remembers.

    Attributes:
        game: the name of the game.
        seat: the seat of the engine.
        seed: the seed for its random numbers; the same game always has the same seed.
    """

    game: str
    seat: int
    seed: int


class Decide(Struct, tag="decide", frozen=True):
    """A request for the engine's decision.

    Attributes:
        id: the name of the request.
        milliseconds: the time limit of the response.
        view: everything that its seat knows.
    """

    id: str
    milliseconds: int
    view: Annotated[dict[str, Any], reference("View", "All that its seat knows.")]


class Analyse(Struct, tag="analyse", frozen=True):
    """A request for the values of all actions, only to engines that say that they analyse.

    Attributes:
        id: the name of the request.
        milliseconds: the time limit of the last response.
        view: everything that a seat knows.
    """

    id: str
    milliseconds: int
    view: Annotated[dict[str, Any], reference("View", "All that the seat knows.")]


EngineRequest = EngineHello | EngineAct | EngineValues

EngineMessage = EngineWelcome | NewGame | Decide | Analyse | Bye

_engine_decoder = msgspec.json.Decoder(EngineRequest)


def decode_engine(data: bytes | str) -> EngineRequest:
    """Decode a message of an engine.

    Raises:
        WireError: ``bad_message`` for data that are not a message, with the place of the fault.

    >>> decode_engine('{"type":"hello","version":1}')
    EngineHello(version=1, name='', release='', analyses=False)
    """
    request: EngineRequest = read_message(_engine_decoder, data)
    return request
