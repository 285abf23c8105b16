"""Other programs for the same work, where installed; each is timed in alternation with ours.

* OpenSpiel (Google DeepMind), ``pip install open-spiel``: cribbage in C++, with Python above it.
* cribbage-scorer, ``pip install cribbage-scorer``: the show in Python.
"""

from __future__ import annotations

import random
from importlib.util import find_spec
from typing import Any

from benchmarks.figures import Round
from benchmarks.timing import rate
from pegout.cards import Card

Hand = tuple[tuple[Card, ...], Card]


def cribbage_scorer(hands: list[Hand]) -> Round | None:
    """Make a round in which cribbage-scorer counts hands with their starters, shows a second."""
    if find_spec("cribbage_scorer") is None:
        return None
    from cribbage_scorer import cribbage_scorer as scorer

    def pair(card: Card) -> tuple[int, str]:
        return card.rank + 1, card.suit.letter

    theirs = [([pair(card) for card in hand], pair(starter)) for hand, starter in hands]

    def work() -> None:
        for hand, starter in theirs:
            scorer.show_calc_score(starter, hand)

    return lambda: (rate(work, len(theirs)),)


def open_spiel(games: int) -> Round | None:
    """Make a round of random games of two, driven action by action from Python, games a second."""
    if find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game("cribbage(players=2)")
    chance = random.Random(1)

    def choose(state: Any) -> int:
        if not state.is_chance_node():
            actions = state.legal_actions()
        else:
            # All outcomes are equally likely: one of the cards left.
            actions = [action for action, _ in state.chance_outcomes()]
        chosen: int = actions[int(chance.random() * len(actions))]
        return chosen

    def work() -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose(state))

    return lambda: (rate(work, games),)


def open_spiel_bots(games: int) -> Round | None:
    """Make a round of random games of two, driven from C++ alone, games a second."""
    if find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game("cribbage(players=2)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]

    def work() -> None:
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)

    return lambda: (rate(work, games),)
