"""What cards are worth: in the show and in the play, item by item or as a total.

The items come in the order in which a player counts aloud: fifteens, pairs, runs, flush, nobs.
Cards that make a double, triple or double double run are one item that includes its pairs.

Cards are texts, :class:`~pegout.cards.Card` or their numbers. Cards that cannot be together in a
hand are refused: the same card twice, too many or too few, or ``??``.

>>> for item in score_show("5H 5S 5C JD", "5D"):
...     print(item)
fifteen 2 (5C JD)
fifteen 2 (5D JD)
fifteen 2 (5H JD)
fifteen 2 (5S JD)
fifteen 2 (5C 5D 5H)
fifteen 2 (5C 5D 5S)
fifteen 2 (5C 5H 5S)
fifteen 2 (5D 5H 5S)
double_pair_royal 12 (5C 5D 5H 5S)
nobs 1 (JD)
>>> show_points("5H 5S 5C JD", "5D")
29
>>> show_points("5H 5S 5C JD", "5H")
Traceback (most recent call last):
    ...
pegout.cards.CardError: expected different cards as the hand and the starter, and the 5H is there \
twice: 5H 5S 5C JD 5H
"""

from collections.abc import Sequence
from typing import Any, Final, get_args

from pegout.cards import CARDS, VALUES, Card, CardError, CardLike, CardsLike, known_cards
from pegout.scoring import unchecked
from pegout.scoring.items import CribFlush, Item, Kind
from pegout.scoring.unchecked import JACK, KEYS, RANK_POINTS, flush_points

__all__ = [
    "CribFlush",
    "Item",
    "Kind",
    "play_points",
    "score_play",
    "score_show",
    "show_points",
]

_FLUSHES: Final = get_args(CribFlush)
_SIZES: Final = (3, 4, 5)
_NOBS: Final = (0, 1, 2)
_NO_YES: Final = (False, True)
_ROWS: Final = (tuple, list)

# Each card has a key: three bits count its rank, above them three bits count each suit, and above
# them is one bit for the card itself. When keys are added, as many of these last bits are set as
# there are cards, unless a card is there twice. Anything that is not a card has no key.
_SUITS: Final = 39
_CARDS: Final = _SUITS + 12
_WIDE: Final = {
    card: KEYS[card] | 1 << _SUITS + 3 * (card & 3) | 1 << _CARDS + card for card in CARDS
}
_RANKS_ONLY: Final = (1 << _SUITS) - 1
_SUITS_ONLY: Final = (1 << 12) - 1
# The suit counts of hands of one suit.
_ONE_SUIT: Final = frozenset([size << 3 * suit for size in _SIZES for suit in range(4)])


def score_show(
    hand: CardsLike,
    starter: CardLike,
    *,
    crib: bool = False,
    crib_flush: CribFlush = "five",
    nobs_points: int = 1,
    kept: int = 4,
) -> tuple[Item, ...]:
    """Count a hand or a crib with the starter, item by item.

    Args:
        hand: the cards held, as many as ``kept``.
        starter: the card that was cut.
        crib: whether this is the crib, of four cards, where a flush follows ``crib_flush``.
        crib_flush: which flush counts in the crib: ``five``, ``four`` or ``none``.
        nobs_points: 0, 1 or 2 points for a jack in the hand of the starter's suit.
        kept: how many cards a hand has: 4, 3 in the five-card game, 5 in seven-card cribbage. A
            crib always has four.

    Returns:
        The items in the order of counting aloud, empty for a hand without points. The cards of each
        item are sorted by rank and suit.

    >>> [str(item) for item in score_show("7C 7D 8H 9S", "KC")]
    ['fifteen 2 (7C 8H)', 'fifteen 2 (7D 8H)', 'double_run 8 (7C 7D 8H 9S)']

    Raises:
        CardError: ``wrong_number``, ``duplicate_card``, ``unknown_card``, ``bad_card``, or
            ``bad_switch`` for a value that ``crib_flush`` or ``nobs_points`` does not take.

    Source: American Cribbage Congress, Official Tournament Rules, rule 7 (the show).
    """
    held, cut = _shown(hand, starter, crib, crib_flush, nobs_points, kept)
    return unchecked.score_show(
        held, cut, crib=crib, crib_flush=crib_flush, nobs_points=nobs_points
    )


def show_points(
    hand: CardsLike,
    starter: CardLike,
    *,
    crib: bool = False,
    crib_flush: CribFlush = "five",
    nobs_points: int = 1,
    kept: int = 4,
) -> int:
    """Count a hand or a crib with the starter: the sum of :func:`score_show`, faster.

    >>> show_points("2H 4H 6H 8H", "KS", crib=True)
    0

    Raises:
        CardError: as :func:`score_show`.
    """
    # The usual case is a sum of keys; _shown handles texts, other types and every error.
    size = key = suits = points = 0
    try:
        wide = _WIDE
        size = len(hand)  # type: ignore[arg-type]
        for card in hand:
            key += wide[card]  # type: ignore[index]
        suits = key >> _SUITS & _SUITS_ONLY
        key += wide[starter]  # type: ignore[index]
        if JACK + (starter & 3) in hand:  # type: ignore[operator]
            points = nobs_points
        if suits in _ONE_SUIT:
            points += flush_points(hand, starter, crib_flush if crib else None)  # type: ignore[arg-type]
    except (KeyError, TypeError):
        size = 0
    if (
        (key >> _CARDS).bit_count() != size + 1
        or size != (4 if crib else kept)
        or kept not in _SIZES
        or nobs_points not in _NOBS
        or crib not in _NO_YES
        or crib_flush not in _FLUSHES
    ):
        held, cut = _shown(hand, starter, crib, crib_flush, nobs_points, kept)
        return unchecked.show_points(
            held, cut, crib=crib, crib_flush=crib_flush, nobs_points=nobs_points
        )
    return points + RANK_POINTS[key & _RANKS_ONLY]


def score_play(pile: CardsLike, *, runs: bool = True) -> tuple[Item, ...]:
    """Count the last card of the pile, item by item; without the points for go and last card.

    Args:
        pile: the cards of the current count in the order in which they were played.
        runs: whether runs count in the play.

    Returns:
        Fifteen or thirty-one first, then pairs or a run; each with its cards in the order played.

    >>> [str(item) for item in score_play("3C 5D 6H 7S 4C")]
    ['run 5 (3C 5D 6H 7S 4C)']

    Raises:
        CardError: ``wrong_number`` for no card, ``duplicate_card``, ``unknown_card``, ``bad_card``,
            ``over_31``, or ``bad_switch`` for ``runs``.

    Source: American Cribbage Congress, Official Tournament Rules, rule 6 (the play).
    """
    return unchecked.score_play(_piled(pile, runs), runs=runs)


def play_points(pile: CardsLike, *, runs: bool = True) -> int:
    """Count the last card of the pile: the sum of :func:`score_play`, faster.

    >>> play_points("7C 8D 7H"), play_points("7C 8D")
    (0, 2)

    Raises:
        CardError: as :func:`score_play`.
    """
    return unchecked.play_points(_piled(pile, runs), runs=runs)


def _shown(
    hand: CardsLike, starter: CardLike, crib: bool, crib_flush: str, nobs_points: int, kept: int
) -> tuple[Sequence[Card], Card]:
    """Return the hand and the starter as cards, or raise."""
    if crib not in _NO_YES:
        raise CardError("bad_switch", f"crib is True or False, not {crib!r:.40}")
    if kept not in _SIZES:
        raise CardError("bad_switch", f"a hand has 3, 4 or 5 cards kept, not {kept!r:.40}")
    sizes = (4 if crib else kept,)
    cards = _quickly((*hand, starter)) if type(hand) in _ROWS else ()
    if len(cards) - 1 in sizes:
        held, cut = cards[:-1], cards[-1]
    else:
        held = known_cards(hand, "the crib" if crib else "a hand", sizes)
        given = starter if isinstance(starter, str) else [starter]
        (cut,) = known_cards(given, "the starter", (1,))
        known_cards((*held, cut), "the hand and the starter")
    if crib_flush not in _FLUSHES:
        raise CardError(
            "bad_switch", f"crib_flush is one of {', '.join(_FLUSHES)}, not {crib_flush!r:.40}"
        )
    if nobs_points not in _NOBS:
        raise CardError("bad_switch", f"nobs_points is one of 0, 1, 2, not {nobs_points!r:.40}")
    return held, cut


def _quickly(given: tuple[Any, ...]) -> tuple[Card, ...]:
    """Return the arguments as cards if all are known and different; else an empty tuple."""
    try:
        key = sum([_WIDE[card] for card in given])
        cards = tuple([CARDS[card] for card in given])
    except (KeyError, TypeError):
        return ()
    return cards if (key >> _CARDS).bit_count() == len(cards) else ()


def _piled(pile: CardsLike, runs: bool) -> tuple[Card, ...]:
    """Return the cards of one count, or raise."""
    if runs not in _NO_YES:
        raise CardError("bad_switch", f"runs is True or False, not {runs!r:.40}")
    if isinstance(pile, set | frozenset):
        raise CardError(
            "bad_card", "expected the cards of a pile in the order of play; a set has no order"
        )
    quickly = _quickly(tuple(pile)) if type(pile) in _ROWS else ()
    cards = quickly or known_cards(pile, "a pile", range(1, 14))
    count = sum([VALUES[card] for card in cards])
    if count > 31:
        raise CardError(
            "over_31",
            f"expected the cards of one count, up to 31, and these come to {count}; "
            "begin the pile with the first card after a go or thirty-one",
        )
    return cards
