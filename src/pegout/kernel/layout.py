"""A game as numbers: where everything stands, and what the ways to choose are called.

A game is a row of int64, its fields at these places. A hand is an int of four bytes, its cards in
ascending order and NOTHING behind them; the pile is an int of fifteen ranks of four bits, the
last card lowest, with 15 where there is no card.

Nothing is compiled here, so whoever needs but the places does not wait for numba.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

PHASE: Final = 0
SEAT: Final = 1
DEALER: Final = 2
DEAL: Final = 3
COUNT: Final = 4
PILE: Final = 5
STEPS: Final = 6
BEGIN: Final = 7
STARTER: Final = 8
#: 0 until the play is over, then one more than the hands that were counted, the crib with them.
SHOWN: Final = 9
CRIB: Final = 10
HEELS: Final = 11
SCORES: Final = 12
#: Points of this deal by side: in the play, and all in all.
PLAYED: Final = 15
GAINED: Final = 18
#: By seat: the cards held, the cards kept, the points of the hand.
HANDS: Final = 21
KEPT: Final = 25
HAND: Final = 29
#: The chance of the pack, then that of each seat.
CHANCE: Final = 33
FIELDS: Final = 38

DISCARD: Final = 0
PLAY: Final = 1
OVER: Final = 2

#: Places of the rules, an array of int64.
PLAYERS: Final = 0
SIDES: Final = 1
SIZE: Final = 2
THROWS: Final = 3
FROM_PACK: Final = 4
TARGET: Final = 5
HEELS_POINTS: Final = 6
STACKS: Final = 7
STINKHOLE: Final = 8
LOWBALL: Final = 9
FIVE_CARD: Final = 10

#: Ways to discard, in the order of :data:`pegout.simulation.policies.registry.Discards`; chance is
#: one to play.
RANDOM: Final = 0
BY_HAND: Final = 1
BY_TABLE: Final = 2
BY_SIGHT: Final = 3
BY_WHOLES: Final = 4
BY_NEED: Final = 5
BY_POINTS: Final = 6
BY_STAGES: Final = 7
#: Ways to play, in the order of :data:`pegout.simulation.policies.registry.Play`.
GREEDY: Final = 1
LOOKAHEAD: Final = 2
NOVICE: Final = 3
CASUAL: Final = 4
CLASSIC: Final = 5
CLUB: Final = 6
#: The first of the ways to think, see ``BY_SOLUTION``.
THINKING: Final = 7
#: A way is a number of so many bits; above them stand the parts of thinking that are left out, or
#: how often of sixteen times a beginner overlooks points.
WAY_BITS: Final = 8
WAY_MASK: Final = (1 << WAY_BITS) - 1

NOTHING: Final = 0x7F7F7F7F
NO_PILE: Final = (1 << 60) - 1
#: So much more than three cards at the end of a pile score where those before may change it.
LONGER: Final = 64
#: What a point of the expected reply costs, and what it is worth that nobody can reply; see
#: :mod:`pegout.kernel.heuristic`. Found by the games that they win: against ``greedy`` 56.5 %, and
#: 56.2 % with 1 and 0.
ANSWER: Final = 0.75
GO: Final = 0.75


class Game(NamedTuple):
    """The arrays of a game, or with one more dimension in front those of many.

    Attributes:
        state: int64[FIELDS], the game.
        pack: int8[52], mixed as far as it was needed; the seats' cards first, from seat 0 on.
        dealt: int8[players, 6 or 5], the cards dealt, sorted.
        thrown: int8[players, 1 or 2], the cards laid away.
        laid: int8[4 * players], the cards of the play in order.
        by: int8[4 * players], who laid them.
        points: int8[4 * players], what they scored.
        goes: int8[4 * players], what a go or the last card added.
    """

    state: Any
    pack: Any
    dealt: Any
    thrown: Any
    laid: Any
    by: Any
    points: Any
    goes: Any


class Ground(NamedTuple):
    """What does not change from game to game; see :func:`pegout.simulation.constants.ground`.

    Attributes:
        rules: int64[11], the rules.
        hand_flushes: int64[3], what flushes and nobs are worth in a hand.
        crib_flushes: int64[3], the same in the crib.
        tables: the tables of the show.
        ends: int8[4096], what three cards at the end of a pile score.
        throws: int8[throws, 1 or 2], the places of each throw.
        keeps: int8[throws, 3 or 4], the places of what it keeps.
        cribs: float64[3, 2, 13, 13], the means of the crib.
    """

    rules: Any
    hand_flushes: Any
    crib_flushes: Any
    tables: Any
    ends: Any
    throws: Any
    keeps: Any
    cribs: Any
