import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from pegout.evaluation import cribs_array
from pegout.rules import Rules
from pegout.simulation import POLICIES, Trace, trace_deals
from pegout.solver import chance_runs
from pegout.solver.deal_paths import parts_of, sums_of_paths
from pegout.tables.files import TableError, checksums, parse, parse_numbers
from pegout.tables.pictures import chance_picture, chance_pictures
from pegout.tables.score_distributions import read_parts
from pegout.tables.win_probability import NODES, stake_value
from tests.cases import raises_code


def deal(first: int, number: int, seed: int, variant: Rules) -> Trace:
    """Return the deals of ``greedy``, in the form of another author's deal function."""
    return trace_deals(
        ["greedy"] * variant.sides, number, seed, rules=variant, first=first,
        cribs=cribs_array(variant),
    )  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sums_of_a_run_are_those_of_its_deals(players: int) -> None:
    variant = Rules(players=players)
    run = chance_runs.run_chances("greedy", 100, 7, variant, batches=3, workers=1)
    # Rounded up, so that all batches have the same size.
    assert (run.deals, run.complete, run.policy) == (102, True, "greedy")
    assert [sums.deals for sums in run.batches] == [34, 34, 34]
    straight = sums_of_paths(deal(0, 102, 7, variant), variant.sides)
    assert (run.sums.reached == straight.reached).all()
    assert (run.sums.ends == straight.ends).all()
    second = sums_of_paths(deal(34, 34, 7, variant), variant.sides)
    assert (run.batches[1].ends == second.ends).all()
    points = sum(sums_of_paths(deal(0, 102, 7, variant), variant.sides).reached.sum((1, 2, 3)))
    assert sum(run.means()) == pytest.approx(points / 102)


def test_a_run_is_the_same_wherever_and_however_it_is_computed(tmp_path: Path) -> None:
    expected = chance_runs.run_chances("greedy", 60, 3, batches=4, workers=1)
    with ThreadPoolExecutor(2) as executor:
        spread = chance_runs.run_chances("greedy", 60, 3, batches=4, executor=executor)
    kept = tmp_path / "chances.run"
    chance_runs.run_chances("greedy", 60, 3, batches=4, workers=1, resume=kept)
    lines = kept.read_text().splitlines(keepends=True)
    assert json.loads(lines[0])["asked"]["policy"] == ["greedy", "table", "greedy"]
    kept.write_text("".join(lines[:3]))
    seen: list[tuple[int, int]] = []
    resumed = chance_runs.run_chances(
        "greedy", 60, 3, batches=4, workers=1, resume=kept,
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    assert seen == [(30, 60), (45, 60), (60, 60)]
    for other in (spread, resumed):
        for batch, again in zip(expected.batches, other.batches, strict=True):
            assert (batch.reached == again.reached).all()
            assert (batch.ends == again.ends).all()


def test_a_chunk_may_lie_across_batches() -> None:
    rows = chance_runs.sum_deals(range(5, 25), "blind", Rules(), 1, 10)
    assert [rows[f"{batch} deals"] for batch in range(3)] == [[5], [10], [5]]
    assert sum(sum(row) for name, row in rows.items() if " ends " in name) == 20
    assert sum(sum(row) for name, row in rows.items() if " crib " in name) == 20


def test_the_parts_of_deals_are_counted_where_two_play() -> None:
    run = chance_runs.run_chances("greedy", 102, 7, batches=3, workers=1)
    straight = parts_of(deal(0, 102, 7, Rules()))
    assert run.parts is not None
    for part, other in zip(run.parts, straight, strict=True):
        assert (part == other).all()
    # The parts of a deal add up to all its points.
    ends = run.parts.play.sum(), run.sums.ends.sum()
    assert ends == (102, 102)
    pegged = run.parts.play.sum(axis=1) @ np.arange(32) + run.parts.play.sum(axis=0) @ np.arange(32)
    shown = (run.parts.hands.sum(axis=0) + run.parts.crib) @ np.arange(30)
    assert (pegged + shown) / 102 == pytest.approx(sum(run.means()))


def test_policies_that_think_are_given_what_they_know() -> None:
    run = chance_runs.run_chances("expert-points", 6, 3, batches=2, workers=1)
    assert run.deals == 6


def test_anybody_may_give_the_deals() -> None:
    run = chance_runs.run_chances(deal, 40, 7, batches=2, workers=1)
    assert run.policy == "deal"
    named = chance_runs.run_chances(POLICIES["greedy"], 40, 7, batches=2, workers=1)
    assert (run.sums.reached == named.sums.reached).all()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_the_tables_of_two_sides(players: int) -> None:
    run = chance_runs.run_chances("blind", 300, 5, Rules(players=players), batches=2, workers=1)
    told: list[tuple[int, int]] = []
    solved = chance_runs.solve_run(run, report=lambda *done: told.append(done))
    assert told == [(1, 2), (2, 2)]
    assert 0 < solved.largest_error < 0.3
    files = chance_runs.chance_tables(solved, "pegout solve chances")
    name = {2: "chances_two.txt", 4: "chances_four.txt"}[players]
    table = parse_numbers(files.pop(name))
    assert table.shape == (9, 121, 121)
    assert "provenance: 300 deals of blind against itself; no published table went into it" in (
        table.head
    )
    numbers = np.array(table.values).reshape(table.shape) / 10**table.digits
    assert numbers[:6] == pytest.approx(solved.values[:, 1:, 1:], abs=6e-6)
    assert numbers[6:] == pytest.approx(solved.errors[:, 1:, 1:], abs=6e-6)
    assert ("margins_two.txt" in files) == (players == 2)
    if players == 2:
        holes = parse_numbers(files.pop("margins_two.txt"))
        assert holes.shape == (3, 121, 121)
        margins = np.array(holes.values).reshape(holes.shape) / 10**holes.digits
        assert margins == pytest.approx(solved.margins[:, 1:, 1:], abs=6e-5)
        assert 0 < margins[2].max() < 20
    counted = read_parts(parse(files.pop("deals.csv"))) if players == 2 else None
    assert (run.parts is None) == (counted is None)
    for part, other in zip(run.parts or (), counted or (), strict=True):
        assert (part == other).all()
    assert set(files) == {f"chances-{players}-{stake}.csv" for stake in ("win", "1-2-3", "2-3-3")}
    row = parse(files[f"chances-{players}-1-2-3.csv"]).rows[39]
    assert row["dealer"] == "40"
    assert float(row["50"]) == pytest.approx(stake_value(solved.values, "1-2-3")[40, 50], abs=6e-6)


def test_three_players_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegout.solver.chance_runs._ERRORS_OF_THREE", 4)
    monkeypatch.setattr("pegout.solver.chance_runs.LARGEST_NEED", 8)
    run = chance_runs.run_chances("blind", 40, 5, Rules(players=3), batches=2, workers=1)
    solved = chance_runs.solve_run(run)
    assert solved.values[:, 8, 8, 8].sum() == pytest.approx(1)
    assert 0 < solved.largest_error == solved.errors.max()
    assert not chance_runs.solve_run(run, errors=False).errors.any()


def test_the_table_of_three() -> None:
    run = chance_runs.run_chances("blind", 4, 5, Rules(players=3), batches=2, workers=1)
    values = np.random.default_rng(3).uniform(0, 0.5, (3, 122, 122, 122))
    solved = chance_runs.Solved(run, values, np.full((3, 5, 5, 5), 0.25))
    (name, text), *others = chance_runs.chance_tables(solved, "pegout solve chances").items()
    assert (name, others) == ("chances_three.txt", [])
    table = parse_numbers(text)
    assert "largest standard error: 0.25000" in table.head
    assert table.shape == (2, *[len(NODES)] * 3)
    numbers = np.array(table.values).reshape(table.shape) / 10**table.digits
    assert numbers[1, 4, -1, 30] == pytest.approx(values[1, 5, 121, NODES[30]], abs=6e-5)


def test_runs_that_are_not_held() -> None:
    for policy, deals, variant, batches, code in (
        ("nobody", 10, Rules(), 2, "bad_policy"),
        ("greedy", 0, Rules(), 2, "bad_number"),
        ("greedy", 10, Rules(), 1, "bad_number"),
        ("greedy", 10, Rules(stinkhole=True), 2, "bad_rules"),
        ("greedy", 10, Rules(lowball=True), 2, "bad_rules"),
        ("greedy", 10, Rules(five_card=True), 2, "bad_rules"),
    ):
        with raises_code(chance_runs.ChanceRunError, code):
            chance_runs.run_chances(policy, deals, 1, variant, batches=batches, workers=1)


def test_one_batch_is_not_solved() -> None:
    run = chance_runs.run_chances("random", 4, 1, batches=2, workers=1)
    with raises_code(chance_runs.ChanceRunError, "bad_number"):
        chance_runs.solve_run(type(run)(run.policy, run.rules, 1, run.batches[:1], complete=False))


def test_the_pictures_show_what_they_are_given() -> None:
    wins = np.full((122, 122), 0.25)
    wins[121 - 5, 121 - 100] = 0.875
    pictures = chance_pictures(wins, 4)
    assert set(pictures) == {"chances-4.svg", "chances-4-end.svg"}
    for picture in pictures.values():
        ElementTree.fromstring(picture)
    assert pictures["chances-4.svg"].count(">88<") == 1
    assert pictures["chances-4.svg"].count(">25<") == 25 * 25 - 1 + 2
    points = chance_picture(wins, [5, 100], stake="1-2-3")
    assert points.count(">0.9<") == 1


def test_deals_are_played_by_the_tables_of_whoever_asks() -> None:
    asked = range(4), "blind", Rules(), 1, 2
    tables = checksums(chance_runs.inputs_of("blind", Rules()))
    rows = chance_runs.sum_deals(*asked, tables)
    assert rows.keys() == chance_runs.sum_deals(*asked).keys() > set()
    with pytest.raises(TableError, match=r"cribs_six\.csv is another table here"):
        chance_runs.sum_deals(*asked, {"cribs_six.csv": "0"})


def test_whoever_gives_the_deals_reads_what_nobody_knows() -> None:
    assert chance_runs.inputs_of("dealt", Rules()) == []
    assert chance_runs.inputs_of("expert", Rules())[-3:] == [
        "chances_two.txt",
        "deals.csv",
        "late_hands.bin",
    ]
