"""The values of decisions as messages."""

from typing import Final

from pegout.review.game_review import Verdict
from pegout.review.options import Loss, Option, Options
from pegout.text import Translator
from pegout.text.reasons import option_words, verdict_words
from pegout.wire import decision_values as wire

_VERDICTS: Final[dict[Verdict, wire.VerdictName]] = {
    Verdict.FINE: "fine",
    Verdict.INACCURACY: "inaccuracy",
    Verdict.MISTAKE: "mistake",
    Verdict.LARGE_MISTAKE: "large_mistake",
}


def encode_option(option: Option, options: Options, t: Translator) -> wire.DecisionOption:
    """Encode the value of an option."""
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


def encode_loss(loss: Loss) -> wire.DecisionLoss:
    """Encode the loss of an option."""
    return wire.DecisionLoss(loss.points, loss.chance, loss.tied)


def encode_verdict(verdict: Verdict, t: Translator) -> wire.DecisionVerdict:
    """Encode a verdict.

    >>> from pegout.text import language
    >>> encode_verdict(Verdict.LARGE_MISTAKE, language("en")).name
    'large_mistake'
    """
    return wire.DecisionVerdict(_VERDICTS[verdict], verdict_words(verdict, t))


def decode_verdict(name: wire.VerdictName) -> Verdict:
    """Return the verdict of a name in a message.

    >>> decode_verdict("large_mistake").value
    'large mistake'
    """
    return next(verdict for verdict, known in _VERDICTS.items() if known == name)
