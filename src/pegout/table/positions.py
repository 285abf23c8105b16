"""Any position, asked about: what to discard or to play there, and what every option is worth.

A question comes as the text of a position or as a description of what its seat sees; the answer has
both, so that a link can be made from a description, and a form filled in from a link. The modules
that compute values are imported with the first question.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pegout.errors import PegoutError
from pegout.notation import describe_position, rules_from_text, rules_to_text, seat_to_ask
from pegout.notation.describe import description_of
from pegout.notation.position import write_position
from pegout.rules import Discard, Play, SeatView
from pegout.table.analyses import AnalysisRefused
from pegout.text import Translator
from pegout.wire import http

if TYPE_CHECKING:
    from pegout.review.options import Options

#: The size of the cache of results.
_REMEMBERED: Final = 200


def read_position_question(wanted: http.PositionWanted, t: Translator) -> SeatView:
    """Return what the seat knows that is to decide; error messages are in the language.

    >>> from pegout.text import language
    >>> form = http.PositionForm("5H 5S 6D 7C JD KS", scores=[84, 90])
    >>> read_position_question(http.PositionWanted(form=form), language("en")).scores
    (84, 90)

    Raises:
        AnalysisRefused: for what is no position, or one in which no seat has to decide.
    """
    from pegout.text.position_errors import position_problem

    try:
        return _described(wanted.form) if wanted.form is not None else seat_to_ask(wanted.position)
    except PegoutError as error:
        raise AnalysisRefused(error.code, position_problem(error, t)) from error


def _described(form: http.PositionForm) -> SeatView:
    return describe_position(
        form.hand,
        dealer=form.dealer,
        scores=form.scores,
        discards=form.discards,
        starter=form.starter,
        played=form.played,
        rules=rules_from_text(form.rules),
    )


def analyse_position(seen: SeatView, t: Translator) -> http.PositionAnalysed:
    """Value every option of the seat that is to decide, the best first."""
    from pegout.table.hints import advice_on
    from pegout.text.estimates import estimate_sentences
    from pegout.text.reasons import explanation
    from pegout.text.suggestions import suggestion

    position = write_position(seen)
    options = _valued(position)
    _, action, says = suggestion(seen, None, t)
    if options is not None and isinstance(action, Discard | Play):
        says = explanation(options, options.best, t)
    return http.PositionAnalysed(
        position=position,
        form=_form(seen),
        count=seen.count,
        hand=[str(card) for card in seen.hand],
        advice=None if options is None else advice_on(options, None, t, shown=len(options.options)),
        says=says,
        notes=[] if options is None else estimate_sentences(options.estimated, t),
    )


@lru_cache(_REMEMBERED)
def _valued(position: str) -> Options | None:
    from pegout.review.option_values import options_of

    return options_of(seat_to_ask(position))


def _form(seen: SeatView) -> http.PositionForm:
    """Describe a decision, with the seat that decides as seat 0."""
    said = description_of(seen)
    return http.PositionForm(
        hand=said.hand,
        dealer=said.dealer,
        scores=list(said.scores),
        discards=said.discards,
        starter=said.starter,
        played=said.played,
        rules=rules_to_text(seen.rules),
    )
