"""The log as a sequence of steps: one per entry, and in the show one per item of the count.

An action may cause many entries at once: a card, its points, the end of the count, the whole show.
A :class:`Script` converts them into steps that the table shows one after the other, each with a
sentence, a short word and a duration.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pegout import rules
from pegout.cards import Card
from pegout.match import Entry, GameBegan, LogEvent, MatchBegan, MatchEnded
from pegout.notation.codec import type_name
from pegout.scoring import Item
from pegout.text import Teller, cadence, called, capital, nineteen
from pegout.text.pacing import PACING


@dataclass(frozen=True)
class Count:
    """A hand or crib in the show, and the progress of its count.

    The cards are without the starter. Of its items, ``announced`` are announced so far, and
    ``phrases`` says them as they are counted aloud; with manual counting ``claimed`` is the owner's
    claim.
    """

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    items: tuple[Item, ...] = ()
    phrases: tuple[str, ...] = ()
    announced: int = 0
    claimed: int | None = None
    nothing: str = ""

    @property
    def points(self) -> int:
        """The points of the items announced so far."""
        return sum(item.points for item in self.items[: self.announced])

    @property
    def lit(self) -> frozenset[Card]:
        """The cards of the item announced last."""
        return frozenset(self.items[self.announced - 1].cards) if self.announced else frozenset()


@dataclass(frozen=True)
class Step:
    """One step on the screen.

    It is drawn after the entry ``number``. ``word`` is shown beside the count, ``seconds`` is the
    duration at the normal pace, ``count`` is the hand being counted, and ``lit`` are cards of the
    play that score. A sentence is ``logged`` once.
    """

    number: int
    event: LogEvent
    sentence: str
    word: str
    seconds: float
    count: Count | None
    lit: frozenset[Card]
    logged: bool


class Script:
    """A converter from entries to steps, with the state of the show between them."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.word = ""
        self.count: Count | None = None
        self.lit: frozenset[Card] = frozenset()
        self._number = 0

    def steps(self, entries: Iterable[Entry]) -> Iterator[Step]:
        """Yield the steps of these entries, in order."""
        for entry in entries:
            yield from self._steps(entry)
            self._number = entry.number

    def _steps(self, entry: Entry) -> Iterator[Step]:
        event = entry.event
        sentence = self.teller.say(event) or ""
        counted = False
        match event:
            case MatchBegan() | GameBegan() | rules.Committed() | rules.Revealed() | MatchEnded():
                self.word = "" if isinstance(event, GameBegan) else self.word
                if isinstance(event, GameBegan):
                    self.count = None
            case rules.Dealt() | rules.DealEnded():
                self.word, self.lit = "", frozenset()
                if isinstance(event, rules.Dealt):
                    self.count = None
            case rules.Played():
                self.word, self.lit = "", frozenset()
            case rules.SaidGo():
                self.word = sentence
            case rules.HandShown(seat=seat, cards=cards, crib=crib):
                self.word, self.lit = "", frozenset()
                self.count = Count(seat, crib, tuple(sorted(cards)))
            case rules.Claimed(points=points, reason=reason) if reason != "play" and self.count:
                self.count = replace(self.count, claimed=points)
            case rules.Scored(reason="play" | "go" | "heels", items=items):
                self.word = capital(called(items, self.teller.t)) or sentence
                self.lit = frozenset(card for item in items for card in item.cards)
            case (
                rules.Scored(reason="hand" | "crib", items=items, points=points)
                | rules.Counted(reason="hand" | "crib", items=items, points=points)
            ) if self.count and not self.count.announced:
                # Between two items, the table shows the count so far.
                for step in self._count(event, items, points):
                    counted = True
                    yield step
        yield Step(
            entry.number,
            event,
            sentence,
            self.word,
            _lasting(event, sentence, counted=counted),
            self.count,
            self.lit,
            logged=True,
        )

    def _count(self, event: LogEvent, items: tuple[Item, ...], points: int) -> Iterator[Step]:
        """Yield the steps that count a hand item by item; the pegs move with the next step."""
        if self.count is None or (points and not items):
            return
        if not items and not self.teller.rules.pegs_missed and isinstance(event, rules.Scored):
            # A claim of nothing is no hand of nothing.
            return
        if not items:
            said = nineteen(self.teller.t)
            self.count = replace(self.count, nothing=said)
            return
        phrases = tuple(cadence(items, self.teller.t))
        for announced in range(1, len(items) + 1):
            self.count = replace(self.count, items=items, phrases=phrases, announced=announced)
            said = capital(phrases[announced - 1])
            yield Step(
                self._number, event, said, "", PACING.item, self.count, frozenset(), logged=False
            )


def _lasting(event: LogEvent, sentence: str, *, counted: bool) -> float:
    """Return the duration of the last step of an entry at the normal pace."""
    shown = PACING.steps.get(type_name(type(event)), 0.0)
    match event:
        case rules.Dealt(hands=hands):
            return shown + sum(map(len, hands)) * PACING.card
        case rules.Scored(reason="hand" | "crib"):
            return PACING.total if counted or sentence else 0.0
        case rules.Scored():
            return PACING.points if sentence else 0.0
        case rules.Counted():
            return PACING.corrected if counted or sentence else 0.0
        case rules.Claimed():
            return shown if sentence else 0.0
    return shown
