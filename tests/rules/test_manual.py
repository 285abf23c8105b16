"""Manual counting: claims, muggins and claims that are too high."""

from typing import Any

import pytest

from pegout import rules
from pegout.rules.engine import legal, why_not
from pegout.rules.state import to_act
from pegout.rules.view import view
from tests.cases import each, raises_code
from tests.rules.rigging import Table, rig, told_all

#: With this deal the non-dealer has 8, the dealer 4 and the crib 8, as test_end.py counts them.
DEAL: dict[str, Any] = {"starter": "QH", "counting": "manual"}
HANDS = ("AC 2D 3H 4S / 8C 7D", "KC KD TH TS / 9S 6D")


def before_the_show(scores: tuple[int, int] = (0, 0), **more: Any) -> Table:
    """Come to where the first hand lies open to be counted, at these scores."""
    table = rig(*HANDS, **DEAL, **more)
    table.play_out()
    return Table(table.state.having(scores=scores, rear=scores))


def code(table: Table, action: Any) -> str | None:
    problem = why_not(table.state, action)
    return None if problem is None else problem.code


# --- who counts: 10.1 and 10.2 --------------------------------------------------------------------


@each("preset", rules.PRESETS)
def test_10_1_the_table_counts_by_default(preset: str) -> None:
    table = rig("8 7", "7 8", preset=preset)
    table.played("8")
    assert code(table, rules.Play(1, table.state.hands[1][0], 2)) == "counted_for_you"
    assert not [
        event for event in table.play_out() if isinstance(event, rules.Claimed | rules.Counted)
    ]
    assert rules.Rules(preset, counting="manual").counting == "manual"


def test_10_1_with_manual_counting_the_player_says_what_a_card_scores() -> None:
    table = rig("8 7", "7 8", counting="manual")
    card = table.state.hands[0][0]
    assert code(table, rules.Play(0, card)) == "bad_claim"
    assert told_all(table.played("8=0 7=2")) == [
        "0 says 0",
        "true count of 0: 0",
        "1 says 2",
        "play 2 to 1",
        "true count of 1: 2",
    ]


def test_10_1_with_manual_counting_each_hand_waits_for_its_owner() -> None:
    table = before_the_show()
    assert to_act(table.state) == {0}
    assert legal(table.state, 0) == tuple(rules.Claim(0, points) for points in range(31))
    assert code(table, rules.Claim(1, 4)) == "not_your_turn"
    assert table.claim(8) == ["0 says 8", "hand 8 to 0", "true count of 0: 8", "hand of 1"]
    assert table.claim(4) == ["1 says 4", "hand 4 to 1", "true count of 1: 4", "crib of 1"]
    assert table.claim(8) == ["1 says 8", "crib 8 to 1", "true count of 1: 8"]
    assert (table.state.phase, table.state.deal) == (rules.Phase.READY, 2)


def test_10_2_without_muggins_what_was_missed_is_taught_and_pegged_all_the_same() -> None:
    table = before_the_show()
    assert table.claim(3) == ["0 says 3", "hand 8 to 0", "true count of 0: 8", "hand of 1"]
    counted = next(event for event in table.events if isinstance(event, rules.Counted))
    assert (counted.claimed, counted.points, counted.reason) == (3, 8, "hand")
    assert sum(item.points for item in counted.items) == 8


def test_10_1_go_and_last_card_need_no_claim() -> None:
    table = rig("A 2 3 4", "K K T Q", counting="manual")
    table.played("A=0 K=0 2=0 K=0 3=0")
    assert told_all(table.played("1:go")) == []
    assert "go 1 to 0" in told_all(table.played("0:4=0"))


def test_10_1_the_highest_score_can_be_claimed() -> None:
    table = rig("5H 5S 5C JD", starter="5D", preset="family", counting="manual")
    table.play_out()
    assert legal(table.state, 0)[-1] == rules.Claim(0, 30)
    assert "hand 30 to 0" in table.claim(30)


# --- muggins: 10.3 to 10.6, 10.8 ------------------------------------------------------------------


@each("preset", rules.PRESETS)
def test_10_3_muggins_is_off_by_default(preset: str) -> None:
    assert not rules.PRESETS[preset].muggins
    assert rules.Rules(preset, counting="manual", muggins=True).muggins


def test_10_3_muggins_needs_manual_counting() -> None:
    with raises_code(rules.UnknownRules, "bad_combination", match="muggins needs counting=manual"):
        rules.Rules(muggins=True)


def test_10_3_what_was_missed_in_the_play_may_be_taken() -> None:
    table = rig("8 7", "7 8", counting="manual", muggins=True)
    table.played("8=0")
    assert to_act(table.state) == {1}
    assert table.accept(1) == ["1 accepts", "true count of 0: 0"]
    assert told_all(table.played("7=0")) == ["1 says 0"]
    assert legal(table.state, 0)[:2] == (rules.Accept(0), rules.Muggins(0, 1))
    assert table.muggins(0, 2) == ["0 calls 2, gets 2", "muggins 2 to 0", "true count of 1: 2"]
    assert table.scores == (2, 0)
    assert table.turn == 0


def test_10_3_what_was_missed_in_a_hand_may_be_taken() -> None:
    table = before_the_show(muggins=True)
    assert table.claim(5) == ["0 says 5", "hand 5 to 0"]
    assert table.muggins(1, 3) == [
        "1 calls 3, gets 3",
        "muggins 3 to 1",
        "true count of 0: 8",
        "hand of 1",
    ]
    assert table.scores == (5, 3)


def test_10_3_what_was_missed_in_the_crib_may_be_taken() -> None:
    table = before_the_show(muggins=True)
    table.do(rules.Claim(0, 8), rules.Accept(1), rules.Claim(1, 4), rules.Accept(0))
    assert table.claim(0) == ["1 says 0", "crib 0 to 1"]
    assert table.muggins(0, 8)[:2] == ["0 calls 8, gets 8", "muggins 8 to 0"]
    assert table.state.deal == 2


@each(("called", "taken"), [(1, 1), (3, 3), (4, 3), (0, 0), (99, 3)])
def test_10_4_nobody_takes_more_than_was_missed(called: int, taken: int) -> None:
    table = before_the_show(muggins=True)
    table.claim(5)
    assert table.muggins(1, called)[0] == f"1 calls {called}, gets {taken}"
    assert table.scores == (5, taken)


def test_10_4_a_call_without_a_miss_gets_nothing() -> None:
    table = before_the_show(muggins=True)
    table.claim(9)
    assert table.muggins(1, 2) == ["1 calls 2, gets 0", "true count of 0: 8", "hand of 1"]


def test_10_4_what_is_accepted_is_lost() -> None:
    table = before_the_show(muggins=True)
    table.claim(5)
    assert table.accept(1) == ["1 accepts", "true count of 0: 8", "hand of 1"]
    assert table.scores == (5, 0)


def test_10_5_what_was_missed_is_not_told_before_everybody_has_answered() -> None:
    table = before_the_show(muggins=True)
    events = table.do(rules.Claim(0, 5))
    assert [event.items for event in events if isinstance(event, rules.Scored)] == [()]
    assert not [event for event in events if isinstance(event, rules.Counted)]


def test_10_4_each_opponent_answers_and_the_first_takes_first() -> None:
    table = rig("8", "7", "K", counting="manual", muggins=True)
    table.played("8=0")
    table.accept(1)
    table.accept(2)
    table.played("7=0")
    assert to_act(table.state) == {0, 2}
    assert table.muggins(2, 1) == ["2 calls 1, gets 1", "muggins 1 to 2"]
    assert code(table, rules.Muggins(2, 1)) == "not_your_turn"
    assert table.muggins(0, 2)[:2] == ["0 calls 2, gets 1", "muggins 1 to 0"]
    assert table.scores == (1, 0, 1)


def test_10_6_partners_are_no_opponents() -> None:
    table = rig("8", "7", "K", "Q", counting="manual", muggins=True)
    table.played("8=0")
    assert to_act(table.state) == {1, 3}
    assert code(table, rules.Muggins(2, 2)) == "not_your_turn"


def test_10_6_heels_are_never_missed() -> None:
    table = rig(starter="JD", counting="manual", muggins=True)
    assert table.scores == (0, 2)
    assert to_act(table.state) == {0}


def test_10_6_go_is_never_missed() -> None:
    table = rig("K 9 8 7", "Q T 8 7", counting="manual", muggins=True)
    for word, other in (("0:K=0", 1), ("1:Q=0", 0), ("0:9=0", 1)):
        table.played(word)
        table.accept(other)
    assert told_all(table.played("1:go")) == ["go 1 to 0", "end at 29"]
    assert to_act(table.state) == {1}


def test_10_8_muggins_may_win_the_game() -> None:
    table = before_the_show(muggins=True, scores=(0, 120))
    table.claim(5)
    assert table.muggins(1, 3) == ["1 calls 3, gets 3", "muggins 3 to 1"]
    assert table.over
    assert table.result.winners == (1,)


def test_10_8_the_first_of_two_calls_may_win_and_the_second_opponent_is_too_late() -> None:
    table = rig("8", "7", "K", counting="manual", muggins=True, scores=(120, 0, 120))
    table.played("8=0")
    table.accept(1)
    table.accept(2)
    table.played("7=0")
    table.muggins(2, 2)
    assert table.result.winners == (2,)
    assert code(table, rules.Muggins(0, 2)) == "game_over"


def test_10_8_a_claim_may_win_before_anybody_answers() -> None:
    table = before_the_show(muggins=True, scores=(113, 120))
    assert table.claim(8) == ["0 says 8", "hand 8 to 0"]
    assert table.over
    assert table.state.claim is None


def test_10_5_who_comes_next_is_not_told_while_a_claim_is_open() -> None:
    """Whether the count is over would tell if the player of the last card has another."""
    table = rig("K 9 8 7", "Q T 8 7", counting="manual", muggins=True)
    for word, other in (("0:K=0", 1), ("1:Q=0", 0)):
        table.played(word)
        table.accept(other)
    table.played("0:9=0")
    assert [view(table.state, seat).turn for seat in (0, 1, None)] == [None, None, None]


# --- claiming too much: 10.7 and 10.8 -------------------------------------------------------------


@each("preset", rules.PRESETS)
def test_10_7_a_claim_that_is_too_high_is_corrected(preset: str) -> None:
    assert rules.PRESETS[preset].overcount == "corrected"
    table = before_the_show(preset=preset)
    assert table.claim(12)[:3] == ["0 says 12", "hand 8 to 0", "true count of 0: 8"]
    assert table.scores == (8, 0)


def test_10_7_the_excess_may_go_to_the_opponent() -> None:
    table = before_the_show(overcount="to_opponent")
    assert table.claim(12)[:3] == ["0 says 12", "hand 8 to 0", "overcount 4 to 1"]
    assert table.scores == (8, 4)


def test_10_7_a_claim_that_is_right_or_too_low_has_no_excess() -> None:
    for points in (8, 7):
        table = before_the_show(overcount="to_opponent")
        table.claim(points)
        assert table.scores == (8, 0)


@pytest.mark.parametrize(("overcount", "scores"), [("corrected", (8, 0)), ("to_opponent", (8, 4))])
def test_10_7_with_muggins(overcount: str, scores: tuple[int, int]) -> None:
    table = before_the_show(muggins=True, overcount=overcount)
    table.claim(12)
    table.accept(1)
    assert table.scores == scores


def test_10_7_in_the_play() -> None:
    table = rig("8", "7", counting="manual", overcount="to_opponent")
    assert told_all(table.played("8=2")) == ["0 says 2", "overcount 2 to 1", "true count of 0: 0"]


def test_10_7_the_excess_goes_to_the_opponent_on_the_left() -> None:
    table = rig("8", "7", "K", counting="manual", overcount="to_opponent")
    table.played("8=0 7=3")
    assert table.scores == (0, 2, 1)


def test_10_8_the_excess_may_win_the_game() -> None:
    for muggins in (False, True):
        table = before_the_show(muggins=muggins, overcount="to_opponent", scores=(0, 118))
        assert table.claim(12) == ["0 says 12", "hand 8 to 0", "overcount 4 to 1"]
        assert table.over
        assert table.result.winners == (1,)


def test_10_8_the_points_of_the_hand_come_before_the_excess() -> None:
    table = before_the_show(overcount="to_opponent", scores=(113, 120))
    assert table.claim(12) == ["0 says 12", "hand 8 to 0"]
    assert table.result.winners == (0,)


# --- missed points are lost: 10.9 -----------------------------------------------------------------


@each(("claim", "pegged"), [(0, 0), (3, 3), (8, 8), (12, 8)])
def test_10_9_a_claim_that_is_too_low_is_pegged_and_the_rest_lost(claim: int, pegged: int) -> None:
    table = before_the_show(missed="lost")
    assert table.claim(claim) == [
        f"0 says {claim}",
        f"hand {pegged} to 0",
        "true count of 0: 8",
        "hand of 1",
    ]
    assert table.scores == (pegged, 0)


def test_10_9_in_the_play() -> None:
    table = rig("8 7", "7 8", counting="manual", missed="lost")
    table.played("8=0")
    assert told_all(table.played("7=1")) == ["1 says 1", "play 1 to 1", "true count of 1: 2"]
    assert told_all(table.played("7=0")) == ["0 says 0", "true count of 0: 2"]
    assert table.scores == (0, 1)


def test_10_9_a_claim_that_is_too_low_does_not_win() -> None:
    table = before_the_show(missed="lost", scores=(113, 0))
    table.claim(7)
    assert not table.over
    assert table.scores == (120, 0)


def test_10_9_a_claim_that_is_too_high_stays_with_overcount() -> None:
    table = before_the_show(missed="lost", overcount="to_opponent")
    table.claim(12)
    assert table.scores == (8, 4)


@each("missed", ["corrected", "lost"])
def test_10_9_with_muggins_what_nobody_calls_is_lost(missed: str) -> None:
    table = before_the_show(muggins=True, missed=missed)
    table.claim(3)
    table.muggins(1, 4)
    assert table.scores == (3, 4)


def test_10_9_the_table_misses_nothing() -> None:
    counted, lost = (rig(*HANDS, starter="QH", missed=missed) for missed in ("corrected", "lost"))
    assert told_all(counted.play_out()) == told_all(lost.play_out())
