"""What a strong player would do, what each option is worth, and the tutor's warning.

Where options are valued a hint has their numbers, from the function that the review asks; elsewhere
it says what a club player would do. Values take up to half a second to compute, and what computes
them is imported with the first hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pegout.cards import Card
from pegout.notation import Help
from pegout.rules import Action, Discard, Play, SeatView
from pegout.scoring import play_points
from pegout.text import Translator
from pegout.text.reasons import reason, told
from pegout.text.suggestions import suggestion
from pegout.wire import ACTIONS, DecisionAdvice, Suggestion, VerdictName

if TYPE_CHECKING:
    from pegout.analysis.option_values import Option, Options

__all__ = ["Question", "answered"]

#: So many options are shown.
_SHOWN: Final = 3


class Question(NamedTuple):
    """What a seat asks about, with everything that the answer needs.

    Attributes:
        id: the name of the request.
        view: what the seat knows.
        ahead: the same once it lets an opponent's count stand, where it may play at once.
        cards: what it would choose; none where it asks what to choose.
        tried: what it is about to do, where the tutor is asked.
        least: from which verdict on the tutor speaks.
        number: the number of the last entry of the match.
    """

    id: str
    view: SeatView
    ahead: SeatView | None = None
    cards: tuple[Card, ...] = ()
    tried: Action | None = None
    least: VerdictName = "mistake"
    number: int = 0

    def help_by(self, answer: Suggestion) -> Help | None:
        """Say how an answer helps with the decision that is made after it, if it does.

        What the own choice was worth is told after it, and so does not.
        """
        if self.tried is not None:
            return Help.TUTOR if answer.advice is not None else None
        return None if self.cards else Help.HINT


def answered(question: Question, t: Translator) -> Suggestion:
    """Say what a strong player would do in a seat.

    Args:
        question: what is asked.
        t: the language.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> from pegout.text import language
    >>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
    >>> answered(Question("1", match.view(0)), language("en")).say
    'Say that you are ready.'
    """
    from pegout.analysis.option_values import options_of

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
        told(options, best if chosen is None else chosen, t),
        _advice(options, chosen, t),
    )


def _warned(question: Question, tried: Action, t: Translator) -> Suggestion:
    """Say what an action would lose, where that is as much as the seat wants to hear of."""
    from pegout.analysis.tutor import warned
    from pegout.text.help_sentences import warning
    from pegout.web.decision_answers import verdict_named

    found = warned(question.view, tried, verdict_named(question.least), question.ahead)
    data = ACTIONS.encode(tried)
    if found is None:
        return Suggestion(question.id, data, "")
    says = warning(found.options, found.loss, t)
    return Suggestion(question.id, data, says, _advice(found.options, found.chosen, t))


def _chosen(options: Options, cards: Sequence[Card]) -> Option | None:
    """Give the option of some cards; None where nobody could choose them."""
    try:
        return options.of(cards) if cards else None
    except ValueError:
        return None


def _action(view: SeatView, option: Option) -> Action:
    """Give the action that chooses an option."""
    if len(option.cards) > 1:
        return Discard(view.seat, option.cards)
    (card,) = option.cards
    if view.rules.counting != "manual":
        return Play(view.seat, card)
    pile = [laid.card for laid in view.pile]
    return Play(view.seat, card, play_points([*pile, card], runs=view.rules.runs_in_play))


def _advice(options: Options, chosen: Option | None, t: Translator) -> DecisionAdvice:
    """Tell the best options, and the chosen one."""
    from pegout.analysis.review import verdict_of
    from pegout.web.decision_answers import loss_told, option_told, verdict_told

    shown = list(options.options[:_SHOWN])
    if chosen is not None and chosen not in shown:
        shown.append(chosen)
    loss = None if chosen is None else options.loss(chosen)
    return DecisionAdvice(
        kind=options.kind,
        by_chance=options.by_chance,
        options=[option_told(option, options, t) for option in shown],
        chosen=None if chosen is None else shown.index(chosen),
        loss=None if loss is None else loss_told(loss),
        verdict=None if loss is None else verdict_told(verdict_of(loss), t),
        says=reason(options, t, chosen),
    )
