"""Duplicate: the deals of a finished game, for another match to play.

The other match has the same packs and starters as far as the game went, with the same commitments,
so that anybody can verify both. Its later deals are new.
"""

from dataclasses import replace

from pegout.match.log import MatchError, PackPlanned
from pegout.notation.record import RecordLike, as_record
from pegout.notation.replay import replay
from pegout.rules import Dealt, GameEnded, Revealed, StarterCut


def plan_deals(record: RecordLike) -> tuple[PackPlanned, ...]:
    """Return the packs of the first game of a match, for :class:`Match` to deal again.

    The other match has the same rules and dealer, and the ``packs`` of this record.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.players import advance
    >>> setup = Setup("one", "half", (Seated("Ann", "casual"), Seated("Ben", "casual")), dealer=0)
    >>> match = Match(setup)
    >>> entries = list(advance(match))
    >>> record = match.record()
    >>> seats = (Seated("Cem", "club"), Seated("Dee", "club"))
    >>> again = Setup("two", "half", seats, dealer=0, packs=record.packs)
    >>> other = Match(again, planned=plan_deals(record))
    >>> entries = list(advance(other))
    >>> [entry for entry in other.record().games[0].entries if isinstance(entry, Dealt)][0] in (
    ...     record.games[0].entries
    ... )
    True

    Raises:
        MatchError: ``no_packs`` for a game that is not over, or does not reveal the secret of
            every deal.
    """
    record = as_record(record)
    game = next((game for game in record.games if game.number == 1), None)
    if game is None or not any(isinstance(entry, GameEnded) for entry in game.entries):
        raise MatchError("no_packs", "expected a record with the whole first game of a match")
    secrets = {entry.deal: entry.secret for entry in game.entries if isinstance(entry, Revealed)}
    planned: list[PackPlanned] = []
    for entry, state in replay(record.rules, game):
        if isinstance(entry, Dealt):
            if entry.deal not in secrets:
                raise MatchError("no_packs", f"the secret of deal {entry.deal} is not revealed")
            secret = secrets[entry.deal]
            planned.append(PackPlanned(entry.deal, secret, state.contributions, None))
        elif isinstance(entry, StarterCut):
            planned[-1] = replace(planned[-1], at=entry.at)
    return tuple(planned)
