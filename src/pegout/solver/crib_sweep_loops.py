"""The discard game: compiled functions of sets of cards, up to a renaming of the suits.

See :mod:`pegout.solver.suit_isomorphism` for the sets, and :mod:`pegout.solver.crib_sweep` for the
use of these sums.

``list_discards`` and ``value_pair`` take each array as an argument, because a compiled loop may
read no globals. ``hands`` is int8[962988, 6], a hand of each class; ``shares`` float32[962988, 15],
the probability of each of its discards, or float32 in the lists that begin at ``starts``, next to
the pairs of ranks. ``up`` and ``down`` are the classes with one card more and less; ``weights`` and
``below`` int8, the number of sets in each class and in each smaller class.
"""

from typing import Any

from pegout.kernel.jit import jit


@jit
def list_discards(
    up: Any, cards: Any, starts: Any, pairs: Any, shares: Any,
    discard_starts: Any, discards: Any, discard_shares: Any,
    card_starts: Any, card_discards: Any, card_ranks: Any, card_shares: Any, scratch: Any,
) -> None:  # fmt: skip
    """List the discards of all hands that contain five given cards, summed over the hands.

    Args:
        up: int32[m, 52], the class of the hand that five cards and one more make, or -1.
        cards: the number of entries that the four results have room for.
        starts: int64[n + 1], the start of each hand class's discards.
        discard_starts: int64[m + 1], the result: the start of the discards of each five cards.
        card_starts: int64[m + 1], like ``discard_starts``, for lists by the rank of the sixth card.
        scratch: float32[91, 13], zeros.
    """
    discard_end = card_end = 0
    for at in range(len(up)):
        discard_starts[at] = discard_end
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
                        discard_starts[len(up)] = -1
                        return
                    card_discards[card_end] = pair
                    card_ranks[card_end] = rank
                    card_end += 1
                scratch[pair, rank] += shares[entry]
        for entry in range(first_of_at, card_end):
            pair, rank = int(card_discards[entry]), int(card_ranks[entry])
            share = scratch[pair, rank]
            card_shares[entry] = share
            scratch[pair, rank] = 0
            known = -1
            for other in range(int(discard_starts[at]), discard_end):
                if int(discards[other]) == pair:
                    known = other
                    break
            if known < 0:
                discards[discard_end] = pair
                discard_shares[discard_end] = share
                discard_end += 1
            else:
                discard_shares[known] += share
    discard_starts[len(up)] = discard_end
    card_starts[len(up)] = card_end


@jit
def sum_discards(
    held: Any, discard_starts: Any, discards: Any, discard_shares: Any,
    card_starts: Any, card_discards: Any, card_ranks: Any, card_shares: Any, scores: Any, out: Any,
) -> None:  # fmt: skip
    """Sum the crib points of one pair over the discards of the hands that contain five cards.

    Args:
        scores: float32[91, 16], the points of the pair with each other pair and starter.
        out: float32[m, 16], the result by the rank of the starter. Column 13 is the sum over all
            cards of the pack that the hand does not contain.
    """
    for at in range(len(held)):
        for column in range(16):
            out[at, column] = 0
        for entry in range(int(discard_starts[at]), int(discard_starts[at + 1])):
            pair, share = int(discards[entry]), discard_shares[entry]
            for column in range(16):
                out[at, column] += share * scores[pair, column]
        total = 0.0
        for column in range(13):
            total += 4 * out[at, column]
        for index in range(5):
            total -= out[at, int(held[at, index])]
        for entry in range(int(card_starts[at]), int(card_starts[at + 1])):
            total -= card_shares[entry] * scores[int(card_discards[entry]), int(card_ranks[entry])]
        out[at, 13] = total


@jit
def sum_supersets(up: Any, larger: Any, divisor: int, out: Any) -> None:
    """Sum over the sets with one card more: ``out[K] = sum(larger[K + card]) / divisor``.

    Each hand is counted once for each of its cards that K lacks; the divisor makes up for that.
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
    """Compute what :func:`sum_supersets` computes, from the subsets of each set.

    Args:
        down: int32[n, size], the classes with one card less, for each class.
    """
    out[:] = 0
    for at in range(len(down)):
        for index in range(down.shape[1]):
            for column in range(out.shape[1]):
                out[int(down[at, index]), column] += larger[at, column] * int(weights[at])
    for at in range(len(out)):
        for column in range(out.shape[1]):
            out[at, column] /= int(below[at]) * divisor


@jit
def fold(down: Any, smaller: Any, divisor: int, sign: int, sums: Any) -> None:
    """Fold the smaller sets' terms of an inclusion and exclusion into the larger sets, in place.

    ``sums[K] = sign * sums[K] + sum(smaller[K without a card]) / divisor``
    """
    for at in range(len(down)):
        for column in range(sums.shape[1]):
            sums[at, column] *= sign
        for index in range(down.shape[1]):
            below = int(down[at, index])
            for column in range(sums.shape[1]):
                sums[at, column] += smaller[below, column] / divisor


@jit
def value_pair(
    pair: int, which: Any, down: Any, held: Any, slots: Any,
    starts: Any, pairs: Any, shares: Any, scores: Any, folded: Any, values: Any,
) -> None:  # fmt: skip
    """Compute the mean of fifteens, pairs and runs in the crib for each hand that discards a pair.

    Args:
        which: int32, the classes of hands that contain it.
        slots: int8[n, 15], the pair of ranks of each discard.
        values: float32[n, 15], the result, for the discards of this pair.
    """
    for number in range(len(which)):
        at = int(which[number])
        value = 0.0
        for below in range(6):
            five = int(down[at, below])
            value += folded[five, 13]
            for index in range(6):
                value -= folded[five, int(held[at, index])]
        # The own hand was subtracted once too often: it is in the sums of its subsets.
        for entry in range(int(starts[at]), int(starts[at + 1])):
            row, share = int(pairs[entry]), shares[entry]
            part = 0.0
            for column in range(13):
                part += 4 * scores[row, column]
            for index in range(6):
                part -= 2 * scores[row, int(held[at, index])]
            value += share * part
        value /= 374672760.0
        for slot in range(15):
            if int(slots[at, slot]) == pair:
                values[at, slot] = value


@jit
def suit_shares(dealt: Any, suit: int, shares: Any) -> tuple[float, float, int]:
    """Return how often a hand discards two of a suit, and its jack; and the hand's cards of it."""
    both = jack = 0.0
    own = discard = 0
    for low in range(6):
        first = int(dealt[low])
        own += 1 if (first & 3) == suit else 0
        for high in range(low + 1, 6):
            share = shares[discard]
            discard += 1
            if share > 0:
                second = int(dealt[high])
                if (first & 3) == suit and (second & 3) == suit:
                    both += share
                if first == 40 + suit or second == 40 + suit:
                    jack += share
    return both, jack, own


@jit
def sum_suits(
    down: Any, weights: Any, below: Any, hand: Any, suit: Any, hands: Any, shares: Any, out: Any
) -> None:
    """Sum what flushes and nobs need over the hands that contain five cards with a marked suit.

    Args:
        down: int32[n, 6], the marked classes of five cards of each marked hand.
        out: float64[m, 4], the result. Column 0 is how often two cards of the suit are discarded,
            times the cards of the suit that the hand leaves in the pack; column 1 is the same
            without that factor. Columns 2 and 3 are the same for the jack of the suit.
    """
    out[:] = 0
    for at in range(len(down)):
        which = int(hand[at])
        both, jack, own = suit_shares(hands[which], int(suit[at]), shares[which])
        if both == 0 and jack == 0:
            continue
        both *= int(weights[at])
        jack *= int(weights[at])
        for index in range(6):
            five = int(down[at, index])
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
    """Add the points of flushes and nobs to the crib values of discards.

    Args:
        flushes: int64[3], as for a crib.
        scratch: float64[2, 4], scratch space: for each suit, the flush points of a discard of that
            suit, and the points of its jack.
    """
    for at in range(start, end):
        nobs = 0.0
        for suit in range(4):
            both, jack, own = suit_shares(hands[at], suit, shares[at])
            both_left, jack_left = both * (13 - own), jack * (13 - own)
            below = int(marked[at, suit])
            for index in range(6):
                five = int(down[below, index])
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
        discard = 0
        for low in range(6):
            first = int(hands[at, low])
            for high in range(low + 1, 6):
                second = int(hands[at, high])
                value = nobs
                if (first & 3) == (second & 3):
                    value += scratch[0, first & 3]
                value /= 374672760.0
                if first >> 2 == 10:
                    value += scratch[1, first & 3]
                if second >> 2 == 10:
                    value += scratch[1, second & 3]
                values[at, discard] += value
                discard += 1
