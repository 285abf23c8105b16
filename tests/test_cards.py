"""Cards: their names, their numbers, and the errors for texts that name none."""

import copy
import pickle
import re
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pegout.cards import CARDS, UNKNOWN, Card, CardError, Rank, Suit, format_cards, parse_cards
from tests.cases import each, failures, raises_code

EVERY_CARD = (*CARDS, UNKNOWN)
NAMES = [rank + suit for rank, suit in product("A23456789TJQK", "CDHS")]
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

cards = st.sampled_from(EVERY_CARD)


# The pack


def test_the_pack_has_every_rank_in_every_suit_once() -> None:
    assert [str(card) for card in CARDS] == NAMES
    assert list(CARDS) == list(range(52))
    assert {(card.rank, card.suit) for card in CARDS} == set(product(Rank, Suit))


def test_a_card_is_its_rank_times_four_plus_its_suit() -> None:
    def is_its_rank_and_suit(card: Card) -> None:
        assert int(card) == card.rank * 4 + card.suit
        assert Card.of(card.rank, card.suit) is card
        assert Card.of(int(card.rank), int(card.suit)) is card
        assert str(card) == card.rank.letter + card.suit.letter
        assert card.known

    assert failures(is_its_rank_and_suit, CARDS) == []


def test_an_ace_counts_one_and_ten_to_king_count_ten() -> None:
    values = [Card.of(rank, Suit.CLUBS).value for rank in Rank]
    assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert all(card.value == Card.of(card.rank, Suit.CLUBS).value for card in CARDS)


def test_an_unknown_card_counts_nothing_and_is_above_the_pack() -> None:
    assert int(UNKNOWN) == 52
    assert not UNKNOWN.known
    assert UNKNOWN.value == 0
    assert UNKNOWN not in CARDS
    assert max(CARDS) < UNKNOWN


def test_ranks_and_suits_are_in_order_and_named() -> None:
    assert "".join(rank.letter for rank in sorted(Rank)) == "A23456789TJQK"
    assert "".join(suit.letter for suit in sorted(Suit)) == "CDHS"
    assert repr(Rank.TEN) == "Rank.TEN"
    assert repr(Suit.DIAMONDS) == "Suit.DIAMONDS"


# A card by its number


def test_a_card_is_made_from_its_number_or_its_name() -> None:
    def is_made(card: Card) -> None:
        assert card == UNKNOWN or Card(int(card)) is card
        assert Card(str(card)) is card
        assert Card(card) is card
        assert card == int(card)
        assert hash(card) == hash(int(card))

    assert failures(is_made, EVERY_CARD) == []


def test_a_number_outside_the_pack_is_no_card() -> None:
    for number in (-1, 52, 53, 1000, -52):
        said = f"from 0 to 51 or a name such as '5H', .*; not {number}$"
        with raises_code(CardError, "bad_card", match=said):
            Card(number)


@each(("rank", "suit"), [("J", 2), (13, 0), (-1, 0), (3, 4), (None, None), (3, "H")])
def test_a_rank_or_a_suit_that_does_not_exist_makes_no_card(rank: Any, suit: Any) -> None:
    with raises_code(CardError, "bad_card", match="such as Rank.JACK and Suit.HEARTS"):
        Card.of(rank, suit)


@given(st.lists(st.sampled_from([*CARDS, UNKNOWN]), max_size=9), st.data())
def test_cards_without_spaces_are_read_as_those_with_spaces(
    cards: list[Card], data: st.DataObject
) -> None:
    spelt = "".join(
        [data.draw(st.sampled_from(["", " ", ","])) + str(card) for card in cards]
    ).replace("T", data.draw(st.sampled_from(["T", "t", "10"])))
    assert parse_cards(spelt, distinct=False) == tuple(cards)


@each("text", ["5H5", "5H5S5X", "x5H", "5HJ", "5CC", "C5", "5D6P"])
def test_what_is_left_of_a_word_has_to_be_a_card(text: str) -> None:
    with raises_code(CardError, "bad_card"):
        parse_cards(text)


@each("given_cards", [["5H", "5S"], (18, Card("5S")), iter(["5H", "5S"])])
def test_a_sequence_of_cards_is_read_like_a_text(given_cards: Any) -> None:
    assert parse_cards(given_cards) == parse_cards("5H 5S")


@each("nothing", [None, 7, 1.5, object()])
def test_what_is_no_cards_is_refused(nothing: Any) -> None:
    with raises_code(CardError, "bad_card", match="expected cards, such as '5H 5S', not"):
        parse_cards(nothing)


def test_the_name_of_no_card_makes_none() -> None:
    with raises_code(CardError, "bad_card"):
        Card("1S")


# Copies


def test_a_copy_is_the_card_itself() -> None:
    def is_copied(card: Card) -> None:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card

    assert failures(is_copied, EVERY_CARD) == []


def test_a_repr_can_be_pasted() -> None:
    assert [repr(card) for card in EVERY_CARD] == [f"Card('{card}')" for card in EVERY_CARD]
    for named in (*EVERY_CARD, *Rank, *Suit):
        assert eval(repr(named), {"Card": Card, "Rank": Rank, "Suit": Suit}) is named


def test_a_card_takes_no_attributes() -> None:
    with pytest.raises(AttributeError):
        CARDS[0].colour = "black"  # type: ignore[attr-defined]


def test_an_error_keeps_its_code_when_it_is_pickled() -> None:
    error = CardError("duplicate_card", "the 5H is there twice")
    copied = pickle.loads(pickle.dumps(error))
    assert type(copied) is CardError
    assert isinstance(copied, ValueError)
    assert (copied.code, str(copied)) == (error.code, str(error))


# Reading one card


def spellings(card: Card) -> list[str]:
    rank, suit = card.rank.letter, card.suit.letter
    ranks = {rank, rank.lower(), "10" if rank == "T" else rank}
    suits = {suit, suit.lower(), SYMBOLS[suit]}
    return [rank + suit for rank, suit in product(sorted(ranks), sorted(suits))]


def test_every_spelling_of_a_card_is_read() -> None:
    def is_read(card: Card) -> None:
        for spelling in spellings(card):
            assert Card.parse(spelling) is card, spelling
            assert Card.parse(f" \t{spelling}\n") is card, spelling

    assert failures(is_read, CARDS) == []


def test_two_question_marks_are_a_card_that_cannot_be_seen() -> None:
    assert Card.parse("??") is UNKNOWN
    assert Card.parse(" ?? ") is UNKNOWN
    assert str(UNKNOWN) == "??"


def test_whatever_names_no_card_is_an_error() -> None:
    def refused(text: str) -> None:
        with raises_code(
            CardError, "bad_card", match="expected a card such as 5H, TD or KS"
        ) as caught:
            Card.parse(text)
        assert repr(text) in str(caught.value)

    texts = [
        *("", " ", "5", "H", "H5", "5 H", "5HH", "55H", "1H", "0H", "11H", "110H", "1010H"),
        *("10", "10T", "JJ", "RH", "?", "???", "5?", "?H", "-1", "52"),
        *("♥", "5☆", "5♥♥", "♥5", "5H,", "5ß"),
    ]
    assert failures(refused, texts, repr) == []


def test_an_error_quotes_only_the_beginning_of_a_long_text() -> None:
    with pytest.raises(CardError) as caught:
        Card.parse("5H" * 500_000)
    assert str(caught.value).endswith("not '5H5H5H5H5H5H5H5H5H5H'")


@given(st.text() | st.text("aAtTjJqQkK0123456789cCdDhHsS♣♦♥♠? ", max_size=5))
@example("10♠")
@example("T10")
def test_any_text_is_read_as_a_card_or_is_an_error(text: str) -> None:
    problem = None
    try:
        card = Card.parse(text)
    except CardError as error:
        problem = error.code
    else:
        assert Card.parse(str(card)) is card
        # Some letters beyond ASCII have an ASCII capital, such as the long s.
        assert re.fullmatch(r"(10|[A2-9TJQK])[CDHS♣♦♥♠]|\?\?", text.strip().upper())
    assert problem in (None, "bad_card")


# Several cards


@given(st.lists(cards))
def test_cards_written_and_read_are_the_same(chosen: list[Card]) -> None:
    assert parse_cards(format_cards(chosen), distinct=False) == tuple(chosen)


@given(st.lists(st.sampled_from(CARDS), unique=True), st.integers(0, 3))
def test_distinct_cards_written_and_read_are_the_same(chosen: list[Card], unknown: int) -> None:
    written = [*chosen, *[UNKNOWN] * unknown]
    assert parse_cards(format_cards(written)) == tuple(written)


def test_spaces_and_commas_separate_cards() -> None:
    for text in ("5H 6S", "5h,6s", " 5H , 6S ", "5♥\n6♠", "5H,,6S,"):
        assert parse_cards(text) == (Card.parse("5H"), Card.parse("6S")), text


def test_no_cards_are_no_cards() -> None:
    assert [parse_cards(text) for text in ("", " ", ",", " ,\n")] == [()] * 4
    assert format_cards(()) == ""


def test_the_same_card_twice_is_an_error() -> None:
    with raises_code(CardError, "duplicate_card", match="the TD is there twice in '10D 5H td'"):
        parse_cards("10D 5H td")


def test_the_same_card_twice_is_allowed_where_cards_need_not_be_distinct() -> None:
    assert parse_cards("5H 5H", distinct=False) == (Card.parse("5H"),) * 2


def test_unknown_cards_may_always_be_repeated() -> None:
    assert parse_cards("?? 5H ??") == (UNKNOWN, Card.parse("5H"), UNKNOWN)


def test_one_text_that_is_no_card_spoils_the_others() -> None:
    with raises_code(CardError, "bad_card"):
        parse_cards("5H 5X 5H")


@given(st.text() | st.text("5Tt10hs♥, ?", max_size=12))
def test_any_text_is_read_as_cards_or_is_an_error(text: str) -> None:
    problem = None
    try:
        read = parse_cards(text)
    except CardError as error:
        problem = error.code
    else:
        assert parse_cards(format_cards(read)) == read
    assert problem in (None, "bad_card", "duplicate_card")


def test_cards_are_written_from_texts_and_numbers_too_and_nothing_else() -> None:
    assert format_cards("10d, js ??") == format_cards([37, 43, "??"]) == "TD JS ??"
    for wrong in ([-1], [53], [None], ["5X"], "5X"):
        with pytest.raises(CardError):
            format_cards(wrong)  # type: ignore[arg-type]


def test_what_is_no_number_and_no_name_makes_no_card() -> None:
    wrong: list[Any] = [None, 1.0, True, [5], (5,), b"5H"]
    for value in wrong:
        with raises_code(CardError, "bad_card", match="a card is a number from 0 to 51 or a name"):
            Card(value)
