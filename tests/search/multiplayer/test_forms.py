"""The search of three and four in lists: the same worlds and values as in arrays."""

from random import Random

import numpy as np
import pytest
from numpy.random import default_rng

from pegout.evaluation.discards import discards_in_view
from pegout.rules import Rules, SeatView
from pegout.rules.engine import apply, legal
from pegout.rules.state import to_act
from pegout.rules.view import view
from pegout.search.multiplayer import (
    determinization,
    determinization_arrays,
    game_end,
    game_end_arrays,
    outlooks,
    outlooks_arrays,
    rollouts,
    rollouts_arrays,
)
from pegout.search.multiplayer.pcg64 import Pcg64
from pegout.tables import rank_sets as ranks
from tests.cases import each, present
from tests.search.multiplayer.test_rollouts import VARIANTS, begin

GAMES = {
    "three": Rules(players=3),
    "four": Rules(players=4),
    "four singles": Rules(players=4, teams=False),
    "lowball": Rules(players=3, lowball=True),
    "lowball for four": Rules(players=4, lowball=True),
    "no runs": Rules(players=3, runs_in_play=False),
    "stinkhole": Rules(players=4, stinkhole=True, go_stacks_on_31=True),
}


def reached(rules: Rules, seed: int, cards: int, need: int) -> SeatView:
    """Return what a seat sees that is to play, after so many cards or a few more."""
    luck = Random(f"{rules} {seed}")
    state = begin(rules, luck)
    state = state.having(scores=(rules.target - need,) * rules.sides)
    while True:
        (seat,) = to_act(state)
        mine = view(state, seat)
        if len(mine.played) >= cards and mine.playable():
            return mine
        state, _ = apply(state, luck.choice(legal(state, seat)))


def test_random_numbers_are_those_of_numpy() -> None:
    for seed in (0, 7, 2**32, 2**64 - 1, *[Random(1).getrandbits(64) for _ in range(20)]):
        assert Pcg64(seed).random(40) == default_rng(seed).random(40).tolist()


@each("name", VARIANTS)
def test_the_same_cards_are_played(name: str) -> None:
    rules, luck = VARIANTS[name], Random(name)
    kept = rules.kept
    for needs in ((121,) * rules.sides, (6,) * rules.sides):
        rows, full = [], np.full((60, rules.players, 4), rollouts_arrays.NO_RANK, np.int8)
        for at in range(60):
            pack = luck.sample(range(52), rules.players * kept)
            hands = [
                tuple(sorted([card >> 2 for card in pack[seat :: rules.players]], reverse=True))
                for seat in range(rules.players)
            ]
            full[at, :, :kept] = hands
            rows.append(tuple(hands))
        ahead = [tuple([luck.randrange(3) for _ in needs]) for _ in rows]
        found = rollouts.play_out(rules, rows, 1, needs=needs, ahead=ahead)
        wanted = rollouts_arrays.play_out(rules, full, 1, needs=needs, ahead=np.array(ahead))
        assert [[*row] for row in found.gains] == wanted.gains.tolist()
        assert found.first == wanted.first.tolist()


@each("name", ["three", "no runs", "lowball"])
def test_heuristic_values_are_the_same(name: str) -> None:
    rules, luck = VARIANTS[name], Random(name)
    for _ in range(200):
        pile = [luck.randrange(13) for _ in range(luck.randrange(7))]
        count = min(sum([ranks.VALUES[rank] for rank in pile]), 31)
        answering, opposing = luck.randint(-4, 4), luck.randint(0, 12)
        found = rollouts.heuristic_values(rules, rollouts.end_of(pile), count, answering, opposing)
        wanted = rollouts_arrays.heuristic_values(
            rules, np.array([rollouts.end_of(pile)]), np.array([count]), np.arange(13)[None],
            np.array([answering]), np.array([opposing]),
        )  # fmt: skip
        assert found.tolist() == wanted[0].tolist()


@each("name", GAMES)
@each(("cards", "need"), [(0, 80), (0, 20), (3, 20), (6, 80), (7, 9)])
@each("beliefs", [True, False])
def test_the_same_worlds_are_drawn(name: str, cards: int, need: int, beliefs: bool) -> None:
    mine = reached(GAMES[name], 1, cards, need)
    for seat in set(range(mine.rules.players)) - {mine.seat}:
        belief = determinization.marginal(mine, seat, beliefs=beliefs)
        wanted = determinization_arrays.marginal(mine, seat, beliefs=beliefs)
        assert belief == pytest.approx(wanted.tolist(), rel=1e-12)
    worlds = determinization.sample(mine, 60, Random(3), beliefs=beliefs)
    arrays = determinization_arrays.sample(mine, 60, Random(3), beliefs=beliefs)
    sizes = [len(hand) for hand in worlds.hands[0]]
    for at, hands in enumerate(worlds.hands):
        known = [arrays.hands[at, seat, :size].tolist() for seat, size in enumerate(sizes)]
        assert [[*hand] for hand in hands] == known
    assert [[*kept] for kept in worlds.kept] == arrays.kept.tolist()
    left = [[cards >> 4 * rank & 15 for rank in range(13)] for cards in worlds.left]
    assert left == arrays.left.tolist()
    assert worlds.effective == pytest.approx(arrays.effective)


@each("name", GAMES)
@each(("cards", "need"), [(0, 80), (0, 12), (3, 20), (6, 60), (7, 9)])
def test_cards_have_the_same_values(name: str, cards: int, need: int) -> None:
    mine = reached(GAMES[name], 2, cards, need)
    options = sorted({card >> 2 for card in mine.playable()})
    worlds = determinization.sample(mine, 40, Random(3))
    found = outlooks.card_outlooks(mine, options, worlds, Random(4), winning=True)
    arrays = determinization_arrays.sample(mine, 40, Random(3))
    wanted = outlooks_arrays.card_outlooks(mine, options, arrays, Random(4), winning=True)
    assert found.points == wanted.points
    for row, other in zip(present(found.wins), present(wanted.wins), strict=True):
        assert row == pytest.approx(other, abs=1e-12)


@each("name", GAMES)
@each("need", [80, 12, 1])
def test_discards_have_the_same_values(name: str, need: int) -> None:
    rules = GAMES[name]
    luck = Random(name)
    state = begin(rules, luck, discarded=False)
    mine = view(state.having(scores=(rules.target - need,) * rules.sides), 1)
    discards = discards_in_view(mine)
    means = [(discard.hand, abs(discard.crib)) for discard in discards]
    chances = Random(5), Random(5)
    worlds = determinization.sample(mine, 40, chances[0])
    found = outlooks.discard_outlooks(mine, discards, means, worlds, chances[0])
    arrays = determinization_arrays.sample(mine, 40, chances[1])
    wanted = outlooks_arrays.discard_outlooks(mine, discards, means, arrays, chances[1])
    for rows, others in ((found.points, wanted.points), (found.wins, wanted.wins)):
        for row, other in zip(present(rows), present(others), strict=True):
            assert row == pytest.approx(other, abs=1e-9)
    points = outlooks.discard_points(mine, discards, worlds)
    assert points == outlooks_arrays.discard_points(mine, discards, arrays)
    assert chances[0].getstate() == chances[1].getstate()


@each("name", GAMES)
def test_chances_at_the_next_deal_are_the_same(name: str) -> None:
    rules, luck = GAMES[name], Random(name)
    for _ in range(100):
        needs = [luck.randint(1, 150) for _ in range(rules.sides)]
        dealer = luck.randrange(rules.players)
        wanted = game_end_arrays.winning(rules, np.array([needs]), dealer)[0].tolist()
        assert game_end.winning(rules, needs, dealer) == pytest.approx(wanted, abs=1e-12)


@each("rules", [Rules(lowball=True), Rules(five_card=True), Rules(runs_in_play=False)])
def test_a_range_is_played_out_alike(rules: Rules) -> None:
    own = [[0, 4, 9, 10][: rules.kept], [4, 4, 6, 12][: rules.kept]]
    held = ranks.sets(rules.kept)[::40]
    for opening in (None, [4, 6]):
        given = rules, 1, own, held, 1 if opening else 0, opening
        assert outlooks.play_out_range(*given) == outlooks_arrays.play_out_range(*given)
