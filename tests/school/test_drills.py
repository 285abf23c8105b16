"""Drills: the same question for the same chance, and answers judged as a review judges them."""

from datetime import date, timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.cards import Card, format_cards
from pegout.review.game_review import Choice, decide
from pegout.rules import Played, Scored
from pegout.school.choices import options_at, view_at
from pegout.school.counting_drill import judge_count, read_count, write_count
from pegout.school.discard_drill import CLOSE, is_trap
from pegout.school.drill_messages import find_question
from pegout.school.drills import judge, keep_answer, make, measure, next_question
from pegout.school.errors import SchoolError
from pegout.school.play_drill import LAST_CARDS, NEAR_END, play_out
from pegout.school.progress import PlayerProgress
from pegout.school.questions import DRILLS, DrillQuestion, read_filter
from pegout.school.told import told_reply
from pegout.text import language
from pegout.wire.learning import DrillName, QuestionWanted
from tests.cases import each, raises_code

DAY = date(2026, 11, 28)
DISCARD = "1~standard~discard~deal-1-1~score-84.90~rear-0.0~dealt-5H5S6D7CJDKS.xxxxxx"
PLAY = (
    "1~standard~play~deal-1-1~score-51.32~rear-0.0~dealt-AH5C7H8S9CKC.5Dxxxxx~away-AHKC.xx"
    "~starter-6D~play-09C15D"
)


def test_a_card_is_asked_for_at_the_table_of_its_position() -> None:
    asked = find_question(QuestionWanted("play", PLAY), language("en"))
    assert asked.table is not None
    assert (asked.table.starter, asked.table.count) == ("6D", 14)
    played = [(card.card, card.own, card.over) for card in asked.table.played]
    assert played == [("9C", True, False), ("5D", False, False)]
    assert asked.table.says[-1] == "The count is 14."
    assert len(asked.situation) == 2
    for other in (QuestionWanted("discards", DISCARD), QuestionWanted("counting")):
        assert find_question(other, language("en")).table is None


@each("drill", DRILLS)
def test_the_same_chance_gives_the_same_question(drill: DrillName) -> None:
    assert make(drill, Random(3)) == make(drill, Random(3)) != make(drill, Random(4))


@each(
    ("drill", "wanted"),
    [
        ("counting", ""),
        ("counting", "hand easy"),
        ("counting", "crib hard"),
        ("counting", "pile medium"),
        ("discards", ""),
        ("discards", "pone close"),
        ("discards", "dealer 84-90"),
        ("play", ""),
        ("play", "last pone"),
        ("play", "end hard"),
        ("play", "dealer 0-0"),
    ],
)
def test_a_question_is_as_wanted_and_has_a_wrong_answer(drill: DrillName, wanted: str) -> None:
    question = make(drill, Random(5), wanted)
    assert 0 < measure(question) < 1
    if drill == "counting":
        found = read_count(question.text)
        assert found.kind in wanted or not wanted
        return
    view, options = view_at(question.text), options_at(question.text)
    assert any(not options.loss(option).nothing for option in options.options)
    assert "pone" not in wanted or view.dealer == 1
    assert "dealer" not in wanted or view.dealer == 0
    assert "last" not in wanted or len(view.hand) <= LAST_CARDS
    assert "end" not in wanted or min(view.needs(0), view.needs(1)) <= NEAR_END
    if "84-90" in wanted:
        assert view.scores == (84, 90)
    if "close" in wanted:
        behind = [one for one in options.options if not options.loss(one).nothing]
        assert options.best.points - behind[0].points <= CLOSE


@pytest.mark.slow
def test_in_a_trap_the_best_hand_loses() -> None:
    question = make("discards", Random(5), "traps")
    options = options_at(question.text)
    tempting = max(options.options, key=lambda option: option.hand)
    assert is_trap(options)
    assert not judge(question, format_cards(tempting.cards)).right


@each(
    ("drill", "wanted"),
    [
        ("counting", "dealer"),
        ("counting", "84-90"),
        ("counting", "easy hard"),
        ("discards", "last"),
        ("discards", "dealer pone"),
        ("discards", "121-90"),
        ("discards", "84-"),
        ("play", "traps"),
    ],
)
def test_a_filter_that_does_not_exist_is_refused(drill: DrillName, wanted: str) -> None:
    with raises_code(SchoolError, "bad_filter"):
        read_filter(drill, wanted)


# Counting


@st.composite
def counts(draw: st.DrawFn) -> str:
    return make("counting", Random(draw(st.integers(0, 10_000)))).text


@given(counts())
def test_the_total_and_all_combinations_are_right(text: str) -> None:
    question = read_count(text)
    assert write_count(question) == text
    total = sum([item.points for item in question.items])
    assert judge_count(text, str(total)).right
    for off in {-1, 1} - {-1 if not total else 0}:
        judged = judge_count(text, str(total + off))
        assert (judged.grade, judged.points, judged.items) == ("wrong", 1, question.items)
    said = ", ".join([format_cards(item.cards) for item in question.items])
    assert judge_count(text, said).right


@given(counts(), st.data())
def test_what_is_not_tapped_is_missed(text: str, data: st.DataObject) -> None:
    items = read_count(text).items
    left_out = data.draw(st.sets(st.sampled_from(range(len(items))))) if items else set()
    said = [format_cards(item.cards) for at, item in enumerate(items) if at not in left_out]
    judged = judge_count(text, ", ".join(said))
    # Two items of the same cards, such as fifteen and a run in the play, are tapped at once.
    tapped = {item.cards for at, item in enumerate(items) if at not in left_out}
    assert judged.missed == tuple([item for item in items if item.cards not in tapped])
    assert judged.points == sum([item.points for item in judged.missed])


@given(counts(), st.data())
def test_cards_that_score_nothing_are_worthless(text: str, data: st.DataObject) -> None:
    question = read_count(text)
    cards = [*question.cards, *([] if question.starter is None else [question.starter])]
    some = data.draw(st.sampled_from([c for n in range(1, 4) for c in combinations(cards, n)]))
    judged = judge_count(text, format_cards(some))
    assert judged.worthless in ((), (tuple(sorted(some)),))
    if judged.worthless:
        assert set(some) not in [set(item.cards) for item in question.items]
        assert judged.errors[-1] == "worthless"
    else:
        assert any(set(some) <= set(item.cards) for item in question.items)


@each(
    ("text", "parts"),
    [
        ("7C 7D 8H 9S | KC", "7C 8H 9S, 7D 8H 9S, 7C 7D"),
        ("7C 7D 7S 8H | 9S", "7C 8H 9S, 7D 8H 9S, 7S 8H 9S, 7C 7D, 7C 7S, 7D 7S"),
        ("2C 2D 2S KH | 4S", "2C 2D, 2C 2S, 2D 2S"),
    ],
)
def test_an_item_is_found_by_its_parts(text: str, parts: str) -> None:
    fifteens = [item for item in read_count(text).items if item.kind == "fifteen"]
    said = ", ".join([parts, *[format_cards(item.cards) for item in fifteens]])
    assert judge_count(text, said).right
    assert not judge_count(text, said.partition(",")[2]).right


@each(
    "text", ["", "5H", "5H 5S | 5D", "5h 5s 5c jd | 5D", "5H 5S 5C JD|5D", "KH KS KD KC", "?? 5H"]
)
def test_what_is_no_count_is_refused(text: str) -> None:
    if text == "5H":
        assert read_count(text).items == ()
        return
    with raises_code(SchoolError, "bad_question"):
        read_count(text)


@each("answer", ["100", "KH", "5H 5H", "five", "5H; 5S"])
def test_what_is_no_count_of_these_cards_is_refused(answer: str) -> None:
    with raises_code(SchoolError, "bad_answer"):
        judge_count("5H 5S 5C JD | 5D", answer)


# Discards and the play


@each("text", [DISCARD, PLAY])
def test_every_choice_is_judged_as_in_a_review(text: str) -> None:
    options, view = options_at(text), view_at(text)
    drill: DrillName = "discards" if text == DISCARD else "play"
    for option in options.options:
        judged = judge(DrillQuestion(drill, text), format_cards(option.cards))
        reviewed = decide(Choice(0, view, option.cards))
        assert reviewed is not None
        assert judged.loss == reviewed.loss
        assert judged.right is reviewed.loss.nothing
        assert judged.errors == (() if judged.right else (reviewed.verdict.value,))
        assert judged.options == options


def test_ties_are_right() -> None:
    for seed in range(40):
        question = make("play", Random(seed))
        options = options_at(question.text)
        tied = [option for option in options.options[1:] if options.loss(option).tied]
        if tied:
            assert judge(question, format_cards(tied[0].cards)).right
            return
    raise AssertionError("no tie was drawn")


@each(
    ("drill", "text", "answer", "code"),
    [
        ("discards", PLAY, "7H", "bad_question"),
        ("play", DISCARD, "JD KS", "bad_question"),
        ("play", "", "7H", "bad_question"),
        ("play", "x" * 20_000, "7H", "bad_question"),
        (
            "discards",
            DISCARD.replace("standard", "half").replace("84.90", "1.9"),
            "JD KS",
            "bad_rules",
        ),
        ("discards", DISCARD, "JD", "bad_answer"),
        ("discards", DISCARD, "", "bad_answer"),
        ("discards", DISCARD, "2C 3C", "bad_answer"),
        ("play", PLAY, "AS", "bad_answer"),
        ("play", PLAY, "", "bad_answer"),
    ],
)
def test_what_cannot_be_judged_is_refused(
    drill: DrillName, text: str, answer: str, code: str
) -> None:
    with raises_code(SchoolError, code):
        judge(DrillQuestion(drill, text), answer)


def test_a_reply_is_played_out_by_the_rules() -> None:
    reply = play_out(PLAY, "5C", Random(1))
    first, second = reply.events[:2]
    assert first == Played(0, Card("5C"), 19)
    assert isinstance(second, Scored)
    assert second.score == 53
    played = [event for event in reply.events if isinstance(event, Played)]
    assert {event.card for event in played if event.seat == 1} == set(reply.held)
    assert len(played) == 6
    assert play_out(PLAY, "5C", Random(1)) == reply


def test_a_reply_is_told_in_each_language() -> None:
    reply = play_out(PLAY, "5C", Random(1))
    held, *said = told_reply(reply, language("es"))
    assert held.startswith("En este reparto el rival tenía ")
    assert said[0] == "Juegas 5♣; la cuenta es diecinueve."


def test_a_position_that_no_deal_reaches_has_no_reply() -> None:
    text = (
        PLAY.replace("51.32", "51.0")
        .replace("09C15D", "09C15D05C1TS1g0g.")
        .replace("5Dxxxxx", "5DTSxxxx")
    )
    with raises_code(SchoolError, "bad_question"):
        play_out(text, "7H", Random(1))


# Progress


def test_what_is_due_comes_before_what_is_new() -> None:
    value = PlayerProgress()
    missed = DrillQuestion("counting", "7C 7D 8H 9S | KC")
    value = keep_answer(value, missed, judge(missed, "10"), DAY, 3.0)
    assert value.of("counting").days[DAY].errors == {"too few": 1}
    same_day = next_question(value, "counting", "", DAY, Random(1))
    assert same_day == make("counting", Random(1))
    later = DAY + timedelta(days=1)
    assert next_question(value, "counting", "", later, Random(1)) == missed
    value = keep_answer(value, missed, judge(missed, "12"), later, 3.0)
    assert next_question(value, "counting", "", later, Random(1)) == same_day


def test_an_item_that_cannot_be_read_is_passed_over() -> None:
    value = PlayerProgress()
    right = judge(DrillQuestion("play", PLAY), "5C")
    wrong = judge(DrillQuestion("play", PLAY), "8S")
    assert right.right
    assert not wrong.right
    value = keep_answer(value, DrillQuestion("play", PLAY), wrong, DAY)
    items = {"1~standard~nothing": value.of("play").items[PLAY], **value.of("play").items}
    value.drills["play"].items.update(items)
    found = next_question(value, "play", "", DAY + timedelta(days=9), Random(1))
    assert found.text == PLAY
