"""The information of a seat, encoded as the game row of the kernel.

Python interprets the kernel's functions on it, without NumPy.

>>> hex(bytes_of([10, 3]))
'0x30a'
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pegout.cards import Card
from pegout.evaluation.single_hand import SHOW, cribs_of
from pegout.kernel.actions import discards_of
from pegout.kernel.layout import DISCARD, NO_PILE, NOTHING, PLAY, Game, GameState, Ground
from pegout.kernel.rule_numbers import end_points, flush_points, keeps_of, rule_numbers
from pegout.rules import Phase, Rules, View


def seat_of(view: View) -> int:
    """Return the seat of a view."""
    assert view.seat is not None, "a seat looks at its own cards"
    return view.seat


def bytes_of(cards: Sequence[int]) -> int:
    """Encode cards as an int, a byte for each, the first card lowest."""
    return sum([card << 8 * index for index, card in enumerate(cards)])


def hand_of(cards: Sequence[int]) -> int:
    """Encode the cards of a hand as an int; see :mod:`pegout.kernel.layout`."""
    return NOTHING ^ bytes_of([card ^ 0x7F for card in sorted(cards)])


def pile_of(cards: Sequence[int]) -> int:
    """Encode a pile as an int of fifteen ranks, the last card lowest."""
    pile = NO_PILE
    for card in cards:
        pile = (pile << 4 | card >> 2) & NO_PILE
    return pile


#: Unknown hands of each size up to six cards, filled with aces of clubs.
_UNKNOWN: Final = [hand_of([0] * size) for size in range(7)]


def game_of(view: View) -> Game:
    """Return the information of a seat as a game row; unknown hands are filled with aces."""
    seat, rules, played = seat_of(view), view.rules, view.played
    assert view.dealer is not None, "there is a dealer"
    state = GameState()
    state.dealer, state.seat = view.dealer, seat
    state.phase = PLAY if view.phase is Phase.PLAY else DISCARD
    state.count, state.steps = view.count, len(played)
    state.pile = pile_of([play.card for play in view.pile])
    state.starter = 52 if view.starter is None else int(view.starter)
    state.scores[: rules.sides] = view.scores
    if view.phase is Phase.PLAY:
        for other, size in enumerate(view.hand_sizes):
            state.hands[other] = _UNKNOWN[size]
        kept = [card for card in view.dealt if card not in view.discards]
        state.hands[seat], state.kept[seat] = hand_of(view.hand), hand_of(kept)
    dealt = _rows_of(seat, sorted(view.dealt), rules.hand_size, rules)
    discards = _rows_of(seat, sorted(view.discards), rules.discard_size, rules)
    cards, seats = [play.card for play in played], [play.seat for play in played]
    return Game([state], (), dealt, discards, cards, seats, (), ())


def _rows_of(seat: int, cards: Sequence[Card], size: int, rules: Rules) -> memoryview:
    """Return rows for all seats with the cards of one; unknown cards are aces of clubs."""
    rows = [bytes(size)] * rules.players
    rows[seat] = bytes(cards) or bytes(size)
    return _table(rows)


@lru_cache(64)
def ground_of(rules: Rules) -> Ground:
    """Return the constants of all games under these rules, in a form that Python reads fast."""
    discards, keeps = discards_of(rules), keeps_of(rules)
    return Ground(
        rule_numbers(rules),
        flush_points(rules, crib=False),
        flush_points(rules, crib=True),
        SHOW,
        end_points(rules.runs_in_play),
        _table(discards),
        _table(keeps),
        cribs_of(rules),
    )


def _table(rows: Sequence[Sequence[int]]) -> memoryview:
    """Return rows of small numbers as a two-dimensional buffer."""
    flat = bytes([number for row in rows for number in row])
    return memoryview(flat).cast("B", (len(rows), len(rows[0])))
