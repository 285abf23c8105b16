"""Statistics of games that come in groups with the same packs, from sums of integers.

The measurements of the games of a group are added up, and these sums are squared. The standard
error of a mean comes from the spread between groups, because games with the same packs depend on
each other.

>>> figures = Figures({"0 crib": (4, 18, 164, 36, 8, 2), "0 won": (0, 1, 0, 0, 0, 1)})
>>> figures.mean(0, "crib").mean
4.5
>>> figures.won(0)
1.0
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from math import pi, sqrt, tan
from typing import Final

from pegout.contests.luck_share import less_luck
from pegout.rules import Rules
from pegout.runs import Sums

#: The contestant number of measures that belong to no contestant.
NOBODY: Final = -1
#: The prefix of the name of a row that is the report of a forfeit.
REPORT: Final = "report "
#: The largest number of reports.
_REPORTS: Final = 10
#: Wins are counted in sixths, so that one shared by two or by three is a whole number.
SHARES: Final = 6
#: The number of standard deviations on either side of a mean that hold 95 % of a normal
#: distribution.
_Z: Final = 1.959964
#: The number of groups of independent games that the variance of a rate assumes in addition to
#: those played, so that a handful of groups that happen to be alike do not make it look certain.
_PRIOR: Final = 5


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate from 0 to 1 with its 95 % interval, which is within 0 and 1 too.

    Attributes:
        mean: the rate; 0 without any games.
        low: the lower end of the interval.
        high: the upper end of the interval.
        number: the number of games.

    >>> print(Estimate(0.537, 0.517, 0.557, 1000))
    53.7 % (51.7–55.7)
    """

    mean: float
    low: float
    high: float
    number: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval.

    Attributes:
        mean: the mean; 0 without any values.
        low: the lower end of the interval; None with fewer than two groups, because the standard
            error comes from the spread between groups.
        high: the upper end of the interval.
        number: the number of values.

    >>> print(Mean(2.5, 2.25, 2.75, 400), Mean(2.5, None, None, 1))
    2.50 (2.25 to 2.75) 2.50
    """

    mean: float
    low: float | None
    high: float | None
    number: int

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.mean:.2f}"
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """The points of a side in a deal, by part of the deal and role.

    The means are over finished parts: the play of deals whose play was finished, and hands and
    cribs that were counted. The hand in which a game ended counts in full.

    Attributes:
        play_dealer: points in the play, go and last card included, of a side that deals.
        play_pone: the same of a side that does not deal.
        hand_dealer: points of a dealer's hand, or of the partner's.
        hand_pone: points of another player's hand.
        crib: points of the crib.
        heels: points for the starter, for each deal.
        points_dealer: total points of a finished deal, of the side that deals.
        points_pone: the same of a side that does not deal.
    """

    play_dealer: Mean
    play_pone: Mean
    hand_dealer: Mean
    hand_pone: Mean
    crib: Mean
    heels: Mean
    points_dealer: Mean
    points_pone: Mean


#: The measures of a side in the deals of a game: numbers and points of each.
MEASURES: Final = tuple([field.name.replace("_", " ") for field in fields(Points)])


@dataclass(frozen=True, slots=True)
class Contestant(Points):
    """The results and points of one contestant.

    Attributes:
        level: the name of the level, or of the policy.
        wins: games won; a shared win is divided.
        win_rate: the share of the games won, with the interval that mirrored deals give.
        margin: holes ahead of the best of the others at the end of a game, or behind it.
        skunks: games won by a skunk.
        double_skunks: games won by a double skunk.
        triple_skunks: games won by a triple skunk.
        forfeits: games that it forfeited, as an engine does that fails. They are lost, and
            contribute nothing else.
    """

    level: str
    wins: float
    win_rate: Estimate
    margin: Mean
    skunks: int
    double_skunks: int
    triple_skunks: int
    forfeits: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The state of a goal, see :mod:`pegout.contests.sequential`.

    Attributes:
        goal: ``low``, ``high``, ``alpha`` and ``beta`` of a decision, or ``half`` of an interval.
        reached: ``low`` if the first contestant's win rate is at most that, ``high`` if at least
            that, ``narrow`` if its interval is narrow enough; None if all games were played before.
        groups: the number of groups so far.
        against_low: the natural logarithm of the capital of the bets against ``low``; ``high`` is
            reached at log(1 / alpha). For a decision only.
        against_high: the same against ``high``; ``low`` is reached at log(1 / beta).
        safe_low: the lower end of an interval for the first contestant's win rate that is valid
            with 95 % at any stopping time.
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
class LuckAdjusted:
    """Luck-adjusted wins, see :mod:`pegout.contests.luck_adjusted`.

    Attributes:
        rates: the share of the games that each side wins, with its interval. Like any estimate that
            subtracts luck, it may be outside of 0 and 1.
        share: the share of the luck that is subtracted, from 0 to 1.
        game_worth: the number of games, each with its own cards, that would make the interval as
            narrow as one of these games does; None without an interval.
    """

    rates: tuple[Mean, ...]
    share: float
    game_worth: float | None


@dataclass(frozen=True, slots=True, repr=False)
class ContestResult:
    """What the results of every contest tell.

    Attributes:
        levels: the levels or policies; those of a matchup are one for each side.
        preset: the preset of the rules.
        switches: the switches that differ from it.
        seed: the seed that everything follows from.
        complete: whether everything that was requested has been played.
    """

    levels: tuple[str, ...]
    preset: str
    switches: Mapping[str, object]
    seed: int
    complete: bool

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def to_json(self) -> str:
        """Return everything as JSON, the same to the byte wherever it was computed.

        >>> from pegout.contests.arena import play_matchup
        >>> result = play_matchup(["random", "random"], games=2, seed=5, workers=1)
        >>> json.loads(result.to_json())["games"]
        2
        """
        return json.dumps(asdict(self), indent=2, sort_keys=True)


@dataclass(frozen=True, slots=True, repr=False)
class Matchup(ContestResult):
    """The results of a contest.

    Attributes:
        games: the number of games played.
        contestants: the results of each contestant.
        first_dealer: the share of the games that the side with the first deal won.
        deals: deals in a game, the last one included.
        by_one: the share of the games that one hole decided.
        by_two: the share of the games that two holes decided.
        engine: the engine: ``rules``, the referee, or ``kernel``.
        group_worth: the number of games with their own packs that would make the interval of the
            first contestant's win rate as narrow as one group of mirrored games does; None where it
            has no width.
        stopped: the state of a goal that could end the contest early, if there was one.
        reports: for the first ten reported forfeits, what happened, and the last output of the
            engine to standard error. Each process reports at most ten.
        adjusted: the luck-adjusted win rates, if requested.

    >>> from pegout.contests.arena import play_matchup
    >>> print(play_matchup(["random", "random"], games=2, seed=5, workers=1))
    2 games: random 50.0 % (9.5–90.5), random 50.0 % (9.5–90.5)
    """

    games: int
    contestants: tuple[Contestant, ...]
    first_dealer: Estimate
    deals: Mean
    by_one: Estimate
    by_two: Estimate
    engine: str
    group_worth: float | None
    stopped: Stopped | None = None
    reports: tuple[str, ...] = ()
    adjusted: LuckAdjusted | None = None

    def __str__(self) -> str:
        rates = [f"{one.level} {one.win_rate}" for one in self.contestants]
        return f"{self.games} games: {', '.join(rates)}"


class Figures:
    """The statistics of some sums.

    Args:
        sums: rows of integers by ``who what``, a contestant and a measure: the number of values,
            their sum, the sum of the squares of the groups' sums, of the products of the groups'
            sums and numbers, of the squares of the groups' numbers, and the number of groups that
            had any. ``who won`` is the number of groups that brought 0, 1, 2 ... sixths of a win.
    """

    def __init__(self, sums: Sums) -> None:
        self._sums = sums

    def mean(self, who: int, what: str) -> Mean:
        """Return a mean; the interval comes from the spread between groups, not within them.

        Source: the ratio estimator for clusters, W. G. Cochran, Sampling Techniques (1977), 6.3.
        """
        number, total, *_, groups = self._row(who, what)
        if not number:
            return Mean(0.0, None, None, 0)
        mean = total / number
        if groups < 2:
            return Mean(mean, None, None, number)
        half = _student(groups - 1) * sqrt(self._spread(who, what) * groups / (groups - 1)) / number
        return Mean(mean, mean - half, mean + half, number)

    def points(self, who: int) -> dict[str, Mean]:
        """Return the means of :class:`Points`, by their names."""
        return {what.replace(" ", "_"): self.mean(who, what) for what in MEASURES}

    def rate(self, who: int, what: str) -> Estimate:
        """Return the share of games in which something happened, with a win rate's interval."""
        number, total, *_, groups = self._row(who, what)
        if not number:
            return Estimate(0.0, 0.0, 1.0, 0)
        return _rate(total / number, number, groups, self._spread(who, what))

    def _spread(self, who: int, what: str) -> float:
        """Return the sum of squared differences between the groups and their expectation."""
        number, total, totals, mixed, numbers, _ = self._row(who, what)
        mean = total / number
        return max(0.0, totals - 2 * mean * mixed + mean * mean * numbers)

    def total(self, who: int, what: str) -> int:
        """Return the sum of the measured values."""
        return self._row(who, what)[1]

    def adjusted(self, games: int) -> LuckAdjusted | None:
        """Return the luck-adjusted win rates, if luck was measured."""
        found = less_luck(self._sums, _PRIOR)
        if found is None:
            return None
        rate = found.won * self.groups() / games
        if found.freedom is None:
            return LuckAdjusted(_both(rate, None, games), found.share, None)
        error = sqrt(found.variance) * self.groups() / games
        raw = self.won(0) / games
        return LuckAdjusted(
            _both(rate, _student(found.freedom) * error, games),
            found.share,
            raw * (1 - raw) / (games * error * error),
        )

    def reports(self) -> tuple[str, ...]:
        """Return the reports of forfeits, the earliest games first."""
        names = sorted(name for name in self._sums if name.startswith(REPORT))
        # The number of the game is only there for sorting.
        return tuple([name.removeprefix(REPORT).partition(" ")[2] for name in names[:_REPORTS]])

    def groups(self) -> int:
        """Return the number of groups of games."""
        return sum(self._groups(0).values())

    def won(self, who: int) -> float:
        """Return the games that a contestant won; a shared win is divided."""
        return sum(share * number for share, number in self._groups(who).items()) / SHARES

    def win_rate(self, who: int, games: int) -> Estimate:
        """Return the win rate in groups of games with the same packs.

        Games of a group depend on each other. The variance of the wins of whole groups gives an
        effective number of independent games, and the interval is Wilson's for that number.
        """
        groups = self._groups(who)
        number = sum(groups.values())
        rate = self.won(who) / games
        each = rate * games / number
        spread = sum((won / SHARES - each) ** 2 * times for won, times in groups.items())
        return _rate(rate, games, number, spread)

    def group_worth(self, who: int, games: int) -> float | None:
        """Return the number of independent games that one group is worth for the win rate.

        It is the variance of a single game, p(1 - p), divided by that of a group's share of wins:
        the number of the group's games if they were independent, and more if they balance each
        other.

        Returns:
            The number; None where all groups had the same result, or there is only one.

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
        """Return the number of groups by sixths of a win."""
        won = self._sums.get(f"{who} won", ())
        return {share: number for share, number in enumerate(won) if number}


def _both(rate: float, half: float | None, games: int) -> tuple[Mean, ...]:
    """Return the rates of both sides, with the half of their interval."""
    if half is None:
        return Mean(rate, None, None, games), Mean(1 - rate, None, None, games)
    return tuple([Mean(share, share - half, share + half, games) for share in (rate, 1 - rate)])


def _student(freedom: float) -> float:
    """Return the number of standard errors on either side of a mean that hold 95 %, for few groups.

    Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964), 26.7.5; for one
    and two degrees of freedom the quantile in closed form.

    >>> [round(_student(freedom), 2) for freedom in (1, 2, 3, 9, 99)]
    [12.71, 4.3, 3.18, 2.26, 1.98]
    """
    if freedom == 1:
        return tan(0.475 * pi)
    if freedom == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z, z2 = _Z, _Z * _Z
    terms = (
        z,
        z * (z2 + 1) / 4,
        z * (5 * z2**2 + 16 * z2 + 3) / 96,
        z * (3 * z2**3 + 19 * z2**2 + 17 * z2 - 15) / 384,
        z * (79 * z2**4 + 776 * z2**3 + 1482 * z2**2 - 1920 * z2 - 945) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def _rate(rate: float, games: int, groups: int, spread: float) -> Estimate:
    """Return a rate with Wilson's interval for the effective number of independent games.

    With independent games of variance p(1 - p) each, the rate would have the variance p(1 - p) /
    games. Its actual variance comes from the spread between groups. The ratio of the two gives the
    effective number of games. Five groups of independent games are assumed in addition, so that few
    groups do not seem more certain than they are. Where all games had the same result, they count
    as independent.

    Sources: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212; with
    an effective number for clusters, C. Franco, R. Little, T. Louis and E. Slud, Journal of Survey
    Statistics and Methodology 7 (2019), 334–364.

    Args:
        spread: the sum of the squared differences of the groups' wins from their mean.
    """
    single = rate * (1 - rate)
    size = games / groups
    between = (spread + _PRIOR * single * size) / ((groups - 1 + _PRIOR) * size**2)
    worth = single / between * groups if between > 0 else float(games)
    off = _Z * _Z / worth
    centre = (rate + off / 2) / (1 + off)
    half = _Z / (1 + off) * sqrt(single / worth + off / worth / 4)
    # At 0 and 1 the ends are the rate itself, which rounding might pass.
    low = 0.0 if rate <= 0 else max(0.0, centre - half)
    high = 1.0 if rate >= 1 else min(1.0, centre + half)
    return Estimate(rate, low, high, games)


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
    """Combine the results of a contest.

    Args:
        names: the levels or policies, one for each side.
        rules: the rules.
        seed: the seed.
        games: the number of games played.
        complete: whether all games were played.
        sums: see :class:`Figures`.
        engine: the engine.
        stopped: the state of a goal.
    """
    figures = Figures(sums)
    return Matchup(
        tuple(names),
        rules.preset,
        rules.changes_in_run(),
        seed,
        complete,
        games,
        tuple([_contestant(name, who, games, figures) for who, name in enumerate(names)]),
        figures.rate(NOBODY, "first dealer"),
        figures.mean(NOBODY, "deals"),
        figures.rate(NOBODY, "by 1"),
        figures.rate(NOBODY, "by 2"),
        engine,
        figures.group_worth(0, games),
        stopped,
        figures.reports(),
        figures.adjusted(games),
    )


def _contestant(name: str, who: int, games: int, figures: Figures) -> Contestant:
    return Contestant(
        name,
        figures.won(who),
        figures.win_rate(who, games),
        figures.mean(who, "margin"),
        figures.total(who, "skunk 1"),
        figures.total(who, "skunk 2"),
        figures.total(who, "skunk 3"),
        figures.total(who, "forfeit"),
        **figures.points(who),
    )
