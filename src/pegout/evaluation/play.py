"""Looking ahead in the play, by ranks.

Suits do not matter in the play, so a position is the ranks that each seat holds, the ranks of the
current count and the seat to lay a card. The search lays every card in turn and takes the one
with which the side to move does best, both sides seeing all cards: the caller averages over what
the others may hold.

>>> hands = (ranks.parse("5J"), ranks.parse("TK"))
>>> Search(rules()).best(hands, turn=0, pile=(), count=0, depth=8)
-1
"""

from __future__ import annotations

from random import Random
from typing import Final

from pegout.cards import CARDS
from pegout.evaluation import ranks
from pegout.evaluation.beliefs import worlds
from pegout.evaluation.ranks import VALUES, Ranks
from pegout.rules import Rules, View, rules
from pegout.scoring import play_points

__all__ = ["Search", "card_values", "pile_points"]

#: How many worlds are looked at, and how many cards ahead, by the number of players.
_WORLDS: Final = {2: 20, 3: 12, 4: 12}
_DEPTH: Final = {2: 8, 3: 5, 4: 5}


class _PilePoints(dict[Ranks, int]):
    """The points of the last card of a pile, found once for each pile of ranks."""

    #: How many piles are remembered before the memory is emptied.
    limit: Final = 500_000

    def __init__(self, runs: bool) -> None:
        self.runs = runs

    def __missing__(self, pile: Ranks) -> int:
        if len(self) >= self.limit:
            self.clear()
        points = self[pile] = play_points([CARDS[rank * 4] for rank in pile], runs=self.runs)
        return points


_PILES: Final = {runs: _PilePoints(runs) for runs in (False, True)}


def pile_points(pile: Ranks, *, runs: bool = True) -> int:
    """Give the points of the last card of a pile of ranks.

    >>> from pegout.evaluation import ranks
    >>> pile_points((2, 4, 5, 6, 3))
    5
    """
    return _PILES[runs][pile]


class Search:
    """The play by certain rules, as seen from one seat.

    Args:
        rules: the rules of the game.
        seat: for whose side points count; those of the other sides count against it.
    """

    def __init__(self, rules: Rules = rules(), seat: int = 0) -> None:
        players = rules.players
        aim = -1 if rules.lowball else 1
        others = rules.sides - 1
        side = rules.side(seat)
        # Whole numbers: with three sides a point of one's own counts as much as one of each other.
        self.weights = [
            aim * (others if rules.side(one) == side else -1) for one in range(players)
        ]
        self.scale = others
        self.order = [
            tuple([(one + step) % players for step in range(1, players + 1)])
            for one in range(players)
        ]
        self.points = _PILES[rules.runs_in_play]
        self.stacks = rules.go_stacks_on_31
        self.one_count = rules.five_card

    def best(
        self,
        hands: tuple[Ranks, ...],
        turn: int,
        pile: Ranks,
        count: int,
        depth: int,
        low: float = -1e9,
        high: float = 1e9,
    ) -> float:
        """Give what the play is worth from here, looking ``depth`` cards ahead."""
        if not depth:
            return 0
        mine = self.weights[turn] > 0
        best = -1e9 if mine else 1e9
        before = -1
        hand = hands[turn]
        room = 31 - count
        for at, rank in enumerate(hand):
            if VALUES[rank] > room:
                break
            if rank == before:
                continue
            before = rank
            value = self.lay(hands, turn, at, pile, count, depth, low, high)
            if mine:
                if value > best:
                    best = value
                    if value > low:
                        low = value
            elif value < best:
                best = value
                if value < high:
                    high = value
            if low >= high:
                break
        return best

    def lay(
        self,
        hands: tuple[Ranks, ...],
        turn: int,
        at: int,
        pile: Ranks,
        count: int,
        depth: int,
        low: float = -1e9,
        high: float = 1e9,
    ) -> float:
        """Give what it is worth to lay the card at this place of the hand."""
        hand = hands[turn]
        rank = hand[at]
        pile = (*pile, rank)
        count += VALUES[rank]
        points = self.points[pile]
        hands = (*hands[:turn], hand[:at] + hand[at + 1 :], *hands[turn + 1 :])
        following = -1
        if count < 31:
            room = 31 - count
            for other in self.order[turn]:
                held = hands[other]
                if held and VALUES[held[0]] <= room:
                    following = other
                    break
        if following < 0:
            if count != 31 or self.stacks:
                points += 1
            if not self.one_count:
                for other in self.order[turn]:
                    if hands[other]:
                        following = other
                        break
            pile, count = (), 0
        gain = points * self.weights[turn]
        if following < 0:
            return gain
        return gain + self.best(
            hands, following, pile, count, depth - 1, low - gain, high - gain
        )


def card_values(view: View, chance: Random) -> dict[int, float]:
    """Give what it is worth to lay a card of each rank that fits: points ahead from here on.

    Args:
        view: the view of a seat whose turn it is to play.
        chance: for the sample of what the others may hold.
    """
    assert view.seat is not None, "a seat looks at its own deal"
    players = view.rules.players
    search = Search(view.rules, view.seat)
    hand = ranks.of(view.hand)
    pile = tuple([laid.card >> 2 for laid in view.pile])
    count, depth = view.count, _DEPTH[players]
    options = [
        (at, rank)
        for at, rank in enumerate(hand)
        if count + VALUES[rank] <= 31 and rank not in hand[:at]
    ]
    values = dict.fromkeys([rank for _, rank in options], 0.0)
    total = 0.0
    for hands, weight in worlds(view, _WORLDS[players], chance):
        total += weight
        for at, rank in options:
            values[rank] += weight * search.lay(hands, view.seat, at, pile, count, depth)
    return {rank: value / total / search.scale for rank, value in values.items()}
