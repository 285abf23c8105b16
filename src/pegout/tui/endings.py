"""Descriptions of how matches ended, for lists of matches."""

from __future__ import annotations

from pegout.table.store import Summary
from pegout.text import Translator, player_name


def how_it_ended(match: Summary, t: Translator) -> str:
    """Describe how a match ended: its winners, a resignation, or that it was stopped."""
    called = [player_name(name, seat, t) for seat, name in enumerate(match.names)]
    sides = len(match.scores)
    winners = [name for seat, name in enumerate(called) if seat % sides in match.winners]
    if not winners:
        return t("stopped by agreement")
    won = t("won by {names}", names=t.join(winners))
    if match.resigned is None:
        return won
    return t("{won}, {name} resigned", won=won, name=called[match.resigned])
