from random import Random

import pytest

from pegout.cards import Card
from pegout.evaluation import ranks
from pegout.evaluation.play import Playout, card_values, lead, pile_points
from pegout.rules import Rules, rules
from pegout.rules.view import view
from tests.evaluation.spots import STANDARD, dealt, playing


def follow(first: str, second: str, *, laid: str = "", of: Rules = STANDARD) -> tuple[int, ...]:
    """Seat 0 lays its lowest card; both play on."""
    pile = tuple(ranks.parse(letter)[0] for letter in laid)
    count = sum(ranks.VALUES[rank] for rank in pile)
    return Playout(of).follow((ranks.parse(first), ranks.parse(second)), 0, 0, pile, count)


@pytest.mark.parametrize(
    ("first", "second", "laid", "points"),
    [
        ("5", "", "T", (3, 0)),  # fifteen and the last card
        ("A", "", "TTT", (2, 0)),  # 31 on the last card is two, not three
        ("5", "5", "", (0, 3)),
        ("9", "8", "TT", (1, 1)),  # neither fits after the other: a go each
        ("2", "3", "A", (0, 4)),
        ("KK", "Q", "", (1, 0)),
    ],
)
def test_points_are_pegged_as_in_the_game(
    first: str, second: str, laid: str, points: tuple[int, int]
) -> None:
    assert follow(first, second, laid=laid) == points


def test_the_rules_are_followed() -> None:
    assert follow("2", "3", laid="A", of=rules(runs_in_play=False)) == (0, 1)
    assert follow("A", "", laid="TTT", of=rules(go_stacks_on_31=True)) == (3, 0)
    assert follow("K", "KQ", laid="TT", of=rules(five_card=True)) == (1, 0)


def test_playing_stops_where_the_game_does() -> None:
    hands = (ranks.parse("5"), ranks.parse("5"))
    assert Playout(rules(), (10, 2)).follow(hands, 0, 0, (), 0) == (0, 2)
    assert Playout(rules(stinkhole=True), (10, 1)).follow(
        (ranks.parse("8"), ranks.parse("9")), 0, 0, (), 0
    ) == (0, 0)


def test_points_of_piles_are_those_of_the_play() -> None:
    assert pile_points((2, 4, 5, 6, 3)) == 5
    assert pile_points((2, 4, 5, 6, 3), runs=False) == 0


@pytest.mark.parametrize(
    ("of", "seat", "gains", "value"),
    [
        (rules(), 0, (5, 2), 3),
        (rules(), 1, (5, 2), -3),
        (rules(lowball=True), 0, (5, 2), -3),
        (rules(players=3), 0, (5, 2, 4), 2),
        (rules(players=4), 2, (5, 2), 3),
    ],
)
def test_points_of_the_other_sides_count_against(
    of: Rules, seat: int, gains: tuple[int, ...], value: float
) -> None:
    assert lead(of, seat, (100,) * of.sides, gains) == value


def values(
    hands: list[str], throws: list[str], *played: str, of: Rules = STANDARD, **given: object
) -> dict[str, float]:
    """What each card is worth to the seat that is to play."""
    state = playing(dealt(hands, rules=of, starter="2H", **given), throws, *played)  # type: ignore[arg-type]
    mine = view(state, state.turn)
    found = card_values(mine, Random(1))
    assert set(found) == {card >> 2 for card in mine.playable()}
    return {ranks.format([rank]): value for rank, value in found.items()}


def test_a_five_is_not_led() -> None:
    found = values(["2C 3D 6H TS JC 9C", "5C 4D 7D KD 8S AC"], ["JC 9C", "8S AC"])
    assert min(found, key=found.__getitem__) == "5"


def test_a_pair_is_taken() -> None:
    found = values(["2C 3D 7H TS JC 9C", "7D 4D KC QD 8S AC"], ["JC 9C", "8S AC"], "7D")
    assert max(found, key=found.__getitem__) == "7"


def test_in_lowball_a_pair_is_left() -> None:
    found = values(
        ["2C 3D 7H TS JC 9C", "7D 4D KC QD 8S AC"],
        ["JC 9C", "8S AC"],
        "7D",
        of=rules(lowball=True),
    )
    assert max(found, key=found.__getitem__) not in "78"


def test_partners_do_not_rob_each_other() -> None:
    # The seat on the right of its partner holds 31 for the partner as well as for itself; what
    # counts is what the side pegs, and an opponent's pair is worth taking.
    found = values(
        ["AC 9D KS KH 4D", "6C 7C 8C 9C TC", "4C 9H QS QH 6D", "6H 7H 8H 9S TH"],
        ["4D", "TC", "6D", "TH"],
        "7C",
        of=rules(players=4),
    )
    assert set(found) == {"4", "9", "Q"}
    assert Card.parse("9H").value == 9
