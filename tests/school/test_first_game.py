"""The first game brings up everything that it teaches, whatever the learner does."""

import re
from collections import Counter
from random import Random

import pytest

from pegout.cards import parse_cards
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.notation import verify_deals
from pegout.players import create
from pegout.rules import DealEnded, Scored
from pegout.school import first_game
from pegout.school.guide import moment_of, progress_of
from pegout.school.lesson import Due, LessonState, after, guide, kept_points
from pegout.server.assets import STATIC

#: The steps that no choice of the learner may prevent; the others depend on the play.
ALWAYS = {step.name for step in first_game.SCRIPT} - {
    "their_go", "own_go", "again", "last_card", "own_hand", "own_hand_again",
}  # fmt: skip


def begin(seed: int) -> Match:
    seats = Seated("Ann"), Seated("Ben", first_game.LEVEL)
    setup = Setup("lesson", first_game.RULES, seats, dealer=first_game.LEARNER)
    secrets = seeded_secrets(str(seed))
    return Match(setup, secrets=secrets, practice=first_game.begin())


def due(match: Match) -> Due | None:
    moment = moment_of(match, first_game.LEARNER)
    return guide(first_game.SCRIPT, moment, progress_of(match))


def play(match: Match, seed: int) -> list[str]:
    """Play the first game to its end with random choices; return the steps that came up."""
    chance = Random(seed)
    gentle = create(first_game.LEVEL, seed)
    seen = []
    while True:
        step = due(match)
        if step is not None and step.step.way != "act":
            seen.append(step.step.name)
            match.note_guided(first_game.LEARNER, step.step.name, "done")
            continue
        if step is not None and step.step.name not in seen:
            seen.append(step.step.name)
        if match.over:
            return seen
        seat = min(match.to_act)
        if seat == first_game.LEARNER:
            action = chance.choice(match.legal(seat))
        else:
            action = gentle.choose(match.view(seat))
        match.act(seat, action)


def test_the_lesson_before_the_table_has_the_same_hand_and_words() -> None:
    text = (STATIC / "js" / "pages" / "first_lesson.js").read_text("utf-8")
    (hand,) = re.findall(r"HAND = Object.freeze\(\[(.*)\]\)", text)
    match = begin(1)
    for seat in (0, 1):
        match.act(seat, match.legal(seat)[0])
    assert parse_cards(hand.replace('"', "").replace(",", " ")) == match.view(0).hand
    names = re.findall(r'name: "(\w+)"', text)
    assert names == ["fifteen", "pair", "run"]
    says = {step.name: step.says for step in first_game.SCRIPT}
    assert all(says[name] in text for name in names)


@pytest.mark.parametrize("seed", range(6))
def test_everything_comes_up(seed: int) -> None:
    match = begin(seed)
    seen = play(match, seed)
    assert set(seen) >= ALWAYS
    assert {"their_go", "own_go"} & {*seen}
    assert len(seen) == len({*seen})


def test_nothing_ends_the_game_before_all_has_come_up() -> None:
    most = Counter[int]()
    for seed in range(6, 20):
        match = begin(seed)
        play(match, seed)
        third = next(n for n, e in match.entries if isinstance(e, DealEnded) and e.deal == 3)
        for number, event in match.entries:
            if isinstance(event, Scored) and number < third:
                most[event.seat] = max(most[event.seat], event.score)
    assert max(most.values()) < first_game.RULES.target


def test_no_deal_of_the_lesson_claims_to_be_proved() -> None:
    match = begin(0)
    play(match, 0)
    first, second, third, *later = verify_deals(match.record())
    assert [first.code, second.code, third.code] == ["lesson"] * 3
    assert later
    assert all(deal.code == "proved" for deal in later)


def test_the_guide_goes_on_where_the_log_ends() -> None:
    match = begin(1)
    for name in "board", "fifteen":
        match.note_guided(0, name, "done")
    again = Match.resume(match.entries)
    assert progress_of(again) == LessonState(("board", "fifteen"))
    assert due(again) == due(match)


def test_answers() -> None:
    def progress(*answers: tuple[str, str]) -> LessonState:
        state = LessonState()
        for name, answer in answers:
            state = after(first_game.SCRIPT, state, name, answer)
        return state

    assert progress(("board", "done"), ("", "back")) == LessonState()
    assert progress(("board", "done"), ("board", "done")) == LessonState(("board",))
    assert progress(("no step", "done"), ("board", "no answer")) == LessonState()
    assert progress(("", "leave")).left
    assert not progress(("", "leave"), ("", "resume")).left
    of_first_deal = {step.name for step in first_game.SCRIPT if step.deal == 1}
    assert set(progress(("pair", "done"), ("run", "skip")).done) == of_first_deal


def test_a_guide_that_was_left_is_silent() -> None:
    match = begin(2)
    match.note_guided(0, "board", "leave")
    assert due(match) is None
    match.note_guided(0, "", "resume")
    assert due(match) is not None


def test_the_step_before_can_be_read_again_while_it_speaks_of_the_same() -> None:
    match = begin(2)
    match.note_guided(0, "board", "done")
    deal = due(match)
    assert deal is not None
    assert (deal.step.name, deal.back) == ("deal", True)
    for seat in 0, 1:
        match.act(seat, match.legal(seat)[0])
    fifteen = due(match)
    assert fifteen is not None
    assert (fifteen.step.name, fifteen.back) == ("fifteen", False)
    match.note_guided(0, "fifteen", "done")
    pair = due(match)
    assert pair is not None
    assert (pair.step.name, pair.back) == ("pair", True)


def test_points_before_the_starter() -> None:
    assert kept_points(parse_cards("5H 5S JD QC")) == 10
    assert kept_points(parse_cards("5H 6S 7D 2C")) == 5
    # A jack can only score with a starter of its suit.
    assert kept_points(parse_cards("2H 4S KH JH")) == 0
