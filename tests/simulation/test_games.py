import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from pegout.errors import PegoutError
from pegout.evaluation import cribs_array
from pegout.kernel import KernelError, deal
from pegout.rules import Rules
from pegout.simulation import (
    POLICIES,
    SUMS,
    Batch,
    Games,
    Policy,
    play_deals,
    play_games,
    trace_deals,
)
from tests.cases import each, failures, raises_code
from tests.simulation.replays import replay, some_cribs
from tests.simulation.variants import VARIANTS, of_each_variant


def sides_of(names: str, variant: Rules) -> list[str]:
    chosen = names.split()
    return [chosen[side % len(chosen)] for side in range(variant.sides)]


def lowest(batch: Batch, rows: Any) -> Any:
    return batch.legal()[rows].argmax(axis=1)


def same(games: Games, other: Games) -> bool:
    return all(
        left.dtype == right.dtype and np.array_equal(left, right)
        for left, right in zip(games, other, strict=True)
    )


#: How many deals or games are compared, interpreted and compiled.
FEW = pytest.mark.parametrize(
    "number", [1, pytest.param(60, id="compiled", marks=[pytest.mark.slow, pytest.mark.compiled])]
)


@pytest.mark.parametrize(
    "number", [20, pytest.param(100, id="compiled", marks=[pytest.mark.slow, pytest.mark.compiled])]
)
def test_deals_are_what_the_rules_engine_makes_of_them(number: int) -> None:
    def check(case: tuple[str, str]) -> None:
        name, names = case
        variant = VARIANTS[name]
        trace = trace_deals(
            sides_of(names, variant), number, 3, rules=variant, first=1000,
            cribs=some_cribs(variant),
        )  # fmt: skip
        for at in range(number):
            replay(trace, at, variant)

    every = product(VARIANTS, ["random", "greedy lookahead", "blind random"])
    assert failures(check, every) == []


@of_each_variant
def test_traced_deals_are_the_deals_that_are_played(variant: Rules) -> None:
    policies, cribs = sides_of("lookahead random", variant), some_cribs(variant)
    trace = trace_deals(policies, 40, 5, rules=variant, cribs=cribs)
    deals = play_deals(policies, 40, 5, rules=variant, cribs=cribs)
    for traced, played in zip(trace.deals, deals, strict=True):
        assert np.array_equal(traced, played)
    sides = np.arange(variant.players) % variant.sides
    for side in range(variant.sides):
        own = np.isin(trace.by, np.flatnonzero(sides == side))
        points = ((trace.points + trace.goes) * own).sum(axis=1)
        assert np.array_equal(points, deals.play[:, side])


@of_each_variant
def test_a_deal_uses_every_card_once_and_is_the_first_of_its_game(variant: Rules) -> None:
    number = 40
    cards = deal(number, 9, rules=variant, first=70)
    trace = trace_deals(sides_of("random", variant), number, 9, rules=variant, first=70)
    assert np.array_equal(cards.hands, trace.hands)
    assert np.array_equal(cards.from_pack, trace.from_pack)
    assert np.array_equal(cards.starters, trace.starters)
    everything = np.column_stack((cards.hands.reshape(number, -1), cards.from_pack, cards.starters))
    ordered = np.sort(everything, axis=1)
    assert (ordered[:, 1:] > ordered[:, :-1]).all()
    assert (np.sort(cards.hands, axis=2) == cards.hands).all()
    first = Batch(number, 9, rules=variant, first=70)
    assert np.array_equal(first.dealt, cards.hands)


def test_every_card_is_dealt_equally_often_to_every_place() -> None:
    cards = deal(200_000, 1, rules=Rules(players=3))
    for dealt in (*cards.hands.transpose(1, 0, 2), cards.from_pack, cards.starters):
        numbers = np.bincount(dealt.ravel(), minlength=52)
        mean = dealt.size / 52
        # 51 degrees of freedom: the probability of more than 120 is below one in ten million.
        assert ((numbers - mean) ** 2 / mean).sum() < 120


@FEW
def test_games_of_the_loops_and_games_in_step_are_equal_to_the_last_bit(number: int) -> None:
    def check(case: tuple[str, str]) -> None:
        name, names = case
        variant = VARIANTS[name]
        policies, cribs = sides_of(names, variant), some_cribs(variant)

        def in_step(name: str) -> Callable[[Batch, Any], Any]:
            return lambda batch, rows: batch.choose(name, rows, cribs=cribs)

        def played(chosen: Sequence[str | Callable[[Batch, Any], Any]]) -> Games:
            return play_games(chosen, number, 11, rules=variant, first=5, cribs=cribs)

        looped = played(policies)
        assert same(looped, played([in_step(name) for name in policies]))
        assert same(looped, played([in_step(policies[0]), *policies[1:]]))

    every = product(VARIANTS, ["random", "greedy lookahead", "blind-greedy blind"])
    assert failures(check, every) == []


@of_each_variant
def test_games_do_not_depend_on_how_a_run_is_cut(variant: Rules) -> None:
    policies, cribs = sides_of("blind-greedy random", variant), some_cribs(variant)
    whole = play_games(policies, 6, 2, rules=variant, cribs=cribs)
    parts = [
        play_games(policies, number, 2, rules=variant, first=first, cribs=cribs)
        for first, number in ((0, 1), (1, 3), (4, 2), (6, 0))
    ]
    assert same(whole, Games(*[np.concatenate(part) for part in zip(*parts, strict=True)]))
    deals = play_deals(policies, 9, 2, rules=variant, cribs=cribs)
    later = play_deals(policies, 4, 2, rules=variant, first=5, cribs=cribs)
    assert all(np.array_equal(array[5:], other) for array, other in zip(deals, later, strict=True))


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    whole = play_games(["blind", "random"], 8, 4)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = [
            pool.submit(play_games, ["blind", "random"], 2, 4, first=first)
            for first in range(0, 8, 2)
        ]
        found = [part.result() for part in parts]
    assert same(whole, Games(*[np.concatenate(part) for part in zip(*found, strict=True)]))


def test_games_with_the_policies_exchanged_have_the_same_packs() -> None:
    first = trace_deals(["blind", "random"], 50, 6)
    other = trace_deals(["random", "blind"], 50, 6)
    assert np.array_equal(first.hands, other.hands)
    assert np.array_equal(first.starters, other.starters)
    # Each seat has its own random stream: another opponent does not change it.
    third = trace_deals(["random", "random"], 50, 6)
    assert np.array_equal(third.discarded[:, 0], other.discarded[:, 0])
    assert np.array_equal(third.discarded[:, 1], first.discarded[:, 1])


@pytest.mark.slow
@pytest.mark.compiled
def test_equal_policies_have_equal_chances_and_unequal_ones_have_not() -> None:
    equal = play_games(["random", "random"], 20_000, 8)
    assert abs(equal.winners[:, 0].mean() - 0.5) < 0.015
    cleverer = play_games(["blind", "random"], 2_000, 8)
    assert cleverer.winners[:, 0].mean() > 0.97


def test_the_first_dealer_goes_round() -> None:
    assert play_games(["blind", "blind"], 4, 8, first=1).dealers.tolist() == [1, 0, 1, 0]


@pytest.mark.slow
@pytest.mark.compiled
def test_the_first_dealer_wins_more_often() -> None:
    found = play_games(["blind", "blind"], 20_000, 8, first=1)
    won = found.winners[np.arange(20_000), found.dealers].mean()
    assert 0.54 < won < 0.58


@of_each_variant
def test_sums_add_up(variant: Rules) -> None:
    policies = sides_of("blind random", variant)
    number = 8
    found = play_games(policies, number, 12, rules=variant)
    sums = dict(zip(SUMS, found.sums.sum(axis=(0, 1)).tolist(), strict=True))
    sides, players = variant.sides, variant.players
    assert sums["deals pone"] == sums["deals dealer"] * (sides - 1)
    assert sums["finished dealer"] == found.deals.sum() - number
    assert sums["finished pone"] == sums["finished dealer"] * (sides - 1)
    assert sums["finished dealer"] <= sums["cribs"] <= sums["deals dealer"] <= found.deals.sum()
    assert sums["hands dealer"] + sums["hands pone"] <= sums["deals dealer"] * players
    assert (found.scores.max(axis=1) == variant.target).all()
    assert ((found.scores == variant.target).sum(axis=1) == 1).all()
    assert (found.deals > 0).all()


def test_the_winner_is_who_reached_the_target_or_in_lowball_who_is_last() -> None:
    plain = play_games(["random"] * 3, 40, 1, rules=Rules(players=3, target=31))
    assert np.array_equal(plain.winners, plain.scores == 31)
    low = play_games(["random"] * 3, 400, 1, rules=Rules(players=3, target=31, lowball=True))
    minimum = low.scores.min(axis=1, keepdims=True)
    assert np.array_equal(low.winners, low.scores == minimum)
    assert low.winners.sum(axis=1).max() == 2


def test_in_lowball_the_cleverer_reach_the_target_last() -> None:
    found = play_games(["blind", "random"], 60, 1, rules=Rules(lowball=True))
    assert found.winners[:, 0].mean() > 0.9


def test_no_games_are_no_games() -> None:
    assert play_games(["random", "random"], 0, 1).scores.shape == (0, 2)
    assert play_games([lowest, "random"], 0, 1).scores.shape == (0, 2)
    assert play_deals(["random", "random"], 0, 1).hands.shape == (0, 2)
    assert trace_deals(["random", "random"], 0, 1).played.shape == (0, 8)
    assert deal(0, 1).hands.shape == (0, 2, 6)


@each(
    ("call", "code"),
    [
        (lambda: play_games(["random"], 1, 1), "bad_policy"),
        (lambda: play_games("random", 1, 1), "bad_policy"),
        (lambda: play_games(["random", "Random"], 1, 1), "bad_policy"),
        (lambda: play_games(["random", 5], 1, 1), "bad_policy"),  # type: ignore[list-item]
        (lambda: play_deals(["random", lowest], 1, 1), "bad_policy"),
        (lambda: Policy("mine", "random", "clever"), "bad_policy"),  # type: ignore[arg-type]
        (lambda: Policy("mine", "clever", "random"), "bad_policy"),  # type: ignore[arg-type]
        (lambda: Policy("mine", "sight", "random", overlooks=17), "bad_policy"),
        (lambda: Policy("mine", "sight", "random", overlooks=-1), "bad_policy"),
        (lambda: Policy("mine", "hand", "casual", overlooks=1), "bad_policy"),
        (lambda: play_games(["random"] * 2, -1, 1), "bad_number"),
        (lambda: play_games(["random"] * 2, 2.0, 1), "bad_number"),  # type: ignore[arg-type]
        (lambda: play_games(["random"] * 2, True, 1), "bad_number"),
        (lambda: play_games(["random"] * 2, 1, 1, first=-1), "bad_number"),
        (lambda: play_games(["random"] * 2, 1, 1, first=2**48), "bad_number"),
        (lambda: play_games(["random"] * 2, 1, -1), "bad_seed"),
        (lambda: deal(1, 2**62), "bad_seed"),
        (lambda: deal(1, "1"), "bad_seed"),  # type: ignore[arg-type]
        (lambda: deal(1, 1, rules=Rules(counting="manual")), "bad_rules"),
        (lambda: play_games(["random"] * 2, 1, 1, rules=Rules(counting="manual")), "bad_rules"),
        (lambda: play_games(["random"] * 2, 1, 1, rules=7), "bad_rules"),  # type: ignore[arg-type]
        (lambda: play_games(["random"] * 2, 1, 1, cribs=np.zeros((2, 13, 13))), "bad_shape"),
        (lambda: play_games(["random"] * 2, 1, 1, cribs=np.zeros(3, np.int64)), "bad_dtype"),
        (
            lambda: play_games(["random"] * 2, 1, 1, cribs=np.full((2, 2, 13, 13), np.nan)),
            "bad_number",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(call: Callable[[], object], code: str) -> None:
    with raises_code(PegoutError, code):
        call()


@of_each_variant
def test_a_policy_by_name_has_the_tables_that_are_shipped_for_the_rules(variant: Rules) -> None:
    policies, cribs = sides_of("lookahead greedy", variant), cribs_array(variant)
    wanted = play_deals(policies, 10, 1, rules=variant, cribs=cribs)
    played = play_deals(policies, 10, 1, rules=variant)
    traced = trace_deals(policies, 10, 1, rules=variant)
    assert all(map(np.array_equal, played, wanted))
    assert all(map(np.array_equal, traced.deals, wanted))
    games = play_games(policies, 2, 1, rules=variant)
    told = play_games(policies, 2, 1, rules=variant, cribs=cribs)
    assert all(map(np.array_equal, games, told))
    batch = Batch(20, 1, rules=variant)
    assert np.array_equal(batch.choose("greedy"), batch.choose("greedy", cribs=cribs))


def test_an_expert_by_name_knows_what_is_shipped() -> None:
    from pegout.search.model import knowledge

    seats = ["expert-points", "expert-no-crib"]
    shipped: dict[str, Any] = {"cribs": cribs_array(Rules()), "knowledge": knowledge()}
    # The search by points takes little time.
    found = play_games(seats[:1] * 2, 2, 1)
    assert same(found, play_games(seats[:1] * 2, 2, 1, **shipped))
    deals = play_deals(seats, 2, 1)
    assert all(map(np.array_equal, deals, play_deals(seats, 2, 1, **shipped)))


def over_31(batch: Batch, rows: Any) -> Any:
    """Play the highest card, whether it fits or not."""
    actions = lowest(batch, rows)
    playing = np.flatnonzero(batch.phase[rows] == 1)
    for at in playing:
        row = rows[at]
        actions[at] = np.flatnonzero(batch.held[row, batch.seat[row]])[-1]
    return actions


def test_an_illegal_action_is_told_with_the_policy_and_the_case() -> None:
    with raises_code(KernelError, "illegal_action") as caught:
        play_games(["random", over_31], 20, 1, first=40)
    said = str(caught.value)
    assert said.startswith("policy over_31: seat 1 in game ")
    assert " holds " in said
    assert "the count is " in said
    assert "and asked to play " in said


@each(
    ("answer", "code"),
    [
        (lambda rows: np.full(len(rows), 52.0), "bad_policy"),
        (lambda rows: np.full(len(rows) + 1, 52), "bad_policy"),
        (lambda rows: None, "bad_policy"),
        (lambda rows: np.full((len(rows), 1), 52), "bad_policy"),
        (lambda rows: np.full(len(rows), 3), "illegal_action"),
        (lambda rows: np.full(len(rows), -1), "illegal_action"),
        (lambda rows: np.full(len(rows), 1 << 40), "illegal_action"),
    ],
)
def test_a_policy_that_answers_nonsense_is_named(answer: Callable[[Any], Any], code: str) -> None:
    class Bad:
        name = "my bot"

        def __call__(self, batch: Batch, rows: Any) -> Any:
            return answer(rows)

    with raises_code(KernelError, code, match="policy my bot"):
        play_games([Bad(), "random"], 5, 1)


def test_every_pair_of_ways_is_a_policy() -> None:
    ways = ("random", "hand", "table", "sight", "wholes", "need")
    plays = ("random", "greedy", "lookahead", "novice", "casual", "classic", "club")
    for discards, play in product(ways, plays):
        mine = Policy("mine", discards, play)  # type: ignore[arg-type]
        found = play_games([mine, "random"], 1, 1, cribs=some_cribs(Rules()))
        assert found.scores.max() == 121
    for policy in POLICIES.values():
        assert policy.searches != (policy.discards in ways and policy.play in plays)


def test_policies_that_do_not_search_load_nothing_of_the_search() -> None:
    code = (
        "import sys; from pegout.simulation.games import play_games; "
        "play_games(['random', 'random'], 1, 1); "
        "print([name for name in sys.modules if name.startswith('pegout.search')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.compiled
def test_the_more_a_beginner_overlooks_the_more_it_loses() -> None:
    rates = [
        play_games([Policy("mine", "sight", "novice", overlooks=number), "novice"], 2000, 3)
        .winners[:, 0]
        .mean()
        for number in (0, 8, 16)
    ]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] - rates[2] > 0.2


def test_what_a_beginner_overlooks_has_chance_of_its_own() -> None:
    # Overlooking has a separate random stream; a player that sees everything draws nothing from it.
    never = play_games([Policy("mine", "sight", "novice", overlooks=0), "novice"], 10, 3)
    novice = play_games(["novice", "novice"], 10, 3)
    assert np.array_equal(never.scores, novice.scores)
    gentle = play_games(["gentle", "novice"], 10, 3)
    assert not np.array_equal(gentle.scores, novice.scores)
    assert POLICIES["gentle"].parts == ["gentle", "sight", "novice", "overlooks 12"]
    # In the play or the discard alone.
    assert Policy("mine", "hand", "novice", overlooks=3).numbers(Rules()) == (1, 3 << 8 | 3)
    assert Policy("mine", "sight", "greedy", overlooks=3).numbers(Rules()) == (3 << 8 | 3, 1)
