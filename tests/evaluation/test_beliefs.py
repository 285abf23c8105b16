from random import Random

import pytest

from pegout.evaluation import ranks
from pegout.evaluation.beliefs import keep_rate, least_values, worlds
from pegout.rules import rules
from pegout.rules.view import view
from tests.evaluation.spots import dealt, playing

HANDS = ["2C 3D 6H TS JC 9C", "4C 7D KD QC 5H 8S"]


def test_only_cards_that_were_not_seen_are_held() -> None:
    state = playing(dealt(HANDS, starter="AS"), ["JC 9C", "5H 8S"], "4C", "TS")
    mine = view(state, 1)
    left = ranks.of(mine.unseen())
    for hands, weight in worlds(mine, 10_000, Random(1)):
        assert weight > 0
        assert hands[1] == ranks.parse("7QK")
        assert len(hands[0]) == 3
        assert all(hands[0].count(rank) <= left.count(rank) for rank in hands[0])


def test_a_go_tells_what_a_seat_cannot_hold() -> None:
    before = playing(dealt(HANDS, starter="AS"), ["2C 3D", "5H 8S"], "QC", "TS", "7D")
    assert (before.count, least_values(view(before, 1))[0]) == (27, 1)
    # Seat 0 has to say go at 27, so that it holds nothing under five.
    after = playing(dealt(HANDS, starter="AS"), ["2C 3D", "5H 8S"], "QC", "TS", "7D", "4C")
    mine = view(after, 1)
    assert least_values(mine)[0] == 5
    for hands, _ in worlds(mine, 10_000, Random(1)):
        assert all(ranks.VALUES[rank] >= 5 for rank in hands[0])


def test_a_count_that_ended_tells_what_its_last_player_cannot_hold() -> None:
    hands = ["2C 3D 6H TS JC 9C", "4C 7D KD QC 5H 8S"]
    state = playing(dealt(hands, starter="AS"), ["2C 3D", "5H 4C"], "QC", "TS", "8S", "6H")
    other = view(state, 0)
    assert sum(laid.card.value for laid in other.earlier[0]) == 28
    assert least_values(other) == [4, 4]


def test_all_worlds_or_a_sample_of_their_weights() -> None:
    state = playing(dealt(HANDS, starter="AS"), ["JC 9C", "5H 8S"])
    mine = view(state, 1)
    every = worlds(mine, 10_000, Random(1))
    some = worlds(mine, 100, Random(1))
    assert len(every) > 1000
    assert len(some) <= 100
    assert sum(weight for _, weight in some) == pytest.approx(100, abs=1)
    assert some == worlds(mine, 100, Random(1))


def test_good_hands_are_kept_more_often() -> None:
    for role in ("own", "opponent"):
        rates = keep_rate(role)
        assert rates[ranks.parse("5TJQ")] > 1.5
        assert rates[ranks.parse("2 9 Q K")] < 0.5


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_hold_different_cards(players: int) -> None:
    hands = ["2C 3D 6H TS JC", "4C 7D KD QC 5H", "AC 8D 9D QH 9H", "AD 3C 7H 8H KS"][:players]
    state = playing(
        dealt(hands, rules=rules(players=players), starter="AS"),
        [hand[:2] for hand in hands],
    )
    mine = view(state, 1)
    left = ranks.of(mine.unseen())
    found = worlds(mine, 30, Random(1))
    assert len(found) == 30
    for world, _ in found:
        held = [rank for seat, hand in enumerate(world) for rank in hand if seat != 1]
        assert all(held.count(rank) <= left.count(rank) for rank in held)
        assert [len(hand) for hand in world] == list(mine.hand_sizes)
