"""A game under review, whose decisions are evaluated one by one.

The numbers are those of :mod:`pegout.review.game_numbers`, which number the events of the record.
The line of win probability has a step for each event that can change it: cards dealt, discarded,
cut and played, and the end.
"""

from collections.abc import Generator, Iterable, Sequence
from itertools import accumulate
from threading import Lock
from typing import Final, NamedTuple

import msgspec

from pegout.cards import Card
from pegout.match import Entry
from pegout.notation import Record, replay_events
from pegout.notation.help import CHOSEN
from pegout.notation.replay import FIRST_NUMBER
from pegout.review.game_numbers import GameNumbers, ValuedDecision, gather, helps_in_log
from pegout.review.game_review import Reviewed, Verdict, choices, decide
from pegout.rules import Dealt, Discarded, GameEnded, Played, StarterCut
from pegout.table.review_messages import encode_decision, review_of
from pegout.text import Translator
from pegout.tui.chance_line import ChanceLine, Mark
from pegout.tui.local_seats import LocalView
from pegout.wire.http import GameDecision, GameReview

#: The events that can change the win probability.
_MOVES: Final = (Dealt, Discarded, StarterCut, Played, GameEnded)
#: The number of cached games.
_CACHED: Final = 30
_SIZES: Final = {
    Verdict.FINE: 0,
    Verdict.INACCURACY: 1,
    Verdict.MISTAKE: 2,
    Verdict.LARGE_MISTAKE: 3,
}


class Judged(NamedTuple):
    """An evaluated decision.

    Attributes:
        number: the number of its entry in the log of the match.
        before: the number of the entry before it, after which the table waits for it.
        at: its step on the line.
        cards: the cards chosen; an option stands for every card of its rank.
        valued: its values, with its number in the record.
    """

    number: int
    before: int
    at: int
    cards: tuple[Card, ...]
    valued: ValuedDecision

    @property
    def size(self) -> int:
        """The size of its loss, from 0 to 3."""
        return _SIZES[self.valued.verdict]


class JudgedGame:
    """One game of a match.

    Args:
        record: the record of the match, as far as the reviewing player may see it.
        entries: the entries of the game in the log.

    Attributes:
        done: the number of evaluated choices.
        of: the number of all choices; 0 while that is unknown.
        over: whether the evaluation is complete.
        numbers: the numbers of the decisions evaluated so far, and once the evaluation is complete
            also of the luck in the game.
        events: the events of the record.
    """

    def __init__(self, record: Record, number: int, entries: Sequence[Entry]) -> None:
        self.record, self.rules = record, record.rules
        self.game = record.games[number - 1]
        self.done = self.of = 0
        self.over = False
        self.numbers: GameNumbers | None = None
        self._working = Lock()
        #: The evaluations by the indices of the choices in the record; None without options.
        self._reviewed: dict[int, Reviewed | None] = {}
        self._judged: list[Judged] = []
        self._reviews: dict[tuple[int | None, str], GameReview] = {}
        self.events = [event for event, _ in replay_events(self.rules, self.game)]
        #: The step on the line after each event of the record, and after each entry of the log.
        self._steps_of_record = dict(enumerate(_steps(self.events), start=FIRST_NUMBER))
        shown = [entry.event for entry in entries]
        steps = _steps(shown)
        self._steps = dict(zip([entry.number for entry in entries], steps, strict=True))
        self._last = steps[-1] if steps else 0
        #: For each entry: its number, the number of the entry before it, and the step before it.
        before = list(zip(self._steps, [0, *self._steps], [0, *steps], strict=False))
        placed = list(zip(before, shown, strict=True))
        self._chosen = [entry for entry, event in placed if isinstance(event, CHOSEN)]
        self._deals = [
            (step, event.deal) for (_, _, step), event in placed if isinstance(event, Dealt)
        ]

    def work(self, seat: int | None) -> Generator[None]:
        """Evaluate all remaining choices step by step, those of a seat first.

        Results can be read between steps, also from another thread. A second caller for the same
        game waits until the first iterator is exhausted or closed.
        """
        with self._working:
            if self.over:
                return
            numbered = enumerate(self.events, start=FIRST_NUMBER)
            numbers = [at for at, event in numbered if isinstance(event, CHOSEN)]
            every = choices(self.rules, self.game)
            made = list(zip(every, numbers, self._chosen, strict=True))
            if self.numbers is None:
                self.numbers = gather(self.rules, self.game, [])
            self.of = len(made)
            yield
            left = [item for item in made if item[0].entry_index not in self._reviewed]
            for choice, number, entry in sorted(left, key=lambda item: item[0].view.seat != seat):
                reviewed = decide(choice)
                if reviewed is not None:
                    valued = ValuedDecision.of(reviewed, number)
                    self._note(Judged(*entry, choice.cards, valued))
                self._reviewed[choice.entry_index] = reviewed
                self.done += 1
                yield
            found = [review for _, review in sorted(self._reviewed.items()) if review is not None]
            self.numbers = gather(self.rules, self.game, found)
            self.over = True
            yield

    def _note(self, judged: Judged) -> None:
        assert self.numbers is not None, "the work has begun"
        # If the work stops right after this, the choice is evaluated again.
        others = [decision for decision in self._judged if decision.number != judged.number]
        self._judged = sorted([*others, judged], key=lambda decision: decision.number)
        decisions = [decision.valued for decision in self._judged]
        self.numbers = msgspec.structs.replace(self.numbers, decisions=decisions)

    def decisions(self, seat: int | None) -> list[Judged]:
        """Return the decisions of a seat evaluated so far, in order."""
        return [decision for decision in self._judged if decision.valued.seat == seat]

    def message(self, judged: Judged, t: Translator) -> GameDecision:
        """Return a decision as the table describes it."""
        helps = helps_in_log(self.rules, self.game).get(judged.valued.number, ())
        return encode_decision(judged.valued, helps, t)

    def review(self, seat: int | None, t: Translator) -> GameReview:
        """Return the review as the table describes it, once the evaluation is complete."""
        assert self.numbers is not None, "the evaluation is complete"
        if (seat, t.code) not in self._reviews:
            review = review_of(self.record, self.game, self.numbers, seat, t)
            self._reviews[seat, t.code] = review
        return self._reviews[seat, t.code]

    def line(self, seat: int | None, at: int, *, opened: bool = False) -> ChanceLine:
        """Return the line as a seat can know it, and if wanted with all cards open.

        Args:
            seat: the seat whose win probability and decisions to show; ``None`` for the side of
                seat 0, between the deals.
            at: the selected step.
            opened: whether to add the line with all cards open.
        """
        marks = [Mark(decision.at, decision.size) for decision in self.decisions(seat)]
        own: list[tuple[int, float]] = []
        opened_curve: list[tuple[int, float]] = []
        if self.numbers is not None:
            own = self.numbers.own_curve(self.rules, seat or 0)
            opened_curve = self.numbers.open_curve(self.rules, seat or 0) if opened else []
        side = self.rules.side(seat or 0)
        points, second = self._on_line(own), self._on_line(opened_curve)
        return ChanceLine(points, tuple(self._deals), tuple(marks), at, self._last, side, second)

    def _on_line(self, curve: Sequence[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
        """Return a curve by the steps of the line instead of the numbers of events."""
        return tuple([(self._steps_of_record.get(at, 0), chance) for at, chance in curve])

    def step(self, number: int) -> int:
        """Return the step on the line at an entry of the log."""
        return self._steps.get(number, 0)


def _steps(events: Iterable[object]) -> list[int]:
    """Return the step on the line after each event."""
    return list(accumulate(int(isinstance(event, _MOVES)) for event in events))


class ReviewedGames:
    """A cache of the games reviewed last, with their evaluations."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, int, int | None, int], JudgedGame] = {}

    def of(self, local: LocalView, game: int) -> JudgedGame:
        """Return a game of a match by its number, with any cached evaluations."""
        match, witness = local.match, local.witness
        entries = local.game_entries(game, witness)
        last = entries[-1].number if entries else 0
        key = (match.setup.id, game, witness, last)
        judged = self._games.pop(key, None)
        if judged is None:
            judged = JudgedGame(match.record(witness), game, entries)
        # The latest game goes to the end; the oldest is evicted.
        self._games[key] = judged
        while len(self._games) > _CACHED:
            del self._games[next(iter(self._games))]
        return judged
