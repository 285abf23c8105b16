"""Choosing a card: by points, by looking one answer ahead, or as one of the thumb rules says."""

from __future__ import annotations

from typing import Any

from pegout.kernel.deal_steps import side_of
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import (
    ANSWER,
    CASUAL,
    CHANCE,
    CLASSIC,
    CLUB,
    COUNT,
    GO,
    HANDS,
    LOOKAHEAD,
    LOWBALL,
    NO_PILE,
    NOVICE,
    PILE,
    PLAYERS,
    RANDOM,
    SIZE,
    STARTER,
    STEPS,
)
from pegout.kernel.pegging import fitting, limit_of, pile_score
from pegout.kernel.rng import drawn
from pegout.simulation.policies.rules_of_thumb import (
    casual_card,
    classic_card,
    club_play,
    novice_card,
)


@jit
def best_card(
    state: Any, seat: int, ahead: bool, dealt: Any, laid: Any, by: Any, rules: Any, ends: Any
) -> int:
    """Give the card with the most points now, or those less what the answer is worth.

    The answer is that of the next opponent with cards. It may be each of the ``left`` cards that
    the seat has not seen, with a chance of ``held / left`` for the ``held`` cards that the opponent
    has; what these score in the mean counts ``ANSWER``, and the chance that none of the cards held
    fits counts ``GO`` for oneself. Whoever let a card of one's own follow one's own has no answer.

    Of equals it is the highest card.
    """
    hand, count = int(state[HANDS + seat]), int(state[COUNT])
    pile, steps, players = int(state[PILE]), int(state[STEPS]), int(rules[PLAYERS])
    held = left = 0
    unseen = 0x4444444444444
    if ahead and (count == 0 or int(by[steps - 1]) != seat):
        other = seat
        for _ in range(players - 1):
            other = other + 1 if other + 1 < players else 0
            if side_of(other, rules) != side_of(seat, rules):
                held = fitting(int(state[HANDS + other]), 52)
                if held:
                    break
        size = int(rules[SIZE])
        left = 51 - size
        unseen -= 1 << (int(state[STARTER]) >> 2) * 4
        for place in range(size):
            unseen -= 1 << (int(dealt[seat, place]) >> 2) * 4
        for step in range(steps):
            if int(by[step]) != seat:
                left -= 1
                unseen -= 1 << (int(laid[step]) >> 2) * 4
    best, most = 0, -1e9
    for _ in range(fitting(hand, limit_of(count))):
        card = hand & 0xFF
        hand >>= 8
        if hand & 0xFF < 52 and (hand & 0xFF) >> 2 == card >> 2:
            continue
        after = count + min((card >> 2) + 1, 10)
        longer = (pile << 4 | card >> 2) & NO_PILE
        value = float(pile_score(longer, after, ends))
        if held:
            answers = fits = 0
            for rank in range(limit_of(after) >> 2):
                number = unseen >> 4 * rank & 15
                fits += number
                if number:
                    answers += number * pile_score(
                        longer << 4 & NO_PILE | rank, after + min(rank + 1, 10), ends
                    )
            alone = GO
            for place in range(held):
                alone *= max(0, left - fits - place) / (left - place)
            value += alone - ANSWER * held * answers / left
        if int(rules[LOWBALL]):
            value = -value
        if value >= most:
            best, most = card, value
    return best


@inlined
def choose_card(
    state: Any, seat: int, way: int, dealt: Any, laid: Any, by: Any, rules: Any, flushes: Any,
    tables: Any, ends: Any,
) -> int:  # fmt: skip
    """Choose a card in one of the ways to play; where only one fits there is no choice."""
    hand = int(state[HANDS + seat])
    number = fitting(hand, limit_of(int(state[COUNT])))
    if number == 1:
        return hand & 0xFF
    if way == RANDOM:
        state[CHANCE + 1 + seat], place = drawn(int(state[CHANCE + 1 + seat]), number)
        return hand >> 8 * place & 0xFF
    pile, count, lowball = int(state[PILE]), int(state[COUNT]), int(rules[LOWBALL]) != 0
    if way == NOVICE:
        return novice_card(hand, pile, count, lowball, ends)
    if way == CASUAL:
        return casual_card(hand, pile, count, lowball, ends)
    if way == CLASSIC:
        return classic_card(hand, pile, count, lowball, ends)
    if way == CLUB:
        return club_play(state, seat, laid, by, rules, flushes, tables, ends)
    return best_card(state, seat, way == LOOKAHEAD, dealt, laid, by, rules, ends)
