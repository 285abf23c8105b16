"""The parsed fields of a position, between its text and the state."""

from __future__ import annotations

from dataclasses import dataclass

from pegout.cards import Card
from pegout.rules import DealerCutAt, Pending, Phase, Rules

Cards = tuple[Card, ...]
Move = tuple[int | None, Card | None]


@dataclass(frozen=True, slots=True)
class PositionFields:
    """The content of a position, one field for each part; most are empty at any moment.

    ``plays`` holds the moves of the play in order: ``(seat, card)``, ``(seat, None)`` for a go
    and ``(None, None)`` for the end of a count. ``ended`` is the phase in which a game ended by
    resignation or by agreement.
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
    plays: tuple[Move, ...] = ()
    shown: int = 0
    claim: Pending | None = None
    stopping: frozenset[int] = frozenset()
    resigned: int | None = None
    ended: Phase | None = None

    @property
    def during(self) -> Phase:
        """The phase that the other parts describe."""
        return self.ended or self.phase
