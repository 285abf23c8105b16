"""The loops of the kernel: compiled where numba is installed, else the same source run by Python.

Everything that is compiled stands in this one file, long as it is: numba's cache on disk does not
notice a change in a function that was imported from another file. For the same reason nothing here
reads a global that could change: tables come in as arguments, see :mod:`pegout.kernel.tables`.

Cards are small ints, ``rank * 4 + suit``, in arrays of int8; 52 is no card. Integers are signed,
because numba makes a float of the sum of a signed and an unsigned one; what is read from an array
goes through ``int``, so that Python counts with its own integers where nothing is compiled.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final, NamedTuple, TypeVar, cast

import numpy as np

__all__ = ["COMPILED", "KERNEL_VERSION"]

Function = TypeVar("Function", bound=Callable[..., Any])

#: Goes up when the same seed no longer gives the same numbers.
KERNEL_VERSION: Final = 1
#: Whether the loops are compiled.
COMPILED: Final = (
    __name__ == "pegout.kernel.jitted"
    and find_spec("numba") is not None
    and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
)

_OPTIONS: Final[dict[str, Any]] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
}


def jit(function: Function) -> Function:
    """Compile a function when it is first called, and keep what was compiled on the disk.

    It can make no arrays: without numba's counting of references, which slows a short function down
    to a fifth, there is nobody to free them.
    """
    if not COMPILED:
        return function
    from numba import njit

    return cast("Function", njit(**_OPTIONS)(function))


def inlined(function: Function) -> Function:
    """Compile a small function as a part of every function that calls it."""
    if not COMPILED:
        return function
    from numba import njit

    return cast("Function", njit(**_OPTIONS, forceinline=True)(function))


# Chance -----------------------------------------------------------------------------------------
# The state of a stream is one int: a word of 32 bits and, above it, the carry. Of a product that
# could reach 2**63 only the low 32 bits are used, so that compiled and Python's integers agree.


@jit
def seeded(seed: int, index: int) -> int:
    """Give the state at the beginning of the stream ``index`` of a seed.

    Each part of the seed and the index goes through the finaliser of MurmurHash3 (A. Appleby), so
    that streams that lie side by side have nothing in common.
    """
    high, low = 0x2545F491, 0x4F6CDD1D
    for part in (seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, index & 0xFFFFFFFF, index >> 32):
        low = mixed(low ^ part)
        high = mixed(high + low & 0xFFFFFFFF)
    # The carry is neither 0 nor as large as it can be, where the generator might stand still.
    return (high % 1791398000 + 1) << 32 | low


@jit
def mixed(word: int) -> int:
    """Mix the bits of a word of 32."""
    word ^= word >> 16
    word = word * 0x85EBCA6B & 0xFFFFFFFF
    word ^= word >> 13
    word = word * 0xC2B2AE35 & 0xFFFFFFFF
    return word ^ word >> 16


@inlined
def drawn(chance: int, number: int) -> tuple[int, int]:
    """Draw a number from 0 to ``number - 1``, each exactly as likely; up to 2**31.

    A multiply-with-carry generator (G. Marsaglia, 1994) whose words are combined with the carry.
    The multiplier ``a`` makes ``a * 2**32 - 1`` and ``a * 2**31 - 1`` prime, so the period is near
    ``2**62``. The range is cut out as by D. Lemire, Fast Random Integer Generation in an Interval,
    2019.

    Returns:
        The state after it, and the number.
    """
    while True:
        carry = chance >> 32
        chance = 1791398085 * (chance & 0xFFFFFFFF) + carry
        product = ((chance & 0xFFFFFFFF) ^ carry) * number
        low = product & 0xFFFFFFFF
        if low >= number or low >= 0x100000000 % number:
            return chance, product >> 32


# The show ---------------------------------------------------------------------------------------


@jit
def suited(first: int, second: int, third: int, fourth: int) -> bool:
    """Whether four cards are of one suit."""
    return ((first ^ second) | (first ^ third) | (first ^ fourth)) & 3 == 0


@jit
def show_of_four(
    first: int, second: int, third: int, fourth: int, starter: int, flushes: Any, tables: Any
) -> int:
    """Count four cards with the starter.

    Args:
        first: a card; the order does not matter.
        second: a card.
        third: a card.
        fourth: a card.
        starter: the starter.
        flushes: int64[3]: what a flush of four is worth, one of five, and nobs.
        tables: see :class:`pegout.kernel.tables.Tables`.
    """
    four = tables.four_of[
        tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
    ]
    points = int(tables.show_four[four, starter >> 2])
    if suited(first, second, third, fourth):
        points += int(flushes[1]) if (first ^ starter) & 3 == 0 else int(flushes[0])
    jack = 40 | (starter & 3)
    if jack in (first, second, third, fourth):
        points += int(flushes[2])
    return points


@jit
def show_of_three(
    first: int, second: int, third: int, starter: int, flushes: Any, tables: Any
) -> int:
    """Count three cards with the starter: a flush is worth 3, or 4 with the starter."""
    three = tables.three_of[first >> 2, second >> 2, third >> 2]
    points = int(tables.show_three[three, starter >> 2])
    if ((first ^ second) | (first ^ third)) & 3 == 0:
        points += max(0, int(flushes[1 if (first ^ starter) & 3 == 0 else 0]) - 1)
    jack = 40 | (starter & 3)
    if jack in (first, second, third):
        points += int(flushes[2])
    return points


@jit
def count_shows(hands: Any, starters: Any, flushes: Any, tables: Any, points: Any) -> None:
    """Count each of many hands with its starter into ``points``."""
    if hands.shape[1] == 4:
        for at in range(len(hands)):
            points[at] = show_of_four(
                int(hands[at, 0]), int(hands[at, 1]), int(hands[at, 2]), int(hands[at, 3]),
                int(starters[at]), flushes, tables,
            )  # fmt: skip
    else:
        for at in range(len(hands)):
            points[at] = show_of_three(
                int(hands[at, 0]), int(hands[at, 1]), int(hands[at, 2]),
                int(starters[at]), flushes, tables,
            )  # fmt: skip


@jit
def count_rows(hands: Any, flushes: Any, tables: Any, points: Any) -> None:
    """Count each of many hands of four with every card of the pack as its starter.

    ``points[at, card]`` is -1 where the card is one of the hand.
    """
    # The four suits of a rank are one int of 32 bits; no score carries over into the next.
    words, rows = points.view(np.int32), tables.rows.view(np.int32)
    four_five, nobs = int(flushes[0]), int(flushes[2])
    for at in range(len(hands)):
        first, second = int(hands[at, 0]), int(hands[at, 1])
        third, fourth = int(hands[at, 2]), int(hands[at, 3])
        four = tables.four_of[
            tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
        ]
        extra = 0
        if suited(first, second, third, fourth):
            extra = four_five * 0x01010101 + (int(flushes[1]) - four_five << 8 * (first & 3))
        for place in range(4):
            card = int(hands[at, place])
            extra += (nobs if card >> 2 == 10 else 0) << 8 * (card & 3)
        for rank in range(13):
            words[at, rank] = int(rows[four, rank]) + extra
        points[at, first] = -1
        points[at, second] = -1
        points[at, third] = -1
        points[at, fourth] = -1


# Discards ---------------------------------------------------------------------------------------


@jit
def hand_totals(hands: Any, flushes: Any, tables: Any, totals: Any) -> None:
    """Sum the counts of what each throw of two from six keeps, over the 46 starters.

    Args:
        hands: int8[n, 6], the cards dealt.
        flushes: int64[3], as for a hand.
        tables: the tables.
        totals: int32[n, 15], in the order of :data:`pegout.kernel.tables.THROWS_OF_SIX`.
    """
    kept = tables.kept
    for at in range(len(hands)):
        dealt = hands[at]
        by_suit = 0
        for place in range(6):
            by_suit += 1 << ((int(dealt[place]) & 3) * 4)
        for throw in range(15):
            first, second = int(dealt[kept[throw, 0]]), int(dealt[kept[throw, 1]])
            third, fourth = int(dealt[kept[throw, 2]]), int(dealt[kept[throw, 3]])
            four = tables.four_of[
                tables.two_of[first >> 2, second >> 2], tables.two_of[third >> 2, fourth >> 2]
            ]
            row = tables.show_four[four]
            total = int(tables.sums[four])
            for place in range(6):
                total -= int(row[int(dealt[place]) >> 2])
            if suited(first, second, third, fourth):
                left = 13 - (by_suit >> ((first & 3) * 4) & 15)
                total += int(flushes[0]) * (46 - left) + int(flushes[1]) * left
            for place in range(4):
                card = int(dealt[kept[throw, place]])
                if card >> 2 == 10:
                    total += int(flushes[2]) * (13 - (by_suit >> ((card & 3) * 4) & 15))
            totals[at, throw] = total


@jit
def discards_by_table(
    hands: Any, sign: int, cribs: Any, flushes: Any, tables: Any, totals: Any, values: Any
) -> None:
    """Value every throw of many hands: the mean of the hand and the crib of a table.

    Args:
        hands: int8[n, 6], the cards dealt.
        sign: 1 for one's own crib, -1 for the opponent's.
        cribs: float64[2, 13, 13]: the mean of the crib without the throw's own nobs, for a throw
            of two suits and of one.
        flushes: int64[3], as for a hand.
        tables: the tables.
        totals: int32[n, 15], made by :func:`hand_totals`.
        values: float64[n, 15]: the result.
    """
    thrown = tables.thrown
    nobs = int(flushes[2])
    for at in range(len(hands)):
        dealt = hands[at]
        by_suit = 0
        for place in range(6):
            by_suit += 1 << ((int(dealt[place]) & 3) * 4)
        for throw in range(15):
            first, second = int(dealt[thrown[throw, 0]]), int(dealt[thrown[throw, 1]])
            same = 1 if (first ^ second) & 3 == 0 else 0
            crib = cribs[same, first >> 2, second >> 2]
            if nobs:
                for place in range(2):
                    card = int(dealt[thrown[throw, place]])
                    if card >> 2 == 10:
                        crib += nobs * (13 - (by_suit >> ((card & 3) * 4) & 15)) / 46
            values[at, throw] = totals[at, throw] / 46 + sign * crib


# A game -----------------------------------------------------------------------------------------
# A game is a row of int64, its fields at these places. A hand is an int of four bytes, its cards in
# ascending order and NOTHING behind them; the pile is an int of fifteen ranks of four bits, the
# last card lowest, with 15 where there is no card.

PHASE: Final = 0
SEAT: Final = 1
DEALER: Final = 2
DEAL: Final = 3
COUNT: Final = 4
PILE: Final = 5
STEPS: Final = 6
BEGIN: Final = 7
STARTER: Final = 8
#: 0 until the play is over, then one more than the hands that were counted, the crib with them.
SHOWN: Final = 9
CRIB: Final = 10
HEELS: Final = 11
SCORES: Final = 12
#: Points of this deal by side: in the play, and all in all.
PLAYED: Final = 15
GAINED: Final = 18
#: By seat: the cards held, the cards kept, the points of the hand.
HANDS: Final = 21
KEPT: Final = 25
HAND: Final = 29
#: The chance of the pack, then that of each seat.
CHANCE: Final = 33
FIELDS: Final = 38

DISCARD: Final = 0
PLAY: Final = 1
OVER: Final = 2

#: Places of the rules, an array of int64.
PLAYERS: Final = 0
SIDES: Final = 1
SIZE: Final = 2
THROWS: Final = 3
FROM_PACK: Final = 4
TARGET: Final = 5
HEELS_POINTS: Final = 6
STACKS: Final = 7
STINKHOLE: Final = 8
LOWBALL: Final = 9
FIVE_CARD: Final = 10

#: Ways to discard, in the order of :data:`pegout.kernel.policies.Discards`; chance is one to play.
RANDOM: Final = 0
BY_HAND: Final = 1
BY_TABLE: Final = 2
BY_SIGHT: Final = 3
BY_WHOLES: Final = 4
BY_NEED: Final = 5
BY_POINTS: Final = 6
BY_STAGES: Final = 7
#: Ways to play, in the order of :data:`pegout.kernel.policies.Play`.
GREEDY: Final = 1
LOOKAHEAD: Final = 2
NOVICE: Final = 3
CASUAL: Final = 4
CLASSIC: Final = 5
CLUB: Final = 6
#: The first of the ways to think, see ``BY_SOLUTION``.
THINKING: Final = 7

NOTHING: Final = 0x7F7F7F7F
NO_PILE: Final = (1 << 60) - 1
#: What looking ahead takes of the mean of the next answer, and of the chance of none. Found by
#: the games that they win: against ``greedy`` 56.5 %, and 56.2 % with 1 and 0.
ANSWER: Final = 0.75
GO: Final = 0.75


@inlined
def fitting(hand: int, limit: int) -> int:
    """Count the cards of a hand below a limit, all four at once."""
    over = ((hand | 0x80808080) - limit * 0x01010101) & 0x80808080
    return 4 - ((over >> 7) * 0x01010101 >> 24 & 0xFF)


@inlined
def limit_of(count: int) -> int:
    """Give the card below which all cards fit under 31."""
    return 52 if count <= 21 else 4 * (31 - count)


@jit
def long_run(pile: int, points: int) -> int:
    """Count the last card of a pile of which three cards do not say enough.

    Args:
        pile: the pile, the last card lowest.
        points: what the last three cards score.
    """
    rank = pile & 15
    if rank == pile >> 4 & 15:
        return 12 if pile >> 12 & 15 == rank else 6
    seen = 1 << rank | 1 << (pile >> 4 & 15) | 1 << (pile >> 8 & 15)
    length = 3
    while True:
        rank = pile >> (4 * length) & 15
        if rank == 15 or seen >> rank & 1:
            return points
        seen |= 1 << rank
        length += 1
        # A run of bits plus its lowest is a power of two.
        if (seen + (seen & -seen)) & seen == 0:
            points = length


@inlined
def pile_score(pile: int, count: int, ends: Any) -> int:
    """Count the last card of a pile.

    Args:
        pile: the pile.
        count: the count, the last card included.
        ends: int8[4096], what the last three cards score, and 64 more where others may change it.
    """
    points = int(ends[pile & 0xFFF])
    if points >= 64:
        points = long_run(pile, points - 64)
    if count in (15, 31):
        points += 2
    return points


@jit
def count_piles(piles: Any, lengths: Any, ends: Any, points: Any) -> None:
    """Count every card of many piles, each pile one count that begins at its first card.

    Args:
        piles: int8[n, width], ranks in the order in which they were laid.
        lengths: int8[n], how many cards each pile has.
        ends: as for :func:`pile_score`.
        points: int8[n, width], the result.
    """
    for at in range(len(piles)):
        pile = NO_PILE
        count = 0
        for place in range(int(lengths[at])):
            rank = int(piles[at, place])
            count += min(rank + 1, 10)
            pile = (pile << 4 | rank) & NO_PILE
            points[at, place] = pile_score(pile, count, ends)


@inlined
def peg(state: Any, side: int, points: int, rules: Any) -> bool:
    """Peg points, and say whether the game is over."""
    state[GAINED + side] += points
    score = int(state[SCORES + side]) + points
    if score >= int(rules[TARGET]):
        state[SCORES + side] = rules[TARGET]
        state[PHASE] = OVER
        state[SEAT] = -1
        return True
    state[SCORES + side] = score
    return False


@inlined
def peg_small(state: Any, side: int, points: int, rules: Any) -> int:
    """Give what heels, a go or a last card are worth: nothing in the stinkhole."""
    stinks = int(rules[STINKHOLE]) and int(state[SCORES + side]) == int(rules[TARGET]) - 1
    return 0 if stinks else points


@jit
def start_game(state: Any, pack: Any, seed: int, number: int, rules: Any) -> None:
    """Put a game at its beginning: its chance and its pack as they are, before the first deal."""
    players = int(rules[PLAYERS])
    for who in range(players + 1):
        state[CHANCE + who] = seeded(seed, number | who << 48)
    for card in range(52):
        pack[card] = card
    for side in range(3):
        state[SCORES + side] = 0
    state[DEAL] = 0
    state[DEALER] = number % players - 1


@inlined
def sort_cards(pack: Any, start: int, size: int, dealt: Any, seat: int) -> None:
    """Sort the five or six cards dealt to a seat, with a network of twelve exchanges."""
    a, b, c = int(pack[start]), int(pack[start + 1]), int(pack[start + 2])
    d, e = int(pack[start + 3]), int(pack[start + 4])
    f = int(pack[start + 5]) if size == 6 else 52
    a, f = min(a, f), max(a, f)
    b, d = min(b, d), max(b, d)
    c, e = min(c, e), max(c, e)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    a, d = min(a, d), max(a, d)
    c, f = min(c, f), max(c, f)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    e, f = min(e, f), max(e, f)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    dealt[seat, 0], dealt[seat, 1], dealt[seat, 2] = a, b, c
    dealt[seat, 3], dealt[seat, 4] = d, e
    if size == 6:
        dealt[seat, 5] = f


@inlined
def start_deal(state: Any, pack: Any, dealt: Any, rules: Any) -> None:
    """Deal: the next dealer, a pack mixed as far as it is needed, and the cards sorted."""
    players, size = int(rules[PLAYERS]), int(rules[SIZE])
    chance = int(state[CHANCE])
    for place in range(players * size + int(rules[FROM_PACK]) + 1):
        chance, other = drawn(chance, 52 - place)
        card = pack[place + other]
        pack[place + other] = pack[place]
        pack[place] = card
    state[CHANCE] = chance
    dealer = int(state[DEALER]) + 1
    if dealer == players:
        dealer = 0
    leader = dealer + 1 if dealer + 1 < players else 0
    state[DEALER] = dealer
    state[DEAL] += 1
    state[PHASE] = DISCARD
    state[SEAT] = leader
    state[STARTER] = 52
    state[STEPS] = state[BEGIN] = state[COUNT] = 0
    state[PILE] = NO_PILE
    state[SHOWN] = state[CRIB] = state[HEELS] = 0
    for side in range(3):
        state[PLAYED + side] = 0
        state[GAINED + side] = 0
    for seat in range(players):
        sort_cards(pack, seat * size, size, dealt, seat)
        state[HAND + seat] = 0
    if int(rules[FIVE_CARD]) and int(state[DEAL]) == 1:
        peg(state, leader, 3, rules)


@inlined
def throw_away(
    state: Any, seat: int, throw: int, dealt: Any, thrown: Any, rules: Any, throws: Any, keeps: Any
) -> None:
    """Lay away a throw by its number; the rest is the hand."""
    for place in range(int(rules[THROWS])):
        thrown[seat, place] = dealt[seat, throws[throw, place]]
    hand = NOTHING
    kept = int(rules[SIZE]) - int(rules[THROWS])
    for place in range(kept):
        hand ^= (int(dealt[seat, keeps[throw, place]]) ^ 127) << (8 * place)
    state[HANDS + seat] = hand
    state[KEPT + seat] = hand
    after = seat + 1 if seat + 1 < int(rules[PLAYERS]) else 0
    state[SEAT] = after


@inlined
def cut_starter(state: Any, pack: Any, rules: Any) -> None:
    """Turn up the starter, and let the dealer peg heels."""
    players = int(rules[PLAYERS])
    card = int(pack[players * int(rules[SIZE]) + int(rules[FROM_PACK])])
    dealer = int(state[DEALER])
    state[STARTER] = card
    state[PHASE] = PLAY
    state[SEAT] = dealer + 1 if dealer + 1 < players else 0
    if card >> 2 == 10:
        side = side_of(dealer, rules)
        points = peg_small(state, side, int(rules[HEELS_POINTS]), rules)
        state[HEELS] = points
        peg(state, side, points, rules)


@inlined
def side_of(seat: int, rules: Any) -> int:
    """Give the side of a seat."""
    sides = int(rules[SIDES])
    return seat - sides if seat >= sides else seat


@inlined
def next_seat(state: Any, seat: int, limit: int, players: int) -> int:
    """Give the next seat with a card below a limit, this one the last of all, or -1."""
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = 0
        if int(state[HANDS + seat]) & 0xFF < limit:
            return seat
    return -1


@inlined
def lay(
    state: Any, card: int, laid: Any, by: Any, points: Any, goes: Any, rules: Any, ends: Any
) -> bool:
    """Lay a card of the seat on turn, and say whether the play, or the game, is over."""
    seat = int(state[SEAT])
    hand = int(state[HANDS + seat])
    lower = (1 << 8 * fitting(hand, card)) - 1
    state[HANDS + seat] = (hand & lower) | (hand >> 8 & ~lower) | 0x7F000000
    rank = card >> 2
    count = int(state[COUNT]) + min(rank + 1, 10)
    pile = (int(state[PILE]) << 4 | rank) & NO_PILE
    steps = int(state[STEPS])
    laid[steps] = card
    by[steps] = seat
    score = pile_score(pile, count, ends)
    points[steps] = score
    goes[steps] = 0
    state[STEPS] = steps + 1
    side = side_of(seat, rules)
    state[COUNT] = count
    state[PILE] = pile
    if score:
        state[PLAYED + side] += score
        if peg(state, side, score, rules):
            return True
    players = int(rules[PLAYERS])
    after = next_seat(state, seat, limit_of(count), players)
    if after < 0:
        if count != 31 or int(rules[STACKS]):
            score = peg_small(state, side, 1, rules)
            goes[steps] = score
            state[PLAYED + side] += score
            if peg(state, side, score, rules):
                return True
        state[COUNT] = 0
        state[PILE] = NO_PILE
        state[BEGIN] = steps + 1
        after = next_seat(state, seat, 52, players)
        if after < 0 or int(rules[FIVE_CARD]):
            return True
    state[SEAT] = after
    return False


@inlined
def show_hand(hand: int, starter: int, flushes: Any, tables: Any) -> int:
    """Count a hand of four or, with the fourth place empty, of three."""
    first, second, third = hand & 0xFF, hand >> 8 & 0xFF, hand >> 16 & 0xFF
    fourth = hand >> 24
    if fourth == 127:
        return show_of_three(first, second, third, starter, flushes, tables)
    return show_of_four(first, second, third, fourth, starter, flushes, tables)


@inlined
def show_all(
    state: Any, pack: Any, thrown: Any, rules: Any, hand_flushes: Any, crib_flushes: Any,
    tables: Any,
) -> bool:  # fmt: skip
    """Count the hands from the dealer's left round and the crib, and say if the game is over."""
    players = int(rules[PLAYERS])
    starter, seat = int(state[STARTER]), int(state[DEALER])
    state[SHOWN] = 1
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        points = show_hand(int(state[KEPT + seat]), starter, hand_flushes, tables)
        state[HAND + seat] = points
        state[SHOWN] += 1
        if peg(state, side_of(seat, rules), points, rules):
            return True
    if players == 2:
        first, second = int(thrown[0, 0]), int(thrown[0, 1])
        third, fourth = int(thrown[1, 0]), int(thrown[1, 1])
    else:
        first, second, third = int(thrown[0, 0]), int(thrown[1, 0]), int(thrown[2, 0])
        fourth = int(pack[15]) if players == 3 else int(thrown[3, 0])
    points = show_of_four(first, second, third, fourth, starter, crib_flushes, tables)
    state[CRIB] = points
    state[SHOWN] += 1
    return peg(state, side_of(seat, rules), points, rules)


@jit
def tally(state: Any, sums: Any, rules: Any) -> None:
    """Add a deal that is over to the sums of its game, see :data:`pegout.kernel.games.SUMS`."""
    shown = int(state[SHOWN])
    if not shown:
        return
    players, sides = int(rules[PLAYERS]), int(rules[SIDES])
    seat = int(state[DEALER])
    dealing = side_of(seat, rules)
    for side in range(sides):
        role = 0 if side == dealing else 1
        sums[side, 2 * role] += 1
        sums[side, 2 * role + 1] += state[PLAYED + side]
        if shown == players + 2 and int(state[PHASE]) != OVER:
            sums[side, 11 + 2 * role] += 1
            sums[side, 12 + 2 * role] += state[GAINED + side]
    for _ in range(min(shown - 1, players)):
        seat = seat + 1 if seat + 1 < players else 0
        side = side_of(seat, rules)
        role = 0 if side == dealing else 1
        sums[side, 4 + 2 * role] += 1
        sums[side, 5 + 2 * role] += state[HAND + seat]
    if shown == players + 2:
        sums[dealing, 8] += 1
        sums[dealing, 9] += state[CRIB]
    sums[dealing, 10] += state[HEELS]


# Choices ----------------------------------------------------------------------------------------


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
def sighted_score(pile: int, count: int, runs: bool) -> int:
    """Count the last card of a pile as a beginner does: runs only where they lie in order."""
    points = 2 if count in (15, 31) else 0
    alike = 1
    while pile >> 4 * alike & 15 == pile & 15:
        alike += 1
    if alike > 1:
        return points + alike * (alike - 1)
    best = 0
    for step in (-1, 1):
        length = 1
        while (pile >> 4 * length & 15) - (pile >> 4 * (length - 1) & 15) == step:
            length += 1
        best = max(best, length)
    return points + best if runs and best >= 3 else points


@inlined
def has_answer(hand: int, card: int, after: int) -> bool:
    """Whether another card of a hand answers a pair, or a ten-card.

    It does if it makes 15 or 31 after the next player has paired the card or has laid a ten-card;
    or if it is one more of the rank, and fits after the pair.
    """
    paired = after + min((card >> 2) + 1, 10)
    for place in range(4):
        other = hand >> 8 * place & 0xFF
        if other < 52 and other != card:
            worth = min((other >> 2) + 1, 10)
            if paired + worth in (15, 31) or after + 10 + worth in (15, 31):
                return True
            if other >> 2 == card >> 2 and paired + worth <= 31:
                return True
    return False


@inlined
def has_another(hand: int, card: int) -> bool:
    """Whether a hand has a second card of the same rank."""
    for place in range(4):
        other = hand >> 8 * place & 0xFF
        if other != card and other >> 2 == card >> 2:
            return True
    return False


# The ways below depend on nothing but what stands in their arguments. The rank of the card that
# they choose follows from ranks alone; of two cards of that rank it is the higher one.


@jit
def novice_card(hand: int, pile: int, count: int, lowball: bool, ends: Any) -> int:
    """Give the card with the most points that a beginner sees; of equals the highest.

    Nobody leads a five that has another card: that is the first thing that one is told.

    Args:
        hand: the cards held.
        pile: the pile of this count.
        count: the count.
        lowball: whether points are what nobody wants.
        ends: as for :func:`pile_score`.
    """
    # Where runs count, A 2 3 at the end of a pile are worth something.
    runs = int(ends[0x012]) != 0
    best, most = hand & 0xFF, -1
    rest = hand
    for _ in range(fitting(hand, limit_of(count))):
        card = rest & 0xFF
        rest >>= 8
        after = count + min((card >> 2) + 1, 10)
        value = sighted_score((pile << 4 | card >> 2) & NO_PILE, after, runs)
        value = 2 * (63 - value if lowball else value)
        if count > 0 or card >> 2 != 4:
            value += 1
        if value >= most:
            best, most = card, value
    return best


@jit
def casual_card(hand: int, pile: int, count: int, lowball: bool, ends: Any) -> int:
    """Give the card with the most points; of equals one that gives nothing away; then the highest.

    To make 5 or 21 for a ten-card is to give something away.

    Args:
        hand: the cards held.
        pile: the pile of this count.
        count: the count.
        lowball: whether points are what nobody wants, so that giving is as good as keeping.
        ends: as for :func:`pile_score`.
    """
    best, most = hand & 0xFF, -1
    rest = hand
    for _ in range(fitting(hand, limit_of(count))):
        card = rest & 0xFF
        rest >>= 8
        after = count + min((card >> 2) + 1, 10)
        value = pile_score((pile << 4 | card >> 2) & NO_PILE, after, ends)
        value = 63 - value if lowball else 2 * value + (0 if after in (5, 21) else 1)
        if value >= most:
            best, most = card, value
    return best


@jit
def classic_card(hand: int, pile: int, count: int, lowball: bool, ends: Any) -> int:
    """Give the card with the most points, or where none scores the highest of the first kind.

    The kinds: a card that leaves the count under 5; one after which the hand has an answer, see
    :func:`has_answer`; one that does not make the count 5, 10 or 21; any other. In lowball it is
    the card with the fewest points, of equals the highest.

    Args:
        hand: the cards held.
        pile: the pile of this count.
        count: the count.
        lowball: whether points are what nobody wants.
        ends: as for :func:`pile_score`.
    """
    best, most = hand & 0xFF, -1
    rest = hand
    for _ in range(fitting(hand, limit_of(count))):
        card = rest & 0xFF
        rest >>= 8
        after = count + min((card >> 2) + 1, 10)
        value = 4 * pile_score((pile << 4 | card >> 2) & NO_PILE, after, ends)
        if lowball:
            value = 255 - value
        elif value == 0:
            if after < 5:
                value = 3
            elif has_answer(hand, card, after):
                value = 2
            elif after not in (5, 10, 21):
                value = 1
        if value >= most:
            best, most = card, value
    return best


#: What a club player does in the play, by the score: keeps to points, must score, must stop others.
STEADY: Final = 0
DASH: Final = 1
STOP: Final = 2
#: From so few points to go an opponent is taken to count out with the next hand, which is worth
#: eight on average; and so many holes a dealer may still peg before that.
COUNTS_OUT: Final = 8
PEGS_OUT: Final = 8
#: In hundredths of a point: what the mean answer costs, what a good lead is worth, and what it is
#: to hold on to an ace or a two; then the game itself, for oneself and for an answer.
CLUB_ANSWER: Final = 75
CLUB_LEAD: Final = 50
CLUB_SMALL: Final = 50
CLUB_GAME: Final = 100000
CLUB_LOSS: Final = 30


@jit
def club_card(
    hand: int, pile: int, count: int, unseen: int, held: int, own: int, other: int, stance: int,
    lowball: bool, ends: Any,
) -> int:  # fmt: skip
    """Give the card that is best by rules of thumb; of equals the highest.

    In hundredths of a point: what it scores, less ``CLUB_ANSWER`` of what a card of the opponent
    scores on it in the mean, for each card that the opponent holds; less ``CLUB_SMALL`` for an ace
    or a two, which are good for 31; and with ``CLUB_LEAD`` for a lead under five, and as much for
    one from a pair, if not of fives. A score that wins is worth the game, and an answer that
    does ``CLUB_LOSS`` points more.

    Args:
        hand: the cards held.
        pile: the pile of this count.
        count: the count.
        unseen: how many cards of each rank the opponent may hold, four bits each, the ace lowest.
            A club player counts only the ten-cards: see :func:`tens_unseen`.
        held: how many cards the opponent holds who may answer; 0 if nobody may.
        own: how many holes one's own side needs.
        other: how many the first of the others needs.
        stance: ``STEADY``; ``DASH``, where own points count double and answers half; or ``STOP``,
            where answers count double and own points next to nothing.
        lowball: whether points are what nobody wants.
        ends: as for :func:`pile_score`.
    """
    left = 0
    for rank in range(13):
        left += unseen >> 4 * rank & 15
    best, most = hand & 0xFF, -1 << 40
    rest = hand
    for _ in range(fitting(hand, limit_of(count))):
        card = rest & 0xFF
        rest >>= 8
        after = count + min((card >> 2) + 1, 10)
        longer = (pile << 4 | card >> 2) & NO_PILE
        points = pile_score(longer, after, ends)
        value = points * (1 if stance == STOP else 200 if stance == DASH else 100)
        if points >= own:
            value += CLUB_GAME
        if held:
            answers = 0
            for rank in range(limit_of(after) >> 2):
                number = unseen >> 4 * rank & 15
                if number:
                    score = pile_score(
                        longer << 4 & NO_PILE | rank, after + min(rank + 1, 10), ends
                    )
                    answers += number * (score + CLUB_LOSS if score >= other else score)
            price = 2 * CLUB_ANSWER if stance == STOP else CLUB_ANSWER
            if stance == DASH:
                price //= 2
            value -= price * held * answers // left
        if count == 0:
            if card >> 2 < 4:
                value += CLUB_LEAD
            if card >> 2 != 4 and has_another(hand, card):
                value += CLUB_LEAD
        if card >> 2 < 2:
            value -= CLUB_SMALL
        if lowball:
            value = -value
        if value >= most:
            best, most = card, value
    return best


@inlined
def tens_unseen(hand: int, laid: Any, steps: int) -> int:
    """Give four cards of each rank but the ten-cards, of which those held and laid are gone."""
    unseen = 0x4444444444444
    for place in range(fitting(hand, 52)):
        rank = hand >> 8 * place + 2 & 15
        if rank >= 9:
            unseen -= 1 << 4 * rank
    for step in range(steps):
        rank = int(laid[step]) >> 2
        if rank >= 9:
            unseen -= 1 << 4 * rank
    return unseen


@inlined
def answering(state: Any, seat: int, by: Any, rules: Any) -> int:
    """Give how many cards the next opponent holds who has any, or 0.

    Whoever let a card of one's own follow one's own has no answer.
    """
    players, other = int(rules[PLAYERS]), seat
    if int(state[COUNT]) and int(by[int(state[STEPS]) - 1]) == seat:
        return 0
    for _ in range(players - 1):
        other = other + 1 if other + 1 < players else 0
        if side_of(other, rules) != side_of(seat, rules):
            held = fitting(int(state[HANDS + other]), 52)
            if held:
                return held
    return 0


@inlined
def club_play(
    state: Any, seat: int, laid: Any, by: Any, rules: Any, flushes: Any, tables: Any, ends: Any
) -> int:
    """Choose a card as a club player does, who looks at the score near the end of the board.

    Whoever counts first and has enough in the hand must only stop the others. A dealer whom
    somebody will have counted out before, more likely than not, must peg what is to be had.
    """
    hand, lowball = int(state[HANDS + seat]), int(rules[LOWBALL]) != 0
    side, dealer = side_of(seat, rules), int(state[DEALER])
    own = int(rules[TARGET]) - int(state[SCORES + side])
    other = int(rules[TARGET])
    for one in range(int(rules[SIDES])):
        if one != side:
            other = min(other, int(rules[TARGET]) - int(state[SCORES + one]))
    stance = STEADY
    if not lowball:
        first = dealer + 1 if dealer + 1 < int(rules[PLAYERS]) else 0
        if seat == dealer and other <= COUNTS_OUT and own <= PEGS_OUT:
            stance = DASH
        elif seat == first and own <= 30:
            kept, starter = int(state[KEPT + seat]), int(state[STARTER])
            if show_hand(kept, starter, flushes, tables) >= own:
                stance = STOP
    return club_card(
        hand, int(state[PILE]), int(state[COUNT]), tens_unseen(hand, laid, int(state[STEPS])),
        answering(state, seat, by, rules), own, other, stance, lowball, ends,
    )  # fmt: skip


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


# Thinking ---------------------------------------------------------------------------------------
# What a strong player makes of a position, from what its seat has seen: two players alone. All of
# it lies in two flat arrays, which may be lists where nothing is compiled; so nothing here needs
# ``int`` around what it reads from them. A hand is an int of four ranks of four bits, in ascending
# order from the lowest bits on, with 15 behind them. Places of the ints:

#: Whether the own seat deals; its hand now; what its four cards count with the starter; what it and
#: the other need; the starter; the own throw; the cards seen, a bit for each; the cards laid.
DEALS: Final = 0
HELD: Final = 1
SHOW: Final = 2
NEED: Final = 3
OTHER_NEED: Final = 4
CUT: Final = 5
THROWN: Final = 6
SEEN: Final = 8
CARDS_LAID: Final = 9
#: Whether the winning chances are wanted; then what the rules say; how many cards were kept.
CHANCES: Final = 10
STACKED: Final = 11
STINKS: Final = 12
ONE_COUNT: Final = 13
KEPT_SIZE: Final = 14
NOBS: Final = 15
CRIB_FOUR: Final = 16
CRIB_FIVE: Final = 17
#: What follows from the cards laid: the node of the solved play, the pile, the count, the least
#: rank of the other's cards, how many they are, who has laid last, and whether the other said go.
NODE: Final = 18
PILE_NOW: Final = 19
COUNT_NOW: Final = 20
LEAST: Final = 21
LEFT: Final = 22
LAST: Final = 23
SILENT: Final = 24
#: How many hands of the other are looked at; the number of this thought; how many stages are kept.
NUMBER: Final = 25
THOUGHT: Final = 26
SLOTS: Final = 27
PLAYS: Final = 28
PEGGING: Final = 29
#: By how many cards the own seat holds: how many hands are looked at, and how many of the own
#: choices are searched before the rest is played by looking ahead.
MOST_HANDS: Final = 30
OWN_CHOICES: Final = 35
#: The score matters when a side needs no more than this.
NEAR: Final = 40
#: The six cards dealt; the cards laid, and whether the other laid them.
SIX: Final = 41
CARD_LAID: Final = 48
LAID_BY: Final = 56
#: For each card of the other: its rank, the node, the ranks that fitted, the other ranks laid.
HISTORY: Final = 64
FRAMES: Final = 96
STACK_AT: Final = 512
HAND_AT: Final = 928
ROOM: Final = 4400
REST_AT: Final = HAND_AT + ROOM
PICK_AT: Final = REST_AT + ROOM
#: The points of the other's hands, and whether a jack is among the cards not seen.
POINTS_OF: Final = PICK_AT + ROOM
JACK_OF: Final = POINTS_OF + 400
ANSWER_KEYS: Final = JACK_OF + 400
ANSWERED: Final = 8192
STAMPS: Final = ANSWER_KEYS + ANSWERED
#: Tables: sets of one to four ranks, their numbers, what fours show, how points are pegged.
SETS: Final = STAMPS + 128 * 128
TWO_OF: Final = SETS + 13 + 91 + 455 + 1820
THREE_OF: Final = TWO_OF + 169
FOUR_OF: Final = THREE_OF + 2197
SHOW_FOUR: Final = FOUR_OF + 8281
PLAY_DEALER: Final = SHOW_FOUR + 23660
PLAY_PONE: Final = PLAY_DEALER + 1024
ROW_KEYS: Final = PLAY_PONE + 1024

# Places of the floats: the worth of a point and of pegging out, the means of crib and pegging.
OWN_POINT: Final = 0
OTHER_POINT: Final = 1
OWN_OUT: Final = 2
OTHER_OUT: Final = 3
CRIB_MEAN: Final = 4
PEG_MEAN: Final = 6
FITTING: Final = 8
MEANS: Final = 24
CRIB_AT: Final = 40
EXPECTED: Final = 80
VALUES_OF: Final = 96
FRAME_SUMS: Final = 112
LIKINGS: Final = 512
SOFT: Final = 928
LIKELY: Final = 1312
STACK_SUMS: Final = 1376
WEIGHT_AT: Final = 1480
SHARE_AT: Final = WEIGHT_AT + ROOM
EXTRA_OF: Final = SHARE_AT + 4 * ROOM + 8
SET_WEIGHTS: Final = EXTRA_OF + 1600
ANSWERS: Final = SET_WEIGHTS + 1820
CRIB_MEMO: Final = ANSWERS + ANSWERED
KEEPS: Final = CRIB_MEMO + 128 * 128
THROWS_MADE: Final = KEEPS + 3640
PEGS: Final = THROWS_MADE + 182
CRIBS: Final = PEGS + 3640
START_OF: Final = CRIBS + 676
#: Chances before the pone's hand and before the dealer's, as they are and with a better crib.
BEFORE_PONE: Final = START_OF + 122 * 122
BETTER_PONE: Final = BEFORE_PONE + 122 * 152
BEFORE_DEALER: Final = BETTER_PONE + 122 * 152
BETTER_DEALER: Final = BEFORE_DEALER + 122 * 122
PLAY_RATES: Final = BETTER_DEALER + 122 * 122
ROWS: Final = PLAY_RATES + 1024

NO_RANKS: Final = 0xFFFF
#: Of an expected answer counts so much; a go counts ``GO``. How much of its likings another shows,
#: and how much of all is done without thinking, was found by the games that are won.
CAUTION: Final = 0.75
CARELESS: Final = 0.15
#: An answer of which the solved play knows nothing.
SPLIT: Final = 14

#: Ways to think: by the solved play, by searching, and by the winning chances where they matter.
BY_SOLUTION: Final = 0
BY_SEARCH: Final = 1
BY_CHANCES: Final = 2


class SolvedPlay(NamedTuple):
    """A solution of the play by ranks, as a tree of what both have seen.

    Node 0 is the lead of the pone. A mover with no card left is passed over and has no node, and
    where both have at most one card left there is nothing to decide and no node.

    At a node whose mover holds ``m`` cards and where the ranks below ``k`` fit, the shares begin at
    its offset. With ``m == 2`` there is a byte for every two different ranks ``i < j < k`` at
    ``j * (j - 1) // 2 + i``: 254 times the chance of laying the lower, or 255 where nobody knows.
    With more cards there are ``k * n`` bytes, where ``n`` is 91 or 455, how many sets there are of
    one card less: at ``r * n`` and the number of the hand without ``r`` stands how often ``r`` is
    laid, in proportion; all zero where it is not known.

    Attributes:
        children: int32[n, 14], the node after each rank, after "go" at 13; -1 for none.
        mover: int8[n], 0 where the pone is to lay, 1 for the dealer.
        offset: int64[n], where the shares of the node begin.
        weights: uint8, the shares.
    """

    children: Any
    mover: Any
    offset: Any
    weights: Any


class Mind(NamedTuple):
    """Where a strong player thinks; see :mod:`pegout.kernel.thinking`.

    Attributes:
        ints: int64, the position, the tables of whole numbers, and room to work in.
        floats: float64, tables and room.
        ends: int8[4096], what three cards at the end of a pile score.
    """

    ints: Any
    floats: Any
    ends: Any


@inlined
def without(ranks: int, place: int) -> int:
    """Take the rank at a place out of a hand of ranks."""
    lower = (1 << 4 * place) - 1
    return (ranks & lower) | ((ranks >> 4 & ~lower) & 0xFFF) | 0xF000


@inlined
def with_rank(ranks: int, rank: int) -> int:
    """Put one more rank into a hand of less than four."""
    place = 0
    while ranks >> 4 * place & 15 < rank:
        place += 1
    lower = (1 << 4 * place) - 1
    return (ranks & lower) | rank << 4 * place | ((ranks & ~lower) << 4 & 0xFFFF)


@inlined
def ranks_below(count: int) -> int:
    """Give how many ranks fit under 31."""
    return 13 if count <= 21 else 31 - count


@inlined
def node_after(node: int, rank: int, solved: Any) -> int:
    """Give the node of the solved play after a rank, or after a go as rank 13."""
    return int(solved.children[node, rank]) if node >= 0 else -1


@jit
def score_of(pile: int, count: int, mind: Any) -> int:
    """Count the last card of a pile."""
    return pile_score(pile, count, mind.ends)


@inlined
def next_place(ranks: int, place: int, count: int) -> int:
    """Give the next place of a hand, from this one on, with another rank that fits; 4 for none."""
    limit = ranks_below(count)
    while place < 4:
        rank = ranks >> 4 * place & 15
        if rank >= limit:
            return 4
        if place == 0 or rank != ranks >> 4 * (place - 1) & 15:
            return place
        place += 1
    return place


@jit
def answer_worth(pile: int, count: int, mind: Any) -> float:
    """Give what one card of a hand kept by anybody scores on a pile, times four, in the mean."""
    ints, floats = mind.ints, mind.floats
    slot = ((pile & 0xFFFFFF) * 0x9E3779 ^ pile >> 20) >> 7 & ANSWERED - 1
    if ints[ANSWER_KEYS + slot] == pile:
        known: float = floats[ANSWERS + slot]
        return known
    total = 0.0
    for rank in range(ranks_below(count)):
        points = score_of((pile << 4 | rank) & NO_PILE, count + min(rank + 1, 10), mind)
        if points:
            left, rest = 4, pile
            while rest & 15 < 15:
                if rest & 15 == rank:
                    left -= 1
                rest >>= 4
            total += floats[MEANS + rank] * left * points
    total *= 0.25
    ints[ANSWER_KEYS + slot] = pile
    floats[ANSWERS + slot] = total
    return total


@jit
def liking_of(rank: int, count: int, pile: int, held: int, mind: Any) -> float:
    """Give the points of a card, less what one of ``held`` cards is likely to answer."""
    after = count + min(rank + 1, 10)
    longer = (pile << 4 | rank) & NO_PILE
    value = float(score_of(longer, after, mind))
    if held:
        value -= CAUTION * 0.25 * held * answer_worth(longer, after, mind)
        if after > 21:
            alone = GO
            for _ in range(held):
                alone *= 1 - mind.floats[FITTING + 31 - after]
            value += alone
    return value


@jit
def shares_at(
    node: int, ranks: int, size: int, count: int, at: int, mind: Any, solved: Any
) -> bool:
    """Give how the mover at a node lays each card of a hand in the solved play.

    Args:
        node: the node.
        ranks: the hand of the mover, two of whose ranks fit.
        size: how many cards it is.
        count: the count.
        at: where in the floats the four shares are written, by place in the hand; those of a rank
            that comes several times stand at its first place. They add up to 1.
        mind: the mind.
        solved: the solved play.

    Returns:
        Whether they are known.
    """
    ints, floats = mind.ints, mind.floats
    limit = ranks_below(count)
    floats[at] = floats[at + 1] = floats[at + 2] = floats[at + 3] = 0.0
    if node < 0:
        return False
    offset = int(solved.offset[node])
    if size == 2:
        low, high = ranks & 15, ranks >> 4 & 15
        lower = int(solved.weights[offset + high * (high - 1) // 2 + low])
        floats[at] = lower / 254
        floats[at + 1] = 1 - lower / 254
        return lower != 255
    total = 0.0
    for place in range(size):
        rank = ranks >> 4 * place & 15
        if rank >= limit:
            break
        if place == 0 or rank != ranks >> 4 * (place - 1) & 15:
            rest = without(ranks, place)
            one, two, three = rest & 15, rest >> 4 & 15, rest >> 8 & 15
            if size == 3:
                number = rank * 91 + ints[TWO_OF + one * 13 + two]
            else:
                number = rank * 455 + ints[THREE_OF + (one * 13 + two) * 13 + three]
            share = int(solved.weights[offset + number])
            floats[at + place] = float(share)
            total += share
    if total == 0:
        return False
    for place in range(size):
        floats[at + place] /= total
    return True


@jit
def follow(mind: Any, solved: Any) -> None:
    """Go through the cards laid: what they and the goes tell, and where the game is now."""
    ints = mind.ints
    steps = ints[CARDS_LAID]
    own = other = ints[KEPT_SIZE]
    node = 0 if len(solved.offset) else -1
    turn = 1 if ints[DEALS] else 0
    pile, count, silent, last, least, told, step = NO_PILE, 0, 0, -1, 0, 0, 0
    while True:
        limit = ranks_below(count)
        if step < steps:
            rank = ints[CARD_LAID + step] >> 2
            lays = ints[LAID_BY + step] == turn and rank < limit
        else:
            rank = 0
            lays = turn == 0 and ints[HELD] & 15 < limit
        if lays and step == steps:
            break
        over = False
        if lays:
            if turn:
                at = HISTORY + 8 * told
                ints[at], ints[at + 1], ints[at + 2] = rank, node, pile
                ints[at + 3], ints[at + 4], ints[at + 5] = count, own, other
                told += 1
                other -= 1
            else:
                own -= 1
            node = node_after(node, rank, solved)
            count += min(rank + 1, 10)
            pile = (pile << 4 | rank) & NO_PILE
            last = turn
            step += 1
            over = count == 31
            if not over and not silent:
                turn = 1 - turn
        else:
            if own if turn == 0 else other:
                node = node_after(node, 13, solved)
                if turn:
                    least = max(least, limit)
            over = silent != 0
            turn, silent = 1 - turn, 1
        if over:
            pile, count, silent, turn = NO_PILE, 0, 0, 1 - last
            if (own if turn == 0 else other) == 0:
                turn = last
    ints[NODE], ints[PILE_NOW], ints[COUNT_NOW] = node, pile, count
    ints[LEAST], ints[LEFT], ints[LAST], ints[SILENT] = least, other, last, silent


@inlined
def unseen_of(rank: int, seen: int) -> int:
    """Give how many cards of a rank were not seen."""
    bits = seen >> 4 * rank & 15
    return 4 - (bits & 1) - (bits >> 1 & 1) - (bits >> 2 & 1) - (bits >> 3)


@jit
def like_history(mind: Any) -> int:
    """Work out what the other was likely to do before each of its cards; say how many they are."""
    ints, floats = mind.ints, mind.floats
    told: int = ints[KEPT_SIZE] - ints[LEFT]
    for step in range(told):
        at = HISTORY + 8 * step
        pile, count, held = ints[at + 2], ints[at + 3], ints[at + 4]
        for rank in range(ranks_below(count)):
            liking = liking_of(rank, count, pile, held, mind)
            mark = min(383, max(0, int((liking + 12.0) * 16)))
            floats[LIKELY + 16 * step + rank] = floats[SOFT + mark]
    return told


@jit
def likelihood(ranks: int, told: int, mind: Any, solved: Any) -> float:
    """Give how likely somebody who now holds these ranks has laid the cards that were laid."""
    ints, floats = mind.ints, mind.floats
    chance = 1.0
    for step in range(told - 1, -1, -1):
        at = HISTORY + 8 * step
        laid, node, count, size = ints[at], ints[at + 1], ints[at + 3], ints[at + 5]
        ranks = with_rank(ranks, laid)
        limit = ranks_below(count)
        number, before, total = 0, -1, 0.0
        for place in range(size):
            rank = ranks >> 4 * place & 15
            if rank >= limit:
                break
            if rank != before:
                number += 1
                total += floats[LIKELY + 16 * step + rank]
                before = rank
        if number < 2:
            continue
        share = floats[LIKELY + 16 * step + laid] / total
        if shares_at(node, ranks, size, count, EXPECTED, mind, solved):
            place = 0
            while ranks >> 4 * place & 15 != laid:
                place += 1
            share = floats[EXPECTED + place]
        chance *= (1 - CARELESS) * share + CARELESS / number
    return chance


@inlined
def four_with(ranks: int, told: int, mind: Any) -> int:
    """Give the number of the four ranks that a hand and the cards laid from it make."""
    ints = mind.ints
    for step in range(told):
        ranks = with_rank(ranks, ints[HISTORY + 8 * step])
    low = ints[TWO_OF + (ranks & 15) * 13 + (ranks >> 4 & 15)]
    high = ints[TWO_OF + (ranks >> 8 & 15) * 13 + (ranks >> 12)]
    number: int = ints[FOUR_OF + 91 * low + high]
    return number


@inlined
def ways_of(ranks: int, size: int, seen: int) -> int:
    """Count the cards not seen that may make up a set of ranks."""
    ways, copies, before = 1, 0, -1
    for place in range(size):
        rank = ranks >> 4 * place & 15
        copies = copies + 1 if rank == before else 0
        before = rank
        ways = ways * (unseen_of(rank, seen) - copies) // (copies + 1)
        if ways <= 0:
            return 0
    return ways


@jit
def believe(mind: Any, solved: Any) -> None:
    """Find what the other may hold: the hands, with weights that add up to 1."""
    ints, floats = mind.ints, mind.floats
    size, seen, least = ints[LEFT], ints[SEEN], ints[LEAST]
    if size == 0:
        ints[NUMBER] = 1
        ints[HAND_AT], ints[REST_AT], floats[WEIGHT_AT] = 0, NO_RANKS, 1.0
        ints[POINTS_OF] = NO_RANKS
        return
    told = like_history(mind)
    start = SETS + (0, 13, 104, 559)[size - 1]
    number = (13, 91, 455, 1820)[size - 1]
    rates = KEEPS + (0 if ints[DEALS] else 1820)
    total, many = 0.0, 0
    for at in range(number):
        ranks = ints[start + at]
        weight = 0.0
        if ranks & 15 >= least:
            weight = float(ways_of(ranks, size, seen))
            if weight > 0:
                if ints[KEPT_SIZE] == 4:
                    weight *= floats[rates + four_with(ranks, told, mind)]
                if told:
                    weight *= likelihood(ranks, told, mind, solved)
                total += weight
                many += 1
        floats[SET_WEIGHTS + at] = weight
    most = ints[MOST_HANDS + held_size(ints[HELD])]
    found = 0
    reached, step = 0.0, total / most
    mark = 0.5 * step
    for at in range(number):
        weight = floats[SET_WEIGHTS + at]
        if weight <= 0:
            continue
        if many > most:
            reached += weight
            weight = 0.0
            while mark < reached:
                weight += step
                mark += step
        if weight > 0:
            ints[HAND_AT + found] = found
            ints[REST_AT + found] = ints[start + at]
            floats[WEIGHT_AT + found] = weight / total
            found += 1
    ints[NUMBER] = found


@inlined
def held_size(ranks: int) -> int:
    """Count the cards of a hand of ranks."""
    size = 0
    while size < 4 and ranks >> 4 * size & 15 < 15:
        size += 1
    return size


@jit
def foresee_show(mind: Any) -> None:
    """Find what the other's hands count, with flushes and nobs as likely as the suits make them.

    For each hand: points of fifteens, pairs and runs, and the chances of nobs alone, of a flush of
    four, of one of five, and of nothing more.
    """
    ints, floats = mind.ints, mind.floats
    size, seen, cut = ints[LEFT], ints[SEEN], ints[CUT]
    told = ints[KEPT_SIZE] - size
    jack = 40 | cut & 3
    sure, suits = 0, 15
    for step in range(ints[CARDS_LAID]):
        if ints[LAID_BY + step]:
            card = ints[CARD_LAID + step]
            suits &= 1 << (card & 3)
            if card == jack:
                sure = ints[NOBS]
    for hand in range(ints[NUMBER]):
        ranks = ints[REST_AT + hand]
        four = four_with(ranks, told, mind)
        ints[POINTS_OF + hand] = ints[SHOW_FOUR + four * 13 + (cut >> 2)] + sure
        jacks, alone, before = 0, True, -1
        for place in range(size):
            rank = ranks >> 4 * place & 15
            if rank == 10:
                jacks += 1
            alone = alone and rank != before
            before = rank
        four_suited = five_suited = nobs = 0.0
        if alone:
            ways = ways_of(ranks, size, seen)
            for suit in range(4):
                able = suits >> suit & 1
                for place in range(size):
                    if seen >> ((ranks >> 4 * place & 15) * 4 + suit) & 1:
                        able = 0
                if able and suit == cut & 3:
                    five_suited = 1 / ways
                elif able:
                    four_suited += 1 / ways
        if jacks and not seen >> jack & 1:
            nobs = jacks / unseen_of(10, seen)
            nobs -= five_suited
        ints[JACK_OF + hand] = ints[NOBS] if jacks else 0
        at = EXTRA_OF + 4 * hand
        floats[at], floats[at + 1], floats[at + 2] = nobs, four_suited, five_suited
        floats[at + 3] = 1 - nobs - four_suited - five_suited


@jit
def foresee_crib(mind: Any) -> None:
    """Find how likely the crib has how many points, with the own throw and the starter."""
    ints, floats = mind.ints, mind.floats
    seen, cut = ints[SEEN], ints[CUT]
    one, other = ints[THROWN], ints[THROWN + 1]
    pair = ints[TWO_OF + (one >> 2) * 13 + (other >> 2)]
    jack = 40 | cut & 3
    sure = ints[NOBS] if jack in (one, other) else 0
    suited_throw = (one ^ other) & 3 == 0
    flush = ints[CRIB_FIVE] if (one ^ cut) & 3 == 0 else ints[CRIB_FOUR]
    for points in range(40):
        floats[CRIB_AT + points] = 0.0
    rates = THROWS_MADE + (0 if not ints[DEALS] else 91)
    total = 0.0
    for at in range(91):
        ranks = ints[SETS + 13 + at]
        ways = ways_of(ranks, 2, seen)
        if not ways:
            continue
        low, high = ranks & 15, ranks >> 4 & 15
        weight = floats[rates + at] * ways / (6 if low == high else 16)
        points = ints[SHOW_FOUR + ints[FOUR_OF + pair * 91 + at] * 13 + (cut >> 2)] + sure
        jacks = (1 if low == 10 else 0) + (1 if high == 10 else 0)
        total += weight
        if jacks and not seen >> jack & 1:
            part = weight * jacks / unseen_of(10, seen)
            floats[CRIB_AT + points + ints[NOBS]] += part
            weight -= part
        elif suited_throw and flush and low != high:
            suit = one & 3
            if not (seen >> (4 * low + suit) & 1 or seen >> (4 * high + suit) & 1):
                part = weight / ways
                floats[CRIB_AT + points + flush] += part
                weight -= part
        floats[CRIB_AT + points] += weight
    for points in range(40):
        floats[CRIB_AT + points] /= total


@jit
def before_crib(dealer: int, pone: int, mind: Any) -> float:
    """Give the dealer's chance of winning before the crib is counted, by what either needs."""
    ints, floats = mind.ints, mind.floats
    dealer, pone = min(dealer, 121), min(pone, 121)
    at = dealer * 128 + pone
    if ints[STAMPS + at] == ints[THOUGHT]:
        known: float = floats[CRIB_MEMO + at]
        return known
    total = 0.0
    for points in range(40):
        rate = floats[CRIB_AT + points]
        if rate > 0:
            if points >= dealer:
                total += rate
            else:
                total += rate * (1 - floats[START_OF + pone * 122 + dealer - points])
    ints[STAMPS + at] = ints[THOUGHT]
    floats[CRIB_MEMO + at] = total
    return total


@jit
def after_shows(points: int, need: int, other_need: int, mind: Any) -> float:
    """Give the chance of winning when the other counts so much, and the own hand does not win."""
    ints = mind.ints
    if points >= other_need:
        return 0.0
    if ints[DEALS]:
        if ints[SHOW] >= need:
            return 1.0
        return before_crib(need - ints[SHOW], other_need - points, mind)
    return 1 - before_crib(other_need - points, need - ints[SHOW], mind)


@jit
def after_play(start: int, end: int, need: int, other_need: int, mind: Any) -> float:
    """Give the chance of winning at the end of the play, over some hands and times their weight."""
    ints, floats = mind.ints, mind.floats
    wins = ints[DEALS] == 0 and ints[SHOW] >= need
    total = 0.0
    for at in range(start, end):
        if wins:
            total += floats[WEIGHT_AT + at]
            continue
        hand = ints[HAND_AT + at]
        points, extra = ints[POINTS_OF + hand], EXTRA_OF + 4 * hand
        chance = floats[extra + 3] * after_shows(points, need, other_need, mind)
        if floats[extra] > 0:
            chance += floats[extra] * after_shows(points + ints[NOBS], need, other_need, mind)
        if floats[extra + 1] > 0:
            chance += floats[extra + 1] * after_shows(points + 4, need, other_need, mind)
        if floats[extra + 2] > 0:
            five = points + 5 + ints[JACK_OF + hand]
            chance += floats[extra + 2] * after_shows(five, need, other_need, mind)
        total += floats[WEIGHT_AT + at] * chance
    return total


@jit
def pick_of(
    at: int, count: int, pile: int, held: int, left: int, depth: int, node: int, mind: Any,
    solved: Any,
) -> int:  # fmt: skip
    """Give the rank that the other lays from one of its hands, two of whose cards fit.

    Returns:
        The rank, or ``SPLIT`` when the shares of the hand are written down.
    """
    ints, floats = mind.ints, mind.floats
    ranks, limit = ints[REST_AT + at], ranks_below(count)
    first: int = ranks & 15
    several = False
    for place in range(1, left):
        rank = ranks >> 4 * place & 15
        several = several or (first != rank < limit)
    if not several:
        return first
    if shares_at(node, ranks, left, count, SHARE_AT + 4 * at, mind, solved):
        return SPLIT
    frame = FRAMES + 16 * depth
    best, most = first, -1e9
    for place in range(left):
        rank = ranks >> 4 * place & 15
        if rank >= limit:
            break
        if not ints[frame + 14] >> rank & 1:
            ints[frame + 14] |= 1 << rank
            floats[LIKINGS + 16 * depth + rank] = liking_of(rank, count, pile, held, mind)
        liking = floats[LIKINGS + 16 * depth + rank]
        if liking >= most:
            best, most = rank, liking
    return best


@jit
def part_hands(
    start: int, end: int, top: int, count: int, pile: int, held: int, left: int, depth: int,
    node: int, mind: Any, solved: Any,
) -> int:  # fmt: skip
    """Part some hands of the other by what it lays from them, with "go" as rank 13.

    The parts are written down one behind the other from ``top`` on, in the order of the ranks; the
    ints of the frame say where each ends, and its floats how much it weighs.

    Returns:
        Where the last of them ends.
    """
    ints, floats = mind.ints, mind.floats
    frame, sums = FRAMES + 16 * depth, FRAME_SUMS + 16 * depth
    limit = ranks_below(count)
    for rank in range(15):
        ints[frame + rank] = 0
    for rank in range(14):
        floats[sums + rank] = 0.0
    for at in range(start, end):
        ranks = ints[REST_AT + at]
        if ranks & 15 >= limit:
            pick = 13
        elif ranks >> 4 & 15 >= limit:
            pick = ranks & 15
        else:
            pick = pick_of(at, count, pile, held, left, depth, node, mind, solved)
        ints[PICK_AT + at] = pick
        if pick < SPLIT:
            ints[frame + pick] += 1
        else:
            for place in range(left):
                if floats[SHARE_AT + 4 * at + place] > 0:
                    ints[frame + (ranks >> 4 * place & 15)] += 1
    for rank in range(14):
        number = ints[frame + rank]
        ints[frame + rank] = top
        top += number
    for at in range(start, end):
        ranks, pick = ints[REST_AT + at], ints[PICK_AT + at]
        weight = floats[WEIGHT_AT + at]
        for place in range(4 if pick == SPLIT else 1):
            share, found = 1.0, pick
            if pick == SPLIT:
                share, found = floats[SHARE_AT + 4 * at + place], ranks >> 4 * place & 15
                if share <= 0:
                    continue
            new = ints[frame + found]
            ints[frame + found] = new + 1
            ints[HAND_AT + new] = ints[HAND_AT + at]
            floats[WEIGHT_AT + new] = weight * share
            floats[sums + found] += weight * share
            if found == 13:
                ints[REST_AT + new] = ranks
            else:
                here = 0
                while ranks >> 4 * here & 15 != found:
                    here += 1
                ints[REST_AT + new] = without(ranks, here)
    return top


@jit
def liked_place(own: int, count: int, pile: int, left: int, mind: Any) -> int:
    """Give the place of the own card that looking ahead likes best."""
    limit = ranks_below(count)
    best, most = 0, -1e9
    for place in range(4):
        rank = own >> 4 * place & 15
        if rank >= limit:
            break
        liking = liking_of(rank, count, pile, left, mind)
        if liking >= most:
            best, most = place, liking
    return best


@jit
def look(
    turn: int, silent: int, count: int, pile: int, own: int, need: int, free: int, node: int,
    mind: Any, solved: Any,
) -> float:  # fmt: skip
    """Search the play from behind a card of one's own, over what the other may hold.

    Where the own seat is to lay, it lays what is best against all the hands that it cannot tell
    apart; the other lays from each of its hands as the solved play says, or by looking ahead. What
    branches is kept on a stack of frames.

    Args:
        turn: who is to lay: 0 the own seat, 1 the other; 2 where the count has ended.
        silent: whether the other can lay no more in this count.
        count: the count.
        pile: the pile.
        own: the ranks held.
        need: what the own seat needs.
        free: how many of the own choices are searched before the rest is played by looking ahead.
        node: the node of the solved play, or -1.
        mind: the mind.
        solved: the solved play.

    Returns:
        The worth of all that is still to come.
    """
    ints, floats = mind.ints, mind.floats
    last, left, other_need = 0, ints[LEFT], ints[OTHER_NEED]
    start, end, top = 0, ints[NUMBER], ints[NUMBER]
    frame = place = rank = points = after = longer = 0
    weight, total, level = 1.0, 0.0, 0
    while True:
        # Until the worth is known, or where it branches.
        known = False
        while True:
            if turn == 2:
                point = 1 if count != 31 or ints[STACKED] else 0
                if last == 0:
                    if point and not (ints[STINKS] and need == 1):
                        total += floats[OWN_POINT] * weight
                        need -= 1
                        if need <= 0:
                            total += floats[OWN_OUT] * weight
                            known = True
                            break
                elif point and not (ints[STINKS] and other_need == 1):
                    total += floats[OTHER_POINT] * weight
                    other_need -= 1
                    if other_need <= 0:
                        total += floats[OTHER_OUT] * weight
                        known = True
                        break
                if ints[ONE_COUNT] or (own == NO_RANKS and left == 0):
                    if ints[CHANCES]:
                        total += after_play(start, end, need, other_need, mind)
                    known = True
                    break
                count, pile, silent, turn = 0, NO_PILE, 0, 1 - last
                if (own == NO_RANKS) if turn == 0 else (left == 0):
                    turn = last
            limit = ranks_below(count)
            if turn == 0:
                if own & 15 >= limit:
                    if own != NO_RANKS:
                        node = node_after(node, 13, solved)
                    turn, silent = 2 if silent else 1, 1
                    continue
                several = False
                if own >> 4 & 15 < limit:
                    for place in range(1, 4):
                        rank = own >> 4 * place & 15
                        several = several or (own & 15 != rank < limit)
                if several and free > 0:
                    break
                place = 0
                if several:
                    place = liked_place(own, count, pile, 0 if silent else left, mind)
                rank = own >> 4 * place & 15
                count += min(rank + 1, 10)
                pile = (pile << 4 | rank) & NO_PILE
                points = score_of(pile, count, mind)
                total += floats[OWN_POINT] * points * weight
                if points >= need:
                    total += floats[OWN_OUT] * weight
                    known = True
                    break
                need -= points
                own = without(own, place)
                node = node_after(node, rank, solved)
                last = 0
                turn = 2 if count == 31 else (0 if silent else 1)
            elif left == 0:
                turn, silent = 2 if silent else 0, 1
            else:
                break
        if not known:
            if turn == 1:
                held = 0 if silent else held_size(own)
                bottom = top
                top = part_hands(
                    start, end, top, count, pile, held, left, level, node, mind, solved
                )
                start = bottom
            frame = STACK_AT + 16 * level
            ints[frame], ints[frame + 1], ints[frame + 2] = turn, silent, last
            ints[frame + 3], ints[frame + 4], ints[frame + 5] = count, pile, own
            ints[frame + 6], ints[frame + 7], ints[frame + 8] = left, start, end
            ints[frame + 9], ints[frame + 10], ints[frame + 11] = top, need, other_need
            ints[frame + 12], ints[frame + 13], ints[frame + 14] = free, node, -1
            sums = STACK_SUMS + 4 * level
            floats[sums], floats[sums + 1] = weight, total
            floats[sums + 2], floats[sums + 3] = -1e300 if turn == 0 else 0.0, 0.0
            level += 1
        # Back to the last frame that has more to try.
        while level:
            frame, sums = STACK_AT + 16 * (level - 1), STACK_SUMS + 4 * (level - 1)
            place = ints[frame + 14]
            if ints[frame] == 0:
                if known:
                    floats[sums + 2] = max(floats[sums + 2], floats[sums + 3] + total)
                place = next_place(ints[frame + 5], place + 1, ints[frame + 3])
                if place == 4:
                    total, known = floats[sums + 1] + floats[sums + 2], True
                    level -= 1
                    continue
                rank = ints[frame + 5] >> 4 * place & 15
                weight = floats[sums]
                point, out, need = floats[OWN_POINT], floats[OWN_OUT], ints[frame + 10]
            else:
                if known:
                    floats[sums + 2] += floats[sums + 3] + total
                parts = FRAMES + 16 * (level - 1)
                start = ints[frame + 7] if place < 0 else ints[parts + place]
                place += 1
                while place < 14 and ints[parts + place] == start:
                    place += 1
                if place == 14:
                    total, known = floats[sums + 1] + floats[sums + 2], True
                    level -= 1
                    continue
                rank = place
                end = ints[parts + place]
                weight = floats[FRAME_SUMS + 16 * (level - 1) + place]
                point, out, need = floats[OTHER_POINT], floats[OTHER_OUT], ints[frame + 11]
            ints[frame + 14] = place
            points, after, longer = 0, ints[frame + 3], ints[frame + 4]
            if rank < 13:
                after += min(rank + 1, 10)
                longer = (longer << 4 | rank) & NO_PILE
                points = score_of(longer, after, mind)
            floats[sums + 3] = point * points * weight
            if points >= need:
                total, known = out * weight, True
                continue
            known = False
            break
        if level == 0:
            return total
        # On with what the frame tries next.
        turn, silent, last = ints[frame], ints[frame + 1], ints[frame + 2]
        count, pile, own, left = after, longer, ints[frame + 5], ints[frame + 6]
        top, need, other_need = ints[frame + 9], ints[frame + 10], ints[frame + 11]
        free, node, total = ints[frame + 12], node_after(ints[frame + 13], rank, solved), 0.0
        if turn == 0:
            start, end = ints[frame + 7], ints[frame + 8]
            need -= points
            own = without(own, place)
            free -= 1
            last = 0
            turn = 2 if after == 31 else (0 if silent else 1)
        elif rank == 13:
            turn, silent = 2 if silent else 0, 1
        else:
            other_need -= points
            left -= 1
            last = 1
            turn = 2 if after == 31 else (1 if silent else 0)


@jit
def think(way: int, mind: Any, solved: Any) -> int:
    """Choose a rank to lay, of two or more that fit.

    Args:
        way: one of the ways to think.
        mind: the mind, with the position in it.
        solved: the solved play.

    Returns:
        The rank; or -1 when it is to be drawn with the shares of the solved play, which are then
        written down at ``EXPECTED``, by place in the hand.
    """
    ints, floats = mind.ints, mind.floats
    follow(mind, solved)
    matters = way == BY_CHANCES and ints[CHANCES] != 0
    own, count, pile = ints[HELD], ints[COUNT_NOW], ints[PILE_NOW]
    size = held_size(own)
    mixes = way != BY_SEARCH and not matters
    if mixes and shares_at(ints[NODE], own, size, count, EXPECTED, mind, solved):
        return -1
    believe(mind, solved)
    wanted = ints[CHANCES]
    point = floats[OWN_POINT]
    if matters:
        ints[THOUGHT] += 1
        foresee_show(mind)
        foresee_crib(mind)
        floats[OWN_POINT] = floats[OTHER_POINT] = 0.0
        floats[OWN_OUT], floats[OTHER_OUT] = 1.0, 0.0
    else:
        ints[CHANCES] = 0
        floats[OTHER_POINT] = -point
        floats[OWN_OUT], floats[OTHER_OUT] = 60 * point, -60 * point
    free, limit = ints[OWN_CHOICES + size], ranks_below(count)
    silent = ints[SILENT]
    best: int = own & 15
    most = -1e300
    for place in range(4):
        rank = own >> 4 * place & 15
        floats[VALUES_OF + place] = 0.0
        if rank >= limit or (place and rank == own >> 4 * (place - 1) & 15):
            continue
        after = count + min(rank + 1, 10)
        longer = (pile << 4 | rank) & NO_PILE
        points = score_of(longer, after, mind)
        value = floats[OWN_POINT] * points
        if points >= ints[NEED]:
            value += floats[OWN_OUT]
        else:
            value += look(
                2 if after == 31 else (0 if silent else 1), silent, after, longer,
                without(own, place), ints[NEED] - points, free - 1,
                node_after(ints[NODE], rank, solved), mind, solved,
            )  # fmt: skip
        floats[VALUES_OF + place] = value
        # Of equals the highest, whatever the rounding of sums.
        if value >= most - 1e-9:
            best, most = rank, value
    ints[CHANCES] = wanted
    floats[OWN_POINT] = point
    return best


@jit
def drawn_rank(ranks: int, chance: float, mind: Any) -> int:
    """Draw a rank with the shares at ``EXPECTED``, by a number from 0 to 1."""
    floats = mind.floats
    found: int = ranks & 15
    for place in range(4):
        share = floats[EXPECTED + place]
        if share > 0:
            found = ranks >> 4 * place & 15
            if chance < share:
                return found
            chance -= share
    return found


@jit
def stage_row(deals: int, need: int, other_need: int, mind: Any) -> int:
    """Work out how likely one wins before the play, by what the own hand is going to count.

    Args:
        deals: whether the own seat deals.
        need: what the own seat needs.
        other_need: what the other needs.
        mind: the mind.

    Returns:
        Where in the floats they stand: the chances with 0 to 29 points, then what a crib adds to
        each that is better by a point. Play, other hand and crib are those of an average deal.
    """
    ints, floats = mind.ints, mind.floats
    key = (deals * 122 + need) * 122 + other_need
    slot = key % ints[SLOTS]
    row: int = ROWS + 60 * slot
    if ints[ROW_KEYS + slot] == key + 1:
        return row
    for at in range(60):
        floats[row + at] = 0.0
    for play in range(ints[PLAYS]):
        dealer, pone = ints[PLAY_DEALER + play], ints[PLAY_PONE + play]
        rate = floats[PLAY_RATES + play]
        own, other = (dealer, pone) if deals else (pone, dealer)
        if own >= need or other >= other_need:
            if own >= need:
                # Who of two was the first is left to chance.
                sure = 0.5 * rate if other >= other_need else rate
                for at in range(60):
                    floats[row + at] += sure
        elif deals:
            at = 152 * (other_need - other) + need - own + 30
            for hand in range(30):
                floats[row + hand] += rate * floats[BEFORE_PONE + at - hand]
                floats[row + 30 + hand] += rate * floats[BETTER_PONE + at - hand]
        else:
            left, at = need - own, other_need - other
            for hand in range(30):
                if hand >= left:
                    floats[row + hand] += rate
                    floats[row + 30 + hand] += rate
                else:
                    place = 122 * (left - hand) + at
                    floats[row + hand] += rate * (1 - floats[BEFORE_DEALER + place])
                    floats[row + 30 + hand] += rate * (1 - floats[BETTER_DEALER + place])
    for hand in range(30):
        floats[row + 30 + hand] -= floats[row + hand]
    ints[ROW_KEYS + slot] = key + 1
    return row


@jit
def think_throw(way: int, mind: Any) -> int:
    """Choose a throw of two from six: by points, or by winning chances where they matter.

    The hand is taken with every starter, the crib and what the cards peg in the mean.

    Args:
        way: ``BY_SOLUTION`` for points, ``BY_CHANCES``.
        mind: the mind, with the deal in it.

    Returns:
        The throw, in the order of :data:`pegout.kernel.tables.THROWS_OF_SIX`; of equals the first.
    """
    ints, floats = mind.ints, mind.floats
    deals, nobs = ints[DEALS], ints[NOBS]
    need, other_need = min(ints[NEED], 121), min(ints[OTHER_NEED], 121)
    matters = way == BY_CHANCES and ints[CHANCES] != 0
    sign = 1 if deals else -1
    role = 0 if deals else 1
    row = nearer = worse = 0
    if matters:
        row = stage_row(deals, need, other_need, mind)
        if ints[PEGGING]:
            nearer = stage_row(deals, max(1, need - 1), other_need, mind)
            worse = stage_row(deals, need, max(1, other_need - 1), mind)
    seen = by_suit = 0
    for place in range(6):
        card = ints[SIX + place]
        seen |= 1 << card
        by_suit += 1 << 4 * (card & 3)
    best, most, throw = 0, -1e300, 0
    for one in range(6):
        for other in range(one + 1, 6):
            first = second = third = fourth = -1
            for place in range(6):
                if place not in (one, other):
                    first, second, third, fourth = second, third, fourth, ints[SIX + place]
            pair = ints[TWO_OF + (first >> 2) * 13 + (second >> 2)]
            four = ints[FOUR_OF + pair * 91 + ints[TWO_OF + (third >> 2) * 13 + (fourth >> 2)]]
            flush = suited(first, second, third, fourth)
            crib = crib_worth(ints[SIX + one], ints[SIX + other], by_suit, role, nobs, mind)
            better = crib - floats[CRIB_MEAN + role]
            total = slopes = 0.0
            for starter in range(52):
                if seen >> starter & 1:
                    continue
                points = ints[SHOW_FOUR + four * 13 + (starter >> 2)]
                if flush:
                    points += 5 if (first ^ starter) & 3 == 0 else 4
                if 40 | starter & 3 in (first, second, third, fourth):
                    points += nobs
                if matters:
                    total += floats[row + points] + better * floats[row + 30 + points]
                    if ints[PEGGING]:
                        up = floats[nearer + points] if need > 1 else 1.0
                        down = floats[worse + points] if other_need > 1 else 0.0
                        slopes += 0.5 * (up - down)
                else:
                    total += points
            pegs = floats[PEGS + 1820 * role + four]
            if matters:
                value = total / 46 + (pegs - floats[PEG_MEAN + role]) * slopes / 46
            else:
                value = floats[OWN_POINT] * (total / 46 + sign * crib + pegs)
            if value > most + 1e-9:
                best, most = throw, value
            throw += 1
    return best


@inlined
def crib_worth(one: int, other: int, by_suit: int, role: int, nobs: int, mind: Any) -> float:
    """Give the mean of the crib with a throw: that of the table, and nobs of the throw itself."""
    same = 1 if (one ^ other) & 3 == 0 else 0
    worth: float = mind.floats[CRIBS + (2 * role + same) * 169 + (one >> 2) * 13 + (other >> 2)]
    hope = 0
    if one >> 2 == 10:
        hope += nobs * (13 - (by_suit >> 4 * (one & 3) & 15))
    if other >> 2 == 10:
        hope += nobs * (13 - (by_suit >> 4 * (other & 3) & 15))
    return worth + hope / 46


@inlined
def pose(game: Any, ground: Any, seat: int) -> None:
    """Write down what both kinds of decisions go by: the seat, the score and the cards dealt."""
    state, rules, ints = game.state, ground.rules, ground.mind.ints
    ints[DEALS] = 1 if seat == int(state[DEALER]) else 0
    need = int(rules[TARGET]) - int(state[SCORES + seat])
    other_need = int(rules[TARGET]) - int(state[SCORES + 1 - seat])
    ints[NEED], ints[OTHER_NEED] = need, other_need
    fit = int(rules[SIZE]) == 6 and not int(rules[LOWBALL])
    ints[CHANCES] = 1 if fit and min(need, other_need) <= ints[NEAR] else 0
    for place in range(int(rules[SIZE])):
        ints[SIX + place] = int(game.dealt[seat, place])


@jit
def thought_throw(game: Any, ground: Any, seat: int, chances: bool) -> int:
    """Choose a throw of two from six as a strong player does."""
    pose(game, ground, seat)
    return think_throw(BY_CHANCES if chances else BY_SOLUTION, ground.mind)


@jit
def thought_card(game: Any, ground: Any, seat: int, way: int) -> int:
    """Choose a card as a strong player does: of two players, and of the highest suit.

    Args:
        game: the game.
        ground: the ground.
        seat: the seat, two of whose cards fit.
        way: one of the ways to think.
    """
    state, mind = game.state, ground.mind
    ints = mind.ints
    hand, count = int(state[HANDS + seat]), int(state[COUNT])
    number = fitting(hand, limit_of(count))
    rank = (hand & 0xFF) >> 2
    if (hand >> 8 * (number - 1) & 0xFF) >> 2 != rank:
        pose(game, ground, seat)
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
        rank = think(way, mind, ground.solved)
        if rank < 0:
            state[CHANCE + 1 + seat], draw = drawn(int(state[CHANCE + 1 + seat]), 1 << 30)
            rank = drawn_rank(ints[HELD], draw / (1 << 30), mind)
    for place in range(number - 1, -1, -1):
        card = hand >> 8 * place & 0xFF
        if card >> 2 == rank:
            return card
    return hand & 0xFF


# Many games -------------------------------------------------------------------------------------


class Game(NamedTuple):
    """The arrays of a game, or with one more dimension in front those of many.

    Attributes:
        state: int64[FIELDS], the game.
        pack: int8[52], mixed as far as it was needed; the seats' cards first, from seat 0 on.
        dealt: int8[players, 6 or 5], the cards dealt, sorted.
        thrown: int8[players, 1 or 2], the cards laid away.
        laid: int8[4 * players], the cards of the play in order.
        by: int8[4 * players], who laid them.
        points: int8[4 * players], what they scored.
        goes: int8[4 * players], what a go or the last card added.
    """

    state: Any
    pack: Any
    dealt: Any
    thrown: Any
    laid: Any
    by: Any
    points: Any
    goes: Any


class Ground(NamedTuple):
    """What does not change from game to game; see :func:`pegout.kernel.ground.ground`.

    Attributes:
        rules: int64[11], the rules.
        hand_flushes: int64[3], what flushes and nobs are worth in a hand.
        crib_flushes: int64[3], the same in the crib.
        tables: the tables of the show.
        ends: int8[4096], what three cards at the end of a pile score.
        throws: int8[throws, 1 or 2], the places of each throw.
        keeps: int8[throws, 3 or 4], the places of what it keeps.
        cribs: float64[3, 2, 13, 13], the means of the crib.
        mind: where a strong player thinks; next to nothing where nobody does.
        solved: what is solved of the play.
    """

    rules: Any
    hand_flushes: Any
    crib_flushes: Any
    tables: Any
    ends: Any
    throws: Any
    keeps: Any
    cribs: Any
    mind: Any
    solved: Any


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
            return thought_throw(game, ground, seat, way == BY_STAGES)
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
            return thought_card(game, ground, seat, way - THINKING)
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


@jit
def run_packs(
    first: int, seed: int, games: Any, ground: Any, hands: Any, from_pack: Any, starters: Any
) -> None:
    """Deal only, as many times as there are rows in ``hands``."""
    rules = ground.rules
    players, size, more = int(rules[PLAYERS]), int(rules[SIZE]), int(rules[FROM_PACK])
    game = row_of(games, 0)
    for at in range(len(hands)):
        start_game(game.state, game.pack, seed, first + at, rules)
        start_deal(game.state, game.pack, game.dealt, rules)
        for seat in range(players):
            for place in range(size):
                hands[at, seat, place] = game.dealt[seat, place]
        for place in range(more):
            from_pack[at, place] = game.pack[players * size + place]
        starters[at] = game.pack[players * size + more]


# Many games in step -----------------------------------------------------------------------------


class Seen(NamedTuple):
    """What is to be read of many games, see :class:`pegout.kernel.batch.Batch`."""

    phase: Any
    seat: Any
    dealer: Any
    deal: Any
    scores: Any
    held: Any
    starter: Any
    steps: Any
    count: Any
    pile: Any


@inlined
def publish(state: Any, seen: Any, at: int, rules: Any) -> None:
    """Write what has changed in a game where it can be read."""
    seen.phase[at] = state[PHASE]
    seen.seat[at] = state[SEAT]
    seen.dealer[at] = state[DEALER]
    seen.deal[at] = state[DEAL]
    seen.starter[at] = state[STARTER]
    seen.steps[at] = state[STEPS]
    seen.count[at] = state[COUNT]
    seen.pile[at] = state[BEGIN]
    for side in range(int(rules[SIDES])):
        seen.scores[at, side] = state[SCORES + side]


@jit
def open_deal(games: Any, seen: Any, at: int, rules: Any) -> None:
    """Deal in one of many games, and clear what is left of the deal before."""
    game = row_of(games, at)
    start_deal(game.state, game.pack, game.dealt, rules)
    for place in range(len(game.laid)):
        game.laid[place] = 52
        game.by[place] = -1
    for seat in range(int(rules[PLAYERS])):
        for place in range(int(rules[THROWS])):
            game.thrown[seat, place] = 52
        for card in range(52):
            seen.held[at, seat, card] = False
        for place in range(int(rules[SIZE])):
            seen.held[at, seat, game.dealt[seat, place]] = True


@jit
def start_rows(which: Any, numbers: Any, seed: int, games: Any, seen: Any, ground: Any) -> None:
    """Begin new games where ``which`` says so."""
    rules = ground.rules
    for at in range(len(which)):
        if which[at]:
            game = row_of(games, at)
            start_game(game.state, game.pack, seed, int(numbers[at]), rules)
            open_deal(games, seen, at, rules)
            publish(game.state, seen, at, rules)


@inlined
def allowed(game: Any, action: int, ground: Any) -> bool:
    """Whether the seat on turn may do this; nobody is where the game is over."""
    state = game.state
    if int(state[PHASE]) == DISCARD:
        return 52 <= action < 52 + len(ground.throws)
    hand, limit = int(state[HANDS + int(state[SEAT])]), limit_of(int(state[COUNT]))
    if not 0 <= action < limit:
        return False
    place = fitting(hand, action)
    return place < 4 and hand >> 8 * place & 0xFF == action


@jit
def first_illegal(rows: Any, actions: Any, games: Any, ground: Any) -> int:
    """Give the place of the first action that is not allowed in its game, or -1."""
    for place in range(len(rows)):
        game = row_of(games, int(rows[place]))
        over = int(game.state[PHASE]) == OVER
        if not over and not allowed(game, int(actions[place]), ground):
            return place
    return -1


@jit
def legal_rows(games: Any, ground: Any, legal: Any) -> None:
    """Tell of every action in every game whether it is allowed, where nothing was told yet."""
    for at in range(len(legal)):
        state = games.state[at]
        if int(state[PHASE]) == DISCARD:
            for throw in range(len(ground.throws)):
                legal[at, 52 + throw] = True
        elif int(state[PHASE]) == PLAY:
            hand = int(state[HANDS + int(state[SEAT])])
            for _ in range(fitting(hand, limit_of(int(state[COUNT])))):
                legal[at, hand & 0xFF] = True
                hand >>= 8


@jit
def step_rows(actions: Any, games: Any, seen: Any, ground: Any, gained: Any, sums: Any) -> None:
    """Do one action, which is known to be allowed, in every game that is not over."""
    rules = ground.rules
    sides = int(rules[SIDES])
    for at in range(len(actions)):
        game = row_of(games, at)
        state = game.state
        if int(state[PHASE]) == OVER:
            continue
        for side in range(sides):
            gained[at, side] = -state[SCORES + side]
        seat, action = int(state[SEAT]), int(actions[at])
        if int(state[PHASE]) == DISCARD:
            done = lay_away(game, ground, seat, action - 52)
            for place in range(int(rules[THROWS])):
                seen.held[at, seat, game.thrown[seat, place]] = False
        else:
            done = lay_card(game, ground, action)
            seen.held[at, seat, action] = False
        if done:
            tally(state, sums[at], rules)
            if int(state[PHASE]) != OVER:
                open_deal(games, seen, at, rules)
        for side in range(sides):
            gained[at, side] += state[SCORES + side]
        publish(state, seen, at, rules)


@jit
def choose_rows(
    rows: Any, discards: int, plays: int, games: Any, ground: Any, actions: Any
) -> None:
    """Choose an action for the seat on turn in each of some games that are not over."""
    for place in range(len(rows)):
        game = row_of(games, int(rows[place]))
        seat = int(game.state[SEAT])
        if int(game.state[PHASE]) == DISCARD:
            actions[place] = 52 + throw_of(game, ground, seat, discards)
        else:
            actions[place] = card_of(game, ground, seat, plays)


# The discard game -------------------------------------------------------------------------------
# Functions of sets of cards, up to a renaming of the suits: see kernel.classes.


@jit
def list_throws(
    up: Any, cards: Any, starts: Any, pairs: Any, shares: Any,
    throw_starts: Any, throws: Any, throw_shares: Any,
    card_starts: Any, card_throws: Any, card_ranks: Any, card_shares: Any, scratch: Any,
) -> None:  # fmt: skip
    """List what is thrown, all in all, from the hands that hold five cards.

    Args:
        up: int32[m, 52], the class of hands that five cards and one more are of, or -1.
        cards: how many entries the four results have room for.
        starts: int64[n + 1], where the throws of each class of hands begin.
        pairs: int8, the pairs of ranks that are thrown, below 91.
        shares: float32, how often.
        throw_starts: int64[m + 1], the result: where the throws of each five cards begin.
        throws: int8, pairs of ranks.
        throw_shares: float32, how often, summed over the sixth card.
        card_starts: int64[m + 1], the same with the rank of the sixth card kept apart.
        card_throws: int8.
        card_ranks: int8.
        card_shares: float32.
        scratch: float32[91, 13], zeros.
    """
    throw_end = card_end = 0
    for at in range(len(up)):
        throw_starts[at] = throw_end
        card_starts[at] = card_end
        first_of_at = card_end
        for card in range(52):
            hand = int(up[at, card])
            if hand < 0:
                continue
            rank = card >> 2
            for entry in range(int(starts[hand]), int(starts[hand + 1])):
                pair = int(pairs[entry])
                if scratch[pair, rank] == 0:
                    if card_end == cards:
                        throw_starts[len(up)] = -1
                        return
                    card_throws[card_end] = pair
                    card_ranks[card_end] = rank
                    card_end += 1
                scratch[pair, rank] += shares[entry]
        for entry in range(first_of_at, card_end):
            pair, rank = int(card_throws[entry]), int(card_ranks[entry])
            share = scratch[pair, rank]
            card_shares[entry] = share
            scratch[pair, rank] = 0
            known = -1
            for other in range(int(throw_starts[at]), throw_end):
                if int(throws[other]) == pair:
                    known = other
                    break
            if known < 0:
                throws[throw_end] = pair
                throw_shares[throw_end] = share
                throw_end += 1
            else:
                throw_shares[known] += share
    throw_starts[len(up)] = throw_end
    card_starts[len(up)] = card_end


@jit
def sum_throws(
    held: Any, throw_starts: Any, throws: Any, throw_shares: Any,
    card_starts: Any, card_throws: Any, card_ranks: Any, card_shares: Any, scores: Any, out: Any,
) -> None:  # fmt: skip
    """Sum over the hands that hold five cards what their throws make in the crib with one pair.

    Args:
        held: int8[m, 5], the ranks of the five cards.
        throw_starts: as made by :func:`list_throws`, and so on.
        throws: see there.
        throw_shares: see there.
        card_starts: see there.
        card_throws: see there.
        card_ranks: see there.
        card_shares: see there.
        scores: float32[91, 16], the points of the pair with each other pair and starter.
        out: float32[m, 16]: by the rank of the starter; then, in column 13, over all the cards of
            the pack that the hand does not hold.
    """
    for at in range(len(held)):
        for column in range(16):
            out[at, column] = 0
        for entry in range(int(throw_starts[at]), int(throw_starts[at + 1])):
            pair, share = int(throws[entry]), throw_shares[entry]
            for column in range(16):
                out[at, column] += share * scores[pair, column]
        total = 0.0
        for column in range(13):
            total += 4 * out[at, column]
        for place in range(5):
            total -= out[at, int(held[at, place])]
        for entry in range(int(card_starts[at]), int(card_starts[at + 1])):
            total -= card_shares[entry] * scores[int(card_throws[entry]), int(card_ranks[entry])]
        out[at, 13] = total


@jit
def sum_supersets(up: Any, larger: Any, divisor: int, out: Any) -> None:
    """Sum a function of sets over the sets with one card more: ``out[K] = sum(larger[K + card])``.

    Divided by ``divisor``, because each hand comes as often as it has cards that K has not.
    """
    for at in range(len(out)):
        for column in range(out.shape[1]):
            out[at, column] = 0
        for card in range(52):
            above = int(up[at, card])
            if above >= 0:
                for column in range(out.shape[1]):
                    out[at, column] += larger[above, column]
        for column in range(out.shape[1]):
            out[at, column] /= divisor


@jit
def scatter_supersets(
    down: Any, weights: Any, larger: Any, below: Any, divisor: int, out: Any
) -> None:
    """Do what :func:`sum_supersets` does, from the sets below each set.

    Args:
        down: int32[n, size], the classes that each class has with one card less.
        weights: int8[n], of how many sets each class is.
        larger: float64[n, columns].
        below: int8[m], the weights of the smaller classes.
        divisor: as there.
        out: float64[m, columns].
    """
    out[:] = 0
    for at in range(len(down)):
        for place in range(down.shape[1]):
            for column in range(out.shape[1]):
                out[int(down[at, place]), column] += larger[at, column] * int(weights[at])
    for at in range(len(out)):
        for column in range(out.shape[1]):
            out[at, column] /= int(below[at]) * divisor


@jit
def fold(down: Any, smaller: Any, divisor: int, sign: int, sums: Any) -> None:
    """Fold the smaller sets' share of an inclusion and exclusion into the larger sets, in place.

    ``sums[K] = sign * sums[K] + sum(smaller[K without a card]) / divisor``
    """
    for at in range(len(down)):
        for column in range(sums.shape[1]):
            sums[at, column] *= sign
        for place in range(down.shape[1]):
            below = int(down[at, place])
            for column in range(sums.shape[1]):
                sums[at, column] += smaller[below, column] / divisor


@jit
def value_pair(
    pair: int, which: Any, down: Any, held: Any, slots: Any,
    starts: Any, pairs: Any, shares: Any, scores: Any, folded: Any, values: Any,
) -> None:  # fmt: skip
    """Give the mean of fifteens, pairs and runs in the crib for each hand that throws a pair.

    Args:
        pair: the pair of ranks.
        which: int32, the classes of hands that hold it.
        down: int32[n, 6], the classes of five cards of each hand.
        held: int8[n, 6], its ranks.
        slots: int8[n, 15], the pairs of ranks of its throws.
        starts: int64[n + 1], where the throws of each class begin.
        pairs: int8, what they throw.
        shares: float32, how often.
        scores: float32[91, 16], the points of the pair with each other pair and starter.
        folded: float32[m, 16], made by :func:`fold`.
        values: float32[n, 15], the result, where the throw is of this pair.
    """
    for number in range(len(which)):
        at = int(which[number])
        value = 0.0
        for below in range(6):
            five = int(down[at, below])
            value += folded[five, 13]
            for place in range(6):
                value -= folded[five, int(held[at, place])]
        # The hand itself is among the sets that were taken out once too often.
        for entry in range(int(starts[at]), int(starts[at + 1])):
            row, share = int(pairs[entry]), shares[entry]
            part = 0.0
            for column in range(13):
                part += 4 * scores[row, column]
            for place in range(6):
                part -= 2 * scores[row, int(held[at, place])]
            value += share * part
        value /= 374672760.0
        for slot in range(15):
            if int(slots[at, slot]) == pair:
                values[at, slot] = value


@jit
def suit_shares(dealt: Any, suit: int, shares: Any) -> tuple[float, float, int]:
    """Give how often a hand throws two cards of a suit, and that suit's jack, and its cards of it.

    Args:
        dealt: int8[6].
        suit: the suit.
        shares: float32[15], how often each throw is chosen.
    """
    both = jack = 0.0
    own = throw = 0
    for one in range(6):
        first = int(dealt[one])
        own += 1 if (first & 3) == suit else 0
        for two in range(one + 1, 6):
            share = shares[throw]
            throw += 1
            if share > 0:
                second = int(dealt[two])
                if (first & 3) == suit and (second & 3) == suit:
                    both += share
                if first == 40 + suit or second == 40 + suit:
                    jack += share
    return both, jack, own


@jit
def sum_suits(
    down: Any, weights: Any, below: Any, hand: Any, suit: Any, hands: Any, shares: Any, out: Any
) -> None:
    """Sum over the hands that hold five cards, one suit of which is marked, what flushes need.

    Args:
        down: int32[n, 6], the marked classes of five cards of each marked hand.
        weights: int8[n], how many hands are of each marked class.
        below: int8[m], how many sets of five.
        hand: int32[n], the class of hands.
        suit: int8[n], which of its suits is marked.
        hands: int8[962988, 6].
        shares: float32[962988, 15], how often each throw is chosen.
        out: float64[m, 4]: how often two of the suit are thrown, times the cards of the suit that
            the hand leaves in the pack, and alone; the same of the suit's jack.
    """
    out[:] = 0
    for at in range(len(down)):
        which = int(hand[at])
        both, jack, own = suit_shares(hands[which], int(suit[at]), shares[which])
        if both == 0 and jack == 0:
            continue
        both *= int(weights[at])
        jack *= int(weights[at])
        for place in range(6):
            five = int(down[at, place])
            out[five, 0] += both * (13 - own)
            out[five, 1] += both
            out[five, 2] += jack * (13 - own)
            out[five, 3] += jack
    for at in range(len(out)):
        for column in range(4):
            out[at, column] /= int(below[at])


@jit
def add_suits(
    start: int, end: int, marked: Any, down: Any, hands: Any, shares: Any, flushes: Any,
    folded: Any, scratch: Any, values: Any,
) -> None:  # fmt: skip
    """Add flushes and nobs to what throws make in the crib.

    Args:
        start: the first class of hands.
        end: one behind the last.
        marked: int32[962988, 4], the marked class of each hand and suit.
        down: int32[n, 6], the marked classes of five cards of each marked hand.
        hands: int8[962988, 6].
        shares: float32[962988, 15], how often the other player chooses each throw.
        flushes: int64[3], as for a crib.
        folded: float64[m, 4], made by :func:`sum_suits` and :func:`fold`.
        scratch: float64[2, 4], for each suit what a throw of it makes by flushes, and its jack.
        values: float32[962988, 15], to which it is added.
    """
    for at in range(start, end):
        nobs = 0.0
        for suit in range(4):
            both, jack, own = suit_shares(hands[at], suit, shares[at])
            both_left, jack_left = both * (13 - own), jack * (13 - own)
            below = int(marked[at, suit])
            for place in range(6):
                five = int(down[below, place])
                both_left += folded[five, 0]
                both += folded[five, 1]
                jack_left += folded[five, 2]
                jack += folded[five, 3]
            suited_starters = both_left - own * both
            scratch[0, suit] = (
                int(flushes[0]) * (40 * both - suited_starters) + int(flushes[1]) * suited_starters
            )
            scratch[1, suit] = int(flushes[2]) * (13 - own) / 46
            nobs += int(flushes[2]) * (jack_left - own * jack)
        throw = 0
        for one in range(6):
            first = int(hands[at, one])
            for two in range(one + 1, 6):
                second = int(hands[at, two])
                value = nobs
                if (first & 3) == (second & 3):
                    value += scratch[0, first & 3]
                value /= 374672760.0
                if first >> 2 == 10:
                    value += scratch[1, first & 3]
                if second >> 2 == 10:
                    value += scratch[1, second & 3]
                values[at, throw] += value
                throw += 1


# The public tree of the play --------------------------------------------------------------------


class PublicTree(NamedTuple):
    """What two players can see of the play, by ranks; see :mod:`pegout.kernel.play_tree`.

    Attributes:
        mover: int8[n], who is to lay: 0 the pone, 1 the dealer.
        held: int8[n, 2], how many cards either holds.
        laid: int16[n, 2], the set of ranks that either has laid.
        fits: int8[n], how many ranks fit, from the ace on.
        count: int8[n], the count.
        pile: int64[n], the ranks of this count.
        last: int8[n], who laid last.
        gone: int8[n], who has said go, a bit for each.
        lead: int8[n], points of the dealer so far less those of the pone.
        children: int32[n, 14], the node after each rank, and after a go; -1 where there is none,
            and ``-2 - end`` for an end.
    """

    mover: Any
    held: Any
    laid: Any
    fits: Any
    count: Any
    pile: Any
    last: Any
    gone: Any
    lead: Any
    children: Any


@inlined
def put_node(
    tree: Any, at: int, mover: int, held: int, laid: int, count: int, pile: int, last: int,
    gone: int, lead: int,
) -> None:  # fmt: skip
    """Write a node down; what either holds and has laid is packed, the dealer's part higher."""
    tree.mover[at] = mover
    tree.held[at, 0], tree.held[at, 1] = held & 15, held >> 4
    tree.laid[at, 0], tree.laid[at, 1] = laid & 0xFFF, laid >> 12
    tree.count[at] = count
    tree.fits[at] = 13 if count <= 21 else 31 - count
    tree.pile[at] = pile
    tree.last[at] = last
    tree.gone[at] = gone
    tree.lead[at] = lead


@inlined
def turn_after(
    held: int, count: int, last: int, gone: int, mover: int
) -> tuple[int, int, int, int]:
    """Say who is to lay after a card or a go, and how the count stands.

    Args:
        held: how many cards either holds, packed.
        count: the count.
        last: who laid last.
        gone: who has said go.
        mover: who has just laid, or said go.

    Returns:
        The next to lay or -1; the count; who has said go; the point for the go or the last card.
    """
    other = 1 - mover
    if count != 31:
        if held >> 4 * other & 15 and not gone >> other & 1:
            return other, count, gone, 0
        if held >> 4 * mover & 15 and not gone >> mover & 1:
            return mover, count, gone, 0
    point = 0 if count == 31 else 1
    if held >> 4 * (1 - last) & 15:
        return 1 - last, 0, 0, point
    return (last if held else -1), 0, 0, point


@jit
def grow_tree(tree: Any, ends: Any, tables: Any, more: Any, packed: Any) -> tuple[int, int]:
    """Grow the public tree, level by level, from the lead of the pone.

    Args:
        tree: room for the nodes, the first of which is written down.
        ends: the same for the ends, where nothing is hidden that could be asked for: neither seat
            has more than a card, or one has none.
        tables: int8[4096], what three cards at the end of a pile score.
        more: int16[4, 455, 13], the set of ranks with one more, by its size, or -1.
        packed: int64[5, 1820], by size and set how many cards of each rank, in three bits each.

    Returns:
        How many nodes and ends there are. Where the room is too small they are only counted.
    """
    nodes, stops, at = 1, 0, 0
    while at < min(nodes, len(tree.mover)):
        mover, count = int(tree.mover[at]), int(tree.count[at])
        held = int(tree.held[at, 0]) | int(tree.held[at, 1]) << 4
        laid = int(tree.laid[at, 0]) | int(tree.laid[at, 1]) << 12
        gone, last = int(tree.gone[at]), int(tree.last[at])
        fits = int(tree.fits[at])
        shown = int(packed[4 - (held & 15), laid & 0xFFF])
        shown += int(packed[4 - (held >> 4), laid >> 12])
        for rank in range(14):
            tree.children[at, rank] = -1
            if fits <= rank < 13 or (rank == 13 and fits == 13):
                continue
            if rank < 13 and shown >> 3 * rank & 7 == 4:
                continue
            lead, after, pile, now = int(tree.lead[at]), laid, int(tree.pile[at]), count
            sign = 1 if mover else -1
            if rank == 13:
                left = held
                follows, now, left_gone, point = turn_after(
                    held, count, last, gone | 1 << mover, mover
                )
                lead += point if last else -point
                hand = last
            else:
                place = laid >> 12 * mover & 0xFFF
                larger = int(more[4 - (held >> 4 * mover & 15), place, rank])
                after = laid + (larger - place << 12 * mover)
                left = held - (1 << 4 * mover)
                now = count + min(rank + 1, 10)
                pile = (pile << 4 | rank) & NO_PILE
                lead += sign * pile_score(pile, now, tables)
                follows, now, left_gone, point = turn_after(left, now, mover, gone, mover)
                lead += sign * point
                hand = mover
            if now == 0:
                pile = NO_PILE
            if (left & 15 <= 1 and left >> 4 <= 1) or left & 15 == 0 or left >> 4 == 0:
                if stops < len(ends.mover):
                    put_node(ends, stops, follows, left, after, now, pile, hand, left_gone, lead)
                tree.children[at, rank] = -2 - stops
                stops += 1
            else:
                if nodes < len(tree.mover):
                    put_node(tree, nodes, follows, left, after, now, pile, hand, left_gone, lead)
                tree.children[at, rank] = nodes
                nodes += 1
        at += 1
    return nodes, stops


@jit
def write_ways(
    first: int, last: int, way: int, tree: Any, offset: Any, sizes: Any, members: Any,
    whole: Any, game: Any, ground: Any, shares: Any,
) -> None:  # fmt: skip
    """Write down how a way to play plays at some nodes of the public tree, for every hand.

    It is shown what lies open and its own four cards, but neither a throw nor the starter, so the
    rules in the ground must say that four cards are dealt.

    Args:
        first: the first node.
        last: one behind the last.
        way: the way to play.
        tree: the nodes.
        offset: int64[nodes + 1], where the rows of each node begin.
        sizes: int64[5], how many sets of so many ranks there are.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        whole: int16[4, 1820, 455], what is laid and held together, or -1, by how many are held.
        game: a game to show it.
        ground: the ground.
        shares: float32[offset[-1]], the result.
    """
    state = game.state
    state[DEALER], state[STARTER] = 0, 52
    for at in range(first, last):
        mover = int(tree.mover[at])
        seat, held, laid = 1 - mover, int(tree.held[at, mover]), int(tree.laid[at, mover])
        if held < 2:
            continue
        state[SEAT], state[COUNT], state[PILE] = seat, tree.count[at], tree.pile[at]
        other_held = int(tree.held[at, 1 - mover])
        state[HANDS + 1 - seat] = 0x7F7F7F7F >> 8 * other_held << 8 * other_held
        # What lies open, the last card last; of older ones only the ranks are asked for.
        steps = 0
        for older in range(2):
            who = (int(tree.last[at]) + 1 + older) & 1
            number = 4 - int(tree.held[at, who])
            ranks = int(members[number, int(tree.laid[at, who])])
            for _ in range(number):
                game.laid[steps], game.by[steps] = (ranks & 15) * 4, 1 - who
                ranks >>= 4
                steps += 1
        state[STEPS] = steps
        for hand in range(int(sizes[held])):
            if held < 4 and int(whole[held, laid, hand]) < 0:
                continue
            write_way(at, way, hand, held, laid, seat, tree, offset, sizes, members, game, ground,
                      shares)  # fmt: skip


@jit
def write_way(
    at: int, way: int, hand: int, held: int, laid: int, seat: int, tree: Any, offset: Any,
    sizes: Any, members: Any, game: Any, ground: Any, shares: Any,
) -> None:  # fmt: skip
    """Write down what one hand lays at one node."""
    ranks, packed, before, suit = int(members[held, hand]), 0x7F7F7F7F, -1, 0
    for place in range(4):
        if place < held:
            rank = ranks >> 4 * place & 15
            suit = suit + 1 if rank == before else 0
            before = rank
            packed += (rank * 4 + suit - 0x7F) << 8 * place
            game.dealt[seat, place] = rank * 4 + suit
        else:
            game.dealt[seat, place] = (int(members[4 - held, laid]) >> 4 * (place - held) & 15) * 4
    game.state[HANDS + seat] = packed
    fits = fitting(packed, limit_of(int(game.state[COUNT])))
    if fits == 0:
        return
    smaller, row = int(sizes[held - 1]), int(offset[at])
    for place in range(fits if way == RANDOM else 1):
        card = packed >> 8 * place & 0xFF
        if way != RANDOM:
            card = card_of(game, ground, seat, way)
        rank = card >> 2
        # What is left, as it is numbered: sets in order, those of the lowest ranks first.
        shares[row + rank * smaller + number_without(ranks, held, rank, members, smaller)] += 1


@inlined
def number_without(ranks: int, held: int, rank: int, members: Any, smaller: int) -> int:
    """Number a set of ranks of which one is taken away."""
    place = 0
    while ranks >> 4 * place & 15 != rank:
        place += 1
    left = (ranks & (1 << 4 * place) - 1) | (ranks >> 4 * place + 4 << 4 * place)
    low, high = 0, smaller - 1
    while low < high:
        middle = (low + high) // 2
        if in_order(int(members[held - 1, middle]), left, held - 1):
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def in_order(one: int, other: int, size: int) -> bool:
    """Whether a set comes before another: by its lowest rank, then by the next."""
    for place in range(size):
        first, second = one >> 4 * place & 15, other >> 4 * place & 15
        if first != second:
            return first < second
    return False


@jit
def pay_ends(
    first: int, last: int, ends: Any, tables: Any, members: Any, starts: Any, pays: Any
) -> None:  # fmt: skip
    """Play out the ends, for whatever cards are left.

    Args:
        first: the first end.
        last: one behind the last.
        ends: the ends.
        tables: as for :func:`grow_tree`.
        members: int64[5, 1820], the ranks of every set by its size, four bits for each.
        starts: int64[ends], where the points of an end begin.
        pays: int8[...], for each end, by what the pone and then what the dealer holds: points of
            the dealer less those of the pone in the whole play.
    """
    for at in range(first, last):
        place = int(starts[at])
        one, other = int(ends.held[at, 0]), int(ends.held[at, 1])
        if one and other:
            for rank in range(13):
                for last_rank in range(13):
                    pays[place] = pay_end(at, rank, last_rank, ends, tables)
                    place += 1
        else:
            size = one + other
            for hand in range(13 if size == 1 else 91 if size == 2 else 455):
                cards = int(members[size, hand])
                pays[place] = pay_alone(at, cards, size, ends, tables)
                place += 1


@inlined
def pay_alone(at: int, cards: int, size: int, ends: Any, tables: Any) -> int:
    """Play out an end where one seat has all the cards that are left, in its best order."""
    dealer = int(ends.held[at, 1]) > 0
    best = -99
    for order in range(1 if size == 1 else 2 if size == 2 else 6):
        # Take one of the cards out first, then one of what is left.
        first = order % size
        rest = (cards & (1 << 4 * first) - 1) | (cards >> 4 * first + 4 << 4 * first)
        line = cards >> 4 * first & 15
        if size == 3 and order >= 3:
            rest = rest >> 4 | (rest & 15) << 4
        line |= rest << 4
        lead = pay_end(at, line, line, ends, tables)
        best = max(best, lead if dealer else -lead)
    return best if dealer else -best


@inlined
def pay_end(at: int, one: int, other: int, ends: Any, tables: Any) -> int:
    """Play out an end in which the cards come in a known order, four bits for a rank.

    An order that would close a count while another card fits is worth 99 points to the other.
    """
    held = int(ends.held[at, 0]) | int(ends.held[at, 1]) << 4
    mover, count, pile = int(ends.mover[at]), int(ends.count[at]), int(ends.pile[at])
    last, gone, lead = int(ends.last[at]), int(ends.gone[at]), int(ends.lead[at])
    while held:
        line = other if mover else one
        rank = line & 15
        after = count + min(rank + 1, 10)
        if after <= 31:
            count = after
            pile = (pile << 4 | rank) & NO_PILE
            points = pile_score(pile, count, tables)
            lead += points if mover else -points
            held -= 1 << 4 * mover
            one, other = (one, other >> 4) if mover else (one >> 4, other)
            last = mover
        else:
            for _ in range((held >> 4 * mover & 15) - 1):
                line >>= 4
                if count + min((line & 15) + 1, 10) <= 31:
                    return -99 if mover else 99
            gone |= 1 << mover
        mover, count, gone, points = turn_after(held, count, last, gone, mover)
        lead += points if last else -points
        if count == 0:
            pile = NO_PILE
    return lead


# Winning chances ---------------------------------------------------------------------------------


@inlined
def climb(side: int, points: int, sides: int, at: Any, reached: Any) -> None:
    """Let a side peg, and note each point that it reaches with where the others stand then."""
    start = int(at[side])
    end = min(start + points, reached.shape[1] - 1)
    if sides == 3:
        one, other = int(at[(side + 1) % 3]), int(at[(side + 2) % 3])
    else:
        one, other = int(at[1 - side]), 0
    for point in range(start + 1, end + 1):
        reached[side, point, one, other] += 1
    at[side] = end


@jit
def sum_paths(
    by: Any, points: Any, goes: Any, hands: Any, cribs: Any, heels: Any, sides: int, at: Any,
    reached: Any, ends: Any,
) -> None:  # fmt: skip
    """Add up the ways that deals took over the board, point by point in the order of counting.

    Args:
        by: int8[n, cards], the seats that laid the cards; -1 behind the last. Seat 0 deals.
        points: int8[n, cards], what each card scored.
        goes: int8[n, cards], what a go or the last card added to it.
        hands: int16[n, players], points of the hands.
        cribs: int16[n], points of the crib.
        heels: int16[n], points of the dealer for the starter.
        sides: how many sides there are, 2 or 3.
        at: int64[3], used on the way.
        reached: int64[sides, size, size, size or with two sides 1], to which is added how often a
            side came to so many points, 1 or more, while the next side stood there and the one
            after it there.
        ends: int64[size, size, size or 1], to which is added how often the sides ended there.
            Whoever has more than ``size - 1`` points stays at that.
    """
    players = hands.shape[1]
    for deal in range(len(by)):
        at[0] = at[1] = at[2] = 0
        climb(0, int(heels[deal]), sides, at, reached)
        for place in range(by.shape[1]):
            seat = int(by[deal, place])
            if seat < 0:
                break
            side = seat % sides
            climb(side, int(points[deal, place]), sides, at, reached)
            climb(side, int(goes[deal, place]), sides, at, reached)
        for place in range(players):
            seat = (place + 1) % players
            climb(seat % sides, int(hands[deal, seat]), sides, at, reached)
        climb(0, int(cribs[deal]), sides, at, reached)
        ends[int(at[0]), int(at[1]), int(at[2])] += 1


@jit
def spread_three(ends: Any, lengths: Any, values: Any) -> None:
    """Go on from the ends of deals between three, from few needs to many.

    Each state hands its chances on to those from which a deal leads to it; they are complete by
    then, because in every deal somebody has a point.

    Args:
        ends: float64[a, b, c], how often a deal brings the dealer, the next and the last so much.
        lengths: int64[a, b], how many of the last axis there are up to the last that is not zero.
        values: float64[2, n, n, n], the chances of the dealer and of the next by what the dealer,
            the next and the last need; at first those of the games that end within the deal.
    """
    most = values.shape[1] - 1
    for together in range(3, 3 * most + 1):
        for one in range(max(1, together - 2 * most), min(most, together - 2) + 1):
            for two in range(max(1, together - one - most), min(most, together - one - 1) + 1):
                three = together - one - two
                dealer = values[0, one, two, three]
                last = 1 - dealer - values[1, one, two, three]
                # Who is last now has dealt before, and who deals now was next then.
                for more in range(min(ends.shape[0], most - three + 1)):
                    for gained in range(min(ends.shape[1], most - one + 1)):
                        weights = ends[more, gained]
                        width = min(int(lengths[more, gained]), most - two + 1)
                        first = values[0, three + more, one + gained]
                        second = values[1, three + more, one + gained]
                        for place in range(width):
                            first[two + place] += weights[place] * last
                            second[two + place] += weights[place] * dealer
