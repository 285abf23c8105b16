"""A tournament as its host, a player or a guest sees it."""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from typing import Literal

from pegout.table.state import hash_token
from pegout.text import Translator
from pegout.tournaments.ranking import GameScores
from pegout.tournaments.round_tables import player_token, seat_token
from pegout.tournaments.tournament import Correction, Pairing, Tournament, TournamentRefused
from pegout.wire import tournaments as wire

ViewerRole = Literal["host", "player", "guest"]


def role_of(tournament: Tournament, token: str) -> tuple[ViewerRole, int | None]:
    """Return who has a token, and the number of a player; a guest has none.

    Raises:
        TournamentRefused: ``unknown_player`` for a token that nobody has.
    """
    if not token:
        return "guest", None
    hashed = hash_token(token)
    if compare_digest(hashed, tournament.key):
        return "host", None
    for at, player in enumerate(tournament.players):
        if player.key and compare_digest(hashed, player.key):
            return "player", at
    raise TournamentRefused("unknown_player", "the token belongs to nobody in this tournament")


def show(
    tournament: Tournament,
    code: str,
    token: str,
    t: Translator,
    *,
    number: int = 0,
    kept: float | None = None,
) -> wire.TournamentShown:
    """Return what the holder of a token sees, with the pairings of a round, or of the last one.

    Raises:
        TournamentRefused: ``unknown_player`` for a token that nobody has.
    """
    plan, begun = tournament.plan, len(tournament.rounds)
    role, you = role_of(tournament, token)
    shown = number if 1 <= number <= begun else begun
    corrections = [_correction(tournament, found) for found in reversed(tournament.corrections)]
    return wire.TournamentShown(
        code,
        plan.title,
        plan.system,
        plan.scoring,
        plan.games,
        plan.target,
        plan.boards,
        role,
        _status(tournament),
        say_state(tournament, t),
        begun,
        tournament.planned_rounds,
        _players(tournament, token if role == "host" else ""),
        _standings(tournament),
        shown,
        [_pairing(tournament, found) for found in tournament.rounds[shown - 1]] if shown else [],
        corrections,
        you,
        None if you is None else _own_table(tournament, you, token),
        None if kept is None else int(kept),
    )


def _status(tournament: Tournament) -> Literal["open", "playing", "between", "over"]:
    if not tournament.rounds:
        return "open"
    if not tournament.is_between_rounds:
        return "playing"
    return "over" if tournament.is_over else "between"


def say_state(tournament: Tournament, t: Translator) -> str:
    """Say how things stand.

    >>> from pegout.text import language
    >>> from pegout.tournaments.tournament import TournamentPlan, begin_tournament
    >>> say_state(begin_tournament(TournamentPlan("Club"), ""), language("en"))
    'The first round has not begun. 0 players.'
    """
    begun, planned = len(tournament.rounds), tournament.planned_rounds
    match _status(tournament):
        case "open":
            players = len(tournament.present)
            many = t.plural("{n} player.", "{n} players.", players)
            said = t("The first round has not begun.")
            return f"{said} {many}"
        case "playing":
            left = [found for found in tournament.rounds[-1] if not tournament.is_complete(found)]
            many = t.plural(
                "{n} result is still missing.", "{n} results are still missing.", len(left)
            )
            said = t("Round {n} of {all}.", n=begun, all=planned)
            return f"{said} {many}"
        case "between":
            return t("Round {n} of {all} is over.", n=begun, all=planned)
        case "over":
            return t("The tournament is over.")


def _players(tournament: Tournament, key: str) -> list[wire.TournamentPlayerShown]:
    """Return the players in the lists; with the key of the host, also the secrets of their links.

    A computer player has no link.
    """
    found = [(at, tournament.players[at]) for at in sorted(tournament.listed)]
    return [
        wire.TournamentPlayerShown(
            at,
            player.name,
            player.kind,
            player.until is None,
            player_token(key, at) if key and player.key else "",
        )
        for at, player in found
    ]


def _standings(tournament: Tournament) -> list[wire.StandingShown]:
    return [
        wire.StandingShown(place, player, round(tally.points, 2), *tally[1:])
        for place, player, tally in tournament.standings()
    ]


def _pairing(tournament: Tournament, pairing: Pairing) -> wire.PairingShown:
    return wire.PairingShown(
        pairing.first,
        pairing.second,
        _lists(pairing.scores),
        pairing.table,
        tournament.is_complete(pairing),
        pairing.by_hand,
        list(pairing.given_up),
    )


def _lists(scores: Sequence[GameScores]) -> list[list[int]]:
    return [list(game) for game in scores]


def _correction(tournament: Tournament, note: Correction) -> wire.CorrectionShown:
    pairing = tournament.pairing(note.round, note.pairing)
    first, second = pairing.players
    scores = _lists(note.before), _lists(note.after)
    return wire.CorrectionShown(note.moment, note.round, first, second, *scores, note.reason)


def _own_table(tournament: Tournament, player: int, token: str) -> wire.OwnTable | None:
    """Return the table of a player in the current round, while something is to be played there."""
    for pairing in tournament.rounds[-1] if tournament.rounds else ():
        if player in pairing.players and pairing.table and not tournament.is_complete(pairing):
            seat = pairing.players.index(player)
            return wire.OwnTable(pairing.table, seat, seat_token(token, pairing.table))
    return None
