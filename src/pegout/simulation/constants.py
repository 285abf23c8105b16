"""The arguments of the compiled loops of a game: the rules and the tables, as arrays."""

from typing import Final

import numpy as np

from pegout.kernel.actions import discards_of
from pegout.kernel.layout import Game, GameState, Ground
from pegout.kernel.rule_numbers import keeps_of, rule_numbers
from pegout.kernel.score_tables import Array, ends_of, tables
from pegout.kernel.validation import flushes_of
from pegout.rules import Rules

#: The fields of a :class:`pegout.kernel.layout.GameState` as a record of int64.
STATE: Final = np.dtype(
    (
        np.record,
        [
            (name, np.int64, np.shape(getattr(GameState(), name)))
            for name in GameState.__dataclass_fields__
        ],
    )
)


def ground(rules: Rules, cribs: Array | None = None, *, endless: bool = False) -> Ground:
    """Return the rules and the tables in the form of the compiled loops.

    Args:
        endless: whether no score ends the game.
    """
    return Ground(
        rule_numbers(rules, endless=endless),
        flushes_of(rules, crib=False),
        flushes_of(rules, crib=True),
        tables(),
        ends_of(rules.runs_in_play),
        np.array(discards_of(rules), np.int8),
        np.array(keeps_of(rules), np.int8),
        np.zeros((3, 2, 13, 13)) if cribs is None else cribs,
    )


def games_of(number: int, rules: Rules) -> Game:
    """Allocate the arrays of so many games."""
    cards = 4 * rules.players
    return Game(
        np.zeros(number, STATE),
        np.zeros((number, 52), np.int8),
        np.zeros((number, rules.players, rules.hand_size), np.int8),
        np.full((number, rules.players, rules.discard_size), 52, np.int8),
        np.full((number, cards), 52, np.int8),
        np.full((number, cards), -1, np.int8),
        np.zeros((number, cards), np.int8),
        np.zeros((number, cards), np.int8),
    )
