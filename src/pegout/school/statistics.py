"""How a player is doing: results, averages beside what they should be, errors, luck, streaks.

Everything follows from the sums that a store has of each finished game.

>>> statistics([]).results.games
0
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import sqrt
from typing import Final, Literal, NamedTuple, TypeVar

from pegout.review.error_scale import ClosestLevel, error_scale
from pegout.table.game_sums import KindErrors, RoleSums, SeatErrors, SeatSums
from pegout.table.store import StoredGame, Summary

DealPart = Literal["hand", "crib", "play"]
DealRole = Literal["dealer", "pone"]
ErrorKind = Literal["discard", "play", "count"]
_K = TypeVar("_K", bound=Hashable)

#: 95 % of a normal distribution is within so many standard deviations.
_WITHIN: Final = 1.96


class Expected(NamedTuple):
    """What an expert scores in a deal: the mean, and the standard deviation between deals."""

    mean: float
    spread: float


#: What each part of a deal should be worth, when the expert plays itself for points. The means are
#: within 0.03: ``pegout simulate expert-points --deals --games 100000 --seed 1``.
EXPECTED: Final[dict[tuple[DealPart, DealRole], Expected]] = {
    ("hand", "dealer"): Expected(8.00, 3.83),
    ("hand", "pone"): Expected(8.08, 3.76),
    ("crib", "dealer"): Expected(4.68, 3.21),
    ("play", "dealer"): Expected(3.36, 2.20),
    ("play", "pone"): Expected(2.05, 1.99),
}
#: The kinds of decisions.
KINDS: Final[tuple[ErrorKind, ...]] = ("discard", "play", "count")


class OpponentNames(NamedTuple):
    """The opponents of a player: their names, and the level of each, or ``person``."""

    names: tuple[str, ...]
    levels: tuple[str, ...]


class SeatGame(NamedTuple):
    """A finished game as one seat played it.

    ``won`` is ``None`` for a game that all agreed to stop. ``skunks`` is above 0 where the seat's
    side beat another by a skunk or more, and below 0 where it was beaten so.
    """

    ended: datetime
    opponents: OpponentNames
    won: bool | None
    margin: int
    skunks: int
    usual: bool  # whether its averages can be compared
    sums: SeatSums
    errors: SeatErrors | None


def seat_game(match: Summary, game: StoredGame, seat: int) -> SeatGame:
    """Return a finished game as a seat of its match played it."""
    sums = game.sums
    sides = len(sums.scores)
    side = seat % sides
    others = [other for other in range(len(match.names)) if other % sides != side]
    best = max([score for at, score in enumerate(sums.scores) if at != side])
    beaten = max([skunk for at, skunk in enumerate(sums.skunks) if at != side])
    won = side in sums.winners if sums.winners else None
    return SeatGame(
        ended=game.ended,
        opponents=OpponentNames(
            tuple([match.names[other] for other in others]),
            tuple([match.kinds[other] for other in others]),
        ),
        won=won,
        margin=sums.scores[side] - best,
        skunks=beaten if won else -sums.skunks[side],
        usual=sums.usual,
        sums=sums.seats[seat],
        errors=game.errors[seat] if game.errors else None,
    )


def own_seat(match: Summary, name: str | None = None) -> int | None:
    """Return the seat of a player in a match: the first person, or the person of a name."""
    for seat, (called, kind) in enumerate(zip(match.names, match.kinds, strict=True)):
        if kind == "person" and name in (None, called):
            return seat
    return None


def own_games(
    matches: Iterable[Summary], games: Iterable[StoredGame], name: str | None = None
) -> list[SeatGame]:
    """Return the games of a player among those of a library, in the order of their ends.

    Practice is left out, and so are matches that nobody of the name played in.
    """
    by_id = {match.id: match for match in matches}
    found = []
    for game in games:
        match = by_id.get(game.match_id)
        seat = None if match is None or game.sums.practice else own_seat(match, name)
        if match is not None and seat is not None:
            found.append(seat_game(match, game, seat))
    return sorted(found, key=lambda game: game.ended)


@dataclass(frozen=True, slots=True)
class Results:
    """The results of some games; a game that was stopped is neither won nor lost."""

    games: int
    won: int
    lost: int
    skunks: int  # the games in which the player skunked somebody
    skunked: int  # the games in which the player was skunked
    margin: float  # the mean margin in holes, above 0 where the player was ahead


def results(games: Sequence[SeatGame]) -> Results:
    """Add up the results of games.

    >>> results([])
    Results(games=0, won=0, lost=0, skunks=0, skunked=0, margin=0.0)
    """
    return Results(
        games=len(games),
        won=sum([game.won is True for game in games]),
        lost=sum([game.won is False for game in games]),
        skunks=sum([game.skunks > 0 for game in games]),
        skunked=sum([game.skunks < 0 for game in games]),
        margin=sum([game.margin for game in games]) / (len(games) or 1),
    )


def results_by(
    games: Iterable[SeatGame], key: Callable[[SeatGame], _K]
) -> list[tuple[_K, Results]]:
    """Return the results of the games of each kind, the most frequent first."""
    kinds: dict[_K, list[SeatGame]] = {}
    for game in games:
        kinds.setdefault(key(game), []).append(game)
    found = [(kind, results(of_kind)) for kind, of_kind in kinds.items()]
    return sorted(found, key=lambda pair: -pair[1].games)


def level_of(game: SeatGame) -> str:
    """Return the level of the opponents; ``mixed`` for several, ``person`` for people alone."""
    levels = {*game.opponents.levels}
    return levels.pop() if len(levels) == 1 else "mixed"


@dataclass(frozen=True, slots=True)
class Average:
    """The average of a part of a deal in a role, beside what it should be.

    An expert's average of as many deals is between ``low`` and ``high`` in 95 of 100 cases: so much
    is luck.
    """

    part: DealPart
    role: DealRole
    number: int  # the number of deals, or of hands or cribs that were counted
    mean: float
    expected: float
    low: float
    high: float

    @property
    def is_luck(self) -> bool:
        """Whether luck alone explains the average."""
        return self.low <= self.mean <= self.high


def averages(games: Iterable[SeatGame]) -> list[Average]:
    """Return the averages of games whose averages can be compared."""
    usual = [game.sums for game in games if game.usual]
    roles: dict[DealRole, RoleSums] = {"dealer": RoleSums(), "pone": RoleSums()}
    for sums in usual:
        roles = {"dealer": roles["dealer"].plus(sums.dealer), "pone": roles["pone"].plus(sums.pone)}
    return [
        _average(part, role, expected, roles[role])
        for (part, role), expected in EXPECTED.items()
        if _counted(part, roles[role])[0]
    ]


def _counted(part: DealPart, sums: RoleSums) -> tuple[int, int]:
    """Return how often a part was counted, and its points."""
    match part:
        case "hand":
            return sums.hands, sums.hand
        case "crib":
            return sums.cribs, sums.crib
        case "play":
            return sums.deals, sums.play


def _average(part: DealPart, role: DealRole, expected: Expected, sums: RoleSums) -> Average:
    number, points = _counted(part, sums)
    off = _WITHIN * expected.spread / sqrt(number)
    mean = expected.mean
    return Average(part, role, number, points / number, mean, mean - off, mean + off)


@dataclass(frozen=True, slots=True)
class ErrorCost:
    """What the errors in decisions of a kind cost, over all reviewed games."""

    kind: ErrorKind
    decisions: int
    points: float
    chance: float


@dataclass(frozen=True, slots=True)
class GameCost:
    """The win probability that errors cost in a game, and when the game ended."""

    ended: datetime
    chance: float


@dataclass(frozen=True, slots=True)
class LuckAndSkill:
    """The luck and the skill of the player in reviewed games: holes in a game, on average."""

    games: int
    luck: float
    skill: float


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games won or lost one after the other; ``current`` is below 0 for lost ones."""

    current: int
    longest_won: int
    longest_lost: int


def error_costs(reviewed: Sequence[SeatErrors]) -> list[ErrorCost]:
    """Add up the errors of reviewed games by the kind of the decision."""
    costs = []
    for kind in KINDS:
        sums: list[KindErrors] = [getattr(errors, kind) for errors in reviewed]
        decisions = sum([cost.decisions for cost in sums])
        if decisions:
            points, chance = (
                sum([cost.points for cost in sums]),
                sum([cost.chance for cost in sums]),
            )
            costs.append(ErrorCost(kind, decisions, points, chance))
    return costs


def luck(reviewed: Iterable[SeatErrors]) -> LuckAndSkill | None:
    """Return luck and skill in the games where both are known in holes."""
    pairs = [
        (errors.luck_holes, errors.skill_holes)
        for errors in reviewed
        if errors.luck_holes is not None and errors.skill_holes is not None
    ]
    if not pairs:
        return None
    number = len(pairs)
    return LuckAndSkill(
        number, sum([own for own, _ in pairs]) / number, sum([own for _, own in pairs]) / number
    )


def streaks(games: Iterable[SeatGame]) -> Streaks:
    """Return the streaks of games in their order; a game that was stopped ends none.

    >>> streaks([])
    Streaks(current=0, longest_won=0, longest_lost=0)
    """
    decided = [game.won for game in games if game.won is not None]
    runs = [(won, len([*run])) for won, run in groupby(decided)]
    longest = {
        result: max([length for won, length in runs if won is result], default=0)
        for result in (True, False)
    }
    won, length = runs[-1] if runs else (True, 0)
    return Streaks(length if won else -length, longest[True], longest[False])


def closest_level(reviewed: Sequence[SeatErrors]) -> ClosestLevel | None:
    """Return the level that the player plays like; ``None`` for too few decisions."""
    points = sum([errors.scaled_points for errors in reviewed])
    return error_scale().closest_level(points, sum([errors.scaled for errors in reviewed]))


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """All that is said of a player's games, which are in the order of their ends."""

    results: Results
    by_opponent: list[tuple[OpponentNames, Results]]
    by_level: list[tuple[str, Results]]
    averages: list[Average]
    great: int
    streaks: Streaks
    costs: list[ErrorCost]
    course: list[GameCost]
    luck: LuckAndSkill | None
    closest: ClosestLevel | None


def statistics(games: Sequence[SeatGame]) -> PlayerStatistics:
    """Return the statistics of games, which are in the order of their ends."""
    reviewed = [game.errors for game in games if game.errors is not None]
    return PlayerStatistics(
        results=results(games),
        by_opponent=results_by(games, lambda game: game.opponents),
        by_level=results_by(games, level_of),
        averages=averages(games),
        great=sum([game.sums.great for game in games]),
        streaks=streaks(games),
        costs=error_costs(reviewed),
        course=[GameCost(game.ended, game.errors.chance) for game in games if game.errors],
        luck=luck(reviewed),
        closest=closest_level(reviewed),
    )
