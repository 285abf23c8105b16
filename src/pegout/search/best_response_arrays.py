"""The best response with arrays: all hands of the opponent at once, one card at a time.

The result equals that of the depth-first search in :mod:`pegout.search.best_response`, which is
faster when compiled. In interpreted Python this one is faster than
:mod:`pegout.search.line_search` from a hundred hands on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

import numpy as np

from pegout.kernel.pegging_arrays import ends_of_five
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.search.card_choice import Task
from pegout.search.hand_arrays import SolvedShares, fitting, hand_arrays, spread_of
from pegout.search.play import PlayState
from pegout.search.play_arrays import (
    PlayLines,
    close_count,
    less,
    open_count,
    played_out,
    ranks_below,
    track_move,
    won_or_lost,
)
from pegout.search.replies_arrays import HeuristicArrays, card_value
from pegout.search.workspace import (
    CRIB_POINTS,
    NEEDS,
    NOBODY,
    OPPONENT,
    OWN,
    PASS,
    Facts,
    Utility,
    Workspace,
)
from pegout.tables.play_strategy import SolvedPlay

_ACTIONS: Final = PASS + 1


class Holdings(NamedTuple):
    """The opponent's range on each of the lines."""

    line: Array  # int64[m], the number of the line
    rest: Array  # int64[m], the remaining ranks of the hand
    hand: Array  # int64[m], the number of the hand in the initial range
    weight: Array  # float64[m], the probability of the hand times the opponent's reach probability


class ChoicePoint(NamedTuple):
    """The choices of the own seat at one step."""

    before: Array  # int64[k], the number of the previous own choice that led to each
    first: Array  # int64[k], the number of the first option of each; the other options follow
    end: int  # the number after the last option


Arrays = TypeVar("Arrays", PlayLines, Holdings)


def _fold(worth: Array, choice: ChoicePoint) -> None:
    """Add the value of the best option to the choice that led there."""
    best = np.maximum.reduceat(worth[: choice.end], choice.first)
    worth += np.bincount(choice.before, best, len(worth))


def _taken(arrays: Arrays, index: Array) -> Arrays:
    return type(arrays)(*[array[index] for array in arrays])


class ArraySearch:
    """The search, on a workspace for interpreted Python and a solved play."""

    def __init__(self, space: Workspace, solved: SolvedPlay, *, runs: bool) -> None:
        self._space, self._solved, self._strategies = space, solved, SolvedShares(solved)
        self._hands = hand_arrays()
        self._heuristic = HeuristicArrays(
            ends_of_five(runs), np.array(space.heuristic.means), np.array(space.heuristic.fits)
        )

    def values(self, task: Task, facts: Facts, utilities: Sequence[Utility]) -> list[list[float]]:
        """Return the value of each card by its position in the hand, for each utility.

        Each utility is maximised separately; they share the lines of play, which are walked once.
        """
        play = task.play
        every = [
            _Shown(facts, task.number, self._space) if utility.shows else _Pegged(play, utility)
            for utility in utilities
        ]
        choices = self._played_out(every, *self._start(play, task.number))
        fits = fitting(spread_of(play.own), ranks_below(play.reached))
        by_utility = []
        for outcomes in every:
            values = np.zeros(4)
            values[fits] = outcomes.fold(choices)[1 : choices[0].end]
            by_utility.append(values.tolist())
        return by_utility

    def _played_out(
        self, every: Sequence[_Outcomes], lines: PlayLines, hands: Holdings
    ) -> list[ChoicePoint]:
        """Play all lines to their ends and record the outcomes; return the own choices."""
        choices: list[ChoicePoint] = []
        # Choice 0 is the decision to be made.
        options = 1
        while len(lines.turn):
            lines, hands, choice = self._step(lines, hands, options)
            if choice is not None:
                choices.append(choice)
                options = choice.end
            lines, hands = self._settled(lines, hands, every)
        return choices

    def _start(self, play: PlayState, number: int) -> tuple[PlayLines, Holdings]:
        """Return the single line to the current state, and the opponent's range there."""
        ranges = self._space.range
        now = {**play._asdict(), "choice": 0}
        lines = {name: np.array([value], np.int64) for name, value in now.items()}
        return PlayLines(**lines), Holdings(
            np.zeros(number, np.int64),
            self._hands.ranks[ranges.held[:number]],
            np.arange(number),
            np.array(ranges.weight[:number]),
        )

    def _step(
        self, lines: PlayLines, hands: Holdings, options: int
    ) -> tuple[PlayLines, Holdings, ChoicePoint | None]:
        """Play a card, or pass, on each line; return the next lines, hands and own choices."""
        row, rank, share = self._actions(lines, hands)
        key = hands.line[row] * _ACTIONS + rank
        used = np.zeros(len(lines.turn) * _ACTIONS, bool)
        used[key] = True
        before, rank_played = np.divmod(np.flatnonzero(used), _ACTIONS)
        number = np.cumsum(used) - 1
        rest, by_opponent = (
            hands.rest[row],
            (rank != PASS) & (lines.turn[hands.line[row]] == OPPONENT),
        )
        rest = np.where(by_opponent, less(rest, rank), rest)
        hands = Holdings(number[key], rest, hands.hand[row], hands.weight[row] * share)
        after = track_move(_taken(lines, before), rank_played, self._heuristic.ends, self._solved)
        choosing = (lines.turn == OWN) & (np.bincount(before, minlength=len(lines.turn)) > 1)
        if not choosing.any():
            return after, hands, None
        chosen = choosing[before]
        numbers = options + np.arange(chosen.sum())
        after.choice[chosen] = numbers
        starts = np.flatnonzero(np.diff(before[chosen], prepend=-1))
        choice = ChoicePoint(lines.choice[choosing], numbers[starts], options + len(numbers))
        return after, hands, choice

    def _actions(self, lines: PlayLines, hands: Holdings) -> tuple[Array, Array, Array]:
        """Return the actions: the index of the hand, the rank or "go", and the probability."""
        mine = lines.turn[hands.line] == OWN
        spread = np.where(mine[:, None], spread_of(lines.own)[hands.line], spread_of(hands.rest))
        fits = fitting(spread, ranks_below(lines.reached)[hands.line])
        number = fits.sum(axis=1)
        shares = fits.astype(np.float64)
        several = np.flatnonzero(~mine & (number > 1))
        if len(several):
            shares[several] = self._shares(
                lines, hands.line[several], spread[several], fits[several]
            )
        row, index = np.nonzero(shares)
        silent = np.flatnonzero(number == 0)
        return (
            np.concatenate((row, silent)),
            np.concatenate((spread[row, index], np.full(len(silent), PASS))),
            np.concatenate((shares[row, index], np.ones(len(silent)))),
        )

    def _shares(self, lines: PlayLines, line: Array, spread: Array, fits: Array) -> Array:
        """Return float64[m, 4], the opponent's strategy for hands with several cards that fit."""
        shares = np.zeros(spread.shape)
        node, left = lines.node[line], lines.left[line]
        for size in (2, 3, 4):
            rows = np.flatnonzero((left == size) & (node >= 0))
            if len(rows):
                shares[rows] = self._strategies.of(node[rows], spread[rows], fits[rows], size)
        unknown = np.flatnonzero(shares.sum(axis=1) == 0)
        if len(unknown):
            best = self._best_by_heuristic(lines, line[unknown], spread[unknown], fits[unknown])
            shares[unknown, best] = 1
        return shares

    def _best_by_heuristic(
        self, lines: PlayLines, line: Array, spread: Array, fits: Array
    ) -> Array:
        """Return the position of the card with the greatest heuristic value."""
        row, index = np.nonzero(fits)
        key, number = np.unique(line[row] * 13 + spread[row, index], return_inverse=True)
        values = np.full(spread.shape, -np.inf)
        here = _taken(lines, key // 13)
        against = np.where(here.silent == 1, 0, (spread_of(here.own) < 15).sum(axis=1))
        worth = card_value(key % 13, here.reached, here.pile, against, self._heuristic)
        values[row, index] = worth[number]
        # The last of equal ones, as in the loops.
        best: Array = 3 - values[:, ::-1].argmax(axis=1)
        return best

    def _settled(
        self, lines: PlayLines, hands: Holdings, outcomes: Sequence[_Outcomes]
    ) -> tuple[PlayLines, Holdings]:
        """Score the lines whose count has ended, and record the finished lines."""
        switches = self._space.switches
        lines = close_count(lines, switches)
        ended = (lines.turn == NOBODY) & (played_out(lines) | (switches.one_count == 1))
        done = won_or_lost(lines) | ended
        here = done[hands.line]
        for outcome in outcomes:
            outcome.write(_taken(hands, here), lines.choice, lines.need, lines.opponent_need)
        hands = _taken(hands, ~here)
        number = np.cumsum(~done) - 1
        return (
            open_count(_taken(lines, ~done)),
            hands._replace(line=number[hands.line]),
        )


class _Outcomes(ABC):
    """The values of finished lines, by the last own choice that led there."""

    def __init__(self) -> None:
        self._leaves: list[tuple[Array, Array]] = []

    @abstractmethod
    def worth(self, hands: Holdings, own: Array, opponent: Array) -> Array:
        """Return the leaf value of each hand by the needs of both seats; 0 or less has won."""

    def write(self, hands: Holdings, choice: Array, need: Array, opponent_need: Array) -> None:
        """Record finished lines with the opponent's range there."""
        worth = self.worth(hands, need[hands.line], opponent_need[hands.line])
        self._leaves.append((choice[hands.line], hands.weight * worth))

    def fold(self, choices: Sequence[ChoicePoint]) -> Array:
        """Return the values of the own options, with optimal later choices but the first open."""
        choice, worth = (np.concatenate(column) for column in zip(*self._leaves, strict=True))
        sums = np.bincount(choice, worth, choices[-1].end if choices else 1)
        for point in choices[:0:-1]:
            _fold(sums, point)
        return sums


class _Shown(_Outcomes):
    """The win probability with the shows after the play."""

    def __init__(self, facts: Facts, number: int, space: Workspace) -> None:
        super().__init__()
        shows = space.shows
        points, jacks = np.array(shows.points[:number]), np.array(shows.jack[:number])
        counts = (points + space.switches.nobs, points + 4, points + 5 + jacks, points)
        #: The points of each hand with nobs, a flush of four, a flush of five or none, and their
        #: probabilities.
        self._counts = np.stack(counts, axis=1)
        self._probabilities = np.array(shows.extra[: 4 * number]).reshape(number, 4)
        self._table = _wins_after_hands(facts, space)

    def worth(self, hands: Holdings, own: Array, opponent: Array) -> Array:
        left = np.maximum(np.maximum(opponent, 0)[:, None] - self._counts[hands.hand], 0)
        counted = self._table[np.maximum(own, 0)[:, None], left]
        chance = (self._probabilities[hands.hand] * counted).sum(axis=1)
        return np.where(own <= 0, 1.0, np.where(opponent <= 0, 0.0, chance))


class _Pegged(_Outcomes):
    """The points pegged from here on, valued by a utility of points and of the last hole."""

    def __init__(self, play: PlayState, utility: Utility) -> None:
        super().__init__()
        self._need, self._opponent_need, self._utility = play.need, play.opponent_need, utility

    def worth(self, hands: Holdings, own: Array, opponent: Array) -> Array:
        utility = self._utility
        gained = utility.own_point * (self._need - own)
        gained = gained + utility.opponent_point * (self._opponent_need - opponent)
        out = np.where(
            own <= 0, utility.own_out, np.where(opponent <= 0, utility.opponent_out, 0.0)
        )
        values: Array = gained + out
        return values


def _wins_after_hands(facts: Facts, space: Workspace) -> Array:
    """Return the win probability after the opponent's hand, as ``after_shows`` does for one hand.

    Returns:
        float64, by the need of the own seat before its hand is counted, and by the need of the
        opponent after its hand, 0 if it is out. The first row is not used.
    """
    show = facts.show
    table = np.zeros((facts.need + 1, facts.opponent_need + 1))
    own = np.maximum(np.arange(1, facts.need + 1) - show, 0)[:, None]
    opponent = np.arange(1, facts.opponent_need + 1)[None, :]
    if facts.role == Role.DEALER:
        table[1:, 1:] = np.where(own > 0, _before_cribs(own, opponent, space), 1.0)
    else:
        table[1:, 1:] = 1 - _before_cribs(opponent, own, space)
        table[1 : show + 1] = 1
    return table


def _before_cribs(dealer: Array, pone: Array, space: Workspace) -> Array:
    """Return ``before_crib`` for needs that are broadcast against each other."""
    start = np.asarray(space.shows.start).reshape(NEEDS, NEEDS)
    dealer, pone = np.minimum(dealer, NEEDS - 1), np.minimum(pone, NEEDS - 1)
    total = np.zeros(np.broadcast_shapes(dealer.shape, pone.shape))
    for points in range(CRIB_POINTS):
        rate = float(space.shows.crib[points])
        if rate > 0:
            behind = start[pone, np.maximum(dealer - points, 0)]
            total += rate * np.where(points >= dealer, 1.0, 1 - behind)
    return total
