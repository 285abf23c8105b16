"""The bookkeeping of the benchmarks; their results are nothing that a test could assert."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import pegout
from benchmarks import __main__ as command
from benchmarks import quoted, results
from benchmarks.alone import run
from benchmarks.figures import GROUPS, PYTHON, WEB, Figure, Measurement, Row, Trial, figure
from benchmarks.machine import Machine
from benchmarks.native import native
from benchmarks.page import number, page, table
from benchmarks.results import Part, ResultsError, merged
from benchmarks.suites import load_suites, run_all
from pegout.evaluation import cribs_array
from pegout.kernel import COMPILED, count_rows, deal
from pegout.rules import Rules
from pegout.simulation import play_games
from tests.solver.discards import WITHOUT_NUMBA

HERE = Machine("A processor", 2, 16.2, "A system", "CPython 3.11.0", {"numpy": "2.0"}, "", 0.1, 0)
DAY = "2026-01-31"

EVERY = load_suites()

HANDS = [
    figure("hands", at, (5.0, 4.0, 2.0), {"C": (30.0, 40.0, 35.0)} if not at else {}, 206.4, DAY)
    for at in (0, 1)
]
SHOWS = figure("shows", 0, (34e3, 35e3, 36e3), {"a peer": (7e3, 6.9e3, 7.1e3)}, None, DAY)
LOAD = figure("load", 0, (750.0,), {}, 90.0, "2026-02-01")


def part(*figures: Figure, machine: Machine = HERE, **left_out: str) -> Part:
    return Part("1.2.3", machine, figures, left_out)


def lines(text: str, start: str) -> list[list[str]]:
    """Return the cells of the lines of a table that begin with a text."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith(start)
    ]


def made_up(prepare: Callable[[], Trial], *, name: str = "made up", needs: str = "") -> Measurement:
    rows = (Row("something", "s"),)
    return Measurement(
        name, "engine", PYTHON, rows, prepare, (needs,) if needs else (), 2, True, False
    )


# The page


def test_a_line_has_the_median_and_the_best_and_its_peers_stand_below_it() -> None:
    text = table([*HANDS, SHOWS])
    assert lines(text, "| name") == [["name", "what", "median", "best", "MB"]]
    what = f"{EVERY['hands'].rows[0].what} (in ms)"
    assert lines(text, "| `hands`") == [["`hands`", what, "4.00", "2.00", "206"]]
    assert lines(text, "|  | *C*") == [["", "*C*: ours is ×8.75", "35.0", "", ""]]
    assert lines(text, "| `shows`")[0][2:] == ["35,000", "36,000", ""]
    assert lines(text, "|  | *a peer*") == [["", "*a peer*: ours is ×5.00", "7,000", "", ""]]
    assert len({line.count("|") for line in text.splitlines()}) == 1


def test_the_page_says_when_and_where_it_was_measured_and_what_was_not() -> None:
    text = page({"bench": part(*HANDS, SHOWS, sweep="needs numba")})
    assert "Measured on 31 January 2026: Pegout 1.2.3, CPython 3.11.0, numpy 2.0, " in text
    assert "A processor, 2 cores, 16 GB, A system." in text
    assert text.endswith("\n\nNot measured: `sweep` (needs numba).\n")
    governed = page({"bench": part(SHOWS, machine=replace(HERE, governor="powersave"))})
    assert "clock governed by “powersave”" in governed


def test_what_was_measured_on_another_day_is_named() -> None:
    text = page({"bench": part(*HANDS, replace(SHOWS, day="2026-02-02"))})
    assert "A system. On 2 February 2026: `shows`." in text


def test_what_others_reach_stands_below_the_table() -> None:
    text = page({"bench": part(*HANDS, SHOWS)})
    assert f"- `hands`: {EVERY['hands'].rows[0].elsewhere}.\n" in text


def test_the_server_has_a_part_of_its_own() -> None:
    both = page({"bench": part(SHOWS), "web": part(LOAD)})
    assert both.index("31 January") < both.index(f"## {WEB}") < both.index("1 February")
    assert f"## {WEB}" not in page({"bench": part(SHOWS)})


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


def test_the_best_depends_on_what_is_better() -> None:
    assert (HANDS[0].median, HANDS[0].best, HANDS[0].times(8)) == (4, 2, 2)
    assert (SHOWS.median, SHOWS.best, SHOWS.times(7_000)) == (35_000, 36_000, 5)
    plain = SHOWS.to_json()
    assert plain["values"] == (34e3, 35e3, 36e3)
    assert plain["peers"] == {"a peer": 7_000}
    assert (plain["what"], plain["unit"]) == ("shows counted, itemised", "a second")


# The results


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert results.read(path) == {}
    parts = {"bench": part(*HANDS, SHOWS, sweep="broke down"), "web": part(LOAD)}
    results.write(parts, path)
    kept = tuple([replace(one, values=()) for one in (*HANDS, SHOWS)])
    assert results.read(path) == {
        "bench": part(*kept, sweep="broke down"), "web": part(replace(LOAD, values=()))
    }  # fmt: skip


def test_what_is_measured_again_takes_the_place_of_what_was_there() -> None:
    before = part(*HANDS, SHOWS, sweep="broke down")
    faster = replace(SHOWS, median=40e3)
    found = merged(before, part(faster, sweep="needs numba"), whole=False)
    assert found.figures == (*HANDS, faster)
    assert found.left_out == {"sweep": "needs numba"}
    assert merged(before, part(faster), whole=True) == part(faster)
    assert merged(None, part(faster), whole=False) == part(faster)


def test_figures_of_two_machines_do_not_stand_side_by_side() -> None:
    other = replace(HERE, processor="Another")
    with pytest.raises(ResultsError, match="another machine"):
        merged(part(*HANDS), part(SHOWS, machine=other), whole=False)


# The published pages

PARTS = results.read()


@pytest.mark.parametrize("path", quoted.pages(PARTS), ids=lambda path: path.name)
def test_a_page_says_what_the_results_say(path: Path) -> None:
    assert path.read_text("utf-8") == quoted.pages(PARTS)[path], "write it: make bench ARGS=--pages"


@pytest.mark.parametrize("name", [one for one in quoted.PAGES if one != "docs/benchmarks.md"])
def test_no_page_has_a_figure_of_speed_of_its_own(name: str) -> None:
    assert quoted.unquoted((quoted.ROOT / name).read_text("utf-8")) == []


@pytest.mark.parametrize("name", quoted.PAGES)
def test_no_page_tells_of_aims(name: str) -> None:
    text = (quoted.ROOT / name).read_text("utf-8")
    verdict = re.compile(r"missed\*\*|aims at|asked for \||ratio \|| aim \||misses what was")
    assert not verdict.findall(text)


def test_a_quoted_figure_is_written_anew() -> None:
    text = "at <!-- bench shows -->1<!-- / --> or <!-- bench hands 1 best -->\n2<!-- / --> ms"
    written = quoted.quoted(text, {"bench": part(*HANDS, SHOWS)})
    assert written == (
        "at <!-- bench shows -->35,000<!-- / --> or <!-- bench hands 1 best -->2.00<!-- / --> ms"
    )
    assert quoted.quoted(written, {"bench": part(*HANDS, SHOWS)}) == written
    with pytest.raises(KeyError):
        quoted.quoted("<!-- bench nothing --><!-- / -->", {"bench": part(SHOWS)})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It plays 250,000 games a second.", ["250,000 games a second"]),
        ("some 80 random games\na second", ["80 random games\na second"]),
        ("<!-- bench random-games -->202,000<!-- / --> games a second", []),
        ("two games, a second later", []),
    ],
)
def test_a_figure_of_speed_is_known_when_it_is_seen(text: str, found: list[str]) -> None:
    assert quoted.unquoted(text) == found


# C for the same work

needs_c = pytest.mark.skipif(
    shutil.which("cc") is None and shutil.which("gcc") is None, reason="there is no C compiler"
)


@needs_c
@pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)
def test_c_counts_and_values_what_we_do() -> None:
    made = native()
    assert made is not None
    assert made.one_by_one() == 61_974_180
    fours = np.array(list(combinations(range(52), 4)), np.int8)
    points = np.zeros((len(fours), 52), np.int8)
    made.rows(fours, points)
    assert np.array_equal(points, count_rows(fours))
    hands = deal(20_000, seed=1).hands[:, 0].copy()
    values = np.zeros((len(hands), 15))
    made.discards(hands, cribs_array(Rules())[0].copy(), values)
    assert np.array_equal(values, pegout.discard_values(hands, "own"))


@needs_c
@pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)
def test_random_games_in_c_are_those_of_the_rules() -> None:
    made, number = native(), 40_000
    assert made is not None
    scores = np.zeros((number, 2), np.int16)
    deals = made.games(number, 5, scores) / number
    ours = play_games(["random", "random"], number, 5)
    assert (scores.max(axis=1) == 121).all()
    # Five standard errors of the difference between two such means.
    spread = 5 * np.sqrt(2 / number)
    assert deals == pytest.approx(ours.deals.mean(), abs=spread * ours.deals.std())
    losers, others = scores.min(axis=1), ours.scores.min(axis=1)
    assert losers.mean() == pytest.approx(others.mean(), abs=spread * others.std())
    dealers = np.arange(number) % 2
    won, lost = (found[np.arange(number), dealers] == 121 for found in (scores, ours.scores))
    assert won.mean() == pytest.approx(lost.mean(), abs=spread * 0.5)


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


def test_nothing_is_kept_that_was_measured_on_a_busy_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "import", "--write"])
    monkeypatch.setattr(command, "machine", lambda: replace(HERE, busy=0.9))
    monkeypatch.setattr(command, "run_all", lambda *_: pytest.fail("it was measured"))
    assert command.main() == 1
    assert "Nothing is measured to be kept then" in capsys.readouterr().err


def test_what_is_measured_is_kept_and_the_pages_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, shown = tmp_path / "results.json", tmp_path / "page.md"
    shown.touch()
    monkeypatch.setattr(results.read, "__defaults__", (file,))
    monkeypatch.setattr(results.write, "__defaults__", (file,))
    monkeypatch.setattr(command, "pages", lambda parts: {shown: page(parts)})
    monkeypatch.setattr(command, "machine", lambda: HERE)
    monkeypatch.setattr(Machine, "after", lambda self: self)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "import", "--rounds", "1", "--write"])
    assert command.main() == 0
    kept = results.read(file)["bench"]
    assert [(one.name, one.at) for one in kept.figures] == [("import", 0), ("import", 1)]
    assert f"(in s) | {number(kept.figures[0].median)} |" in shown.read_text()
