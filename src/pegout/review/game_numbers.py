"""The numbers of a reviewed game, free of any language, to be stored and displayed later.

A caller that reviews a game in parts (in another process, at another time) iterates over
:func:`pegout.review.game_review.choices` and combines the results with :func:`gather`.
:func:`version` identifies the numbers: another version may value the same game differently.

>>> from pegout.notation import GameRecord
>>> from pegout.rules import Rules
>>> numbers = gather(Rules(first_deal="chosen"), GameRecord(dealer=0), [])
>>> decode(encode(numbers)) == numbers
True
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Self

import msgspec
from msgspec import Struct

from pegout.extras import installed
from pegout.loading import load_once
from pegout.notation import (
    Annotation,
    Comment,
    GameRecord,
    Help,
    Player,
    Record,
    helps_of,
    replay_events,
    write,
)
from pegout.notation.replay import FIRST_NUMBER
from pegout.review.game_review import (
    Choice,
    Reviewed,
    Verdict,
    choices,
    is_known,
    verdict_of,
)
from pegout.review.luck import Split, can_tell, follow, objectives
from pegout.review.options import Loss, Option, Options
from pegout.rules import Dealt, GameEnded, Rules
from pegout.search.next_deal import chance_before_deal
from pegout.tables.files import checksums, folder
from pegout.tables.prepared import NAME as PREPARED
from pegout.versions import KERNEL_VERSION

#: The file in which a site has the version, because it does not have every table.
VERSION: Final = "review_version"
#: Increases when options are valued differently though no table has changed.
_METHOD: Final = 4


class Why(StrEnum):
    """The reason why some part of a game was not valued."""

    RULES = "rules"
    CARDS = "cards"
    NOT_OVER = "not over"
    LONG = "long"


class ValuedDecision(Struct, frozen=True, array_like=True):
    """A decision, and its value."""

    number: int  # the number of its event in the log of the game, in which events count from 2 on
    deal: int  # the number of the deal
    seat: int  # the seat that decided
    options: Options  # the options, with their values
    chosen_index: int  # the index of the chosen option

    @classmethod
    def of(cls, reviewed: Reviewed, number: int) -> Self:
        """Return a reviewed choice as a decision, with the number of its event."""
        chosen_index = reviewed.options.options.index(reviewed.chosen)
        return cls(number, reviewed.deal, reviewed.seat, reviewed.options, chosen_index)

    @property
    def chosen(self) -> Option:
        """The chosen option."""
        return self.options.options[self.chosen_index]

    @property
    def loss(self) -> Loss:
        """The loss of the chosen option against the best."""
        return self.options.loss(self.chosen)

    @property
    def verdict(self) -> Verdict:
        """The loss in a word."""
        return verdict_of(self.loss)


class GameNumbers(Struct, frozen=True):
    """The review of a game in numbers."""

    decisions: list[ValuedDecision]  # every decision that could be valued, in order
    # The win probability of each side before every deal and at the end, where no player knows more
    # than another; each with the number of the event in the log that precedes it.
    between: list[tuple[int, list[float]]]
    # That of seat 0's side after each step, with all cards open; empty where it cannot be computed,
    # and among three sides.
    opened: list[tuple[int, float]]
    # Luck and errors as win probability, from each side's view; empty where they cannot be
    # computed.
    chance: list[Split]
    margin: list[Split]  # the same in holes, for games of two
    unknown: int  # the number of choices that were not valued because a card is not known
    limits: list[Why]  # the reasons why some part was not valued

    def own_curve(self, rules: Rules, seat: int) -> list[tuple[int, float]]:
        """Return the win probability as a seat can know it, from which verdicts are taken.

        It is known between the deals, and before and after each of the seat's decisions.

        Returns:
            The win probability of its side, each with the number of the event that precedes it, in
            their order. Several may follow the same event.
        """
        side = rules.side(seat)
        known = [(number, chances[side]) for number, chances in self.between]
        for decision in self.decisions:
            if decision.seat == seat:
                known.append((decision.number - 1, decision.options.best.chance))
                known.append((decision.number, decision.options.chance_after(decision.chosen)))
        return sorted(known, key=lambda pair: pair[0])

    def open_curve(self, rules: Rules, seat: int) -> list[tuple[int, float]]:
        """Return the win probability of a seat's side with all cards open, see :attr:`opened`."""
        if rules.side(seat) == 0:
            return self.opened
        return [(number, 1 - chance) for number, chance in self.opened]


def plain_game(game: GameRecord) -> GameRecord:
    """Return a game without its comments and annotations.

    >>> plain_game(GameRecord(dealer=0, entries=(Comment("Well played."),))).entries
    ()
    """
    events = [entry for entry in game.entries if not isinstance(entry, Comment | Annotation)]
    return GameRecord(game.number, game.dealer, entries=tuple(events))


def is_over(game: GameRecord) -> bool:
    """Return whether a game is over."""
    return any(isinstance(event, GameEnded) for event in game.events)


def digest(rules: Rules, game: GameRecord) -> str:
    """Return the digest of a game: of its rules and its events, whatever the players' names.

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
    """Return the version of the numbers: those of another version are computed again."""
    written = folder() / VERSION
    if written.exists():
        return written.read_text("ascii")
    names = sorted(
        path.name
        for path in folder().iterdir()
        if path.suffix in _TABLES and path.name not in _FOLLOWING
    )
    schema = msgspec.json.encode(msgspec.json.schema(GameNumbers, schema_hook=_as_number))
    shape = json.loads(schema, object_hook=_undescribed)
    parts = [KERNEL_VERSION, _METHOD, checksums(names), shape]
    return sha256(repr(parts).encode()).hexdigest()


def version_of(rules: Rules) -> str:
    """Return the version of the numbers of a game by these rules.

    Without NumPy, those of three and four come from fewer sampled deals, and do not stand for those
    of a computer that has it.

    >>> from pegout.rules import Rules
    >>> version_of(Rules()) == version()
    True
    """
    return version() if rules.players == 2 or installed("numpy") else f"{version()} sampled"


_TABLES: Final = (".bin", ".csv", ".txt")
#: The error rates follow from these numbers, and what is computed beforehand from the other tables.
_FOLLOWING: Final = ("error_rates.csv", PREPARED)


def gather(rules: Rules, game: GameRecord, reviewed: Sequence[Reviewed]) -> GameNumbers:
    """Combine the review of a game.

    Raises:
        RecordError: for events that do not follow from one another.
    """
    made = list(choices(rules, game))
    numbers = _numbers(rules, game)
    decisions = [
        ValuedDecision.of(decision, numbers[decision.entry_index]) for decision in reviewed
    ]
    unknown = sum([not is_known(decision) for decision in made])
    limits = _limits(rules, game, unknown)
    between = list(_between(rules, game))
    dealt = any(isinstance(event, Dealt) for event in game.events)
    if limits or not dealt:
        # A game that was given up before its first deal has nothing to split.
        return GameNumbers(decisions, between, [], [], [], unknown, limits)
    followed = follow(rules, game)
    chance = followed.splits(reviewed)
    has_margin = "margin" in objectives(rules)
    margin = follow(rules, game, "margin").splits(reviewed) if has_margin else []
    opened: dict[int, float] = {}
    # The other side's curve is the complement only where there are two sides.
    if rules.sides == 2 and followed.steps:
        # Where several steps share an event, the last one holds the state after it.
        opened = {FIRST_NUMBER - 1: followed.steps[0].before}
        opened |= {step.events_before + FIRST_NUMBER: step.after for step in followed.steps}
    return GameNumbers(decisions, between, list(opened.items()), chance, margin, 0, [])


def _between(rules: Rules, game: GameRecord) -> Iterator[tuple[int, list[float]]]:
    """Yield the win probability of each side before every deal, and at the end."""
    sides = range(rules.sides)
    for number, (event, state) in enumerate(replay_events(rules, game), start=FIRST_NUMBER):
        if isinstance(event, Dealt):
            needs = [rules.target - score for score in state.scores]
            chances = [chance_before_deal(rules, needs, event.dealer, side) for side in sides]
            yield number - 1, chances
        elif isinstance(event, GameEnded) and event.result.winners:
            yield number, [float(side in event.result.winners) for side in sides]


def _numbers(rules: Rules, game: GameRecord) -> dict[int, int]:
    """Return the number in the log of each entry of the record that is an event, by its index."""
    numbers: dict[int, int] = {}
    events = enumerate(replay_events(rules, game), start=FIRST_NUMBER)
    for index, entry in enumerate(game.entries):
        if not isinstance(entry, Comment | Annotation):
            # The log has events before it that the record leaves out.
            numbers[index] = next(number for number, (event, _) in events if event is entry)
    return numbers


def helps_in_log(rules: Rules, game: GameRecord) -> dict[int, tuple[Help, ...]]:
    """Return the help with decisions, which does not change numbers, by their events in the log."""
    helps_by_index = helps_of(game)
    numbers = _numbers(rules, game) if helps_by_index else {}
    return {numbers[index]: helps for index, helps in helps_by_index.items()}


def choices_in_log(rules: Rules, game: GameRecord) -> dict[int, Choice]:
    """Return the choices of known cards, discarded or played, by their events in the log."""
    numbers = _numbers(rules, game)
    made = [choice for choice in choices(rules, game) if choice.cards]
    return {numbers[choice.entry_index]: choice for choice in made if is_known(choice)}


def costliest(decisions: Iterable[ValuedDecision]) -> ValuedDecision | None:
    """Return the first of the decisions that lost most win probability, if any lost some.

    >>> costliest([]) is None
    True
    """
    lost = [each for each in decisions if not each.loss.tied and each.loss.chance > 0]
    return max(lost, key=lambda each: each.loss.chance, default=None)


def _limits(rules: Rules, game: GameRecord, unknown: int) -> list[Why]:
    """Return the reasons why luck cannot be computed or some choice was not valued."""
    from pegout.tables.win_probability import LARGEST_NEED

    limits = []
    if not can_tell(rules):
        limits.append(Why.RULES)
    if unknown:
        limits.append(Why.CARDS)
    if not any(isinstance(event, GameEnded) and event.result.winners for event in game.events):
        limits.append(Why.NOT_OVER)
    if rules.target > LARGEST_NEED:
        limits.append(Why.LONG)
    return limits


def encode(numbers: GameNumbers) -> bytes:
    """Encode the numbers of a game as JSON; cards are numbers."""
    return msgspec.json.encode(numbers, enc_hook=int)


def decode(data: bytes) -> GameNumbers:
    """Decode the numbers of a game."""
    return _decoder.decode(data)


def _as_card(kind: Any, value: Any) -> Any:
    return kind(value)


# Made once, because several threads decode.
_decoder: Final = msgspec.json.Decoder(GameNumbers, dec_hook=_as_card)


def _undescribed(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a schema without the docstring, which changes no number."""
    return {name: part for name, part in schema.items() if name != "description"}


def _as_number(kind: Any) -> dict[str, str]:
    return {"type": "integer"}
