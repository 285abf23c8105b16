"""Writes whole games as one seat receives them, each message followed by the server's own view.

The tests of the client read them from the directory in the argument: ``python games.py DIR``.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import create
from pegout.rules import Accept, Action, Claim, GoOn, Muggins, Play, Resign, Rules, Stop
from pegout.table.playback import Script
from pegout.table.seat_messages import SeatMessages
from pegout.text import language
from pegout.wire.codecs import VIEWS

#: The games: their rules, the seat that receives the messages, and their number.
GAMES: Final[dict[str, tuple[Rules, int | None, int]]] = {
    "two": (Rules(), 0, 1),
    "second_seat": (Rules("half"), 1, 1),
    "three": (Rules(players=3), 0, 1),
    "four": (Rules(players=4), 2, 1),
    "spectator": (Rules("half"), None, 1),
    "manual": (Rules("half", counting="manual"), 0, 1),
    "to_opponent": (Rules("half", players=3, counting="manual", overcount="to_opponent"), 1, 1),
    "muggins": (Rules("half", counting="manual", muggins=True), 0, 1),
    "muggins_three": (Rules("half", players=3, counting="manual", muggins=True), 0, 1),
    "five_card": (Rules(five_card=True), 0, 1),
    "match": (Rules("half"), 0, 3),
    "lowball": (Rules("half", players=3, lowball=True), 0, 1),
    "chosen": (Rules("half", first_deal="chosen"), 0, 1),
    "random": (Rules("half", first_deal="random"), 0, 1),
    "singles": (Rules(players=4, teams=False, target=61), 3, 1),
    "given": (Rules(start_scores=(100, 90), first_deal="chosen"), 0, 2),
    "lost": (Rules("half", counting="manual", missed="lost"), 0, 1),
    "resigned": (Rules("half"), 0, 2),
    "stopped": (Rules("half", players=3), 1, 2),
}
#: How a match ends when its second deal reaches the play.
EARLY: Final[dict[str, tuple[Action, ...]]] = {
    "resigned": (Resign(1),),
    "stopped": (Stop(0), GoOn(2), Stop(1), Stop(0), Stop(2)),
}
_NAMES: Final = ("Maggie", "Ann", "Ben", "Cora")


def play(name: str, seed: int) -> dict[str, Any]:
    """Play a match to its end and return the messages to its seat."""
    variant, seat, games = GAMES[name]
    match = Match(
        Setup(
            f"client-{name.replace('_', '-')}",
            variant,
            tuple(Seated(name) for name in _NAMES[: variant.players]),
            games=games,
            dealer=0 if variant.first_deal == "chosen" else None,
        ),
        secrets=seeded_secrets(seed),
    )
    seat_messages = SeatMessages(match, seat, language("en"))
    players = [create("random", at) for at in range(variant.players)]
    chance = random.Random(seed)
    early = list(EARLY.get(name, ()))
    told = []
    first = msgspec.to_builtins(seat_messages.position())
    while not match.over:
        before = match.number
        if match.game_over:
            match.next_game()
        elif early and match.view(None).played and match.view(None).deal == 2:
            match.act(early[0].seat, early.pop(0))
        else:
            acting = chance.choice(sorted(match.to_act))
            match.act(acting, _choice(match, acting, players, chance))
        view = VIEWS.encode(match.view(seat))
        told.append({"events": msgspec.to_builtins(seat_messages.events(before)), "view": view})
    script = Script(seat_messages.teller)
    return {
        "position": first,
        "told": told,
        "final": msgspec.to_builtins(seat_messages.position()),
        # The time that the terminal shows each step of an entry, by the number of the entry.
        "shown": {
            entry.number: [step.seconds for step in script.steps([entry])]
            for entry in match.entries
        },
    }


def _choice(match: Match, seat: int, players: list[Any], chance: random.Random) -> Action:
    legal = match.legal(seat)
    if isinstance(legal[0], Claim | Muggins | Accept):
        return chance.choice(legal[:8])
    if isinstance(legal[0], Play):
        # Higher claims would only be corrected, again and again.
        return chance.choice(
            [action for action in legal if isinstance(action, Play) and (action.claim or 0) <= 2]
        )
    action: Action = players[seat].choose(match.view(seat))
    return action


def main(directory: str) -> None:
    out = Path(directory)
    out.mkdir(parents=True, exist_ok=True)
    for seed, name in enumerate(GAMES):
        text = json.dumps(play(name, seed), ensure_ascii=False)
        (out / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
