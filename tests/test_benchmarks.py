"""The measurements' bookkeeping; what they measure is nothing that a test could assert."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from importlib import import_module

import pytest

from benchmarks import __main__ as command
from benchmarks.alone import run
from benchmarks.figures import COUNTING, GROUPS, PYTHON, WEB, Figure, Measurement, Row, Trial
from benchmarks.machine import Machine
from benchmarks.page import Results, number, page, table
from benchmarks.suites import load_suites, run_all

QUIET = Machine("A processor", 2, 16.2, "A system", "CPython 3.11.0", {"numpy": "2.0"}, "", 0.1, 0)
BUSY = Machine("A processor", 2, 16.2, "A system", "CPython 3.11.0", {}, "powersave", 3.5, 0.9)

MET = Figure(
    "hands", "kernel", COUNTING, Row("all hands", "ms", 5, elsewhere="C 35"),
    (5.0, 4.0, 2.0), {}, 206.4,
)  # fmt: skip
MISSED = Figure(
    "shows", "engine", PYTHON, Row("shows counted", "a second", 70_000, "more"),
    (34_000.0, 35_000.0, 36_000.0), {"a peer": (7_000.0, 6_900.0, 7_100.0)}, None,
)  # fmt: skip
LOAD = Figure("load", "web", WEB, Row("games at once", "games", 500, "more"), (750.0,), {}, 90.0)

EVERY = load_suites()


def results(*figures: Figure, machine: Machine = QUIET) -> Results:
    left_out = {"sweep": "needs numba", "load": "broke down"}
    return Results(date(2026, 1, 31), "1.2.3", machine, figures, left_out)


def cells(text: str, name: str) -> list[str]:
    """The cells of a line of the page, by the name in its last column."""
    line = next(line for line in text.splitlines() if line.endswith(f"| `{name}` |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def made_up(prepare: Callable[[], Trial], *, name: str = "made up", needs: str = "") -> Measurement:
    rows = (Row("something", "s"),)
    return Measurement(
        name, "engine", PYTHON, rows, prepare, (needs,) if needs else (), 2, True, False
    )


# The page


def test_the_page_has_every_column_with_its_unit() -> None:
    text = table([MET, MISSED])
    head = [cell.strip() for cell in text.splitlines()[0].strip("|").split("|")]
    assert head == [
        "what", "unit", "median", "best", "aim", "ratio", "peer in the same run", "memory",
        "elsewhere", "name",
    ]  # fmt: skip
    assert cells(text, "hands") == [
        "all hands", "ms", "4.00", "2.00", "5", "1.25", "", "206", "C 35", "`hands`",
    ]  # fmt: skip
    assert len({line.count("|") for line in text.splitlines()}) == 1


def test_an_aim_that_is_missed_is_marked_as_missed() -> None:
    text = page(results(MET, MISSED))
    assert cells(text, "shows")[5] == "**0.500, missed**"
    assert cells(text, "shows")[3] == "36,000"
    assert [line for line in text.splitlines() if ", missed**" in line] == [
        line for line in text.splitlines() if line.startswith("| shows counted")
    ]


def test_a_peer_stands_beside_ours_with_how_many_times_better_ours_is() -> None:
    assert "| a peer 7,000 (×5.00) |" in page(results(MISSED))


def test_a_column_that_would_be_empty_is_left_out() -> None:
    assert table([LOAD]).splitlines()[0] == (
        "| what | unit | median | best | aim | ratio | memory | name |"
    )


def test_what_was_not_measured_is_said_with_the_reason() -> None:
    assert page(results(MET)).endswith("\n\nNot measured: `sweep` (needs numba).\n")
    assert page(results(LOAD)).endswith("\n\nNot measured: `load` (broke down).\n")


def test_the_machine_is_described_and_a_busy_one_is_warned_of() -> None:
    quiet = page(results(MET))
    assert "Measured on 31 January 2026: Pegout 1.2.3, CPython 3.11.0, numpy 2.0, " in quiet
    assert "A processor, 2 cores, 16 GB, A system, load 0.10 before." in quiet
    assert "busy" not in quiet
    busy = page(results(MET, machine=BUSY))
    assert "clock governed by “powersave”" in busy
    assert "> **The machine was busy with something else** (load 3.50, 90% of its cores)" in busy


def test_the_half_that_was_not_measured_stays_as_it_was() -> None:
    first = page(results(MET))
    both = page(results(LOAD), first)
    assert both.startswith(first)
    assert both.count("| games at once |") == 1
    again = page(results(MISSED), both)
    assert "| shows counted |" in again
    assert "| all hands |" not in again
    assert again.endswith(both.removeprefix(first))
    assert page(results(MET, LOAD)) == both


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (251_873.2, "252,000"),
        (70.06, "70.1"),
        (5, "5.00"),
        (0.29666, "0.297"),
        (0, "0"),
        (99.96, "100"),
        (999.6, "1,000"),
        (1e-6, "0.00000100"),
    ],
)
def test_numbers_are_written_with_three_digits(value: float, written: str) -> None:
    assert number(value) == written


def test_best_and_worst_depend_on_what_is_better() -> None:
    assert (MET.best, MET.worst, MET.ratio) == (2, 5, 1.25)
    assert (MISSED.best, MISSED.worst, MISSED.ratio) == (36_000, 34_000, 0.5)
    plain = MISSED.to_json()
    assert plain["peers"]["a peer"] == {
        "median": 7_000, "ratio": 5, "values": [7_000, 6_900, 7_100]
    }  # fmt: skip


# The measurements


@pytest.mark.parametrize("name", EVERY)
def test_every_measurement_can_be_found_and_says_what_it_does(name: str) -> None:
    one = EVERY[name]
    found = getattr(import_module(one.prepare.__module__), one.prepare.__name__)
    assert found is one.prepare
    assert (one.prepare.__doc__ or "").endswith(".")
    assert one.group in GROUPS
    assert (one.group == WEB) == (one.suite == "web")
    assert one.rounds > 0
    assert one.rows
    assert all(row.what and row.unit for row in one.rows)
    assert "|" not in "".join(row.what + row.elsewhere for row in one.rows)


def test_ours_is_warmed_up_and_then_takes_turns_with_its_peers() -> None:
    order = []

    def ours() -> tuple[float, ...]:
        order.append("ours")
        return (1.5,)

    def theirs() -> tuple[float, ...]:
        order.append("theirs")
        return (2.5,)

    trial = Trial(ours, {"a peer": lambda: theirs, "another": lambda: None}, lambda: 7.0)
    found = run(made_up(lambda: trial), 2)
    assert order == ["ours", "theirs", "ours", "theirs", "ours", "theirs"]
    assert found == {
        "values": [(1.5,), (1.5,)], "peers": {"a peer": [(2.5,), (2.5,)]}, "memory": 7
    }  # fmt: skip


def test_a_measurement_runs_in_a_process_of_its_own() -> None:
    lines: list[str] = []
    outcome = run_all([EVERY["import"]], 1, lines.append)
    assert not outcome.failed
    assert [figure.row for figure in outcome.figures] == list(EVERY["import"].rows)
    assert all(figure.median > 0 for figure in outcome.figures)
    assert len(lines) == 2


def test_what_cannot_be_measured_is_left_out_and_the_rest_goes_on() -> None:
    missing = made_up(lambda: Trial(lambda: (1.0,)), name="missing", needs="no_such_package")
    unknown = made_up(lambda: Trial(lambda: (1.0,)), name="unknown")
    lines: list[str] = []
    outcome = run_all([missing, unknown], None, lines.append)
    assert outcome.left_out == {"missing": "needs no_such_package", "unknown": "broke down"}
    assert any("KeyError: 'unknown'" in line for line in lines)
    assert outcome.failed == ["unknown"]
    assert not outcome.figures


@pytest.mark.parametrize("given", [["--only", "hands"], ["kernel"], ["engine"]])
def test_a_page_is_not_written_from_a_part_of_a_half(
    given: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--write", "page.md", *given])
    with pytest.raises(SystemExit):
        command.main()
    assert "--write takes a whole half of the page" in capsys.readouterr().err
