"""The array layout of a game, and the numbers of the policies.

The state of a game has named fields (:class:`GameState`): it is a Python object where Python
interprets the loops, and a record of a NumPy array in compiled loops. A hand is an int of four
bytes: its cards in ascending order, padded as in NOTHING. The pile is an int of fifteen ranks of
four bits, the last card lowest, with 15 for no card.

Nothing is compiled here, so code that needs only the names does not wait for numba.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

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


@dataclass(slots=True)
class GameState:
    """The state of a game, for loops that Python interprets."""

    phase: int = 0  # ``DISCARD``, ``PLAY`` or ``OVER``
    seat: int = 0  # the seat on turn
    dealer: int = 0
    deal: int = 0  # the number of the deal
    count: int = 0
    pile: int = 0  # the pile of this count
    steps: int = 0  # the number of cards played
    begin: int = 0  # the number of cards played before this count
    starter: int = 0  # the starter, 52 before the cut
    # 0 until the play is over, then one more than the number of hands counted, including the crib.
    shown: int = 0
    crib: int = 0  # the points of the crib
    heels: int = 0  # the points for heels
    scores: list[int] = field(default_factory=lambda: [0] * 4)  # the score of each side
    # The points of each side in the play of this deal.
    pegged: list[int] = field(default_factory=lambda: [0] * 4)
    # The points of each side in this deal.
    gained: list[int] = field(default_factory=lambda: [0] * 4)
    hands: list[int] = field(default_factory=lambda: [0] * 4)  # the cards that each seat holds
    kept: list[int] = field(default_factory=lambda: [0] * 4)  # the cards that each seat has kept
    points: list[int] = field(default_factory=lambda: [0] * 4)  # the points of each seat's hand
    # The random stream of the pack, then that of each seat.
    chance: list[int] = field(default_factory=lambda: [0] * 5)

    def copy(self) -> GameState:
        """Return a copy, which changes on its own."""
        values = [getattr(self, name) for name in self.__slots__]
        copied: list[Any] = [value[:] if isinstance(value, list) else value for value in values]
        return GameState(*copied)


class RuleNumbers(NamedTuple):
    """The rules of a game as numbers; a switch is 0 or 1."""

    players: int
    sides: int
    hand_size: int
    discard_size: int
    from_pack: int
    target: int
    start_scores: tuple[int, int, int, int]
    heels_points: int
    stacks: int
    stinkhole: int
    lowball: int
    five_card: int


class Game(NamedTuple):
    """The arrays of a game, or of many games with one more dimension in front."""

    state: Any  # a ``GameState``, or a record with its fields, as the only entry
    pack: Any  # int8[52], shuffled as far as needed; the seats' cards first, from seat 0 on
    dealt: Any  # int8[players, 6 or 5], the cards dealt, sorted
    discarded: Any  # int8[players, 1 or 2], the discards
    played: Any  # int8[4 * players], the cards of the play in order
    by: Any  # int8[4 * players], the seats that played them
    points: Any  # int8[4 * players], the points that they scored
    goes: Any  # int8[4 * players], the points that a go or the last card added


class Ground(NamedTuple):
    """The constants of all games; see :func:`pegout.simulation.constants.ground`."""

    rules: RuleNumbers
    hand_flushes: Any  # int64[3], the points for flushes and nobs in a hand
    crib_flushes: Any  # int64[3], the same in the crib
    tables: Any  # the score tables of the show
    ends: Any  # int8[4096], the scores of the last three cards of a pile
    discards: Any  # int8[discards, 1 or 2], the positions of each discard
    keeps: Any  # int8[discards, 3 or 4], the positions of the cards that it keeps
    cribs: Any  # float64[3, 2, 13, 13], the mean values of the crib
