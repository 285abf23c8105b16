"""Games for the tests of the text: random from a seed, as one seat receives them."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from pegout.fairness import seeded_secrets
from pegout.match import LogEvent, Match, Seated, Setup
from pegout.rules import Claim, Muggins, Play, Rules, View

NAMES = ("Ann", "Ben", "Cy", "Di")

# Rules that together make every event possible.
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"players": 3},
    {"players": 4},
    {"counting": "manual"},
    {"counting": "manual", "muggins": True, "overcount": "to_opponent"},
    {"players": 3, "counting": "manual", "muggins": True},
    {"players": 4, "counting": "manual", "muggins": True, "overcount": "to_opponent"},
    {"five_card": True, "stinkhole": True},
    {"players": 3, "lowball": True, "target": 61},
    {"stinkhole": True, "target": 31, "first_deal": "random"},
    {"players": 4, "target": 61, "go_stacks_on_31": True, "match_points": (2, 3, 3)},
)


def match_of(table: Rules, *, games: int = 1, play_to: int = 0, seed: str = "table") -> Match:
    seats = tuple(Seated(name) for name in NAMES[: table.players])
    return Match(
        Setup("table", table, seats, games=games, play_to=play_to), secrets=seeded_secrets(seed)
    )


def play(match: Match, seed: int) -> Iterator[None]:
    """Play a match at random to its end, and yield before every action."""
    random = Random(seed)
    while not match.over:
        if match.game_over:
            match.next_game()
        yield
        seat = random.choice(sorted(match.to_act))
        options = list(match.legal(seat))
        if any(isinstance(option, Claim | Muggins) or is_claim(option) for option in options):
            # A person's claim is near the true count; the first few are the low ones.
            options = options[:6] + options[-1:]
        match.act(seat, random.choice(options))
    yield


def is_claim(option: object) -> bool:
    return isinstance(option, Play) and option.claim is not None


@cache
def games() -> list[tuple[Rules, int | None, list[LogEvent], list[View]]]:
    """Return matches as a seat or a spectator sees them: rules, seat, events and views."""
    told = []
    for number, switches in enumerate(TABLES):
        table = Rules(**switches)
        match = match_of(table, games=1 + number % 2, seed=str(number))
        seats = (*range(table.players), None)
        views: dict[int | None, list[View]] = {seat: [] for seat in seats}
        for _ in play(match, number):
            for seat in seats:
                views[seat].append(match.view(seat))
        for seat in seats:
            events = [entry.event for entry in match.seen(seat)]
            told.append((table, seat, events, views[seat]))
    return told
