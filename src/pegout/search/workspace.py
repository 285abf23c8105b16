"""The workspace of the two-player search: named tables and scratch space.

The arrays are small and grouped by subject; a function takes the groups that it needs. Interpreted
Python may use lists instead.
"""

from typing import Any, Final, NamedTuple

#: The seat to play: the seat that searches, the opponent, or neither where the count has ended.
OWN: Final = 0
OPPONENT: Final = 1
NOBODY: Final = 2
#: "Go", in place of a rank.
PASS: Final = 13
#: In place of a rank: a mixed strategy, whose shares are in the workspace.
SPLIT: Final = 14
#: In place of a rank: a choice that has to be searched.
BRANCH: Final = 15

NO_RANKS: Final = 0xFFFF

#: Policies of the search: by the solved play, by the best response, and by win probability where it
#: matters.
BY_SOLUTION: Final = 0
BY_SEARCH: Final = 1
BY_WIN_PROBABILITY: Final = 2

#: Parts that can be left out to measure their value: the effect of a discard on the crib, beliefs
#: from the cards kept and played, the solved play, and careless opponents.
OF_CRIB: Final = 1
OF_BELIEFS: Final = 2
OF_SOLUTION: Final = 4
OF_CARELESS: Final = 8

#: The score matters if a side needs no more than this.
NEAR: Final = 45
#: If both need no more than this, the game may end in the deal, and the search does more.
LATE: Final = 25

#: The largest number of the opponent's hands, and enough space for them however they are split.
HANDS_AT_ONCE: Final = 1820
ROOM: Final = 44 * HANDS_AT_ONCE
#: The largest depth of branches in the search, and the row width of arrays by rank and "go".
LEVELS: Final = 26
ROW: Final = 16
#: The number of piles for which expected replies are cached.
ANSWERED: Final = 8192
#: The numbers of scores: of a hand, up to 29, or 30 with two points for nobs; and of a crib.
HAND_POINTS: Final = 31
CRIB_POINTS: Final = 40
#: The number of scores of hands and cribs in the tables.
TABLE_POINTS: Final = 30
#: The number of needs in look-up tables; the needs of a dealer with the own hand already counted
#: begin below 0.
NEEDS: Final = 122
MIN_NEED: Final = -30
#: The number of possible starters after six cards have been seen.
STARTERS: Final = 46

#: Values closer than this are equal.
EQUAL: Final = 1e-9
#: Near the end the solved play decides between cards within this much of the best win probability.
#: The search assumes that the opponent follows the model; the solved play is safer where that is
#: wrong. An opponent who is never careless changes the difference of two first cards by 0.002, and
#: of later ones by 0.013 (root mean square, ``tools/value_errors.py``).
SLACK: Final = 0.01
FIRST_SLACK: Final = 0.004
#: Less than any value.
NOTHING: Final = -1e300


class Facts(NamedTuple):
    """The information of the seat that decides, with the score and the parts it leaves out."""

    role: int  # its role, a ``Role``
    need: int  # the holes that it needs
    opponent_need: int  # the holes that the opponent needs
    score_matters: int  # whether the game is so near its end that win probability decides
    left_out: int  # the parts left out, a bit for each
    first: int  # the lower of its discards, once it has discarded
    second: int  # the higher of its discards
    held: int  # the ranks in its hand
    starter: int
    show: int  # the points of its hand with the starter, once that is cut
    seen: int  # the cards seen, as a bit set
    steps: int  # the number of cards played in the deal
    seat: int  # its own seat in ``by``
    dealt: Any  # the cards dealt to it, sorted
    played: Any  # the cards played in the deal
    by: Any  # the seats that played them


class SearchRules(NamedTuple):
    """The rules, and the tables available, as numbers."""

    stacks: int  # whether 31 also scores the go
    stinkhole: int  # whether the last hole cannot be reached by heels or a go
    one_count: int  # whether the play ends with the first count, as in five-card cribbage
    kept: int  # the number of cards kept
    nobs: int  # the points for nobs
    heels: int  # the points for heels
    crib_four: int  # the points for a flush of the four cards of the crib
    crib_five: int  # the points for a flush of five in the crib
    pegs: int  # whether the expected pegging of kept hands is known
    late: int  # whether the win probabilities of late hands are known
    slots: int  # the number of needs for which win probabilities before the play are cached
    point: float  # the value of a point: 1, or -1 in lowball


class Utility(NamedTuple):
    """The utility that a search maximises."""

    own_point: float  # the value of an own point
    opponent_point: float  # the value of a point of the opponent
    own_out: float  # the value of reaching the last hole
    opponent_out: float  # the value of the opponent's reaching it
    shows: int  # whether the leaf value after the play is the win probability with the shows


class Heuristic(NamedTuple):
    """Tables for the heuristic value of a card, which looks one reply ahead."""

    means: Any  # float64[13], the average number of cards of each rank in a kept hand
    fits: Any  # float64[11], the fraction of its cards with at most this value
    ends: Any  # int8[4096], the scores of the last three cards of a pile
    piles: Any  # int64[8192], the piles in the cache of replies
    answers: Any  # float64[8192], the expected replies to them


class History(NamedTuple):
    """The opponent's cards in this deal, one row each, with the state of the play before each."""

    rank: Any  # int64[4], the rank
    node: Any  # int64[4], the node of the solved play, or -1
    pile: Any  # int64[4], the pile
    count: Any  # int64[4], the count
    against: Any  # int64[4], the number of cards in the own hand
    held: Any  # int64[4], the number of cards in the opponent's hand
    # float64[4 * 16], the likelihood of each rank by its heuristic value, not normalised
    likely: Any
    # float64[384], the soft-maximum weight of a heuristic value, from -12 on in steps of 1/16
    soft: Any


class Prior(NamedTuple):
    """The prior distribution of discards, from :class:`pegout.search.model.Knowledge`."""

    starts: Any  # int32[3641], the first discard for each four ranks kept, the pone first
    low: Any  # uint8[n], four times the lower rank of each discard
    high: Any  # uint8[n], four times the higher rank
    shares: Any  # float64[n], the probability of each discard
    rates: Any  # float64[2 * 91], the frequency of each pair of ranks as a role's discard


class Beliefs(NamedTuple):
    """Intermediate results in the computation of a range."""

    weights: Any  # float64[1820], the weight of each set of ranks of the hand's size
    kept: Any  # float64[1820], the likelihood that each four ranks were kept, without careless play
    discarded: Any  # float64[91], the distribution of the discarded pair, not normalised
    shares: Any  # float64[4], scratch space for the strategy of a hand


class HandRange(NamedTuple):
    """The opponent's range: hands with their weights, and space to split them."""

    hand: Any  # int64[ROOM], the number of the hand in the initial range
    held: Any  # int64[ROOM], the number of its remaining set
    pick: Any  # int64[ROOM], the action with it
    weight: Any  # float64[ROOM], its weight
    shares: Any  # float64[4 * ROOM], its mixed strategy


class Stack(NamedTuple):
    """The branches of the search, an entry for each level.

    The first ten fields are those of :class:`pegout.search.play.PlayState`.
    """

    turn: Any
    silent: Any
    last: Any
    reached: Any
    pile: Any
    own: Any
    left: Any
    need: Any
    opponent_need: Any
    node: Any
    start: Any  # the index of the opponent's first hand
    end: Any  # the index after its last hand
    top: Any  # the index of the free space after them
    held: Any  # the remaining set of the first hand
    # For own choices the position tried last; for the opponent's the ranks still to come.
    options: Any
    weight: Any  # float64, the total weight of the hands
    total: Any  # float64, the utility gained before
    best: Any  # float64, the best value of the own choices so far


class Splits(NamedTuple):
    """The split of the opponent's hands at each level of the stack, by the rank that it plays."""

    ends: Any  # int64[levels * 16], the index after the hands that play each rank
    weights: Any  # float64[levels * 16], the total weights of these hands
    begin: Any  # the index of the next part
    room: Any  # the index of the free space after the last part
    valued: Any  # the ranks with cached heuristic values, a bit for each
    values: Any  # float64[levels * 16], these values


class Shows(NamedTuple):
    """The distributions of the shows after the play."""

    points: Any  # int64[1820], the points of each hand of the opponent without flushes and nobs
    jack: Any  # int64[1820], the points for nobs if a jack is among its unseen cards
    # float64[4 * 1820], the probabilities of nobs alone, a flush of four, a flush of five and
    # nothing more
    extra: Any
    crib: Any  # float64[40], the score distribution of the crib
    # float64[128 * 128], the cache of the dealer's win probability before the crib, by both needs
    memo: Any
    stamps: Any  # int64[128 * 128], the number of the decision of each cached entry
    decision: Any  # int64[1], the number of the current decision
    start: Any  # float64[122 * 122], the dealer's win probability at the start of a deal


class Discarding(NamedTuple):
    """The choice of a discard: tables, and results for each of the fifteen discards."""

    positions: Any  # int64[2 * 15], the positions of the cards of each discard
    kept: Any  # int64[4 * 15], the positions of the cards that it keeps
    cards: Any  # int64[6], the current discard, and the four cards that it keeps
    four: Any  # int64[1], the number of these four among the sets of four ranks
    starters: Any  # int64[31], the number of starters by the points of the hand
    cribs: Any  # float64[676], the expected crib by role, one suit or two, and the two ranks
    crib_mean: Any  # float64[2], the expected points of an average crib
    # float64[2 * 1820], the expected pegging of each four ranks less the opponent's, by role
    pegs: Any
    peg_mean: Any  # float64[2], the average of that
    values: Any  # float64[15], the value of each discard
    points: Any  # float64[15], its value in points


class Stages(NamedTuple):
    """Win probabilities before the play, with average hands and cribs after it."""

    dealer: Any  # int64[n], the dealer's points in each outcome of the play
    pone: Any  # int64[n], the pone's points
    rates: Any  # float64[n], the probability of the outcome
    # float64[122 * 152], the dealer's win probability before the pone's hand, by the needs of the
    # pone and the dealer, the dealer's from -30 on
    before_pone: Any
    better_pone: Any  # the same with one more point in the crib
    before_dealer: Any  # float64[122 * 122], the same before the dealer's hand
    better_dealer: Any  # the same with one more point in the crib
    keys: Any  # int64[slots], the cached needs
    # float64[2 * 31 * slots], the win probabilities by the points of the own hand, and their
    # increase with one more point in the crib
    rows: Any


class Signs(NamedTuple):
    """The part of a workspace that computes a range."""

    sets: Any  # the sets of ranks
    heuristic: Any  # the tables of heuristic values
    history: Any  # the opponent's cards
    prior: Any  # the prior distribution of discards
    beliefs: Any  # the intermediate results
    range: Any


class Opponent(NamedTuple):
    """The part of a workspace that plays the opponent's hands."""

    sets: Any  # the sets of ranks
    heuristic: Any  # the tables of heuristic values
    range: Any  # the opponent's range
    splits: Any  # the splits of the range


class Effort(NamedTuple):
    """The effort of the search."""

    # int64[15], the largest number of the opponent's hands in the choice of a card, by the number
    # of cards in the own hand: for points; from index 5 on where the score matters; from 10 on
    # where the game may end in the deal
    hands: Any


class Candidates(NamedTuple):
    """Results for the cards that may be played."""

    values: Any  # float64[4], the value of each card by its position in the hand
    shares: Any  # float64[4], its share in the solved strategy


class Workspace(NamedTuple):
    """The workspace of a search; only one search can use it at a time."""

    switches: Any  # the rules as numbers
    effort: Any  # the effort of the search
    sets: Any  # the sets of ranks, ``Hands``
    heuristic: Any  # the tables of heuristic values
    history: Any  # the opponent's cards
    prior: Any  # the prior distribution of discards
    beliefs: Any  # the intermediate results of a range
    range: Any  # the opponent's range
    splits: Any  # the splits of the range by the opponent's actions
    stack: Any  # the branches of the search
    shows: Any  # the distributions of the shows
    choice: Any  # the cards that may be played
    discarding: Any  # the discards
    stages: Any  # the win probabilities before the play
    late: Any  # the table of late hands, a ``LateHands``, flattened


class Search(NamedTuple):
    """The arguments of a policy that searches in the compiled loops."""

    space: Any  # the workspace
    solved: Any  # the solved play
