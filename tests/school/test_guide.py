"""The first game at a table: how it begins, what it says to the learner, what is asked of it."""

from datetime import UTC, datetime
from functools import partial

import msgspec

from pegout.match import Guided, Match, MatchError, Seated, Setup
from pegout.players import LEVELS, create
from pegout.school.guide import begin_lesson, guide_of
from pegout.table.memory import MemoryStore
from pegout.table.practice_tables import set_up_practice
from pegout.table.service import TableService
from pegout.text import Translator, language
from pegout.wire import table as wire
from pegout.wire.http import LessonWanted
from tests.cases import present, raises_code
from tests.sources import sources

EN, ES = language("en"), language("es")


def lesson_table(name: str = "Ann") -> TableService:
    store = MemoryStore(lambda: datetime(2026, 3, 1, tzinfo=UTC))
    begin = partial(begin_lesson, LessonWanted(name), EN)
    made = set_up_practice(
        store, begin, "abcdefghijklmnopqrstuvwxyz012345", LEVELS, sources("lesson")
    )
    return TableService(store, made.code, sources("lesson"), guide_of=guide_of)


def step_of(service: TableService, t: Translator = EN) -> wire.GuideStep:
    return present(present(service.guide(0, t)).step)


def answer(service: TableService, step: str, said: str, request: str) -> wire.Answer:
    message = wire.decode(
        msgspec.json.encode(
            {
                "type": "guide",
                "id": request,
                "match": service.playing().setup.id,
                "step": step,
                "answer": said,
            }
        )
    )
    assert isinstance(message, wire.AnswerGuide)
    return service.ask(0, EN, message)


def test_the_learner_deals_against_the_easiest_level() -> None:
    service = lesson_table()
    match = service.playing()
    assert [(seat.name, seat.kind) for seat in match.setup.seats] == [
        ("Ann", "person"),
        ("Ben", "gentle"),
    ]
    assert match.view(0).dealer == 0
    assert service.state.practice


def test_a_step_is_said_in_the_language_of_the_seat() -> None:
    service = lesson_table()
    assert step_of(service).says.startswith("Each of you has two pegs")
    assert step_of(service, ES).says.startswith("Cada uno tiene dos clavijas")


def test_the_standing_has_the_step_and_an_answer_brings_the_next() -> None:
    service = lesson_table()
    service.pending_messages([(0, "en")])
    for _ in range(2):
        # A request that is repeated is granted once.
        assert isinstance(answer(service, "board", "done", "g1"), wire.Done)
    assert sum(isinstance(event, Guided) for _, event in service.playing().entries) == 1
    sent = msgspec.json.decode(service.pending_messages([(0, "en")])[0, "en"])
    assert sent["standing"]["guide"]["step"]["step"] == "deal"
    assert sent["events"] == []


def test_what_each_discard_keeps_is_said() -> None:
    service = lesson_table()
    for step in "board", "fifteen", "pair", "run":
        service.answer_guide(0, step, "done")
    match = service.playing()
    for seat in 0, 1:
        match.act(seat, match.legal(seat)[0])
    kept = step_of(service).kept
    assert len(kept) == 15
    assert {"KH", "2S"} in [{*option.cards} for option in kept]
    best = next(option for option in kept if {*option.cards} == {"KH", "2S"})
    assert best.says == "You keep 10 points."


def test_only_a_lesson_has_a_guide() -> None:
    match = Match(Setup("x", "half", (Seated("Ann"), Seated("Ben", "gentle"))))
    assert guide_of(match, 0, EN) is None
    with raises_code(MatchError, "no_lesson"):
        match.note_guided(0, "board", "done")


def test_cards_that_score_are_marked_until_only_mistakes_are_told() -> None:
    service = lesson_table()
    match = service.playing()
    gentle = create("gentle")
    signs: dict[int, set[str]] = {1: set(), 2: set(), 3: set()}
    while match.view(0).deal <= 3 and not match.over:
        told = present(service.guide(0, EN))
        deal = match.view(0).deal
        signs[deal] |= set(told.marks.values())
        assert told.warns == (2 if deal == 3 else None)
        seat = min(match.to_act)
        # The last cards are the highest, which score with those of the opponent most often.
        match.act(seat, match.legal(0)[-1] if seat == 0 else gentle.choose(match.view(1)))
    assert signs[1] | signs[2]
    assert not signs[3]


def test_a_guide_that_was_left_says_so() -> None:
    service = lesson_table()
    service.answer_guide(0, "board", "leave")
    told = present(service.guide(0, EN))
    assert (told.step, told.left, told.marks, told.warns) == (None, True, {}, None)
