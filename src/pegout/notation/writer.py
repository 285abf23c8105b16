"""Write records as text: one line for everything that happened at once, with its consequences."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, Final

from pegout.notation.build import Built
from pegout.notation.errors import Fault, NotationError, RecordError
from pegout.notation.events import rebuild
from pegout.notation.lines import Line, format_line, quote
from pegout.notation.record import (
    Annotation,
    Comment,
    GameRecord,
    Record,
    RecordLike,
    Remark,
    Tags,
    as_record,
    is_line,
    rules_to_text,
)
from pegout.rules.errors import quoted

#: The most characters that a text of records may have.
MAX_TEXT: Final = 5_000_000
#: The most characters of a line.
MAX_LINE: Final = 4000
#: The most games of a match.
MAX_GAMES: Final = 1000
#: The most matches that a text may have.
MAX_MATCHES: Final = 1000
#: The most further tags of a match or of a game.
MAX_TAGS: Final = 100

_TAG_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_]*")
_RESERVED: Final = re.compile("Match|Rules|Target|Teams|Points|(?:Player|Kind)[0-3]")


def reserved(name: str) -> bool:
    """Return whether a tag of a match holds a part of the record itself."""
    return _RESERVED.fullmatch(name) is not None


def write(record: RecordLike) -> str:
    """Write the record of a match.

    The record is replayed first, so that every text it writes can be read.

    >>> from pegout.notation.record import Comment, GameRecord, Player, Record
    >>> from pegout.rules import Rules
    >>> game = GameRecord(dealer=1, entries=(Comment("Waiting for Ben."),))
    >>> print(write(Record(Rules("half"), (Player("Ann"), Player("Ben")), (game,))))
    %pegout 1
    [Rules "half"]
    [Target "61"]
    [Player0 "Ann"]
    [Player1 "Ben"]
    <BLANKLINE>
    game      1  dealer 1
    [Result "*"]
    <BLANKLINE>
    deal      1  dealer 1  scores 0-0
    ; Waiting for Ben.
    <BLANKLINE>

    Raises:
        RecordError: for an inconsistent record. The lines of its faults are 0, and the messages
            name the place.
    """
    record = as_record(record)
    built, faults = rebuilt(record)
    if faults:
        raise RecordError(faults)
    text = "\n".join(_lines(record, built)) + "\n"
    if len(text) > MAX_TEXT or any(len(line) > MAX_LINE for line in text.split("\n")):
        message = f"expected at most {MAX_TEXT} characters, and {MAX_LINE} in a line"
        raise RecordError([Fault(0, 0, "too_long", message)])
    return text


def write_many(records: Iterable[RecordLike]) -> str:
    """Write the records of several matches into one text.

    >>> from pegout.rules import Rules
    >>> write_many([Record(Rules()), Record(Rules())]).count("%pegout 1")
    2

    Raises:
        RecordError: for an inconsistent record.
        NotationError: ``bad_record`` for anything but records or matches.
    """
    texts = [write(record) for record in _several(records)]
    if len(texts) > MAX_MATCHES:
        message = f"expected at most {MAX_MATCHES} matches, not {len(texts)}"
        raise RecordError([Fault(0, 0, "too_long", message)])
    return "\n".join(texts)


def _several(records: Any) -> Iterable[RecordLike]:
    if isinstance(records, Iterable) and not isinstance(records, str | bytes):
        return records
    raise NotationError(
        "bad_record", f"expected several records, such as [record], not {quoted(records, 60)}"
    )


def rebuilt(record: Record) -> tuple[list[Built], list[Fault]]:
    """Replay every game of a record, and return the games with the faults of the whole record."""
    if faults := problems(record):
        return [], faults
    built = [
        rebuild(record.rules, game, f"games[{index}].entries")
        for index, game in enumerate(record.games)
    ]
    return built, [fault for game in built for fault in game.faults]


def problems(record: Record) -> list[Fault]:
    """Return the faults of a record outside the entries of its games."""
    return [Fault(0, 0, code, message) for code, message in _problems(record)]


def _problems(record: Record) -> Iterable[tuple[str, str]]:
    if len(record.players) != record.rules.players:
        yield "bad_players", f"expected {record.rules.players} players, not {len(record.players)}"
    numbers = [0, *(game.number for game in record.games)]
    if any(after <= before for before, after in pairwise(numbers)):
        yield "bad_game", f"expected games in their order, from 1, not {numbers[1:]}"
    if len(record.games) > MAX_GAMES:
        yield "bad_game", f"expected at most {MAX_GAMES} games, not {len(record.games)}"
    texts = [
        record.match,
        *(text for player in record.players for text in (player.name, player.kind)),
    ]
    if not all(map(is_line, texts)):
        yield "bad_text", f"expected lines of text, not {texts!r:.200}"
    yield from _tag_problems(record.tags, reserved)
    for game in record.games:
        yield from _tag_problems(game.tags, lambda name: name == "Result")
        if game.dealer is not None and game.dealer not in range(record.rules.players):
            yield "bad_seat", f"there is no seat {game.dealer}"


def _tag_problems(tags: Tags, taken: Callable[[str], bool]) -> Iterable[tuple[str, str]]:
    names = [name for name, _ in tags]
    for name, text in tags:
        if not _TAG_NAME.fullmatch(name) or taken(name) or not is_line(text):
            yield (
                "bad_tag",
                f"expected a tag of letters and a line of text, not {name!r} {text!r:.60}",
            )
    if len(set(names)) != len(names):
        yield "duplicate_tag", f"expected every tag once, not {', '.join(names):.200}"
    if len(names) > MAX_TAGS:
        yield "bad_tag", f"expected at most {MAX_TAGS} tags, not {len(names)}"


def match_tags(record: Record) -> dict[str, str]:
    """Return the tags of a match that only repeat facts of its record."""
    tags = {"Target": str(record.rules.target)}
    if record.rules.has_partners:
        tags["Teams"] = "0+2 1+3"
    results = [game.result for game in record.games if game.result is not None]
    if results:
        points = map(sum, zip(*[result.match_points for result in results], strict=True))
        tags["Points"] = "-".join(map(str, points))
    return tags


def game_tags(built: Built) -> dict[str, str]:
    """Return the tags of a game that only repeat facts of its lines."""
    for line in built.lines:
        if isinstance(line, Line) and line.verb in ("won", "stopped"):
            words = format_line(line)[0].split()
            return {"Result": " ".join(words[line.verb == "won" :])}
    return {"Result": "*"}


def _tag(name: str, text: str) -> str:
    return f"[{name} {quote(text)}]"


def _lines(record: Record, games: Iterable[Built]) -> Iterable[str]:
    yield f"%pegout {record.version}"
    yield from map(_remark, record.comments)
    yield from (_tag(name, text) for name, text in record.tags)
    if record.match:
        yield _tag("Match", record.match)
    yield _tag("Rules", rules_to_text(record.rules))
    derived = match_tags(record)
    yield _tag("Target", derived.pop("Target"))
    for seat, player in enumerate(record.players):
        if player.name:
            yield _tag(f"Player{seat}", player.name)
        if player.kind:
            yield _tag(f"Kind{seat}", player.kind)
    yield from (_tag(name, text) for name, text in derived.items())
    for built in games:
        yield ""
        yield from _game_lines(built.game, built)


def _game_lines(game: GameRecord, built: Built) -> Iterable[str]:
    yield from format_line(Line("game", number=game.number, dealer=game.dealer))
    yield from (_tag(name, text) for name, text in game.tags)
    yield from (_tag(name, text) for name, text in game_tags(built).items())
    begun = False
    for item in built.lines:
        if isinstance(item, Comment | Annotation):
            yield _remark(item)
            continue
        if item.verb == "deal" or not begun:
            yield ""
        begun = True
        yield from format_line(item)


def _remark(remark: Remark) -> str:
    if isinstance(remark, Comment):
        return f"; {remark.text}".rstrip()
    return f"@{remark.name} {remark.text}".rstrip()
