"""Builders of workspaces for the two-player search, from the rules and the knowledge.

A workspace is in lists, which Python reads fastest, or in arrays for compiled loops
(:mod:`pegout.search.building_arrays`). Both have the same numbers, computed here without NumPy.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import exp, fsum
from typing import Any, Final

from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.kernel.roles import Role
from pegout.kernel.rule_numbers import check_rules, end_points, flush_points
from pegout.rules import Component, Rules
from pegout.search import workspace
from pegout.search.hands import every_hand
from pegout.search.knowledge import Knowledge, win_parts
from pegout.search.workspace import MIN_NEED, NEEDS, TABLE_POINTS
from pegout.tables import rank_sets
from pegout.tables.late_hands import LateHands
from pegout.tables.prepared import prepared

#: The number of the opponent's hands to search, by the number of cards in the own hand: for points,
#: where the score matters, and where the game may end in the deal. Against all 1,820 hands, both
#: seats together lose 0.16 % of a game by 120 hands for the first card in the second row, and
#: 0.06 % by 240 in the last (``tools/search_effort.py --games 500``). In 200,000 mirrored games
#: (``tools/compare_versions.py``) the expert wins 50.00 % ±0.07 against one that searched all 1,820
#: in the last, and 80 and no more than two own choices in a line in the second row.
_HANDS: Final = ((1, 40, 100, 60, 80), (1, 40, 100, 60, 120), (1, 40, 100, 455, 240))
_EFFORT: Final = tuple(chain(*_HANDS))
#: The number of needs in look-up tables of the dealer before its own hand is counted.
_WIDE: Final = NEEDS - MIN_NEED


@dataclass(frozen=True)
class Form:
    """The form of a workspace: what its groups are made of."""

    slots: int  # the number of needs for which win probabilities before the play are cached
    sets: Callable[[], Any]  # returns the sets of ranks
    ints: Callable[[int], Any]  # returns scratch space for so many whole numbers, all zero
    floats: Callable[[int], Any]  # returns scratch space for so many numbers, all zero
    table: Callable[[Any], Any]  # returns the numbers of a view in one dimension
    large: Callable[[Any], Any]  # returns one of the large tables, which workspaces share


def flat(numbers: Any) -> Any:
    """Return a view of an array in one dimension, whether it is one of NumPy or not."""
    view: Any = memoryview(numbers)
    return view.cast("B").cast(view.format) if view.nbytes else memoryview(array(view.format))


def _listed(numbers: Any) -> list[Any]:
    """Build a list in which every zero is the same object, as most of a table is zeros."""
    return [number or 0.0 for number in numbers] if numbers.format == "d" else [*numbers]


#: The form that Python reads fastest: lists, and views of the large tables.
LISTS: Final = Form(
    64, every_hand, lambda number: [0] * number, lambda number: [0.0] * number, _listed, flat
)


def list_workspace(rules: Rules, knowledge: Knowledge, cribs: Any = None) -> workspace.Workspace:
    """Build a workspace in lists; see :func:`build`."""
    return build(LISTS, rules, knowledge, cribs)


def build(form: Form, rules: Rules, knowledge: Knowledge, cribs: Any = None) -> workspace.Workspace:
    """Build a workspace; each thread that searches needs its own.

    Args:
        cribs: float64[2 or 3, 2, 13, 13], the expected cribs for the own crib and for the
            opponent's, as :func:`pegout.evaluation.crib_means.mean_cribs` returns them.

    Raises:
        KernelError: ``bad_rules`` for a switch that the search does not support.
    """
    check_rules(rules, Component.SEARCH)
    ints, floats = form.ints, form.floats
    rates = _doubles(flat(knowledge.discard_rates))
    return workspace.Workspace(
        _switches(rules, knowledge, form.slots),
        workspace.Effort(form.table(memoryview(array("q", _EFFORT)))),
        form.sets(),
        _heuristic(form, rules, knowledge),
        _history(form),
        workspace.Prior(*map(form.large, (*knowledge.discards, rates))),
        workspace.Beliefs(
            floats(workspace.HANDS_AT_ONCE), floats(workspace.HANDS_AT_ONCE), floats(91), floats(4)
        ),
        workspace.HandRange(
            ints(workspace.ROOM), ints(workspace.ROOM), ints(workspace.ROOM),
            floats(workspace.ROOM), floats(4 * workspace.ROOM),
        ),
        _splits(form),
        _stack(form),
        _shows(form, knowledge),
        workspace.Candidates(floats(4), floats(4)),
        _discarding(form, knowledge, cribs),
        _stages(form, knowledge),
        LateHands(*map(form.large, knowledge.late)),
    )  # fmt: skip


def _doubles(numbers: Sequence[float]) -> memoryview:
    return memoryview(array("d", numbers))


def _whole(numbers: Sequence[int]) -> memoryview:
    return memoryview(array("q", numbers))


def _switches(rules: Rules, knowledge: Knowledge, slots: int) -> workspace.SearchRules:
    four, five, nobs = flush_points(rules, crib=True)
    return workspace.SearchRules(
        int(rules.go_stacks_on_31), int(rules.stinkhole), int(rules.five_card), rules.kept, nobs,
        rules.heels_points, four, five, int(any(flat(knowledge.pegs))),
        int(flat(knowledge.late.numbers).nbytes > 0), slots,
        -1.0 if rules.lowball else 1.0,
    )  # fmt: skip


def _heuristic(form: Form, rules: Rules, knowledge: Knowledge) -> workspace.Heuristic:
    means, values = [*flat(knowledge.means)], rank_sets.VALUES
    fits = [
        sum([means[rank] for rank in range(13) if values[rank] <= room]) / 4 for room in range(11)
    ]
    return workspace.Heuristic(
        form.table(_doubles(means)), form.table(_doubles(fits)),
        form.table(memoryview(end_points(rules.runs_in_play)).cast("b")),
        form.ints(workspace.ANSWERED), form.floats(workspace.ANSWERED),
    )  # fmt: skip


def _history(form: Form) -> workspace.History:
    rows = [form.ints(4) for _ in range(6)]
    soft = form.table(_doubles([exp(mark / 16 - 12) for mark in range(384)]))
    return workspace.History._make([*rows, form.floats(4 * workspace.ROW), soft])


def _splits(form: Form) -> workspace.Splits:
    row = workspace.LEVELS * workspace.ROW
    more = [form.ints(workspace.LEVELS) for _ in range(3)]
    return workspace.Splits._make([form.ints(row), form.floats(row), *more, form.floats(row)])


def _stack(form: Form) -> workspace.Stack:
    whole = [form.ints(workspace.LEVELS) for _ in range(15)]
    return workspace.Stack._make([*whole, *[form.floats(workspace.LEVELS) for _ in range(3)]])


def _shows(form: Form, knowledge: Knowledge) -> workspace.Shows:
    number, memo = workspace.HANDS_AT_ONCE, 128 * 128
    return workspace.Shows(
        form.ints(number), form.ints(number), form.floats(4 * number),
        form.floats(workspace.CRIB_POINTS), form.floats(memo), form.ints(memo),
        form.ints(1), form.table(flat(knowledge.wins)),
    )  # fmt: skip


def _discarding(form: Form, knowledge: Knowledge, cribs: Any) -> workspace.Discarding:
    kept = [[at for at in range(6) if at not in discard] for discard in DISCARDS_OF_SIX]
    half = 2 * 13 * 13
    means = [0.0] * (2 * half) if cribs is None else [*flat(cribs)[: 2 * half]]
    crib = fsum([points * rate for points, rate in enumerate(flat(knowledge.crib))])
    pegs = flat(knowledge.pegs)
    return workspace.Discarding(
        form.table(_whole([*chain(*DISCARDS_OF_SIX)])), form.table(_whole([*chain(*kept)])),
        form.ints(6), form.ints(1), form.ints(workspace.HAND_POINTS),
        # The dealer has the crib, so swap to the order of Role.
        form.table(_doubles(means[half:] + means[:half])), form.table(_doubles([crib, crib])),
        form.table(pegs), form.table(_doubles(_mean_pegs(knowledge))),
        form.floats(15), form.floats(15),
    )  # fmt: skip


def _mean_pegs(knowledge: Knowledge) -> list[float]:
    """Return the mean of the expected pegging of each role, over the hands that it keeps."""
    ways, means = [rank_sets.ways(four) for four in rank_sets.sets(4)], []
    for role in range(2):
        row = slice(len(ways) * role, len(ways) * (role + 1))
        keeps, pegs = flat(knowledge.keeps)[row], flat(knowledge.pegs)[row]
        kept = [rate * number for rate, number in zip(keeps, ways, strict=True)]
        total = fsum([weight * points for weight, points in zip(kept, pegs, strict=True)])
        means.append(total / fsum(kept))
    return means


def _stages(form: Form, knowledge: Knowledge) -> workspace.Stages:
    outcomes = [(at, rate) for at, rate in enumerate(flat(knowledge.play)) if rate > 0]
    # Only the full knowledge has the table of late hands.
    if flat(knowledge.late.numbers).nbytes and knowledge.wins is win_parts().wins:
        before = _before_shipped_play()
    else:
        before = _before_play(*_counts(knowledge))
    pone, better_pone, dealer, better_dealer = [form.table(memoryview(part)) for part in before]
    return workspace.Stages(
        form.table(_whole([at // 32 for at, _ in outcomes])),
        form.table(_whole([at % 32 for at, _ in outcomes])),
        form.table(_doubles([rate for _, rate in outcomes])),
        pone, better_pone, dealer, better_dealer,
        form.ints(form.slots), form.floats(2 * workspace.HAND_POINTS * form.slots),
    )  # fmt: skip


def _counts(knowledge: Knowledge) -> list[bytes]:
    return [flat(part).tobytes() for part in (knowledge.wins, knowledge.hands, knowledge.crib)]


@prepared
def _before_shipped_play() -> tuple[array[float], ...]:
    """Return :func:`_before_play` for the full knowledge."""
    return _before_play(*_counts(win_parts()))


@lru_cache(4)
def _before_play(wins: bytes, hands: bytes, crib: bytes) -> tuple[array[float], ...]:
    """Return the win probabilities before hands and crib, with average ones.

    They are those of the dealer before the pone's hand and the same with one point more in the
    crib, then before the dealer's hand and the same with one point more. They are cached by the
    numbers that they come from, because they take a tenth of a second.
    """
    rates = [*memoryview(hands).cast("d")]
    before = _before_crib([*memoryview(wins).cast("d")], [*memoryview(crib).cast("d")])
    pone, dealer = _before_hands(rates, before)
    parts = pone, _nearer(pone), dealer, _nearer(dealer)
    return tuple([array("d", [*chain(*part)]) for part in parts])


def _nearer(rows: Sequence[list[float]]) -> list[list[float]]:
    """Return win probabilities with one point more in the crib.

    It is as good as one hole less for the dealer to go; a dealer at the lowest needs has won.
    """
    return [[row[0], *row[:-1]] for row in rows]


def _before_crib(wins: Sequence[float], crib: Sequence[float]) -> list[list[float]]:
    """Return the dealer's win probability before an average crib is counted.

    Returns:
        122 rows of 152 numbers, by the pone's need, and by the dealer's need from -30 on.
    """
    rows = []
    for pone in range(NEEDS):
        # The pone deals next.
        lost = [1 - chance for chance in wins[NEEDS * pone : NEEDS * (pone + 1)]]
        left = [0.0] * (NEEDS - 1)
        for points, rate in enumerate(crib):
            if rate:
                gained = [rate] * points + [rate * chance for chance in lost[1 : NEEDS - points]]
                left = [total + more for total, more in zip(left, gained, strict=True)]
        rows.append([1.0] * (1 - MIN_NEED) + left)
    return rows


def _before_hands(
    rates: Sequence[float], crib: Sequence[Sequence[float]]
) -> tuple[list[list[float]], list[list[float]]]:
    """Return the dealer's win probabilities before the pone's hand and before the dealer's hand.

    Args:
        crib: the win probability before the crib, from :func:`_before_crib`.

    Returns:
        122 rows of 152 numbers, by the pone's need and by the dealer's need, from -30 on, with the
        dealer's hand already counted; and 122 rows of 122, by the needs of the pone and the dealer.
    """
    before_pone, before_dealer = list[list[float]](), list[list[float]]()
    of_pone, of_dealer = (
        [(points, rate) for points, rate in enumerate(rates[start : start + TABLE_POINTS]) if rate]
        for start in (TABLE_POINTS * Role.PONE, TABLE_POINTS * Role.DEALER)
    )
    for need in range(NEEDS):
        row, mine = [0.0] * _WIDE, [0.0] * NEEDS
        for points, rate in of_pone:
            if points < need:
                left = crib[need - points]
                row = [total + rate * chance for total, chance in zip(row, left, strict=True)]
        for points, rate in of_dealer:
            left = crib[need][-MIN_NEED - points : _WIDE - points]
            mine = [total + rate * chance for total, chance in zip(mine, left, strict=True)]
        before_pone.append(row)
        before_dealer.append(mine)
    return before_pone, before_dealer
