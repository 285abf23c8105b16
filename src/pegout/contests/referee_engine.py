"""Games played through the referee: of levels, of your own players, and of engines.

It is slow, but it takes any player and any rules: each player gets its view, and nothing else. Each
seat of each game has its own player, whose random numbers follow from the seed, the group and the
seat.

>>> from pegout.rules import Rules
>>> levels = Refereed(("novice", "random"), Rules("half", first_deal="chosen"), seed=1)
>>> levels.games(range(2), [0, 1]).scores.max(axis=1)
array([61, 61])
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import parent_process
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING, Final, TypeAlias, get_args

import numpy as np

from pegout.contests.mirrored_games import GamesPlayed
from pegout.contests.statistics import MEASURES
from pegout.fairness import seeded_secrets
from pegout.kernel.score_tables import Array
from pegout.match import Automation, Entry, Match, Seated, Setup
from pegout.players import Player, create
from pegout.players.base import PlayerError
from pegout.players.engines import Engine, EngineFailed, EnginePlayer, Engines, EngineSeat
from pegout.players.own import Own, fault_of
from pegout.rules import ENDINGS, Action, DealEnded, Dealt, GameEnded, HandShown, Rules, Scored

if TYPE_CHECKING:
    from pegout.contests.luck_adjusted import Luck

#: The source of a player: the name of a level, an own player, or an engine.
Entrant: TypeAlias = str | Own | Engine

_AUTOMATIC: Final = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


#: The number of forfeits that are reported in full, for each run in each process.
_REPORTS: Final = 10


class _Started:
    """The engines that a run has started in this process, and the reports that it has left."""

    def __init__(self) -> None:
        self.engines = Engines()
        self.reports = _REPORTS


#: The started engines by run; see :func:`end_engines`.
_STARTED: Final[dict[str, _Started]] = {}


def _started(run: str) -> _Started:
    """Return the engines that a run has started in this process; a worker ends them on exit."""
    if run not in _STARTED:
        _STARTED[run] = _Started()
        if parent_process() is not None:
            Finalize(None, end_engines, (run,), exitpriority=1)
    return _STARTED[run]


def end_engines(run: str) -> None:
    """End the engines that a run has started in this process."""
    started = _STARTED.pop(run, None)
    if started is not None:
        started.engines.close()


@dataclass(frozen=True, slots=True)
class Refereed:
    """Players that play through the referee."""

    entrants: tuple[Entrant, ...]  # one for each contestant
    rules: Rules  # the rules, with ``first_deal`` chosen: group number modulo players deals first
    seed: int  # everything follows from it and the number of the group
    # A name for the started engines. They run until ``end_engines`` is called with it in each
    # process, or the process exits. Without a name they end after each call.
    run: str = ""
    luck: Luck | None = None  # measures the luck of the games, if it is wanted

    def games(self, chunk: range, who: list[int]) -> GamesPlayed:
        """Play one game of each group.

        Raises:
            PlayerError: ``player_failed`` for an own player that raises an error or returns an
                illegal action. An engine forfeits its game for that.
            EngineFailed: ``not_started`` for an engine that does not start.
        """
        if self.run:
            return self._games(chunk, who, _started(self.run))
        started = _Started()
        try:
            return self._games(chunk, who, started)
        finally:
            started.engines.close()

    def _games(self, chunk: range, who: list[int], started: _Started) -> GamesPlayed:
        sides = self.rules.sides
        scores = np.zeros((len(chunk), sides), np.int64)
        winners = np.zeros((len(chunk), sides), np.bool_)
        first = np.zeros(len(chunk), np.int64)
        deals = np.zeros(len(chunk), np.int64)
        counted = np.zeros((len(chunk), sides, len(MEASURES), 2), np.int64)
        forfeits = np.zeros((len(chunk), sides), np.bool_)
        reports: list[str] = []
        logs: list[Sequence[Entry]] = []
        for at, group in enumerate(chunk):
            game = _Game(self, group, who, started.engines)
            failed = game.play()
            view = game.match.view(None)
            scores[at] = view.scores
            first[at] = self.rules.side(group % self.rules.players)
            deals[at] = view.deal
            logs.append(game.match.entries)
            if failed is None:
                winners[at, list(game.match.results[0].winners)] = True
                _count_deals(game.match.entries, self.rules, counted[at])
                continue
            seat, error = failed
            forfeits[at, self.rules.side(seat)] = True
            winners[at] = _best_of_the_others(scores[at], self.rules.side(seat), self.rules)
            if started.reports:
                started.reports -= 1
                reports.append(f"{game.number:012d} {game.said(seat)}: {error}")
        games = GamesPlayed(scores, winners, first, deals, counted, forfeits, tuple(reports))
        return games if self.luck is None else _with_luck(games, logs, self.luck, chunk, who)


def _with_luck(
    games: GamesPlayed, logs: Sequence[Sequence[Entry]], luck: Luck, chunk: range, who: list[int]
) -> GamesPlayed:
    """Return games with the luck of all cards that were dealt in them."""
    from pegout.contests.luck_adjusted import GameLuck
    from pegout.contests.refereed_deals import refereed_deals

    came = GameLuck(luck, who, len(chunk))
    if logs:
        came.add(*refereed_deals(logs, luck.rules, chunk.start, luck.seed))
    return games._replace(luck=came.luck, deviations=came.deviations)


class _Game:
    """One game of a group: its match, and a player at each seat."""

    def __init__(self, of: Refereed, group: int, who: Sequence[int], engines: Engines) -> None:
        rules = of.rules
        seats = range(rules.players)
        setup = Setup(
            "arena",
            rules,
            tuple([Seated(f"seat {seat}") for seat in seats]),
            dealer=group % rules.players,
        )
        self.match = Match(setup, secrets=seeded_secrets(f"{of.seed} {group}"))
        for seat in seats:
            self.match.automate(seat, _AUTOMATIC)
        #: Counted from 1 through all games. The contestant on the first side determines the turn.
        self.number = group * rules.sides + -who[0] % rules.sides + 1
        self._group = group
        self._seed = of.seed
        self._entrants: dict[int, Entrant] = {
            seat: of.entrants[who[rules.side(seat)]] for seat in seats
        }
        self._players: Mapping[int, Player] = {
            seat: self._player(seat, (of.entrants, who[rules.side(seat)], seat), engines)
            for seat in seats
        }

    def _player(self, seat: int, key: Hashable, engines: Engines) -> Player:
        """Create the player of a seat.

        A process of an engine only ever sees one seat of a group's cards: each contestant has a
        separate process for each seat that it takes in the games of a group.
        """
        entrant = self._entrants[seat]
        if isinstance(entrant, str):
            return create(entrant, self._seed)
        digest = sha256(f"{self._seed} {self._group} {seat}".encode()).digest()
        seed = int.from_bytes(digest[:4]) >> 1
        if isinstance(entrant, Own):
            return entrant.make(seed)
        index = EngineSeat((key, threading.get_ident()), str(self.number), seat, seed)
        return engines.player(entrant, index)

    def play(self) -> tuple[int, EngineFailed] | None:
        """Play to the end, or until an engine forfeits; then return its seat and the error."""
        while not self.match.over:
            seat = min(self.match.to_act)
            try:
                self.match.act(seat, self._chosen(seat))
            except EngineFailed as error:
                if error.code == "not_started":
                    raise
                return seat, error
        return None

    def _chosen(self, seat: int) -> Action:
        """Return the action that a player chose, after checking it."""
        player, view = self._players[seat], self.match.view(seat)
        if isinstance(self._entrants[seat], str):
            return player.choose(view)
        try:
            action = player.choose(view)
        except EngineFailed:
            raise
        except Exception as error:
            raise PlayerError("player_failed", f"{self.said(seat)}: {fault_of(error)}") from error
        wrong = self._wrong(seat, action)
        if wrong and isinstance(player, EnginePlayer):
            raise player.refuse(wrong)
        if wrong:
            raise PlayerError("player_failed", f"{self.said(seat)}: {wrong}")
        return action

    def _wrong(self, seat: int, action: Action) -> str:
        """Return what is wrong with a player's action, or an empty text."""
        if not isinstance(action, get_args(Action)) or isinstance(action, ENDINGS):
            return f"choose(view) gave {action!r:.60}, and not one of view.legal"
        if action.seat != seat:
            return f"{action!r} is for seat {action.seat}"
        why = self.match.why_not(seat, action)
        return "" if why is None else f"{action!r:.120} is not allowed: {why}"

    def said(self, seat: int) -> str:
        """Return which player failed, and where."""
        entrant, view = self._entrants[seat], self.match.view(seat)
        name = entrant if isinstance(entrant, str) else entrant.name
        return (
            f"{name} failed in game {self.number} of seed {self._seed}, in seat {seat}, "
            f"in deal {view.deal}, phase {view.phase}"
        )


def _best_of_the_others(scores: Array, side: int, rules: Rules) -> Array:
    """Return the winners where a side forfeits: the best of the others at that moment."""
    others = np.arange(rules.sides) != side
    best = scores[others].min() if rules.lowball else scores[others].max()
    winners: Array = others & (scores == best)
    return winners


def _count_deals(entries: Sequence[Entry], rules: Rules, counted: Array) -> None:
    """Count the points of the deals of a game into int64[sides, len(MEASURES), 2]."""
    sides = range(rules.sides)
    dealing = 0
    play, deal = [0] * rules.sides, [0] * rules.sides
    heels = 0
    shown = False

    def count(side: int, what: str, points: int) -> None:
        counted[side, MEASURES.index(what)] += (1, points)

    def role(side: int) -> str:
        return "dealer" if side == dealing else "pone"

    for _, event in entries:
        match event:
            case Dealt(dealer=dealer):
                dealing = rules.side(dealer)
                play, deal, heels, shown = [0] * rules.sides, [0] * rules.sides, 0, False
            case Scored(seat=seat, reason=reason, points=points):
                side = rules.side(seat)
                deal[side] += points
                if reason in ("play", "go"):
                    play[side] += points
                elif reason == "hand":
                    count(side, f"hand {role(side)}", points)
                elif reason == "crib":
                    count(side, "crib", points)
                elif reason == "heels":
                    heels += points
            case HandShown() if not shown:
                shown = True
                for side in sides:
                    count(side, f"play {role(side)}", play[side])
                count(dealing, "heels", heels)
            case DealEnded():
                for side in sides:
                    count(side, f"points {role(side)}", deal[side])
            case GameEnded():
                return
