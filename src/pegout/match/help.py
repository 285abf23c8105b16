"""Determine which decisions of a match had help.

Help is logged before its decision. A player who takes a decision back has seen its consequences,
so the decision counts as helped when it is made again. If several decisions are taken back, each
of them counts as helped.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from pegout.match.log import Asked, Entry, GameBegan, Helped, LogEvent, Undone
from pegout.notation import Help
from pegout.notation.help import CHOSEN, is_part_of_play
from pegout.rules import Accepted

_NOBODY: Final[tuple[int, frozenset[Help]]] = (-1, frozenset())


def is_decision(event: LogEvent, seat: int) -> bool:
    """Return whether an event is a decision of a seat; a claim for a played card is part of it."""
    return isinstance(event, CHOSEN) and event.seat == seat and not is_part_of_play(event)


@dataclass(slots=True)
class Helps:
    """The help of every player with each decision.

    Attributes:
        made: for the number of each effective decision, the help with it; usually empty.
        ahead: for each seat the help with its coming decisions, the next one first.
    """

    made: dict[int, frozenset[Help]] = field(default_factory=dict)
    ahead: dict[int, list[frozenset[Help]]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Self:
        """Collect the help from the log of a match, or of one of its games, from the beginning."""
        collected = cls()
        line: list[Entry] = []
        # The seat that accepted a count in the current request, and its help: a card played in
        # the same request was chosen with the same help.
        accepted: tuple[int, frozenset[Help]] = _NOBODY
        for entry in entries:
            number, event = entry
            match event:
                case GameBegan():
                    collected.ahead.clear()
                case Asked():
                    accepted = _NOBODY
                case Helped(seat=seat, help=help_):
                    first, *rest = collected.ahead[seat] or [frozenset()]
                    collected.ahead[seat] = [first | {help_}, *rest]
                case Undone(seat=seat, to=to):
                    collected._take_back(seat, to, line)
                    continue
                case _ if isinstance(event, CHOSEN) and is_decision(event, event.seat):
                    ahead = collected.ahead[event.seat]
                    helps = ahead.pop(0) if ahead else frozenset()
                    if accepted[0] == event.seat:
                        helps |= accepted[1]
                    collected.made[number] = helps
                    accepted = (event.seat, helps) if isinstance(event, Accepted) else _NOBODY
            line.append(entry)
        return collected

    def _take_back(self, seat: int, to: int, line: list[Entry]) -> None:
        again: list[frozenset[Help]] = []
        while line and line[-1].number > to:
            number, event = line.pop()
            helps = self.made.pop(number, frozenset())
            if is_decision(event, seat):
                again.append(helps | {Help.TAKE_BACK})
        self.ahead[seat] = [*reversed(again), *self.ahead[seat]]
