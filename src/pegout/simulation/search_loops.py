"""Many games with policies that search: their decisions, between steps of the other loops."""

from typing import Any

from pegout.kernel.jit import jit
from pegout.kernel.layout import BY_POINTS, DISCARD, POLICY_MASK, SEARCHING
from pegout.search.decisions import decide
from pegout.simulation.game_loops import row_of, run_deals, run_games, run_next_deals
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard


@jit
def run_searched_games(
    first: int, seed: int, policies: Any, games: Any, ground: Any, search: Any, scores: Any,
    deals: Any, sums: Any,
) -> None:  # fmt: skip
    """Play whole games as :func:`pegout.simulation.game_loops.run_games` does, to the last."""
    at, action = 0, -1
    while at < len(scores):
        at = run_games(at, action, first, seed, policies, games, ground, scores, deals, sums)
        if at < len(scores):
            action = decide(row_of(games, 0), ground, policies, search)


@jit
def run_searched_deals(
    first: int, seed: int, policies: Any, games: Any, ground: Any, search: Any, play: Any,
    hands: Any, cribs: Any, heels: Any,
) -> None:  # fmt: skip
    """Play single deals as :func:`pegout.simulation.game_loops.run_deals` does, to the last."""
    at, action = 0, -1
    while at < len(play):
        at = run_deals(at, action, first, seed, policies, games, ground, play, hands, cribs, heels)
        if at < len(play):
            game = row_of(games, min(at, len(games.state) - 1))
            action = decide(game, ground, policies, search)


@jit
def run_searched_next_deals(
    fresh: bool, forced: Any, policies: Any, games: Any, ground: Any, search: Any, sums: Any
) -> None:
    """Play deals as :func:`pegout.simulation.game_loops.run_next_deals` does, to the last."""
    at, action = 0, -1
    while at < len(games.state):
        at = run_next_deals(at, action, fresh, forced, policies, games, ground, sums)
        if at < len(games.state):
            action = decide(row_of(games, at), ground, policies, search)


@jit
def choose_searched(
    rows: Any, policies: Any, games: Any, ground: Any, search: Any, actions: Any
) -> None:
    """Choose as :func:`pegout.simulation.batch_loops.choose_rows` does, but with the search."""
    for index in range(len(rows)):
        game = row_of(games, int(rows[index]))
        before = 52 if int(game.state[0].phase) == DISCARD else 0
        actions[index] = before + choose(game, policies, ground, search)


@jit
def choose(game: Any, policies: Any, ground: Any, search: Any) -> int:
    """Return the action of the seat on turn, a discard by its number or a card, by any policy."""
    seat = int(game.state[0].seat)
    discards, plays = int(policies[seat, 0]), int(policies[seat, 1])
    if int(game.state[0].phase) == DISCARD:
        if discards & POLICY_MASK >= BY_POINTS:
            return decide(game, ground, policies, search)
        return choose_discard(game, ground, seat, discards)
    if plays & POLICY_MASK >= SEARCHING:
        return decide(game, ground, policies, search)
    return choose_card(game, ground, seat, plays)
