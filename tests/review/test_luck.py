"""Luck: the steps of a game add up, and each random event is compared with its own mean."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, takewhile
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pegout.cards import CARDS as PACK
from pegout.notation import GameRecord, Record, outcome_of, read, replay_events
from pegout.notation.record import Remark
from pegout.review.game_review import Reviewed, Verdict, choices, review
from pegout.review.luck import CARDS, GameStep, Split, StepKind, follow, objectives
from pegout.review.objectives import OBJECTIVES, Objective
from pegout.review.options import Loss, Option, Options
from pegout.review.reference_deal import ReferenceDeal
from pegout.rules import (
    NATURE,
    Action,
    Cut,
    Dealt,
    Event,
    GameEnded,
    Phase,
    Rules,
    Scored,
    Shuffle,
    StarterCut,
    seen,
)
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, new_game, to_act
from pegout.tables.rank_sets import JACK
from pegout.tables.win_probability import chance_of_seat
from tests.review.games import play_game

RECORDS = Path(__file__).parents[2] / "docs/records"


def game_of(rules: Rules, levels: Sequence[str], number: int) -> GameRecord:
    return play_game(rules, levels, "luck", f"luck {number}", number)


def dealer_of(game: GameRecord) -> int:
    return next(entry.dealer for entry in game.entries if isinstance(entry, Dealt))


def change(found: Sequence[GameStep], *kinds: StepKind) -> float:
    return sum([step.after - step.before for step in found if step.kind in kinds])


SLOW = pytest.mark.slow
TWO = [
    Rules("half"),
    Rules(stinkhole=True, go_stacks_on_31=True, crib_flush="four", nobs_points=2),
    Rules(),
    Rules(runs_in_play=False),
]


@pytest.mark.parametrize(
    ("rules", "games"),
    [*[(rules, 1) for rules in TWO[:2]], *[pytest.param(rules, 4, marks=SLOW) for rules in TWO]],
    ids=str,
)
def test_the_steps_of_a_game_add_up(rules: Rules, games: int) -> None:
    for number in range(games):
        game = game_of(rules, ("casual", "novice"), number)
        found = follow(rules, game).steps
        for step, following in pairwise(found):
            assert step.after == pytest.approx(following.before, abs=1e-12)
        at_score = chance_of_seat((rules.target,) * 2, dealer_of(game), 0)
        assert (found[0].before, found[0].after) == pytest.approx((0.5, at_score))
        assert found[-1].after in (0.0, 1.0)
        # With automatic counting nothing is left for this kind of step.
        assert not [step for step in found if step.kind is StepKind.COUNT]
        assert change(found, *StepKind) == pytest.approx(
            found[-1].after - found[0].before, abs=1e-9
        )


def test_a_starter_is_measured_against_all_that_were_left() -> None:
    """Another starter gives another luck, and the mean luck over all of them is 0."""
    rules = Rules("half")
    game = game_of(rules, ("club", "club"), 1)
    begun = []
    for entry in game.entries:
        begun.append(entry)
        if isinstance(entry, StarterCut):
            break
    *before, cut = begun
    assert isinstance(cut, StarterCut)
    dealt = next(entry for entry in before if isinstance(entry, Dealt))
    held = {card for hand in dealt.hands for card in hand}
    lucks = []
    for card in [card for card in PACK if card not in held]:
        told = GameRecord(dealer=game.dealer, entries=(*before, StarterCut(cut.seat, cut.at, card)))
        found = follow(rules, told).steps
        lucks.append(change(found, StepKind.STARTER))
    assert len(lucks) == 40
    assert sum(lucks) == pytest.approx(0, abs=1e-9)
    assert max(lucks) > 0.01


@pytest.mark.slow
def test_good_cards_are_good_luck_whoever_plays() -> None:
    lucks = []
    for number in range(60):
        found = follow(Rules("half"), game_of(Rules("half"), ("novice", "club"), number)).steps
        lucks.append(change(found, *CARDS))
        assert change(found, StepKind.FIRST_DEAL) != 0
    assert abs(np.mean(lucks)) < 3.5 * np.std(lucks) / len(lucks) ** 0.5


def test_cards_that_are_not_known_have_no_luck() -> None:
    rules = Rules("half")
    game = game_of(rules, ("club", "club"), 1)
    begun = takewhile(lambda entry: not isinstance(entry, StarterCut), game.entries)
    entries = tuple([event if isinstance(event, Remark) else seen(event, 0) for event in begun])
    told = GameRecord(dealer=game.dealer, entries=entries)
    with pytest.raises(ValueError, match="where every card is known"):
        follow(rules, told)
    with pytest.raises(ValueError, match="to 121 or fewer, not to 241"):
        follow(Rules(target=241), GameRecord(dealer=0))
    with pytest.raises(ValueError, match="of two players with six cards"):
        follow(Rules(five_card=True), GameRecord(dealer=0))
    with pytest.raises(
        ValueError, match="expected an objective that is known under these rules: chance"
    ):
        follow(Rules(players=3), GameRecord(dealer=0), "margin")


def test_a_record_of_the_documentation() -> None:
    record = read((RECORDS / "two.peg").read_text())
    found = follow(record.rules, record.games[0]).steps
    assert (found[0].before, found[-1].after) == (0.5, 1.0)
    # Ben's six of hearts lets Ann peg.
    worst = max(
        found, key=lambda step: step.after - step.before if step.kind is StepKind.PLAY else -1
    )
    assert (worst.deal, worst.seat) == (1, 1)


def adds_up(found: Split) -> bool:
    luck = found.cards + found.hidden
    errors = [found.gained(seat) for seat in range(len(found.errors))]
    skill = sum(errors) + found.counting + found.ending
    assert (found.luck, found.skill) == pytest.approx((found.before + luck, skill), abs=1e-12)
    return found.before + luck + skill == pytest.approx(found.result, abs=1e-9)


@cache
def review_record(name: str) -> tuple[Record, list[Reviewed]]:
    """Return a record of the documentation with the decisions of its first game."""
    record = read((RECORDS / f"{name}.peg").read_text())
    return record, review(record.rules, record.games[0])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_luck_and_errors_make_the_result(number: int) -> None:
    rules = Rules("half")
    game = game_of(rules, ("novice", "casual"), number)
    decisions = review(rules, game)
    for objective in OBJECTIVES:
        found = follow(rules, game, objective).split(decisions)
        assert adds_up(found)
        assert found.counting == 0
        assert min(found.errors) > 0


@pytest.mark.parametrize("name", ["muggins", pytest.param("two", marks=SLOW)])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_records_of_the_documentation_add_up(name: str, objective: Objective) -> None:
    record, decisions = review_record(name)
    game, rules = record.games[0], record.rules
    found = follow(rules, game, objective).split(decisions)
    outcome = outcome_of(rules, [event for event, _ in replay_events(rules, game)])
    assert outcome is not None
    sign = 1 if outcome.winners == (0,) else -1
    expected = {"chance": sign == 1, "margin": sign * outcome.margin, "match": sign * outcome.worth}
    assert found.result == expected[objective]
    assert adds_up(found)
    # Points that were missed show in the score at the next deal.
    assert (found.counting != 0) == (name == "muggins")


@pytest.mark.parametrize(
    ("rules", "objective", "games"),
    [
        (Rules(runs_in_play=False, skunks=False), "margin", 1),
        (Rules("half", match_points=(1, 4, 9)), "match", 1),
        (Rules("half", skunk_lines=(11, 21, 31)), "margin", 1),
        (Rules(start_scores=(100, 90)), "margin", 1),
        *[
            pytest.param(rules, objective, 2, marks=SLOW)
            for rules in (
                Rules(stinkhole=True, go_stacks_on_31=True, crib_flush="four", nobs_points=2),
                Rules(runs_in_play=False, skunks=False),
                Rules("acc"),
                Rules("half", match_points=(1, 4, 9)),
            )
            for objective in ("margin", "match")
        ],
    ],
    ids=str,
)
def test_games_of_levels_add_up_in_holes_and_match_points(
    rules: Rules, objective: Objective, games: int
) -> None:
    for number, levels in enumerate([("club", "gentle"), ("novice", "expert")][:games]):
        game = game_of(rules, levels, 30 + number)
        found = follow(rules, game, objective).split([])
        (*_, ended) = [
            event for event, _ in replay_events(rules, game) if isinstance(event, GameEnded)
        ]
        scores = [state.scores for _, state in replay_events(rules, game)][-1]
        gained = {"margin": scores, "match": ended.result.match_points}[objective]
        assert found.result == gained[0] - gained[1]
        assert adds_up(found)
        assert found.before == 0 or rules.start_scores


def test_match_points_are_valued_under_the_skunk_lines_of_the_tables_only() -> None:
    assert objectives(Rules("acc")) == ("chance", "margin", "match")
    assert objectives(Rules(skunk_lines=(21, 61))) == ("chance", "margin")
    assert "match" in objectives(Rules(skunks=False, skunk_lines=(21, 61)))
    with pytest.raises(ValueError, match="known under these rules: chance, margin"):
        follow(Rules(skunk_lines=(21, 61), first_deal="chosen"), GameRecord(dealer=0), "match")


STINKHOLE = Rules(stinkhole=True, target=31, first_deal="chosen")


def with_heels_in_the_stinkhole(number: int) -> GameRecord:
    """Play legal actions at random, and turn up a jack for a dealer who needs one."""
    luck, state, events = Random(number), new_game(STINKHOLE, 0), list[Event]()
    while state.phase is not Phase.OVER:
        seat = min(to_act(state))
        if seat == NATURE:
            options: Sequence[Action] = [Shuffle(tuple(luck.sample(PACK, 52)))]
        else:
            options = legal(state, seat)
        if isinstance(options[0], Cut) and state.scores[state.dealer or 0] == 30:
            options = [cut for cut in options if jack_at(state, cut)]
        state, following = apply(state, luck.choice(options))
        events += following
    return GameRecord(dealer=0, entries=tuple(events))


def jack_at(state: State, action: Action) -> bool:
    return isinstance(action, Cut) and state.pack[action.at] >> 2 == JACK


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "winner", "judged"),
    [
        (27, 0, False),
        *[
            pytest.param(*case, marks=SLOW)
            for case in ((27, 0, True), (33, 1, True), (72, 1, False), (92, 0, False))
        ],
    ],
)
def test_heels_in_the_stinkhole_are_no_luck(number: int, winner: int, judged: bool) -> None:
    game = with_heels_in_the_stinkhole(number)
    *_, last = [entry for entry in game.entries if isinstance(entry, Scored | GameEnded)]
    assert isinstance(last, GameEnded)
    assert last.result.winners == (winner,)
    heels = [item for item in game.entries if isinstance(item, Scored) and item.reason == "heels"]
    assert [event.points for event in heels] == [0]
    # In the last deal everything is as where heels are worth nothing anywhere.
    nowhere = replace(STINKHOLE, heels_points=0)
    plain = GameRecord(
        dealer=0, entries=tuple([entry for entry in game.entries if entry not in heels])
    )
    # The parts add up with the errors of a review, and with none.
    decisions = review(STINKHOLE, game) if judged else []
    for objective in OBJECTIVES:
        found = follow(STINKHOLE, game, objective).steps
        for step, following in pairwise(found):
            assert step.after == pytest.approx(following.before, abs=1e-12)
        assert not [step for step in found if step.kind is StepKind.COUNT]
        deal = found[-1].deal
        values = [
            [value for step in every if step.deal == deal for value in (step.before, step.after)]
            for every in (found, follow(nowhere, plain, objective).steps)
        ]
        assert values[0] == pytest.approx(values[1], abs=1e-9)
        assert len(values[0]) > 10
        assert adds_up(follow(STINKHOLE, game, objective).split(decisions))


def test_a_game_that_is_given_up_is_lost_by_what_the_loser_needs() -> None:
    record = read((RECORDS / "early.peg").read_text())
    game, stopped = record.games
    results: dict[Objective, float] = {"chance": 1.0, "margin": 52.0, "match": 2.0}
    for objective, result in results.items():
        found = follow(record.rules, game, objective).split([])
        assert found.counting == 0
        assert abs(found.ending) > 0.1
        assert adds_up(found)
        assert found.result == result
    with pytest.raises(ValueError, match="that somebody has won"):
        follow(record.rules, stopped).split([])


def test_the_margin_of_a_starter_is_measured_against_all_that_were_left() -> None:
    game = game_of(Rules(), ("club", "club"), 2)
    found = follow(Rules(), game, "margin").steps
    assert found[0].before == 0
    assert found[0].after == pytest.approx(2.9 if dealer_of(game) == 0 else -2.9, abs=0.01)
    # A point is one hole: the cards of a deal cannot cost more holes than they score.
    assert max(abs(step.after - step.before) for step in found) < 40
    assert abs(change(found, StepKind.STARTER)) > 0.1


def test_a_game_that_is_not_over_is_not_split() -> None:
    game = game_of(Rules("half"), ("club", "club"), 1)
    with pytest.raises(ValueError, match="that somebody has won"):
        follow(Rules("half"), GameRecord(dealer=game.dealer, entries=game.entries[:40])).split([])


MANY = [Rules("half", players=3), Rules("half", players=4), Rules(players=4, crib_flush="four")]
LEVELS = ("novice", "club", "casual", "lookahead")
SOME = Options("play", (Option((), 0.0, 0.0, 0.0, 0.0),), True, 0.0, 0.0, "own", (61, 61))
FINE = Verdict.FINE


@pytest.mark.parametrize(
    ("rules", "games"),
    [(MANY[0], 1), (MANY[1], 1), *[pytest.param(rules, 4, marks=SLOW) for rules in MANY]],
    ids=str,
)
def test_where_all_play_like_the_reference_only_cards_count(rules: Rules, games: int) -> None:
    for number in range(games):
        found = follow(rules, game_of(rules, ["lookahead"] * rules.players, number)).steps
        for step in found:
            if step.kind not in CARDS:
                assert step.after == pytest.approx(step.before, abs=1e-12)
        assert found[-1].after in (0.0, 1.0)
        assert change(found, *CARDS) == pytest.approx(found[-1].after - found[0].before)


@pytest.mark.parametrize("rules", [*MANY[:2], pytest.param(MANY[2], marks=SLOW)], ids=str)
def test_luck_and_errors_among_many_make_the_result_of_every_side(rules: Rules) -> None:
    game = game_of(rules, LEVELS[: rules.players], 7)
    # The losses of decisions are not computed here; the parts add up for any losses.
    chosen = [choice for choice in choices(rules, game) if choice.claim is None]
    lost = [
        Reviewed(
            turn.entry_index, 1, turn.view.seat, SOME, SOME.best, Loss(0.2, at / 100, False), FINE
        )
        for at, turn in enumerate(chosen[:20])
    ]
    found = [follow(rules, game, side=side).split(lost) for side in range(rules.sides)]
    assert all(map(adds_up, found))
    assert sum([split.before for split in found]) == pytest.approx(1)
    assert sum([split.result for split in found]) == 1
    for name in ("cards", "hidden", "counting", "ending", "skill"):
        assert sum([getattr(split, name) for split in found]) == pytest.approx(0, abs=1e-9)
    assert len({split.errors for split in found}) == 1
    assert sum(found[0].errors) == pytest.approx(0.01 * sum(range(20)))


def test_a_starter_among_many_is_measured_against_all_that_were_left() -> None:
    rules = Rules(players=4)
    hands = [PACK[seat:52:10][:5] for seat in range(4)]
    deal = ReferenceDeal(rules, hands, (), dealer=2, scores=(80, 85))
    mean = deal.before_cut()
    left = [card for card in PACK if not any(card in hand for hand in hands)]
    with_each = [deal.with_starter(card) for card in left]
    assert len(with_each) == 32
    assert np.mean(with_each, axis=0) == pytest.approx(mean)
    assert np.std(with_each, axis=0).min() > 0.01
    deal.cut(left[3])
    assert deal.in_play() == pytest.approx(with_each[3])


def joint(rules: Rules, games: int) -> float:
    """Return chi-square of the mean luck of cards against 0, with one freedom per side less one."""
    free = rules.sides - 1
    lucks = []
    for number in range(games):
        levels = [LEVELS[(number + seat) % 4] for seat in range(rules.players)]
        game = game_of(rules, levels, 1000 + number)
        lucks.append([change(follow(rules, game, side=side).steps, *CARDS) for side in range(free)])
    rows = np.array(lucks)
    spread = np.atleast_2d(np.cov(rows.T)) / games
    means = rows.mean(axis=0)
    return float(means @ np.linalg.solve(spread, means))


#: The totals that chi-square with these degrees of freedom exceeds once in a thousand times.
ONCE_IN_A_THOUSAND = {1: 10.83, 2: 13.82, 3: 16.27}


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_luck_among_many_is_nothing_on_average(players: int) -> None:
    rules = Rules("half", players=players)
    assert joint(rules, 30) < ONCE_IN_A_THOUSAND[rules.sides - 1]


@pytest.mark.long
def test_luck_among_many_is_nothing_on_average_in_many_games() -> None:
    """One joint test of 500 games of three and of four; the seeds were fixed beforehand."""
    total = joint(Rules(players=3), 500) + joint(Rules(players=4), 500)
    assert total < ONCE_IN_A_THOUSAND[3]


def z_of(levels: tuple[str, str], numbers: range) -> float:
    """Return the luck of the cards in games of two levels, in standard errors from 0."""
    games = [game_of(Rules(), levels, number) for number in numbers]
    luck = np.array([change(follow(Rules(), game).steps, *CARDS) for game in games])
    return float(luck.mean() / luck.std(ddof=1) * len(luck) ** 0.5)


@pytest.mark.long
def test_luck_of_two_is_nothing_on_average_whoever_plays() -> None:
    """One joint test of 20,000 games between the levels; the packs were fixed beforehand."""
    pairs = list(combinations(("gentle", "novice", "casual", "club", "expert"), 2))
    # The expert's games take four times as long.
    many = [500 if "expert" in pair else 3000 for pair in pairs]
    assert sum(many) == 20_000
    found = [
        z_of(pair, range(10_000 * at, 10_000 * at + number))
        for at, (pair, number) in enumerate(zip(pairs, many, strict=True), 1)
    ]
    # Chi-square with ten degrees of freedom exceeds 29.59 once in a thousand times.
    assert sum(z * z for z in found) < 29.59, found
