"""Policies that depend on ranks alone."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pegout.kernel.layout import NO_PILE, NOTHING
from pegout.kernel.pegging import pile_score
from pegout.kernel.score_tables import ends_of
from pegout.simulation.policies import rules_of_thumb as thumbs
from tests.cases import each

ENDS = ends_of(True)
FAR = 1000
FIVE = 4


@cache
def hands() -> list[tuple[int, ...]]:
    """Return every set of four ranks."""
    every = combinations_with_replacement(range(13), 4)
    return [ranks for ranks in every if all(ranks.count(rank) < 5 for rank in ranks)]


def club(hand: int, pile: int, count: int, lowball: bool, ends: Any, played: Sequence[int]) -> int:
    """Return a club player's choice far from the end of the board, against three cards."""
    unseen = thumbs.tens_unseen(hand, np.array([rank * 4 for rank in played], np.int8), len(played))
    return thumbs.club_card(
        hand, pile, count, unseen, 3, FAR, FAR, thumbs.STEADY, lowball, ends
    )  # fmt: skip


def by_ranks(way: Callable[[int, int, int, bool, Any], int]) -> Callable[..., int]:
    return lambda *given: way(*given[:5])


def novice(hand: int, pile: int, count: int, lowball: bool, ends: Any) -> int:
    """Return the choice of a novice that overlooks nothing."""
    return thumbs.novice_card(hand, pile, count, -1, lowball, ends)


WAYS = {
    "novice": by_ranks(novice),
    "casual": by_ranks(thumbs.casual_card),
    "classic": by_ranks(thumbs.classic_card),
    "club": club,
}


def pack(cards: Sequence[int]) -> int:
    """Pack cards into an int, as the kernel holds a hand."""
    hand = NOTHING
    for index, card in enumerate(sorted(cards)):
        hand ^= (card ^ 127) << 8 * index
    return hand


def of_ranks(ranks: Sequence[int]) -> list[int]:
    return [rank * 4 + ranks[:index].count(rank) for index, rank in enumerate(ranks)]


def after(ranks: Sequence[int]) -> tuple[int, int]:
    """Return the pile and the count of ranks played in one count."""
    pile = NO_PILE
    for rank in ranks:
        pile = (pile << 4 | rank) & NO_PILE
    return pile, sum([min(rank + 1, 10) for rank in ranks])


def score(pile: int, count: int, rank: int) -> int:
    longer = (pile << 4 | rank) & NO_PILE
    return int(pile_score(longer, count + min(rank + 1, 10), ENDS))


@given(
    cards=st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True),
    held=st.integers(1, 4),
    turn=st.integers(1, 3),
    way=st.sampled_from(sorted(WAYS)),
    lowball=st.booleans(),
)
def test_the_rank_follows_from_the_ranks(
    cards: list[int], held: int, turn: int, way: str, lowball: bool
) -> None:
    played = [card >> 2 for card in cards[4:]]
    pile, count = after(played)

    def chosen(hand: Sequence[int]) -> int:
        return WAYS[way](pack(hand), pile, count, lowball, ENDS, played)

    hand = cards[:held]
    card = chosen(hand)
    fitting = [other for other in hand if count + min((other >> 2) + 1, 10) <= 31]
    if fitting:
        assert card == max(other for other in hand if other >> 2 == card >> 2)
        assert card in fitting
    # The same ranks in other suits.
    turned = [other & ~3 | (other + turn & 3) for other in hand]
    assert chosen(turned) >> 2 == card >> 2


def test_nobody_leads_a_five_that_has_another_card() -> None:
    wrong = [
        (way, ranks)
        for way in ("novice", "casual", "club")
        for ranks in hands()
        if WAYS[way](pack(of_ranks(ranks)), NO_PILE, 0, False, ENDS, []) >> 2 == FIVE
        and set(ranks) != {FIVE}
    ]
    assert not wrong


def test_points_are_taken_and_no_five_is_made_where_another_card_is_as_good() -> None:
    wrong = []
    for way, led in product(("casual", "classic", "club"), range(13)):
        pile, count = after([led])
        for ranks in hands()[led % 4 :: 12]:
            if ranks.count(led) == 4:
                continue
            hand = pack(of_ranks(ranks))
            chosen = WAYS[way](hand, pile, count, False, ENDS, [led]) >> 2
            scores = {rank: score(pile, count, rank) for rank in ranks}
            taken = scores[chosen] == max(scores.values())
            # The classic player makes a five where it has a reply.
            given = way != "classic" and not scores[chosen] and len(set(ranks)) > 1
            if not taken or (given and count + min(chosen + 1, 10) == 5):
                wrong.append((way, led, ranks))
    assert not wrong


def test_a_classic_player_has_kinds_of_cards() -> None:
    def led(text: str) -> str:
        ranks = sorted(["A23456789TJQK".index(letter) for letter in text])
        pile, count = after([])
        card = thumbs.classic_card(pack(of_ranks(ranks)), pile, count, False, ENDS)
        return "A23456789TJQK"[card >> 2]

    assert led("24TK") == "4"  # under five
    assert led("789K") == "9"  # neither 5, 10 nor 21
    assert led("77TK") == "7"  # a third seven for the pair
    assert led("TJQK") == "K"


def test_a_club_player_sees_the_end_of_the_game() -> None:
    pile, count = after([9])
    hand = pack(of_ranks([2, 4, 6, 9]))

    def chosen(hand: int, own: int, other: int, stance: int) -> int:
        unseen = thumbs.tens_unseen(hand, np.array([39], np.int8), 1)
        return thumbs.club_card(hand, pile, count, unseen, 3, own, other, stance, False, ENDS) >> 2

    # A fifteen and a pair score two points each; the seven scores nothing, and is no better even
    # where only stopping the opponent matters.
    assert score(pile, count, 4) == score(pile, count, 9) == 2
    assert chosen(hand, FAR, FAR, thumbs.STEADY) in (4, 9)
    assert chosen(hand, 2, FAR, thumbs.STOP) in (4, 9)
    # An ace on a ten gives the dealer no points to end the game with; a pair may be paired.
    assert chosen(pack(of_ranks([0, 9])), FAR, FAR, thumbs.STEADY) == 9
    assert chosen(pack(of_ranks([0, 9])), FAR, 6, thumbs.STOP) == 0


@each(
    ("hand", "low", "high"),
    [
        ("357Q", "3", "Q"),
        ("45TQ", "4", "Q"),
        ("3577", "3", "7"),
        ("AA59", "A", "9"),
        ("A255", "2", "2"),
        ("5555", "5", "5"),
    ],
)
def test_a_club_player_leads_low_of_two_and_high_of_three(hand: str, low: str, high: str) -> None:
    names = "A23456789TJQK"
    ranks = sorted([names.index(letter) for letter in hand])
    held = pack(of_ranks(ranks))
    assert names[club(held, NO_PILE, 0, False, ENDS, []) >> 2] == low
    assert names[thumbs.lead_among_several(held) >> 2] == high


def test_a_club_player_leads_no_five_among_three() -> None:
    for ranks in hands():
        led = thumbs.lead_among_several(pack(of_ranks(ranks))) >> 2
        assert led in ranks
        assert led != FIVE or set(ranks) == {FIVE}
