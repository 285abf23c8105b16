"""What a computer player is: it gets a view and answers with an action.

A player sits where a person sits. It is handed the view of its seat and nothing else, it draws its
chance from a seed that was given to it, and what it answers depends upon that seed and the view
alone: asked the same thing twice it says the same thing twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, get_args

from pegout.cards import format_cards
from pegout.rules import ENDINGS, Action, SeatView, View

__all__ = ["Level", "Player", "PlayerError", "ask", "chance"]

_ACTIONS: Final = frozenset(get_args(Action)) - {*ENDINGS}


class Player(Protocol):
    """Whoever can sit at a table: any object with this method, yours too."""

    def choose(self, view: SeatView) -> Action:
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
            :data:`pegout.simulation.POLICIES`. Where it is one of chance, it has the same chances.
        alike: the numbers of players at a table for which that policy plays the same.
        load: reads what a player of this level needs among so many players, where that is much.
        quick: whether it decides within a few milliseconds, among any number of players.
    """

    name: str
    summary: str
    make: Callable[[int], Player]
    offered: bool = True
    policy: str | None = None
    alike: tuple[int, ...] = (2, 3, 4)
    load: Callable[[int], None] | None = None
    quick: bool = True

    def preload(self, players: int = 2) -> None:
        """Read what a player of this level needs, so that nobody waits for it at the table.

        It takes up to two seconds, so it belongs in a thread; a second call takes no time.

        Args:
            players: how many play: 2, 3 or 4.

        >>> from pegout.players import LEVELS
        >>> LEVELS["novice"].preload(players=3)
        """
        if self.load is not None:
            self.load(players)

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
    >>> from pegout.rules import Rules
    >>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben"))))
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


class PlayerError(ValueError):
    """A player of one's own that cannot play, or did not.

    Attributes:
        code: ``bad_player`` for what is no player, ``player_failed`` where one raised an error or
            gave what is no action, or none that the rules allow.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[PlayerError], tuple[str, str]]:
        # The usual way would hand the message alone to the constructor, in another process.
        return type(self), (self.code, str(self))


def ask(player: Player, view: SeatView) -> Action:
    """Have a player choose, and see that it answers with an action of its own seat.

    Whether the action is allowed is for :meth:`pegout.match.Match.act` to say.

    Raises:
        PlayerError: ``player_failed`` for any other answer.
    """
    action = player.choose(view)
    if type(action) not in _ACTIONS or action.seat != view.seat:
        raise PlayerError(
            "player_failed",
            f"the player of seat {view.seat}, {type(player).__name__}, answered {action!r:.80}; "
            "choose(view) has to return an action of its own seat, such as one of view.legal",
        )
    return action
