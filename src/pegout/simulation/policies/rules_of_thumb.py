"""Heuristics: what a beginner sees, and how novice, casual, classic and club play a card."""

from __future__ import annotations

from typing import Any, Final

from pegout.kernel.deal_steps import show_hand, side_of
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import (
    ANSWER,
    CHANCE,
    COUNT,
    DEALER,
    HANDS,
    KEPT,
    LOWBALL,
    NO_PILE,
    PILE,
    PLAYERS,
    SCORES,
    SIDES,
    STARTER,
    STEPS,
    TARGET,
    WAY_BITS,
)
from pegout.kernel.pegging import fitting, limit_of, pile_score
from pegout.kernel.rng import drawn


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
def sighted_hand(cards: int, number: int, suited: int) -> int:
    """Count a hand as a beginner does.

    A beginner sees pairs, fifteens of two cards, the longest run once, and flushes; but not that
    three or more cards make fifteen, not the second run of a double run, and never nobs.

    Args:
        cards: the cards, a byte for each.
        number: how many they are.
        suited: so many of them have to be of one suit for a flush, the starter not among them; 0 to
            look for none.
    """
    points = ranks = 0
    flush = suited > 0
    for place in range(number):
        card = cards >> 8 * place & 0xFF
        worth = min((card >> 2) + 1, 10)
        ranks |= 1 << (card >> 2)
        if place < suited and (card ^ cards) & 3:
            flush = False
        for before in range(place):
            other = cards >> 8 * before & 0xFF
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
    return points + suited if flush else points


@inlined
def noticed(state: Any, seat: int, way: int, number: int) -> int:
    """Draw which of some choices a beginner sees the points of: a bit for each.

    Args:
        state: the game.
        seat: the seat.
        way: the way to discard or to play, with how often of sixteen times points are overlooked.
        number: how many choices there are.
    """
    overlooks = way >> WAY_BITS
    if overlooks == 0:
        return -1
    seen, chance = 0, int(state[CHANCE + 1 + seat])
    for choice in range(number):
        chance, luck = drawn(chance, 16)
        if luck >= overlooks:
            seen |= 1 << choice
    state[CHANCE + 1 + seat] = chance
    return seen


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
# they choose follows from ranks alone; of two cards of that rank it is the higher one, save where a
# beginner overlooks points.


@jit
def novice_card(hand: int, pile: int, count: int, seen: int, lowball: bool, ends: Any) -> int:
    """Give the card with the most points that a beginner sees; of equals the highest.

    Nobody leads a five that has another card: that is the first thing that one is told.

    Args:
        hand: the cards held.
        pile: the pile of this count.
        count: the count.
        seen: a bit for each card that fits, whether its points are seen.
        lowball: whether points are what nobody wants.
        ends: as for :func:`pile_score`.
    """
    # Where runs count, A 2 3 at the end of a pile are worth something.
    runs = int(ends[0x012]) != 0
    best, most = hand & 0xFF, -1
    rest = hand
    for place in range(fitting(hand, limit_of(count))):
        card = rest & 0xFF
        rest >>= 8
        after = count + min((card >> 2) + 1, 10)
        value = 0
        if seen >> place & 1:
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
CLUB_ANSWER: Final = round(100 * ANSWER)
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
    or a two, which are good for 31; and with ``CLUB_LEAD`` for a lead of two to four, and as much
    for one from a pair, if not of fives. A score that wins is worth the game, and an answer that
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
            if 0 < card >> 2 < 4:
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

    An opponent who let us play twice has passed and cannot reply.
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
def club_stance(game: Any, ground: Any, seat: int, own: int, other: int) -> int:
    """Say what matters in the play near the end of the board, to a side that needs ``own`` holes.

    ``STOP`` for whoever counts first and has enough in the hand: only the others can still prevent
    the win. ``DASH`` for a dealer with few to go whom an opponent, who needs ``other`` at least,
    will have counted out before, more likely than not. ``STEADY`` for everybody else.
    """
    state, rules, dealer = game.state, ground.rules, int(game.state[DEALER])
    if int(rules[LOWBALL]):
        return STEADY
    first = dealer + 1 if dealer + 1 < int(rules[PLAYERS]) else 0
    if seat == dealer and other <= COUNTS_OUT and own <= PEGS_OUT:
        return DASH
    if seat == first and own <= 30:
        kept, starter = int(state[KEPT + seat]), int(state[STARTER])
        if show_hand(kept, starter, ground.hand_flushes, ground.tables) >= own:
            return STOP
    return STEADY


@inlined
def club_play(game: Any, ground: Any, seat: int) -> int:
    """Choose a card as a club player does, who looks at the score near the end of the board."""
    state, rules = game.state, ground.rules
    hand, side = int(state[HANDS + seat]), side_of(seat, rules)
    own = int(rules[TARGET]) - int(state[SCORES + side])
    other = int(rules[TARGET])
    for one in range(int(rules[SIDES])):
        if one != side:
            other = min(other, int(rules[TARGET]) - int(state[SCORES + one]))
    return club_card(
        hand, int(state[PILE]), int(state[COUNT]),
        tens_unseen(hand, game.laid, int(state[STEPS])),
        answering(state, seat, game.by, rules), own, other,
        club_stance(game, ground, seat, own, other), int(rules[LOWBALL]) != 0, ground.ends,
    )  # fmt: skip
