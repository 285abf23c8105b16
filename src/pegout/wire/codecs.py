"""What all messages have in common: encodings of actions, events and views, and errors."""

from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta, Struct

from pegout.match import EVENTS, LOG_ONLY, Setup
from pegout.notation.codec import Codec
from pegout.rules import Action, Commit, Event, Reveal, RulesError, Shuffle, View

FOR_NATURE: Final = (Commit, Shuffle, Reveal)

SEAT_ACTIONS: Final = [cls for cls in get_args(Action) if cls not in FOR_NATURE]

SHOWN_EVENTS: Final = [
    *get_args(Event),
    *(cls for cls in EVENTS if cls not in LOG_ONLY),
]

#: The actions of a seat, as in ``act``.
ACTIONS: Final = Codec(SEAT_ACTIONS)

#: Every event that is sent to clients; requests, secrets and help stay in the log.
SHOWN: Final = Codec(SHOWN_EVENTS)

#: A view, as in ``position``, and a setup.
VIEWS: Final = Codec([View, Setup])


class WireError(RulesError):
    """A message that cannot be decoded; ``code`` is ``bad_message``."""


def reference(name: str, says: str) -> Meta:
    """Describe a member whose type the schema has under another name."""
    return Meta(description=says, extra_json_schema={"$ref": f"#/$defs/{name}"})


RequestId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[!-~]+$",
        description="A name for this request that the client has not used before at this table.",
    ),
]

MatchId = Annotated[str, Meta(max_length=64, description="The match that is meant.")]

Secret = Annotated[str, Meta(extra_json_schema={"pattern": "^([A-Za-z0-9_-]{32,64})?$"})]

Word = Annotated[str, Meta(max_length=40)]

_encoder = msgspec.json.Encoder()


def read_message(decoder: msgspec.json.Decoder[Any], data: bytes | str) -> Any:
    """Decode a message.

    Raises:
        WireError: ``bad_message`` for data that are not a message, with the place of the fault.
    """
    try:
        return decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WireError("bad_message", str(error)[:200]) from None


def encode(message: Struct) -> bytes:
    """Encode a message for a client or an engine."""
    return _encoder.encode(message)
