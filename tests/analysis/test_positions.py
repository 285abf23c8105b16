from pathlib import Path

import pytest

from pegout.analysis.positions import count_deals, main
from pegout.evaluation import tables


def test_the_parts_of_the_first_deals_are_counted() -> None:
    counts = count_deals(3, [0, 1])
    assert {part: found.total() for part, found in counts.items()} == {
        "play": 8,
        "hand_pone": 8,
        "hand_dealer": 8,
        "crib": 8,
    }
    # The dealer pegs in every deal that is played out.
    assert all(dealer > 0 for dealer, _ in counts["play"])


@pytest.mark.long
def test_the_table_follows_from_the_seed(tmp_path: Path) -> None:
    made = []
    for workers in ("1", "2"):
        into = tmp_path / workers
        into.mkdir()
        main(["--games", "20", "--seed", "2", "--workers", workers, "--into", str(into)])
        made.append((into / "deals.csv").read_text("ascii"))
    assert made[0] == made[1]
    assert tables.parse(made[0]).rows
