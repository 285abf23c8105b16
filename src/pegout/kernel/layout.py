"""The array layout of a game, and the numbers of the policies.

A game is a row of int64 with its fields at these positions. A hand is an int of four bytes: its
cards in ascending order, padded as in NOTHING. The pile is an int of fifteen ranks of four bits,
the last card lowest, with 15 for no card.

Nothing is compiled here, so code that needs only the positions does not wait for numba.
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
#: 0 until the play is over, then one more than the number of hands counted, including the crib.
SHOWN: Final = 9
CRIB: Final = 10
HEELS: Final = 11
SCORES: Final = 12
#: Points of this deal by side: in the play, and in total.
PLAYED: Final = 15
GAINED: Final = 18
#: By seat: the cards held, the cards kept, the points of the hand.
HANDS: Final = 21
KEPT: Final = 25
HAND: Final = 29
#: The random stream of the pack, then that of each seat.
CHANCE: Final = 33
FIELDS: Final = 38

DISCARD: Final = 0
PLAY: Final = 1
OVER: Final = 2

#: Discard policies, in the order of :data:`pegout.simulation.policies.policy.DiscardPolicy`;
#: ``RANDOM`` is also a policy for the play.
RANDOM: Final = 0
BY_HAND: Final = 1
BY_TABLE: Final = 2
BY_SIGHT: Final = 3
BY_WHOLES: Final = 4
BY_NEED: Final = 5
BY_POINTS: Final = 6
BY_STAGES: Final = 7
#: Policies for the play, in the order of :data:`pegout.simulation.policies.policy.PlayPolicy`.
GREEDY: Final = 1
LOOKAHEAD: Final = 2
NOVICE: Final = 3
CASUAL: Final = 4
CLASSIC: Final = 5
CLUB: Final = 6
#: The first of the policies that search; see ``BY_SOLUTION``.
SEARCHING: Final = 7
#: The number of a policy has so many bits. The bits above them name the parts of the search that
#: are left out, or say how often out of sixteen times a beginner overlooks points.
POLICY_BITS: Final = 8
POLICY_MASK: Final = (1 << POLICY_BITS) - 1

NOTHING: Final = 0x7F7F7F7F
NO_PILE: Final = (1 << 60) - 1
#: Added to the score of the last three cards of a pile where earlier cards may change it.
LONGER: Final = 64
#: The cost of a point of the expected reply, and the value of a card to which no reply is possible;
#: see :mod:`pegout.kernel.heuristic`. They were chosen by win rate: 56.5 % against ``greedy``,
#: where 1 and 0 win 56.2 %.
ANSWER: Final = 0.75
GO: Final = 0.75


class RuleNumbers(NamedTuple):
    """The rules of a game as numbers; a switch is 0 or 1."""

    players: int
    sides: int
    hand_size: int
    discard_size: int
    from_pack: int
    target: int
    heels_points: int
    stacks: int
    stinkhole: int
    lowball: int
    five_card: int


class Game(NamedTuple):
    """The arrays of a game, or of many games with one more dimension in front.

    Attributes:
        state: int64[FIELDS], the game.
        pack: int8[52], shuffled as far as needed; the seats' cards first, from seat 0 on.
        dealt: int8[players, 6 or 5], the cards dealt, sorted.
        discarded: int8[players, 1 or 2], the discards.
        played: int8[4 * players], the cards of the play in order.
        by: int8[4 * players], the seats that played them.
        points: int8[4 * players], the points that they scored.
        goes: int8[4 * players], the points that a go or the last card added.
    """

    state: Any
    pack: Any
    dealt: Any
    discarded: Any
    played: Any
    by: Any
    points: Any
    goes: Any


class Ground(NamedTuple):
    """The constants of all games; see :func:`pegout.simulation.constants.ground`.

    Attributes:
        rules: the rules.
        hand_flushes: int64[3], the points for flushes and nobs in a hand.
        crib_flushes: int64[3], the same in the crib.
        tables: the score tables of the show.
        ends: int8[4096], the scores of the last three cards of a pile.
        discards: int8[discards, 1 or 2], the positions of each discard.
        keeps: int8[discards, 3 or 4], the positions of the cards that it keeps.
        cribs: float64[3, 2, 13, 13], the mean values of the crib.
    """

    rules: RuleNumbers
    hand_flushes: Any
    crib_flushes: Any
    tables: Any
    ends: Any
    discards: Any
    keeps: Any
    cribs: Any
