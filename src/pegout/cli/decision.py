"""``pegout ask``: what to discard or to play in a position, and what every option is worth."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

import click

from pegout.cards import Card, CardError, format_cards
from pegout.cli import completion
from pegout.cli.columns import columns
from pegout.cli.faults import check_levels, in_words
from pegout.cli.help import about, how_to_write_cards
from pegout.cli.options import json_option, rules_options, with_options
from pegout.cli.table import open_table
from pegout.notation.describe import END, GO
from pegout.text.language import Translator
from pegout.text.names import short
from pegout.text.reasons import option_parts
from pegout.text.typed_cards import read_cards

if TYPE_CHECKING:
    from pegout.rules import Rules
    from pegout.wire.decision_values import DecisionAdvice
    from pegout.wire.http import PositionAnalysed, PositionWanted

_WIDTH: Final = 80


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

        if level is not None:
            _check_level(t, level)
        try:
            found = analyse_position(read_position_question(wanted, t), t)
        except AnalysisRefused as error:
            raise click.UsageError(str(error)) from error
        if level is not None:
            _play_on(found.position, level, plain=plain)
        elif as_json:
            click.echo(json.dumps(_plain(found), ensure_ascii=False))
        else:
            click.echo("\n".join(_lines(t, found)))

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
            from pegout.notation import rules_to_text
            from pegout.wire.http import PositionForm, PositionWanted

            if (position is None) is (hand is None):
                raise click.UsageError(t("Give a position, or describe one with --hand."))
            if position is not None:
                return function(wanted=PositionWanted(_from_link(position)), **others)
            form = PositionForm(
                _cards(t, hand or ""),
                dealer,
                _scores(t, scores),
                _cards(t, discarded),
                _cards(t, starter),
                _played(t, played),
                rules_to_text(rules),
            )
            return function(wanted=PositionWanted(form=form), **others)

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


def _from_link(text: str) -> str:
    """Return the position in a link; other text stays as it is.

    >>> _from_link("https://cribbage.example/ask?position=1~standard~discard&lang=es")
    '1~standard~discard'
    """
    found = parse_qs(urlsplit(text).query).get("position") if "?" in text else None
    return found[0] if found else text.strip()


def _cards(t: Translator, text: str) -> str:
    """Return typed cards as the library writes them, and warn of what may be meant otherwise."""
    try:
        typed = read_cards(text, t)
    except CardError as error:
        raise click.UsageError(in_words(error, t)) from error
    if typed.warning:
        click.echo(typed.warning, err=True)
    return format_cards(typed.cards)


def _played(t: Translator, text: str) -> str:
    """Return a play as the library writes it: cards, and words between them."""
    parts = re.split(
        rf"({'|'.join(map(re.escape, (GO, END)))})", text.replace(",", " "), flags=re.I
    )
    return " ".join(
        [part.lower() if at % 2 else _cards(t, part) for at, part in enumerate(parts)]
    ).strip()


def _scores(t: Translator, text: str) -> list[int]:
    if not text:
        return []
    if not re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})*", text):
        raise click.UsageError(
            t(
                "--scores takes a number for each side, yours first, such as 84-90, not “{found}”.",
                found=text[:20],
            )
        )
    return [int(score) for score in text.split("-")]


def _lines(t: Translator, found: PositionAnalysed) -> list[str]:
    """Return the score, the options with what they are worth, and the reason for the best."""
    lines = [_standing(t, found), ""]
    advice = found.advice
    if advice is not None:
        lines += [*_table(t, advice), ""]
    for sentence in (found.says, *found.notes):
        lines += textwrap.wrap(sentence, _WIDTH)
    return lines


def _standing(t: Translator, found: PositionAnalysed) -> str:
    """Return the cards that the seat holds, the count and the score, in a line."""
    score = "–".join(map(str, found.form.scores))
    held = " ".join([short(Card(card)) for card in found.hand])
    said = [held, t("score {score}", score=score)]
    if found.form.discards:
        said.insert(1, t("count {count}", count=found.count))
    return "   ".join(said)


def _table(t: Translator, advice: DecisionAdvice) -> list[str]:
    """Return a row for each option: its parts, and what it loses against the best."""
    best = advice.options[0]
    heads = [part.label for part in option_parts(best, advice, t)]
    rows = [["", "", *heads, t("behind")]]
    for place, option in enumerate(advice.options, start=1):
        values = [part.figure for part in option_parts(option, advice, t)]
        lost = best.chance - option.chance if advice.by_chance else best.points - option.points
        behind = t("best") if option.tied else _behind(t, lost, by_chance=advice.by_chance)
        rows.append([str(place), option.words, *values, behind])
    return columns(rows, left=(1,))


def _behind(t: Translator, lost: float, *, by_chance: bool) -> str:
    if by_chance:
        return t.decimal(-100 * lost, "+.1f") + " %"
    return t.decimal(-lost, "+.2f")
