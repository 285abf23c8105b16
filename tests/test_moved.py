"""Moved names stay available in their old places, for one version."""

import sys
from importlib import import_module
from typing import Any, Final

import numpy as np
import pytest

from pegout import analyse_discard, kernel, moved, simulation
from pegout.env import layout, seen_of_batch
from pegout.env.observation import part
from pegout.moved import MOVED
from pegout.rules import Rules
from pegout.rules.state import new_game
from pegout.rules.view import view

#: The arrays of simulated deals that had other names.
SIMULATED: Final = (("laid", "played"), ("thrown", "discarded"))


def test_the_names_of_the_kernel_are_all_there() -> None:
    for name in kernel.__all__:
        assert getattr(kernel, name) is not None
    with pytest.raises(AttributeError, match=r"'pegout\.kernel' has no attribute 'rumour'"):
        _ = kernel.rumour


@pytest.mark.parametrize("name", simulation.__all__)
def test_what_plays_games_has_moved_and_says_where_to(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"is now pegout\.simulation\.{name}"):
        assert getattr(kernel, name) is getattr(simulation, name)


@pytest.mark.parametrize("old", MOVED)
def test_a_module_is_found_by_its_old_name(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {MOVED[old]};"):
        found = import_module(old)
    real = import_module(MOVED[old])
    assert all(getattr(found, name) is getattr(real, name) for name in real.__all__)


def test_other_names_are_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("pegout.kernel.rumours")


def test_names_are_looked_for_once() -> None:
    before = list(sys.meta_path)
    moved.install()
    assert sys.meta_path == before


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("pegout", "ThrowAdvice", "DiscardOption"),
        ("pegout.env", "FIRST_THROW", "FIRST_DISCARD"),
        ("pegout.evaluation.advice", "ThrowAdvice", "DiscardOption"),
        ("pegout.evaluation.discards", "Role", "CribOwner"),
        ("pegout.evaluation.discards", "Throw", "ValuedDiscard"),
        ("pegout.evaluation.discards", "throws", "valued_discards"),
        ("pegout.evaluation.discards", "throws_of", "discards_in_view"),
        ("pegout.kernel", "throws_of", "discards_of"),
        ("pegout.players.engines", "Place", "EngineSeat"),
        ("pegout.rules", "Laid", "PlayedCard"),
        ("pegout.simulation.policies.policy", "Part", "SearchPart"),
        ("pegout.simulation.policies.registry", "Part", "SearchPart"),
        ("pegout.solver.discard_game", "Standing", "DiscardStanding"),
        ("pegout.solver.exploitability", "UnknownWay", "UnknownStrategy"),
        ("pegout.solver.exploitability", "checked_ways", "checked_strategies"),
        ("pegout.solver.exploitability", "ways", "strategies"),
        ("pegout.solver.export_discards", "throws_table", "discards_by_ranks"),
        ("pegout.solver.multiplayer_discards", "Throws", "DiscardFixedPoint"),
        ("pegout.solver.play_game", "Deals", "HandWeights"),
    ],
)
def test_a_name_of_a_module_is_found_by_its_old_name(module: str, old: str, new: str) -> None:
    real = import_module(module)
    with pytest.warns(DeprecationWarning, match=rf"{old} is now {module}\.{new}"):
        assert getattr(real, old) is getattr(real, new)
    with pytest.raises(AttributeError, match="rumour"):
        _ = real.rumour


def test_a_class_is_found_in_a_module_by_the_old_names_of_both() -> None:
    from pegout.solver.play_game import HandWeights

    with pytest.warns(DeprecationWarning, match="old name goes"):
        assert import_module("pegout.evaluation.play_game").Deals is HandWeights


def test_attributes_are_read_by_their_old_names() -> None:
    deal = view(new_game(Rules(), dealer=0), 0)
    batch, trace = simulation.Batch(1, 1), simulation.trace_deals(["random", "random"], 1, 1)
    seen = seen_of_batch(batch, np.arange(1), np.zeros(1, np.int64))
    olds: list[tuple[Any, str, str]] = [
        (Rules(), "throws", "discard_size"),
        (analyse_discard("5H 5S 5C JD 2S 9C"), "throws", "discards"),
        (deal, "laid", "played"),
        (simulation.POLICIES["expert"], "thinks", "searches"),
        *[(one, old, new) for one in (batch, trace, seen) for old, new in SIMULATED],
    ]
    for one, old, new in olds:
        with pytest.warns(DeprecationWarning, match=rf"\.{old} is now \w+\.{new};"):
            assert getattr(one, old) is getattr(one, new) or old == "laid"


def test_a_method_is_called_by_its_old_name() -> None:
    expert = simulation.POLICIES["expert"]
    with pytest.warns(DeprecationWarning, match=r"Policy\.ways is now Policy\.numbers;"):
        assert expert.ways(Rules()) == expert.numbers(Rules())  # type: ignore[attr-defined]


def test_parts_of_an_observation_are_found_by_their_old_names() -> None:
    for old, new in SIMULATED:
        with pytest.warns(DeprecationWarning, match=rf"{old}' is now '{new}'"):
            assert layout(Rules())[old] == layout(Rules())[new]
        with pytest.warns(DeprecationWarning, match=rf"{old}' is now '{new}'"):
            assert part(old, Rules()) == part(new, Rules())
    with pytest.raises(KeyError, match="rumour"):
        layout(Rules())["rumour"]
