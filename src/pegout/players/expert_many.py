"""The expert with three and four players.

It samples worlds, possible hands of all seats given the cards kept and played and the goes, and
rolls the deal out in all of them for each card that it could play. The value of a card is the lead
that its own side gains. Near the end of the board it is the win probability, after the hands of
that world are counted in their order. It discards by the exact expected hand and crib, and by the
pegging of the kept cards in such worlds.

A partner is of the same side: its points count as own points, in the rollouts and in their values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final

from pegout.cards import Card
from pegout.evaluation.discards import ValuedDiscard, discards_in_view, load_cribs, role_of
from pegout.players.base import chance
from pegout.players.common import ComputerPlayer, pegging_out
from pegout.rules import Rules, View
from pegout.search.multiplayer.forms import search_of_many
from pegout.search.multiplayer.outlooks import Outlooks, needs_of

#: The value of a point beside the win probability: next to nothing. It decides where all cards win
#: or none does, which is common in a sample.
POINT_TIE_BREAK: Final = 0.002


def load(players: int) -> None:
    """Preload the tables of the expert for three or four players."""
    game = Rules(players=players)
    load_cribs(game)
    search_of_many().load(game)


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """The effort of the search, adjustable to measure the value of each part.

    Attributes:
        worlds: the number of worlds for a card.
        discard_worlds: the number of worlds for a discard; 0 to use only hand and crib.
        beliefs: whether the cards kept and played change the belief over hands.
        near: with two sides, win probability decides once a side needs no more than this, and
            points before: a deal cannot bring more. With three sides it always decides, since
            points do not show which opponent must not get them. With 0 points always decide.
    """

    worlds: int = 800
    discard_worlds: int = 1600
    beliefs: bool = True
    near: int = 50


class ExpertMany(ComputerPlayer):
    """The expert for three and four players."""

    def __init__(self, seed: int = 0, effort: SearchEffort = SearchEffort()) -> None:
        super().__init__(seed)
        self.effort = effort

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose a card that wins at once, or the card with the best value, the highest of ties."""
        winning = pegging_out(view, playable)
        if winning is not None:
            return winning
        values = self.card_values(view)
        return max(playable, key=lambda card: (round(values[card >> 2], 9), card))

    def card_values(self, view: View) -> dict[int, float]:
        """Return the value of playing a card of each rank that fits.

        The value is the win probability plus 0.002 per point, or the points that the own side gains
        on the others.
        """
        luck = chance(self.seed, view)
        options = sorted({card >> 2 for card in view.playable()})
        search = search_of_many()
        worlds = search.sample(view, self.effort.worlds, luck, beliefs=self.effort.beliefs)
        outlooks = search.card_outlooks(view, options, worlds, luck, winning=self._matters(view))
        points = _means(outlooks.points)
        return dict(zip(options, _valued(points, outlooks), strict=True))

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the discard with the best value; the one with more points of equal ones."""
        discards = discards_in_view(view)
        values = [round(value, 9) for value in self.value_discards(view, discards)]
        return discards[values.index(max(values))].cards

    def value_discards(self, view: View, discards: Sequence[ValuedDiscard]) -> list[float]:
        """Return the value of each discard, as :meth:`card_values` does for a card."""
        assert view.seat is not None, "a seat has been dealt cards"
        assert view.dealer is not None, "there is a dealer"
        rules = view.rules
        role = role_of(rules, view.seat, view.dealer)
        loss = -1 / (rules.sides - 1) if role == "opponent" else 1
        means = [(discard.hand, abs(discard.crib)) for discard in discards]
        aim = -1 if rules.lowball else 1
        by_hands = [aim * (hand + loss * crib) for hand, crib in means]
        if not self.effort.discard_worlds:
            return by_hands
        luck, search = chance(self.seed, view), search_of_many()
        worlds = search.sample(view, self.effort.discard_worlds, luck, beliefs=self.effort.beliefs)
        if not self._matters(view):
            return _sums(by_hands, _means(search.discard_points(view, discards, worlds)))
        luck = chance(self.seed + 1, view)
        outlooks = search.discard_outlooks(view, discards, means, worlds, luck)
        return _valued(_sums(by_hands, _means(outlooks.points)), outlooks)

    def _matters(self, view: View) -> bool:
        near = self.effort.near
        return near > 0 and (view.rules.sides > 2 or min(needs_of(view)) <= near)


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    # A site has no `statistics`.
    return [fsum(row) / len(row) for row in rows]


def _sums(first: Sequence[float], second: Sequence[float]) -> list[float]:
    return [one + other for one, other in zip(first, second, strict=True)]


def _valued(points: Sequence[float], outlooks: Outlooks) -> list[float]:
    """Return the values of options by their points; see :meth:`ExpertMany.card_values`."""
    if outlooks.wins is None:
        return [*points]
    return _sums(_means(outlooks.wins), [POINT_TIE_BREAK * each for each in points])
