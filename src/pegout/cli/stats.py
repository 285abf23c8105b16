"""``pegout stats``: how a player is doing, by all games of a library."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from pegout.cli import completion
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.stored import open_library
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.school.statistics import PlayerStatistics
    from pegout.storage import Library
    from pegout.table.store import StoredGame

#: The width of a note below a table.
_WIDTH: Final = 78


def stats(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "stats",
        help=about(
            t,
            t(
                "Say how you are doing, by all finished games of a library: results by level and "
                "opponent, points in a deal beside those of the expert, and what errors cost in "
                "reviewed games."
            ),
            t(
                "You are the first person of each game, or the one called NAME. Practice counts in "
                "nothing."
            ),
            examples=["pegout stats", "pegout stats --name Ann --json", "pegout stats --rebuild"],
            fields={
                "results": t("the games, won and lost, skunks for and against, and the margin"),
                "by_opponent, by_level": t("the same by the names and levels of opponents"),
                "averages": t("points in a deal: the mean, the expert’s, and what luck allows"),
                "great": t("hands and cribs of 24 points or more"),
                "streaks": t("games won one after the other; lost ones are below 0"),
                "costs, course": t("what errors cost by the kind of decision, and game by game"),
                "luck": t("luck and skill in a game, in holes"),
                "closest": t("the level that the play resembles, and its limits"),
            },
        ),
    )
    @click.option("--name", help=t("The player; by default the first person of each game."))
    @click.option(
        "--rebuild",
        is_flag=True,
        help=t(
            "First make the sums of all games from their logs and reviews, and say what could not "
            "be made."
        ),
    )
    @click.option(
        "--database",
        metavar="URL|FILE",
        shell_complete=completion.files(),
        help=t("Where matches are stored; your own library by default."),
    )
    @json_option(t)
    def command(name: str | None, rebuild: bool, database: str | None, as_json: bool) -> None:
        from pegout.school.statistics import own_games, statistics

        with open_library(t, database, or_empty=True) as library:
            if rebuild:
                click.echo(rebuild_sums(library).say(t), err=True)
            found = statistics(own_games(library.matches(), library.games(), name))
        if as_json:
            click.echo(json.dumps(_plain(found), ensure_ascii=False))
        else:
            _tell(found, t)

    return command


class RebuiltSums(NamedTuple):
    """How many games have sums made from their logs, and where the errors of all games are from."""

    games: int
    made: int = 0  # from a stored review
    kept: int = 0  # as they were: no review by this version is stored
    left: int = 0  # none: the game was never reviewed

    def say(self, t: Translator) -> str:
        """Say it in a line."""
        return t(
            "Sums of games made from their logs: {games}. Errors made from stored reviews: {made}; "
            "kept as they were, without such a review: {kept}; games not reviewed: {left}.",
            **self._asdict(),
        )


def rebuild_sums(library: Library) -> RebuiltSums:
    """Make the sums of all games of a library, and their errors where a review is stored.

    Errors without a stored review stay as they are.
    """
    rebuilt = RebuiltSums(library.rebuild_sums())
    for game in library.games():
        if _make_errors(library, game):
            rebuilt = rebuilt._replace(made=rebuilt.made + 1)
        elif game.errors:
            rebuilt = rebuilt._replace(kept=rebuilt.kept + 1)
        else:
            rebuilt = rebuilt._replace(left=rebuilt.left + 1)
    return rebuilt


def _make_errors(library: Library, stored: StoredGame) -> bool:
    """Make the errors of a game from its stored review; return whether there is one."""
    from pegout.review.game_numbers import decode, digest, helps_in_log, version_of
    from pegout.table.game_errors import game_errors
    from pegout.table.store import StoreError

    try:
        record = library.record(stored.match_id)
    except StoreError as error:
        if error.code != "damaged":
            raise
        return False
    game = next(game for game in record.games if game.number == stored.number)
    data = library.reviews.find(digest(record.rules, game), version_of(record.rules))
    if data is None:
        return False
    errors = game_errors(record.rules, decode(data), helps_in_log(record.rules, game))
    library.keep_errors(stored.match_id, stored.number, errors)
    return True


def _plain(found: PlayerStatistics) -> dict[str, Any]:
    """Return statistics as plain data; opponents are named with their levels."""
    plain = {
        **asdict(found),
        "by_opponent": [
            {**opponents._asdict(), **asdict(results)} for opponents, results in found.by_opponent
        ],
        "by_level": [{"level": level, **asdict(results)} for level, results in found.by_level],
        "closest": found.closest and found.closest._asdict(),
    }
    for cost in plain["course"]:
        cost["ended"] = cost["ended"].isoformat()
    return plain


def _tell(found: PlayerStatistics, t: Translator) -> None:
    from pegout.school.statistics_tables import quiet_line, statistics_tables
    from pegout.text.columns import columns

    click.echo(quiet_line(found, t) or t("No game has been finished yet."))
    for table in statistics_tables(found, t):
        click.echo(f"\n{table.title}")
        for line in columns([table.columns, *table.rows]):
            click.echo(f"  {line}")
        for note in table.notes:
            click.echo(click.wrap_text(note, _WIDTH))
