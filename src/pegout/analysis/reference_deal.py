"""A deal of three or four whose cards are all known, played on by the policy ``lookahead``.

That is the policy of which the tables of chances are made (:mod:`pegout.tables.win_probability`):
of equal cards it takes the highest, so nothing is left to chance. So the chance of winning at the
start of a deal is the mean, over all that may be dealt, of what :meth:`ReferenceDeal.before_cut`
gives for it.

>>> from pegout.cards import CARDS
>>> from pegout.rules import Rules
>>> rules = Rules(players=4)
>>> hands = [CARDS[5 * seat : 5 * seat + 5] for seat in range(4)]
>>> deal = ReferenceDeal(rules, hands, (), dealer=0, scores=(100, 90))
>>> chances = deal.before_cut()
>>> deal.cut(CARDS[20])
>>> round(sum(chances), 9), len(deal.in_play())
(1.0, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from pegout.kernel.actions import throws_of
from pegout.kernel.deal_steps import cut_starter, hand_out, lay, show_all, throw_away
from pegout.kernel.layout import (
    DEALER,
    FIELDS,
    OVER,
    PHASE,
    SCORES,
    SEAT,
    STARTER,
    Game,
)
from pegout.players.encoding import ground_of
from pegout.rules import Rules
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard
from pegout.simulation.policies.policy import POLICIES
from pegout.tables.win_probability import chance, chance_of_seat, within

__all__ = ["Chances", "ReferenceDeal", "chances_at_start"]

#: The chance of winning of each side.
Chances: TypeAlias = tuple[float, ...]

#: Who plays on.
_REFERENCE: Final = POLICIES["lookahead"]
_PACK: Final = 52


def chances_at_start(rules: Rules, scores: Sequence[int], dealer: int) -> Chances:
    """Give each side's chance of winning at the start of a deal of three or four.

    Args:
        rules: the rules.
        scores: the score of each side, below the target.
        dealer: the seat that deals.

    >>> [round(one, 2) for one in chances_at_start(Rules(players=3), (0, 0, 0), 1)]
    [0.28, 0.41, 0.31]
    """
    needs = [rules.target - int(score) for score in scores]
    if rules.players == 3:
        return tuple([chance_of_seat(needs, dealer, seat) for seat in range(3)])
    side = rules.side(dealer)
    own, other = within((needs[side], needs[1 - side]), 4)
    dealing = chance(own, other, players=4)
    return (dealing, 1 - dealing) if side == 0 else (1 - dealing, dealing)


class ReferenceDeal:
    """A deal, with the discards as far as they were made, and the play as far as it came.

    Discards that were not made yet are those of the reference.

    Args:
        rules: the rules, of three or four players.
        hands: the cards dealt to each seat.
        crib: what went from the pack to the crib.
        dealer: the seat that deals.
        scores: the score of each side before the deal.
    """

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Sequence[int]],
        crib: Sequence[int],
        dealer: int,
        scores: Sequence[int],
    ) -> None:
        self.rules, self.ground = rules, ground_of(rules)
        self.crib, self.dealer, self.scores = [int(card) for card in crib], dealer, list(scores)
        self.hands = [sorted(int(card) for card in hand) for hand in hands]
        self._discards, self._play = _REFERENCE.ways(rules)
        self._game = self._dealt()
        self._throws = [
            int(choose_discard(self._game, self.ground, seat, self._discards))
            for seat in range(rules.players)
        ]
        self._values: dict[int, Chances] = {}
        #: Whether the play is over, or the game.
        self._ended = False

    def discard(self, seat: int, cards: Sequence[int]) -> None:
        """Have a seat discard."""
        away = {int(card) for card in cards}
        self._throws[seat] = next(
            throw
            for throw, places in enumerate(throws_of(self.rules))
            if {self.hands[seat][place] for place in places} == away
        )

    def before_cut(self) -> Chances:
        """Give the chances of winning over all starters that are left."""
        seen = {card for hand in self.hands for card in hand} | set(self.crib)
        self._values = {}
        for rank in range(13):
            starters = [card for card in range(4 * rank, 4 * rank + 4) if card not in seen]
            if starters:
                self._values |= self._with_starters(starters)
        every = list(self._values.values())
        return tuple([sum(side) / len(every) for side in zip(*every, strict=True)])

    def with_starter(self, starter: int) -> Chances:
        """Give the chances with one of the starters of the last :meth:`before_cut`."""
        return self._values[int(starter)]

    def cut(self, starter: int) -> None:
        """Turn a starter up; the play begins."""
        self._game = self._discarded()
        self._cut(self._game, int(starter))
        self._ended = int(self._game.state[PHASE]) == OVER

    def play(self, card: int) -> None:
        """Play a card of the seat on turn; what it scores is pegged.

        Where somebody missed points in the count the game may go on beyond its end; the cards that
        are played then change nothing.
        """
        if not self._ended:
            self._ended = self._lay(self._game, int(card))

    def in_play(self) -> Chances:
        """Give the chances after the cards that were played."""
        game = _copied(self._game)
        if not self._ended:
            self._play_out(game)
        return self._after_play(game, int(game.state[STARTER]))

    def _with_starters(self, starters: Sequence[int]) -> dict[int, Chances]:
        """Give the chances with each of some starters of one rank: the play is the same."""
        game = self._discarded()
        self._cut(game, starters[0])
        if int(game.state[PHASE]) != OVER:
            self._play_out(game)
        return {starter: self._after_play(_copied(game), starter) for starter in starters}

    def _dealt(self) -> Game:
        """Give the deal as it begins."""
        rules, players = self.rules, self.rules.players
        state = [0] * FIELDS
        state[DEALER] = self.dealer
        state[SCORES : SCORES + rules.sides] = self.scores
        pack = [card for hand in self.hands for card in hand] + self.crib
        pack += [0] * (_PACK - len(pack))
        game = Game(
            state, pack, _table(players, rules.hand_size), _table(players, rules.throws),
            *[[0] * (4 * players) for _ in range(4)],
        )  # fmt: skip
        hand_out(game.state, game.pack, game.dealt, self.ground.rules)
        return game

    def _discarded(self) -> Game:
        """Give the deal behind the discards."""
        game, ground, players = self._dealt(), self.ground, self.rules.players
        for place in range(1, players + 1):
            seat = (self.dealer + place) % players
            throw_away(
                game.state, seat, self._throws[seat], game.dealt, game.thrown, ground.rules,
                ground.throws, ground.keeps,
            )  # fmt: skip
        return game

    def _cut(self, game: Game, starter: int) -> None:
        game.pack[self.rules.players * self.rules.hand_size + len(self.crib)] = starter
        cut_starter(game.state, game.pack, self.ground.rules)

    def _lay(self, game: Game, card: int) -> bool:
        return lay(
            game.state, card, game.laid, game.by, game.points, game.goes, self.ground.rules,
            self.ground.ends,
        )  # fmt: skip

    def _play_out(self, game: Game) -> None:
        """Play on as the reference does, to the end of the play or of the game."""
        ended = False
        while not ended:
            seat = int(game.state[SEAT])
            ended = self._lay(game, int(choose_card(game, self.ground, seat, self._play)))

    def _after_play(self, game: Game, starter: int) -> Chances:
        """Count the hands and the crib, and give the chances behind them."""
        state, ground, rules = game.state, self.ground, self.rules
        state[STARTER] = starter
        if int(state[PHASE]) != OVER:
            show_all(
                state, game.pack, game.thrown, ground.rules, ground.hand_flushes,
                ground.crib_flushes, ground.tables,
            )  # fmt: skip
        scores = [int(state[SCORES + side]) for side in range(rules.sides)]
        if int(state[PHASE]) == OVER:
            return tuple([float(score >= rules.target) for score in scores])
        return chances_at_start(rules, scores, (self.dealer + 1) % rules.players)


def _table(rows: int, size: int) -> Any:
    """Give room for small numbers in two dimensions."""
    return memoryview(bytearray(rows * size)).cast("B", (rows, size))


def _copied(game: Game) -> Game:
    """Give a game that can be played on; what is dealt and discarded does not change any more."""
    return game._replace(
        state=list(game.state), laid=list(game.laid), by=list(game.by), points=list(game.points),
        goes=list(game.goes),
    )  # fmt: skip
