"""Contests: many games with mirrored deals between levels or policies, and what came of them.

Cribbage has much luck, so games come in groups that share their packs: each contestant plays every
side of the same cards once. Everything follows from the seed and from who plays the games,
whatever the number of processes.

Two engines play them. ``rules`` is the referee: any level, by any rules. ``kernel`` is a hundred
times faster where numba is installed; it knows policies, and the levels for which there is one that
plays alike. Both deal packs of their own from a seed, so their games differ and their means do not.

>>> result = play_matchup(["novice", "random"], games=4, seed=1, workers=1)
>>> result.games, [one.level for one in result.contestants], result.engine
(4, ['novice', 'random'], 'rules')
>>> sum(one.wins for one in result.contestants)
4.0
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pegout.analysis.following import follow
from pegout.analysis.groups import Engine, play_groups
from pegout.analysis.runs import Progress, Run, RunError, compute, read_head
from pegout.analysis.sequential import Decision, Goal, GoalError, Narrow, Watch
from pegout.analysis.tallies import Contestant, Estimate, Matchup, Stopped, matchup, switches_of
from pegout.players import LEVELS, create
from pegout.rules import Rules, rules

if TYPE_CHECKING:
    from pegout.kernel import Policy

__all__ = [
    "ENGINES",
    "ArenaError",
    "Cast",
    "Contestant",
    "Decision",
    "Estimate",
    "Goal",
    "GoalError",
    "Matchup",
    "Narrow",
    "Stopped",
    "asked_of",
    "cast",
    "play_matchup",
]

#: Who plays the games; ``auto`` is the kernel where it is compiled and can, else the referee.
ENGINES: Final = ("auto", "kernel", "rules")
STANDARD: Final = rules()

#: Groups in one chunk: few enough for a bar that moves, enough to make a process worth its while.
_REFEREED: Final = 4
#: The same in the kernel, where its loops are not compiled and where they are: about a second.
_COMPILED: Final = (32, 1 << 13)
#: In the kernel, where a goal is looked at after each chunk.
_LOOK: Final = 1 << 8
#: Where there are more chunks than this they grow, so that a resume file stays short; but only as
#: far as a worker's memory, of which a group takes about a kilobyte.
_CHUNKS: Final = {"rules": 100_000, "kernel": 10_000}
_MOST_IN_CHUNK: Final = 1 << 16
#: Changes when other figures are measured: what was kept without them cannot be gone on with.
_FIGURES: Final = 2


class ArenaError(ValueError):
    """A contest that cannot be held.

    Attributes:
        code: ``bad_levels``, ``bad_games`` or ``bad_engine``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Cast:
    """Those who play in contests, and who plays the games.

    Attributes:
        names: what they are called.
        engine: ``rules`` or ``kernel``.
        policies: for the kernel, the policy of each.
    """

    names: tuple[str, ...]
    engine: str
    policies: tuple[Policy, ...] = ()

    def player(self, contestants: Sequence[int], rules: Rules, seed: int) -> Engine:
        """Give what plays the games of some of them, one for each side."""
        rules = replace(rules, first_deal="chosen")
        if self.engine == "kernel":
            from pegout.analysis.compiled import Compiled

            return Compiled(tuple([self.policies[one] for one in contestants]), rules, seed)
        from pegout.analysis.refereed import Refereed

        return Refereed(tuple([self.names[one] for one in contestants]), rules, seed)

    def needs(self) -> tuple[str, ...]:
        """Give what has to be of one version on everybody who computes."""
        return ("pegout", "rules", "kernel") if self.engine == "kernel" else ("pegout", "rules")

    def chunk(self, groups: int, *, looks: bool = False) -> int:
        """Say how many groups make one chunk of a run.

        Args:
            groups: how many there are.
            looks: whether there is a goal, whose decision may depend on nothing of this machine.
        """
        if self.engine == "rules":
            least = _REFEREED
        elif looks:
            least = _LOOK
        else:
            from pegout.kernel import COMPILED

            least = _COMPILED[COMPILED]
        return min(max(least, groups // _CHUNKS[self.engine]), _MOST_IN_CHUNK)


def cast(
    names: Sequence[str | Policy],
    rules: Rules,
    engine: str = "auto",
    resume: str | os.PathLike[str] | None = None,
) -> Cast:
    """Find out who is meant, and who plays their games.

    Args:
        names: the names of levels or of policies of the kernel, or policies. A name that both have
            is that of the level.
        rules: the rules.
        engine: one of :data:`ENGINES`. With ``auto`` it is the kernel if it is compiled, has a
            policy for everybody and can play by the rules; else the referee, unless somebody is
            known to the kernel alone.
        resume: the file of a run that goes on; with ``auto`` it goes on as it began.

    Raises:
        ArenaError: ``bad_engine`` for one that does not exist or cannot play somebody, and
            ``bad_levels`` for somebody unknown.
        UnknownLevel: for a level that does not exist, where the referee plays.
        KernelError: for the kernel, if it cannot play by the rules.
        RunError: for a file that is not one, or of an earlier version.

    >>> cast(["random", "novice"], rules(), "rules").engine
    'rules'
    >>> cast(["lookahead", "blind"], rules()).engine
    'kernel'
    """
    if engine not in ENGINES:
        raise ArenaError("bad_engine", f"an engine is one of {', '.join(ENGINES)}, not {engine!r}")
    began = _engine_of(resume)
    called = tuple([one if isinstance(one, str) else one.name for one in names])
    known = all(isinstance(one, str) and one in LEVELS for one in names)
    if engine == "auto":
        engine = began or ("rules" if known and not _quick(called, rules) else "kernel")
    if engine == "rules":
        for one in names:
            _check_level(one)
        return Cast(called, engine)
    for one in names:
        _check_known(one)
    found = Cast(called, engine, tuple([_policy(one, rules) for one in names]))
    _try_out(found, rules)
    return found


def _engine_of(resume: str | os.PathLike[str] | None) -> str | None:
    """Give the engine of a run that goes on."""
    head = None if resume is None else read_head(resume)
    if head is None or head["run"] not in ("arena", "ladder", "simulate"):
        return None
    if head["asked"].get("figures") != _FIGURES:
        raise RunError(
            "other_versions",
            f"{resume} was written by an earlier version, which measured less. Go on with the "
            "version that began it, or begin anew with another file",
        )
    return str(head["asked"]["engine"])


def _alike(level: str, rules: Rules) -> str | None:
    """Give the name of the policy that plays like a level to the card, by some rules."""
    return LEVELS[level].policy_among(rules.players)


def _quick(levels: Sequence[str], rules: Rules) -> bool:
    """Say whether the kernel is compiled and can play what these levels would."""
    if any(_alike(level, rules) is None for level in levels):
        return False
    from pegout.kernel import COMPILED, KernelError

    if not COMPILED:
        return False
    try:
        policies = tuple([_policy(one, rules) for one in levels])
        _try_out(Cast(tuple(levels), "kernel", policies), rules)
    except KernelError:
        return False
    return True


def _try_out(found: Cast, rules: Rules) -> None:
    """Let the kernel say what it cannot play, by no games at all."""
    last = len(found.names) - 1
    for at in range(0, last + 1, rules.sides):
        some = [min(at + side, last) for side in range(rules.sides)]
        found.player(some, rules, 0).games(range(0), list(range(rules.sides)))


def _check_level(name: str | Policy) -> None:
    if isinstance(name, str) and name in LEVELS:
        return
    from pegout.kernel import POLICIES

    if not isinstance(name, str) or name in POLICIES:
        raise ArenaError(
            "bad_engine",
            f"only the kernel knows how {name if isinstance(name, str) else name.name} plays; "
            f"the referee has the levels {', '.join(LEVELS)}",
        )
    create(name)


def _policy(name: str | Policy, rules: Rules) -> Policy:
    """Give the policy that plays like a level, or else the one of this name."""
    if not isinstance(name, str):
        return name
    from pegout.kernel import POLICIES

    # A policy may have the name of a level and play otherwise.
    called = _alike(name, rules) if name in LEVELS else name
    if called is not None:
        return POLICIES[called]
    raise ArenaError(
        "bad_engine",
        f"the kernel has no policy that plays like the level {name} among {rules.players} "
        "players; let the referee play, with engine=rules",
    )


def _check_known(name: str | Policy) -> None:
    from pegout.kernel import POLICIES

    if isinstance(name, str) and name not in LEVELS and name not in POLICIES:
        raise ArenaError(
            "bad_levels",
            f"expected one of the levels {', '.join(LEVELS)}, or of the kernel's policies "
            f"{', '.join(POLICIES)}, not {name!r:.40}",
        )


def asked_of(found: Cast, rules: Rules, seed: int, **more: object) -> dict[str, object]:
    """Give all that a contest follows from, as the head of its resume file has it.

    Raises:
        KernelError: ``bad_seed``, for the kernel.
    """
    asked: dict[str, object] = {
        "levels": list(found.names),
        "engine": found.engine,
        "preset": rules.preset,
        "switches": switches_of(rules),
        "seed": seed,
        "figures": _FIGURES,
        **more,
    }
    if found.engine == "kernel":
        from pegout.kernel.checks import checked_seed

        checked_seed(seed)
        asked["policies"] = [policy.parts for policy in found.policies]
    return asked


def play_matchup(
    levels: Sequence[str | Policy],
    games: int,
    seed: int,
    rules: Rules = STANDARD,
    *,
    engine: str = "rules",
    goal: Goal | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Matchup:
    """Let levels or policies play against each other.

    Args:
        levels: one for each side: two, or three when three play. See :func:`cast`.
        games: how many games; rounded up to whole groups, which have a game for each side. With a
            goal, how many at most.
        seed: everything follows from it; for the kernel from 0 to 2**62 - 1.
        rules: the rules; who deals first is settled by turns.
        engine: who plays the games, one of :data:`ENGINES`. The figures follow from it too, so
            ``auto`` gives others where numba is not installed.
        goal: stop when it is reached: a :class:`~pegout.analysis.sequential.Decision` or a
            :class:`~pegout.analysis.sequential.Narrow`. What comes of it follows from the seed
            alone, like everything else. It is tested after every chunk of groups, in order: after
            4 groups that the referee plays or 256 of the kernel, and more where ``games`` is above
            some five million.
        executor: where the games are played; processes of this machine unless given.
        workers: without an executor, how many processes; 1 plays in this one.
        cluster: the address of a Dask scheduler, ``tcp://host:port``, to play there.
        resume: a file that keeps what is finished, and from which a contest goes on.
        progress: called with the games played and the games to play, in this thread.

    Returns:
        What came of it. After an interruption from the keyboard, what came of the games that were
        finished, with ``complete`` false.

    Raises:
        ArenaError: ``bad_levels`` for a number of levels other than that of the sides, or for
            somebody unknown; ``bad_games`` for less than one game; ``bad_engine``.
        UnknownLevel: for a level that does not exist, where the referee plays.
        KernelError: for the kernel, ``bad_seed`` or rules that it cannot play by.
        RunError: see :func:`pegout.analysis.runs.compute`.

    >>> found = play_matchup(
    ...     ["lookahead", "random"],
    ...     100_000,
    ...     seed=1,
    ...     engine="kernel",
    ...     goal=Decision(0.6, 0.7),
    ...     workers=1,
    ... )
    >>> found.games, found.stopped.reached
    (512, 'high')
    """
    if isinstance(levels, str) or len(levels) != rules.sides:
        came = repr(levels) if isinstance(levels, str) else str(len(levels))
        raise ArenaError("bad_levels", f"name {rules.sides} levels, one for each side, not {came}")
    if games < 1:
        raise ArenaError("bad_games", f"play one game or more, not {games}")
    found = cast(levels, rules, engine, resume)
    sides = rules.sides
    groups = -(-games // sides)
    player = found.player(range(sides), rules, seed)
    run = Run(
        "arena",
        asked_of(found, rules, seed, **({} if goal is None else {"goal": asdict(goal)})),
        play_groups,
        (player, rules),
        groups,
        found.chunk(groups, looks=goal is not None),
        "groups of games",
        found.needs(),
    )
    where: dict[str, Any] = {
        "executor": executor,
        "workers": workers,
        "cluster": cluster,
        "resume": resume,
        "progress": progress and (lambda done, total: progress(done * sides, total * sides)),
    }
    stopped = None
    if goal is None:
        outcome = compute(run, **where)
        complete = outcome.complete
    else:
        watch = Watch(goal, sides)
        followed = follow(run, lambda sums: watch.look(sums["0 won"]), **where)
        outcome, complete, stopped = followed.outcome, followed.complete, watch.stopped()
    played = outcome.finished * sides
    return matchup(found.names, rules, seed, played, complete, outcome.sums, found.engine, stopped)
