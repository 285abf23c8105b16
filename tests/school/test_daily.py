"""The daily: the same everywhere on a date, never trivial, and a streak that is fair."""

import hashlib
import json
import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.cards import CARDS, format_cards
from pegout.rules import Discarded, Played
from pegout.school.choices import options_at
from pegout.school.counting_drill import read_count
from pegout.school.daily import (
    VERSION,
    Daily,
    deal_step,
    keep_daily,
    make_daily,
    score_daily,
    share_text,
)
from pegout.school.drills import measure
from pegout.school.errors import SchoolError
from pegout.school.progress import PlayerProgress
from pegout.school.questions import DrillQuestion
from pegout.school.streak import streak
from pegout.svg import daily_svg
from pegout.text import language
from pegout.text.daily_words import daily_words
from pegout.text.names import card_name, short
from pegout.wire.learning import DailyResult
from tests.cases import raises_code

DAY = date(2026, 11, 28)
DAYS = st.integers(0, 30).map(lambda days: DAY + timedelta(days=days))
SOME_DAYS = st.sets(DAYS, max_size=20)
FIFTY = DailyResult(VERSION, 50)


def days(*numbers: int) -> list[date]:
    return [DAY + timedelta(days=number) for number in numbers]


def best(question: DrillQuestion) -> str:
    if question.drill == "counting":
        return str(sum([item.points for item in read_count(question.text).items]))
    return format_cards(options_at(question.text).best.cards)


def play_deal(daily: Daily) -> list[str]:
    """Answer every decision of the deal with the best."""
    answers: list[str] = []
    while question := deal_step(daily, answers).question:
        answers.append(best(question))
    return answers


def texts(day: date) -> list[str]:
    daily = make_daily(day)
    return [question.text for question in (*daily.questions, daily.deal)]


def test_a_version_never_changes_its_past_days() -> None:
    """A change that alters these is a new version, from a later date on."""
    found = [texts(day) for day in (DAY, date(2027, 2, 28), date(2028, 2, 29))]
    digest = hashlib.sha256(json.dumps(found).encode()).hexdigest()
    assert (VERSION, digest[:16]) == (1, "40a46d79a48ebcce")


@pytest.mark.long
def test_two_machines_in_two_time_zones_have_the_same_daily() -> None:
    said = set()
    for zone, seed in (("Pacific/Kiritimati", "1"), ("Pacific/Pago_Pago", "2")):
        line = [sys.executable, "-m", "pegout", "daily", "--date", DAY.isoformat(), "--json"]
        env = os.environ | {"TZ": zone, "PYTHONHASHSEED": seed}
        said.add(subprocess.run(line, env=env, check=True, capture_output=True).stdout)
    assert len(said) == 1


@pytest.mark.long
def test_no_daily_is_trivial_and_all_are_different() -> None:
    seen = set()
    for number in range(20):
        daily = make_daily(DAY + timedelta(days=number))
        for question in (*daily.questions, daily.deal):
            assert measure(question) >= 1 / 3
            seen.add(question.text)
    assert len(seen) == 20 * 6


def test_the_best_answers_score_a_hundred_and_no_answers_are_refused() -> None:
    daily = make_daily(DAY)
    deal, answers = play_deal(daily), [best(question) for question in daily.questions]
    scored = score_daily(daily, answers, deal)
    assert (scored.score, scored.grades, scored.lost) == (100, ("right",) * 5, 0)
    none = score_daily(daily, ["0", "0", *answers[2:]], deal)
    assert none.score == 100 - 2 * 14
    for given_answers, given_deal in ((answers[1:], deal), (answers, deal[:-1])):
        with raises_code(SchoolError, "bad_answer"):
            score_daily(daily, given_answers, given_deal)
    with raises_code(SchoolError, "bad_answer"):
        deal_step(daily, [*deal, "5H"])


def test_a_worse_deal_scores_less() -> None:
    daily = make_daily(DAY)
    answers = [best(question) for question in daily.questions]
    worst = format_cards(options_at(daily.deal.text).options[-1].cards)
    deal = [worst]
    while question := deal_step(daily, deal).question:
        deal.append(best(question))
    scored = score_daily(daily, answers, deal)
    assert scored.lost > 3
    assert scored.score == 70


def test_the_deal_is_played_by_the_rules_and_hides_the_opponent() -> None:
    daily = make_daily(DAY)
    answers, played = play_deal(daily), []
    for at in range(len(answers) + 1):
        for event in deal_step(daily, answers[:at]).events:
            if isinstance(event, Discarded) and event.seat == 1:
                assert not any(card.known for card in event.cards)
            if isinstance(event, Played):
                played.append(event.card)
    assert len(set(played)) == len(played) == 8


def test_the_text_to_share_gives_nothing_away() -> None:
    daily = make_daily(DAY)
    deal, answers = play_deal(daily), [best(question) for question in daily.questions]
    text = share_text(DAY, score_daily(daily, answers, deal))
    assert text == "Pegout 2026-11-28  100/100  ●●●●● ±0"
    # Of a daily that was kept without its answers, only the score is known.
    assert share_text(DAY, FIFTY) == "Pegout 2026-11-28  50/100"


@pytest.mark.parametrize("code", ["en", "es"])
def test_nor_does_the_picture(code: str) -> None:
    """No card of the day is in it, in any way of writing, and no cards are drawn."""
    daily = make_daily(DAY)
    scored = score_daily(daily, ["0", "0", *map(best, daily.questions[2:])], play_deal(daily))
    t = language(code)
    words = daily_words(DAY, scored, 3, t)
    assert [*words.marks] == ["wrong", "wrong", "right", "right", "right"]
    for light in (False, True):
        drawing = daily_svg(words, light=light)
        names = {name for card in CARDS for name in (str(card), short(card), card_name(card, t))}
        assert [name for name in names if name in drawing] == []
        assert "<title>" not in drawing
        for question in (*daily.questions, daily.deal):
            assert question.text not in drawing


# The streak


@given(SOME_DAYS, DAYS)
def test_a_streak_counts_days_and_never_more(played: set[date], today: date) -> None:
    assert 0 <= streak(played, today) <= len(played)
    assert streak([*played, *played], today) == streak(played, today)


@given(st.integers(1, 40), st.data())
def test_one_day_in_seven_is_forgiven(length: int, data: st.DataObject) -> None:
    whole = days(*range(length))
    assert streak(whole, whole[-1]) == length
    missed = data.draw(st.integers(0, length - 1))
    left = [day for at, day in enumerate(whole) if at != missed]
    if 0 < missed < length - 1:
        assert streak(left, whole[-1]) == length - 1
        assert streak(left, whole[-1] + timedelta(days=2)) == (
            length - 1 if length - missed >= 7 else 0
        )


@given(st.integers(2, 20), st.integers(2, 6))
def test_two_missed_days_within_seven_end_it(before: int, apart: int) -> None:
    played = days(*range(before), *range(before + 1, before + apart))
    after = days(before + apart + 1)
    assert streak([*played, *after], after[0]) == 1
    assert streak(played, played[-1] + timedelta(days=3)) == 0


@given(SOME_DAYS, DAYS, st.integers(1, 400))
def test_a_clock_that_was_set_back_neither_lengthens_nor_ends_it(
    played: set[date], today: date, back: int
) -> None:
    progress = PlayerProgress()
    for day in sorted(day for day in played if day <= today):
        progress = keep_daily(progress, day, FIFTY)
    progress = keep_daily(progress, today, FIFTY)
    earlier = today - timedelta(days=back)
    assert keep_daily(progress, earlier, DailyResult(VERSION, 100)) == progress
    assert streak(progress.daily, earlier) == streak(progress.daily, today) > 0


@given(
    st.integers(0, 23),
    st.integers(1, 30),
    st.integers(-12, 12),
    st.integers(-12, 12),
    st.integers(0, 30),
)
def test_travel_neither_lengthens_nor_ends_it(
    hour: int, number: int, one: int, other: int, crossed: int
) -> None:
    """Once every 24 hours, with a change of the time zone on the way."""
    start = datetime(2026, 11, 28, hour, tzinfo=UTC)
    progress = PlayerProgress()
    today = DAY
    for at in range(number):
        zone = timezone(timedelta(hours=one if at < crossed else other))
        today = (start + timedelta(days=at)).astimezone(zone).date()
        progress = keep_daily(progress, today, FIFTY)
    assert number - 1 <= streak(progress.daily, today) <= number


@given(SOME_DAYS, st.integers(0, 100))
def test_the_first_result_of_a_day_stays(played: set[date], score: int) -> None:
    progress = PlayerProgress()
    for day in sorted(played):
        progress = keep_daily(progress, day, DailyResult(VERSION, score))
        assert keep_daily(progress, day, DailyResult(VERSION, 100 - score)) == progress
    assert set(progress.daily) == played
