"""The bookkeeping of the benchmarks; their results are nothing that a test could assert."""

import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import pegout
from benchmarks import __main__ as command
from benchmarks import quoted, results
from benchmarks.alone import run
from benchmarks.figures import GROUPS, PYTHON, SITE, WEB, Figure, Measurement, Row, Trial, figure
from benchmarks.machine import Machine
from benchmarks.native import native
from benchmarks.page import number, page
from benchmarks.results import Part, ResultsError, merge
from benchmarks.suites import load_suites, run_all
from pegout.rules import Rules
from tests.cases import failures, present

HERE = Machine("A processor", 2, 16.2, "A system", "CPython 3.11.0", {"numpy": "2.0"}, "", 0.1, 0)
DAY = "2026-01-31"


@pytest.fixture(autouse=True, scope="module")
def measurements() -> dict[str, Measurement]:
    return load_suites()


@cache
def hands() -> list[Figure]:
    peers = {"C": (30.0, 40.0, 35.0)}
    return [figure("hands", at, (5.0, 4.0, 2.0), {} if at else peers, 206.4, DAY) for at in (0, 1)]


@cache
def shows() -> Figure:
    return figure("shows", 0, (34e3, 35e3, 36e3), {"a peer": (7e3, 6.9e3, 7.1e3)}, None, DAY)


@cache
def load() -> Figure:
    return figure("load", 0, (750.0,), {}, 90.0, "2026-02-01")


def part(*figures: Figure, machine: Machine = HERE, **left_out: str) -> Part:
    return Part("1.2.3", machine, figures, left_out)


def made_up(prepare: Callable[[], Trial], *, name: str = "made up", needs: str = "") -> Measurement:
    rows = (Row("something", "s"),)
    return Measurement(
        name, "engine", PYTHON, rows, prepare, (needs,) if needs else (), 2, True, False
    )


# The page


def test_numbers_are_written_with_three_digits() -> None:
    written = {
        251_873.2: "252,000",
        70.06: "70.1",
        5: "5.00",
        0.29666: "0.297",
        0: "0",
        99.96: "100",
        999.6: "1,000",
        1e-6: "0.00000100",
    }
    assert {value: number(value) for value in written} == written


def test_the_best_depends_on_what_is_better() -> None:
    assert (hands()[0].median, hands()[0].best, hands()[0].times(8)) == (4, 2, 2)
    assert (shows().median, shows().best, shows().times(7_000)) == (35_000, 36_000, 5)
    plain = shows().to_json()
    assert plain["values"] == (34e3, 35e3, 36e3)
    assert plain["peers"] == {"a peer": 7_000}
    assert (plain["what"], plain["unit"]) == ("shows counted, itemised", "a second")


# The results


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert results.read(path) == {}
    parts = {"bench": part(*hands(), shows(), sweep="broke down"), "web": part(load())}
    results.write(parts, path)
    kept = tuple([replace(result, values=()) for result in (*hands(), shows())])
    assert results.read(path) == {
        "bench": part(*kept, sweep="broke down"), "web": part(replace(load(), values=()))
    }  # fmt: skip


def test_what_is_measured_again_takes_the_place_of_what_was_there() -> None:
    before = part(*hands(), shows(), sweep="broke down")
    faster = replace(shows(), median=40e3)
    found = merge(before, part(faster, sweep="needs numba"), whole=False)
    assert found.figures == (*hands(), faster)
    assert found.left_out == {"sweep": "needs numba"}
    assert merge(before, part(faster), whole=True) == part(faster)
    assert merge(None, part(faster), whole=False) == part(faster)


def test_figures_of_two_machines_do_not_stand_side_by_side() -> None:
    other = replace(HERE, processor="Another")
    with pytest.raises(ResultsError, match="another machine"):
        merge(part(*hands()), part(shows(), machine=other), whole=False)


# The published pages


def test_no_other_page_has_a_figure_of_speed_of_its_own_and_none_tells_of_aims() -> None:
    verdict = re.compile(r"missed\*\*|aims at|asked for \||ratio \|| aim \||misses what was")
    found = {}
    for name in quoted.PAGES:
        text = (quoted.ROOT / name).read_text("utf-8")
        own = quoted.unquoted(text) if name != "docs/benchmarks.md" else []
        found[name] = own + verdict.findall(text)
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_a_quoted_figure_is_written_anew() -> None:
    text = "at <!-- bench shows -->1<!-- / --> or <!-- bench hands 1 best -->\n2<!-- / --> ms"
    written = quoted.quoted(text, {"bench": part(*hands(), shows())})
    assert written == (
        "at <!-- bench shows -->35,000<!-- / --> or <!-- bench hands 1 best -->2.00<!-- / --> ms"
    )
    assert quoted.quoted(written, {"bench": part(*hands(), shows())}) == written
    with pytest.raises(KeyError):
        quoted.quoted("<!-- bench nothing --><!-- / -->", {"bench": part(shows())})


def test_a_figure_of_speed_is_known_when_it_is_seen() -> None:
    texts = {
        "It plays 250,000 games a second.": ["250,000 games a second"],
        "some 80 random games\na second": ["80 random games\na second"],
        "<!-- bench random-games -->202,000<!-- / --> games a second": [],
        "two games, a second later": [],
    }
    assert {text: quoted.unquoted(text) for text in texts} == texts


# C for the same work

needs_c = pytest.mark.skipif(
    shutil.which("cc") is None and shutil.which("gcc") is None, reason="there is no C compiler"
)


@needs_c
@pytest.mark.compiled
def test_c_counts_and_values_what_we_do() -> None:
    from pegout.evaluation import cribs_array
    from pegout.kernel import count_rows, deal

    made = present(native())
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
@pytest.mark.compiled
def test_random_games_in_c_are_those_of_the_rules() -> None:
    from pegout.simulation import play_games

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


def test_every_measurement_is_found_and_described(measurements: dict[str, Measurement]) -> None:
    assert failures(can_be_found, measurements.values(), lambda measurement: measurement.name) == []


def can_be_found(measurement: Measurement) -> None:
    found = getattr(import_module(measurement.prepare.__module__), measurement.prepare.__name__)
    assert found is measurement.prepare
    assert (measurement.prepare.__doc__ or "").endswith(".")
    assert measurement.group in GROUPS
    assert (measurement.group == WEB) == (measurement.suite == "web")
    assert (measurement.group == SITE) == (measurement.suite == "site")
    assert measurement.rounds > 0
    assert measurement.rows
    assert all(row.what and row.unit for row in measurement.rows)
    assert "|" not in "".join(row.what + row.elsewhere for row in measurement.rows)


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


def test_what_is_measured_in_a_process_of_its_own_is_kept_and_the_pages_are_written(
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
    assert [(row.name, row.at) for row in kept.figures] == [("import", 0), ("import", 1)]
    assert all(row.median > 0 for row in kept.figures)
    assert f"(in s) | {number(kept.figures[0].median)} |" in shown.read_text()
