"""Hints: the recommended option, the values of all options, and the tutor's warnings.

Where options can be valued, a hint contains their values, from the function that the review uses;
elsewhere it recommends what a club player would do. The values take up to half a second to compute.
The modules that compute them are imported with the first hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.cards import Card
from pegout.notation import Help
from pegout.rules import Action, Discard, Play, SeatView
from pegout.scoring import play_points
from pegout.text import Translator
from pegout.text.reasons import explanation, reason
from pegout.text.suggestions import suggestion
from pegout.wire.codecs import ACTIONS
from pegout.wire.decision_values import DecisionAdvice, VerdictName
from pegout.wire.table import Suggestion

if TYPE_CHECKING:
    from pegout.review.options import Option, Options

#: The number of options shown.
_SHOWN: Final = 3


class Question(NamedTuple):
    """A seat's request for a hint or a warning, with everything needed to answer it.

    ``ahead`` is the view after the seat accepts an opponent's count, where it may play at once.
    ``cards`` are those that the seat would choose, and empty for a recommendation; ``tried`` is the
    action that the tutor is asked about, and ``minimum`` the mildest verdict at which it warns.
    ``number`` is that of the last entry in the log.
    """

    id: str
    view: SeatView
    ahead: SeatView | None = None
    cards: tuple[Card, ...] = ()
    tried: Action | None = None
    minimum: VerdictName = "mistake"
    number: int = 0

    def help_by(self, answer: Suggestion) -> Help | None:
        """Return how an answer helps with the decision that follows, or ``None`` if it does not.

        The value of the seat's own choice helps only after the choice, so it does not count.
        """
        if self.tried is not None:
            return Help.TUTOR if answer.advice is not None else None
        return None if self.cards else Help.HINT


def answer_hint(question: Question, t: Translator) -> Suggestion:
    """Answer a seat's request with a recommendation or a warning.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> from pegout.text import language
    >>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
    >>> answer_hint(Question("1", match.view(0)), language("en")).say
    'Say that you are ready.'
    """
    from pegout.review.option_values import options_of

    if question.tried is not None:
        return _warned(question, question.tried, t)
    view, action, says = suggestion(question.view, question.ahead, t)
    options = options_of(view) if isinstance(action, Discard | Play) else None
    chosen = None if options is None else _chosen(options, question.cards)
    if options is None:
        return Suggestion(question.id, ACTIONS.encode(action), says)
    best = options.best
    return Suggestion(
        question.id,
        ACTIONS.encode(_action(view, best)),
        explanation(options, best if chosen is None else chosen, t),
        advice_on(options, chosen, t),
    )


def _warned(question: Question, tried: Action, t: Translator) -> Suggestion:
    """Warn of an action that loses at least as much as the seat wants to be warned of."""
    from pegout.review.tutor import check_action
    from pegout.table.decision_messages import decode_verdict
    from pegout.text.help_sentences import warning

    reviewed = check_action(question.view, tried, decode_verdict(question.minimum), question.ahead)
    data = ACTIONS.encode(tried)
    if reviewed is None:
        return Suggestion(question.id, data, "")
    says = warning(reviewed.options, reviewed.loss, t)
    return Suggestion(question.id, data, says, advice_on(reviewed.options, reviewed.chosen, t))


def _chosen(options: Options, cards: Sequence[Card]) -> Option | None:
    """Return the option with these cards, or ``None`` if it cannot be chosen."""
    try:
        return options.of(cards) if cards else None
    except ValueError:
        return None


def _action(view: SeatView, option: Option) -> Action:
    """Return the action that chooses an option."""
    if len(option.cards) > 1:
        return Discard(view.seat, option.cards)
    (card,) = option.cards
    if view.rules.counting != "manual":
        return Play(view.seat, card)
    pile = [played.card for played in view.pile]
    return Play(view.seat, card, play_points([*pile, card], runs=view.rules.runs_in_play))


def advice_on(
    options: Options, chosen: Option | None, t: Translator, *, shown: int = _SHOWN
) -> DecisionAdvice:
    """Encode so many of the best options, and the chosen one."""
    from pegout.review.game_review import verdict_of
    from pegout.table.decision_messages import encode_loss, encode_option, encode_verdict

    listed = list(options.options[:shown])
    if chosen is not None and chosen not in listed:
        listed.append(chosen)
    loss = None if chosen is None else options.loss(chosen)
    return DecisionAdvice(
        kind=options.kind,
        by_chance=options.by_chance,
        options=[encode_option(option, options, t) for option in listed],
        chosen=None if chosen is None else listed.index(chosen),
        loss=None if loss is None else encode_loss(loss),
        verdict=None if loss is None else encode_verdict(verdict_of(loss), t),
        says=reason(options, t, chosen),
    )
