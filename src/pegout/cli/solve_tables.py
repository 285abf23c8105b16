"""``pegout solve tables``: make every shipped table, each from those before it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from pegout.cli.faults import OneOf
from pegout.cli.help import about
from pegout.cli.options import json_option
from pegout.cli.solving import folder_option, workers_option
from pegout.text.columns import labelled
from pegout.text.language import Translator

if TYPE_CHECKING:
    from pegout.solver.pipeline import OutOfDate, TableStep

_SCALES: Final = ("full", "small")
#: How long an interrupted step has to save its work, in seconds.
_PATIENCE: Final = 20.0
_STEP: Final = "from pegout.cli.solve_tables import take_step; take_step()"


class _Build(NamedTuple):
    """Where tables are made: the folders of tables, other files and unfinished steps."""

    folder: Path
    pages: Path | None
    work: Path
    workers: int | None
    cluster: str | None


def solve_tables(t: Translator) -> click.Command:
    """Return the command in a language."""

    @click.command(
        "tables",
        help=about(
            t,
            t(
                "Make the shipped tables, in order: each that is missing or damaged, or was made "
                "by another command or from other tables."
            ),
            t(
                "Takes about two and a half hours and 6 GB, and needs the extra “fast”; --scale "
                "small takes minutes. An interrupted step resumes where it stopped. A table is "
                "put into its place when it is complete."
            ),
            examples=[
                "pegout solve tables --check",
                "pegout solve tables --scale small --into tables",
                "pegout solve tables --only late-hands --only last-hole",
            ],
            fields={
                "folder": t("where the tables are"),
                "made": t("the steps that were taken"),
                "left": t("the steps that are still to be taken, and why"),
                "seconds": t("time and memory used"),
            },
        ),
    )
    @click.option(
        "--scale",
        type=OneOf(t, list(_SCALES)),
        default="full",
        show_default=True,
        help=t("Tables as they are shipped, or small ones that are made in minutes."),
    )
    @folder_option(
        "--into",
        t("The folder of the tables; by default the one that Pegout reads, at full scale."),
    )
    @folder_option(
        "--pages",
        t("Write the tables and pictures of the documentation pages to this folder."),
    )
    @folder_option(
        "--work",
        t("The folder for unfinished steps; by default one in the cache of this user."),
    )
    @click.option("--only", metavar="STEP", multiple=True, help=t("Take this step alone."))
    @click.option(
        "--fresh", is_flag=True, help=t("Delete the tables first, and make all of them again.")
    )
    @click.option("--check", is_flag=True, help=t("Make nothing; say what would be made, and why."))
    @workers_option(t("The number of processes in a step."))
    @click.option(
        "--cluster",
        metavar="tcp://HOST:PORT",
        help=t("Play the deals on a Dask cluster; needs the extra “cluster”."),
    )
    @json_option(t)
    def command(
        *,
        scale: str,
        into: Path | None,
        pages: Path | None,
        work: Path | None,
        only: tuple[str, ...],
        fresh: bool,
        check: bool,
        workers: int | None,
        cluster: str | None,
        as_json: bool,
    ) -> int:
        from pegout.tables.files import folder

        if into is None and scale != "full":
            raise click.UsageError(t("Small tables are not shipped: name a folder with --into."))
        build = _Build(
            (into or folder()).absolute(), pages, work or _work_folder(), workers, cluster
        )
        wanted = _wanted(t, scale, only)
        if check:
            return _report(t, build, wanted, [], None, as_json)
        start = time.perf_counter()
        made = _make(t, build, wanted, fresh)
        return _report(t, build, wanted, made, time.perf_counter() - start, as_json)

    return command


def _work_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pegout", appauthor=False) / "tables"


def _wanted(t: Translator, scale: str, only: Sequence[str]) -> list[TableStep]:
    from pegout.solver.pipeline import in_order, steps

    every = in_order(steps(scale))
    names = [step.name for step in every]
    for name in only:
        if name not in names:
            words = ", ".join(names)
            raise click.UsageError(
                t("expected one of {words}, not “{given}”.", words=words, given=name)
            )
    return [step for step in every if not only or step.name in only]


def _make(t: Translator, build: _Build, wanted: Sequence[TableStep], fresh: bool) -> list[str]:
    """Take the requested steps whose tables are out of date; return the names of the steps."""
    from filelock import FileLock, Timeout

    from pegout.solver.pipeline import out_of_date

    build.work.mkdir(parents=True, exist_ok=True)
    build.folder.mkdir(parents=True, exist_ok=True)
    made = []
    try:
        with FileLock(build.work / "lock", timeout=0):
            if fresh:
                _delete(build, wanted)
            for number, step in enumerate(wanted, 1):
                why = out_of_date(step, build.folder)
                if not why:
                    continue
                click.echo(f"[{number}/{len(wanted)}] {step.command}: {_reason(t, why)}", err=True)
                _take(t, build, step)
                made.append(step.name)
    except Timeout as error:
        raise click.ClickException(
            t("Tables are being made in {folder} already.", folder=build.work)
        ) from error
    return made


def _reason(t: Translator, why: OutOfDate) -> str:
    """Return the reason why a table must be made."""
    reasons = {
        "missing": t("{file} is missing", file=why.file),
        "damaged": t("{file} is damaged", file=why.file),
        "inputs": t("{file} was made from other tables", file=why.file),
        "command": t("{file} was made by “{command}”", file=why.file, command=why.detail),
    }
    return reasons[why.reason]


def _delete(build: _Build, wanted: Iterable[TableStep]) -> None:
    for step in wanted:
        for file in step.makes:
            (build.folder / file).unlink(missing_ok=True)
        for saved in build.work.glob(f"{step.name}-{'?' * 12}.*"):
            shutil.rmtree(saved) if saved.is_dir() else saved.unlink()


def _take(t: Translator, build: _Build, step: TableStep) -> None:
    """Take a step in its own process, with copies of exactly the tables that it reads."""
    from pegout.solver.pipeline import copy_inputs, install, key_of

    for file in step.reads:
        if not (build.folder / file).is_file():
            raise click.ClickException(
                t("{step} needs {file}, which is missing.", step=step.name, file=file)
            )
    key = key_of(step, build.folder)
    state, folder = build.work / f"{key}.kept", build.work / f"{key}.step"
    shutil.rmtree(folder, ignore_errors=True)
    copy_inputs(step, build.folder, folder / "reads")
    words = [*step.command.split()[1:], "--out", str(folder / "makes")]
    if step.state:
        words += [step.state, str(state)]
    if step.cluster and build.cluster is not None:
        words += ["--cluster", build.cluster]
    elif step.workers and build.workers is not None:
        words += [step.workers, str(build.workers)]
    run_step(t, step, ["--lang", t.code, *words], folder / "reads")
    install(step, folder / "makes", build.folder, build.pages)
    shutil.rmtree(folder)
    state.unlink(missing_ok=True)


def run_step(t: Translator, step: TableStep, words: list[str], reads: Path) -> None:
    """Run the command of a step; it ends when this process does, for any reason."""
    from pegout.tables.files import FOLDER_VARIABLE

    environment = {**os.environ, FOLDER_VARIABLE: str(reads)}
    # Its output is for people, like the output of this command on standard error.
    with subprocess.Popen(
        [sys.executable, "-c", _STEP, *words], env=environment, stdin=subprocess.PIPE, stdout=2
    ) as process:
        try:
            status = process.wait()
        except KeyboardInterrupt:
            # With Ctrl-C the step receives the signal too, and saves its work.
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
            raise
    if status == 130:
        raise KeyboardInterrupt
    if status:
        raise click.ClickException(
            t("{step} has failed. The same command resumes from there.", step=step.name)
        )


def take_step() -> None:
    """Run a command until it is done, or until the parent process closes standard input."""
    from pegout.cli import main

    def watch() -> None:
        # Unbuffered, because Python would need the buffer's lock when it exits.
        while os.read(0, 1):
            pass
        os._exit(1)

    Thread(target=watch, daemon=True).start()
    main(sys.argv[1:])


def _report(
    t: Translator,
    build: _Build,
    wanted: Sequence[TableStep],
    made: Sequence[str],
    seconds: float | None,
    as_json: bool,
) -> int:
    """List the tables that were made and those left; return status 1 if any are left."""
    from pegout.cli.exit_status import CHECK_FAILED
    from pegout.solver.pipeline import out_of_date

    reasons = {step.name: out_of_date(step, build.folder) for step in wanted}
    left = {name: _reason(t, why) for name, why in reasons.items() if why is not None}
    if as_json:
        spent = {} if seconds is None else {"seconds": round(seconds, 1)}
        data = {"folder": str(build.folder), "made": list(made), "left": left, **spent}
        click.echo(json.dumps(data, indent=2))
    else:
        rows = {name: left.get(name) or t("up to date") for name in reasons}
        if seconds is not None:
            rows[t("time")] = t.decimal(seconds, ".1f") + " s"
        click.echo("\n".join(labelled(rows.items())))
    return CHECK_FAILED if left else 0
