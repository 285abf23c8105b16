"""A plain implementation of two-player play by ranks: an oracle for the public tree and its sweeps.

Seat 0 is the pone, as in the tree. The nodes of a tree serve only to look up strategies.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pegout.cards import Card, sets_of_ranks
from pegout.kernel.score_tables import Array
from pegout.scoring import play_points
from pegout.solver.public_tree import HANDS, PlayTree

Ranks = tuple[int, ...]
Line = Sequence[tuple[int, int]]

VALUES = [min(rank + 1, 10) for rank in range(13)]
NUMBERS = [{ranks: at for at, ranks in enumerate(sets_of_ranks(size))} for size in range(5)]
#: Lines that leave both two cards, or three and two; in one all four aces may be played.
LINES = {
    "two each": [(0, 2), (1, 3), (0, 4), (1, 0)],
    "two each after 31": [(0, 9), (1, 10), (0, 10), (1, 0)],
    "after two goes": [(0, 9), (1, 9), (0, 6), (1, 8)],
    "aces": [(0, 0), (1, 0), (0, 0)],
    "tens": [(0, 9), (1, 9), (0, 9)],
}


@cache
def tree_after(*line: tuple[int, int]) -> PlayTree:
    return PlayTree(line, workers=1)


class Play(NamedTuple):
    """The state of the play, with both hands open; it has no mover when it is over."""

    hands: tuple[Ranks, Ranks]
    mover: int = 0
    pile: Ranks = ()
    last: int = -1
    gone: frozenset[int] = frozenset()
    points: tuple[int, int] = (0, 0)

    @property
    def total(self) -> int:
        """The count; the name ``count`` belongs to tuples."""
        return sum([VALUES[rank] for rank in self.pile])

    def fitting(self) -> list[int]:
        """Return the different ranks that the mover may play."""
        return sorted({rank for rank in self.hands[self.mover] if self.total + VALUES[rank] <= 31})


@cache
def pile_points(pile: Ranks) -> int:
    return play_points([Card.of(rank, pile[:at].count(rank)) for at, rank in enumerate(pile)])


def without(hand: Ranks, *ranks: int) -> Ranks:
    left = list(hand)
    for rank in ranks:
        left.remove(rank)
    return tuple(left)


def act(play: Play, rank: int | None) -> Play:
    """Play a card, or say go, without checking whether that is allowed."""
    hands, mover, pile, last, gone, points = play
    pegged = list(points)
    if rank is None:
        gone |= {mover}
    else:
        kept = list(hands)
        kept[mover] = without(hands[mover], rank)
        hands, pile, last = (kept[0], kept[1]), (*pile, rank), mover
        pegged[mover] += pile_points(pile)
    count = sum([VALUES[rank] for rank in pile])
    waiting = [seat for seat in (1 - mover, mover) if hands[seat] and seat not in gone]
    if count < 31 and waiting:
        return Play(hands, waiting[0], pile, last, gone, (pegged[0], pegged[1]))
    pegged[last] += count < 31
    leading = [seat for seat in (1 - last, last) if hands[seat]]
    mover = leading[0] if leading else -1
    return Play(hands, mover, (), last, frozenset(), (pegged[0], pegged[1]))


def after(hands: tuple[Ranks, Ranks], line: Line) -> Play:
    """Return the play after some cards; a seat that plays none when it is on turn has said go."""
    play = Play(hands)
    for seat, rank in line:
        while play.mover != seat or play.total + VALUES[rank] > 31:
            play = act(play, None)
        play = act(play, rank)
    return play


def finish(play: Play) -> int:
    """Return the dealer's points less the pone's, with best choices of both from here on."""
    if play.mover < 0:
        return play.points[1] - play.points[0]
    choices: list[int | None] = [*play.fitting()]
    ends = [finish(act(play, rank)) for rank in choices or [None]]
    return max(ends) if play.mover else min(ends)


# In a tree --------------------------------------------------------------------------------------


def place_of(tree: PlayTree, node: int, hand: Ranks, rank: int) -> int:
    """Return the index of a hand's share for a rank."""
    smaller = len(sets_of_ranks(len(hand) - 1))
    left = NUMBERS[len(hand) - 1][without(hand, rank)]
    return int(tree.offset[node]) + rank * smaller + left


def chances(tree: PlayTree, shares: Array, node: int, play: Play) -> dict[int, float]:
    """Return how often a strategy plays each rank that fits."""
    hand, fitting = play.hands[play.mover], play.fitting()
    if len(hand) == 1:
        return dict.fromkeys(fitting, 1.0)
    found = [float(shares[place_of(tree, node, hand, rank)]) for rank in fitting]
    total = sum(found)
    return {
        rank: share / total if total else 1 / len(fitting)
        for rank, share in zip(fitting, found, strict=True)
    }


def child_of(tree: PlayTree, node: int, rank: int | None) -> int:
    return int(tree.nodes.children[node, 13 if rank is None else rank])


def mean(
    tree: PlayTree,
    shares: Array,
    own: int,
    node: int,
    play: Play,
    chance: float,
    gains: dict[int, float],
) -> float:
    """Return a seat's points, times a probability; add up what each of its cards would gain.

    ``gains`` gets that by its index, times the probability with which the opponent gets there.
    """
    if node < 0:
        return chance * (finish(play) if own else -finish(play))
    played = chances(tree, shares, node, play)
    if not played:
        below = child_of(tree, node, None)
        return mean(tree, shares, own, below, act(play, None), chance, gains)
    worth = {}
    for rank, part in played.items():
        through = chance if play.mover == own else chance * part
        below = child_of(tree, node, rank)
        worth[rank] = mean(tree, shares, own, below, act(play, rank), through, gains)
    if play.mover != own:
        return sum(worth.values())
    total = sum([worth[rank] * part for rank, part in played.items()])
    hand = play.hands[own]
    for rank in played if len(hand) > 1 else ():
        index = place_of(tree, node, hand, rank)
        gains[index] = gains.get(index, 0.0) + worth[rank] - total
    return total


def best(
    tree: PlayTree, shares: Array, own: int, node: int, plays: list[tuple[float, Play]]
) -> float:
    """Return the value of a hand's best response, against the opponent's range."""
    if node < 0:
        sign = 1 if own else -1
        return sum([chance * sign * finish(play) for chance, play in plays])
    if plays[0][1].mover == own:
        choices: list[int | None] = [*plays[0][1].fitting()]
        return max(
            best(
                tree, shares, own, child_of(tree, node, rank),
                [(chance, act(play, rank)) for chance, play in plays],
            )
            for rank in choices or [None]
        )  # fmt: skip
    groups: dict[int | None, list[tuple[float, Play]]] = {}
    for chance, play in plays:
        played: dict[Any, float] = dict(chances(tree, shares, node, play)) or {None: 1.0}
        for rank, part in played.items():
            groups.setdefault(rank, []).append((chance * part, act(play, rank)))
    return sum(
        best(tree, shares, own, child_of(tree, node, rank), group) for rank, group in groups.items()
    )


def reach_plays(
    tree: PlayTree, shares: Array, seat: int, node: int, hand: Ranks, reach: float
) -> Iterator[tuple[int, float]]:
    """Yield how often a hand's own choices lead to each of its plays, by index, in the tree."""
    if node < 0:
        return
    if tree.nodes.mover[node] != seat:
        for below in tree.nodes.children[node].tolist():
            yield from reach_plays(tree, shares, seat, below, hand, reach)
        return
    count = int(tree.nodes.count[node])
    fitting = {rank for rank in hand if count + VALUES[rank] <= 31}
    if not fitting:
        yield from reach_plays(tree, shares, seat, child_of(tree, node, None), hand, reach)
        return
    found = {
        rank: float(shares[place_of(tree, node, hand, rank)]) if len(hand) > 1 else 1.0
        for rank in fitting
    }
    total = sum(found.values())
    for rank, share in found.items():
        part = reach * (share / total if total else 1 / len(fitting))
        if len(hand) > 1:
            yield place_of(tree, node, hand, rank), part
        yield from reach_plays(
            tree, shares, seat, child_of(tree, node, rank), without(hand, rank), part
        )


# Deals ------------------------------------------------------------------------------------------


def played_by(line: Line, seat: int) -> Ranks:
    return tuple([rank for by, rank in line if by == seat])


def some_deals(line: Line, number: int, seed: int) -> list[tuple[Ranks, Ranks]]:
    """Deal both hands this many times from the cards that a line leaves in the pack."""
    chance = np.random.default_rng(seed)
    pack = [rank for rank in range(13) for _ in range(4)]
    for _, rank in line:
        pack.remove(rank)
    deals = []
    for _ in range(number):
        cards = chance.permutation(pack).tolist()
        hands = []
        for seat in (0, 1):
            played = played_by(line, seat)
            hands.append(tuple(sorted([*played, *[cards.pop() for _ in range(4 - len(played))]])))
        deals.append((hands[0], hands[1]))
    return deals


def some_weights(deals: Sequence[tuple[Ranks, Ranks]], seed: int) -> dict[tuple[Ranks, Ranks], Any]:
    """Give each of some deals a random weight."""
    chance = np.random.default_rng(seed)
    return {hands: np.float32(chance.uniform(0.1, 1)) for hands in deals}


def array_of(weights: dict[tuple[Ranks, Ranks], Any], own: int) -> Array:
    """Return the weights as the sweeps take them."""
    found = np.zeros((HANDS, HANDS), np.float32)
    for hands, weight in weights.items():
        found[NUMBERS[4][hands[own]], NUMBERS[4][hands[1 - own]]] = weight
    return found


def some_shares(tree: PlayTree, seed: int) -> Array:
    """Return a strategy with a share of 0 in a third of all places."""
    chance = np.random.default_rng(seed)
    shares = chance.random(tree.slots, np.float32)
    shares[chance.random(tree.slots) < 1 / 3] = 0
    return shares
