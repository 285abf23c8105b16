"""The value of played deals, with the starter that was cut and with all others."""

from typing import Any

from pegout.kernel.deal_steps import show_hand
from pegout.kernel.jit import jit
from pegout.kernel.rng import draw, seed_stream
from pegout.kernel.show import show_of_four
from pegout.simulation.game_loops import row_of

#: The number of cards dealt to two players; the starter is the next card of the pack.
_DEALT = 12
_JACK = 10


@jit
def copy_deals(states: Any, packs: Any, seed: int, numbers: Any, into: Any) -> None:
    """Copy deals with another starter, to be dealt again from the same packs.

    The starter is drawn from all cards that were not dealt, including the one that was cut. The
    seats have the random streams that they had before the deal, so random decisions repeat.
    """
    for at in range(len(states)):
        into.state[at] = states[at]
        into.state[at].chance[0] = 0
        pack = into.pack[at]
        for card in range(52):
            pack[card] = packs[at, card]
        _, offset = draw(seed_stream(seed, int(numbers[at])), 52 - _DEALT)
        card = pack[_DEALT + offset]
        pack[_DEALT + offset] = pack[_DEALT]
        pack[_DEALT] = card


@jit
def value_deals(
    games: Any, needs: Any, start: Any, ground: Any, steps: Any, values: Any, means: Any
) -> None:
    """Evaluate deals that were played to the end, with every possible starter.

    Args:
        start: float64[2, 122, 122], the win probability of seat 0 at the start of the next deal, by
            its dealer and by the needs of seat 0 and seat 1.
        values: float64[n, 52], the win probability of seat 0, by the starter.
        means: float64[n], its mean over the starters.
    """
    for at in range(len(needs)):
        game = row_of(games, at)
        for heels in range(2):
            _after_play(game, needs[at], heels * ground.rules.heels_points, steps, 3 * heels)
        total, number = 0.0, 0
        for starter in range(52):
            values[at, starter] = 0.0
        for index in range(_DEALT, 52):
            starter = int(game.pack[index])
            value = _with_starter(game, starter, start, ground, steps)
            values[at, starter] = value
            total += value
            number += 1
        means[at] = total / number


@jit
def _after_play(game: Any, needs: Any, heels: int, steps: Any, index: int) -> None:
    """Write both seats' needs after the play, and the winner if there is one, else 2."""
    left0, left1 = int(needs[0]), int(needs[1])
    if int(game.state[0].dealer) == 0:
        left0 -= heels
    else:
        left1 -= heels
    step = 0
    while left0 > 0 and left1 > 0 and step < int(game.state[0].steps):
        points = int(game.points[step]) + int(game.goes[step])
        if int(game.by[step]) == 0:
            left0 -= points
        else:
            left1 -= points
        step += 1
    steps[index], steps[index + 1] = left0, left1
    steps[index + 2] = 0 if left0 <= 0 else 1 if left1 <= 0 else 2


@jit
def _with_starter(game: Any, starter: int, start: Any, ground: Any, steps: Any) -> float:
    """Return the win probability of seat 0 with a starter."""
    index = 3 if starter >> 2 == _JACK else 0
    left0, left1, winner = int(steps[index]), int(steps[index + 1]), int(steps[index + 2])
    if winner < 2:
        return 1.0 - winner
    state, tables = game.state[0], ground.tables
    dealer = int(state.dealer)
    for turn in range(3):
        seat = 1 - dealer if turn == 0 else dealer
        if turn < 2:
            points = show_hand(int(state.kept[seat]), starter, ground.hand_flushes, tables)
        else:
            points = show_of_four(
                int(game.discarded[0, 0]), int(game.discarded[0, 1]), int(game.discarded[1, 0]),
                int(game.discarded[1, 1]), starter, ground.crib_flushes, tables,
            )  # fmt: skip
        if seat == 0:
            left0 -= points
            if left0 <= 0:
                return 1.0
        else:
            left1 -= points
            if left1 <= 0:
                return 0.0
    value: float = start[1 - dealer, left0, left1]
    return value
