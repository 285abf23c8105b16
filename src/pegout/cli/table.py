"""``pegout`` and ``pegout play``: the table in the terminal."""

from __future__ import annotations

import os
import sys
from datetime import date
from typing import TYPE_CHECKING

import click

from pegout.cli.options import rules_options
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.match import Setup
    from pegout.rules import Rules

__all__ = ["open_table", "play"]


def open_table(
    t: Translator, *, plain: bool, start: Setup | None = None, resume: str | None = None
) -> None:
    """Open the table, or its line-by-line twin where there is no screen to draw on."""
    from pegout.storage import Library

    screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    with Library.open() as library:
        if plain or not screen:
            from pegout.tui import plain as lines

            lines.run(library, start=start, resume=resume, language=t.code)
        else:
            from pegout import tui

            tui.run(library, start=start, resume=resume, language=t.code)


def play(t: Translator) -> click.Command:
    """Make the command in a language."""

    @click.command(
        "play",
        help=t(
            "Start a game at once, or go on with one.\n\n"
            "\b\nExamples:\n"
            "  pegout play\n"
            "  pegout play --players 3 --level club --level novice\n"
            "  pegout play --with Ben --preset half --set muggins=on --set counting=manual\n"
            "  pegout play --resume last --plain"
        ),
    )
    @click.option("--name", help=t("What you are called at the table."))
    @click.option(
        "--level",
        "levels",
        multiple=True,
        help=t("The level of the computer players, one for all or one for each."),
    )
    @click.option(
        "--with",
        "friends",
        metavar="NAME",
        multiple=True,
        help=t("A person who plays at this terminal too."),
    )
    @click.option("--games", type=click.IntRange(1, 1000), default=1, help=t("How many games."))
    @click.option(
        "--play-to",
        type=click.IntRange(1, 1000),
        help=t("Play until a side has so many points for the match."),
    )
    @click.option(
        "--resume", metavar="ID", help=t("Go on with the game of this id, or with the “last”.")
    )
    @click.option("--plain", is_flag=True, help=t("Line by line, for screen readers and pipes."))
    @rules_options(t)
    def command(
        name: str | None,
        levels: tuple[str, ...],
        friends: tuple[str, ...],
        games: int,
        play_to: int | None,
        resume: str | None,
        plain: bool,
        rules: Rules,
    ) -> None:
        if resume is not None:
            open_table(t, plain=plain, resume=_kept(t, resume))
            return
        from pegout.match import Setup
        from pegout.storage import new_id

        setup = Setup(
            new_id(),
            rules,
            _seats(t, rules.players, name, friends, levels),
            games=games,
            play_to=play_to or 0,
            date=date.today().isoformat(),
        )
        open_table(t, plain=plain, start=setup)

    return command


def _kept(t: Translator, wanted: str) -> str:
    """Give the id of a kept game that is not over."""
    from pegout.storage import Library

    with Library.open() as library:
        kept = library.matches(status="playing")
    ids = [summary.id for summary in kept]
    if wanted == "last" and ids:
        return ids[0]
    if wanted not in ids:
        raise click.UsageError(
            t("There is no such game to go on with.")
            + " "
            + (t("You can go on with: {ids}.", ids=", ".join(ids)) if ids else "")
        )
    return wanted
