"""Pegout's cribbage as a game of OpenSpiel, for its algorithms: search, regret and learning.

It needs the extra `referee`, `pip install ".[referee]"` in the folder of the source:

    python examples/open_spiel_game.py --players 3 --seed 7       # plays a game at random

Importing this module registers the game under the name `python_pegout`:

    >>> import pyspiel
    >>> game = pyspiel.load_game("python_pegout(players=2,deals=1)")

The rules are Pegout's engine. Every card is a separate chance node: first the hands, one card for
each seat in turn from the dealer's left, then any card from the pack to the crib with three
players, and the starter after the discards. Nothing else is chance, and the first dealer is a
parameter. Actions are those of `pegout.env`: playing a card has the card's number, and discards
begin at 52. OpenSpiel's own cribbage numbers its actions and its seats differently.

`deals=1` makes a game of one deal, whose returns are points: a side's own less the mean of the
other sides. With `deals=0` it is a whole game, whose returns are 1 for the winners and -1 for the
losers, divided among them where there are several.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from pegout.cards import CARDS, UNKNOWN, Card, format_cards
from pegout.env.actions import FIRST_DISCARD, action_text, check_action
from pegout.env.rewards import shares_of, zero_sum
from pegout.extras import missing_extra
from pegout.kernel import actions_of, discards_of
from pegout.rules import (
    Action,
    Cut,
    Discard,
    Event,
    GameEnded,
    Go,
    Phase,
    Play,
    Ready,
    Rules,
    Shuffle,
)
from pegout.rules.engine import MIN_PACKET, apply
from pegout.rules.state import State, new_game, to_act

try:
    import pyspiel
except ImportError as error:
    raise missing_extra("referee") from error

DEFAULTS: Final[Mapping[str, int]] = {"players": 2, "target": 121, "deals": 0, "dealer": 0}

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_pegout",
    long_name="Pegout, cribbage for two, three and four",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=dict(DEFAULTS),
)


class PegoutGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.rules = Rules(
            players=given["players"], target=given["target"], first_deal="chosen", skunks=False
        )
        self.deals, self.dealer = given["deals"], given["dealer"]
        if self.deals < 0 or not 0 <= self.dealer < self.rules.players:
            raise ValueError(
                f"expected deals from 0 and a dealer from 0 to {self.rules.players - 1}, "
                f"not {self.deals} and {self.dealer}"
            )
        super().__init__(GAME_TYPE, self._info(), dict(given))

    def _info(self) -> Any:
        rules = self.rules
        # Every deal adds at least a point: the last card scores one.
        most = self.deals or rules.sides * (rules.target - 1) + 1
        utility = float(rules.target) if self.deals else 1.0
        return pyspiel.GameInfo(
            num_distinct_actions=actions_of(rules),
            max_chance_outcomes=len(CARDS),
            num_players=rules.players,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=most * rules.players * (1 + rules.kept),
        )

    def new_initial_state(self) -> PegoutState:
        return PegoutState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PegoutObserver:
        return PegoutObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class PegoutState(pyspiel.State):  # type: ignore[misc]
    """A state: the state of the engine, and the cards that it does not have yet.

    Chance deals card by card, and the engine takes whole packs. The cards of a deal are collected
    until the hands are complete; then the engine deals them from the top of a pack whose other
    cards are unknown. The starter completes the part of the pack that any seat will see,
    and the deal is replayed up to that point with it.
    """

    def __init__(self, game: PegoutGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.deals = game.deals
        self.before = self._ready(new_game(game.rules, game.dealer))
        self.engine = self.before
        self.drawn: list[Card] = []
        self.discards: list[Discard] = []
        self.done = 0
        self.winners: tuple[int, ...] | None = None
        #: For each seat, its observations and actions in words.
        self.told: list[list[str]] = [[] for _ in range(game.rules.players)]

    def _ready(self, state: State) -> State:
        for seat in range(self.rules.players):
            state, _ = apply(state, Ready(seat))
        return state

    # The seat to act, and its actions

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.engine.phase in (Phase.SHUFFLE, Phase.CUT):
            return int(pyspiel.PlayerId.CHANCE)
        waiting = to_act(self.engine)
        # All seats discard at the same time; here they act in turn from the dealer's left.
        return min(waiting, key=lambda seat: (seat - self.engine.leader) % self.rules.players)

    def _legal_actions(self, player: int) -> list[int]:
        if self.engine.phase is Phase.DISCARD:
            return [FIRST_DISCARD + number for number in range(len(discards_of(self.rules)))]
        hand = self.engine.hands[player]
        return [int(card) for card in sorted(hand) if self.engine.fits(card)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in CARDS if card not in self.drawn]
        return [(int(card), 1 / len(left)) for card in left]

    # Applying actions

    def _apply_action(self, action: int) -> None:
        if self.engine.phase is Phase.SHUFFLE:
            self._draw(Card(action))
        elif self.engine.phase is Phase.CUT:
            self._cut(Card(action))
        else:
            self._act(self.current_player(), check_action(action, self.rules))

    def _draw(self, card: Card) -> None:
        rules = self.rules
        self.drawn.append(card)
        if len(self.drawn) < rules.players * rules.hand_size + rules.from_pack:
            return
        self._do(self._shuffle())
        for seat, told in enumerate(self.told):
            told.append(f"dealer {self.engine.dealer}, dealt {self._hand(seat)}")

    def _shuffle(self) -> Shuffle:
        return Shuffle((*self.drawn, *[UNKNOWN] * (len(CARDS) - len(self.drawn))))

    def _cut(self, starter: Card) -> None:
        """Replay the deal up to here with a pack in which this card will be cut."""
        unseen = [UNKNOWN] * (len(CARDS) - len(self.drawn))
        unseen[MIN_PACKET] = starter
        state, _ = apply(self.before, Shuffle((*self.drawn, *unseen)))
        for discard in self.discards:
            state, _ = apply(state, discard)
        self.engine = state
        self.drawn.append(starter)
        self._tell(f"starter {starter}")
        self._do(Cut(state.cutter, MIN_PACKET))

    def _act(self, player: int, action: int) -> None:
        if action < FIRST_DISCARD:
            self._tell(f"{player} plays {Card(action)}")
            self._do(Play(player, Card(action)))
            return
        dealt = sorted(self.engine.dealt[player])
        places = discards_of(self.rules)[action - FIRST_DISCARD]
        discard = Discard(player, tuple([dealt[place] for place in places]))
        self.discards.append(discard)
        self.told[player].append(f"discards {format_cards(discard.cards)}")
        self._do(discard)

    def _do(self, action: Action) -> None:
        """Apply an action, and then those without a choice: goes, and ready for the next deal."""
        self.engine, events = apply(self.engine, action)
        self._note(events)
        if self.is_terminal():
            return
        while self.engine.phase is Phase.PLAY:
            (seat,) = to_act(self.engine)
            if any(self.engine.fits(card) for card in self.engine.hands[seat]):
                return
            self.engine, events = apply(self.engine, Go(seat))
            self._tell(f"{seat} says go")
            self._note(events)
        if self.engine.phase is Phase.READY:
            self._next_deal()

    def _note(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, GameEnded):
                self.winners = event.result.winners

    def _next_deal(self) -> None:
        self.done += 1
        shown = self.engine.shown
        hands = ", ".join([format_cards(hand.cards) for hand in shown])
        self._tell(f"shown {hands}; scores {self._scores()}")
        self.drawn, self.discards = [], []
        if not self.is_terminal():
            self.before = self.engine = self._ready(self.engine)

    # Results and texts

    def is_terminal(self) -> bool:
        return self.winners is not None or bool(self.deals and self.done >= self.deals)

    def returns(self) -> list[float]:
        rules = self.rules
        if not self.is_terminal():
            return [0.0] * rules.players
        if self.deals:
            sides = zero_sum(np.array(self.engine.scores)).tolist()
        else:
            assert self.winners is not None, "a whole game ends with somebody's win"
            sides = shares_of(np.isin(range(rules.sides), self.winners)).tolist()
        return [sides[rules.side(seat)] for seat in range(rules.players)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {Card(action)}"
        return action_text(action, self.rules, self.engine.dealt[player] or None)

    def _tell(self, words: str) -> None:
        for told in self.told:
            told.append(words)

    def _hand(self, seat: int) -> str:
        return format_cards(sorted(self.engine.hands[seat]))

    def _scores(self) -> str:
        return " ".join(map(str, self.engine.scores))

    def __str__(self) -> str:
        hands = " | ".join([self._hand(seat) for seat in range(len(self.engine.hands))])
        pile = format_cards(one.card for one in self.engine.pile)
        return (
            f"deal {self.engine.deal}, {self.engine.phase}, scores {self._scores()}, "
            f"drawn {format_cards(self.drawn)}, hands {hands}, pile {pile}"
        )


class PegoutObserver:
    """The information of a player, as a text; it has no tensor.

    With perfect recall the text has every observation and action of the player in the game, and
    without it the player's current view.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"the observer of this game takes no parameters, not {params}")
        self.recall = bool(iig_obs_type.perfect_recall)
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: PegoutState, player: int) -> None:
        """Do nothing: there is no tensor to fill."""

    def string_from(self, state: PegoutState, player: int) -> str:
        if self.recall:
            return f"{player}: " + "; ".join(state.told[player])
        engine = state.engine
        played = " ".join([f"{one.seat}:{one.card}" for pile in engine.earlier for one in pile])
        pile = " ".join([f"{one.seat}:{one.card}" for one in engine.pile])
        own = engine.hands and state._hand(player)
        discarded = engine.discards and format_cards(engine.discards[player])
        return (
            f"{player}: dealer {engine.dealer}, scores {state._scores()}, hand {own}, "
            f"discarded {discarded}, starter {engine.starter}, played {played} / {pile}"
        )


pyspiel.register_game(GAME_TYPE, PegoutGame)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a game at random through OpenSpiel.")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--deals", type=int, default=0, help="0 for a whole game")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    game = pyspiel.load_game(f"python_pegout(players={options.players},deals={options.deals})")
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(actions, weights)[0]
        else:
            action = chance.choice(state.legal_actions())
            print(f"{player}: {state.action_to_string(player, action)}")
        state.apply_action(action)
    print(f"{state}\nreturns {state.returns()}")


if __name__ == "__main__":
    main()
