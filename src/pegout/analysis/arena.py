"""Contests: many games with mirrored deals between players of any kind, and what came of them.

Cribbage has much luck, so games come in groups that share their packs: each contestant plays every
side of the same cards once. Everything follows from the seed and from who plays the games,
whatever the number of processes.

Two engines play them. ``rules`` is the referee: anybody, by any rules. ``kernel`` is a hundred
times faster where numba is installed; it knows policies, and the levels for which there is one that
plays alike. Both deal packs of their own from a seed, so their games differ and their means do not.

``play_matchup`` has more than ten arguments: each but the first four has a default, and is passed
by its name.

>>> result = play_matchup(["novice", "random"], games=4, seed=1, workers=1)
>>> result.games, [one.level for one in result.contestants], result.engine
(4, ['novice', 'random'], 'rules')
>>> sum(one.wins for one in result.contestants)
4.0

A player of your own takes part as it is, as a class, as ``module:Class``, or as a program that
speaks the protocol for engines.

>>> class Hasty:
...     def choose(self, view):
...         return view.legal[0]
>>> play_matchup([Hasty, "pegout.players.expert:Expert"], games=2, seed=1).levels
('Hasty', 'pegout.players.expert:Expert')
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeGuard
from uuid import uuid4

from pegout.analysis.mirrored_games import GameRunner, play_groups
from pegout.analysis.sequential import Decision, Goal, GoalError, Narrow, Watch
from pegout.analysis.statistics import (
    Contestant,
    Estimate,
    Matchup,
    Mean,
    Stopped,
    matchup,
    switches_of,
)
from pegout.players import LEVELS, Player, UnknownLevel
from pegout.players.engines import LIMIT, Engine, Engines
from pegout.players.own import Own, loaded, owned
from pegout.players.spelling import unknown
from pegout.rules import Rules
from pegout.runs import Progress, Run, RunError, compute, read_head

if TYPE_CHECKING:
    from pegout.analysis.referee_engine import Entrant
    from pegout.simulation import Policy

__all__ = [
    "COMMAND",
    "ENGINES",
    "ArenaError",
    "Cast",
    "Contender",
    "Contestant",
    "Decision",
    "Estimate",
    "Goal",
    "GoalError",
    "Matchup",
    "Mean",
    "Narrow",
    "Stopped",
    "asked_of",
    "cast",
    "play_matchup",
    "program",
]

#: Whoever may play: see :func:`cast`.
Contender: TypeAlias = "str | Policy | Player | Callable[..., Player] | Engine"
#: What stands before a command.
COMMAND: Final = "cmd:"
#: Who plays the games; ``auto`` is the kernel where it is compiled and can, else the referee.
ENGINES: Final = ("auto", "kernel", "rules")
STANDARD: Final = Rules()

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
#: How many deals say what is to be expected, where luck is taken off: for each game, and from how
#: many to how many for either dealer.
_DEALS_A_GAME: Final = 10
_DEALS: Final = (2_000, 1_000_000)
#: Changes when other figures are measured: what was kept without them cannot be gone on with.
_FIGURES: Final = 2


class ArenaError(ValueError):
    """A contest that cannot be held.

    Attributes:
        code: ``bad_levels``, ``bad_games``, ``bad_engine``, or ``bad_place`` for a player of one's
            own that cannot play in another process.
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
        entrants: for the referee, what makes the player of each.
    """

    names: tuple[str, ...]
    engine: str
    policies: tuple[Policy, ...] = ()
    entrants: tuple[Entrant, ...] = ()

    def player(
        self, contestants: Sequence[int], rules: Rules, seed: int, run: str = ""
    ) -> GameRunner:
        """Give what plays the games of some of them, one for each side.

        Args:
            contestants: who.
            rules: the rules.
            seed: what everything follows from.
            run: a name for the programs that are started, to end them by; see :meth:`staged`.
        """
        rules = replace(rules, first_deal="chosen")
        if self.engine == "kernel":
            from pegout.analysis.kernel_engine import Compiled

            return Compiled(tuple([self.policies[one] for one in contestants]), rules, seed)
        from pegout.analysis.referee_engine import Refereed

        return Refereed(tuple([self.entrants[one] for one in contestants]), rules, seed, run)

    def adjusting(self, rules: Rules, seed: int, games: int) -> GameRunner:
        """Give what plays the games of the two in the kernel and takes off their luck.

        Args:
            rules: the rules.
            seed: what everything follows from.
            games: how many games are to be played; as many more deals say what is expected.
        """
        from pegout.analysis.luck_adjusted import LuckAdjusting, luck_tables

        rules = replace(rules, first_deal="chosen")
        deals = min(max(_DEALS[0], _DEALS_A_GAME * games), _DEALS[1])
        tables = luck_tables(self.policies, rules, deals, seed)
        return LuckAdjusting(self.policies, rules, seed, tables)

    @property
    def programs(self) -> tuple[Engine, ...]:
        """The engines in the sense of programs that play."""
        return tuple([one for one in self.entrants if isinstance(one, Engine)])

    def identities(self) -> list[str]:
        """Say of everybody who is no level what they are; nothing if all are levels."""
        if all(isinstance(one, str) for one in self.entrants):
            return []
        said = {one: Engines().try_out(one) for one in self.programs}
        return [
            one
            if isinstance(one, str)
            else one.identity()
            if isinstance(one, Own)
            else f"{one.identity()}, {said[one]}, {one.limit:g} s"
            for one in self.entrants
        ]

    def places(
        self, executor: Executor | None, workers: int | None, cluster: str | None
    ) -> int | None:
        """Say how many processes may work.

        Raises:
            ArenaError: ``bad_place`` where others would have to make a player that they cannot.
        """
        own = [one for one in self.entrants if not isinstance(one, str)]
        if own and cluster is not None:
            raise ArenaError(
                "bad_place",
                f"{own[0].name} plays on this machine alone; a cluster has levels and policies",
            )
        here = [one.name for one in own if isinstance(one, Own) and not one.portable]
        if not here or executor is not None:
            return workers
        if workers not in (None, 1):
            raise ArenaError(
                "bad_place",
                f"no other process can import {here[0]}; put it into a file and name it "
                "module:Class, or let one process play",
            )
        return 1

    @contextmanager
    def staged(self, executor: Executor | None) -> Iterator[str]:
        """Give a name for a run by which its programs are known; they end with it.

        Worker processes of ours end the programs that they have started with themselves. In an
        executor that was handed in they end after each chunk.
        """
        if not self.programs or executor is not None:
            yield ""
            return
        from pegout.analysis.referee_engine import end_engines

        run = uuid4().hex
        try:
            yield run
        finally:
            end_engines(run)

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
    names: Sequence[Contender],
    rules: Rules,
    engine: str = "auto",
    resume: str | os.PathLike[str] | None = None,
) -> Cast:
    """Find out who is meant, and who plays their games.

    Args:
        names: who plays. The name of a level or of a policy of the kernel, where a name that both
            have is that of the level; a policy; ``module:Class`` or an object, class or function
            for a player of one's own, see :mod:`pegout.players.own`; ``cmd:`` and a command, or an
            :class:`~pegout.players.engines.Engine`, for a program.
        rules: the rules.
        engine: one of :data:`ENGINES`. With ``auto`` it is the kernel if it is compiled, has a
            policy for everybody and can play by the rules; else the referee, unless somebody is
            known to the kernel alone.
        resume: the file of a run that goes on; with ``auto`` it goes on as it began.

    Raises:
        ArenaError: ``bad_engine`` for one that does not exist or cannot play somebody, and
            ``bad_levels`` for somebody unknown.
        PlayerError: ``bad_player`` for what is no player of one's own.
        UnknownLevel: for a level that does not exist, where the referee plays.
        KernelError: for the kernel, if it cannot play by the rules.
        RunError: for a file that is not one, or of an earlier version.

    >>> cast(["random", "novice"], Rules(), "rules").engine
    'rules'
    >>> cast(["lookahead", "blind"], Rules()).engine
    'kernel'
    """
    if engine not in ENGINES:
        raise ArenaError("bad_engine", f"an engine is one of {', '.join(ENGINES)}, not {engine!r}")
    began = _engine_of(resume)
    found = [_entrant(one) for one in names]
    called = tuple([one if isinstance(one, str) else one.name for one in found])
    known = all(isinstance(one, str) and one in LEVELS for one in found)
    own = [one.name for one in found if isinstance(one, Own | Engine)]
    if engine == "auto":
        rules_play = own or (known and not _quick(called, rules))
        engine = began or ("rules" if rules_play else "kernel")
    if engine == "rules":
        return Cast(called, engine, entrants=tuple([_refereed(one) for one in found]))
    if own:
        raise ArenaError(
            "bad_engine", f"the kernel cannot play {own[0]}; let the referee play, engine=rules"
        )
    _check_known(found)
    policies = tuple([_policy(one, rules) for one in found if not isinstance(one, Own | Engine)])
    quick = Cast(called, engine, policies)
    _try_out(quick, rules)
    return quick


def _check_adjusted(found: Cast, rules: Rules, goal: Goal | None) -> None:
    """Refuse contests whose luck cannot be taken off."""
    if found.engine != "kernel":
        raise ArenaError(
            "bad_engine",
            "luck is taken off where the kernel plays; say engine=kernel, and name levels or "
            "policies that it knows",
        )
    from pegout.analysis.luck_adjusted import can_adjust

    if not can_adjust(rules):
        raise ArenaError(
            "bad_levels",
            "luck is taken off between two with six cards, to 121 or fewer, without lowball and "
            "stinkhole",
        )
    if goal is not None:
        raise ArenaError("bad_games", "where luck is taken off all games are played; name no goal")


def _entrant(given: Contender) -> str | Policy | Own | Engine:
    """Take whoever was given as what they are; a name of nobody is found out later."""
    if isinstance(given, str):
        if given.startswith(COMMAND):
            return program(given)
        return loaded(given) if ":" in given else given
    if isinstance(given, Engine) or _is_policy(given):
        return given
    return owned(given)


def _is_policy(given: object) -> TypeGuard[Policy]:
    # Who has a policy has imported the package, and nobody else need wait for it.
    simulation = sys.modules.get("pegout.simulation")
    return simulation is not None and isinstance(given, simulation.Policy)


def program(given: str, limit: float = LIMIT) -> Engine:
    """Take a program by its command.

    Args:
        given: ``cmd:`` and the command.
        limit: how long it may take over a decision, in seconds.

    Raises:
        ArenaError: ``bad_engine`` for what is no command.

    >>> program("cmd:node 'my engine.js'", limit=2).command
    ('node', 'my engine.js')
    """
    try:
        return Engine.parse(given.removeprefix(COMMAND), name=given, limit=limit)
    except ValueError as error:
        raise ArenaError("bad_engine", f"{given!r} names no program: {error}") from error


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


def _refereed(one: str | Policy | Own | Engine) -> Entrant:
    """Take somebody for the referee."""
    if isinstance(one, Own | Engine) or (isinstance(one, str) and one in LEVELS):
        return one
    from pegout.simulation import POLICIES

    if not isinstance(one, str) or one in POLICIES:
        raise ArenaError(
            "bad_engine",
            f"only the kernel knows how {one if isinstance(one, str) else one.name} plays; "
            f"the referee has the levels {', '.join(LEVELS)}",
        )
    raise UnknownLevel(unknown("level", one, LEVELS, LEVELS))


def _check_known(names: Sequence[object]) -> None:
    """Refuse a name that is neither a level's nor a policy's."""
    from pegout.simulation import POLICIES

    for name in names:
        if isinstance(name, str) and name not in LEVELS and name not in POLICIES:
            raise ArenaError("bad_levels", unknown("level", name, [*LEVELS, *POLICIES], LEVELS))


def _policy(name: str | Policy, rules: Rules) -> Policy:
    """Give the policy that plays like a level, or else the one of this name."""
    if not isinstance(name, str):
        return name
    from pegout.simulation import POLICIES

    # A policy may have the name of a level and play otherwise.
    called = _alike(name, rules) if name in LEVELS else name
    if called is not None:
        return POLICIES[called]
    raise ArenaError(
        "bad_engine",
        f"the kernel has no policy that plays like the level {name} among {rules.players} "
        "players; let the referee play, with engine=rules",
    )


def asked_of(found: Cast, rules: Rules, seed: int, **more: object) -> dict[str, object]:
    """Give all that a contest follows from, as the head of its resume file has it.

    Programs are started for a moment, to hear who they are.

    Raises:
        EngineFailed: ``not_started`` for a program that does not start.
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
        from pegout.kernel.validation import checked_seed

        checked_seed(seed)
        asked["policies"] = [policy.parts for policy in found.policies]
    identities = found.identities()
    if identities:
        asked["players"] = identities
    return asked


def play_matchup(
    levels: Sequence[Contender],
    games: int,
    seed: int,
    rules: Rules = STANDARD,
    *,
    engine: str = "rules",
    goal: Goal | None = None,
    luck_adjusted: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Matchup:
    """Let players play against each other.

    Args:
        levels: who plays on each side: two, or three when three play. The name of a level or of a
            policy of the kernel, a policy; a player of your own as an object, a class, a function
            that makes one, or ``module:Class``; a program as ``cmd:./engine --fast`` or an
            :class:`~pegout.players.engines.Engine`. See :func:`cast`.
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
        luck_adjusted: tell the rates of wins less luck, too, see
            :mod:`pegout.analysis.luck_adjusted`; the kernel has to play, and there is no goal.
        executor: where the games are played; processes of this machine unless given.
        workers: without an executor, how many processes; 1 plays in this one, as does a player of
            your own that other processes cannot import, such as one that was typed at a prompt.
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
        PlayerError: for a player of your own, ``bad_player`` or ``player_failed``; a resume file
            keeps the games before.
        EngineFailed: ``not_started`` for a program that does not start. Whatever else one does
            wrong forfeits its game.
        KernelError: for the kernel, ``bad_seed`` or rules that it cannot play by.
        RunError: see :func:`pegout.runs.compute`.

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
    if luck_adjusted:
        _check_adjusted(found, rules, goal)
    sides = rules.sides
    groups = -(-games // sides)
    workers = found.places(executor, workers, cluster)
    where: dict[str, Any] = {
        "executor": executor,
        "workers": workers,
        "cluster": cluster,
        "resume": resume,
        "progress": progress and (lambda done, total: progress(done * sides, total * sides)),
    }
    more: dict[str, object] = {} if goal is None else {"goal": asdict(goal)}
    more |= {"luck_adjusted": 1} if luck_adjusted else {}
    with found.staged(executor) as name:
        run = Run(
            "arena",
            asked_of(found, rules, seed, **more),
            play_groups,
            (
                found.adjusting(rules, seed, games)
                if luck_adjusted
                else found.player(range(sides), rules, seed, name),
                rules,
            ),
            groups,
            found.chunk(groups, looks=goal is not None),
            "groups of games",
            found.needs(),
        )
        watch = None if goal is None else Watch(goal, sides)
        stop = None if watch is None else lambda sums: watch.look(sums["0 won"])
        outcome = compute(run, stop=stop, **where)
    return matchup(
        found.names,
        rules,
        seed,
        outcome.finished * sides,
        outcome.complete,
        outcome.sums,
        found.engine,
        None if watch is None else watch.stopped(),
    )
