"""What has moved is found where it was, for one version."""

import sys
from importlib import import_module

import pytest

from pegout import kernel, moved, simulation
from pegout.moved import MOVED


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
        ("pegout.players.engines", "Place", "EngineSeat"),
        ("pegout.solver.discard_game", "Standing", "DiscardStanding"),
        ("pegout.solver.play_game", "Deals", "HandWeights"),
    ],
)
def test_a_class_is_found_by_its_old_name(module: str, old: str, new: str) -> None:
    real = import_module(module)
    with pytest.warns(DeprecationWarning, match=rf"{old} is now {module}\.{new};"):
        assert getattr(real, old) is getattr(real, new)
    with pytest.raises(AttributeError, match="rumour"):
        _ = real.rumour


def test_a_class_is_found_in_a_module_by_the_old_names_of_both() -> None:
    from pegout.solver.play_game import HandWeights

    with pytest.warns(DeprecationWarning, match="old name goes"):
        assert import_module("pegout.evaluation.play_game").Deals is HandWeights
