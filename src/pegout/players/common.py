"""The behaviour that all levels share: be ready, cut, and take the only action if it is forced."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from pegout.cards import Card
from pegout.players.base import PlayerError, chance
from pegout.rules import Action, Phase, SeatView, View, actions
from pegout.scoring import Item, unchecked

#: The most points of a card in the play: the fourth of a rank, which makes the count 15 or 31.
_MAX_PEGGED: Final = 14


def items_in_view(view: View, card: Card | None = None) -> tuple[Item, ...]:
    """Count the last hand shown or, in the play, the last card or one as if it were played."""
    if view.phase is Phase.PLAY:
        pile = [played.card for played in view.pile]
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
    """Return the card with the most points if they end the game at once.

    Not in lowball, where the first side out loses.
    """
    needed = view.needs(view.side)
    if view.rules.lowball or needed > _MAX_PEGGED:
        return None
    pile, runs = [played.card for played in view.pile], view.rules.runs_in_play
    points, best = max(
        [(unchecked.play_points([*pile, card], runs=runs), card) for card in playable]
    )
    return best if points >= needed else None


class ComputerPlayer(ABC):
    """A player whose subclass decides on discards, cards and counts; this class does the rest."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seed})"

    def choose(self, view: View) -> Action:
        """Return one of the actions that the view allows its seat.

        Raises:
            PlayerError: ``bad_view`` for anything but the view of a seat, ``nothing_to_do`` where
                the game does not wait for it.
        """
        if not isinstance(view, SeatView):
            raise PlayerError(
                "bad_view", f"expected the view of a seat, such as match.view(0), not {view!r:.60}"
            )
        if not view.legal:
            raise PlayerError(
                "nothing_to_do",
                f"seat {view.seat} has nothing to decide: the phase is {view.phase}",
            )
        first = view.legal[0]
        match first:
            case actions.Accept():
                return self._answer(view, first)
            case actions.CutForDeal() | actions.Cut():
                return chance(self.seed, view).choice(view.legal)
            case actions.Discard():
                return actions.Discard(first.seat, self.discard(view))
            case actions.Play():
                playable = view.playable()
                card = playable[0] if len(playable) == 1 else self.play(view, playable)
                manual = view.rules.counting == "manual"
                return actions.Play(first.seat, card, self.count(view, card) if manual else None)
            case actions.Claim():
                return actions.Claim(first.seat, self.count(view))
        return first

    def _answer(self, view: View, accept: actions.Accept) -> Action:
        """Take points by muggins that the opponent missed and this player sees."""
        claim = view.claim
        assert claim is not None, "one accepts a claim"
        missed = self.count(view) - claim.claimed - claim.taken
        # In lowball, points are a disadvantage.
        if missed > 0 and not view.rules.lowball:
            return actions.Muggins(accept.seat, missed)
        return accept

    @abstractmethod
    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the cards to discard."""

    @abstractmethod
    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose a card to play from two or more that fit."""

    def count(self, view: View, card: Card | None = None) -> int:
        """Count the last hand or card, or this card as if it were played."""
        return sum(item.points for item in items_in_view(view, card))
