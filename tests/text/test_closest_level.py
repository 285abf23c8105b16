"""The level that a player plays like, in words."""

from pegout.review.error_scale import ClosestLevel
from pegout.simulation.judged_games import DECISIONS
from pegout.text import language
from pegout.text.closest_level import closest_level_sentences, kind_words
from tests.cases import each

EN, ES = language("en"), language("es")


def place(least: str, most: str, games: float) -> ClosestLevel:
    return ClosestLevel("casual", least, most, 4.12, 2.0, 7.0, games)


def test_one_game_says_little() -> None:
    assert closest_level_sentences("Ann", place("novice", "club", 0.9), EN) == [
        "Ann played like “Casual”: errors cost 4.1 points a game.",
        "This rests on 1 game: anything from “Novice” to “Club” is possible.",
    ]


def test_the_reader_is_spoken_to() -> None:
    first, second = closest_level_sentences("", place("novice", "casual", 8.2), EN)
    assert first == "You play like “Casual”: your errors cost 4.1 points a game."
    assert second == "This rests on 8 games: anything from “Novice” to “Casual” is possible."


def test_many_games_leave_one_level() -> None:
    _, second = closest_level_sentences("", place("casual", "casual", 40), EN)
    assert second == "This rests on 40 games, and it is clear."


@each("kind", [*DECISIONS, "all"])
def test_every_kind_has_words_in_both_languages(kind: str) -> None:
    assert kind_words(kind, EN) != kind_words(kind, ES)


def test_spanish_is_spoken_too() -> None:
    first, second = closest_level_sentences("Ana", place("novice", "club", 3), ES)
    assert first.startswith("Ana ")
    assert first != closest_level_sentences("Ana", place("novice", "club", 3), EN)[0]
    assert "3" in second
