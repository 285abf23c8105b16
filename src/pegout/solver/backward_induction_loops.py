"""Win probability: compiled loops over the course of many deals."""

from typing import Any

from pegout.kernel.jit import inlined, jit


@inlined
def climb(side: int, points: int, sides: int, at: Any, reached: Any) -> None:
    """Let a side peg, and count each point that it reaches by the scores of the other sides."""
    start = int(at[side])
    end = min(start + points, reached.shape[1] - 1)
    if sides == 3:
        first, second = int(at[(side + 1) % 3]), int(at[(side + 2) % 3])
    else:
        first, second = int(at[1 - side]), 0
    for point in range(start + 1, end + 1):
        reached[side, point, first, second] += 1
    at[side] = end


@jit
def sum_paths(
    by: Any, points: Any, goes: Any, hands: Any, cribs: Any, heels: Any, sides: int, at: Any,
    reached: Any, ends: Any,
) -> None:  # fmt: skip
    """Count the course of deals over the board, point by point in the order of counting.

    Args:
        by: int8[n, cards], the seat that played each card; -1 after the last. Seat 0 deals.
        reached: int64[sides, size, size, size or with two sides 1], counts that are added to: how
            often a side reached a score of 1 or more in the deal, by that score, the score of the
            next side and the score of the third.
        ends: int64[size, size, size or 1], counts that are added to: how often the deal ended with
            these scores. Scores above ``size - 1`` count as ``size - 1``.
    """
    players = hands.shape[1]
    for deal in range(len(by)):
        at[0] = at[1] = at[2] = 0
        climb(0, int(heels[deal]), sides, at, reached)
        for index in range(by.shape[1]):
            seat = int(by[deal, index])
            if seat < 0:
                break
            side = seat % sides
            climb(side, int(points[deal, index]), sides, at, reached)
            climb(side, int(goes[deal, index]), sides, at, reached)
        for index in range(players):
            seat = (index + 1) % players
            climb(seat % sides, int(hands[deal, seat]), sides, at, reached)
        climb(0, int(cribs[deal]), sides, at, reached)
        ends[int(at[0]), int(at[1]), int(at[2])] += 1


@jit
def spread_three(ends: Any, lengths: Any, values: Any) -> None:
    """Spread values from the ends of deals between three players, from small needs to large ones.

    Each state passes its probabilities on to the states from which a deal leads to it. They are
    complete by then, because in every deal some player scores.

    Args:
        ends: float64[a, b, c], the share of deals in which the dealer, the next player and the last
            score so many points.
        values: float64[2, n, n, n], the win probability of the dealer and of the next player, by
            the needs of the dealer, the next and the last. At first they count only the games that
            end within the deal.
    """
    maximum = values.shape[1] - 1
    for together in range(3, 3 * maximum + 1):
        for one in range(max(1, together - 2 * maximum), min(maximum, together - 2) + 1):
            for two in range(
                max(1, together - one - maximum), min(maximum, together - one - 1) + 1
            ):
                three = together - one - two
                dealer = values[0, one, two, three]
                last = 1 - dealer - values[1, one, two, three]
                # The last player of this deal was the dealer of the one before, and this dealer was
                # the next.
                for more in range(min(ends.shape[0], maximum - three + 1)):
                    for gained in range(min(ends.shape[1], maximum - one + 1)):
                        weights = ends[more, gained]
                        width = min(int(lengths[more, gained]), maximum - two + 1)
                        first = values[0, three + more, one + gained]
                        second = values[1, three + more, one + gained]
                        for index in range(width):
                            first[two + index] += weights[index] * last
                            second[two + index] += weights[index] * dealer
