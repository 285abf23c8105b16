"""Group events into lines: one line holds everything that happened at once.

``_line`` has many branches: one for each kind of event.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from pegout.notation.lines import Items, Line
from pegout.rules import Event, Reason, Rules, events
from pegout.rules.state import State
from pegout.scoring import Item


@dataclass(frozen=True, slots=True)
class Unit:
    """A line in full, and the events that it records."""

    line: Line
    events: tuple[Event, ...] = ()


@dataclass(slots=True)
class Heading:
    """The heading of a deal: its line, and whether it has been written and checked."""

    line: Line = field(default_factory=lambda: Line("deal"))
    following: Line = field(default_factory=lambda: Line("deal"))
    due: bool = False
    checked: bool = False

    def announce(self, state: State) -> None:
        """Prepare the heading of the coming deal."""
        self.following = Line("deal", number=state.deal, dealer=state.dealer, scores=state.scores)
        self.checked = False

    def reached(self) -> None:
        """Make the prepared heading due, to be written before the next line."""
        self.line = self.following
        self.due = True

    def write(self) -> Unit:
        """Return the heading, and mark it as written."""
        self.due = False
        return Unit(self.line)


def units(
    rules: Rules, happened: Sequence[Event], scores: Iterable[int], count: int = 0
) -> list[Unit]:
    """Return the lines of consecutive events, from the scores and the count before them.

    A shuffled pack has no line.
    """
    return _Grouping(rules, happened, list(scores), count).units()


def totals(items: Iterable[Item]) -> Items:
    """Return the total points of each kind of item, in the form of a line."""
    return tuple(
        (kind, sum(item.points for item in group))
        for kind, group in groupby(items, key=lambda item: item.kind)
    )


class _Grouping:
    def __init__(
        self, rules: Rules, happened: Sequence[Event], scores: list[int], count: int
    ) -> None:
        self.rules = rules
        self.happened = happened
        self.scores = scores
        self.count = count
        self.at = 0

    def units(self) -> list[Unit]:
        grouped = []
        while self.at < len(self.happened):
            first = self.at
            line = self._line(self._take())
            if line is not None:
                grouped.append(Unit(line, tuple(self.happened[first : self.at])))
        return grouped

    def _take(self) -> Event:
        event = self.happened[self.at]
        self.at += 1
        if isinstance(event, events.Scored):
            self.scores[self.rules.side(event.seat)] = event.score
        return event

    def _scored(self, line: Line, *reasons: Reason) -> Line:
        """Add the points of the next event, if they are for one of these reasons."""
        event = self.happened[self.at] if self.at < len(self.happened) else None
        if not isinstance(event, events.Scored) or event.reason not in reasons:
            return line
        self._take()
        return _with_points(line, event)

    def _line(self, event: Event) -> Line | None:
        match event:
            case events.Committed(commitment=text):
                return Line("commit", text=text)
            case events.SaidReady(seat=seat, contribution=text):
                return Line("ready", (seat,), text=text)
            case events.DealerCut(seat=seat, at=at, card=card):
                return Line("cut", (seat,), cards=(card,), at=at)
            case events.CutTied(seats=seats):
                return Line("tie", seats)
            case events.DealerChosen(seat=seat):
                return Line("dealer", (seat,))
            case events.Dealt(hands=hands, crib=crib):
                return Line("dealt", hands=hands, cards=crib)
            case events.Discarded(seat=seat, cards=cards):
                return Line("discard", (seat,), cards=cards)
            case events.StarterCut(seat=seat, at=at, card=card):
                return Line("starter", (seat,), cards=(card,), at=at)
            case events.Played():
                return self._played(event)
            case events.SaidGo(seat=seat, count=count):
                return Line("go", (seat,), count=count)
            case events.Scored(reason="go"):
                return self._stopped(event)
            case events.CountEnded(seat=seat, count=count):
                self.count = 0
                return Line("count", (seat,), count=count)
            case events.Scored():
                # Heels, the start of the five-card game, or an opponent's excess.
                return replace(_with_points(Line(event.reason, (event.seat,)), event), items=None)
            case events.HandShown(seat=seat, cards=cards, crib=crib):
                line = Line("crib" if crib else "show", (seat,), cards=cards)
                return self._scored(line, "hand", "crib")
            case events.Claimed(seat=seat, points=points):
                return self._scored(Line("claim", (seat,), points), "hand", "crib")
            case events.MugginsCalled(seat=seat, points=points, taken=taken):
                return self._scored(Line("muggins", (seat,), points, points=taken), "muggins")
            case events.Accepted(seat=seat):
                return Line("accept", (seat,))
            case events.Counted(seat=seat, points=points, items=items):
                return Line("counted", (seat,), points, items=totals(items))
            case events.DealEnded(deal=deal):
                return Line("end", number=deal, scores=tuple(self.scores))
            case events.Revealed(deal=deal, secret=secret):
                return Line("reveal", number=deal, text=secret)
            case events.Resigned(seat=seat):
                return Line("resign", (seat,))
            case events.StopOffered(seat=seat):
                return Line("stop", (seat,))
            case events.StopDeclined(seat=seat):
                return Line("decline", (seat,))
            case events.GameEnded(result=result) if not result.winners:
                return Line("stopped", scores=tuple(self.scores))
            case events.GameEnded(result=result):
                return Line(
                    "won",
                    result.winners,
                    scores=tuple(self.scores),
                    skunks=result.skunks,
                    shares=result.match_points,
                )
        return None

    def _played(self, event: events.Played) -> Line:
        self.count = event.count
        line = Line("play", (event.seat,), cards=(event.card,), count=event.count)
        claimed = self.happened[self.at] if self.at < len(self.happened) else None
        if isinstance(claimed, events.Claimed):
            self._take()
            line = replace(line, claim=claimed.points)
        return self._scored(line, "play")

    def _stopped(self, event: events.Scored) -> Line:
        """Join the point for the last card with the end of the count; a game can end before it."""
        line = _with_points(Line("count", (event.seat,), count=self.count), event)
        if self.at < len(self.happened) and isinstance(self.happened[self.at], events.CountEnded):
            self._take()
            self.count = 0
        return line


def _with_points(line: Line, event: events.Scored) -> Line:
    return replace(line, points=event.points, score=event.score, items=totals(event.items))
