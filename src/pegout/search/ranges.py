"""The opponent's range: hands with weights, from the cards kept and the cards played."""

from typing import Any, Final

from pegout.kernel.jit import inlined, jit
from pegout.search.hands import EMPTY, FIRST_FOUR, FIRST_PAIR, first_of, more_of
from pegout.search.history import shares_at
from pegout.search.play import ranks_below
from pegout.search.replies import card_value
from pegout.search.workspace import OF_BELIEFS, OF_CARELESS, ROW, Signs

#: The modelled part of all hands kept, and of all cards played, at random. It is never quite zero,
#: because opponents do make choices that the solution never makes.
_CARELESS_KEPT: Final = 0.1
_CARELESS: Final = 0.15
_HARDLY: Final = 1e-6


@inlined
def signs_of(space: Any) -> Signs:
    """Return the part of a workspace that computes a range."""
    return Signs(
        space.sets, space.heuristic, space.history, space.prior, space.beliefs, space.range
    )


@inlined
def careless_of(facts: Any) -> tuple[float, float]:
    """Return the part of all hands kept at random, and of all cards played at random."""
    if facts.left_out & OF_CARELESS:
        return _HARDLY, _HARDLY
    return _CARELESS_KEPT, _CARELESS


@inlined
def sets_of(size: int) -> int:
    """Return the number of sets of a size."""
    return (13, 91, 455, 1820)[size - 1]


@inlined
def unseen_of(rank: int, seen: int) -> int:
    """Return the number of unseen cards of a rank."""
    bits = seen >> 4 * rank & 15
    return 4 - (bits & 1) - (bits >> 1 & 1) - (bits >> 2 & 1) - (bits >> 3)


@inlined
def unseen_ranks(seen: int) -> int:
    """Return the number of unseen cards of each rank, four bits each."""
    unseen = 0
    for rank in range(13):
        unseen |= unseen_of(rank, seen) << 4 * rank
    return unseen


@inlined
def ways_of(ranks: int, size: int, unseen: int) -> int:
    """Count the hands with a set of ranks, given the unseen cards of each rank."""
    ways, copies, before = 1, 0, -1
    for index in range(size):
        rank = ranks >> 4 * index & 15
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
    """Subtract a hand of ranks from the unseen cards of each rank, four bits each."""
    for index in range(size):
        unseen -= 1 << 4 * (ranks >> 4 * index & 15)
    return unseen


@inlined
def pairs_of(unseen: int, size: int) -> float:
    """Count the pairs of unseen cards outside a hand of some cards."""
    cards = -size
    for rank in range(13):
        cards += unseen >> 4 * rank & 15
    return 0.5 * cards * (cards - 1)


@inlined
def four_of(hand: int, shown: int, history: Any, sets: Any) -> int:
    """Return the set number of a hand together with the cards played from it, among the fours."""
    for step in range(shown):
        hand = more_of(hand, history.rank[step], sets)
    return hand - FIRST_FOUR


@jit
def weigh_history(shown: int, history: Any, heuristic: Any) -> None:
    """Compute the likelihood of each rank before each card that the opponent played."""
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
    """Return the likelihood that an opponent with a hand played exactly the cards that it played.

    A share of the solved play covers all cards of a rank, which are equally likely. A careless
    opponent plays any card that fits.
    """
    chance = 1.0
    for step in range(shown - 1, -1, -1):
        played, count, size = history.rank[step], history.count[step], history.held[step]
        hand = more_of(hand, played, sets)
        ranks, limit = sets.ranks[hand], ranks_below(count)
        fitting, copies, before, total = 0, 0, -1, 0.0
        for index in range(size):
            rank = ranks >> 4 * index & 15
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
                index = 0
                while ranks >> 4 * index & 15 != played:
                    index += 1
                share = shares[index]
        chance *= (1 - careless) * share / copies + careless / fitting
    return chance


@jit
def discarding(at: int, left: int, prior: Any) -> float:
    """Return the probability that two of the cards left are discarded with these four kept."""
    total = 0.0
    for entry in range(prior.starts[at], prior.starts[at + 1]):
        total += prior.shares[entry] * pairs_left(entry, left, prior)
    return total


@inlined
def pairs_left(entry: int, left: int, prior: Any) -> int:
    """Count the pairs of cards left with the ranks of a discard."""
    first, second = int(prior.low[entry]), int(prior.high[entry])
    number = left >> first & 15
    if first == second:
        return number * (number - 1) >> 1
    return number * (left >> second & 15)


@jit
def believe(
    maximum: int,
    facts: Any,
    left: int,
    minimum: int,
    shown: int,
    kept: int,
    signs: Any,
    solved: Any,
) -> int:
    """Compute the opponent's range: hands with weights that sum to 1.

    Args:
        maximum: the largest number of hands; more hands are sampled systematically.

    Returns:
        The number of hands, at the start of the range.
    """
    ranges, weights = signs.range, signs.beliefs.weights
    if left == 0:
        ranges.hand[0], ranges.held[0], ranges.weight[0] = 0, EMPTY, 1.0
        return 1
    unseen = unseen_ranks(facts.seen)
    count_hands(left, minimum, unseen, weights, signs.sets)
    if not facts.left_out & OF_BELIEFS:
        weigh_signs(sets_of(left), facts, left, shown, unseen, kept == 4, signs, solved)
    return take_range(maximum, left, weights, ranges)


@jit
def take_range(maximum: int, left: int, weights: Any, ranges: Any) -> int:
    """Write the hands with a positive weight to the range; return their number.

    Args:
        maximum: the largest number of hands; more hands are sampled systematically.
    """
    first, number = first_of(left), sets_of(left)
    total, many = 0.0, 0
    for at in range(number):
        weight = weights[at]
        if weight > 0:
            total += weight
            many += 1
    taken = 0
    reached, step = 0.0, total / maximum
    mark = 0.5 * step
    for at in range(number):
        weight = weights[at]
        if weight <= 0:
            continue
        if many > maximum:
            reached += weight
            weight = 0.0
            while mark < reached:
                weight += step
                mark += step
        if weight > 0:
            ranges.hand[taken], ranges.held[taken] = taken, first + at
            ranges.weight[taken] = weight / total
            taken += 1
    return taken


@jit
def count_hands(size: int, minimum: int, unseen: int, weights: Any, sets: Any) -> None:
    """Count the hands of unseen cards with each set of ranks."""
    first = first_of(size)
    # Most consecutive sets differ only in their last rank.
    shift = 4 * (size - 1)
    same, before, ways = (1 << shift) - 1, -1, 0
    for at in range(sets_of(size)):
        ranks = sets.ranks[first + at]
        weight = 0.0
        if ranks & 15 >= minimum:
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
    """Weight each set of ranks by the likelihood that it was kept and played as it was.

    The frequency of a kept hand comes from the shipped discards, with every pair of unseen cards as
    the discard.
    """
    sets, history, beliefs = signs.sets, signs.history, signs.beliefs
    weights, first = beliefs.weights, first_of(left)
    weigh_history(shown, history, signs.heuristic)
    base = 1820 * (1 - facts.role)
    kept, played = careless_of(facts)
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
    """Compute the distribution of the opponent's discard over its range, not normalised."""
    sets, prior, beliefs = signs.sets, signs.prior, signs.beliefs
    unseen, opponent_role = unseen_ranks(facts.seen), 1 - facts.role
    by_signs = fours and not facts.left_out & OF_BELIEFS
    for at in range(91):
        ranks = sets.ranks[FIRST_PAIR + at]
        whole = 6 if ranks & 15 == ranks >> 4 & 15 else 16
        beliefs.discarded[at] = 0.0
        if not by_signs:
            rate = prior.rates[91 * opponent_role + at]
            beliefs.discarded[at] = rate * ways_of(ranks, 2, unseen) / whole
    if by_signs:
        kept, _ = careless_of(facts)
        careless = add_discards(1820 * opponent_role, kept, number, left, shown, unseen, signs)
        careless /= pairs_of(unseen, 0)
        for at in range(91):
            beliefs.discarded[at] += careless * ways_of(sets.ranks[FIRST_PAIR + at], 2, unseen)


@jit
def add_discards(
    base: int, kept: float, number: int, left: int, shown: int, unseen: int, signs: Any
) -> float:
    """Add the discards that go with each hand; return the weight of careless discards.

    Args:
        base: the number of the first set of four of the opponent's role.
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
