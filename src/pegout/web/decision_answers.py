"""Decisions and what they were worth, as messages."""

from __future__ import annotations

from typing import Final

from pegout import wire
from pegout.analysis.option_values import Loss, Option, Options
from pegout.analysis.review import Verdict
from pegout.text import Translator
from pegout.text.reasons import option_words, verdict_words

__all__ = ["loss_told", "option_told", "verdict_named", "verdict_told"]

_VERDICTS: Final[dict[Verdict, wire.VerdictName]] = {
    Verdict.FINE: "fine",
    Verdict.INACCURACY: "inaccuracy",
    Verdict.MISTAKE: "mistake",
    Verdict.LARGE_MISTAKE: "large_mistake",
}


def option_told(option: Option, options: Options, t: Translator) -> wire.DecisionOption:
    """Tell what an option is worth.

    Args:
        option: one of the options.
        options: all of them.
        t: the language.
    """
    return wire.DecisionOption(
        cards=[str(card) for card in option.cards],
        hand=option.hand,
        crib=option.crib,
        play=option.play,
        points=option.points,
        chance=option.chance,
        share=None if option.share < 0 else option.share,
        tied=options.loss(option).tied,
        claim=option.claim,
        words=option_words(option, options.kind, t),
    )


def loss_told(loss: Loss) -> wire.DecisionLoss:
    """Tell what an option loses."""
    return wire.DecisionLoss(loss.points, loss.chance, loss.tied)


def verdict_told(verdict: Verdict, t: Translator) -> wire.DecisionVerdict:
    """Tell a verdict.

    >>> from pegout.text import language
    >>> verdict_told(Verdict.LARGE_MISTAKE, language("en")).name
    'large_mistake'
    """
    return wire.DecisionVerdict(_VERDICTS[verdict], verdict_words(verdict, t))


def verdict_named(name: wire.VerdictName) -> Verdict:
    """Give the verdict that a message names.

    >>> verdict_named("large_mistake").value
    'large mistake'
    """
    return next(verdict for verdict, known in _VERDICTS.items() if known == name)
