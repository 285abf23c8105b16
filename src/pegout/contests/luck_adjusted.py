"""Luck-adjusted win rates: strength from fewer games.

The luck of each game is subtracted from its result, deal by deal. Two stand-ins decide what the
cards of a deal were worth. There are two parts, and the expected value of each is 0, whatever the
players do:

* The cards dealt: the win probability if the stand-ins play them, over all starters, minus its mean
  over other deals at that score.
* The starter: the win probability with the actual starter, minus the mean over all possible
  starters, with the actual discards.

The stand-in of a policy is the policy itself, or for a policy that maximises win probability its
version that plays for points. Where it decides at random, it uses the random numbers of the player
that it replaces. The stand-in of any other player is a level.

The win probability after a deal is solved from deals of the stand-ins. The mean at a score comes
from a further set of deals. In both, each contestant deals the same cards once, so that much of
their luck cancels out. The interval includes the uncertainty of the means, from batches of the
deals. The less a stand-in resembles its player, the less luck is removed;
:meth:`pegout.contests.statistics.Figures.adjusted` subtracts only as much of it as helps.

Sources: M. Zinkevich, M. Bowling, N. Bard, M. Kan and D. Billings, Optimal Unbiased Estimators for
Evaluating Agent Performance (2006); N. Burch, M. Schmid, M. Moravčík, D. Morrill and M. Bowling,
AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games
(2018).

>>> from pegout.simulation import POLICIES
>>> policies = POLICIES["casual"], POLICIES["random"]
>>> luck = Luck(policies, Rules(), 1, luck_tables(policies, Rules(), 2000, seed=1))
>>> games = LuckAdjusting(policies, luck).games(range(200), [0, 1])
>>> bool((games.winners[:, 0] - games.luck).std() < 0.7 * games.winners[:, 0].std())
True
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from pegout.contests.kernel_engine import convert_games
from pegout.contests.mirrored_games import GamesPlayed
from pegout.evaluation import cribs_array
from pegout.kernel.counting import count_shows
from pegout.kernel.score_tables import Array
from pegout.rules import Component, Rules
from pegout.runs import Progress
from pegout.simulation import FunctionPolicy, Games, Policy, Trace, trace_deals
from pegout.simulation.deal_by_deal import (
    BatchGames,
    DealPlayers,
    DealsAgain,
    DealsPlayed,
    GamesInStep,
)
from pegout.simulation.policies.registry import known_to
from pegout.solver.deal_paths import DealSums, no_sums, sums_of_paths
from pegout.solver.pair_chances import after_deal, solve_pair
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import LARGEST_NEED

#: The number of batches of the deals that estimate the expected value at a score.
BATCHES: Final = 20
#: The number of deals traced at a time.
_AT_ONCE: Final = 1 << 13
#: Offsets of the seed, for deals that are independent of those of the games.
_SEEDS: Final = tuple([step * 0x9E3779B97F4A7C1 for step in range(1, 4)])
_SEED_LIMIT: Final = 1 << 62


class LuckTables(NamedTuple):
    """The expected win probability of contestant 0 at a score, between two stand-ins."""

    # float64[2, 122, 122], its win probability at the start of a deal, by the dealer and by the
    # needs of contestant 0 and contestant 1
    start: Array
    # float64[batches, 2, 122, 122], the mean of ``start`` after a deal, over the deals of each
    # batch, with the starters that the value of a deal has
    means: Array


def can_adjust(rules: Rules) -> bool:
    """Return whether these rules support luck adjustment.

    >>> can_adjust(Rules()), can_adjust(Rules(stinkhole=True))
    (True, False)
    """
    return (
        rules.players == 2 and rules.target <= LARGEST_NEED and not rules.refusal(Component.SOLVER)
    )


def stand_in(policy: Policy) -> Policy:
    """Return the stand-in of a policy: itself, or its version that plays for points.

    >>> from pegout.simulation import POLICIES
    >>> stand_in(POLICIES["expert"]).play, stand_in(POLICIES["club"]).play
    ('solved', 'club')
    """
    discards = "points" if policy.discards == "chances" else policy.discards
    play = "solved" if policy.play == "chances" else policy.play
    return Policy(policy.name, discards, play, policy.without, policy.overlooks)


def luck_tables(
    stand_ins: Sequence[Policy],
    rules: Rules,
    deals: int,
    seed: int,
    progress: Progress = lambda _, __: None,
) -> LuckTables:
    """Compute the tables for two contestants from deals of their stand-ins.

    Args:
        deals: the number of deals that each of them deals for the means, rounded up to whole
            batches; the win probabilities come from a quarter of that.
    """
    size = -(-deals // BATCHES)
    quarter = max(1, deals // 4)
    done, total = 0, 2 * (quarter + size * BATCHES)

    def report(number: int) -> None:
        nonlocal done
        done += number
        progress(done, total)

    seeds = [(seed + step) % _SEED_LIMIT for step in _SEEDS]
    start = solve_pair(_sums(stand_ins, rules, range(quarter), seeds[0], report))
    batches = [range(batch * size, (batch + 1) * size) for batch in range(BATCHES)]
    sums = [_sums(stand_ins, rules, batch, seeds[1], report) for batch in batches]
    return LuckTables(start, np.array([after_deal(course, start) for course in sums]))


def _sums(
    policies: Sequence[Policy],
    rules: Rules,
    numbers: range,
    seed: int,
    report: Callable[[int], None],
) -> list[DealSums]:
    """Let each of two policies deal the same cards, and add up the course of the deals by dealer.

    The starters are those of :func:`_with_other_starters`.
    """
    cribs, known = cribs_array(rules), known_to(policies, rules)
    both = []
    for dealer in (0, 1):
        sums = no_sums(2)
        seats = [policies[dealer], policies[1 - dealer]]
        for first in numbers[::_AT_ONCE]:
            number = min(_AT_ONCE, numbers.stop - first)
            trace = trace_deals(
                seats, number, seed, rules=rules, first=first, cribs=cribs, knowledge=known
            )
            chance = np.random.default_rng([seed, first])
            sums = sums_of_paths(_with_other_starters(trace, rules, chance), 2, sums)
            report(number)
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
class Luck:
    """All that measures the luck of games between two contestants."""

    stand_ins: tuple[Policy, ...]  # the stand-in of each contestant
    rules: Rules
    seed: int  # everything follows from it and the number of the group
    tables: LuckTables  # the expected win probabilities of the stand-ins


class GameLuck:
    """The luck of some games, one of each group, added up deal by deal.

    Attributes:
        luck: float64[n], the luck of side 0 in each game: what it adds to its win probability.
        deviations: float64[n, batches], what each game's luck would be less if the means were those
            of a single batch of deals.
    """

    def __init__(self, of: Luck, who: Sequence[int], games: int) -> None:
        stand_ins = [of.stand_ins[number] for number in who]
        known = known_to(stand_ins, of.rules)
        players = DealPlayers(stand_ins, of.rules, cribs_array(of.rules), known, endless=True)
        self._again = DealsAgain(players, (of.seed + _SEEDS[2] + who[0]) % _SEED_LIMIT)
        self._target = of.rules.target
        self._start = _of_seat_0(of.tables.start, who)
        means = np.array([_of_seat_0(batch, who) for batch in of.tables.means])
        self._means = means.mean(axis=0)
        self._deviations = means - self._means
        self.luck = np.zeros(games)
        self.deviations = np.zeros((games, len(means)))

    def add(self, rows: Array, deals: DealsPlayed) -> None:
        """Add the luck of some deals; a game may occur more than once."""
        dealt, cut = self._again.values(deals, self._start)
        own, opponent = (self._target - deals.scores()).T
        index = deals.dealers(), own, opponent
        np.add.at(self.luck, rows, dealt - self._means[index] + cut)
        np.add.at(self.deviations, rows, self._deviations[:, *index].T)


def _of_seat_0(wins: Array, who: Sequence[int]) -> Array:
    """Convert win probabilities of contestant 0 to those of seat 0, by the seat that deals."""
    if who[0] == 0:
        return wins
    turned: Array = 1 - wins[::-1].transpose(0, 2, 1)
    return np.ascontiguousarray(turned)


@dataclass(frozen=True, slots=True)
class LuckAdjusting:
    """Policies that play in the kernel, and the luck of their games."""

    policies: tuple[Policy | FunctionPolicy, ...]  # the two contestants
    luck: Luck  # measures their luck; it has the rules and the seed of the games too

    def games(self, chunk: range, who: list[int]) -> GamesPlayed:
        """Play one game of each group."""
        rules = self.luck.rules
        # A function is asked action by action; compiled policies play a deal at a time.
        compiled = all(isinstance(policy, Policy) for policy in self.policies)
        games = (GamesInStep if compiled else BatchGames)(
            [self.policies[number] for number in who], len(chunk), self.luck.seed, rules=rules,
            first=chunk.start, cribs=cribs_array(rules), knowledge=known_to(self.policies, rules),
        )  # fmt: skip
        came = GameLuck(self.luck, who, len(chunk))
        while games.play_deals():
            came.add(games.played, games.last_deals())
        results = convert_games(_ended(games, chunk, rules), rules)
        return results._replace(luck=came.luck, deviations=came.deviations)


def _ended(games: GamesInStep | BatchGames, chunk: range, rules: Rules) -> Games:
    scores = games.scores.astype(np.int16)
    first = (np.arange(chunk.start, chunk.stop) % 2).astype(np.int8)
    return Games(scores, scores == rules.target, first, games.deals.astype(np.int16), games.sums)
