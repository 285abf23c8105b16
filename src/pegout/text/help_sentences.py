"""The warnings of the tutor before a mistake, and sentences on decisions made with help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.rules import Accept, Action, Discard, Play
from pegout.text.reasons import figure, percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegout.notation import Help
    from pegout.review.options import Loss, Options
    from pegout.text.language import Translator


def warning(options: Options, loss: Loss, t: Translator) -> str:
    """State the loss of a choice, without naming a better one.

    >>> from pegout.review.option_values import Option, Options
    >>> from pegout.cards import parse_cards
    >>> from pegout.text.language import language
    >>> best = Option(parse_cards("6D 7C"), 12.4, 3.1, 0.4, 0.56)
    >>> other = Option(parse_cards("7C KH"), 11.1, 3.2, 0.4, 0.54)
    >>> options = Options("discard", (best, other), False, 0.006, 0.001, "own", (90, 84))
    >>> warning(options, options.loss(other), language("en"))
    'This loses about 1.2 points against the best choice.'
    """
    if options.by_chance:
        lost = percent(loss.chance, t)
        return t("This lowers the chance of winning by about {chance}.", chance=lost)
    return t(
        "This loses about {points} points against the best choice.", points=figure(loss.points, t)
    )


def tutor_words(action: Action, t: Translator) -> tuple[str, str]:
    """Return the question whether to take an action, and the label of the button that takes it.

    >>> from pegout.cards import Card
    >>> from pegout.text.language import language
    >>> tutor_words(Play(0, Card("5H")), language("en"))
    ('Play it all the same?', 'Play it')
    """
    match action:
        case Play():
            return t("Play it all the same?"), t("Play it")
        case Discard(cards=(_,)):
            return t("Discard it all the same?"), t("Discard it")
        case Discard():
            return t("Discard them all the same?"), t("Discard them")
        case Accept():
            return t("Let it stand all the same?"), t("Let it stand")
    return t("Count it all the same?"), t("Count it")


def tutor_name(size: str, t: Translator) -> str:
    """Name the size of a mistake from which the tutor warns.

    It is ``inaccuracy``, ``mistake`` or ``large_mistake``; empty for none.

    >>> from pegout.text.language import language
    >>> tutor_name("mistake", language("en"))
    'mistakes: a point or more'
    """
    return {
        "": t("never"),
        "large_mistake": t("only large mistakes: 2.5 points or more"),
        "mistake": t("mistakes: a point or more"),
        "inaccuracy": t("inaccuracies too: a third of a point or more"),
    }[size]


def hints_name(hints: str, t: Translator) -> str:
    """Say when hints come without being asked for: ``on``, ``off``, or empty until a first game.

    >>> from pegout.text.language import language
    >>> hints_name("", language("en"))
    'in my first game'
    """
    return {"": t("in my first game"), "on": t("always"), "off": t("never")}[hints]


def help_words(helps: Iterable[Help], t: Translator) -> str:
    """Say after which help a decision was made; empty without help.

    >>> from pegout.notation import Help
    >>> from pegout.text.language import language
    >>> help_words([Help.HINT, Help.TAKE_BACK], language("en"))
    'after a hint, after taking back'
    """
    words = {
        "hint": t("after a hint"),
        "take-back": t("after taking back"),
        "tutor": t("after a warning"),
    }
    return ", ".join([words[help.value] for help in helps])


def left_out(name: str, number: int, t: Translator) -> str:
    """State how many decisions a player's loss leaves out, because they were made with help.

    >>> from pegout.text.language import language
    >>> left_out("Ann", 2, language("en"))
    '2 decisions of Ann are left out: they were made after a hint, an undo or a warning.'
    """
    return t.plural(
        "{n} decision of {name} is left out: it was made after a hint, an undo or a warning.",
        "{n} decisions of {name} are left out: they were made after a hint, an undo or a warning.",
        number,
        name=name,
    )
