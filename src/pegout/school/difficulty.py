"""How difficult a question is: the probability of an error, from properties of the question.

Of a discard or a card to play, it is the probability that somebody errs who goes by what is seen at
once. That is the mean of the hand for a discard; the points that score at once for a card, and half
a point more for each rank that the card is higher, because high cards are hard to play later. An
option is chosen with a probability in proportion to exp(seen / 0.5). So a question is easy where
the best is also what looks best, and hard where something else looks better.

Of a count, it is the probability that something is missed, if each item is missed with a
probability of its own (``MISSED``).

``python -m tools.drill_difficulty`` compares the measure with the error rates of the levels.

>>> from pegout.scoring import score_show
>>> round(count_measure(score_show("2H 4H 6H 8S", "KS")), 2)
0.2
>>> count_difficulty(score_show("2C 3D 3H JC", "TC"))
'hard'
"""

from collections.abc import Mapping, Sequence
from math import exp, prod
from types import MappingProxyType
from typing import Final

from pegout.review.options import Option, Options
from pegout.school.questions import Difficulty
from pegout.scoring import Item, Kind

#: The difference of what is seen, in points, that makes a choice exp(1) times as frequent.
_SOFTNESS: Final = 0.5
#: What a card is preferred for each rank that it is higher, in points.
_BY_RANK: Final = 0.5
#: From these probabilities of an error on, a question is medium, and hard.
_MEDIUM, _HARD = 1 / 3, 2 / 3
#: The probability that an item is missed. A beginner sees pairs, fifteens of two cards and runs,
#: and misses fifteens of more cards, the second run of a double run, and nobs.
MISSED: Final[Mapping[Kind, float]] = MappingProxyType(
    {
        Kind.THIRTY_ONE: 0.05,
        Kind.PAIR: 0.05,
        Kind.PAIR_ROYAL: 0.1,
        Kind.DOUBLE_PAIR_ROYAL: 0.2,
        Kind.RUN: 0.15,
        Kind.DOUBLE_RUN: 0.35,
        Kind.TRIPLE_RUN: 0.5,
        Kind.DOUBLE_DOUBLE_RUN: 0.5,
        Kind.FLUSH: 0.15,
        Kind.NOBS: 0.3,
    }
)
#: The probability that a fifteen is missed, by the number of its cards.
_FIFTEENS: Final = {2: 0.05, 3: 0.25, 4: 0.35, 5: 0.45}
#: The probability that points are counted where there are none.
_NOTHING: Final = 0.2
#: In the play, a run that was not played in order is found more seldom.
_OUT_OF_ORDER: Final = 0.7


def choice_measure(options: Options) -> float:
    """Return the probability of an error in a choice of cards: 0 where nothing can be lost."""
    highest = max([_seen(option) for option in options.options])
    weights = [exp((_seen(option) - highest) / _SOFTNESS) for option in options.options]
    wrong = [
        weight
        for weight, option in zip(weights, options.options, strict=True)
        if not options.loss(option).nothing
    ]
    return sum(wrong) / sum(weights)


def _seen(option: Option) -> float:
    """Return what an option seems to be worth at once, in points."""
    if len(option.cards) > 1:
        return option.hand
    return option.at_once + _BY_RANK * (option.cards[0] >> 2)


def count_measure(items: Sequence[Item]) -> float:
    """Return the probability of an error in a count."""
    if not items:
        return _NOTHING
    return 1 - prod([1 - _missed(item) for item in items])


def _missed(item: Item) -> float:
    if item.kind is Kind.FIFTEEN:
        return _FIFTEENS[min(len(item.cards), 5)]
    ranks = [card >> 2 for card in item.cards]
    if item.kind is Kind.RUN and ranks != sorted(ranks) and ranks != sorted(ranks, reverse=True):
        return _OUT_OF_ORDER
    return MISSED[item.kind]


def choice_difficulty(options: Options) -> Difficulty:
    """Return how difficult a choice of cards is."""
    return grade_measure(choice_measure(options))


def count_difficulty(items: Sequence[Item]) -> Difficulty:
    """Return how difficult a count is."""
    return grade_measure(count_measure(items))


def grade_measure(measure: float) -> Difficulty:
    """Return the word for a probability of an error.

    >>> grade_measure(0.1), grade_measure(0.5), grade_measure(0.9)
    ('easy', 'medium', 'hard')
    """
    return "easy" if measure < _MEDIUM else "medium" if measure < _HARD else "hard"
