"""The help that a player had with a decision, as a record states it.

The help is an annotation after the decision, ``@helped 0 hint``. A reader that does not know this
annotation preserves it and continues.

>>> helped(0, [Help.HINT, Help.TUTOR])
Annotation(name='helped', text='0 hint tutor')
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from pegout.notation.record import Annotation, GameRecord
from pegout.rules import Accepted, Claimed, Discarded, MugginsCalled, Played

#: The events that record a player's choice.
CHOSEN: Final = (Discarded, Played, Claimed, MugginsCalled, Accepted)
_NAME: Final = "helped"


def is_part_of_play(event: object) -> bool:
    """Return whether an event is a claim for a played card, which is one decision with it."""
    return isinstance(event, Claimed) and event.reason == "play"


class Help(StrEnum):
    """A kind of help with a decision."""

    HINT = "hint"
    TAKE_BACK = "take-back"
    TUTOR = "tutor"


def helped(seat: int, helps: Iterable[Help]) -> Annotation:
    """Return the annotation for the last decision of a seat, to be written after it."""
    wanted = set(helps)
    words = [str(seat), *(help_.value for help_ in Help if help_ in wanted)]
    return Annotation(_NAME, " ".join(words))


def helps_of(game: GameRecord) -> dict[int, tuple[Help, ...]]:
    """Return the help with each decision of a game, by the index of its entry.

    An annotation refers to the last decision of its seat. Words that are not a kind of help are
    ignored, because anyone may have written the record.

    >>> from pegout.cards import parse_cards
    >>> played = Played(0, parse_cards("5H")[0], 5)
    >>> helps_of(GameRecord(dealer=1, entries=(played, Annotation("helped", "0 hint"))))
    {0: (<Help.HINT: 'hint'>,)}
    """
    by_index: dict[int, tuple[Help, ...]] = {}
    last: dict[str, list[int]] = {}
    for index, entry in enumerate(game.entries):
        if isinstance(entry, CHOSEN):
            card = last.get(str(entry.seat), []) if is_part_of_play(entry) else []
            last[str(entry.seat)] = [*card, index]
        elif isinstance(entry, Annotation) and entry.name == _NAME:
            seat, *words = entry.text.split() or [""]
            helps = tuple([kind for kind in Help if kind.value in words])
            by_index.update({at: helps for at in last.get(seat, []) if helps})
    return by_index
