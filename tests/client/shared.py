"""Writes a whole game as both persons at one screen receive it, action by action."""

import json
import random
import sys

import msgspec

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import create
from pegout.rules import Ready, Rules
from pegout.table.seat_messages import SeatMessages
from pegout.text import language
from pegout.wire.codecs import ACTIONS


def main() -> None:
    """Play a match of two games; for each action write the seat, and the messages to both."""
    match = Match(
        Setup("shared", Rules("half"), (Seated("Ann"), Seated("Ben")), games=2),
        secrets=seeded_secrets(5),
    )
    tellings = [SeatMessages(match, seat, language("en")) for seat in (0, 1)]
    players = [create("random", seat) for seat in (0, 1)]
    chance = random.Random(5)
    positions = [msgspec.to_builtins(seat.position()) for seat in tellings]
    steps = []
    while not match.over:
        before = match.number
        seat, action = None, None
        if match.game_over:
            match.next_game()
        else:
            seat = chance.choice(sorted(match.to_act))
            legal = match.legal(seat)
            ready = isinstance(legal[0], Ready)
            chosen = legal[0] if ready else players[seat].choose(match.view(seat))
            match.act(seat, chosen)
            action = ACTIONS.encode(chosen)
        told = [msgspec.to_builtins(seat.events(before)) for seat in tellings]
        steps.append({"seat": seat, "action": action, "told": told})
    json.dump({"positions": positions, "steps": steps}, sys.stdout)


main()
