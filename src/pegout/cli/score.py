"""``pegout score``: count a hand and show the working."""

import json
from typing import Any

import click

from pegout.cards import Card, CardError
from pegout.cli.faults import in_words
from pegout.cli.help import about, how_to_write_cards
from pegout.cli.options import json_option, rules_options
from pegout.rules import Rules
from pegout.scoring import Item, score_show
from pegout.text.counting import cadence
from pegout.text.language import Translator
from pegout.text.names import shorts
from pegout.text.typed_cards import TypedCards, read_cards


def score(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "score",
        help=about(
            t,
            t("Count the cards of HAND with the STARTER and show every point."),
            how_to_write_cards(t),
            examples=[
                'pegout score "5H 5S 5C JD" 5D',
                'pegout score "2C 4C 6C 8C" TC --crib --json',
            ],
            fields={
                "hand, starter": t("the cards"),
                "crib": t("whether they were counted as a crib"),
                "points": t("the sum"),
                "items": t("kind, cards and points of each, as counted aloud"),
            },
        ),
    )
    @click.argument("typed", metavar="HAND", type=CardsType(t))
    @click.argument("cut", metavar="STARTER", type=CardsType(t, number=1))
    @click.option("--crib", is_flag=True, help=t("Count it as a crib."))
    @rules_options(t, players=False)
    @json_option(t)
    def command(
        *, typed: TypedCards, cut: TypedCards, crib: bool, rules: Rules, as_json: bool
    ) -> None:
        hand, (starter,) = typed.cards, cut.cards
        if starter in hand:
            raise click.UsageError(
                t("The {card} cannot be in the hand and the starter too.", card=starter)
            )
        wanted = 4 if crib else rules.kept
        if len(hand) != wanted:
            raise click.UsageError(
                t(
                    "By these rules a hand has {wanted} cards and a crib 4, not {given}.",
                    wanted=rules.kept,
                    given=len(hand),
                )
            )
        for warning in filter(None, (typed.warning, cut.warning)):
            click.echo(warning, err=True)
        items = score_show(
            hand,
            starter,
            crib=crib,
            crib_flush=rules.crib_flush,
            nobs_points=rules.nobs_points,
            kept=rules.kept,
        )
        if as_json:
            click.echo(json.dumps(_plain(hand, starter, crib, items)))
        else:
            _tell(t, hand, starter, items)

    return command


class CardsType(click.ParamType[TypedCards]):
    """Cards on the command line: ``number`` of them, or one and more without it."""

    name = "cards"

    def __init__(self, t: Translator, number: int | None = None) -> None:
        self.t = t
        self.number = number

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> TypedCards:
        """Read the cards, or fail with what was expected."""
        try:
            typed = read_cards(value, self.t)
        except CardError as error:
            self.fail(in_words(error, self.t), param, ctx)
        cards = typed.cards
        if len(cards) != (self.number or len(cards) or 1) or not all(card.known for card in cards):
            hand = self.t("A hand is known cards, such as “5H 5S 5C JD”.")
            starter = self.t("The starter is one card, such as 5D.")
            self.fail(hand if self.number is None else starter, param, ctx)
        return typed


def _plain(
    hand: tuple[Card, ...], starter: Card, crib: bool, items: tuple[Item, ...]
) -> dict[str, Any]:
    return {
        "hand": [str(card) for card in hand],
        "starter": str(starter),
        "crib": crib,
        "points": sum(item.points for item in items),
        "items": [
            {
                "kind": str(item.kind),
                "cards": [str(card) for card in item.cards],
                "points": item.points,
            }
            for item in items
        ],
    }


def _tell(t: Translator, hand: tuple[Card, ...], starter: Card, items: tuple[Item, ...]) -> None:
    click.echo(f"{shorts(hand)}  |  {shorts((starter,))}\n")
    lines = cadence(items, t)
    width = max(len(line) for line in lines)
    for line, item in zip(lines, items, strict=False):
        click.echo(f"  {line:<{width}}   {shorts(item.cards)}")
    if not items:
        click.echo(f"  {lines[0]}")
    total = sum(item.points for item in items)
    click.echo("\n" + t.plural("{n} point", "{n} points", total))
