"""Luck-adjusted win rates: strength from fewer games.

The luck of each game is subtracted from its result, deal by deal. Each part is measured against its
own mean. So its expected value is 0, and the win rate stays unbiased, whatever the players do.
There are two parts:

* The cards dealt: the win probability if two stand-ins play them, over all starters, minus its mean
  over other deals at that score. A stand-in is the policy itself, or for a policy that maximises
  win probability its version that plays for points. Where a stand-in decides at random, it uses the
  random numbers of the player that it replaces.
* The starter: the win probability with the actual starter, minus the mean over all possible
  starters, with the actual discards.

The win probability after a deal is solved from deals of the stand-ins. The mean at a score comes
from a further set of deals. The interval includes the uncertainty of both. The rate is unbiased
even if they are wrong: the better they are, the more luck they remove.

Sources: M. Zinkevich, M. Bowling, N. Bard, M. Kan and D. Billings, Optimal Unbiased Estimators for
Evaluating Agent Performance (2006); N. Burch, M. Schmid, M. Moravčík, D. Morrill and M. Bowling,
AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games
(2018).

>>> from pegout.simulation import POLICIES
>>> policies = POLICIES["casual"], POLICIES["random"]
>>> tables = luck_tables(policies, Rules(), 2000, seed=1)
>>> games = LuckAdjusting(policies, Rules(), 1, tables).games(range(200), [0, 1])
>>> bool(games.adjusted[:, 0].std() < 0.7 * games.winners[:, 0].std())
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from pegout.analysis.kernel_engine import known_to, played
from pegout.analysis.mirrored_games import Array, GamesPlayed
from pegout.evaluation import cribs_array
from pegout.kernel.counting import count_shows
from pegout.kernel.layout import DEALER, SCORES
from pegout.rules import Rules
from pegout.simulation import Games, Policy, Trace, trace_deals
from pegout.simulation.deal_by_deal import DealPlayers, DealsAgain, GamesInStep
from pegout.solver.deal_paths import DealSums, no_sums, sums_of_paths
from pegout.solver.pair_chances import after_deal, solve_pair
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import MOST

__all__ = ["BATCHES", "LuckAdjusting", "LuckTables", "can_adjust", "luck_tables", "stand_in"]

#: The number of batches of the deals that estimate the expected value at a score.
BATCHES: Final = 20
#: The number of deals traced at a time.
_AT_ONCE: Final = 1 << 13
#: Offsets of the seed, for deals that are independent of those of the games.
_SEEDS: Final = tuple([step * 0x9E3779B97F4A7C1 for step in range(1, 4)])
_MOST_SEED: Final = 1 << 62


class LuckTables(NamedTuple):
    """The expected win probability of contestant 0 at a score, between two stand-ins.

    Attributes:
        start: float64[2, 122, 122], its win probability at the start of a deal, by the dealer and
            by the needs of contestant 0 and contestant 1.
        means: float64[batches, 2, 122, 122], the mean of ``start`` after a deal, over the deals of
            each batch, with the starters that the value of a deal has.
    """

    start: Array
    means: Array


def can_adjust(rules: Rules) -> bool:
    """Return whether these rules support luck adjustment.

    >>> can_adjust(Rules()), can_adjust(Rules(stinkhole=True))
    (True, False)
    """
    switched = rules.lowball or rules.stinkhole or rules.five_card
    return rules.players == 2 and rules.hand_size == 6 and rules.target <= MOST and not switched


def stand_in(policy: Policy) -> Policy:
    """Return the stand-in of a policy: itself, or its version that plays for points.

    >>> from pegout.simulation import POLICIES
    >>> stand_in(POLICIES["expert"]).play, stand_in(POLICIES["club"]).play
    ('solved', 'club')
    """
    discards = "points" if policy.discards == "chances" else policy.discards
    play = "solved" if policy.play == "chances" else policy.play
    return Policy(policy.name, discards, play, policy.without, policy.overlooks)


def luck_tables(policies: Sequence[Policy], rules: Rules, deals: int, seed: int) -> LuckTables:
    """Compute the tables for two contestants from deals of their stand-ins.

    Args:
        policies: the two contestants.
        rules: the rules, see :func:`can_adjust`.
        deals: the number of deals that each of them deals for the means, rounded up to whole
            batches; the win probabilities come from a quarter of that.
        seed: everything follows from it.
    """
    stand_ins = [stand_in(policy) for policy in policies]
    size = -(-deals // BATCHES)
    start = solve_pair(
        _sums(stand_ins, rules, max(1, deals // 4), 0, (seed + _SEEDS[0]) % _MOST_SEED)
    )
    means = [
        after_deal(
            _sums(stand_ins, rules, size, batch * size, (seed + _SEEDS[1]) % _MOST_SEED), start
        )
        for batch in range(BATCHES)
    ]
    return LuckTables(start, np.array(means))


def _sums(
    policies: Sequence[Policy], rules: Rules, deals: int, first: int, seed: int
) -> list[DealSums]:
    """Play equally many deals of either dealer, and add up their course by dealer."""
    cribs, known = cribs_array(rules), known_to(policies, rules)
    both = []
    for dealer in (0, 1):
        sums = no_sums(2)
        for at in range(first, first + deals, _AT_ONCE):
            number = min(_AT_ONCE, first + deals - at)
            seats = [policies[dealer], policies[1 - dealer]]
            trace = trace_deals(
                seats, number, seed ^ dealer, rules=rules, first=at, cribs=cribs, knowledge=known
            )
            chance = np.random.default_rng([seed, dealer, at])
            sums = sums_of_paths(_with_other_starters(trace, rules, chance), 2, sums)
        both.append(sums)
    return both


def _with_other_starters(trace: Trace, rules: Rules, chance: np.random.Generator) -> Trace:
    """Draw the starters again from all cards that were not dealt; the play does not change."""
    number = len(trace.starters)
    left = np.ones((number, 52), bool)
    np.put_along_axis(left, trace.hands.reshape(number, -1).astype(np.intp), False, axis=1)
    draws = chance.integers(40, size=number)
    starters = (left.cumsum(axis=1) == draws[:, None] + 1).argmax(axis=1)
    away = (trace.hands[..., None] == trace.discarded[:, :, None, :]).any(axis=3)
    kept = trace.hands[~away].reshape(number, 2, 4)
    hands = [count_shows(kept[:, seat], starters, rules=rules) for seat in (0, 1)]
    cribs = count_shows(trace.discarded.reshape(number, 4), starters, crib=True, rules=rules)
    heels = rules.heels_points * (starters >> 2 == JACK)
    deals = trace.deals._replace(
        hands=np.stack(hands, axis=1).astype(np.int16),
        cribs=cribs.astype(np.int16),
        heels=heels.astype(np.int16),
    )
    return trace._replace(starters=starters.astype(np.int8), deals=deals)


@dataclass(frozen=True, slots=True)
class LuckAdjusting:
    """Policies that play in the kernel, with luck adjustment.

    The games are those of :class:`pegout.analysis.kernel_engine.Compiled`.

    Attributes:
        policies: the two contestants.
        rules: the rules.
        seed: everything follows from it and the number of the group.
        tables: their expected win probabilities.
    """

    policies: tuple[Policy, ...]
    rules: Rules
    seed: int
    tables: LuckTables

    def games(self, chunk: range, who: list[int]) -> GamesPlayed:
        """Play one game of each group.

        Args:
            chunk: the numbers of the groups, which are those of their games.
            who: the contestant on each side.
        """
        rules, cribs = self.rules, cribs_array(self.rules)
        seats = [self.policies[one] for one in who]
        games = GamesInStep(
            seats, len(chunk), self.seed, rules=rules, first=chunk.start, cribs=cribs,
            knowledge=known_to(self.policies, rules),
        )  # fmt: skip
        stand_ins = [stand_in(one) for one in seats]
        players = DealPlayers(stand_ins, rules, cribs, known_to(stand_ins, rules), endless=True)
        again = DealsAgain(players, (self.seed + _SEEDS[2] + who[0]) % _MOST_SEED)
        start = _of_seat_0(self.tables.start, who)
        means = _of_seat_0(self.tables.means.mean(axis=0), who)
        luck, visits = np.zeros((2, len(chunk))), np.zeros((2, MOST + 1, MOST + 1))
        while games.play_deals():
            rows = games.played
            needs = rules.target - games.before[rows, SCORES : SCORES + 2]
            dealers = games.games.state[rows, DEALER]
            dealt, kept, cut = again.values(games, needs, start)
            luck[0, rows] += dealt - means[dealers, needs[:, 0], needs[:, 1]]
            luck[1, rows] += cut - kept
            own, opponent = needs[:, who.index(0)], needs[:, who.index(1)]
            np.add.at(visits, (np.array(who)[dealers], own, opponent), 1)
        results = played(_ended(games, chunk, rules), rules)
        won = results.winners[:, 0]
        return results._replace(
            adjusted=_both(won - luck.sum(axis=0)),
            dealt=_both(won - luck[0]),
            expected=(self.tables.means * visits).sum(axis=(1, 2, 3)),
        )


def _of_seat_0(wins: Array, who: Sequence[int]) -> Array:
    """Convert win probabilities of contestant 0 to those of seat 0, by the seat that deals."""
    if who[0] == 0:
        return wins
    turned: Array = 1 - wins[::-1].transpose(0, 2, 1)
    return np.ascontiguousarray(turned)


def _both(shares: Array) -> Array:
    return np.stack([shares, 1 - shares], axis=1)


def _ended(games: GamesInStep, chunk: range, rules: Rules) -> Games:
    scores = games.scores.astype(np.int16)
    first = (np.arange(chunk.start, chunk.stop) % 2).astype(np.int8)
    return Games(scores, scores == rules.target, first, games.deals.astype(np.int16), games.sums)
