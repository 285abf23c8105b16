"""What each decision of a recorded game was worth.

>>> from pegout.notation import GameRecord
>>> from pegout.rules import Rules
>>> list(choices(Rules(), GameRecord(dealer=0)))
[]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from pegout.analysis.count_options import count_options
from pegout.analysis.option_values import Loss, Option, Options, options_of
from pegout.cards import Card
from pegout.notation import GameRecord, Help, helps_of
from pegout.notation.help import CHOSEN
from pegout.notation.replay import replay
from pegout.rules import Accepted, Claimed, Discarded, MugginsCalled, Played, Rules, SeatView
from pegout.rules.view import view

__all__ = [
    "CHOSEN",
    "Choice",
    "Reviewed",
    "Verdict",
    "by_help",
    "choices",
    "decide",
    "is_known",
    "review",
    "verdict_of",
]


class Verdict(StrEnum):
    """How much a decision lost, in a word."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    LARGE_MISTAKE = "large mistake"


#: From which loss of the chance of winning on a decision has a verdict. A point is worth 1.7 % of a
#: game on average, so these are about a third of a point, one point, and two and a half.
_FROM: Final = (
    (0.0425, Verdict.LARGE_MISTAKE),
    (0.017, Verdict.MISTAKE),
    (0.006, Verdict.INACCURACY),
)


class Choice(NamedTuple):
    """A choice that somebody made.

    Attributes:
        place: the place of its entry in the record of the game, from 0 on.
        view: what the seat knew.
        cards: the cards that it discarded or played; nothing for a claim.
        claim: the points that it claimed, counting or calling muggins, 0 where it let a count
            stand; None for cards.
        counted: the card whose points it claimed, in the play.
    """

    place: int
    view: SeatView
    cards: tuple[Card, ...]
    claim: int | None = None
    counted: Card | None = None


class Reviewed(NamedTuple):
    """A choice, and what it was worth.

    Attributes:
        place: the place of its entry in the record of the game, from 0 on.
        deal: the number of the deal.
        seat: who chose.
        options: what there was to choose, with what it was worth.
        chosen: what was chosen.
        loss: what that lost beside the best.
        verdict: the same in a word.
        helps: what had helped the player with it, if anything.
    """

    place: int
    deal: int
    seat: int
    options: Options
    chosen: Option
    loss: Loss
    verdict: Verdict
    helps: tuple[Help, ...] = ()


def verdict_of(loss: Loss) -> Verdict:
    """Give the verdict on a loss.

    >>> verdict_of(Loss(1.5, 0.026, tied=False)).value
    'mistake'
    >>> verdict_of(Loss(0.0, 0.0, tied=True)).value
    'fine'
    """
    return next((verdict for least, verdict in _FROM if loss.chance >= least), Verdict.FINE)


def choices(rules: Rules, game: GameRecord) -> Iterator[Choice]:
    """Give everything that was chosen, with what the seat knew before it.

    That is every discard and every card played; and where players count by hand every claim, with
    every answer to one.

    Args:
        rules: the rules of the game.
        game: the record.

    Raises:
        RecordError: for events that do not follow from one another.
    """
    before = playing = None
    for place, (entry, state) in enumerate(replay(rules, game)):
        if before is not None:
            match entry:
                case Discarded(seat=seat, cards=cards):
                    yield Choice(place, view(before, seat), cards)
                case Played(seat=seat, card=card):
                    playing = Choice(place, view(before, seat), (card,))
                    yield playing
                case Claimed(seat=seat, reason="play", points=points) if playing is not None:
                    yield Choice(place, playing.view, (), points, *playing.cards)
                case Claimed(seat=seat, points=points):
                    yield Choice(place, view(before, seat), (), points)
                case MugginsCalled(seat=seat, points=points):
                    yield Choice(place, view(before, seat), (), points)
                case Accepted(seat=seat):
                    yield Choice(place, view(before, seat), (), 0)
        before = state


def is_known(choice: Choice) -> bool:
    """Tell whether the record knows the cards that the seat saw."""
    seen = choice.view
    shown = [card for hand in seen.shown for card in hand.cards]
    cards = [*seen.dealt, *choice.cards, *shown] + ([] if seen.starter is None else [seen.starter])
    return all(card.known for card in cards)


def decide(choice: Choice) -> Reviewed | None:
    """Value a choice; None where nothing hung on it, or where cards are unknown."""
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
    elif len({option.points for option in options.options}) == 1 or _nothing(choice, options):
        return None
    else:
        chosen = options.of_claim(choice.claim)
        options = _sensible(options, chosen)
    loss = options.loss(chosen)
    return Reviewed(choice.place, seen.deal, seen.seat, options, chosen, loss, verdict_of(loss))


def _sensible(options: Options, chosen: Option) -> Options:
    """Leave the claims that are not above the best one, and the one that was chosen."""
    most = options.best.claim or 0
    left = [one for one in options.options if (one.claim or 0) <= most or one == chosen]
    return replace(options, options=tuple(left))


def _nothing(choice: Choice, options: Options) -> bool:
    """Tell whether nothing was claimed where nothing was to be counted."""
    return choice.claim == options.best.claim == 0


def review(
    rules: Rules,
    game: GameRecord,
    seats: Collection[int] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Reviewed]:
    """Value every decision of a game.

    Args:
        rules: the rules of the game.
        game: the record.
        seats: whose decisions; everybody's unless given.
        progress: called with how many choices were looked at, and how many there are.

    Returns:
        The decisions in their order; choices that nothing hung on are not among them.

    Raises:
        RecordError: for events that do not follow from one another.
    """
    found = [one for one in choices(rules, game) if seats is None or one.view.seat in seats]
    helps = helps_of(game)
    decisions = []
    for number, choice in enumerate(found):
        if progress is not None:
            progress(number, len(found))
        decision = decide(choice)
        if decision is not None:
            decisions.append(decision._replace(helps=helps.get(choice.place, ())))
    return decisions


def by_help(decisions: Sequence[Reviewed]) -> tuple[list[Reviewed], list[Reviewed]]:
    """Part decisions into those that were made without help and those that were made with it.

    What a player loses by errors is the sum of the first; a result is made by all of them.

    >>> by_help([])
    ([], [])
    """
    own = [one for one in decisions if not one.helps]
    return own, [one for one in decisions if one.helps]
