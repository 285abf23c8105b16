from random import Random

import numpy as np
import pytest

from pegout.rules import Rules, View
from pegout.rules.view import view
from pegout.search.multiplayer.determinization_arrays import keep_rates, sample
from pegout.search.multiplayer.game_end_arrays import shows, winning, wins
from pegout.tables import rank_sets as ranks
from pegout.tables.win_probability import chance, chance_of_seat
from tests.cases import each
from tests.search.multiplayer.spots import deal, playing

HANDS = ["2C 3D 6H TS JC", "4C 7D KD QC 5H", "AC 8D 9D QH 9H", "AD 3C 7H 8H KS"]
DISCARD_SIZE = ["2C", "4C", "AC", "AD"]
NONE = np.array([-1])


def spot(players: int, *played: str) -> View:
    of = Rules(players=players)
    state = playing(deal(HANDS[:players], rules=of, starter="AS"), DISCARD_SIZE[:players], *played)
    return view(state, state.turn)


@each(
    ("of", "needs", "shown", "winner"),
    [
        # Three players, seat 0 deals: seat 1 counts first, then 2, then the dealer and the crib.
        (Rules(players=3), (4, 4, 4), (4, 4, 4, 4), 1),
        (Rules(players=3), (4, 5, 4), (4, 4, 4, 4), 2),
        (Rules(players=3), (4, 5, 5), (4, 4, 4, 4), 0),
        (Rules(players=3), (8, 5, 5), (4, 4, 4, 4), 0),
        # Partners add up: seats 1 and 3 are side 1, and both count before the dealer.
        (Rules(players=4), (8, 8), (4, 4, 4, 4, 4), 1),
        (Rules(players=4), (8, 9), (4, 4, 4, 4, 4), 0),
        (Rules(players=4), (12, 9), (4, 4, 4, 4, 4), 0),
        (Rules(players=4, lowball=True), (8, 8), (4, 4, 4, 4, 4), 0),
        (Rules(players=3, lowball=True), (40, 4, 41), (4, 4, 4, 4), 2),
        (Rules(players=4, teams=False), (4, 4, 4, 4), (4, 4, 4, 4, 4), 1),
        (Rules(players=4, teams=False), (8, 5, 5, 5), (4, 4, 4, 4, 4), 0),
        (Rules(players=4, teams=False, lowball=True), (60, 4, 59, 61), (4, 4, 4, 4, 4), 3),
    ],
)
def test_hands_count_in_their_order(
    of: Rules, needs: tuple[int, ...], shown: tuple[int, ...], winner: int
) -> None:
    gains = np.zeros((1, of.sides), np.int64)
    found = wins(of, needs, 0, gains, NONE, np.array([shown]))
    assert found[0].tolist() == [float(side == winner) for side in range(of.sides)]


def test_who_is_out_in_the_play_has_won() -> None:
    gains = np.array([[3, 0, 0]])
    found = wins(Rules(players=3), (3, 1, 1), 0, gains, np.array([0]), np.full((1, 4), 9))
    assert found[0].tolist() == [1, 0, 0]


def test_in_lowball_equals_share() -> None:
    gains = np.array([[3, 0, 0]])
    of = Rules(players=3, lowball=True)
    found = wins(of, (3, 7, 7), 0, gains, np.array([0]), np.full((1, 4), 9))
    assert found[0].tolist() == [0, 0.5, 0.5]


@each("singles", [False, True])
@each("players", [3, 4])
@each("lowball", [False, True])
def test_chances_add_up_and_go_with_the_needs(players: int, lowball: bool, singles: bool) -> None:
    of = Rules(players=players, lowball=lowball, teams=not (singles and players == 4))
    far = [60] * (of.sides - 1)
    needs = np.array([[own, *far] for own in range(1, 122)])
    for dealer in range(players):
        found = winning(of, needs, dealer)
        assert found.sum(axis=1) == pytest.approx(1)
        falling = np.diff(found[:, 0])
        assert (falling >= 0).all() if lowball else (falling <= 0).all()
    # The seats are symmetric: rotating the needs and the dealer rotates the win probabilities.
    some = np.array([[20, 50, 35, 41][: of.sides]])
    turned = np.roll(some, 1, axis=1)
    assert winning(of, turned, 1)[0] == pytest.approx(np.roll(winning(of, some, 0)[0], 1))


@each("players", [3, 4])
def test_chances_are_those_of_the_tables(players: int) -> None:
    of = Rules(players=players)
    luck = Random(players)
    for _ in range(100):
        needs = [luck.randint(1, 200) for _ in range(of.sides)]
        dealer = luck.randrange(players)
        found = winning(of, np.array([needs]), dealer)[0]
        if players == 3:
            expected = [chance_of_seat(needs, dealer, seat) for seat in range(3)]
        else:
            dealing = chance(needs[dealer % 2], needs[1 - dealer % 2], 4)
            expected = [dealing, 1 - dealing] if dealer % 2 == 0 else [1 - dealing, dealing]
        assert found == pytest.approx(expected)


@each("players", [3, 4])
def test_hands_and_crib_are_counted_by_their_ranks(players: int) -> None:
    mine = spot(players, "7D", "8D")
    assert mine.starter is not None
    worlds = sample(mine, 400, Random(1))
    own, starters, discarded = (
        np.full(400, value) for value in (6, mine.starter >> 2, mine.discards[0] >> 2)
    )
    found = shows(mine, worlds, own, starters, discarded, Random(2))
    assert (found[:, mine.seat] == 6).all()
    for seat in range(players):
        if seat == mine.seat:
            continue
        for at in range(400):
            kept = ranks.sets(4)[worlds.kept[at, seat]]
            plain = ranks.points((*kept, mine.starter >> 2))
            more = found[at, seat] - plain
            assert more in (0, 4, 5, 6) or (more == 1 and ranks.JACK in kept)
    assert 2 < found[:, -1].mean() < 9


def test_no_card_is_in_the_crib_that_nobody_discards() -> None:
    # A crib of three has a discard of each seat and a card from the pack. Its mean over worlds is
    # near the crib table's value for the discard, an ace with an ace as the starter.
    mine = spot(3)
    worlds = sample(mine, 4000, Random(1))
    own, starters, discarded = (np.full(4000, value) for value in (6, 0, mine.discards[0] >> 2))
    crib = shows(mine, worlds, own, starters, discarded, Random(2))[:, -1]
    assert 3 < crib.mean() < 6
    assert (keep_rates(3, "own") > 0).all()
