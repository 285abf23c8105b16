"""Builders of workspaces for the two-player search, from the rules and the knowledge."""

from math import exp
from typing import Any, Final

import numpy as np

from pegout.kernel.jit import COMPILED
from pegout.kernel.roles import Role
from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.score_tables import Array, constants, ends_of, tables
from pegout.kernel.validation import flushes_of
from pegout.rules import Component, Rules
from pegout.search import workspace
from pegout.search.hand_arrays import hand_arrays
from pegout.search.hands import every_hand
from pegout.search.model import Knowledge, kept_by
from pegout.tables.late_hands import LateHands

#: The number of the opponent's hands to search, by the number of cards in the own hand: for points,
#: where the score matters, and where the game may end in the deal. Against all 1,820 hands, both
#: seats together lose 0.16 % of a game by 120 hands for the first card in the second row, and
#: 0.06 % by 240 in the last (``tools/search_effort.py --games 500``). In 200,000 mirrored games
#: (``tools/compare_versions.py``) the expert wins 50.00 % ±0.07 against one that searched all 1,820
#: in the last, and 80 and no more than two own choices in a line in the second row.
_HANDS: Final = ((1, 40, 100, 60, 80), (1, 40, 100, 60, 120), (1, 40, 100, 455, 240))
_EFFORT: Final = workspace.Effort(np.array(_HANDS, np.int64).ravel())
#: The number of needs for which win probabilities before the play are cached.
_SLOTS: Final = 2 * workspace.NEEDS * workspace.NEEDS
_FEW_SLOTS: Final = 64


def search_of(rules: Rules, knowledge: Knowledge, cribs: Array | None = None) -> workspace.Search:
    """Return the workspace and the solved play for compiled loops; see :func:`workspace_of`."""
    return workspace.Search(workspace_of(rules, knowledge, cribs), constants(knowledge.solved))


def workspace_of(
    rules: Rules, knowledge: Knowledge, cribs: Array | None = None, *, lists: bool = False
) -> workspace.Workspace:
    """Build a workspace; each thread that searches needs its own.

    Args:
        cribs: float64[2 or 3, 2, 13, 13], the expected cribs for the own crib and for the
            opponent's, from :func:`pegout.simulation.policies.registry.roles_array`.

    Raises:
        KernelError: ``bad_rules`` for a switch that the search does not support.
    """
    check_rules(rules, Component.SEARCH)
    few = lists or not COMPILED
    made = workspace.Workspace(
        _switches(rules, knowledge, _FEW_SLOTS if few else _SLOTS),
        _EFFORT,
        every_hand() if few else hand_arrays(),
        _heuristic(rules, knowledge),
        _history(),
        workspace.Prior(*knowledge.discards, np.array(knowledge.discard_rates).ravel()),
        _beliefs(),
        _range(),
        _splits(),
        _stack(),
        _shows(knowledge),
        workspace.Candidates(np.zeros(4), np.zeros(4)),
        _discarding(knowledge, cribs),
        _stages(knowledge, _FEW_SLOTS if few else _SLOTS),
        LateHands(*[part.ravel() for part in knowledge.late]),
    )
    return _of_lists(made) if few else _of_constants(made)


def _of_lists(made: workspace.Workspace) -> workspace.Workspace:
    """Return a workspace with lists in place of arrays, except for large tables."""
    prior = workspace.Prior(*[memoryview(part) for part in made.prior])
    late = LateHands._make([memoryview(part) for part in made.late])
    groups = {
        name: type(group)(*[_list(part) for part in group])
        for name, group in made._asdict().items()
        if name not in ("switches", "effort", "sets", "prior", "late")
    }
    effort = made.effort._replace(hands=made.effort.hands.tolist())
    return made._replace(**groups, prior=prior, late=late, effort=effort)


def _of_constants(made: workspace.Workspace) -> workspace.Workspace:
    """Return a workspace with read-only large tables: all workspaces then have the same types."""
    large = {name: constants(getattr(made, name)) for name in ("sets", "prior", "late")}
    return made._replace(**large)


def _list(part: Any) -> Any:
    """Build a list in which every zero is the same object, as most of a workspace is zeros."""
    if part.dtype != np.float64:
        return part.tolist() if part.size < workspace.ROOM or part.any() else [0] * len(part)
    numbers = [0.0] * len(part)
    for at in np.flatnonzero(part).tolist():
        numbers[at] = float(part[at])
    return numbers


def _switches(rules: Rules, knowledge: Knowledge, slots: int) -> workspace.SearchRules:
    four, five, nobs = flushes_of(rules, crib=True).tolist()
    return workspace.SearchRules(
        int(rules.go_stacks_on_31), int(rules.stinkhole), int(rules.five_card), rules.kept, nobs,
        rules.heels_points, four, five, int(knowledge.pegs.any()),
        int(knowledge.late.numbers.size > 0), slots, -1.0 if rules.lowball else 1.0,
    )  # fmt: skip


def _heuristic(rules: Rules, knowledge: Knowledge) -> workspace.Heuristic:
    values = [min(rank + 1, 10) for rank in range(13)]
    fits = [
        sum(knowledge.means[rank] for rank in range(13) if values[rank] <= room) / 4
        for room in range(11)
    ]
    return workspace.Heuristic(
        np.array(knowledge.means), np.array(fits), ends_of(rules.runs_in_play),
        np.zeros(workspace.ANSWERED, np.int64), np.zeros(workspace.ANSWERED),
    )  # fmt: skip


def _history() -> workspace.History:
    rows = [np.zeros(4, np.int64) for _ in range(6)]
    soft = np.array([exp(mark / 16 - 12) for mark in range(384)])
    return workspace.History._make([*rows, np.zeros(4 * workspace.ROW), soft])


def _beliefs() -> workspace.Beliefs:
    return workspace.Beliefs(
        np.zeros(workspace.HANDS_AT_ONCE),
        np.zeros(workspace.HANDS_AT_ONCE),
        np.zeros(91),
        np.zeros(4),
    )


def _range() -> workspace.HandRange:
    room = [np.zeros(workspace.ROOM, np.int64) for _ in range(3)]
    return workspace.HandRange._make(
        [*room, np.zeros(workspace.ROOM), np.zeros(4 * workspace.ROOM)]
    )


def _stack() -> workspace.Stack:
    whole = [np.zeros(workspace.LEVELS, np.int64) for _ in range(15)]
    sums = [np.zeros(workspace.LEVELS) for _ in range(3)]
    return workspace.Stack._make([*whole, *sums])


def _splits() -> workspace.Splits:
    rows = (
        np.zeros(workspace.LEVELS * workspace.ROW, np.int64),
        np.zeros(workspace.LEVELS * workspace.ROW),
    )
    more = [np.zeros(workspace.LEVELS, np.int64) for _ in range(3)]
    return workspace.Splits._make([*rows, *more, np.zeros(workspace.LEVELS * workspace.ROW)])


def _shows(knowledge: Knowledge) -> workspace.Shows:
    number, memo = workspace.HANDS_AT_ONCE, 128 * 128
    return workspace.Shows(
        np.zeros(number, np.int64), np.zeros(number, np.int64), np.zeros(4 * number),
        np.zeros(workspace.CRIB_POINTS), np.zeros(memo), np.zeros(memo, np.int64),
        np.zeros(1, np.int64), np.array(knowledge.wins).ravel(),
    )  # fmt: skip


def _discarding(knowledge: Knowledge, cribs: Array | None) -> workspace.Discarding:
    scores = tables()
    # The dealer has the crib, so swap to the order of Role.
    means = np.zeros((2, 2, 13, 13)) if cribs is None else np.asarray(cribs)[[1, 0]]
    crib_mean = float((knowledge.crib * np.arange(workspace.TABLE_POINTS)).sum())
    return workspace.Discarding(
        np.asarray(scores.discarded, np.int64).ravel(), np.asarray(scores.kept, np.int64).ravel(),
        np.zeros(6, np.int64), np.zeros(1, np.int64), np.zeros(workspace.HAND_POINTS, np.int64),
        means.ravel(), np.array([crib_mean, crib_mean]),
        np.array(knowledge.pegs).ravel(), (kept_by(knowledge) * knowledge.pegs).sum(axis=1),
        np.zeros(15), np.zeros(15),
    )  # fmt: skip


def _stages(knowledge: Knowledge, slots: int) -> workspace.Stages:
    crib = _before_crib(knowledge)
    # A crib with one point more is as good as one hole less to go.
    better = np.vstack((crib[:1], crib[:-1]))
    pone, dealer = _before_hands(knowledge, crib)
    better_pone, better_dealer = _before_hands(knowledge, better)
    played = np.argwhere(knowledge.play > 0)
    return workspace.Stages(
        played[:, 0].astype(np.int64), played[:, 1].astype(np.int64),
        knowledge.play[tuple(played.T)], pone.ravel(), better_pone.ravel(), dealer.ravel(),
        better_dealer.ravel(), np.zeros(slots, np.int64),
        np.zeros(2 * workspace.HAND_POINTS * slots),
    )  # fmt: skip


def _before_crib(knowledge: Knowledge) -> Array:
    """Return float64[152, 122], the dealer's win probability before an average crib is counted.

    The array is indexed by the dealer's need, from -30 on, and the pone's need.
    """
    wins = np.ones((workspace.NEEDS - workspace.MIN_NEED, workspace.NEEDS))
    wins[1 - workspace.MIN_NEED :] = 0
    for points, rate in enumerate(knowledge.crib):
        first = 1 - workspace.MIN_NEED
        wins[first : first + points] += rate
        wins[first + points :] += rate * (1 - knowledge.wins[:, 1 : workspace.NEEDS - points].T)
    return wins


def _before_hands(knowledge: Knowledge, crib: Array) -> tuple[Array, Array]:
    """Return the dealer's win probabilities before the pone's hand and before the dealer's hand.

    Returns:
        float64[122, 152], by the pone's need and by the dealer's need, from -30 on, with the
        dealer's hand already counted; and float64[122, 122], by the needs of the pone and the
        dealer.
    """
    before_pone, before_dealer = (
        np.zeros((workspace.NEEDS, len(crib))),
        np.zeros((workspace.NEEDS, workspace.NEEDS)),
    )
    for points in range(workspace.TABLE_POINTS):
        rate = knowledge.hands[Role.PONE, points]
        before_pone[points + 1 :] += rate * crib[:, 1 : workspace.NEEDS - points].T
        shifted = crib[-workspace.MIN_NEED - points : len(crib) - points]
        before_dealer += knowledge.hands[Role.DEALER, points] * shifted.T
    return before_pone, before_dealer
