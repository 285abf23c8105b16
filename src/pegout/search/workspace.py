"""The workspace of the search between two: its position, its tables and its room to work.

It is two flat arrays, one of ints and one of floats, with these places. They may be lists where
nothing is compiled, so nothing in the search needs ``int`` around what it reads from them. A hand
is an int of four ranks of four bits, in ascending order from the lowest bits on, with 15 behind
them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

# Places of the ints.

#: Whether the own seat deals; its hand now; what its four cards count with the starter; what it and
#: the other need; the starter; the own throw; the cards seen, a bit for each; the cards laid.
DEALS: Final = 0
HELD: Final = 1
SHOW: Final = 2
NEED: Final = 3
OTHER_NEED: Final = 4
CUT: Final = 5
THROWN: Final = 6
SEEN: Final = 8
CARDS_LAID: Final = 9
#: Whether the winning chances are wanted; then what the rules say; how many cards were kept.
CHANCES: Final = 10
STACKED: Final = 11
STINKS: Final = 12
ONE_COUNT: Final = 13
KEPT_SIZE: Final = 14
NOBS: Final = 15
CRIB_FOUR: Final = 16
CRIB_FIVE: Final = 17
#: What follows from the cards laid: the node of the solved play, the pile, the count, the least
#: rank of the other's cards, how many they are, who has laid last, and whether the other said go.
NODE: Final = 18
PILE_NOW: Final = 19
COUNT_NOW: Final = 20
LEAST: Final = 21
LEFT: Final = 22
LAST: Final = 23
SILENT: Final = 24
#: How many hands of the other are looked at; the number of this thought; how many stages are kept.
NUMBER: Final = 25
THOUGHT: Final = 26
SLOTS: Final = 27
PLAYS: Final = 28
PEGGING: Final = 29
#: Whether the search goes by winning chances, or by points; how many own choices it searches.
WINNING: Final = 30
FREE: Final = 31
#: The score matters when a side needs no more than this.
NEAR: Final = 40
#: The six cards dealt; the cards laid, and whether the other laid them.
SIX: Final = 41
#: What is left out to see what it is worth: a bit for each of the parts below.
WITHOUT: Final = 47
CARD_LAID: Final = 48
LAID_BY: Final = 56
#: For each card of the other: its rank, the node, the ranks that fitted, the other ranks laid.
HISTORY: Final = 64
FRAMES: Final = 96
STACK_AT: Final = 512
HAND_AT: Final = 928
#: Hands that can be followed at the same time, and room for them however they are parted.
HANDS_AT_ONCE: Final = 1820
ROOM: Final = 44 * HANDS_AT_ONCE
REST_AT: Final = HAND_AT + ROOM
PICK_AT: Final = REST_AT + ROOM
#: The points of the other's hands, and whether a jack is among the cards not seen.
POINTS_OF: Final = PICK_AT + ROOM
JACK_OF: Final = POINTS_OF + HANDS_AT_ONCE
ANSWER_KEYS: Final = JACK_OF + HANDS_AT_ONCE
ANSWERED: Final = 8192
STAMPS: Final = ANSWER_KEYS + ANSWERED
#: Tables: sets of one to four ranks, their numbers, what fours show, how points are pegged.
SETS: Final = STAMPS + 128 * 128
TWO_OF: Final = SETS + 13 + 91 + 455 + 1820
THREE_OF: Final = TWO_OF + 169
FOUR_OF: Final = THREE_OF + 2197
SHOW_FOUR: Final = FOUR_OF + 8281
PLAY_DEALER: Final = SHOW_FOUR + 23660
PLAY_PONE: Final = PLAY_DEALER + 1024
#: What a hand may count: up to 29, or 30 where nobs is worth two.
HAND_POINTS: Final = 31
#: The places of the cards that each throw from six throws, and of those that it keeps.
THROWN_AT: Final = PLAY_PONE + 1024
KEPT_AT: Final = THROWN_AT + 2 * 15
#: A throw that is looked at: its cards stand at ``THROWN``, here what it keeps, the number of the
#: ranks of that, and with how many starters it counts how many points; where the game may end in
#: the deal also what it counts with each starter, or -1.
KEPT_CARDS: Final = KEPT_AT + 4 * 15
KEPT_SET: Final = KEPT_CARDS + 4
STARTERS: Final = KEPT_SET + 1
COUNTED: Final = STARTERS + HAND_POINTS
#: Whether it is known what is pegged for each goal.
AIMS: Final = COUNTED + 52
#: By how many cards the own seat holds: how many hands are looked at, and how many of the own
#: choices are searched before the rest is played by looking ahead; five places further the same
#: where the game may end in the deal.
MOST_HANDS: Final = AIMS + 1
OWN_CHOICES: Final = MOST_HANDS + 10
#: The play of so many discards is searched, against so many hands of the other: which those are,
#: and how many; which of them is searched now, or -1 where a card is chosen.
RACED: Final = 3
RACED_HANDS: Final = 455
RACES: Final = OWN_CHOICES + 10
RACE_NUMBER: Final = RACES + RACED
RACE: Final = RACE_NUMBER + 1
ROW_KEYS: Final = RACE + 1

#: What a point is worth between chances of winning that are equal.
PEBBLE: Final = 1e-6
#: What a point is worth to a throw beside the chance of winning: less than the chances are known
#: to, so that whoever has as good as won or lost throws as at any other score.
DECIDED: Final = 2e-4

# Places of the floats.

#: The worth of a point and of pegging out to the search; the means of crib and pegging.
OWN_POINT: Final = 0
OTHER_POINT: Final = 1
OWN_OUT: Final = 2
OTHER_OUT: Final = 3
CRIB_MEAN: Final = 4
PEG_MEAN: Final = 6
FITTING: Final = 8
MEANS: Final = 24
CRIB_AT: Final = 40
EXPECTED: Final = 80
#: Within how much of the best chance of winning the solved play decides; what a point is worth.
SLACK: Final = 90
POINT: Final = 91
VALUES_OF: Final = 96
FRAME_SUMS: Final = 112
LIKINGS: Final = 512
SOFT: Final = 928
LIKELY: Final = 1312
STACK_SUMS: Final = 1376
WEIGHT_AT: Final = 1480
SHARE_AT: Final = WEIGHT_AT + ROOM
EXTRA_OF: Final = SHARE_AT + 4 * ROOM + 8
SET_WEIGHTS: Final = EXTRA_OF + 4 * HANDS_AT_ONCE
ANSWERS: Final = SET_WEIGHTS + 1820
CRIB_MEMO: Final = ANSWERS + ANSWERED
THROWS_MADE: Final = CRIB_MEMO + 128 * 128
PEGS: Final = THROWS_MADE + 182
CRIBS: Final = PEGS + 3640
START_OF: Final = CRIBS + 676
#: Chances before the pone's hand and before the dealer's, as they are and with a better crib.
BEFORE_PONE: Final = START_OF + 122 * 122
BETTER_PONE: Final = BEFORE_PONE + 122 * 152
BEFORE_DEALER: Final = BETTER_PONE + 122 * 152
BETTER_DEALER: Final = BEFORE_DEALER + 122 * 122
PLAY_RATES: Final = BETTER_DEALER + 122 * 122
#: The other's hand by its role and the rank of the starter, an average crib, and the crib by the
#: rank of the starter; then the hand behind some starters, chances, and what throws are worth.
HANDS_BY: Final = PLAY_RATES + 1024
CRIB_RATES: Final = HANDS_BY + 2 * 13 * 30
CRIBS_BY: Final = CRIB_RATES + 40
OTHER_HAND: Final = CRIBS_BY + 13 * 40
AHEAD: Final = OTHER_HAND + 30
WINS: Final = AHEAD + 122
THROW_VALUES: Final = WINS + 144
THROW_POINTS: Final = THROW_VALUES + 15
#: What the discards are worth whose play is searched; the chances of winning behind the play over
#: all starters but heels, of the discard looked at and of these, by what both have pegged.
RACE_VALUES: Final = THROW_POINTS + 15
MEAN_WINS: Final = RACE_VALUES + RACED
RACE_WINS: Final = MEAN_WINS + 144
#: How likely each four ranks are kept, but for carelessness, where they were weighed; how likely
#: the other has discarded each two, in proportion.
SET_KEPT: Final = RACE_WINS + RACED * 144
DISCARDED: Final = SET_KEPT + 1820
ROWS: Final = DISCARDED + 91

#: What a seat pegs when it plays for a goal: how many goals, and up to how many points of either
#: are told apart.
GOALS: Final = 12
PEGGED: Final = 12
#: Where both need no more than this, the game may end in the deal, and is thought about for longer;
#: so many throws are then looked at closely.
LATE: Final = 25
LATE_THROWS: Final = 8

NO_RANKS: Final = 0xFFFF
#: Of an expected answer counts so much; a go counts ``GO``.
CAUTION: Final = 0.75
#: The part of all hands that is taken to be kept, and of all cards to be played, at random. Without
#: these parts something remains, for whatever the solution never does is done by somebody.
CARELESS_KEPT: Final = 0.1
CARELESS: Final = 0.15
HARDLY: Final = 1e-6
#: An answer of which the solved play knows nothing.
SPLIT: Final = 14

#: Parts that can be left out: what a discard makes of the crib; what was kept and played as a sign
#: of what is held; the solved play; that an opponent may be careless.
OF_CRIB: Final = 1
OF_BELIEFS: Final = 2
OF_SOLUTION: Final = 4
OF_CARELESS: Final = 8

#: Ways to think: by the solved play, by searching, and by the winning chances where they matter.
BY_SOLUTION: Final = 0
BY_SEARCH: Final = 1
BY_CHANCES: Final = 2


class Mind(NamedTuple):
    """Where a strong player thinks; see :mod:`pegout.search.searcher`.

    Attributes:
        ints: int64, the position, the tables of whole numbers, and room to work in.
        floats: float64, tables and room.
        ends: int8[4096], what three cards at the end of a pile score.
        goals: uint8, what is pegged by each kept hand for each goal, as
            :class:`pegout.search.model.Knowledge` has it, one number behind the other.
        discards: what is discarded.
    """

    ints: Any
    floats: Any
    ends: Any
    goals: Any
    discards: Any


class Search(NamedTuple):
    """What a policy that searches needs in the compiled loops.

    Attributes:
        mind: the workspace.
        solved: the solved play.
    """

    mind: Any
    solved: Any
