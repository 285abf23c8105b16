"""``pegout squares``: cribbage squares, a solitaire, with its best possible result."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import click

from pegout.cli.help import about
from pegout.cli.options import date_option, json_option, progress_option
from pegout.text.language import Translator


def squares(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "squares",
        help=about(
            t,
            t(
                "Put sixteen cards, one at a time, into a square of four by four. Then the starter "
                "is turned, and the four rows and four columns are counted as hands; 61 points "
                "win. At the end the best possible result with these cards is shown."
            ),
            t(
                "The cards of today are the same for everybody, and your best result with them is "
                "kept. With --json the cards and the best possible result are printed, and nothing "
                "is played."
            ),
            examples=["pegout squares", "pegout squares --seed 7", "pegout squares --json"],
            fields={
                "deal": t("the date or the number of the deal"),
                "cards, starter": t("the cards in their order, and the starter"),
                "best": t("the best possible result"),
                "square": t("the square that has it, row by row"),
            },
        ),
    )
    @date_option(t)
    @click.option(
        "--seed", type=click.IntRange(0, 10**15), help=t("The number of a deal instead of a date.")
    )
    @progress_option(t)
    @json_option(t)
    def command(*, day: Any, seed: int | None, path: Path | None, as_json: bool) -> None:
        from pegout.machine import machine_sources
        from pegout.school.errors import SchoolError
        from pegout.text.drill_sentences import problem_words
        from pegout.tui.lines import Lines
        from pegout.tui.plain_squares import PlainSquares
        from pegout.tui.progress_file import progress_path
        from pegout.tui.squares_session import SquaresSession

        if day is not None and seed is not None:
            raise click.UsageError(t("Give either --date or --seed."))
        today = date.fromisoformat(machine_sources().today())
        deal = (today if day is None else day.date()).isoformat() if seed is None else str(seed)
        if as_json:
            click.echo(json.dumps(_plain(deal)))
            return
        try:
            session = SquaresSession(path or progress_path(), today, deal)
        except SchoolError as error:
            raise click.UsageError(problem_words(error.code, t)) from error
        lines = Lines(sys.stdin, sys.stdout, t)
        PlainSquares(lines, session).run()
        lines.end()

    return command


def _plain(deal: str) -> dict[str, Any]:
    from pegout.school.squares import SIDE, best_squares, deal_squares

    cards, starter = deal_squares(deal)
    best = best_squares(deal_squares(deal))
    grid = list(map(str, best.grid))
    return {
        "deal": deal,
        "cards": list(map(str, cards)),
        "starter": str(starter),
        "best": best.total,
        "square": [grid[at : at + SIDE] for at in range(0, len(grid), SIDE)],
    }
