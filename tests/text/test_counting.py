"""Counting aloud."""

from hypothesis import given
from hypothesis import strategies as st

from pegout import scoring
from pegout.cards import CARDS, Card, parse_cards
from pegout.scoring import Item, Kind
from pegout.text import cadence, called, item_name, item_names, language, nineteen
from tests.cases import each

EN, ES = language("en"), language("es")


def count(hand: str, starter: str, crib: bool = False) -> tuple[Item, ...]:
    return scoring.score_show(parse_cards(hand), Card(starter), crib=crib)


@each(
    ("hand", "starter", "english", "spanish"),
    [
        (
            "5H 5S 5C JD",
            "5D",
            "fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, "
            "fifteen fourteen, fifteen sixteen, a double pair royal is twenty-eight, and one for "
            "his nobs is twenty-nine",
            "quince dos, quince cuatro, quince seis, quince ocho, quince diez, quince doce, "
            "quince catorce, quince dieciséis, un cuarteto son veintiocho, y uno por la jota son "
            "veintinueve",
        ),
        (
            "7C 7D 8H 9S",
            "KC",
            "fifteen two, fifteen four, and a double run of three makes twelve",
            "quince dos, quince cuatro, y una escalera doble de tres son doce",
        ),
        ("9C 9D KH KS", "2C", "a pair is two, and another pair is four", None),
        ("2H 4H 6H 8H", "KS", "a flush of four for four", "un color de cuatro, cuatro"),
        ("2C 3H 4H QD", "AS", "fifteen two, fifteen four, and a run of four makes eight", None),
        ("KC QH JH 9D", "TS", "a run of five for five", "una escalera de cinco, cinco"),
        ("KC QH JH 8D", "JS", "a double run of three is eight", None),
        ("2C 4D 6H JS", "KS", "one for his nobs", "uno por la jota"),
        ("4C 5D 5H 5S", "6C", None, None),
        ("7C 7D 8H 8S", "9C", None, None),
        ("TC 2D 4H 6S", "8C", "nineteen", "diecinueve"),
    ],
)
def test_a_hands_cadence(hand: str, starter: str, english: str | None, spanish: str | None) -> None:
    items = count(hand, starter)
    if english:
        assert ", ".join(cadence(items, EN)) == english
    if spanish:
        assert ", ".join(cadence(items, ES)) == spanish


@given(st.lists(st.sampled_from(CARDS), min_size=5, max_size=5, unique=True))
def test_each_item_has_a_phrase_and_the_last_ends_with_the_total(cards: list[Card]) -> None:
    items = scoring.score_show(cards[:4], cards[4])
    total = sum(item.points for item in items)
    for t in (EN, ES):
        phrases = cadence(items, t)
        assert len(phrases) == max(1, len(items))
        only_nobs = len(items) == 1 and items[0].kind is Kind.NOBS
        if items and not only_nobs:
            assert phrases[-1].endswith(t.number(total))
        assert not any("{" in phrase for phrase in phrases)


def test_everything_that_scores_has_a_name_of_its_own() -> None:
    cards = parse_cards("4C 4D 5H 6S")
    for translator in (EN, ES):
        names = {item_name(Item(kind, cards, 2), translator) for kind in Kind}
        assert len(names) == len(Kind)
        assert not any("{" in name for name in names)


def test_what_a_card_of_the_play_is_called() -> None:
    def items(pile: str) -> tuple[Item, ...]:
        return scoring.score_play(parse_cards(pile))

    assert called(items("7C 8D"), EN) == "fifteen for two"
    assert called(items("7C 8D"), ES) == "quince, dos"
    assert called(items("TC KD 4S 7H"), ES) == "treinta y uno, dos"
    assert called(items("5C 5D 5H"), EN) == "fifteen for two and a pair royal for six"
    assert called(items("4C 5D 6H"), EN) == "fifteen for two and a run of three for three"
    assert item_names(items("4C 5D 6H"), ES) == "un quince y una escalera de tres"


def test_nineteen_is_explained_to_those_who_ask() -> None:
    assert nineteen(EN) == "Nineteen!"
    assert nineteen(ES) == "¡Diecinueve!"
    assert nineteen(EN, explain=True).startswith("Nineteen! No hand can be worth nineteen")
    assert "puede valer diecinueve" in nineteen(ES, explain=True)
