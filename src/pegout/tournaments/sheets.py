"""The standings of a tournament as comma-separated values, which every spreadsheet opens."""

from __future__ import annotations

import csv
import io
from typing import Final

from pegout.text import Translator
from pegout.tournaments.tournament import Tournament

#: What a spreadsheet takes for the beginning of a formula. Names come from anybody.
_FORMULAS: Final = tuple("=+-@\t\r")


def standings_sheet(tournament: Tournament, t: Translator) -> str:
    """Return the standings as comma-separated values: a line of headings, and one for each player.

    >>> from pegout.text import language
    >>> from pegout.tournaments.tournament import *
    >>> club = begin_tournament(TournamentPlan("Club"), "")
    >>> club = enter_player(club, TournamentPlayer("Ann"))
    >>> print(standings_sheet(club, language("en")))
    Place,Player,Points,Spread,Games,Games won,Skunks,Sat out
    1,Ann,0,0,0,0,0,0
    <BLANKLINE>
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            *(t("Place"), t("Player"), t("Points"), t("Spread"), t("Games")),
            *(t("Games won"), t("Skunks"), t("Sat out")),
        ]
    )
    for place, player, tally in tournament.standings():
        name = _plain(tournament.players[player].name)
        writer.writerow([place, name, round(tally.points, 2), *tally[1:]])
    return out.getvalue()


def _plain(name: str) -> str:
    """Return a name that a spreadsheet takes for a text.

    >>> _plain("=1+1"), _plain("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{name}" if name.startswith(_FORMULAS) else name
