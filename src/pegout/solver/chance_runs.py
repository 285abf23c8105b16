"""The tables of win probability: play deals by the million, and solve the game from them.

A run consists of chunks like every other run. It may be interrupted, resumes from a resume file,
and has the same result to the byte wherever it was computed. ``pegout solve chances`` is its
command. For two players it also counts the points of each part of a deal.

>>> run = run_chances("blind", 400, seed=1, batches=4, workers=1)
>>> run.deals, run.complete, int(run.sums.ends.sum())
(400, True, 400)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Unpack

import numpy as np

from pegout.errors import PegoutError
from pegout.evaluation import cribs_array
from pegout.kernel.rule_numbers import check_rules
from pegout.kernel.validation import check_seed
from pegout.rules import Component, Rules
from pegout.runs import Run, RunOptions, Sums, compute
from pegout.search.model import POINTS_TABLES, WIN_TABLES
from pegout.simulation import POLICIES, Policy, trace_deals
from pegout.simulation.games import Trace
from pegout.simulation.policies.policy import NAMED
from pegout.simulation.policies.registry import known_to
from pegout.solver import backward_induction
from pegout.solver.deal_paths import DealSums, no_sums, parts_of, sums_of_paths
from pegout.tables.files import check_tables, checksums, compose, compose_numbers, provenance_lines
from pegout.tables.score_distributions import Parts, no_parts, parts_table
from pegout.tables.win_probability import LARGEST_NEED, NODES, STAKES, stake_value

#: A source of deals of one policy against itself: called with the number of the first deal, the
#: number of deals, the seed and the rules. It must be importable and deterministic.
Source = Callable[[int, int, int, Rules], Trace]

_STANDARD: Final = Rules()
#: The number of deals traced at a time, of about a kilobyte each.
_AT_ONCE: Final = 1 << 13
#: The number of batches for the standard errors. The array of three players is much larger.
_BATCHES: Final = {2: 40, 3: 10, 4: 40}
#: The largest need of three players for which standard errors are computed. The full table takes a
#: minute or two for each batch, and errors are largest near the end.
_ERRORS_OF_THREE: Final = 40
#: Decimal places of the shipped tables.
_DIGITS: Final = {2: 5, 3: 4, 4: 5}
#: Decimal places of the expected final margins, in holes.
_DIGITS_OF_MARGINS: Final = 4
#: The names of the tables by the number of players.
_TABLES: Final = {2: "chances_two", 3: "chances_three", 4: "chances_four"}


class ChanceRunError(PegoutError):
    """A run that cannot be held.

    Attributes:
        code: ``bad_policy``, ``bad_number`` or ``bad_rules``.
    """


@dataclass(frozen=True)
class ChanceRun:
    """The result of a run.

    Attributes:
        policy: the name of the policy.
        rules: the rules.
        seed: the seed.
        batches: the sums over the deals, in equal parts.
        complete: whether all requested deals were played.
        parts: with two players, the number of deals by the points of each part of a deal.
    """

    policy: str
    rules: Rules
    seed: int
    batches: tuple[DealSums, ...]
    complete: bool
    parts: Parts | None = None

    @cached_property
    def sums(self) -> DealSums:
        """The sums of all deals."""
        return backward_induction.add_sums(self.batches)

    @property
    def deals(self) -> int:
        """The number of deals played."""
        return int(self.sums.deals)

    def means(self) -> tuple[float, ...]:
        """Return the mean points of a deal by side; side 0 deals."""
        ends = self.sums.ends
        indices = np.indices(ends.shape)
        return tuple(
            [float((indices[side] * ends).sum() / self.deals) for side in range(self.sums.sides)]
        )


@dataclass(frozen=True)
class Solved:
    """A game that is solved.

    Attributes:
        run: the run that the values come from.
        values: as from :func:`~pegout.solver.backward_induction.solve_win_probabilities`, or with
            three players from :func:`~pegout.solver.backward_induction.solve_three`.
        errors: the standard errors for each stake, float64[3, 122, 122]; with three players
            those of the win probabilities, float64[3, 41, 41, 41], up to a need of 40.
        margins: with two sides float64[3, 122, 122]: by how many holes the dealer wins and the
            pone wins, as from :func:`~pegout.solver.backward_induction.solve_margins`, and the
            standard error of the difference.
    """

    run: ChanceRun
    values: Any
    errors: Any
    margins: Any = None

    @property
    def largest_error(self) -> float:
        """The largest standard error of a win probability."""
        return float((self.errors if self.run.rules.players == 3 else self.errors[0]).max())


def run_chances(
    policy: str | Policy | Source,
    deals: int,
    seed: int,
    rules: Rules = _STANDARD,
    *,
    batches: int | None = None,
    **options: Unpack[RunOptions],
) -> ChanceRun:
    """Play single deals of a policy against itself, and add up their course.

    Args:
        policy: the name of a policy in ``pegout.simulation.POLICIES``, a ``Policy``, or a function
            that returns deals, see :data:`Source`.
        deals: the number of deals, rounded up so that all batches have equally many.
        seed: everything follows from it; from 0 to 2**62 - 1.
        rules: the rules. The play may not depend on the score: no stinkhole, no lowball, and no
            points before the first deal.
        batches: the number of parts of the sums; 40, or 10 with three players, unless given.
        options: ``executor``, ``workers``, ``cluster``, ``resume`` and ``progress``, which is
            called with the deals played and to play; see :func:`pegout.runs.compute`.

    Returns:
        The sums; after an interruption from the keyboard, those of the finished batches.

    Raises:
        ChanceRunError: see its codes.
        KernelError: ``bad_seed`` or ``bad_rules``.
        RunError: see :func:`pegout.runs.compute`.
    """
    name, asked = _named(policy)
    check_rules(rules)
    refusal = rules.refusal(Component.SOLVER)
    if refusal:
        raise ChanceRunError("bad_rules", refusal)
    parts = _BATCHES[rules.players] if batches is None else batches
    if parts < 2 or deals < 1:
        raise ChanceRunError(
            "bad_number", f"play 1 deal or more in 2 batches or more, not {deals} in {parts}"
        )
    size = -(-deals // parts)
    run = Run(
        "chances",
        {
            "policy": asked,
            "preset": rules.preset,
            "switches": rules.changes_in_run(),
            "seed": check_seed(seed),
            "batches": parts,
        },
        sum_deals,
        (policy, rules, seed, size, checksums(inputs_of(name, rules))),
        size * parts,
        size,
        "deals",
        needs=("pegout", "rules", "kernel"),
    )
    outcome = compute(run, **options)
    read = [_read(outcome.sums, batch, rules.sides) for batch in range(parts)]
    # An interruption leaves some batches empty.
    finished = [batch for batch, sums in enumerate(read) if sums.deals == size]
    counted = _read_parts(outcome.sums, finished) if rules.players == 2 else None
    batched = tuple([read[batch] for batch in finished])
    return ChanceRun(name, rules, seed, batched, outcome.complete, counted)


def _named(policy: str | Policy | Source) -> tuple[str, object]:
    """Return the name of a policy, and a value that identifies it."""
    found = POLICIES.get(policy) if isinstance(policy, str) else policy
    if isinstance(found, Policy):
        return found.name, found.parts
    if callable(found):
        name = getattr(found, "__qualname__", type(found).__name__)
        return name, f"{getattr(found, '__module__', '')}:{name}"
    raise ChanceRunError(
        "bad_policy",
        f"a policy is one of {', '.join(NAMED)}, a Policy, or a function that gives deals; "
        f"not {policy!r:.60}",
    )


def solve_run(
    run: ChanceRun,
    *,
    errors: bool = True,
    report: Callable[[int, int], None] = lambda _, __: None,
) -> Solved:
    """Solve the game from the deals of a run.

    Args:
        run: the run.
        errors: whether to compute the standard errors too, which takes as long again for each
            batch; otherwise they are zeros.
        report: called with the number of solutions done and the number of all.

    Raises:
        ChanceRunError: ``bad_number`` where fewer than two batches were finished.
    """
    if len(run.batches) < 2:
        raise ChanceRunError(
            "bad_number", f"{len(run.batches)} batches were finished, and it takes two"
        )
    three = run.rules.players == 3
    batches = run.batches if errors else run.batches[:2]
    if three:
        uncertainties = backward_induction.standard_errors(
            batches, _ERRORS_OF_THREE, backward_induction.solve_three, report
        )
        return Solved(
            run, backward_induction.solve_three(run.sums, LARGEST_NEED), uncertainties * errors
        )
    uncertainties = (
        backward_induction.standard_errors(batches, LARGEST_NEED, _all_stakes, report) * errors
    )
    margins = np.concatenate(
        [backward_induction.solve_margins(run.sums, LARGEST_NEED), uncertainties[-1:]]
    )
    return Solved(
        run,
        backward_induction.solve_win_probabilities(run.sums, LARGEST_NEED),
        uncertainties[:-1],
        margins,
    )


def _all_stakes(sums: DealSums, maximum: int) -> Any:
    """Return the value of a game to the dealer at each stake, and last in holes."""
    values, margins = (
        backward_induction.solve_win_probabilities(sums, maximum),
        backward_induction.solve_margins(sums, maximum),
    )
    return np.array([*[stake_value(values, stake) for stake in STAKES], margins[0] - margins[1]])


def chance_tables(solved: Solved, command: str) -> dict[str, str]:
    """Compose the tables.

    Args:
        solved: the solved game.
        command: the command that makes the tables.

    Returns:
        The text of each file by its name: ``chances_….txt``, which the package reads; with two
        players ``margins_two.txt`` and ``deals.csv``, which it reads too; and except for three
        players a square of numbers for each stake, ``chances….csv``.
    """
    run = solved.run
    players = run.rules.players
    changes = ", ".join([f"{name}={value}" for name, value in run.rules.changes_in_run().items()])
    means = " and ".join([f"{mean:.4f}" for mean in run.means()])
    made = [
        *provenance_lines(
            command,
            inputs_of(run.policy, run.rules),
            f"{run.deals} deals of {run.policy} against itself; no published table went into it",
        ),
        f"rules: {run.rules.preset}{', ' + changes if changes else ''}",
    ]
    head = [
        *made,
        f"mean points of a deal, from the dealer round: {means}",
        f"largest standard error: {solved.largest_error:.5f}",
    ]
    digits = _DIGITS[players]
    if players == 3:
        about = [
            "The chances of winning of three players at the start of a deal, by what they need.",
            *head,
            f"the standard error is that of needs up to {_ERRORS_OF_THREE}",
            "axes: the dealer and the next, and the needs of the dealer, the next and the last",
            f"needs: {' '.join(map(str, NODES))}",
        ]
        numbers = solved.values[(slice(2), *np.ix_(NODES, NODES, NODES))]
        return {f"{_TABLES[3]}.txt": _packed(about, digits, numbers)}
    about = [
        "The chances of all outcomes at the start of a deal, by what the dealer and the pone need.",
        *head,
        "axes: dealer wins, skunks, double skunks, pone the same, then the standard errors of "
        f"{', '.join(STAKES)}; the needs of the dealer and of the pone from 1 on",
    ]
    numbers = np.concatenate([solved.values, solved.errors])[:, 1:, 1:]
    tables = {f"{_TABLES[players]}.txt": _packed(about, digits, numbers)}
    if run.parts is not None:
        tables["deals.csv"] = parts_table(run.parts, made)
        tables["margins_two.txt"] = _margins(solved, made)
    for stake in STAKES:
        tables[f"chances-{players}-{stake}.csv"] = _square(solved, stake, head)
    return tables


def _margins(solved: Solved, made: Iterable[str]) -> str:
    about = [
        "By how many holes a game is won, at the start of a deal, by what dealer and pone need.",
        *made,
        f"largest standard error: {solved.margins[2].max():.5f}",
        "axes: holes that the dealer wins by, none where it loses, the pone the same, then the "
        "standard error of the difference; the needs of the dealer and of the pone from 1 on",
    ]
    return _packed(about, _DIGITS_OF_MARGINS, solved.margins[:, 1:, 1:])


def inputs_of(policy: str, rules: Rules) -> list[str]:
    """Return the names of the tables that a policy reads to play single deals.

    >>> inputs_of("lookahead", Rules(players=3))
    ['cribs.csv']
    >>> inputs_of("expert-points", Rules())
    ['cribs_six.csv', 'keeps.csv', 'discards_deal.csv', 'pegs.csv', 'play.bin']
    """
    found = POLICIES.get(policy)
    if found is None:
        return []
    cribs = "cribs_six.csv" if rules.players == 2 else "cribs.csv"
    if rules.players != 2 or not found.searches:
        return [cribs]
    return [cribs, *POINTS_TABLES, *(WIN_TABLES if found.seeks_wins else ())]


def _packed(head: Iterable[str], digits: int, numbers: Any) -> str:
    whole = np.rint(numbers * 10**digits).astype(np.int64)
    return compose_numbers(head, numbers.shape, digits, whole.ravel().tolist())


def _square(solved: Solved, stake: str, head: Iterable[str]) -> str:
    """Compose the value of a game to the dealer as a square for readers and their programs."""
    worth = "chance of winning" if stake == "win" else f"match points less the pone's, at {stake}"
    values = stake_value(solved.values, stake)
    return compose(
        [f"The dealer's {worth}, at the start of a deal; columns: what the pone needs.", *head],
        ("dealer", *[str(pone) for pone in range(1, LARGEST_NEED + 1)]),
        [(dealer, *values[dealer, 1:].tolist()) for dealer in range(1, LARGEST_NEED + 1)],
    )


# In a worker -------------------------------------------------------------------------------------


def sum_deals(
    chunk: range,
    policy: str | Policy | Source,
    rules: Rules,
    seed: int,
    size: int,
    tables: Mapping[str, str] = MappingProxyType({}),
) -> Mapping[str, Any]:
    """Play some deals and add up their course: the task of a run.

    Args:
        chunk: the numbers of the deals.
        policy: the policy of both sides.
        rules: the rules.
        seed: the seed.
        size: the number of deals in a batch.
        tables: the checksums of the tables that the policy reads.

    Raises:
        TableError: if the tables differ from these.

    Returns:
        Rows of the arrays of :class:`~pegout.solver.deal_paths.DealSums`, and with two players of
        :class:`~pegout.tables.score_distributions.Parts`, by batch, name and index, without the
        zeros.
    """
    check_tables(tables)
    rows: dict[str, Any] = {}
    at = chunk.start
    while at < chunk.stop:
        batch = at // size
        end = min(chunk.stop, (batch + 1) * size)
        sums, parts = no_sums(rules.sides), no_parts()
        while at < end:
            number = min(_AT_ONCE, end - at)
            trace = _traced(policy, at, number, seed, rules)
            sums = sums_of_paths(trace, rules.sides, sums)
            if rules.players == 2:
                parts = parts_of(trace, parts)
            at += number
        rows[f"{batch} deals"] = [sums.deals]
        arrays = {"reached": sums.reached, "ends": sums.ends, **parts._asdict()}
        for name, array in arrays.items():
            rows.update(_rows(f"{batch} {name}", array))
    return rows


def _traced(
    policy: str | Policy | Source, first: int, number: int, seed: int, rules: Rules
) -> Trace:
    found = POLICIES[policy] if isinstance(policy, str) else policy
    if not isinstance(found, Policy):
        return found(first, number, seed, rules)
    return trace_deals(
        [found] * rules.sides,
        number,
        seed,
        rules=rules,
        first=first,
        cribs=cribs_array(rules),
        knowledge=known_to([found], rules),
    )


def _rows(name: str, array: Any) -> Iterator[tuple[str, Any]]:
    """Yield the non-zero lines of an array, by name and index."""
    lines = _lines(array)
    for at in np.flatnonzero(lines.any(axis=1)).tolist():
        yield f"{name} {at}", np.trim_zeros(lines[at], "b")


def _lines(array: Any) -> Any:
    """Reshape an array to lines along its last axis that is longer than one."""
    return array.reshape(-1, array.shape[-1] if array.shape[-1] > 1 else array.shape[-2])


def _add(rows: Sums, name: str, into: Any) -> None:
    for at, line in enumerate(_lines(into)):
        row = rows.get(f"{name} {at}", ())
        line[: len(row)] += np.array(row, line.dtype)


def _read(rows: Sums, batch: int, sides: int) -> DealSums:
    sums = no_sums(sides)
    _add(rows, f"{batch} reached", sums.reached)
    _add(rows, f"{batch} ends", sums.ends)
    return sums._replace(deals=sum(rows.get(f"{batch} deals", ())))


def _read_parts(rows: Sums, batches: Iterable[int]) -> Parts:
    parts = no_parts()
    for batch in batches:
        for name, array in parts._asdict().items():
            _add(rows, f"{batch} {name}", array)
    return parts
