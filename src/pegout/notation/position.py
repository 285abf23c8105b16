"""Any moment of a game in one line that fits into an address.

A position tells what happened in the deal, not where that has led: reading it plays the deal again
by the rules, so that no impossible position can be read. It is the whole truth of a
:class:`~pegout.rules.state.State`, or what one seat knows, of a :class:`~pegout.rules.View`.
``docs/record-format.md`` is the specification.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final, get_args

from pegout import fairness
from pegout.cards import NAMES, UNKNOWN, VALUES, Card
from pegout.notation.errors import PositionError
from pegout.notation.record import rules_from_text, rules_to_text
from pegout.rules import (
    CountEnded,
    Cut,
    DealEnded,
    Dealt,
    DealerCutAt,
    Discard,
    Discarded,
    GameEnded,
    Go,
    GoSaid,
    HandShown,
    IllegalAction,
    Laid,
    Pending,
    Phase,
    Play,
    Played,
    Reason,
    Rules,
    SaidGo,
    SaidReady,
    Shown,
    Shuffle,
    Shuffled,
    StarterCut,
    UnknownRules,
    View,
)
from pegout.rules.engine import MIN_PACKET, _result, why_not
from pegout.rules.state import State, evolve, new_game
from pegout.rules.view import view

__all__ = ["MAX_POSITION", "read_position", "write_position"]

#: The most characters that a position may have.
MAX_POSITION: Final = 10_000

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """What a position tells, one field for each part; most are empty at any moment.

    ``plays`` are the moves of the play in their order: ``(seat, card)``, ``(seat, None)`` for a go
    and ``(None, None)`` where a count ended.
    """

    rules: Rules
    phase: Phase
    deal: int
    dealer: int | None
    scores: tuple[int, ...]
    rear: tuple[int, ...]
    ready: frozenset[int] = frozenset()
    words: tuple[str, ...] = ()
    sealed: tuple[tuple[int, str], ...] = ()
    cutting: frozenset[int] = frozenset()
    cuts: tuple[DealerCutAt, ...] = ()
    places: frozenset[int] = frozenset()
    dealt: tuple[Cards, ...] = ()
    crib: Cards = ()
    discards: tuple[Cards, ...] = ()
    starter: Card | None = None
    pack: Cards = ()
    plays: tuple[tuple[int | None, Card | None], ...] = ()
    shown: int = 0
    claim: Pending | None = None


def write_position(game: State | View) -> str:
    """Write a moment of a game: all of it, or what one seat knows.

    Args:
        game: a state between two actions, or a view of one. A view has no words that the seats
            added to the shuffle, and no secrets of earlier deals that are still to come.

    >>> from pegout.rules import rules
    >>> write_position(new_game(rules("half"), dealer=1))
    '1~half~ready~deal-1-1~score-0.0~rear-0.0'

    Raises:
        PositionError: ``unsettled`` for a state in the middle of what follows from an action.
    """
    told = _of_view(game) if isinstance(game, View) else _of_state(game)
    text = _write(told)
    if isinstance(game, State):
        try:
            same = read_position(text) == game
        except PositionError as error:
            raise PositionError("unsettled", f"this is no state between actions: {error}") from error
        if not same:
            raise PositionError("unsettled", "this is no state between two actions of a game")
    return text


def read_position(text: str) -> State:
    """Read a position; what it does not tell stays unknown.

    >>> state = read_position("1~half~ready~deal-1-1~score-0.0~rear-0.0")
    >>> state.dealer, state.rules.target
    (1, 61)

    Raises:
        PositionError: ``too_long``, ``bad_version``, ``bad_rules``, ``bad_phase``, ``bad_part``
            for a part that cannot be read, ``duplicate_card``, ``bad_scores``, or
            ``impossible`` for what the rules do not allow.
    """
    told = _parse(text)
    try:
        return _restore(told)
    except IllegalAction as error:
        raise PositionError("impossible", str(error)) from error
