"""Determinization in arrays: many worlds at once, the same as without NumPy.

:mod:`pegout.search.multiplayer.determinization` describes the beliefs and the sampling.
"""

from math import perm
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.random import default_rng

from pegout.evaluation.discards import CribOwner, role_of
from pegout.kernel.score_tables import Array
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.search.multiplayer import determinization as plain
from pegout.search.multiplayer import rollouts
from pegout.search.multiplayer.determinization import (
    CARELESS,
    HEAT,
    SPARE,
    PlayedChoice,
    choices_of,
    minimum_values,
)
from pegout.search.multiplayer.rollouts import NO_CHOICE
from pegout.search.multiplayer.rollouts_arrays import NO_RANK
from pegout.tables import rank_set_arrays
from pegout.tables import rank_sets as ranks

_VALUES: Final = np.array([*ranks.VALUES, 99], np.int64)
#: The number of ordered draws, by the cards left and the cards drawn.
_ORDERS: Final = np.array([[perm(left, taken) for taken in range(20)] for left in range(5)], float)
_ALIKE: Final = np.array([1, 1, 2, 6, 24])


class WorldArrays(NamedTuple):
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
    # By which the cards that others have played are weighed.
    rollouts.load(rules)


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
    """Return :func:`pegout.search.multiplayer.determinization.keep_rates`: float64[1820, 13]."""
    return np.frombuffer(plain.keep_rates(players, role)).reshape(1820, 13)


def play_likelihood(chosen: list[PlayedChoice], played: list[int], counts: Array) -> Array:
    """Return the likelihood that a seat plays these cards in this order, by its remaining set.

    Args:
        chosen: the choices of the seat.
        played: the ranks that it has played.
        counts: int64[n, 13], the number of cards of each rank that it still holds.
    """
    likely = np.ones(len(counts))
    held = counts + np.bincount(played[len(chosen) :], minlength=13)
    for choice in reversed(chosen):
        held[:, choice.rank] += 1
        values = np.array(choice.values, np.float64)
        fits = values > NO_CHOICE / 10
        weight = np.where(fits, np.exp((values - values[choice.rank]) / HEAT), 0.0)
        by_value = 1 / ((held > 0) @ weight) / held[:, choice.rank]
        by_chance = 1 / (held @ fits.astype(float))
        likely *= (1 - CARELESS) * by_value + CARELESS * by_chance
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
    return _weigh(
        view, seat, played, choices_of(view) if beliefs else None, np.array(plain.unseen(view))
    )


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


def sample(view: View, number: int, chance: Random, *, beliefs: bool = True) -> WorldArrays:
    """Sample worlds for a seat that has been dealt cards; until it discards, its hand is empty."""
    rules, own = view.rules, view.seat
    assert own is not None, "a seat looks at its own deal"
    left = np.array(plain.unseen(view))
    drawn = number * SPARE
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
    return WorldArrays(hands[at], kept[at], left - together[at], effective)
