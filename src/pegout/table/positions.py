"""Any position, asked about: what to discard or to play there, and what every option is worth.

A question comes as the text of a position or as a description of what its seat sees; the answer has
both, so that a link can be made from a description, and a form filled in from a link. The modules
that compute values are imported with the first question.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pegout.cards import VALUES
from pegout.errors import PegoutError
from pegout.notation import rules_from_text, rules_to_text, seat_to_ask
from pegout.notation.describe import describe_deal, description_of
from pegout.notation.position import moves_of, write_position
from pegout.rules import Discard, Play, SeatView
from pegout.table.analyses import AnalysisRefused
from pegout.text import Translator
from pegout.wire import http

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegout.review.options import Options
    from pegout.wire.decision_values import DecisionAdvice

#: The size of the cache of results.
_REMEMBERED: Final = 200


def read_position_question(wanted: http.PositionWanted, t: Translator) -> SeatView:
    """Return what the seat knows that is to decide; error messages are in the language.

    >>> from pegout.text import language
    >>> form = http.PositionForm("5H 5S 6D 7C JD KS", scores=[84, 90])
    >>> read_position_question(http.PositionWanted(form=form), language("en")).scores
    (84, 90)

    Raises:
        AnalysisRefused: for what is no position, or one in which no seat has to decide. A
            description may end before the turn of the seat that asks.
    """
    from pegout.text.position_errors import position_problem

    try:
        return _described(wanted.form) if wanted.form is not None else seat_to_ask(wanted.position)
    except PegoutError as error:
        raise AnalysisRefused(error.code, position_problem(error, t)) from error


def _described(form: http.PositionForm) -> SeatView:
    return describe_deal(
        form.hand,
        form.dealer,
        form.scores,
        form.discards,
        form.starter,
        form.played,
        rules_from_text(form.rules),
    )


def analyse_position(seen: SeatView, t: Translator) -> http.PositionAnalysed:
    """Value every option of the seat that is to decide, the best first."""
    from pegout.text.estimates import estimate_sentences

    decides = seen.seat in seen.to_act
    position = write_position(seen) if decides else ""
    options = _valued(position) if decides else None
    return http.PositionAnalysed(
        position=position,
        form=_form(seen),
        turn=0 if decides else _from_seat(seen, seen.turn or 0),
        moves=list(_moves(seen)),
        count=seen.count,
        hand=[str(card) for card in seen.hand],
        advice=None if options is None else _advice(options, t),
        says=_sentence(seen, options, t),
        notes=[] if options is None else estimate_sentences(options.estimated, t),
    )


def _advice(options: Options, t: Translator) -> DecisionAdvice:
    from pegout.table.hints import advice_on

    return advice_on(options, None, t, shown=len(options.options))


def _sentence(seen: SeatView, options: Options | None, t: Translator) -> str:
    """Say what to do and why, or what is missing."""
    from pegout.text.position_errors import others_turn
    from pegout.text.reasons import explanation
    from pegout.text.suggestions import suggestion

    if seen.seat not in seen.to_act:
        return others_turn(t)
    _, action, says = suggestion(seen, None, t)
    if options is None or not isinstance(action, Discard | Play):
        return says
    return explanation(options, options.best, t)


def _from_seat(seen: SeatView, seat: int) -> int:
    """Count a seat from the one that asks."""
    return (seat - seen.seat) % seen.rules.players


def _moves(seen: SeatView) -> Iterator[http.PositionMove]:
    count = 0
    for seat, card in moves_of(seen):
        count = 0 if seat is None else count + (VALUES[card] if card is not None else 0)
        yield http.PositionMove(
            None if seat is None else _from_seat(seen, seat),
            None if card is None else str(card),
            count,
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
