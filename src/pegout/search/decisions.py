"""The decisions of a strong player in the compiled loops: what its seat has seen, encoded."""

from __future__ import annotations

from typing import Any

from pegout.kernel.deal_steps import show_hand
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import (
    BY_STAGES,
    CHANCE,
    COUNT,
    DEALER,
    HANDS,
    KEPT,
    LOWBALL,
    SCORES,
    SIZE,
    STARTER,
    STEPS,
    TARGET,
    THINKING,
    WAY_BITS,
)
from pegout.kernel.pegging import fitting, limit_of
from pegout.kernel.rng import drawn
from pegout.search.card_choice import drawn_rank, think
from pegout.search.discard_choice import think_throw
from pegout.search.workspace import (
    BY_CHANCES,
    BY_SOLUTION,
    CARD_LAID,
    CARDS_LAID,
    CHANCES,
    CUT,
    DEALS,
    HELD,
    LAID_BY,
    NEAR,
    NEED,
    NO_RANKS,
    OTHER_NEED,
    SEEN,
    SHOW,
    SIX,
    THROWN,
    WITHOUT,
)


@inlined
def pose(game: Any, ground: Any, mind: Any, seat: int, way: int) -> int:
    """Write down what both kinds of decisions go by: the seat, the score and the cards dealt.

    Returns:
        The way without what it leaves out, which is written down too.
    """
    state, rules, ints = game.state, ground.rules, mind.ints
    ints[WITHOUT] = way >> WAY_BITS
    ints[DEALS] = 1 if seat == int(state[DEALER]) else 0
    need = int(rules[TARGET]) - int(state[SCORES + seat])
    other_need = int(rules[TARGET]) - int(state[SCORES + 1 - seat])
    ints[NEED], ints[OTHER_NEED] = need, other_need
    fit = int(rules[SIZE]) == 6 and not int(rules[LOWBALL])
    ints[CHANCES] = 1 if fit and min(need, other_need) <= ints[NEAR] else 0
    for place in range(int(rules[SIZE])):
        ints[SIX + place] = int(game.dealt[seat, place])
    return way & (1 << WAY_BITS) - 1


@jit
def thought_throw(game: Any, ground: Any, search: Any, seat: int, way: int) -> int:
    """Choose a throw of two from six as a strong player does, by one of the ways to discard."""
    way = pose(game, ground, search.mind, seat, way)
    return think_throw(BY_CHANCES if way == BY_STAGES else BY_SOLUTION, search.mind, search.solved)


@jit
def thought_card(game: Any, ground: Any, search: Any, seat: int, way: int) -> int:
    """Choose a card as a strong player does: of two players, and of the highest suit.

    Args:
        game: the game.
        ground: the rules and the tables.
        search: what it searches with, a :class:`pegout.search.workspace.Search`.
        seat: the seat, two of whose cards fit.
        way: one of the ways to play that think.
    """
    state, mind = game.state, search.mind
    ints = mind.ints
    hand, count = int(state[HANDS + seat]), int(state[COUNT])
    number = fitting(hand, limit_of(count))
    rank = (hand & 0xFF) >> 2
    if (hand >> 8 * (number - 1) & 0xFF) >> 2 != rank:
        way = pose(game, ground, mind, seat, way)
        size = int(ground.rules[SIZE])
        ints[HELD] = NO_RANKS
        for place in range(fitting(hand, 52) - 1, -1, -1):
            ints[HELD] = (ints[HELD] << 4 & 0xFFFF) | (hand >> 8 * place & 0xFF) >> 2
        ints[CUT] = int(state[STARTER])
        seen = 1 << ints[CUT]
        for place in range(size):
            seen |= 1 << ints[SIX + place]
        for place in range(2):
            ints[THROWN + place] = int(game.thrown[seat, place])
        ints[CARDS_LAID] = int(state[STEPS])
        for step in range(ints[CARDS_LAID]):
            card = int(game.laid[step])
            seen |= 1 << card
            ints[CARD_LAID + step] = card
            ints[LAID_BY + step] = 0 if int(game.by[step]) == seat else 1
        ints[SEEN] = seen
        if ints[CHANCES]:
            ints[SHOW] = show_hand(
                int(state[KEPT + seat]), ints[CUT], ground.hand_flushes, ground.tables
            )
        rank = think(way - THINKING, mind, search.solved)
        if rank < 0:
            state[CHANCE + 1 + seat], draw = drawn(int(state[CHANCE + 1 + seat]), 1 << 30)
            rank = drawn_rank(ints[HELD], draw / (1 << 30), mind)
    for place in range(number - 1, -1, -1):
        card = hand >> 8 * place & 0xFF
        if card >> 2 == rank:
            return card
    return hand & 0xFF
