"""The win probability of every kept hand near the end of the board, and what changes it.

The opponent's range and its play strategy come from a :class:`~pegout.search.model.Knowledge`: it
discards and plays as in the solution. The own seat knows its hand, the starter and the cards played
so far, and plays the best response, by win probability: hands and crib are counted in their order.

``pegout solve late-hands`` makes the table that :mod:`pegout.tables.late_hands` reads. The values
of all hands are functions of both needs. Their principal components are the shapes of the table.
"""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array, tables
from pegout.rules import Rules
from pegout.search.best_response import RangePart
from pegout.search.building_arrays import workspace_of
from pegout.search.hands import FIRST_FOUR
from pegout.search.knowledge import Knowledge
from pegout.search.leaf_values import fill_show
from pegout.search.play import PlayState
from pegout.search.ranges import believe, believe_discards, signs_of
from pegout.search.workspace import LATE, OF_CARELESS, OPPONENT, OWN, Facts
from pegout.solver.checkpoint import read_state, save_state
from pegout.solver.late_hands_loops import FAR, LEVELS, ROW, Cases, PegTimes, walk_hand
from pegout.tables import rank_sets as ranks
from pegout.tables.late_hands import AVERAGE, DIRECTIONS, FEATURE, PARTS, PackedLateHands, TablePart
from pegout.tables.rank_set_arrays import counts
from pegout.tables.rank_sets import JACK
from pegout.versions import KERNEL_VERSION, RULES_VERSION

_HANDS: Final = 1820
_RANKS: Final = 13
_RULES: Final = Rules()
#: The own needs for which the ranges without a card are valued.
FEW_NEEDS: Final = np.array([1, 2, 3, 4, 5, 6, 8, 10, 13, 18, 25])
_EVERY_NEED: Final = np.arange(1, LATE + 1)
#: The points of a crib are 0 to 30 here.
_CRIB: Final = 31


class CribModel(NamedTuple):
    """The cribs with each discard, by ranks, and the directions in which they differ most."""

    # float64[2, 13, 91, 31], the score distribution by role, the pone first, starter and opponent's
    # pair, with an average own pair
    average: Array
    # float64[2, DIRECTIONS, 31], changes of the score distribution by role: one standard deviation
    # of the principal components of its cumulative sums
    directions: Array
    # float64[2, 91, 13, DIRECTIONS], how far the crib with an own pair goes in each direction from
    # the average crib behind a starter
    features: Array


class HandValues(NamedTuple):
    """The win probabilities of a kept hand, and their changes, by both needs.

    Starters are averaged over the 48 cards that are not in the hand.
    """

    # float32[25, 25], with an average crib, nothing known of the own discard, and neither nobs nor
    # a flush
    average: Array
    # float32[13, 25, 25], the change with a card of each rank in the own discard: it is neither the
    # starter nor in the opponent's hand or discard
    discarded: Array
    # float32[13, DIRECTIONS, 25, 25], the change with a crib one step in a direction from the
    # average, behind each starter's rank
    crib: Array
    more: Array  # float32[2, 25, 25], the change with one point more in the hand, and with four


def crib_model(knowledge: Knowledge) -> CribModel:
    """Return how cribs differ by discard."""
    pairs = ranks.sets(2)
    numbers = {four: at for at, four in enumerate(ranks.sets(4))}
    index = np.array(
        [[numbers[tuple(sorted(pair + other))] for other in pairs] for pair in pairs], np.int64
    )
    points = np.asarray(tables().show_four, np.int64)[index]
    features = np.zeros((2, 91, _RANKS, DIRECTIONS))
    directions = np.zeros((2, DIRECTIONS, _CRIB))
    rates = np.asarray(knowledge.discard_rates)
    average = np.zeros((2, _RANKS, 91, _CRIB))
    for role in (0, 1):
        behind = np.stack([_cribs_behind(points, starter) for starter in range(_RANKS)])
        average[role] = np.einsum("p,spoc->soc", rates[role], behind)
        likely = np.einsum("spoc,o->psc", behind, rates[1 - role])
        away = np.cumsum(likely - np.einsum("p,psc->sc", rates[role], likely), axis=2)
        flat = np.sqrt(rates[role])[:, None, None] * away
        _, sizes, components = np.linalg.svd(flat.reshape(-1, _CRIB), full_matrices=False)
        spread = sizes[:DIRECTIONS] / np.sqrt(_RANKS)
        features[role] = away @ components[:DIRECTIONS].T / spread
        directions[role] = np.diff(components[:DIRECTIONS] * spread[:, None], prepend=0)
    return CribModel(average, directions, features)


def _cribs_behind(points: Array, starter: int) -> Array:
    """Return float64[91, 91, 31], the distribution of each crib behind a starter's rank.

    One of four jacks is nobs, and there is no flush.
    """
    jacks = np.array([pair.count(JACK) for pair in ranks.sets(2)])
    nobs = (jacks[:, None] + jacks) / 4 * (starter != JACK)
    found = points[:, :, starter, None]
    scores = np.arange(_CRIB)
    made: Array = (found == scores) * (1 - nobs)[:, :, None]
    return np.asarray(made + (found + 1 == scores) * nobs[:, :, None])


class _Range(NamedTuple):
    """A range of the opponent."""

    weights: Array  # float64[1820], the probability of each hand
    discarded: Array  # float64[91], the probability of each discard


class HandValuer:
    """Values kept hands with a workspace of its own; each thread needs one.

    Args:
        maximum: the largest number of the opponent's hands; a smaller number is spread evenly.
    """

    def __init__(self, knowledge: Knowledge, cribs: CribModel, maximum: int = _HANDS) -> None:
        self.space = workspace_of(_RULES, knowledge)
        self.solved = knowledge.solved
        self.cribs, self.maximum = cribs, maximum
        self._before_crib = _before_crib(knowledge.wins)
        self._clock = PegTimes(np.zeros(ROW, np.int64), np.zeros(ROW, np.int64))
        #: An average crib and others, ranges without a card, one point more, and four more.
        self._groups = (
            _cases(_EVERY_NEED, 1 + DIRECTIONS),
            _cases(FEW_NEEDS, 1 + _RANKS),
            _cases(_EVERY_NEED, 1),
            _cases(_EVERY_NEED, 1),
        )

    def value(self, role: Role, four: int) -> HandValues:
        """Value a hand."""
        held = counts(4)[four]
        base = np.zeros((_RANKS, LATE, LATE), np.float32)
        crib = np.zeros((_RANKS, DIRECTIONS, LATE, LATE), np.float32)
        removed = np.zeros((_RANKS, len(FEW_NEEDS), LATE))
        totals, more = np.zeros(_RANKS), np.zeros((2, LATE, LATE))
        for starter in np.flatnonzero(held < 4).tolist():
            left = 4 - held[starter]
            every, few, *beside = self.behind(role, four, starter)
            base[starter] = every[0]
            crib[starter] = every[1:] - every[0]
            there = held + (np.arange(_RANKS) == starter) < 4
            removed[there] += left * (few[1:] - few[0])[there]
            totals[there] += left
            more += left * (np.stack(beside)[:, 0] - every[0])
        removed /= np.maximum(totals, 1)[:, None, None]
        average = np.tensordot(4 - held, base, 1) / 48
        discarded = np.einsum("an,rno->rao", _between_needs(), removed)
        discarded[held < 4] += (average - base[held < 4]) / 46
        return HandValues(
            average.astype(np.float32),
            discarded.astype(np.float32),
            crib,
            (more / 48).astype(np.float32),
        )

    def behind(self, role: Role, four: int, starter: int) -> list[Array]:
        """Return the values of each group behind a starter, float32[cases, needs, 25]."""
        facts = _facts(role, cards_of_ranks(four, starter), int(tables().show_four[four, starter]))
        without = [self._believed(facts, rank) for rank in range(_RANKS)]
        plain = self._believed(facts, None)
        space, solved = self.space, self.solved
        signs = signs_of(space)
        number = compiled(believe)(self.maximum, facts, 4, 0, 0, 4, signs, solved)
        compiled(fill_show)(facts, number, 4, 0, _RULES.nobs_points, signs, space.shows)
        self._fill_groups(self._groups, facts, number, [plain, *without])
        turn = OPPONENT if role == Role.DEALER else OWN
        play = PlayState(turn, 0, -1, 0, NO_PILE, facts.held, 4, FAR, FAR, 0)
        part = RangePart(0, number, number, int(space.range.held[0]), 1.0)
        compiled(walk_hand)(play, part, 0, 0, False, 0, self._clock, self._groups, space, solved)
        return [_result(cases, role, starter) for cases in self._groups]

    def _fill_groups(
        self, groups: tuple[Cases, ...], facts: Facts, number: int, believed: list[_Range]
    ) -> None:
        """Write what differs between the cases."""
        every, few, one, more = groups
        average = self.cribs.average[facts.role, facts.starter >> 2]
        cribs = np.array([there.discarded @ average for there in believed])
        turned = np.concatenate((cribs[:1], cribs[0] + self.cribs.directions[facts.role]))
        self._fill_after(every, facts, 0, turned)
        self._fill_after(few, facts, 0, cribs)
        self._fill_after(one, facts, 1, cribs[:1])
        self._fill_after(more, facts, 4, cribs[:1])
        hands = np.array(self.space.range.held[:number]) - FIRST_FOUR
        weights = np.array([there.weights[hands] for there in believed])
        few.factors[: number * few.width] = (weights / weights[0]).T.ravel()
        # Flushes and nobs of the opponent hardly depend on a card that it cannot have.
        few.starts[: number + 1] = np.arange(number + 1)
        few.points[:number] = self.space.shows.points[:number]
        few.rates[:number] = 1
        for cases in (every, one, more):
            cases.factors[: number * cases.width] = 1
            self._fill_shows(cases, number)
        for cases in groups:
            cases.sums[: len(cases.needs) * ROW * cases.width] = 0

    def _believed(self, facts: Facts, rank: int | None) -> _Range:
        """Return the opponent's range, also without one more card of a rank."""
        seen = facts.seen
        if rank is not None:
            free = ~(seen >> 4 * rank) & 15
            seen |= (free & -free) << 4 * rank
        facts = facts._replace(seen=seen)
        space = self.space
        signs = signs_of(space)
        number = compiled(believe)(_HANDS, facts, 4, 0, 0, 4, signs, self.solved)
        weights = np.array(space.beliefs.weights)
        compiled(believe_discards)(facts, number, 4, 0, True, signs)
        discarded = np.array(space.beliefs.discarded)
        return _Range(weights / weights.sum(), discarded / discarded.sum())

    def _fill_after(self, cases: Cases, facts: Facts, more: int, cribs: Array) -> None:
        """Write the win probabilities after the play, before the opponent's hand is counted."""
        show = facts.show + more
        dealer = np.tensordot(cribs, self._before_crib, 1)
        after = np.ones((ROW, ROW, len(cribs)), np.float32)
        own = np.arange(show + 1, ROW)
        if facts.role == Role.DEALER:
            after[own] = np.moveaxis(dealer[:, own - show], 0, 2)
        else:
            after[own] = 1 - np.moveaxis(dealer[:, :, own - show], (0, 1, 2), (2, 1, 0))
        cases.after[:] = after.ravel()
        cases.counts_first[0] = show if facts.role == Role.PONE else 0

    def _fill_shows(self, cases: Cases, number: int) -> None:
        """Write what each hand of the opponent may count, with the probabilities."""
        shows = self.space.shows
        points = np.array(shows.points[:number])
        extra = np.array(shows.extra[: 4 * number]).reshape(-1, 4)
        jack = np.array(shows.jack[:number])
        nothing = np.zeros_like(points)
        more = np.stack((nothing + 1, nothing + 4, 5 + jack, nothing), axis=1)
        there = extra > 0
        cases.starts[: number + 1] = np.concatenate(([0], np.cumsum(there.sum(axis=1))))
        many = int(there.sum())
        cases.points[:many] = (points[:, None] + more)[there]
        cases.rates[:many] = extra[there]


def _result(cases: Cases, role: Role, starter: int) -> Array:
    """Return the values of the first level, with the points for heels."""
    number = len(cases.needs)
    size = number * ROW * cases.width
    values = np.moveaxis(cases.sums[:size].reshape(number, ROW, cases.width), 2, 0)
    if starter != JACK or number < LATE:
        return np.array(values[:, :, 1:])
    made = np.zeros((cases.width, LATE, LATE), np.float32)
    if role == Role.DEALER:
        made[:, :2] = 1
        made[:, 2:] = values[:, :-2, 1:]
    else:
        made[:, :, 2:] = values[:, :, 1:-2]
    return made


def cards_of_ranks(four: int, starter: int) -> list[int]:
    """Return cards of four ranks and a starter; the suits are as different as they can be."""
    used: list[int] = []
    for index, rank in enumerate((*ranks.sets(4)[four], starter)):
        suits = [(index + turn) % 4 for turn in range(4)]
        used.append(next(4 * rank + suit for suit in suits if 4 * rank + suit not in used))
    return used


def _facts(role: Role, own: list[int], show: int) -> Facts:
    nothing = np.zeros(0, np.int8)
    held = sum(card // 4 << 4 * index for index, card in enumerate(own[:4]))
    seen = sum(1 << card for card in own)
    return Facts(
        int(role), FAR, FAR, 1, OF_CARELESS, 0, 0, held, own[4], show, seen, 0, 0, nothing,
        nothing, nothing,
    )  # fmt: skip


def _before_crib(wins: Array) -> Array:
    """Return float64[31, ROW, ROW], the dealer's win probability, by the points in the crib."""
    made = np.ones((_CRIB, ROW, ROW))
    for points in range(_CRIB):
        needs = np.arange(points + 1, ROW)
        made[points, needs] = 1 - wins[:ROW, needs - points].T
    return made


def _cases(needs: Array, width: int) -> Cases:
    size = ROW * width
    return Cases(
        needs,
        width,
        np.zeros(ROW * size, np.float32),
        np.zeros(1, np.int64),
        np.zeros(_HANDS + 1, np.int64),
        np.zeros(4 * _HANDS, np.int64),
        np.zeros(4 * _HANDS, np.float32),
        np.zeros(_HANDS * width, np.float32),
        np.zeros(size, np.float32),
        np.zeros(size, np.float32),
        np.zeros(LEVELS * len(needs) * size, np.float32),
    )


def _between_needs() -> Array:
    """Return float64[25, 11], the weights of :data:`FEW_NEEDS` in a value at every need."""
    each = np.eye(len(FEW_NEEDS))
    return np.stack([np.interp(_EVERY_NEED, FEW_NEEDS, row) for row in each], axis=1)


# All hands --------------------------------------------------------------------------------------


class RoundingError(NamedTuple):
    """How far the values in a table are from those computed, on average and at most."""

    mean: float
    greatest: float


class LateSolution(NamedTuple):
    """The table of late hands, and the error of its values with an average crib, by role."""

    table: PackedLateHands
    errors: dict[Role, RoundingError]


def solve_late_hands(
    knowledge: Knowledge,
    *,
    maximum: int = _HANDS,
    state: Path | None = None,
    workers: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> LateSolution:
    """Value every kept hand; this takes an hour on two cores.

    Args:
        state: a checkpoint file, written after each twentieth of the work and resumed from.

    Raises:
        SolveError: ``bad_state`` for a checkpoint of another run; ``not_kept`` if it cannot be
            written.
    """
    cribs = crib_model(knowledge)
    head = f"late hands, {maximum} hands, rules {RULES_VERSION}, kernel {KERNEL_VERSION}"
    values, done = HandValues(*[np.zeros(shape, kind) for shape, kind in _KEPT]), 0
    if state is not None and state.exists():
        done, arrays = read_state(state, head, "pegout solve late-hands")
        values = HandValues(**arrays)
    todo = [(role, four) for role in (Role.PONE, Role.DEALER) for four in range(_HANDS)]
    every = len(todo) // 20
    found = _valued(knowledge, cribs, todo[done:], maximum, workers)
    for at, (task, made) in enumerate(found, done + 1):
        for array, part in zip(values, made, strict=True):
            array[task] = part
        if progress is not None:
            progress(at / len(todo))
        if state is not None and at % every == 0:
            save_state(state, head, at, values._asdict())
    table = pack_table(values, cribs)
    return LateSolution(table, {role: _error(table, role, values.average) for role in Role})


#: The shapes of the values of all hands, by role and hand, with their types. Changes are small, so
#: half as many bits are enough for them.
_KEPT: Final = (
    ((2, _HANDS, LATE, LATE), np.float32),
    ((2, _HANDS, _RANKS, LATE, LATE), np.float16),
    ((2, _HANDS, _RANKS, DIRECTIONS, LATE, LATE), np.float16),
    ((2, _HANDS, 2, LATE, LATE), np.float16),
)


def _valued(
    knowledge: Knowledge,
    cribs: CribModel,
    todo: list[tuple[Role, int]],
    maximum: int,
    workers: int | None,
) -> Iterator[tuple[tuple[Role, int], HandValues]]:
    local = threading.local()

    def work(task: tuple[Role, int]) -> HandValues:
        if not hasattr(local, "valuer"):
            local.valuer = HandValuer(knowledge, cribs, maximum)
        valuer: HandValuer = local.valuer
        return valuer.value(*task)

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        # No more than a few results wait to be taken.
        ahead = 4 * (workers or os.cpu_count() or 1)
        waiting = [pool.submit(work, task) for task in todo[:ahead]]
        for at, task in enumerate(todo):
            made = waiting.pop(0).result()
            if at + ahead < len(todo):
                waiting.append(pool.submit(work, todo[at + ahead]))
            yield task, made


def _error(table: PackedLateHands, role: Role, average: Array) -> RoundingError:
    some = slice(AVERAGE.shapes)
    shapes = table.scales[role, some, None] * table.shapes[role, some]
    away = np.abs(table.numbers[role, some].T @ shapes - average[role].reshape(_HANDS, -1))
    return RoundingError(float(away.mean()), float(away.max()))


# The table --------------------------------------------------------------------------------------


#: The sizes of a step of the numbers of each part: their errors are far below those of the model.
_STEPS: Final = (2e-3, 4e-3, 1e-2, 4e-3, 4e-3)
#: The error of a value that the steps of a shape may make.
_ROUNDED: Final = 2e-5
_INT16_MAX: Final = 32767


def pack_table(values: HandValues, cribs: CribModel) -> PackedLateHands:
    """Return the table of all hands, from :class:`HandValues` with two axes more: role and hand."""
    more = values.more
    given = (values.average, values.discarded, values.crib, more[:, :, 0], more[:, :, 1])
    scales, shapes, numbers = [], [], []
    for role in Role:
        parts = [
            _fitted(of_hands[role], part, step)
            for of_hands, part, step in zip(given, PARTS, _STEPS, strict=True)
        ]
        scales.append(np.concatenate([fitted.scales for fitted in parts]))
        shapes.append(np.concatenate([fitted.shapes for fitted in parts]))
        numbers.append(np.concatenate([fitted.numbers for fitted in parts]))
    features = np.rint(cribs.features / FEATURE).astype(np.int16)
    return PackedLateHands(np.array(scales), np.array(shapes), features, np.array(numbers))


class _Fitted(NamedTuple):
    """A part of the table for one role, as in :class:`pegout.tables.late_hands.PackedLateHands`."""

    scales: Array
    shapes: Array
    numbers: Array


def _fitted(values: Array, part: TablePart, step: float) -> _Fitted:
    """Approximate functions of both needs by their first principal components."""
    rows = values.reshape(-1, LATE * LATE)
    _, components = np.linalg.eigh(_products(rows))
    best = components[:, : -part.shapes - 1 : -1].T
    best *= np.sign(best[np.arange(len(best)), np.abs(best).argmax(axis=1)])[:, None]
    sizes = np.sqrt(np.mean(_factors(rows, best) ** 2, axis=0))
    # A shape that hardly counts is rounded coarsely, but it never vanishes.
    largest = np.abs(best).max(axis=1)
    grain = np.clip(_ROUNDED / np.maximum(sizes, 1e-9), largest / _INT16_MAX, largest / 8)
    whole = np.rint(best / grain[:, None])
    factors = _factors(rows, whole * grain[:, None])
    numbers = np.clip(np.rint(factors / step), -_INT16_MAX, _INT16_MAX).astype(np.int16)
    by_hand = numbers.reshape(_HANDS, part.rows * part.shapes)
    return _Fitted((step * grain).astype(np.float32), whole.astype(np.int16), by_hand.T)


def _products(rows: Array) -> Array:
    """Return the sums of the products of the columns, a batch of rows at a time."""
    total = np.zeros((rows.shape[1], rows.shape[1]))
    for batch in np.array_split(rows, max(1, len(rows) // _HANDS)):
        wide = batch.astype(np.float64)
        total += wide.T @ wide
    return total


def _factors(rows: Array, shapes: Array) -> Array:
    """Return the factors with which sums of shapes come closest to rows, by least squares."""
    solver = np.linalg.solve(shapes @ shapes.T, shapes)
    batches = np.array_split(rows, max(1, len(rows) // _HANDS))
    return np.concatenate([batch.astype(np.float64) @ solver.T for batch in batches])
