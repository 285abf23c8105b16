"""``pegout admin stats``: what a library holds, in numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import click

from pegout.cli.admin.host_options import database_option
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.stored import open_library
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.storage.statistics import LibraryStatistics

_DAYS: Final = 14
_MB: Final = 1_000_000


def stats(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "stats",
        help=about(
            t,
            t(
                "Count the tables, matches, games and reviews of a library, and the games of each "
                "of the last days, by the database alone."
            ),
            examples=["pegout admin stats", "pegout admin stats --days 30 --json"],
            fields={
                "tables": t("tables; used is how many in the last day, oldest when one was set up"),
                "matches": t("matches by their status"),
                "games": t("finished games; games_by_day those that ended on each day, in UTC"),
                "entries": t("entries in the logs of all matches"),
                "reviews": t("reviewed games; review_bytes their size"),
                "bytes": t("the size of the database"),
            },
        ),
    )
    @click.option(
        "--days",
        type=click.IntRange(1, 3660),
        default=_DAYS,
        show_default=True,
        help=t("How many days are counted one by one."),
    )
    @database_option(t)
    @json_option(t)
    def command(days: int, database: str | None, as_json: bool) -> None:
        with open_library(t, database) as library:
            found, served_at = library.statistics(days), library.served_at()
        if as_json:
            click.echo(json.dumps({**_plain(found), "served_at": served_at}))
            return
        for name, value in _lines(t, found):
            click.echo(f"{name:<28}{value:>14}")
        if served_at:
            click.echo(t("A server serves it at {url}.", url=served_at))

    return command


def _plain(found: LibraryStatistics) -> dict[str, Any]:
    return {
        "version": found.version,
        "tables": found.tables,
        "used": found.tables_used,
        "oldest": found.oldest and found.oldest.isoformat(timespec="seconds"),
        "matches": dict(found.matches),
        "entries": found.entries,
        "games": found.games,
        "games_by_day": {day.isoformat(): games for day, games in found.games_by_day.items()},
        "reviews": found.reviews,
        "review_bytes": found.review_bytes,
        "bytes": found.bytes,
    }


def _lines(t: Translator, found: LibraryStatistics) -> list[tuple[str, object]]:
    statuses = {"over": t("matches that are over"), "playing": t("matches that are not over")}
    oldest = found.oldest.date().isoformat() if found.oldest else "–"
    return [
        (t("tables"), found.tables),
        (t("tables used in the last day"), found.tables_used),
        (t("oldest table"), oldest),
        *[(said, found.matches.get(status, 0)) for status, said in statuses.items()],
        (t("finished games"), found.games),
        *[(f"  {day.isoformat()}", games) for day, games in found.games_by_day.items()],
        (t("entries in all logs"), found.entries),
        (t("reviewed games"), found.reviews),
        (t("size of the reviews, MB"), t.decimal(found.review_bytes / _MB, ".1f")),
        (t("size of the database, MB"), t.decimal(found.bytes / _MB, ".1f")),
    ]
