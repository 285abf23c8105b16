"""What the tutor says before a mistake, and what is said of decisions that were made with help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegout.text.reasons import figure, percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegout.analysis.option_values import Loss, Options
    from pegout.notation import Help
    from pegout.text.language import Translator

__all__ = ["help_words", "left_out", "warning"]


def warning(options: Options, loss: Loss, t: Translator) -> str:
    """Say what something would lose, without saying what is better.

    Args:
        options: what there is to choose.
        loss: what the choice would lose.
        t: the translator.

    >>> from pegout.analysis.option_values import Option, Options
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
        return t("This loses about {chance} of a game against the best choice.", chance=lost)
    return t(
        "This loses about {points} points against the best choice.", points=figure(loss.points, t)
    )


def help_words(helps: Iterable[Help], t: Translator) -> str:
    """Say after what help a decision was made; nothing where there was none.

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
    return ", ".join([words[one.value] for one in helps])


def left_out(name: str, number: int, t: Translator) -> str:
    """Say how many decisions are left out of what a player lost, as they were made with help.

    Args:
        name: the player.
        number: how many, at least one.
        t: the translator.

    >>> from pegout.text.language import language
    >>> left_out("Ann", 2, language("en"))
    'Left out are 2 decisions of Ann after a hint, taking back or a warning.'
    """
    return t.plural(
        "Left out is {n} decision of {name} after a hint, taking back or a warning.",
        "Left out are {n} decisions of {name} after a hint, taking back or a warning.",
        number,
        name=name,
    )
