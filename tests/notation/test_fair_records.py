"""A record, checked by code that is written from docs/fair-deals.md alone.

No code of Pegout reads the record here: the lines, the places of the cards and the calculation are
those of the page. If the page were wrong, fair records would show faults.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from pegout.notation import write
from pegout.rules import Ready, Rules
from tests.cases import each
from tests.test_fairness import PAGE, naive_commit, naive_pack
from tests.text.table import TABLES, match_of, play

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
TWO = Path(__file__).parents[2] / "docs" / "records" / "two.peg"


def lines_of(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield the words of each line except tags and comments, and the text in quotes, if any."""
    for line in text.splitlines():
        if line.startswith(("[", "%", "@")):
            continue
        quoted = QUOTED.search(line)
        words = (line[: quoted.start()] if quoted else line.partition(";")[0]).split()
        if words:
            yield words, json.loads(quoted[0]) if quoted else ""


def packs_of(text: str, players: int) -> dict[tuple[int, int], dict[str, Any]]:
    """Return what a record contains about each pack, by the numbers of game and deal."""
    packs: dict[tuple[int, int], dict[str, Any]] = {}
    game, deal = 1, 0

    def pack(number: int) -> dict[str, Any]:
        new: dict[str, Any] = {"words": [""] * players, "cards": [], "hands": []}
        return packs.setdefault((game, number), new)

    for words, quoted in lines_of(text):
        match words:
            case ["game", number, *_]:
                game, deal = int(number), 0
            case ["deal", number, "dealer", dealer, *_]:
                deal = int(number)
                pack(deal)["dealer"] = int(dealer)
            case ["commit", digits]:
                pack(deal)["commitment"] = digits
            case ["ready", seat]:
                pack(deal)["words"][int(seat)] = quoted
            case ["dealt", "crib", card]:
                pack(deal)["crib"] = card
            case ["dealt", seat, *cards]:
                pack(deal)["hands"].append((int(seat), cards))
            case [("cut" | "starter") as kind, _, card, "at", place]:
                pack(deal)["cards"].append((kind, card, int(place)))
            case ["reveal", number, digits]:
                pack(int(number))["secret"] = digits
    return packs


def faults_of(text: str) -> list[str]:
    match = json.loads(re.findall(r'^\[Match (".*")\]$', text, re.M)[0])
    players = len(re.findall(r"^\[Player\d ", text, re.M))
    five = re.search(r'^\[Rules ".*\bfive_card=yes\b', text, re.M)
    size = 6 if players == 2 and not five else 5
    left = players * size + (players == 3)
    faults = []
    for (game, deal), told in packs_of(text, players).items():
        if "commitment" not in told or "secret" not in told:
            faults.append(f"{deal} not proved")
            continue
        secret, label = told["secret"], f"{match}/{game}/{deal}"
        if naive_commit(secret, label) != told["commitment"]:
            faults.append(f"{deal} commitment")
        pack = naive_pack(secret, label, told["words"]).split()
        for kind, card, place in told["cards"]:
            if pack[place + (left if kind == "starter" else 0)] != card:
                faults.append(f"{deal} {kind}")
        for seat, hand in told["hands"]:
            first = (seat - told["dealer"] - 1) % players
            if set(hand) != set(pack[first : players * size : players]):
                faults.append(f"{deal} hand")
        if "crib" in told and pack[left - 1] != told["crib"]:
            faults.append(f"{deal} crib")
    return faults


@each("number", range(len(TABLES)))
def test_a_record_is_checked_by_the_page_alone(number: int) -> None:
    random = Random(number)
    match = match_of(Rules(**TABLES[number]), games=1 + number % 2, seed=str(number))
    for _ in play(match, number):
        for seat in sorted(match.to_act):
            if (
                any(isinstance(action, Ready) for action in match.legal(seat))
                and random.random() < 0.7
            ):
                match.act(seat, Ready(seat, f'"{random.random()}" ; ñ'))
    text = write(match.record())
    assert len(packs_of(text, match.setup.rules.players)) >= 2
    assert faults_of(text) == []


@each(
    ("found", "changed", "fault"),
    [
        ("5D  at 29", "5C  at 29", "1 starter"),
        ("5D  at 29", "5D  at 28", "1 starter"),
        ("cut       0  8H", "cut       0  9H", "0 cut"),
        ("lucky jack", "lucky Jack", "1 hand"),
        ("commit    9b", "commit    9c", "1 commitment"),
        ('[Match "K7QX"]', '[Match "K7QY"]', "1 commitment"),
    ],
)
def test_what_is_changed_is_found(found: str, changed: str, fault: str) -> None:
    text = TWO.read_text(encoding="utf-8")
    assert found in text
    assert faults_of(text) == []
    assert fault in faults_of(text.replace(found, changed, 1))


def test_names_kinds_and_dates_are_not_sealed() -> None:
    text = TWO.read_text(encoding="utf-8")
    for found, changed in (("Ann", "Eve"), ('"club"', '"person"'), ("2026-11-20", "2020-01-01")):
        assert found in text
        assert faults_of(text.replace(found, changed)) == []


def test_the_places_of_the_page_are_those_of_the_rules() -> None:
    rows = re.findall(r"^\| (two|three|four)([^|]*)\|(.*)\|$", PAGE.read_text("utf-8"), re.M)
    assert len(rows) == 4
    for players, more, rest in rows:
        number = {"two": 2, "three": 3, "four": 4}[players]
        rules = Rules(players=number, five_card="five" in more)
        cells = [cell.strip() for cell in rest.split("|")]
        size, dealt = rules.hand_size, rules.hand_size * number
        assert cells == [
            str(size),
            " ".join(map(str, range(0, dealt, number))),
            " ".join(map(str, range(number - 1, dealt, number))),
            str(dealt) if rules.from_pack else "",
            str(dealt + rules.from_pack),
            f"4 to {52 - dealt - rules.from_pack - 4}",
        ]
