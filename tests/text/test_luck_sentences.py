"""Luck and skill in one sentence."""

import re
from itertools import product

import pytest

from pegout.analysis.luck import Split
from pegout.rules import Rules
from pegout.text import Teller, language
from pegout.text.luck_sentences import luck_headline


def teller(seat: int | None, lang: str = "en") -> Teller:
    return Teller(language(lang), ("Ann", "Ben"), seat, Rules(), single=True)


@pytest.mark.parametrize(
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
    assert luck_headline(teller(seat, lang), found) == says


def test_what_is_said_adds_up() -> None:
    for result, tenth, seat in product((18, -7, 105, -1), range(-9, 10), (0, 1)):
        hidden = tenth / 10
        found = Split(0.0, float(result), 0.0, hidden, 0.0, 0.0, (0.0, result - hidden), "margin")
        said = luck_headline(teller(seat), found)
        ends, luck, skill = re.findall(r"[-+−]?\d+", said)
        won = said.startswith("You won")
        numbers = [int(one.replace("−", "-")) for one in (luck, skill)]
        assert sum(numbers) == int(ends) * (1 if won else -1)
        assert won == ((result > 0) == (seat == 0))


def test_chances_have_no_headline() -> None:
    with pytest.raises(ValueError, match="in holes, not as chance"):
        luck_headline(teller(0), Split(0.5, 1.0, 0.5, 0.0, 0.0, 0.0, (0.0, 0.0)))
