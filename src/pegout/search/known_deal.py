"""The value of a two-player deal to an observer who sees all cards.

Both seats follow the solved play (:mod:`pegout.search.known_play`), and hands and crib are counted
in their order. So the value of a state of the deal is the expected value of the game at the start
of the next deal, over the remaining starters and the cards that both may play. The value is the win
probability, or any other value that :class:`GameValue` defines.
"""

from typing import Any, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.show import show_of_four
from pegout.search.hands import EMPTY, more_of
from pegout.search.known_play import LOST, OUTCOMES, POINTS, WON, both_hands, walk_known
from pegout.search.play import PlayState
from pegout.search.workspace import NEEDS, OPPONENT
from pegout.tables.rank_sets import JACK


class GameValue(NamedTuple):
    """The value of a game to a side, as lists, or as arrays in compiled loops."""

    # float64[122 * 122], to the dealer at the start of a deal, by the needs of the dealer and the
    # pone
    start: Any
    won: Any  # float64[122], to the winner, by the loser's need
    # The sum of the values of both sides: 1 for win probability, 0 for a zero-sum value.
    both: float


class KnownDeal(NamedTuple):
    """The cards of a deal after the discards, and the score before the starter."""

    dealer: Any  # the four cards that the dealer has kept
    pone: Any  # the four cards that the pone has kept
    crib: Any  # the four cards of the crib
    dealer_need: int  # the holes that the dealer needs
    pone_need: int  # the holes that the pone needs
    heels: int  # the points for heels at this score: 0 for a dealer in the stinkhole


class DealRoom(NamedTuple):
    """Scratch space and results of the evaluation."""

    # float64[2, OUTCOMES], the outcome distribution of the play, without and with heels
    outcomes: Any
    keys: Any  # int64[52], the counts with each starter, packed into a number; -1 for cards dealt
    values: Any  # float64[52], the value of the game to the dealer with each starter


def room_of() -> DealRoom:
    """Create the scratch space in lists, which Python reads fastest."""
    return DealRoom([[0.0] * OUTCOMES, [0.0] * OUTCOMES], [0] * 52, [0.0] * 52)


@jit
def set_of(cards: Any, sets: Any) -> int:
    """Return the set number of the ranks of four cards."""
    number = EMPTY
    for index in range(4):
        number = more_of(number, int(cards[index]) >> 2, sets)
    return number


@jit
def lead_state(deal: Any, heels: int, sets: Any, solved: Any) -> PlayState:
    """Return the state at the pone's lead from the dealer's side, with or without heels."""
    node = 0 if len(solved.offset) else -1
    need = deal.dealer_need - deal.heels * heels
    ranks = sets.ranks[set_of(deal.dealer, sets)]
    return PlayState(OPPONENT, 0, -1, 0, NO_PILE, ranks, 4, need, deal.pone_need, node)


@jit
def value_after_play(
    dealer_need: int, pone_need: int, pone_hand: int, dealer_hand: int, crib: int, game: Any
) -> float:
    """Return the value of the game to the dealer after the play, with known hands and crib."""
    pone_need -= pone_hand
    if pone_need <= 0:
        return value_lost(dealer_need, game)
    dealer_need -= dealer_hand + crib
    if dealer_need <= 0:
        return value_won(pone_need, game)
    # The pone deals next.
    at = min(pone_need, NEEDS - 1) * NEEDS + min(dealer_need, NEEDS - 1)
    next_deal: float = game.both - game.start[at]
    return next_deal


@inlined
def value_won(opponent_need: int, game: Any) -> float:
    """Return the value of a game to its winner, by the opponent's need."""
    value: float = game.won[min(opponent_need, NEEDS - 1)]
    return value


@inlined
def value_lost(need: int, game: Any) -> float:
    """Return the value of a game to its loser, by the loser's need."""
    value: float = game.both - game.won[min(need, NEEDS - 1)]
    return value


@jit
def over_outcomes(outcomes: Any, need: int, opponent_need: int, key: int, game: Any) -> float:
    """Return the dealer's expected value over the outcomes of the play, with the shows after it."""
    total = 0.0
    pone_hand, dealer_hand, crib = key & 31, key >> 5 & 31, key >> 10 & 31
    for own in range(POINTS):
        if outcomes[WON + own] > 0:
            total += outcomes[WON + own] * value_won(opponent_need - own, game)
        if outcomes[LOST + own] > 0:
            total += outcomes[LOST + own] * value_lost(need - own, game)
        for opponent in range(POINTS):
            rate = outcomes[POINTS * own + opponent]
            if rate > 0:
                total += rate * value_after_play(
                    need - own, opponent_need - opponent, pone_hand, dealer_hand, crib, game
                )
    return total


@jit
def count_show(deal: Any, starter: int, ground: Any) -> int:
    """Count both hands and the crib with a starter: five bits each, the pone's hand lowest."""
    key = 0
    for part in range(3):
        cards, flushes = deal.pone, ground.hand_flushes
        if part == 1:
            cards = deal.dealer
        elif part == 2:
            cards, flushes = deal.crib, ground.crib_flushes
        first, second, third, fourth = int(cards[0]), int(cards[1]), int(cards[2]), int(cards[3])
        points = show_of_four(first, second, third, fourth, starter, flushes, ground.tables)
        key |= points << 5 * part
    return key


@jit
def clear(outcomes: Any) -> None:
    """Reset the outcome distribution of the play."""
    for at in range(OUTCOMES):
        outcomes[at] = 0.0


@jit
def value_starters(deal: Any, game: Any, ground: Any, space: Any, solved: Any, room: Any) -> float:
    """Evaluate a deal before the cut, and with each starter."""
    hands = both_hands(set_of(deal.dealer, space.sets), set_of(deal.pone, space.sets))
    for heels in range(2):
        clear(room.outcomes[heels])
        play = lead_state(deal, heels, space.sets, solved)
        if play.need > 0:
            needs = (play.need, play.opponent_need)
            walk_known(play, hands, 1.0, 0, needs, room.outcomes[heels], space, solved)
        else:
            room.outcomes[heels][WON] = 1.0
    for starter in range(52):
        room.keys[starter] = 0
    for index in range(4):
        room.keys[int(deal.dealer[index])] = -1
        room.keys[int(deal.pone[index])] = -1
        room.keys[int(deal.crib[index])] = -1
    total, number = 0.0, 0
    for starter in range(52):
        if room.keys[starter] < 0:
            continue
        heels = 1 if starter >> 2 == JACK else 0
        key = count_show(deal, starter, ground) | heels << 15
        room.keys[starter] = key
        same = 0
        while room.keys[same] != key:
            same += 1
        if same < starter:
            room.values[starter] = room.values[same]
        else:
            room.values[starter] = over_outcomes(
                room.outcomes[heels], deal.dealer_need - deal.heels * heels, deal.pone_need, key,
                game,
            )  # fmt: skip
        total += room.values[starter]
        number += 1
    return total / number


@jit
def value_play(
    play: Any, hands: int, deal: Any, starter: int, game: Any, ground: Any, space: Any, solved: Any,
    room: Any,
) -> float:  # fmt: skip
    """Return the value of the game to the dealer in a state of the play with a known starter."""
    outcomes, heels = room.outcomes[0], 1 if starter >> 2 == JACK else 0
    clear(outcomes)
    needs = (deal.dealer_need - deal.heels * heels, deal.pone_need)
    walk_known(play, hands, 1.0, 0, needs, outcomes, space, solved)
    return over_outcomes(outcomes, *needs, count_show(deal, starter, ground), game)
