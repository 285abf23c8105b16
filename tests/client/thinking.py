"""Writes the thinking times that the terminal shows, to compare the browser's with them."""

import json
import sys
from itertools import product

from pegout.cards import CARDS
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import create
from pegout.rules import Play, Rules, View
from pegout.table.thinking_time import Tempo, thinking_time
from pegout.text.pacing import PACING
from pegout.wire.codecs import ACTIONS, VIEWS

#: How long a person took for successive decisions, in seconds.
PERSONS: tuple[list[float], ...] = (
    [],
    [0.1],
    [1.5],
    [0.5, 2.0],
    [60.0, 1.2, 0.9],
    [5.0] * 9 + [0.6] * 5,
    [0.8, 0.7] * 9,
)


def main() -> None:
    """Write a view of each phase, and every thinking time for it."""
    seats = (Seated("Ann"), Seated("Ben"), Seated("Cora"))
    made = Rules("half", players=3, counting="manual", muggins=True)
    match = Match(Setup("x", made, seats), secrets=seeded_secrets(3))
    players = [create("greedy", seat) for seat in range(3)]
    views: list[View] = []
    while match.view(0).deal < 2:
        views.append(match.view(len(views) % 3))
        seat = min(match.to_act)
        match.act(seat, players[seat].choose(match.view(seat)))
    play = Play(0, CARDS[0])
    times = []
    for person in PERSONS:
        tempo = Tempo()
        for seconds in person:
            tempo.note(play, seconds)
        times.append(
            [
                thinking_time(thinking, pace, tempo, view, 1)
                for thinking, pace, view in product(
                    PACING.thinking, ("normal", "instant", "step"), views
                )
            ]
        )
    told = {
        "persons": PERSONS,
        "thinking": PACING.thinking,
        "play": ACTIONS.encode(play)["type"],
        "views": [VIEWS.encode(view) for view in views],
        "times": times,
    }
    json.dump(told, sys.stdout)


main()
