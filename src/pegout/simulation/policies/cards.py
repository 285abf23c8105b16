"""The choice of a card by policies that do not search: points, one reply ahead, heuristics."""

from typing import Any

from pegout.kernel import layout
from pegout.kernel.heuristic import heuristic_value, no_reply, sum_replies
from pegout.kernel.jit import inlined, jit
from pegout.kernel.pegging import fitting, limit_of, pile_score
from pegout.kernel.rng import draw
from pegout.simulation.policies.rules_of_thumb import (
    casual_card,
    classic_card,
    club_play,
    draw_noticed,
    novice_card,
    reply_size,
)


@jit
def best_card(
    state: Any, seat: int, ahead: bool, dealt: Any, played: Any, by: Any, rules: Any, ends: Any
) -> int:
    """Return the card with the most points now, or with the most points minus the expected reply.

    The reply is that of the next opponent with cards. Each of the ``left`` cards that the seat has
    not seen is in the opponent's hand with probability ``held / left``, for the ``held`` cards that
    the opponent has; see :func:`pegout.kernel.heuristic.heuristic_value`. An opponent who let us
    play twice has said go and cannot reply.

    A starter of 52 is one that the seat has not seen.

    Among equals it is the highest card; of four aces, which are all the same, the ace of clubs.
    """
    hand, count = int(state.hands[seat]), int(state.count)
    pile, steps = int(state.pile), int(state.steps)
    held = reply_size(state, seat, by, rules) if ahead else 0
    left, unseen = 0, 0x4444444444444
    if held:
        size, starter = rules.hand_size, int(state.starter)
        left = 52 - size
        if starter < 52:
            left -= 1
            unseen -= 1 << (starter >> 2) * 4
        for index in range(size):
            unseen -= 1 << (int(dealt[seat, index]) >> 2) * 4
        for step in range(steps):
            if int(by[step]) != seat:
                left -= 1
                unseen -= 1 << (int(played[step]) >> 2) * 4
    best, maximum = 0, -1e9
    for _ in range(fitting(hand, limit_of(count))):
        card = hand & 0xFF
        hand >>= 8
        if hand & 0xFF < 52 and (hand & 0xFF) >> 2 == card >> 2:
            continue
        after = count + min((card >> 2) + 1, 10)
        longer = (pile << 4 | card >> 2) & layout.NO_PILE
        points = pile_score(longer, after, ends)
        value = float(points)
        if held:
            replies, fits = sum_replies(longer, after, unseen, 0, 0, ends)
            value = heuristic_value(points, held, replies, left, no_reply(held, fits, left))
        if rules.lowball:
            value = -value
        if value >= maximum:
            best, maximum = card, value
    return best


@inlined
def choose_card(game: Any, ground: Any, seat: int, policy: int) -> int:
    """Choose a card by a policy that does not search."""
    state, rules, ends = game.state[0], ground.rules, ground.ends
    hand = int(state.hands[seat])
    number = fitting(hand, limit_of(int(state.count)))
    if number == 1:
        return hand & 0xFF
    if policy == layout.RANDOM:
        state.chance[1 + seat], index = draw(int(state.chance[1 + seat]), number)
        return hand >> 8 * index & 0xFF
    pile, count, lowball = int(state.pile), int(state.count), rules.lowball != 0
    if policy & layout.POLICY_MASK == layout.NOVICE:
        seen = draw_noticed(state, seat, policy, number)
        return novice_card(hand, pile, count, seen, lowball, ends)
    if policy == layout.CASUAL:
        return casual_card(hand, pile, count, lowball, ends)
    if policy == layout.CLASSIC:
        return classic_card(hand, pile, count, lowball, ends)
    if policy == layout.CLUB:
        return club_play(game, ground, seat)
    return best_card(
        state, seat, policy == layout.LOOKAHEAD, game.dealt, game.played, game.by, rules, ends
    )
