"""Count aloud: each item of a count as it is announced at the table.

>>> from pegout import scoring
>>> from pegout.text.language import language
>>> items = scoring.score_show("7C 7D 8H 9S", "KC")
>>> cadence(items, language("en"))
['fifteen two', 'fifteen four', 'and a double run of three makes twelve']
>>> cadence((), language("en"))
['nineteen']
"""

from collections.abc import Sequence
from typing import assert_never

from pegout.scoring import Item, Kind
from pegout.text.language import LANGUAGES, Translator, capital


def item_name(item: Item, t: Translator) -> str:
    """Name an item that scores, without its points: ``a fifteen``, ``a run of four``."""
    size = t.number(len(item.cards))
    match item.kind:
        case Kind.FIFTEEN:
            return t.text("a fifteen")
        case Kind.THIRTY_ONE:
            return t.text("a thirty-one")
        case Kind.PAIR:
            return t.text("a pair")
        case Kind.PAIR_ROYAL:
            return t.text("a pair royal")
        case Kind.DOUBLE_PAIR_ROYAL:
            return t.text("a double pair royal")
        case Kind.RUN:
            return t.text("a run of {size}", size=size)
        case Kind.DOUBLE_RUN:
            ranks = len({card.rank for card in item.cards})
            return t.text("a double run of {size}", size=t.number(ranks))
        case Kind.TRIPLE_RUN:
            return t.text("a triple run")
        case Kind.DOUBLE_DOUBLE_RUN:
            return t.text("a double double run")
        case Kind.MULTIPLE_RUN:
            return t.text("a multiple run")
        case Kind.FLUSH:
            return t.text("a flush of {size}", size=size)
        case Kind.NOBS:
            return t.text("his nobs")
        case Kind.HEELS:
            return t.text("his heels")
        case Kind.GO:
            return t.text("the go")
        case Kind.LAST_CARD:
            return t.text("the last card")
        case _:
            assert_never(item.kind)


def item_names(items: Sequence[Item], t: Translator) -> str:
    """Name all items that score: ``a fifteen and a run of three``."""
    return t.join([item_name(item, t) for item in items])


def cadence(items: Sequence[Item], t: Translator) -> list[str]:
    """Count aloud: one phrase for each item with the running total, the last one with the total.

    A count of zero is the single phrase ``nineteen``.
    """
    if not items:
        return [t.text("nineteen")]
    phrases = []
    total = 0
    for index, item in enumerate(items):
        total += item.points
        again = index > 0 and items[index - 1].kind is item.kind
        phrase = _phrase(item, total, again, t)
        last = index == len(items) - 1
        if last and index > 0 and item.kind is not Kind.FIFTEEN:
            phrase = t.text("and {phrase}", phrase=phrase)
        phrases.append(phrase)
    return phrases


def _phrase(item: Item, total: int, again: bool, t: Translator) -> str:
    reached = t.number(total)
    match item.kind:
        case Kind.FIFTEEN:
            return t.text("fifteen {total}", total=reached)
        case Kind.PAIR if again:
            return t.text("another pair is {total}", total=reached)
        case Kind.NOBS:
            points = t.number(item.points)
            if total == item.points:
                return t.text("{points} for his nobs", points=points)
            return t.text("{points} for his nobs is {total}", points=points, total=reached)
        case (
            Kind.RUN
            | Kind.DOUBLE_RUN
            | Kind.TRIPLE_RUN
            | Kind.DOUBLE_DOUBLE_RUN
            | Kind.MULTIPLE_RUN
        ) if total > item.points:
            return t.text("{what} makes {total}", what=item_name(item, t), total=reached)
        case Kind.FLUSH | Kind.RUN if total == item.points:
            # The name has the number already: "a run of four is four" would repeat it.
            return _called(item, t)
    return t.text("{what} is {total}", what=item_name(item, t), total=reached)


def called(items: Sequence[Item], t: Translator) -> str:
    """Announce the points of a card of the play, a go or a starter, as players do.

    >>> from pegout.scoring import score_play
    >>> from pegout.text.language import language
    >>> called(score_play("7C 8D"), language("en"))
    'fifteen for two'
    """
    return t.join([_called(item, t) for item in items])


def _called(item: Item, t: Translator) -> str:
    points = t.number(item.points)
    if item.kind is Kind.FIFTEEN:
        return t.text("fifteen for {points}", points=points)
    if item.kind is Kind.THIRTY_ONE:
        return t.text("thirty-one for {points}", points=points)
    return t.text("{what} for {points}", what=item_name(item, t), points=points)


def nineteen(t: Translator, *, explain: bool = False) -> str:
    """Say that a hand counts nothing; explain the joke to players who are new to it."""
    said = LANGUAGES[t.code].exclaims + capital(t.text("nineteen")) + "!"
    if not explain:
        return said
    why = t.text(
        "No hand can be worth nineteen, so that is what players call a hand that is worth nothing."
    )
    return f"{said} {why}"
