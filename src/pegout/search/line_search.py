"""The best response in plain Python: every utility is maximised on one walk over the lines of play.

The result equals that of the depth-first search in :mod:`pegout.search.best_response`, which is
faster when compiled. Interpreted, this one is several times as fast: it values several utilities
at once, and it looks up how a play ends in which only one seat has a choice, or none, because many
lines end alike. :mod:`pegout.search.best_response_arrays` is faster still where NumPy is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.card_choice import Task, is_choice
from pegout.search.hands import FIRST_PAIR, FIRST_TRIPLE, held_size, less
from pegout.search.leaf_values import after_play
from pegout.search.play import PlayState, node_after, several_fit
from pegout.search.replies import card_value
from pegout.search.workspace import (
    NO_RANKS,
    NOBODY,
    NOTHING,
    OPPONENT,
    OWN,
    PASS,
    Facts,
    Utility,
    Workspace,
)
from pegout.tables.play_strategy import SolvedPlay

#: The ranks of an own hand of at most one card are at least this.
_ONE_CARD: Final = 0xFFF0
#: The number of bits of a hand in keys; needs are below 256.
_HAND: Final = 11
#: A need that no play fills.
_FAR: Final = 1000
#: Caches with more entries than this are emptied before the next decision.
_MANY: Final = 100_000

#: Hands of the opponent on a line: the number of the hand in its range, the number of its remaining
#: set, and its weight.
Held = list[tuple[int, int, float]]


#: Strategies of a hand that plays one card only: the positions of the cards with their shares.
_FIRST: Final = ((0, 1.0),)
_SECOND: Final = ((1, 1.0),)


class _Single(NamedTuple):
    """A range of hands of weight 1, for the value of each."""

    hand: range
    weight: list[float]


class LineSearch:
    """The search, on a workspace in lists and a solved play."""

    def __init__(self, space: Workspace, solved: SolvedPlay) -> None:
        self.space, self.solved = space, solved
        self.ranks, self.less = space.sets.ranks, space.sets.less
        self._points: dict[int, int] = {}
        self._values: dict[tuple[int, int, int], float] = {}
        self._left: dict[int, int] = {}
        self.tails: dict[tuple[int, ...], dict[int, tuple[int, int]]] = {}
        self.alone: dict[tuple[int, ...], set[tuple[int, int]]] = {}

    def values(self, task: Task, facts: Facts, utilities: Sequence[Utility]) -> list[list[float]]:
        """Return the value of each card by its position in the hand, for each utility.

        Each utility is maximised separately; they share the lines of play, which are walked once.
        """
        for cache in (self._points, self._values, self.tails, self.alone):
            if len(cache) > _MANY:
                cache.clear()
        play, ranges = task.play, self.space.range
        held = [(at, ranges.held[at], ranges.weight[at]) for at in range(task.number)]
        walk = _Walk(self, task, facts, utilities)
        by_card = [
            walk.value(self.after(play, play.own >> 4 * index & 15), held)
            if is_choice(play, index)
            else [0.0] * len(utilities)
            for index in range(4)
        ]
        return [list(values) for values in zip(*by_card, strict=True)]

    def after(self, play: PlayState, rank: int) -> PlayState:
        """Play a card, as :func:`pegout.search.play.play_rank` does."""
        turn, silent, _, reached, pile, own, left, need, opponent_need, node = play
        count = reached + (rank + 1 if rank < 9 else 10)
        pile = (pile << 4 | rank) & NO_PILE
        points = self._points.get(pile)
        if points is None:
            points = self._points[pile] = pile_score(pile, count, self.space.heuristic.ends)
        if turn == OWN:
            key = own << 4 | rank
            own = self._left.get(key, -1)
            if own < 0:
                own = self._left[key] = less(key >> 4, rank)
            need -= points
            stays = left == 0
        else:
            left, opponent_need = left - 1, opponent_need - points
            stays = own == NO_RANKS
        last = turn
        if count == 31 or (own == NO_RANKS and left == 0):
            turn = NOBODY
        elif not silent:
            if stays:
                silent = 1
            else:
                turn = 1 - turn
        node = node_after(node, rank, self.solved) if left > 1 and node >= 0 else -1
        return PlayState(turn, silent, last, count, pile, own, left, need, opponent_need, node)

    def passed(self, play: PlayState) -> PlayState:
        """Say go, as :func:`pegout.search.play.pass_turn` does."""
        turn, silent, last, reached, pile, own, left, need, opponent_need, node = play
        if left < 2:
            node = -1
        elif turn == OPPONENT or own != NO_RANKS:
            node = node_after(node, PASS, self.solved)
        turn = NOBODY if silent else 1 - turn
        return PlayState(turn, 1, last, reached, pile, own, left, need, opponent_need, node)

    def closed(self, play: PlayState) -> PlayState:
        """Score the go or last card at the end of a count, and begin the next count.

        Where the play has ended, nobody is to act.
        """
        _, silent, last, reached, pile, own, left, need, opponent_need, node = play
        switches = self.space.switches
        if reached != 31 or switches.stacks:
            if last == OWN:
                need -= 0 if need == 1 and switches.stinkhole else 1
            else:
                opponent_need -= 0 if opponent_need == 1 and switches.stinkhole else 1
        if need <= 0 or opponent_need <= 0 or switches.one_count or (own == NO_RANKS and not left):
            turn = NOBODY
        else:
            turn, silent, reached, pile = 1 - last, 0, 0, NO_PILE
            if (own == NO_RANKS) if turn == OWN else not left:
                turn = last
        return PlayState(turn, silent, last, reached, pile, own, left, need, opponent_need, node)

    def split(self, play: PlayState, held: Held) -> dict[int, Held]:
        """Split hands of the opponent by the rank that it plays, with "go" as rank 13."""
        size, known = play.left, play.node >= 0
        limit = 13 if play.reached <= 21 else 31 - play.reached
        ranks, less_of, parts = self.ranks, self.less, dict[int, Held]()
        for hand, rest, weight in held:
            packed = ranks[rest]
            rank = packed & 15
            shares: Sequence[tuple[int, float]] = _FIRST
            if rank >= limit:
                parts.setdefault(PASS, []).append((hand, rest, weight))
                continue
            if packed >> 4 & 15 < limit and several_fit(packed, limit):
                shares = self._shares(play.node, packed, rest, size, limit) if known else ()
                shares = shares or ((self._best(play, packed, size, limit), 1.0),)
            for index, share in shares:
                new = hand, less_of[4 * rest + index], weight * share
                rank = packed >> 4 * index & 15
                if rank in parts:
                    parts[rank].append(new)
                else:
                    parts[rank] = [new]
        return parts

    def _shares(
        self, node: int, packed: int, rest: int, size: int, limit: int
    ) -> Sequence[tuple[int, float]]:
        """Return the solved strategy of a hand by position, without zeros; empty if unknown."""
        weights, offset = self.solved.weights, self.solved.offset[node]
        if size == 2:
            low, high = packed & 15, packed >> 4 & 15
            lower = weights[offset + high * (high - 1) // 2 + low]
            if lower == 255:
                return ()
            if lower in (0, 254):
                return _FIRST if lower else _SECOND
            share = lower / 254
            return (0, share), (1, 1 - share)
        row, first, before, total = 91, FIRST_PAIR, -1, 0
        if size == 4:
            row, first = 455, FIRST_TRIPLE
        found = []
        for index in range(size):
            rank = packed >> 4 * index & 15
            if rank >= limit:
                break
            if rank != before:
                before = rank
                share = weights[offset + rank * row + self.less[4 * rest + index] - first]
                if share:
                    total += share
                    found.append((index, share))
        return [(index, share / total) for index, share in found]

    def _best(self, play: PlayState, packed: int, size: int, limit: int) -> int:
        """Return the position of the card with the greatest heuristic value; the last of equals."""
        against = 0 if play.silent else held_size(play.own)
        best, maximum, before = 0, NOTHING, -1
        for index in range(size):
            rank = packed >> 4 * index & 15
            if rank >= limit:
                break
            if rank == before:
                continue
            before, key = rank, (play.pile, rank, against)
            value = self._values.get(key)
            if value is None:
                value = self._values[key] = card_value(
                    rank, play.reached, play.pile, against, self.space.heuristic
                )
            if value >= maximum:
                best, maximum = index, value
        return best


class _Walk:
    """One walk over the lines of a decision."""

    def __init__(
        self, search: LineSearch, task: Task, facts: Facts, utilities: Sequence[Utility]
    ) -> None:
        self._search, self._facts, self._utilities = search, facts, utilities
        self._need, self._opponent_need = task.play.need, task.play.opponent_need
        self._shows = any(utility.shows for utility in utilities)
        self._chances: dict[int, float] = {}
        self._single = _Single(range(task.number), [1.0] * task.number)
        shows = search.space.shows
        kinds: dict[tuple[Any, ...], int] = {}
        #: A hand with the same show as each, for which values are looked up.
        self._alike = [
            kinds.setdefault((points, jack, *shows.extra[4 * at : 4 * at + 4]), at)
            for at, (points, jack) in enumerate(zip(shows.points, shows.jack, strict=True))
        ]

    def value(self, play: PlayState, held: Held) -> list[float]:
        """Return the value of the rest of the play against some hands, times their weights."""
        search = self._search
        while True:
            if play.need <= 0 or play.opponent_need <= 0:
                return self._leaf(play.need, play.opponent_need, held)
            if play.turn == NOBODY:
                play = search.closed(play)
                if play.turn == NOBODY:
                    return self._leaf(play.need, play.opponent_need, held)
            if play.left == 0 or (play.left == 1 and play.own >= _ONE_CARD):
                known = self._looked_up(play, held)
                if known is not None:
                    return known
            if play.turn == OPPONENT:
                if not play.left:
                    play = search.passed(play)
                    continue
                parts = search.split(play, held)
                if len(parts) > 1:
                    return self._summed(play, parts)
                ((rank, held),) = parts.items()
            else:
                own, limit = play.own, 13 if play.reached <= 21 else 31 - play.reached
                rank = own & 15
                if rank >= limit:
                    rank = PASS
                elif own >> 4 & 15 < limit and several_fit(own, limit):
                    return self._best_of(play, held)
            play = search.passed(play) if rank == PASS else search.after(play, rank)

    def _summed(self, play: PlayState, parts: dict[int, Held]) -> list[float]:
        search, totals = self._search, [0.0] * len(self._utilities)
        for rank, part in parts.items():
            after = search.passed(play) if rank == PASS else search.after(play, rank)
            for at, value in enumerate(self.value(after, part)):
                totals[at] += value
        return totals

    def _best_of(self, play: PlayState, held: Held) -> list[float]:
        values = [
            self.value(self._search.after(play, play.own >> 4 * index & 15), held)
            for index in range(4)
            if is_choice(play, index)
        ]
        return [max(options) for options in zip(*values, strict=True)]

    def _leaf(self, need: int, opponent_need: int, held: Held) -> list[float]:
        """Return the value of the end of a play, times the weights of the hands."""
        weight = 0.0
        for one in held:
            weight += one[2]
        if not self._shows:
            shown = 0.0
        elif need <= 0 or opponent_need <= 0:
            shown = weight if need <= 0 else 0.0
        else:
            shown = self._shown(need, opponent_need, held)
        own, opponent = self._need - need, self._opponent_need - opponent_need
        values = self._valued(own * weight, opponent * weight, shown)
        if need <= 0 or opponent_need <= 0:
            for at, utility in enumerate(self._utilities):
                if not utility.shows:
                    values[at] += weight * (utility.own_out if need <= 0 else utility.opponent_out)
        return values

    def _valued(self, own: float, opponent: float, shown: float) -> list[float]:
        """Return the utilities of expected points of both seats and of a win probability."""
        return [
            shown if shows else own * own_point + opponent * opponent_point
            for own_point, opponent_point, _, _, shows in self._utilities
        ]

    def _shown(self, need: int, opponent_need: int, held: Held) -> float:
        """Return the win probability after the play, times the weights of the hands."""
        total, chances, alike = 0.0, self._chances, self._alike
        first = (need << 8 | opponent_need) << _HAND
        for hand, _, weight in held:
            chance = chances.get(first + alike[hand])
            if chance is None:
                chance = self._chance(need, opponent_need, alike[hand])
            total += weight * chance
        return total

    def _chance(self, need: int, opponent_need: int, hand: int) -> float:
        facts, space = self._facts, self._search.space
        chance: float = after_play(
            hand, hand + 1, need, opponent_need, facts.role, facts.show, space.switches.nobs,
            self._single, space.shows,
        )  # fmt: skip
        self._chances[(need << 8 | opponent_need) << _HAND | hand] = chance
        return chance

    # Plays in which the opponent has no choice, and the own seat none or nobody to fear ----------

    def _looked_up(self, play: PlayState, held: Held) -> list[float] | None:
        """Return the value of a play whose points do not depend on the score; None if it may end.

        Either the opponent has no card left, or both have one at most.
        """
        if play.left == 0:
            ends = self._alone(play)
            if any(own >= play.need or opponent >= play.opponent_need for own, opponent in ends):
                return None
            values = [
                self._leaf(play.need - own, play.opponent_need - opponent, held)
                for own, opponent in ends
            ]
            return [max(options) for options in zip(*values, strict=True)]
        return self._over_tails(play, held)

    def _over_tails(self, play: PlayState, held: Held) -> list[float] | None:
        """Return the value where each seat has one card at most; None if the game may end."""
        turn, silent, last, _, pile, own_ranks, _, need, opponent_need, _ = play
        key = turn, silent, last, pile, own_ranks
        tails = self._search.tails.get(key)
        if tails is None:
            tails = self._search.tails[key] = {}
        alike, chances, shows = self._alike, self._chances, self._shows
        owns = opponents = shown = weights = 0.0
        for hand, rest, weight in held:
            tail = tails.get(rest)
            if tail is None:
                far = play._replace(need=_FAR, opponent_need=_FAR)
                tail = tails[rest] = self._played(far, rest)
            own, opponent = need - tail[0], opponent_need - tail[1]
            if own <= 0 or opponent <= 0:
                return None
            owns += weight * own
            opponents += weight * opponent
            weights += weight
            if shows:
                chance = chances.get((own << 8 | opponent) << _HAND | alike[hand])
                if chance is None:
                    chance = self._chance(own, opponent, alike[hand])
                shown += weight * chance
        gained = self._need * weights - owns
        return self._valued(gained, self._opponent_need * weights - opponents, shown)

    def _played(self, play: PlayState, rest: int) -> tuple[int, int]:
        search = self._search
        while True:
            if play.turn == NOBODY:
                play = search.closed(play)
                if play.turn == NOBODY:
                    return _FAR - play.need, _FAR - play.opponent_need
            limit = 13 if play.reached <= 21 else 31 - play.reached
            if play.turn == OWN:
                rank = play.own & 15
            else:
                rank = search.ranks[rest] & 15 if play.left else 15
            play = search.passed(play) if rank >= limit else search.after(play, rank)

    def _alone(self, play: PlayState) -> set[tuple[int, int]]:
        """Return the points that both seats may get where the opponent has no card left."""
        key = play.turn, play.silent, play.last, play.pile, play.own
        found = self._search.alone.get(key)
        if found is None:
            far = play._replace(need=_FAR, opponent_need=_FAR)
            found = self._search.alone[key] = self._ends(far)
        return found

    def _ends(self, play: PlayState) -> set[tuple[int, int]]:
        search = self._search
        while True:
            if play.turn == NOBODY:
                play = search.closed(play)
                if play.turn == NOBODY:
                    return {(_FAR - play.need, _FAR - play.opponent_need)}
            limit = 13 if play.reached <= 21 else 31 - play.reached
            if play.turn == OPPONENT or play.own & 15 >= limit:
                play = search.passed(play)
            elif play.own >> 4 & 15 < limit and several_fit(play.own, limit):
                return set().union(
                    *[
                        self._ends(search.after(play, play.own >> 4 * index & 15))
                        for index in range(4)
                        if is_choice(play, index)
                    ]
                )
            else:
                play = search.after(play, play.own & 15)
