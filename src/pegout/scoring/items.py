"""The items of a count: each has a kind, its cards and its points."""

from enum import StrEnum
from typing import Literal, NamedTuple

from pegout.cards import Card, format_cards

#: Which flush counts in the crib: of all five cards, of the crib's four, or none.
CribFlush = Literal["five", "four", "none"]


class Kind(StrEnum):
    """What points are given for."""

    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty_one"
    PAIR = "pair"
    PAIR_ROYAL = "pair_royal"
    DOUBLE_PAIR_ROYAL = "double_pair_royal"
    RUN = "run"
    DOUBLE_RUN = "double_run"
    TRIPLE_RUN = "triple_run"
    DOUBLE_DOUBLE_RUN = "double_double_run"
    MULTIPLE_RUN = "multiple_run"
    FLUSH = "flush"
    NOBS = "nobs"
    HEELS = "heels"
    GO = "go"
    LAST_CARD = "last_card"


class Item(NamedTuple):
    """One score: its kind, the cards that make it, and the points."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int

    def __str__(self) -> str:
        return f"{self.kind} {self.points} ({format_cards(self.cards)})"
