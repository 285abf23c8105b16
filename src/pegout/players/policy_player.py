"""The player of a policy: it sees a view, and chooses with the very loops of the simulator.

The view becomes the row of numbers that a game is to :mod:`pegout.simulation.policies`, whose
functions Python runs as they are: nobody waits for a compiler, and NumPy is not loaded.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Rules
>>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben"))))
>>> PolicyPlayer("novice").choose(match.view(1))
Ready(seat=1, contribution='')
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from pegout.cards import Card
from pegout.evaluation.single_hand import SHOW, cribs_of
from pegout.kernel.actions import throws_of
from pegout.kernel.layout import (
    CHANCE,
    COUNT,
    DEALER,
    FIELDS,
    HANDS,
    KEPT,
    NO_PILE,
    NOTHING,
    PILE,
    SCORES,
    STARTER,
    STEPS,
    Game,
    Ground,
)
from pegout.kernel.rng import seeded
from pegout.kernel.rule_numbers import end_points, flush_points, keeps_of, rule_numbers
from pegout.players.base import chance
from pegout.players.common import Thinker
from pegout.rules import Accept, Action, Phase, Rules, View
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard
from pegout.simulation.policies.policy import POLICIES
from pegout.simulation.policies.rules_of_thumb import sighted_hand, sighted_score

__all__ = ["PolicyPlayer", "bytes_of", "game_of", "ground_of", "hand_of", "pile_of"]


class PolicyPlayer(Thinker):
    """A player that discards and plays by a policy.

    Args:
        name: one of :data:`pegout.simulation.POLICIES` that does not search.
        seed: where its chance comes from.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__(seed)
        self.policy = POLICIES[name]

    def discard(self, view: View) -> tuple[Card, ...]:
        """Choose the discard of the policy."""
        rules = view.rules
        if self.policy.discards == "random":
            return chance(self.seed, view).choice(list(combinations(view.hand, rules.throws)))
        discards, _ = self.policy.ways(rules)
        throw = choose_discard(self._row_of(view), ground_of(rules), _seat(view), discards)
        dealt = sorted(view.dealt)
        away = {dealt[place] for place in throws_of(rules)[throw]}
        return tuple([card for card in view.hand if card in away])

    def play(self, view: View, playable: Sequence[Card]) -> Card:
        """Choose the card of the policy; of those of its rank the highest."""
        if self.policy.play == "random":
            return chance(self.seed, view).choice(playable)
        ground, (_, play) = ground_of(view.rules), self.policy.ways(view.rules)
        rank = choose_card(self._row_of(view), ground, _seat(view), play) >> 2
        return max([card for card in playable if card >> 2 == rank])

    def count(self, view: View, card: Card | None = None) -> int:
        """Count what lies on the table, right or as a beginner sees it."""
        if not self.policy.goes_by_sight:
            return super().count(view, card)
        if view.phase is Phase.PLAY:
            pile = [laid.card for laid in view.pile]
            if card is not None:
                pile.append(card)
            count = sum([min((one >> 2) + 1, 10) for one in pile])
            return sighted_score(pile_of(pile), count, view.rules.runs_in_play)
        assert view.starter is not None, "hands are shown once the starter is cut"
        shown = view.shown[-1]
        cards = bytes_of((*shown.cards, view.starter))
        suited = 0 if shown.crib else len(shown.cards)
        return sighted_hand(cards, len(shown.cards) + 1, suited)

    def _answer(self, view: View, accept: Accept) -> Action:
        # Whoever overlooks points takes none that others have missed.
        return accept if self.policy.overlooks else super()._answer(view, accept)

    def _row_of(self, view: View) -> Game:
        game = game_of(view)
        if self.policy.overlooks:
            luck = chance(self.seed, view).getrandbits(62)
            game.state[CHANCE + 1 + _seat(view)] = seeded(luck, 0)
        return game


def _seat(view: View) -> int:
    assert view.seat is not None, "a seat looks at its own cards"
    return view.seat


def bytes_of(cards: Sequence[int]) -> int:
    """Put cards into an int, a byte for each, the first lowest."""
    return sum([card << 8 * place for place, card in enumerate(cards)])


def hand_of(cards: Sequence[int]) -> int:
    """Put the cards of a hand into an int; see :mod:`pegout.kernel.layout`."""
    return NOTHING ^ bytes_of([card ^ 0x7F for card in sorted(cards)])


def pile_of(cards: Sequence[int]) -> int:
    """Put a pile into an int of fifteen ranks, the last one lowest."""
    pile = NO_PILE
    for card in cards:
        pile = (pile << 4 | card >> 2) & NO_PILE
    return pile


def game_of(view: View) -> Game:
    """Give what a seat knows as the row of a game; hands of others are so many aces."""
    seat, rules = _seat(view), view.rules
    assert view.dealer is not None, "somebody has dealt"
    state = [0] * FIELDS
    state[DEALER] = view.dealer
    state[COUNT], state[STEPS] = view.count, len(view.laid)
    state[PILE] = pile_of([laid.card for laid in view.pile])
    state[STARTER] = 52 if view.starter is None else int(view.starter)
    state[SCORES : SCORES + rules.sides] = view.scores
    if view.phase is Phase.PLAY:
        for other, size in enumerate(view.hand_sizes):
            state[HANDS + other] = hand_of([0] * size)
        kept = [card for card in view.dealt if card not in view.discards]
        state[HANDS + seat], state[KEPT + seat] = hand_of(view.hand), hand_of(kept)
    rows = [bytes(rules.hand_size)] * rules.players
    rows[seat] = bytes(sorted(view.dealt))
    dealt = memoryview(b"".join(rows)).cast("B", (rules.players, rules.hand_size))
    cards, seats = [laid.card for laid in view.laid], [laid.seat for laid in view.laid]
    return Game(state, (), dealt, (), cards, seats, (), ())


@lru_cache(64)
def ground_of(rules: Rules) -> Ground:
    """Give what does not change from game to game, as Python reads it best."""
    throws, keeps = throws_of(rules), keeps_of(rules)
    return Ground(
        rule_numbers(rules),
        flush_points(rules, crib=False),
        flush_points(rules, crib=True),
        SHOW,
        end_points(rules.runs_in_play),
        _table(throws),
        _table(keeps),
        cribs_of(rules),
    )


def _table(rows: Sequence[Sequence[int]]) -> memoryview:
    """Give rows of small numbers as an array of two dimensions."""
    flat = bytes([number for row in rows for number in row])
    return memoryview(flat).cast("B", (len(rows), len(rows[0])))
