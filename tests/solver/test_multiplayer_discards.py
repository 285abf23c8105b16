"""The crib tables of the games that are not solved over all deals."""

from itertools import product
from math import comb

import pytest

from pegout.evaluation import opponent_discards
from pegout.solver import multiplayer_discards as crib_tables
from pegout.solver.multiplayer_discards import one_card_values, two_card_values
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks

GAMES = ("five_card", "three", "four")


def worth(game: str, role: str) -> dict[str, float]:
    """Return the average crib by discard, including nobs for the discarded jacks themselves."""
    return {
        row["discard"]: float(row["base"])
        + float(row["nobs"])
        + row["discard"].count("J") * 0.25 * 48 / 51
        for row in tables.load("cribs").rows
        if (row["game"], row["role"]) == (game, role)
    }


@pytest.mark.parametrize(
    ("game", "roles", "discards"),
    [
        ("five_card", ("own", "opponent"), 91),
        ("three", ("own", "opponent"), 13),
        ("four", ("own", "opponent", "partner"), 13),
    ],
)
def test_every_game_has_its_table(game: str, roles: tuple[str, ...], discards: int) -> None:
    for role in roles:
        values = worth(game, role)
        assert len(values) == discards
        if discards == 13:
            assert max(values, key=values.__getitem__) == "5"


def test_partners_make_a_better_crib_than_opponents_do() -> None:
    own, opponent = worth("four", "own"), worth("four", "opponent")
    # Two opponents and a partner discard to a dealer; for an opponent's card, one opponent less.
    assert all(own[rank] < opponent[rank] for rank in own)


def test_the_mean_over_discards_and_starters_is_exact() -> None:
    crib = crib_tables.TwoCardCrib(2)
    for hand in ranks.sets(2):
        crib.add(hand, hand, 1)
    values = crib.values()
    # The only two cards dealt are the discard: the crib is two known cards and three random ones.
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
def test_the_tables_are_what_the_command_makes() -> None:
    made = crib_tables.multiplayer_tables("pegout solve cribs")
    lowball = [f"{game}_lowball" for game in GAMES]
    assert set(made) == {"cribs.csv", *(f"discards_{game}.csv" for game in (*GAMES, *lowball))}
    for name, text in made.items():
        shipped = tables.read(name).decode("ascii")
        assert text.partition("# sha256: ")[2] == shipped.partition("# sha256: ")[2]


@pytest.mark.slow
def test_progress_is_reported() -> None:
    begun: list[int] = []
    found = one_card_values(4, begun.append, rounds=2)
    assert set(found.values) == set(found.shares) == {"own", "opponent", "partner"}
    assert begun == [1, 2]


@pytest.mark.slow
def test_a_round_that_goes_all_the_way_is_the_mixture() -> None:
    begun: list[int] = []
    found = one_card_values(3, begun.append, rounds=1)
    assert begun == [1]
    for role in ("own", "opponent"):
        assert len(found.shares[role]) == len(ranks.sets(5))
        assert all(list(discards.values()) == [1.0] for discards in found.shares[role].values())
    table = tables.parse(crib_tables.discards_table("three", found, ["command: none"]))
    for role in ("own", "opponent"):
        strategy = opponent_discards.read_strategy(table, role, 5, 1)
        read = [
            [strategy.discards[index] for index, _ in discards] for _, discards in strategy.hands
        ]
        assert read == [list(discards) for discards in found.shares[role].values()]


def test_rounds_are_mixed_in_equal_parts() -> None:
    mixture = crib_tables.DiscardMixture()
    dealt, first, second = ranks.parse("23"), ranks.parse("2"), ranks.parse("3")
    full = crib_tables.FULL_ROUNDS
    for round_, discard in enumerate([first, first, second, second, second], start=full - 1):
        mixture.add({dealt: crib_tables.PossibleDiscard(discard, 0.0)}, round_)
    # The rounds up to the last full one leave no trace in the mixture.
    assert mixture.shares() == {dealt: {second: 1.0}}
    mixture.add({dealt: crib_tables.PossibleDiscard(first, 0.0)}, full + 4)
    assert mixture.shares() == {dealt: {second: 0.75, first: 0.25}}


@pytest.mark.slow
def test_a_table_of_discards_is_read_as_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crib_tables, "FULL_ROUNDS", 1)
    begun: list[int] = []
    found = one_card_values(3, begun.append, rounds=3)
    assert begun == [1, 2, 3]
    table = tables.parse(crib_tables.discards_table("three", found, ["command: none"]))
    assert any(line.startswith("standard error: ") for line in table.head)
    assert "3 rounds; the shares are means over the last 2" in table.head
    for role in ("own", "opponent"):
        strategy = opponent_discards.read_strategy(table, role, 5, 1)
        for (counts, discards), shares in zip(
            strategy.hands, found.shares[role].values(), strict=True
        ):
            read = {strategy.discards[index]: share for index, share in discards}
            assert read == pytest.approx(shares, abs=1e-5)
            assert set(read) <= {(rank,) for rank, _ in counts}
    assert any(len(discards) > 1 for discards in found.shares["own"].values())


@pytest.mark.long
def test_a_smaller_game_settles() -> None:
    assert two_card_values(5).change < 0.0005
