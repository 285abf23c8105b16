"""What players of every level do alike: be ready, cut, and answer when there is no choice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from pegout.cards import Card
from pegout.players.base import chance
from pegout.rules import (
    Accept,
    Action,
    Claim,
    Cut,
    CutForDeal,
    Discard,
    Muggins,
    Phase,
    Play,
    View,
)
from pegout.scoring import Item, unchecked

__all__ = ["Thinker", "items_in_view", "pegging_out"]


def items_in_view(view: View, card: Card | None = None) -> tuple[Item, ...]:
    """Count what lies on the table: the last hand shown, or in the play the last card.

    Args:
        view: the view.
        card: a card of the own hand, to count it as if it were laid on the pile.
    """
    if view.phase is Phase.PLAY:
        pile = [laid.card for laid in view.pile]
        if card is not None:
            pile.append(card)
        return unchecked.score_play(pile, runs=view.rules.runs_in_play)
    assert view.starter is not None, "hands are shown once the starter is cut"
    shown = view.shown[-1]
    return unchecked.score_show(
        shown.cards,
        view.starter,
        crib=shown.crib,
        crib_flush=view.rules.crib_flush,
        nobs_points=view.rules.nobs_points,
    )


def pegging_out(view: View, playable: Sequence[Card]) -> Card | None:
    """Give the card whose points end the game at once, of several the one with the most, or none.

    Args:
        view: the view of a seat that has to lay a card.
        playable: the cards that fit.

    Returns:
        The card; in lowball none, where nobody wants to be there first.
    """
    if view.rules.lowball:
        return None
    pile, runs = [laid.card for laid in view.pile], view.rules.runs_in_play
    most, best = max([(unchecked.play_points([*pile, card], runs=runs), card) for card in playable])
    return best if most >= view.needs(view.side) else None


class Thinker(ABC):
    """A player that decides on discards, cards and counts; the rest is done for it here.

    Args:
        seed: where its chance comes from.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Answer with one of the actions that the view allows its seat."""
        first = view.legal[0]
        match first:
            case Accept():
                return self._answer(view, first)
            case CutForDeal() | Cut():
                return chance(self.seed, view).choice(view.legal)
            case Discard():
                return Discard(first.seat, self.discard(view))
            case Play():
                playable = view.playable()
                card = playable[0] if len(playable) == 1 else self.play(view, playable)
                manual = view.rules.counting == "manual"
                return Play(first.seat, card, self.count(view, card) if manual else None)
            case Claim():
                return Claim(first.seat, self.count(view))
        return first

    def _answer(self, view: View, accept: Accept) -> Action:
        """Take what an opponent has missed, as far as this player sees it."""
        claim = view.claim
        assert claim is not None, "one accepts a claim"
        missed = self.count(view) - claim.claimed - claim.taken
        # In lowball points are what nobody wants.
        if missed > 0 and not view.rules.lowball:
            return Muggins(accept.seat, missed)
        return accept

    @abstractmethod
    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the cards to lay away."""

    @abstractmethod
    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose a card to lay, of two or more that fit."""

    def count(self, view: View, card: Card | None = None) -> int:
        """Count what lies on the table, or this card as if it were laid."""
        return sum(item.points for item in items_in_view(view, card))
