"""The gate's own program: its jobs, what it shows, and its exit status."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tools.gate import CORE, GATES, ROOT, Job, jobs, main, run


def says(name: str, text: str, status: int = 0, *, first: bool = False) -> Job:
    program = f"import sys; print({text!r}); sys.exit({status})"
    return Job(name, (sys.executable, "-c", program), first=first)


def test_every_test_is_in_one_part_of_the_gate() -> None:
    """A test is quick, slow or long, and its job runs it compiled or interpreted."""
    chosen = []
    for gate in GATES:
        for job in jobs(gate):
            if job.name in ("compiled", "tests", "long"):
                *_, which = [after for word, after in pairwise(job.command) if word == "-m"]
                chosen.append((gate, which, job.environment.get("NUMBA_DISABLE_JIT", "0")))
    for compiled in (True, False):
        for slow, long in ((False, False), (True, False), (False, True), (True, True)):
            marks = {"compiled": compiled, "slow": slow, "long": long}
            runs = [choice for choice in chosen if eval(choice[1], dict(marks))]
            assert len(runs) == 1, (marks, runs)
            assert runs[0][0] == ("long" if long else "slow" if slow else "quick")
            assert runs[0][2] == ("0" if compiled or long else "1")


def test_the_tests_of_the_core_are_traced_with_the_slow_ones() -> None:
    (core,) = [job for job in jobs("slow") if job.name == "core"]
    assert "--cov" in core.command
    assert [path for path in CORE if not (ROOT / path).exists()] == []


def test_paths_are_tested_alone() -> None:
    assert [job.name for job in jobs("slow", ["tests/rules"])] == ["collect", "compiled", "tests"]
    for gate in GATES:
        assert jobs(gate, ["tests/rules"])[-1].command[-1] == "tests/rules"


@pytest.mark.parametrize(
    ("todo", "passed", "shown"),
    [
        pytest.param([says("a", "A"), says("b", "B")], True, "== a ==\nA\n", id="all pass"),
        pytest.param([says("a", "A", 1), says("b", "B")], False, "FAILED", id="one fails"),
        pytest.param([says("a", "", 5), says("b", "B")], True, "passed", id="nothing to run"),
    ],
)
def test_jobs_side_by_side(
    todo: list[Job], passed: bool, shown: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(todo) is passed
    output = capfd.readouterr().out
    assert shown in output
    assert output.count("B\n") == 1


def test_when_the_first_fails_the_others_are_not_started(capfd: pytest.CaptureFixture[str]) -> None:
    assert not run([says("a", "A", 2, first=True), says("b", "B")])
    output = capfd.readouterr().out
    assert "== a ==\nA\n" in output
    assert "B\n" not in output


def test_at_the_first_failure_all_ends_if_wanted(capfd: pytest.CaptureFixture[str]) -> None:
    endless = Job("a", (sys.executable, "-c", "import time; time.sleep(600)"))
    assert not run([endless, says("b", "B", 1)], to_the_end=False)
    shown = [line.split()[0::3] for line in capfd.readouterr().out.splitlines()[-2:]]
    assert shown == [["a", "stopped"], ["b", "FAILED"]]


def test_an_unknown_gate_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quik"]) == 2
    assert "expected one of quick, slow, long, not 'quik'" in capsys.readouterr().err


def test_a_failure_names_the_command_that_repeats_it(tmp_path: Path) -> None:
    hooks = "pytest_terminal_summary, pytest_report_header"
    (tmp_path / "conftest.py").write_text(f"from tests.conftest import {hooks}")
    (tmp_path / "test_it.py").write_text("def test_that_fails():\n    assert not 1")
    # What this run was started with is not for that one.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PEGOUT_", "PYTEST_"))
    }
    environment |= {"NUMBA_DISABLE_JIT": "1", "PEGOUT_SEED": "5", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "/dev/null", tmp_path],
        cwd=ROOT,
        env=environment | {"PEGOUT_FAILED": str(tmp_path / "failed.txt")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "seed: 5 (PEGOUT_SEED sets another)" in done.stdout
    variables = "NUMBA_DISABLE_JIT=1 PEGOUT_SEED=5"
    assert f"{variables} .venv/bin/pytest -m '' " in done.stdout
    assert "test_it.py::test_that_fails" in done.stdout.partition("pytest -m ''")[2]
    (command,) = (tmp_path / "failed.txt").read_text("utf-8").splitlines()
    assert command in done.stdout


def test_the_commands_that_repeat_failures_come_last(capfd: pytest.CaptureFixture[str]) -> None:
    program = "import os; open(os.environ['PEGOUT_FAILED'], 'a').write('repeat b\\n'); exit(1)"
    assert not run([Job("b", (sys.executable, "-c", program)), says("a", "A")])
    assert capfd.readouterr().out.endswith("\nto repeat:\nrepeat b\n")
