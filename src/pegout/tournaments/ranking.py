"""Where everybody stands: points, spread and places from the scores of games.

The points are those of the American Cribbage Congress: two for a game won, three for one won by a
skunk, and the margin in holes as the spread of both. Points come first, then the spread. In
duplicate, a player's points are by how much the lead at the end was larger than the average lead of
those who had the same cards at the other tables.

A player who sits out, or whose opponent has given up, wins the games that could not be played, with
nothing for the spread; in duplicate they count for nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pegout.table.duplicates import ahead_of

#: The scores of a game: the first player's and the second's.
GameScores = tuple[int, int]

#: What a game counts: won, and won by a skunk.
WON, SKUNK_WON = 2, 3
#: By how many holes a skunk is won.
SKUNK: Final = 31


class PairResult(NamedTuple):
    """What has been played of a pairing; one player alone sits out, and some may have given up."""

    players: tuple[int, ...]
    scores: tuple[GameScores, ...] = ()
    given_up: tuple[int, ...] = ()


class Tally(NamedTuple):
    """What a player has won: points, spread, and numbers of games; and how often they sat out."""

    points: float = 0
    spread: int = 0
    played: int = 0
    won: int = 0
    skunks: int = 0
    byes: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return the sums of both.

        >>> Tally(2, 15, 1, 1).plus(Tally(0, -3, 1))
        Tally(points=2, spread=12, played=2, won=1, skunks=0, byes=0)
        """
        return Tally(
            self.points + other.points,
            self.spread + other.spread,
            self.played + other.played,
            self.won + other.won,
            self.skunks + other.skunks,
            self.byes + other.byes,
        )


class Placed(NamedTuple):
    """A player's line in the standings; equals have the same place."""

    place: int
    player: int
    tally: Tally


def rank(players: Sequence[int], tallies: Iterator[tuple[int, Tally]]) -> list[Placed]:
    """Return the standings, the best first; equals in the order in which they are given.

    >>> results = [PairResult((7, 8), ((121, 100), (80, 121)))]
    >>> [(at, player, tally.points) for at, player, tally in rank([7, 8], by_points(results, 2))]
    [(1, 8, 3), (2, 7, 2)]
    """
    sums: defaultdict[int, Tally] = defaultdict(Tally)
    for player, tally in tallies:
        sums[player] = sums[player].plus(tally)
    order = sorted(players, key=lambda player: sums[player][:2], reverse=True)
    ranks = [sums[player][:2] for player in order]
    return [Placed(1 + ranks.index(sums[one][:2]), one, sums[one]) for one in order]


def by_points(results: Sequence[PairResult], games: int) -> Iterator[tuple[int, Tally]]:
    """Yield what each player of some pairings of a number of games has won in them."""
    for players, scores, given_up in results:
        unplayed = Tally(WON * (games - len(scores)), byes=len(players) == 1)
        there = [player for player in players if player not in given_up]
        if len(there) == 1:
            yield there[0], unplayed
        for game in scores:
            yield from zip(players, map(_tally, game, reversed(game)), strict=True)


def _tally(own: int, other: int) -> Tally:
    """Return what a game counts for a player.

    >>> _tally(121, 90).points, _tally(121, 91).points, _tally(91, 121).spread
    (3, 2, -30)
    """
    margin = own - other
    skunk = margin >= SKUNK
    points = 0 if margin <= 0 else SKUNK_WON if skunk else WON
    return Tally(points, margin, 1, int(margin > 0), int(skunk))


def by_duplicate(results: Sequence[PairResult]) -> Iterator[tuple[int, Tally]]:
    """Yield what each player of a round has won in it, compared with those who had their cards.

    >>> results = [
    ...     PairResult((1, 2), ((121, 100),)),
    ...     PairResult((3, 4), ((121, 111),)),
    ...     PairResult((5,)),
    ... ]
    >>> [(player, tally.points) for player, tally in by_duplicate(results)]
    [(1, 11.0), (2, -11.0), (3, -11.0), (4, 11.0), (5, 0)]
    """
    played = [result for result in results if result.scores]
    leads = [(game[0] - game[1], game[1] - game[0]) for _, (game, *_), _ in played]
    for at, result in enumerate(played):
        (game,) = result.scores
        for side, player in enumerate(result.players):
            tally = _tally(game[side], game[1 - side])
            yield player, tally._replace(points=ahead_of(leads, at, side) or 0)
    for result in results:
        if len(result.players) == 1:
            yield result.players[0], Tally(byes=1)
