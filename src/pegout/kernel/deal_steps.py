"""The steps of a deal: shuffle, discards, starter, play card by card, pegging and show."""

from typing import Any

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import DISCARD, NO_PILE, NOTHING, OVER, PLAY
from pegout.kernel.pegging import fitting, limit_of, pile_score
from pegout.kernel.rng import draw, seed_stream
from pegout.kernel.show import show_of_four, show_of_three


@inlined
def peg(state: Any, side: int, points: int, rules: Any) -> bool:
    """Peg points, and return whether the game is over."""
    state.gained[side] += points
    score = int(state.scores[side]) + points
    if score >= rules.target:
        state.scores[side] = rules.target
        state.phase = OVER
        state.seat = -1
        return True
    state.scores[side] = score
    return False


@inlined
def small_points(state: Any, side: int, points: int, rules: Any) -> int:
    """Return the points for heels, a go or a last card.

    They are 0 one hole from home under ``stinkhole``; see 11.2 of the rule book.
    """
    stinks = rules.stinkhole and int(state.scores[side]) == rules.target - 1
    return 0 if stinks else points


@jit
def start_game(state: Any, pack: Any, seed: int, number: int, rules: Any) -> None:
    """Set a game to its state before the first deal, with an unshuffled pack."""
    players = rules.players
    for who in range(players + 1):
        state.chance[who] = seed_stream(seed, number | who << 48)
    for card in range(52):
        pack[card] = card
    for side in range(4):
        state.scores[side] = rules.start_scores[side]
    state.deal = 0
    state.dealer = number % players - 1


@inlined
def sort_cards(pack: Any, start: int, size: int, dealt: Any, seat: int) -> None:
    """Sort the five or six cards dealt to a seat, with a sorting network of twelve exchanges."""
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
    """Deal: pass the deal on, shuffle as much of the pack as is needed, and sort the cards."""
    players, size = rules.players, rules.hand_size
    chance = int(state.chance[0])
    for index in range(players * size + rules.from_pack + 1):
        chance, offset = draw(chance, 52 - index)
        card = pack[index + offset]
        pack[index + offset] = pack[index]
        pack[index] = card
    state.chance[0] = chance
    dealer = int(state.dealer) + 1
    if dealer == players:
        dealer = 0
    state.dealer = dealer
    hand_out(state, pack, dealt, rules)


@inlined
def hand_out(state: Any, pack: Any, dealt: Any, rules: Any) -> None:
    """Begin a deal with the cards on top of the pack and the current dealer."""
    players, size, dealer = rules.players, rules.hand_size, int(state.dealer)
    leader = dealer + 1 if dealer + 1 < players else 0
    state.deal += 1
    state.phase = DISCARD
    state.seat = leader
    state.starter = 52
    state.steps = state.begin = state.count = 0
    state.pile = NO_PILE
    state.shown = state.crib = state.heels = 0
    for side in range(4):
        state.pegged[side] = 0
        state.gained[side] = 0
    for seat in range(players):
        sort_cards(pack, seat * size, size, dealt, seat)
        state.points[seat] = 0
    if rules.five_card and int(state.deal) == 1:
        peg(state, leader, 3, rules)


@inlined
def discard_cards(
    state: Any,
    seat: int,
    discard: int,
    dealt: Any,
    discarded: Any,
    rules: Any,
    discards: Any,
    keeps: Any,
) -> None:
    """Discard by the number of the discard, and keep the rest as the hand."""
    for index in range(rules.discard_size):
        discarded[seat, index] = dealt[seat, discards[discard, index]]
    hand = NOTHING
    kept = rules.hand_size - rules.discard_size
    for index in range(kept):
        hand ^= (int(dealt[seat, keeps[discard, index]]) ^ 127) << (8 * index)
    state.hands[seat] = hand
    state.kept[seat] = hand
    after = seat + 1 if seat + 1 < rules.players else 0
    state.seat = after


@inlined
def cut_starter(state: Any, pack: Any, rules: Any) -> None:
    """Turn up the starter, and peg heels for the dealer."""
    players = rules.players
    card = int(pack[players * rules.hand_size + rules.from_pack])
    dealer = int(state.dealer)
    state.starter = card
    state.phase = PLAY
    state.seat = dealer + 1 if dealer + 1 < players else 0
    if card >> 2 == 10:
        side = side_of(dealer, rules)
        points = small_points(state, side, rules.heels_points, rules)
        state.heels = points
        peg(state, side, points, rules)


@inlined
def side_of(seat: int, rules: Any) -> int:
    """Return the side of a seat."""
    sides = rules.sides
    return seat - sides if seat >= sides else seat


@inlined
def next_seat(state: Any, seat: int, limit: int, players: int) -> int:
    """Return the next seat with a card below a limit, trying this seat last, or -1."""
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = 0
        if int(state.hands[seat]) & 0xFF < limit:
            return seat
    return -1


@inlined
def play_card(
    state: Any, card: int, played: Any, by: Any, points: Any, goes: Any, rules: Any, ends: Any
) -> bool:
    """Play a card from the seat to act, and return whether the play or the game is over."""
    seat = int(state.seat)
    hand = int(state.hands[seat])
    lower = (1 << 8 * fitting(hand, card)) - 1
    state.hands[seat] = (hand & lower) | (hand >> 8 & ~lower) | 0x7F000000
    rank = card >> 2
    count = int(state.count) + min(rank + 1, 10)
    pile = (int(state.pile) << 4 | rank) & NO_PILE
    steps = int(state.steps)
    played[steps] = card
    by[steps] = seat
    score = pile_score(pile, count, ends)
    points[steps] = score
    goes[steps] = 0
    state.steps = steps + 1
    side = side_of(seat, rules)
    state.count = count
    state.pile = pile
    if score:
        state.pegged[side] += score
        if peg(state, side, score, rules):
            return True
    players = rules.players
    after = next_seat(state, seat, limit_of(count), players)
    if after < 0:
        if count != 31 or rules.stacks:
            score = small_points(state, side, 1, rules)
            goes[steps] = score
            state.pegged[side] += score
            if peg(state, side, score, rules):
                return True
        state.count = 0
        state.pile = NO_PILE
        state.begin = steps + 1
        after = next_seat(state, seat, 52, players)
        if after < 0 or rules.five_card:
            return True
    state.seat = after
    return False


@inlined
def show_hand(hand: int, starter: int, flushes: Any, tables: Any) -> int:
    """Count a hand of four cards or, if the fourth byte is empty, of three."""
    first, second, third = hand & 0xFF, hand >> 8 & 0xFF, hand >> 16 & 0xFF
    fourth = hand >> 24
    if fourth == 127:
        return show_of_three(first, second, third, starter, flushes, tables)
    return show_of_four(first, second, third, fourth, starter, flushes, tables)


@inlined
def show_all(
    state: Any, pack: Any, discarded: Any, rules: Any, hand_flushes: Any, crib_flushes: Any,
    tables: Any,
) -> bool:  # fmt: skip
    """Count the hands from the dealer's left and then the crib; return whether the game is over."""
    players = rules.players
    starter, seat = int(state.starter), int(state.dealer)
    state.shown = 1
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        points = show_hand(int(state.kept[seat]), starter, hand_flushes, tables)
        state.points[seat] = points
        state.shown += 1
        if peg(state, side_of(seat, rules), points, rules):
            return True
    if players == 2:
        first, second = int(discarded[0, 0]), int(discarded[0, 1])
        third, fourth = int(discarded[1, 0]), int(discarded[1, 1])
    else:
        first, second, third = int(discarded[0, 0]), int(discarded[1, 0]), int(discarded[2, 0])
        fourth = int(pack[15]) if players == 3 else int(discarded[3, 0])
    points = show_of_four(first, second, third, fourth, starter, crib_flushes, tables)
    state.crib = points
    state.shown += 1
    return peg(state, side_of(seat, rules), points, rules)


@jit
def tally(state: Any, sums: Any, rules: Any) -> None:
    """Add a finished deal to the sums of its game; see :data:`pegout.simulation.games.SUMS`."""
    shown = int(state.shown)
    if not shown:
        return
    players, sides = rules.players, rules.sides
    seat = int(state.dealer)
    dealing = side_of(seat, rules)
    for side in range(sides):
        role = 0 if side == dealing else 1
        sums[side, 2 * role] += 1
        sums[side, 2 * role + 1] += state.pegged[side]
        if shown == players + 2 and int(state.phase) != OVER:
            sums[side, 11 + 2 * role] += 1
            sums[side, 12 + 2 * role] += state.gained[side]
    for _ in range(min(shown - 1, players)):
        seat = seat + 1 if seat + 1 < players else 0
        side = side_of(seat, rules)
        role = 0 if side == dealing else 1
        sums[side, 4 + 2 * role] += 1
        sums[side, 5 + 2 * role] += state.points[seat]
    if shown == players + 2:
        sums[dealing, 8] += 1
        sums[dealing, 9] += state.crib
    sums[dealing, 10] += state.heels
