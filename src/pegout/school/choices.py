"""What discards and cards of the play have in common: their options, and how a choice is judged.

The values are those of :mod:`pegout.review`, so a drill agrees with hints and reviews.
"""

from functools import lru_cache
from typing import Final

from pegout.cards import CardError, parse_cards
from pegout.errors import PegoutError
from pegout.notation import seat_to_ask
from pegout.review.game_review import Verdict, verdict_of
from pegout.review.option_values import options_of
from pegout.review.options import Loss, OptionKind, Options, needs_of
from pegout.rules import Rules, SeatView
from pegout.school.errors import SchoolError
from pegout.school.questions import Judgement
from pegout.search.workspace import NEAR
from pegout.wire.learning import MAX_TEXT, Grade

#: The number of questions whose options are remembered.
_REMEMBERED: Final = 200


def view_at(text: str) -> SeatView:
    """Return what the seat knows that has to decide in a question.

    Raises:
        SchoolError: ``bad_question`` for a text that is no position in which a seat has to decide,
            ``bad_rules`` for one that is not of a game of two by the standard rules.
    """
    try:
        seen = seat_to_ask(text[: MAX_TEXT + 1])
    except PegoutError as error:
        raise SchoolError("bad_question", str(error)) from error
    if seen.rules != Rules():
        raise SchoolError("bad_rules", "questions are about games of two by the standard rules")
    return seen


def is_near_end(view: SeatView) -> bool:
    """Return whether the score decides: options are then ranked by the win probability."""
    return min(needs_of(view)) <= NEAR


@lru_cache(_REMEMBERED)
def options_at(text: str) -> Options:
    """Return every option of the seat that has to decide, the best first.

    Raises:
        SchoolError: as :func:`view_at`, and where there is no choice.
    """
    options = options_of(view_at(text))
    if options is None:
        raise SchoolError("bad_question", "there is nothing to choose in this position")
    return options


def judge_choice(text: str, answer: str, kind: OptionKind) -> Judgement:
    """Judge a choice of cards.

    Raises:
        SchoolError: ``bad_question``, also for a decision of another kind; ``bad_answer`` for cards
            that cannot be chosen.
    """
    options = options_at(text)
    if options.kind != kind:
        raise SchoolError("bad_question", f"expected a {kind} to decide, not a {options.kind}")
    try:
        chosen = options.of(parse_cards(answer))
    except (CardError, IndexError) as error:
        raise SchoolError("bad_answer", str(error)) from error
    except PegoutError as error:
        raise SchoolError("bad_answer", str(error)) from error
    loss = options.loss(chosen)
    grade = _grade(loss)
    errors = () if grade == "right" else (verdict_of(loss).value,)
    return Judgement(
        grade, max(0.0, loss.points), errors, options=options, chosen=chosen, loss=loss
    )


def _grade(loss: Loss) -> Grade:
    """Grade a choice: nothing lost, hardly a difference or an inaccuracy, or a mistake."""
    if loss.nothing:
        return "right"
    return "close" if verdict_of(loss) in (Verdict.FINE, Verdict.INACCURACY) else "wrong"
