"""How a game went, a step at a time, for one who sees all cards: its luck and its errors.

What is followed is what the game is worth, see :mod:`pegout.analysis.game_worth`: the chance of
winning, the final margin, or match points. Each step begins where the one before it ended, from the
worth before the game to its result, so the steps add up. The luck of the cards is in the first cut,
in what is dealt and in the starter, each against its own mean: the mean over the seats, the worth
at the score, and the mean over the starters that were left. Whoever plays, such luck is 0 on
average.

The reference of two is play for points: discards with the most points, cards of the solved play,
and the worth at the start of the next deal. Of three and four it is the policy ``lookahead``
(:mod:`pegout.analysis.reference_deal`), and the worth is the chance of winning. The tables of that
are made of deals that were played so, which is why the worth at the score is the mean over what can
be dealt.

>>> from pegout.notation import GameRecord
>>> from pegout.rules import Rules
>>> list(steps(Rules(first_deal="chosen"), GameRecord(dealer=0)))
[]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pegout.analysis.game_worth import WORTHS, GameWorth, Worth, game_worth
from pegout.analysis.option_values import Loss
from pegout.analysis.reference_deal import ReferenceDeal, chances_at_start
from pegout.analysis.review import Reviewed, choices
from pegout.cards import Card
from pegout.kernel.score_tables import THROWS_OF_SIX
from pegout.notation import GameRecord, retold
from pegout.players.encoding import ground_of
from pegout.players.expert import lent_searcher
from pegout.rules import (
    Dealt,
    Discarded,
    Event,
    GameEnded,
    Played,
    Rules,
    SeatView,
    StarterCut,
)
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

__all__ = [
    "CARDS",
    "Followed",
    "GameStep",
    "Split",
    "StepKind",
    "can_tell",
    "follow",
    "split",
    "steps",
    "worths",
]


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
        before: what the game is worth to the side before it.
        after: what it is worth after it.
    """

    place: int
    deal: int
    kind: StepKind
    seat: int | None
    before: float
    after: float


def can_tell(rules: Rules) -> bool:
    """Tell whether luck is told under these rules: for points, and of two with six cards.

    >>> can_tell(Rules()), can_tell(Rules(players=3)), can_tell(Rules(lowball=True))
    (True, True, False)
    """
    return not rules.lowball and (rules.players > 2 or rules.hand_size == 6)


def worths(rules: Rules) -> tuple[Worth, ...]:
    """Give what luck is told in: of three and four only chances of winning.

    >>> worths(Rules(players=4))
    ('chance',)
    """
    return WORTHS if rules.players == 2 else ("chance",)


def steps(
    rules: Rules, game: GameRecord, worth: Worth = "chance", side: int = 0
) -> Iterator[GameStep]:
    """Give every step of a game whose cards are all known.

    A game that all have agreed to stop has no result, and ends with the step before that.

    Args:
        rules: the rules; those of :func:`can_tell`.
        game: the record.
        worth: what is followed, one of :func:`worths`.
        side: whose; of two players and of four the worth to side 1 follows from that to side 0.

    Raises:
        ValueError: for rules under which nothing is valued, or a card that is not known.
        RecordError: for events that do not follow from one another.
    """
    return iter(follow(rules, game, worth, side).steps)


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that was followed to its end, or as far as it goes, see :func:`follow`.

    Attributes:
        rules: the rules.
        game: the record.
        worth: what was followed.
        side: whose worth it is.
        steps: every step.
        won: whether somebody has won.
    """

    rules: Rules
    game: GameRecord
    worth: GameWorth
    side: int
    steps: tuple[GameStep, ...]
    won: bool

    def split(self, reviewed: Iterable[Reviewed]) -> Split:
        """Say what made the result, as the side sees it.

        Args:
            reviewed: every decision of all seats, as :func:`pegout.analysis.review.review` gives
                them.

        Raises:
            ValueError: for a game that nobody has won yet.
        """
        if not self.won:
            raise ValueError("expected a game that is over, and that somebody has won")
        rules, side = self.rules, self.side
        lost = {one.place: one.loss for one in reviewed}
        decided = [step for step in self.steps if step.kind in (StepKind.DISCARD, StepKind.PLAY)]
        errors, hidden = [0.0] * rules.players, 0.0
        chosen = [choice for choice in choices(rules, self.game) if choice.claim is None]
        for choice, step in zip(chosen, decided, strict=True):
            seat, loss = choice.view.seat, 0.0
            if choice.place in lost:
                loss = _lost(lost[choice.place], choice.view, self.worth)
            errors[seat] += loss
            hidden += step.after - step.before - _gave(loss, seat, side, rules.sides)
        luck = dict.fromkeys(StepKind, 0.0)
        for step in self.steps:
            luck[step.kind] += step.after - step.before
        cards = sum([luck[kind] for kind in CARDS])
        return Split(
            self.steps[0].before, self.steps[-1].after, cards, hidden, luck[StepKind.COUNT],
            luck[StepKind.END], tuple(errors), self.worth.name, side, rules.sides,
        )  # fmt: skip

    def splits(self, reviewed: Sequence[Reviewed]) -> list[Split]:
        """Say what made the result, as each side sees it, from side 0 on; see :meth:`split`.

        Of two sides the other's follows from this one. For each other of three the game is
        followed once more.
        """
        sides, name = self.rules.sides, self.worth.name
        if sides == 2:
            own = self.split(reviewed)
            return [own, own.turned()] if self.side == 0 else [own.turned(), own]
        return [
            (self if side == self.side else follow(self.rules, self.game, name, side)).split(
                reviewed
            )
            for side in range(sides)
        ]


def follow(rules: Rules, game: GameRecord, worth: Worth = "chance", side: int = 0) -> Followed:
    """Follow a game whose cards are all known, once for all that is told of it.

    >>> from pegout.rules import Rules
    >>> follow(Rules(first_deal="chosen"), GameRecord(dealer=0)).won
    False

    Args:
        rules: the rules; those of :func:`can_tell`.
        game: the record.
        worth: what is followed, one of :func:`worths`.
        side: whose.

    Raises:
        ValueError: as :func:`steps`.
        RecordError: for events that do not follow from one another.
    """
    valued = _worth(rules, worth)
    if not can_tell(rules):
        raise ValueError("expected a game for points, of two players with six cards")
    if worth not in worths(rules):
        raise ValueError(f"expected the worth of a game of two, not of {rules.players}: chance")
    if rules.target > MOST:
        raise ValueError(f"expected a game to {MOST} or fewer, not to {rules.target}")
    with ExitStack() as lent:
        if rules.players == 2:
            search = lent.enter_context(lent_searcher(rules))
            table: _Table = _TableOfTwo(rules, search, valued, side)
        else:
            table = _TableOfMany(rules, side)
        found = tuple(
            step
            for place, (event, state) in enumerate(retold(rules, game))
            for step in table.follow(place, event, state.scores)
        )
    return Followed(rules, game, valued, side, found, table.ended)


def _worth(rules: Rules, worth: Worth) -> GameWorth:
    one, two, three = rules.match_points
    return game_worth(worth, (one, two, three) if rules.skunks else (one, one, one))


class Split(NamedTuple):
    """What made the result of a game, as one side sees it.

    The result is ``before``, the luck of the cards and of what was hidden, what was counted
    otherwise and how the game ended, and what the errors of every seat gave the side or took from
    it; see :attr:`skill`.

    Attributes:
        before: what the game was worth to the side before it began.
        result: what it was worth in the end: 1 or 0, or the final margin, or match points. A game
            that was given up is lost by as many holes as the loser still needed.
        cards: the luck of the cards.
        hidden: the luck of what was hidden: by how much more or less each decision came to than it
            was worth to who decided.
        counting: what was counted otherwise than the cards are worth.
        ending: what it changed that the game was given up.
        errors: what the errors of each seat lost to itself.
        worth: what all of this is in.
        side: which side sees it so; it is that of the seats whose number it is, modulo the sides.
        sides: how many sides there are.
    """

    before: float
    result: float
    cards: float
    hidden: float
    counting: float
    ending: float
    errors: tuple[float, ...]
    worth: Worth = "chance"
    side: int = 0
    sides: int = 2

    @property
    def luck(self) -> float:
        """All that nobody decides: what the game was worth before, the cards and what was hidden.

        With :attr:`skill` it adds up to the result.
        """
        return self.before + self.cards + self.hidden

    @property
    def skill(self) -> float:
        """All that seats decide: what the errors of the others gave, less what one's own took.

        Points that somebody missed in the count are among them, and what it changed that the game
        was given up.
        """
        gained = sum([self.gained(seat) for seat in range(len(self.errors))])
        return gained + self.counting + self.ending

    def gained(self, seat: int) -> float:
        """Give what the errors of a seat gave the side: less than 0 for its own.

        What one of three loses goes to the other two, to each as much.

        >>> split = Split(0.3, 1.0, 0.4, 0.2, 0.0, 0.0, (0.02, 0.1, 0.14), sides=3)
        >>> [round(split.gained(seat), 3) for seat in range(3)], round(split.skill, 3)
        ([-0.02, 0.05, 0.07], 0.1)
        """
        return _gave(self.errors[seat], seat, self.side, self.sides)

    def turned(self) -> Split:
        """Give the same as the other of two sides sees it.

        >>> split = Split(0.5, 1.0, 0.3, 0.19, 0.0, 0.0, (0.01, 0.02))
        >>> split.turned().result, split.turned().cards, round(split.turned().skill, 3)
        (0.0, -0.3, -0.01)
        """
        both = 1.0 if self.worth == "chance" else 0.0
        return self._replace(
            before=both - self.before,
            result=both - self.result,
            cards=-self.cards,
            hidden=-self.hidden,
            counting=-self.counting,
            ending=-self.ending,
            side=1 - self.side,
        )


def _gave(lost: float, seat: int, side: int, sides: int) -> float:
    """Give what an error of a seat gave a side."""
    return -lost if seat % sides == side else lost / (sides - 1)


def split(
    rules: Rules,
    game: GameRecord,
    reviewed: Iterable[Reviewed],
    worth: Worth = "chance",
    side: int = 0,
) -> Split:
    """Say what made the result of a game whose cards are all known.

    Args:
        rules: the rules.
        game: the record of a game that is over.
        reviewed: every decision of all seats, as :func:`pegout.analysis.review.review` gives them.
        worth: what all is told in, one of :func:`worths`.
        side: whose result it is.

    Raises:
        ValueError: as :func:`steps`, and for a game that nobody has won yet.
    """
    return follow(rules, game, worth, side).split(reviewed)


def _lost(loss: Loss, seen: SeatView, worth: GameWorth) -> float:
    """Give what a decision lost to its seat."""
    if seen.rules.players > 2:
        return loss.chance
    assert seen.dealer is not None, "cards have been dealt"
    return worth.loss(loss, (seen.needs(0), seen.needs(1)), seen.dealer, seen.seat)


class _Table(ABC):
    """What lies on the table, all cards open, and what the game is worth to a side."""

    def __init__(self, rules: Rules, side: int) -> None:
        self.rules, self.side = rules, side
        self.scores: Sequence[int] = (0,) * rules.sides
        self.dealer = self.deal = 0
        self.value: float | None = None
        #: Whether somebody has won.
        self.ended = False

    @abstractmethod
    def at_start(self, dealer: int) -> float:
        """Give what the game is worth at the start of a deal, at the score."""

    @abstractmethod
    def begin(self, event: Dealt) -> None:
        """Deal; every seat is taken to discard as the reference does."""

    @abstractmethod
    def discard(self, seat: int, cards: Sequence[Card]) -> None:
        """Have a seat discard."""

    @abstractmethod
    def before_cut(self) -> float:
        """Give the worth with the discards as they are, over all starters."""

    @abstractmethod
    def cut(self, starter: Card) -> float:
        """Turn the starter up, and give the worth with it."""

    @abstractmethod
    def play(self, seat: int, card: Card) -> float:
        """Play a card, with all goes before it, and give the worth behind it."""

    @abstractmethod
    def decided(self, winners: Sequence[int], scores: Sequence[int]) -> float:
        """Give what the game is worth in the end."""

    def follow(self, place: int, event: Event, scores: Sequence[int]) -> Iterator[GameStep]:
        """Give the steps that an event makes."""
        match event:
            case Dealt():
                yield from self._dealt(place, event)
            case Discarded(seat=seat, cards=cards):
                self.discard(seat, _known(cards))
                yield self._step(place, StepKind.DISCARD, seat, self.before_cut())
            case StarterCut(card=card):
                yield self._step(place, StepKind.STARTER, None, self.cut(*_known([card])))
            case Played(seat=seat, card=card):
                yield self._step(place, StepKind.PLAY, seat, self.play(seat, *_known([card])))
            case GameEnded(result=result) if result.winners:
                self.ended = True
                won = self.decided(result.winners, scores)
                if won != self.value:
                    counted = max(scores) >= self.rules.target
                    kind = StepKind.COUNT if counted else StepKind.END
                    yield self._step(place, kind, None, won)
        self.scores = scores

    def _step(self, place: int, kind: StepKind, seat: int | None, after: float) -> GameStep:
        assert self.value is not None, "a deal has begun"
        before, self.value = self.value, after
        return GameStep(place, self.deal, kind, seat, before, after)

    def _dealt(self, place: int, event: Dealt) -> Iterator[GameStep]:
        """Begin a deal: the first one was cut for, and what is dealt has its luck."""
        self.dealer, self.deal = event.dealer, self.deal + 1
        at_score = self.at_start(self.dealer)
        if self.value is None:
            players, drawn = self.rules.players, self.rules.first_deal != "chosen"
            mean = sum([self.at_start(seat) for seat in range(players)]) / players
            self.value = mean if drawn else at_score
            if drawn:
                yield self._step(place, StepKind.FIRST_DEAL, None, at_score)
        elif abs(self.value - at_score) > 1e-9:
            yield self._step(place, StepKind.COUNT, None, at_score)
        for hand in event.hands:
            _known(hand)
        self.begin(event)
        yield self._step(place, StepKind.DEAL, None, self.before_cut())


class _TableOfMany(_Table):
    """The table of three and four: the chance of winning, by the reference of its tables."""

    reference: ReferenceDeal

    def at_start(self, dealer: int) -> float:
        return chances_at_start(self.rules, self.scores, dealer)[self.side]

    def begin(self, event: Dealt) -> None:
        crib = _known(event.crib)
        self.reference = ReferenceDeal(self.rules, event.hands, crib, event.dealer, self.scores)

    def discard(self, seat: int, cards: Sequence[Card]) -> None:
        self.reference.discard(seat, cards)

    def before_cut(self) -> float:
        return self.reference.before_cut()[self.side]

    def cut(self, starter: Card) -> float:
        self.reference.cut(starter)
        return self.reference.with_starter(starter)[self.side]

    def play(self, seat: int, card: Card) -> float:
        self.reference.play(card)
        return self.reference.in_play()[self.side]

    def decided(self, winners: Sequence[int], scores: Sequence[int]) -> float:
        return float(self.side in winners)


class _TableOfTwo(_Table):
    """The table of two: whatever the game is worth, by the solved play."""

    def __init__(self, rules: Rules, search: Searcher, worth: GameWorth, side: int) -> None:
        super().__init__(rules, side)
        self.search, self.ground, self.worth = search, ground_of(rules), worth
        self.room = room_of(lists=True)
        self.hands: list[list[Card]] = []
        self.away: list[list[Card]] = []
        self.cards: KnownDeal | None = None
        self.state: PlayState | None = None
        self.sets = 0
        self.starter = 52

    def at_start(self, dealer: int) -> float:
        return self.worth.at_start(self._needs(), dealer, self.side)

    def begin(self, event: Dealt) -> None:
        self.hands = [list(hand) for hand in event.hands]
        self.away = [self._reference(seat) for seat in (0, 1)]

    def discard(self, seat: int, cards: Sequence[Card]) -> None:
        self.away[seat] = list(cards)

    def cut(self, starter: Card) -> float:
        self.starter = int(starter)
        assert self.cards is not None, "both have discarded"
        heels = int(starter >> 2 == JACK)
        self.state = begun(self.cards, heels, self.search.space.sets, self.search.solved)
        return self._of_side(self.room.values[self.starter])

    def play(self, seat: int, card: Card) -> float:
        self._advance(seat, card >> 2)
        return self._in_play()

    def decided(self, winners: Sequence[int], scores: Sequence[int]) -> float:
        won = self.worth.decided(self.rules.target - scores[1 - winners[0]])
        return won if self.side in winners else self.worth.both - won

    def _of_side(self, dealers: float) -> float:
        return dealers if self.dealer == self.side else self.worth.both - dealers

    def _needs(self) -> tuple[int, int]:
        own, other = (self.rules.target - score for score in self.scores)
        return own, other

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

    def before_cut(self) -> float:
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
        return self._of_side(
            value_starters(self.cards, game, self.ground, space, solved, self.room)
        )

    def _advance(self, seat: int, rank: int) -> None:
        """Go on to where a seat plays a rank, with all goes before it, and play it."""
        play, space, solved = self.state, self.search.space, self.search.solved
        assert play is not None, "the starter has been cut"
        turn = OWN if seat == self.dealer else OPPONENT
        while play.turn != turn or ranks_below(play.reached) <= rank:
            if play.turn == NOBODY:
                play = count_opened(count_closed(play, space.switches))
            else:
                play = followed(play, PASS, space.heuristic.ends, solved)
        self.sets = hands_after(self.sets, turn, rank, space.sets)
        self.state = followed(play, rank, space.heuristic.ends, solved)

    def _in_play(self) -> float:
        """Give the worth with the cards that were played so far."""
        space, solved = self.search.space, self.search.solved
        value = value_play(
            self.state, self.sets, self.cards, self.starter, self.worth.value, self.ground, space,
            solved, self.room,
        )  # fmt: skip
        return self._of_side(value)


def _known(cards: Sequence[Any]) -> Sequence[Card]:
    if not all(card.known for card in cards):
        names = " ".join(map(str, cards))
        raise ValueError(f"luck is told where every card is known, and not of {names}")
    return cards
