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

from pegout import rules
from pegout.cards import Card
from pegout.wire.table import ChoiceKind, SeatChoice

#: The kind of each action, in the order in which the choices of a seat are listed.
_KINDS: Final[dict[type, ChoiceKind]] = {
    rules.Ready: "ready",
    rules.CutForDeal: "cut_for_deal",
    rules.Discard: "discard",
    rules.Cut: "cut",
    rules.Play: "play",
    rules.Go: "go",
    rules.Claim: "claim",
    rules.Accept: "accept",
    rules.Muggins: "muggins",
}


def choices_of(legal: Iterable[rules.Action]) -> list[SeatChoice]:
    """Return what a seat may decide by its legal actions, the usual decision first."""
    by_kind: dict[type, list[rules.Action]] = {cls: [] for cls in _KINDS}
    for action in legal:
        by_kind[type(action)].append(action)
    return [_choice(_KINDS[cls], found) for cls, found in by_kind.items() if found]


def _choice(kind: ChoiceKind, actions: Sequence[rules.Action]) -> SeatChoice:
    cards = dict.fromkeys(card for action in actions for card in _cards(action))
    numbers = sorted({number for action in actions if (number := _number(action)) is not None})
    size = len(_cards(actions[0]))
    if not numbers:
        return SeatChoice(kind, [str(card) for card in cards], size)
    low, high = numbers[0], numbers[-1]
    taken = [number for number in range(low, high + 1) if number not in {*numbers}]
    return SeatChoice(kind, [str(card) for card in cards], size, low, high, taken)


def _cards(action: rules.Action) -> tuple[Card, ...]:
    match action:
        case rules.Discard(cards=cards):
            return cards
        case rules.Play(card=card):
            return (card,)
        case _:
            return ()


def _number(action: rules.Action) -> int | None:
    match action:
        case rules.Cut(at=at) | rules.CutForDeal(at=at):
            return at
        case rules.Play(claim=claim):
            return claim
        case rules.Claim(points=points) | rules.Muggins(points=points):
            return points
        case _:
            return None


def action_of(
    kind: ChoiceKind, seat: int, cards: Sequence[Card] = (), number: int | None = None
) -> rules.Action:
    """Return the action of a complete choice.

    >>> action_of("cut", 1, number=20)
    Cut(seat=1, at=20)
    """
    match kind:
        case "ready":
            return rules.Ready(seat)
        case "discard":
            return rules.Discard(seat, tuple(cards))
        case "play":
            return rules.Play(seat, cards[0], number)
        case "go":
            return rules.Go(seat)
        case "accept":
            return rules.Accept(seat)
    assert number is not None, "the choice has a number"
    match kind:
        case "cut":
            return rules.Cut(seat, number)
        case "cut_for_deal":
            return rules.CutForDeal(seat, number)
        case "claim":
            return rules.Claim(seat, number)
        case "muggins":
            return rules.Muggins(seat, number)
