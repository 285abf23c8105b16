"""Luck and skill in one sentence."""

import re
from itertools import product

import pytest

from pegout.review.luck import Split
from pegout.rules import Rules
from pegout.text import Teller, language
from pegout.text.luck_sentences import luck_headline, split_notes
from tests.cases import each


def teller(seat: int | None, lang: str = "en") -> Teller:
    return Teller(language(lang), ("Ann", "Ben"), seat, Rules(), single=True)


@each(
    ("seat", "lang", "says"),
    [
        (0, "en", "You won by 18. Luck +21, skill −3."),
        (1, "en", "You lost by 18. Luck −21, skill +3."),
        (None, "en", "Ann won by 18. Luck +21, skill −3."),
        (0, "es", "Ganaste por 18. Suerte +21, habilidad −3."),
        (1, "es", "Perdiste por 18. Suerte −21, habilidad +3."),
        (None, "es", "Ann ganó por 18. Suerte +21, habilidad −3."),
    ],
)
def test_the_result_with_luck_and_skill(seat: int | None, lang: str, says: str) -> None:
    found = Split(2.9, 18.0, 11.2, 6.6, -0.5, 0.0, (5.3, 3.1), "margin")
    assert luck_headline(teller(seat, lang), [found, found.turned()]) == says


def test_what_is_said_adds_up() -> None:
    for result, tenth, seat in product((18, -7, 105, -1), range(-9, 10), (0, 1)):
        hidden = tenth / 10
        found = Split(0.0, float(result), 0.0, hidden, 0.0, 0.0, (0.0, result - hidden), "margin")
        said = luck_headline(teller(seat), [found, found.turned()])
        ends, luck, skill = re.findall(r"[-+−]?\d+", said)
        won = said.startswith("You won")
        numbers = [int(text.replace("−", "-")) for text in (luck, skill)]
        assert sum(numbers) == int(ends) * (1 if won else -1)
        assert won == ((result > 0) == (seat == 0))


@each(
    ("players", "seat", "lang", "says"),
    [
        (
            3,
            0,
            "en",
            "You win the game. You: luck +50\u00a0%, skill +17\u00a0% in chance of winning.",
        ),
        (
            3,
            2,
            "en",
            "Ann wins the game. You: luck −40\u00a0%, skill +7\u00a0% in chance of winning.",
        ),
        (
            4,
            3,
            "en",
            "Ann and Cy win the game. "
            "You and Ben: luck −43\u00a0%, skill −7\u00a0% in chance of winning.",
        ),
        (
            4,
            2,
            "es",
            "Gana la partida tu equipo, tú y Ann. Tú y Ann: suerte +43\u00a0%, habilidad "
            "+7\u00a0% en probabilidad de ganar.",
        ),
    ],
)
def test_among_many_it_is_told_in_chances(players: int, seat: int, lang: str, says: str) -> None:
    if players == 3:
        third = 1 / 3
        splits = [
            Split(third, 1.0, 0.4, 0.1, 0.0, 0.0, (0.1, 0.2, 0.33), sides=3),
            Split(third, 0.0, -0.1, -0.5, 0.0, 0.0, (0.1, 0.2, 0.33), side=1, sides=3),
            Split(third, 0.0, -0.3, -0.1, 0.0, 0.0, (0.1, 0.2, 0.08), side=2, sides=3),
        ]
    else:
        first = Split(0.5, 1.0, 0.33, 0.1, 0.0, 0.0, (0.01, 0.04, 0.02, 0.06))
        splits = [first, first.turned()]
    names = ("Ann", "Ben", "Cy", "Dee")[:players]
    teller = Teller(language(lang), names, seat, Rules(players=players), single=True)
    assert luck_headline(teller, splits) == says


def test_a_resignation_is_stated_beside_luck_and_skill() -> None:
    found = Split(1.0, 52.0, 1.2, 0.0, 0.0, 49.8, (0.2, 0.2), "margin")
    splits = [found, found.turned()]
    assert luck_headline(teller(0), splits) == "You won by 52. Luck +2, skill 0, resignation +50."
    third = Split(1 / 3, 1.0, 0.1, 0.1, 0.0, 0.4, (0.1, 0.1, 0.2), sides=3)
    lost = third._replace(result=0.0, side=1)
    among = Teller(language("en"), ("Ann", "Ben", "Cy"), 0, Rules(players=3), single=True)
    assert luck_headline(among, [third, lost, lost._replace(side=2)]) == (
        "You win the game. "
        "You: luck +20\u00a0%, skill +7\u00a0%, resignation +40\u00a0% in chance of winning."
    )


def test_parts_that_a_reader_could_stumble_on_are_explained() -> None:
    found = Split(0.5, 1.0, 0.4, 0.1, 0.0, 0.0, (0.0, 0.0))
    [views] = split_notes(found, language("en"))
    assert views.startswith("Errors are measured by what each player could know")
    [_, missed] = split_notes(found._replace(counting=-0.1), language("en"))
    assert missed.startswith("The points that were missed are measured with all cards open")
    [_, halves] = split_notes(found._replace(sides=3, errors=(0.0, 0.0, 0.0)), language("en"))
    assert halves == "With three players, what one loses goes to the other two in equal parts."


def test_match_points_have_no_headline() -> None:
    found = Split(0.0, 2.0, 2.0, 0.0, 0.0, 0.0, (0.0, 0.0), "match")
    with pytest.raises(ValueError, match="in holes or chances, not match"):
        luck_headline(teller(0), [found, found.turned()])
    assert luck_headline(teller(0), []) == ""
