"""The workspace of the search between two: its tables, and room to work, each under its name.

The arrays are small, and there are as many as there are subjects; a function takes the groups of
them that it needs. They may be lists where nothing is compiled.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

__all__ = ["Facts", "Search", "Utility", "Workspace"]

#: Who is to play: the seat that searches, the opponent, or nobody, where the count has ended.
OWN: Final = 0
OPPONENT: Final = 1
NOBODY: Final = 2
#: "Go", in the place of a rank.
PASS: Final = 13
#: In the place of a rank: one of several, whose shares are written down.
SPLIT: Final = 14
#: In the place of a rank: a choice that has to be searched.
BRANCH: Final = 15

NO_RANKS: Final = 0xFFFF

#: Policies of the search: by the solved play; by the best response; and by the chances of winning
#: where they matter.
BY_SOLUTION: Final = 0
BY_SEARCH: Final = 1
BY_CHANCES: Final = 2

#: Parts that can be left out, to see what they are worth: what a discard makes of the crib; what
#: was kept and played as a sign of what is held; the solved play; that an opponent may be careless.
OF_CRIB: Final = 1
OF_BELIEFS: Final = 2
OF_SOLUTION: Final = 4
OF_CARELESS: Final = 8

#: The score matters when a side needs no more than this.
NEAR: Final = 45
#: Where both need no more than this, the game may end in the deal: more is searched.
LATE: Final = 25

#: How many hands of the opponent can be followed at once, and room for them however they are split.
HANDS_AT_ONCE: Final = 1820
ROOM: Final = 44 * HANDS_AT_ONCE
#: How deep the search branches, and how many ranks, with "go", it may branch to; in arrays of both
#: a row has 16 places.
LEVELS: Final = 26
ROW: Final = 16
#: Answers are remembered for so many piles.
ANSWERED: Final = 8192
#: What a hand may count: up to 29, or 30 where nobs is worth two; and what a crib may.
HAND_POINTS: Final = 31
CRIB_POINTS: Final = 40
#: Hands and cribs that are known from tables are told apart from 0 up to less than this.
TABLE_POINTS: Final = 30
#: Points to go are looked up by up to so many; those of a dealer whose own hand is counted in
#: already begin below 0.
NEEDS: Final = 122
LEAST_NEED: Final = -30
#: The play is told apart up to so many points of either seat; the last stands for all above.
PEGGED: Final = 12
OUTCOMES: Final = PEGGED * PEGGED
#: How many goals a seat can play for.
GOALS: Final = 12
#: The play of so many discards is searched.
RACED: Final = 3
#: So many starters can be cut where six cards have been seen.
STARTERS: Final = 46

#: Values that are so close are equal.
EQUAL: Final = 1e-9
#: Near the end, within so much of the best chance of winning the solved play decides: the search
#: takes it that the opponent plays as is foreseen, and the solved play is the safer where that is
#: wrong.
SLACK: Final = 0.01
#: Less than anything is worth.
NOTHING: Final = -1e300


class Facts(NamedTuple):
    """What the seat knows that decides, with the score and what it leaves out.

    Attributes:
        role: whether it deals, a :class:`pegout.kernel.roles.Role`.
        need: what it needs to the end.
        other_need: what the opponent needs.
        matters: whether the score is so near to the end that the chances of winning decide.
        left_out: the parts that are left out, a bit for each.
        first: the lower of its discards; as the next, where they are known.
        second: the higher.
        held: the ranks that it holds.
        starter: the starter.
        show: what its hand counts with the starter, once that is cut.
        seen: the cards seen, a bit for each.
        steps: how many cards have been played in the deal.
        seat: its own seat in ``by``.
        dealt: the cards dealt to it, sorted.
        played: the cards played in the deal.
        by: which seats played them.
    """

    role: int
    need: int
    other_need: int
    matters: int
    left_out: int
    first: int
    second: int
    held: int
    starter: int
    show: int
    seen: int
    steps: int
    seat: int
    dealt: Any
    played: Any
    by: Any


class SearchRules(NamedTuple):
    """What the rules and the tables say, as numbers.

    Attributes:
        stacks: whether a go is paid at 31 too.
        stinkhole: whether the last hole cannot be reached by a go.
        one_count: whether the play ends with the first count, as in five-card cribbage.
        kept: how many cards are kept.
        nobs: what nobs is worth.
        crib_four: what a flush of the four cards of the crib is worth.
        crib_five: what one of five is.
        pegs: whether it is known what kept hands peg.
        goals: whether it is known what they peg for each goal.
        slots: for how many needs the chances before the play are remembered.
        point: what a point is worth, 1 or, in lowball, -1.
    """

    stacks: int
    stinkhole: int
    one_count: int
    kept: int
    nobs: int
    crib_four: int
    crib_five: int
    pegs: int
    goals: int
    slots: int
    point: float


class Utility(NamedTuple):
    """What a search seeks the most of.

    Attributes:
        own_point: what an own point is worth.
        other_point: what one of the opponent is.
        own_out: what it is worth to reach the last hole.
        other_out: what it is worth that the opponent does.
        shows: whether the chance of winning with the shows is added behind the play.
        race: in place of it the chances behind the discard of this number; -1 for none.
    """

    own_point: float
    other_point: float
    own_out: float
    other_out: float
    shows: int
    race: int


class Heuristic(NamedTuple):
    """What the value of a card by looking one answer ahead goes by.

    Attributes:
        means: float64[13], how many cards of each rank a kept hand has on average.
        fits: float64[11], how many in a hundred of its cards fit under so many, as a part of 1.
        ends: int8[4096], what three cards at the end of a pile score.
        piles: int64[8192], the piles whose answers are remembered.
        answers: float64[8192], what they are worth.
    """

    means: Any
    fits: Any
    ends: Any
    piles: Any
    answers: Any


class History(NamedTuple):
    """The opponent's cards in this deal, one row each, and where the play was before them.

    Attributes:
        rank: int64[4], the rank.
        node: int64[4], the node of the solved play, or -1.
        pile: int64[4], the pile.
        count: int64[4], the count.
        against: int64[4], how many cards the own seat held.
        held: int64[4], how many the opponent did.
        likely: float64[4 * 16], how likely each rank was played by its heuristic value, not scaled.
        soft: float64[384], the likelihood of a heuristic value, from -12 on in steps of a 16th.
    """

    rank: Any
    node: Any
    pile: Any
    count: Any
    against: Any
    held: Any
    likely: Any
    soft: Any


class Prior(NamedTuple):
    """What opponents keep and discard, as :class:`pegout.search.model.Knowledge` has it.

    Attributes:
        starts: int32[3641], where the discards from beside each four ranks begin, the pone first.
        low: uint8[n], four times the lower rank of each discard.
        high: uint8[n], four times the higher.
        shares: float64[n], how often it is.
        rates: float64[2 * 91], how often a role discards each pair of ranks.
    """

    starts: Any
    low: Any
    high: Any
    shares: Any
    rates: Any


class Beliefs(NamedTuple):
    """What is found on the way to a range.

    Attributes:
        weights: float64[1820], the weight of each set of ranks of the size that is held.
        kept: float64[1820], how likely each four ranks are kept, but for carelessness.
        discarded: float64[91], how likely each pair was discarded, in proportion.
        shares: float64[4], how often each card of a hand is played; room.
    """

    weights: Any
    kept: Any
    discarded: Any
    shares: Any


class HandRange(NamedTuple):
    """What the opponent may hold: hands with their weights, and room to split them.

    Attributes:
        hand: int64[ROOM], the number of the hand, in the order in which hands were found.
        held: int64[ROOM], the number of the set that is left of it.
        pick: int64[ROOM], what is played from it.
        weight: float64[ROOM], what it weighs.
        shares: float64[4 * ROOM], how often each of its cards is played.
    """

    hand: Any
    held: Any
    pick: Any
    weight: Any
    shares: Any


class Stack(NamedTuple):
    """Where the search has branched, an entry for each level.

    The first ten are those of :class:`pegout.search.play.Play`.

    Attributes:
        start: where the hands of the opponent begin.
        end: where they end.
        top: where there is room behind them.
        held: the set that is left of the first.
        options: of own choices the place tried last; of the opponent's the ranks still to come.
        weight: float64, what the hands weigh.
        total: float64, what has been gained before.
        best: float64, the best of the own choices so far.
    """

    turn: Any
    silent: Any
    last: Any
    reached: Any
    pile: Any
    own: Any
    left: Any
    need: Any
    other_need: Any
    node: Any
    start: Any
    end: Any
    top: Any
    held: Any
    options: Any
    weight: Any
    total: Any
    best: Any


class Splits(NamedTuple):
    """How the hands of the opponent were split at each level of the stack, by what it plays.

    Attributes:
        ends: int64[levels * 16], where the hands end that play each rank.
        weights: float64[levels * 16], what they weigh.
        begin: where the first of them begin.
        room: where there is room behind the last.
        valued: the ranks whose heuristic values are known, a bit for each.
        values: float64[levels * 16], these values.
    """

    ends: Any
    weights: Any
    begin: Any
    room: Any
    valued: Any
    values: Any


class Shows(NamedTuple):
    """What is going to be counted behind the play.

    Attributes:
        points: int64[1820], what each hand of the opponent counts but for flushes and nobs.
        jack: int64[1820], what nobs adds where a jack is among its cards that were not seen.
        extra: float64[4 * 1820], how likely each has nobs alone, a flush of four, one of five, and
            nothing more.
        crib: float64[40], how likely the crib counts how much.
        memo: float64[128 * 128], the dealer's chance before the crib, by what both need.
        stamps: int64[128 * 128], for which decision that was computed.
        decision: int64[1], the number of this decision.
        start: float64[122 * 122], the dealer's chance of winning at the start of a deal.
    """

    points: Any
    jack: Any
    extra: Any
    crib: Any
    memo: Any
    stamps: Any
    decision: Any
    start: Any


class Discarding(NamedTuple):
    """The choice of a discard: tables, and what is found of each of the fifteen.

    Attributes:
        thrown: int64[2 * 15], the places of the cards of each discard.
        kept: int64[4 * 15], those that it keeps.
        cards: int64[6], the discard that is looked at, and the four cards that it keeps.
        four: int64[1], their number among the sets of four ranks.
        starters: int64[31], with how many starters they count how much.
        counted: int64[52], what they count with each starter; -1 for the cards dealt.
        cribs: float64[676], the mean of the crib by role, suits alike or not, and the two ranks.
        crib_mean: float64[2], the mean of an average crib.
        pegs: float64[2 * 1820], what each four ranks peg beyond the opponent, by role.
        peg_mean: float64[2], the mean of that.
        values: float64[15], what each discard is worth.
        points: float64[15], what it is worth in points.
    """

    thrown: Any
    kept: Any
    cards: Any
    four: Any
    starters: Any
    counted: Any
    cribs: Any
    crib_mean: Any
    pegs: Any
    peg_mean: Any
    values: Any
    points: Any


class Stages(NamedTuple):
    """The chances of winning before the play, by what is counted behind it on average.

    Attributes:
        dealer: int64[n], what the dealer pegs in each outcome of the play.
        pone: int64[n], what the pone does.
        rates: float64[n], how likely it is.
        before_pone: float64[122 * 152], the dealer's chance before the pone's hand, by what the
            pone and the dealer need, the dealer from -30 on.
        better_pone: the same with a crib that is better by a point.
        before_dealer: float64[122 * 122], the same before the dealer's hand.
        better_dealer: the same with a crib that is better by a point.
        keys: int64[slots], the needs that are remembered.
        rows: float64[2 * 31 * slots], the chances by what the own hand counts, and what a better
            crib adds to each.
    """

    dealer: Any
    pone: Any
    rates: Any
    before_pone: Any
    better_pone: Any
    before_dealer: Any
    better_dealer: Any
    keys: Any
    rows: Any


class Endgame(NamedTuple):
    """The discard where the game may end in the deal.

    Attributes:
        hands: float64[2 * 13 * 30], how likely a role's hand counts how much, by the starter's
            rank.
        crib: float64[40], how likely an average crib does.
        cribs: float64[13 * 40], how likely the crib does with a discard, by the starter's rank.
        hand: float64[30], how likely the opponent's hand counts how much behind some starters.
        ahead: float64[122], the chance of winning by what the opponent needs after its hand.
        wins: float64[144], the chance of winning behind the play by what both have pegged.
        mean_wins: float64[144], its mean over the starters.
        goals: uint8, what is pegged for each goal, as :class:`pegout.search.model.Knowledge` has
            it, one number behind the other.
        number: int64[1], how many discards are raced.
        raced: int64[3], which they are.
        values: float64[3], what they are worth.
        race_wins: float64[3 * 144], the chances behind the play of each.
    """

    hands: Any
    crib: Any
    cribs: Any
    hand: Any
    ahead: Any
    wins: Any
    mean_wins: Any
    goals: Any
    number: Any
    raced: Any
    values: Any
    race_wins: Any


class Signs(NamedTuple):
    """The part of a workspace that finds a range.

    Attributes:
        sets: the sets of ranks.
        heuristic: looking one answer ahead.
        history: the opponent's cards.
        prior: what is kept and discarded.
        beliefs: what is found on the way.
        range: the range.
    """

    sets: Any
    heuristic: Any
    history: Any
    prior: Any
    beliefs: Any
    range: Any


class Opponent(NamedTuple):
    """The part of a workspace that plays the opponent's hands.

    Attributes:
        sets: the sets of ranks.
        heuristic: looking one answer ahead.
        range: what the opponent may hold.
        splits: how that was split.
    """

    sets: Any
    heuristic: Any
    range: Any
    splits: Any


class Effort(NamedTuple):
    """How much is searched.

    Attributes:
        hands: int64[15], at how many hands of the opponent is looked where a card is chosen, by how
            many cards the own seat holds: for points; five places further where the score matters;
            and five further where the game may end in the deal.
        race_need: the play behind discards is searched where a seat needs no more than this.
        race_hands: at how many hands is looked for that.
        race_within: by how much less than the best a discard may look to be worth it.
        race_believed: the part of what such a search finds that is believed.
    """

    hands: Any
    race_need: int
    race_hands: int
    race_within: float
    race_believed: float


class Candidates(NamedTuple):
    """What is found of the cards that may be played.

    Attributes:
        values: float64[4], what each is worth, by its place in the hand.
        shares: float64[4], how often the solved play plays it.
    """

    values: Any
    shares: Any


class Workspace(NamedTuple):
    """All that a search needs; no two can use one at the same time.

    Attributes:
        switches: what the rules say.
        effort: how much is searched.
        sets: the sets of ranks, :class:`pegout.search.hands.Hands`.
        heuristic: looking one answer ahead.
        history: the opponent's cards.
        prior: what is kept and discarded.
        beliefs: what is found on the way to a range.
        range: what the opponent may hold.
        splits: how that was split by what the opponent plays.
        stack: where the search has branched.
        shows: what is going to be counted.
        choice: the cards that may be played.
        discarding: the discards.
        stages: the chances before the play.
        endgame: the discard near the end.
    """

    switches: Any
    effort: Any
    sets: Any
    heuristic: Any
    history: Any
    prior: Any
    beliefs: Any
    range: Any
    splits: Any
    stack: Any
    shows: Any
    choice: Any
    discarding: Any
    stages: Any
    endgame: Any


class Search(NamedTuple):
    """What a policy that searches needs in the compiled loops.

    Attributes:
        space: the workspace.
        solved: the solved play.
    """

    space: Any
    solved: Any
