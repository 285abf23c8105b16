"""Winning chances: the ways that games of many deals take through the scores."""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import inlined, jit


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
