"""The opponent's range with arrays: all hands at once.

The result equals that of :mod:`pegout.search.ranges`, which works hand by hand. The latter is
faster when compiled; in interpreted Python this module is faster if the opponent has three or four
cards.
"""

import numpy as np

from pegout.kernel.score_tables import Array
from pegout.search import ranges
from pegout.search.hand_arrays import SolvedShares, fitting, hand_arrays, spread_of
from pegout.search.hands import FIRST_FOUR, FIRST_PAIR, first_of
from pegout.search.play_arrays import ranks_below
from pegout.search.workspace import OF_BELIEFS, ROW, Facts, Workspace
from pegout.tables.play_strategy import SolvedPlay
from pegout.tables.rank_set_arrays import BINOMIALS, counts


class ArrayRanges:
    """The opponent's range and discards, written to a workspace for interpreted Python."""

    def __init__(self, space: Workspace, solved: SolvedPlay) -> None:
        self._signs, self._kept = ranges.signs_of(space), space.switches.kept
        self._solved = SolvedShares(solved)
        hands, prior = hand_arrays(), space.prior
        self._ranks, self._more = hands.ranks, hands.more.reshape(-1, 13)
        self._copies = np.concatenate([counts(size) for size in range(5)])
        self._starts, self._shares = np.asarray(prior.starts), np.asarray(prior.shares)
        self._low, self._high = np.asarray(prior.low) >> 2, np.asarray(prior.high) >> 2
        self._pair = self._more[1 + self._low.astype(int), self._high] - FIRST_PAIR

    def believe(self, maximum: int, facts: Facts, left: int, minimum: int, shown: int) -> int:
        """Compute :func:`pegout.search.ranges.believe` for an opponent with at least one card."""
        signs, unseen = self._signs, ranges.unseen_ranks(facts.seen)
        hands = first_of(left) + np.arange(ranges.sets_of(left))
        weights = self._ways(hands, unseen) * ((self._ranks[hands] & 15) >= minimum)
        if not facts.left_out & OF_BELIEFS:
            rows = np.flatnonzero(weights)
            weights[rows] *= self._likely(hands[rows], facts, left, shown, unseen)
        signs.beliefs.weights[: len(hands)] = weights.tolist()
        return int(ranges.take_range(maximum, left, signs.beliefs.weights, signs.range))

    def believe_discards(self, facts: Facts, number: int, left: int, shown: int) -> None:
        """Compute :func:`pegout.search.ranges.believe_discards` after :meth:`believe`."""
        signs, unseen = self._signs, ranges.unseen_ranks(facts.seen)
        if self._kept != 4 or facts.left_out & OF_BELIEFS:
            ranges.believe_discards(facts, number, left, shown, self._kept == 4, signs)
            return
        careless, _ = ranges.careless_of(facts)
        anyhow = careless * ranges.pairs_of(unseen, left) / 15
        held, weight = signs.range.held[:number], np.array(signs.range.weight[:number])
        four = self._fours(np.array(held), shown)
        part = weight / (anyhow + np.array(signs.beliefs.kept)[four])
        row, entry, ways = self._discards(four, np.array(held), facts.role, unseen)
        by_signs = (1 - careless) * part[row] * ways
        discarded = np.bincount(self._pair[entry], by_signs, 91)
        anything = self._ways(FIRST_PAIR + np.arange(91), unseen) / ranges.pairs_of(unseen, 0)
        signs.beliefs.discarded[:] = (discarded + part.sum() * anyhow * anything).tolist()

    def _ways(self, hands: Array, unseen: int) -> Array:
        """Count the hands of unseen cards with each set of ranks, as a float."""
        ways = np.ones(len(hands))
        for rank in range(13):
            ways *= BINOMIALS[unseen >> 4 * rank & 15, self._copies[hands, rank]]
        return ways

    def _likely(self, hands: Array, facts: Facts, left: int, shown: int, unseen: int) -> Array:
        """Return the likelihood of hands: that they were kept, times that of the cards played."""
        careless_kept, careless_played = ranges.careless_of(facts)
        likely: Array = np.ones(len(hands))
        if self._kept == 4:
            four = self._fours(hands, shown)
            row, _, ways = self._discards(four, hands, facts.role, unseen)
            kept = (1 - careless_kept) * np.bincount(row, ways, len(hands))
            by_four = np.zeros(ranges.sets_of(4))
            by_four[four] = kept
            self._signs.beliefs.kept[:] = by_four.tolist()
            likely = kept + careless_kept * ranges.pairs_of(unseen, left) / 15
        ranges.weigh_history(shown, self._signs.history, self._signs.heuristic)
        for step in range(shown - 1, -1, -1):
            hands = self._more[hands, self._signs.history.rank[step]]
            likely *= self._played(hands, step, careless_played)
        return likely

    def _fours(self, hands: Array, shown: int) -> Array:
        """Return the set numbers of hands together with the cards played from them."""
        for step in range(shown):
            hands = self._more[hands, self._signs.history.rank[step]]
        return hands - FIRST_FOUR

    def _discards(
        self, four: Array, hands: Array, role: int, unseen: int
    ) -> tuple[Array, Array, Array]:
        """List the possible discards for sets of four.

        Returns:
            For each discard of each four: the index of the four, the number of the discard in the
            prior, and its weight, which is its share times the number of pairs of cards left.
        """
        first = self._starts[1820 * (1 - role) + four]
        number = self._starts[1820 * (1 - role) + four + 1] - first
        row = np.repeat(np.arange(len(four)), number)
        entry = np.arange(len(row)) + np.repeat(first - np.cumsum(number) + number, number)
        counts = np.array([unseen >> 4 * rank & 15 for rank in range(13)])
        rest = counts - self._copies[hands]
        low, high = self._low[entry], self._high[entry]
        lower, higher = rest[row, low], rest[row, high]
        pairs = lower * np.where(low == high, (lower - 1) / 2, higher)
        return row, entry, self._shares[entry] * pairs

    def _played(self, hands: Array, step: int, careless: float) -> Array:
        """Return the likelihood that each hand at a step plays the card that was played then."""
        history = self._signs.history
        played, size, node = history.rank[step], history.held[step], history.node[step]
        limit = ranks_below(np.array(history.count[step]))
        spread = spread_of(self._ranks[hands])
        fits, number = fitting(spread, limit), (spread < limit).sum(axis=1)
        copies = (spread == played).sum(axis=1)
        likely = np.array(history.likely[ROW * step : ROW * (step + 1)])
        share = likely[played] / (likely[spread] * fits).sum(axis=1)
        chosen = np.flatnonzero(copies < number)
        if node >= 0 and len(chosen):
            spread = spread[chosen]
            solved = self._solved.of(np.full(len(chosen), node), spread, fits[chosen], size)
            index = (spread == played).argmax(axis=1)
            known = solved.any(axis=1)
            share[chosen[known]] = solved[known, index[known]]
        share[copies == number] = 1.0
        result: Array = (1 - careless) * share / copies + careless / number
        return result
