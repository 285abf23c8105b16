"""Matches for tests, and random play."""

import random
from typing import Any

from pegout.fairness import seeded_secrets
from pegout.match import Entry, Match, Seated, Setup
from pegout.rules import PRESETS, Phase, Rules

NAMES = ("Ann", "Ben", "Cleo", "Dan")
QUICK = Rules(target=31, first_deal="chosen")


def seats(players: int, people: int = 4) -> tuple[Seated, ...]:
    return tuple(
        Seated(NAMES[seat], "person" if seat < people else "club") for seat in range(players)
    )


def a_match(
    variant: Rules = QUICK, *, seed: int = 1, people: int = 4, keep: Any = None, **more: Any
) -> Match:
    if variant.first_deal == "chosen":
        more.setdefault("dealer", 0)
    setup = Setup("K7QX", variant, seats(variant.players, people), **more)
    return Match(setup, secrets=seeded_secrets(seed), keep=keep)


def step(match: Match, chance: random.Random) -> tuple[Entry, ...]:
    seat = chance.choice(sorted(match.to_act))
    return match.act(seat, chance.choice(match.legal(seat)))


def go_on(match: Match, chance: random.Random, undo: float = 0) -> None:
    """Take any action, or begin the next game; with some probability take the last one back."""
    if undo and match.can_undo(0) and chance.random() < undo:
        match.undo(0)
    elif match.game_over:
        match.next_game()
    else:
        step(match, chance)


def play_on(match: Match, chance: random.Random) -> Match:
    """Play at random to the end of the match."""
    while not match.over:
        go_on(match, chance)
    return match


def play_until(match: Match, phase: Phase, chance: random.Random) -> Match:
    while match.view(None).phase is not phase:
        step(match, chance)
    return match


def everything(match: Match) -> tuple[object, ...]:
    """Return everything that a match publishes, to compare it with another or with itself."""
    everybody = (None, *range(match.setup.rules.players))
    return (
        match.setup,
        match.entries,
        [match.view(seat) for seat in everybody],
        [match.can_undo(seat) for seat in everybody[1:] if seat is not None],
        (match.number, match.game, match.points, match.results, match.game_over, match.over),
        (match.to_act, match.next_dealer(), dict(match.automations)),
    )


VARIANTS = [
    *[Rules(preset, target=61 if preset in ("half", "family") else 31) for preset in PRESETS],
    Rules(players=3, target=31, first_deal="random"),
    Rules(players=4, target=31),
    Rules(players=4, teams=False, target=31),
    Rules(counting="manual", muggins=True, target=31, overcount="to_opponent"),
    Rules(counting="manual", target=31, players=3),
    Rules(five_card=True, target=31, first_deal="random"),
    Rules(lowball=True, target=31, stinkhole=True, next_deal="loser"),
    Rules(target=61, start_scores=(50, 44), skunk_lines=(11, 41, 51)),
]
