"""The table as it was after any entry of the log.

The referee gives a view wherever the game waits for somebody. Between two such points, while a card
lies but its points are not yet told, nobody is to act; what the events have said since the last
view is added to it here.
"""

from __future__ import annotations

from dataclasses import replace

from pegout.match import Entry, Match
from pegout.rules import (
    Accepted,
    Claimed,
    Counted,
    CountEnded,
    MugginsCalled,
    Phase,
    Played,
    SaidGo,
    Scored,
    View,
)
from pegout.rules.table import GoSaid, Laid

__all__ = ["look"]

_FOLLOWS = (Scored, CountEnded, Claimed, Counted, MugginsCalled, Accepted)


def look(match: Match, seat: int | None, number: int) -> View:
    """Give what a seat knew just after an entry that still counts.

    Args:
        match: the match.
        seat: whose view; ``None`` for a spectator.
        number: the number of the entry.
    """
    line = [entry for entry in match.effective() if entry.number <= number]
    start = len(line) - 1
    while start > 0 and isinstance(line[start].event, _FOLLOWS):
        start -= 1
    if not isinstance(line[start].event, Played | SaidGo):
        return match.view(seat, at=number)
    view = match.view(seat, at=line[start - 1].number)
    view = replace(view, to_act=frozenset(), turn=None, legal=())
    for entry in line[start:]:
        view = _add(view, entry)
    return view


def _add(view: View, entry: Entry) -> View:
    match entry.event:
        case Played(seat=seat, card=card, count=count):
            return replace(
                view,
                hand=tuple([held for held in view.hand if held != card or seat != view.seat]),
                hand_sizes=tuple(
                    [size - (one == seat) for one, size in enumerate(view.hand_sizes)]
                ),
                pile=(*view.pile, Laid(seat, card)),
                count=count,
            )
        case SaidGo(seat=seat, count=count):
            said = GoSaid(seat, count, len(view.laid))
            return replace(view, goes=(*view.goes, said), gone=view.gone | {seat})
        case Scored(seat=seat, score=score):
            side = view.rules.side(seat)
            if view.scores[side] == score:
                return view
            return replace(
                view,
                rear=_set(view.rear, side, view.scores[side]),
                scores=_set(view.scores, side, score),
            )
        case CountEnded():
            return replace(
                view, earlier=(*view.earlier, view.pile), pile=(), count=0, gone=frozenset()
            )
    return view


def _set(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def settled(view: View) -> bool:
    """Whether the game waits for somebody, or is over."""
    return bool(view.to_act) or view.phase is Phase.OVER
