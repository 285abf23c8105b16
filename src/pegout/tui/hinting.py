"""Hints at the table and the values of discards, shared by both interfaces.

Both take up to half a second to compute, and longer the first time in a session; the screen
computes them in a thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.cards import Card
from pegout.rules import Discard, Play, SeatView
from pegout.text import Translator
from pegout.text.suggestions import suggestion

if TYPE_CHECKING:
    from pegout.review.options import Options

#: The number of options shown.
MOST: Final = 3


class TableHint(NamedTuple):
    """A hint for the player.

    Attributes:
        says: the reason for the best option, or the choice of a club player where options have no
            values.
        options: the options with their values, if they have any.
    """

    says: str
    options: Options | None = None


def hint_on(view: SeatView, ahead: SeatView | None, t: Translator) -> TableHint:
    """Return a hint for a seat that has to decide.

    Args:
        view: the view of the seat.
        ahead: the same view after it accepts an opponent's count, where it may play at once.
        t: the translator.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> from pegout.text import language
    >>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
    >>> hint_on(match.view(0), None, language("en")).says
    'Say that you are ready.'
    """
    from pegout.review.option_values import options_of
    from pegout.text.reasons import reason

    made = suggestion(view, ahead, t)
    if not isinstance(made.action, Discard | Play):
        return TableHint(made.says)
    options = options_of(made.view)
    return TableHint(made.says) if options is None else TableHint(reason(options, t), options)


def what_it_was_worth(view: SeatView, cards: tuple[Card, ...], t: Translator) -> str:
    """Describe the value of a discard against the best; empty where discards have no values.

    Args:
        view: the view of the seat before the discard.
        cards: the cards discarded.
        t: the translator.
    """
    from pegout.review.option_values import options_of
    from pegout.text.reasons import explanation

    options = options_of(view)
    return "" if options is None else explanation(options, options.of(cards), t)
