"""Cribbage in writing: records of matches, positions, and plain data for JSON.

A record holds the events of a match, in the terms of :mod:`pegout.rules`. :func:`write` turns it
into text for people and :func:`to_json` into plain data for programs. :func:`read` and
:func:`from_json` replay every game by the rules and reject a record that breaks them.
``docs/record-format.md`` is the specification.

>>> from pegout.rules import Rules
>>> record = Record(Rules("half"), (Player("Ann"), Player("Ben")), match="K7QX")
>>> read(write(record)) == record
True
"""

from pegout.notation.by_seat import SeatStatistics, statistics
from pegout.notation.codec import (
    ACTIONS,
    EVENTS,
    Codec,
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
)
from pegout.notation.describe import describe_position, seat_to_ask
from pegout.notation.errors import (
    CodecError,
    DescriptionError,
    Fault,
    NotationError,
    PositionError,
    RecordError,
)
from pegout.notation.events import game_record
from pegout.notation.help import Help, helped, helps_of
from pegout.notation.json_form import from_json, to_json
from pegout.notation.outcome import CountedHand, Outcome, outcome_of
from pegout.notation.position import read_position, write_position
from pegout.notation.proof import DealVerdict, Proof, verify_deals
from pegout.notation.reader import check, read, read_many
from pegout.notation.record import (
    FORMAT_VERSION,
    Annotation,
    Comment,
    Entry,
    GameRecord,
    Player,
    Record,
    rules_from_text,
    rules_to_text,
)
from pegout.notation.replay import replay, replay_events
from pegout.notation.streaming import iter_records
from pegout.notation.writer import write, write_many

__all__ = [
    "ACTIONS",
    "EVENTS",
    "FORMAT_VERSION",
    "Annotation",
    "Codec",
    "CodecError",
    "Comment",
    "CountedHand",
    "DealVerdict",
    "DescriptionError",
    "Entry",
    "Fault",
    "GameRecord",
    "Help",
    "NotationError",
    "Outcome",
    "Player",
    "PositionError",
    "Proof",
    "Record",
    "RecordError",
    "SeatStatistics",
    "action_from_json",
    "action_to_json",
    "check",
    "describe_position",
    "event_from_json",
    "event_to_json",
    "from_json",
    "game_record",
    "helped",
    "helps_of",
    "iter_records",
    "outcome_of",
    "read",
    "read_many",
    "read_position",
    "replay",
    "replay_events",
    "rules_from_text",
    "rules_to_text",
    "seat_to_ask",
    "statistics",
    "to_json",
    "verify_deals",
    "write",
    "write_many",
    "write_position",
]
