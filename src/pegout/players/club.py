"""``club``: plays like a good player at a club, by rules of thumb.

It throws by the exact mean of the hand over every starter, plus or minus the solved mean of the
crib; among the throws that are sure of the points it still needs, if there are any. A card is worth
what it scores, less what an average opponent answers, to whom every rank is as likely as another,
save the ten-cards, which it counts. It leads from a pair, or a card of two to four, and keeps
aces and twos for thirty-one.

Near the end of the board it knows who counts first: with enough in hand it only stops the others;
as a dealer who will be counted out it pegs what is to be had; and it sees which card ends the game.
The kernel's policy ``club`` chooses the same, see
:func:`pegout.simulation.policies.rules_of_thumb.club_card`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from pegout.cards import RANK_LETTERS, VALUES, Card
from pegout.players.baselines import answering, best_throw, crib_worth, throws_in_order
from pegout.players.common import Thinker
from pegout.rules import View
from pegout.scoring.unchecked import play_points, show_points
from pegout.tables import rank_sets as ranks

__all__ = ["Club", "stance_of", "sure_throws"]

#: In hundredths of a point: what the mean answer costs, a good lead is worth, and an ace or a two
#: is worth in the hand; then the game, and in points what it is worse if an answer ends it.
_ANSWER: Final = 75
_LEAD: Final = 50
_SMALL: Final = 50
_GAME: Final = 100000
_LOSS: Final = 30
#: From so few points to go an opponent is taken to count out with the next hand, which is worth
#: eight on average; and so many holes a dealer may still peg before that.
_COUNTS_OUT: Final = 8
_PEGS_OUT: Final = 8
#: No hand is worth more, with two points for nobs.
_LARGEST_HAND: Final = 30
#: For each rank, a card of it.
_RANKS: Final = tuple([Card.of(rank, 0) for rank in range(len(RANK_LETTERS))])
_FIVE: Final = 4
_TEN: Final = 9
_FOUR_ALIKE: Final = 12

Stance: TypeAlias = Literal["steady", "dash", "stop"]
#: By stance: what an own point counts, and what a point of the mean answer costs.
_WEIGHTS: Final[dict[Stance, tuple[int, int]]] = {
    "steady": (100, _ANSWER),
    "dash": (200, _ANSWER // 2),
    "stop": (1, 2 * _ANSWER),
}


class Club(Thinker):
    """A good player at a club."""

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the throw with the best mean of hand and crib; only among sure ones if any is."""
        return best_throw(view, crib_worth, among=sure_throws(view))

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card that is best by rules of thumb; of equals the highest."""
        unseen, held, stance = _unseen(view), answering(view), stance_of(view)
        aim = -1 if view.rules.lowball else 1
        return max(
            playable, key=lambda card: (aim * _value(view, card, unseen, held, stance), card)
        )


def sure_throws(view: View) -> tuple[tuple[Card, ...], ...]:
    """Give the throws that keep all the points the side still needs, whichever the starter is.

    Near the end of the board, that is, and not in lowball; elsewhere there are none.
    """
    needed, rules = view.needs(view.side), view.rules
    if rules.lowball or needed > _LARGEST_HAND:
        return ()
    dealt = ranks.of(view.dealt)
    starters = [rank for rank in range(13) if dealt.count(rank) < 4]
    found = []
    for throw, kept in throws_in_order(view.dealt, rules):
        held = ranks.of(kept)
        flush = len(kept) if len({card & 3 for card in kept}) == 1 else 0
        if min([ranks.points((*held, rank)) for rank in starters]) + flush >= needed:
            found.append(throw)
    return tuple(found)


def stance_of(view: View) -> Stance:
    """Say what matters in the play, by the score.

    ``stop`` for whoever counts first and has enough in the hand: only the others can still prevent
    the win. ``dash`` for a dealer with few to go whom an opponent will have counted out before,
    more likely than not. ``steady`` for everybody else.
    """
    rules, seat, dealer = view.rules, view.seat, view.dealer
    assert seat is not None, "a seat looks at its own cards"
    assert dealer is not None, "somebody has dealt"
    assert view.starter is not None, "the starter is cut before the play"
    own = view.needs(view.side)
    if rules.lowball:
        return "steady"
    if seat == dealer:
        return "dash" if _others_need(view) <= _COUNTS_OUT and own <= _PEGS_OUT else "steady"
    if seat == (dealer + 1) % rules.players and own <= _LARGEST_HAND:
        kept = [card for card in view.dealt if card not in view.discards]
        if show_points(kept, view.starter, nobs_points=rules.nobs_points) >= own:
            return "stop"
    return "steady"


def _others_need(view: View) -> int:
    """Give how many holes the first of the other sides needs."""
    return min([view.needs(side) for side in range(view.rules.sides) if side != view.side])


def _unseen(view: View) -> list[int]:
    """Give how many cards of each rank an opponent may hold: four, save the ten-cards."""
    seen = ranks.of([*view.hand, *[laid.card for laid in view.laid]])
    return [4 - (seen.count(rank) if rank >= _TEN else 0) for rank in range(13)]


def _answer(pile: Sequence[Card], rank: int, *, runs: bool) -> int:
    """Count a card of a rank on a pile; a fifth of a rank, which there is not, as if a fourth."""
    longer = [*pile, _RANKS[rank]]
    if len(longer) > 4 and all(card >> 2 == rank for card in longer[-5:]):
        return _FOUR_ALIKE + 2 * (sum([VALUES[card] for card in longer]) in (15, 31))
    return play_points(longer, runs=runs)


def _value(view: View, card: Card, unseen: Sequence[int], held: int, stance: Stance) -> int:
    """Give what it is worth to lay a card, in hundredths of a point."""
    runs = view.rules.runs_in_play
    pile = [*[laid.card for laid in view.pile], card]
    gain, price = _WEIGHTS[stance]
    points = play_points(pile, runs=runs)
    value = gain * points
    if points >= view.needs(view.side):
        value += _GAME
    if held:
        others, room = _others_need(view), 31 - view.count - VALUES[card]
        answers = 0
        for rank, number in enumerate(unseen):
            if number and VALUES[_RANKS[rank]] <= room:
                score = _answer(pile, rank, runs=runs)
                answers += number * (score + _LOSS if score >= others else score)
        value -= price * held * answers // sum(unseen)
    rank = card >> 2
    if not view.count:
        value += _LEAD * (0 < rank < _FIVE)
        value += _LEAD * (rank != _FIVE and sum([one >> 2 == rank for one in view.hand]) > 1)
    return value - _SMALL * (rank < 2)
