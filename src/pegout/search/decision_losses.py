"""The loss of a two-player decision against the best option, by the search in compiled loops.

The values are those of :meth:`pegout.search.searcher.Searcher.discard_values` and
:meth:`~pegout.search.searcher.Searcher.card_values`; of their two results, points and win
probability, these functions use the one that decides at the score.
"""

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.kernel.roles import Role
from pegout.search.card_choice import PEGGING, Task, begin, is_choice, own_shares, weigh
from pegout.search.discard_choice import value_discards, value_wins
from pegout.search.workspace import BY_SEARCH, BY_WIN_PROBABILITY, NEEDS, NOTHING


class Ties(NamedTuple):
    """The largest differences between options that count as ties."""

    discard: float  # between two discards, in points
    card: float  # between two cards, in points
    chance: float  # between two options where the win probability decides
    share: float  # a card with at least this share in the solved play counts as a best card
    # Near the end, such a card counts so only within this much win probability of the best.
    slack: float


@jit
def judge_discard(discard: int, facts: Any, ties: Any, space: Any) -> tuple[float, float]:
    """Return the loss of a discard: points, or 0 where win probability decides; and that."""
    values = space.discarding.values
    if facts.score_matters:
        value_wins(facts, space)
    else:
        value_discards(False, facts, space)
    lost = 0.0
    for other in range(15):
        lost = max(lost, values[other] - values[discard])
    if facts.score_matters:
        return 0.0, lost if lost > ties.chance else 0.0
    return in_both(lost if lost > ties.discard else 0.0, facts, space)


@jit
def judge_card(rank: int, facts: Any, ties: Any, space: Any, solved: Any) -> tuple[float, float]:
    """Return the loss of a card of two or more ranks that fit, as :func:`judge_discard` does."""
    task = begin(BY_WIN_PROBABILITY, facts, space, solved)
    play, shares, values = task.play, space.choice.shares, space.choice.values
    chosen = 0
    while play.own >> 4 * chosen & 15 != rank:
        chosen += 1
    known = task.number == 0
    if known and shares[chosen] >= ties.share:
        return 0.0, 0.0
    if facts.score_matters:
        known = own_shares(play, space, solved)
    else:
        if known:
            task = begin(BY_SEARCH, facts, space, solved)
        task = Task(play, task.number, PEGGING)
    played = known and shares[chosen] >= ties.share
    weigh(task, facts, space, solved)
    best = NOTHING
    for index in range(4):
        if is_choice(play, index):
            best = max(best, values[index])
    lost = best - values[chosen]
    if facts.score_matters:
        return 0.0, lost if lost > (ties.slack if played else ties.chance) else 0.0
    return in_both(lost if lost > ties.card else 0.0, facts, space)


@inlined
def in_both(points: float, facts: Any, space: Any) -> tuple[float, float]:
    """Return points lost far from the end, and the win probability that they are worth."""
    wins = space.shows.start
    better = at_score(facts.role, facts.need - 1, facts.opponent_need, wins)
    worse = at_score(facts.role, facts.need, facts.opponent_need - 1, wins)
    return points, points * max(0.0, better - worse) / 2


@inlined
def at_score(role: int, need: int, opponent_need: int, wins: Any) -> float:
    """Return the win probability at the start of a deal."""
    probability: float = wins[NEEDS * need + opponent_need]
    if role == Role.PONE:
        probability = 1.0 - wins[NEEDS * opponent_need + need]
    return probability
