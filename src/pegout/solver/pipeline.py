"""The build of the shipped tables: the steps, their order, and which tables are up to date.

A step is a command that makes some tables and reads others. It sees only the tables that it names,
so no dependency is hidden. A table is up to date if the command of its step made it from exactly
the current input tables; its head records both, see :mod:`pegout.tables.files`. So a build that was
interrupted resumes with what is missing, and a table is rebuilt when one that it depends on
changes.

>>> [step.name for step in in_order(steps("full"))][:3]
['cribs', 'discards', 'discards-lowball']
"""

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from pegout.errors import PegoutError
from pegout.search.model import LATE_TABLES, POINTS_TABLES, WIN_TABLES
from pegout.tables.files import TableError, head_of
from pegout.versions import KERNEL_VERSION, RULES_VERSION


class PipelineError(PegoutError):
    """Steps that cannot be ordered, or a step that made something else than it declares.

    Attributes:
        code: ``bad_steps`` or ``bad_step``.
    """


@dataclass(frozen=True, slots=True)
class TableStep:
    """A command that makes tables."""

    name: str  # the name of the step
    command: str  # the command, as it is recorded in the heads of its tables
    reads: tuple[str, ...]  # the files of the tables that it reads, in the order of the heads
    # The files of the tables that it makes. Its other files are for the documentation.
    makes: tuple[str, ...]
    state: str = ""  # the option that names a checkpoint file to resume from, if any
    workers: str = ""  # the option for the number of threads or processes, if any
    cluster: bool = False  # whether it can run on a Dask cluster


_GAMES: Final = ("five_card", "three", "four")
_DISCARDS: Final = tuple(
    [f"discards_{game}{kind}.csv" for kind in ("", "_lowball") for game in _GAMES]
)

_OF_TWO: Final = ("chances_two.txt", "margins_two.txt", "deals.csv")


def _solved(name: str, reads: tuple[str, ...], *makes: str) -> TableStep:
    """Return a step that works in rounds on this machine, with a checkpoint after each."""
    return TableStep(name, "", reads, makes, "--state", "--workers")


def _sampled(name: str, reads: tuple[str, ...], *makes: str) -> TableStep:
    """Return a step that plays deals on any machines, with checkpoints of finished batches."""
    return TableStep(name, "", reads, makes, "--resume", "--processes", cluster=True)


_STEPS: Final = (
    TableStep("cribs", "", (), ("cribs.csv", *_DISCARDS)),
    _solved("discards", (), "cribs_six.csv", "discards_six.csv"),
    _solved("discards-lowball", (), "cribs_six_lowball.csv", "discards_six_lowball.csv"),
    _solved("deal", (), "discards_deal.csv", "keeps.csv"),
    _solved("play", ("discards_deal.csv",), "play.bin", "pegs.csv"),
    TableStep(
        "last-hole",
        "",
        ("discards_deal.csv", "play.bin"),
        ("last_hole.csv",),
        workers="--processes",
    ),
    _sampled("chances-two", ("cribs_six.csv", *POINTS_TABLES), *_OF_TWO),
    _solved("late-hands", LATE_TABLES, "late_hands.bin"),
    _sampled("chances-three", ("cribs.csv",), "chances_three.txt"),
    _sampled("chances-four", ("cribs.csv",), "chances_four.txt"),
    _sampled(
        "errors",
        ("cribs_six.csv", "discards_six.csv", *POINTS_TABLES, *WIN_TABLES),
        "error_rates.csv",
    ),
)

#: The arguments of each step: at the scale of the shipped tables, and at one that takes minutes.
SCALES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "full": {
            "cribs": "cribs",
            "discards": "discards",
            "discards-lowball": "discards --lowball",
            "deal": "deal",
            "play": "play",
            "last-hole": "chances --exact",
            "chances-two": "chances --policy expert-points --deals 8000000 --seed 1",
            "late-hands": "late-hands",
            "chances-three": "chances --policy lookahead --deals 5000000 --seed 1 --players 3",
            "chances-four": "chances --policy lookahead --deals 20000000 --seed 1 --players 4",
            "errors": "errors --games 20000 --seed 1",
        },
        "small": {
            "cribs": "cribs --rounds 2",
            "discards": "discards --rounds 1",
            "discards-lowball": "discards --rounds 1 --lowball",
            "deal": "deal --play-tolerance 10.0 --rounds 1",
            "play": "play --sweeps 10",
            "last-hole": "chances --exact",
            "chances-two": "chances --policy expert-points --deals 20000 --seed 1",
            "late-hands": "late-hands --hands 1",
            "chances-three": "chances --policy lookahead --deals 20000 --seed 1 --players 3",
            "chances-four": "chances --policy lookahead --deals 20000 --seed 1 --players 4",
            "errors": "errors --games 40 --seed 1",
        },
    }
)


def steps(scale: str) -> tuple[TableStep, ...]:
    """Return the steps that make all tables, at a scale of :data:`SCALES`.

    >>> steps("small")[0].command
    'pegout solve cribs --rounds 2'
    """
    lines = SCALES[scale]
    return tuple([replace(step, command=f"pegout solve {lines[step.name]}") for step in _STEPS])


def in_order(given: Sequence[TableStep]) -> tuple[TableStep, ...]:
    """Sort steps so that each comes after those whose tables it reads.

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
    """A table that has to be made."""

    file: str  # the file of the table
    # ``missing``, ``damaged``, ``inputs`` if it was made from other tables than the current ones,
    # or ``command`` if it was made by another command.
    reason: Literal["missing", "damaged", "inputs", "command"]
    detail: str = ""  # that command


def out_of_date(step: TableStep, folder: Path) -> OutOfDate | None:
    """Return the first table of a step that has to be made, with the reason, or ``None``."""
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
    """Return a name for the checkpoint of a step, derived from all that its numbers depend on."""
    inputs = sorted(_digests(step.reads, folder).items())
    whole = f"{step.command} {inputs} {RULES_VERSION} {KERNEL_VERSION}"
    return f"{step.name}-{sha256(whole.encode()).hexdigest()[:12]}"


def copy_inputs(step: TableStep, folder: Path, into: Path) -> None:
    """Copy the tables that a step reads, and no others, to a separate folder."""
    into.mkdir(parents=True)
    for file in step.reads:
        shutil.copyfile(folder / file, into / file)


def install(step: TableStep, made: Path, folder: Path, pages: Path | None = None) -> list[str]:
    """Copy the files of a step from where they were made to their folders, each one atomically.

    Raises:
        PipelineError: ``bad_step`` if a table was not made, or not as the step declares.
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
                f"{file} says that it was made by {_say(head.command, head.inputs)}, and not by "
                f"{_say(step.command, step.reads)}",
            )
    return [
        _put(path, target)
        for path in sorted(made.iterdir())
        for target in [folder if path.name in step.makes else pages]
        if target is not None
    ]


def _say(command: str, inputs: Iterable[str]) -> str:
    return f"{command} of {', '.join(inputs) or 'nothing'}"


def _put(path: Path, folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / f"{path.name}.new"
    shutil.copyfile(path, beside)
    with beside.open("r+b") as file:
        os.fsync(file.fileno())
    beside.replace(folder / path.name)
    return path.name
