"""How a game went, a step at a time, for one who sees all cards: its luck and its errors.

What is followed is what the game is worth, see :mod:`pegout.analysis.game_worth`: the chance of
winning, the final margin, or match points. Each step begins where the one before it ended, from the
worth before the game to its result, so the steps add up. The luck of the cards is in the first cut,
in what is dealt and in the starter, each against its own mean: the mean over the seats, the worth
at the score, and the mean over the starters that were left. Whoever plays, such luck is 0 on
average.

The reference is play for points: discards with the most points, cards of the solved play, and the
worth at the start of the next deal. The tables of that are made of deals that were played so, which
is why the worth at the score is the mean over what can be dealt.

>>> from pegout.notation import GameRecord
>>> from pegout.rules import Rules
>>> list(steps(Rules(first_deal="chosen"), GameRecord(dealer=0)))
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pegout.analysis.game_worth import GameWorth, Worth, game_worth
from pegout.analysis.review import Reviewed, choices
from pegout.cards import Card
from pegout.kernel.score_tables import THROWS_OF_SIX
from pegout.notation import GameRecord, retold
from pegout.players.encoding import ground_of
from pegout.players.expert import lent_searcher
from pegout.rules import Dealt, Discarded, Event, GameEnded, Played, Rules, StarterCut
from pegout.search.known_deal import (
    KnownDeal,
    begun,
    room_of,
    set_of,
    value_play,
    value_starters,
)
from pegout.search.known_play import both_hands, hands_after
from pegout.search.play import PlayState, count_closed, count_opened, followed, ranks_below
from pegout.search.searcher import Searcher
from pegout.search.workspace import BY_SOLUTION, NO_RANKS, NOBODY, OPPONENT, OWN, PASS, Facts
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import MOST

__all__ = ["CARDS", "GameStep", "Split", "StepKind", "can_tell", "split", "steps"]


class StepKind(StrEnum):
    """What a step was."""

    FIRST_DEAL = "first deal"
    DEAL = "deal"
    DISCARD = "discard"
    STARTER = "starter"
    PLAY = "play"
    COUNT = "count"
    END = "end"


#: The kinds that are the luck of the cards.
CARDS: Final = (StepKind.FIRST_DEAL, StepKind.DEAL, StepKind.STARTER)


class GameStep(NamedTuple):
    """A step of a game.

    Attributes:
        place: how many events of the game came before it.
        deal: the number of the deal.
        kind: what it was. A ``count`` is what was counted otherwise than the cards are worth, and
            an ``end`` that the game was given up.
        seat: who decided it; None for chance.
        before: what the game is worth to seat 0 before it.
        after: what it is worth after it.
    """

    place: int
    deal: int
    kind: StepKind
    seat: int | None
    before: float
    after: float


def can_tell(rules: Rules) -> bool:
    """Tell whether luck is told under these rules: two players with six cards, for points.

    >>> can_tell(Rules()), can_tell(Rules(lowball=True))
    (True, False)
    """
    return rules.players == 2 and rules.hand_size == 6 and not rules.lowball


def steps(rules: Rules, game: GameRecord, worth: Worth = "chance") -> Iterator[GameStep]:
    """Give every step of a game of two whose cards are all known.

    A game that all have agreed to stop has no result, and ends with the step before that.

    Args:
        rules: the rules; those of :func:`can_tell`.
        game: the record.
        worth: what is followed, one of :data:`pegout.analysis.game_worth.WORTHS`.

    Raises:
        ValueError: for rules under which nothing is valued, or a card that is not known.
        RecordError: for events that do not follow from one another.
    """
    return iter(_followed(rules, game, _worth(rules, worth))[0])


def _followed(rules: Rules, game: GameRecord, worth: GameWorth) -> tuple[list[GameStep], bool]:
    """Give the steps, and whether somebody has won."""
    if not can_tell(rules):
        raise ValueError("expected a game of two with six cards, not for the fewest points")
    if rules.target > MOST:
        raise ValueError(f"expected a game to {MOST} or fewer, not to {rules.target}")
    with lent_searcher(rules) as search:
        table = _Table(rules, search, worth)
        found = [
            step
            for place, (event, state) in enumerate(retold(rules, game))
            for step in table.follow(place, event, state.scores)
        ]
    return found, table.ended


def _worth(rules: Rules, worth: Worth) -> GameWorth:
    one, two, three = rules.match_points
    return game_worth(worth, (one, two, three) if rules.skunks else (one, one, one))


class Split(NamedTuple):
    """What made the result of a game, as seat 0 sees it.

    The result is ``before``, the luck of the cards and of what was hidden, what was counted
    otherwise and how the game ended, with the errors of seat 1 added and those of seat 0 taken off.

    Attributes:
        before: what the game was worth to seat 0 before it began.
        result: what it was worth in the end: 1 or 0, or the final margin, or match points. A game
            that was given up is lost by as many holes as the loser still needed.
        cards: the luck of the cards.
        hidden: the luck of what was hidden: by how much more or less each decision came to than it
            was worth to who decided.
        counting: what was counted otherwise than the cards are worth.
        ending: what it changed that the game was given up.
        errors: what the errors of each seat lost.
        worth: what all of this is in.
    """

    before: float
    result: float
    cards: float
    hidden: float
    counting: float
    ending: float
    errors: tuple[float, float]
    worth: Worth = "chance"

    @property
    def luck(self) -> float:
        """All that nobody decides: what the game was worth before, the cards and what was hidden.

        With :attr:`skill` it adds up to the result.
        """
        return self.before + self.cards + self.hidden

    @property
    def skill(self) -> float:
        """All that seats decide: the errors of seat 1 less those of seat 0.

        Points that somebody missed in the count are among them, and what it changed that the game
        was given up.
        """
        return self.errors[1] - self.errors[0] + self.counting + self.ending


def split(
    rules: Rules, game: GameRecord, reviewed: Iterable[Reviewed], worth: Worth = "chance"
) -> Split:
    """Say what made the result of a game of two whose cards are all known.

    Args:
        rules: the rules.
        game: the record of a game that is over.
        reviewed: every decision of both seats, as :func:`pegout.analysis.review.review` gives them.
        worth: what all is told in, one of :data:`pegout.analysis.game_worth.WORTHS`.

    Raises:
        ValueError: as :func:`steps`, and for a game that nobody has won yet.
    """
    valued = _worth(rules, worth)
    found, ended = _followed(rules, game, valued)
    if not ended:
        raise ValueError("expected a game that is over, and that somebody has won")
    lost = {one.place: one.loss for one in reviewed}
    decided = [step for step in found if step.kind in (StepKind.DISCARD, StepKind.PLAY)]
    errors, hidden = [0.0, 0.0], 0.0
    chosen = [choice for choice in choices(rules, game) if choice.claim is None]
    for choice, step in zip(chosen, decided, strict=True):
        seen, seat, loss = choice.view, choice.view.seat, 0.0
        if choice.place in lost:
            assert seen.dealer is not None, "cards have been dealt"
            needs = (seen.needs(0), seen.needs(1))
            loss = valued.loss(lost[choice.place], needs, seen.dealer, seat)
        errors[seat] += loss
        hidden += step.after - step.before + (loss if seat == 0 else -loss)
    luck = dict.fromkeys(StepKind, 0.0)
    for step in found:
        luck[step.kind] += step.after - step.before
    cards = sum([luck[kind] for kind in CARDS])
    return Split(
        found[0].before, found[-1].after, cards, hidden, luck[StepKind.COUNT], luck[StepKind.END],
        (errors[0], errors[1]), worth,
    )  # fmt: skip


class _Table:
    """What lies on the table, all cards open, and what the game is worth to seat 0."""

    def __init__(self, rules: Rules, search: Searcher, worth: GameWorth) -> None:
        self.rules, self.search, self.ground = rules, search, ground_of(rules)
        self.worth = worth
        self.room = room_of(lists=True)
        self.scores: Sequence[int] = (0, 0)
        self.dealer = self.deal = 0
        self.hands: list[list[Card]] = []
        self.away: list[list[Card]] = []
        self.cards: KnownDeal | None = None
        self.play: PlayState | None = None
        self.sets = 0
        self.starter = 52
        self.value: float | None = None
        #: Whether somebody has won.
        self.ended = False

    def follow(self, place: int, event: Event, scores: Sequence[int]) -> Iterator[GameStep]:
        """Give the steps that an event makes."""
        seat: int | None = None
        match event:
            case Dealt():
                yield from self._dealt(place, event)
            case Discarded(seat=seat, cards=cards):
                self.away[seat] = list(_known(cards))
                yield self._step(place, StepKind.DISCARD, seat, self._before_cut())
            case StarterCut(card=card):
                (self.starter,) = map(int, _known([card]))
                value = self.room.values[self.starter]
                assert self.cards is not None, "both have discarded"
                heels = int(self.starter >> 2 == JACK)
                space = self.search.space
                self.play = begun(self.cards, heels, space.sets, self.search.solved)
                yield self._step(place, StepKind.STARTER, None, self._of_seat_0(value))
            case Played(seat=seat, card=card):
                self._advance(seat, card >> 2)
                yield self._step(place, StepKind.PLAY, seat, self._in_play())
            case GameEnded(result=result) if result.winners:
                self.ended, loser = True, int(0 in result.winners)
                won = self.worth.decided(self.rules.target - scores[loser])
                if loser == 0:
                    won = self.worth.both - won
                if won != self.value:
                    counted = max(scores) >= self.rules.target
                    kind = StepKind.COUNT if counted else StepKind.END
                    yield self._step(place, kind, None, won)
        self.scores = scores

    def _step(self, place: int, kind: StepKind, seat: int | None, after: float) -> GameStep:
        assert self.value is not None, "a deal has begun"
        before, self.value = self.value, after
        return GameStep(place, self.deal, kind, seat, before, after)

    def _of_seat_0(self, dealers: float) -> float:
        return dealers if self.dealer == 0 else self.worth.both - dealers

    def _needs(self) -> tuple[int, int]:
        own, other = (self.rules.target - score for score in self.scores)
        return own, other

    def _dealt(self, place: int, event: Dealt) -> Iterator[GameStep]:
        """Begin a deal: the first one was cut for, and what is dealt has its luck."""
        self.dealer, self.deal = event.dealer, self.deal + 1
        at_score = self.worth.at_start(self._needs(), self.dealer, 0)
        if self.value is None:
            other = self.worth.at_start(self._needs(), 1 - self.dealer, 0)
            drawn = self.rules.first_deal == "cut"
            self.value = (at_score + other) / 2 if drawn else at_score
            if drawn:
                yield self._step(place, StepKind.FIRST_DEAL, None, at_score)
        elif abs(self.value - at_score) > 1e-9:
            yield self._step(place, StepKind.COUNT, None, at_score)
        self.hands = [list(_known(hand)) for hand in event.hands]
        self.away = [self._reference(seat) for seat in (0, 1)]
        yield self._step(place, StepKind.DEAL, None, self._before_cut())

    def _reference(self, seat: int) -> list[Card]:
        """Give the discard with the most points."""
        dealt = sorted(self.hands[seat])
        needs = self._needs()
        facts = Facts(
            role=int(seat == self.dealer), need=needs[seat], other_need=needs[1 - seat],
            matters=0, left_out=0, first=0, second=0, held=NO_RANKS, starter=52, show=0, seen=0,
            steps=0, seat=seat, dealt=[int(card) for card in dealt], played=[], by=[],
        )  # fmt: skip
        return [dealt[place] for place in THROWS_OF_SIX[self.search.discard(facts, BY_SOLUTION)]]

    def _before_cut(self) -> float:
        """Give the worth with the discards as they are, over all starters."""
        kept = [
            [int(card) for card in hand if card not in away]
            for hand, away in zip(self.hands, self.away, strict=True)
        ]
        crib = [int(card) for away in self.away for card in away]
        needs, dealer = self._needs(), self.dealer
        self.cards = KnownDeal(
            kept[dealer], kept[1 - dealer], crib, needs[dealer], needs[1 - dealer],
            self.rules.heels_points,
        )  # fmt: skip
        space, solved = self.search.space, self.search.solved
        self.sets = both_hands(
            set_of(self.cards.dealer, space.sets), set_of(self.cards.pone, space.sets)
        )
        game = self.worth.value
        return self._of_seat_0(
            value_starters(self.cards, game, self.ground, space, solved, self.room)
        )

    def _advance(self, seat: int, rank: int) -> None:
        """Go on to where a seat plays a rank, with all goes before it, and play it."""
        play, space, solved = self.play, self.search.space, self.search.solved
        assert play is not None, "the starter has been cut"
        turn = OWN if seat == self.dealer else OPPONENT
        while play.turn != turn or ranks_below(play.reached) <= rank:
            if play.turn == NOBODY:
                play = count_opened(count_closed(play, space.switches))
            else:
                play = followed(play, PASS, space.heuristic.ends, solved)
        self.sets = hands_after(self.sets, turn, rank, space.sets)
        self.play = followed(play, rank, space.heuristic.ends, solved)

    def _in_play(self) -> float:
        """Give the worth with the cards that were played so far."""
        space, solved = self.search.space, self.search.solved
        value = value_play(
            self.play, self.sets, self.cards, self.starter, self.worth.value, self.ground, space,
            solved, self.room,
        )  # fmt: skip
        return self._of_seat_0(value)


def _known(cards: Sequence[Any]) -> Sequence[Card]:
    if not all(card.known for card in cards):
        names = " ".join(map(str, cards))
        raise ValueError(f"luck is told where every card is known, and not of {names}")
    return cards
