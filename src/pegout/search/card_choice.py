"""Choosing a card, by the solved play or by the best response against the opponent's range.

Where Python runs it, the search may be another that finds the same; so choosing has three parts.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search.best_response import best_response_value, gained
from pegout.search.hands import EMPTY, held_size, more_of
from pegout.search.history import replay, shares_at
from pegout.search.leaf_values import foresee_crib, foresee_show
from pegout.search.play import next_place, played, won_or_lost
from pegout.search.ranges import believe, believe_discards, signs_of
from pegout.search.workspace import BY_CHANCES, BY_SEARCH, EQUAL, LATE, NOTHING, SLACK, Utility

__all__ = [
    "PEGGING",
    "WINNING",
    "Task",
    "begin",
    "choose_rank",
    "drawn_rank",
    "foresee",
    "is_choice",
    "own_shares",
    "settle",
    "weigh",
]

#: What a point is worth between chances of winning that are equal.
_PEBBLE: Final = 1e-6
#: What reaching the last hole is worth where points are sought.
_OUT: Final = 60.0

#: What is sought where the score matters: to win.
WINNING: Final = Utility(0.0, 0.0, 1.0, 0.0, 1, -1)
#: What is pegged, whatever it does to the game.
PEGGING: Final = Utility(1.0, -1.0, 0.0, 0.0, 0, -1)


class Task(NamedTuple):
    """What there is to choose.

    Attributes:
        play: where the play is; the own seat is on turn.
        number: how many hands of the opponent are looked at; 0 where the solved play decides, whose
            shares then stand in the workspace.
        utility: what is sought.
    """

    play: Any
    number: int
    utility: Any


@inlined
def choose_rank(policy: int, facts: Any, space: Any, solved: Any) -> int:
    """Choose a rank to play, of two or more that fit.

    Args:
        policy: ``BY_SOLUTION``, ``BY_SEARCH`` or ``BY_CHANCES``.
        facts: what the seat knows.
        space: the workspace.
        solved: the solved play.

    Returns:
        The rank; or -1 when it is to be drawn with shares of the solved play, which then stand in
        the workspace by place in the hand.
    """
    task = begin(policy, facts, space, solved)
    if task.number == 0:
        return -1
    weigh(task, facts, space, solved)
    return settle(task, space, solved)


@inlined
def own_shares(play: Any, space: Any, solved: Any) -> bool:
    """Write down how the solved play plays the own hand; tell whether that is known."""
    hand, size = EMPTY, held_size(play.own)
    for place in range(size):
        hand = more_of(hand, play.own >> 4 * place & 15, space.sets)
    return shares_at(
        play.node, hand, size, play.reached, 0, space.choice.shares, space.sets, solved
    )


@inlined
def begin(policy: int, facts: Any, space: Any, solved: Any) -> Task:
    """Replay the play, and find what the opponent may hold and what counts.

    Args:
        policy: as for :func:`choose_rank`.
        facts: what the seat knows.
        space: the workspace.
        solved: the solved play.
    """
    kept, signs = space.switches.kept, signs_of(space)
    play, least, shown = replay(facts, kept, signs, solved)
    point = space.switches.point
    points = Utility(point, -point, _OUT * point, -_OUT * point, 0, -1)
    winning = policy == BY_CHANCES and facts.matters != 0
    mixes = policy != BY_SEARCH and not winning
    if mixes and own_shares(play, space, solved):
        return Task(play, 0, points)
    row = held_size(play.own)
    if winning:
        row += 10 if max(facts.need, facts.other_need) <= LATE else 5
    most = space.effort.hands[row]
    number = believe(most, facts, play.left, least, shown, kept, signs, solved)
    if not winning:
        return Task(play, number, points)
    foresee(facts, number, play.left, shown, space)
    return Task(play, number, WINNING)


@jit
def foresee(facts: Any, number: int, left: int, shown: int, space: Any) -> None:
    """Find what is going to be counted, for the chances of winning behind the play.

    Args:
        facts: what the seat knows.
        number: how many hands the opponent may hold.
        left: how many cards they are.
        shown: how many were played from them.
        space: the workspace.
    """
    signs, shows, switches = signs_of(space), space.shows, space.switches
    shows.decision[0] += 1
    foresee_show(facts, number, left, shown, switches.nobs, signs, shows)
    believe_discards(facts, number, left, shown, switches.kept == 4, signs)
    foresee_crib(facts, signs.beliefs.discarded, switches, signs.sets, shows.crib)


@inlined
def is_choice(play: Any, place: int) -> bool:
    """Tell whether a card of the own hand fits, and is not like the one before it."""
    return next_place(play.own, place, play.reached) == place


@jit
def weigh(task: Any, facts: Any, space: Any, solved: Any) -> None:
    """Search behind each card that fits, and write down what it is worth, by place in the hand."""
    play, utility, values = task.play, task.utility, space.choice.values
    for place in range(4):
        values[place] = 0.0
        if not is_choice(play, place):
            continue
        after = played(play, play.own >> 4 * place & 15, space.heuristic.ends, solved)
        value = gained(play, after, utility)
        if not won_or_lost(after):
            value += best_response_value(after, task.number, facts, utility, space, solved)
        values[place] = value


@inlined
def points_of(play: Any, place: int, ends: Any) -> int:
    """Give what a card of the own hand scores now."""
    rank = play.own >> 4 * place & 15
    return pile_score((play.pile << 4 | rank) & NO_PILE, play.reached + min(rank + 1, 10), ends)


@jit
def settle(task: Any, space: Any, solved: Any) -> int:
    """Choose by what the cards are worth; gives what :func:`choose_rank` does."""
    play, values, winning = task.play, space.choice.values, task.utility.shows
    best: int = play.own & 15
    most = NOTHING
    for place in range(4):
        if is_choice(play, place):
            value = values[place]
            # Of equals the one that scores now, and then the highest, whatever sums are rounded to.
            if winning:
                value += _PEBBLE * points_of(play, place, space.heuristic.ends)
            if value >= most - EQUAL:
                best, most = play.own >> 4 * place & 15, value
    if winning and keep_close(play, most, space, solved):
        return -1
    return best


@inlined
def keep_close(play: Any, most: float, space: Any, solved: Any) -> bool:
    """Leave of the solved play the ranks whose chance of winning is close to the best.

    Against an opponent who does not play as was foreseen the solved play is the safer, so it
    decides between chances that differ by less than the search knows.

    Returns:
        Whether any are left; their shares stand in the workspace.
    """
    values, shares = space.choice.values, space.choice.shares
    if not own_shares(play, space, solved):
        return False
    total = 0.0
    for place in range(4):
        if values[place] < most - SLACK:
            shares[place] = 0.0
        total += shares[place]
    if total == 0:
        return False
    for place in range(4):
        shares[place] /= total
    return True


@jit
def drawn_rank(ranks: int, chance: float, shares: Any) -> int:
    """Draw a rank of a hand with shares by place, by a number from 0 to 1."""
    found: int = ranks & 15
    for place in range(4):
        share = shares[place]
        if share > 0:
            found = ranks >> 4 * place & 15
            if chance < share:
                return found
            chance -= share
    return found
