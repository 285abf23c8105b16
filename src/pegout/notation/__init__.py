"""Cribbage written down: records of matches, positions, and plain data for JSON."""

from pegout.notation.codec import (
    ACTIONS,
    EVENTS,
    Codec,
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
)
from pegout.notation.errors import CodecError, Fault, NotationError, PositionError, RecordError

__all__ = [
    "ACTIONS",
    "EVENTS",
    "Codec",
    "CodecError",
    "Fault",
    "NotationError",
    "PositionError",
    "RecordError",
    "action_from_json",
    "action_to_json",
    "event_from_json",
    "event_to_json",
]
