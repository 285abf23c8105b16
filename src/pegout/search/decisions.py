"""The decisions of a strong player in the compiled loops, from encoded information of its seat.

Compiled code passes a workspace from function to function word by word, and it has hundreds of
words. A quick decision takes less time than that. So the code between a loop and a search is
inlined, and a forced card is played before the workspace is passed on.
"""

from typing import Any

from pegout.kernel.deal_steps import show_hand
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import BY_STAGES, DISCARD, POLICY_BITS, POLICY_MASK, SEARCHING
from pegout.kernel.pegging import fitting, limit_of
from pegout.kernel.rng import draw
from pegout.search.card_choice import choose_rank, draw_rank
from pegout.search.discard_choice import choose_discard
from pegout.search.workspace import BY_SOLUTION, BY_WIN_PROBABILITY, NEAR, NO_RANKS, Facts


@jit
def encode(game: Any, ground: Any, seat: int, policy: int) -> Facts:
    """Return the encoded information of a seat that has to decide."""
    state, rules = game.state[0], ground.rules
    need = rules.target - int(state.scores[seat])
    opponent_need = rules.target - int(state.scores[1 - seat])
    fit = rules.hand_size == 6 and not rules.lowball
    score_matters = 1 if fit and min(need, opponent_need) <= NEAR else 0
    seen = show = first = second = steps = 0
    held, starter = NO_RANKS, 52
    if int(state.phase) != DISCARD:
        first, second = (
            int(game.discarded[seat, 0]),
            int(game.discarded[seat, game.discarded.shape[1] - 1]),
        )
        starter, steps = int(state.starter), int(state.steps)
        seen = 1 << starter
        for index in range(rules.hand_size):
            seen |= 1 << int(game.dealt[seat, index])
        for step in range(steps):
            seen |= 1 << int(game.played[step])
        hand = int(state.hands[seat])
        for index in range(fitting(hand, 52) - 1, -1, -1):
            held = (held << 4 & 0xFFFF) | (hand >> 8 * index & 0xFF) >> 2
        show = show_hand(int(state.kept[seat]), starter, ground.hand_flushes, ground.tables)
    return Facts(
        1 if seat == int(state.dealer) else 0, need, opponent_need, score_matters,
        policy >> POLICY_BITS, first, second, held, starter, show, seen, steps, seat,
        game.dealt[seat], game.played, game.by,
    )  # fmt: skip


@inlined
def decide(game: Any, ground: Any, policies: Any, search: Any) -> int:
    """Choose the number of a discard, or the highest card of a rank, by a policy that searches."""
    state = game.state[0]
    seat = int(state.seat)
    if int(state.phase) == DISCARD:
        return decide_discard(game, ground, seat, int(policies[seat, 0]), search)
    hand, count = int(state.hands[seat]), int(state.count)
    number = fitting(hand, limit_of(count))
    rank = (hand & 0xFF) >> 2
    if (hand >> 8 * (number - 1) & 0xFF) >> 2 != rank:
        rank = decide_rank(game, ground, seat, int(policies[seat, 1]), search)
    for index in range(number - 1, -1, -1):
        card = hand >> 8 * index & 0xFF
        if card >> 2 == rank:
            return card
    return hand & 0xFF


@jit
def decide_discard(game: Any, ground: Any, seat: int, policy: int, search: Any) -> int:
    """Choose a discard by a policy that searches."""
    kind = BY_WIN_PROBABILITY if policy & POLICY_MASK == BY_STAGES else BY_SOLUTION
    discard: int = choose_discard(kind, encode(game, ground, seat, policy), search.space)
    return discard


@jit
def decide_rank(game: Any, ground: Any, seat: int, policy: int, search: Any) -> int:
    """Choose a rank to play, of two or more that fit, by a policy that searches."""
    state = game.state[0]
    facts = encode(game, ground, seat, policy)
    rank = choose_rank((policy & POLICY_MASK) - SEARCHING, facts, search.space, search.solved)
    if rank < 0:
        state.chance[1 + seat], number = draw(int(state.chance[1 + seat]), 1 << 30)
        rank = draw_rank(facts.held, number / (1 << 30), search.space.choice.shares)
    return rank
