"""The interface of computer players: a player gets a view and returns an action.

A computer player takes the place of a person. It receives the view of its seat and nothing else.
Its random choices come from a given seed, and its answer depends only on that seed and the view:
the same view always gets the same answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, get_args

from pegout.cards import format_cards
from pegout.errors import PegoutError
from pegout.rules import ENDINGS, Action, SeatView, View

_ACTIONS: Final = frozenset(get_args(Action)) - {*ENDINGS}


class Player(Protocol):
    """A player at a table: any object with this method, including your own."""

    def choose(self, view: SeatView) -> Action:
        """Return one of the actions that the view allows its seat.

        The method is called only while the game waits for that seat.
        """
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """A level of computer player.

    Attributes:
        name: the name in commands and records.
        make: a function that creates a player of this level from a seed.
        offered: whether it is offered to people; other levels are for measurements.
        policy: the name of the policy of the kernel that makes the same choices, if there is one;
            see :data:`pegout.simulation.POLICIES`. A random policy has the same probabilities.
        alike: the numbers of players for which that policy makes the same choices.
        load: a function that preloads the tables for so many players, if they are large.
        quick: whether it decides within a few milliseconds, with any number of players.
    """

    name: str
    make: Callable[[int], Player]
    offered: bool = True
    policy: str | None = None
    alike: tuple[int, ...] = (2, 3, 4)
    load: Callable[[int], None] | None = None
    quick: bool = True

    def preload(self, players: int = 2) -> None:
        """Preload the tables of this level, so that the table does not have to wait for them.

        This takes up to two seconds, so call it in a thread; a second call takes no time.

        Args:
            players: the number of players: 2, 3 or 4.

        >>> from pegout.players import LEVELS
        >>> LEVELS["novice"].preload(players=3)
        """
        if self.load is not None:
            self.load(players)

    def policy_among(self, players: int) -> str | None:
        """Return the name of the policy that makes the same choices with so many players, if any.

        >>> from pegout.players import LEVELS
        >>> LEVELS["expert"].policy_among(2), LEVELS["expert"].policy_among(4)
        ('expert', None)
        """
        return self.policy if players in self.alike else None


def chance(seed: int, view: View) -> Random:
    """Return the random generator of a player with this seed, specific to this position.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben"))))
    >>> view = match.view(0)
    >>> chance(1, view).random() == chance(1, view).random() != chance(2, view).random()
    True
    """
    played = format_cards([played.card for played in view.played])
    moment = (
        seed, view.commitment, view.deal, view.phase, view.seat, view.scores, view.starter,
        format_cards(view.dealt), played, len(view.cut_places), len(view.shown),
    )  # fmt: skip
    return Random(repr(moment))


class PlayerError(PegoutError):
    """A custom player that cannot play, or failed to.

    Attributes:
        code: ``bad_player`` for an object that is not a player, ``player_failed`` for a player that
            raised an error, or returned no action or an illegal one; ``bad_seat``, ``bad_seed``,
            ``bad_view`` and ``nothing_to_do`` for what it is given.
    """


def ask(player: Player, view: SeatView) -> Action:
    """Let a player choose, and check that it returns an action of its own seat.

    :meth:`pegout.match.Match.act` checks whether the action is legal.

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
