"""The values of options: by plain counting, against each other, and without a choice."""

import pytest

from pegout.cards import CARDS, parse_cards, sets_of_ranks
from pegout.kernel.roles import Role
from pegout.players import create
from pegout.review.discard_analysis import analyse
from pegout.review.game_review import Verdict
from pegout.review.option_values import options_of
from pegout.review.options import PLAYED, Option, Options
from pegout.review.tutor import check_action
from pegout.rules import Discard, Rules, SeatView
from pegout.rules.view import view
from pegout.scoring import show_points
from pegout.search.model import knowledge
from pegout.table.hints import Question, answer_hint
from pegout.tables import rank_sets
from pegout.text import language
from tests.cases import present
from tests.review.games import value_options
from tests.search.multiplayer.spots import deal, playing

HANDS = ["5H 5S 6D 7C JD KS", "2H 4C 7D 7H 9D 9S"]


def discarding(scores: tuple[int, int], seat: int, dealer: int = 0) -> SeatView:
    return view(deal(HANDS, dealer=dealer, scores=scores), seat)


@pytest.mark.parametrize("dealer", [0, 1])
def test_a_discard_is_worth_hand_crib_and_play(dealer: int) -> None:
    found = value_options(discarding((0, 0), 0, dealer))
    assert (len(found.options), found.kind, found.by_chance) == (15, "discard", False)
    starters = [card for card in CARDS if card not in parse_cards(HANDS[0])]
    role = Role.DEALER if dealer == 0 else Role.PONE
    for option in found.options:
        kept = [card for card in parse_cards(HANDS[0]) if card not in option.cards]
        points = sum([show_points(kept, starter) for starter in starters])
        assert option.hand == pytest.approx(points / len(starters))
        assert (option.crib > 0) == (dealer == 0)
        four = sets_of_ranks(4).index(rank_sets.of(kept))
        assert option.play == pytest.approx(knowledge().pegs[role, four])
        assert option.points == pytest.approx(option.hand + option.crib + option.play)
    assert list(found.options) == sorted(found.options, key=lambda option: -option.points)


def test_far_from_the_end_chances_go_with_points() -> None:
    found = value_options(discarding((30, 30), 1))
    steps = [
        (found.best.chance - option.chance) / (found.best.points - option.points)
        for option in found.options[1:]
        if option.points < found.best.points
    ]
    assert min(steps) == pytest.approx(max(steps))
    # The value of a point as a part of a game.
    assert 0.008 < steps[0] < 0.03
    assert found.points_error
    assert found.chance_error == pytest.approx(steps[0] * found.points_error)


def test_near_the_end_the_chance_decides() -> None:
    found = value_options(discarding((110, 115), 0))
    assert found.by_chance
    chances = [option.chance for option in found.options]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize(
    ("six", "dealer", "scores", "known"),
    [
        # By an enumeration of the opponent's six cards with suits.
        ("AC 2C 7D 7S 9H KH", 0, (118, 119), {"AC 7D": 0.551, "7D KH": 0.505}),
        ("2H 4C 7C 7D 9D 9S", 1, (115, 118), {}),
        ("5H 5S 6D 7C JD KS", 0, (96, 110), {}),
        ("AH 4C 7D 8S TD JH", 1, (98, 97), {}),
    ],
)
def test_near_the_end_one_value_of_a_discard_serves_everybody(
    six: str, dealer: int, scores: tuple[int, int], known: dict[str, float]
) -> None:
    analysed = analyse(six, dealer=dealer, scores=scores)
    found, seen = analysed.options, analysed.view
    assert found.by_chance
    for cards, chance in known.items():
        assert found.of(parse_cards(cards)).chance == pytest.approx(chance, abs=0.006)
    chosen = create("expert").choose(seen)
    assert isinstance(chosen, Discard)
    assert found.of(chosen.cards).chance == pytest.approx(found.best.chance, abs=1e-6)
    hint = present(answer_hint(Question("1", seen), language("en")).advice)
    assert [row.chance for row in hint.options] == [option.chance for option in found.options[:3]]
    worst = found.options[-1]
    warned = present(check_action(seen, Discard(0, worst.cards), Verdict.INACCURACY))
    assert warned.loss.chance == pytest.approx(found.best.chance - worst.chance)


def test_what_cannot_be_told_apart_loses_nothing() -> None:
    found = value_options(discarding((0, 0), 0))
    assert found.loss(found.best) == (0.0, 0.0, True)
    worst = found.options[-1]
    loss = found.loss(worst)
    assert not loss.tied
    assert loss.points == pytest.approx(found.best.points - worst.points)
    assert loss.chance == pytest.approx(found.best.chance - worst.chance)
    close = found.best._replace(play=found.best.play - found.points_error)
    assert found.loss(close).tied


def test_a_card_of_the_solved_play_is_no_error_but_a_tie_only_if_it_is_worth_as_much() -> None:
    cards = [Option(parse_cards(card), 0.0, 0.0, 1.0, 0.5, share=0.3) for card in ("8D", "7C")]
    seldom = cards[1]._replace(share=PLAYED / 2)
    for less, tied, verdict in ((0.1, True, 0.0), (1.5, False, 0.0)):
        found = Options("play", tuple(cards), False, 0.03, 0.003, "own", (90, 84))
        other = cards[1]._replace(play=1.0 - less)
        assert found.loss(other) == (0.0, verdict, tied)
        assert found.loss(other).nothing
        lost = found.loss(seldom._replace(play=1.0 - less))
        assert not lost.nothing
        assert lost.points == pytest.approx(less)


def test_a_card_of_another_suit_is_the_same() -> None:
    state = playing(deal(HANDS, dealer=1, starter="2S"), ["KS JD", "2H 4C"])
    found = value_options(view(state, 0))
    assert {option.cards[0] >> 2 for option in found.options} == {4, 5, 6}
    assert found.of(parse_cards("5H")) is found.of(parse_cards("5S"))
    with pytest.raises(ValueError, match="expected one of the 3 options, not KS"):
        found.of(parse_cards("KS"))


def test_no_choice_is_not_valued() -> None:
    state = playing(deal(HANDS, dealer=1, starter="2S"), ["KS JD", "2H 4C"])
    assert options_of(view(state, 1)) is None  # it is not its turn
    state = playing(deal(["3H 3C 5D 5S 5H 5C", HANDS[1]], dealer=1), ["3H 3C", "2H 4C"])
    assert options_of(view(state, 0)) is None  # four fives


@pytest.mark.parametrize(
    ("rules", "estimated"),
    [
        (Rules(), ()),
        (Rules("half", stinkhole=True), ("chance",)),
        (Rules("family"), ("crib", "chance")),
        (Rules("clasico"), ("play", "crib", "chance")),
        (Rules(lowball=True), ("play", "chance")),
        (Rules(target=241), ("chance",)),
    ],
    ids=str,
)
def test_it_is_said_what_is_estimated(rules: Rules, estimated: tuple[str, ...]) -> None:
    seen = view(deal(HANDS, rules=rules), 0)
    assert value_options(seen).estimated == estimated
    card = view(playing(deal(HANDS, rules=rules, dealer=1), ["KS JD", "2H 4C"]), 0)
    assert ("play" in value_options(card).estimated) == ("play" in estimated)
