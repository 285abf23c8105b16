from itertools import combinations
from math import comb, exp, prod
from random import Random

import numpy as np
import pytest

from pegout.cards import VALUES, Card, format_cards
from pegout.evaluation.discards import CribOwner, role_of
from pegout.rules import Rules, View
from pegout.rules.view import view
from pegout.search.multiplayer.determinization import choices_of, minimum_values
from pegout.search.multiplayer.determinization_arrays import (
    keep_rates,
    marginal,
    sample,
    set_number,
)
from pegout.search.multiplayer.rollouts_arrays import NO_RANK
from pegout.tables import rank_sets as ranks
from tests.cases import each, present
from tests.search.multiplayer.spots import deal, playing

HANDS = ["2C 3D 6H TS JC", "4C 7D KD QC 5H", "AC 8D 9D QH 9H", "AD 3C 7H 8H KS"]
DISCARD_SIZE = ["2C", "4C", "AC", "AD"]


def spot(players: int, *played: str, seat: int | None = None) -> View:
    state = playing(
        deal(HANDS[:players], rules=Rules(players=players), starter="AS"),
        DISCARD_SIZE[:players],
        *played,
    )
    return view(state, state.turn if seat is None else seat)


@each(
    ("players", "role"), [(3, "own"), (3, "opponent"), (4, "own"), (4, "opponent"), (4, "partner")]
)
def test_every_hand_of_five_keeps_four(players: int, role: CribOwner) -> None:
    rates = keep_rates(players, role)
    sets = ranks.sets(4)
    total = sum(
        ranks.ways(kept) * rates[at, rank] * (4 - kept.count(rank))
        for at, kept in enumerate(sets)
        for rank in range(13)
    )
    assert total == pytest.approx(comb(52, 5), rel=1e-4)


def test_sets_have_the_numbers_of_their_list() -> None:
    assert set_number(np.array(ranks.sets(4))[:, ::-1]).tolist() == list(range(1820))


def kept_by_brute_force(mine: View, seat: int) -> dict[tuple[int, ...], float]:
    """Weigh every hand of four cards that a seat may keep, and every fifth card, one by one."""
    rates = keep_rates(mine.rules.players, role_of(mine.rules, seat, present(mine.dealer)))
    played = [play.card for play in mine.played if play.seat == seat]
    number = {cards: at for at, cards in enumerate(ranks.sets(4))}
    found: dict[tuple[int, ...], float] = {}
    for cards in combinations(mine.unseen(), 4 - len(played)):
        kept = number[ranks.of((*cards, *played))]
        fifth = [card >> 2 for card in mine.unseen() if card not in cards]
        held = ranks.of(cards)
        found[held] = found.get(held, 0) + float(rates[kept, fifth].sum())
    return found


def held_by_brute_force(mine: View, seat: int) -> dict[tuple[int, ...], float]:
    """Weigh every hand of five real cards: one is discarded, and the others are played in turn."""
    rates = keep_rates(mine.rules.players, role_of(mine.rules, seat, present(mine.dealer)))
    number = {cards: at for at, cards in enumerate(ranks.sets(4))}
    played = [play.card for play in mine.played if play.seat == seat]
    card_values = [choice.values for choice in choices_of(mine) if choice.seat == seat]
    found: dict[tuple[int, ...], float] = {}
    minimum = minimum_values(mine)[seat]
    for cards in combinations(mine.unseen(), 4 - len(played)):
        if any(VALUES[card] < minimum for card in cards):
            continue
        rest = [card >> 2 for card in mine.unseen() if card not in cards]
        likely = float(rates[number[ranks.of((*cards, *played))], rest].sum())
        hand = [*cards, *played]
        for card, heuristic_values in zip(played, card_values, strict=False):
            likely *= chance_of(card, hand, list(heuristic_values))
            hand.remove(card)
        found[ranks.of(cards)] = found.get(ranks.of(cards), 0) + likely
    return found


def chance_of(card: Card, hand: list[Card], card_values: list[float]) -> float:
    """Return the chance of a card: one in twenty at random, else by its rank's heuristic value."""
    fitting = [held >> 2 for held in hand if card_values[held >> 2] > -1e8]
    marks = {rank: exp((card_values[rank] - card_values[card >> 2]) / 0.75) for rank in fitting}
    of_rank = fitting.count(card >> 2)
    return 0.95 * marks[card >> 2] / sum(marks.values()) / of_rank + 0.05 / len(fitting)


PAIRS = ["2C 3D 6H TS JC", "7C 7D KD QC 5H", "AC 8D 8H QH 9H", "AD 7H 7S 8S KS"]


@each("players", [3, 4])
@each("seat", [1, 2])
def test_what_is_held_is_as_in_every_hand_played(players: int, seat: int) -> None:
    # A seat that has played one or both of a pair may hold another of the rank, or none.
    first = ["7D", "8D", "3D"] if players == 3 else ["7D", "8D", "7H", "3D", "6H"]
    state = playing(
        deal(PAIRS[:players], rules=Rules(players=players), starter="AS"),
        ["2C", "5H", "AC", "AD"][:players],
        *(*first, "QC", "8H"),
    )
    mine = view(state, 0)
    exact, found = held_by_brute_force(mine, seat), marginal(mine, seat)
    assert [play.seat for play in mine.played].count(seat) == 2
    total, all_found = sum(exact.values()), found.sum()
    for at, held in enumerate(ranks.sets(2)):
        assert found[at] / all_found == pytest.approx(exact.get(held, 0) / total, abs=1e-7)


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_what_is_kept_is_as_in_every_hand_counted(players: int) -> None:
    # Each other seat has played one card, which can only lower the weight of a set.
    mine = spot(players, *["7D", "8D", "7H"][: players - 1], "3D", seat=0)
    for seat in range(1, players):
        exact = kept_by_brute_force(mine, seat)
        uniform = marginal(mine, seat, beliefs=False)
        held = marginal(mine, seat)
        for at, cards in enumerate(ranks.sets(3)):
            assert (uniform[at] > 0) == (cards in exact)
            # The play lowers the weight of a set, but never to 0.
            if cards in exact:
                assert 0 < held[at] <= exact[cards] + 1e-9


def test_before_the_play_only_the_keeping_counts() -> None:
    mine = spot(3, seat=1)
    left = [sum(card >> 2 == rank for card in mine.unseen()) for rank in range(13)]
    rates = keep_rates(3, "own")
    found = marginal(mine, 0)
    for at, cards in list(enumerate(ranks.sets(4)))[::37]:
        ways = np.prod([comb(left[rank], cards.count(rank)) for rank in range(13)])
        mean = sum(rates[at, rank] * (left[rank] - cards.count(rank)) for rank in range(13))
        assert found[at] == pytest.approx(ways * mean)


def _ways(left: list[int], counts: list[int]) -> int:
    """Return the number of ways to take these counts of each rank from the cards left."""
    return prod([comb(number, count) for number, count in zip(left, counts, strict=True)])


def test_worlds_are_as_likely_as_all_deals_counted() -> None:
    # The others hold few cards, so that all deals of them can be enumerated.
    mine = spot(3, "7D", "8D", "3D", "5H", "6H", seat=1)
    assert mine.hand_sizes == (2, 2, 3)
    weights = {
        seat: dict(zip(ranks.sets(size), marginal(mine, seat), strict=True))
        for seat, size in ((0, 2), (2, 3))
    }
    left = [sum(card >> 2 == rank for card in mine.unseen()) for rank in range(13)]
    exact: dict[tuple[ranks.Ranks, ranks.Ranks], float] = {}
    ways = {
        other: (counts := [other.count(rank) for rank in range(13)], _ways(left, counts))
        for other in weights[2]
    }
    for held, likely in weights[0].items():
        after = [number - held.count(rank) for rank, number in enumerate(left)]
        for other, (counts, alone) in ways.items():
            if likely and weights[2][other]:
                exact[held, other] = likely * weights[2][other] * _ways(after, counts) / alone
    total = sum(exact.values())
    number = 40_000
    worlds = sample(mine, number, Random(1))
    fives = [
        (rank, seat, float((worlds.hands[:, seat] == rank).any(axis=1).mean()))
        for rank in range(13)
        for seat in (0, 2)
    ]
    for rank, seat, share in fives:
        truth = sum(weight for pair, weight in exact.items() if rank in pair[0 if seat == 0 else 1])
        assert share == pytest.approx(truth / total, abs=0.012)


@each("players", [3, 4])
@each("played", [(), ("7D", "8D"), ("7D", "8D", "3D")])
@each("beliefs", [True, False])
def test_worlds_hold_unseen_cards(players: int, played: tuple[str, ...], beliefs: bool) -> None:
    if players == 4 and len(played) == 3:
        played = ("7D", "8D", "7H")
    mine = spot(players, *played)
    worlds = sample(mine, 300, Random(2), beliefs=beliefs)
    unseen = ranks.of(mine.unseen())
    assert worlds.hands.shape == (300, players, 4)
    for world, kept, left in zip(worlds.hands, worlds.kept, worlds.left, strict=True):
        cards = [int(rank) for seat in range(players) if seat != mine.seat for rank in world[seat]]
        cards = [rank for rank in cards if rank != NO_RANK]
        assert all(cards.count(rank) + left[rank] == unseen.count(rank) for rank in range(13))
        assert (left >= 0).all()
        for seat in range(players):
            size = int((world[seat] != NO_RANK).sum())
            assert size == mine.hand_sizes[seat]
            if seat != mine.seat:
                shown = [play.card >> 2 for play in mine.played if play.seat == seat]
                whole = tuple(sorted([*world[seat][:size].tolist(), *shown]))
                assert ranks.sets(4)[kept[seat]] == whole
    # Most draws are useful: resampling has not reduced them to a few worlds.
    assert worlds.effective > 0.4


def test_a_go_tells_what_a_seat_cannot_hold() -> None:
    mine = spot(3, "KD", "QH", "TS", seat=1)
    state_least = minimum_values(mine)
    assert state_least == [1, 1, 1]
    after = spot(3, "KD", "QH", "6H", seat=1)
    assert max(minimum_values(after)) == 1


def test_cards_that_would_have_scored_are_not_held() -> None:
    # Seat 2 plays a queen on a seven where an eight would have scored two.
    passed = spot(3, "7D", "QH", seat=1)
    taken = spot(3, "7D", "9D", seat=1)
    sets = ranks.sets(3)
    eight = ranks.parse("8")[0]
    held = np.array([eight in cards for cards in sets])
    shares = []
    for mine in (passed, taken):
        weights = marginal(mine, 2)
        shares.append(weights[held].sum() / weights.sum())
    uniform = marginal(passed, 2, beliefs=False)
    assert shares[0] < 0.6 * uniform[held].sum() / uniform.sum()


def test_the_same_chance_gives_the_same_worlds() -> None:
    mine = spot(4, "7D", "8D")
    worlds, other = sample(mine, 50, Random(5)), sample(mine, 50, Random(5))
    assert (worlds.hands == other.hands).all()
    assert (worlds.hands != sample(mine, 50, Random(6)).hands).any()
    assert format_cards(mine.hand)
