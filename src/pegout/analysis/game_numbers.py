"""The numbers of a reviewed game, without a word of any language: to be stored and told later.

Whoever reviews a game somewhere else (in another process, at another time) works through
:func:`pegout.analysis.review.choices` and puts the results together with :func:`gathered`.
:func:`version` says which numbers they are: another one may value the same game otherwise.

>>> from pegout.notation import GameRecord
>>> from pegout.rules import Rules
>>> found = gathered(Rules(first_deal="chosen"), GameRecord(dealer=0), [])
>>> decode(encode(found)) == found
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from pegout.analysis.luck import Split, can_tell, follow, worths
from pegout.analysis.option_values import Loss, Option, Options
from pegout.analysis.review import Reviewed, Verdict, choices, is_known, verdict_of
from pegout.loading import load_once
from pegout.notation import (
    Annotation,
    Comment,
    GameRecord,
    Help,
    Player,
    Record,
    helps_of,
    retold,
    write,
)
from pegout.notation.replay import FIRST_NUMBER
from pegout.rules import GameEnded, Rules
from pegout.tables.files import checksums, folder
from pegout.versions import KERNEL_VERSION

__all__ = [
    "GameNumbers",
    "ValuedDecision",
    "Why",
    "decode",
    "digest",
    "encode",
    "gathered",
    "helps_in_log",
    "is_over",
    "plain_game",
    "version",
]

#: Goes up when options are valued otherwise though no table has changed.
_METHOD: Final = 1


class Why(StrEnum):
    """Why something of a game was not valued."""

    RULES = "rules"
    CARDS = "cards"
    NOT_OVER = "not over"
    LONG = "long"


class ValuedDecision(Struct, frozen=True, array_like=True):
    """A decision, and what it was worth.

    Attributes:
        number: the number of its event in the log of the game, in which events count from 2 on.
        deal: the number of the deal.
        seat: who decided.
        options: what there was to choose, with what it was worth.
        place: which of them was chosen.
    """

    number: int
    deal: int
    seat: int
    options: Options
    place: int

    @property
    def chosen(self) -> Option:
        """What was chosen."""
        return self.options.options[self.place]

    @property
    def loss(self) -> Loss:
        """What that lost beside the best."""
        return self.options.loss(self.chosen)

    @property
    def verdict(self) -> Verdict:
        """The same in a word."""
        return verdict_of(self.loss)


class GameNumbers(Struct, frozen=True):
    """What was found out about a game.

    Attributes:
        decisions: every decision that could be valued, in their order.
        curve: the chance that the side of seat 0 wins, each with the number of the event in the log
            after which it was so.
        exact: whether the curve knows every card.
        chance: luck and errors in chances of winning, as each side sees them; nothing where they
            cannot be told.
        margin: the same in holes, of games of two.
        unknown: how many choices were not valued because a card is not known.
        limits: why something was not valued.
    """

    decisions: list[ValuedDecision]
    curve: list[tuple[int, float]]
    exact: bool
    chance: list[Split]
    margin: list[Split]
    unknown: int
    limits: list[Why]


def plain_game(game: GameRecord) -> GameRecord:
    """Give a game without the remarks that stand in it.

    >>> plain_game(GameRecord(dealer=0, entries=(Comment("Well played."),))).entries
    ()
    """
    events = [one for one in game.entries if not isinstance(one, Comment | Annotation)]
    return GameRecord(game.number, game.dealer, entries=tuple(events))


def is_over(game: GameRecord) -> bool:
    """Tell whether a game is over.

    >>> is_over(GameRecord(dealer=0))
    False
    """
    return any(isinstance(event, GameEnded) for event in game.events)


def digest(rules: Rules, game: GameRecord) -> str:
    """Give the digest of a game: of its rules and of what happened, whatever people are called.

    >>> from pegout.rules import Rules
    >>> digest(Rules(), GameRecord(dealer=0)) == digest(Rules(), GameRecord(2, dealer=0))
    True
    """
    plain = plain_game(game)
    alone = GameRecord(1, plain.dealer, entries=plain.entries)
    record = Record(rules, (Player(),) * rules.players, games=(alone,))
    return sha256(write(record).encode()).hexdigest()


@load_once
def version() -> str:
    """Give the version of the numbers: those of another version are found anew.

    >>> len(version())
    64
    """
    # How much levels lose follows from these numbers, and they do not from it.
    names = sorted(
        path.name
        for path in folder().iterdir()
        if path.suffix in _TABLES and path.name != "error_rates.csv"
    )
    shape = msgspec.json.encode(msgspec.json.schema(GameNumbers, schema_hook=_as_number))
    parts = [KERNEL_VERSION, _METHOD, checksums(names), sha256(shape).hexdigest()]
    return sha256(repr(parts).encode()).hexdigest()


_TABLES: Final = (".bin", ".csv", ".txt")


def gathered(rules: Rules, game: GameRecord, reviewed: Sequence[Reviewed]) -> GameNumbers:
    """Put together what was found out about a game.

    Args:
        rules: the rules.
        game: the record.
        reviewed: what every choice of the game was worth that could be valued.

    Raises:
        RecordError: for events that do not follow from one another.
    """
    made = list(choices(rules, game))
    numbers = _numbers(rules, game)
    decisions = [
        ValuedDecision(
            numbers[one.place],
            one.deal,
            one.seat,
            one.options,
            one.options.options.index(one.chosen),
        )
        for one in reviewed
    ]
    unknown = sum([not is_known(one) for one in made])
    limits = _limits(rules, game, unknown)
    if limits:
        curve = list(_known_curve(rules, decisions))
        return GameNumbers(decisions, curve, False, [], [], unknown, limits)
    followed = follow(rules, game)
    chance = followed.splits(reviewed)
    told_in_holes = "margin" in worths(rules)
    margin = follow(rules, game, "margin").splits(reviewed) if told_in_holes else []
    if rules.sides > 2:
        # A curve is of one side, and what it leaves is another's: of three it tells too little.
        curve = list(_known_curve(rules, decisions))
        return GameNumbers(decisions, curve, False, chance, margin, 0, [])
    found = followed.steps
    # Of steps at one event the last says how it is after it.
    exact = {FIRST_NUMBER - 1: found[0].before} if found else {}
    exact |= {step.place + FIRST_NUMBER: step.after for step in found}
    return GameNumbers(decisions, list(exact.items()), True, chance, margin, 0, [])


def _numbers(rules: Rules, game: GameRecord) -> dict[int, int]:
    """Give the number in the log of each entry of the record that is an event, by its place."""
    numbers: dict[int, int] = {}
    events = enumerate(retold(rules, game), start=FIRST_NUMBER)
    for place, entry in enumerate(game.entries):
        if not isinstance(entry, Comment | Annotation):
            # Before it stands what the record leaves out.
            numbers[place] = next(number for number, (event, _) in events if event is entry)
    return numbers


def helps_in_log(rules: Rules, game: GameRecord) -> dict[int, tuple[Help, ...]]:
    """Give what helped with decisions, by the numbers of their events in the log of the game.

    It is no part of the numbers of a game, which help does not change.

    >>> helps_in_log(Rules(), GameRecord(dealer=0))
    {}
    """
    found = helps_of(game)
    numbers = _numbers(rules, game) if found else {}
    return {numbers[place]: helps for place, helps in found.items()}


def _limits(rules: Rules, game: GameRecord, unknown: int) -> list[Why]:
    """Say why luck cannot be told, and what was not valued."""
    from pegout.tables.win_probability import MOST

    limits = []
    if not can_tell(rules):
        limits.append(Why.RULES)
    if unknown:
        limits.append(Why.CARDS)
    if not any(isinstance(one, GameEnded) and one.result.winners for one in game.events):
        limits.append(Why.NOT_OVER)
    if rules.target > MOST:
        limits.append(Why.LONG)
    return limits


def _known_curve(rules: Rules, decisions: Sequence[ValuedDecision]) -> Iterator[tuple[int, float]]:
    """Give the chances that are known from what was decided, as the players knew it."""
    for one in decisions:
        side = rules.side(one.seat)
        # Of three sides only the own chance of one that decides is known.
        if side == 0 or rules.sides == 2:
            yield one.number, one.chosen.chance if side == 0 else 1 - one.chosen.chance


def encode(found: GameNumbers) -> bytes:
    """Write the numbers of a game as JSON; cards are numbers."""
    return msgspec.json.encode(found, enc_hook=int)


def decode(data: bytes) -> GameNumbers:
    """Read the numbers of a game.

    Raises:
        ValueError: for what is none.
    """
    return msgspec.json.decode(data, type=GameNumbers, dec_hook=_as_card)


def _as_card(kind: Any, value: Any) -> Any:
    return kind(value)


def _as_number(kind: Any) -> dict[str, str]:
    return {"type": "integer"}
