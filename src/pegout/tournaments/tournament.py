"""A tournament as it is stored, and every change of it as a function to a new value.

A player keeps their number for good, and so does a pairing in its round. What a table or a host
enters are the scores of games; points and places follow from them (``ranking``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Final, Literal

import msgspec
from msgspec import Struct

from pegout.match.log import MAX_NAME
from pegout.rules import RulesError
from pegout.table.names import can_be_read, looks_like, tidy
from pegout.table.state import PERSON
from pegout.tournaments.pairings import Pair, circle, pair_in_order, swiss
from pegout.tournaments.ranking import (
    GameScores,
    PairResult,
    Placed,
    Tally,
    by_duplicate,
    by_points,
    rank,
)

#: The version of the stored format.
_VERSION: Final = 1
#: How many players a tournament has, from the first round on.
FEWEST, MOST = 4, 64
#: How many players it may have had, with those who left.
_EVER: Final = 4 * MOST
#: The most corrections.
_CORRECTIONS: Final = 1000
#: The most rounds that a tournament may have: more than everybody needs to meet everybody.
MAX_ROUNDS: Final = 2 * MOST

System = Literal["round_robin", "swiss"]
Scoring = Literal["points", "duplicate"]


class TournamentRefused(RulesError):
    """A change that a tournament refuses."""


class TournamentPlan(Struct, frozen=True):
    """What is settled when a tournament is made.

    Attributes:
        title: its name.
        system: who meets whom.
        scoring: ``points`` for games won, skunks and the spread; ``duplicate`` where all tables of
            a round play the same cards, and players are compared with those who had their cards.
        rounds: the number of rounds; 0 for as many as the system needs.
        games: the games of a round; one in duplicate.
        target: the hole that ends a game.
        boards: whether it is played on wooden boards, and its host enters the results.
    """

    title: str
    system: System = "round_robin"
    scoring: Scoring = "points"
    rounds: int = 0
    games: int = 2
    target: int = 121
    boards: bool = False


class TournamentPlayer(Struct, frozen=True, omit_defaults=True):
    """A player of a tournament.

    The kind is ``person`` or the level of a computer player, and the key the SHA-256 of the token
    in the player's link. The lot decides between equals. They were entered after ``since`` rounds
    and left after ``until`` of them.
    """

    name: str
    kind: str = PERSON
    key: str = ""
    lot: int = 0
    since: int = 0
    until: int | None = None


class Pairing(Struct, frozen=True, omit_defaults=True):
    """Two players of a round, or one who sits out, with the scores of their games in order.

    ``match`` is the id of the match at the table that was set up for them. Players who left before
    the last game gave up those that were ``given_up``.
    """

    first: int
    second: int | None = None
    table: str = ""
    match: str = ""
    scores: tuple[GameScores, ...] = ()
    by_hand: bool = False
    given_up: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the players."""
        return (self.first,) if self.second is None else (self.first, self.second)


class Correction(Struct, frozen=True):
    """A result that the host has replaced: when, which, by what, and why."""

    moment: str
    round: int
    pairing: int
    before: tuple[GameScores, ...]
    after: tuple[GameScores, ...]
    reason: str


class Tournament(Struct, frozen=True):
    """A tournament. The key is the SHA-256 of the host's."""

    version: int
    plan: TournamentPlan
    key: str
    players: tuple[TournamentPlayer, ...] = ()
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    corrections: tuple[Correction, ...] = ()

    @classmethod
    def read(cls, text: str) -> Tournament:
        """Read a stored tournament.

        Raises:
            TournamentRefused: ``damaged_tournament`` if it cannot be read.
        """
        try:
            found = _decoder.decode(text)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise TournamentRefused("damaged_tournament", str(error)) from error
        if found.version != _VERSION:
            raise TournamentRefused(
                "damaged_tournament", f"expected version {_VERSION}, not {found.version}"
            )
        return found

    def text(self) -> str:
        """Serialise the tournament."""
        return _encoder.encode(self).decode()

    @property
    def present(self) -> list[int]:
        """The players who have not left, by lot."""
        return self._by_lot([at for at, found in enumerate(self.players) if found.until is None])

    @property
    def listed(self) -> set[int]:
        """The players who stand in the lists: all but those who left before their first round."""
        return {*self.present, *[one for found in self._pairings() for one in found.players]}

    def _by_lot(self, players: Iterable[int]) -> list[int]:
        return sorted(players, key=lambda at: (self.players[at].lot, at))

    def is_complete(self, pairing: Pairing) -> bool:
        """Return whether nothing of a pairing is still to be played."""
        played = len(pairing.scores) >= self.plan.games
        return played or pairing.second is None or bool(pairing.given_up)

    @property
    def is_between_rounds(self) -> bool:
        """Whether all results of the last round are there."""
        return not self.rounds or all(map(self.is_complete, self.rounds[-1]))

    @property
    def is_over(self) -> bool:
        """Whether the last round has been played."""
        return bool(self.rounds) and self.is_between_rounds and not self._has_next_round

    @property
    def _has_next_round(self) -> bool:
        return len(self.rounds) < self.planned_rounds and len(self.present) > 1

    @property
    def planned_rounds(self) -> int:
        """The number of rounds that are planned, with the players as they are now."""
        wanted = self.plan.rounds or MAX_ROUNDS
        if self.plan.system == "swiss":
            # Two rounds more than a knock-out needs, which place those behind the first; but no
            # more than everybody has opponents.
            players = len(self._first_players())
            enough = (max(players, 2) - 1).bit_length() + 2
            return self.plan.rounds or min(enough, len(circle(players)))
        if self._is_as_begun:
            return min(wanted, len(circle(len(self.present))))
        return min(wanted, len(self.rounds) + max(self._opponents_left().values(), default=0))

    def _first_players(self) -> list[int]:
        """Return the players of the first round, or of the one that is to begin."""
        if not self.rounds:
            return self.present
        return self._by_lot([player for found in self.rounds[0] for player in found.players])

    @property
    def _is_as_begun(self) -> bool:
        """Whether nobody has come late, or left, so that the circle of the first round goes on."""
        came_back = any(found.since for found in self.players)
        return not came_back and self.present == self._first_players()

    def next_pairs(self) -> list[Pair]:
        """Return who meets whom in the next round; nobody after the last one."""
        if not self._has_next_round:
            return []
        if self.plan.system == "swiss":
            return self._swiss_pairs()
        if not self._is_as_begun:
            return self._remaining_pairs()
        present = self.present
        places = circle(len(present))[len(self.rounds)]
        return [(present[one], None if two is None else present[two]) for one, two in places]

    def _opponents_left(self) -> Counter[int]:
        """Return how many opponents everybody present has not met."""
        met, present = self._met(), self.present
        pairs = combinations(present, 2)
        return Counter([one for pair in pairs if not met[frozenset(pair)] for one in pair])

    def _remaining_pairs(self) -> list[Pair]:
        """Pair those who have not met, the players with most opponents left first."""
        met, byes, left = self._met(), self._byes(), self._opponents_left()
        order = sorted(self.present, key=lambda one: (-left[one], -byes[one]))
        pairs = pair_in_order(order, lambda one, other: not met[frozenset((one, other))])
        busy = {player for pair in pairs for player in pair}
        return [*pairs, *[(one, None) for one in order if one not in busy and left[one]]]

    def _swiss_pairs(self) -> list[Pair]:
        """Pair by the standings; who has come first more often comes second."""
        here, met, byes = set(self.present), self._met(), self._byes()
        order = [placed.player for placed in self.standings() if placed.player in here]
        pairs = swiss(order, lambda one, other: met[frozenset((one, other))], byes.__getitem__)
        firsts = Counter([pairing.first for pairing in self._pairings()])
        return [
            (two, one) if two is not None and firsts[one] > firsts[two] else (one, two)
            for one, two in pairs
        ]

    def _pairings(self) -> Iterator[Pairing]:
        return chain.from_iterable(self.rounds)

    def _met(self) -> Counter[frozenset[int]]:
        """Return how often players have met."""
        return Counter([frozenset(found.players) for found in self._pairings()])

    def _byes(self) -> Counter[int]:
        """Return how often players have sat out."""
        return Counter([found.first for found in self._pairings() if found.second is None])

    def standings(self) -> list[Placed]:
        """Return where everybody stands; equals by lot."""
        return rank(self._by_lot(self.listed), self._tallies())

    def _tallies(self) -> Iterator[tuple[int, Tally]]:
        for round_ in self.rounds:
            results = [PairResult(found.players, found.scores, found.given_up) for found in round_]
            if self.plan.scoring == "duplicate":
                yield from by_duplicate(results)
            else:
                yield from by_points(results, self.plan.games)

    def pairing(self, number: int, at: int) -> Pairing:
        """Return a pairing by its round, from 1, and its place there.

        Raises:
            TournamentRefused: ``unknown_pairing``.
        """
        if not (1 <= number <= len(self.rounds) and 0 <= at < len(self.rounds[number - 1])):
            raise TournamentRefused(
                "unknown_pairing", f"there is no pairing {at} in round {number} of this tournament"
            )
        return self.rounds[number - 1][at]


_decoder: Final = msgspec.json.Decoder(Tournament)
_encoder: Final = msgspec.json.Encoder()


def begin_tournament(plan: TournamentPlan, key: str) -> Tournament:
    """Return a tournament without players, by its plan and the hash of its key.

    Raises:
        TournamentRefused: ``bad_title``, or ``bad_plan`` for what does not go together.
    """
    if not plan.title.strip() or not plan.title.isprintable() or not can_be_read(plan.title):
        raise TournamentRefused("bad_title", "a tournament needs a title that can be read")
    if (plan.games == 1) != (plan.scoring == "duplicate"):
        raise TournamentRefused(
            "bad_plan",
            f"expected one game a round in duplicate and two to nine otherwise, not {plan.games}",
        )
    return Tournament(_VERSION, plan, key)


def enter_player(tournament: Tournament, found: TournamentPlayer) -> Tournament:
    """Return a tournament with another player, who plays from the next round on.

    Raises:
        TournamentRefused: ``tournament_over``, ``tournament_full``, ``bad_name``, ``same_name``;
            ``no_tables`` for a computer player where nobody plays at tables of the server.
    """
    if tournament.is_over:
        raise TournamentRefused("tournament_over", "the last round has been played")
    if len(tournament.present) >= MOST or len(tournament.players) >= _EVER:
        raise TournamentRefused("tournament_full", f"a tournament has at most {MOST} players")
    if tournament.plan.boards and found.kind != PERSON:
        raise TournamentRefused("no_tables", "a computer player cannot play on a wooden board")
    name = tidy(found.name)
    if not (name and name == name.strip() and name.isprintable() and can_be_read(name)):
        raise TournamentRefused("bad_name", "every player needs a name that can be read")
    if len(name) > MAX_NAME:
        raise TournamentRefused("bad_name", f"a name has 1 to {MAX_NAME} characters")
    _check_other_names(tournament, name, tournament.listed)
    entered = msgspec.structs.replace(found, name=name, since=len(tournament.rounds))
    return msgspec.structs.replace(tournament, players=(*tournament.players, entered))


def _check_other_names(tournament: Tournament, name: str, players: Iterable[int]) -> None:
    for other in players:
        known = tournament.players[other].name
        if looks_like(name, known):
            raise TournamentRefused("same_name", f"{name!r} looks like {known!r}")


def leave(tournament: Tournament, player: int) -> Tournament:
    """Return a tournament that a player has left; their games that were not played are given up.

    Raises:
        TournamentRefused: ``unknown_player``.
    """
    found = known_player(tournament, player)
    if found.until is not None:
        return tournament
    gone = msgspec.structs.replace(found, until=len(tournament.rounds))
    tournament = _with_player(tournament, player, gone)
    for at, pairing in enumerate(tournament.rounds[-1] if tournament.rounds else ()):
        if player in pairing.players and pairing.second is not None:
            unfinished = len(pairing.scores) < tournament.plan.games
            given_up = (*pairing.given_up, player) if unfinished else pairing.given_up
            changed = msgspec.structs.replace(pairing, given_up=given_up)
            tournament = with_pairing(tournament, len(tournament.rounds), at, changed)
    return tournament


def come_back(tournament: Tournament, player: int) -> Tournament:
    """Return a tournament to which a player who has left comes back, from the next round on.

    Raises:
        TournamentRefused: ``unknown_player``, or ``tournament_over``; ``same_name`` if somebody
            was entered meanwhile whose name looks like the player's.
    """
    found = known_player(tournament, player)
    _check_other_names(tournament, found.name, tournament.listed - {player})
    if tournament.is_over:
        raise TournamentRefused("tournament_over", "the last round has been played")
    back = msgspec.structs.replace(found, until=None, since=_since(tournament, found))
    return _with_player(tournament, player, back)


def _since(tournament: Tournament, found: TournamentPlayer) -> int:
    """Return from when on a player who comes back is in the tournament.

    One who has missed a round is paired like a late entry: the circle of those who began together
    does not have their opponents of the meantime.
    """
    missed = found.until is not None and found.until < len(tournament.rounds)
    return len(tournament.rounds) if missed else found.since


def known_player(tournament: Tournament, player: int) -> TournamentPlayer:
    """Return a player by their number.

    Raises:
        TournamentRefused: ``unknown_player``.
    """
    if not 0 <= player < len(tournament.players):
        raise TournamentRefused("unknown_player", f"there is no player {player} here")
    return tournament.players[player]


def begin_round(tournament: Tournament, pairings: Sequence[Pairing]) -> Tournament:
    """Return a tournament with its next round begun; :func:`plan_round` has its pairings."""
    return msgspec.structs.replace(tournament, rounds=(*tournament.rounds, tuple(pairings)))


def plan_round(tournament: Tournament) -> list[Pairing]:
    """Return the pairings of the next round.

    Raises:
        TournamentRefused: ``too_few_players``; ``round_open`` while results are missing;
            ``tournament_over`` after the last round.
    """
    if not tournament.rounds and len(tournament.present) < FEWEST:
        raise TournamentRefused(
            "too_few_players",
            f"a tournament begins with {FEWEST} to {MOST} players, not {len(tournament.present)}",
        )
    if not tournament.is_between_rounds:
        raise TournamentRefused("round_open", "enter the results that are missing first")
    pairs = tournament.next_pairs()
    if not pairs:
        raise TournamentRefused("tournament_over", "the last round has been played")
    return [Pairing(first, second) for first, second in pairs]


def enter_scores(
    tournament: Tournament,
    number: int,
    at: int,
    scores: Sequence[GameScores],
    *,
    moment: str,
    reason: str = "",
) -> Tournament:
    """Return a tournament with the result of a pairing entered by hand.

    Where there was another result, the correction stays visible: it needs a reason. The moment is
    in the form of ISO 8601.

    Raises:
        TournamentRefused: ``unknown_pairing``, ``bad_scores``, ``no_reason``, or
            ``too_many_corrections``.
    """
    pairing, plan = tournament.pairing(number, at), tournament.plan
    if pairing.second is None or len(scores) != plan.games:
        raise TournamentRefused(
            "bad_scores", f"expected the scores of {plan.games} games between two players"
        )
    for game in scores:
        if max(game) != plan.target or not 0 <= min(game) < plan.target:
            raise TournamentRefused(
                "bad_scores",
                f"expected {plan.target} holes for the winner of a game and 0 to "
                f"{plan.target - 1} for the loser, not {game[0]} and {game[1]}",
            )
    after = tuple(scores)
    if after == pairing.scores:
        return tournament
    changed = msgspec.structs.replace(pairing, scores=after, by_hand=True, given_up=())
    entered = with_pairing(tournament, number, at, changed)
    if not pairing.scores and not pairing.given_up:
        return entered
    if len(tournament.corrections) >= _CORRECTIONS:
        raise TournamentRefused(
            "too_many_corrections", f"a tournament has at most {_CORRECTIONS} corrections"
        )
    if not reason.strip() or not reason.isprintable():
        raise TournamentRefused("no_reason", "say in a line why the result is corrected")
    note = Correction(moment, number, at, pairing.scores, after, reason.strip())
    return msgspec.structs.replace(entered, corrections=(*entered.corrections, note))


def with_pairing(tournament: Tournament, number: int, at: int, pairing: Pairing) -> Tournament:
    """Return a tournament with a pairing replaced."""
    round_ = tournament.rounds[number - 1]
    rounds = list(tournament.rounds)
    rounds[number - 1] = (*round_[:at], pairing, *round_[at + 1 :])
    return msgspec.structs.replace(tournament, rounds=tuple(rounds))


def _with_player(tournament: Tournament, player: int, found: TournamentPlayer) -> Tournament:
    players = tournament.players
    changed = (*players[:player], found, *players[player + 1 :])
    return msgspec.structs.replace(tournament, players=changed)
