"""Contests: many games with mirrored deals between players of any kind, and their results.

Cribbage involves much luck, so games come in groups that share their packs: each contestant plays
every side of the same cards once. The results follow from the seed and the contestants, whatever
the number of processes.

Two engines can run the games. ``rules`` is the referee, for any player and any rules. ``kernel`` is
a hundred times faster where numba is installed, and knows policies and the levels that they play
exactly. Each engine deals its own packs from a seed: their games differ, their means do not.

``play_matchup`` has more than ten arguments: all but four have defaults and are keyword-only. The
module is long because it casts the contestants too: which engine can play them, and which players
stand in for them where luck is measured, depends on all of them and on the rules.

>>> result = play_matchup(["novice", "random"], games=4, seed=1, workers=1)
>>> result.games, [contestant.level for contestant in result.contestants], result.engine
(4, ['novice', 'random'], 'rules')
>>> sum(contestant.wins for contestant in result.contestants)
4.0

Your own player can be an object, a class, ``module:Class``, or a program with the engine protocol.

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
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias, TypeGuard, Unpack
from uuid import uuid4

from pegout.contests.mirrored_games import GameRunner, play_groups
from pegout.contests.sequential import Decision, Goal, GoalError, Narrow, Watch
from pegout.contests.statistics import Matchup, matchup
from pegout.errors import PegoutError
from pegout.numbers import whole_number
from pegout.players import LEVELS, Level, Player, UnknownLevel
from pegout.players.engines import LIMIT, Engine, Engines
from pegout.players.own import Own, can_send, find, own_of, shared
from pegout.players.spelling import unknown
from pegout.rules import Component, Rules, RulesLike, as_rules
from pegout.runs import Progress, Run, RunOptions, check_options, compute, in_units, read_head

if TYPE_CHECKING:
    from pegout.contests.referee_engine import Entrant
    from pegout.simulation import FunctionPolicy, Policy

#: A contestant: see :func:`cast`.
Contender: TypeAlias = (
    "str | Level | Policy | FunctionPolicy | Player | Callable[..., Player] | Engine"
)
#: The prefix of a command.
COMMAND: Final = "cmd:"
#: The engines. ``auto`` is the kernel where it is compiled and suitable, else the referee.
ENGINES: Final = ("auto", "kernel", "rules")
STANDARD: Final = Rules()

#: Groups in a chunk: few enough for smooth progress, enough to make a process worthwhile.
_REFEREED: Final = 4
#: Groups in a chunk of the kernel, without and with compiled loops: about a second.
_COMPILED: Final = (32, 1 << 13)
#: Groups in a chunk of the kernel where a goal is tested after each chunk.
_LOOK: Final = 1 << 8
#: Beyond this number of chunks, chunks grow, so that a resume file stays short. A worker's memory
#: limits their size: a group takes about a kilobyte.
_CHUNKS: Final = {"rules": 100_000, "kernel": 10_000}
_MAX_IN_CHUNK: Final = 1 << 16
#: The number of deals of either dealer that estimate the expected values for luck adjustment. The
#: referee plays fewer games, and without numba a million deals take minutes.
_LUCK_DEALS: Final = {"kernel": 1_000_000, "rules": 20_000}
#: The stand-in of a player where neither is a level.
_STAND_IN: Final = "club"


class ArenaError(PegoutError):
    """A contest that cannot be held.

    Attributes:
        code: ``bad_levels``, ``bad_games``, ``bad_engine``, ``bad_switch``, or ``bad_place`` for an
            own player that cannot play in another process.
    """


@dataclass(frozen=True, slots=True)
class Cast:
    """The contestants, and the engine that runs their games.

    Attributes:
        names: the names of the contestants.
        engine: ``rules`` or ``kernel``.
        policies: for the kernel, the policy of each contestant.
        entrants: for the referee, the source of each contestant's player.
    """

    names: tuple[str, ...]
    engine: str
    policies: tuple[Policy | FunctionPolicy, ...] = ()
    entrants: tuple[Entrant, ...] = ()

    def player(
        self, contestants: Sequence[int], rules: Rules, seed: int, run: str = ""
    ) -> GameRunner:
        """Return a runner for games of some contestants, one for each side.

        Args:
            contestants: the numbers of the contestants.
            rules: the rules.
            seed: the seed that everything follows from.
            run: a name for the started programs, by which they can be ended; see :meth:`staged`.
        """
        rules = replace(rules, first_deal="chosen")
        if self.engine == "kernel":
            from pegout.contests.kernel_engine import Compiled

            return Compiled(
                tuple([self.policies[contestant] for contestant in contestants]), rules, seed
            )
        from pegout.contests.referee_engine import Refereed

        return Refereed(
            tuple([self.entrants[contestant] for contestant in contestants]), rules, seed, run
        )

    def adjusting(
        self, rules: Rules, seed: int, run: str = "", progress: Progress | None = None
    ) -> GameRunner:
        """Return a runner for games of the two that measures their luck.

        Args:
            rules: the rules.
            seed: the seed that everything follows from.
            run: as for :meth:`player`.
            progress: called with the deals played and to play for the expected values.
        """
        from pegout.contests.luck_adjusted import Luck, LuckAdjusting, luck_tables

        rules = replace(rules, first_deal="chosen")
        stand_ins = self.stand_ins(rules)
        deals = _LUCK_DEALS[self.engine]
        tables = luck_tables(stand_ins, rules, deals, seed, progress or (lambda _, __: None))
        luck = Luck(stand_ins, rules, seed, tables)
        if self.engine == "kernel":
            return LuckAdjusting(self.policies, luck)
        from pegout.contests.referee_engine import Refereed

        return Refereed(self.entrants, rules, seed, run, luck)

    def stand_ins(self, rules: Rules) -> tuple[Policy, ...]:
        """Return the stand-ins of the two contestants for luck adjustment.

        That of a player that no policy plays like is the stand-in of its opponent: then the errors
        of their expected values cancel, for the most part.
        """
        from pegout.contests.luck_adjusted import stand_in
        from pegout.simulation import Policy

        if self.engine == "kernel":
            known = [policy if isinstance(policy, Policy) else None for policy in self.policies]
        else:
            names = [
                _alike(entrant, rules) if isinstance(entrant, str) else None
                for entrant in self.entrants
            ]
            known = [None if name is None else _named(name) for name in names]
        default = next((policy for policy in known if policy is not None), _named(_STAND_IN))
        return tuple([stand_in(policy or default) for policy in known])

    @property
    def programs(self) -> tuple[Engine, ...]:
        """The contestants that are programs."""
        return tuple([entrant for entrant in self.entrants if isinstance(entrant, Engine)])

    @property
    def functions(self) -> tuple[FunctionPolicy, ...]:
        """The contestants that are functions, for the kernel."""
        return tuple([policy for policy in self.policies if _is_function(policy)])

    def identities(self) -> list[str]:
        """Return an identity for each contestant, or nothing if all are levels or policies."""
        if self.functions:
            return [
                shared(policy, policy.name, policy.function).identity()
                if _is_function(policy)
                else policy.name
                for policy in self.policies
            ]
        if all(isinstance(entrant, str) for entrant in self.entrants):
            return []
        said = {program: Engines().try_out(program) for program in self.programs}
        return [
            entrant
            if isinstance(entrant, str)
            else entrant.identity()
            if isinstance(entrant, Own)
            else f"{entrant.identity()}, {said[entrant]}, {entrant.limit:g} s"
            for entrant in self.entrants
        ]

    def restrict(self, options: RunOptions) -> RunOptions:
        """Return the options of a run, in this process alone if no other can make a player.

        Raises:
            ArenaError: ``bad_place`` if a player would have to be made in another process and
                cannot.
        """
        own = [
            *self.functions,
            *[entrant for entrant in self.entrants if not isinstance(entrant, str)],
        ]
        if own and options.get("cluster") is not None:
            raise ArenaError(
                "bad_place",
                f"{own[0].name} plays on this machine alone; a cluster has levels and policies",
            )
        here = [player.name for player in own if isinstance(player, Own) and not player.portable]
        here += [policy.name for policy in self.functions if not can_send(policy.function)]
        if not here or options.get("executor") is not None:
            return options
        if options.get("workers") not in (None, 1):
            raise ArenaError(
                "bad_place",
                f"no other process can import {here[0]}; put it into a file and name it "
                "module:Class, or let one process play",
            )
        return {**options, "workers": 1}

    @contextmanager
    def staged(self, options: RunOptions) -> Iterator[str]:
        """Yield a name for a run, under which its programs are registered; they end with it.

        Our own worker processes end the programs that they started when they exit. In a given
        executor, programs end after each chunk.
        """
        if not self.programs or options.get("executor") is not None:
            yield ""
            return
        from pegout.contests.referee_engine import end_engines

        run = uuid4().hex
        try:
            yield run
        finally:
            end_engines(run)

    def needs(self) -> tuple[str, ...]:
        """Return the parts whose versions must agree on all workers."""
        return ("pegout", "rules", "kernel") if self.engine == "kernel" else ("pegout", "rules")

    def chunk(self, groups: int, *, looks: bool = False) -> int:
        """Return the number of groups in a chunk of a run.

        Args:
            groups: the number of all groups.
            looks: whether there is a goal. Its decision may not depend on this machine.
        """
        if self.engine == "rules":
            minimum = _REFEREED
        elif looks:
            minimum = _LOOK
        else:
            from pegout.kernel import COMPILED

            minimum = _COMPILED[COMPILED]
        return min(max(minimum, groups // _CHUNKS[self.engine]), _MAX_IN_CHUNK)


def cast(
    names: Sequence[Contender],
    rules: Rules,
    engine: str = "auto",
    resume: str | os.PathLike[str] | None = None,
) -> Cast:
    """Resolve contestants, and choose the engine for their games.

    Args:
        names: the contestants. The name of a level or of a policy of the kernel, where a name that
            both have is the level; a policy; ``module:Class`` or an object, class or function for
            an own player, see :mod:`pegout.players.own`; ``cmd:`` and a command, or an
            :class:`~pegout.players.engines.Engine`, for a program.
        rules: the rules.
        engine: one of :data:`ENGINES`. ``auto`` is the kernel if it is compiled, has a policy for
            every contestant and supports the rules. Otherwise it is the referee, unless only the
            kernel knows some contestant.
        resume: the file of a run to resume; with ``auto`` the run keeps its engine.

    Raises:
        ArenaError: ``bad_engine`` for an engine that does not exist or cannot play some contestant,
            and ``bad_levels`` for an unknown contestant.
        PlayerError: ``bad_player`` for an invalid own player.
        UnknownLevel: for a level that does not exist, where the referee plays.
        KernelError: for the kernel, if it does not support the rules.
        RunError: for a file that is no resume file.

    >>> cast(["random", "novice"], Rules(), "rules").engine
    'rules'
    >>> cast(["lookahead", "blind"], Rules()).engine
    'kernel'
    """
    if engine not in ENGINES:
        raise ArenaError("bad_engine", f"an engine is one of {', '.join(ENGINES)}, not {engine!r}")
    began = _engine_of(resume)
    entrants = [_entrant(name) for name in names]
    called = tuple([entrant if isinstance(entrant, str) else entrant.name for entrant in entrants])
    known = all(isinstance(entrant, str) and entrant in LEVELS for entrant in entrants)
    own = [entrant.name for entrant in entrants if isinstance(entrant, Own | Engine)]
    if engine == "auto":
        # A function plays many games at a time in the kernel, compiled or not.
        rules_play = own or (known and not _quick(called, rules))
        engine = began or ("rules" if rules_play else "kernel")
    if engine == "rules":
        return Cast(called, engine, entrants=tuple([_refereed(entrant) for entrant in entrants]))
    if own:
        raise ArenaError(
            "bad_engine", f"the kernel cannot play {own[0]}; take the referee, the engine rules"
        )
    _check_known(entrants)
    policies = tuple(
        [_policy(entrant, rules) for entrant in entrants if not isinstance(entrant, Own | Engine)]
    )
    quick = Cast(called, engine, policies)
    _try_out(quick, rules)
    return quick


def check_luck_adjusted(rules: Rules, goal: Goal | None) -> None:
    """Reject contests that do not support luck adjustment."""
    from pegout.contests.luck_adjusted import can_adjust

    if not can_adjust(rules):
        played = f"these rules are for {rules.players}, to {rules.target}"
        raise ArenaError(
            "bad_levels",
            "luck is taken off between two, to 121 or fewer, by rules that the solver knows; "
            f"{rules.refusal(Component.SOLVER) or played}",
        )
    if goal is not None:
        raise ArenaError("bad_games", "where luck is taken off all games are played; name no goal")


def _entrant(given: Contender) -> str | Policy | FunctionPolicy | Own | Engine:
    """Return the source of a contestant's player; unknown names are detected later."""
    if isinstance(given, str):
        if given.startswith(COMMAND):
            return program(given)
        if ":" not in given:
            return given
        found = find(given)
        return replace(found, name=given) if _is_function(found) else own_of(found, given)
    if isinstance(given, Level):
        return given.name
    if isinstance(given, Engine) or _is_policy(given) or _is_function(given):
        return given
    return own_of(given)


def _is_policy(given: object) -> TypeGuard[Policy]:
    # A caller with a policy has imported the package already; others need not wait for the import.
    simulation = sys.modules.get("pegout.simulation")
    return simulation is not None and isinstance(given, simulation.Policy)


def _is_function(given: object) -> TypeGuard[FunctionPolicy]:
    simulation = sys.modules.get("pegout.simulation")
    return simulation is not None and isinstance(given, simulation.FunctionPolicy)


def program(given: str, limit: float = LIMIT) -> Engine:
    """Return a program from its command.

    Args:
        given: ``cmd:`` and the command.
        limit: the time limit for a decision, in seconds.

    Raises:
        ArenaError: ``bad_engine`` for an invalid command.

    >>> program("cmd:node 'my engine.js'", limit=2).command
    ('node', 'my engine.js')
    """
    try:
        return Engine.parse(given.removeprefix(COMMAND), name=given, limit=limit)
    except ValueError as error:
        raise ArenaError("bad_engine", f"{given!r} names no program: {error}") from error


def _engine_of(resume: str | os.PathLike[str] | None) -> str | None:
    head = None if resume is None else read_head(resume)
    if head is None or head["run"] not in ("arena", "ladder", "simulate"):
        return None
    return str(head["asked"]["engine"])


def _alike(level: str, rules: Rules) -> str | None:
    """Return the name of the policy that makes the same decisions as a level, under some rules."""
    return LEVELS[level].policy_among(rules.players)


def _quick(levels: Sequence[str], rules: Rules) -> bool:
    """Return whether the kernel is compiled and has a policy for each of these levels."""
    if any(_alike(level, rules) is None for level in levels):
        return False
    from pegout.kernel import COMPILED, KernelError

    if not COMPILED:
        return False
    try:
        policies = tuple([_policy(name, rules) for name in levels])
        _try_out(Cast(tuple(levels), "kernel", policies), rules)
    except KernelError:
        return False
    return True


def _try_out(lineup: Cast, rules: Rules) -> None:
    """Make the kernel report what it cannot play, by running zero games."""
    last = len(lineup.names) - 1
    for at in range(0, last + 1, rules.sides):
        some = [min(at + side, last) for side in range(rules.sides)]
        lineup.player(some, rules, 0).games(range(0), list(range(rules.sides)))


def _refereed(contestant: str | Policy | FunctionPolicy | Own | Engine) -> Entrant:
    """Return a contestant that the referee can seat, or raise."""
    if _is_function(contestant) and callable(getattr(contestant, "choose", None)):
        return shared(contestant, contestant.name, contestant.function)
    if isinstance(contestant, Own | Engine) or (
        isinstance(contestant, str) and contestant in LEVELS
    ):
        return contestant
    from pegout.simulation import POLICIES

    if not isinstance(contestant, str) or contestant in POLICIES:
        name = contestant if isinstance(contestant, str) else contestant.name
        raise ArenaError(
            "bad_engine",
            f"only the kernel knows how {name} plays; take the engine kernel or auto. "
            f"The referee has the levels {', '.join(LEVELS)}",
        )
    raise UnknownLevel("unknown_level", unknown("level", contestant, LEVELS, LEVELS))


def _check_known(names: Sequence[object]) -> None:
    """Reject a name that is neither a level nor a policy."""
    from pegout.simulation import POLICIES

    for name in names:
        if isinstance(name, str) and name not in LEVELS and name not in POLICIES:
            raise ArenaError("bad_levels", unknown("level", name, [*LEVELS, *POLICIES], LEVELS))


def _policy(name: str | Policy | FunctionPolicy, rules: Rules) -> Policy | FunctionPolicy:
    """Return the policy that plays like a level, or else the policy of this name."""
    if not isinstance(name, str):
        return name
    # A policy may share the name of a level and play differently.
    called = _alike(name, rules) if name in LEVELS else name
    if called is not None:
        return _named(called)
    raise ArenaError(
        "bad_engine",
        f"the kernel has no policy that plays like the level {name} among {rules.players} "
        "players; take the referee, the engine rules",
    )


def _named(policy: str) -> Policy:
    from pegout.simulation import POLICIES

    return POLICIES[policy]


def run_arguments(lineup: Cast, rules: Rules, seed: int, **more: object) -> dict[str, object]:
    """Return everything that determines a contest, for the head of its resume file.

    Programs are started briefly, to query their identity.

    Raises:
        EngineFailed: ``not_started`` for a program that does not start.
    """
    asked: dict[str, object] = {
        "levels": list(lineup.names),
        "engine": lineup.engine,
        "preset": rules.preset,
        "switches": rules.changes_in_run(),
        "seed": seed,
        **more,
    }
    if lineup.engine == "kernel":
        asked["policies"] = [policy.parts for policy in lineup.policies]
    identities = lineup.identities()
    if identities:
        asked["players"] = identities
    return asked


def check_games(games: object, seed: object) -> tuple[int, int]:
    """Return a number of games and a seed as ints; raise an error if no contest can have them."""
    number = whole_number(games)
    if number is None or number < 1:
        raise ArenaError("bad_games", f"play one game or more, not {games!r:.40}")
    from pegout.kernel.validation import check_seed

    return number, check_seed(seed)


def play_matchup(
    levels: Sequence[Contender],
    games: int,
    seed: int,
    rules: RulesLike = STANDARD,
    *,
    engine: str = "rules",
    goal: Goal | None = None,
    luck_adjusted: bool = False,
    preparing: Progress | None = None,
    **options: Unpack[RunOptions],
) -> Matchup:
    """Play games between contestants.

    Args:
        levels: the contestant on each side: two, or three in a game of three. The name of a level
            or of a policy of the kernel, a policy; your own player as an object, a class, a
            function that makes one, or ``module:Class``; a program as ``cmd:./engine --fast`` or an
            :class:`~pegout.players.engines.Engine`; a learned policy, as
            :func:`pegout.env.as_policy` makes it. See :func:`cast`.
        games: the number of games, rounded up to whole groups, which have a game for each side.
            With a goal, the largest number.
        seed: everything follows from it; from 0 to 2**62 - 1.
        rules: the rules, or the name of a preset; the contestants deal first in turn.
        engine: one of :data:`ENGINES`. The figures depend on it, so ``auto`` gives others where
            numba is not installed.
        goal: stop when it is reached: a :class:`~pegout.contests.sequential.Decision` or a
            :class:`~pegout.contests.sequential.Narrow`. Like everything else, the result follows
            from the seed alone. The goal is tested after every chunk of groups, in order: after 4
            groups with the referee or 256 with the kernel, and more where ``games`` is above some
            five million.
        luck_adjusted: report win rates adjusted for luck, too, see
            :mod:`pegout.contests.luck_adjusted`. It is for two players with six cards, and excludes
            a goal.
        preparing: called with the deals played and to play that tell luck from skill, before the
            games, if luck is adjusted for.
        options: ``executor``, ``workers``, ``cluster``, ``resume`` and ``progress``, which is
            called with the games played and to play; see :func:`pegout.runs.compute`. An own player
            that other processes cannot import, for instance one that was typed at a prompt, plays
            in this process.

    Returns:
        The results. After an interruption from the keyboard, the results of the finished games,
        with ``complete`` false.

    Raises:
        ArenaError: ``bad_levels`` for a number of levels other than that of the sides, or for an
            unknown contestant; ``bad_games`` for less than one game; ``bad_engine``;
            ``bad_switch``.
        UnknownLevel: for a level that does not exist, where the referee plays.
        PlayerError: for your own player, ``bad_player`` or ``player_failed``; a resume file keeps
            the games before.
        EngineFailed: ``not_started`` for a program that does not start. A program that fails later
            forfeits its game.
        KernelError: ``bad_seed``; for the kernel, rules that it does not support, and
            ``policy_failed`` or ``illegal_action`` for a learned policy.
        UnknownRules: for anything but rules or the name of a preset.
        RunError: see :func:`pegout.runs.compute`.
        GoalError: ``bad_goal`` for anything but a goal.

    >>> from pegout.contests.sequential import Decision
    >>> result = play_matchup(
    ...     ["lookahead", "random"],
    ...     100_000,
    ...     seed=1,
    ...     engine="kernel",
    ...     goal=Decision(0.6, 0.7),
    ...     workers=1,
    ... )
    >>> result.games, result.stopped.reached
    (512, 'high')
    """
    rules = as_rules(rules)
    for name in options.keys() - RunOptions.__annotations__.keys():
        # Such as ``decide``, which is a goal here.
        raise TypeError(
            f"play_matchup has no argument {name!r}; beside goal, engine and luck_adjusted it "
            f"takes {', '.join(RunOptions.__annotations__)}"
        )
    if not isinstance(levels, list | tuple) or len(levels) != rules.sides:
        came = str(len(levels)) if isinstance(levels, list | tuple) else f"{levels!r:.60}"
        raise ArenaError("bad_levels", f"name {rules.sides} levels, one for each side, not {came}")
    games, seed = check_games(games, seed)
    check_options(options)
    if goal is not None and not isinstance(goal, Decision | Narrow):
        raise GoalError(
            "bad_goal",
            "a goal is a Decision or a Narrow of pegout.contests.sequential, such as "
            f"Decision(0.5, 0.52), not {goal!r:.40}",
        )
    if not isinstance(luck_adjusted, bool):
        raise ArenaError("bad_switch", f"luck_adjusted is True or False, not {luck_adjusted!r:.40}")
    lineup = cast(levels, rules, engine, options.get("resume"))
    if luck_adjusted:
        check_luck_adjusted(rules, goal)
    sides = rules.sides
    groups = -(-games // sides)
    options = in_units(lineup.restrict(options), sides)
    more: dict[str, object] = {} if goal is None else {"goal": asdict(goal)}
    if luck_adjusted:
        stand_ins = [policy.parts for policy in lineup.stand_ins(rules)]
        more["luck_adjusted"] = {"deals": _LUCK_DEALS[lineup.engine], "stand_ins": stand_ins}
    with lineup.staged(options) as name:
        run = Run(
            "arena",
            run_arguments(lineup, rules, seed, **more),
            play_groups,
            (
                lineup.adjusting(rules, seed, name, preparing)
                if luck_adjusted
                else lineup.player(range(sides), rules, seed, name),
                rules,
            ),
            groups,
            lineup.chunk(groups, looks=goal is not None),
            "groups of games",
            lineup.needs(),
        )
        watch = None if goal is None else Watch(goal, sides)
        stop = None if watch is None else lambda sums: watch.look(sums["0 won"])
        outcome = compute(run, stop=stop, **options)
    return matchup(
        lineup.names,
        rules,
        seed,
        outcome.finished * sides,
        outcome.complete,
        outcome.sums,
        lineup.engine,
        None if watch is None else watch.stopped(),
    )
