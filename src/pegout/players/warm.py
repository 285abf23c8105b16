"""Has a level load what it needs before anybody waits for it.

The tables of a strong player are read when it first decides, other ones for each number of
players. Where a table opens, that is done beside it: a made-up deal is decided upon once, in the
discard and in the play.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.players import create
from pegout.rules import Phase, rules

__all__ = ["warm"]

_NAMES: Final = ("Ann", "Ben", "Cem", "Dee")
#: So short a game that the score matters from the first card: what is read for it is read too.
_TARGET: Final = 31


@cache
def warm(level: str, players: int = 2) -> None:
    """Have a level decide on one throw and one card, so that its tables are there afterwards.

    It takes as long as the first decisions of that level do, up to seconds, so it belongs in a
    thread; a second call for a level and as many players does nothing.

    Args:
        level: one of :data:`pegout.players.LEVELS`.
        players: how many play: 2, 3 or 4.

    Raises:
        UnknownLevel: for any other name.

    >>> warm("novice", players=3)
    """
    player, other = create(level), create("random")
    seats = tuple([Seated(name) for name in _NAMES[:players]])
    match = Match(
        Setup("warm", rules(players=players, target=_TARGET), seats),
        secrets=seeded_secrets("warm"),
    )
    asked: set[Phase] = set()
    while Phase.PLAY not in asked:
        seat = min(match.to_act)
        view = match.view(seat)
        weighty = view.phase in (Phase.DISCARD, Phase.PLAY) and view.phase not in asked
        if weighty:
            asked.add(view.phase)
        match.act(seat, (player if weighty else other).choose(view))
