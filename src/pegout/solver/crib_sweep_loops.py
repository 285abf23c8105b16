"""The discard game: functions of sets of cards, up to a renaming of the suits.

See :mod:`pegout.solver.suit_isomorphism` for the sets, and :mod:`pegout.solver.crib_sweep` for what
is made of these sums.

``list_throws`` and ``value_pair`` take their arrays one each, because nothing that a loop reads may
be a global.
"""

from __future__ import annotations

from typing import Any

from pegout.kernel.jit import jit


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
