"""The value of each decision of a recorded game.

>>> from pegout.notation import GameRecord
>>> from pegout.rules import Rules
>>> list(choices(Rules(), GameRecord(dealer=0)))
[]
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from pegout.cards import Card
from pegout.notation import GameRecord, Help, helps_of
from pegout.notation.record import RecordLike, as_record
from pegout.notation.replay import replay
from pegout.numbers import whole_number
from pegout.review.count_options import count_options
from pegout.review.errors import ReviewError
from pegout.review.option_values import options_of
from pegout.review.options import Loss, Option, Options
from pegout.rules import (
    Accepted,
    Claimed,
    Discarded,
    MugginsCalled,
    Played,
    RulesLike,
    SeatView,
    as_rules,
)
from pegout.rules.errors import quoted
from pegout.rules.view import view


class Verdict(StrEnum):
    """The size of a decision's loss, in a word."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    LARGE_MISTAKE = "large mistake"


#: The smallest loss of win probability for each verdict. A point is worth 1.7 % of a game on
#: average, so these are about a third of a point, one point, and two and a half.
_FROM: Final = (
    (0.0425, Verdict.LARGE_MISTAKE),
    (0.017, Verdict.MISTAKE),
    (0.006, Verdict.INACCURACY),
)


class Choice(NamedTuple):
    """A choice that a seat made."""

    entry_index: int  # the index of its entry in the record of the game, from 0 on
    view: SeatView
    cards: tuple[Card, ...]  # the cards that it discarded or played; empty for a claim
    # The points that it claimed, in counting or by muggins, 0 where it accepted a count; None for
    # cards.
    claim: int | None = None
    counted: Card | None = None  # the card whose points it claimed, in the play


class Reviewed(NamedTuple):
    """A choice, and its value."""

    entry_index: int  # the index of its entry in the record of the game, from 0 on
    deal: int  # the number of the deal
    seat: int  # the seat that chose
    options: Options  # the options, with their values
    chosen: Option
    loss: Loss  # its loss against the best option
    verdict: Verdict  # the size of the loss in a word
    helps: tuple[Help, ...] = ()  # the help that the player had with it, if any


def verdict_of(loss: Loss) -> Verdict:
    """Return the verdict on a loss.

    >>> verdict_of(Loss(1.5, 0.026, tied=False)).value
    'mistake'
    >>> verdict_of(Loss(0.0, 0.0, tied=True)).value
    'fine'
    """
    return next((verdict for minimum, verdict in _FROM if loss.chance >= minimum), Verdict.FINE)


def choices(rules: RulesLike, game: GameRecord) -> Iterator[Choice]:
    """Yield every choice, with the view of the seat before it.

    Choices are discards and cards played, and where players count by hand also claims and the
    responses to them.

    Raises:
        RecordError: for events that do not follow from one another.
    """
    before = playing = None
    for index, (entry, state) in enumerate(replay(rules, game)):
        if before is not None:
            match entry:
                case Discarded(seat=seat, cards=cards):
                    yield Choice(index, view(before, seat), cards)
                case Played(seat=seat, card=card):
                    playing = Choice(index, view(before, seat), (card,))
                    yield playing
                case Claimed(seat=seat, reason="play", points=points) if playing is not None:
                    yield Choice(index, playing.view, (), points, *playing.cards)
                case Claimed(seat=seat, points=points):
                    yield Choice(index, view(before, seat), (), points)
                case MugginsCalled(seat=seat, points=points):
                    yield Choice(index, view(before, seat), (), points)
                case Accepted(seat=seat):
                    yield Choice(index, view(before, seat), (), 0)
        before = state


def is_known(choice: Choice) -> bool:
    """Return whether the record knows the cards that the seat saw."""
    seen = choice.view
    shown = [card for hand in seen.shown for card in hand.cards]
    cards = [*seen.dealt, *choice.cards, *shown] + ([] if seen.starter is None else [seen.starter])
    return all(card.known for card in cards)


def decide(choice: Choice) -> Reviewed | None:
    """Evaluate a choice; return None where nothing depends on it, or where cards are unknown."""
    if not is_known(choice):
        return None
    seen = choice.view
    if choice.claim is None or seen.claim is not None:
        options = options_of(seen)
    else:
        options = count_options(seen, choice.counted, choice.claim)
    if options is None:
        return None
    if choice.claim is None:
        chosen = options.of(choice.cards)
    elif len({option.points for option in options.options}) == 1:
        return None
    elif choice.claim == options.best.claim == 0:
        # Nothing was claimed where nothing was to be counted.
        return None
    else:
        chosen = options.of_claim(choice.claim)
        options = _sensible(options, chosen)
    loss = options.loss(chosen)
    return Reviewed(
        choice.entry_index, seen.deal, seen.seat, options, chosen, loss, verdict_of(loss)
    )


def _sensible(options: Options, chosen: Option) -> Options:
    """Keep only the claims that are not above the best one, and the chosen one."""
    maximum = options.best.claim or 0
    left = [
        option for option in options.options if (option.claim or 0) <= maximum or option == chosen
    ]
    return replace(options, options=tuple(left))


class ReviewedGame(NamedTuple):
    """One game of a record, and the decisions in it."""

    number: int  # the number of the game
    decisions: tuple[Reviewed, ...]

    def lost(self, seat: int) -> float:
        """Return the win probability that a seat lost by the decisions that it made without help.

        >>> ReviewedGame(1, ()).lost(0)
        0.0
        """
        own, _ = by_help([one for one in self.decisions if one.seat == seat])
        return sum([one.loss.chance for one in own], 0.0)


def review_record(record: RecordLike, seat: int | None = None) -> tuple[ReviewedGame, ...]:
    """Evaluate every decision of a record or of a match.

    It takes some tenths of a second for each decision. Decisions on which nothing depends are left
    out, and those of seats whose cards the record does not know, as in a game that is being played.

    Args:
        record: a record, or a match.
        seat: only the decisions of this seat.

    Returns:
        The games in their order.

    >>> from pegout.notation import Record
    >>> from pegout.rules import Rules
    >>> review_record(Record(Rules("half")))
    ()

    Raises:
        NotationError: ``bad_record`` for anything but a record or a match.
        RecordError: for events that do not follow from one another.
        ReviewError: ``bad_seat`` for a seat that the record does not have.
    """
    record = as_record(record)
    seats = range(record.rules.players)
    number = whole_number(seat)
    if seat is not None and number not in seats:
        raise ReviewError(
            "bad_seat", f"the seats of this record are 0 to {len(seats) - 1}, not {quoted(seat)}"
        )
    chosen = None if number is None else (number,)
    return tuple(
        [
            ReviewedGame(
                game.number,
                tuple(
                    [
                        decision
                        for *_, decision in each_reviewed(record.rules, game, chosen)
                        if decision is not None
                    ]
                ),
            )
            for game in record.games
        ]
    )


def review(rules: RulesLike, game: GameRecord) -> list[Reviewed]:
    """Evaluate every decision of a game, in order, without choices that nothing depends on.

    Raises:
        UnknownRules: for anything but rules or the name of a preset.
        ReviewError: ``bad_game`` for anything but a game of a record.
        RecordError: for events that do not follow from one another.
    """
    rules = as_rules(rules)
    if not isinstance(game, GameRecord):
        raise ReviewError(
            "bad_game",
            f"expected a game such as record.games[0], not {quoted(game, 60)}; review_record "
            "reviews a whole record",
        )
    return [decision for *_, decision in each_reviewed(rules, game) if decision is not None]


def each_reviewed(
    rules: RulesLike, game: GameRecord, seats: Collection[int] | None = None
) -> Iterator[tuple[int, int, Reviewed | None]]:
    """Evaluate the decisions of a game one by one, as :func:`review` does.

    Yields:
        Before the first choice and after each: the number of choices evaluated, the number of all,
        and the decision; None where nothing depends on it.
    """
    selected = [
        choice for choice in choices(rules, game) if seats is None or choice.view.seat in seats
    ]
    helps = helps_of(game)
    yield 0, len(selected), None
    for number, choice in enumerate(selected, start=1):
        decision = decide(choice)
        if decision is not None:
            decision = decision._replace(helps=helps.get(choice.entry_index, ()))
        yield number, len(selected), decision


def by_help(decisions: Sequence[Reviewed]) -> tuple[list[Reviewed], list[Reviewed]]:
    """Separate decisions into those made without help and those made with it.

    The error rate of a player counts only the first; the result depends on all of them.
    """
    own = [decision for decision in decisions if not decision.helps]
    return own, [decision for decision in decisions if decision.helps]
