"""The expert, where the right choice is known and where the kernel makes the same choice."""

from dataclasses import replace
from typing import Any

import pytest

from pegout.cards import CARDS, Card
from pegout.evaluation import cribs_array
from pegout.kernel.roles import Role
from pegout.players import create
from pegout.players.expert import Expert, Workspaces, borrow_searcher, facts_of
from pegout.rules import Discard, Go, Play, Rules
from pegout.rules.engine import apply, legal
from pegout.rules.state import State
from pegout.rules.view import view
from pegout.search.array_searcher import ArraySearcher
from pegout.search.model import knowledge
from pegout.simulation import trace_deals
from pegout.tables.play_strategy_arrays import unsolved
from tests.search.multiplayer.spots import deal, playing
from tests.simulation.replays import dealt_out

STANDARD = Rules()


def card_played(state: State, seat: int) -> str:
    """Return the rank of the card that the expert plays."""
    action = create("expert", seed=3).choose(view(state, seat))
    assert isinstance(action, Play)
    return str(action.card)[0]


@pytest.mark.parametrize(("score", "rank"), [(109, "T"), (106, "3"), (30, "3")])
def test_a_hand_that_goes_out_is_not_put_at_risk(score: int, rank: str) -> None:
    """3-3-10-10 and a 2 count twelve. A seat that needs no more than that fears only the opponent's
    pegging; one that needs more takes six points for the third three.
    """
    hands = ["3C 3D TC TD QH 8S", "3H 4S 5C 6C JD KS"]
    state = playing(
        deal(hands, dealer=1, starter="2S", scores=(score, score)), ["QH 8S", "JD KS"], "3C", "3H"
    )
    assert card_played(state, 0) == rank


def test_a_card_that_is_sure_to_peg_out_is_played() -> None:
    hands = ["7S QD QH KH 4D 7C", "2D 3H 9S JC JH QC"]
    state = playing(deal(hands, starter="TD", scores=(119, 110)), ["4D 7C", "2D 3H"], "9S")
    # A 7 makes 16, from which no pone can keep the dealer from two points.
    assert card_played(state, 0) == "7"


def test_who_has_won_anyway_pegs_out_all_the_same() -> None:
    """The hand counts six and is counted first; but a four is no choice where a fifteen wins."""
    hands = ["AD KH 4H 3C 4C 2H", "9H 8S QD KD JC 7C"]
    discards = ["KH 3C", "JC 7C"]
    state = playing(deal(hands, dealer=1, starter="9S", scores=(119, 106)), discards, "4H", "9H")
    assert card_played(state, 0) == "2"


def test_nobody_wants_three_of_a_kind_in_lowball() -> None:
    hands = ["8C 2C 7C JC JS QH", "8D 6D KC JD KD 3S"]
    state = deal(hands, rules=Rules(lowball=True), dealer=1, starter="AD", scores=(60, 60))
    assert card_played(playing(state, ["8C QH", "KC 3S"], "JS", "JD"), 0) != "J"


def test_three_of_a_kind_are_taken_in_the_five_card_game() -> None:
    hands = ["5H TC 5S 2D 3D", "5D 9H KS 4C 7C"]
    state = deal(hands, rules=Rules(five_card=True), dealer=1, starter="QD", scores=(3, 2))
    assert card_played(playing(state, ["2D 3D", "4C 7C"], "5S", "5D"), 0) == "5"


def test_a_pone_who_needs_six_keeps_six() -> None:
    hands = ["2H 4C 7C 7D 9D 9S", "AC 8D 8H 9C JC KC"]
    action = create("expert").choose(view(deal(hands, dealer=1, scores=(115, 118)), 0))
    assert action == Discard(0, (Card.parse("7C"), Card.parse("7D")))


def test_no_crib_makes_up_for_what_is_counted_before_it() -> None:
    """Fifteen to go: 5-5-5-K is enough with most starters, fives in the crib come too late."""
    hands = ["2H 4C 7C 7D 9D 9C", "5H KS QH 5S 5D 8H"]
    action = create("expert").choose(view(deal(hands, dealer=1, scores=(97, 106)), 1))
    assert action == Discard(1, (Card.parse("QH"), Card.parse("8H")))


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("switches", "deals"),
    [
        ({}, 2),
        ({"lowball": True}, 1),
        ({"five_card": True}, 4),
        ({"go_stacks_on_31": True, "nobs_points": 2}, 1),
        pytest.param({}, 6, marks=SLOW),
        pytest.param({"lowball": True}, 6, marks=SLOW),
        pytest.param({"five_card": True}, 20, marks=SLOW),
        pytest.param({"go_stacks_on_31": True, "nobs_points": 2}, 6, marks=SLOW),
    ],
)
def test_it_plays_what_the_policy_of_the_kernel_plays(
    switches: dict[str, Any], deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The solved play is mixed, and the two draw from different random streams.
    known = knowledge()._replace(solved=unsolved())
    monkeypatch.setattr("pegout.search.model.knowledge", lambda: known)
    monkeypatch.setattr("pegout.players.expert.WORKSPACES", Workspaces())
    variant = Rules(**switches)
    policies = ["expert-points", "expert"]
    trace = trace_deals(
        policies, deals, 3, rules=variant, cribs=cribs_array(variant), knowledge=known
    )
    player = Expert(1)
    for at in range(deals):
        state, _ = dealt_out(trace, at, variant)
        for card, seat in zip(trace.played[at].tolist(), trace.by[at].tolist(), strict=True):
            if seat < 0:
                break
            turn = state.turn
            while turn is not None and isinstance(legal(state, turn)[0], Go):
                state, _ = apply(state, Go(turn))
                turn = state.turn
            mine = view(state, seat)
            playable = mine.playable()
            if len(playable) > 1:
                assert player.play(mine, playable) == card
            state, _ = apply(state, Play(seat, CARDS[card]))


def test_it_discards_what_the_policy_of_the_kernel_discards() -> None:
    policies = ["expert-points", "expert"]
    trace = trace_deals(policies, 30, 4, cribs=cribs_array(STANDARD), knowledge=knowledge())
    for at in range(30):
        hands = [" ".join(str(CARDS[card]) for card in hand) for hand in trace.hands[at].tolist()]
        state = deal(hands, rules=replace(STANDARD, target=241))
        for seat in (0, 1):
            discarded = tuple([CARDS[card] for card in trace.discarded[at, seat].tolist()])
            assert set(Expert(1).discard(view(state, seat))) == set(discarded)


@pytest.mark.parametrize(
    "switches",
    [
        {"heels_points": 0},
        {"lowball": True},
        *[
            pytest.param(other, marks=SLOW)
            for other in (
                {"nobs_points": 2},
                {"crib_flush": "four"},
                {"runs_in_play": False},
                {"go_stacks_on_31": True},
                {"stinkhole": True},
                {"five_card": True},
            )
        ],
    ],
    ids=str,
)
def test_a_workspace_of_other_rules_is_not_lent(switches: dict[str, Any]) -> None:
    workspaces, variant = Workspaces(), Rules(**switches)
    with workspaces.borrow(STANDARD) as first:
        pass
    with workspaces.borrow(variant) as borrow:
        assert borrow is not first
        wanted = ArraySearcher(variant, knowledge(), cribs_array(variant)).space
        assert borrow.space.switches == wanted.switches
        assert borrow.space.discarding.cribs == wanted.discarding.cribs


def test_a_dealer_who_needs_one_hopes_for_heels_only_where_they_count() -> None:
    hands = ["2H 4C 7C 7D 9D 9C", "5H KS QH 5S TD 8H"]
    mean = []
    for variant in (STANDARD, Rules(heels_points=0), Rules(stinkhole=True), STANDARD):
        mine = view(deal(hands, rules=variant, dealer=1, scores=(119, 120)), 1)
        with borrow_searcher(variant) as searcher:
            found = searcher.discard_values(facts_of(mine)).wins
        mean.append(sum(found) / len(found))
    assert mean[0] == mean[3]
    # Four of the 46 cards that the dealer has not seen are jacks.
    assert mean[1] == mean[2]
    assert mean[0] - mean[1] == pytest.approx((1 - mean[1]) * 4 / 46, rel=0.02)


def test_it_knows_what_its_view_tells() -> None:
    hands = ["3C 3D TC TD QH 8S", "3H 4S 5C 6C JD KS"]
    state = playing(
        deal(hands, dealer=1, starter="2S", scores=(90, 100)), ["QH 8S", "JD KS"], "3C", "3H"
    )
    found = facts_of(view(state, 0))
    assert found.role == Role.PONE
    assert (found.need, found.opponent_need) == (31, 21 - 2)
    assert list(found.played) == [Card.parse("3C"), Card.parse("3H")]
    assert [seat != found.seat for seat in found.by] == [False, True]
    assert {found.first, found.second} == {Card.parse("QH"), Card.parse("8S")}
    assert found.show == 12


@pytest.mark.parametrize("players", [3, 4])
def test_where_more_play_another_thinks_for_it(players: int) -> None:
    variant: Rules = Rules(players=players)
    hands = ["2C 3D 6H TS JC", "4C 7D KD QC 5H", "AC 8D 9D QH 9H", "AD 3C 7H 8H KS"][:players]
    state = deal(hands, rules=variant)
    action = create("expert").choose(view(state, 1))
    assert isinstance(action, Discard)
