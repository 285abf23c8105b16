"""Heuristics: a beginner's counting, and the play of novice, casual, classic and club."""

from typing import Any, Final

from pegout.kernel.deal_steps import show_hand, side_of
from pegout.kernel.heuristic import sum_replies
from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import ANSWER, NO_PILE, POLICY_BITS
from pegout.kernel.pegging import fitting, limit_of, pile_score
from pegout.kernel.rng import draw


@inlined
def visible_score(pile: int, count: int, runs: bool) -> int:
    """Count the last card of a pile as a beginner does: runs only where the cards came in order."""
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
def visible_points(cards: int, number: int, suited: int) -> int:
    """Count a hand as a beginner does.

    A beginner sees pairs, fifteens of two cards, the longest run once, and flushes. A beginner
    misses fifteens of three or more cards, the second run of a double run, and nobs.

    Args:
        suited: the number of cards that have to be of one suit for a flush, not counting the
            starter; 0 to look for none.
    """
    points = ranks = 0
    flush = suited > 0
    for index in range(number):
        card = cards >> 8 * index & 0xFF
        worth = min((card >> 2) + 1, 10)
        ranks |= 1 << (card >> 2)
        if index < suited and (card ^ cards) & 3:
            flush = False
        for before in range(index):
            other = cards >> 8 * before & 0xFF
            if other >> 2 == card >> 2:
                points += 2
            if min((other >> 2) + 1, 10) + worth == 15:
                points += 2
    # Each step shortens every run by one; five cards contain at most one run of three or more.
    length = 0
    while ranks:
        ranks &= ranks >> 1
        length += 1
    if length >= 3:
        points += length
    return points + suited if flush else points


@inlined
def draw_noticed(state: Any, seat: int, policy: int, number: int) -> int:
    """Draw the choices whose points a beginner notices: a bit for each."""
    overlooks = policy >> POLICY_BITS
    if overlooks == 0:
        return -1
    seen, chance = 0, int(state.chance[1 + seat])
    for choice in range(number):
        chance, luck = draw(chance, 16)
        if luck >= overlooks:
            seen |= 1 << choice
    state.chance[1 + seat] = chance
    return seen


@inlined
def can_reply(hand: int, card: int, after: int) -> bool:
    """Return whether another card of a hand can reply to a pair or to a ten-card.

    It can if it makes 15 or 31 after the next player has paired the card or has played a ten-card;
    or if it is another card of the rank, and fits after the pair.
    """
    paired = after + min((card >> 2) + 1, 10)
    for index in range(4):
        other = hand >> 8 * index & 0xFF
        if other < 52 and other != card:
            worth = min((other >> 2) + 1, 10)
            if paired + worth in (15, 31) or after + 10 + worth in (15, 31):
                return True
            if other >> 2 == card >> 2 and paired + worth <= 31:
                return True
    return False


@inlined
def has_another(hand: int, card: int) -> bool:
    """Return whether a hand has a second card of the same rank."""
    for index in range(4):
        other = hand >> 8 * index & 0xFF
        if other != card and other >> 2 == card >> 2:
            return True
    return False


# The functions below depend only on their arguments. The rank of the chosen card depends on ranks
# alone. Of two cards of that rank they play the higher one, except where a beginner overlooks
# points.


@jit
def novice_card(hand: int, pile: int, count: int, seen: int, lowball: bool, ends: Any) -> int:
    """Return the card with the most points that a beginner sees; among equals the highest.

    A novice leads no five if there is another card: that is the first rule that players learn.
    """
    # Where runs count, A 2 3 at the end of a pile score.
    runs = int(ends[0x012]) != 0
    best, maximum = hand & 0xFF, -1
    rest = hand
    for index in range(fitting(hand, limit_of(count))):
        card = rest & 0xFF
        rest >>= 8
        after = count + min((card >> 2) + 1, 10)
        value = 0
        if seen >> index & 1:
            value = visible_score((pile << 4 | card >> 2) & NO_PILE, after, runs)
        value = 2 * (63 - value if lowball else value)
        if count > 0 or card >> 2 != 4:
            value += 1
        if value >= maximum:
            best, maximum = card, value
    return best


@jit
def casual_card(hand: int, pile: int, count: int, lowball: bool, ends: Any) -> int:
    """Return the card with the most points; among equals a safe one, then the highest.

    A card that makes the count 5 or 21 is not safe, because a ten-card scores on it.
    """
    best, maximum = hand & 0xFF, -1
    rest = hand
    for _ in range(fitting(hand, limit_of(count))):
        card = rest & 0xFF
        rest >>= 8
        after = count + min((card >> 2) + 1, 10)
        value = pile_score((pile << 4 | card >> 2) & NO_PILE, after, ends)
        value = 63 - value if lowball else 2 * value + (0 if after in (5, 21) else 1)
        if value >= maximum:
            best, maximum = card, value
    return best


@jit
def classic_card(hand: int, pile: int, count: int, lowball: bool, ends: Any) -> int:
    """Return the card with the most points, or if none scores the highest of the first kind.

    The kinds are, in order: a card that leaves the count under 5; one after which the hand can
    reply, see :func:`can_reply`; one that does not make the count 5, 10 or 21; any other. In
    lowball it is the card with the fewest points, among equals the highest.
    """
    best, maximum = hand & 0xFF, -1
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
            elif can_reply(hand, card, after):
                value = 2
            elif after not in (5, 10, 21):
                value = 1
        if value >= maximum:
            best, maximum = card, value
    return best


#: The aims of a club player in the play, by the score: points, scoring fast, or stopping the
#: opponents.
STEADY: Final = 0
DASH: Final = 1
STOP: Final = 2
#: An opponent who needs no more points than this is expected to count out with the next hand, which
#: is worth eight on average; and a dealer may still peg so many holes before that.
COUNTS_OUT: Final = 8
PEGS_OUT: Final = 8
#: In hundredths of a point: the weight of the mean reply, the value of a good lead, and that of
#: holding an ace or a two; then the value of winning the game, and the points that a winning reply
#: costs in addition.
CLUB_ANSWER: Final = round(100 * ANSWER)
CLUB_LEAD: Final = 50
CLUB_SMALL: Final = 50
CLUB_GAME: Final = 100000
CLUB_LOSS: Final = 30


@jit
def club_card(
    hand: int, pile: int, count: int, unseen: int, held: int, own: int, opponent_need: int,
    stance: int, lowball: bool, ends: Any,
) -> int:  # fmt: skip
    """Return the card that is best by rules of thumb; among equals the highest.

    The value of a card, in hundredths of a point, is its score minus ``CLUB_ANSWER`` times the mean
    score of a card of the opponent on it, for each card that the opponent holds. It loses
    ``CLUB_SMALL`` for an ace or a two, which are good for 31. It gains ``CLUB_LEAD`` for a lead of
    two to four, and as much for a lead from a pair other than fives. A score that wins is worth the
    game, and a reply that wins costs ``CLUB_LOSS`` points more.

    Args:
        unseen: the number of cards of each rank that the opponent may hold, four bits each, the ace
            lowest. A club player counts only the ten-cards: see :func:`tens_unseen`.
        stance: ``STEADY``; ``DASH``, where own points count double and replies half; or ``STOP``,
            where replies count double and own points next to nothing.
    """
    left = 0
    for rank in range(13):
        left += unseen >> 4 * rank & 15
    best, maximum = hand & 0xFF, -1 << 40
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
            replies, _ = sum_replies(longer, after, unseen, opponent_need, CLUB_LOSS, ends)
            price = 2 * CLUB_ANSWER if stance == STOP else CLUB_ANSWER
            if stance == DASH:
                price //= 2
            value -= price * held * replies // left
        if count == 0:
            if 0 < card >> 2 < 4:
                value += CLUB_LEAD
            if card >> 2 != 4 and has_another(hand, card):
                value += CLUB_LEAD
        if card >> 2 < 2:
            value -= CLUB_SMALL
        if lowball:
            value = -value
        if value >= maximum:
            best, maximum = card, value
    return best


@jit
def lead_among_several(hand: int) -> int:
    """Return the highest card, but rather one of a pair than an ace or a two, and no five.

    With two sides a low lead is good, because the third card belongs to the leader's side. Among
    three or four each for themselves it belongs to an opponent, who takes the points that a low
    lead denies to the next player.
    """
    best, maximum = hand & 0xFF, -3
    rest = hand
    for _ in range(fitting(hand, 52)):
        card = rest & 0xFF
        rest >>= 8
        rank = card >> 2
        value = -2 if rank == 4 else int(has_another(hand, card)) - int(rank < 2)
        if value >= maximum:
            best, maximum = card, value
    return best


@inlined
def tens_unseen(hand: int, played: Any, steps: int) -> int:
    """Return four cards of each rank, minus the ten-cards that are held and played."""
    unseen = 0x4444444444444
    for index in range(fitting(hand, 52)):
        rank = hand >> 8 * index + 2 & 15
        if rank >= 9:
            unseen -= 1 << 4 * rank
    for step in range(steps):
        rank = int(played[step]) >> 2
        if rank >= 9:
            unseen -= 1 << 4 * rank
    return unseen


@inlined
def reply_size(state: Any, seat: int, by: Any, rules: Any) -> int:
    """Return the number of cards of the next opponent who has any, or 0."""
    players, other = rules.players, seat
    if int(state.count) and int(by[int(state.steps) - 1]) == seat:
        return 0
    for _ in range(players - 1):
        other = other + 1 if other + 1 < players else 0
        if side_of(other, rules) != side_of(seat, rules):
            held = fitting(int(state.hands[other]), 52)
            if held:
                return held
    return 0


@inlined
def club_stance(game: Any, ground: Any, seat: int, own: int, opponent_need: int) -> int:
    """Return the aim in the play near the end of the board, for a side that needs ``own`` holes.

    ``STOP`` is for the player who counts first and has enough in the hand: only the opponents'
    pegging can still prevent the win. ``DASH`` is for a dealer who needs few holes, when an
    opponent, who needs ``opponent_need`` at least, will more likely than not count out first. All
    others are ``STEADY``.
    """
    state, rules, dealer = game.state[0], ground.rules, int(game.state[0].dealer)
    if rules.lowball:
        return STEADY
    first = dealer + 1 if dealer + 1 < rules.players else 0
    if seat == dealer and opponent_need <= COUNTS_OUT and own <= PEGS_OUT:
        return DASH
    if seat == first and own <= 30:
        kept, starter = int(state.kept[seat]), int(state.starter)
        if show_hand(kept, starter, ground.hand_flushes, ground.tables) >= own:
            return STOP
    return STEADY


@inlined
def club_play(game: Any, ground: Any, seat: int) -> int:
    """Choose a card as a club player does, who considers the score near the end of the board."""
    state, rules = game.state[0], ground.rules
    hand, side = int(state.hands[seat]), side_of(seat, rules)
    if rules.sides > 2 and rules.lowball == 0 and int(state.count) == 0:
        return lead_among_several(hand)
    own = rules.target - int(state.scores[side])
    opponent_need = rules.target
    for other in range(rules.sides):
        if other != side:
            opponent_need = min(opponent_need, rules.target - int(state.scores[other]))
    return club_card(
        hand, int(state.pile), int(state.count),
        tens_unseen(hand, game.played, int(state.steps)),
        reply_size(state, seat, game.by, rules), own, opponent_need,
        club_stance(game, ground, seat, own, opponent_need), rules.lowball != 0, ground.ends,
    )  # fmt: skip
