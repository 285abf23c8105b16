"""Games of levels to review, and the values of the options of a decision."""

from collections.abc import Callable, Sequence

from pegout.fairness import seeded_secrets
from pegout.match import Automation, Match, Seated, Setup
from pegout.notation import GameRecord
from pegout.players import Player, advance, players_of
from pegout.review.option_values import options_of
from pegout.review.options import Options
from pegout.rules import Rules, SeatView
from tests.cases import present

AUTOMATIC = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


def play_game(
    rules: Rules,
    levels: Sequence[str],
    name: str,
    secret: str,
    number: int = 1,
    *,
    change: Callable[[Player], Player] = lambda player: player,
    deals: int = 100,
) -> GameRecord:
    """Return a game of levels, or its first deals; ``change`` may replace the players."""
    seats = tuple([Seated(f"seat {seat}", level) for seat, level in enumerate(levels)])
    setup = Setup(name, rules, seats)
    match = Match(setup, secrets=seeded_secrets(secret))
    for seat in range(rules.players):
        match.automate(seat, AUTOMATIC)
    players = {seat: change(player) for seat, player in players_of(setup, number).items()}
    for _ in advance(match, players):
        if match.view(None).deal > deals:
            break
    (game,) = match.record().games
    return game


def value_options(seen: SeatView) -> Options:
    return present(options_of(seen))
