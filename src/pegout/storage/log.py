"""Encode the events of the log as text: one JSON object for each, on one line."""

import json
from typing import Final, get_args

from pegout.match import LogEvent
from pegout.notation.codec import Codec

#: Every event that a log may hold.
CODEC: Final = Codec(get_args(LogEvent))
# json.dumps creates a new encoder for every text with other separators, so one encoder is shared.
_write: Final = json.JSONEncoder(separators=(",", ":")).encode


def write_event(event: LogEvent) -> str:
    """Encode an event as text.

    >>> from pegout.match import Undone
    >>> write_event(Undone(0, 7))
    '{"type":"undone","seat":0,"to":7}'
    """
    return _write(CODEC.encode(event))


def read_event(text: str) -> LogEvent:
    """Decode an event from its text.

    >>> read_event('{"type":"undone","seat":0,"to":7}')
    Undone(seat=0, to=7)

    Raises:
        ValueError: for a text that encodes no event.
    """
    event: LogEvent = CODEC.decode(json.loads(text))
    return event
