"""Simple policies against each other, by the million; needs the extra ``fast``.

Games are held as those of levels are, see :mod:`pegout.analysis.arena`: in groups with the same
packs, where each policy plays every side once.

>>> result = simulate(["greedy", "random"], games=200, seed=1, workers=1)
>>> result.games, result.contestants[0].wins > 190
(200, True)
>>> found = simulate_deals(["blind", "blind"], deals=200, seed=1, workers=1)
>>> found.deals, 7 < found.contestants[0].hand_pone.mean < 9
(200, True)
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pegout.analysis.runs import Progress, Run, compute
from pegout.analysis.tallies import (
    NOBODY,
    SHARES,
    Estimate,
    Figures,
    Matchup,
    matchup,
    switches_of,
)
from pegout.rules import Rules, rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pegout.kernel import Policy

    Rows: TypeAlias = dict[str, NDArray[np.int64]]

__all__ = [
    "DealContestant",
    "DealMatchup",
    "SimulationError",
    "compiled",
    "play_deal_groups",
    "play_groups",
    "simulate",
    "simulate_deals",
]

STANDARD: Final = rules()

#: Groups in one chunk: about a second of one core where the loops are compiled, and where not.
_GROUPS_IN_CHUNK: Final = (32, 1 << 13)
#: Where there are more chunks than this they grow, so that a resume file stays short; but only as
#: far as a worker's memory, of which a group takes about a kilobyte.
_CHUNKS: Final = 10_000
_MOST_IN_CHUNK: Final = 1 << 16
_ROLES: Final = ("dealer", "pone")


class SimulationError(ValueError):
    """A simulation that cannot be held.

    Attributes:
        code: ``bad_policies``, ``bad_number`` or ``missing_extra``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class DealContestant:
    """How one policy did in single deals.

    Attributes:
        level: the name of the policy.
        margin: points of a deal ahead of the best of the others, in all roles alike.
        play_dealer: points in the play, go and last card included, of a side that deals.
        play_pone: the same of a side that does not.
        hand_dealer: points of a dealer's hand, or of the partner's.
        hand_pone: points of another's hand.
        crib: points of the crib.
        heels: points for the starter, for each deal.
        points_dealer: points of a deal, all in all, of the side that deals.
        points_pone: the same of a side that does not.
    """

    level: str
    margin: Estimate
    play_dealer: Estimate
    play_pone: Estimate
    hand_dealer: Estimate
    hand_pone: Estimate
    crib: Estimate
    heels: Estimate
    points_dealer: Estimate
    points_pone: Estimate


@dataclass(frozen=True, slots=True)
class DealMatchup:
    """What came of single deals.

    Attributes:
        levels: the policies, one for each side.
        preset: the preset of the rules.
        switches: the switches that differ from it.
        seed: the seed that everything follows from.
        deals: deals played.
        complete: whether these are all that were asked for.
        contestants: how each policy did.
    """

    levels: tuple[str, ...]
    preset: str
    switches: Mapping[str, object]
    seed: int
    deals: int
    complete: bool
    contestants: tuple[DealContestant, ...]

    def to_json(self) -> str:
        """Give everything as JSON, the same to the byte wherever it was computed.

        >>> found = simulate_deals(["random", "random"], deals=2, seed=5, workers=1)
        >>> json.loads(found.to_json())["deals"]
        2
        """
        return json.dumps(asdict(self), indent=2, sort_keys=True)


def compiled() -> bool:
    """Say whether the loops are compiled; if not, they are a hundred times slower.

    Raises:
        SimulationError: ``missing_extra`` without numpy.
    """
    try:
        from pegout.kernel import COMPILED
    except ImportError as error:
        raise SimulationError(
            "missing_extra",
            'a simulation needs numpy; install it with: pip install "pegout[fast]"',
        ) from error
    return COMPILED


def simulate(
    policies: Sequence[str | Policy],
    games: int,
    seed: int,
    rules: Rules = STANDARD,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Matchup:
    """Let policies of the kernel play whole games against each other.

    Args:
        policies: one for each side, by the names of ``pegout.kernel.POLICIES`` or as a ``Policy``.
        games: how many games; rounded up to whole groups, which have a game for each side.
        seed: everything follows from it; from 0 to 2**62 - 1.
        rules: the rules, without counting by hand; who deals first is settled by turns.
        executor: where the games are played; processes of this machine unless given.
        workers: without an executor, how many processes; 1 plays in this one.
        cluster: the address of a Dask scheduler, ``tcp://host:port``, to play there.
        resume: a file that keeps what is finished, and from which a simulation goes on.
        progress: called with the games played and the games to play, in this thread.

    Returns:
        What came of it; the policies are its levels. After an interruption from the keyboard, what
        came of the games that were finished, with ``complete`` false.

    Raises:
        SimulationError: ``bad_policies``, ``bad_number`` or, without numpy, ``missing_extra``.
        KernelError: ``bad_seed`` or ``bad_rules``.
        RunError: see :func:`pegout.analysis.runs.compute`.
    """
    run = _run("simulate", play_groups, policies, games, seed, rules)
    sides = rules.sides
    outcome = compute(
        run,
        executor=executor,
        workers=workers,
        cluster=cluster,
        resume=resume,
        progress=progress and (lambda done, total: progress(done * sides, total * sides)),
    )
    return matchup(
        _names(policies), rules, seed, outcome.finished * sides, outcome.complete, outcome.sums
    )


def simulate_deals(
    policies: Sequence[str | Policy],
    deals: int,
    seed: int,
    rules: Rules = STANDARD,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> DealMatchup:
    """Let policies of the kernel play single deals, whatever the score.

    Args:
        policies: one for each side, as for :func:`simulate`.
        deals: how many deals; rounded up to whole groups, which have a deal for each side.
        seed: everything follows from it; from 0 to 2**62 - 1.
        rules: the rules, without counting by hand.
        executor: as for :func:`simulate`.
        workers: as for :func:`simulate`.
        cluster: as for :func:`simulate`.
        resume: as for :func:`simulate`.
        progress: called with the deals played and the deals to play, in this thread.

    Returns:
        What came of it, or of what was finished before an interruption.

    Raises:
        SimulationError: ``bad_policies``, ``bad_number`` or, without numpy, ``missing_extra``.
        KernelError: ``bad_seed`` or ``bad_rules``.
        RunError: see :func:`pegout.analysis.runs.compute`.
    """
    run = _run("simulate deals", play_deal_groups, policies, deals, seed, rules)
    sides = rules.sides
    outcome = compute(
        run,
        executor=executor,
        workers=workers,
        cluster=cluster,
        resume=resume,
        progress=progress and (lambda done, total: progress(done * sides, total * sides)),
    )
    figures = Figures(outcome.sums)
    names = _names(policies)
    return DealMatchup(
        names,
        rules.preset,
        switches_of(rules),
        seed,
        outcome.finished * sides,
        outcome.complete,
        tuple([_deal_contestant(name, who, figures) for who, name in enumerate(names)]),
    )


def _run(
    kind: str,
    task: Callable[..., Mapping[str, Any]],
    policies: Sequence[str | Policy],
    number: int,
    seed: int,
    rules: Rules,
) -> Run:
    """Check what is asked for, and give the run."""
    fast = compiled()
    from pegout.kernel.checks import checked_rules, checked_seed

    checked_rules(rules)
    seed = checked_seed(seed)
    found = _found(policies, rules.sides)
    if number < 1:
        raise SimulationError("bad_number", f"play one or more, not {number}")
    groups = -(-number // rules.sides)
    rules = replace(rules, first_deal="chosen")
    return Run(
        kind,
        {
            "policies": [[one.name, one.discards, one.play] for one in found],
            "preset": rules.preset,
            "switches": switches_of(rules),
            "seed": seed,
        },
        task,
        (found, rules, seed),
        groups,
        min(max(_GROUPS_IN_CHUNK[fast], groups // _CHUNKS), _MOST_IN_CHUNK),
        f"groups of {'games' if task is play_groups else 'deals'}",
        needs=("pegout", "rules", "kernel"),
    )


def _found(policies: Sequence[str | Policy], sides: int) -> tuple[Policy, ...]:
    """Give the policies by their names."""
    from pegout.kernel import POLICIES

    if isinstance(policies, str) or len(policies) != sides:
        came = repr(policies) if isinstance(policies, str) else str(len(policies))
        raise SimulationError(
            "bad_policies", f"name {sides} policies, one for each side, not {came}"
        )
    found = [POLICIES.get(one) if isinstance(one, str) else one for one in policies]
    for one, policy in zip(policies, found, strict=True):
        if policy is None:
            raise SimulationError(
                "bad_policies", f"a policy is one of {', '.join(POLICIES)}, not {one!r:.40}"
            )
    return tuple([policy for policy in found if policy is not None])


def _names(policies: Sequence[str | Policy]) -> tuple[str, ...]:
    return tuple([one if isinstance(one, str) else one.name for one in policies])


def _deal_contestant(name: str, who: int, figures: Figures) -> DealContestant:
    return DealContestant(
        name,
        figures.estimate(who, "margin"),
        figures.estimate(who, "play dealer"),
        figures.estimate(who, "play pone"),
        figures.estimate(who, "hand dealer"),
        figures.estimate(who, "hand pone"),
        figures.estimate(who, "crib"),
        figures.estimate(who, "heels"),
        figures.estimate(who, "points dealer"),
        figures.estimate(who, "points pone"),
    )


# In a worker -------------------------------------------------------------------------------------


class _Groups:
    """What was measured in each group of a chunk: numbers and sums, one row for each measure."""

    def __init__(self, groups: int) -> None:
        self._groups = groups
        self._found: dict[str, tuple[Any, Any]] = {}

    def add(self, who: int, what: str, total: Any, number: Any = 1) -> None:
        """Add what was measured once, or so often, in each group.

        Args:
            who: a contestant, or nobody.
            what: the measure.
            total: [n], the sum of what was measured.
            number: [n], or one number for all, how often.
        """
        import numpy as np

        if f"{who} {what}" not in self._found:
            zeros = np.zeros((2, self._groups), np.int64)
            self._found[f"{who} {what}"] = (zeros[0], zeros[1])
        numbers, totals = self._found[f"{who} {what}"]
        numbers += number
        totals += total

    def rows(self) -> Rows:
        """Add the groups up as :class:`pegout.analysis.tallies.Figures` has them."""
        import numpy as np

        return {
            key: np.array(
                [
                    number.sum(),
                    total.sum(),
                    total @ total,
                    total @ number,
                    number @ number,
                    np.count_nonzero(number),
                ]
            )
            for key, (number, total) in self._found.items()
        }


def play_groups(chunk: range, policies: Sequence[Policy], rules: Rules, seed: int) -> Rows:
    """Play some groups of games and add them up: the task of a run.

    Args:
        chunk: the numbers of the groups, which are those of their games.
        policies: one for each side.
        rules: the rules.
        seed: the seed.

    Returns:
        Sums for :class:`pegout.analysis.tallies.Figures`.
    """
    import numpy as np

    from pegout.evaluation import cribs_array
    from pegout.kernel import SUMS, play_games

    found = _Groups(len(chunk))
    sides = rules.sides
    won = np.zeros((sides, len(chunk)), np.int64)
    for turn in range(sides):
        who = [(side - turn) % sides for side in range(sides)]
        games = play_games(
            [policies[one] for one in who],
            len(chunk),
            seed,
            rules=rules,
            first=chunk.start,
            cribs=cribs_array(rules),
        )
        shares = SHARES // games.winners.sum(axis=1)
        short = rules.target - games.scores.min(axis=1)
        skunks = (short > 30) * 1 + (short > 60) if rules.skunks else np.zeros_like(short)
        for side, one in enumerate(who):
            winner = games.winners[:, side]
            won[one] += winner * shares
            for skunk in (1, 2):
                found.add(one, f"skunk {skunk}", winner & (skunks == skunk))
            found.add(one, "margin", _ahead(games.scores, side, rules))
            measured = dict(zip(SUMS, games.sums[:, side].T, strict=True))
            for what, number, total in _MEASURES:
                found.add(one, what, measured[total], measured[number])
        first = games.dealers % sides
        found.add(NOBODY, "first dealer", games.winners[np.arange(len(first)), first])
        found.add(NOBODY, "deals", games.deals)
    rows = found.rows()
    for one, sixths in enumerate(won):
        rows[f"{one} won"] = np.bincount(sixths)
    return rows


#: The measures of a contestant, and where the kernel's sums have their numbers and points.
_MEASURES: Final = (
    *[(f"play {role}", f"deals {role}", f"play {role}") for role in _ROLES],
    *[(f"hand {role}", f"hands {role}", f"hand {role}") for role in _ROLES],
    *[(f"points {role}", f"finished {role}", f"points {role}") for role in _ROLES],
    ("crib", "cribs", "crib"),
    ("heels", "deals dealer", "heels"),
)


def play_deal_groups(chunk: range, policies: Sequence[Policy], rules: Rules, seed: int) -> Rows:
    """Play some groups of single deals and add them up: the task of a run.

    Args:
        chunk: the numbers of the groups, which are those of their deals.
        policies: one for each side.
        rules: the rules.
        seed: the seed.

    Returns:
        Sums for :class:`pegout.analysis.tallies.Figures`.
    """
    import numpy as np

    from pegout.evaluation import cribs_array
    from pegout.kernel import play_deals

    found = _Groups(len(chunk))
    sides = rules.sides
    for turn in range(sides):
        who = [(side - turn) % sides for side in range(sides)]
        deals = play_deals(
            [policies[one] for one in who],
            len(chunk),
            seed,
            rules=rules,
            first=chunk.start,
            cribs=cribs_array(rules),
        )
        hands = np.array(
            [deals.hands[:, list(rules.seats_of(side))].sum(axis=1) for side in range(sides)]
        ).T
        points = deals.play + hands
        # Seat 0 deals.
        points[:, 0] += deals.cribs + deals.heels
        found.add(who[0], "crib", deals.cribs)
        found.add(who[0], "heels", deals.heels)
        for side, one in enumerate(who):
            role = _ROLES[side != 0]
            found.add(one, f"play {role}", deals.play[:, side])
            found.add(one, f"hand {role}", hands[:, side], len(rules.seats_of(side)))
            found.add(one, f"points {role}", points[:, side])
            found.add(one, "margin", _ahead(points, side, rules))
    return found.rows()


def _ahead(points: Any, side: int, rules: Rules) -> Any:
    """Give how far a side is ahead of the best of the others."""
    import numpy as np

    others = np.delete(points, side, axis=1)
    if rules.lowball:
        return others.min(axis=1) - points[:, side]
    return points[:, side] - others.max(axis=1)
