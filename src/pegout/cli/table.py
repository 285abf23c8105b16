"""``pegout terminal`` and ``pegout play``: the table in the terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from pegout.cli import completion
from pegout.cli.faults import check_levels
from pegout.cli.help import about
from pegout.cli.options import rules_options
from pegout.text.language import Translator, language

if TYPE_CHECKING:
    from pegout.rules import Rules
    from pegout.storage import Library
    from pegout.table.game_options import GameOptions
    from pegout.wire.http import Order, PlayPosition

#: The options of ``pegout play`` that choose a game.
_CHOICES: Final = (
    *("levels", "friends", "games", "play_to", "dealer"),
    *("preset", "switches", "players"),
)


def open_table(
    *, plain: bool, start: Order | PlayPosition | None = None, resume: str | None = None
) -> None:
    """Open the table, or its line-by-line version if there is no screen to draw on."""
    of_all = click.get_current_context().find_root().params
    asked, plain = of_all["lang"], plain or of_all["plain"]
    screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    library, notice = _library(language(asked or None))
    with library:
        if plain or not screen:
            from pegout.tui import plain as lines

            lines.run(library, start, resume, asked, notice=notice)
        else:
            from pegout import tui

            if said := tui.run(library, start, resume, asked, notice=notice):
                click.echo(said)


def _library(t: Translator) -> tuple[Library, str]:
    """Open the player's library; if it cannot be written, open one in memory and return a notice.

    If ``PEGOUT_DATA`` names a library, an error there is raised instead.
    """
    from pegout.storage import Library
    from pegout.table.store import StoreError
    from pegout.text import explain

    try:
        return Library.open(), ""
    except StoreError as error:
        if error.code not in ("unwritable", "disk_full") or "PEGOUT_DATA" in os.environ:
            raise
        return Library.open("sqlite://"), t(
            "Your games are not saved this time. {why}", why=explain(error, None, t)
        )


def terminal(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "terminal",
        help=about(
            t,
            t("Open the table in this terminal."),
            examples=["pegout terminal", "pegout terminal --plain"],
        ),
    )
    @click.option("--plain", is_flag=True, help=t("Line by line, for screen readers and pipes."))
    def command(*, plain: bool) -> None:
        open_table(plain=plain)

    return command


def play(t: Translator) -> click.Command:
    """Return the command in a language."""
    from pegout.table.offers import offered_levels
    from pegout.text import level_details

    @click.command(
        "play",
        help=about(
            t,
            t("Start a game at once, or continue one."),
            t(
                "As long as you have finished no game, and choose nothing else, you play against "
                "the weakest level, to 61."
            ),
            t("Computer players come in these levels, the weakest first:"),
            *(f"{name}: {level_details(name, t)}" for name in offered_levels()),
            examples=[
                "pegout play",
                "pegout play --players 3 --level club --level novice",
                "pegout play --with Ben --preset half --set counting=manual --set muggins=on",
                "pegout play --level expert --set start_scores=100-90 --dealer 2",
                "pegout play --resume last --plain",
            ],
        ),
    )
    @click.option("--name", help=t("Your name at the table."))
    @click.option(
        "--level",
        "levels",
        metavar="LEVEL",
        multiple=True,
        shell_complete=completion.levels(t, offered=True),
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
        type=click.IntRange(0, 1000),
        default=0,
        help=t("Play until a side has so many points for the match."),
    )
    @click.option(
        "--dealer",
        type=click.IntRange(1, 4),
        help=t("Who deals first, by the seat; you sit at seat 1."),
    )
    @click.option(
        "--resume",
        metavar="ID",
        shell_complete=completion.games(),
        help=t("Continue the game with this id, or the “last”."),
    )
    @click.option("--plain", is_flag=True, help=t("Line by line, for screen readers and pipes."))
    @rules_options(t)
    def command(
        *,
        name: str | None,
        levels: tuple[str, ...],
        friends: tuple[str, ...],
        games: int,
        play_to: int,
        dealer: int | None,
        resume: str | None,
        plain: bool,
        rules: Rules,
    ) -> None:
        if resume is not None:
            open_table(plain=plain, resume=_stored_game(t, resume))
            return
        game = _first_game(t, name)
        if game is None:
            game = _seated(t, _options(t, rules, dealer), name, friends, levels)
        open_table(plain=plain, start=game.having(games=games, play_to=play_to).order())

    return command


def _is_anything_chosen() -> bool:
    """Return whether the line says against whom or by which rules to play."""
    source = click.get_current_context().get_parameter_source
    return any(source(name) is ParameterSource.COMMANDLINE for name in _CHOICES)


def _first_game(t: Translator, name: str | None) -> GameOptions | None:
    """Return what the table proposes to a newcomer; ``None`` for others and for other choices."""
    from pegout.table.game_options import is_newcomer
    from pegout.tui.chips import last_options
    from pegout.tui.settings import load_settings

    if _is_anything_chosen():
        return None
    with _library(t)[0] as library:
        if not is_newcomer(library.matches(status="over")):
            return None
    game = last_options(load_settings(), t, newcomer=True)
    return game.having(names=(name or game.names[0], *game.names[1:]))


def _options(t: Translator, rules: Rules, dealer: int | None) -> GameOptions:
    """Return the options of the last game with other rules, and with a first dealer if given."""
    from pegout.tui.chips import last_options
    from pegout.tui.settings import load_settings

    game = last_options(load_settings(), t).having(preset=rules.preset, **rules.changes())
    if dealer is None:
        return game
    if dealer > rules.players:
        raise click.UsageError(
            t("There is no seat {seat}; the seats are 1 to {n}.", seat=dealer, n=rules.players)
        )
    return game.having(first_deal="chosen", dealer=dealer)


def _seated(
    t: Translator,
    game: GameOptions,
    name: str | None,
    friends: tuple[str, ...],
    levels: tuple[str, ...],
) -> GameOptions:
    """Seat the player, then friends, then computer players of the requested levels."""
    from pegout.players import LEVELS
    from pegout.table.names import looks_like
    from pegout.table.offers import DEFAULT_LEVEL, offered_levels

    players = game.rules().players
    computers = players - 1 - len(friends)
    if computers < 0 or len(levels) > max(1, computers):
        raise click.UsageError(
            t("There are only {n} seats; name fewer friends or levels.", n=players)
        )
    check_levels(t, levels, LEVELS, offered_levels())
    name = name or game.names[0]
    wanted = levels or (DEFAULT_LEVEL,)
    names = [name, *friends]
    for other in game.names[1:]:
        if not any(looks_like(other, taken) for taken in names):
            names.append(other)
    kinds = ["person"] * (1 + len(friends)) + [*wanted, *[wanted[-1]] * 4][:computers]
    return game.having(
        names=(*names[:players], *game.names[players:]), kinds=(*kinds, *game.kinds[players:])
    )


def _stored_game(t: Translator, wanted: str) -> str:
    """Return the id of a stored game that is not over."""
    from pegout.storage import Library

    with Library.open() as library:
        ids = [summary.id for summary in library.matches(status="playing")]
    if wanted == "last" and ids:
        return ids[0]
    if wanted in ids:
        return wanted
    if not ids:
        raise click.UsageError(t("There is no game to continue."))
    raise click.UsageError(t("There is no such game. You can continue: {ids}.", ids=", ".join(ids)))
