"""A deal of two whose cards are all known, as one who looks on values it.

Both play as the solved play says (:mod:`pegout.search.known_play`), and hands and crib are counted
in their order. So the value of a point of the deal is the mean, over the starters that are left and
the cards that both may play, of the chance of winning at the start of the next deal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pegout.kernel.jit import jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.show import show_of_four
from pegout.search.hands import EMPTY, more_of
from pegout.search.known_play import LOST, OUTCOMES, POINTS, WON, both_hands, walk_known
from pegout.search.play import PlayState
from pegout.search.workspace import NEEDS, OPPONENT
from pegout.tables.rank_sets import JACK

__all__ = ["DealRoom", "KnownDeal", "begun", "room_of", "set_of", "value_play", "value_starters"]


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
        values: float64[52], the dealer's chance with each starter.
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
def chance_behind(
    dealer_need: int, pone_need: int, pone_hand: int, dealer_hand: int, crib: int, start: Any
) -> float:
    """Give the dealer's chance behind the play, where hands and crib are known.

    Args:
        dealer_need: what the dealer needs before the show.
        pone_need: what the pone needs.
        pone_hand: what the pone's hand counts.
        dealer_hand: what the dealer's does.
        crib: what the crib does.
        start: float64[122 * 122], the dealer's chance at the start of a deal.
    """
    pone_need -= pone_hand
    if pone_need <= 0:
        return 0.0
    dealer_need -= dealer_hand + crib
    if dealer_need <= 0:
        return 1.0
    # The pone deals next.
    chance: float = start[min(pone_need, NEEDS - 1) * NEEDS + min(dealer_need, NEEDS - 1)]
    return 1 - chance


@jit
def over_outcomes(outcomes: Any, need: int, other_need: int, key: int, start: Any) -> float:
    """Give the dealer's chance over all that may come of the play, with what is counted behind."""
    total = float(outcomes[WON])
    pone_hand, dealer_hand, crib = key & 31, key >> 5 & 31, key >> 10 & 31
    for own in range(POINTS):
        for other in range(POINTS):
            rate = outcomes[POINTS * own + other]
            if rate > 0:
                total += rate * chance_behind(
                    need - own, other_need - other, pone_hand, dealer_hand, crib, start
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
    for at in range(LOST + 1):
        outcomes[at] = 0.0


@jit
def value_starters(deal: Any, ground: Any, space: Any, solved: Any, room: Any) -> float:
    """Value a deal before the cut, and with each starter.

    Args:
        deal: the deal.
        ground: the rules and the tables of the show.
        space: the workspace of a search.
        solved: the solved play.
        room: where it is worked out, and where the values with each starter are left.

    Returns:
        The dealer's chance of winning, over all starters that are left.
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
                space.shows.start,
            )  # fmt: skip
        total += room.values[starter]
        number += 1
    return total / number


@jit
def value_play(
    play: Any, hands: int, deal: Any, starter: int, ground: Any, space: Any, solved: Any, room: Any
) -> float:
    """Value a point of the play with a starter.

    Args:
        play: where the play is, as the dealer sees it.
        hands: the sets that both hold, the dealer's first.
        deal: the deal.
        starter: the starter.
        ground: the rules and the tables of the show.
        space: the workspace of a search.
        solved: the solved play.
        room: where it is worked out.

    Returns:
        The dealer's chance of winning.
    """
    outcomes, heels = room.outcomes[0], 1 if starter >> 2 == JACK else 0
    clear(outcomes)
    needs = (deal.dealer_need - deal.heels * heels, deal.pone_need)
    walk_known(play, hands, 1.0, 0, needs, outcomes, space, solved)
    return over_outcomes(outcomes, *needs, counted(deal, starter, ground), space.shows.start)
