"""``pegout records``: tables of recorded games."""

import csv
import json
import re
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pegout.cli.exit_status import CHECK_FAILED, FAILED, INTERRUPTED
from pegout.notation import read, statistics, to_json
from pegout.review.game_review import choices
from pegout.review.record_rows import DecisionRow, ResultRow, decision_rows, result_rows
from tests.cases import each
from tests.cli.lines import Cli

ROOT = Path(__file__).resolve().parents[2]
RECORDS = sorted((ROOT / "docs" / "records").glob("*.peg"))
NAMES = [str(path) for path in RECORDS]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def plain(row: Any) -> dict[str, str]:
    return {name: "" if value is None else str(value) for name, value in row._asdict().items()}


@each(["option", "rows"], [("--decisions", decision_rows), ("--results", result_rows)])
def test_the_table_has_a_row_for_each(cli: Cli, option: str, rows: Any) -> None:
    expected = [
        plain(row)
        for number, path in enumerate(RECORDS, start=1)
        for row in rows(number, read(path.read_bytes()))
    ]
    assert rows_of(cli.told("records", *NAMES, option)) == expected


def test_decisions_are_those_that_a_review_judges() -> None:
    record = read((ROOT / "docs" / "records" / "muggins.peg").read_bytes())
    rows = list(decision_rows(1, record))
    made = [choice for game in record.games for choice in choices(record.rules, game)]
    assert [row.entry for row in rows] == [choice.entry_index for choice in made]
    assert {row.decision for row in rows} == {"discard", "play", "claim", "answer"}
    for row in rows:
        if row.decision in ("discard", "play"):
            assert set(row.chosen.split()) <= set(row.hand.split())
            assert row.claimed is None
    assert [row.starter for row in rows if row.decision == "discard"] == [""] * 4


def test_results_agree_with_the_record() -> None:
    record = read((ROOT / "docs" / "records" / "two.peg").read_bytes())
    ann, ben = result_rows(7, record)
    assert (ann.record, ann.score, ann.won, ann.skunk, ann.match_points) == (7, 61, True, 0, 1)
    assert (ben.score, ben.won, ben.first_dealer, ben.deals) == (44, False, 0, 3)
    for row, counted in zip((ann, ben), statistics(record), strict=True):
        points = row.play + row.hands + row.cribs + row.heels + row.muggins + row.other
        assert points == counted.points


def test_every_column_is_on_the_page() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    tables = page.partition("## Tables of recorded games")[2].partition("\n## ")[0]
    decisions, results = tables.split("With `--results`")
    for text, columns in ((decisions, DecisionRow), (results, ResultRow)):
        assert tuple(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == columns._fields


def test_a_parquet_file_has_the_same_rows(cli: Cli, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "results.parquet"
    cli.told("records", *NAMES, "--results", "--format", "parquet", "--out", str(out))
    told = rows_of(cli.told("records", *NAMES, "--results"))
    read_back = [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in parquet.read_table(out).to_pylist()
    ]
    assert read_back == told
    assert list(tmp_path.iterdir()) == [out]


def test_parquet_needs_its_package_and_a_file(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "--out" in cli.refused("records", *NAMES, "--format", "parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = str(tmp_path / "out.parquet")
    said = cli.refused("records", *NAMES, "--format", "parquet", "--out", out, status=FAILED)
    assert 'pip install ".[parquet]"' in said


def test_a_broken_record_is_refused_or_skipped(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    good = json.dumps(to_json(read(RECORDS[0].read_bytes())))
    file.write_text(f"{good}\n{{}}\n{good}\n", "utf-8")
    out = tmp_path / "out.csv"
    words = ("records", str(file), "--results", "--out", str(out))
    assert f"{file}: line 2: " in cli.refused(*words, status=CHECK_FAILED)
    assert not out.exists()
    assert f"{file}: line 2: " in cli.refused(*words, "--skip", status=CHECK_FAILED)
    assert [row["record"] for row in rows_of(out.read_text("utf-8"))] == ["1", "1", "2", "2"]


def test_a_file_that_cannot_be_written_is_named(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "none" / "out.csv"
    said = cli.refused("records", *NAMES, "--results", "--out", str(out), status=FAILED)
    assert f"{out}: there is no such file or folder." in said


def test_an_interrupted_run_leaves_no_file(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pegout.review.record_rows.result_rows", interrupted)
    out = tmp_path / "out.csv"
    cli.refused("records", *NAMES, "--results", "--out", str(out), status=INTERRUPTED)
    assert list(tmp_path.iterdir()) == []
