"""Cribbage squares: what is legal and what it scores, and the best possible result."""

from datetime import date, timedelta
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout.cards import CARDS, Card, Rank
from pegout.school.errors import SchoolError
from pegout.school.progress import PlayerProgress, merge, read, write
from pegout.school.squares import (
    CELLS,
    LINES,
    Squares,
    SquaresDeal,
    best_squares,
    deal_squares,
    keep_squares,
    play_squares,
)
from pegout.school.squares_best import best_crossing
from tests import oracle
from tests.cases import each, raises_code

DAY = date(2026, 11, 28)
DEALS = st.permutations(CARDS).map(lambda pack: SquaresDeal(tuple(pack[:CELLS]), pack[CELLS]))
ORDERS = st.permutations(range(CELLS)).map(tuple)


def points_of(hand: list[Card], starter: Card) -> int:
    return sum(oracle.show(hand, starter))


@given(DEALS, ORDERS)
def test_the_total_is_that_of_eight_hands_and_of_heels(
    deal: SquaresDeal, cells: tuple[int, ...]
) -> None:
    game = Squares(deal)
    for number, cell in enumerate(cells):
        assert (game.next_card, game.starter) == (deal.cards[number], None)
        before = game.points
        game = game.place(cell)
        assert game.grid[cell] == deal.cards[number]
        # What a line has, it keeps.
        assert all(now >= then for now, then in zip(game.points, before, strict=True))
    rows = [list(game.grid[4 * row : 4 * row + 4]) for row in range(4)]
    columns = [list(game.grid[column::4]) for column in range(4)]
    expected = [points_of(hand, deal.starter) for hand in (*rows, *columns)]  # type: ignore[arg-type]
    assert list(game.points) == expected
    assert game.total == sum(expected) + (2 if deal.starter.rank is Rank.JACK else 0)
    assert [sum([item.points for item in game.items(line)]) for line in range(8)] == expected


@given(DEALS, ORDERS)
def test_a_line_scores_before_the_starter_what_its_cards_make_alone(
    deal: SquaresDeal, cells: tuple[int, ...]
) -> None:
    game = Squares(deal, cells[:15])
    for line, points in enumerate(game.points):
        hand = game.hand(line)
        flush = 4 if len(hand) == 4 and len({card.suit for card in hand}) == 1 else 0
        assert points == oracle.fifteens(hand) + oracle.pairs(hand) + oracle.runs(hand) + flush


def test_a_card_stays_where_it_was_put() -> None:
    game = Squares(deal_squares("7")).place(3)
    for cell, problem in ((3, "taken"), (16, "no_cell"), (-1, "no_cell")):
        assert game.why_not(cell) == problem
        with raises_code(SchoolError, "bad_cell", problem):
            game.place(cell)
    game = play_squares("7", range(16))
    with raises_code(SchoolError, "bad_cell", "over"):
        game.place(0)


def test_a_date_has_the_same_deal_everywhere() -> None:
    deal = deal_squares("2026-11-28")
    assert " ".join(map(str, deal.cards)) == "JH TC 4S 9H 2S 4D 7H KC JS KS 2D AH KH QC AD QS"
    assert str(deal.starter) == "7D"
    assert deal_squares("2026-11-29") != deal
    assert len({*deal.cards, deal.starter}) == 17


@each("text", ["", "tomorrow", "2026-11-28 ", "-1", "1" * 17, "2026-1-1"])
def test_a_deal_has_a_date_or_a_number(text: str) -> None:
    with raises_code(SchoolError, "bad_deal"):
        deal_squares(text)


@settings(max_examples=10)
@given(st.lists(st.integers(0, 29), min_size=84, max_size=84))
def test_the_best_square_of_nine_is_that_of_all_placements(worth: list[int]) -> None:
    points = [0] * 512
    for hand, value in zip(combinations(range(9), 3), worth, strict=True):
        points[sum([1 << card for card in hand])] = value

    def total(order: tuple[int, ...]) -> int:
        lines = [order[:3], order[3:6], order[6:], order[::3], order[1::3], order[2::3]]
        return sum([points[sum([1 << card for card in line])] for line in lines])

    best, order = best_crossing(points, 3)
    assert total(order) == best
    # A square is worth the same with its rows or its columns exchanged, so one card may stay.
    assert best == max([total((0, *others)) for others in permutations(range(1, 9))])


@pytest.mark.parametrize("seed", range(3))
def test_no_exchange_of_cards_beats_the_best_result(seed: int) -> None:
    deal, chance = deal_squares(str(seed)), Random(seed)
    best = best_squares(deal)
    assert sorted(best.cells) == list(range(CELLS))
    scored: dict[frozenset[Card], int] = {}

    def worth(grid: list[Card]) -> int:
        hands = [frozenset(grid[cell] for cell in line) for line in LINES]
        for hand in hands:
            if hand not in scored:
                scored[hand] = points_of(list(hand), deal.starter)
        return sum([scored[hand] for hand in hands])

    # Climbing from many placements, by the slow count.
    for _ in range(8):
        grid = list(deal.cards)
        chance.shuffle(grid)
        total, before = worth(grid), -1
        while total > before:
            before = total
            for one, other in combinations(range(CELLS), 2):
                grid[one], grid[other] = grid[other], grid[one]
                if (now := worth(grid)) > total:
                    total = now
                else:
                    grid[one], grid[other] = grid[other], grid[one]
        assert total + best.heels <= best.total


@settings(max_examples=5)
@given(DEALS, st.integers(0, 15), st.integers(0, 15))
def test_an_exchange_of_two_suits_or_of_rows_changes_no_best_result(
    deal: SquaresDeal, one: int, other: int
) -> None:
    def with_suits(card: Card) -> Card:
        return Card(card - card % 4 + (card + 1) % 4)

    cards = list(deal.cards)
    cards[one], cards[other] = cards[other], cards[one]
    turned = SquaresDeal(tuple(map(with_suits, cards)), with_suits(deal.starter))
    assert best_squares(turned).total == best_squares(deal).total


def test_the_best_result_of_a_day_is_kept() -> None:
    value = PlayerProgress()
    for total in (48, 61, 52):
        value = keep_squares(value, DAY, total)
    value = keep_squares(value, DAY - timedelta(days=1), 30)
    assert [(day.day, result.score) for day, result in value.squares.items()] == [
        (27, 30),
        (28, 61),
    ]
    other = keep_squares(PlayerProgress(), DAY, 70)
    assert merge(value, other).squares[DAY].score == merge(other, value).squares[DAY].score == 70
    assert read(write(value)) == value
