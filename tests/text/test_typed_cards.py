"""Cards as people type them, by symbols, letters and names in English and Spanish."""

from functools import partial

import pytest

from pegout.cards import CARDS, CardError, parse_cards
from pegout.text.language import LANGUAGES, language
from pegout.text.names import card_name, short
from pegout.text.typed_cards import TypedCardError, read_cards
from tests.cases import failures


def is_read(code: str, case: tuple[str, str]) -> None:
    text, cards = case
    found = read_cards(text, language(code))
    assert found.cards == parse_cards(cards)
    assert not found.warning


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_card_is_read_by_its_name_and_its_symbol(code: str) -> None:
    t = language(code)
    for card in CARDS:
        for text in (card_name(card, t), card_name(card, t).upper(), short(card)):
            assert read_cards(text, t) == ((card,), ""), text


def test_spanish_cards_are_read() -> None:
    cases = [
        ("5 de corazones", "5H"), ("as de picas, rey de treboles", "AS KC"),
        ("10  de Tréboles", "TC"), ("J de diamantes 5H", "JD 5H"), ("TT 10P", "TC TS"),
        ("5P", "5S"), ("5C 6P", "5H 6S"), ("5c 6d 7t", "5H 6D 7C"),
        ("5H 6S", "5H 6S"), ("5♥", "5H"), ("?? 5d", "?? 5D"),
    ]  # fmt: skip
    assert failures(partial(is_read, "es"), cases) == []


def test_english_cards_are_read() -> None:
    cases = [("five of hearts", "5H"), ("10 of clubs, jack of Spades", "TC JS"), ("5C 6D", "5C 6D")]
    assert failures(partial(is_read, "en"), cases) == []


def test_a_letter_of_two_suits_is_read_as_english_with_a_warning() -> None:
    found = read_cards("5C 6D 7c", language("es"))
    assert found.cards == parse_cards("5C 6D 7C")
    assert found.warning == (
        "5C se lee como cinco de tréboles; escribe 5♥ o 5H para cinco de corazones. "
        "7c se lee como siete de tréboles; escribe 7♥ o 7H para siete de corazones."
    )


def test_a_word_that_is_no_card_is_named_in_the_language() -> None:
    def is_named(case: tuple[str, str, str]) -> None:
        code, text, said = case
        with pytest.raises(TypedCardError) as error:
            read_cards(text, language(code))
        assert str(error.value).startswith(said)

    cases = [
        ("en", "5H 5X", "“5X” is no card:"),
        ("es", "5P RC", "«RC» no es una carta:"),
        ("es", "5H 5 de corazones", "5♥ está dos veces"),
        ("es", "5C 6P 7H", "Los palos de «5C 6P 7H» son letras de dos idiomas."),
    ]
    assert failures(is_named, cases) == []


@pytest.mark.parametrize("text", ["5C 6P 7H", "5 de copas", "corazones", "5X", "5C5C"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        read_cards(text, language("es"))


def test_the_same_card_twice_is_refused_by_any_name() -> None:
    with pytest.raises(CardError) as error:
        read_cards("5H, 5 de corazones", language("es"))
    assert error.value.code == "duplicate_card"
