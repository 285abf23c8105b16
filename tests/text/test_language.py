"""The choice of the language, and its numbers, lists and names of cards."""

import pickle

import pytest

from pegout import text
from pegout.cards import CARDS, UNKNOWN, Card, Rank
from pegout.rules import Rules
from pegout.text.names import index
from tests.cases import each

EN, ES = text.language("en"), text.language("es")


@each(
    ("code", "environ", "expected"),
    [
        ("es", {}, "es"),
        ("ES_mx.UTF-8", {}, "es"),
        ("es-AR", {}, "es"),
        ("es.UTF-8", {}, "es"),
        ("fr", {"LANG": "es_ES"}, "en"),
        (None, {}, "en"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "es_ES.UTF-8"}, "es"),
        (None, {"LC_ALL": "en_GB.UTF-8", "LANG": "es_ES"}, "en"),
        (None, {"LC_MESSAGES": "es", "LANG": "en_GB"}, "es"),
        (None, {"LANGUAGE": "fr:es:en", "LC_ALL": "en_GB"}, "es"),
        (None, {"LANGUAGE": "", "LANG": "es"}, "es"),
    ],
)
def test_the_language_is_asked_for_or_that_of_the_environment(
    code: str | None, environ: dict[str, str], expected: str
) -> None:
    assert text.language(code, environ).code == expected


def test_the_environment_of_the_process_is_the_last_resort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    assert text.language().code == "es"


def test_there_is_one_translator_for_a_language() -> None:
    assert text.language("es") is text.language("es_MX")
    assert pickle.loads(pickle.dumps(ES)) is ES
    assert repr(ES) == "language('es')"


def test_text_and_plural() -> None:
    assert EN("{name} says go.", name="{Ann}") == "{Ann} says go."
    message = ("The match has {n} game.", "The match has {n} games.")
    assert [ES.plural(*message, n) for n in (0, 1, 2)] == [
        "El encuentro es de 0 partidas.",
        "El encuentro es de 1 partida.",
        "El encuentro es de 2 partidas.",
    ]


def test_a_message_without_a_translation_stands_as_it_is() -> None:
    assert ES.text("{name} sings.".replace("sings", "whistles"), name="Ana") == "Ana whistles."


def test_numbers_in_words_up_to_thirty_one() -> None:
    assert [EN.number(n) for n in (0, 15, 22, 31, 32, 121, -1)] == [
        "nought",
        "fifteen",
        "twenty-two",
        "thirty-one",
        "32",
        "121",
        "-1",
    ]
    assert [ES.number(n) for n in (0, 1, 16, 22, 23, 26, 31, 57)] == [
        "cero",
        "uno",
        "dieciséis",
        "veintidós",
        "veintitrés",
        "veintiséis",
        "treinta y uno",
        "57",
    ]
    for t in (EN, ES):
        assert len({t.number(n) for n in range(32)}) == 32


def test_lists() -> None:
    assert [EN.join(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert EN.either(["a", "b", "c"]) == "a, b or c"


@each(
    ("last", "joined", "either"),
    [
        ("Ana", "Eva y Ana", "Eva o Ana"),
        ("Inés", "Eva e Inés", "Eva o Inés"),
        ("Ío", "Eva e Ío", "Eva o Ío"),
        ("Hilda", "Eva e Hilda", "Eva o Hilda"),
        ("Iago", "Eva y Iago", "Eva o Iago"),
        ("Hierro", "Eva y Hierro", "Eva o Hierro"),
        ("Olga", "Eva y Olga", "Eva u Olga"),
        ("Hortensia", "Eva y Hortensia", "Eva u Hortensia"),
        ("8♣", "Eva y 8♣", "Eva u 8♣"),
    ],
)
def test_spanish_conjunctions_suit_what_follows(last: str, joined: str, either: str) -> None:
    assert ES.join(["Eva", last]) == joined
    assert ES.either(["Eva", last]) == either


def test_a_sentence_begins_with_a_capital() -> None:
    assert [text.capital(word) for word in ("two", "¡adelante!", "«y»", "…", "")] == [
        "Two",
        "¡Adelante!",
        "«Y»",
        "…",
        "",
    ]


def test_short_names_of_cards() -> None:
    assert text.shorts(CARDS[:5]) == "A♣ A♦ A♥ A♠ 2♣"
    assert [text.short(Card(name)) for name in ("TS", "JD", "5H", "KC")] == [
        "10♠",
        "J♦",
        "5♥",
        "K♣",
    ]
    assert text.short(UNKNOWN) == "?"
    assert index(Rank.QUEEN) == "Q"
    assert len({text.short(card) for card in CARDS}) == 52


def test_long_names_of_cards() -> None:
    cards = [Card("5H"), Card("JC"), Card("QS")]
    assert text.card_names(cards, EN) == "five of hearts, jack of clubs and queen of spades"
    assert text.card_names(cards, ES) == "cinco de corazones, jota de tréboles y reina de picas"
    assert text.the_cards(cards[:2], EN) == "the five of hearts and the jack of clubs"
    assert text.the_cards(cards, ES) == (
        "el cinco de corazones, la jota de tréboles y la reina de picas"
    )
    assert text.the_card(Card("AD"), ES) == "el as de diamantes"
    assert text.card_name(UNKNOWN, EN) == "hidden card"
    assert text.the_card(UNKNOWN, ES) == "una carta tapada"
    assert text.card_name(Card("KC"), ES) == "rey de tréboles"
    for t in (EN, ES):
        assert len({text.card_name(card, t) for card in CARDS}) == 52
        assert len({text.the_card(card, t) for card in CARDS}) == 52


def test_names_of_sides() -> None:
    four = ("Ann", "Ben", "Cy", "Di")
    teams, singles = Rules(players=4), Rules(players=4, teams=False)

    def named(rules: Rules, seat: int | None, t: text.Translator) -> list[str]:
        return [text.side_name(rules.seats_of(side), four, seat, t) for side in range(rules.sides)]

    assert named(teams, 2, EN) == ["You and Ann", "Ben and Di"]
    assert named(teams, None, ES) == ["Ann y Cy", "Ben y Di"]
    assert named(Rules(players=3), 1, ES) == ["Ann", "Tú", "Cy"]
    assert named(singles, 0, EN) == ["You", "Ben", "Cy", "Di"]
