"""The table of switches: it is complete, and every component does what it says."""

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from pegout.contests.luck_adjusted import can_adjust
from pegout.env import BatchedEnv
from pegout.env.errors import EnvError
from pegout.kernel import KernelError, deal
from pegout.kernel.rule_numbers import end_points, flush_points, rule_numbers
from pegout.players.expert import Workspaces
from pegout.players.expert import _switches as cache_key
from pegout.review.options import estimates_of
from pegout.rules import (
    RULES_VERSION,
    SWITCHES,
    Component,
    Rules,
    Switch,
    Switches,
    switches_used_by,
    variant,
)
from pegout.search.building import list_workspace
from pegout.search.building_arrays import workspace_of
from pegout.search.model import knowledge_under, no_knowledge
from pegout.search.multiplayer.rollouts_arrays import play_out
from pegout.solver.chance_runs import run_chances
from pegout.solver.checkpoint import SolveError
from pegout.solver.discard_game import solve_discards
from pegout.table.offers import offered_values
from pegout.text import LANGUAGES, language
from pegout.text import rulebook as words
from tests.cases import each
from tests.simulation.variants import SHORT, VARIANTS

#: What a switch needs beside it.
NEEDS: dict[str, dict[str, Any]] = {
    "muggins": {"counting": "manual"},
    "teams": {"players": 4},
}
#: A value of each switch that takes several numbers.
NUMBERS: dict[str, tuple[int, ...]] = {
    "start_scores": (100, 90),
    "skunk_lines": (20, 40),
    "match_points": (2, 3, 3),
}
VALUES = [
    (name, value) for name, switch in SWITCHES.items() for value in switch.values or [NUMBERS[name]]
]


#: The switches of the first version of the rules.
FIRST = frozenset(
    [
        "players",
        "target",
        "nobs_points",
        "heels_points",
        "crib_flush",
        "runs_in_play",
        "go_stacks_on_31",
        "counting",
        "muggins",
        "overcount",
        "stinkhole",
        "lowball",
        "five_card",
        "skunks",
        "match_points",
        "first_deal",
        "next_deal",
    ]
)


def rules_with(name: str, value: Any) -> Rules:
    return Rules(**{"target": 121, **NEEDS.get(name, {}), name: value})


def missing(names: Any) -> list[str]:
    return [name for name in SWITCHES if name not in names]


def test_every_switch_is_a_field_of_the_rules() -> None:
    assert not missing(Switches.__annotations__), "add it to Switches in rules/variant.py"
    listed = {field.name for field in fields(Rules)}
    assert not set(Switches.__annotations__) - listed, "add it to Rules in rules/variant.py"
    bare = [name for name, switch in SWITCHES.items() if not switch.paragraph]
    assert not bare, "define it by switch(...) in Rules in rules/variant.py"


def test_every_switch_and_every_value_has_its_words() -> None:
    assert not missing(words._SWITCHES), "add it to _SWITCHES in text/rulebook/__init__.py"
    named = {value for _, value in VALUES if isinstance(value, str | bool)}
    assert not named - set(words._VALUES), "add it to _VALUES in text/rulebook/__init__.py"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_paragraph_of_every_switch_is_about_it(code: str) -> None:
    book = re.split(r"^(?=\*\*\d+\.\d+\b)", words.rulebook(code), flags=re.MULTILINE)
    for name, switch in SWITCHES.items():
        texts = [text for text in book if re.match(rf"\*\*{re.escape(switch.paragraph)}\b", text)]
        assert texts, f"write {name} into rulebook/{code}.md"
        assert f"`{name}`" in texts[0], f"name {name} in {switch.paragraph} of rulebook/{code}.md"
        assert language(code).text(words._SWITCHES[name][1]), name


@each("name", SWITCHES)
def test_the_default_is_a_value(name: str) -> None:
    switch = SWITCHES[name]
    assert getattr(Rules(), name) == switch.default
    assert not switch.values or switch.default in switch.values
    assert not switch.used_by & switch.irrelevant_to


def test_a_later_switch_says_which_version_of_the_rules_brought_it() -> None:
    """So that an older program refuses the record of a game that has it."""
    later = [name for name, switch in SWITCHES.items() if switch.since == 1 and name not in FIRST]
    assert not later, "say since=... in rules/variant.py: a RULES_VERSION that has it"
    newest = max([max([switch.since, *switch.newer.values()]) for switch in SWITCHES.values()])
    assert newest <= RULES_VERSION, "raise RULES_VERSION in versions.py"


@each("component", Component)
def test_a_component_refuses_by_name_what_it_does_not_know(component: Component) -> None:
    for name, value in VALUES:
        known = component in SWITCHES[name].used_by | SWITCHES[name].irrelevant_to
        refusal = rules_with(name, value).refusal(component)
        assert (f"{name}={value!r}" in refusal) == (not known and value != SWITCHES[name].default)
        assert refusal.startswith(f"{component} does not support ") or not refusal


def test_the_search_supports_every_switch() -> None:
    """A table offers the expert, hints and reviews with every switch, and they need the search."""
    unknown = [
        name
        for name, switch in SWITCHES.items()
        if Component.SEARCH not in switch.used_by | switch.irrelevant_to
    ]
    assert not unknown, "let src/pegout/search take it into account, as CONTRIBUTING.md says"


def test_the_kernel_is_compared_with_the_referee_under_every_value() -> None:
    variants = [*VARIANTS.values(), *SHORT.values()]
    absent = [
        (name, value)
        for name, value in VALUES
        if name in switches_used_by(Component.KERNEL) and name != "target"
        if not any(getattr(rules, name) == value for rules in variants)
    ]
    assert not absent, "add it to a variant in tests/simulation/variants.py"


def test_every_value_can_be_chosen_for_a_new_game() -> None:
    for name, switch in SWITCHES.items():
        values = offered_values(name)
        # Scores are typed, not chosen.
        assert switch.default in values or name == "start_scores"
        assert not switch.values or name == "target" or list(values) == list(switch.values)


def changing(found: Callable[[Rules], Any], component: Component) -> set[str]:
    """Return the switches that change what a component computes with."""
    usual = found(Rules())
    # The ends are enough of a long range.
    ends = [(name, value) for name, value in VALUES if value not in range(32, 241)]
    known = [(name, rules_with(name, value)) for name, value in ends]
    return {name for name, rules in known if not rules.refusal(component) and found(rules) != usual}


def test_the_kernel_uses_what_the_table_says() -> None:
    def numbers(rules: Rules) -> Any:
        flushes = [flush_points(rules, crib=crib) for crib in (False, True)]
        return rule_numbers(rules), flushes, end_points(rules.runs_in_play)

    assert changing(numbers, Component.KERNEL) == set(switches_used_by(Component.KERNEL))


def test_the_search_uses_what_the_table_says() -> None:
    def numbers(rules: Rules) -> Any:
        space = list_workspace(rules, no_knowledge())
        return space.switches, bytes(space.heuristic.ends), rules.players

    assert changing(numbers, Component.SEARCH) == set(switches_used_by(Component.SEARCH))


def test_a_workspace_is_shared_only_by_rules_with_the_same_search() -> None:
    assert changing(cache_key, Component.SEARCH) == set(switches_used_by(Component.SEARCH))


def borrow_after_others(rules: Rules) -> None:
    """Borrow a workspace where one for the standard rules is cached."""
    workspaces = Workspaces()
    for game in (Rules(), rules):
        with workspaces.borrow(game):
            pass


CALLS: dict[str, tuple[Callable[[Rules], object], type[ValueError]]] = {
    "kernel": (lambda rules: deal(1, 1, rules=rules), KernelError),
    "environments": (lambda rules: BatchedEnv(1, 1, rules=rules), EnvError),
    "search": (lambda rules: workspace_of(rules, no_knowledge()), KernelError),
    "rollouts": (lambda rules: play_out(rules, np.zeros((1, 2, 4), np.int8), 0), KernelError),
    "expert": (borrow_after_others, KernelError),
    "solver": (lambda rules: run_chances("random", 1, 1, rules), KernelError),
    "discards": (solve_discards, SolveError),
}


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Return rules with a switch that no component knows."""
    monkeypatch.setitem(variant._SWITCHES, "skunks", Switch(True, (False, True), "7.3"))
    return Rules(skunks=False)


@pytest.mark.parametrize("name", CALLS)
def test_nobody_computes_with_a_switch_that_they_do_not_know(name: str, unknown: Rules) -> None:
    compute, error = CALLS[name]
    with pytest.raises(error, match="does not support skunks=False") as caught:
        compute(unknown)
    assert getattr(caught.value, "code", "") == "bad_rules"


def test_tables_are_left_out_where_they_do_not_know_a_switch(unknown: Rules) -> None:
    known = no_knowledge()
    assert knowledge_under(Rules(), known) is known
    assert knowledge_under(unknown, known) is not known
    assert "chance" in estimates_of(unknown, play=False)
    assert can_adjust(Rules())
    assert not can_adjust(unknown)
