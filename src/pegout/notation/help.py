"""Help that a player had with a decision, as a record tells it.

It stands as an annotation after the decision, ``@helped 0 hint``: a reader that does not know it
keeps it and reads on.

>>> helped(0, [Help.HINT, Help.TUTOR])
Annotation(name='helped', text='0 hint tutor')
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from pegout.notation.record import Annotation, GameRecord
from pegout.rules import Accepted, Claimed, Discarded, MugginsCalled, Played

__all__ = ["CHOSEN", "Help", "helped", "helps_of"]

#: The events that somebody chose.
CHOSEN: Final = (Discarded, Played, Claimed, MugginsCalled, Accepted)
_NAME: Final = "helped"


class Help(StrEnum):
    """What helped a player with a decision."""

    HINT = "hint"
    TAKE_BACK = "take-back"
    TUTOR = "tutor"


def helped(seat: int, helps: Iterable[Help]) -> Annotation:
    """Give the annotation on the decision of a seat that stands before it.

    Args:
        seat: who decided.
        helps: what helped.
    """
    wanted = set(helps)
    words = [str(seat), *(help_.value for help_ in Help if help_ in wanted)]
    return Annotation(_NAME, " ".join(words))


def helps_of(game: GameRecord) -> dict[int, tuple[Help, ...]]:
    """Give what helped with the decisions of a game, by the places of their entries.

    An annotation is about the last decision of its seat. What is not understood in it is passed
    over, as anybody may have written it.

    >>> from pegout.cards import parse_cards
    >>> played = Played(0, parse_cards("5H")[0], 5)
    >>> helps_of(GameRecord(dealer=1, entries=(played, Annotation("helped", "0 hint"))))
    {0: (<Help.HINT: 'hint'>,)}
    """
    found: dict[int, tuple[Help, ...]] = {}
    last: dict[str, list[int]] = {}
    for place, entry in enumerate(game.entries):
        if isinstance(entry, CHOSEN):
            # What is claimed for a card belongs to the card.
            spoken = isinstance(entry, Claimed) and entry.reason == "play"
            card = last.get(str(entry.seat), []) if spoken else []
            last[str(entry.seat)] = [*card, place]
        elif isinstance(entry, Annotation) and entry.name == _NAME:
            seat, *words = entry.text.split() or [""]
            helps = tuple([one for one in Help if one.value in words])
            found.update({at: helps for at in last.get(seat, []) if helps})
    return found
