"""Cribbage squares in sentences: the cells, the lines, and the result."""

from collections.abc import Sequence
from typing import Final

from pegout.cards import Card
from pegout.scoring import Item
from pegout.text.counting import cadence
from pegout.text.language import Translator
from pegout.text.names import short, the_card

_SIDE: Final = 4


def squares_name(t: Translator) -> str:
    """Name the game."""
    return t.text("Cribbage squares")


def squares_help(t: Translator) -> str:
    """Say what the game is."""
    return t.text("Sixteen cards in a square: eight hands, and the best possible result.")


def squares_task(card: Card, t: Translator) -> str:
    """Ask where a card goes.

    >>> from pegout.text.language import language
    >>> squares_task(Card("5H"), language("en"))
    'Where do you put the five of hearts?'
    """
    return t.text("Where do you put {card}?", card=the_card(card, t))


def line_name(line: int, t: Translator) -> str:
    """Name a line: the rows come before the columns.

    >>> from pegout.text.language import language
    >>> line_name(0, language("en")), line_name(7, language("en"))
    ('Row 1', 'Column 4')
    """
    if line < _SIDE:
        return t.text("Row {n}", n=line + 1)
    return t.text("Column {n}", n=line + 1 - _SIDE)


def line_sentence(line: int, points: int, items: Sequence[Item] | None, t: Translator) -> str:
    """Say what a line has; with the items of its count, as it is counted aloud.

    >>> from pegout.scoring import score_show
    >>> from pegout.text.language import language
    >>> line_sentence(4, 4, score_show("7C 8D 9H KC", "2S"), language("en"))
    'Column 1: fifteen two, and a run of three makes five.'
    """
    name = line_name(line, t)
    if items is None:
        return t.plural("{line}: {n} point.", "{line}: {n} points.", points, line=name)
    return t.text("{line}: {count}.", line=name, count=", ".join(cadence(items, t)))


def squares_result(total: int, target: int, starter: Card, heels: int, t: Translator) -> list[str]:
    """State the starter and the result."""
    lines = [t.text("The starter is {card}.", card=short(starter))]
    if heels:
        lines.append(t.plural("His heels: {n} point.", "His heels: {n} points.", heels))
    if total >= target:
        lines.append(
            t.text("{total} points: won, with {target} or more.", total=total, target=target)
        )
    else:
        lines.append(
            t.plural(
                "{total} points: {n} point short of {target}.",
                "{total} points: {n} points short of {target}.",
                target - total,
                total=total,
                target=target,
            )
        )
    return lines


def best_squares_sentence(best: int, t: Translator) -> str:
    """State the best possible result."""
    return t.text("The best possible result with these cards is {best}.", best=best)


def kept_squares_sentence(score: int, t: Translator) -> str:
    """State the best result of today."""
    return t.text("Your best of today: {score}.", score=score)
