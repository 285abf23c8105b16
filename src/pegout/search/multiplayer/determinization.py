"""What the others hold where three or four play, and what they threw, as a sample of worlds.

Of each seat by itself everything is weighed at once: for each set of ranks that it may still
hold, how many hands the unseen pack has of it, how often somebody in its place keeps the set
together with what it has laid (from the tables ``throws_three`` and ``throws_four``), whether the
goes allow it, and how likely the cards it has laid would have been chosen from it. A seat chooses
by a soft maximum of what a card is worth one card ahead, see
:func:`pegout.search.multiplayer.rollouts.likings`.

The seats together cannot have the same card twice. So sets are drawn for each seat by itself, more
than are wanted, and joined by chance; each such world is weighed by the number of ways to deal all
of it, over the number if each seat had a pack of its own; and from these worlds as many as are
wanted are drawn by their weights. All drawing is at even distances, so that little is left to luck.
"""

from __future__ import annotations

from math import perm
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from pegout.evaluation.discards import Role, role_of
from pegout.evaluation.opponent_discards import habit
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.search.multiplayer.rollouts import NO_RANK, end_of, likings
from pegout.tables import rank_sets as ranks

__all__ = ["Worlds", "keep_rates", "least_values", "load", "marginal", "sample", "set_number"]

Array: TypeAlias = NDArray[Any]

#: The part of all players who are taken to keep and to lay their cards in no particular way.
_CARELESS: Final = 0.05
#: How many points make a card about three times as likely to be laid. With this and the part of
#: the careless the hands that ``greedy``, ``lookahead`` and ``club`` held were likely, by 0.6 to
#: 0.8 of a natural logarithm for each hand more so than if any cards were as likely.
_HEAT: Final = 0.75
#: How many worlds are drawn for each that is wanted.
_SPARE: Final = 3
_VALUES: Final = np.array([*ranks.VALUES, 99], np.int64)
#: In how many orders so many of so many cards can be drawn; by the cards there are.
_ORDERS: Final = np.array([[perm(left, taken) for taken in range(20)] for left in range(5)], float)
#: The places of four ranks, the lowest first, in a number.
_PLACES: Final = 13 ** np.arange(3, -1, -1)
_ALIKE: Final = np.array([1, 1, 2, 6, 24])


class Worlds(NamedTuple):
    """What the seats may hold, each world as likely as the others.

    Attributes:
        hands: int8[n, players, 4], the ranks that each seat holds, as
            :func:`pegout.search.multiplayer.rollouts.play_out` takes them.
        kept: int64[n, players], the number of the set that each seat has kept, as
            :func:`set_number` has it.
        left: int64[n, 13], how many cards of each rank are neither seen nor kept by a seat.
        effective: of the worlds drawn first, the share that they would be worth if each were as
            likely as the others; the nearer to 1, the better.
    """

    hands: Array
    kept: Array
    left: Array
    effective: float


def load(rules: Rules) -> None:
    """Read what is needed to draw worlds, of three or four players."""
    _numbers()
    for size in range(5):
        _sets(size)
    for role in {role_of(rules, seat, 0) for seat in range(rules.players)}:
        keep_rates(rules.players, role)


class _Sets(NamedTuple):
    """All sets of so many ranks: the ranks, the highest first, and how many of each."""

    cards: Array
    counts: Array


@load_once
def _sets(size: int) -> _Sets:
    found = ranks.sets(size)
    cards = np.full((len(found), 4), NO_RANK, np.int8)
    if size:
        cards[:, :size] = np.array(found)[:, ::-1]
    counts = np.array([[one.count(rank) for rank in range(13)] for one in found], np.int64)
    return _Sets(cards, counts.reshape(len(found), 13))


def set_number(cards: Array) -> Array:
    """Give the number of sets of four ranks, in the order of :func:`pegout.tables.rank_sets.sets`.

    Args:
        cards: int8[n, 4], ranks in any order, none of them more than four times.

    Returns:
        int64[n].

    >>> int(set_number(np.array([[4, 4, 10, 4]]))[0]) == ranks.sets(4).index(ranks.parse("555J"))
    True
    """
    return _numbers().take(np.sort(cards, axis=1) @ _PLACES)


@load_once
def _numbers() -> Array:
    found = np.zeros(13**4, np.int64)
    every = np.array(ranks.sets(4))
    found[every @ _PLACES] = np.arange(len(every))
    return found


@load_once
def keep_rates(players: int, role: Role) -> Array:
    """Give how often four cards are kept, by their ranks, where the fifth dealt is of each rank.

    Args:
        players: 3 or 4.
        role: ``own`` for the dealer, ``opponent`` or ``partner``.

    Returns:
        float64[1820, 13]. Whoever throws any card throws each with 0.2, and of several of a rank
        one as often as another.

    >>> rates = keep_rates(4, "own")
    >>> at = ranks.sets(4).index(ranks.parse("5JQK"))
    >>> [round(float(rates[at, rank]), 2) for rank in ranks.parse("A5")]
    [0.96, 0.48]
    """
    found = np.zeros((1820, 13))
    number = {cards: at for at, cards in enumerate(ranks.sets(4))}
    known = habit(Rules(players=players), role)
    for counts, throws in known.hands:
        dealt = [rank for rank, many in counts for _ in range(many)]
        for place, share in throws:
            (thrown,) = known.throws[place]
            kept = dealt.copy()
            kept.remove(thrown)
            found[number[tuple(sorted(kept))], thrown] = share
    # The table has a share for all cards of a rank together.
    rates: Array = (1 - _CARELESS) * found / (_sets(4).counts + 1) + _CARELESS / 5
    return rates


def least_values(view: View) -> list[int]:
    """Give for each seat the least value that its cards can have, from what it could not lay.

    A seat that says go at 25 has no card under 7; whoever still held cards when a count ended
    had none that fitted.
    """
    ended = [sum([int(_VALUES[laid.card >> 2]) for laid in pile]) for pile in view.earlier]
    least = max([32 - count for count in ended], default=1)
    values = [least] * view.rules.players
    for go in view.goes:
        values[go.seat] = max(values[go.seat], 32 - go.count)
    return values


def _unseen(view: View) -> Array:
    left = np.full(13, 4)
    for card in view.seen():
        left[card >> 2] -= 1
    return left


class _Choice(NamedTuple):
    """A card that was laid where others might have been: how much each rank was liked."""

    seat: int
    rank: int
    liked: Array


def _choices(view: View) -> list[_Choice]:
    """Give what each other seat laid, and how much it may have liked every rank."""
    rules = view.rules
    players = range(rules.players)
    laid_by = [0] * rules.players
    rows: list[tuple[int, int, int, int, int, int]] = []
    for pile in (*view.earlier, view.pile):
        count = 0
        for at, laid in enumerate(pile):
            sizes = [rules.kept - laid_by[seat] for seat in players]
            end = end_of([one.card >> 2 for one in pile[:at]])
            if laid.seat != view.seat and sizes[laid.seat] > 1:
                rows.append(
                    (laid.seat, laid.card >> 2, end, count, *_facing(rules, laid.seat, sizes))
                )
            laid_by[laid.seat] += 1
            count += int(_VALUES[laid.card >> 2])
    if not rows:
        return []
    seats, cards, piles, counts, answering, opposing = np.array(rows).T
    every = np.broadcast_to(np.arange(13), (len(rows), 13))
    liked = likings(rules, piles, counts, every, answering, opposing)
    return [
        _Choice(int(seat), int(card), row)
        for seat, card, row in zip(seats, cards, liked, strict=True)
    ]


def _facing(rules: Rules, seat: int, sizes: list[int]) -> tuple[int, int]:
    """Give whom a seat faces: the cards of the next seat, negative for a partner, and of opponents.

    >>> _facing(Rules(players=4), 0, [2, 0, 3, 1])
    (-3, 1)
    """
    side = rules.side(seat)
    others = [(seat + step) % rules.players for step in range(1, rules.players)]
    opposing = sum([sizes[other] for other in others if rules.side(other) != side])
    after = next((other for other in others if sizes[other]), None)
    if after is None:
        return 0, 0
    return (sizes[after] if rules.side(after) != side else -sizes[after]), opposing


def _play_likelihood(chosen: list[_Choice], laid: list[int], counts: Array) -> Array:
    """Give how likely a seat plays these very cards in this order, by the set that it holds after.

    A liking is for all cards of a rank together, of which each is as likely as the next; whoever is
    careless plays any card that fits. A card that is the last of a hand is no choice.

    Args:
        chosen: the seat's cards that were not its last, the first one first.
        laid: the ranks of all its cards that were played.
        counts: int64[sets, 13], how many cards of each rank are in each set.
    """
    likely = np.ones(len(counts))
    held = counts + np.bincount(laid[len(chosen) :], minlength=13)
    for choice in reversed(chosen):
        held[:, choice.rank] += 1
        fits = choice.liked > -1e8
        weight = np.where(fits, np.exp((choice.liked - choice.liked[choice.rank]) / _HEAT), 0.0)
        by_liking = 1 / ((held > 0) @ weight) / held[:, choice.rank]
        by_chance = 1 / (held @ fits.astype(float))
        likely *= (1 - _CARELESS) * by_liking + _CARELESS * by_chance
    return likely


def marginal(view: View, seat: int, *, beliefs: bool = True) -> Array:
    """Give how likely another seat holds each set of ranks, whatever the others hold.

    Args:
        view: the view of a seat that has been dealt cards, with no hand shown yet.
        seat: the other seat.
        beliefs: whether to weigh how cards are kept and laid; otherwise any cards are as likely
            that the goes allow.

    Returns:
        float64[sets], in proportion, in the order of :func:`pegout.tables.rank_sets.sets` of as
        many cards as the seat keeps for the play.
    """
    laid = [one.card >> 2 for one in view.laid if one.seat == seat]
    return _weigh(view, seat, laid, _choices(view) if beliefs else None, _unseen(view))


def _weigh(
    view: View, seat: int, laid: list[int], chosen: list[_Choice] | None, left: Array
) -> Array:
    assert view.dealer is not None, "somebody has dealt"
    size = view.rules.kept - len(laid)
    sets = _sets(size)
    weights: Array = (_ORDERS[left, sets.counts] / _ALIKE[sets.counts]).prod(axis=1)
    weights = weights * ~((sets.counts > 0) @ (_VALUES[:13] < least_values(view)[seat]))
    if chosen is None:
        return weights
    kept = sets.cards.copy()
    kept[:, size:] = laid
    number = set_number(kept)
    fifth = np.maximum(left - sets.counts, 0)
    rates = keep_rates(view.rules.players, role_of(view.rules, seat, view.dealer))[number]
    weights = weights * (rates * fifth).sum(axis=1)
    mine = [choice for choice in chosen if choice.seat == seat]
    return weights * _play_likelihood(mine, laid, sets.counts) if mine else weights


def _even(weights: Array, number: int, start: float) -> Array:
    """Draw places at even distances of their weights: int64[number], in order."""
    reached = np.cumsum(weights)
    marks = (np.arange(number) + start) / number * reached[-1]
    found: Array = np.searchsorted(reached, marks, side="right")
    # Rounding may let the last mark fall behind the last set.
    return np.minimum(found, len(weights) - 1, out=found)


def sample(view: View, number: int, chance: Random, *, beliefs: bool = True) -> Worlds:
    """Draw worlds.

    Args:
        view: the view of a seat that has been dealt cards, with no hand shown yet. Before it has
            laid away, its own place in the worlds is empty.
        number: how many worlds.
        chance: what draws.
        beliefs: see :func:`marginal`.
    """
    rules, own = view.rules, view.seat
    assert own is not None, "a seat looks at its own deal"
    left = _unseen(view)
    drawn = number * _SPARE
    luck = default_rng(chance.getrandbits(64))
    hands = np.full((drawn, rules.players, 4), NO_RANK, np.int8)
    kept = np.zeros((drawn, rules.players), np.int64)
    together = np.zeros((drawn, 13), np.int64)
    ways = np.ones((drawn, 13))
    chosen = _choices(view) if beliefs else None
    for seat in range(rules.players):
        if seat == own:
            mine = sorted([card >> 2 for card in view.hand], reverse=True)
            if len(mine) <= 4:
                hands[:, seat, : len(mine)] = mine
            continue
        laid = [one.card >> 2 for one in view.laid if one.seat == seat]
        weights = _weigh(view, seat, laid, chosen, left)
        at = _even(weights, drawn, luck.random())[luck.random(drawn).argsort()]
        sets = _sets(rules.kept - len(laid))
        hands[:, seat] = sets.cards[at]
        whole = sets.cards[at]
        whole[:, rules.kept - len(laid) :] = laid
        kept[:, seat] = set_number(whole)
        counts = sets.counts[at]
        together += counts
        ways *= _ORDERS[left, counts]
    weights = (_ORDERS[left, together] / ways).prod(axis=1)
    total = weights.sum()
    effective = float(total * total / (weights * weights).sum() / drawn)
    at = _even(weights, number, luck.random())
    return Worlds(hands[at], kept[at], left - together[at], effective)
