"""Warnings: whether an action would lose more than a player wants to.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Ready, Rules
>>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
>>> check_action(match.view(0), Ready(0), Verdict.INACCURACY) is None
True
"""

from collections.abc import Iterator
from typing import Final

from pegout.review.game_review import Choice, Reviewed, Verdict, decide
from pegout.rules import Accept, Action, Claim, Discard, Muggins, Play, SeatView

_ORDER: Final = tuple(Verdict)


def check_action(
    view: SeatView, action: Action, minimum: Verdict, ahead: SeatView | None = None
) -> Reviewed | None:
    """Evaluate an action that a seat is about to take, by the standards of the review.

    Args:
        minimum: the verdict from which on a warning is due.
        ahead: the view after an opponent's count is accepted, where the seat may play at once.

    Returns:
        The decision in the action that loses most; None where none of them reaches that verdict.
    """
    decisions = [
        decision for choice in _choices(view, action, ahead) if (decision := decide(choice))
    ]
    worst = max(decisions, key=lambda decision: decision.loss.chance, default=None)
    if worst is None or _ORDER.index(worst.verdict) < _ORDER.index(minimum):
        return None
    return worst


def _choices(view: SeatView, action: Action, ahead: SeatView | None) -> Iterator[Choice]:
    """Yield the choices in an action: a card may come with a claim, and may accept a count."""
    match action:
        case Discard(cards=cards):
            yield Choice(0, view, cards)
        case Play(card=card, claim=claim):
            seen = view if ahead is None else ahead
            yield Choice(0, seen, (card,))
            if claim is not None:
                yield Choice(0, seen, (), claim, card)
            if ahead is not None:
                yield Choice(0, view, (), 0)
        case Claim(points=points) | Muggins(points=points):
            yield Choice(0, view, (), points)
        case Accept():
            yield Choice(0, view, (), 0)
