"""Players of one's own: their input, and the error messages about invalid answers."""

from typing import Any

import pytest

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import PlayerError, UnknownLevel, advance, ask, create, players_of
from pegout.rules import Discard, GoOn, IllegalAction, Play, Ready, Resign, Rules, SeatView, Stop
from tests.cases import each


def a_match(*kinds: str) -> Match:
    names = ("Ann", "Ben", "Cleo", "Dan")
    seats = tuple([Seated(name, kind) for name, kind in zip(names, kinds, strict=False)])
    setup = Setup("example", Rules("half", players=len(kinds)), seats)
    return Match(setup, secrets=seeded_secrets("a seed"))


class Answers:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: SeatView) -> Any:
        return self.answer


@each(
    "answer",
    [None, "ready", 7, Ready, Ready(1), (Ready(0),), Play(1, 5), Resign(0), Stop(0), GoOn(0)],  # type: ignore[arg-type]
)
def test_an_answer_that_is_no_action_of_the_seat_is_refused(answer: Any) -> None:
    match = a_match("person", "person")
    number = match.number
    with pytest.raises(PlayerError, match="the player of seat 0, Answers, answered") as refused:
        list(advance(match, {0: Answers(answer)}))
    assert refused.value.code == "player_failed"
    assert "choose(view) has to return an action of its own seat" in str(refused.value)
    assert match.number == number


def test_an_action_that_is_not_allowed_is_for_the_rules_to_refuse() -> None:
    match = a_match("person", "person")
    with pytest.raises(IllegalAction, match="now is the time for: ready; not discard"):
        list(advance(match, {0: Answers(Discard(0, ()))}))


def test_an_answer_of_the_seat_is_passed_on() -> None:
    view = a_match("person", "person").view(0)
    assert ask(create("novice"), view) == Ready(0)
    assert ask(Answers(Ready(0, "word")), view) == Ready(0, "word")


def test_a_level_that_is_misspelt_is_refused_before_anybody_plays() -> None:
    match = a_match("expart", "person")
    for begin in (
        lambda: advance(match),
        lambda: advance(match, {1: create("novice")}),
        lambda: players_of(match.setup),
    ):
        with pytest.raises(UnknownLevel, match=r"seat 0, Ann: there is no kind of player 'expart'"):
            begin()
    # A seat with a player of one's own may have any level name.
    assert list(advance(match, {0: create("novice")}))


def test_the_players_of_a_match_are_made_of_the_kinds_of_its_seats() -> None:
    match = a_match("person", "club", "novice")
    assert sorted(players_of(match.setup)) == [1, 2]
    for _ in advance(match):
        pass
    assert match.to_act == frozenset({0})


def test_computers_alone_play_to_the_end() -> None:
    match = a_match("novice", "novice", "random", "novice")
    for _ in advance(match):
        pass
    assert match.over
