"""Summarise a finished game: the margin, a comeback, the best hands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pegout.cards import Card
from pegout.rules import (
    DealEnded,
    GameEnded,
    HandShown,
    Resigned,
    Result,
    Rules,
    RulesLike,
    Scored,
    StarterCut,
    as_rules,
)

#: A winner that was this many holes behind after a deal has come from behind.
COMEBACK: Final = 20
#: The fewest points of a great hand.
GREAT_HAND: Final = 24


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand or crib that was counted, with its points as counted."""

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    starter: Card
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The summary of a finished game.

    Attributes:
        winners: the sides that won.
        skunks: for each side how badly it was beaten: 0, 1 for a skunk, 2 for a double and 3 for a
            triple skunk.
        scores: the score of each side.
        margin: the number of holes between the winners and the nearest loser.
        early: whether the game ended before the last hole, by resigning or by agreement.
        behind: the most holes that the winner was behind after any deal.
        best: for each side its best counted hand or crib, if there is one.
        worth: the match points for the win.
    """

    winners: tuple[int, ...]
    skunks: tuple[int, ...]
    scores: tuple[int, ...]
    margin: int
    early: bool
    behind: int
    best: tuple[CountedHand | None, ...]
    worth: int = 1

    @property
    def comeback(self) -> bool:
        """Whether the winner came from far behind."""
        return not self.early and self.behind >= COMEBACK

    @property
    def great(self) -> CountedHand | None:
        """The best hand of the game, if it is a great one."""
        counted = [hand for hand in self.best if hand is not None and hand.points >= GREAT_HAND]
        return max(counted, key=lambda hand: hand.points, default=None)


def outcome_of(rules: RulesLike, events: Iterable[object]) -> Outcome | None:
    """Return the summary of a game, or ``None`` if the game is not over.

    Deficits are measured after each deal, because the score swings within a deal while the hands
    are counted one after the other.

    Args:
        rules: the rules of the game.
        events: all events of the game, as any seat saw them; match events are ignored.

    >>> from pegout.rules import Result
    >>> result = Result(winners=(0,), skunks=(0, 1), match_points=(2, 0))
    >>> events = [Scored(1, "play", (), 80, 80), DealEnded(1), Scored(0, "go", (), 121, 121)]
    >>> outcome = outcome_of(Rules(), [*events, GameEnded(result)])
    >>> outcome.margin, outcome.behind, outcome.comeback
    (41, 80, True)
    """
    rules = as_rules(rules)
    scores = list(rules.scores_at_start)
    behind = [0] * rules.sides
    best: list[CountedHand | None] = [None] * rules.sides
    starter: Card | None = None
    shown: HandShown | None = None
    early = False
    for event in events:
        match event:
            case StarterCut(card=card):
                starter = card
            case HandShown():
                shown = event
            case Scored(seat=seat, reason=reason, points=points, score=score):
                side = rules.side(seat)
                best_so_far = best[side]
                better = points > (best_so_far.points if best_so_far else 0)
                if reason in ("hand", "crib") and better and shown and starter is not None:
                    best[side] = CountedHand(seat, shown.crib, shown.cards, starter, points)
                scores[side] = score
            case DealEnded():
                ahead = max(scores)
                behind = [
                    max(deficit, ahead - score)
                    for deficit, score in zip(behind, scores, strict=True)
                ]
            case Resigned():
                early = True
            case GameEnded(result=result):
                return _ended(rules, result, scores, behind, best, early=early)
    return None


def _ended(
    rules: Rules,
    result: Result,
    scores: Sequence[int],
    behind: Sequence[int],
    best: Sequence[CountedHand | None],
    *,
    early: bool,
) -> Outcome:
    """Return the summary of a game from the totals at its end."""
    winners = result.winners
    losers = [side for side in range(rules.sides) if side not in winners]
    gaps = [abs(scores[winner] - scores[loser]) for winner in winners for loser in losers]
    # In lowball the lowest score wins, so a comeback has no meaning.
    led = winners[0] if len(winners) == 1 and not rules.lowball else None
    return Outcome(
        winners=winners,
        skunks=result.skunks,
        scores=tuple(scores),
        margin=min(gaps, default=0),
        early=early or not winners,
        behind=0 if led is None else behind[led],
        best=tuple(best),
        worth=max(result.match_points),
    )
