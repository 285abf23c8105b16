"""``pegout ask``: what to discard or to play in a position, and what every option is worth."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pegout.cli import completion
from pegout.cli.faults import check_levels
from pegout.cli.help import about, how_to_write_cards
from pegout.cli.options import json_option, rules_options, with_options
from pegout.cli.table import open_table
from pegout.errors import PegoutError
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.rules import Rules
    from pegout.wire.http import PositionAnalysed, PositionWanted


def ask(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "ask",
        help=about(
            t,
            t(
                "Say what to discard or to play in a position, and what every option is worth, by "
                "the numbers of the hint."
            ),
            t(
                "POSITION is a line of text or a link, as the page “What do I play?” "
                "and match.position() give it. Or describe what you see: --hand with "
                "the cards dealt to you; in the play also --discarded, --starter and --played."
            ),
            how_to_write_cards(t),
            examples=[
                'pegout ask --hand "5H 5S 6D 7C JD KS" --scores 84-90',
                "pegout ask --hand 5H5S6D7CJDKS --discarded JDKS --starter 2C --played 8D",
                "pegout ask --hand 5H5S6D7CJDKS --scores 100-90 --play expert",
            ],
            fields={
                "position": t("the position as you know it, for links"),
                "form": t("its description: hand, dealer, scores, discards, starter, played"),
                "count, hand": t("the count of the play, and the cards that you hold"),
                "advice": t("every option, the best first; null where there is no choice"),
                "says, notes": t("what to do and why, and what is estimated"),
            },
        ),
    )
    @_question(t)
    @click.option(
        "--play",
        "level",
        metavar="LEVEL",
        shell_complete=completion.levels(t, offered=True),
        help=t("Play on from the position against this level."),
    )
    @click.option("--plain", is_flag=True, help=t("Line by line, for screen readers and pipes."))
    @json_option(t)
    def command(*, wanted: PositionWanted, level: str | None, plain: bool, as_json: bool) -> None:
        from pegout.table.analyses import AnalysisRefused
        from pegout.table.positions import analyse_position, read_position_question
        from pegout.text.position_answer import answer_lines

        if level is not None:
            _check_level(t, level)
        try:
            found = analyse_position(read_position_question(wanted, t), t)
        except AnalysisRefused as error:
            raise click.UsageError(str(error)) from error
        if level is not None:
            if not found.position:
                raise click.UsageError(found.says)
            _play_on(found.position, level, plain=plain)
        elif as_json:
            click.echo(json.dumps(_plain(found), ensure_ascii=False))
        else:
            click.echo("\n".join(answer_lines(found, t)))

    return command


def _question(t: Translator) -> Callable[[Callable[..., Any]], Any]:
    """Add the options that name or describe a position, as one argument ``wanted``."""

    def decorate(function: Callable[..., Any]) -> Any:
        def with_question(
            position: str | None,
            hand: str | None,
            rules: Rules,
            *,
            dealer: int,
            scores: str,
            discarded: str,
            starter: str,
            played: str,
            **others: Any,
        ) -> Any:
            from pegout.text.position_errors import position_problem
            from pegout.text.typed_position import (
                TypedDescription,
                read_link,
                read_typed_description,
            )

            if (position is None) is (hand is None):
                raise click.UsageError(t("Give a position, or describe one with --hand."))
            if position is not None:
                return function(wanted=read_link(position), **others)
            typed = TypedDescription(hand or "", dealer, scores, discarded, starter, played)
            try:
                wanted, warnings = read_typed_description(typed, rules, t)
            except PegoutError as error:
                raise click.UsageError(position_problem(error, t)) from error
            for warning in warnings:
                click.echo(warning, err=True)
            return function(wanted=wanted, **others)

        # The rules come from options of their own.
        return rules_options(t)(with_options(function, with_question, _question_options(t)))

    return decorate


def _question_options(t: Translator) -> list[Callable[[Any], Any]]:
    played = t("The cards played in this deal, from the first, with “go” where somebody said so.")
    return [
        click.argument("position", required=False, metavar="[POSITION]"),
        click.option("--hand", metavar="CARDS", help=t("The cards dealt to you.")),
        click.option(
            "--dealer",
            type=click.IntRange(0, 3),
            default=0,
            show_default=True,
            help=t("Who deals: 0 is you, 1 the next on your left, and so on."),
        ),
        click.option(
            "--scores",
            metavar="OWN-OTHER",
            default="",
            help=t("The score of each side, yours first."),
        ),
        click.option(
            "--discarded", metavar="CARDS", default="", help=t("What you have discarded.")
        ),
        click.option("--starter", metavar="CARD", default="", help=t("The starter.")),
        click.option("--played", metavar="CARDS", default="", help=played),
    ]


def _check_level(t: Translator, level: str) -> None:
    from pegout.players import LEVELS
    from pegout.table.offers import offered_levels

    check_levels(t, (level,), LEVELS, offered_levels())


def _play_on(position: str, level: str, *, plain: bool) -> None:
    from pegout.wire.http import PlayPosition

    plain = plain or click.get_current_context().find_root().params["plain"]
    open_table(plain=plain, start=PlayPosition(position, level))


def _plain(found: PositionAnalysed) -> Any:
    import msgspec

    return msgspec.to_builtins(found)
