"""The mistakes of recorded games, each pattern once."""

from datetime import date, timedelta
from random import Random

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.notation import Record, describe_position, write_position
from pegout.players import advance
from pegout.review.game_numbers import gather
from pegout.review.game_review import Verdict, choices, decide, review_record
from pegout.rules import Rules
from pegout.school.drills import due_mistakes, judge, keep_answer, next_mistake, next_question
from pegout.school.errors import SchoolError
from pegout.school.mistakes import add_mistakes, mistakes_at, mistakes_in, mistakes_of
from pegout.school.patterns import pattern_of
from pegout.school.progress import PlayerProgress, due_items, keep_items
from pegout.school.questions import DrillQuestion
from tests.cases import raises_code

DAY = date(2026, 11, 28)
HAND = "1~standard~discard~deal-1-1~score-{}~rear-0.0~dealt-{}.xxxxxx"


def discard(cards: str, scores: str = "10.20") -> DrillQuestion:
    return DrillQuestion("discards", HAND.format(scores, cards))


def test_suits_are_no_difference_and_ranks_and_a_flush_are() -> None:
    one = pattern_of(discard("5H5S6D7CJDKS"))
    assert pattern_of(discard("5C5D6S7HJSKD")) == one
    assert pattern_of(discard("5H5S6D7CJDQS")) != one
    assert pattern_of(discard("5H5S6D7DJDKD")) != one
    # Far from the end the score is none; near it, it is.
    assert pattern_of(discard("5H5S6D7CJDKS", "11.20")) == one
    assert pattern_of(discard("5H5S6D7CJDKS", "110.100")) != pattern_of(
        discard("5H5S6D7CJDKS", "111.100")
    )


@pytest.mark.long
def test_every_mistake_of_a_record_is_asked_once() -> None:
    seats = (Seated("Ann", "casual"), Seated("Ben", "gentle"))
    match = Match(Setup("game", Rules(), seats), secrets=seeded_secrets("mistakes"))
    for _ in advance(match):
        pass
    record, made = match.record(), 0
    for seat in (0, 1):
        found = list(mistakes_of(record, seat))
        wrong = [
            one
            for game in review_record(record, seat)
            for one in game.decisions
            if one.verdict in (Verdict.MISTAKE, Verdict.LARGE_MISTAKE)
        ]
        assert len(found) == len(wrong)
        for question, reviewed in zip(found, wrong, strict=True):
            judged = judge(question, " ".join(map(str, reviewed.chosen.cards)))
            assert judged.loss is not None
            assert judged.loss.points == pytest.approx(reviewed.loss.points)
            assert not judged.right
        value = add_mistakes(PlayerProgress(), [*found, *found], DAY)
        texts = [text for name in ("discards", "play") for text in due_items(value, name, DAY)]
        assert sorted(texts) == sorted({question.text for question in found})
        assert add_mistakes(value, found, DAY) == value
        game = record.games[0]
        valued = [decide(choice) for choice in choices(record.rules, game)]
        own = [one for one in valued if one is not None and one.seat == seat]
        numbers = gather(record.rules, game, own)
        assert list(mistakes_in(record.rules, game, numbers)) == found
        made += len(found)
    assert made > 0


def test_a_mistake_comes_back_like_any_item() -> None:
    question = discard("5H5S6D7CJDKS")
    value = add_mistakes(PlayerProgress(), [question, discard("5C5D6S7HJSKD")], DAY)
    assert due_items(value, "discards", DAY) == [question.text]
    assert next_question(value, "discards", "", DAY, Random(1)) == question
    value = keep_answer(value, question, judge(question, "JD KS"), DAY)
    item = value.of("discards").items[question.text]
    assert item.answers == 2
    assert item.memory.due > DAY


def test_games_by_other_rules_are_refused() -> None:
    for rules in (Rules(players=3), Rules(lowball=True), Rules(target=161)):
        with raises_code(SchoolError, "bad_rules"):
            list(mistakes_of(Record(rules, ()), 0))
    for rules in (Rules(first_deal="chosen"), Rules("half", counting="manual", muggins=True)):
        assert list(mistakes_of(Record(rules, ()), 0)) == []


def test_positions_are_asked_as_of_a_game_to_121() -> None:
    cards = "5H5S6D7CJDKS"
    short = "1~half.counting-manual~discard~deal-1-1~score-{}~rear-0.0~dealt-" + cards + ".xxxxxx"
    three = write_position(
        describe_position("5H 5S 6D 7C JD", dealer=1, scores=(0, 0, 0), rules=Rules(players=3))
    )
    positions = [short.format("0.0"), three, short.format("50.40"), HAND.format("0.0", cards)]
    found = list(mistakes_at(positions))
    assert found == [discard(cards, scores) for scores in ("60.60", "110.100", "0.0")]
    # Far from the end the score is no difference.
    value = add_mistakes(PlayerProgress(), found, DAY)
    assert due_mistakes(value, DAY) == sorted(found[:2])
    with raises_code(SchoolError, "bad_question"):
        list(mistakes_at(["my notes"]))


def test_the_longest_due_of_all_drills_comes_first() -> None:
    value = add_mistakes(PlayerProgress(), [discard("5H5S6D7CJDKS")], DAY)
    count = DrillQuestion("counting", "7C 7D 8H 9S | KC")
    value = keep_answer(value, count, judge(count, "10"), DAY - timedelta(days=3))
    nonsense = {"nonsense": value.of("counting").items[count.text]}
    value = keep_items(value, "play", nonsense)
    assert [question.drill for question in due_mistakes(value, DAY)] == [
        "counting",
        "play",
        "discards",
    ]
    assert next_mistake(value, DAY) == count
    value = keep_answer(value, count, judge(count, "12"), DAY)
    assert next_mistake(value, DAY) == discard("5H5S6D7CJDKS")
    assert next_mistake(value, DAY - timedelta(days=3)) is None
