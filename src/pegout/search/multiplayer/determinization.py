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

:mod:`pegout.search.multiplayer.determinization_arrays` draws the same worlds where NumPy is
installed.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate
from math import exp, perm
from operator import mul
from random import Random
from typing import Final, NamedTuple

from pegout.evaluation.discards import CribOwner, role_of
from pegout.evaluation.opponent_discards import discard_strategy
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.search.multiplayer.pcg64 import Pcg64
from pegout.search.multiplayer.rollouts import (
    NO_CHOICE,
    WorldHands,
    end_of,
    faced,
    heuristic_values,
)
from pegout.tables import rank_sets as ranks

#: The modelled part of all choices that keep or play cards at random.
CARELESS: Final = 0.05
#: The difference in points that makes a card about three times as likely to be played. With this
#: temperature and the careless part, the log likelihood of the hands of ``greedy``, ``lookahead``
#: and ``club`` was 0.6 to 0.8 nats per hand above that of random cards.
HEAT: Final = 0.75
#: The number of worlds drawn for each one requested.
SPARE: Final = 3
_ORDERS: Final = [[perm(left, taken) for taken in range(13)] for left in range(5)]


class Worlds(NamedTuple):
    """Possible hands of all seats; all worlds are equally likely."""

    hands: list[WorldHands]
    # By world and seat, the number of the set that the seat kept, in the order of the sets of four
    # ranks; 0 for the own seat.
    kept: list[tuple[int, ...]]
    left: list[int]  # the number of cards of each rank neither seen nor kept, see :func:`packed`
    # The effective sample size of the first draw as a fraction of its size; the nearer to 1, the
    # better.
    effective: float


class _Sets(NamedTuple):
    """All sets of a size: their ranks, the highest first, and the same as :func:`packed` counts."""

    cards: list[ranks.Ranks]
    counts: list[int]


def packed(cards: Sequence[int]) -> int:
    """Return the number of cards of each rank, four bits each, the ace lowest.

    >>> hex(packed([0, 2, 2]))
    '0x201'
    """
    return sum([1 << 4 * rank for rank in cards])


def load(rules: Rules) -> None:
    """Preload the tables for sampling worlds of three or four players."""
    for size in range(5):
        _sets(size)
    set_numbers()
    for role in {role_of(rules, seat, 0) for seat in range(rules.players)}:
        keep_rates(rules.players, role)


@load_once
def _sets(size: int) -> _Sets:
    cards = [cards[::-1] for cards in ranks.sets(size)]
    return _Sets(cards, [packed(each) for each in cards])


@load_once
def set_numbers() -> dict[ranks.Ranks, int]:
    """Return the number of each set of four ranks in :func:`pegout.tables.rank_sets.sets`."""
    return {cards: at for at, cards in enumerate(ranks.sets(4))}


@load_once
def keep_rates(players: int, role: CribOwner) -> array[float]:
    """Return the probability that four cards are kept, by their ranks and the rank of the fifth.

    Returns:
        float64[1820 * 13]. A careless discard is each card with probability 0.2, and cards of one
        rank are discarded equally often.

    >>> rates = keep_rates(4, "own")
    >>> at = ranks.sets(4).index(ranks.parse("5JQK"))
    >>> [round(rates[13 * at + rank], 2) for rank in ranks.parse("A5")]
    [0.96, 0.48]
    """
    rates, number = array("d", [CARELESS / 5]) * (1820 * 13), set_numbers()
    known = discard_strategy(Rules(players=players), role)
    for counts, discards in known.hands:
        dealt = [rank for rank, many in counts for _ in range(many)]
        for index, share in discards:
            (discarded,) = known.discards[index]
            kept = dealt.copy()
            kept.remove(discarded)
            # The table gives one share for all cards of a rank.
            more = (1 - CARELESS) * share / (kept.count(discarded) + 1)
            rates[13 * number[tuple(kept)] + discarded] += more
    return rates


def minimum_values(view: View) -> list[int]:
    """Return for each seat the lowest card value that it can still have, given its goes.

    A seat that says go at 25 has no card below 7. When a count ended, no seat with cards left had
    one that fitted.
    """
    ended = [sum([ranks.VALUES[played.card >> 2] for played in pile]) for pile in view.earlier]
    minimum = max([32 - count for count in ended], default=1)
    values = [minimum] * view.rules.players
    for go in view.goes:
        values[go.seat] = max(values[go.seat], 32 - go.count)
    return values


def unseen(view: View) -> list[int]:
    """Return the number of cards of each rank that a seat has not seen."""
    left = [4] * 13
    for card in view.seen():
        left[card >> 2] -= 1
    return left


class PlayedChoice(NamedTuple):
    """A card that was played by choice, with the heuristic value of each rank."""

    seat: int
    rank: int
    values: Sequence[float]


def choices_of(view: View) -> list[PlayedChoice]:
    """Return the choices of the other seats, with the heuristic values of all ranks."""
    rules, chosen = view.rules, []
    sizes = [rules.kept] * rules.players
    for pile in (*view.earlier, view.pile):
        count, before = 0, list[int]()
        for played in pile:
            seat, rank = played.seat, played.card >> 2
            if seat != view.seat and sizes[seat] > 1:
                facing = faced(rules.players, rules.sides, seat, sizes)
                values = heuristic_values(rules, end_of(before), count, *facing)
                chosen.append(PlayedChoice(seat, rank, values))
            sizes[seat] -= 1
            count += ranks.VALUES[rank]
            before.append(rank)
    return chosen


class _Weighed(NamedTuple):
    """A choice as weights: of each rank by its value, and whether it fits."""

    rank: int
    weights: list[float]
    fits: list[bool]


def weigh_choices(chosen: Sequence[PlayedChoice]) -> list[_Weighed]:
    """Return what :func:`play_likelihood` needs of the choices of a seat, the last first."""
    weighed = []
    for choice in reversed(chosen):
        own = choice.values[choice.rank]
        fits = [value > NO_CHOICE / 10 for value in choice.values]
        weights = [
            exp((value - own) / HEAT) if fit else 0.0
            for value, fit in zip(choice.values, fits, strict=True)
        ]
        weighed.append(_Weighed(choice.rank, weights, fits))
    return weighed


def play_likelihood(
    weighed: Sequence[_Weighed], played: Sequence[int], held: Sequence[int]
) -> float:
    """Return the likelihood that a seat plays these cards in this order, by its remaining cards.

    Args:
        weighed: the choices of the seat; see :func:`weigh_choices`.
        played: the ranks that it has played.
        held: the ranks that it still holds.

    A heuristic value covers all cards of a rank, which are equally likely. A careless seat plays
    any card that fits. The last card of a hand is not a choice.
    """
    cards, likely = [*held, *played[len(weighed) :]], 1.0
    for rank, weights, fits in weighed:
        cards.append(rank)
        by_value = 1 / sum([weights[each] for each in {*cards}]) / cards.count(rank)
        by_chance = 1 / sum([fits[each] for each in cards])
        likely *= (1 - CARELESS) * by_value + CARELESS * by_chance
    return likely


def marginal(view: View, seat: int, *, beliefs: bool = True) -> list[float]:
    """Return the marginal belief over the hand of another seat, as weights of sets of ranks.

    Args:
        beliefs: whether to use the models of kept and played cards; otherwise all cards that the
            goes allow are equally likely.

    Returns:
        The weights, not normalised, in the order of :func:`pegout.tables.rank_sets.sets` for the
        number of cards left in the seat's hand.
    """
    chosen = choices_of(view) if beliefs else None
    return _weigh(view, seat, _played_by(view, seat), chosen, unseen(view))


def _played_by(view: View, seat: int) -> list[int]:
    return [step.card >> 2 for step in view.played if step.seat == seat]


def _weigh(
    view: View,
    seat: int,
    played: Sequence[int],
    chosen: Sequence[PlayedChoice] | None,
    left: Sequence[int],
) -> list[float]:
    assert view.dealer is not None, "there is a dealer"
    rules, minimum = view.rules, minimum_values(view)[seat]
    weighed = weigh_choices([choice for choice in chosen or () if choice.seat == seat])
    rates = (
        keep_rates(rules.players, role_of(rules, seat, view.dealer)) if chosen is not None else None
    )
    weights = []
    for cards in ranks.sets(rules.kept - len(played)):
        weight = 0.0
        if not cards or ranks.VALUES[cards[0]] >= minimum:
            weight = float(_ways(cards, left))
        if weight and rates is not None:
            weight *= _keeping(rates, cards, played, left)
            if weighed:
                weight *= play_likelihood(weighed, played, cards)
        weights.append(weight)
    return weights


def _ways(cards: ranks.Ranks, left: Sequence[int]) -> int:
    """Count the hands of these ranks in a pack with so many cards of each rank."""
    ways = 1
    for rank in {*cards}:
        ways *= ranks.BINOMIALS[left[rank]][cards.count(rank)]
    return ways


def _keeping(
    rates: array[float], cards: ranks.Ranks, played: Sequence[int], left: Sequence[int]
) -> float:
    """Return how often a seat keeps cards, by the cards that are left for the fifth."""
    first = 13 * set_numbers()[tuple(sorted((*cards, *played)))]
    row = rates[first : first + 13]
    whole: float = sum(map(mul, row, left))
    return whole - sum([row[rank] for rank in cards])


def _even(weights: Sequence[float], number: int, start: float) -> list[int]:
    """Draw indices by systematic sampling of their weights, in order."""
    reached = [*accumulate(weights)]
    last, total = len(reached) - 1, reached[-1]
    indices, at = [], 0
    for step in range(number):
        mark = (step + start) / number * total
        # Rounding may put the last mark after the last set.
        while at < last and reached[at] <= mark:
            at += 1
        indices.append(at)
    return indices


def sample(view: View, number: int, chance: Random, *, beliefs: bool = True) -> Worlds:
    """Sample worlds for a seat that has been dealt cards; until it discards, its hand is empty."""
    rules, own = view.rules, view.seat
    assert own is not None, "a seat looks at its own deal"
    left, drawn = unseen(view), number * SPARE
    luck = Pcg64(chance.getrandbits(64))
    chosen = choices_of(view) if beliefs else None
    mine = tuple(sorted([card >> 2 for card in view.hand], reverse=True))
    hands: list[Sequence[ranks.Ranks]] = []
    kept: list[Sequence[int]] = []
    counts: list[Sequence[int]] = []
    for seat in range(rules.players):
        if seat == own:
            hands.append([mine if len(mine) <= 4 else ()] * drawn)
            kept.append([0] * drawn)
            continue
        played = _played_by(view, seat)
        weights = _weigh(view, seat, played, chosen, left)
        even = _even(weights, drawn, luck.random(1)[0])
        draws = luck.random(drawn)
        at = [even[index] for index in sorted(range(drawn), key=draws.__getitem__)]
        sets, numbers = _sets(rules.kept - len(played)), set_numbers()
        whole = {each: numbers[tuple(sorted((*sets.cards[each], *played)))] for each in {*at}}
        hands.append([sets.cards[each] for each in at])
        kept.append([whole[each] for each in at])
        counts.append([sets.counts[each] for each in at])
    weights = [_dealing(left, parts) for parts in zip(*counts, strict=True)]
    total = sum(weights)
    effective = total * total / sum([weight * weight for weight in weights]) / drawn
    worlds = _even(weights, number, luck.random(1)[0])
    every, all_left = (
        [*zip(*hands, strict=True)],
        sum([many << 4 * r for r, many in enumerate(left)]),
    )
    kept_by, held = [*zip(*kept, strict=True)], [sum(parts) for parts in zip(*counts, strict=True)]
    return Worlds(
        [every[at] for at in worlds],
        [kept_by[at] for at in worlds],
        [all_left - held[at] for at in worlds],
        effective,
    )


def _dealing(left: Sequence[int], parts: tuple[int, ...]) -> float:
    """Return the ways to deal hands together, divided by those with a pack for each.

    Args:
        parts: the numbers of cards of each rank in each hand; see :func:`packed`.
    """
    ratio, together = 1.0, sum(parts)
    rank = 0
    while together:
        number = together & 15
        if number > 1:
            each = [part >> 4 * rank & 15 for part in parts]
            if number not in each:
                orders = _ORDERS[left[rank]]
                alone = 1
                for many in each:
                    alone *= orders[many]
                ratio *= orders[number] / alone
        together >>= 4
        rank += 1
    return ratio
