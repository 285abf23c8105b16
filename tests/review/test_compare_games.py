"""Two games with the same deals, compared."""

from functools import cache

import pytest

from pegout.cards import Card
from pegout.match import Match, Seated, Setup, plan_deals
from pegout.notation import Record
from pegout.players import advance
from pegout.review.compare_games import compare_games
from pegout.review.errors import ReviewError
from pegout.rules import Discarded
from tests.cases import raises_code


@cache
def _game(level: str) -> Record:
    """Return a game between a level and a gentle player, with the deals of that of two of these."""
    first = None if level == "gentle" else _game("gentle")
    seats = Seated("Ann", level), Seated("Ben", "gentle")
    setup = Setup(level, "half", seats, dealer=0, packs="gentle" if first else "")
    match = Match(setup, planned=plan_deals(first) if first else ())
    for _ in advance(match):
        pass
    return match.record()


def _discards(record: Record, seat: int) -> list[set[Card]]:
    events = record.games[0].events
    return [{*e.cards} for e in events if isinstance(e, Discarded) and e.seat == seat]


def test_a_game_does_not_differ_from_itself() -> None:
    game = _game("gentle")
    deals = compare_games(game, game, 0)
    assert [deal.first for deal in deals] == [deal.second for deal in deals]
    assert not any(deal.differences for deal in deals)
    # All points of the game were scored in its deals.
    result = [sum(points) for points in zip(*[deal.first for deal in deals], strict=True)]
    assert max(result) >= 61


@pytest.mark.parametrize("seat", [0, 1])
def test_where_two_players_differ_they_knew_the_same(seat: int) -> None:
    first, second = _game("gentle"), _game("casual")
    deals = compare_games(first, second, seat)
    assert [deal.dealer for deal in deals] == [at % 2 for at in range(len(deals))]
    for deal in deals:
        for one, two, value, other in deal.differences:
            assert {*one.view.dealt} == {*two.view.dealt} == {*deal.hand}
            assert {*one.cards} != {*two.cards}
            assert (one.view.pile, one.view.seat) == (two.view.pile, seat)
            if len(one.cards) == 2:
                assert value is not None
                assert other is not None
                assert {*value.chosen.cards} == {*one.cards}
                assert {*other.chosen.cards} == {*two.cards}
    # Every discard that differs is found, by the records alone.
    expected = [_discards(record, seat)[: len(deals)] for record in (first, second)]
    differ = [deal.deal for deal, *both in zip(deals, *expected, strict=True) if both[0] != both[1]]
    found = [
        deal.deal for deal in deals if any(len(one.first.cards) == 2 for one in deal.differences)
    ]
    assert found == differ
    assert seat or found


def test_games_with_other_deals_are_refused() -> None:
    game = _game("gentle")
    other = Match(Setup("x", "half", (Seated("A", "gentle"), Seated("B", "gentle")), dealer=0))
    for _ in advance(other):
        pass
    with raises_code(ReviewError, "other_deals"):
        compare_games(game, other, 0)
    claimed = other.record().having(tags=(("Packs", "gentle"),))
    with raises_code(ReviewError, "other_deals"):
        compare_games(game, claimed, 0)
    with raises_code(ReviewError, "bad_seat"):
        compare_games(game, game, 2)
