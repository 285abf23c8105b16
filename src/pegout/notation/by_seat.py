"""The statistics of a record for each seat: games, deals, and points by their source."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from pegout.notation.record import Record, RecordLike, as_record
from pegout.rules import Dealt, Event, GameEnded, Scored


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The statistics of one seat over the games of a record, with points as counted.

    Attributes:
        name: the name of the player.
        games: the number of games begun.
        won: the number of games that the seat's side won.
        deals: the number of deals in which the seat was dealt cards.
        dealt: the number of deals of which the seat was the dealer.
        play: the points of the play: fifteens, pairs, runs, thirty-ones, goes and last cards.
        hands: the number of hands that were counted.
        hand: the points of these hands.
        cribs: the number of the seat's cribs that were counted.
        crib: the points of these cribs.
        heels: the points for a jack as the starter.
        muggins: the points that opponents missed.
        other: the start of the five-card game, and what opponents counted too high.
    >>> SeatStatistics("Ann", deals=2, play=7, hands=2, hand=15, cribs=1, crib=4).points
    26
    """

    name: str
    games: int = 0
    won: int = 0
    deals: int = 0
    dealt: int = 0
    play: int = 0
    hands: int = 0
    hand: int = 0
    cribs: int = 0
    crib: int = 0
    heels: int = 0
    muggins: int = 0
    other: int = 0

    @property
    def points(self) -> int:
        """All points; those of a last count may exceed the target."""
        return self.play + self.hand + self.crib + self.heels + self.muggins + self.other

    @property
    def play_mean(self) -> float:
        """The mean points of the play in a deal; ``nan`` without a deal."""
        return _mean(self.play, self.deals)

    @property
    def hand_mean(self) -> float:
        """The mean points of a counted hand; ``nan`` without one.

        >>> SeatStatistics("Ann", hands=2, hand=15).hand_mean
        7.5
        """
        return _mean(self.hand, self.hands)

    @property
    def crib_mean(self) -> float:
        """The mean points of a counted crib of the seat; ``nan`` without one."""
        return _mean(self.crib, self.cribs)


def _mean(points: int, times: int) -> float:
    return points / times if times else float("nan")


def statistics(record: RecordLike) -> tuple[SeatStatistics, ...]:
    """Compute the statistics of a record: one :class:`SeatStatistics` for each seat, in order.

    A game that is not over counts as far as it is recorded.

    >>> from pegout.notation import GameRecord, Player
    >>> from pegout.rules import Rules
    >>> deal = Dealt(1, 0, ((), ()), ())
    >>> game = GameRecord(dealer=0, entries=(deal, Scored(1, "go", (), 1, 1)))
    >>> record = Record(Rules(), (Player("Ann"), Player("Ben")), (game,))
    >>> ann, ben = statistics(record)
    >>> ann.dealt, ben.dealt, ben.play
    (1, 0, 1)
    """
    record = as_record(record)
    counts = [Counter[str](games=len(record.games)) for _ in record.players]
    for game in record.games:
        for event in game.events:
            _count(event, counts, record)
    return tuple(
        [
            SeatStatistics(player.name, **counted)
            for player, counted in zip(record.players, counts, strict=True)
        ]
    )


def _count(event: Event, counts: list[Counter[str]], record: Record) -> None:
    match event:
        case Dealt(dealer=dealer):
            counts[dealer]["dealt"] += 1
            for counted in counts:
                counted["deals"] += 1
        case Scored(seat=seat, reason=reason, points=points):
            if reason in ("hand", "crib"):
                counts[seat][f"{reason}s"] += 1
            counts[seat][_WHAT.get(reason, reason)] += points
        case GameEnded(result=result):
            for seat, counted in enumerate(counts):
                counted["won"] += record.rules.side(seat) in result.winners


# The category of a reason that has no category of its own.
_WHAT: Final = {"go": "play", "start": "other", "overcount": "other"}
