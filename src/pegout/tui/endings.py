"""How games and matches ended: at the table, and in lists of matches."""

from pegout.rules import GameEnded, Resigned
from pegout.table.endings import encode_outcome, points_of
from pegout.table.store import Summary
from pegout.text import Translator, player_name
from pegout.tui.local_seats import LocalView
from pegout.tui.scene import GameEnding


def game_ending(local: LocalView) -> GameEnding:
    """Return how the current game, which is over, ended for the persons at this terminal."""
    teller, setup = local.teller, local.match.setup
    events = [entry.event for entry in local.this_game()]
    result = next(event.result for event in events if isinstance(event, GameEnded))
    resigned = [teller.resigned(event.seat) for event in events if isinstance(event, Resigned)]
    first, *rest = teller.result(result)
    outcome = encode_outcome(events, teller, [seated.kind for seated in setup.seats])
    assert outcome is not None, "the game is over"
    if not outcome.early and len(outcome.winners) == 1:
        first = outcome.says
    # The lines already mention a skunk, and the cards of a hand do not fit here.
    feats = [
        feat.word if feat.kind == "hand" else f"{feat.word} {feat.says}"
        for feat in outcome.feats
        if feat.kind in ("hand", "comeback")
    ]
    return GameEnding(
        (first, *resigned, *rest), tuple(feats), tuple(points_of(setup.rules, events))
    )


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
