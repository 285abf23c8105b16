"""What a seat has to decide: which cards and numbers it may choose, and when a choice is complete.

Every view of the table reads it, and none of them works it out from the legal actions. The inverse
is :func:`action_of`, which makes the action of a complete choice.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Rules
>>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
>>> [choice.kind for choice in choices_of(match.view(0).legal)]
['ready']
"""

from collections.abc import Iterable, Sequence
from typing import Final

from pegout.cards import Card
from pegout.rules import (
    Accept,
    Action,
    Claim,
    Cut,
    CutForDeal,
    Discard,
    Go,
    Muggins,
    Play,
    Ready,
)
from pegout.wire.table import ChoiceKind, SeatChoice

#: The kind of each action, in the order in which the choices of a seat are listed.
_KINDS: Final[dict[type, ChoiceKind]] = {
    Ready: "ready",
    CutForDeal: "cut_for_deal",
    Discard: "discard",
    Cut: "cut",
    Play: "play",
    Go: "go",
    Claim: "claim",
    Accept: "accept",
    Muggins: "muggins",
}


def choices_of(legal: Iterable[Action]) -> list[SeatChoice]:
    """Return what a seat may decide by its legal actions, the usual decision first."""
    by_kind: dict[type, list[Action]] = {cls: [] for cls in _KINDS}
    for action in legal:
        by_kind[type(action)].append(action)
    return [_choice(_KINDS[cls], found) for cls, found in by_kind.items() if found]


def _choice(kind: ChoiceKind, actions: Sequence[Action]) -> SeatChoice:
    cards = dict.fromkeys(card for action in actions for card in _cards(action))
    numbers = sorted({number for action in actions if (number := _number(action)) is not None})
    size = len(_cards(actions[0]))
    if not numbers:
        return SeatChoice(kind, [str(card) for card in cards], size)
    low, high = numbers[0], numbers[-1]
    taken = [number for number in range(low, high + 1) if number not in {*numbers}]
    return SeatChoice(kind, [str(card) for card in cards], size, low, high, taken)


def _cards(action: Action) -> tuple[Card, ...]:
    match action:
        case Discard(cards=cards):
            return cards
        case Play(card=card):
            return (card,)
        case _:
            return ()


def _number(action: Action) -> int | None:
    match action:
        case Cut(at=at) | CutForDeal(at=at):
            return at
        case Play(claim=claim):
            return claim
        case Claim(points=points) | Muggins(points=points):
            return points
        case _:
            return None


def action_of(
    kind: ChoiceKind, seat: int, cards: Sequence[Card] = (), number: int | None = None
) -> Action:
    """Return the action of a complete choice.

    >>> action_of("cut", 1, number=20)
    Cut(seat=1, at=20)
    """
    match kind:
        case "ready":
            return Ready(seat)
        case "discard":
            return Discard(seat, tuple(cards))
        case "play":
            return Play(seat, cards[0], number)
        case "go":
            return Go(seat)
        case "accept":
            return Accept(seat)
    assert number is not None, "the choice has a number"
    match kind:
        case "cut":
            return Cut(seat, number)
        case "cut_for_deal":
            return CutForDeal(seat, number)
        case "claim":
            return Claim(seat, number)
        case "muggins":
            return Muggins(seat, number)
