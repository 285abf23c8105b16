"""Statistics by seat: their sums in games of every variant."""

import random
from math import isnan

from pegout.notation import GameRecord, Player, Record, SeatStatistics, statistics
from pegout.rules import Dealt, GameEnded, Result, Rules, Scored
from tests.cases import each
from tests.matches import VARIANTS, a_match, play_on


@each("variant", VARIANTS)
def test_the_points_of_a_side_are_its_score(variant: Rules) -> None:
    match = play_on(a_match(variant, seed=5), random.Random(5))
    found = statistics(match.record())
    seen = match.view(None)
    result = match.results[0]
    for side, score in enumerate(seen.scores):
        points = variant.scores_at_start[side]
        points += sum(found[seat].points for seat in variant.seats_of(side))
        # Only the last count can pass the target, and the score stops there.
        assert points == score if score < variant.target else points >= score
    for seat, figures in enumerate(found):
        assert figures.name == match.setup.seats[seat].name
        assert (figures.games, figures.deals) == (1, seen.deal)
        assert figures.won == (variant.side(seat) in result.winners)
        assert figures.hands <= figures.deals
        assert figures.cribs <= figures.dealt
    assert sum(figures.dealt for figures in found) == seen.deal


def test_each_reason_is_counted_where_it_belongs() -> None:
    events = (
        Dealt(1, 1, ((), ()), ()),
        Scored(1, "heels", (), 2, 2),
        Scored(0, "play", (), 2, 2),
        Scored(1, "go", (), 1, 3),
        Scored(0, "hand", (), 0, 2),
        Scored(1, "hand", (), 12, 15),
        Scored(1, "crib", (), 5, 20),
        Scored(0, "muggins", (), 3, 5),
        Scored(0, "overcount", (), 1, 6),
        Dealt(2, 0, ((), ()), ()),
        Scored(0, "start", (), 3, 9),
        Scored(0, "hand", (), 7, 16),
        GameEnded(Result((1,), (0, 0), (0, 1))),
    )
    record = Record(
        Rules(), (Player("Ann"), Player("Ben")), (GameRecord(entries=events), GameRecord(2))
    )
    ann, ben = statistics(record)
    assert ann == SeatStatistics(
        "Ann", games=2, deals=2, dealt=1, play=2, hands=2, hand=7, muggins=3, other=4
    )
    assert ben == SeatStatistics(
        "Ben", games=2, won=1, deals=2, dealt=1, play=1, hands=1, hand=12, cribs=1, crib=5, heels=2
    )
    assert (ann.points, ben.points) == (16, 20)
    assert (ann.hand_mean, ben.crib_mean, ann.play_mean) == (3.5, 5, 1)
    assert isnan(ann.crib_mean)


def test_a_record_without_games_adds_up_to_nothing() -> None:
    assert statistics(Record(Rules(players=3))) == (SeatStatistics(""),) * 3


def test_a_record_is_shown_in_short() -> None:
    record = play_on(a_match(seed=2), random.Random(2)).record()
    assert repr(record) == "<Record K7QX, standard, Ann, Ben, 1 game>"
    assert repr(Record(Rules("acc"))) == "<Record without id, acc, ?, ?, 0 games>"
