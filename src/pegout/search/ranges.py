"""What the opponent may hold, as a range: hands with weights, from what was kept and played."""

from __future__ import annotations

from typing import Any, Final

from pegout.kernel.jit import inlined, jit
from pegout.search.hands import (
    EMPTY,
    FIRST_FOUR,
    FIRST_PAIR,
    first_of,
    more_of,
)
from pegout.search.history import shares_at
from pegout.search.play import ranks_below
from pegout.search.replies import card_value
from pegout.search.workspace import OF_BELIEFS, OF_CARELESS, ROW, Signs

__all__ = [
    "believe",
    "believe_discards",
    "four_of",
    "signs_of",
    "unseen_of",
    "unseen_ranks",
    "ways_of",
]

#: The part of all hands that is taken to be kept, and of all cards to be played, at random. Without
#: these parts something remains, for whatever the solution never does somebody does.
_CARELESS_KEPT: Final = 0.1
_CARELESS: Final = 0.15
_HARDLY: Final = 1e-6


@inlined
def signs_of(space: Any) -> Signs:
    """Give the part of a workspace that finds a range."""
    return Signs(
        space.sets, space.heuristic, space.history, space.prior, space.beliefs, space.range
    )


@inlined
def unseen_of(rank: int, seen: int) -> int:
    """Give how many cards of a rank were not seen."""
    bits = seen >> 4 * rank & 15
    return 4 - (bits & 1) - (bits >> 1 & 1) - (bits >> 2 & 1) - (bits >> 3)


@inlined
def unseen_ranks(seen: int) -> int:
    """Give how many cards of each rank were not seen, four bits each."""
    unseen = 0
    for rank in range(13):
        unseen |= unseen_of(rank, seen) << 4 * rank
    return unseen


@inlined
def ways_of(ranks: int, size: int, unseen: int) -> int:
    """Count the cards that may make up a set of ranks, of so many of each."""
    ways, copies, before = 1, 0, -1
    for place in range(size):
        rank = ranks >> 4 * place & 15
        number = unseen >> 4 * rank & 15
        if rank != before:
            before, copies = rank, 0
            ways *= number
        else:
            copies += 1
            ways = ways * (number - copies) // (copies + 1)
        if ways <= 0:
            return 0
    return ways


@inlined
def less_held(unseen: int, ranks: int, size: int) -> int:
    """Take a hand of ranks from the cards of each rank that were not seen, four bits each."""
    for place in range(size):
        unseen -= 1 << 4 * (ranks >> 4 * place & 15)
    return unseen


@inlined
def pairs_of(unseen: int, size: int) -> float:
    """Count the pairs of cards that were not seen and are not in a hand of some cards."""
    cards = -size
    for rank in range(13):
        cards += unseen >> 4 * rank & 15
    return 0.5 * cards * (cards - 1)


@inlined
def four_of(hand: int, shown: int, history: Any, sets: Any) -> int:
    """Give the number among the fours of a hand with the cards that were played from it."""
    for step in range(shown):
        hand = more_of(hand, history.rank[step], sets)
    return hand - FIRST_FOUR


@jit
def weigh_history(shown: int, history: Any, heuristic: Any) -> None:
    """Work out how likely the opponent was to play each rank before each of its cards."""
    for step in range(shown):
        pile, count, against = history.pile[step], history.count[step], history.against[step]
        for rank in range(ranks_below(count)):
            value = card_value(rank, count, pile, against, heuristic)
            mark = min(383, max(0, int((value + 12.0) * 16)))
            history.likely[ROW * step + rank] = history.soft[mark]


@jit
def likelihood(
    hand: int, shown: int, careless: float, history: Any, shares: Any, sets: Any, solved: Any
) -> float:
    """Give how likely an opponent who holds a hand played the very cards that it played.

    A share of the solved play is for all cards of a rank together, of which each is as likely as
    the next; a careless opponent plays any card that fits.

    Args:
        hand: the number of the set that it holds now.
        shown: how many cards it has played.
        careless: the part of all cards that is played at random.
        history: these cards.
        shares: float64[4], room.
        sets: the sets of ranks.
        solved: the solved play.
    """
    chance = 1.0
    for step in range(shown - 1, -1, -1):
        played, count, size = history.rank[step], history.count[step], history.held[step]
        hand = more_of(hand, played, sets)
        ranks, limit = sets.ranks[hand], ranks_below(count)
        fitting, copies, before, total = 0, 0, -1, 0.0
        for place in range(size):
            rank = ranks >> 4 * place & 15
            if rank >= limit:
                break
            fitting += 1
            if rank == played:
                copies += 1
            if rank != before:
                total += history.likely[ROW * step + rank]
                before = rank
        share = 1.0
        if copies < fitting:
            share = history.likely[ROW * step + played] / total
            if shares_at(history.node[step], hand, size, count, 0, shares, sets, solved):
                place = 0
                while ranks >> 4 * place & 15 != played:
                    place += 1
                share = shares[place]
        chance *= (1 - careless) * share / copies + careless / fitting
    return chance


@jit
def discarding(at: int, left: int, prior: Any) -> float:
    """Give how likely two of the cards that are left are discarded from beside four cards.

    Args:
        at: the number of the four among the fours, of the dealer 1820 further.
        left: how many cards of each rank are neither seen nor held, four bits each.
        prior: what is discarded.
    """
    total = 0.0
    for entry in range(prior.starts[at], prior.starts[at + 1]):
        total += prior.shares[entry] * pairs_left(entry, left, prior)
    return total


@inlined
def pairs_left(entry: int, left: int, prior: Any) -> int:
    """Count the pairs of cards that are left of the ranks of a discard."""
    first, second = int(prior.low[entry]), int(prior.high[entry])
    number = left >> first & 15
    if first == second:
        return number * (number - 1) >> 1
    return number * (left >> second & 15)


@jit
def believe(
    most: int, facts: Any, left: int, least: int, shown: int, kept: int, signs: Any, solved: Any
) -> int:
    """Find what the opponent may hold: hands, with weights that add up to 1.

    Args:
        most: how many are looked at; of more they are chosen evenly.
        facts: what the seat knows.
        left: how many cards the opponent holds.
        least: the least rank that it can hold.
        shown: how many cards it has played.
        kept: how many cards are kept from those dealt.
        signs: the part of the workspace for it, with these cards in it.
        solved: the solved play.

    Returns:
        How many hands there are, in the first places of the range.
    """
    ranges, sets, weights = signs.range, signs.sets, signs.beliefs.weights
    if left == 0:
        ranges.hand[0], ranges.held[0], ranges.weight[0] = 0, EMPTY, 1.0
        return 1
    first, unseen = first_of(left), unseen_ranks(facts.seen)
    number = (13, 91, 455, 1820)[left - 1]
    count_hands(left, least, unseen, weights, sets)
    if not facts.left_out & OF_BELIEFS:
        weigh_signs(number, facts, left, shown, unseen, kept == 4, signs, solved)
    total, many = 0.0, 0
    for at in range(number):
        weight = weights[at]
        if weight > 0:
            total += weight
            many += 1
    found = 0
    reached, step = 0.0, total / most
    mark = 0.5 * step
    for at in range(number):
        weight = weights[at]
        if weight <= 0:
            continue
        if many > most:
            reached += weight
            weight = 0.0
            while mark < reached:
                weight += step
                mark += step
        if weight > 0:
            ranges.hand[found], ranges.held[found] = found, first + at
            ranges.weight[found] = weight / total
            found += 1
    return found


@jit
def count_hands(size: int, least: int, unseen: int, weights: Any, sets: Any) -> None:
    """Write down for each set of ranks how many hands of it there are in the cards not seen.

    Args:
        size: of how many ranks the sets are.
        least: the least rank that may be in them.
        unseen: how many cards of each rank were not seen, four bits each.
        weights: float64, a place for each set.
        sets: the sets of ranks.
    """
    first = first_of(size)
    # Of sets one behind the other most differ in their last rank only.
    shift = 4 * (size - 1)
    same, before, ways = (1 << shift) - 1, -1, 0
    for at in range((13, 91, 455, 1820)[size - 1]):
        ranks = sets.ranks[first + at]
        weight = 0.0
        if ranks & 15 >= least:
            if ranks & same != before:
                before = ranks & same
                ways = ways_of(ranks, size - 1, unseen)
            if ways:
                last = ranks >> shift & 15
                if last == ranks << 4 >> shift & 15:
                    weight = float(ways_of(ranks, size, unseen))
                else:
                    weight = float(ways * (unseen >> 4 * last & 15))
        weights[at] = weight


@jit
def weigh_signs(
    number: int, facts: Any, left: int, shown: int, unseen: int, fours: bool, signs: Any,
    solved: Any,
) -> None:  # fmt: skip
    """Weigh each set of ranks by how likely it was kept, and the cards played were played from it.

    A hand is kept as often as the shipped discards keep it, with each two cards beside it that were
    not seen.

    Args:
        number: how many sets there are, with their weights in the range.
        facts: what the seat knows.
        left: how many cards the opponent holds.
        shown: how many it has played.
        unseen: how many cards of each rank were not seen, four bits each.
        fours: whether four cards are kept, so that it is known which.
        signs: the part of the workspace for it.
        solved: the solved play.
    """
    sets, history, beliefs = signs.sets, signs.history, signs.beliefs
    weights, first = beliefs.weights, first_of(left)
    weigh_history(shown, history, signs.heuristic)
    base = 1820 * (1 - facts.role)
    kept, played = _CARELESS_KEPT, _CARELESS
    if facts.left_out & OF_CARELESS:
        kept = played = _HARDLY
    anyhow = kept * pairs_of(unseen, left) / 15
    for at in range(number):
        weight = weights[at]
        if weight <= 0:
            continue
        if fours:
            four = four_of(first + at, shown, history, sets)
            rest = less_held(unseen, sets.ranks[first + at], left)
            beliefs.kept[four] = (1 - kept) * discarding(base + four, rest, signs.prior)
            weight *= anyhow + beliefs.kept[four]
        if shown:
            weight *= likelihood(first + at, shown, played, history, beliefs.shares, sets, solved)
        weights[at] = weight


@jit
def believe_discards(
    facts: Any, number: int, left: int, shown: int, fours: bool, signs: Any
) -> None:
    """Find what the opponent has discarded, in proportion, with the hands that it may hold.

    Args:
        facts: what the seat knows.
        number: how many hands :func:`believe` has found.
        left: how many cards the opponent holds.
        shown: how many it has played.
        fours: whether four cards are kept.
        signs: the part of the workspace for it.
    """
    sets, prior, beliefs = signs.sets, signs.prior, signs.beliefs
    unseen, other = unseen_ranks(facts.seen), 1 - facts.role
    by_signs = fours and not facts.left_out & OF_BELIEFS
    for at in range(91):
        ranks = sets.ranks[FIRST_PAIR + at]
        whole = 6 if ranks & 15 == ranks >> 4 & 15 else 16
        beliefs.discarded[at] = 0.0
        if not by_signs:
            rate = prior.rates[91 * other + at]
            beliefs.discarded[at] = rate * ways_of(ranks, 2, unseen) / whole
    if by_signs:
        kept = _HARDLY if facts.left_out & OF_CARELESS else _CARELESS_KEPT
        careless = add_discards(1820 * other, kept, number, left, shown, unseen, signs)
        careless /= pairs_of(unseen, 0)
        for at in range(91):
            beliefs.discarded[at] += careless * ways_of(sets.ranks[FIRST_PAIR + at], 2, unseen)


@jit
def add_discards(
    base: int, kept: float, number: int, left: int, shown: int, unseen: int, signs: Any
) -> float:
    """Add what is discarded beside each hand; give how much was discarded without care.

    Args:
        base: the number of the first four of the opponent's role.
        kept: the part of all hands that is kept without care.
        number: how many hands it may hold.
        left: how many cards they are.
        shown: how many were played from them.
        unseen: how many cards of each rank were not seen, four bits each.
        signs: the part of the workspace for it.
    """
    ranges, sets, history, prior = signs.range, signs.sets, signs.history, signs.prior
    beliefs = signs.beliefs
    careless, anyhow = 0.0, kept * pairs_of(unseen, left) / 15
    if left == 0:
        four = four_of(EMPTY, shown, history, sets)
        beliefs.kept[four] = (1 - kept) * discarding(base + four, unseen, prior)
    for hand in range(number):
        held = ranges.held[hand]
        four = four_of(held, shown, history, sets)
        part = ranges.weight[hand] / (anyhow + beliefs.kept[four])
        careless += part * anyhow
        part *= 1 - kept
        rest = less_held(unseen, sets.ranks[held], left)
        for entry in range(prior.starts[base + four], prior.starts[base + four + 1]):
            low, high = int(prior.low[entry]) >> 2, int(prior.high[entry]) >> 2
            pair = more_of(1 + low, high, sets) - FIRST_PAIR
            number_of = pairs_left(entry, rest, prior)
            beliefs.discarded[pair] += part * prior.shares[entry] * number_of
    return careless
