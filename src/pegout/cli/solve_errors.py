"""``pegout solve errors``: the loss of each level by errors, and how well it identifies a level."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pegout.cli.help import about
from pegout.cli.options import json_option, run_options
from pegout.cli.runs import hint, progress_bar, say_if_slow
from pegout.cli.solving import check_out, command_line, write
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.review.error_rates import ErrorRates, KindRate, Recognized

#: The numbers of games after which to measure how often a level is recognized.
_AFTER: Final = (1, 10, 100)


def solve_errors(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "errors",
        help=about(
            t,
            t(
                "Measure how much LEVELS lose by errors, in games of two against each other: every "
                "decision is judged as “pegout review” does. All levels that can be chosen, unless "
                "some are named. The table goes to --out."
            ),
            t(
                "By what they lose a review says which level a player plays like. How often the "
                "shipped scale is right about the levels after 1, 10 and 100 of these games is "
                "measured too, unless the games set a scale: with --out, or with the seed of the "
                "shipped one. It takes the extra “fast”."
            ),
            examples=[
                "pegout solve errors --games 200",
                "pegout solve errors club expert --games 1000 --seed 1 --json",
                "pegout solve errors --resume errors.run --out tables",
            ],
            fields={
                "seed, games, complete": t("what was played: the games of each level"),
                "levels": t("what each level lost, in each game:"),
                "kinds, all": t("by kind of decision, and all together"),
                "decisions, losing": t("decisions with a choice, and how many lost anything"),
                "points, chance": t(
                    "what they lost, in points far from the end, and of the chance of winning; "
                    "each with its standard error"
                ),
                "points_spread, chance_spread": t("how much games differ: standard deviations"),
                "recognized": t(
                    "after so many games, how often the level was named, how often it was among "
                    "those that it could be, and which these usually are; empty where the games "
                    "set a scale"
                ),
            },
        ),
    )
    @click.argument("levels", nargs=-1, metavar="[LEVELS...]")
    @click.option(
        "--games",
        type=click.IntRange(1, 10**8),
        default=1_000,
        show_default=True,
        help=t("How many games each plays, rounded up so that it plays all others as often."),
    )
    @click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help=t("Write the table to this folder."),
    )
    @run_options(t)
    @json_option(t)
    def command(
        *,
        levels: tuple[str, ...],
        games: int,
        out: Path | None,
        seed: int,
        where: dict[str, Any],
        as_json: bool,
    ) -> None:
        from pegout.review.error_rates import OFFERED, error_rates, rates_table

        say_if_slow(t)
        check_out(t, out)
        with progress_bar(t, t("Playing")) as progress:
            rates = error_rates(levels or OFFERED, games, seed, progress=progress, **where)
        hint(t, rates.complete, where["resume"])
        if out is not None and rates.complete:
            files = rates_table(rates, command_line())
            write(t, out, {name: text.encode() for name, text in files.items()}, saved=False)
        known = [] if out is not None else _recognized(rates)
        click.echo(_plain(rates, known) if as_json else "\n".join(_lines(t, rates, known)))

    return command


def _recognized(rates: ErrorRates) -> list[Recognized]:
    """Measure how often the shipped scale is right, in games that did not set it."""
    from pegout.review.error_rates import recognized
    from pegout.review.error_scale import error_scale
    from pegout.tables.level_losses import seed_of_losses

    if rates.seed == seed_of_losses():
        return []
    return [one for games in _AFTER for one in recognized(rates, error_scale(), games)]


def _plain(rates: ErrorRates, known: Sequence[Recognized]) -> str:
    rows = [one._asdict() for one in known]
    return json.dumps(json.loads(rates.to_json()) | {"recognized": rows}, indent=2, sort_keys=True)


def _lines(t: Translator, rates: ErrorRates, known: Sequence[Recognized]) -> Iterator[str]:
    """Yield the loss of each level by kinds of decisions, and how often it is recognized."""
    from pegout.text.likeness import kind_words

    head = [t("decisions"), t("losing"), t("points"), "±", t("thousandths of a game"), "±"]
    rows: list[Sequence[str]] = [["", *head]]
    for level in rates.levels:
        rows.append([level.level, *[""] * len(head)])
        rows += [
            [f"  {kind_words(one.kind, t)}", *_cells(one)] for one in (*level.kinds, level.all)
        ]
    yield from _laid_out(rows)
    yield ""
    if not known:
        yield t("Another --seed, without --out, measures how often the shipped scale is right.")
        return
    yield t("How often the shipped scale names the level · holds it possible after")
    yield from _laid_out(_accuracy(t, known))


def _accuracy(t: Translator, known: Sequence[Recognized]) -> list[Sequence[str]]:
    """Return a row for each level, below a head with the numbers of games."""
    cells: dict[str, list[str]] = {}
    for one in known:
        said = f"{100 * one.named:.0f} % · {100 * one.covered:.0f} %"
        cells.setdefault(one.level, [one.level]).append(said)
    head = ["", *[t.plural("{n} game", "{n} games", games) for games in _AFTER]]
    return [head, *cells.values()]


def _cells(one: KindRate) -> list[str]:
    numbers = [f"{one.decisions:.2f}", f"{one.losing:.2f}"]
    points = [f"{one.points:.3f}", f"{one.points_error:.3f}"]
    return [*numbers, *points, f"{1000 * one.chance:.2f}", f"{1000 * one.chance_error:.2f}"]


def _laid_out(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([f"{first:<{widths[0]}}", *cells]).rstrip()
