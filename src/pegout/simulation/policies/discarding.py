"""The choice of a discard by policies that do not search."""

from typing import Any

from pegout.evaluation.discard_loops import discard_value, left_of_suits, pack_row, sum_nobs
from pegout.kernel.deal_steps import side_of
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import BY_HAND, BY_NEED, BY_SIGHT, BY_WHOLES, POLICY_MASK, RANDOM
from pegout.kernel.rng import draw
from pegout.kernel.show import suited
from pegout.simulation.policies.rules_of_thumb import draw_noticed, visible_points


@jit
def best_discard(
    cards: int, role: int, policy: int, sure: int, lowball: bool, flushes: Any, tables: Any,
    discards: Any, keeps: Any, cribs: Any,
) -> int:  # fmt: skip
    """Return the discard with the best mean of hand, or of hand and crib; among equals the first.

    Args:
        role: the owner of the crib: 0 for the own, 1 for an opponent's, 2 for the partner's.
        policy: ``BY_HAND`` for the hand alone, ``BY_TABLE`` with the crib, or ``BY_WHOLES`` with
            the table's crib of two suits in whole points, without the nobs of the discard itself.
    """
    away = discards.shape[1]
    size = keeps.shape[1] + away
    left = left_of_suits(cards, size)
    nobs_sums = sum_nobs(cards, size, left, int(flushes[2]))
    sign = -1 if role == 1 else 1
    means = cribs[role]
    best, maximum = 0, -1e9
    for discard in range(len(discards)):
        if sure and not sure >> discard & 1:
            continue
        value = discard_value(
            cards, left, nobs_sums, discard, 0 if policy in (BY_HAND, BY_WHOLES) else sign, means,
            flushes, tables, discards, keeps,
        )  # fmt: skip
        if policy == BY_WHOLES:
            first = cards >> 8 * int(discards[discard, 0]) & 0xFF
            second = cards >> 8 * int(discards[discard, away - 1]) & 0xFF
            crib = means[1 if away == 1 else 0, first >> 2, second >> 2]
            value += sign * float(int(crib + 0.5))
        if lowball:
            value = -value
        if value > maximum:
            best, maximum = discard, value
    return best


@jit
def sure_discards(cards: int, size: int, needed: int, flushes: Any, tables: Any, keeps: Any) -> int:
    """Return a bit for each discard that keeps so many points, whatever the starter is."""
    kept = keeps.shape[1]
    held = sure = 0
    for index in range(size):
        held += 1 << ((cards >> 8 * index & 0xFF) >> 2) * 4
    for discard in range(len(keeps)):
        first = cards >> 8 * int(keeps[discard, 0]) & 0xFF
        second = cards >> 8 * int(keeps[discard, 1]) & 0xFF
        third = cards >> 8 * int(keeps[discard, 2]) & 0xFF
        fourth = cards >> 8 * int(keeps[discard, kept - 1]) & 0xFF
        four = three = 0
        if kept == 4:
            four = tables.four_of[
                tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
            ]
        else:
            three = tables.three_of[first >> 2, second >> 2, third >> 2]
        minimum = 99
        for rank in range(13):
            if held >> 4 * rank & 15 < 4:
                if kept == 4:
                    minimum = min(minimum, int(tables.show_four[four, rank]))
                else:
                    minimum = min(minimum, int(tables.show_three[three, rank]))
        if suited(first, second, third, fourth):
            minimum += int(flushes[0]) + kept - 4
        if minimum >= needed:
            sure |= 1 << discard
    return sure


@jit
def discard_by_sight(cards: int, seen: int, lowball: bool, keeps: Any) -> int:
    """Return the discard that keeps the most points a beginner sees; among equals the lowest cards.

    Among equals in both it is the first; see :func:`visible_points`.
    """
    kept = keeps.shape[1]
    best, maximum = 0, -1
    for discard in range(len(keeps)):
        hand = worths = 0
        for index in range(kept):
            card = cards >> 8 * int(keeps[discard, index]) & 0xFF
            hand |= card << 8 * index
            worths += min((card >> 2) + 1, 10)
        points = visible_points(hand, kept, kept) if seen >> discard & 1 else 0
        if lowball:
            points = 63 - points
        if points << 6 | worths > maximum:
            best, maximum = discard, points << 6 | worths
    return best


@inlined
def choose_discard(game: Any, ground: Any, seat: int, policy: int) -> int:
    """Choose a discard by a policy that does not search."""
    state, rules, keeps = game.state[0], ground.rules, ground.keeps
    if policy == RANDOM:
        state.chance[1 + seat], discard = draw(int(state.chance[1 + seat]), len(keeps))
        return discard
    size, lowball = rules.hand_size, rules.lowball != 0
    cards = pack_row(game.dealt, seat, size)
    if policy & POLICY_MASK == BY_SIGHT:
        seen = draw_noticed(state, seat, policy, len(keeps))
        return discard_by_sight(cards, seen, lowball, keeps)
    sure = 0
    if policy == BY_NEED and not lowball:
        needed = rules.target - int(state.scores[side_of(seat, rules)])
        # No hand is worth more than 29, or 30 where nobs is worth 2.
        if needed <= 30:
            sure = sure_discards(cards, size, needed, ground.hand_flushes, ground.tables, keeps)
    dealer = int(state.dealer)
    role = 0
    if seat != dealer:
        role = 2 if side_of(seat, rules) == side_of(dealer, rules) else 1
    # The classic player applies the flush rule of a crib to every hand.
    flushes = ground.crib_flushes if policy == BY_WHOLES else ground.hand_flushes
    return best_discard(
        cards,
        role,
        policy,
        sure,
        lowball,
        flushes,
        ground.tables,
        ground.discards,
        keeps,
        ground.cribs,
    )
