"""Error rates: the kernel judges decisions as a review does, and a run adds up its games."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from pegout.evaluation.crib_means import cribs_array
from pegout.kernel.actions import discards_of
from pegout.kernel.errors import KernelError
from pegout.kernel.jit import compiled
from pegout.kernel.layout import Game, GameState
from pegout.kernel.score_tables import Array
from pegout.players import encoding
from pegout.review.error_rates import INPUTS, OFFERED, error_rates, judge_chunk, rates_table
from pegout.review.game_review import Choice, choices, decide
from pegout.review.option_values import HANDS, ties_of_two
from pegout.rules import Phase, Rules
from pegout.simulation.constants import games_of, ground
from pegout.simulation.game_loops import row_of
from pegout.simulation.judged_games import DECISIONS, judge_games, judging_search
from pegout.simulation.judged_loops import KINDS, judge_action
from pegout.simulation.policies.policy import POLICIES
from pegout.simulation.policies.registry import roles_array
from pegout.tables.files import checksums, parse
from tests.review.games import play_game

RULES = Rules()


def row_for(choice: Choice) -> Game:
    """Return what a seat knows, in the arrays of the kernel."""
    told = encoding.game_of(choice.view)
    game: Game = row_of(games_of(1, RULES), 0)
    for field in fields(GameState):
        setattr(game.state[0], field.name, getattr(told.state[0], field.name))
    for name, values in told._asdict().items():
        if name == "state":
            continue
        found = np.asarray(values)
        getattr(game, name)[tuple(map(slice, found.shape))] = found
    return game


def action_of(choice: Choice) -> int:
    if choice.view.phase is not Phase.DISCARD:
        return int(choice.cards[0])
    places = sorted([sorted(choice.view.dealt).index(card) for card in choice.cards])
    return list(discards_of(RULES)).index(tuple(places))


class Judged(NamedTuple):
    losses: Array


@cache
def judge() -> tuple[object, object]:
    means = roles_array(cribs_array(RULES), [POLICIES["expert"]], RULES)
    return ground(RULES, means), judging_search(HANDS)


def judge_choice(choice: Choice) -> Array:
    """Judge a choice in the compiled loops: float64[10, 4], for the seat that made it."""
    losses = np.zeros((2, 2 * KINDS, 4))
    used, search = judge()
    compiled(judge_action)(action_of(choice), row_for(choice), used, search, ties_of_two(), losses)
    assert not losses[1 - choice.view.seat].any()
    found: Array = losses[choice.view.seat]
    return found


@pytest.mark.parametrize(
    ("levels", "number", "each"),
    [(("gentle", "club"), 1, 24), pytest.param(("casual", "expert"), 2, 3, marks=pytest.mark.slow)],
)
def test_decisions_are_judged_as_a_review_judges_them(
    levels: tuple[str, str], number: int, each: int
) -> None:
    """One of each so many decisions of a kind; each discard where points decide has a gap."""
    found = []
    made = list(choices(RULES, play_game(RULES, levels, "rates", f"rates {number}", number)))
    discards = [choice for choice in made if choice.view.phase is Phase.DISCARD]
    cards = [choice for choice in made if choice.view.phase is not Phase.DISCARD]
    for choice in discards[:: (each + 1) // 2] + cards[::each]:
        reviewed, losses = decide(choice), judge_choice(choice)
        assert (losses[:, 0].sum() == 1) == (reviewed is not None)
        if reviewed is not None:
            found.append((reviewed, losses))
    gaps = []
    for reviewed, losses in found:
        near, discard = reviewed.options.by_chance, reviewed.options.kind == "discard"
        assert losses[KINDS * near : KINDS * (1 + near), 0].sum() == 1
        points, chance = losses[:, 2:].sum(axis=0)
        if discard and not near:
            gaps.append(points - reviewed.loss.points)
            continue
        assert chance == pytest.approx(reviewed.loss.chance, abs=1e-9)
        assert points == pytest.approx(0 if near else reviewed.loss.points, abs=1e-9)
    # Where points decide, the kernel's crib of a discard depends on the two cards alone.
    assert len(gaps) > 5 / each
    assert np.abs(gaps).max() < 0.8
    assert np.sqrt(np.square(gaps).mean()) < 0.25


def test_a_kind_says_what_was_decided() -> None:
    kinds = {
        DECISIONS[int(judge_choice(choice)[:, 0].argmax())].removesuffix(" near the end")
        for choice in choices(RULES, play_game(RULES, ("casual", "club"), "rates", "rates 3", 3))
        if choice.view.phase is Phase.DISCARD and choice.view.seat == choice.view.dealer
    }
    assert kinds == {"discard as dealer"}


def made_up(
    pair: tuple[str, str], number: int, seed: int, *, ties: Array, hands: Array, first: int = 0
) -> Judged:
    """Return losses that nobody has played for: a game has the same ones in any chunk."""
    losses = np.zeros((number, 2, 2 * KINDS, 4))
    for at in range(number):
        luck = np.random.default_rng([seed, first + at, *"".join(pair).encode()])
        losses[at, ..., 0] = luck.integers(0, 9, (2, 2 * KINDS))
        losses[at, ..., 1] = luck.integers(0, 1 + losses[at, ..., 0].astype(int))
        losses[at, ..., 2:] = luck.random((2, 2 * KINDS, 2)) * losses[at, ..., 1:2] * (1.5, 0.02)
    return Judged(losses)


@pytest.fixture
def games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return what plays and judges games for a run."""
    judge: Callable[..., Any] = request.param
    monkeypatch.setattr("pegout.review.error_rates.judge_games", judge)
    return judge


#: How games are played has no effect on what a run makes of them.
WHATEVER = pytest.mark.parametrize(
    "games",
    [made_up, pytest.param(judge_games, marks=pytest.mark.long)],
    indirect=True,
    ids=["made up", "played"],
)


@WHATEVER
def test_a_run_adds_up_its_games(games: Callable[..., Any]) -> None:
    found = error_rates(["novice", "casual", "club"], 5, seed=4, workers=1)
    assert found.complete
    # Three games against each of the two other levels.
    assert found.games == 6
    for index, level in enumerate(found.levels):
        parts = []
        for first, second in ((0, 1), (0, 2), (1, 2)):
            if index in (first, second):
                pair = [found.levels[first].level, found.levels[second].level]
                told = games(pair, 3, seed=4, ties=ties_of_two(), hands=HANDS)
                parts.append(told.losses[:, int(index == second)])
        losses = np.concatenate(parts)
        assert level.games == 6
        assert level.all.chance == pytest.approx(losses[..., 3].sum() / 6, abs=1e-5)
        assert level.all.points == pytest.approx(losses[..., 2].sum() / 6, abs=1e-2)
        assert level.decisions == pytest.approx(losses[:, :KINDS, 0].sum() / 6)
        for kind, rate in enumerate(level.kinds):
            number, losing, points, chance = losses[:, kind].sum(axis=0) / 6
            assert (rate.decisions, rate.losing) == pytest.approx((number, losing))
            assert rate.points == pytest.approx(points, abs=1e-2)
            assert rate.chance == pytest.approx(chance, abs=1e-5)
        lost, far = losses[..., 2].sum(axis=1), losses[:, :KINDS, 0].sum(axis=1)
        spread = np.sqrt(np.square(lost - lost.sum() / far.sum() * far).mean())
        assert level.points_spread == pytest.approx(spread, abs=1e-2)
        chances = losses[..., 3].sum(axis=1)
        assert level.chance_spread == pytest.approx(chances.std(), abs=1e-5)
        assert level.all.chance_error == pytest.approx(chances.std() / np.sqrt(6), abs=1e-5)
        assert sum(map(sum, level.drawn)) == 6


@WHATEVER
@pytest.mark.usefixtures("games")
def test_a_run_does_not_depend_on_its_chunks() -> None:
    rest = (("casual", "club"), ("casual", "novice"), ("club", "novice")), 7, checksums(INPUTS)
    whole = judge_chunk(range(7), *rest)
    parts = [judge_chunk(part, *rest) for part in (range(2), range(2, 6), range(6, 7))]
    for name, row in whole.items():
        assert (np.sum([part[name] for part in parts if name in part], axis=0) == row).all()


@pytest.mark.parametrize("games", [made_up], indirect=True, ids=["made up"])
@pytest.mark.usefixtures("games")
def test_the_table_says_what_was_measured() -> None:
    found = error_rates(["casual", "gentle"], 2, seed=4, workers=1)
    ((name, text),) = rates_table(found, "pegout solve errors").items()
    rows = parse(text).rows
    assert name == "error_rates.csv"
    assert [row["kind"] for row in rows] == 2 * [*DECISIONS, "all"]
    last = found.levels[-1]
    assert float(rows[-1]["points"]) == pytest.approx(last.all.points, abs=1e-5)
    assert float(rows[-1]["points_spread"]) == pytest.approx(last.points_spread, abs=1e-5)


@pytest.mark.parametrize(
    ("levels", "games"), [(OFFERED, 0), (["club"], 10), (["club", "club"], 10)]
)
def test_a_run_needs_two_levels_and_a_game(levels: list[str], games: int) -> None:
    with pytest.raises(KernelError, match="two levels or more") as caught:
        error_rates(levels, games, seed=1)
    assert caught.value.code == "bad_number"
