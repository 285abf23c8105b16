"""A lesson at a table: steps that come up as the game does, one sentence each.

A step is data. It says when it comes up, what it points at and how it is answered. The state of a
lesson is folded from the answers in the log of its match, so that it is kept, resumed and taken
back with the game. Which step is next follows from the log of the game and this state alone.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from pegout.cards import Card
from pegout.match import Entry
from pegout.match.log import LogEvent
from pegout.rules import Counted, Dealt, HandShown, Phase, Scored, SeatView, StarterCut
from pegout.scoring import Item, Kind, unchecked

#: What a step points at: a part of the table.
Anchor = Literal["board", "button", "hand", "crib", "pack", "starter", "count", "pile", "show"]
#: How a step is answered: by acting at the table, by a press, or by tapping cards that score.
Way = Literal["act", "press", "tap"]

#: What counts without regard to the starter.
_BARE: Final = frozenset(Kind) - {Kind.FLUSH, Kind.NOBS}

_E = TypeVar("_E", bound=LogEvent)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a seat knows of the game of a lesson.

    Attributes:
        view: its view.
        log: the entries of the game that count, as the seat sees them.
    """

    view: SeatView
    log: Sequence[Entry]

    @property
    def other(self) -> int:
        """The seat of the opponent."""
        return 1 - self.view.seat

    def of_deal(self, deal: int) -> list[Entry]:
        """Return the entries from a deal up to the next."""
        begins = [index for index, entry in enumerate(self.log) if isinstance(entry.event, Dealt)]
        ends = [*begins[1:], len(self.log)]
        return list(self.log[begins[deal - 1] : ends[deal - 1]]) if deal <= len(begins) else []

    def first(
        self, kind: type[_E], found: Callable[[_E], bool] = lambda _: True, *, deal: int = 0
    ) -> tuple[int, _E] | None:
        """Return the first event of a kind with its number, in one deal or in the whole game."""
        for number, event in self.of_deal(deal) if deal else self.log:
            if isinstance(event, kind) and found(event):
                return number, event
        return None

    def begins(self, deal: int) -> int | None:
        """Return the number of the last entry if the table waits for the cards of a deal."""
        waits = self.view.phase is Phase.READY and self.view.deal == deal
        return self.log[-1].number if waits else None

    def asked(self, deal: int, phase: Phase) -> int | None:
        """Return the number of the last entry if the seat has to decide in a phase of a deal."""
        view = self.view
        asked = view.deal == deal and view.phase is phase and view.seat in view.to_act
        return self.log[-1].number if asked else None

    def shown(self, deal: int, seat: int, *, crib: bool = False) -> tuple[int, HandShown] | None:
        """Return the entry that shows a hand or the crib."""
        return self.first(
            HandShown, lambda event: event.seat == seat and event.crib is crib, deal=deal
        )

    def counted(self, shown: HandShown, deal: int) -> tuple[Item, ...]:
        """Return the items of a hand of the show."""
        starter = self.starter(deal)
        return unchecked.score_show(shown.cards, starter, crib=shown.crib)

    def starter(self, deal: int) -> Card:
        """Return the starter of a deal that was shown."""
        cut = self.first(StarterCut, deal=deal)
        assert cut is not None, "a hand is counted with the starter"
        return cut[1].card

    def told(self, shown: int) -> int:
        """Return the number of the entry that counts the hand shown in an entry."""
        return next(
            number
            for number, event in self.log
            if number > shown and isinstance(event, Scored | Counted)
        )


@dataclass(frozen=True, slots=True)
class Found:
    """Where a step comes up.

    Attributes:
        at: the number of the entry after which it is said.
        cards: the cards that it speaks of.
        items: the items that may be tapped.
        values: what its sentence names.
    """

    at: int
    cards: tuple[Card, ...] = ()
    items: tuple[Item, ...] = ()
    values: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson.

    Attributes:
        name: its name in the log.
        deal: the deal that it belongs to; skipping skips the steps of a deal.
        says: its sentence, marked for translation.
        anchor: what it points at.
        way: how it is answered.
        when: finds where it comes up; ``None`` while it does not.
        need: how many of its items have to be tapped, if it has as many.
    """

    name: str
    deal: int
    says: str
    anchor: Anchor
    way: Way
    when: Callable[[Moment], Found | None]
    need: int = 0


@dataclass(frozen=True, slots=True)
class LessonState:
    """What a player has answered so far.

    Attributes:
        done: the names of the steps that were answered or skipped, in this order.
        left: whether the player goes on without the guide.
    """

    done: tuple[str, ...] = ()
    left: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """The step that is due, and whether the one before can be read again."""

    step: LessonStep
    found: Found
    back: bool


def after(script: Sequence[LessonStep], state: LessonState, name: str, answer: str) -> LessonState:
    """Return the state after an answer; an unknown one changes nothing.

    >>> script = [LessonStep("a", 1, "", "hand", "press", lambda _: None)]
    >>> after(script, LessonState(), "a", "done"), after(script, LessonState(("a",)), "", "back")
    (LessonState(done=('a',), left=False), LessonState(done=(), left=False))
    """
    known = {step.name: step for step in script}
    match answer:
        case "done" if name in known and name not in state.done:
            return replace(state, done=(*state.done, name))
        case "skip" if name in known:
            deal = known[name].deal
            names = [step.name for step in script if step.deal == deal]
            return replace(state, done=(*state.done, *(n for n in names if n not in state.done)))
        case "back":
            return replace(state, done=state.done[:-1])
        case "leave" | "resume":
            return replace(state, left=answer == "leave")
    return state


def guide(script: Sequence[LessonStep], moment: Moment, state: LessonState) -> Due | None:
    """Return the step that is due: the earliest in the log that was not answered."""
    if state.left or not moment.log:
        return None
    due = [
        (found.at, index, step, found)
        for index, step in enumerate(script)
        if step.name not in state.done and (found := step.when(moment)) is not None
    ]
    if not due:
        return None
    _, _, step, found = min(due, key=lambda one: one[:2])
    return Due(step, found, _may_go_back(script, moment, state, step))


def _may_go_back(
    script: Sequence[LessonStep], moment: Moment, state: LessonState, now: LessonStep
) -> bool:
    """Return whether the last step answered still speaks of what is on the table."""
    last = next((step for step in script if state.done[-1:] == (step.name,)), None)
    if last is None or last.when(moment) is None or last.deal != now.deal:
        return False
    return last.anchor in ("board", now.anchor)


def kept_points(cards: Sequence[Card]) -> int:
    """Return what the cards of a hand are worth before there is a starter.

    >>> from pegout.cards import parse_cards
    >>> kept_points(parse_cards("5H 5S JD QC")), kept_points(parse_cards("2H 4H 8H KH"))
    (10, 4)
    """
    same_suit = len({card & 3 for card in cards}) == 1
    return sum(item.points for item in bare_items(cards)) + (len(cards) if same_suit else 0)


def bare_items(cards: Sequence[Card], kinds: Iterable[Kind] = _BARE) -> tuple[Item, ...]:
    """Return the items among some cards before there is a starter, of some kinds."""
    wanted = {*kinds}
    items = unchecked.score_show(cards[:-1], cards[-1])
    return tuple([item for item in items if item.kind in wanted & _BARE])
