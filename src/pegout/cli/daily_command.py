"""``pegout daily``: five questions and a deal, the same for everybody on a date."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pegout.cli.help import about
from pegout.cli.options import check_svg, date_option, json_option, progress_option
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.school.daily import Daily


def daily(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "daily",
        help=about(
            t,
            t(
                "Ask the five questions and the deal of a date, which are the same for everybody, "
                "and score the answers from 0 to 100. The daily of today is kept, with the days "
                "in a row; one day in seven may be missed."
            ),
            t(
                "The cards follow from the date by a function that anybody can run, so the daily "
                "is on your honour. With --json they are printed, and nothing is asked."
            ),
            examples=[
                "pegout daily",
                "pegout daily --picture today.svg",
                "pegout daily --date 2026-11-28 --json",
            ],
            fields={
                "date, version": t("the date, and the version of the function"),
                "questions": t("drill and text of each question"),
                "deal": t("the discard with which the deal begins"),
            },
        ),
    )
    @date_option(t)
    @click.option(
        "--picture",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.svg",
        help=t("Draw the result, without a card or an answer, to this file."),
    )
    @click.option("--light", is_flag=True, help=t("Draw the picture on paper instead of felt."))
    @progress_option(t)
    @json_option(t)
    def command(
        *, day: Any, picture: Path | None, light: bool, path: Path | None, as_json: bool
    ) -> None:
        from pegout.machine import machine_sources
        from pegout.school.daily import make_daily
        from pegout.school.errors import SchoolError
        from pegout.svg import daily_svg
        from pegout.text.drill_sentences import problem_words
        from pegout.tui.lines import Lines
        from pegout.tui.plain_daily import PlainDaily
        from pegout.tui.progress_file import progress_path

        today = date.fromisoformat(machine_sources().today())
        wanted = today if day is None else day.date()
        if as_json:
            click.echo(json.dumps(_plain(make_daily(wanted))))
            return
        check_svg(t, picture)
        lines = Lines(sys.stdin, sys.stdout, t)
        try:
            words = PlainDaily(lines, path or progress_path(), today).run(wanted)
            lines.end()
            if picture is not None and words is not None:
                picture.write_text(daily_svg(words, light=light), encoding="utf-8")
        except SchoolError as error:
            raise click.UsageError(problem_words(error.code, t)) from error

    return command


def _plain(made: Daily) -> dict[str, Any]:
    return {
        "date": made.day.isoformat(),
        "version": made.version,
        "questions": [question._asdict() for question in made.questions],
        "deal": made.deal._asdict(),
    }
