"""The position of a match, computed from its effective entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pegout.cards import Card
from pegout.match import log
from pegout.notation import read_position
from pegout.rules import DealerChosen, GameEnded, Result, Rules
from pegout.rules.state import State, evolve, judge, new_game


@dataclass(frozen=True)
class Position:
    """The position of a match after its effective entries.

    Attributes:
        game: the number of the current game; 0 before the first.
        state: the state of the current game.
        secrets: the secrets drawn so far for the packs of this game, by deal.
        results: the result of each finished game.
        points: the match points of each side.
        over: whether the match is over.
        practice: where the match began, if it is practice.
        given: the packs that a lesson chose, by deal.
        planned: the packs that are those of another match, by deal.
    """

    rules: Rules
    game: int
    state: State
    first_dealer: int | None
    secrets: Mapping[int, str]
    results: tuple[Result, ...]
    points: tuple[int, ...]
    over: bool
    practice: log.PracticeBegan | None = None
    given: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    planned: Mapping[int, log.PackPlanned] = field(default_factory=dict)

    @classmethod
    def before(cls, rules: Rules) -> Position:
        """Return the position before the first entry."""
        return cls(rules, 0, new_game(rules, 0), None, {}, (), (0,) * rules.sides, False)

    def having(self, **changes: object) -> Position:
        """Return this position with some fields changed."""
        new = object.__new__(Position)
        object.__setattr__(new, "__dict__", self.__dict__ | changes)
        return new

    def after(self, event: log.LogEvent) -> Position:
        """Return the position after an event."""
        changes = self.changes(event)
        if not isinstance(event, log.EVENTS):
            changes["state"] = evolve(self.state, event)
        return self.having(**changes)

    def changes(self, event: log.LogEvent) -> dict[str, object]:
        """Return the changes of an event, except to the state of the game."""
        change = _CHANGES.get(type(event))
        return {} if change is None else change(self, event)


def _game_began(position: Position, event: log.GameBegan) -> dict[str, object]:
    return {
        "game": event.game,
        "state": new_game(position.rules, event.dealer),
        "first_dealer": event.dealer,
        "secrets": {},
    }


def _game_ended(position: Position, event: GameEnded) -> dict[str, object]:
    gained = zip(position.points, event.result.match_points, strict=True)
    return {
        "results": (*position.results, event.result),
        "points": tuple([before + more for before, more in gained]),
    }


# The events that change more than the state of the game.
_CHANGES: Final[dict[type, Callable[[Position, Any], dict[str, object]]]] = {
    log.GameBegan: _game_began,
    log.SecretDrawn: lambda position, event: {
        "secrets": {**position.secrets, event.deal: event.secret}
    },
    DealerChosen: lambda _, event: {"first_dealer": event.seat},
    GameEnded: _game_ended,
    log.MatchEnded: lambda _, event: {"over": True},
    log.PracticeBegan: lambda _, event: {"practice": event},
    log.PackGiven: lambda position, event: {"given": {**position.given, event.deal: event.pack}},
    log.PackPlanned: lambda position, event: {"planned": {**position.planned, event.deal: event}},
    log.PositionSet: lambda _, event: {"state": read_position(event.position)},
}


def next_dealer(setup: log.Setup, position: Position) -> int | None:
    """Return the first dealer of the next game; ``None`` if it is to be cut for.

    The loser is on the side that resigned or has the fewest points. Of several seats of the loser
    or of the winner, the nearest to the first dealer's left deals. If the deal alternates, it
    passes to the left.
    """
    first, way = position.first_dealer, setup.rules.next_deal
    if first is None or way == "cut":
        return None
    players = setup.rules.players
    clockwise = [(first + step) % players for step in range(1, players + 1)]
    single = setup.games == 1 and not setup.play_to
    if way == "alternate" or (way == "usual" and not single):
        return clockwise[0]
    sides = (_winning_sides if way == "winner" else _losing_sides)(setup.rules, position.state)
    return next(seat for seat in clockwise if setup.rules.side(seat) in sides)


def _winning_sides(rules: Rules, state: State) -> list[int]:
    """Return the sides that won, or that are ahead in a game that was stopped."""
    ahead = min(state.scores) if rules.lowball else max(state.scores)
    leading = [side for side, score in enumerate(state.scores) if score == ahead]
    return list(judge(state).winners) or leading


def _losing_sides(rules: Rules, state: State) -> list[int]:
    """Return the side that resigned, or the sides with the worst score: highest in lowball."""
    if state.resigned is not None:
        return [rules.side(state.resigned)]
    worst = max(state.scores) if rules.lowball else min(state.scores)
    return [side for side, score in enumerate(state.scores) if score == worst]
