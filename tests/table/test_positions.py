"""Any position at a table: what is answered, and the practice table that begins there."""

from datetime import UTC, datetime
from functools import partial

import msgspec
import pytest

from pegout.match import MatchError
from pegout.notation import (
    seat_to_ask,
    write_position,
)
from pegout.players import LEVELS
from pegout.review.option_values import options_of
from pegout.rules import SeatView
from pegout.table.analyses import AnalysisRefused
from pegout.table.memory import MemoryStore
from pegout.table.positions import analyse_position, read_position_question
from pegout.table.practice_tables import begin_at_position, set_up_practice
from pegout.table.service import TableService
from pegout.text import language
from pegout.wire.http import PlayPosition, PositionForm, PositionWanted
from tests.cases import each, present, raises_code
from tests.sources import sources

EN = language("en")
HAND = "5H 5S 6D 7C JD KS"
FORM = PositionForm(HAND, scores=[84, 90], discards="JD KS", starter="2C", played="8D 7C 9S")
KEY = "0123456789abcdefghijklmnopqrstuv"


def seen(form: PositionForm = FORM) -> SeatView:
    return read_position_question(PositionWanted(form=form), EN)


def test_the_answer_has_the_numbers_of_the_hint() -> None:
    found = analyse_position(seen(), EN)
    options = present(options_of(seen()))
    advice = present(found.advice)
    assert [option.cards for option in advice.options] == [
        [str(card) for card in option.cards] for option in options.options
    ]
    assert [option.points for option in advice.options] == [
        option.points for option in options.options
    ]
    assert (found.count, found.hand) == (24, ["5H", "5S", "6D"])
    assert found.says.startswith("6♦")


def test_a_link_and_its_form_ask_the_same() -> None:
    found = analyse_position(seen(), EN)
    again = read_position_question(PositionWanted(found.position), EN)
    assert again == seen() == seen(found.form)
    assert analyse_position(again, EN) == found


def test_where_nothing_can_be_chosen_it_is_said() -> None:
    form = msgspec.structs.replace(FORM, played="TD 7C 8D 6D TS 5H 9S 5S")
    with pytest.raises(AnalysisRefused, match="All cards are played"):
        seen(form)
    found = analyse_position(
        seen(msgspec.structs.replace(FORM, played="TD 7C 9D 5H . 8D 6D 3S")), EN
    )
    assert found.advice is None
    assert found.says == "A club player would play the five of spades."


@each(
    ("wanted", "code"),
    [
        (PositionWanted("hello"), "bad_version"),
        (PositionWanted(), "bad_version"),
        (PositionWanted(form=PositionForm("5H")), "wrong_number"),
        (PositionWanted(form=PositionForm(HAND, rules="nobody")), "unknown_preset"),
        (PositionWanted(form=PositionForm(HAND, scores=[121, 0])), "bad_scores"),
    ],
)
def test_what_is_no_position_is_refused_in_words(wanted: PositionWanted, code: str) -> None:
    said = []
    for name in ("en", "es"):
        with raises_code(AnalysisRefused, code) as caught:
            read_position_question(wanted, language(name))
        said.append(str(caught.value))
    assert said[0] != said[1]


def play_on(request: PlayPosition, name: str) -> TableService:
    store = MemoryStore(lambda: datetime(2026, 3, 1, tzinfo=UTC))
    begin = partial(begin_at_position, request, EN)
    made = set_up_practice(store, begin, request.key, LEVELS, sources(name))
    (held,) = made.seats
    assert held.seat == 0
    return TableService(store, made.code, sources(name))


def test_a_practice_table_begins_at_a_position() -> None:
    request = PlayPosition(write_position(seen()), "casual", "Zoe", KEY)
    service = play_on(request, "first")
    match = service.playing()
    now = match.view(0)
    assert (now.scores, now.count, now.pile) == ((84, 90), 24, seen().pile)
    assert now.legal == seen().legal
    assert [seated.kind for seated in match.setup.seats] == ["person", "casual"]
    assert match.setup.seats[0].name == "Zoe"
    assert service.state.practice
    again = play_on(request, "first").playing()
    assert again.entries == match.entries


def test_nobody_sits_at_a_text_that_is_no_position() -> None:
    with raises_code(AnalysisRefused, "bad_version"):
        play_on(PlayPosition("hello"), "none")
    too_few = write_position(seen(msgspec.structs.replace(FORM, scores=[84, 1])))
    with raises_code(MatchError, "unreachable_scores"):
        play_on(PlayPosition(too_few), "none")


def test_a_record_says_where_the_game_began() -> None:
    position = write_position(seen())
    service = play_on(PlayPosition(position, "novice"), "record")
    tag = present(service.playing().record().tag("Practice"))
    assert tag.startswith(f"{position} game=1 deal=1 seat=0 event=")
    assert seat_to_ask(tag.split()[0]) == seen()
    assert service.playing().record().rules.scores_at_start == (82, 87)
