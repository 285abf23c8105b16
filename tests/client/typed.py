"""Writes texts with cards as people type them, what is read from them, and the Spanish words."""

import json
import random
import sys
from collections.abc import Iterator
from typing import Any, Final

from pegout.cards import CARDS, CardError
from pegout.server.pages import words
from pegout.text import language
from pegout.text.language import Translator
from pegout.text.names import card_name, short
from pegout.text.typed_cards import read_cards

SEED: Final = 5
GIVEN: Final = (
    "", "5H", "5h 5s", "5C 6D 7c", "5P 6D 7T", "TT 10P", "5C 6P 7H", "5C 6P", "5H 6S 5P",
    "10  de Tréboles, 5♥", "as de picas, rey de treboles", "five of hearts, 10 of clubs",
    "J de diamantes 5H", "5 de copas", "corazones", "RC", "5H 5 de corazones", "5H 5H", "5♥️ 5♤ 10♢",
    "5X", "5", "Cinco de Corazones CINCO DE PICAS", "10C 10P", "A♠ 10♥",
)  # fmt: skip


def texts(chance: random.Random, t: Translator) -> Iterator[str]:
    yield from GIVEN
    for card in CARDS:
        yield from (str(card), short(card), card_name(card, t), f"{card_name(card, t).upper()},2D")
    for _ in range(400):
        hand = [chance.choice("A23456789TJQK") + chance.choice("CDHSTP") for _ in range(3)]
        yield " ".join(hand)


def read(text: str, t: Translator) -> dict[str, Any]:
    try:
        found = read_cards(text, t)
    except CardError:
        return {"cards": [], "warning": "", "refused": True}
    return {"cards": list(map(str, found.cards)), "warning": found.warning, "refused": False}


def main() -> None:
    made = {}
    for code in ("en", "es"):
        t = language(code)
        made[code] = [{"text": text, **read(text, t)} for text in texts(random.Random(SEED), t)]
    json.dump({"read": made, "words": words("es")}, sys.stdout)


if __name__ == "__main__":
    main()
