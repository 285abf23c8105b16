"""Statistics of games that come in groups with the same packs, from sums of whole numbers.

What is measured in the games of a group is added up, and the sums are squared: what the groups
differ by says how sure a mean is, because games with the same packs depend on each other.

>>> figures = Figures({"0 crib": (4, 18, 164, 36, 8, 2), "0 won": (0, 1, 0, 0, 0, 1)})
>>> figures.estimate(0, "crib").mean
4.5
>>> figures.won(0)
1.0
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Final

from pegout.analysis.runs import Sums
from pegout.rules import Rules

__all__ = [
    "NOBODY",
    "SHARES",
    "Contestant",
    "Estimate",
    "Figures",
    "Matchup",
    "Stopped",
    "matchup",
    "switches_of",
]

#: The place of a contestant for what belongs to none.
NOBODY: Final = -1
#: Wins are counted in sixths, so that one shared by two or by three is a whole number.
SHARES: Final = 6
#: Standard deviations on either side of a mean that hold 95 % of a normal distribution.
_Z: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval.

    Attributes:
        mean: the mean; 0 if there was nothing to take it of.
        low: the lower end of the interval.
        high: the upper end of the interval.
        number: of how many it is the mean.
    """

    mean: float
    low: float
    high: float
    number: int


@dataclass(frozen=True, slots=True)
class Contestant:
    """How one level did.

    Points are means over what was played to its end: the play of deals in which it was, and hands
    and cribs that were counted. The hand in which a game ended counts in full.

    Attributes:
        level: the name of the level, or of the policy.
        wins: games won; a win that is shared is divided.
        win_rate: the part of the games won, with the interval that mirrored deals give.
        margin: holes ahead of the best of the others at the end of a game, or behind it.
        skunks: games won by a skunk.
        double_skunks: games won by a double skunk.
        play_dealer: points in the play, go and last card included, of a side that deals.
        play_pone: the same of a side that does not.
        hand_dealer: points of a dealer's hand, or of the partner's.
        hand_pone: points of another's hand.
        crib: points of the crib.
        heels: points for the starter, for each deal.
        points_dealer: points of a finished deal, all in all, of the side that deals.
        points_pone: the same of a side that does not.
    """

    level: str
    wins: float
    win_rate: Estimate
    margin: Estimate
    skunks: int
    double_skunks: int
    play_dealer: Estimate
    play_pone: Estimate
    hand_dealer: Estimate
    hand_pone: Estimate
    crib: Estimate
    heels: Estimate
    points_dealer: Estimate
    points_pone: Estimate


@dataclass(frozen=True, slots=True)
class Stopped:
    """What came of a goal, see :mod:`pegout.analysis.sequential`.

    Attributes:
        goal: ``low``, ``high``, ``alpha`` and ``beta`` of a decision, or ``half`` of an interval.
        reached: ``low`` if the first's rate of wins is at most that, ``high`` if at least that,
            ``narrow`` if its interval is narrow enough; none if the games came to their end before.
        groups: after how many groups.
        against_low: natural logarithm of what bets against ``low`` have made of 1; ``high`` is
            reached at log(1 / alpha). For a decision only.
        against_high: the same against ``high``; ``low`` is reached at log(1 / beta).
        safe_low: the lower end of an interval for the first's rate of wins that holds it with 95 %
            whenever one stops, for whatever reason.
        safe_high: its upper end.
    """

    goal: Mapping[str, float]
    reached: str | None
    groups: int
    against_low: float | None
    against_high: float | None
    safe_low: float
    safe_high: float


@dataclass(frozen=True, slots=True)
class Matchup:
    """What came of a contest.

    Attributes:
        levels: the levels or policies, one for each side.
        preset: the preset of the rules.
        switches: the switches that differ from it.
        seed: the seed that everything follows from.
        games: games played.
        complete: whether these are all that were asked for.
        contestants: how each level did.
        first_dealer: the part of the games that the side with the first deal won.
        deals: deals in a game, the last one included.
        by_one: the part of the games that one hole decided.
        by_two: the part of the games that two holes decided.
        engine: who played them: ``rules``, the referee, or ``kernel``.
        group_worth: how many games with packs of their own would make the interval of the first's
            win rate as narrow as one group of mirrored games does; none where it has no width.
        stopped: what came of a goal that could end the contest early, if there was one.
    """

    levels: tuple[str, ...]
    preset: str
    switches: Mapping[str, object]
    seed: int
    games: int
    complete: bool
    contestants: tuple[Contestant, ...]
    first_dealer: Estimate
    deals: Estimate
    by_one: Estimate
    by_two: Estimate
    engine: str
    group_worth: float | None
    stopped: Stopped | None = None

    def to_json(self) -> str:
        """Give everything as JSON, the same to the byte wherever it was computed.

        >>> from pegout.analysis.arena import play_matchup
        >>> result = play_matchup(["random", "random"], games=2, seed=5, workers=1)
        >>> json.loads(result.to_json())["games"]
        2
        """
        return json.dumps(asdict(self), indent=2, sort_keys=True)


class Figures:
    """The statistics of some sums.

    Args:
        sums: rows of whole numbers by ``who what``, a contestant and a measure: how many values
            there were, their sum, the sum of the squares of the groups' sums, of the products of
            the groups' sums and numbers, of the squares of the groups' numbers, and how many
            groups had any. ``who won`` is how many groups brought 0, 1, 2 ... sixths of a win.
    """

    def __init__(self, sums: Sums) -> None:
        self._sums = sums

    def estimate(self, who: int, what: str) -> Estimate:
        """Give a mean; the interval comes from the spread between groups, not within them.

        Source: the ratio estimator for clusters, W. G. Cochran, Sampling Techniques (1977), 6.3.
        """
        number, total, totals, mixed, numbers, groups = self._row(who, what)
        if not number:
            return Estimate(0.0, 0.0, 0.0, 0)
        mean = total / number
        spread = totals - 2 * mean * mixed + mean * mean * numbers
        correction = groups / max(1, groups - 1)
        half = _Z * sqrt(max(0.0, spread) * correction) / number
        return Estimate(mean, mean - half, mean + half, number)

    def total(self, who: int, what: str) -> int:
        """Give the sum of what was measured."""
        return self._row(who, what)[1]

    def groups(self) -> int:
        """Give how many groups of games there are."""
        return sum(self._groups(0).values())

    def won(self, who: int) -> float:
        """Give the games that a contestant won; one that is shared is divided."""
        return sum(share * number for share, number in self._groups(who).items()) / SHARES

    def win_rate(self, who: int, games: int) -> Estimate:
        """Give the rate of wins in groups of games with the same packs.

        Games of a group depend on each other. How much the wins of whole groups vary says how many
        independent games they are worth.
        """
        worth = self.group_worth(who, games)
        number = sum(self._groups(who).values())
        return _rate(self.won(who), games, games if worth is None else worth * number)

    def group_worth(self, who: int, games: int) -> float | None:
        """Say how many independent games one group is worth for the rate of wins.

        It is the variance of a single game, p(1 - p), by that of a group's part of wins: the number
        of the group's games if they were independent, and more if they balance each other.

        Returns:
            The worth; nothing where all groups came to the same, or there is but one.

        >>> Figures({"0 won": (25, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 25)}).group_worth(0, 200)
        1.98
        """
        groups = self._groups(who)
        number = sum(groups.values())
        size = games // number
        shares = {won / (SHARES * size): times for won, times in groups.items()}
        rate = sum(share * times for share, times in shares.items()) / number
        between = sum((share - rate) ** 2 * times for share, times in shares.items())
        if number < 2 or not between:
            return None
        return rate * (1 - rate) / (between / (number - 1))

    def _row(self, who: int, what: str) -> tuple[int, ...]:
        return self._sums.get(f"{who} {what}", (0,) * 6)

    def _groups(self, who: int) -> dict[int, int]:
        """Give how many groups brought so many sixths of a win."""
        won = self._sums.get(f"{who} won", ())
        return {share: number for share, number in enumerate(won) if number}


def _rate(wins: float, games: int, worth: float) -> Estimate:
    """Give a rate with Wilson's interval, as if it came from ``worth`` independent games.

    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.
    """
    rate = wins / games
    spread = _Z * _Z / worth
    centre = (rate + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(rate * (1 - rate) / worth + spread / worth / 4)
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half), games)


def matchup(
    names: Sequence[str],
    rules: Rules,
    seed: int,
    games: int,
    complete: bool,
    sums: Sums,
    engine: str,
    stopped: Stopped | None = None,
) -> Matchup:
    """Put what came of a contest together.

    Args:
        names: the levels or policies, one for each side.
        rules: the rules.
        seed: the seed.
        games: games played.
        complete: whether these are all.
        sums: see :class:`Figures`.
        engine: who played.
        stopped: what came of a goal.
    """
    figures = Figures(sums)
    return Matchup(
        tuple(names),
        rules.preset,
        switches_of(rules),
        seed,
        games,
        complete,
        tuple([_contestant(name, who, games, figures) for who, name in enumerate(names)]),
        figures.estimate(NOBODY, "first dealer"),
        figures.estimate(NOBODY, "deals"),
        figures.estimate(NOBODY, "by 1"),
        figures.estimate(NOBODY, "by 2"),
        engine,
        figures.group_worth(0, games),
        stopped,
    )


def switches_of(rules: Rules) -> dict[str, object]:
    """Give the switches that differ from the preset; who deals first is settled by turns.

    >>> from pegout.rules import rules
    >>> switches_of(rules("half", stinkhole=True, first_deal="chosen"))
    {'stinkhole': True}
    """
    switches = rules.changes()
    switches.pop("first_deal", None)
    return switches


def _contestant(name: str, who: int, games: int, figures: Figures) -> Contestant:
    return Contestant(
        name,
        figures.won(who),
        figures.win_rate(who, games),
        figures.estimate(who, "margin"),
        figures.total(who, "skunk 1"),
        figures.total(who, "skunk 2"),
        figures.estimate(who, "play dealer"),
        figures.estimate(who, "play pone"),
        figures.estimate(who, "hand dealer"),
        figures.estimate(who, "hand pone"),
        figures.estimate(who, "crib"),
        figures.estimate(who, "heels"),
        figures.estimate(who, "points dealer"),
        figures.estimate(who, "points pone"),
    )
