"""A game under review, whose decisions are evaluated one by one.

The numbers are those of :mod:`pegout.review.game_numbers`. The line of win probability has a step
for each event that can change it: cards dealt, discarded, cut and played, and the end.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from threading import Lock
from typing import Final, NamedTuple

from pegout.cards import Card
from pegout.match import Entry
from pegout.notation import GameRecord, helps_of, replay_events
from pegout.notation.help import CHOSEN
from pegout.notation.replay import FIRST_NUMBER
from pegout.review.game_numbers import GameNumbers, gather
from pegout.review.game_review import Choice, Reviewed, Verdict, choices, decide
from pegout.rules import Dealt, Discarded, GameEnded, Played, Rules, StarterCut
from pegout.tui.chance_line import ChanceLine, Mark
from pegout.tui.session import Session

#: The events that can change the win probability.
_MOVES: Final = (Dealt, Discarded, StarterCut, Played, GameEnded)
#: The number of cached games.
_MOST: Final = 30
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
        reviewed: its evaluation.
        cards: the cards chosen; an option stands for every card of its rank.
    """

    number: int
    before: int
    at: int
    reviewed: Reviewed
    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        """The size of its loss, from 0 to 3."""
        return _SIZES[self.reviewed.verdict]


class JudgedGame:
    """One game of a match.

    Args:
        rules: the rules.
        game: the record of the game, as far as the reviewing player may see it.
        entries: the entries of the same game in the log.

    Attributes:
        done: the number of evaluated choices.
        of: the number of all choices; 0 while that is unknown.
        over: whether the evaluation is complete.
        numbers: the numbers of the whole game, including the decisions only once it is over.
    """

    def __init__(self, rules: Rules, game: GameRecord, entries: Sequence[Entry]) -> None:
        self.rules = rules
        self.game = game
        self.done = self.of = 0
        self.over = False
        self.numbers: GameNumbers | None = None
        self._working = Lock()
        #: The indices in the record of the evaluated choices.
        self._valued: set[int] = set()
        self._decisions: dict[int, list[Judged]] = {seat: [] for seat in range(rules.players)}
        self._deals: list[tuple[int, int]] = []
        #: For each entry of a choice: its number, the number of the entry before it, and its step.
        self._made: list[tuple[int, int, int]] = []
        self._steps: dict[int, int] = {}
        step = before = 0
        for number, event in entries:
            if isinstance(event, Dealt):
                self._deals.append((step, event.deal))
            if isinstance(event, CHOSEN):
                self._made.append((number, before, step))
            step += isinstance(event, _MOVES)
            self._steps[number] = step
            before = number
        self._last = step

    def work(self, seat: int | None) -> Generator[None]:
        """Evaluate all remaining choices step by step, those of a seat first.

        Results can be read between steps, also from another thread. A second caller for the same
        game waits until the first iterator is exhausted or closed.
        """
        with self._working:
            if self.over:
                return
            made = list(zip(choices(self.rules, self.game), self._made, strict=True))
            if self.numbers is None:
                self.numbers = gather(self.rules, self.game, [])
            self.of = len(made)
            yield
            helps = helps_of(self.game)
            left = [one for one in made if one[0].place not in self._valued]
            for choice, entry in sorted(left, key=lambda one: one[0].view.seat != seat):
                decision = decide(choice)
                if decision is not None:
                    decision = decision._replace(helps=helps.get(choice.place, ()))
                    self._note(choice, Judged(*entry, decision, choice.cards))
                self._valued.add(choice.place)
                self.done += 1
                yield
            every = [
                judged.reviewed for decisions in self._decisions.values() for judged in decisions
            ]
            every.sort(key=lambda one: one.place)
            self.numbers = gather(self.rules, self.game, every)
            self.over = True
            yield

    def _note(self, choice: Choice, judged: Judged) -> None:
        seat = choice.view.seat
        # If the work stops right after this, the choice is evaluated again.
        decisions = [*[one for one in self._decisions[seat] if one.number != judged.number], judged]
        self._decisions[seat] = sorted(decisions, key=lambda one: one.number)

    def decisions(self, seat: int | None) -> list[Judged]:
        """Return the decisions of a seat evaluated so far, in order."""
        return [] if seat is None else self._decisions[seat]

    def line(self, seat: int | None, at: int, *, opened: bool = False) -> ChanceLine:
        """Return the line as a seat can know it.

        Args:
            seat: the seat whose win probability and decisions to show; ``None`` for the side of
                seat 0, between the deals.
            at: the selected step.
            opened: whether to add the line with all cards open.
        """
        side = 0 if seat is None else self.rules.side(seat)
        marks = [Mark(one.at, one.size) for one in self.decisions(seat)]
        points = tuple(sorted(self._points(seat, side), key=lambda point: point[0]))
        second = tuple(self._opened(side)) if opened else ()
        return ChanceLine(points, tuple(self._deals), tuple(marks), at, self._last, side, second)

    def step(self, number: int) -> int:
        """Return the step on the line at an entry of the log."""
        return self._steps.get(number, 0)

    def _points(self, seat: int | None, side: int) -> Iterator[tuple[int, float]]:
        if self.numbers is not None:
            steps = self._numbered()
            for number, chances in self.numbers.between:
                yield steps.get(number, 0), chances[side]
        for one in self.decisions(seat):
            options, chosen = one.reviewed.options, one.reviewed.chosen
            yield one.at, options.best.chance
            yield self.step(one.number), options.chance_after(chosen)

    def _opened(self, side: int) -> Iterator[tuple[int, float]]:
        if self.numbers is not None:
            steps = self._numbered()
            for number, chance in self.numbers.open_curve(self.rules, side):
                yield steps.get(number, 0), chance

    def _numbered(self) -> dict[int, int]:
        """Return the step after each event of the record, by its number."""
        steps, step = {}, 0
        for number, (event, _) in enumerate(
            replay_events(self.rules, self.game), start=FIRST_NUMBER
        ):
            step += isinstance(event, _MOVES)
            steps[number] = step
        return steps


class ReviewedGames:
    """A cache of the games reviewed last, with their evaluations."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, int, int | None, int], JudgedGame] = {}

    def of(self, session: Session, game: int) -> JudgedGame:
        """Return a game of a match, with any cached evaluations.

        Args:
            session: the session of the match.
            game: the number of the game.
        """
        match, witness = session.match, session.witness
        entries = session.game_entries(game, witness)
        last = entries[-1].number if entries else 0
        key = (match.setup.id, game, witness, last)
        judged = self._games.pop(key, None)
        if judged is None:
            record = match.record(witness).games[game - 1]
            judged = JudgedGame(match.setup.rules, record, entries)
        # The latest game goes to the end; the oldest is evicted.
        self._games[key] = judged
        while len(self._games) > _MOST:
            del self._games[next(iter(self._games))]
        return judged
