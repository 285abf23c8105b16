"""Reports of contests: a column for each level, and sentences on the figures."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from pegout.text.columns import columns
from pegout.text.language import Translator

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegout.contests.ladder import Ladder
    from pegout.contests.policy_contests import DealMatchup
    from pegout.contests.statistics import Estimate, Matchup, Mean, Points, Stopped


def fields_of_figures(t: Translator) -> dict[str, str]:
    """Return the meaning of the fields that all contests share."""
    return {
        "first_dealer": t("the share of the games that the first dealer won"),
        "by_one, by_two": t("the shares of the games that one and two holes decided"),
        "group_worth": t(
            "how many games with separate cards give as much information as a group with the same"
        ),
        "mean, low, high, number": t("of every estimate, with its interval"),
    }


def report(t: Translator, result: Matchup) -> str:
    """Return the figures of a contest as a table with a column for each level."""
    rows: list[tuple[str, list[str]]] = [
        (t("games won"), [_percent(t, contestant.win_rate) for contestant in result.contestants]),
        *_adjusted_rows(t, result),
        (t("margin, holes"), [_number(t, contestant.margin) for contestant in result.contestants]),
        (
            t("skunks"),
            [
                f"{contestant.skunks} + {contestant.double_skunks}×2"
                + (f" + {contestant.triple_skunks}×3" if contestant.triple_skunks else "")
                for contestant in result.contestants
            ],
        ),
        *_forfeit_rows(t, result),
        *_points_rows(t, result.contestants),
    ]
    lines = [
        *_table(result.levels, rows),
        "",
        t(
            "games: {games} · seed: {seed} · deals in a game: {deals} · first dealer wins: {first}",
            games=result.games,
            seed=result.seed,
            deals=t.decimal(result.deals.mean, ".2f"),
            first=_percent(t, result.first_dealer),
        ),
        t(
            "decided by one hole: {one} · by two: {two}",
            one=_percent(t, result.by_one),
            two=_percent(t, result.by_two),
        ),
        _engine(t, result.engine),
        *_mirrored(t, result),
    ]
    if result.stopped is not None:
        lines += ["", *_stopped(t, result.levels[0], result.stopped)]
    lines += _forfeits(t, result)
    if not result.complete:
        lines.append(t("Interrupted: these are the games that were finished."))
    return "\n".join(lines)


def _adjusted_rows(t: Translator, result: Matchup) -> list[tuple[str, list[str]]]:
    if result.adjusted is None:
        return []
    return [(t("games won, less luck"), [_percent(t, rate) for rate in result.adjusted.rates])]


def _forfeit_rows(t: Translator, result: Matchup) -> list[tuple[str, list[str]]]:
    if not any(contestant.forfeits for contestant in result.contestants):
        return []
    return [(t("forfeits"), [str(contestant.forfeits) for contestant in result.contestants])]


def _forfeits(t: Translator, result: Matchup) -> list[str]:
    """Return the number of forfeited games, and the reports of the first."""
    forfeits = sum(contestant.forfeits for contestant in result.contestants)
    if not forfeits:
        return []
    said = t(
        "A forfeited game is lost, and nothing else of it counts. There were {forfeits}; the "
        "first of them:",
        forfeits=forfeits,
    )
    return ["", said, *result.reports]


def _mirrored(t: Translator, result: Matchup) -> list[str]:
    """Explain mirrored deals and intervals, and state the gain from mirroring."""
    lines = [
        t(
            "Mirrored deals: {size} games at a time have the same cards, and each player has each "
            "side of them once, so that luck with the cards cancels out.",
            size=len(result.levels),
        )
    ]
    if result.group_worth is not None:
        lines.append(
            t(
                "In this run {size} such games give as much information as {worth} with separate "
                "cards.",
                size=len(result.levels),
                worth=t.decimal(result.group_worth, ".2f"),
            )
        )
    lines += _adjusted(t, result)
    lines.append(t("Each interval, in brackets or after ±, has a confidence of 95 %."))
    return lines


def _adjusted(t: Translator, result: Matchup) -> list[str]:
    """State the gain from taking the luck off, or that there is none."""
    if result.adjusted is None or result.adjusted.game_worth is None:
        return []
    lines = [
        t(
            "With the luck of the cards taken off, one game gives as much information as {worth} "
            "with separate cards.",
            worth=t.decimal(result.adjusted.game_worth, ".1f"),
        )
    ]
    if _width(result.adjusted.rates[0]) > _width(result.contestants[0].win_rate):
        lines.append(
            t("Here the interval less luck is wider than that of “games won”: go by the games won.")
        )
    return lines


def _width(rate: Estimate | Mean) -> float:
    assert rate.low is not None, "a rate with a worth has an interval"
    assert rate.high is not None, "a rate with a worth has an interval"
    return rate.high - rate.low


def _engine(t: Translator, engine: str) -> str:
    return t("played by the kernel") if engine == "kernel" else t("played through the referee")


def _stopped(t: Translator, first: str, outcome: Stopped) -> list[str]:
    """Return the outcome of a stopping goal."""
    goal = outcome.goal
    words = {"first": first, "groups": outcome.groups}
    low, high = (_part(t, goal[name]) if name in goal else "" for name in ("low", "high"))
    said = {
        "low": t("Decided after {groups} groups: {first} wins {low} at most.", low=low, **words),
        "high": t(
            "Decided after {groups} groups: {first} wins {high} at least.", high=high, **words
        ),
        "narrow": t("Precise enough after {groups} groups.", groups=outcome.groups),
    }.get(outcome.reached or "", t("Not decided after {groups} groups.", groups=outcome.groups))
    lines = [said]
    if outcome.against_low is not None and outcome.against_high is not None:
        lines.append(
            t(
                "Evidence against “{low} at most”, as a logarithm: {against_low} of {enough_low} "
                "(alpha {alpha}); against “{high} at least”: {against_high} of {enough_high} "
                "(beta {beta}).",
                low=low,
                high=high,
                against_low=t.decimal(outcome.against_low, ".2f"),
                against_high=t.decimal(outcome.against_high, ".2f"),
                enough_low=t.decimal(-log(goal["alpha"]), ".2f"),
                enough_high=t.decimal(-log(goal["beta"]), ".2f"),
                alpha=t.decimal(goal["alpha"], ""),
                beta=t.decimal(goal["beta"], ""),
            )
        )
    if outcome.reached is not None:
        lines.append(
            t(
                "An estimate at the moment when one stops is biased, and so is its interval. "
                "One that holds 95 % whenever one stops is from {low} to {high}.",
                low=_part(t, outcome.safe_low),
                high=_part(t, outcome.safe_high),
            )
        )
    return lines


def report_ladder(t: Translator, ladder: Ladder) -> str:
    """Return a ladder as a table: how often the level of a row beats that of a column."""
    lines = [
        *_table(ladder.levels, _ladder_rows(t, ladder)),
        "",
        t(
            "games of each pair: {games} · seed: {seed} · the row beats the column",
            games=ladder.games,
            seed=ladder.seed,
        ),
        _engine(t, ladder.engine),
    ]
    for matchup in ladder.matchups:
        lines += _forfeits(t, matchup)
    if not ladder.complete:
        lines.append(t("Interrupted: these are the games that were finished."))
    return "\n".join(lines)


def markdown_ladder(t: Translator, ladder: Ladder) -> str:
    """Return the table of a ladder for a page in Markdown."""
    rows = [
        ["", *ladder.levels],
        ["---", *["--:"] * len(ladder.levels)],
        *[[name, *cells] for name, cells in _ladder_rows(t, ladder)],
    ]
    return "\n".join([f"| {' | '.join(row)} |" for row in rows])


def _ladder_rows(t: Translator, ladder: Ladder) -> list[tuple[str, list[str]]]:
    rows = []
    for level in ladder.levels:
        rates = [None if level == other else ladder.rate(level, other) for other in ladder.levels]
        rows.append((level, ["–" if rate is None else _percent(t, rate) for rate in rates]))
    return rows


def report_deals(t: Translator, result: DealMatchup) -> str:
    """Return the figures of single deals in the same form."""
    rows = [
        (t("margin, points"), [_number(t, contestant.margin) for contestant in result.contestants]),
        *_points_rows(t, result.contestants),
    ]
    lines = [
        *_table(result.levels, rows),
        "",
        t("deals: {deals} · seed: {seed}", deals=result.deals, seed=result.seed),
    ]
    if not result.complete:
        lines.append(t("Interrupted: these are the deals that were finished."))
    return "\n".join(lines)


def _points_rows(t: Translator, contestants: Sequence[Points]) -> list[tuple[str, list[str]]]:
    """Return the rows of points by part of the deal and role."""
    points: list[tuple[str, Callable[[Points], Mean]]] = [
        (t("play, dealer"), lambda contestant: contestant.play_dealer),
        (t("play, pone"), lambda contestant: contestant.play_pone),
        (t("hand, dealer"), lambda contestant: contestant.hand_dealer),
        (t("hand, pone"), lambda contestant: contestant.hand_pone),
        (t("crib"), lambda contestant: contestant.crib),
        (t("heels, a deal"), lambda contestant: contestant.heels),
        (t("a deal, dealer"), lambda contestant: contestant.points_dealer),
        (t("a deal, pone"), lambda contestant: contestant.points_pone),
    ]
    return [
        (name, [_number(t, of(contestant)) for contestant in contestants]) for name, of in points
    ]


def _table(levels: Sequence[str], rows: Sequence[tuple[str, list[str]]]) -> list[str]:
    """Arrange rows in columns, one for each level."""
    return columns([["", *levels], *[[name, *cells] for name, cells in rows]], gap="   ")


def _part(t: Translator, rate: float) -> str:
    return t.decimal(100 * rate, ".2f") + " %"


def _percent(t: Translator, rate: Estimate | Mean) -> str:
    if rate.low is None or rate.high is None:
        return t.decimal(100 * rate.mean, ".2f") + " %"
    mean, low, high = [t.decimal(100 * x, ".2f") for x in (rate.mean, rate.low, rate.high)]
    return f"{mean} % ({low}–{high})"


def _number(t: Translator, mean: Mean) -> str:
    if mean.low is None or mean.high is None:
        return t.decimal(mean.mean, ".3f")
    return f"{t.decimal(mean.mean, '.3f')} ±{t.decimal((mean.high - mean.low) / 2, '.3f')}"
