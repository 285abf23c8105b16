"""Determinization for three and four players: sampled worlds of the other seats' hands.

The belief over the hand of a single seat is exact under the model. Each set of ranks that the seat
may still have is weighted by four factors: the number of such hands in the unseen pack, how often a
seat in its role keeps the set together with the cards that it has played (from the tables
``discards_three`` and ``discards_four``), whether its goes allow the set, and the likelihood that
it would have played those cards. The model of a seat's play is a soft maximum of heuristic values
that look one card ahead; see :func:`pegout.search.multiplayer.rollouts.heuristic_values`.

Two seats cannot have the same card. So the sampler first draws sets for each seat independently,
more than are requested, and combines them at random. It weights each such world by the number of
ways to deal all of it, divided by that number if each seat had its own pack. Then it resamples the
requested number of worlds by their weights. All sampling is systematic, which reduces its variance.
"""

from math import perm
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.random import default_rng

from pegout.evaluation.discards import CribOwner, role_of
from pegout.evaluation.opponent_discards import discard_strategy
from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.search.multiplayer.rollouts import NO_RANK, end_of, heuristic_values
from pegout.tables import rank_set_arrays
from pegout.tables import rank_sets as ranks

#: The modelled part of all choices that keep or play cards at random.
_CARELESS: Final = 0.05
#: The difference in points that makes a card about three times as likely to be played. With this
#: temperature and the careless part, the log likelihood of the hands of ``greedy``, ``lookahead``
#: and ``club`` was 0.6 to 0.8 nats per hand above that of random cards.
_HEAT: Final = 0.75
#: The number of worlds drawn for each one requested.
_SPARE: Final = 3
_VALUES: Final = np.array([*ranks.VALUES, 99], np.int64)
#: The number of ordered draws, by the cards left and the cards drawn.
_ORDERS: Final = np.array([[perm(left, taken) for taken in range(20)] for left in range(5)], float)
_ALIKE: Final = np.array([1, 1, 2, 6, 24])


class Worlds(NamedTuple):
    """Possible hands of all seats; all worlds are equally likely."""

    # int8[n, players, 4], the ranks in each seat's hand, in the format of ``play_out``
    hands: Array
    # int64[n, players], the number of the set that each seat kept; see ``set_number``
    kept: Array
    left: Array  # int64[n, 13], the number of cards of each rank neither seen nor kept by a seat
    # The effective sample size of the first draw as a fraction of its size; the nearer to 1, the
    # better.
    effective: float


def load(rules: Rules) -> None:
    """Preload the tables for sampling worlds of three or four players."""
    rank_set_arrays.numbers(np.array(ranks.sets(4)[:1]))
    for size in range(5):
        _sets(size)
    for role in {role_of(rules, seat, 0) for seat in range(rules.players)}:
        keep_rates(rules.players, role)


class _Sets(NamedTuple):
    """All sets of a size: their ranks, the highest first, and the counts of each rank."""

    cards: Array
    counts: Array


@load_once
def _sets(size: int) -> _Sets:
    sets = ranks.sets(size)
    cards = np.full((len(sets), 4), NO_RANK, np.int8)
    if size:
        cards[:, :size] = np.array(sets)[:, ::-1]
    return _Sets(cards, rank_set_arrays.counts(size))


def set_number(cards: Array) -> Array:
    """Return the numbers of sets of four ranks in :func:`pegout.tables.rank_sets.sets`.

    Args:
        cards: int8[n, 4], ranks in any order, none of them more than four times.

    >>> int(set_number(np.array([[4, 4, 10, 4]]))[0]) == ranks.sets(4).index(ranks.parse("555J"))
    True
    """
    return rank_set_arrays.numbers(np.sort(cards, axis=1))


@load_once
def keep_rates(players: int, role: CribOwner) -> Array:
    """Return the probability that four cards are kept, by their ranks and the rank of the fifth.

    Returns:
        float64[1820, 13]. A careless discard is each card with probability 0.2, and cards of one
        rank are discarded equally often.

    >>> rates = keep_rates(4, "own")
    >>> at = ranks.sets(4).index(ranks.parse("5JQK"))
    >>> [round(float(rates[at, rank]), 2) for rank in ranks.parse("A5")]
    [0.96, 0.48]
    """
    shares = np.zeros((1820, 13))
    number = {cards: at for at, cards in enumerate(ranks.sets(4))}
    known = discard_strategy(Rules(players=players), role)
    for counts, discards in known.hands:
        dealt = [rank for rank, many in counts for _ in range(many)]
        for index, share in discards:
            (discarded,) = known.discards[index]
            kept = dealt.copy()
            kept.remove(discarded)
            shares[number[tuple(sorted(kept))], discarded] = share
    # The table gives one share for all cards of a rank.
    rates: Array = (1 - _CARELESS) * shares / (_sets(4).counts + 1) + _CARELESS / 5
    return rates


def minimum_values(view: View) -> list[int]:
    """Return for each seat the lowest card value that it can still have, given its goes.

    A seat that says go at 25 has no card below 7. When a count ended, no seat with cards left had
    one that fitted.
    """
    ended = [sum([int(_VALUES[played.card >> 2]) for played in pile]) for pile in view.earlier]
    minimum = max([32 - count for count in ended], default=1)
    values = [minimum] * view.rules.players
    for go in view.goes:
        values[go.seat] = max(values[go.seat], 32 - go.count)
    return values


def _unseen(view: View) -> Array:
    left = np.full(13, 4)
    for card in view.seen():
        left[card >> 2] -= 1
    return left


class PlayedChoice(NamedTuple):
    """A card that was played by choice, with the heuristic value of each rank."""

    seat: int
    rank: int
    values: Array


def choices_of(view: View) -> list[PlayedChoice]:
    """Return the choices of the other seats, with the heuristic values of all ranks."""
    rules = view.rules
    players = range(rules.players)
    played_by = [0] * rules.players
    rows: list[tuple[int, int, int, int, int, int]] = []
    for pile in (*view.earlier, view.pile):
        count = 0
        for at, played in enumerate(pile):
            sizes = [rules.kept - played_by[seat] for seat in players]
            end = end_of([step.card >> 2 for step in pile[:at]])
            if played.seat != view.seat and sizes[played.seat] > 1:
                rows.append(
                    (played.seat, played.card >> 2, end, count, *_facing(rules, played.seat, sizes))
                )
            played_by[played.seat] += 1
            count += int(_VALUES[played.card >> 2])
    if not rows:
        return []
    seats, cards, piles, counts, answering, opposing = np.array(rows).T
    every = np.broadcast_to(np.arange(13), (len(rows), 13))
    values = heuristic_values(rules, piles, counts, every, answering, opposing)
    return [
        PlayedChoice(int(seat), int(card), row)
        for seat, card, row in zip(seats, cards, values, strict=True)
    ]


def _facing(rules: Rules, seat: int, sizes: list[int]) -> tuple[int, int]:
    """Return the next seat's number of cards, negative for a partner, and the opponents' number.

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


def play_likelihood(chosen: list[PlayedChoice], played: list[int], counts: Array) -> Array:
    """Return the likelihood that a seat plays these cards in this order, by its remaining set.

    Args:
        chosen: the choices of the seat.
        played: the ranks that it has played.
        counts: int64[n, 13], the number of cards of each rank that it still holds.

    A heuristic value covers all cards of a rank, which are equally likely. A careless seat plays
    any card that fits. The last card of a hand is not a choice.
    """
    likely = np.ones(len(counts))
    held = counts + np.bincount(played[len(chosen) :], minlength=13)
    for choice in reversed(chosen):
        held[:, choice.rank] += 1
        fits = choice.values > -1e8
        weight = np.where(fits, np.exp((choice.values - choice.values[choice.rank]) / _HEAT), 0.0)
        by_value = 1 / ((held > 0) @ weight) / held[:, choice.rank]
        by_chance = 1 / (held @ fits.astype(float))
        likely *= (1 - _CARELESS) * by_value + _CARELESS * by_chance
    return likely


def marginal(view: View, seat: int, *, beliefs: bool = True) -> Array:
    """Return the marginal belief over the hand of another seat, as weights of sets of ranks.

    Args:
        beliefs: whether to use the models of kept and played cards; otherwise all cards that the
            goes allow are equally likely.

    Returns:
        float64[sets], not normalised, in the order of :func:`pegout.tables.rank_sets.sets` for the
        number of cards left in the seat's hand.
    """
    played = [step.card >> 2 for step in view.played if step.seat == seat]
    return _weigh(view, seat, played, choices_of(view) if beliefs else None, _unseen(view))


def _weigh(
    view: View, seat: int, played: list[int], chosen: list[PlayedChoice] | None, left: Array
) -> Array:
    assert view.dealer is not None, "there is a dealer"
    size = view.rules.kept - len(played)
    sets = _sets(size)
    weights: Array = (_ORDERS[left, sets.counts] / _ALIKE[sets.counts]).prod(axis=1)
    weights = weights * ~((sets.counts > 0) @ (_VALUES[:13] < minimum_values(view)[seat]))
    if chosen is None:
        return weights
    kept = sets.cards.copy()
    kept[:, size:] = played
    number = set_number(kept)
    fifth = np.maximum(left - sets.counts, 0)
    rates = keep_rates(view.rules.players, role_of(view.rules, seat, view.dealer))[number]
    weights = weights * (rates * fifth).sum(axis=1)
    mine = [choice for choice in chosen if choice.seat == seat]
    return weights * play_likelihood(mine, played, sets.counts) if mine else weights


def _even(weights: Array, number: int, start: float) -> Array:
    """Draw indices by systematic sampling of their weights: int64[number], in order."""
    reached = np.cumsum(weights)
    marks = (np.arange(number) + start) / number * reached[-1]
    indices: Array = np.searchsorted(reached, marks, side="right")
    # Rounding may put the last mark after the last set.
    return np.minimum(indices, len(weights) - 1, out=indices)


def sample(view: View, number: int, chance: Random, *, beliefs: bool = True) -> Worlds:
    """Sample worlds for a seat that has been dealt cards; until it discards, its hand is empty."""
    rules, own = view.rules, view.seat
    assert own is not None, "a seat looks at its own deal"
    left = _unseen(view)
    drawn = number * _SPARE
    luck = default_rng(chance.getrandbits(64))
    hands = np.full((drawn, rules.players, 4), NO_RANK, np.int8)
    kept = np.zeros((drawn, rules.players), np.int64)
    together = np.zeros((drawn, 13), np.int64)
    ways = np.ones((drawn, 13))
    chosen = choices_of(view) if beliefs else None
    for seat in range(rules.players):
        if seat == own:
            mine = sorted([card >> 2 for card in view.hand], reverse=True)
            if len(mine) <= 4:
                hands[:, seat, : len(mine)] = mine
            continue
        played = [step.card >> 2 for step in view.played if step.seat == seat]
        weights = _weigh(view, seat, played, chosen, left)
        at = _even(weights, drawn, luck.random())[luck.random(drawn).argsort()]
        sets = _sets(rules.kept - len(played))
        hands[:, seat] = sets.cards[at]
        whole = sets.cards[at]
        whole[:, rules.kept - len(played) :] = played
        kept[:, seat] = set_number(whole)
        counts = sets.counts[at]
        together += counts
        ways *= _ORDERS[left, counts]
    weights = (_ORDERS[left, together] / ways).prod(axis=1)
    total = weights.sum()
    effective = float(total * total / (weights * weights).sum() / drawn)
    at = _even(weights, number, luck.random())
    return Worlds(hands[at], kept[at], left - together[at], effective)
