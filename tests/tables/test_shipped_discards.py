"""The shipped tables of the solved discards: against published tables, and consistency."""

from math import comb, sqrt
from pathlib import Path

import pytest

from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from tests.cases import each

# Average points in the own and in the opponent's crib. Cribbage Forum: Michael Schell's synthesis
# (SchellDiscard), and Craig Hessel's fixed point (YourCrib, OppCrib), whose averages are over the
# hands in which the discard is best.
SCHELL = {
    "55": (8.79, 9.37),
    "23": (7.00, 7.33),
    "5J": (7.00, 7.76),
    "78": (6.53, 7.63),
    "TK": (2.84, 3.88),
}
HESSEL = {
    "55": (8.95, 9.39),
    "23": (6.97, 7.34),
    "5J": (7.04, 7.75),
    "78": (6.58, 7.88),
    "TK": (2.86, 3.99),
}
DISCARDS = Path(__file__).parents[2] / "docs" / "tables" / "discards.csv"
SOLVED = tables.parse(DISCARDS.read_text("ascii"))


def means(role: str, kind: str) -> dict[str, float]:
    return {
        row["discard"]: float(row[kind])
        for row in SOLVED.rows
        if row["role"] == role and row["suits"] in ("pair", "any")
    }


@each(("published", "maximum"), [(SCHELL, 0.15), (HESSEL, 0.05)])
@each(("role", "column"), [("own", 0), ("opponent", 1)])
def test_chosen_discards_are_worth_what_others_found(
    published: dict[str, tuple[float, float]], maximum: float, role: str, column: int
) -> None:
    ours = means(role, "chosen")
    errors = [ours[discard] - values[column] for discard, values in published.items()]
    assert sqrt(sum(error**2 for error in errors) / len(errors)) < maximum


def test_an_opponent_spoils_the_crib() -> None:
    own, opponent = means("own", "forced"), means("opponent", "forced")
    assert len(own) == len(opponent) == 91
    assert all(own[discard] < opponent[discard] for discard in own)


def test_ten_and_king_are_the_least_and_fives_the_most() -> None:
    for role in ("own", "opponent"):
        forced = means(role, "forced")
        assert max(forced, key=forced.__getitem__) == "55"
    own = means("own", "forced")
    assert min(own, key=own.__getitem__) == "TK"


def test_the_seats_agree_about_the_crib_and_neither_gains_by_deviating() -> None:
    told = next(line for line in SOLVED.head if line.startswith("mean crib"))
    dealer, pone = [float(word.rstrip(",")) for word in told.split() if word[0].isdigit()]
    assert dealer == pytest.approx(pone, abs=0.00001)
    gains = next(line for line in SOLVED.head if "gains" in line)
    assert all(float(word) < 0.0001 for word in gains.split() if word.startswith("0."))


def test_every_hand_has_one_row() -> None:
    for role in ("own", "opponent"):
        rows = [row for row in SOLVED.rows if row["role"] == role and row["suits"] != "any"]
        assert sum(int(row["hands"]) for row in rows) == pytest.approx(comb(52, 6), abs=len(rows))
        assert sum(float(row["percent"]) for row in rows) == pytest.approx(100, abs=0.01)


def test_the_players_read_the_same_solution() -> None:
    # A forced mean of two suits consists of the parts that the players add up.
    parts = {
        (row["role"], row["discard"]): float(row["base"]) + float(row["nobs"])
        for row in tables.load("cribs_six").rows
    }
    for row in SOLVED.rows:
        discard = ranks.parse(row["discard"])
        if row["suits"] in ("pair", "two") and ranks.JACK not in discard:
            # Base is the mean of both kinds, which differ by the correlation of suits and ranks.
            assert float(row["forced"]) == pytest.approx(
                parts[row["role"], row["discard"]], abs=0.01
            )
