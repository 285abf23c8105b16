"""What a seat sees, as the row of numbers that a game is to the kernel.

Python runs the functions of the kernel on it as they are; NumPy is not loaded.

>>> hex(bytes_of([10, 3]))
'0x30a'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pegout.cards import Card
from pegout.evaluation.single_hand import SHOW, cribs_of
from pegout.kernel.actions import throws_of
from pegout.kernel.layout import (
    COUNT,
    DEALER,
    DISCARD,
    FIELDS,
    HANDS,
    KEPT,
    NO_PILE,
    NOTHING,
    PHASE,
    PILE,
    PLAY,
    SCORES,
    SEAT,
    STARTER,
    STEPS,
    Game,
    Ground,
)
from pegout.kernel.rule_numbers import end_points, flush_points, keeps_of, rule_numbers
from pegout.rules import Phase, Rules, View

__all__ = ["bytes_of", "game_of", "ground_of", "hand_of", "pile_of", "seat_of"]


def seat_of(view: View) -> int:
    """Give the seat whose view it is."""
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
    seat, rules = seat_of(view), view.rules
    assert view.dealer is not None, "somebody has dealt"
    state = [0] * FIELDS
    state[DEALER], state[SEAT] = view.dealer, seat
    state[PHASE] = PLAY if view.phase is Phase.PLAY else DISCARD
    state[COUNT], state[STEPS] = view.count, len(view.laid)
    state[PILE] = pile_of([laid.card for laid in view.pile])
    state[STARTER] = 52 if view.starter is None else int(view.starter)
    state[SCORES : SCORES + rules.sides] = view.scores
    if view.phase is Phase.PLAY:
        for other, size in enumerate(view.hand_sizes):
            state[HANDS + other] = hand_of([0] * size)
        kept = [card for card in view.dealt if card not in view.discards]
        state[HANDS + seat], state[KEPT + seat] = hand_of(view.hand), hand_of(kept)
    dealt = _rows_of(seat, sorted(view.dealt), rules.hand_size, rules)
    discards = _rows_of(seat, sorted(view.discards), rules.throws, rules)
    cards, seats = [laid.card for laid in view.laid], [laid.seat for laid in view.laid]
    return Game(state, (), dealt, discards, cards, seats, (), ())


def _rows_of(seat: int, cards: Sequence[Card], size: int, rules: Rules) -> memoryview:
    """Give the cards of a seat in the rows of all; what is not known is the ace of clubs."""
    rows = [bytes(size)] * rules.players
    rows[seat] = bytes(cards) or bytes(size)
    return _table(rows)


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
