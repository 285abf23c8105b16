"""A hint at the table, and what a discard was worth: the same for the screen and line by line.

Both take up to half a second to compute, the first one of a session longer; the screen asks in a
thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.cards import Card
from pegout.rules import Discard, Play, SeatView
from pegout.text import Translator
from pegout.text.suggestions import suggestion

if TYPE_CHECKING:
    from pegout.analysis.option_values import Options

__all__ = ["MOST", "TableHint", "hint_on", "what_it_was_worth"]

#: So many options are shown.
MOST: Final = 3


class TableHint(NamedTuple):
    """What is said to somebody who asks what to do.

    Attributes:
        says: why the best is the best, or what a club player would do where nothing is valued.
        options: the options with what they are worth, where they are valued.
    """

    says: str
    options: Options | None = None


def hint_on(view: SeatView, ahead: SeatView | None, t: Translator) -> TableHint:
    """Give a hint to a seat that has to decide.

    Args:
        view: what the seat knows.
        ahead: the same once it lets an opponent's count stand, where it may play at once.
        t: the translator.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> from pegout.text import language
    >>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
    >>> hint_on(match.view(0), None, language("en")).says
    'Say that you are ready.'
    """
    from pegout.analysis.option_values import options_of
    from pegout.text.reasons import reason

    made = suggestion(view, ahead, t)
    if not isinstance(made.action, Discard | Play):
        return TableHint(made.says)
    options = options_of(made.view)
    return TableHint(made.says) if options is None else TableHint(reason(options, t), options)


def what_it_was_worth(view: SeatView, cards: tuple[Card, ...], t: Translator) -> str:
    """Say what a discard was worth beside the best; nothing where discards are not valued.

    Args:
        view: what the seat knew before it.
        cards: what it discarded.
        t: the translator.
    """
    from pegout.analysis.option_values import options_of
    from pegout.text.reasons import told

    options = options_of(view)
    return "" if options is None else told(options, options.of(cards), t)
