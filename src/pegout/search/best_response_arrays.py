"""The best response with arrays: all of the opponent's hands at once, a card at a time.

It finds what :mod:`pegout.search.card_choice` finds by going down one line of play after another,
with chances of winning and every own choice. Compiled that is quicker; where Python runs it, this
is, from a hundred hands on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from pegout.kernel.layout import ANSWER, GO, NO_PILE
from pegout.kernel.pegging_arrays import five_ends, pile_scores
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.search.card_choice import Task
from pegout.search.hands import FIRST_PAIR, FIRST_TRIPLE, hands_of
from pegout.search.play import PlayState
from pegout.search.workspace import (
    CRIB_POINTS,
    NEEDS,
    NO_RANKS,
    NOBODY,
    OPPONENT,
    OUTCOMES,
    OWN,
    PASS,
    PEGGED,
    Facts,
    Utility,
    Workspace,
)
from pegout.tables.play_strategy import SolvedPlay

__all__ = ["ArraySearch"]

_ACTIONS: Final = PASS + 1
_SHIFTS: Final = np.array([0, 4, 8, 12])


class PlayLines(NamedTuple):
    """PlayLines of play so far, each told by what both seats have seen: int64[n] each.

    Attributes:
        turn: who is to play: 0 the own seat, 1 the opponent.
        silent: whether the seat that is not on turn has said go in this count.
        last: who played last.
        reached: the count.
        pile: the pile.
        own: the ranks held.
        left: how many cards the opponent holds.
        need: what the own seat needs.
        other_need: what the opponent needs.
        node: the node of the solved play, or -1.
        choice: which of the own choices has led here.
    """

    turn: Array
    silent: Array
    last: Array
    reached: Array
    pile: Array
    own: Array
    left: Array
    need: Array
    other_need: Array
    node: Array
    choice: Array


class Holdings(NamedTuple):
    """What the opponent may hold, on each of the lines.

    Attributes:
        line: int64[m], the number of the line.
        rest: int64[m], the ranks that it holds still.
        hand: int64[m], the number of what it was believed to hold.
        weight: float64[m], how likely it holds that and plays so, as far as the line is its doing.
    """

    line: Array
    rest: Array
    hand: Array
    weight: Array


class ChoicePoint(NamedTuple):
    """Points where the own seat chose, all of one step.

    Attributes:
        before: int64[k], by which of the own choices each was come to.
        first: int64[k], the number of the first thing to choose there; the others follow.
        end: the number behind the last.
    """

    before: Array
    first: Array
    end: int


Arrays = TypeVar("Arrays", PlayLines, Holdings)


def _fold(worth: Array, choice: ChoicePoint) -> None:
    """Add the best of what may be chosen to what has led there."""
    best = np.maximum.reduceat(worth[: choice.end], choice.first)
    worth += np.bincount(choice.before, best, len(worth))


def _taken(arrays: Arrays, index: Array) -> Arrays:
    """Take the same out of each array."""
    return type(arrays)(*[array[index] for array in arrays])


def _spread(ranks: Any) -> Array:
    """Give the four ranks of hands, one behind the other; 15 for none."""
    spread: Array = np.asarray(ranks)[..., None] >> _SHIFTS & 15
    return spread


def _limits(count: Any) -> Array:
    """Give how many ranks fit under 31."""
    return np.where(count <= 21, 13, 31 - count)


def _values(rank: Array) -> Array:
    """Give what ranks count."""
    values: Array = np.minimum(rank + 1, 10)
    return values


def _less(ranks: Array, rank: Array) -> Array:
    """Take a rank out of hands that have it."""
    return _without(ranks, (_spread(ranks) == rank[:, None]).argmax(axis=1))


def _without(ranks: Array, place: Array) -> Array:
    """Take the rank at a place out of hands."""
    lower = (1 << 4 * place) - 1
    rest: Array = (ranks & lower) | (ranks >> 4 & ~lower & 0xFFF) | 0xF000
    return rest


def _fitting(spread: Array, limit: Array) -> Array:
    """Tell of each place of hands whether a rank stands there first, and fits."""
    fits: Array = spread < limit[..., None]
    fits[..., 1:] &= spread[..., 1:] != spread[..., :-1]
    return fits


class ArraySearch:
    """The search, over a workspace that is read by Python.

    Args:
        space: the workspace.
        solved: the solved play.
        runs: whether runs count in the play.
    """

    def __init__(self, space: Workspace, solved: SolvedPlay, *, runs: bool) -> None:
        self._space, self._ends = space, five_ends(runs)
        self._children, _, self._offset, self._weights = (np.asarray(part) for part in solved)
        self._hands = hands_of(arrays=True)
        self._more = self._hands.more.reshape(-1, 13)
        self._means = np.array(space.heuristic.means)
        self._fits = np.array(space.heuristic.fits)

    def weigh(self, task: Task, facts: Facts) -> None:
        """Do what :func:`pegout.search.card_choice.weigh` does, where every choice is searched."""
        (values,) = self.values(task, facts, [task.utility])
        self._space.choice.values[:] = values

    def values(self, task: Task, facts: Facts, utilities: Sequence[Utility]) -> list[list[float]]:
        """Give what each card is worth, by place in the hand, to each of some utilities.

        Each is played for by itself; the lines of the play are the same and are walked once.

        Args:
            task: what there is to choose; where a utility counts the shows they were foreseen.
            facts: what the seat knows.
            utilities: what is sought, no race among them.
        """
        play = task.play
        every = [
            _Shown(facts, task.number, self._space) if utility.shows else _Pegged(play, utility)
            for utility in utilities
        ]
        choices = self._played_out(every, *self._start(play, task.number))
        fits = _fitting(_spread(play.own), _limits(play.reached))
        found = []
        for outcomes in every:
            values = np.zeros(4)
            values[fits] = outcomes.folded(choices)[1 : choices[0].end]
            found.append(values.tolist())
        return found

    def value(self, play: PlayState, number: int, facts: Facts, utility: Utility) -> float:
        """Do what :func:`pegout.search.best_response.best_response_value` does behind a discard."""
        outcomes = _Raced(facts, utility.race, self._space)
        choices = self._played_out([outcomes], *self._start(play, number))
        worth = outcomes.folded(choices)
        if choices:
            _fold(worth, choices[0])
        return float(worth[0])

    def _played_out(
        self, every: Sequence[_Outcomes], lines: PlayLines, hands: Holdings
    ) -> list[ChoicePoint]:
        """Play everything to its end, and have the outcomes written down; gives the own choices."""
        choices: list[ChoicePoint] = []
        # ChoicePoint 0 is the one to be made.
        options = 1
        while len(lines.turn):
            lines, hands, choice = self._step(lines, hands, options)
            if choice is not None:
                choices.append(choice)
                options = choice.end
            lines, hands = self._settled(lines, hands, every)
        return choices

    def _start(self, play: PlayState, number: int) -> tuple[PlayLines, Holdings]:
        """Give the one line to where the play is, and what the opponent may hold there."""
        ranges = self._space.range
        now = {**play._asdict(), "choice": 0}
        lines = {name: np.array([one], np.int64) for name, one in now.items()}
        return PlayLines(**lines), Holdings(
            np.zeros(number, np.int64),
            self._hands.ranks[ranges.held[:number]],
            np.arange(number),
            np.array(ranges.weight[:number]),
        )

    def _step(
        self, lines: PlayLines, hands: Holdings, options: int
    ) -> tuple[PlayLines, Holdings, ChoicePoint | None]:
        """Have the seat on turn of each line play a card, or pass.

        Args:
            lines: the lines.
            hands: the hands.
            options: how many of the own choices are numbered already.

        Returns:
            What follows, and what the own seat had to choose, if it had.
        """
        row, rank, share = self._actions(lines, hands)
        key = hands.line[row] * _ACTIONS + rank
        used = np.zeros(len(lines.turn) * _ACTIONS, bool)
        used[key] = True
        before, rank_played = np.divmod(np.flatnonzero(used), _ACTIONS)
        number = np.cumsum(used) - 1
        rest, other = hands.rest[row], (rank != PASS) & (lines.turn[hands.line[row]] == OPPONENT)
        rest = np.where(other, _less(rest, rank), rest)
        hands = Holdings(number[key], rest, hands.hand[row], hands.weight[row] * share)
        after = self._played(_taken(lines, before), rank_played)
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
        """Give what is played: from which of the hands, the rank or "go", and how often."""
        mine = lines.turn[hands.line] == OWN
        spread = np.where(mine[:, None], _spread(lines.own)[hands.line], _spread(hands.rest))
        fits = _fitting(spread, _limits(lines.reached)[hands.line])
        number = fits.sum(axis=1)
        shares = fits.astype(np.float64)
        several = np.flatnonzero(~mine & (number > 1))
        if len(several):
            shares[several] = self._shares(
                lines, hands.line[several], spread[several], fits[several]
            )
        row, place = np.nonzero(shares)
        silent = np.flatnonzero(number == 0)
        return (
            np.concatenate((row, silent)),
            np.concatenate((spread[row, place], np.full(len(silent), PASS))),
            np.concatenate((shares[row, place], np.ones(len(silent)))),
        )

    def _shares(self, lines: PlayLines, line: Array, spread: Array, fits: Array) -> Array:
        """Give how often the opponent plays each card of hands, of which several fit.

        Args:
            lines: the lines.
            line: int64[m], on which each hand is held.
            spread: int64[m, 4], the hands.
            fits: bool[m, 4], what may be played.

        Returns:
            float64[m, 4]; the sum of each row is 1.
        """
        shares = np.zeros(spread.shape)
        node, left = lines.node[line], lines.left[line]
        for size in (2, 3, 4):
            rows = np.flatnonzero((left == size) & (node >= 0))
            if len(rows):
                shares[rows] = self._solved_shares(node[rows], spread[rows], fits[rows], size)
        unknown = np.flatnonzero(shares.sum(axis=1) == 0)
        if len(unknown):
            best = self._best_by_heuristic(lines, line[unknown], spread[unknown], fits[unknown])
            shares[unknown, best] = 1
        return shares

    def _solved_shares(self, node: Array, spread: Array, fits: Array, size: int) -> Array:
        """Give how often the solved play plays each card of hands of a size; all 0 for unknown."""
        weights, offset = self._weights, self._offset[node]
        if size == 2:
            low, high = spread[:, 0], spread[:, 1]
            lower = weights[offset + high * (high - 1) // 2 + low]
            shares = np.zeros(spread.shape)
            known = lower != 255
            shares[known, 0] = lower[known] / 254
            shares[known, 1] = 1 - shares[known, 0]
            return shares
        marks = np.zeros(spread.shape)
        for place in range(size):
            rest = np.delete(spread[:, :size], place, axis=1)
            left = self._more[1 + rest[:, 0], rest[:, 1]]
            if size == 3:
                number = spread[:, place] * 91 + left - FIRST_PAIR
            else:
                number = spread[:, place] * 455 + self._more[left, rest[:, 2]] - FIRST_TRIPLE
            rows = fits[:, place]
            marks[rows, place] = weights[offset[rows] + number[rows]]
        marks /= np.maximum(marks.sum(axis=1, keepdims=True), 1)
        return marks

    def _best_by_heuristic(
        self, lines: PlayLines, line: Array, spread: Array, fits: Array
    ) -> Array:
        """Give the place of the card with the greatest heuristic value."""
        row, place = np.nonzero(fits)
        key, number = np.unique(line[row] * 13 + spread[row, place], return_inverse=True)
        values = np.full(spread.shape, -np.inf)
        values[row, place] = self._heuristic_values(_taken(lines, key // 13), key % 13)[number]
        # Of equals the last.
        best: Array = 3 - values[:, ::-1].argmax(axis=1)
        return best

    def _heuristic_values(self, lines: PlayLines, rank: Array) -> Array:
        """Give the points of cards, less what one of the cards held is likely to score in reply."""
        held = np.where(lines.silent == 1, 0, (_spread(lines.own) < 15).sum(axis=1))
        count, pile = lines.reached + _values(rank), (lines.pile << 4 | rank) & NO_PILE
        replies = ANSWER * 0.25 * held * self._replies(pile, count)
        worth = pile_scores(pile, count, self._ends) - replies
        fits = self._fits[np.where(count > 21, 31 - count, 0)]
        alone = np.where((count > 21) & (held > 0), GO, 0)
        for place in range(4):
            alone = np.where(place < held, alone * (1 - fits), alone)
        return worth + alone

    def _replies(self, pile: Array, count: Array) -> Array:
        """Give what a card of a hand that anybody keeps scores on piles, times four, on average."""
        total = np.zeros(len(pile))
        gone = pile[:, None] >> np.arange(0, 32, 4) & 15
        for rank in range(13):
            longer = (pile << 4 | rank) & NO_PILE
            points = pile_scores(longer, count + min(rank + 1, 10), self._ends)
            left = 4 - (gone == rank).sum(axis=1)
            total += np.where(rank < _limits(count), self._means[rank] * left * points, 0)
        return total * 0.25

    def _played(self, lines: PlayLines, rank: Array) -> PlayLines:
        """Play a card on each line, or pass where there is "go" in its place."""
        turn, silent, last, count, pile, own, left, need, other_need, node, choice = lines
        passes, mine = rank == PASS, turn == OWN
        held = np.where(mine, own != NO_RANKS, left > 0)
        known = np.flatnonzero((node >= 0) & (held | ~passes))
        node = node.copy()
        node[known] = self._children[node[known], rank[known]]
        count = np.where(passes, count, count + _values(rank))
        pile = np.where(passes, pile, (pile << 4 | rank) & NO_PILE)
        points = np.where(passes, 0, pile_scores(pile, count, self._ends))
        own = np.where(mine & ~passes, _less(own, rank), own)
        left = left - (~mine & ~passes)
        need, other_need = need - points * mine, other_need - points * ~mine
        last = np.where(passes, last, turn)
        over = np.where(passes, silent == 1, (count == 31) | ((own == NO_RANKS) & (left == 0)))
        alone = np.where(passes, False, np.where(mine, left == 0, own == NO_RANKS))
        stays = (alone | (silent == 1)) & ~passes
        turn = np.where(over, NOBODY, np.where(stays, turn, 1 - turn))
        silent = np.where(passes | alone, 1, silent)
        return PlayLines(turn, silent, last, count, pile, own, left, need, other_need, node, choice)

    def _settled(
        self, lines: PlayLines, hands: Holdings, outcomes: Sequence[_Outcomes]
    ) -> tuple[PlayLines, Holdings]:
        """Score where the count has ended, and write down what is decided."""
        switches = self._space.switches
        turn, silent, last, count, pile, own, left, need, other_need, node, choice = lines
        ended = (turn == NOBODY) & (need > 0) & (other_need > 0)
        point = ended & ((count != 31) | (switches.stacks == 1))
        stinks = np.where(last == OWN, need, other_need) == 1
        point &= ~(stinks & (switches.stinkhole == 1))
        need = need - (point & (last == OWN))
        other_need = other_need - (point & (last == OPPONENT))
        played = (own == NO_RANKS) & (left == 0)
        done = (need <= 0) | (other_need <= 0) | (ended & (played | (switches.one_count == 1)))
        here = done[hands.line]
        for one in outcomes:
            one.write(_taken(hands, here), choice, need, other_need)
        following = 1 - last
        empty = np.where(following == OWN, own == NO_RANKS, left == 0)
        turn = np.where(ended, np.where(empty, last, following), turn)
        silent, count = np.where(ended, 0, silent), np.where(ended, 0, count)
        pile = np.where(ended, NO_PILE, pile)
        every = PlayLines(
            turn, silent, last, count, pile, own, left, need, other_need, node, choice
        )
        hands = _taken(hands, ~here)
        number = np.cumsum(~done) - 1
        return _taken(every, ~done), hands._replace(line=number[hands.line])


class _Outcomes(ABC):
    """What lines are worth that have come to their end, by the own choice that led there last."""

    def __init__(self) -> None:
        self._found: list[tuple[Array, Array]] = []

    @abstractmethod
    def worth(self, hands: Holdings, own: Array, other: Array) -> Array:
        """Give what is behind the play to each hand, by what both need; 0 or less has won."""

    def write(self, hands: Holdings, choice: Array, need: Array, other_need: Array) -> None:
        """Write down lines that have come to their end, with all that may be held there.

        Args:
            hands: the hands.
            choice: the own choice, by line.
            need: what the own seat needs, by line.
            other_need: what the opponent needs.
        """
        worth = self.worth(hands, need[hands.line], other_need[hands.line])
        self._found.append((choice[hands.line], hands.weight * worth))

    def folded(self, choices: Sequence[ChoicePoint]) -> Array:
        """Give what is behind each own choice, with the best of all later ones but the first."""
        choice, worth = (np.concatenate(found) for found in zip(*self._found, strict=True))
        sums = np.bincount(choice, worth, choices[-1].end if choices else 1)
        for point in choices[:0:-1]:
            _fold(sums, point)
        return sums


class _Shown(_Outcomes):
    """The chance of winning, with what is going to be counted behind the play."""

    def __init__(self, facts: Facts, number: int, space: Workspace) -> None:
        super().__init__()
        shows = space.shows
        points, jacks = np.array(shows.points[:number]), np.array(shows.jack[:number])
        counts = (points + space.switches.nobs, points + 4, points + 5 + jacks, points)
        #: What each hand may count: with nobs, a flush of four, one of five, none; and how likely.
        self._counts = np.stack(counts, axis=1)
        self._chances = np.array(shows.extra[: 4 * number]).reshape(number, 4)
        self._table = _chances_after_hands(facts, space)

    def worth(self, hands: Holdings, own: Array, other: Array) -> Array:
        left = np.maximum(np.maximum(other, 0)[:, None] - self._counts[hands.hand], 0)
        counted = self._table[np.maximum(own, 0)[:, None], left]
        chance = (self._chances[hands.hand] * counted).sum(axis=1)
        return np.where(own <= 0, 1.0, np.where(other <= 0, 0.0, chance))


class _Raced(_Outcomes):
    """The same behind a discard, where a mean over starters stands for what is counted."""

    def __init__(self, facts: Facts, race: int, space: Workspace) -> None:
        super().__init__()
        self._need, self._other_need = facts.need, facts.other_need
        wins = space.endgame.race_wins[OUTCOMES * race : OUTCOMES * (race + 1)]
        self._wins = np.array(wins).reshape(PEGGED, PEGGED)

    def worth(self, hands: Holdings, own: Array, other: Array) -> Array:
        most = PEGGED - 1
        pegged = np.minimum(self._need - own, most), np.minimum(self._other_need - other, most)
        return np.where(own <= 0, 1.0, np.where(other <= 0, 0.0, self._wins[pegged]))


class _Pegged(_Outcomes):
    """What is pegged from here on, as a utility values the points and the last hole."""

    def __init__(self, play: PlayState, utility: Utility) -> None:
        super().__init__()
        self._need, self._other_need, self._utility = play.need, play.other_need, utility

    def worth(self, hands: Holdings, own: Array, other: Array) -> Array:
        utility = self._utility
        gained = utility.own_point * (self._need - own)
        gained = gained + utility.other_point * (self._other_need - other)
        out = np.where(own <= 0, utility.own_out, np.where(other <= 0, utility.other_out, 0.0))
        found: Array = gained + out
        return found


def _chances_after_hands(facts: Facts, space: Workspace) -> Array:
    """Give the chance of winning behind the opponent's hand, as ``after_shows`` does for one hand.

    Returns:
        float64, by what the own seat needs before its own hand is counted, and by what the opponent
        needs when its hand is counted in, 0 when that is enough. The first row is not used.
    """
    show = facts.show
    table = np.zeros((facts.need + 1, facts.other_need + 1))
    own = np.maximum(np.arange(1, facts.need + 1) - show, 0)[:, None]
    other = np.arange(1, facts.other_need + 1)[None, :]
    if facts.role == Role.DEALER:
        table[1:, 1:] = np.where(own > 0, _before_cribs(own, other, space), 1.0)
    else:
        table[1:, 1:] = 1 - _before_cribs(other, own, space)
        table[1 : show + 1] = 1
    return table


def _before_cribs(dealer: Array, pone: Array, space: Workspace) -> Array:
    """Give what ``before_crib`` does for needs that are broadcast against each other."""
    start = np.asarray(space.shows.start).reshape(NEEDS, NEEDS)
    dealer, pone = np.minimum(dealer, NEEDS - 1), np.minimum(pone, NEEDS - 1)
    total = np.zeros(np.broadcast_shapes(dealer.shape, pone.shape))
    for points in range(CRIB_POINTS):
        rate = float(space.shows.crib[points])
        if rate > 0:
            behind = start[pone, np.maximum(dealer - points, 0)]
            total += rate * np.where(points >= dealer, 1.0, 1 - behind)
    return total
