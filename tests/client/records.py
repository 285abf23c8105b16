"""Writes the records of whole matches, with everything that one of their seats received.

The tests of the verification read them from the directory in the argument: ``python records.py
DIR``.
"""

import json
import random
import sys
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.notation import to_json, write
from pegout.rules import CutTied, Ready, Resign, Rules, Stop
from pegout.table.seat_messages import SeatMessages
from pegout.text import language

_NAMES: Final = ("Maggie", "Ann", "Ben", "Cora")
_WORDS: Final = ("", "lucky jack", 'say "go"; \\ done', "ñandú 🂡", "")

#: The rules, the seat whose browser stores its messages, and the number of games.
MATCHES: Final[dict[str, tuple[Rules, int | None, int]]] = {
    "two": (Rules("half"), 0, 1),
    "three": (Rules("half", players=3), 1, 1),
    "four": (Rules("half", players=4), 3, 1),
    "undone": (Rules("half"), 0, 1),
    "match": (Rules(target=31), 1, 3),
    "spectator": (Rules(target=31), None, 2),
    "five_card": (Rules(five_card=True), 0, 1),
    "random": (Rules("half", first_deal="random"), 0, 1),
    "chosen": (Rules("half", first_deal="chosen", players=3), 2, 1),
    "manual": (Rules(target=31, counting="manual", muggins=True), 1, 1),
    "resigned": (Rules("half"), 0, 4),
    "stopped": (Rules("half"), 1, 4),
}
#: How the games of a match end, each after a number of events.
EARLY: Final[dict[str, type[Resign | Stop]]] = {"resigned": Resign, "stopped": Stop}


def play(name: str, seed: int, *, maximum: int = 100_000) -> dict[str, Any]:
    """Play a match and return its record, with the messages to and from its seat."""
    variant, seat, games = MATCHES[name]
    chance = random.Random(seed)
    match = Match(
        Setup(
            f"fair-{name}",
            variant,
            tuple(
                Seated(person, "person" if at == seat else "club")
                for at, person in enumerate(_NAMES[: variant.players])
            ),
            games=games,
            dealer=0 if variant.first_deal == "chosen" else None,
        ),
        secrets=seeded_secrets(seed),
    )
    seat_messages = SeatMessages(match, seat, language("en"))
    messages = [{"told": msgspec.to_builtins(seat_messages.position().log)}]
    for _ in range(maximum):
        if match.over:
            break
        before = match.number
        sent = _step(match, seat, chance, undoing=name == "undone", early=EARLY.get(name))
        told = msgspec.to_builtins(seat_messages.events(before).events)
        messages.append({"told": told, **({} if sent is None else {"sent": sent})})
    record = match.record(seat)
    return {
        "seat": seat,
        "messages": messages,
        "json": to_json(record),
        "peg": write(record),
        "tied": any(isinstance(event, CutTied) for _, event in match.entries),
    }


def _step(
    match: Match,
    seat: int | None,
    chance: random.Random,
    *,
    undoing: bool,
    early: type[Resign | Stop] | None,
) -> str | None:
    """Let one event happen; return the contribution that the seat sent, if any."""
    if match.game_over:
        match.next_game()
        return None
    if early and seat is not None and match.number - match.game_began > 11 * match.game:
        match.act(seat, early(seat))
        return None
    if undoing and seat is not None and match.can_undo(seat) and chance.random() < 0.2:
        match.undo(seat)
        return None
    acting = chance.choice(sorted(match.to_act))
    action = chance.choice(match.legal(acting)[:9])
    if isinstance(action, Ready):
        action = Ready(acting, chance.choice(_WORDS))
        match.act(acting, action)
        return action.contribution if acting == seat else None
    match.act(acting, action)
    return None


def main(directory: str) -> None:
    out = Path(directory)
    out.mkdir(parents=True, exist_ok=True)
    made = {name: play(name, seed) for seed, name in enumerate(MATCHES)}
    made["unfinished"] = play("two", 77, maximum=60)
    made["tied"] = next(record for seed in count() if (record := play("three", seed))["tied"])
    for name, record in made.items():
        (out / f"{name}.json").write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
