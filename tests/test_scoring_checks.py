"""The arguments of the scoring functions, against an oracle of which cards can be together."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pegout.cards import CARDS, UNKNOWN, Card, CardError, format_cards, known_cards, parse_cards
from pegout.scoring import play_points, score_play, score_show, show_points, unchecked
from tests.cases import each, raises_code

# Few cards, so that duplicates are frequent; and now and then an unknown card.
few = st.sampled_from([*parse_cards("5H 5S 5C JD AC 2C 3C"), UNKNOWN])
rows = st.lists(st.one_of(few, st.sampled_from(CARDS)), max_size=7)


def fault(cards: Sequence[Card], sizes: Sequence[int]) -> str:
    """Return why these cards cannot be together, by their names alone; empty if they can."""
    names = format_cards(cards).split()
    if len(names) not in sizes:
        return "wrong_number"
    if "??" in names:
        return "unknown_card"
    return "duplicate_card" if len({*names}) < len(names) else ""


def fault_of_show(hand: Sequence[Card], starter: Card, crib: bool) -> str:
    return fault(hand, [4]) or fault([starter], [1]) or fault([*hand, starter], [len(hand) + 1])


def fault_of_pile(pile: Sequence[Card]) -> str:
    worth = {letter: min(at, 10) for at, letter in enumerate("A23456789TJQK", start=1)}
    found = fault(pile, range(1, 14))
    if not found and sum(worth[str(card)[0]] for card in pile) > 31:
        return "over_31"
    return found


def spellings(cards: Sequence[Card]) -> list[Any]:
    """Return the same cards in every accepted form."""
    names = [str(card) for card in cards]
    numbers = [number(card) for card in cards]
    return [tuple(cards), list(cards), numbers, names, " ".join(names), "".join(names)]


def number(card: Card) -> int:
    """Return the number of a card; one that cannot be seen has none."""
    return int(card) if card.known else card


@given(rows, st.one_of(few, st.sampled_from(CARDS)), st.booleans())
@example(list(parse_cards("5H 5S 5C JD")), Card("5D"), False)
@example(list(parse_cards("5H 5S 5C JD")), Card("5H"), False)
@example(list(parse_cards("5H 5S 5C")), Card("5D"), True)
@example(list(parse_cards("2H 4H 6H 8H")), Card("KH"), True)
def test_a_show_counts_as_the_oracle_has_it(hand: list[Card], starter: Card, crib: bool) -> None:
    wrong = fault_of_show(hand, starter, crib)
    for given_hand in spellings(hand):
        for given_starter in (starter, number(starter), str(starter)):
            if wrong:
                for count in (score_show, show_points):
                    with raises_code(CardError, wrong) as refused:
                        count(given_hand, given_starter, crib=crib)
                    assert "expected" in str(refused.value)
                continue
            items = score_show(given_hand, given_starter, crib=crib)
            assert items == unchecked.score_show(hand, starter, crib=crib)
            assert all(type(card) is Card for item in items for card in item.cards)
            assert show_points(given_hand, given_starter, crib=crib) == sum(
                item.points for item in items
            )


@given(rows, st.booleans())
@example(list(parse_cards("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C")), True)
def test_a_pile_is_counted_or_refused_as_the_oracle_has_it(pile: list[Card], runs: bool) -> None:
    wrong = fault_of_pile(pile)
    for given_pile in spellings(pile):
        if wrong:
            for count in (score_play, play_points):
                with raises_code(CardError, wrong) as refused:
                    count(given_pile, runs=runs)
                assert "expected" in str(refused.value)
            continue
        items = score_play(given_pile, runs=runs)
        assert items == unchecked.score_play(pile, runs=runs)
        assert play_points(given_pile, runs=runs) == sum(item.points for item in items)


@each(
    ("hand", "starter", "crib", "said"),
    [
        ("5H", "5D", False, "expected 4 cards as a hand, not 1: 5H"),
        ("", "5D", False, "expected 4 cards as a hand, not 0: none"),
        ("5H 5S 5C", "5D", False, "expected 4 cards as a hand, not 3: 5H 5S 5C"),
        ("5H 5S 5C 5D JD", "6D", False, "expected 4 cards as a hand, not 5: 5H 5S 5C 5D JD"),
        ("5H 5S 5C", "5D", True, "expected 4 cards as the crib, not 3: 5H 5S 5C"),
        ("5H 5S 5C JD", "5D 6D", False, "expected 1 card as the starter, not 2: 5D 6D"),
        (
            "5H 5S 5C JD",
            "5H",
            False,
            "expected different cards as the hand and the starter, and the 5H is there twice: "
            "5H 5S 5C JD 5H",
        ),
        (
            "5H 5H 5C 6S",
            "6D",
            False,
            "expected different cards as a hand, and the 5H is there twice",
        ),
        (
            "5H ?? 5C 6S",
            "6D",
            False,
            "expected a hand of cards that are known, and ?? is not: 5H ??",
        ),
        ("5H 6S 5C 7D", "??", False, "expected the starter of cards that are known"),
        ("5H 6S 5X", "6D", False, "expected a card such as 5H, TD or KS"),
        (7, "6D", False, "expected cards as a hand, such as '5H 5S', not 7"),
        (None, "6D", False, "expected cards as a hand, such as '5H 5S', not None"),
        ("5H 6S 5C 7D", None, False, "a card is a number from 0 to 51 or a name such as '5H'"),
        ([-1, 5, 9, 13], 17, False, "such as '5H', and '??' is a card that cannot be seen; not -1"),
        ([1, 5, 9, 13], 17.0, False, "not 17.0"),
        ([1, [5], 9, 13], 17, False, "not [5]"),
    ],
)
def test_a_refusal_says_what_is_wrong(hand: Any, starter: Any, crib: bool, said: str) -> None:
    for count in (score_show, show_points):
        with pytest.raises(CardError) as refused:
            count(hand, starter, crib=crib)
        assert said in str(refused.value)


def test_a_pile_beyond_thirty_one_is_refused() -> None:
    with raises_code(CardError, "over_31", match=r"up to 31, and these come to 32; begin the pile"):
        score_play("KH QH JH 2S")


def test_a_switch_of_the_count_has_to_be_one() -> None:
    for count in (score_show, show_points):
        with pytest.raises(CardError, match="crib_flush is one of five, four, none, not 'Five'"):
            count("2H 4H 6H 8H", "KS", crib=True, crib_flush="Five")  # type: ignore[arg-type]
        with pytest.raises(CardError, match="nobs_points is one of 0, 1, 2, not 3"):
            count("2H 4H 6H 8H", "KS", nobs_points=3)
        with pytest.raises(CardError, match="crib is True or False, not 'yes'"):
            count("2H 4H 6H 8H", "KS", crib="yes")  # type: ignore[arg-type]
        with pytest.raises(CardError, match="a hand has 3, 4 or 5 cards kept, not 6"):
            count("2H 4H 6H 8H TH QH", "KS", kept=6)


def test_a_hand_of_another_size_is_named() -> None:
    assert show_points("5H 5S 5C", "5D", kept=3) == 20
    assert [str(item) for item in score_show("2C 3D 4H", "7S", kept=3)] == ["run 3 (2C 3D 4H)"]
    assert show_points("2C 3D 4H 5S 6C", "KS", kept=5) == score_total("2C 3D 4H 5S 6C", "KS")


def score_total(hand: str, starter: str) -> int:
    return sum(item.points for item in unchecked.score_show(parse_cards(hand), Card(starter)))


def test_cards_may_come_from_anything_that_gives_them_one_by_one() -> None:
    hand = parse_cards("5H 5S 5C JD")
    assert show_points(iter(hand), "5D") == 29
    assert show_points(dict.fromkeys(hand), Card("5D")) == 29
    assert play_points(iter(parse_cards("7C 8D"))) == 2
    numpy = pytest.importorskip("numpy")
    assert show_points(numpy.array(hand), numpy.int64(17)) == 29
    assert score_show(numpy.array(hand), numpy.int64(17)) == score_show(hand, "5D")


def test_many_wrong_cards_are_told_in_short() -> None:
    with pytest.raises(CardError) as refused:
        known_cards(CARDS, "a hand", (4,))
    assert str(refused.value) == (
        "expected 4 cards as a hand, not 52: AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S …"
    )
