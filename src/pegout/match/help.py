"""Which decisions of a match were made with help.

Help is logged before the decision that it is for. A player who takes a decision back has seen what
followed from it, so it counts as helped when it is made again; and if several are taken back, each
of them does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from pegout.match.log import Asked, Entry, GameBegan, Helped, LogEvent, Undone
from pegout.notation import Help
from pegout.notation.help import CHOSEN
from pegout.rules import Accepted, Claimed

__all__ = ["Helps", "is_decision"]

_NOBODY: Final[tuple[int, frozenset[Help]]] = (-1, frozenset())


def is_decision(event: LogEvent, seat: int) -> bool:
    """Whether an event is a decision of a seat; what it says as it plays a card is part of that."""
    spoken = isinstance(event, Claimed) and event.reason == "play"
    return isinstance(event, CHOSEN) and event.seat == seat and not spoken


@dataclass(slots=True)
class Helps:
    """The help that players had.

    Attributes:
        made: for the number of each decision that counts, what helped with it; nothing for most.
        ahead: for each seat what helps with its coming decisions, the next one first.
    """

    made: dict[int, frozenset[Help]] = field(default_factory=dict)
    ahead: dict[int, list[frozenset[Help]]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Self:
        """Find the help in a log, with what was taken back in it.

        Args:
            entries: the log of a match, or of one of its games, from its beginning on.
        """
        found = cls()
        line: list[Entry] = []
        # Who let a count stand in the request that is looked at, and what helped: a card that is
        # played in the same one was chosen with it.
        accepted: tuple[int, frozenset[Help]] = _NOBODY
        for entry in entries:
            number, event = entry
            match event:
                case GameBegan():
                    found.ahead.clear()
                case Asked():
                    accepted = _NOBODY
                case Helped(seat=seat, help=help_):
                    first, *rest = found.ahead[seat] or [frozenset()]
                    found.ahead[seat] = [first | {help_}, *rest]
                case Undone(seat=seat, to=to):
                    found._take_back(seat, to, line)
                    continue
                case _ if isinstance(event, CHOSEN) and is_decision(event, event.seat):
                    ahead = found.ahead[event.seat]
                    helps = ahead.pop(0) if ahead else frozenset()
                    if accepted[0] == event.seat:
                        helps |= accepted[1]
                    found.made[number] = helps
                    accepted = (event.seat, helps) if isinstance(event, Accepted) else _NOBODY
            line.append(entry)
        return found

    def _take_back(self, seat: int, to: int, line: list[Entry]) -> None:
        again: list[frozenset[Help]] = []
        while line and line[-1].number > to:
            number, event = line.pop()
            helps = self.made.pop(number, frozenset())
            if is_decision(event, seat):
                again.append(helps | {Help.TAKE_BACK})
        self.ahead[seat] = [*reversed(again), *self.ahead[seat]]
