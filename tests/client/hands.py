"""Writes hands of every kind with their counts, and the Spanish words of the client."""

import json
import random
import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any, Final

import msgspec

from pegout.server.pages import words
from pegout.table.hand_counts import count_hand, name_combination
from pegout.text import language
from pegout.wire.http import CombinationRequest, CountRequest

SEED: Final = 11
#: The rules that affect a count, each with a few hands.
RULES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"crib_flush": "four"},
    {"crib_flush": "none"},
    {"nobs_points": 0},
    {"nobs_points": 2},
)


def hands(chance: random.Random) -> Iterator[CountRequest]:
    """Yield a hand of each set of ranks, hands of one suit, and hands of three and five cards."""
    for ranks in combinations_with_replacement("A23456789TJQK", 5):
        cards = _dealt(chance, ranks)
        if cards:
            yield CountRequest(cards[1:], cards[0], chance.random() < 0.3)
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    for number in range(1_000):
        suit = chance.choice("CDHS")
        own = chance.sample([card for card in pack if card[1] == suit], 4)
        starter = chance.choice([card for card in pack if card not in own])
        switches = RULES[number % len(RULES)]
        yield CountRequest(own, starter, chance.random() < 0.5, switches=switches)
    for size in (3, 5):
        for _ in range(500):
            cards = chance.sample(pack, size + 1)
            yield CountRequest(cards[1:], cards[0])


def _dealt(chance: random.Random, ranks: tuple[str, ...]) -> list[str]:
    """Return cards of these ranks in any order; none for five of a kind."""
    cards: list[str] = []
    for rank in ranks:
        left = [rank + suit for suit in "CDHS" if rank + suit not in cards]
        if not left:
            return []
        cards.append(chance.choice(left))
    chance.shuffle(cards)
    return cards


def main() -> None:
    chance = random.Random(SEED)
    made = []
    for request in hands(chance):
        all_cards = [*request.cards, request.starter]
        picked = chance.sample(all_cards, chance.randint(1, len(all_cards)))
        asked = CombinationRequest(
            picked, request.cards, request.starter, request.crib, switches=request.switches
        )
        counted = {
            code: msgspec.to_builtins(count_hand(request, language(code))) for code in ("en", "es")
        }
        named = {
            code: msgspec.to_builtins(name_combination(asked, language(code)))
            for code in ("en", "es")
        }
        hand = {"cards": request.cards, "starter": request.starter, "crib": request.crib}
        made.append(
            {"hand": {**hand, "rules": request.switches}, "counted": counted}
            | {"picked": picked, "named": named}
        )
    json.dump({"words": words("es"), "hands": made}, sys.stdout)


if __name__ == "__main__":
    main()
