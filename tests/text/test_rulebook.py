"""The rule book: complete, correct in its examples, and the same in both languages."""

import re

import pytest

from pegout import scoring, text
from pegout.cards import Card, parse_cards
from pegout.rules import PRESETS, SWITCHES
from pegout.rules.variant import Rules
from pegout.text.rulebook import rulebook

SHOWN = re.compile(r"`(crib )?([2-9ATJQK][CDHS](?: [2-9ATJQK][CDHS]){2,4}) \| (\S\S) = (\d+)`")
PLAYED = re.compile(r"`([2-9ATJQK][CDHS](?: [2-9ATJQK][CDHS])*) > ([\d ]+)`")


@pytest.mark.parametrize("code", text.LANGUAGES)
def test_every_hand_of_the_rule_book_is_counted_right(code: str) -> None:
    found = SHOWN.findall(rulebook(code))
    assert len(found) >= 10
    for crib, hand, starter, points in found:
        assert scoring.show_points(parse_cards(hand), Card(starter), crib=bool(crib)) == int(
            points
        ), hand


@pytest.mark.parametrize("code", text.LANGUAGES)
def test_every_line_of_play_in_the_rule_book_is_counted_right(code: str) -> None:
    found = PLAYED.findall(rulebook(code))
    assert len(found) == 6
    for line, points in found:
        cards = parse_cards(line)
        scored = [scoring.play_points(cards[: at + 1]) for at in range(len(cards))]
        assert scored == [int(number) for number in points.split()], line


def test_both_books_have_the_same_examples_and_sections() -> None:
    books = [rulebook(code) for code in text.LANGUAGES]
    for pattern in (SHOWN, PLAYED):
        assert pattern.findall(books[0]) == pattern.findall(books[1])
    headings = [re.findall(r"^(#+) ", book, re.MULTILINE) for book in books]
    assert headings[0] == headings[1]
    rows = [book.count("\n| ") for book in books]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("code", text.LANGUAGES)
def test_every_switch_and_preset_is_in_the_book(code: str) -> None:
    book = rulebook(code)
    for name in (*SWITCHES, *PRESETS):
        assert f"| `{name}` |" in book, name


@pytest.mark.parametrize("code", text.LANGUAGES)
def test_the_book_has_the_default_of_every_switch_as_it_is_typed(code: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \| [^|]+ \|$", rulebook(code), re.MULTILINE)
    assert [name for name, _ in rows] == list(SWITCHES)
    for name, said in rows:
        value = getattr(Rules(), name)
        if isinstance(value, bool):
            assert said == ("yes" if value else "no"), name
        else:
            assert said == (str(value).strip("()") or "none"), name


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "en",
            "aim;pack;cut;deal;crib;pone;starter;his heels;play;go;last card;show;nobs;flush;"
            "nineteen;skunk;match;muggins;stinkhole;lowball;five cards;half game;three;four",
        ),
        (
            "es",
            "objetivo;baraja;corte;reparto;cuna;no repartidor;carta inicial;talones;juego;"
            "¡adelante!;última carta;recuento;la jota;color;diecinueve;zorrillo;encuentro;muggins;"
            "hoyo maldito;a perder;cinco cartas;media partida;tres;cuatro",
        ),
    ],
)
def test_everything_that_is_played_is_in_the_book(code: str, words: str) -> None:
    book = rulebook(code).casefold()
    for word in words.split(";"):
        assert word in book, word


def test_the_spanish_book_uses_the_words_of_the_game() -> None:
    book = rulebook("es").casefold()
    for word in ("pesebre", "distribuidor", "abridor", "espectáculo", "sota", "carrera", "tirada"):
        assert word not in book


def test_a_language_without_a_book_gets_the_english_one() -> None:
    assert rulebook("fr") == rulebook("en") == rulebook()


@pytest.mark.parametrize("code", text.LANGUAGES)
def test_every_switch_and_preset_has_a_sentence(code: str) -> None:
    t = text.language(code)
    helps = [text.switch_help(name, t) for name in SWITCHES] + [
        text.preset_help(name, t) for name in PRESETS
    ]
    for said in helps:
        assert said.endswith(".")
        assert said.count(". ") == 0
    assert len(set(helps)) == len(helps)
    for names in (
        [text.switch_name(name, t) for name in SWITCHES],
        [text.preset_name(name, t) for name in PRESETS],
    ):
        assert len(set(names)) == len(names)
        assert all(names)


@pytest.mark.parametrize("code", text.LANGUAGES)
def test_every_value_of_every_preset_has_a_name(code: str) -> None:
    t = text.language(code)
    for preset in PRESETS.values():
        for name in SWITCHES:
            assert text.value_name(getattr(preset, name), t)
    others = ["four", "none", "manual", "to_opponent", "random", "chosen", "loser"]
    assert all(text.value_name(value, t) for value in others)
    assert text.value_name(1, t) == "1"
    assert text.value_name(0, t) == "0"
