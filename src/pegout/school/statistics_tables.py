"""The statistics of a player as tables of words, for the command line, the terminal and pages."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pegout.school.statistics import Average, PlayerStatistics, Results, SeatGame, statistics
from pegout.text import Translator, level_name
from pegout.text.closest_level import closest_level_sentences
from pegout.text.language import mark
from pegout.text.reasons import figure, percent
from pegout.wire import http

_PARTS: Final = {
    ("hand", "dealer"): mark("Hand, as dealer"),
    ("hand", "pone"): mark("Hand, as pone"),
    ("crib", "dealer"): mark("Crib"),
    ("play", "dealer"): mark("Play, as dealer"),
    ("play", "pone"): mark("Play, as pone"),
}
_KINDS: Final = {
    "discard": mark("Discards"),
    "play": mark("Cards played"),
    "count": mark("Counts"),
}
#: The most games whose errors are listed one by one.
_GAMES: Final = 40


class StatisticsTable(NamedTuple):
    """A table with a title, columns and rows, the first of which has labels; and notes below."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    notes: tuple[str, ...] = ()


def quiet_line(found: PlayerStatistics, t: Translator) -> str:
    """Say in one line what there was, as for "12 games, 5 won; you play like “Casual”".

    >>> from pegout.school.statistics import statistics
    >>> from pegout.text import language
    >>> quiet_line(statistics([]), language("en"))
    ''
    """
    sums = found.results
    if not sums.games:
        return ""
    games = t.plural("{n} game", "{n} games", sums.games)
    if found.closest is None:
        return t("{games}, {won} won", games=games, won=sums.won)
    level = level_name(found.closest.level, t)
    return t("{games}, {won} won; you play like “{level}”", games=games, won=sums.won, level=level)


def last_line(game: SeatGame, t: Translator) -> str:
    """Say how a game ended, against whom."""
    names, margin = t.join(game.opponents.names), abs(game.margin)
    if game.won is None:
        return t("Your last game, against {names}, was stopped.", names=names)
    if game.won:
        return t("You won your last game, against {names}, by {n}.", names=names, n=margin)
    return t("You lost your last game, against {names}, by {n}.", names=names, n=margin)


def statistics_tables(found: PlayerStatistics, t: Translator) -> list[StatisticsTable]:
    """Return the tables of a player's statistics; those without rows are left out."""
    tables = [
        _results(found, t),
        _opponents(found, t),
        _averages(found, t),
        _errors(found, t),
        _course(found, t),
    ]
    return [table for table in tables if table.rows]


def statistics_in_words(found: PlayerStatistics, t: Translator) -> Iterator[str]:
    """Yield the statistics line by line, each row of a table with the names of its columns.

    >>> from pegout.text import language
    >>> [*statistics_in_words(statistics([]), language("en"))]
    ['No game has been finished yet.']
    """
    yield quiet_line(found, t) or t("No game has been finished yet.")
    for table in statistics_tables(found, t):
        yield f"{table.title}:"
        for label, *cells in table.rows:
            named = zip(table.columns[1:], cells, strict=True)
            yield f"{label}: {'; '.join([f'{name} {cell}' for name, cell in named])}"
        yield from table.notes


def _results(found: PlayerStatistics, t: Translator) -> StatisticsTable:
    rows = [(_level(level, t), *_cells(sums, t)) for level, sums in found.by_level]
    if len(rows) > 1:
        rows.append((t.text("All together"), *_cells(found.results, t)))
    run = found.streaks
    notes = [
        t("“Skunks” are given : taken; “Ahead” is the mean lead in holes."),
        t(
            "Longest streaks: {won} won, {lost} lost. Hands and cribs of 24 or more: {great}.",
            won=run.longest_won,
            lost=run.longest_lost,
            great=found.great,
        ),
    ]
    if abs(run.current) > 1:
        notes.append(
            t("The last {n} games were won.", n=run.current)
            if run.current > 0
            else t("The last {n} games were lost.", n=-run.current),
        )
    return StatisticsTable("levels", t("Results by level"), _columns(t), rows, tuple(notes))


def _opponents(found: PlayerStatistics, t: Translator) -> StatisticsTable:
    rows = []
    for (names, levels), sums in found.by_opponent:
        called = [
            name if level == "person" else f"{name} ({level_name(level, t)})"
            for name, level in zip(names, levels, strict=True)
        ]
        rows.append((t.join(called), *_cells(sums, t)))
    return StatisticsTable("opponents", t("Results by opponent"), _columns(t), rows)


def _level(level: str, t: Translator) -> str:
    if level == "person":
        return t.text("People")
    return t.text("Several levels") if level == "mixed" else level_name(level, t)


def _columns(t: Translator) -> tuple[str, ...]:
    return "", t("Games"), t("Won"), t("Won, %"), t("Skunks"), t("Ahead")


def _cells(sums: Results, t: Translator) -> tuple[str, ...]:
    decided = sums.won + sums.lost
    return (
        str(sums.games),
        str(sums.won),
        figure(100 * sums.won / decided, t) if decided else "–",
        f"{sums.skunks} : {sums.skunked}",
        figure(sums.margin, t, signed=True),
    )


def _averages(found: PlayerStatistics, t: Translator) -> StatisticsTable:
    rows = [_average(average, t) for average in found.averages]
    columns = ("", t("Number"), t("Yours"), t("Expert"), t("Luck allows"))
    note = t(
        "The expert’s averages are those of 100,000 deals against itself. Over as many deals as "
        "yours, an expert’s average is within “Luck allows” in 95 of 100 cases."
    )
    return StatisticsTable("averages", t("Points in a deal"), columns, rows, (note,))


def _average(average: Average, t: Translator) -> tuple[str, ...]:
    return (
        part_words(average, t),
        str(average.number),
        figure(average.mean, t, digits=2),
        figure(average.expected, t, digits=2),
        t(
            "{low} to {high}",
            low=figure(average.low, t, digits=2),
            high=figure(average.high, t, digits=2),
        ),
    )


def part_words(average: Average, t: Translator) -> str:
    """Name a part of a deal, and the role."""
    return t.text(_PARTS[average.part, average.role])


def _errors(found: PlayerStatistics, t: Translator) -> StatisticsTable:
    games = len(found.course)
    rows: list[tuple[str, ...]] = [
        (
            t.text(_KINDS[cost.kind]),
            str(cost.decisions),
            figure(cost.points / games, t),
            percent(cost.chance / games, t),
        )
        for cost in found.costs
    ]
    notes: Sequence[str] = ()
    if found.luck is not None:
        luck = t(
            "In an average game luck gave {luck} holes and skill {skill}.",
            luck=figure(found.luck.luck, t, signed=True),
            skill=figure(found.luck.skill, t, signed=True),
        )
        notes = (luck,)
    if found.closest is not None:
        notes = (*closest_level_sentences("", found.closest, t), *notes)
    columns = ("", t("Decisions"), t("Points a game"), t("Chance of winning a game"))
    reviewed = t.plural("Errors in {n} reviewed game", "Errors in {n} reviewed games", games)
    return StatisticsTable("errors", reviewed, columns, rows, tuple(notes))


def _course(found: PlayerStatistics, t: Translator) -> StatisticsTable:
    """Return what errors cost game by game, once there are several games."""
    last = found.course[-_GAMES:]
    rows: list[tuple[str, ...]] = [
        (cost.ended.date().isoformat(), percent(-cost.chance, t, signed=True))
        for cost in last
        if len(last) > 1
    ]
    title = t.plural("The last {n} reviewed game", "The last {n} reviewed games", len(last))
    return StatisticsTable("course", title, (t("Date"), t("Lost by errors")), rows)


def encode_statistics(games: Sequence[SeatGame], t: Translator) -> http.PlayerFigures:
    """Encode the statistics of games as a message; they are in the order of their ends."""
    found = statistics(games)
    return http.PlayerFigures(
        line=quiet_line(found, t),
        last=last_line(games[-1], t) if games else "",
        won=found.results.won,
        games=found.results.games,
        tables=[
            http.FigureTable(
                table.name,
                table.title,
                [*table.columns],
                [[*row] for row in table.rows],
                [*table.notes],
            )
            for table in statistics_tables(found, t)
            # A page writes the dates of `course` in its own way.
            if table.name != "course"
        ],
        averages=[
            http.AverageShown(
                part_words(average, t), average.mean, average.expected, average.low, average.high
            )
            for average in found.averages
        ],
        course=[http.GameCostShown(cost.ended.isoformat(), cost.chance) for cost in found.course],
    )
