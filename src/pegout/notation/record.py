"""The data of a record: a match with its tags and games, each game a sequence of events.

A record holds events in the terms of :mod:`pegout.rules`, and remarks between them. Reading and
:func:`~pegout.notation.build.record` return its canonical form. That form leaves out what follows
from the rest: the shuffled pack, and a seat that is ready and adds no word to the shuffle, unless
that seat is still waiting for another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, Self, TypeAlias

from pegout.notation.errors import NotationError
from pegout.rules import (
    PRESETS,
    SWITCHES,
    Event,
    GameEnded,
    Result,
    Rules,
    RulesLike,
    UnknownRules,
    as_rules,
)
from pegout.rules.errors import quoted

#: The latest version of the format. The text and the JSON form state first which one they need.
FORMAT_VERSION: Final = 2

#: Names and texts, in the order of writing.
Tags = tuple[tuple[str, str], ...]

# Characters that end a line in some system, or that UTF-8 cannot encode.
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_NAME: Final = re.compile("[a-z][a-z0-9-]*")


def is_line(text: str) -> bool:
    """Return whether a text fits in a line: no control characters, no lone surrogates."""
    return _CONTROL.search(text) is None


def _check_remark(text: str) -> None:
    if not is_line(text) or text != text.strip():
        raise NotationError(
            "bad_text",
            "expected one line of text without control characters or spaces around it, "
            f"not {text!r:.60}",
        )


@dataclass(frozen=True, slots=True)
class Comment:
    """A line of text for people.

    >>> Comment("Ann needs one more.").text
    'Ann needs one more.'

    Raises:
        NotationError: ``bad_text`` for more than one line, or for spaces around it.
    """

    text: str

    def __post_init__(self) -> None:
        _check_remark(self.text)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A named text for programs, about the entry before it.

    >>> Annotation("clock", "12.5").name
    'clock'

    Raises:
        NotationError: ``bad_text``, or ``bad_name`` for a name that is not lower-case letters,
            digits and hyphens.
    """

    name: str
    text: str = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise NotationError(
                "bad_name",
                f"expected a name of small letters, digits and hyphens, not {self.name!r:.40}",
            )
        _check_remark(self.text)


Remark = Comment | Annotation
Entry = Event | Comment | Annotation


@dataclass(frozen=True, slots=True)
class Player:
    """The player at a seat: a name, and ``person`` or the name of a computer player's level.

    Either is empty where it is unknown.

    >>> Player("Ann", "person").name
    'Ann'
    """

    name: str = ""
    kind: str = ""


@dataclass(frozen=True)
class GameRecord:
    """One game.

    Attributes:
        number: the number of the game in its match, from 1.
        dealer: the first dealer; ``None`` where the first deal is cut for or drawn.
        entries: the events, with remarks between them.
        tags: further tags of this game.
    """

    number: int = 1
    dealer: int | None = None
    entries: tuple[Entry, ...] = ()
    tags: Tags = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events without the remarks.

        >>> GameRecord(entries=(Comment("No card was dealt."),)).events
        ()
        """
        return tuple(
            [entry for entry in self.entries if not isinstance(entry, Comment | Annotation)]
        )

    @property
    def result(self) -> Result | None:
        """The result of the game, or ``None`` while it is not over.

        >>> GameRecord().result is None
        True
        """
        for entry in reversed(self.entries):
            if isinstance(entry, GameEnded):
                return entry.result
        return None


class HasRecord(Protocol):
    """What has a record: a match."""

    def record(self) -> Record:
        """Return the record."""
        ...


@dataclass(frozen=True, repr=False)
class Record:
    """One match of one or more games.

    Attributes:
        rules: the rules of every game.
        players: the player at each seat.
        games: the games in their order.
        match: the id of the match, which the commitments of its deals include; empty if it has
            none.
        tags: further tags, such as ``Event`` and ``Date``, in their order.
        comments: remarks about the whole match.

    >>> Record(Rules(), match="K7QX", players=(Player("Ann"), Player("Ben")))
    <Record K7QX, standard, Ann, Ben, 0 games>
    >>> Record(Rules(), match="K7QX").players
    (Player(name='', kind=''), Player(name='', kind=''))
    """

    rules: Rules
    players: tuple[Player, ...] = ()
    games: tuple[GameRecord, ...] = ()
    match: str = ""
    tags: Tags = ()
    comments: tuple[Comment, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_rules(self.rules))
        if not self.players:
            object.__setattr__(self, "players", (Player(),) * self.rules.players)

    @property
    def version(self) -> int:
        """The version of the format that the rules need; programs of an older one refuse it.

        >>> Record(Rules()).version, Record(Rules(missed="lost")).version
        (1, 2)
        """
        return self.rules.version

    @property
    def packs(self) -> str:
        """The id that the commitments of its deals include: its own, or one that matches share.

        >>> Record(Rules(), match="k7qx").packs
        'k7qx'
        >>> Record(Rules(), match="k7qx", tags=(("Packs", "friday"),)).packs
        'friday'
        """
        return self.tag("Packs") or self.match

    def tag(self, name: str) -> str | None:
        """Return the text of a further tag, or ``None`` if there is no tag of this name.

        >>> Record(Rules(), tags=(("Event", "Friday club"),)).tag("Event")
        'Friday club'
        """
        return next((text for tag, text in self.tags if tag == name), None)

    def having(self, **changes: Any) -> Self:
        """Return this record with some fields changed.

        >>> Record(Rules()).having(match="K7QX").match
        'K7QX'
        """
        return replace(self, **changes)

    def __repr__(self) -> str:
        names = ", ".join([player.name or "?" for player in self.players])
        games = "1 game" if len(self.games) == 1 else f"{len(self.games)} games"
        return f"<Record {self.match or 'without id'}, {self.rules.preset}, {names}, {games}>"


#: A record, or a match, whose record is taken.
RecordLike: TypeAlias = Record | HasRecord


def as_record(given: RecordLike) -> Record:
    """Return a record as it is, and that of a match.

    >>> as_record(Record(Rules("half"))).rules
    Rules('half')

    Raises:
        NotationError: ``bad_record`` for anything else.
    """
    if isinstance(given, Record):
        return given
    # The referee, which has records to give, stands above this package.
    record = getattr(given, "record", None)
    found = record() if callable(record) else None
    if isinstance(found, Record):
        return found
    advice = (
        "read the text with pegout.read_record(text)"
        if isinstance(given, str | bytes)
        else ("take match.record(), or read one with pegout.read_record(text)")
    )
    raise NotationError("bad_record", f"expected a record, not {quoted(given, 60)}; {advice}")


# --- rules as a text ------------------------------------------------------------------------------


def rules_to_text(
    rules: RulesLike, *, between: str = " ", equals: str = "=", points: str = "/"
) -> str:
    """Write rules as text: the preset and every switch that differs from it.

    The three arguments are the signs between switches, before a value, and between match points,
    for places where other signs have a meaning of their own.

    >>> from pegout.rules import Rules
    >>> rules_to_text(Rules("acc", players=3, muggins=True, counting="manual"))
    'acc players=3 counting=manual muggins=yes'
    """
    rules = as_rules(rules)
    words = [rules.preset]
    for name, value in rules.changes().items():
        text = str(value)
        if isinstance(value, bool):
            text = "yes" if value else "no"
        elif isinstance(value, tuple):
            text = points.join(map(str, value))
        words.append(name + equals + text)
    return between.join(words)


def rules_from_text(
    text: str,
    *,
    players: int | None = None,
    between: str | None = None,
    equals: str = "=",
    points: str = "/",
) -> Rules:
    """Read rules from the text of :func:`rules_to_text`.

    Args:
        text: the preset, then the switches that differ; of ``standard`` where none is named.
        players: the number of players, if the text does not state it.
        between: the sign between switches; ``None`` for spaces and commas.
        equals: the sign before a value.
        points: the sign between match points.

    >>> rules_from_text("half players=3").target, rules_from_text("players=3").players
    (61, 3)

    Raises:
        UnknownRules: for a text that names no rules.
    """
    if not isinstance(text, str):
        raise UnknownRules(
            "bad_rules", f"expected rules as text, such as 'half players=3', not {text!r:.40}"
        )
    words = text.replace(",", " ").split() if between is None else text.split(between)
    if not words:
        raise UnknownRules("unknown_preset", f"expected a preset: {', '.join(PRESETS)}")
    if equals in words[0]:
        words = ["standard", *words]
    switches: dict[str, Any] = {}
    for word in words[1:]:
        name, sign, value = word.partition(equals)
        if not sign or name in switches:
            raise UnknownRules(
                "bad_switch", f"expected name{equals}value, each name once, not {word!r:.40}"
            )
        switches[name] = _switch(name, value, points)
    if players is not None and words[0] in PRESETS and PRESETS[words[0]].players != players:
        switches.setdefault("players", players)
    return Rules(words[0], **switches)


_PLAIN: Final = Rules()


def _switch(name: str, value: str, points: str) -> object:
    """Read a value as the type of its switch; a value that does not fit is left for the rules."""
    usual = getattr(_PLAIN, name) if name in SWITCHES else None
    if isinstance(usual, bool):
        return {"yes": True, "no": False}.get(value, value)
    if isinstance(usual, int):
        return _number(value)
    if isinstance(usual, tuple):
        return tuple(map(_number, value.split(points)))
    return value


def _number(text: str) -> object:
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else text
