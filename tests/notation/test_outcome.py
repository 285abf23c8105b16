"""The outcome of a finished game."""

from pegout import rules
from pegout.cards import Card, parse_cards
from pegout.notation import outcome_of
from tests.cases import present

WON = rules.GameEnded(rules.Result((0,), (0, 0), (1, 0)))


def scored(seat: int, score: int, points: int = 1, reason: str = "play") -> rules.Scored:
    return rules.Scored(seat, reason, (), points, score)  # type: ignore[arg-type]


def hand(
    seat: int, cards: str, points: int, score: int, *, crib: bool = False
) -> list[rules.Event]:
    shown = rules.HandShown(seat, tuple(parse_cards(cards)), crib)
    return [shown, scored(seat, score, points, "crib" if crib else "hand")]


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert outcome_of(rules.Rules(), [scored(0, 12), rules.DealEnded(1)]) is None


def test_the_margin_is_to_the_nearest_of_the_others() -> None:
    events = [scored(1, 90), scored(2, 110), scored(0, 121)]
    ended = rules.GameEnded(rules.Result((0,), (0, 1, 0), (2, 0, 0)))
    outcome = present(outcome_of(rules.Rules(players=3), [*events, ended]))
    assert outcome.margin == 11
    assert outcome.scores == (121, 90, 110)
    assert not outcome.early


def test_who_was_twenty_behind_after_a_deal_has_come_back() -> None:
    for gap, comeback in ((19, False), (20, True)):
        events = [scored(1, 100), scored(0, 100 - gap), rules.DealEnded(1), scored(0, 121), WON]
        outcome = present(outcome_of(rules.Rules(), events))
        assert (outcome.behind, outcome.comeback) == (gap, comeback)


def test_within_a_deal_nobody_is_behind() -> None:
    events = [scored(1, 60), scored(0, 55), rules.DealEnded(1), scored(0, 121), WON]
    outcome = present(outcome_of(rules.Rules(), events))
    assert outcome.behind == 5


def test_where_the_lowest_wins_nobody_comes_from_behind() -> None:
    lowball = rules.Rules(lowball=True)
    events = [scored(1, 100), scored(0, 60), rules.DealEnded(1), scored(1, 121)]
    outcome = present(outcome_of(lowball, [*events, WON]))
    assert (outcome.margin, outcome.comeback) == (61, False)


def test_the_best_hand_of_each_side() -> None:
    starter = rules.StarterCut(1, 20, Card("5C"))
    events = [
        starter,
        *hand(1, "4H 4S 6D 6C", 24, 24),
        *hand(0, "5H 5D 5S JC", 29, 29),
        *hand(0, "2H 4H 8H QS", 0, 29, crib=True),
        scored(0, 121),
        WON,
    ]
    outcome = present(outcome_of(rules.Rules(), events))
    best, other = outcome.best
    assert best is not None
    assert other is not None
    assert (best.points, best.starter, best.crib) == (29, Card("5C"), False)
    assert other.points == 24
    assert outcome.great == best


def test_no_hand_is_remembered_below_24() -> None:
    events = [rules.StarterCut(1, 20, Card("5C")), *hand(0, "5H 5D 4S 6C", 23, 121), WON]
    outcome = present(outcome_of(rules.Rules(), events))
    assert outcome.best[0] is not None
    assert outcome.great is None


def test_a_game_that_somebody_resigned_ended_early() -> None:
    events = [scored(1, 100), rules.DealEnded(1), rules.Resigned(1), WON]
    outcome = present(outcome_of(rules.Rules(), events))
    assert outcome.early
    assert not outcome.comeback
    stopped = present(
        outcome_of(rules.Rules(), [rules.GameEnded(rules.Result((), (0, 0), (0, 0)))])
    )
    assert stopped.early
    assert stopped.margin == 0
