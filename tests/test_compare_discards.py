"""The comparison of the solved discards with published tables."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pegout.cards import RANK_LETTERS
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from tests.cases import failures
from tools import compare_discards
from tools.compare_discards import BEGIN, END, TABLES
from tools.pages import replace_marked

NAMES = ["10" if letter == "T" else letter for letter in RANK_LETTERS]


def ours(discard: ranks.Ranks) -> float:
    return 4 + (sum(discard) % 7) / 8


def published_table(off: float) -> str:
    lines = [",".join(["rank", *NAMES])]
    for low, name in enumerate(NAMES):
        row = [f"{ours((low, high)) - off:.3f}" for high in range(13)]
        lines.append(",".join([name, *row]))
    return "\n".join(lines) + "\n"


def solved_table() -> str:
    rows: list[list[str | float | int]] = []
    for role in ("own", "opponent"):
        for discard in ranks.sets(2):
            pair = discard[0] == discard[1]
            chosen = "" if role == "opponent" and discard == (4, 4) else ours(discard) + 0.25
            for suits in ("pair",) if pair else ("two", "one", "any"):
                value = ours(discard) if suits in ("pair", "any") else 99.0
                rows.append([role, ranks.format(discard), suits, value, chosen, "exact", 5, value])
    columns = ["role", "discard", "suits", "forced", "chosen", "error", "hands", "percent"]
    return tables.compose(["For a test."], columns, rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "theirs"
    folder.mkdir()
    for table in TABLES:
        (folder / f"{table.file}.csv").write_text(published_table(off=0.125), "utf-8")
    return folder


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    (docs / "tables").mkdir(parents=True)
    (docs / "tables" / "discards.csv").write_text(solved_table(), "ascii")
    (docs / "discards.md").write_text(f"# Above\n\n{BEGIN}\nold\n{END}\n\nBelow.\n", "utf-8")
    return docs


def written(docs: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in docs.rglob("*") if path.is_file()}


@pytest.fixture
def compare(folder: Path, docs: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    monkeypatch.setattr("sys.argv", ["compare_discards.py", str(folder)])
    return lambda: compare_discards.main(docs)


def test_the_page_tells_how_far_the_tables_lie_apart_and_shows_every_map(
    compare: Callable[[], None], docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compare()
    page = (docs / "discards.md").read_text("utf-8")
    assert page.startswith("# Above\n")
    assert page.endswith("\n\nBelow.\n")
    assert "old" not in page
    assert "| Schell | own | 0.125 | +0.125 | 0.375 | +0.375 | A-A" in page
    assert "| Hessel | opponent | 0.125 | +0.125 | 0.375 | +0.375 (90 cells) | A-A" in page
    assert "| Carte Primus | pone | 0.125 | A-A" in page
    assert "hessel_opp                      chosen   90 cells  rms 0.375" in capsys.readouterr().out
    first = written(docs)
    maps = {name: first[name].decode().count("–") for name in first if name.endswith(".svg")}
    assert len(maps) == 8
    assert all(f"tables/{name}" in page for name in maps)
    # What is never discarded has no cell.
    assert (maps["compare-hessel-own.svg"], maps["compare-hessel-opponent.svg"]) == (0, 1)
    compare()
    assert written(docs) == first


def test_a_missing_table_is_named_and_nothing_is_written(
    compare: Callable[[], None], folder: Path, docs: Path
) -> None:
    (folder / "colvert_opp.csv").unlink()
    before = written(docs)
    with pytest.raises(SystemExit, match=r"lacks colvert_opp.csv. Expected are 11"):
        compare()
    assert written(docs) == before


def test_a_malformed_table_is_refused(folder: Path) -> None:
    path = folder / "schell_own.csv"

    def is_refused(changed: tuple[str, str, str]) -> None:
        old, new, says = changed
        path.write_text(published_table(off=0.125).replace(old, new, 1), "utf-8")
        with pytest.raises(SystemExit, match=says):
            compare_discards.read_published(path)

    form = "not of the form expected"
    changes = [
        ("rank,A", "rank,1", form),
        ("\nK,", "\nX,", form),
        ("4.000", "nan", "expected one number for A-2, the same in both halves"),
        ("\nA,3.875,4.000", "\nA,3.875,4.001", "expected one number for A-2"),
        ("\nA,3.875", "\nA,many", "expected one number for A-A"),
        (",J,Q,K\n", ",J,Q,K,extra\n", form),
        ("\nA,3.875", "\nA", form),
    ]
    assert failures(is_refused, changes, repr) == []


def test_a_page_has_its_marks_once_and_in_order() -> None:
    for page in ("", BEGIN, f"{END}\n{BEGIN}", f"{BEGIN}{BEGIN}{END}{BEGIN}{END}"):
        with pytest.raises(ValueError, match="once each"):
            replace_marked(page, BEGIN, END, "text")
    page = (compare_discards.DOCS / "discards.md").read_text("utf-8")
    assert replace_marked(page, BEGIN, END, "text").count(BEGIN) == 1
