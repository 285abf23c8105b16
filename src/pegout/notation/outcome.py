"""What there is to tell of a game that is over: the margin, a comeback, the best hands."""

from __future__ import annotations

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
    Scored,
    StarterCut,
)

__all__ = ["COMEBACK", "GREAT_HAND", "CountedHand", "Outcome", "outcome_of"]

#: Whoever wins after a deal that left them so many holes behind has come from behind.
COMEBACK: Final = 20
#: A hand of so many points is remembered.
GREAT_HAND: Final = 24


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand or crib that was counted, with the points that it was given."""

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    starter: Card
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What there is to tell of a game that is over.

    Attributes:
        winners: the sides that won.
        skunks: for each side how badly it was beaten: 0, 1 for a skunk, 2 for a double skunk.
        scores: the score of each side.
        margin: how many holes lie between the winners and the nearest of the others.
        early: whether the game ended before the last hole, by resigning or by agreement.
        behind: how many holes the winner was behind after some deal, at the most.
        best: for each side its best hand or crib, if one of them was counted.
        worth: the points for a match that the win is worth.
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
        """The best hand of the game, if it is one to remember."""
        counted = [hand for hand in self.best if hand is not None and hand.points >= GREAT_HAND]
        return max(counted, key=lambda hand: hand.points, default=None)


def outcome_of(rules: Rules, events: Iterable[object]) -> Outcome | None:
    """Give what there is to tell of a game, or ``None`` of one that is not over.

    How far a side was behind is looked at after each deal: within a deal the hands are counted one
    after the other, and so the score swings.

    Args:
        rules: the rules of the game.
        events: everything that happened in it, as anybody saw it; those of a match are passed over.

    >>> from pegout.rules import Result
    >>> result = Result(winners=(0,), skunks=(0, 1), match_points=(2, 0))
    >>> events = [Scored(1, "play", (), 80, 80), DealEnded(1), Scored(0, "go", (), 121, 121)]
    >>> outcome = outcome_of(Rules(), [*events, GameEnded(result)])
    >>> outcome.margin, outcome.behind, outcome.comeback
    (41, 80, True)
    """
    scores = [0] * rules.sides
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
                of_hand = reason in ("hand", "crib") and shown is not None and starter is not None
                if of_hand and points > (best_so_far.points if best_so_far else 0):
                    assert shown is not None
                    assert starter is not None
                    best[side] = CountedHand(seat, shown.crib, shown.cards, starter, points)
                scores[side] = score
            case DealEnded():
                ahead = max(scores)
                behind = [
                    max(most, ahead - score) for most, score in zip(behind, scores, strict=True)
                ]
            case Resigned():
                early = True
            case GameEnded(result=result):
                return _ended(rules, result, scores, behind, best, early=early)
            case _:
                pass
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
    """Give what there is to tell of a game from what was found up to its end."""
    winners = result.winners
    others = [side for side in range(rules.sides) if side not in winners]
    gaps = [abs(scores[one] - scores[two]) for one in winners for two in others]
    # Where the lowest score wins, nobody comes from behind.
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
