"""The crib tables: against what others have published, and against themselves."""

from itertools import product
from math import comb, sqrt
from pathlib import Path

import pytest

from pegout.evaluation import crib_tables, ranks, tables
from pegout.evaluation.crib_tables import one_card_values, two_card_values

# Mean points in the own and in the opponent's crib. Cribbage Forum: Michael Schell's synthesis
# (SchellDiscard), and Craig Hessel's fixed point (YourCrib, OppCrib), whose averages are over the
# hands in which the throw is best, ours over all hands that have it.
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


def worth(game: str, role: str) -> dict[str, float]:
    """The mean of the crib, the jacks of the throw itself included."""
    return {
        row["throw"]: float(row["base"])
        + float(row["nobs"])
        + row["throw"].count("J") * 0.25 * 48 / 51
        for row in tables.load("cribs").rows
        if (row["game"], row["role"]) == (game, role)
    }


@pytest.mark.parametrize("published", [SCHELL, HESSEL], ids=["Schell", "Hessel"])
@pytest.mark.parametrize(("role", "column"), [("own", 0), ("opponent", 1)])
def test_values_are_those_that_others_found(
    published: dict[str, tuple[float, float]], role: str, column: int
) -> None:
    ours = worth("six", role)
    errors = [ours[throw] - values[column] for throw, values in published.items()]
    assert sqrt(sum(error**2 for error in errors) / len(errors)) < 0.13


def test_an_opponent_spoils_the_crib() -> None:
    own, opponent = worth("six", "own"), worth("six", "opponent")
    assert len(own) == len(opponent) == 91
    assert all(own[throw] < opponent[throw] for throw in own)


def test_the_last_of_the_throws_is_the_least() -> None:
    own = worth("six", "own")
    assert min(own, key=own.__getitem__) in {"TK", "9K"}
    assert max(own, key=own.__getitem__) == "55"


@pytest.mark.parametrize(
    ("game", "roles", "throws"),
    [
        ("five_card", ("own", "opponent"), 91),
        ("three", ("own", "opponent"), 13),
        ("four", ("own", "opponent", "partner"), 13),
    ],
)
def test_every_game_has_its_table(game: str, roles: tuple[str, ...], throws: int) -> None:
    for role in roles:
        values = worth(game, role)
        assert len(values) == throws
        if throws == 13:
            assert max(values, key=values.__getitem__) == "5"


def test_partners_make_a_better_crib_than_opponents_do() -> None:
    own, opponent = worth("four", "own"), worth("four", "opponent")
    # Two opponents and a partner throw to a dealer; to an opponent's card, one of each less.
    assert all(own[rank] < opponent[rank] for rank in own)


def test_keeps_are_all_hands() -> None:
    rows = tables.load("keeps").rows
    for role in ("own", "opponent"):
        assert sum(int(row["hands"]) for row in rows if row["role"] == role) == comb(52, 6)


def test_the_mean_over_throws_and_starters_is_exact() -> None:
    crib = crib_tables._Crib(2)
    for hand in ranks.sets(2):
        crib.add(hand, hand, 1)
    values = crib.values()
    # Whoever is dealt two cards throws these two: the crib is two known cards and three at random.
    pair = ranks.parse("5J")
    pack = [rank for rank, _ in product(range(13), range(4))]
    for rank in pair:
        pack.remove(rank)
    total = weight = 0
    for hand in ranks.sets(2):
        for starter in range(13):
            number = ranks.ways(hand, pair) * (4 - (*pair, *hand).count(starter))
            if number > 0:
                total += number * ranks.points((*pair, *hand, starter))
                weight += number
    assert weight == comb(50, 2) * 48
    assert values[pair].base == pytest.approx(total / weight)


@pytest.mark.long
def test_the_tables_are_what_the_command_makes(tmp_path: Path) -> None:
    crib_tables.main(["--into", str(tmp_path)])
    for name in ("cribs", "keeps"):
        made = tables.parse((tmp_path / f"{name}.csv").read_text("ascii"))
        assert made.rows == tables.load(name).rows


def test_progress_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crib_tables, "_MAX_ROUNDS", 1)
    lines: list[str] = []
    assert set(one_card_values(4, lines.append).values) == {"own", "opponent", "partner"}
    assert "round 1" in lines[-1]


@pytest.mark.long
def test_a_smaller_game_settles() -> None:
    assert two_card_values(5).change < 0.0005
