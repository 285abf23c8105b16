"""The play of two players as a game of imperfect information, by ranks alone.

Suits do not matter in the play, and its points depend on cards that both players see. So everything
that both players see is a node of a tree of ranks and goes, the *public tree*. A *hand* is one of
the 1,820 sets of four ranks. When the play is over, both hands are known. :class:`PlayTree` holds
the tree. Its sweeps compute the value of strategies to every hand, the value of a best response,
and, by the regrets of CFR+, strategies from which neither seat gains by deviating.

Once a seat has no cards left, nothing is hidden any more, and its opponent plays the last cards in
their best order. That part of the play is no decision here.
"""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from pegout.cards import sets_of_ranks
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array, ends_of
from pegout.rules import Rules
from pegout.search.hand_arrays import hand_arrays
from pegout.simulation.constants import games_of, ground
from pegout.simulation.game_loops import row_of
from pegout.simulation.policies.policy import Policy
from pegout.solver import cfr_loops as sweeps
from pegout.solver import public_tree_loops as loops
from pegout.solver.last_hole_loops import RaceRoom, race

#: The number of sets of four ranks.
HANDS: Final = 1820
#: The number of sets of each size, and the most weights at a node.
_SIZES: Final = (1, 13, 91, 455, HANDS)
_MAX_ROWS: Final = 13 * 455
#: Levels of the tree: eight cards, and fewer goes than cards.
_LEVELS: Final = 16
#: The number of nodes and of ends of the whole tree.
_SIZE: Final = (1_005_844, 9_531_056)
_ENDS_IN_TASK: Final = 100_000
_NODES_IN_TASK: Final = 20_000
#: One more than the largest number of pone's points that :meth:`PlayTree.first_points` separates.
_POINTS: Final = 32
_STANDARD: Final = Rules()


class _Sets(NamedTuple):
    """Tables that relate sets of ranks to each other."""

    more: Array  # int16[4, 455, 13], a set with one more rank, or -1
    # int16[4, 1820, 455], by the number of cards held: the set of the cards played and the cards
    # held
    whole: Array
    fitting: Array  # int8[5, 14, 1820], the number of different ranks of a set below a limit
    packed: Array  # int64[5, 1820], the number of cards of each rank, in three bits each
    members: Array  # int64[5, 1820], the ranks, four bits each


@cache
def numbers_of_pairs(fits: int) -> tuple[Array, Array]:
    """Return the lower and the higher rank of all pairs of different ranks below a limit, in order.

    >>> low, high = numbers_of_pairs(3)
    >>> list(zip(low.tolist(), high.tolist()))
    [(0, 1), (0, 2), (1, 2)]
    """
    pairs = [(low, high) for high in range(fits) for low in range(high)]
    low, high = np.array(pairs, np.int64).reshape(-1, 2).T
    return low, high


@cache
def _sets() -> _Sets:
    names = [{ranks: at for at, ranks in enumerate(sets_of_ranks(size))} for size in range(5)]
    made = _Sets(
        np.full((4, 455, 13), -1, np.int16),
        np.full((4, HANDS, 455), -1, np.int16),
        np.zeros((5, 14, HANDS), np.int8),
        np.zeros((5, HANDS), np.int64),
        np.zeros((5, HANDS), np.int64),
    )
    for size in range(5):
        for ranks, at in names[size].items():
            for limit in range(14):
                made.fitting[size, limit, at] = len({rank for rank in ranks if rank < limit})
            made.packed[size, at] = sum(1 << 3 * rank for rank in ranks)
            made.members[size, at] = sum(rank << 4 * index for index, rank in enumerate(ranks))
            if size == 4:
                made.whole[0, at, 0] = at
                continue
            for rank in range(13):
                larger = tuple(sorted((*ranks, rank)))
                made.more[size, at, rank] = names[size + 1].get(larger, -1)
            for played, index in names[4 - size].items():
                made.whole[size, index, at] = names[4].get(tuple(sorted(played + ranks)), -1)
    return made


def _room(size: int) -> loops.PublicTree:
    numbers = [np.zeros(size, np.int8) for _ in range(6)]
    return loops.PublicTree(
        mover=numbers[0],
        held=np.zeros((size, 2), np.int8),
        played=np.zeros((size, 2), np.int16),
        fits=numbers[1],
        count=numbers[2],
        pile=np.zeros(size, np.int64),
        last=numbers[3],
        gone=numbers[4],
        lead=numbers[5],
        children=np.zeros((size, 14), np.int32),
    )


class PlayTree:
    """The public tree, and sweeps over it.

    A strategy is an array ``shares``, float32[slots]. Consider a node whose mover holds ``m`` cards
    and may play ``k`` ranks. Its ``k`` rows start at ``offset[node]``, one for each rank. A row has
    one number for each set of ``m - 1`` ranks: the weight of playing that rank from the hand that
    leaves this set. The weights of one hand need not sum to 1; if they sum to 0, all ranks are
    equally likely.

    Building the tree takes half a minute on one core, and 1.8 GB; a strategy takes 0.5 GB.

    The tree may start later in the play. Then weights are still those of whole hands, and values
    those of the sets that are left of them.

    Args:
        line: the cards played before the tree starts, as seat and rank, without goes.
        workers: the number of threads; all cores unless given.
        runs: whether runs count in the play.
        progress: called with the part of the tree that is built, from 0 to 1.

    Attributes:
        line: the cards played before the tree starts.
        nodes: the nodes, down to the last decision.
        offset: int64[nodes + 1], the start of each node's rows.
        slots: the length of a strategy.

    Raises:
        KernelError: ``bad_line`` for cards that cannot be played in this order, or that leave no
            choice.
    """

    def __init__(
        self,
        line: Sequence[tuple[int, int]] = (),
        *,
        workers: int | None = None,
        runs: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> None:
        self.workers = workers or os.cpu_count() or 1
        tables = ends_of(runs)
        nodes, ends = _grown(line, tables)
        sets, sizes = _sets(), np.array(_SIZES, np.int64)
        both = (ends.held > 0).all(axis=1)
        left = sizes[ends.held]
        starts = np.zeros(len(both) + 1, np.int64)
        np.cumsum(left[:, 0] * left[:, 1], out=starts[1:])
        pays = np.empty(starts[-1], np.int8)
        with ThreadPoolExecutor(self.workers) as pool:
            firsts = range(0, len(both), _ENDS_IN_TASK)
            done = pool.map(
                lambda first: compiled(loops.pay_ends)(
                    first, min(first + _ENDS_IN_TASK, len(both)), ends, tables, sets.members,
                    starts, pays,
                ),
                firsts,
            )  # fmt: skip
            for at, _ in enumerate(done, start=1):
                if progress is not None:
                    progress(at / len(firsts))
        held = nodes.held[np.arange(len(nodes.mover)), nodes.mover]
        self.line = tuple(line)
        self.nodes = nodes
        self.offset: Array = np.zeros(len(held) + 1, np.int64)
        rows = np.where(held > 1, nodes.fits * sizes[held - 1], 0)
        np.cumsum(rows, out=self.offset[1:])
        self.slots = int(self.offset[-1])
        self._tables = tables
        self._sweep = sweeps.Sweep(
            nodes.mover, nodes.held, nodes.fits, nodes.children, self.offset, ends.held,
            ends.played, starts, pays, np.zeros((1, 1), np.float32), sets.more, sets.whole,
            sets.fitting, sizes,
        )  # fmt: skip
        self._local = threading.local()

    def empty(self) -> Array:
        """Return a strategy of zeros, in which all ranks are equally likely."""
        return np.zeros(self.slots, np.float32)

    def of_policy(self, policy: Policy, rules: Rules = _STANDARD, *, blanks: int = 0) -> Array:
        """Return the strategy of a policy that decides by ranks.

        The policy sees the cards played so far and its own four cards. Where it would read its own
        discard or the starter, it gets cards of which nothing is known.

        Args:
            policy: the policy. ``random`` plays every card with equal probability, so a pair counts
                twice.
            rules: the rules of two players.
            blanks: the number of cards, 0 to 2, that the policy takes for seen without knowing
                their ranks, besides those that it knows.

        Returns:
            float32[slots].

        Raises:
            KernelError: ``bad_policy`` for a policy that searches.
        """
        if policy.searches:
            raise KernelError(
                "bad_policy", f"expected a policy that goes by ranks; {policy.name} searches"
            )
        shares = self.empty()
        sets, sizes = hand_arrays(), np.array(_SIZES, np.int64)
        number, made = policy.numbers(rules)[1], ground(rules)
        made = made._replace(rules=made.rules._replace(hand_size=4 + blanks))

        def write(first: int) -> None:
            last = min(first + _NODES_IN_TASK, len(self.nodes.mover))
            game = row_of(games_of(1, rules), 0)
            game.dealt[:, 4:] = 52
            compiled(loops.write_strategy)(
                first, last, number, self.nodes, self.offset, sizes, sets, _sets().whole, game,
                made, shares,
            )  # fmt: skip

        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(write, range(0, len(self.nodes.mover), _NODES_IN_TASK)))
        return shares

    def learn(
        self, own: Role, weights: Array, regrets: Array, means: Array, weight: float
    ) -> Array:
        """Sweep once for a seat, and update its regrets; both seats play by regret matching.

        Source: O. Tammelin, Solving Large Imperfect Information Games Using CFR+, 2014.

        Args:
            own: the seat whose regrets are updated.
            weights: float32[1820, 1820], the weights of pairs of the own hand and the opponent's.
            regrets: float32[slots], the regrets, none below 0; those of the own seat change.
            means: float32[slots], the sums of the average strategy. The opponent's strategy is
                added, weighted by its reach.
            weight: the weight of this sweep in that average.

        Returns:
            float64[1820], as :meth:`worth` returns it.
        """
        return self._run(own, sweeps.UPDATE, weights, regrets, means, weight)

    def best(self, own: Role, weights: Array, shares: Array) -> Array:
        """Compute the value of a seat's best response to a strategy.

        Args:
            own: the seat that responds.
            weights: float32[1820, 1820], the weights of pairs of the own hand and the opponent's.
            shares: float32[slots], the opponent's strategy.

        Returns:
            float64[1820], for each own hand its points minus the opponent's in the play, times the
            sum of its weights. Their sum is the mean over all deals if the weights sum to 1.
        """
        return self._run(own, sweeps.BEST, weights, shares, shares, 0)

    def worth(self, own: Role, weights: Array, shares: Array) -> Array:
        """Compute the value of a strategy against itself; see :meth:`best`."""
        return self._run(own, sweeps.MEAN, weights, shares, shares, 0)

    def first_points(
        self,
        weights: Array,
        shares: Array,
        progress: Callable[[float], None] | None = None,
    ) -> Array:
        """Compute the distribution of the pone's points when the dealer first pegs in the play.

        The dealer always pegs in the play. Otherwise the pone would have played the last card of
        every count. As the dealer leads every count but the first, the pone would have played more
        cards than the dealer. So over the whole tree, the result contains the weight of every deal.
        If a tree starts later, only points from there on count, for both seats. If the dealer has
        no cards left it may peg no more, and then the result contains less.

        Args:
            weights: float64[1820, 1820], the weights of pairs of the pone's hand and the dealer's.
            shares: float32[slots], the strategies of both seats.
            progress: called with the part that is done, from 0 to 1.

        Returns:
            float64[32], by the pone's points at that time: the weight of all pairs of hands, times
            the probability of such a line. The last number is for 31 and more.

        Raises:
            KernelError: ``bad_shape``.
        """
        self._check(weights, shares, dtype="float64")
        sweep = self._sweep._replace(weights=weights)
        members = _sets().members

        def follow(node: int, own: Array) -> Array:
            room = self._race_room()
            room.reach[0, 0], room.reach[1, 0] = own, 1
            sums = np.zeros(_POINTS)
            compiled(race)(
                node, 0, 0, 0, 0, self.nodes, sweep, self._tables, members, shares, room, sums
            )
            return sums

        if self.line:
            return follow(0, np.ones(HANDS))
        # The threads share the pone's leads. A lead scores nothing.
        room, below = self._race_room(), np.zeros((13, HANDS))
        compiled(sweeps.share_out)(0, 4, sweep, shares, room.sums, room.rows[0])
        below[:, :455] = room.rows[0].reshape(13, 455)
        leads = sweep.children[0, :13].tolist()
        total = np.zeros(_POINTS)
        with ThreadPoolExecutor(self.workers) as pool:
            for at, sums in enumerate(pool.map(follow, leads, below), start=1):
                total += sums
                if progress is not None:
                    progress(at / len(leads))
        return total

    def mark(
        self,
        own: Role,
        hands: Array,
        minimum: float,
        shares: Array,
        starts: Array,
        marks: Array,
        kept: Array,
    ) -> None:
        """Encode a seat's strategy in bytes; see :func:`pegout.solver.cfr_loops.mark`.

        Args:
            own: the seat.
            hands: float64[1820], how often it holds each hand, or the cards that the line leaves of
                it.
            minimum: the reach below which nothing is written.
            shares: float32[slots], the strategy.
            starts: int64[nodes + 1], the start of each node's bytes.
            marks: uint8[...], the bytes.
            kept: bool[nodes], set where something was written at the node or below.
        """
        room = self._room()
        room.reach[0] = hands
        compiled(sweeps.mark)(
            0, int(own), 0, 0, float(minimum), self._sweep, shares, starts, marks, kept, room
        )

    def known(self, rows: Array, held: int, fits: int) -> Array:
        """Return which numbers of a node belong to hands that have an entry.

        Args:
            rows: number[fits, n], the rows of a node.
            held: the number of cards that its mover holds.
            fits: the number of ranks that may be played.

        Returns:
            bool[fits, n].
        """
        hands = _sets().more[held - 1, : rows.shape[1], :fits].T
        sums = np.bincount(hands[hands >= 0], rows[hands >= 0], minlength=HANDS)
        entries: Array = (hands >= 0) & (sums[hands] > 0)
        return entries

    def _run(
        self, own: Role, mode: int, weights: Array, shares: Array, means: Array, weight: float
    ) -> Array:
        self._check(weights, shares, means)
        sweep = self._sweep._replace(weights=weights)
        size = _SIZES[int(self.nodes.held[0, own])]
        if self.line:
            room = self._room()
            room.reach[0] = 1
            compiled(sweeps.visit)(
                0, int(own), mode, float(weight), 0, 0, sweep, shares, means, room
            )
            worth: Array = room.value[0, :size].astype(np.float64)
            return worth
        # The threads share the pone's leads.
        reaches = self._leads(own, mode, shares, means, weight)
        values = np.zeros((13, HANDS), np.float32)

        def follow(rank: int) -> None:
            room = self._room()
            room.reach[0] = reaches[rank]
            child = int(sweep.children[0, rank])
            compiled(sweeps.visit)(
                child, int(own), mode, float(weight), 0, 0, sweep, shares, means, room
            )
            values[rank] = room.value[0]

        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(follow, range(13)))
        if own == Role.DEALER:
            total: Array = values.sum(axis=0, dtype=np.float64)
            return total
        room = self._room()
        room.values[0] = values[:, :455].ravel()
        compiled(sweeps.settle)(0, mode, 0, sweep, shares, room)
        led: Array = room.value[0].astype(np.float64)
        return led

    def _leads(
        self, own: Role, mode: int, shares: Array, means: Array, weight: float
    ) -> list[Array]:
        """Return the opponent's reach of each lead."""
        if own == Role.PONE:
            return [np.ones(HANDS, np.float32)] * 13
        room, rows = self._room(), np.zeros(_MAX_ROWS, np.float32)
        compiled(sweeps.share_out)(0, 4, self._sweep, shares, room.sums, rows)
        if mode == sweeps.UPDATE:
            means[:_MAX_ROWS] += np.float32(weight) * rows
        reaches = []
        for rank in range(13):
            reach = np.zeros(HANDS, np.float32)
            reach[:455] = rows[455 * rank : 455 * rank + 455]
            reaches.append(reach)
        return reaches

    def _room(self) -> sweeps.SweepSpace:
        if not hasattr(self._local, "room"):
            hands = np.zeros((3, _LEVELS, HANDS), np.float32)
            rows = np.zeros((2, _LEVELS, _MAX_ROWS), np.float32)
            sums = np.zeros(HANDS, np.float32)
            self._local.room = sweeps.SweepSpace(
                hands[0], hands[1], hands[2], rows[0], rows[1], sums
            )
        room: sweeps.SweepSpace = self._local.room
        return room

    def _race_room(self) -> RaceRoom:
        if not hasattr(self._local, "race"):
            self._local.race = RaceRoom(
                np.zeros((2, _LEVELS, HANDS)), np.zeros((_LEVELS, _MAX_ROWS)), np.zeros(HANDS)
            )
        room: RaceRoom = self._local.race
        return room

    def _check(self, weights: Array, *strategies: Array, dtype: str = "float32") -> None:
        """Reject weights of another type or shape, and strategies that are not float32."""
        for what, given, wanted, shape in (
            ("weights", weights, dtype, (HANDS, HANDS)),
            *[("a play strategy", strategy, "float32", (self.slots,)) for strategy in strategies],
        ):
            if given.dtype != wanted or given.shape != shape:
                raise KernelError(
                    "bad_shape",
                    f"expected {what} as {wanted} of shape {shape}, not {given.dtype} of "
                    f"shape {given.shape}",
                )


def _grown(
    line: Sequence[tuple[int, int]], tables: Array
) -> tuple[loops.PublicTree, loops.PublicTree]:
    """Grow the tree, and return the nodes and the ends."""
    # Memory that is never written to is not allocated.
    nodes, ends = _room(_SIZE[0]), _room(_SIZE[1])
    sets = _sets()
    loops.put_node(nodes, 0, *first_node(line, tables))
    sizes = compiled(loops.grow_tree)(nodes, ends, tables, sets.more, sets.packed)
    return (
        loops.PublicTree(*[part[: sizes[0]].copy() for part in nodes]),
        loops.PublicTree(*[part[: sizes[1]].copy() for part in ends]),
    )


def first_node(line: Sequence[tuple[int, int]], tables: Array) -> tuple[int, ...]:
    """Return the first node of a tree after some cards, as the arguments of ``put_node``."""
    sets = _sets()
    mover, held, played, count, pile = 0, 0x44, [0, 0], 0, NO_PILE
    last, gone, lead = -1, 0, 0
    for at, (seat, rank) in enumerate(line):
        value = min(rank + 1, 10)
        for _ in range(2):
            # A player may not say go while a card fits.
            if count > 21 and (mover != seat or count + value > 31):
                held, mover, count, pile, last, gone, points = loops.move(
                    held, mover, count, pile, last, gone, 13, tables
                )
                lead += points if last else -points
        fits = mover == seat and count + value <= 31 and bool(held >> 4 * seat & 15)
        if not fits or not 0 <= rank < 13 or [card for _, card in line[:at]].count(rank) > 3:
            raise KernelError(
                "bad_line", f"expected cards in an order that the play allows, not {list(line)}"
            )
        played[seat] = int(sets.more[4 - (held >> 4 * seat & 15), played[seat], rank])
        held, mover, count, pile, last, gone, points = loops.move(
            held, seat, count, pile, last, gone, rank, tables
        )
        lead += points if seat else -points
    if 0 in (held & 15, held >> 4) or held == 0x11:
        raise KernelError("bad_line", f"expected cards that leave a choice, not {list(line)}")
    return mover, held, played[0] | played[1] << 12, count, pile, last, gone, lead
