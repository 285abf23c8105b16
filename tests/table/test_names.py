"""Names at a table are readable and distinguishable."""

import re
import unicodedata
from itertools import combinations
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegout.table.names import lookalikes, looks_like
from pegout.table.offers import NAMES
from tests.server.table import house
from tools import confusables

#: Letters of any script, and their accents.
FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
LETTERS = st.text(st.characters(categories=("L", "Mn")), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        # A letter of the Cyrillic and the Greek alphabet.
        ("Ann", "\u0410nn"),
        ("ann", "\u0430nn"),
        ("Ann", "\u0391nn"),
        ("Ann", "Ánn"),
        ("Ann", "a\u0308nn"),
        ("Ann", "ANN"),
        ("Ann", "\uff21nn"),
        ("Ann", "\U0001d400nn"),  # mathematical bold A
        ("Ann", "An\ufe0fn"),
        ("Ann", "Ann\U000e0100"),
        ("Ann B", "Ann  B"),
        ("Al", "AI"),
        ("Al", "A1"),
        ("Al", "A|"),
        ("AL", "aI"),
        ("Tom", "Torn"),
        ("Bernard", "Bemard"),
        ("Bob", "B0b"),
        ("José", "Jose"),
        ("JOSÉ", "jose\u0301"),
        ("Nuño", "Nuno"),
        ("Søren", "Soren"),
        ("Łukasz", "lukasz"),
        ("O'Neil", "O’Neil"),
        ("\u0410\u043d\u043d\u0430", "\u0430\u043d\u043d\u0430"),
        ("\u0412\u0435\u0440\u0430", "\u0412epa"),  # all but the first in Latin letters
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_may_be_taken_for_each_other(name: str, other: str) -> None:
    assert looks_like(name, other)
    assert looks_like(other, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "Anna"),
        ("Ann", "Amn"),
        ("Ann", "A nn"),
        ("Mia", "Mla"),
        ("Ali", "Ala"),
        ("Tim", "Tom"),
        ("José", "Josep"),
        ("राम", "रमा"),
        ("राम", "रमी"),
        ("กิ", "กี"),
        ("דוד", "דור"),
        ("山田", "山本"),
    ],
)
def test_names_that_are_told_apart(name: str, other: str) -> None:
    assert not looks_like(name, other)
    assert not looks_like(other, name)


def test_the_names_of_computer_players_are_told_apart() -> None:
    offered = [*NAMES, *(f"{name} {number}" for name in NAMES for number in range(2, 10))]
    assert not [pair for pair in combinations(offered, 2) if looks_like(*pair)]


@given(LETTERS)
def test_a_name_looks_like_itself_in_any_form(text: str) -> None:
    for form in FORMS:
        assert looks_like(unicodedata.normalize(form, text), text)
    assert looks_like(text.casefold(), text)


def test_every_letter_of_the_standard_looks_like_what_stands_for_it() -> None:
    stands_for = {chr(letter): to for letter, to in lookalikes().items()}
    # Letters that are decomposed, and marks on letters, are never looked up.
    letters = [letter for letter in stands_for if _is_letter(letter) and letter != "\u048b"]
    assert len(letters) > 4000
    alike = [letter for letter in letters if looks_like(f"A{letter}", f"A{stands_for[letter]}")]
    assert alike == letters


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LN" and unicodedata.normalize("NFD", sign) == sign


def test_the_data_are_made_by_a_tool() -> None:
    stands_for = [
        (f"{letter:04X}", " ".join(f"{ord(sign):04X}" for sign in to))
        for letter, to in lookalikes().items()
    ]
    known = confusables.DATA.read_text("utf-8")
    version = re.search(r"confusables\.txt (\S+) of", known)
    assert version
    standard = f"\ufeff# confusables.txt\n# Version: {version[1]}\n\n" + "\n".join(
        f"{letter} ;\t{to} ;\tMA\t# ( x → y ) SOME; LETTER\t# " for letter, to in stands_for[::-1]
    )
    assert confusables.convert(standard) == known
    with pytest.raises(ValueError, match="names no version"):
        confusables.convert("")


async def test_a_name_that_looks_like_another_is_refused_at_the_table() -> None:
    async with house() as home:
        answer = await home.order([("Ann", "person"), ("", "open"), ("\u0412en", "novice")])
        path = f"/api/tables/{answer.json['code']}/join"
        for name in ("\u0410nn", "Ánn", "ANN"):
            refused = await home.post(path, {"name": name})
            assert (refused.status, refused.code) == (400, "same_name")
            spanish = await home.post(f"{path}?lang=es", {"name": name})
            assert "se parece demasiado" in spanish.json["message"]
        assert (await home.post(path, {"name": "Anne"})).status == 200
        for names in (("Al", "AI"), ("Tom", "Torn"), ("José", "Jose")):
            refused = await home.order([(name, "person") for name in names])
            assert (refused.status, refused.code) == (400, "same_name")


async def test_a_computer_player_gives_up_its_name_to_a_person() -> None:
    """Who is called like the computer player of a challenge sits down under their own name."""
    for name in ("Ben", "bén"):
        async with house() as home:
            answer = await home.order([("Ann", "person"), ("", "open"), ("\u0412en", "novice")])
            path = f"/api/tables/{answer.json['code']}"
            assert (await home.post(f"{path}/join", {"name": name})).status == 200
            seats = (await home.get(path)).json["seats"]
            assert [seat["name"] for seat in seats] == ["Ann", name, "Cora"]


async def test_a_computer_player_takes_a_name_that_looks_like_no_other() -> None:
    async with house() as home:
        answer = await home.order([("B\u0435n", "person"), ("", "novice")])
        table = (await home.get(f"/api/tables/{answer.json['code']}")).json
        assert [seat["name"] for seat in table["seats"]] == ["B\u0435n", "Cora"]
