"""The value of options in games of two where the play is not solved, by play-outs.

The opponent's range is every set of ranks that it may hold, weighted by how likely it is dealt and
kept. Each option is played out against the whole range by a simple rule
(:mod:`pegout.search.multiplayer.rollouts`), so nothing is sampled. The only error is the rule by
which both play. Where only the play has other rules than the solved ones, the pegging is that of
the solved play plus the change that the other rules make in the play-outs.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, prod
from operator import mul
from typing import Final, NamedTuple

from pegout.cards import Card, sets_of_ranks
from pegout.evaluation.discards import CribOwner, crib_mean, role_of
from pegout.evaluation.opponent_discards import discard_strategy
from pegout.rules import Rules, SeatView
from pegout.scoring.unchecked import show_points
from pegout.search.multiplayer.determinization import marginal
from pegout.search.multiplayer.forms import search_of_many
from pegout.search.multiplayer.outlooks import lead_of, needs_of
from pegout.search.multiplayer.rollouts import RolloutResult, end_of
from pegout.search.next_deal import chance_before_deal
from pegout.tables import rank_sets

#: The share of a difference between two discards in play-outs that the solved play confirms;
#: ``tools/value_errors.py`` measures it under the standard rules.
_KNOWN: Final = 0.48


class PlayedOut(NamedTuple):
    """The values of options in play-outs."""

    points: tuple[float, ...]  # the pegging of each minus the opponent's; the opposite in lowball
    wins: tuple[float, ...]  # the win probability of each; empty for discards


class _Held(NamedTuple):
    """The opponent's range: sets of ranks held, the same with the cards played, and weights."""

    held: list[rank_sets.Ranks]
    kept: list[rank_sets.Ranks]
    weights: list[float]


def play_out_discards(view: SeatView, kept: Sequence[Sequence[Card]]) -> PlayedOut:
    """Play out the cards kept after each of some discards."""
    points = _pegged(view, view.rules, kept)
    return PlayedOut(tuple([_KNOWN * each for each in points]), ())


def changed_pegs(
    view: SeatView, kept: Sequence[Sequence[Card]], solved: Sequence[float]
) -> tuple[float, ...]:
    """Return the pegging after discards where the play has other rules than the solved ones."""
    pegged, known = _pegged(view, view.rules, kept), _pegged(view, Rules(), kept)
    return tuple(
        [
            points + _KNOWN * (changed - before)
            for points, changed, before in zip(solved, pegged, known, strict=True)
        ]
    )


def _pegged(view: SeatView, rules: Rules, kept: Sequence[Sequence[Card]]) -> list[float]:
    """Play out the kept cards under some rules, and return the pegging of each."""
    assert view.dealer is not None, "there is a dealer"
    belief, hands = _weigh_range(view), [[card >> 2 for card in cards] for cards in kept]
    turn = (view.dealer + 1) % 2
    played = search_of_many().play_out_range(rules, view.seat, hands, belief.held, turn)
    return [_points(view, rules, each, belief) for each in played]


def _points(view: SeatView, rules: Rules, played: RolloutResult, belief: _Held) -> float:
    leads = [lead_of(rules, view.side, gains) for gains in played.gains]
    points: float = sum(map(mul, leads, belief.weights))
    return points


def play_out_cards(view: SeatView, ranks: Sequence[int]) -> PlayedOut:
    """Play out the cards that a seat may play."""
    belief, show = _weigh_range(view), _Show(view)
    own = [card >> 2 for card in view.hand]
    pile = end_of([step.card >> 2 for step in view.pile])
    played = search_of_many().play_out_range(
        view.rules, view.seat, [own] * len(ranks), belief.held, view.seat, ranks, pile, view.count,
        needs_of(view),
    )  # fmt: skip
    won = [
        sum(
            [
                weight * show.chance(kept, gains, first)
                for weight, kept, gains, first in zip(
                    belief.weights, belief.kept, each.gains, each.first, strict=True
                )
            ]
        )
        for each in played
    ]
    points = [_points(view, view.rules, each, belief) for each in played]
    return PlayedOut(tuple(points), tuple(won))


def _weigh_range(view: SeatView) -> _Held:
    """Weigh the opponent's range: by the pack, by its goes and by what its role keeps."""
    assert view.dealer is not None, "there is a dealer"
    rules, opponent = view.rules, 1 - view.seat
    played = [step.card >> 2 for step in view.played if step.seat == opponent]
    ways = marginal(view, opponent, beliefs=False)
    rates = _keep_rates(rules, role_of(rules, opponent, view.dealer))
    held, kept, weights = [], [], []
    sets = sets_of_ranks(rules.kept - len(played))
    for ranks, number in zip(sets, ways, strict=True):
        whole = tuple(sorted((*ranks, *played)))
        if number and whole in rates:
            held.append(ranks)
            kept.append(whole)
            weights.append(number * rates[whole])
    total = sum(weights)
    return _Held(held, kept, [weight / total for weight in weights])


@lru_cache(8)
def _keep_rates(rules: Rules, role: CribOwner) -> dict[rank_sets.Ranks, float]:
    """Return how much likelier a role keeps each set of ranks than random cards."""
    known = discard_strategy(rules, role)
    frequencies: dict[rank_sets.Ranks, float] = {}
    for counts, discards in known.hands:
        dealt = [rank for rank, many in counts for _ in range(many)]
        hands = prod([comb(4, many) for _, many in counts])
        for index, share in discards:
            kept = dealt.copy()
            for rank in known.discards[index]:
                kept.remove(rank)
            four = tuple(sorted(kept))
            frequencies[four] = frequencies.get(four, 0.0) + hands * share
    return {kept: number / rank_sets.ways(kept) for kept, number in frequencies.items()}


class _Show:
    """The counts after the play, averaged over the opponent's possible discards."""

    def __init__(self, view: SeatView) -> None:
        assert view.dealer is not None, "there is a dealer"
        assert view.starter is not None, "the starter is cut before the play"
        rules = view.rules
        self.rules, self.seat, self.dealer = rules, view.seat, view.dealer
        self.needs, self.starter = needs_of(view), view.starter >> 2
        kept = [card for card in view.dealt if card not in view.discards]
        self.own = show_points(kept, view.starter, nobs_points=rules.nobs_points)
        role = role_of(rules, view.seat, view.dealer)
        self.crib = round(crib_mean(view.discards, view.dealt, rules, role))
        self.known: dict[tuple[int, ...], float] = {}

    def chance(self, kept: rank_sets.Ranks, pegged: Sequence[int], first: int) -> float:
        """Return the seat's win probability, given the opponent's hand and both scores."""
        hand = rank_sets.rank_score(kept, self.starter)
        key = (hand, *pegged, first)
        if key not in self.known:
            self.known[key] = self._chance(hand, pegged, first)
        return self.known[key]

    def _chance(self, hand: int, pegged: Sequence[int], first: int) -> float:
        needs = [need - points for need, points in zip(self.needs, pegged, strict=True)]
        if first < 0:
            pone = 1 - self.dealer
            for seat, crib in ((pone, 0), (self.dealer, self.crib)):
                needs[seat] -= (self.own if seat == self.seat else hand) + crib
                if needs[seat] <= 0:
                    break
        else:
            needs[first] = 0
        return chance_before_deal(self.rules, needs, 1 - self.dealer, self.seat)
