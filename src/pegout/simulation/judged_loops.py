"""Many games of two with every decision judged by the search.

``run_judged_games`` takes everything that plays and judges the games as arguments, because a
compiled loop may read no globals.
"""

from typing import Any, Final

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import DISCARD
from pegout.kernel.pegging import fitting, limit_of
from pegout.search.decision_losses import judge_card, judge_discard
from pegout.search.decisions import encode
from pegout.simulation.game_loops import row_of, run_games
from pegout.simulation.search_loops import choose

#: The kinds of decisions far from the end; as many follow near it.
KINDS: Final = 5
_DISCARDS: Final = 0
_LEAD: Final = 2
_LATER: Final = 4


@jit
def run_judged_games(
    first: int, seed: int, policies: Any, stops: Any, games: Any, ground: Any, search: Any,
    judge: Any, ties: Any, scores: Any, deals: Any, sums: Any, losses: Any,
) -> None:  # fmt: skip
    """Play whole games as :func:`pegout.simulation.game_loops.run_games` does, and judge them.

    Args:
        stops: int64[2, 2], the numbers of a policy that searches, so that games stop before every
            decision.
        losses: float64[n, 2, 2 * KINDS, 4], the sums that are added to, by seat and kind: the
            number of decisions, the number of them that lost anything, and the points and the win
            probability lost.
    """
    at, action = 0, -1
    while at < len(scores):
        at = run_games(at, action, first, seed, stops, games, ground, scores, deals, sums)
        if at < len(scores):
            game = row_of(games, 0)
            action = choose(game, policies, ground, search)
            judge_action(action, game, ground, judge, ties, losses[at])


@jit
def judge_action(action: int, game: Any, ground: Any, judge: Any, ties: Any, losses: Any) -> None:
    """Add the loss of an action of the seat on turn, if there was a choice."""
    state, seat = game.state[0], int(game.state[0].seat)
    discarding = int(state.phase) == DISCARD
    if not discarding and is_forced(int(state.hands[seat]), int(state.count)):
        return
    facts = encode(game, ground, seat, 0)
    if discarding:
        kind = _DISCARDS + (0 if seat == int(state.dealer) else 1)
        points, chance = judge_discard(action, facts, ties, judge.space)
    else:
        kind = min(_LEAD + int(state.steps), _LATER)
        points, chance = judge_card(action >> 2, facts, ties, judge.space, judge.solved)
    if facts.score_matters:
        kind += KINDS
    row = losses[seat, kind]
    row[0] += 1
    row[1] += 1 if chance > 0 else 0
    row[2] += points
    row[3] += chance


@inlined
def is_forced(hand: int, count: int) -> bool:
    """Return whether all playable cards of a hand are of one rank."""
    number = fitting(hand, limit_of(count))
    return (hand >> 8 * (number - 1) & 0xFF) >> 2 == (hand & 0xFF) >> 2
