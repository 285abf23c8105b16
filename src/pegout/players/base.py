"""What a computer player is: it gets a view and answers with an action.

A player sits where a person sits. It is handed the view of its seat and nothing else, it draws its
chance from a seed that was given to it, and what it answers depends upon that seed and the view
alone: asked the same thing twice it says the same thing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from pegout.cards import format_cards
from pegout.match import Entry, Match
from pegout.rules import Action, View

__all__ = ["Level", "Player", "advance", "chance"]


class Player(Protocol):
    """Whoever can sit at a table."""

    def choose(self, view: View) -> Action:
        """Answer with one of the actions that the view allows its seat.

        It is asked only while the game waits for that seat.
        """
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of computer player.

    Attributes:
        name: what it is called in commands and records.
        summary: in one line, how it thinks.
        make: makes a player of this level from a seed.
        offered: whether it is offered to people; the others are there to be measured against.
        policy: the name of the policy of the kernel that chooses the same, if there is one; see
            :data:`pegout.kernel.POLICIES`. Where it is one of chance, it has the same chances.
        alike: among how many players it does.
    """

    name: str
    summary: str
    make: Callable[[int], Player]
    offered: bool = True
    policy: str | None = None
    alike: tuple[int, ...] = (2, 3, 4)

    def policy_among(self, players: int) -> str | None:
        """Give the name of the policy that chooses the same among so many players, if there is one.

        >>> from pegout.players import LEVELS
        >>> LEVELS["expert"].policy_among(2), LEVELS["expert"].policy_among(4)
        ('expert', None)
        """
        return self.policy if players in self.alike else None


def chance(seed: int, view: View) -> Random:
    """Give the chance that a player with this seed has in this position, and in no other.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import rules
    >>> match = Match(Setup("example", rules(), (Seated("Ann"), Seated("Ben"))))
    >>> view = match.view(0)
    >>> chance(1, view).random() == chance(1, view).random() != chance(2, view).random()
    True
    """
    laid = format_cards([laid.card for laid in view.laid])
    place = (
        seed, view.commitment, view.deal, view.phase, view.seat, view.scores, view.starter,
        format_cards(view.dealt), laid, len(view.cut_places), len(view.shown),
    )  # fmt: skip
    return Random(repr(place))


def advance(match: Match, players: Mapping[int, Player]) -> Iterator[tuple[Entry, ...]]:
    """Let the computer players act, one at a time, until a seat without one has to.

    Args:
        match: the match, which goes on while this is iterated over.
        players: the computer players by seat.

    Yields:
        What each action has brought about, so that a table can show it before the next.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.players import create
    >>> from pegout.rules import rules
    >>> match = Match(Setup("example", rules("half"), (Seated("Ann"), Seated("Ben"))))
    >>> players = {seat: create("novice", seed=seat) for seat in (0, 1)}
    >>> for entries in advance(match, players):
    ...     pass
    >>> match.over, max(match.view(None).scores)
    (True, 61)
    """
    while True:
        seat = min((seat for seat in match.to_act if seat in players), default=None)
        if seat is None:
            return
        yield match.act(seat, players[seat].choose(match.view(seat)))
