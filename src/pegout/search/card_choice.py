"""The choice of a card, by the solved play or by the best response to the opponent's range.

Interpreted Python may use another search with the same result, so the choice has three parts.
"""

from typing import Any, Final, NamedTuple

from pegout.kernel.jit import inlined, jit
from pegout.kernel.layout import NO_PILE
from pegout.kernel.pegging import pile_score
from pegout.search import workspace
from pegout.search.best_response import best_response_value, utility_gain
from pegout.search.hands import EMPTY, held_size, more_of
from pegout.search.history import replay, shares_at
from pegout.search.leaf_values import fill_crib, fill_show
from pegout.search.play import next_index, play_rank, won_or_lost
from pegout.search.ranges import believe, believe_discards, signs_of

#: The value of a point, which breaks ties between equal win probabilities.
POINT_TIE_BREAK: Final = 1e-6
#: The value of reaching the last hole where points are maximised.
_OUT: Final = 60.0

#: The utility where the score matters: the win probability.
WINNING: Final = workspace.Utility(0.0, 0.0, 1.0, 0.0, 1)
#: The utility of points alone, whatever the score.
PEGGING: Final = workspace.Utility(1.0, -1.0, 0.0, 0.0, 0)


class Task(NamedTuple):
    """A decision, ready for the search."""

    play: Any  # the state of the play; the own seat is to act
    # The number of the opponent's hands in the search; 0 where the solved play decides, whose
    # shares are then in the workspace.
    number: int
    utility: Any  # the utility to maximise


class Situation(NamedTuple):
    """A decision before the opponent's range is computed."""

    play: Any  # the state of the play; the own seat is to act
    lowest: int  # the lowest rank that the opponent can have
    shown: int  # the number of cards that it has played
    maximum: int  # the largest number of its hands to search; 0 where the solved play decides
    utility: Any  # the utility to maximise


@inlined
def choose_rank(policy: int, facts: Any, space: Any, solved: Any) -> int:
    """Choose a rank, or -1 where it is to be drawn by the solved shares in the workspace."""
    task = begin(policy, facts, space, solved)
    if task.number == 0:
        return -1
    weigh(task, facts, space, solved)
    return settle(task, space, solved)


@inlined
def own_shares(play: Any, space: Any, solved: Any) -> bool:
    """Write the solved strategy of the own hand to the workspace; return whether it is known."""
    hand, size = EMPTY, held_size(play.own)
    for index in range(size):
        hand = more_of(hand, play.own >> 4 * index & 15, space.sets)
    return shares_at(
        play.node, hand, size, play.reached, 0, space.choice.shares, space.sets, solved
    )


@inlined
def begin(policy: int, facts: Any, space: Any, solved: Any) -> Task:
    """Replay the play, and compute the opponent's range and the distributions of the shows."""
    return with_range(situation(policy, facts, space, solved), facts, space, solved)


@inlined
def situation(policy: int, facts: Any, space: Any, solved: Any) -> Situation:
    """Replay the play, and choose the utility; see :func:`begin`."""
    play, minimum, shown = replay(facts, space.switches.kept, signs_of(space), solved)
    point = space.switches.point
    points = workspace.Utility(point, -point, _OUT * point, -_OUT * point, 0)
    winning = policy == workspace.BY_WIN_PROBABILITY and facts.score_matters != 0
    mixes = policy != workspace.BY_SEARCH and not winning
    if mixes and own_shares(play, space, solved):
        return Situation(play, minimum, shown, 0, points)
    row = held_size(play.own)
    if not winning:
        return Situation(play, minimum, shown, space.effort.hands[row], points)
    row += 10 if max(facts.need, facts.opponent_need) <= workspace.LATE else 5
    return Situation(play, minimum, shown, space.effort.hands[row], WINNING)


@inlined
def with_range(here: Any, facts: Any, space: Any, solved: Any) -> Task:
    """Compute the opponent's range, and the distributions of the shows where they matter."""
    if here.maximum == 0:
        return Task(here.play, 0, here.utility)
    left, shown, kept = here.play.left, here.shown, space.switches.kept
    number = believe(here.maximum, facts, left, here.lowest, shown, kept, signs_of(space), solved)
    if here.utility.shows:
        fill_distributions(facts, number, left, shown, space)
    return Task(here.play, number, here.utility)


@jit
def fill_distributions(facts: Any, number: int, left: int, shown: int, space: Any) -> None:
    """Compute the distributions of the shows, for the win probabilities after the play."""
    fill_hand_distributions(facts, number, left, shown, space)
    believe_discards(facts, number, left, shown, space.switches.kept == 4, signs_of(space))
    fill_crib_distribution(facts, space)


@inlined
def fill_hand_distributions(facts: Any, number: int, left: int, shown: int, space: Any) -> None:
    """Compute the distributions of the opponent's hands: the first half of the shows."""
    signs, shows = signs_of(space), space.shows
    shows.decision[0] += 1
    fill_show(facts, number, left, shown, space.switches.nobs, signs, shows)


@inlined
def fill_crib_distribution(facts: Any, space: Any) -> None:
    """Compute the distribution of the crib from the opponent's discards: the second half."""
    fill_crib(facts, space.beliefs.discarded, space.switches, space.sets, space.shows.crib)


@inlined
def is_choice(play: Any, index: int) -> bool:
    """Return whether a card of the own hand fits and differs in rank from the one before it."""
    return next_index(play.own, index, play.reached) == index


@jit
def weigh(task: Any, facts: Any, space: Any, solved: Any) -> None:
    """Search each card that fits, and write its value by position in the hand."""
    play, utility, values = task.play, task.utility, space.choice.values
    for index in range(4):
        values[index] = 0.0
        if not is_choice(play, index):
            continue
        after = play_rank(play, play.own >> 4 * index & 15, space.heuristic.ends, solved)
        value = utility_gain(play, after, utility)
        if not won_or_lost(after):
            value += best_response_value(after, task.number, facts, utility, space, solved)
        values[index] = value


@inlined
def points_of(play: Any, index: int, ends: Any) -> int:
    """Return the points that a card of the own hand scores now."""
    rank = play.own >> 4 * index & 15
    return pile_score((play.pile << 4 | rank) & NO_PILE, play.reached + min(rank + 1, 10), ends)


@jit
def settle(task: Any, space: Any, solved: Any) -> int:
    """Choose by the values of the cards; return the result of :func:`choose_rank`."""
    play, values, winning = task.play, space.choice.values, task.utility.shows
    best: int = play.own & 15
    maximum = workspace.NOTHING
    for index in range(4):
        if is_choice(play, index):
            value = values[index]
            # Ties go to the card that scores now, then to the highest, despite rounding of sums.
            if winning:
                value += POINT_TIE_BREAK * points_of(play, index, space.heuristic.ends)
            if value >= maximum - workspace.EQUAL:
                best, maximum = play.own >> 4 * index & 15, value
    if winning and keep_close(play, maximum, space, solved):
        return -1
    return best


@inlined
def keep_close(play: Any, maximum: float, space: Any, solved: Any) -> bool:
    """Restrict the solved strategy to the ranks close to the best; return whether any remain.

    The solved strategy is safer against an opponent who deviates from the model, so it decides
    between win probabilities that differ by less than the error of the search.
    """
    values, shares = space.choice.values, space.choice.shares
    if not own_shares(play, space, solved):
        return False
    total, slack = 0.0, workspace.FIRST_SLACK if held_size(play.own) == 4 else workspace.SLACK
    for index in range(4):
        if values[index] < maximum - slack:
            shares[index] = 0.0
        total += shares[index]
    if total == 0:
        return False
    for index in range(4):
        shares[index] /= total
    return True


@jit
def draw_rank(ranks: int, chance: float, shares: Any) -> int:
    """Draw a rank of a hand by the shares of its positions, with a random number from 0 to 1."""
    rank: int = ranks & 15
    for index in range(4):
        share = shares[index]
        if share > 0:
            rank = ranks >> 4 * index & 15
            if chance < share:
                return rank
            chance -= share
    return rank
