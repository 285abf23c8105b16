"""The progress of a match in a list of matches, folded from the events of its log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

from pegout.match import Entry, GameBegan, LogEvent, MatchEnded, Undone
from pegout.rules import GameEnded, Resigned, Rules, Scored

Status = Literal["playing", "over"]


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """The progress of a match.

    The scores are those of the current game, and the points those of the match, by side. Nobody
    wins a match that all agreed to stop.
    """

    rules: Rules
    status: Status
    game: int
    scores: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    resigned: int | None = None

    @classmethod
    def before(cls, rules: Rules) -> Self:
        """Return the progress before the first entry."""
        return cls(rules, "playing", 0, rules.scores_at_start, (0,) * rules.sides, ())

    def after(self, event: LogEvent) -> Self:
        """Return the progress after an event other than :class:`~pegout.match.Undone`."""
        match event:
            case GameBegan(game=game):
                return replace(self, game=game, scores=self.rules.scores_at_start, resigned=None)
            case Scored(seat=seat, score=score):
                side = self.rules.side(seat)
                return replace(self, scores=(*self.scores[:side], score, *self.scores[side + 1 :]))
            case Resigned(seat=seat):
                return replace(self, resigned=seat)
            case GameEnded(result=result):
                gained = zip(self.points, result.match_points, strict=True)
                return replace(self, points=tuple([old + more for old, more in gained]))
            case MatchEnded(winners=winners):
                return replace(self, status="over", winners=winners)
        return self


def follow(history: Sequence[MatchProgress], entries: Iterable[Entry]) -> list[MatchProgress]:
    """Return the progress after each of these entries.

    ``history`` has the progress after each earlier entry by number; 0 is the start.
    """
    known = len(history)
    news: list[MatchProgress] = []
    for number, event in entries:
        last = news[-1] if news else history[-1]
        if not isinstance(event, Undone):
            news.append(last.after(event))
        elif 0 < event.to < number:
            news.append(history[event.to] if event.to < known else news[event.to - known])
        else:
            raise ValueError(f"entry {number} cannot take back what came after {event.to}")
    return news
