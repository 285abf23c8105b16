"""Who has won a game that is over, and by how much."""

from __future__ import annotations

from pegout.rules.state import State
from pegout.rules.table import Result


def judge(state: State) -> Result:
    """Judge a game that is over: a side reached the target or resigned, or all agreed to stop."""
    rules, scores = state.rules, state.scores
    winners, beaten = _outcome(state)
    skunks = [0] * rules.sides
    points = [0] * rules.sides
    for loser in beaten:
        # In lowball it is the winner who has stayed far behind.
        short = rules.target - scores[winners[0] if rules.lowball else loser]
        skunks[loser] = (short > 30) + (short > 60) if rules.skunks else 0
        for winner in winners:
            points[winner] += rules.match_points[skunks[loser]]
    return Result(tuple(winners), tuple(skunks), tuple(points))


def _outcome(state: State) -> tuple[list[int], list[int]]:
    """Return the sides that have won, and those that they have beaten."""
    rules, scores = state.rules, state.scores
    if state.resigned is None and rules.target not in scores:
        return [], []
    ended = scores.index(rules.target) if state.resigned is None else rules.side(state.resigned)
    others = [side for side in range(rules.sides) if side != ended]
    if state.resigned is None and not rules.lowball:
        return [ended], others
    ahead = (min if rules.lowball else max)(scores[side] for side in others)
    return [side for side in others if scores[side] == ahead], [ended]
