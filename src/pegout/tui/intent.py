"""What a person at this terminal is about to do, until it is complete and becomes an action.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import Rules
>>> from pegout.table.seat_choices import choices_of
>>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
>>> intent = Intent(0, choices_of(match.view(0).legal))
>>> intent.kind, intent.complete
('ready', True)
"""

from collections.abc import Sequence
from typing import Final

from pegout.cards import Card, parse_cards
from pegout.rules import Action
from pegout.table.seat_choices import action_of
from pegout.wire.table import ChoiceKind, SeatChoice

_CUTS: Final = ("cut", "cut_for_deal")
#: The most digits of a number.
_DIGITS: Final = 2


class Intent:
    """One of the choices of a seat, with the cards and the number chosen so far.

    Args:
        choices: what it may decide, the usual decision first.

    Attributes:
        choice: the choice that the person is about to make.
        cards: the chosen cards.
        typed: the digits of a number typed so far.
        cut_at: the chosen number of cards to lift.
        counting: whether the card is chosen, and only its points are missing.
    """

    def __init__(self, seat: int, choices: Sequence[SeatChoice]) -> None:
        self.seat = seat
        self._choices = choices
        self.turn_to(choices[0].kind)

    @property
    def kind(self) -> ChoiceKind:
        """What the person is about to do."""
        return self.choice.kind

    def offers(self, kind: ChoiceKind) -> bool:
        """Return whether the seat may decide something."""
        return any(choice.kind == kind for choice in self._choices)

    def turn_to(self, kind: ChoiceKind | None = None) -> None:
        """Turn to one of the choices, the usual one unless given, with nothing chosen yet."""
        self.choice = next(choice for choice in self._choices if kind in (None, choice.kind))
        self.cards: list[Card] = []
        self.typed = ""
        self.counting = False
        self.cut_at = self.middle if self.kind in _CUTS else 0

    # Cards

    @property
    def chooses_cards(self) -> bool:
        """Whether the person chooses cards now."""
        return self.choice.size > 0 and not self.counting

    @property
    def offered_cards(self) -> tuple[Card, ...]:
        """The cards that may be chosen."""
        return parse_cards(" ".join(self.choice.cards))

    @property
    def has_cards(self) -> bool:
        """Whether enough cards are chosen."""
        return len(self.cards) == self.choice.size

    def toggle(self, card: Card) -> None:
        """Choose a card, or give it up; of too many cards the first is given up."""
        if card in self.cards:
            self.cards.remove(card)
        else:
            self.cards = [*self.cards, card][-self.choice.size :]

    def drop_cards(self) -> None:
        """Choose other cards than these."""
        self.cards = []
        self.counting = False

    def count(self) -> None:
        """Turn from the chosen card to its points."""
        self.counting = True
        self.typed = ""

    def step_back(self) -> None:
        """Take back the last step: from points to the card, from muggins, from cards to none."""
        if self.counting:
            self.counting = False
        elif self.kind == "muggins":
            self.turn_to()
        elif self.kind == "discard":
            self.cards = []

    # Numbers

    @property
    def cuts(self) -> bool:
        """Whether the number is the position of a cut in the pack."""
        return self.kind in _CUTS

    @property
    def needs_number(self) -> bool:
        """Whether the choice has a number."""
        return self.choice.minimum is not None

    @property
    def types_number(self) -> bool:
        """Whether the person types a number now."""
        return self.needs_number and not self.cuts and not self.chooses_cards

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest number."""
        assert self.choice.minimum is not None, "the choice has a number"
        assert self.choice.maximum is not None, "the choice has a number"
        return self.choice.minimum, self.choice.maximum

    def _allows(self, number: int) -> bool:
        lowest, highest = self.limits
        return lowest <= number <= highest and number not in self.choice.taken

    @property
    def middle(self) -> int:
        """The allowed number nearest the middle."""
        lowest, highest = self.limits
        numbers = filter(self._allows, range(lowest, highest + 1))
        return min(numbers, key=lambda number: abs(number - (lowest + highest + 1) // 2))

    @property
    def number(self) -> int | None:
        """The number chosen so far; the points of a chosen card are 0 until others are typed."""
        if not self.needs_number or self.chooses_cards:
            return None
        if self.cuts:
            return self.cut_at
        return int(self.typed) if self.typed else 0 if self.counting else None

    def move_cut(self, by: int) -> None:
        """Move the cut to the next allowed position in a direction, if there is one."""
        lowest, highest = self.limits
        position = self.cut_at + by
        while lowest < position < highest and not self._allows(position):
            position += by
        if self._allows(position):
            self.cut_at = position

    def type(self, digit: str) -> None:
        """Add a digit to the number."""
        self.typed = (self.typed + digit).lstrip("0")[-_DIGITS:] or "0"

    def change_number(self, by: int) -> None:
        """Raise or lower the number."""
        self.typed = str(max(0, min(10**_DIGITS - 1, (self.number or 0) + by)))

    # The action

    @property
    def complete(self) -> bool:
        """Whether the cards and the number make an action."""
        return self.has_cards and (not self.needs_number or self.number is not None)

    def action(self) -> Action:
        """Return the action; the referee says whether it is legal."""
        return action_of(self.kind, self.seat, self.cards, self.number)
