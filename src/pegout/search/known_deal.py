"""A deal of two whose cards are all known, as one who looks on values it.

Both play as the solved play says (:mod:`pegout.search.known_play`), and hands and crib are counted
in their order. So the value of a point of the deal is the mean, over the starters that are left and
the cards that both may play, of what the game is worth at the start of the next deal: the chance of
winning, or whatever else :class:`GameValue` says.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.show import show_of_four
from pegout.search.hands import EMPTY, more_of
from pegout.search.known_play import LOST, OUTCOMES, POINTS, WON, both_hands, walk_known
from pegout.search.play import PlayState
from pegout.search.workspace import NEEDS, OPPONENT
from pegout.tables.rank_sets import JACK

__all__ = [
    "DealRoom",
    "GameValue",
    "KnownDeal",
    "begun",
    "room_of",
    "set_of",
    "value_play",
    "value_starters",
]


class GameValue(NamedTuple):
    """What a game is worth to a side; arrays, or lists where nothing is compiled.

    Attributes:
        start: float64[122 * 122], to the dealer at the start of a deal, by what the dealer and the
            pone need.
        won: float64[122], to the winner, by what the loser still needs.
        both: what it is worth to both sides together: 1 for the chance of winning, 0 where one side
            gets what the other loses.
    """

    start: Any
    won: Any
    both: float


class KnownDeal(NamedTuple):
    """The cards of a deal behind the discards, and the score before the starter.

    Attributes:
        dealer: the four cards that the dealer has kept.
        pone: those of the pone.
        crib: the four cards of the crib.
        dealer_need: what the dealer needs to the end.
        pone_need: what the pone needs.
        heels: what heels is worth.
    """

    dealer: Any
    pone: Any
    crib: Any
    dealer_need: int
    pone_need: int
    heels: int


class DealRoom(NamedTuple):
    """Where it is worked out.

    Attributes:
        outcomes: float64[2, OUTCOMES], what comes of the play, without heels and with.
        keys: int64[52], what is counted with each starter, as one number; -1 for cards dealt.
        values: float64[52], what the game is worth to the dealer with each starter.
    """

    outcomes: Any
    keys: Any
    values: Any


def room_of(*, lists: bool) -> DealRoom:
    """Make room, in lists, which Python reads faster, or in arrays."""
    if lists:
        return DealRoom([[0.0] * OUTCOMES, [0.0] * OUTCOMES], [0] * 52, [0.0] * 52)
    return DealRoom(np.zeros((2, OUTCOMES)), np.zeros(52, np.int64), np.zeros(52))


@jit
def set_of(cards: Any, sets: Any) -> int:
    """Give the number of the set of the ranks of four cards."""
    number = EMPTY
    for place in range(4):
        number = more_of(number, int(cards[place]) >> 2, sets)
    return number


@jit
def begun(deal: Any, heels: int, sets: Any, solved: Any) -> PlayState:
    """Give the lead of the pone, as the dealer sees it, with heels or without."""
    node = 0 if len(solved.offset) else -1
    need = deal.dealer_need - deal.heels * heels
    ranks = sets.ranks[set_of(deal.dealer, sets)]
    return PlayState(OPPONENT, 0, -1, 0, NO_PILE, ranks, 4, need, deal.pone_need, node)


@jit
def value_behind(
    dealer_need: int, pone_need: int, pone_hand: int, dealer_hand: int, crib: int, game: Any
) -> float:
    """Give what a game is worth to the dealer behind the play, where hands and crib are known.

    Args:
        dealer_need: what the dealer needs before the show.
        pone_need: what the pone needs.
        pone_hand: what the pone's hand counts.
        dealer_hand: what the dealer's does.
        crib: what the crib does.
        game: the :class:`GameValue`.
    """
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
def value_won(other_need: int, game: Any) -> float:
    """Give what a game is worth to who has won it, by what the opponent needs."""
    value: float = game.won[min(other_need, NEEDS - 1)]
    return value


@inlined
def value_lost(need: int, game: Any) -> float:
    """Give what a game is worth to who has lost it, by what they need."""
    value: float = game.both - game.won[min(need, NEEDS - 1)]
    return value


@jit
def over_outcomes(outcomes: Any, need: int, other_need: int, key: int, game: Any) -> float:
    """Give the dealer's value over all that may come of the play, with what is counted behind."""
    total = 0.0
    pone_hand, dealer_hand, crib = key & 31, key >> 5 & 31, key >> 10 & 31
    for own in range(POINTS):
        if outcomes[WON + own] > 0:
            total += outcomes[WON + own] * value_won(other_need - own, game)
        if outcomes[LOST + own] > 0:
            total += outcomes[LOST + own] * value_lost(need - own, game)
        for other in range(POINTS):
            rate = outcomes[POINTS * own + other]
            if rate > 0:
                total += rate * value_behind(
                    need - own, other_need - other, pone_hand, dealer_hand, crib, game
                )
    return total


@jit
def counted(deal: Any, starter: int, ground: Any) -> int:
    """Count both hands and the crib with a starter: five bits each, the pone's hand lowest."""
    key = 0
    for part in range(3):
        cards, flushes = deal.pone, ground.hand_flushes
        if part == 1:
            cards = deal.dealer
        elif part == 2:
            cards, flushes = deal.crib, ground.crib_flushes
        one, two, three, four = int(cards[0]), int(cards[1]), int(cards[2]), int(cards[3])
        points = show_of_four(one, two, three, four, starter, flushes, ground.tables)
        key |= points << 5 * part
    return key


@jit
def clear(outcomes: Any) -> None:
    """Forget what came of the play."""
    for at in range(OUTCOMES):
        outcomes[at] = 0.0


@jit
def value_starters(deal: Any, game: Any, ground: Any, space: Any, solved: Any, room: Any) -> float:
    """Value a deal before the cut, and with each starter.

    Args:
        deal: the deal.
        game: what the game is worth, a :class:`GameValue`.
        ground: the rules and the tables of the show.
        space: the workspace of a search.
        solved: the solved play.
        room: where it is worked out, and where the values with each starter are left.

    Returns:
        What the game is worth to the dealer, over all starters that are left.
    """
    hands = both_hands(set_of(deal.dealer, space.sets), set_of(deal.pone, space.sets))
    for heels in range(2):
        clear(room.outcomes[heels])
        play = begun(deal, heels, space.sets, solved)
        if play.need > 0:
            needs = (play.need, play.other_need)
            walk_known(play, hands, 1.0, 0, needs, room.outcomes[heels], space, solved)
        else:
            room.outcomes[heels][WON] = 1.0
    for starter in range(52):
        room.keys[starter] = 0
    for place in range(4):
        room.keys[int(deal.dealer[place])] = -1
        room.keys[int(deal.pone[place])] = -1
        room.keys[int(deal.crib[place])] = -1
    total, number = 0.0, 0
    for starter in range(52):
        if room.keys[starter] < 0:
            continue
        heels = 1 if starter >> 2 == JACK else 0
        key = counted(deal, starter, ground) | heels << 15
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
    """Value a point of the play with a starter.

    Args:
        play: where the play is, as the dealer sees it.
        hands: the sets that both hold, the dealer's first.
        deal: the deal.
        starter: the starter.
        game: what the game is worth, a :class:`GameValue`.
        ground: the rules and the tables of the show.
        space: the workspace of a search.
        solved: the solved play.
        room: where it is worked out.

    Returns:
        What the game is worth to the dealer.
    """
    outcomes, heels = room.outcomes[0], 1 if starter >> 2 == JACK else 0
    clear(outcomes)
    needs = (deal.dealer_need - deal.heels * heels, deal.pone_need)
    walk_known(play, hands, 1.0, 0, needs, outcomes, space, solved)
    return over_outcomes(outcomes, *needs, counted(deal, starter, ground), game)
