"""Win probabilities before the play, and the discard that they choose.

Where the game may end in the deal they come from the table of late hands, see
:mod:`pegout.search.late_discard`. Before that they are those of an average play, with the points of
each hand, crib and kept hand.
"""

from typing import Any, Final

from pegout.evaluation.discard_loops import left_of_suits, sum_nobs
from pegout.kernel.jit import inlined, jit
from pegout.kernel.roles import Role
from pegout.search.kept_hand import count_starters, seen_six, take
from pegout.search.late_discard import late_chance
from pegout.search.ranges import unseen_ranks
from pegout.search.workspace import (
    BY_WIN_PROBABILITY,
    EQUAL,
    HAND_POINTS,
    LATE,
    MIN_NEED,
    NEEDS,
    NOTHING,
    OF_CRIB,
    OF_SOLUTION,
    STARTERS,
)

#: The value of a point of a discard beside the win probability. It is less than the error of the
#: win probabilities, so that points decide only where the game is as good as won or lost.
DECIDED: Final = 2e-5
_WIDTH: Final = NEEDS - MIN_NEED


@jit
def stage_row(role: int, need: int, opponent_need: int, slots: int, stages: Any) -> int:
    """Compute the win probability before the play by the points of the own hand.

    Returns:
        The index of the row: the win probabilities with 0 to 30 points, then the increase of each
        with one more point in the crib. The play, the opponent's hand and the crib are those of an
        average deal.
    """
    rows = stages.rows
    key = (role * NEEDS + need) * NEEDS + opponent_need
    slot = key % slots
    row: int = 2 * HAND_POINTS * slot
    if stages.keys[slot] == key + 1:
        return row
    for at in range(2 * HAND_POINTS):
        rows[row + at] = 0.0
    for play in range(len(stages.rates)):
        rate, own, opponent = stages.rates[play], stages.dealer[play], stages.pone[play]
        if role == Role.PONE:
            own, opponent = opponent, own
        if own >= need or opponent >= opponent_need:
            if own >= need:
                # Which seat was out first is taken as equally likely.
                sure = 0.5 * rate if opponent >= opponent_need else rate
                for at in range(2 * HAND_POINTS):
                    rows[row + at] += sure
        elif role == Role.DEALER:
            add_as_dealer(row, rate, need - own, opponent_need - opponent, stages)
        else:
            add_as_pone(row, rate, need - own, opponent_need - opponent, stages)
    for hand in range(HAND_POINTS):
        rows[row + HAND_POINTS + hand] -= rows[row + hand]
    stages.keys[slot] = key + 1
    return row


@inlined
def add_as_dealer(row: int, rate: float, need: int, opponent_need: int, stages: Any) -> None:
    """Add the dealer's win probabilities after the play, by its hand, times a rate."""
    at = _WIDTH * opponent_need + need - MIN_NEED
    for hand in range(HAND_POINTS):
        stages.rows[row + hand] += rate * stages.before_pone[at - hand]
        stages.rows[row + HAND_POINTS + hand] += rate * stages.better_pone[at - hand]


@inlined
def add_as_pone(row: int, rate: float, need: int, opponent_need: int, stages: Any) -> None:
    """Add the pone's win probabilities after the play, by its hand, times a rate."""
    for hand in range(HAND_POINTS):
        if hand >= need:
            stages.rows[row + hand] += rate
            stages.rows[row + HAND_POINTS + hand] += rate
        else:
            at = NEEDS * (need - hand) + opponent_need
            stages.rows[row + hand] += rate * (1 - stages.before_dealer[at])
            stages.rows[row + HAND_POINTS + hand] += rate * (1 - stages.better_dealer[at])


@inlined
def choose_discard(policy: int, facts: Any, space: Any) -> int:
    """Choose a discard of two from six by points or win probability: the first of equal ones."""
    value_discards(policy == BY_WIN_PROBABILITY and facts.score_matters != 0, facts, space)
    best, maximum = 0, NOTHING
    for discard in range(15):
        if space.discarding.values[discard] > maximum + EQUAL:
            best, maximum = discard, space.discarding.values[discard]
    return best


@inlined
def ends_in_deal(facts: Any, switches: Any) -> bool:
    """Return whether the game may end in the deal, and the table of late hands is known."""
    known = switches.late and not facts.left_out & OF_SOLUTION
    return bool(known and max(facts.need, facts.opponent_need) <= LATE)


@jit
def value_discards(score_matters: bool, facts: Any, space: Any) -> None:
    """Write the value of each discard, and its value in points, to the workspace.

    The points of a discard are those of the hand with every starter, the expected crib and the
    expected pegging.
    """
    table, role, nobs = space.discarding, facts.role, space.switches.nobs
    need, opponent_need = min(facts.need, NEEDS - 1), min(facts.opponent_need, NEEDS - 1)
    pegging = space.switches.pegs != 0 and not facts.left_out & OF_SOLUTION
    late = score_matters and ends_in_deal(facts, space.switches)
    row = nearer = worse = 0
    slots, stages = space.switches.slots, space.stages
    if score_matters and not late:
        row = stage_row(role, need, opponent_need, slots, stages)
        if pegging:
            nearer = stage_row(role, max(1, need - 1), opponent_need, slots, stages)
            worse = stage_row(role, need, max(1, opponent_need - 1), slots, stages)
    seen = seen_six(facts.dealt)
    unseen, nobs_sums = unseen_ranks(seen), sum_nobs_of_six(facts.dealt, nobs)
    for discard in range(15):
        take(discard, facts.dealt, table, space.sets)
        counted = count_starters(seen, unseen, table, space.sets, nobs)
        better = value_points(discard, counted, nobs_sums, pegging, facts, table, space.switches)
        table.values[discard], chance = table.points[discard], 0.0
        if late:
            chance = late_chance(unseen, facts, table, space.sets, space.late, space.switches)
        elif score_matters:
            chance = stage_chance(
                better, row, nearer, worse, pegging, facts, table, space.stages.rows
            )
        if score_matters:
            # Points break ties between discards with equal win probability.
            table.values[discard] *= DECIDED
            table.values[discard] += min(max(chance, 0.0), 1.0)


@jit
def value_wins(facts: Any, space: Any) -> None:
    """Write the win probability of each discard, and its value in points, to the workspace."""
    table = space.discarding
    value_discards(True, facts, space)
    for discard in range(15):
        table.values[discard] -= DECIDED * table.points[discard]


@jit
def value_points(
    discard: int, counted: int, nobs_sums: int, pegging: bool, facts: Any, table: Any, switches: Any
) -> float:
    """Write a discard's value in points; return its expected crib less an average crib."""
    role = facts.role
    average: float = table.crib_mean[role]
    crib = average
    if not facts.left_out & OF_CRIB:
        crib = crib_worth(role, discard, nobs_sums, table)
    pegs = table.peg_mean[role]
    if pegging:
        pegs = table.pegs[1820 * role + table.four[0]]
    total = counted / STARTERS + pegs + (crib if role == Role.DEALER else -crib)
    table.points[discard] = switches.point * total
    return crib - average


@jit
def stage_chance(
    better: float,
    row: int,
    nearer: int,
    worse: int,
    pegging: bool,
    facts: Any,
    table: Any,
    rows: Any,
) -> float:
    """Return the win probability of a discard that was counted, by :func:`value_points`."""
    role = facts.role
    total = slopes = 0.0
    for points in range(HAND_POINTS):
        number = table.starters[points]
        if number == 0:
            continue
        chance = rows[row + points] + better * rows[row + HAND_POINTS + points]
        # No crib makes up for hands that are counted before it.
        total += number * min(max(chance, 0.0), rows[row + HAND_POINTS - 1])
        if pegging:
            up = rows[nearer + points] if facts.need > 1 else 1.0
            if facts.opponent_need > 1:
                slopes += 0.5 * number * (up - rows[worse + points])
            else:
                slopes += number * (up - rows[row + points])
    if pegging:
        pegs = table.pegs[1820 * role + table.four[0]] - table.peg_mean[role]
        total += pegs * slopes
    return total / STARTERS


@inlined
def sum_nobs_of_six(dealt: Any, nobs: int) -> int:
    """Sum nobs over all starters; see :func:`pegout.evaluation.discard_loops.sum_nobs`."""
    cards = 0
    for index in range(6):
        cards |= int(dealt[index]) << 8 * index
    return sum_nobs(cards, 6, left_of_suits(cards, 6), nobs)


@inlined
def crib_worth(role: int, discard: int, nobs_sums: int, table: Any) -> float:
    """Return the expected crib of the discard taken: from the table, plus nobs of the discard."""
    first, second = table.cards[0], table.cards[1]
    same = 1 if (first ^ second) & 3 == 0 else 0
    worth: float = table.cribs[(2 * role + same) * 169 + (first >> 2) * 13 + (second >> 2)]
    here, there = table.positions[2 * discard], table.positions[2 * discard + 1]
    nobs_sum: int = (nobs_sums >> 8 * here & 0xFF) + (nobs_sums >> 8 * there & 0xFF)
    return worth + nobs_sum / STARTERS
