"""The course of a game, step by step with all cards known: its luck and its errors.

The steps follow the value of the game, see :mod:`pegout.review.objectives`: win probability,
final margin, or match points. Each step begins where the one before it ended, from the value before
the game to its result, so the steps add up. The luck of the cards is in the first cut, in the deal
and in the starter. Each is measured against its own mean: the mean over the seats, the value at the
score, and the mean over the possible starters. So the expected luck is 0, whatever the players do.

The reference for two players is play for points: discards with the most points, cards of the solved
play, and the value at the start of the next deal. For three and four it is the policy ``lookahead``
(:mod:`pegout.review.reference_deal`), and the value is the win probability. The tables of win
probability come from deals that were played in these ways. That is why the value at a score is the
mean over all deals.

>>> from pegout.notation import GameRecord
>>> from pegout.rules import Rules
>>> follow(Rules(first_deal="chosen"), GameRecord(dealer=0)).steps
()
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pegout.cards import Card
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.notation import GameRecord, replay_events
from pegout.players.encoding import ground_of
from pegout.players.expert import borrow_searcher
from pegout.review.errors import ReviewError
from pegout.review.game_review import Reviewed, choices
from pegout.review.objectives import (
    OBJECTIVES,
    TABLE_LINES,
    GameObjective,
    Objective,
    game_objective,
)
from pegout.review.options import Loss
from pegout.review.reference_deal import ReferenceDeal, win_probabilities_at_start
from pegout.rules import Dealt, Discarded, Event, GameEnded, Played, Rules, SeatView, StarterCut
from pegout.search import known_deal
from pegout.search.known_play import both_hands, hands_after
from pegout.search.play import PlayState, close_count, open_count, ranks_below, track_move
from pegout.search.searcher import Searcher
from pegout.search.workspace import BY_SOLUTION, NO_RANKS, NOBODY, OPPONENT, OWN, PASS, Facts
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import LARGEST_NEED


class StepKind(StrEnum):
    """The kind of a step."""

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
    """A step of a game."""

    events_before: int  # the number of events of the game before it
    deal: int  # the number of the deal
    # The kind. A ``count`` is the effect of counts that differ from the true points; an ``end`` is
    # the effect of giving the game up.
    kind: StepKind
    seat: int | None  # the seat that decided it; None for chance
    before: float  # the value of the game to the side before it
    after: float  # the value of the game to the side after it


def can_tell(rules: Rules) -> bool:
    """Return whether these rules support luck: for points, and for two with six cards.

    For four each for themselves no table has the win probabilities.

    >>> can_tell(Rules()), can_tell(Rules(players=3)), can_tell(Rules(lowball=True))
    (True, True, False)
    """
    return not rules.lowball and rules.sides < 4 and (rules.players > 2 or rules.hand_size == 6)


def objectives(rules: Rules) -> tuple[Objective, ...]:
    """Return the kinds of value for luck: for three and four players only win probability.

    Match points are not among them where the rules have other skunk lines than the tables.

    >>> objectives(Rules(players=4))
    ('chance',)
    """
    if rules.players != 2:
        return ("chance",)
    return OBJECTIVES if rules.lines_judged in (TABLE_LINES, ()) else ("chance", "margin")


@dataclass(frozen=True, slots=True)
class Followed:
    """The course of a game, to its end or to the last event, see :func:`follow`."""

    rules: Rules
    game: GameRecord
    objective: GameObjective  # the value of the game
    side: int  # the side whose value it is
    steps: tuple[GameStep, ...]  # every step
    won: bool  # whether the game has a winner

    def split(self, reviewed: Iterable[Reviewed]) -> Split:
        """Split the result into luck and errors, from the side's view.

        Raises:
            ReviewError: ``no_winner`` for a game without a winner.
        """
        if not self.won:
            raise ReviewError(
                "no_winner", "expected a game that is over, and that somebody has won"
            )
        rules, side = self.rules, self.side
        lost = {decision.entry_index: decision.loss for decision in reviewed}
        decided = [step for step in self.steps if step.kind in (StepKind.DISCARD, StepKind.PLAY)]
        errors, hidden = [0.0] * rules.players, 0.0
        chosen = [choice for choice in choices(rules, self.game) if choice.claim is None]
        for choice, step in zip(chosen, decided, strict=True):
            seat, loss = choice.view.seat, 0.0
            if choice.entry_index in lost:
                loss = _lost(lost[choice.entry_index], choice.view, self.objective)
            errors[seat] += loss
            hidden += step.after - step.before - _gave(loss, seat, side, rules.sides)
        luck = dict.fromkeys(StepKind, 0.0)
        for step in self.steps:
            luck[step.kind] += step.after - step.before
        cards = sum([luck[kind] for kind in CARDS])
        return Split(
            self.steps[0].before, self.steps[-1].after, cards, hidden, luck[StepKind.COUNT],
            luck[StepKind.END], tuple(errors), self.objective.name, side, rules.sides,
        )  # fmt: skip

    def splits(self, reviewed: Sequence[Reviewed]) -> list[Split]:
        """Split the result from each side's view, from side 0 on; see :meth:`split`.

        With two sides, the opponent's split follows from this one. With three, the game is followed
        again for each other side.
        """
        sides, name = self.rules.sides, self.objective.name
        if sides == 2:
            own = self.split(reviewed)
            return [own, own.turned()] if self.side == 0 else [own.turned(), own]
        return [
            (self if side == self.side else follow(self.rules, self.game, name, side)).split(
                reviewed
            )
            for side in range(sides)
        ]


def follow(
    rules: Rules, game: GameRecord, objective: Objective = "chance", side: int = 0
) -> Followed:
    """Follow a game whose cards are all known, once for every figure that comes from it.

    A game that all players agreed to stop has no result, and ends with the step before that. In
    games of two sides, the value to side 1 follows from that to side 0.

    Raises:
        ReviewError: ``bad_rules`` or ``bad_objective`` for what has no values, ``unknown_card``.
        RecordError: for events that do not follow from one another.
    """
    if not can_tell(rules):
        raise ReviewError("bad_rules", "expected a game for points, of two players with six cards")
    if objective not in objectives(rules):
        known = ", ".join(objectives(rules))
        raise ReviewError(
            "bad_objective", f"expected an objective that is known under these rules: {known}"
        )
    if rules.target > LARGEST_NEED:
        raise ReviewError(
            "bad_rules", f"expected a game to {LARGEST_NEED} or fewer, not to {rules.target}"
        )
    valued = _objective_of(rules, objective)
    with ExitStack() as borrowed:
        if rules.players == 2:
            search = borrowed.enter_context(borrow_searcher(rules))
            table: _Table = _TableOfTwo(rules, search, valued, side)
        else:
            table = _TableOfMany(rules, side)
        all_steps = tuple(
            step
            for index, (event, state) in enumerate(replay_events(rules, game))
            for step in table.follow(index, event, state.scores)
        )
    return Followed(rules, game, valued, side, all_steps, table.ended)


def _objective_of(rules: Rules, objective: Objective) -> GameObjective:
    if objective != "match":
        return game_objective(objective)
    plain, skunk, double = rules.match_points if rules.skunks else rules.match_points[:1] * 3
    return game_objective(objective, (plain, skunk, double))


class Split(NamedTuple):
    """The parts that made the result of a game, from one side's view.

    The result is the sum of ``before``, the luck of the cards and of hidden cards, the effect of
    counts and of giving up, and the errors of every seat, which give to the side or take from it;
    see :attr:`skill`.
    """

    before: float  # the value of the game to the side before it began
    # Its value in the end: 1 or 0, or the final margin, or match points. A game that was given up
    # is lost by as many holes as the loser still needed.
    result: float
    cards: float  # the luck of the cards
    # The luck of hidden cards: the effect of each decision with all cards known, minus its expected
    # effect, given what its player knew.
    hidden: float
    counting: float  # the effect of counts that differ from the true points
    ending: float  # the effect of giving the game up
    errors: tuple[float, ...]  # the loss of each seat by its own errors
    objective: Objective = "chance"  # the kind of value of all these numbers
    # The side whose view it is. A seat belongs to the side of its number modulo ``sides``.
    side: int = 0
    sides: int = 2  # the number of sides

    @property
    def luck(self) -> float:
        """Everything that no player decides: the value before the game, the cards and hidden cards.

        With :attr:`skill` it adds up to the result.
        """
        return self.before + self.cards + self.hidden

    @property
    def skill(self) -> float:
        """Everything that players decide: the opponents' errors minus the own.

        It includes points that were missed in the count, and the effect of giving the game up.
        """
        gained = sum([self.gained(seat) for seat in range(len(self.errors))])
        return gained + self.counting + self.ending

    def gained(self, seat: int) -> float:
        """Return what the errors of a seat gave to the side: less than 0 for its own.

        With three sides, each of the two others gets half of a loss.

        >>> split = Split(0.3, 1.0, 0.4, 0.2, 0.0, 0.0, (0.02, 0.1, 0.14), sides=3)
        >>> [round(split.gained(seat), 3) for seat in range(3)], round(split.skill, 3)
        ([-0.02, 0.05, 0.07], 0.1)
        """
        return _gave(self.errors[seat], seat, self.side, self.sides)

    def turned(self) -> Split:
        """Return the same from the view of the other of two sides.

        >>> split = Split(0.5, 1.0, 0.3, 0.19, 0.0, 0.0, (0.01, 0.02))
        >>> split.turned().result, split.turned().cards, round(split.turned().skill, 3)
        (0.0, -0.3, -0.01)
        """
        both = 1.0 if self.objective == "chance" else 0.0
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
    """Return what an error of a seat gave to a side."""
    return -lost if seat % sides == side else lost / (sides - 1)


def _lost(loss: Loss, seen: SeatView, objective: GameObjective) -> float:
    """Return the loss of a decision to its seat."""
    if seen.rules.players > 2:
        return loss.chance
    assert seen.dealer is not None, "cards have been dealt"
    return objective.loss(loss, (seen.needs(0), seen.needs(1)), seen.dealer, seen.seat)


class _Table(ABC):
    """The table with all cards known, and the value of the game to a side."""

    def __init__(self, rules: Rules, side: int) -> None:
        self.rules, self.side = rules, side
        self.scores: Sequence[int] = rules.scores_at_start
        self.dealer = self.deal = 0
        self.value: float | None = None
        #: Whether the game has a winner.
        self.ended = False

    @abstractmethod
    def at_start(self, dealer: int) -> float:
        """Return the value of the game at the start of a deal, at the current score."""

    @abstractmethod
    def begin(self, event: Dealt) -> None:
        """Deal; every seat is assumed to discard as the reference does."""

    @abstractmethod
    def discard(self, seat: int, cards: Sequence[Card]) -> None:
        """Replace the assumed discard of a seat by its actual one."""

    @abstractmethod
    def before_cut(self) -> float:
        """Return the value with the current discards, averaged over all starters."""

    @abstractmethod
    def cut(self, starter: Card) -> float:
        """Turn the starter up, and return the value with it."""

    @abstractmethod
    def play(self, seat: int, card: Card) -> float:
        """Play a card, with all goes before it, and return the value after it."""

    @abstractmethod
    def decided(self, winners: Sequence[int], scores: Sequence[int]) -> float:
        """Return the value of the game in the end."""

    def follow(self, index: int, event: Event, scores: Sequence[int]) -> Iterator[GameStep]:
        """Yield the steps of an event."""
        match event:
            case Dealt():
                yield from self._dealt(index, event)
            case Discarded(seat=seat, cards=cards):
                self.discard(seat, _known(cards))
                yield self._step(index, StepKind.DISCARD, seat, self.before_cut())
            case StarterCut(card=card):
                yield self._step(index, StepKind.STARTER, None, self.cut(*_known([card])))
            case Played(seat=seat, card=card):
                yield self._step(index, StepKind.PLAY, seat, self.play(seat, *_known([card])))
            case GameEnded(result=result) if result.winners:
                self.ended = True
                won = self.decided(result.winners, scores)
                if won != self.value:
                    counted = max(scores) >= self.rules.target
                    kind = StepKind.COUNT if counted else StepKind.END
                    yield self._step(index, kind, None, won)
        self.scores = scores

    def _step(self, index: int, kind: StepKind, seat: int | None, after: float) -> GameStep:
        assert self.value is not None, "a deal has begun"
        before, self.value = self.value, after
        return GameStep(index, self.deal, kind, seat, before, after)

    def _dealt(self, index: int, event: Dealt) -> Iterator[GameStep]:
        """Begin a deal: yield the luck of the cut for the first one, and of the cards dealt."""
        self.dealer, self.deal = event.dealer, self.deal + 1
        at_score = self.at_start(self.dealer)
        if self.value is None:
            players, drawn = self.rules.players, self.rules.first_deal != "chosen"
            mean = sum([self.at_start(seat) for seat in range(players)]) / players
            self.value = mean if drawn else at_score
            if drawn:
                yield self._step(index, StepKind.FIRST_DEAL, None, at_score)
        elif abs(self.value - at_score) > 1e-9:
            yield self._step(index, StepKind.COUNT, None, at_score)
        for hand in event.hands:
            _known(hand)
        self.begin(event)
        yield self._step(index, StepKind.DEAL, None, self.before_cut())


class _TableOfMany(_Table):
    """The table of three and four: win probability, by the policy of its tables."""

    reference: ReferenceDeal

    def at_start(self, dealer: int) -> float:
        return win_probabilities_at_start(self.rules, self.scores, dealer)[self.side]

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
    """The table of two: any kind of value, by the solved play."""

    def __init__(self, rules: Rules, search: Searcher, objective: GameObjective, side: int) -> None:
        super().__init__(rules, side)
        self.search, self.ground, self.objective = search, ground_of(rules), objective
        self.room = known_deal.room_of()
        self.hands: list[list[Card]] = []
        self.away: list[list[Card]] = []
        self.cards: known_deal.KnownDeal | None = None
        self.state: PlayState | None = None
        self.sets = 0
        self.starter = 52

    def at_start(self, dealer: int) -> float:
        return self.objective.at_start(self._needs(), dealer, self.side)

    def begin(self, event: Dealt) -> None:
        self.hands = [list(hand) for hand in event.hands]
        self.away = [self._reference(seat) for seat in (0, 1)]

    def discard(self, seat: int, cards: Sequence[Card]) -> None:
        self.away[seat] = list(cards)

    def cut(self, starter: Card) -> float:
        self.starter = int(starter)
        assert self.cards is not None, "both have discarded"
        heels = int(starter >> 2 == JACK)
        self.state = known_deal.lead_state(
            self.cards, heels, self.search.space.sets, self.search.solved
        )
        return self._of_side(self.room.values[self.starter])

    def play(self, seat: int, card: Card) -> float:
        self._advance(seat, card >> 2)
        return self._in_play()

    def decided(self, winners: Sequence[int], scores: Sequence[int]) -> float:
        won = self.objective.decided(self.rules.target - scores[1 - winners[0]])
        return won if self.side in winners else self.objective.both - won

    def _of_side(self, dealers: float) -> float:
        return dealers if self.dealer == self.side else self.objective.both - dealers

    def _needs(self) -> tuple[int, int]:
        own, opponent = (self.rules.target - score for score in self.scores)
        return own, opponent

    def _reference(self, seat: int) -> list[Card]:
        """Return the discard with the most points."""
        dealt = sorted(self.hands[seat])
        needs = self._needs()
        facts = Facts(
            role=int(seat == self.dealer), need=needs[seat], opponent_need=needs[1 - seat],
            score_matters=0, left_out=0, first=0, second=0, held=NO_RANKS, starter=52, show=0,
            seen=0, steps=0, seat=seat, dealt=[int(card) for card in dealt], played=[], by=[],
        )  # fmt: skip
        return [dealt[index] for index in DISCARDS_OF_SIX[self.search.discard(facts, BY_SOLUTION)]]

    def before_cut(self) -> float:
        kept = [
            [int(card) for card in hand if card not in away]
            for hand, away in zip(self.hands, self.away, strict=True)
        ]
        crib = [int(card) for away in self.away for card in away]
        needs, dealer = self._needs(), self.dealer
        in_stinkhole = self.rules.stinkhole and needs[dealer] == 1
        self.cards = known_deal.KnownDeal(
            kept[dealer], kept[1 - dealer], crib, needs[dealer], needs[1 - dealer],
            0 if in_stinkhole else self.rules.heels_points,
        )  # fmt: skip
        space, solved = self.search.space, self.search.solved
        self.sets = both_hands(
            known_deal.set_of(self.cards.dealer, space.sets),
            known_deal.set_of(self.cards.pone, space.sets),
        )
        game = self.objective.value
        return self._of_side(
            known_deal.value_starters(self.cards, game, self.ground, space, solved, self.room)
        )

    def _advance(self, seat: int, rank: int) -> None:
        """Advance to where a seat plays a rank, with all goes before it, and play it."""
        play, space, solved = self.state, self.search.space, self.search.solved
        assert play is not None, "the starter has been cut"
        turn = OWN if seat == self.dealer else OPPONENT
        while play.turn != turn or ranks_below(play.reached) <= rank:
            if play.turn == NOBODY:
                play = open_count(close_count(play, space.switches))
            else:
                play = track_move(play, PASS, space.heuristic.ends, solved)
        self.sets = hands_after(self.sets, turn, rank, space.sets)
        self.state = track_move(play, rank, space.heuristic.ends, solved)

    def _in_play(self) -> float:
        space, solved = self.search.space, self.search.solved
        value = known_deal.value_play(
            self.state, self.sets, self.cards, self.starter, self.objective.value, self.ground,
            space, solved, self.room,
        )  # fmt: skip
        return self._of_side(value)


def _known(cards: Sequence[Any]) -> Sequence[Card]:
    if not all(card.known for card in cards):
        names = " ".join(map(str, cards))
        raise ReviewError(
            "unknown_card", f"luck is told where every card is known, and not of {names}"
        )
    return cards
