"""The agent of the examples: it learns, reproducibly, and its weights can be saved."""

from pathlib import Path

import numpy as np
import pytest

from examples import train
from pegout.env import as_policy
from pegout.evaluation import cribs_array
from pegout.simulation import play_games
from tests.cases import each

SLOW = pytest.mark.slow


def train_agent(deals: int, seed: int = 3) -> train.Agent:
    trainer = train.Trainer(seed)
    while trainer.deals < deals:
        trainer.step(train.heat_at(trainer.deals / deals))
    return trainer.agent


def wins(agent: train.Agent, opponent: str, pairs: int) -> float:
    """Return the share of mirrored games that an agent wins."""
    policy, cribs = as_policy(agent), cribs_array(train.RULES)
    first = play_games([policy, opponent], pairs, 77, cribs=cribs)
    second = play_games([opponent, policy], pairs, 77, cribs=cribs)
    return float(first.winners[:, 0].mean() + second.winners[:, 1].mean()) / 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deals", "pairs", "share"),
    [(1000, 30, 0.7), pytest.param(10_000, 200, 0.9, marks=pytest.mark.long)],
)
def test_a_few_thousand_deals_teach_it_to_beat_chance(deals: int, pairs: int, share: float) -> None:
    assert wins(train.Agent(), "random", pairs) < 0.65
    assert wins(train_agent(deals), "random", pairs) > share


@pytest.mark.long
def test_it_learns_the_same_from_the_same_seed() -> None:
    first, same, other = train_agent(150), train_agent(150), train_agent(150, seed=4)
    assert (first.discards.weights == same.discards.weights).all()
    assert (first.cards.weights == same.cards.weights).all()
    assert (first.cards.weights != other.cards.weights).any()


@SLOW
def test_what_it_learnt_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "weights.npz"
    train.main(["--deals", "200", "--reports", "1", "--evaluate", "4", "--save", str(path)])
    told = capsys.readouterr().out.splitlines()
    train.main(["--load", str(path), "--evaluate", "4"])
    assert capsys.readouterr().out.splitlines() == told[-1:]
    assert "lookahead" in told[-1]


def test_weights_of_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    np.savez(path, discards=np.zeros(3))
    with pytest.raises(ValueError, match="no weights of this agent"):
        train.Agent().load(path)


@each("given", [["--seed", "-1"], ["--deals", "0"], ["--minutes", "-1"], ["--evaluate", "0"]])
def test_numbers_that_make_no_sense_are_refused(given: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        train.main(given)
    assert refused.value.code == 2


@pytest.mark.long
def test_two_hundred_thousand_deals_teach_it_more_than_greed() -> None:
    agent = train_agent(200_000)
    assert wins(agent, "random", 1000) > 0.98
    assert wins(agent, "greedy", 3000) > 0.5
