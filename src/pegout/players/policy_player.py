"""A player that follows a policy of the simulator, from the view of its seat.

The player encodes its view as the game row of :mod:`pegout.simulation.policies`. Python interprets
their functions, so that the game waits neither for a compiler nor for NumPy.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Rules
>>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben"))))
>>> PolicyPlayer("novice").choose(match.view(1))
Ready(seat=1, contribution='')
"""

from collections.abc import Sequence
from itertools import combinations

from pegout.cards import Card
from pegout.kernel.actions import discards_of
from pegout.kernel.layout import Game
from pegout.kernel.rng import seed_stream
from pegout.players.base import chance
from pegout.players.common import ComputerPlayer
from pegout.players.encoding import bytes_of, game_of, ground_of, pile_of, seat_of
from pegout.rules import Accept, Action, Phase, View
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard
from pegout.simulation.policies.policy import POLICIES
from pegout.simulation.policies.rules_of_thumb import visible_points, visible_score


class PolicyPlayer(ComputerPlayer):
    """A player that discards and plays by one of the policies that do not search."""

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__(seed)
        self.policy = POLICIES[name]

    def __repr__(self) -> str:
        return f"PolicyPlayer({self.policy.name!r}, {self.seed})"

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the discard of the policy."""
        rules = view.rules
        if self.policy.discards == "random":
            return chance(self.seed, view).choice(list(combinations(view.hand, rules.discard_size)))
        discards, _ = self.policy.numbers(rules)
        number = choose_discard(self._row_of(view), ground_of(rules), seat_of(view), discards)
        dealt = sorted(view.dealt)
        away = {dealt[index] for index in discards_of(rules)[number]}
        return tuple([card for card in view.hand if card in away])

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card of the policy; the highest suit of its rank."""
        if self.policy.play == "random":
            return chance(self.seed, view).choice(playable)
        ground, (_, play) = ground_of(view.rules), self.policy.numbers(view.rules)
        rank = choose_card(self._row_of(view), ground, seat_of(view), play) >> 2
        return max([card for card in playable if card >> 2 == rank])

    def count(self, view: View, card: Card | None = None) -> int:
        """Count the last hand or card, correctly or as a beginner sees it."""
        if not self.policy.counts_by_eye:
            return super().count(view, card)
        if view.phase is Phase.PLAY:
            pile = [played.card for played in view.pile]
            if card is not None:
                pile.append(card)
            count = sum([min((card >> 2) + 1, 10) for card in pile])
            return visible_score(pile_of(pile), count, view.rules.runs_in_play)
        assert view.starter is not None, "hands are shown once the starter is cut"
        shown = view.shown[-1]
        cards = bytes_of((*shown.cards, view.starter))
        suited = 0 if shown.crib else len(shown.cards)
        return visible_points(cards, len(shown.cards) + 1, suited)

    def _answer(self, view: View, accept: Accept) -> Action:
        # A level that overlooks points does not take points that the opponent missed.
        return accept if self.policy.overlooks else super()._answer(view, accept)

    def _row_of(self, view: View) -> Game:
        game = game_of(view)
        if self.policy.overlooks:
            luck = chance(self.seed, view).getrandbits(62)
            game.state[0].chance[1 + seat_of(view)] = seed_stream(luck, 0)
        return game
