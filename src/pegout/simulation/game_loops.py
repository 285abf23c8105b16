"""Many games, each played to its end."""

from __future__ import annotations

from typing import Any

from pegout.kernel.deal_steps import (
    cut_starter,
    lay,
    show_all,
    side_of,
    start_deal,
    start_game,
    tally,
    throw_away,
)
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import (
    BY_POINTS,
    BY_TABLE,
    CRIB,
    DEAL,
    DEALER,
    DISCARD,
    HAND,
    HEELS,
    LOOKAHEAD,
    OVER,
    PHASE,
    PLAYED,
    PLAYERS,
    SCORES,
    SEAT,
    SIDES,
    SIZE,
    THINKING,
    Game,
)
from pegout.search.decisions import thought_card, thought_throw
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.throws import choose_throw


@inlined
def row_of(games: Any, at: int) -> Any:
    """Give one of many games."""
    return Game(
        games.state[at], games.pack[at], games.dealt[at], games.thrown[at],
        games.laid[at], games.by[at], games.points[at], games.goes[at],
    )  # fmt: skip


@inlined
def throw_of(game: Any, ground: Any, seat: int, way: int) -> int:
    """Choose a throw for a seat."""
    if way >= BY_POINTS:
        # Where nobody has given a mind there is no room to think in.
        if int(ground.rules[SIZE]) == 6 and len(ground.mind.ints) > 1:
            return thought_throw(game, ground, seat, way)
        way = BY_TABLE
    return choose_throw(
        game.state, seat, way, game.dealt, ground.rules, ground.hand_flushes,
        ground.crib_flushes, ground.tables, ground.throws, ground.keeps, ground.cribs,
    )  # fmt: skip


@inlined
def card_of(game: Any, ground: Any, seat: int, way: int) -> int:
    """Choose a card for a seat."""
    if way >= THINKING:
        if int(ground.rules[PLAYERS]) == 2 and len(ground.mind.ints) > 1:
            return thought_card(game, ground, seat, way)
        way = LOOKAHEAD
    return choose_card(
        game.state, seat, way, game.dealt, game.laid, game.by, ground.rules,
        ground.hand_flushes, ground.tables, ground.ends,
    )  # fmt: skip


@inlined
def lay_away(game: Any, ground: Any, seat: int, throw: int) -> bool:
    """Lay away a throw; the dealer's is the last, and after it the starter is cut.

    Tells whether the game is over, by heels.
    """
    throw_away(
        game.state, seat, throw, game.dealt, game.thrown, ground.rules, ground.throws, ground.keeps
    )
    if seat == int(game.state[DEALER]):
        cut_starter(game.state, game.pack, ground.rules)
    return int(game.state[PHASE]) == OVER


@inlined
def lay_card(game: Any, ground: Any, card: int) -> bool:
    """Lay a card, and after the last count the hands; tell whether the deal or game is over."""
    state = game.state
    if not lay(state, card, game.laid, game.by, game.points, game.goes, ground.rules, ground.ends):
        return False
    if int(state[PHASE]) != OVER:
        show_all(
            state, game.pack, game.thrown, ground.rules, ground.hand_flushes,
            ground.crib_flushes, ground.tables,
        )  # fmt: skip
    return True


@inlined
def play_deal(game: Any, ground: Any, ways: Any) -> None:
    """Play a deal to its end, or to that of the game.

    Args:
        game: the game.
        ground: the ground.
        ways: int64[sides, 2], how each side discards and plays.
    """
    state, rules = game.state, ground.rules
    start_deal(state, game.pack, game.dealt, rules)
    done = False
    for _ in range(int(rules[PLAYERS])):
        seat = int(state[SEAT])
        throw = throw_of(game, ground, seat, int(ways[side_of(seat, rules), 0]))
        done = lay_away(game, ground, seat, throw)
    while not done:
        seat = int(state[SEAT])
        card = card_of(game, ground, seat, int(ways[side_of(seat, rules), 1]))
        done = lay_card(game, ground, card)


@jit
def run_games(
    first: int, seed: int, ways: Any, games: Any, ground: Any, scores: Any, deals: Any, sums: Any
) -> None:
    """Play whole games, as many as there are rows in ``scores``, one after the other."""
    rules = ground.rules
    game = row_of(games, 0)
    state = game.state
    for at in range(len(scores)):
        start_game(state, game.pack, seed, first + at, rules)
        state[PHASE] = DISCARD
        while int(state[PHASE]) != OVER:
            play_deal(game, ground, ways)
            tally(state, sums[at], rules)
        for side in range(int(rules[SIDES])):
            scores[at, side] = state[SCORES + side]
        deals[at] = state[DEAL]


@jit
def run_deals(
    first: int, seed: int, ways: Any, games: Any, ground: Any, play: Any, hands: Any, cribs: Any,
    heels: Any,
) -> None:  # fmt: skip
    """Play single deals, as many as there are rows in ``play``; seat 0 deals.

    Each leaves its traces in a row of ``games``, or in the last where there are not enough.
    """
    rules = ground.rules
    for at in range(len(play)):
        game = row_of(games, min(at, len(games.state) - 1))
        state = game.state
        start_game(state, game.pack, seed, first + at, rules)
        state[DEALER] = -1
        play_deal(game, ground, ways)
        for side in range(int(rules[SIDES])):
            play[at, side] = state[PLAYED + side]
        for seat in range(int(rules[PLAYERS])):
            hands[at, seat] = state[HAND + seat]
        cribs[at] = state[CRIB]
        heels[at] = state[HEELS]
