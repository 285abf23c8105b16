"""``pegout rules``: the rule book."""

import json
import os
import sys
from shutil import get_terminal_size
from typing import Final

import click

from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.text.language import Translator

#: The longest line that is easy to read.
_WIDE: Final = 92


def rules(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "rules",
        help=about(
            t,
            t("Read the rule book, or every preset and switch in a sentence."),
            examples=["pegout rules", "pegout --lang es rules", "pegout rules --switches"],
            fields={
                "language": t("en or es"),
                "text": t("the rule book, in Markdown"),
                "presets": t("for each preset: what it is, and its switches"),
                "switches": t("for each switch: what it does"),
            },
        ),
    )
    @click.option("--switches", is_flag=True, help=t("Only the presets and the switches."))
    @json_option(t)
    def command(switches: bool, as_json: bool) -> None:
        from pegout.rules import PRESETS, SWITCHES
        from pegout.text.rulebook import preset_help, rulebook, switch_help
        from pegout.tui.markdown import render

        if as_json:
            click.echo(
                json.dumps(
                    {
                        "language": t.code,
                        "text": rulebook(t.code),
                        "presets": {
                            name: {
                                "help": preset_help(name, t),
                                "switches": {switch: getattr(rules, switch) for switch in SWITCHES},
                            }
                            for name, rules in PRESETS.items()
                        },
                        "switches": {name: switch_help(name, t) for name in SWITCHES},
                    },
                    ensure_ascii=False,
                )
            )
        elif switches:
            _definitions(t("Presets"), {name: preset_help(name, t) for name in PRESETS})
            click.echo()
            _definitions(t("Switches"), {name: switch_help(name, t) for name in SWITCHES})
        elif sys.stdout.isatty():
            color = "NO_COLOR" not in os.environ
            text = render(rulebook(t.code), min(get_terminal_size().columns, _WIDE), color=color)
            click.echo_via_pager(text + "\n", color=color)
        else:
            click.echo(render(rulebook(t.code), min(get_terminal_size().columns, _WIDE)))

    return command


def _definitions(title: str, rows: dict[str, str]) -> None:
    formatter = click.HelpFormatter(width=88)
    with formatter.section(title):
        formatter.write_dl(list(rows.items()))
    click.echo(formatter.getvalue().rstrip())
