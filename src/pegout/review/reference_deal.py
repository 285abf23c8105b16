"""A deal of three or four with all cards known, continued by the policy ``lookahead``.

The tables of win probability come from this policy (:mod:`pegout.tables.win_probability`). Among
equal cards it plays the highest, so it is deterministic. So the win probability at the start of a
deal is the mean of :meth:`ReferenceDeal.before_cut` over all deals.

>>> from pegout.cards import CARDS
>>> from pegout.rules import Rules
>>> rules = Rules(players=4)
>>> hands = [CARDS[5 * seat : 5 * seat + 5] for seat in range(4)]
>>> deal = ReferenceDeal(rules, hands, (), dealer=0, scores=(100, 90))
>>> wins = deal.before_cut()
>>> deal.cut(CARDS[20])
>>> round(sum(wins), 9), len(deal.in_play())
(1.0, 2)
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from pegout.kernel.actions import discards_of
from pegout.kernel.deal_steps import cut_starter, discard_cards, hand_out, play_card, show_all
from pegout.kernel.layout import OVER, Game, GameState
from pegout.players.encoding import ground_of
from pegout.rules import Rules
from pegout.simulation.policies.cards import choose_card
from pegout.simulation.policies.discarding import choose_discard
from pegout.simulation.policies.policy import POLICIES
from pegout.tables.win_probability import chance, chance_of_seat, within

#: The win probability of each side.
WinProbabilities: TypeAlias = tuple[float, ...]

#: The policy that continues a deal.
_REFERENCE: Final = POLICIES["lookahead"]
_PACK: Final = 52


def win_probabilities_at_start(
    rules: Rules, scores: Sequence[int], dealer: int
) -> WinProbabilities:
    """Return each side's win probability at the start of a deal of three or four.

    >>> [round(chance, 2) for chance in win_probabilities_at_start(Rules(players=3), (0, 0, 0), 1)]
    [0.28, 0.41, 0.31]
    """
    needs = [rules.target - int(score) for score in scores]
    if rules.players == 3:
        return tuple([chance_of_seat(needs, dealer, seat) for seat in range(3)])
    side = rules.side(dealer)
    own, opponent = within((needs[side], needs[1 - side]), 4)
    dealing = chance(own, opponent, players=4)
    return (dealing, 1 - dealing) if side == 0 else (1 - dealing, dealing)


class ReferenceDeal:
    """A deal, with the discards and the cards played so far.

    Seats that have not discarded yet have the discard of the reference.

    Args:
        crib: the cards that went from the pack to the crib.
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
        self._discards, self._play = _REFERENCE.numbers(rules)
        self._game = self._dealt()
        self._chosen = [
            int(choose_discard(self._game, self.ground, seat, self._discards))
            for seat in range(rules.players)
        ]
        self._values: dict[int, WinProbabilities] = {}
        #: Whether the play or the game is over.
        self._ended = False

    def discard(self, seat: int, cards: Sequence[int]) -> None:
        """Set the discard of a seat."""
        away = {int(card) for card in cards}
        self._chosen[seat] = next(
            number
            for number, indices in enumerate(discards_of(self.rules))
            if {self.hands[seat][index] for index in indices} == away
        )

    def before_cut(self) -> WinProbabilities:
        """Return the win probabilities, averaged over all possible starters."""
        seen = {card for hand in self.hands for card in hand} | set(self.crib)
        self._values = {}
        for rank in range(13):
            starters = [card for card in range(4 * rank, 4 * rank + 4) if card not in seen]
            if starters:
                self._values |= self._with_starters(starters)
        every = list(self._values.values())
        return tuple([sum(side) / len(every) for side in zip(*every, strict=True)])

    def with_starter(self, starter: int) -> WinProbabilities:
        """Return the win probabilities with one of the starters of the last :meth:`before_cut`."""
        return self._values[int(starter)]

    def cut(self, starter: int) -> None:
        """Turn a starter up, and begin the play."""
        self._game = self._discarded()
        self._cut(self._game, int(starter))
        self._ended = int(self._game.state[0].phase) == OVER

    def play(self, card: int) -> None:
        """Play a card of the seat on turn, and peg its points.

        If points were missed in an earlier count, the actual game may continue after this one has
        ended. Cards played then change nothing.
        """
        if not self._ended:
            self._ended = self._play_card(self._game, int(card))

    def in_play(self) -> WinProbabilities:
        """Return the win probabilities after the cards played so far."""
        game = _copied(self._game)
        if not self._ended:
            self._play_out(game)
        return self._after_play(game, int(game.state[0].starter))

    def _with_starters(self, starters: Sequence[int]) -> dict[int, WinProbabilities]:
        """Return the win probabilities with starters of one rank, which share the same play."""
        game = self._discarded()
        self._cut(game, starters[0])
        if int(game.state[0].phase) != OVER:
            self._play_out(game)
        return {starter: self._after_play(_copied(game), starter) for starter in starters}

    def _dealt(self) -> Game:
        rules, players = self.rules, self.rules.players
        state = GameState()
        state.dealer = self.dealer
        state.scores[: rules.sides] = self.scores
        pack = [card for hand in self.hands for card in hand] + self.crib
        pack += [0] * (_PACK - len(pack))
        game = Game(
            [state], pack, _table(players, rules.hand_size), _table(players, rules.discard_size),
            *[[0] * (4 * players) for _ in range(4)],
        )  # fmt: skip
        hand_out(game.state[0], game.pack, game.dealt, self.ground.rules)
        return game

    def _discarded(self) -> Game:
        game, ground, players = self._dealt(), self.ground, self.rules.players
        for index in range(1, players + 1):
            seat = (self.dealer + index) % players
            discard_cards(
                game.state[0], seat, self._chosen[seat], game.dealt, game.discarded, ground.rules,
                ground.discards, ground.keeps,
            )  # fmt: skip
        return game

    def _cut(self, game: Game, starter: int) -> None:
        game.pack[self.rules.players * self.rules.hand_size + len(self.crib)] = starter
        cut_starter(game.state[0], game.pack, self.ground.rules)

    def _play_card(self, game: Game, card: int) -> bool:
        return play_card(
            game.state[0], card, game.played, game.by, game.points, game.goes, self.ground.rules,
            self.ground.ends,
        )  # fmt: skip

    def _play_out(self, game: Game) -> None:
        """Continue with the reference policy, to the end of the play or of the game."""
        ended = False
        while not ended:
            seat = int(game.state[0].seat)
            ended = self._play_card(game, int(choose_card(game, self.ground, seat, self._play)))

    def _after_play(self, game: Game, starter: int) -> WinProbabilities:
        """Count the hands and the crib, and return the win probabilities after them."""
        state, ground, rules = game.state[0], self.ground, self.rules
        state.starter = starter
        if int(state.phase) != OVER:
            show_all(
                state, game.pack, game.discarded, ground.rules, ground.hand_flushes,
                ground.crib_flushes, ground.tables,
            )  # fmt: skip
        scores = [int(state.scores[side]) for side in range(rules.sides)]
        if int(state.phase) == OVER:
            return tuple([float(score >= rules.target) for score in scores])
        return win_probabilities_at_start(rules, scores, (self.dealer + 1) % rules.players)


def _table(rows: int, size: int) -> Any:
    return memoryview(bytearray(rows * size)).cast("B", (rows, size))


def _copied(game: Game) -> Game:
    """Return a copy of a game to continue; the cards dealt and discarded are shared."""
    return game._replace(
        state=[game.state[0].copy()], played=list(game.played), by=list(game.by),
        points=list(game.points), goes=list(game.goes),
    )  # fmt: skip
