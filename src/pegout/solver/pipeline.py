"""How the shipped tables are made of one another: the steps, their order, and what is up to date.

A step is a command that makes some tables and reads others. It sees no tables but those that it
names, so no table can go into itself on a way that nobody sees. A table is up to date if it was
made by the command of its step from just the tables that are there; heads say so, see
:mod:`pegout.tables.files`. So what was interrupted goes on with what is missing, and what follows
from a table that has changed is made again.

>>> [step.name for step in in_order(steps("full"))][:3]
['cribs', 'discards', 'discards-lowball']
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from pegout.search.model import POINTS_TABLES, WIN_TABLES
from pegout.tables.files import TableError, head_of
from pegout.versions import KERNEL_VERSION, RULES_VERSION

__all__ = [
    "SCALES",
    "OutOfDate",
    "PipelineError",
    "TableStep",
    "copy_inputs",
    "in_order",
    "install",
    "key_of",
    "out_of_date",
    "steps",
]


class PipelineError(ValueError):
    """Steps that cannot be taken, or that made something else than they should.

    Attributes:
        code: ``bad_steps`` or ``bad_step``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class TableStep:
    """A command that makes tables.

    Attributes:
        name: what it is called.
        command: the command, as it stands in the heads of what it makes.
        reads: the files of the tables that it reads, in the order of the heads.
        makes: the files of the tables that it makes. What else it writes is for pages.
        state: the option that names a file from which it goes on after an interruption, if any.
        workers: the option that says how many threads or processes work at it, if any.
        cluster: whether a Dask cluster can work at it.
    """

    name: str
    command: str
    reads: tuple[str, ...]
    makes: tuple[str, ...]
    state: str = ""
    workers: str = ""
    cluster: bool = False


_GAMES: Final = ("five_card", "three", "four")
_THROWS: Final = tuple([f"throws_{game}{kind}.csv" for kind in ("", "_lowball") for game in _GAMES])

_OF_TWO: Final = ("chances_two.txt", "margins_two.txt", "deals.csv")


def _solved(name: str, reads: tuple[str, ...], *makes: str) -> TableStep:
    """Give a step that works in rounds on this machine, and keeps each."""
    return TableStep(name, "", reads, makes, "--state", "--workers")


def _sampled(name: str, reads: tuple[str, ...], *makes: str) -> TableStep:
    """Give a step that plays deals, anywhere, and keeps those that are finished."""
    return TableStep(name, "", reads, makes, "--resume", "--processes", cluster=True)


_STEPS: Final = (
    TableStep("cribs", "", (), ("cribs.csv", *_THROWS)),
    _solved("discards", (), "cribs_six.csv", "throws_six.csv"),
    _solved("discards-lowball", (), "cribs_six_lowball.csv", "throws_six_lowball.csv"),
    _solved("deal", (), "throws_deal.csv", "keeps.csv"),
    _solved("play", ("throws_deal.csv",), "play.bin", "pegs.csv"),
    TableStep("goals", "", POINTS_TABLES, ("goals.bin",), workers="--workers"),
    TableStep(
        "last-hole", "", ("throws_deal.csv", "play.bin"), ("last_hole.csv",), workers="--processes"
    ),
    _sampled("chances-two", ("cribs_six.csv", *POINTS_TABLES), *_OF_TWO),
    _sampled("chances-three", ("cribs.csv",), "chances_three.txt"),
    _sampled("chances-four", ("cribs.csv",), "chances_four.txt"),
    _sampled("errors", ("cribs_six.csv", *POINTS_TABLES, *WIN_TABLES), "error_rates.csv"),
)

#: What each step does: as it is shipped, and in minutes.
SCALES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "full": {
            "cribs": "cribs",
            "discards": "discards",
            "discards-lowball": "discards --lowball",
            "deal": "deal",
            "play": "play",
            "goals": "goals",
            "last-hole": "chances --exact",
            "chances-two": "chances --policy expert-points --deals 8000000 --seed 1",
            "chances-three": "chances --policy lookahead --deals 5000000 --seed 1 --players 3",
            "chances-four": "chances --policy lookahead --deals 20000000 --seed 1 --players 4",
            "errors": "errors --games 10000 --seed 1",
        },
        "small": {
            "cribs": "cribs --rounds 2",
            "discards": "discards --rounds 1",
            "discards-lowball": "discards --rounds 1 --lowball",
            "deal": "deal --play-tolerance 10.0 --rounds 1",
            "play": "play --sweeps 10",
            "goals": "goals --most 20",
            "last-hole": "chances --exact",
            "chances-two": "chances --policy expert-points --deals 20000 --seed 1",
            "chances-three": "chances --policy lookahead --deals 20000 --seed 1 --players 3",
            "chances-four": "chances --policy lookahead --deals 20000 --seed 1 --players 4",
            "errors": "errors --games 40 --seed 1",
        },
    }
)


def steps(scale: str) -> tuple[TableStep, ...]:
    """Give the steps that make all tables, at a scale of :data:`SCALES`.

    >>> steps("small")[0].command
    'pegout solve cribs --rounds 2'
    """
    lines = SCALES[scale]
    return tuple([replace(step, command=f"pegout solve {lines[step.name]}") for step in _STEPS])


def in_order(given: Sequence[TableStep]) -> tuple[TableStep, ...]:
    """Put steps into an order in which each comes after those whose tables it reads.

    Raises:
        PipelineError: ``bad_steps`` if two make one table, if a table that is read is made by none,
            or if a table would go into itself.

    >>> one, two = TableStep("one", "", ("b",), ("a",)), TableStep("two", "", ("a",), ("b",))
    >>> in_order([one, two])
    Traceback (most recent call last):
    ...
    pegout.solver.pipeline.PipelineError: a table would go into itself: one, two, one
    """
    makers: dict[str, TableStep] = {}
    for step in given:
        for file in step.makes:
            if file in makers:
                raise PipelineError(
                    "bad_steps", f"{file} is made by {makers[file].name} and by {step.name}"
                )
            makers[file] = step
    for step in given:
        for file in step.reads:
            if file not in makers:
                raise PipelineError("bad_steps", f"{step.name} reads {file}, which no step makes")
    names = {step.name: step for step in given}
    before = {step.name: [makers[file].name for file in step.reads] for step in given}
    try:
        return tuple([names[name] for name in TopologicalSorter(before).static_order()])
    except CycleError as error:
        raise PipelineError(
            "bad_steps", f"a table would go into itself: {', '.join(error.args[1])}"
        ) from error


# One step ---------------------------------------------------------------------------------------


class OutOfDate(NamedTuple):
    """A table that has to be made.

    Attributes:
        file: its file.
        reason: ``missing``, ``damaged``, ``inputs`` if it was made of other tables than are there,
            or ``command`` if it was made by another command.
        detail: that command.
    """

    file: str
    reason: Literal["missing", "damaged", "inputs", "command"]
    detail: str = ""


def out_of_date(step: TableStep, folder: Path) -> OutOfDate | None:
    """Say which table of a step has to be made, and why; nothing if all are up to date.

    Args:
        step: the step.
        folder: where the tables are.

    >>> out_of_date(steps("full")[0], Path("/nowhere"))
    OutOfDate(file='cribs.csv', reason='missing', detail='')
    """
    for file in step.makes:
        try:
            head = head_of((folder / file).read_bytes())
        except FileNotFoundError:
            return OutOfDate(file, "missing")
        except TableError:
            return OutOfDate(file, "damaged")
        if head.command != step.command:
            return OutOfDate(file, "command", head.command)
        try:
            same = head.inputs == _digests(step.reads, folder)
        except (OSError, TableError):
            same = False
        if not same:
            return OutOfDate(file, "inputs")
    return None


def _digests(files: Iterable[str], folder: Path) -> dict[str, str]:
    return {file: head_of((folder / file).read_bytes()).checksum for file in files}


def key_of(step: TableStep, folder: Path) -> str:
    """Give a name for whatever is kept of a step, from all that its numbers follow from.

    Args:
        step: the step.
        folder: where the tables are that it reads.
    """
    inputs = sorted(_digests(step.reads, folder).items())
    whole = f"{step.command} {inputs} {RULES_VERSION} {KERNEL_VERSION}"
    return f"{step.name}-{sha256(whole.encode()).hexdigest()[:12]}"


def copy_inputs(step: TableStep, folder: Path, into: Path) -> None:
    """Copy the tables that a step reads, and no others, to a folder of their own."""
    into.mkdir(parents=True)
    for file in step.reads:
        shutil.copyfile(folder / file, into / file)


def install(step: TableStep, made: Path, folder: Path, pages: Path | None = None) -> list[str]:
    """Put what a step has made into its place, each file at once or not at all.

    Args:
        step: the step.
        made: the folder where it was made.
        folder: where the tables are.
        pages: where everything else belongs that it made; it is left out if not given.

    Returns:
        The files that are new.

    Raises:
        PipelineError: ``bad_step`` if a table was not made, or not as the step says.
    """
    inputs = _digests(step.reads, folder)
    for file in step.makes:
        try:
            head = head_of((made / file).read_bytes())
        except (OSError, TableError) as error:
            raise PipelineError("bad_step", f"{step.name} did not make {file}: {error}") from error
        if (head.command, dict(head.inputs)) != (step.command, inputs):
            raise PipelineError(
                "bad_step",
                f"{file} says that it was made by {_made(head.command, head.inputs)}, and not by "
                f"{_made(step.command, step.reads)}",
            )
    return [
        _put(path, target)
        for path in sorted(made.iterdir())
        for target in [folder if path.name in step.makes else pages]
        if target is not None
    ]


def _made(command: str, inputs: Iterable[str]) -> str:
    return f"{command} of {', '.join(inputs) or 'nothing'}"


def _put(path: Path, folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / f"{path.name}.new"
    shutil.copyfile(path, beside)
    with beside.open("r+b") as file:
        os.fsync(file.fileno())
    beside.replace(folder / path.name)
    return path.name
