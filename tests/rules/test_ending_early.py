"""Resigning, and stopping by agreement: the two ends of a game before the last hole."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout import rules
from pegout.rules.engine import apply, legal, why_not
from pegout.rules.state import State, evolve, new_game, to_act
from pegout.rules.view import view
from tests.cases import each, present
from tests.rules.games import SEEDS, variants, walk
from tests.rules.rigging import Table, first_cut, line_up, rig


def commit() -> Table:
    return Table(new_game(rules.Rules(), dealer=0))


def waiting_for_the_pack() -> Table:
    table = Table(new_game(rules.Rules(), dealer=0))
    table.do(rules.Ready(0), rules.Ready(1))
    return table


def claimed_in_the_play() -> Table:
    table = line_up("8 7", counting="manual", muggins=True)
    table.do(*[rules.Play(seat, table.state.hands[seat][0], 0) for seat in (0,)])
    return table


def claimed_in_the_show() -> Table:
    table = rig("5H 5S 5C JD", counting="manual", muggins=True, starter="5D")
    while table.state.phase is rules.Phase.PLAY:
        table.do(legal(table.state, min(to_act(table.state)))[0])
    table.do(rules.Claim(table.turn, 0))
    return table


#: A game in every phase, and with everything that may be pending in it.
MOMENTS: dict[str, Any] = {
    "ready": commit,
    "shuffle": waiting_for_the_pack,
    "cut for the deal": first_cut,
    "discard": lambda: rig(until=rules.Phase.DISCARD),
    "cut": lambda: rig(until=rules.Phase.CUT),
    "play": rig,
    "claim in the play": claimed_in_the_play,
    "claim in the show": claimed_in_the_show,
    "three": lambda: rig(players=3),
    "four": lambda: rig(players=4),
    "lowball": lambda: rig(lowball=True),
}


def code(state: State, action: rules.Action) -> str:
    problem = why_not(state, action)
    return "" if problem is None else problem.code


# --- resigning ------------------------------------------------------------------------------------


@each("moment", MOMENTS)
def test_7_4_any_seat_may_resign_in_any_phase_whether_or_not_it_is_to_act(moment: str) -> None:
    for seat in range(MOMENTS[moment]().state.rules.players):
        table = MOMENTS[moment]()
        resigned, ended = table.do(rules.Resign(seat))
        side = table.state.rules.side(seat)
        assert resigned == rules.Resigned(seat)
        assert isinstance(ended, rules.GameEnded)
        assert side not in ended.result.winners
        assert ended.result.winners
        assert table.state.resigned == seat
        assert (table.state.phase, table.state.turn, table.state.claim) == (
            rules.Phase.OVER,
            None,
            None,
        )
        assert to_act(table.state) == frozenset()
        for action in (rules.Resign(seat), rules.Stop(seat), rules.GoOn(seat), rules.Ready(seat)):
            assert code(table.state, action) == "game_over"


def resigned_at(scores: tuple[int, ...], seat: int = 0, **switches: Any) -> rules.Result:
    table = rig(scores=scores, players=switches.pop("players", len(scores)), **switches)
    table.do(rules.Resign(seat))
    return table.result


@each(
    ("scores", "skunk"),
    [((91, 0), 0), ((90, 0), 1), ((61, 0), 1), ((60, 0), 2), ((0, 120), 2), ((120, 0), 0)],
)
def test_7_5_a_skunk_goes_by_the_score_at_that_moment(scores: tuple[int, int], skunk: int) -> None:
    assert resigned_at(scores) == rules.Result((1,), (skunk, 0), (0, 1 + skunk))


def test_7_3_without_skunks_there_is_none() -> None:
    assert resigned_at((3, 0), skunks=False) == rules.Result((1,), (0, 0), (0, 1))


@pytest.mark.parametrize(
    ("scores", "winners"), [((50, 30, 40), (2,)), ((50, 40, 30), (1,)), ((0, 7, 7), (1, 2))]
)
def test_7_4_of_three_the_one_furthest_ahead_of_the_others_wins(
    scores: tuple[int, int, int], winners: tuple[int, ...]
) -> None:
    assert resigned_at(scores, skunks=False).winners == winners


def test_7_4_of_three_only_the_one_who_resigned_is_beaten() -> None:
    assert resigned_at((100, 2, 1)) == rules.Result((1,), (0, 0, 0), (0, 1, 0))
    assert resigned_at((80, 95, 95)) == rules.Result((1, 2), (1, 0, 0), (0, 2, 2))


def test_7_4_partners_lose_together() -> None:
    assert resigned_at((95, 3), seat=2, players=4) == rules.Result((1,), (0, 0), (0, 1))
    assert resigned_at((95, 3), seat=3, players=4) == rules.Result((0,), (0, 2), (3, 0))


def test_7_4_in_lowball_the_one_with_fewer_points_wins_and_a_skunk_is_its_distance() -> None:
    assert resigned_at((5, 50, 40), lowball=True).winners == (2,)
    assert resigned_at((5, 91), lowball=True) == rules.Result((1,), (0, 0), (0, 1))
    assert resigned_at((110, 90), lowball=True) == rules.Result((1,), (1, 0), (0, 2))
    assert resigned_at((5, 9, 9), lowball=True, skunks=False).winners == (1, 2)


# --- stopping by agreement ------------------------------------------------------------------------


@each("moment", MOMENTS)
def test_7_6_the_game_ends_when_every_seat_would_stop(moment: str) -> None:
    table = MOMENTS[moment]()
    *first, last = range(table.state.rules.players)
    for seat in first:
        assert table.do(rules.Stop(seat)) == [rules.StopOffered(seat)]
    assert table.state.stopping == frozenset(first)
    offered, ended = table.do(rules.Stop(last))
    nothing = (0,) * table.state.rules.sides
    assert (offered, ended) == (
        rules.StopOffered(last),
        rules.GameEnded(rules.Result((), nothing, nothing)),
    )
    assert table.over


def test_7_6_an_offer_holds_nobody_up_and_changes_nothing_that_may_be_done() -> None:
    table = rig()
    before = [legal(table.state, seat) for seat in (0, 1)]
    table.do(rules.Stop(1))
    assert [legal(table.state, seat) for seat in (0, 1)] == before
    assert view(table.state, 0).stopping == {1}
    assert table.play_out()


def test_7_6_going_on_takes_back_all_that_was_said_and_anybody_may() -> None:
    for decliner in range(3):
        table = rig(players=3)
        table.do(rules.Stop(0), rules.Stop(1))
        assert table.do(rules.GoOn(decliner)) == [rules.StopDeclined(decliner)]
        assert table.state.stopping == frozenset()
        table.do(rules.Stop(2))
        assert not table.over


def test_7_6_what_was_said_is_forgotten_with_the_next_deal() -> None:
    table = rig()
    table.do(rules.Stop(0))
    table.finish_deal()
    assert (table.state.deal, table.state.stopping) == (2, frozenset())
    table = first_cut()
    table.do(rules.Stop(0), rules.CutForDeal(0, 0), rules.CutForDeal(1, 51))
    assert (table.state.deal, table.state.stopping) == (1, frozenset())


def test_7_6_one_says_it_once_and_declines_only_what_was_said() -> None:
    table = rig()
    assert code(table.state, rules.GoOn(0)) == "no_offer"
    table.do(rules.Stop(0))
    assert code(table.state, rules.Stop(0)) == "already_offered"
    assert code(table.state, rules.Stop(1)) == ""


def test_7_6_who_would_stop_may_still_resign() -> None:
    table = rig()
    table.do(rules.Stop(0), rules.Resign(0))
    assert table.result.winners == (1,)


# --- what knows of it, and what does not ----------------------------------------------------------


def test_they_are_listed_nowhere_and_done_by_seats_alone() -> None:
    for moment in MOMENTS.values():
        state = moment().state
        for seat in range(state.rules.players):
            listed = (*legal(state, seat), *view(state, seat).legal)
            assert not any(
                isinstance(action, rules.Resign | rules.Stop | rules.GoOn) for action in listed
            )
        for kind in (rules.Resign, rules.Stop, rules.GoOn):
            assert code(state, kind(rules.NATURE)) != ""
            assert code(state, kind(4)) == "bad_seat"


@settings(max_examples=30, deadline=None)
@given(variants(), SEEDS, st.data())
def test_at_any_moment_of_any_game(variant: rules.Rules, seed: int, data: st.DataObject) -> None:
    steps = list(walk(variant, random.Random(seed)))
    state = data.draw(
        st.sampled_from([step.before for step in steps if step.before.result is None])
    )
    seat = data.draw(st.integers(0, variant.players - 1))
    offered, (said,) = apply(state, rules.Stop(seat))
    assert apply(offered, rules.GoOn(seat))[0] == state
    assert rules.seen(said, None) == said
    over, events = apply(offered, rules.Resign(seat))
    result = present(over.result)
    assert variant.side(seat) not in result.winners
    assert sum(result.match_points) == sum(
        variant.match_points[result.skunks[variant.side(seat)]] for _ in result.winners
    )
    again = offered
    for event in events:
        again = evolve(again, event)
    assert again == over
