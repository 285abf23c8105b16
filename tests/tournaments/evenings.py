"""Tournaments of the tests: made, and played by chance."""

import random
from collections.abc import Iterable, Sequence

from pegout.tournaments.ranking import GameScores
from pegout.tournaments.tournament import (
    Pairing,
    Tournament,
    TournamentPlan,
    TournamentPlayer,
    begin_round,
    begin_tournament,
    enter_player,
    enter_scores,
    plan_round,
)

NOW = "2026-03-01T20:00:00+00:00"


def evening(players: int, plan: TournamentPlan, seed: int = 1) -> Tournament:
    chance = random.Random(seed)
    found = begin_tournament(plan, "")
    return enter(found, [name(at) for at in range(players)], chance)


def enter(tournament: Tournament, names: Iterable[str], chance: random.Random) -> Tournament:
    for one in names:
        tournament = enter_player(tournament, TournamentPlayer(one, lot=chance.getrandbits(32)))
    return tournament


def name(at: int) -> str:
    """Return a name that looks like no other."""
    return "Player " + chr(ord("A") + at // 8) + "BCDFGHJK"[at % 8] * 2


def next_round(tournament: Tournament) -> Tournament:
    return begin_round(tournament, plan_round(tournament))


def any_game(chance: random.Random, target: int = 121) -> GameScores:
    loser = chance.randrange(target // 3, target)
    return (target, loser) if chance.random() < 0.5 else (loser, target)


def open_pairings(tournament: Tournament) -> Sequence[tuple[int, Pairing]]:
    last = tournament.rounds[-1]
    return [(at, found) for at, found in enumerate(last) if not tournament.is_complete(found)]


def play_round(tournament: Tournament, chance: random.Random) -> Tournament:
    plan = tournament.plan
    for at, _ in open_pairings(tournament):
        games = [any_game(chance, plan.target) for _ in range(plan.games)]
        number = len(tournament.rounds)
        tournament = enter_scores(tournament, number, at, games, moment=NOW)
    return tournament


def play_out(tournament: Tournament, chance: random.Random) -> Tournament:
    while not tournament.is_over:
        tournament = play_round(next_round(tournament), chance)
    return tournament
