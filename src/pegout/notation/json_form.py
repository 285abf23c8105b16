"""The JSON form of a record: the same facts as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pegout.notation.codec import Codec
from pegout.notation.errors import CodecError, Fault, NotationError, RecordError
from pegout.notation.record import (
    FORMAT_VERSION,
    Comment,
    Entry,
    GameRecord,
    Player,
    Record,
    RecordLike,
    as_record,
    rules_from_text,
    rules_to_text,
)
from pegout.notation.writer import problems, rebuilt
from pegout.rules import UnknownRules

#: The value of the member ``format``.
FORMAT_NAME: Final = "pegout"


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class _GameData:
    number: int
    dealer: int | None
    tags: tuple[_Tag, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class _Data:
    format: str
    version: int
    match: str
    rules: str
    tags: tuple[_Tag, ...]
    players: tuple[Player, ...]
    comments: tuple[str, ...]
    games: tuple[_GameData, ...]


_CODEC: Final = Codec([_Data])
_NAME: Final = _CODEC.types[0]


def to_json(record: RecordLike) -> dict[str, Any]:
    """Return a record as plain data, for ``json.dumps``.

    >>> from pegout.rules import Rules
    >>> to_json(Record(Rules("half"), match="K7QX"))["rules"]
    'half'

    Raises:
        RecordError: for a record that is inconsistent.
    """
    record = as_record(record)
    built, faults = rebuilt(record)
    if faults:
        raise RecordError(faults)
    data = _CODEC.encode(
        _Data(
            FORMAT_NAME,
            record.version,
            record.match,
            rules_to_text(record.rules),
            tuple([_Tag(*tag) for tag in record.tags]),
            record.players,
            tuple([comment.text for comment in record.comments]),
            tuple(
                [
                    _GameData(
                        played.game.number,
                        played.game.dealer,
                        tuple([_Tag(*tag) for tag in played.game.tags]),
                        played.game.entries,
                    )
                    for played in built
                ]
            ),
        )
    )
    del data["type"]
    return data


def from_json(data: object) -> Record:
    """Read a record from plain data, and check it by replaying every game.

    >>> from pegout.rules import Rules
    >>> record = Record(Rules("half"), match="K7QX")
    >>> from_json(to_json(record)) == record
    True

    Raises:
        RecordError: with every fault. The lines of the faults are 0, and the messages name the
            place.
    """
    record = decode_record(data)
    built, faults = rebuilt(record)
    if faults:
        raise RecordError(faults)
    return record.having(games=tuple([played.game for played in built]))


def decode_record(data: object) -> Record:
    """Return the record that plain data encode, without a replay of its games."""
    if not isinstance(data, Mapping):
        raise _refused("bad_value", f"expected an object, as json.loads gives it, not {data!r:.40}")
    if data.get("format") != FORMAT_NAME or "type" in data:
        raise _refused("bad_header", f"expected the member format to be {FORMAT_NAME!r}")
    if data.get("version") not in range(1, FORMAT_VERSION + 1):
        raise _refused("bad_version", f"expected a version up to {FORMAT_VERSION}")
    try:
        plain: _Data = _CODEC.decode({**data, "type": _NAME})
        rules = rules_from_text(plain.rules)
        comments = tuple([Comment(text) for text in plain.comments])
    except (CodecError, UnknownRules, NotationError) as error:
        raise _refused(error.code, str(error)) from error
    games = [
        GameRecord(game.number, game.dealer, game.entries, _pairs(game.tags))
        for game in plain.games
    ]
    record = Record(rules, plain.players, tuple(games), plain.match, _pairs(plain.tags), comments)
    if faults := problems(record):
        raise RecordError(faults)
    return record


def _pairs(tags: tuple[_Tag, ...]) -> tuple[tuple[str, str], ...]:
    return tuple([(tag.name, tag.text) for tag in tags])


def _refused(code: str, message: str) -> RecordError:
    return RecordError([Fault(0, 0, code, message)])
