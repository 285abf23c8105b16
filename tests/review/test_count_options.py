"""Manual counting: the values of claims and of answers to them, in points and at the score."""

from collections.abc import Sequence

import pytest

from pegout.players import Player
from pegout.review.count_options import count_options, muggins_options
from pegout.review.game_review import Reviewed, Verdict, choices, decide
from pegout.review.option_values import options_of
from pegout.rules import Accept, Action, Claim, Go, Muggins, Play, Rules, SeatView
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, to_act
from pegout.rules.view import view
from pegout.scoring import show_points
from pegout.tables.win_probability import chance
from tests.cases import present
from tests.review.games import play_game, value_options
from tests.search.multiplayer.spots import deal, playing

MUGGINS = Rules(counting="manual", muggins=True)
HANDS = ["5H 5S 6D 7C JD KS", "2H 4C 7D 8H 9D 9S", "TS QC KD 8C AH", "3S 3D 9C TC QD"]


def played_out(rules: Rules, scores: Sequence[int] = (), dealer: int = 0) -> State:
    """Play every card, claiming nothing and calling no muggins, up to the show."""
    hands = [" ".join(hand.split()[: rules.hand_size]) for hand in HANDS[: rules.players]]
    state = deal(hands, rules=rules, dealer=dealer, scores=scores, starter="2S")
    state = playing(state, [" ".join(hand.split()[-rules.discard_size :]) for hand in hands])
    while not state.shown:
        seat = min(to_act(state))
        first = legal(state, seat)[0]
        action: Action = first
        if isinstance(first, Play):
            action = Play(seat, first.card, 0)
        assert isinstance(action, Accept | Go | Play)
        state, _ = apply(state, action)
    return state


def to_count(rules: Rules, scores: Sequence[int] = (), dealer: int = 0) -> SeatView:
    state = played_out(rules, scores, dealer)
    (seat,) = to_act(state)
    return view(state, seat)


def truth_of(seen: SeatView) -> int:
    return show_points(seen.shown[-1].cards, present(seen.starter))


def test_a_claim_too_low_loses_the_difference_and_gives_it_away() -> None:
    seen = to_count(MUGGINS)
    truth = truth_of(seen)
    assert truth > 3
    found = value_options(seen)
    assert (found.kind, found.best.claim, found.best.hand) == ("count", truth, truth)
    for missed in range(1, truth + 1):
        loss = found.loss(found.of_claim(truth - missed))
        assert loss.points == 2 * missed
        assert loss.chance > 0.01
        assert not loss.tied
    # A claim that is too high is corrected, and costs nothing.
    assert found.loss(found.of_claim(truth + 3)) == (0.0, 0.0, True)


@pytest.mark.parametrize(
    ("rules", "missed", "over"),
    [
        (Rules(counting="manual"), 0, 0),
        (Rules(counting="manual", overcount="to_opponent"), 0, 2),
        (Rules(counting="manual", missed="lost"), 2, 0),
        (Rules(counting="manual", missed="lost", lowball=True), -2, 0),
        (Rules(counting="manual", muggins=True, overcount="to_opponent"), 4, 2),
        (Rules(counting="manual", muggins=True, players=3), 3, 0),
        (Rules(counting="manual", muggins=True, overcount="to_opponent", players=4), 4, 2),
        (Rules(counting="manual", muggins=True, lowball=True), -2, 0),
        (Rules(counting="manual", muggins=True, lowball=True, overcount="to_opponent"), -2, -2),
    ],
    ids=str,
)
def test_what_two_points_too_few_and_too_many_lose(rules: Rules, missed: int, over: int) -> None:
    seen = to_count(rules)
    truth = truth_of(seen)
    found = count_options(seen)
    right = found.of_claim(truth).points
    assert right - found.of_claim(truth - 2).points == missed
    assert right - found.of_claim(truth + 2).points == over


def test_the_chance_in_the_show_is_with_all_that_is_still_counted() -> None:
    scores = (100, 98)
    seen = to_count(MUGGINS, scores)
    assert (seen.seat, seen.dealer) == (1, 0)
    assert seen.starter is not None
    kept = [played.card for played in seen.played if played.seat == 0]
    dealers = show_points(kept, seen.starter)
    found = count_options(seen)
    for claim in (0, 4, truth_of(seen)):
        own = seen.needs(1) - claim
        other = seen.needs(0) - (truth_of(seen) - claim) - dealers
        cribs = [
            show_points((*seen.discards, card, other), seen.starter, crib=True)
            for at, card in enumerate(seen.unseen())
            for other in seen.unseen()[:at]
        ]
        # The crib is between the poorest and the best one; the pone deals next.
        minimum, maximum = (
            1 - (1.0 if other <= points else 1 - chance(own, other - points))
            for points in (max(cribs), min(cribs))
        )
        assert minimum < found.of_claim(claim).chance < maximum


def test_who_pegs_out_has_won() -> None:
    seen = to_count(MUGGINS, (100, 117))
    need = seen.needs(1)
    assert truth_of(seen) > need
    found = count_options(seen)
    for option in found.options:
        assert (option.chance == 1.0) == (present(option.claim) >= need)
    loss = found.loss(found.of_claim(need))
    assert loss.chance == 0
    assert loss.points > 0


def test_a_crib_is_counted_last_and_nothing_is_left_to_chance() -> None:
    state = played_out(MUGGINS, (60, 60))
    while not state.shown[-1].crib:
        (seat,) = to_act(state)
        truth = truth_of(view(state, seat))
        state, _ = apply(state, Claim(seat, truth))
        state, _ = apply(state, Accept(1 - seat))
    seen = view(state, 0)
    found = count_options(seen)
    own, other = seen.needs(0) - truth_of(seen), seen.needs(1)
    assert found.best.crib == truth_of(seen) == found.best.claim
    assert found.best.chance == pytest.approx(1 - chance(other, own))


def claim_points(rules: Rules, points: int) -> State:
    state = played_out(rules)
    (seat,) = to_act(state)
    state, _ = apply(state, Claim(seat, points))
    return state


@pytest.mark.parametrize(("players", "stands"), [(2, 0), (3, -1), (4, 2)])
def test_what_was_missed_is_worth_calling(players: int, stands: float) -> None:
    rules = Rules(counting="manual", muggins=True, players=players)
    truth = truth_of(to_count(rules))
    state = claim_points(rules, truth - 2)
    seen = view(state, min(to_act(state)))
    found = value_options(seen)
    assert (found.kind, found.best.claim, found.best.points) == ("muggins", 2, 2)
    # Points that this seat does not call, another opponent takes; with four, the seat's partner.
    assert found.of_claim(0).points == stands
    # Calling too many is as good as calling all of them.
    assert found.of_claim(5).points == 2
    assert found.of_claim(1).points == 1 + (stands / 2)


def test_nothing_hangs_on_an_answer_where_nothing_was_missed() -> None:
    truth = truth_of(to_count(MUGGINS))
    state = claim_points(MUGGINS, truth)
    found = muggins_options(view(state, 0))
    assert {option.points for option in found.options} == {0}
    assert found.best.claim == 0
    assert options_of(view(state, 1)) is None


def test_in_lowball_nobody_takes_what_was_missed() -> None:
    rules = Rules(counting="manual", muggins=True, lowball=True)
    state = claim_points(rules, 0)
    found = muggins_options(view(state, 0))
    assert found.best.claim == 0
    assert found.loss(found.of_claim(2)).points == 2


class Careless(Player):
    """Counts like another player, but always a point too few."""

    def __init__(self, other: Player) -> None:
        self.other = other

    def choose(self, view: SeatView) -> Action:
        action = self.other.choose(view)
        match action:
            case Play(seat=seat, card=card, claim=int(points)) if points:
                return Play(seat, card, points - 1)
            case Claim(seat=seat, points=points) if points:
                return Claim(seat, points - 1)
            case Muggins(seat=seat) if view.deal % 2:
                return Accept(seat)
        return action


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_claims_and_answers_are_reviewed(players: int) -> None:
    rules = Rules(counting="manual", muggins=True, players=players, target=31)
    game = play_game(rules, ["club"] * players, "count", "count", change=Careless)
    found: list[Reviewed] = []
    for choice in choices(rules, game):
        if choice.claim is None:
            continue
        decision = decide(choice)
        if decision is None:
            # A hand of nothing and an answer with nothing to call have no entry.
            assert choice.claim == 0 or choice.view.claim is not None
        else:
            found.append(decision)
    counts = [decision for decision in found if decision.options.kind == "count"]
    answers = [decision for decision in found if decision.options.kind == "muggins"]
    assert len(counts) > 5
    for decision in counts:
        assert decision.chosen.claim is not None
        best = max(decision.options.options, key=lambda option: option.points)
        assert decision.loss.points == best.points - decision.chosen.points > 0
    assert any(decision.verdict is Verdict.LARGE_MISTAKE for decision in counts)
    called = [decision for decision in answers if decision.chosen.claim]
    stood = [decision for decision in answers if not decision.chosen.claim]
    assert called
    assert stood
    assert all(decision.loss.points == 0 for decision in called)
    if players == 2:
        assert all(decision.loss.points >= 1 for decision in stood)
