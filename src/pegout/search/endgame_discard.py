"""The discard where the game may end in the deal.

The evaluation covers every starter, with the points of the own hand and the score distributions of
the opponent's hand and of the crib with this discard. The play is that of the hand kept against the
solved play, for the goal that wins most often of all pegging goals.

Play for a fixed goal ignores which seat gets there first, and never changes the goal. So the play
of the best discards is searched too, with leaf values averaged over starters. A part of the
difference between the search and the goals, both with the same leaf values, is added to the value
of a discard. It is only a part because the search samples the opponent's hands: the weights of the
two estimates minimise the error of their combination.
"""

from __future__ import annotations

from typing import Any, Final

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.search.best_response import best_response_value
from pegout.search.hands import FIRST_FOUR, FIRST_PAIR, more_of, shows_of
from pegout.search.kept_hand import flush_kept, kept_ranks, points_with, seen_six, take
from pegout.search.leaf_values import before_crib
from pegout.search.play import PlayState
from pegout.search.ranges import believe, signs_of, unseen_ranks, ways_of
from pegout.search.workspace import (
    CRIB_POINTS,
    EQUAL,
    NOTHING,
    OF_CRIB,
    OF_SOLUTION,
    OPPONENT,
    OWN,
    RACED,
    STARTERS,
    TABLE_POINTS,
    Facts,
    Utility,
)
from pegout.tables.goals import GOAL_COUNT, OUTCOMES, PEGGED
from pegout.tables.rank_sets import JACK

__all__ = [
    "DECIDED",
    "begin_race",
    "best_of",
    "better_race",
    "find_late",
    "late_chance",
    "race_discard",
    "race_play",
    "race_utility",
    "race_value",
]

#: The value of a point of a discard beside the win probability. It is less than the error of the
#: win probabilities, so that points decide only where the game is as good as won or lost.
DECIDED: Final = 2e-4
#: The number of discards that are evaluated closely.
_CLOSELY: Final = 8


@inlined
def best_of(values: Any) -> int:
    """Return the discard with the greatest value; the first of equal ones."""
    best, most = 0, NOTHING
    for discard in range(15):
        if values[discard] > most + EQUAL:
            best, most = discard, values[discard]
    return best


@jit
def find_late(facts: Any, space: Any) -> None:
    """Choose the best discards where the game may end in the deal, from the most promising ones.

    The discards to race are written to the workspace with their values, the best first.

    Args:
        facts: the information of the seat.
        space: the workspace with the values of all discards.
    """
    table, endgame = space.discarding, space.endgame
    endgame.number[0] = 0
    for _ in range(_CLOSELY):
        discard = best_of(table.values)
        take(discard, facts.dealt, table, space.sets)
        value = late_chance(facts, space) + DECIDED * table.points[discard]
        put_race(discard, value, endgame)
        table.values[discard] = NOTHING
    effort = space.effort
    if min(facts.need, facts.opponent_need) > effort.race_need:
        endgame.number[0] = 1
    while endgame.values[endgame.number[0] - 1] < endgame.values[0] - effort.race_within:
        endgame.number[0] -= 1


@jit
def put_race(discard: int, value: float, endgame: Any) -> None:
    """Insert a discard into the best by value, if it belongs there, after any equal ones."""
    at = endgame.number[0]
    while at and value > endgame.values[at - 1] + EQUAL:
        at -= 1
    if at == RACED:
        return
    endgame.number[0] = min(RACED, endgame.number[0] + 1)
    for later in range(endgame.number[0] - 1, at, -1):
        endgame.raced[later] = endgame.raced[later - 1]
        endgame.values[later] = endgame.values[later - 1]
        for wins in range(OUTCOMES):
            moved = endgame.race_wins[OUTCOMES * (later - 1) + wins]
            endgame.race_wins[OUTCOMES * later + wins] = moved
    endgame.raced[at], endgame.values[at] = discard, value
    for wins in range(OUTCOMES):
        endgame.race_wins[OUTCOMES * at + wins] = endgame.mean_wins[wins]


@jit
def begin_race(facts: Any, space: Any, solved: Any) -> int:
    """Compute the opponent's range at the start of the play, independent of the own discard.

    Returns:
        The number of hands.
    """
    seen = seen_six(facts.dealt)
    six = Facts(
        facts.role, facts.need, facts.opponent_need, facts.matters, facts.left_out, facts.first,
        facts.second, facts.held, facts.starter, facts.show, seen, 0, facts.seat, facts.dealt,
        facts.played, facts.by,
    )  # fmt: skip
    return believe(space.effort.race_hands, six, 4, 0, 0, 4, signs_of(space), solved)


@jit
def race_play(at: int, facts: Any, space: Any, solved: Any) -> PlayState:
    """Return the start of the play with the hand that one of the best discards keeps."""
    take(space.endgame.raced[at], facts.dealt, space.discarding, space.sets)
    node = 0 if len(solved.offset) and not facts.left_out & OF_SOLUTION else -1
    turn = OPPONENT if facts.role == Role.DEALER else OWN
    return PlayState(
        turn, 0, -1, 0, NO_PILE, kept_ranks(space.discarding), 4, facts.need, facts.opponent_need,
        node,
    )  # fmt: skip


@inlined
def race_utility(at: int) -> Utility:
    """Return the utility for the play of one of the best discards: winning, over all starters."""
    return Utility(0.0, 0.0, 1.0, 0.0, 1, at)


@jit
def race_value(at: int, searched: float, facts: Any, space: Any) -> float:
    """Return the value of a discard that was taken, corrected by the search of its play."""
    endgame = space.endgame
    before: float = endgame.values[at]
    four = space.discarding.four[0]
    goals = aimed(OUTCOMES * at, endgame.race_wins, facts.role, four, endgame.goals)
    believed: float = space.effort.race_believed
    return before + believed * (searched - goals)


@jit
def better_race(
    at: int, searched: float, best: int, most: float, facts: Any, space: Any
) -> tuple[int, float]:
    """Return the better of a discard that was taken and the best so far; the first of equal ones.

    Args:
        at: the place of the discard among the best ones.
        searched: the value of its play.
        best: the best discard so far.
        most: its value.
        facts: the information of the seat.
        space: the workspace.

    Returns:
        The better discard, and its value.
    """
    value = race_value(at, searched, facts, space)
    if value > most + EQUAL:
        return space.endgame.raced[at], value
    return best, most


@jit
def race_discard(facts: Any, space: Any, solved: Any) -> int:
    """Search the play after each of the best discards, and choose; the first of equal ones.

    Interpreted Python may use another search with the same result: it replaces the loop and calls
    the same functions.
    """
    best: int = space.endgame.raced[0]
    if space.endgame.number[0] == 1:
        return best
    number, most = begin_race(facts, space, solved), NOTHING
    for at in range(space.endgame.number[0]):
        play = race_play(at, facts, space, solved)
        searched = best_response_value(play, number, facts, race_utility(at), space, solved)
        best, most = better_race(at, searched, best, most, facts, space)
    return best


@jit
def late_chance(facts: Any, space: Any) -> float:
    """Return the win probability of the discard that was taken, over all starters.

    Starters with the same points for the own hand form one group, with heels separate.
    """
    table, endgame, crib = space.discarding, space.endgame, space.shows.crib
    nobs = space.switches.nobs
    fill_cribs(facts, table, space.sets, space.prior.rates, nobs, endgame)
    count_each_starter(facts.dealt, table, space.sets, nobs)
    hands = 13 * TABLE_POINTS * (1 - facts.role)
    total, starters = 0.0, 0
    for at in range(OUTCOMES):
        endgame.mean_wins[at] = 0.0
    for start in range(52):
        points = table.counted[start]
        if points < 0:
            continue
        for at in range(TABLE_POINTS):
            endgame.hand[at] = 0.0
        for at in range(CRIB_POINTS):
            crib[at] = 0.0
        number, heels = 0, start >> 2 == JACK
        for starter in range(start, 52):
            rank = starter >> 2
            if table.counted[starter] != points or (rank == JACK) != heels:
                continue
            number += 1
            table.counted[starter] = -1
            for at in range(TABLE_POINTS):
                endgame.hand[at] += endgame.hands[hands + TABLE_POINTS * rank + at]
            for at in range(CRIB_POINTS):
                crib[at] += endgame.cribs[CRIB_POINTS * rank + at]
        for at in range(TABLE_POINTS):
            endgame.hand[at] /= number
        for at in range(CRIB_POINTS):
            crib[at] /= number
        total += number * after_cut(points, heels, facts, space)
        if not heels:
            starters += number
            for at in range(OUTCOMES):
                endgame.mean_wins[at] += number * endgame.wins[at]
    for at in range(OUTCOMES):
        endgame.mean_wins[at] /= starters
    return total / STARTERS


@jit
def count_each_starter(dealt: Any, table: Any, sets: Any, nobs: int) -> None:
    """Write the points of the kept hand with each starter; -1 for the cards dealt."""
    seen = seen_six(dealt)
    flush = flush_kept(table)
    for starter in range(52):
        known = seen >> starter & 1
        table.counted[starter] = -1 if known else points_with(starter, flush, table, sets, nobs)


@jit
def fill_cribs(
    facts: Any, table: Any, sets: Any, rates: Any, nobs_points: int, endgame: Any
) -> None:
    """Compute the score distribution of the crib with the discard, by the rank of the starter.

    Suits are averaged: one of four jacks is nobs, and there is no flush.
    """
    cribs = endgame.cribs
    if facts.left_out & OF_CRIB:
        for at in range(13 * CRIB_POINTS):
            cribs[at] = endgame.crib[at % CRIB_POINTS]
        return
    for at in range(13 * CRIB_POINTS):
        cribs[at] = 0.0
    one, other = table.cards[0] >> 2, table.cards[1] >> 2
    own = more_of(1 + one, other, sets)
    jacks = (1 if one == JACK else 0) + (1 if other == JACK else 0)
    total, unseen = 0.0, unseen_ranks(seen_six(facts.dealt))
    for at in range(91):
        ranks = sets.ranks[FIRST_PAIR + at]
        low, high = ranks & 15, ranks >> 4 & 15
        rate = rates[91 * (1 - facts.role) + at]
        weight = rate * ways_of(ranks, 2, unseen) / (6 if low == high else 16)
        if weight <= 0:
            continue
        total += weight
        four = more_of(more_of(own, low, sets), high, sets) - FIRST_FOUR
        nobs = 0.25 * weight * (jacks + (1 if low == JACK else 0) + (1 if high == JACK else 0))
        for rank in range(13):
            place = CRIB_POINTS * rank + shows_of(four, rank, sets)
            cribs[place] += weight
            if nobs > 0 and rank != JACK:
                cribs[place] -= nobs
                cribs[place + nobs_points] += nobs
    for at in range(13 * CRIB_POINTS):
        cribs[at] /= total


@inlined
def heels_points(need: int, switches: Any) -> int:
    """Return the points for heels of a dealer with a need; none in the stinkhole."""
    return 0 if switches.stinkhole and need == 1 else int(switches.heels)


@jit
def after_cut(points: int, heels: bool, facts: Any, space: Any) -> float:
    """Return the win probability after a starter, with the best of all goals.

    Args:
        points: the points of the own hand.
        heels: whether the starter is a jack.
        facts: the information of the seat.
        space: the workspace with the distributions of the opponent's hand and the crib.
    """
    need, opponent_need, role = facts.need, facts.opponent_need, facts.role
    endgame = space.endgame
    if heels and role == Role.DEALER:
        need -= heels_points(need, space.switches)
    elif heels:
        opponent_need -= heels_points(opponent_need, space.switches)
    if need <= 0 or opponent_need <= 0:
        return 1.0 if need <= 0 else 0.0
    space.shows.decision[0] += 1
    for own in range(PEGGED):
        win_row(own, points, role, need, opponent_need, endgame, space.shows)
    return aimed(0, endgame.wins, role, space.discarding.four[0], endgame.goals)


@jit
def aimed(start: int, wins: Any, role: int, four: int, goals: Any) -> float:
    """Return the win probability of the hand that was taken, with the best of all goals.

    Args:
        start: the index of the first win probability by the points pegged.
        wins: these win probabilities.
        role: the own role.
        four: the number of the four ranks kept.
        goals: the pegging distributions of each goal.
    """
    row = (role * 1820 + four) * GOAL_COUNT * OUTCOMES
    best = 0.0
    for _ in range(GOAL_COUNT):
        total = chance = 0.0
        for at in range(OUTCOMES):
            root = goals[row + at]
            if root:
                # The table stores the square roots of probabilities.
                weight = float(root) * float(root)
                total += weight
                chance += weight * wins[start + at]
        best = max(best, chance / total)
        row += OUTCOMES
    return best


@jit
def win_row(
    own: int, points: int, role: int, need: int, opponent_need: int, endgame: Any, shows: Any
) -> None:
    """Write the win probabilities after the play, by the points that the opponent has pegged.

    Args:
        own: the points that the own seat has pegged.
        points: the points of its hand.
        role: its role.
        need: its need before the play.
        opponent_need: the opponent's need before the play.
        endgame: the workspace with the distribution of the opponent's hand.
        shows: the workspace with the distribution of the crib.
    """
    row = own * PEGGED
    if own >= need:
        for pegged in range(PEGGED):
            # Which seat was out first is taken as equally likely.
            endgame.wins[row + pegged] = 0.5 if pegged >= opponent_need else 1.0
        return
    left = need - own - points
    for opponent_left in range(1, opponent_need + 1):
        if left <= 0:
            endgame.ahead[opponent_left] = 1.0
        elif role == Role.DEALER:
            endgame.ahead[opponent_left] = before_crib(left, opponent_left, shows)
        else:
            endgame.ahead[opponent_left] = 1 - before_crib(opponent_left, left, shows)
    for pegged in range(PEGGED):
        chance, opponent_left = 0.0, opponent_need - pegged
        if left <= 0 and role == Role.PONE and opponent_left > 0:
            # The pone counts first.
            chance = 1.0
        else:
            for count in range(min(opponent_left, TABLE_POINTS)):
                chance += endgame.hand[count] * endgame.ahead[opponent_left - count]
        endgame.wins[row + pegged] = chance
