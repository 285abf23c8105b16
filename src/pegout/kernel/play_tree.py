"""The play of two players as a game of hidden cards, by ranks alone.

Suits do not matter in the play, and what is scored in it depends upon cards that lie open. So all
that two players can see of it is a tree of ranks and goes, the *public tree*; a *hand* is one of
the 1,820 sets of four ranks; and when the play is over both hands are known. :class:`PlayTree` holds
the tree, and finds by sweeps over it what ways of playing are worth to every hand, what the best
response to one of them makes, and, by the regrets of CFR+, ways of playing from which nobody gains
by deviating.

Once a seat has no card left nothing is hidden any more, and the other lays its last ones in their
best order; that part of the play is no decision here.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from pegout.kernel import jitted, sweeps
from pegout.kernel.checks import KernelError
from pegout.kernel.ground import ends_of
from pegout.kernel.tables import Array

__all__ = ["DEALER", "HANDS", "PONE", "PlayTree", "Seat", "sets_of_ranks"]

Seat: TypeAlias = Literal[0, 1]
PONE: Final = 0
DEALER: Final = 1
#: How many sets of four ranks there are.
HANDS: Final = 1820
#: How many sets of so many ranks there are, and how many rows a node can have in all.
_SIZES: Final = (1, 13, 91, 455, HANDS)
_MOST_ROWS: Final = 13 * 455
#: Levels of the tree: eight cards, and fewer goes than cards.
_LEVELS: Final = 16
#: Room for the nodes and the ends of the tree: there are 1,005,844 and 9,531,056 of them.
_ROOM: Final = (1_010_000, 9_540_000)
_ENDS_IN_TASK: Final = 100_000


@cache
def sets_of_ranks(size: int) -> tuple[tuple[int, ...], ...]:
    """Give every set of so many ranks that a pack can hold, in the order of their numbers.

    >>> [len(sets_of_ranks(size)) for size in range(5)]
    [1, 13, 91, 455, 1820]
    """
    every = combinations_with_replacement(range(13), size)
    return tuple([ranks for ranks in every if all(ranks.count(rank) < 5 for rank in ranks)])


class _Sets(NamedTuple):
    """How sets of ranks hang together.

    Attributes:
        more: int16[4, 455, 13], a set with one more rank, or -1.
        whole: int16[4, 1820, 455], what is laid and what is held, by how many are held.
        fitting: int8[5, 14, 1820], how many different ranks of a set are below a limit.
        packed: int64[5, 1820], how many cards of each rank, in three bits each.
        members: int64[4, 455], the ranks, four bits each.
    """

    more: Array
    whole: Array
    fitting: Array
    packed: Array
    members: Array


@cache
def _sets() -> _Sets:
    names = [{ranks: at for at, ranks in enumerate(sets_of_ranks(size))} for size in range(5)]
    made = _Sets(
        np.full((4, 455, 13), -1, np.int16),
        np.full((4, HANDS, 455), -1, np.int16),
        np.zeros((5, 14, HANDS), np.int8),
        np.zeros((5, HANDS), np.int64),
        np.zeros((4, 455), np.int64),
    )
    for size in range(5):
        for ranks, at in names[size].items():
            for limit in range(14):
                made.fitting[size, limit, at] = len({rank for rank in ranks if rank < limit})
            made.packed[size, at] = sum(1 << 3 * rank for rank in ranks)
            if size == 4:
                made.whole[0, at, 0] = at
                continue
            made.members[size, at] = sum(rank << 4 * place for place, rank in enumerate(ranks))
            for rank in range(13):
                larger = tuple(sorted((*ranks, rank)))
                made.more[size, at, rank] = names[size + 1].get(larger, -1)
            for laid, place in names[4 - size].items():
                made.whole[size, place, at] = names[4].get(tuple(sorted(laid + ranks)), -1)
    return made


def _room(size: int) -> jitted.PublicTree:
    numbers = [np.zeros(size, np.int8) for _ in range(6)]
    return jitted.PublicTree(
        mover=numbers[0],
        held=np.zeros((size, 2), np.int8),
        laid=np.zeros((size, 2), np.int16),
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

    A way of playing is an array ``shares``, float32[slots]: at a node whose mover holds ``m`` cards
    and where ``k`` ranks fit, ``k`` rows follow ``offset[node]``, one for each rank, of as many
    numbers as there are sets of ``m - 1`` ranks: how readily the rank is laid by a hand that has
    that set left. What belongs to one hand need not sum to 1, and means equal chances if it is 0.

    Building it takes half a minute of one core, and 1.3 GB; a way of playing takes 0.9 GB.

    Args:
        workers: how many threads work at it; all cores unless given.
        runs: whether runs count in the play.
        progress: called with the part of the tree that is built, from 0 to 1.

    Attributes:
        nodes: the nodes, as long as there are any.
        offset: int64[nodes + 1], where the rows of each node begin.
        slots: how long a way of playing is.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        runs: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> None:
        self.workers = workers or os.cpu_count() or 1
        tables = ends_of(runs)
        nodes, ends = _grown(tables)
        sets, sizes = _sets(), np.array(_SIZES, np.int64)
        both = (ends.held > 0).all(axis=1)
        left = sizes[ends.held]
        starts = np.zeros(len(both) + 1, np.int64)
        np.cumsum(left[:, 0] * left[:, 1], out=starts[1:])
        pays = np.empty(starts[-1], np.int8)
        with ThreadPoolExecutor(self.workers) as pool:
            firsts = range(0, len(both), _ENDS_IN_TASK)
            done = pool.map(
                lambda first: jitted.pay_ends(
                    first, min(first + _ENDS_IN_TASK, len(both)), ends, tables, sets.members,
                    starts, pays,
                ),
                firsts,
            )  # fmt: skip
            for at, _ in enumerate(done, start=1):
                if progress is not None:
                    progress(at / len(firsts))
        held = nodes.held[np.arange(len(nodes.mover)), nodes.mover]
        self.nodes = nodes
        self.offset: Array = np.zeros(len(held) + 1, np.int64)
        rows = np.where(held > 1, nodes.fits * sizes[held - 1], 0)
        np.cumsum(rows, out=self.offset[1:])
        self.slots = int(self.offset[-1])
        self._sweep = sweeps.Sweep(
            nodes.mover, nodes.held, nodes.fits, nodes.children, self.offset, ends.held, ends.laid,
            starts, pays, np.zeros((1, 1), np.float32), sets.more, sets.whole, sets.fitting, sizes,
        )  # fmt: skip
        self._local = threading.local()

    def empty(self) -> Array:
        """Make room for a way of playing; so long as it is empty all cards are as likely."""
        return np.zeros(self.slots, np.float32)

    def learn(
        self, own: Seat, weights: Array, regrets: Array, means: Array, weight: float
    ) -> Array:
        """Sweep once for a seat, and change its regrets; both play as their regrets say.

        Source: O. Tammelin, Solving Large Imperfect Information Games Using CFR+, 2014.

        Args:
            own: the seat that learns.
            weights: float32[1820, 1820], how likely each own hand and the other's meet.
            regrets: float32[slots], the regrets, none below 0; the own ones are changed.
            means: float32[slots], to which the other's way of playing is added, so often as its own
                cards let it come there.
            weight: how much this sweep counts in it.

        Returns:
            float64[1820], as :meth:`worth` gives it.
        """
        return self._run(own, sweeps.UPDATE, weights, regrets, means, weight)

    def best(self, own: Seat, weights: Array, shares: Array) -> Array:
        """Find what the best response of a seat makes against a way of playing.

        Args:
            own: the seat that responds.
            weights: float32[1820, 1820], how likely each own hand and the other's meet.
            shares: float32[slots], how the other plays.

        Returns:
            float64[1820], for each own hand its points less the other's in the play, by the sum of
            its weights; their sum is the mean over all deals if the weights sum to 1.
        """
        return self._run(own, sweeps.BEST, weights, shares, shares, 0)

    def worth(self, own: Seat, weights: Array, shares: Array) -> Array:
        """Find what a way of playing makes against itself; see :meth:`best`."""
        return self._run(own, sweeps.MEAN, weights, shares, shares, 0)

    def _run(
        self, own: Seat, mode: int, weights: Array, shares: Array, means: Array, weight: float
    ) -> Array:
        self._check(weights, shares, means)
        sweep = self._sweep._replace(weights=weights)
        if own == PONE:
            reaches = [np.ones(HANDS, np.float32)] * 13
        else:
            reaches = self._lead(mode, shares, means, weight)
        values = np.zeros((13, HANDS), np.float32)

        def follow(rank: int) -> None:
            room = self._room()
            room.reach[0] = reaches[rank]
            child = int(sweep.children[0, rank])
            sweeps.visit(child, own, mode, float(weight), 0, 0, sweep, shares, means, room)
            values[rank] = room.value[0]

        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(follow, range(13)))
        if own == DEALER:
            return values.sum(axis=0, dtype=np.float64)
        room = self._room()
        room.values[0] = values[:, :455].ravel()
        sweeps.settle(0, mode, 0, sweep, shares, room)
        return room.value[0].astype(np.float64)

    def _lead(self, mode: int, shares: Array, means: Array, weight: float) -> list[Array]:
        """Give the chances with which the pone reaches each lead."""
        room, rows = self._room(), np.zeros(_MOST_ROWS, np.float32)
        sweeps.share_out(0, 4, self._sweep, shares, room.sums, rows)
        if mode == sweeps.UPDATE:
            means[:_MOST_ROWS] += np.float32(weight) * rows
        reaches = []
        for rank in range(13):
            reach = np.zeros(HANDS, np.float32)
            reach[:455] = rows[455 * rank : 455 * rank + 455]
            reaches.append(reach)
        return reaches

    def _room(self) -> sweeps.Room:
        """Give the room of this thread."""
        if not hasattr(self._local, "room"):
            hands = [np.zeros((_LEVELS, HANDS), np.float32) for _ in range(3)]
            rows = [np.zeros((_LEVELS, _MOST_ROWS), np.float32) for _ in range(2)]
            self._local.room = sweeps.Room(*hands, *rows, np.zeros(HANDS, np.float32))
        room: sweeps.Room = self._local.room
        return room

    def _check(self, weights: Array, *ways: Array) -> None:
        for what, given, shape in (
            ("weights", weights, (HANDS, HANDS)),
            *[("a way of playing", way, (self.slots,)) for way in ways],
        ):
            if given.dtype != np.float32 or given.shape != shape:
                raise KernelError(
                    "bad_shape",
                    f"expected {what} as float32 of shape {shape}, not {given.dtype} of shape "
                    f"{given.shape}",
                )


def _grown(tables: Array) -> tuple[jitted.PublicTree, jitted.PublicTree]:
    """Grow the tree, and give the nodes and the ends."""
    nodes, ends = _room(_ROOM[0]), _room(_ROOM[1])
    nodes.held[0], nodes.fits[0], nodes.pile[0] = 4, 13, jitted.NO_PILE
    sets = _sets()
    found = jitted.grow_tree(nodes, ends, tables, sets.more, sets.packed)
    assert found[0] <= _ROOM[0] and found[1] <= _ROOM[1], f"there is no room for {found}"
    return (
        jitted.PublicTree(*[part[: found[0]] for part in nodes]),
        jitted.PublicTree(*[part[: found[1]] for part in ends]),
    )
