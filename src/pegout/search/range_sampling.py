"""States that a seat may think of, drawn by how the other players discard and play.

>>> from random import Random
>>> from pegout.match import Match, Seated, Setup
>>> setup = Setup("example", "half", (Seated("Ann"), Seated("Ben")), dealer=0)
>>> match = Match(setup)
>>> sample_from_range(match.view(0), Random(7)).scores
(0, 0)
"""

from __future__ import annotations

from random import Random
from typing import Final

from pegout.evaluation.likely_discards import likely_discards
from pegout.rules import RulesError, SeatView, State
from pegout.rules.errors import quoted
from pegout.search.multiplayer.determinization import (
    choices_of,
    play_likelihood,
    weigh_choices,
)

#: The number of states from which one is chosen by its likelihood.
_STATES: Final = 100


def sample_from_range(view: SeatView, chance: Random) -> State:
    """Draw a full state of the game by the ranges of the other players.

    A hundred states are drawn as :meth:`pegout.SeatView.sample` does, and one of them is chosen in
    proportion to its likelihood: that these hands were kept, by the shipped discards, and played as
    they were, by a player that looks one card ahead. A small part of all choices is modelled as
    random, so that nothing that happened is impossible.

    Args:
        view: what a seat knows.
        chance: the source of randomness.

    Raises:
        RulesError: ``bad_view`` for anything but the view of a seat, ``bad_chance`` for anything
            but a ``random.Random``.
    """
    if not isinstance(view, SeatView):
        raise RulesError(
            "bad_view", f"expected the view of a seat, such as match.view(0), not {quoted(view)}"
        )
    first = view.sample(chance)
    if view.dealer is None or not view.discarded - {view.seat}:
        return first
    states = [first, *[view.sample(chance) for _ in range(_STATES - 1)]]
    likely = likely_discards(view.rules, view.dealer)
    weights, chosen = [1.0] * len(states), choices_of(view)
    for seat in view.discarded - {view.seat}:
        weighed = weigh_choices([choice for choice in chosen if choice.seat == seat])
        played = [step.card >> 2 for step in view.played if step.seat == seat]
        for at, state in enumerate(states):
            weights[at] *= likely(seat, state.dealt[seat], state.discards[seat])
            held = [card >> 2 for card in state.hands[seat]]
            weights[at] *= play_likelihood(weighed, played, held)
    (state,) = chance.choices(states, weights)
    return state
