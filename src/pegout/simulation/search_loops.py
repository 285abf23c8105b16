"""Many games with policies that search: their decisions, between the steps of the other loops."""

from __future__ import annotations

from typing import Any

from pegout.kernel.deal_steps import side_of
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import BY_POINTS, DISCARD, PHASE, SEAT, THINKING, WAY_MASK
from pegout.search.decisions import thought_card, thought_throw
from pegout.simulation.game_loops import card_of, row_of, run_deals, run_games, throw_of


@inlined
def decided(game: Any, ground: Any, ways: Any, search: Any) -> int:
    """Decide for the seat on turn, a side of which discards or plays by searching."""
    seat = int(game.state[SEAT])
    side = side_of(seat, ground.rules)
    if int(game.state[PHASE]) == DISCARD:
        return thought_throw(game, ground, search, seat, int(ways[side, 0]))
    return thought_card(game, ground, search, seat, int(ways[side, 1]))


@jit
def run_searched_games(
    first: int, seed: int, ways: Any, games: Any, ground: Any, search: Any, scores: Any,
    deals: Any, sums: Any,
) -> None:  # fmt: skip
    """Play whole games as :func:`pegout.simulation.game_loops.run_games` does, to the last."""
    game, action = row_of(games, 0), -1
    at = run_games(0, action, first, seed, ways, games, ground, scores, deals, sums)
    while at < len(scores):
        action = decided(game, ground, ways, search)
        at = run_games(at, action, first, seed, ways, games, ground, scores, deals, sums)


@jit
def run_searched_deals(
    first: int, seed: int, ways: Any, games: Any, ground: Any, search: Any, play: Any, hands: Any,
    cribs: Any, heels: Any,
) -> None:  # fmt: skip
    """Play single deals as :func:`pegout.simulation.game_loops.run_deals` does, to the last."""
    at, action = 0, -1
    while at < len(play):
        at = run_deals(at, action, first, seed, ways, games, ground, play, hands, cribs, heels)
        if at < len(play):
            game = row_of(games, min(at, len(games.state) - 1))
            action = decided(game, ground, ways, search)


@jit
def choose_searched(
    rows: Any, discards: int, plays: int, games: Any, ground: Any, search: Any, actions: Any
) -> None:
    """Choose as :func:`pegout.simulation.batch_loops.choose_rows` does, for such a policy."""
    for place in range(len(rows)):
        game = row_of(games, int(rows[place]))
        seat = int(game.state[SEAT])
        if int(game.state[PHASE]) == DISCARD:
            if discards & WAY_MASK >= BY_POINTS:
                actions[place] = 52 + thought_throw(game, ground, search, seat, discards)
            else:
                actions[place] = 52 + throw_of(game, ground, seat, discards)
        elif plays & WAY_MASK >= THINKING:
            actions[place] = thought_card(game, ground, search, seat, plays)
        else:
            actions[place] = card_of(game, ground, seat, plays)
