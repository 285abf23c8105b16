"""Choosing a throw, in all the ways that do not think."""

from __future__ import annotations

from typing import Any

from pegout.kernel.deal_steps import side_of
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import (
    BY_HAND,
    BY_NEED,
    BY_SIGHT,
    BY_WHOLES,
    CHANCE,
    DEALER,
    LOWBALL,
    RANDOM,
    SCORES,
    SIZE,
    TARGET,
    THROWS,
)
from pegout.kernel.rng import drawn
from pegout.kernel.show import suited


@jit
def best_throw(
    state: Any, seat: int, way: int, sure: int, dealt: Any, rules: Any, flushes: Any, tables: Any,
    throws: Any, keeps: Any, cribs: Any,
) -> int:  # fmt: skip
    """Give the throw with the best mean of the hand, or of hand and crib; of equals the first.

    Args:
        state: the game.
        seat: whose throw.
        way: ``BY_HAND`` alone, ``BY_TABLE`` with the crib, or ``BY_WHOLES`` with what the table
            says of two suits in whole points, without a thought for the nobs of the throw.
        sure: a bit for each throw that is looked at, or 0 for all of them.
        dealt: int8[players, 6 or 5], the cards dealt.
        rules: the rules.
        flushes: int64[3], what a hand is counted with.
        tables: the tables.
        throws: int8[throws, 1 or 2], the places of each throw.
        keeps: int8[throws, 3 or 4], the places of what it keeps.
        cribs: float64[3, 2, 13, 13], by role, suit and ranks; a single card is its own second.
    """
    size, away = int(rules[SIZE]), int(rules[THROWS])
    left, kept, nobs = 52 - size, size - away, int(flushes[2])
    dealer = int(state[DEALER])
    role = 0
    if seat != dealer:
        role = 2 if side_of(seat, rules) == side_of(dealer, rules) else 1
    by_suit = jacks = nobs_of = cards = 0
    for place in range(size):
        card = int(dealt[seat, place])
        cards |= card << 8 * place
        by_suit += 1 << (card & 3) * 4
    # What each card has to hope for as nobs, in a byte for its place.
    for place in range(size if nobs else 0):
        card = cards >> 8 * place & 0xFF
        if card >> 2 == 10:
            hope = nobs * (13 - (by_suit >> (card & 3) * 4 & 15))
            nobs_of |= hope << 8 * place
            jacks += hope
    best, least = 0, 1e9
    for throw in range(len(throws)):
        if sure and not sure >> throw & 1:
            continue
        first = cards >> 8 * int(keeps[throw, 0]) & 0xFF
        second = cards >> 8 * int(keeps[throw, 1]) & 0xFF
        third = cards >> 8 * int(keeps[throw, 2]) & 0xFF
        total = jacks
        if kept == 4:
            fourth = cards >> 8 * int(keeps[throw, 3]) & 0xFF
            four = tables.four_of[
                tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
            ]
            total += int(tables.sums[four])
            for place in range(size):
                total -= int(tables.show_four[four, (cards >> 8 * place & 0xFF) >> 2])
        else:
            fourth = first
            three = tables.three_of[first >> 2, second >> 2, third >> 2]
            for rank in range(13):
                total += 4 * int(tables.show_three[three, rank])
            for place in range(size):
                total -= int(tables.show_three[three, (cards >> 8 * place & 0xFF) >> 2])
        if suited(first, second, third, fourth):
            fives = 13 - (by_suit >> (first & 3) * 4 & 15)
            total += max(0, int(flushes[0]) + kept - 4) * (left - fives)
            total += max(0, int(flushes[1]) + kept - 4) * fives
        one, other = int(throws[throw, 0]), int(throws[throw, -1])
        hope = (nobs_of >> 8 * one & 0xFF) + (nobs_of >> 8 * other & 0xFF if away == 2 else 0)
        value = (total - hope) / left
        if way != BY_HAND:
            first, second = cards >> 8 * one & 0xFF, cards >> 8 * other & 0xFF
            if way != BY_WHOLES:
                same = 1 if (first ^ second) & 3 == 0 else 0
                crib = float(cribs[role, same, first >> 2, second >> 2]) + hope / left
            else:
                same = 1 if away == 1 else 0
                crib = float(int(cribs[role, same, first >> 2, second >> 2] + 0.5))
            value = value - crib if role == 1 else value + crib
        if not int(rules[LOWBALL]):
            value = -value
        if value < least:
            best, least = throw, value
    return best


@jit
def sure_throws(seat: int, needed: int, dealt: Any, flushes: Any, tables: Any, keeps: Any) -> int:
    """Give a bit for each throw that keeps so many points, whichever the starter is."""
    size, kept = dealt.shape[1], keeps.shape[1]
    held = sure = 0
    for place in range(size):
        held += 1 << (int(dealt[seat, place]) >> 2) * 4
    for throw in range(len(keeps)):
        first, second = int(dealt[seat, keeps[throw, 0]]), int(dealt[seat, keeps[throw, 1]])
        third, fourth = int(dealt[seat, keeps[throw, 2]]), int(dealt[seat, keeps[throw, -1]])
        four = three = 0
        if kept == 4:
            four = tables.four_of[
                tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
            ]
        else:
            three = tables.three_of[first >> 2, second >> 2, third >> 2]
        least = 99
        for rank in range(13):
            if held >> 4 * rank & 15 < 4:
                in_four, in_three = tables.show_four[four, rank], tables.show_three[three, rank]
                least = min(least, int(in_four if kept == 4 else in_three))
        if suited(first, second, third, fourth):
            least += int(flushes[0]) + kept - 4
        if least >= needed:
            sure |= 1 << throw
    return sure


@jit
def throw_by_sight(seat: int, dealt: Any, rules: Any, keeps: Any) -> int:
    """Give the throw that keeps most of what a beginner sees; of equals the higher cards are kept.

    A beginner sees pairs, fifteens of two cards, the longest run once, and flushes; see
    :mod:`pegout.players.novice`. Of equals in both it is the first throw.
    """
    kept = keeps.shape[1]
    best, most = 0, -1
    for throw in range(len(keeps)):
        points = worths = ranks = 0
        flush = True
        for place in range(kept):
            card = int(dealt[seat, keeps[throw, place]])
            worth = min((card >> 2) + 1, 10)
            worths += worth
            ranks |= 1 << (card >> 2)
            flush = flush and (card ^ int(dealt[seat, keeps[throw, 0]])) & 3 == 0
            for before in range(place):
                other = int(dealt[seat, keeps[throw, before]])
                if other >> 2 == card >> 2:
                    points += 2
                if min((other >> 2) + 1, 10) + worth == 15:
                    points += 2
        # Each step shortens every run by one; with five cards there is one of three at most.
        length = 0
        while ranks:
            ranks &= ranks >> 1
            length += 1
        if length >= 3:
            points += length
        if flush:
            points += kept
        if int(rules[LOWBALL]):
            points = 63 - points
        if points << 6 | worths > most:
            best, most = throw, points << 6 | worths
    return best


@inlined
def choose_throw(
    state: Any, seat: int, way: int, dealt: Any, rules: Any, flushes: Any, crib_flushes: Any,
    tables: Any, throws: Any, keeps: Any, cribs: Any,
) -> int:  # fmt: skip
    """Choose a throw in one of the ways to discard."""
    if way == RANDOM:
        state[CHANCE + 1 + seat], throw = drawn(int(state[CHANCE + 1 + seat]), len(throws))
        return throw
    if way == BY_SIGHT:
        return throw_by_sight(seat, dealt, rules, keeps)
    # The classic player counts every hand as if it were a crib.
    counted = crib_flushes if way == BY_WHOLES else flushes
    sure = 0
    if way == BY_NEED and not int(rules[LOWBALL]):
        needed = int(rules[TARGET]) - int(state[SCORES + side_of(seat, rules)])
        # No hand is worth more than 29, or 30 where nobs is worth 2.
        if needed <= 30:
            sure = sure_throws(seat, needed, dealt, flushes, tables, keeps)
    return best_throw(state, seat, way, sure, dealt, rules, counted, tables, throws, keeps, cribs)
