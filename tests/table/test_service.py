"""The table service as a program in the same process uses it: typed, without messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pegout.cards import Card
from pegout.match import Helped, Seated, Setup
from pegout.notation import Help
from pegout.players import ask
from pegout.rules import Discard, IllegalAction, Ready, Rules, RulesError
from pegout.storage import Library
from pegout.table.hints import answer_hint
from pegout.table.service import TableService
from pegout.table.state import plan_table, state_around
from pegout.text import language
from pegout.wire.http import Order, SeatOrder
from tests.sources import sources

PERSONS = (Seated("Ann"), Seated("Ben"))
ALONE = (Seated("Ann"), Seated("Ben", "novice"))


@pytest.fixture
def library() -> Iterator[Library]:
    with Library.open("sqlite://") as kept:
        yield kept


def open_table(library: Library, *seats: Seated) -> TableService:
    """Open a table around a match of its own."""
    made = Rules(first_deal="chosen", target=31)
    match = library.create(Setup("match", made, seats or ALONE, dealer=0))
    library.add_table("PINE", state_around(match).text(), "match")
    return TableService(library, "PINE", sources("service"))


def advance(service: TableService) -> None:
    """Let the computer players decide, until a person has to."""
    turn = service.turn({})
    while turn is not None:
        turn = service.take(turn, ask(turn.player, turn.view), {})


def deal(service: TableService) -> tuple[Card, ...]:
    """Begin the first deal, and return the hand of seat 0."""
    service.act(0, Ready(0))
    advance(service)
    return service.playing().view(0).hand


def play(service: TableService) -> None:
    """Play to the end of the game, a person with the first legal action."""
    advance(service)
    while not (match := service.playing()).game_over:
        seat = min(match.to_act)
        service.act(seat, match.legal(seat)[0])
        advance(service)


def refuses(code: str) -> Any:
    return pytest.raises(RulesError, check=lambda error: error.code == code)


def test_a_match_is_played_and_another_one_follows(library: Library) -> None:
    service = open_table(library)
    for early in (service.rematch, lambda: service.next_game(0)):
        with refuses("not_over"):
            early()
    play(service)
    first = service.playing()
    assert first.over
    service.rematch()
    assert service.playing().setup.id != first.setup.id
    assert service.playing().setup.dealer == first.next_dealer()
    assert library.load("match").record() == first.record()


def test_what_another_program_played_is_found_first(library: Library) -> None:
    service, other = open_table(library), TableService(library, "PINE", sources("service"))
    hand = deal(other)
    # The service has not seen the deal yet.
    service.act(0, Discard(0, hand[:2]))
    assert service.playing().view(0).discards == hand[:2]
    with pytest.raises(IllegalAction):
        service.act(0, Ready(0))


def test_a_decision_is_taken_back(library: Library) -> None:
    service = open_table(library)
    with refuses("no_undo"):
        service.undo(0)
    hand = deal(service)
    service.act(0, Discard(0, hand[:2]))
    service.undo(0)
    assert service.playing().view(0).hand == hand


def test_a_question_is_answered_and_the_help_is_logged(library: Library) -> None:
    service, t = open_table(library), language("en")
    hand = deal(service)
    question = service.question_of(0)
    answer = answer_hint(question, t)
    assert answer.advice is not None
    help_ = question.help_by(answer)
    assert help_ is Help.HINT
    service.note_help(0, question, help_, "match")
    assert Helped(0, Help.HINT) in [entry.event for entry in service.playing().entries]
    own = answer_hint(service.question_of(0, cards=hand[:2]), t)
    assert own.advice is not None
    assert own.advice.chosen is not None
    with pytest.raises(RulesError):
        service.question_of(0, tried=Discard(0, hand[:1]))


def test_persons_against_each_other_have_no_hints(library: Library) -> None:
    service = open_table(library, *PERSONS)
    with refuses("no_hint"):
        service.question_of(0)


def test_computer_players_may_be_watched_where_no_host_is_needed() -> None:
    order = Order(seats=[SeatOrder("Ann", "novice"), SeatOrder("Ben", "club")], key="k" * 40)
    with refuses("no_person"):
        plan_table(order, Rules())
    state, held = plan_table(order, Rules(), hosted=False)
    assert (state.full, held) == (True, [])


def test_the_first_dealer_is_the_seat_that_was_ordered_where_it_is_chosen() -> None:
    seats = [SeatOrder("Ann", "person"), SeatOrder("Ben", "club")]
    order = Order(seats=seats, key="k" * 40, dealer=1)
    assert plan_table(order, Rules(first_deal="chosen"))[0].dealer == 1
    assert plan_table(order, Rules())[0].dealer is None
    with refuses("bad_seat"):
        plan_table(Order(seats=seats, key="k" * 40, dealer=2), Rules())
