"""Computer players, which know only the view of their seat, and their levels.

>>> from pegout.match import Match, Seated, Setup
>>> from pegout.rules import IllegalAction, Rules
>>> match = Match(Setup("example", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
>>> ben = create("club", seed=7)
>>> ben.choose(match.view(1))
Ready(seat=1, contribution='')
"""

from collections.abc import Container, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from pegout.errors import PegoutError
from pegout.evaluation.discards import load_cribs
from pegout.match import Entry, Match, MatchError, Setup
from pegout.numbers import whole_number
from pegout.players.base import Level, Player, PlayerError, ask, chance
from pegout.players.expert import Expert, load
from pegout.players.own import check_answers, fault_of
from pegout.players.spelling import unknown
from pegout.rules import IllegalAction, Rules

__all__ = [
    "LEVELS",
    "Level",
    "Player",
    "PlayerError",
    "UnknownLevel",
    "advance",
    "ask",
    "chance",
    "create",
    "level_of",
    "players_of",
]

#: The kind of a seat without a computer player.
_PERSON: Final = "person"


def _policy_player(name: str, seed: int) -> Player:
    # Loaded with the first such player, so that the start page does not wait for the loops.
    from pegout.players.policy_player import PolicyPlayer

    return PolicyPlayer(name, seed)


def _load_policies(players: int) -> None:
    _policy_player("random", 0)
    load_cribs(Rules(players=players))


def _level(name: str, *, offered: bool = False) -> Level:
    """Return the level of a policy."""
    make = partial(_policy_player, name)
    return Level(name, make, offered, name, load=_load_policies)


#: Every level by its name, the weakest first; levels that are not ``offered`` are for measurements.
#: ``pegout.text.level_help`` says how each plays.
LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        level.name: level
        for level in (
            _level("random"),
            _level("gentle", offered=True),
            _level("novice", offered=True),
            _level("blind-greedy"),
            _level("casual", offered=True),
            _level("greedy"),
            _level("classic"),
            _level("blind"),
            _level("club", offered=True),
            _level("lookahead"),
            # With more than two players, another player decides, which the kernel does not have.
            Level(
                "expert",
                Expert,
                True,
                "expert",
                (2,),
                load,
                quick=False,
            ),
        )
    }
)


class UnknownLevel(PegoutError):
    """A level that does not exist.

    Attributes:
        code: ``unknown_level``.
    """


def level_of(name: str | Level) -> Level:
    """Return a level by its name; a level itself is returned as it is.

    Raises:
        UnknownLevel: for a name that is not one of :data:`LEVELS`.

    >>> level_of("club").quick, level_of("expert").quick
    (True, False)
    """
    if isinstance(name, Level):
        return name
    level = LEVELS.get(name) if isinstance(name, str) else None
    if level is None:
        offered = [level.name for level in LEVELS.values() if level.offered]
        raise UnknownLevel("unknown_level", unknown("level", str(name)[:40], LEVELS, offered))
    return level


def create(name: str | Level, seed: int = 0) -> Player:
    """Create a player of a level.

    Args:
        name: one of :data:`LEVELS`, or its name.
        seed: the seed of its random choices; players with the same seed play alike.

    Raises:
        UnknownLevel: for any other name.
        PlayerError: ``bad_seed`` for a seed that is no whole number.
    """
    number = whole_number(seed)
    if number is None:
        raise PlayerError("bad_seed", f"a seed is a whole number, not {seed!r:.40}")
    return level_of(name).make(number)


def players_of(setup: Setup, seed: int = 0) -> dict[int, Player]:
    """Create the computer players of a match by seat, one for each seat whose kind is a level.

    Args:
        setup: the setup of the match.
        seed: the seed of their random choices; see :func:`create`.

    >>> from pegout.match import Seated, Setup
    >>> from pegout.rules import IllegalAction, Rules
    >>> setup = Setup("example", Rules(), (Seated("Ann"), Seated("Ben", "club")))
    >>> list(players_of(setup))
    [1]

    Raises:
        UnknownLevel: for a kind that is neither ``person`` nor a level.
        MatchError: ``bad_setup`` for anything but a setup.
    """
    if not isinstance(setup, Setup):
        raise MatchError("bad_setup", f"expected a setup such as match.setup, not {setup!r:.60}")
    _check_kinds(setup, ())
    kinds = [seated.kind for seated in setup.seats]
    return {seat: create(kind, seed) for seat, kind in enumerate(kinds) if kind != _PERSON}


def advance(
    match: Match, players: Mapping[int, Player] | None = None
) -> Iterator[tuple[Entry, ...]]:
    """Let the computer players act, one at a time, until a seat without one has to act.

    Args:
        match: the match, which advances as the iterator does.
        players: the players by seat, including your own; those of :func:`players_of` unless given.

    Yields:
        The entries of each action, so that a table can show them before the next.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import IllegalAction, Rules
    >>> seats = Seated("Ann", "novice"), Seated("Ben", "novice")
    >>> match = Match(Setup("example", Rules("half"), seats))
    >>> for entries in advance(match):
    ...     pass
    >>> match.over, max(match.view(None).scores)
    (True, 61)

    Raises:
        UnknownLevel: for a seat without a player whose kind is neither ``person`` nor a level; the
            game would wait for it forever.
        PlayerError: ``bad_seat`` for a seat that the match does not have, ``bad_player`` for what
            is no player, ``player_failed`` for a player that raises an error or returns anything
            but an action of its seat.
        IllegalAction: for a player that chooses an illegal action.
        MatchError: ``bad_match`` for anything but a match.
    """
    if not isinstance(match, Match):
        raise MatchError("bad_match", f"expected a match to advance, not {match!r:.60}")
    if players is None:
        players = players_of(match.setup)
    seated = _seated(match.setup, players)
    _check_kinds(match.setup, seated)
    return _turns(match, seated)


def _turns(match: Match, players: Mapping[int, Player]) -> Iterator[tuple[Entry, ...]]:
    while True:
        seat = min((seat for seat in match.to_act if seat in players), default=None)
        if seat is None:
            return
        name = f"seat {seat}, {match.setup.seats[seat].name}"
        try:
            action = ask(players[seat], match.view(seat))
        except PegoutError:
            raise
        except Exception as error:
            raise PlayerError(
                "player_failed", f"{name}: {type(players[seat]).__name__} raised {fault_of(error)}"
            ) from error
        try:
            entries = match.act(seat, action)
        except IllegalAction as error:
            raise IllegalAction(
                error.code, f"{name}: {action!r:.120} is refused: {error}"
            ) from error
        yield entries


def _seated(setup: Setup, players: Mapping[int, Player]) -> dict[int, Player]:
    """Return the players by seat, or raise an error for some that cannot play there."""
    if not isinstance(players, Mapping):
        raise PlayerError(
            "bad_player", f"expected the players by seat, such as {{0: Bot()}}, not {players!r:.60}"
        )
    seated: dict[int, Player] = {}
    for given, player in players.items():
        seat = whole_number(given)
        if seat is None or not 0 <= seat < setup.rules.players:
            raise PlayerError(
                "bad_seat",
                f"the seats of this match are 0 to {setup.rules.players - 1}; there is no seat "
                f"{given!r:.20}",
            )
        seated[seat] = player
        if isinstance(player, type):
            raise PlayerError(
                "bad_player",
                f"seat {seat} has the class {player.__name__}; give a player that it makes, "
                f"{player.__name__}()",
            )
        if not callable(getattr(player, "choose", None)):
            raise PlayerError(
                "bad_player",
                f"seat {seat} has {player!r:.60}, and a player has a method choose(view) that "
                "gives one of view.legal; create_player makes one of a level",
            )
        check_answers(player)
    return seated


def _check_kinds(setup: Setup, played: Container[int]) -> None:
    """Raise an error for a seat of an unknown kind without a player."""
    for seat, seated in enumerate(setup.seats):
        if seat not in played and seated.kind != _PERSON and seated.kind not in LEVELS:
            offered = [_PERSON, *(level.name for level in LEVELS.values() if level.offered)]
            message = unknown("kind of player", seated.kind, [_PERSON, *LEVELS], offered)
            raise UnknownLevel("unknown_level", f"seat {seat}, {seated.name}: {message}")
