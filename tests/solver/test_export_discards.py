"""The tables of the solved discards: the shipped ones, and how they follow from a solution.

The gate checks the shipped ones; the long tests export the tables of a simple strategy, and compute
some of the cells by hand.
"""

from collections import defaultdict
from collections.abc import Mapping
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from pegout.evaluation import opponent_discards
from pegout.kernel import COMPILED
from pegout.kernel.actions import DISCARDS_OF_SIX
from pegout.solver.discard_game import DiscardGame, Solution
from pegout.solver.export_discards import HANDS, SeatSolution, discard_tables, keeps_table
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.files import RowTable, parse
from tests.solver.discards import WITHOUT_NUMBA, random_pure, suit_lover, weight_of

DISCARDS = Path(__file__).resolve().parents[2] / "docs" / "tables" / "discards.csv"
ROLES = ("own", "opponent")

#: The numbers of discards of two ranks: of a pair, in one suit, in two suits, and in total.
KINDS = {"pair": 6, "one": 4, "two": 12, "any": 16}


def rows_of(table: RowTable, role: str) -> dict[tuple[str, str], Mapping[str, str]]:
    return {(row["discard"], row["suits"]): row for row in table.rows if row["role"] == role}


def number_in_head(table: RowTable, title: str) -> str:
    (found,) = [line.removeprefix(title) for line in table.head if line.startswith(title)]
    return found


def own_nobs(discard: str) -> float:
    """Return the probability that a discarded jack scores nobs, whatever else was dealt."""
    # Of the 50 cards left 12 are of its suit, or 11 where the second discard is.
    return {0: 0.0, 1: (1 / 4 * 11 + 3 / 4 * 12) / 50, 2: 2 * 12 / 50}[discard.count("J")]


# Properties of the tables of any solution


def check_discards(table: RowTable) -> None:
    discards = [ranks.format(discard) for discard in ranks.sets(2)]
    kinds = {
        (discard, kind)
        for discard in discards
        for kind in (("pair",) if discard[0] == discard[1] else ("one", "two", "any"))
    }
    columns = ["role", "discard", "suits", "forced", "chosen", "error", "hands", "percent"]
    assert list(table.rows[0]) == columns
    assert len(table.rows) == 2 * len(kinds)
    for role in ROLES:
        rows = rows_of(table, role)
        assert set(rows) == kinds
        hands = {index: int(row["hands"]) for index, row in rows.items()}
        parts = [number for (_, kind), number in hands.items() if kind != "any"]
        assert sum(parts) == pytest.approx(HANDS, abs=len(parts) / 2)
        crib = 0.0
        for (discard, kind), row in rows.items():
            assert row["error"] == "exact"
            assert float(row["percent"]) == pytest.approx(
                100 * hands[discard, kind] / HANDS, abs=1e-5
            )
            # No discard is chosen more often than it is dealt, worth less than nothing, or a 29.
            assert 0 <= hands[discard, kind] <= KINDS[kind] * comb(50, 4)
            assert 1 < float(row["forced"]) < 15
            assert (row["chosen"] == "") == (hands[discard, kind] == 0)
            if kind == "any":
                check_any(row, rows[discard, "one"], rows[discard, "two"])
            elif row["chosen"]:
                assert 1 < float(row["chosen"]) < 15
                crib += float(row["chosen"]) * hands[discard, kind] / HANDS
        seat = "dealer" if role == "own" else "pone"
        assert crib == pytest.approx(said_crib(table, seat), abs=1e-4)


def said_crib(table: RowTable, seat: str) -> float:
    words = number_in_head(table, "mean crib: ").replace(",", "").split()
    return float(words[words.index(seat) + 2])


def check_any(whole: Mapping[str, str], one: Mapping[str, str], two: Mapping[str, str]) -> None:
    """Check that both kinds together are their mean, by how often each is held or discarded."""
    forced = (4 * float(one["forced"]) + 12 * float(two["forced"])) / 16
    assert float(whole["forced"]) == pytest.approx(forced, abs=1.1e-5)
    numbers = [int(row["hands"]) for row in (one, two)]
    assert int(whole["hands"]) == pytest.approx(sum(numbers), abs=1.5)
    if min(numbers) > 1000:
        chosen = sum(
            [float(row["chosen"]) * number for row, number in zip((one, two), numbers, strict=True)]
        )
        assert float(whole["chosen"]) == pytest.approx(chosen / sum(numbers), abs=0.001)


def check_cribs(table: RowTable, valued: RowTable) -> None:
    assert list(table.rows[0]) == ["role", "discard", "base", "nobs", "flush"]
    pairs = [ranks.format(discard) for discard in ranks.sets(2)]
    for role in ROLES:
        rows = {row["discard"]: row for row in table.rows if row["role"] == role}
        assert list(rows) == pairs
        whole = rows_of(valued, role)
        for discard, row in rows.items():
            base, nobs, flush = [float(row[name]) for name in ("base", "nobs", "flush")]
            pair = discard[0] == discard[1]
            assert flush == 0 if pair else flush > 0
            assert 0 <= nobs < 0.3
            # This table separates what the other one combines.
            forced = base + nobs + flush / 4 + own_nobs(discard)
            found = whole[discard, "pair" if pair else "any"]["forced"]
            assert forced == pytest.approx(float(found), abs=3e-5)


def check_discards_by_ranks(table: RowTable, valued: RowTable) -> None:
    assert list(table.rows[0]) == ["role", "dealt", "discards"]
    for role in ROLES:
        # The reader refuses a table with a hand missing, and shares that do not add up to 1.
        strategy = opponent_discards.read_strategy(table, role, 6, 2)
        assert len(strategy.hands) == len(ranks.sets(6))
        discarded = [0.0] * 91
        for counts, discards in strategy.hands:
            held = dict(counts)
            for index, share in discards:
                discard = strategy.discards[index]
                assert all(discard.count(rank) <= held.get(rank, 0) for rank in discard)
                hand = [rank for rank, number in counts for _ in range(number)]
                discarded[index] += share * ranks.ways(hand)
        whole = rows_of(valued, role)
        for index, discard in enumerate(strategy.discards):
            kind = "pair" if discard[0] == discard[1] else "any"
            number = int(whole[ranks.format(discard), kind]["hands"])
            # The table leaves out shares of less than a thousandth.
            assert discarded[index] == pytest.approx(number, abs=500, rel=0.002)
    assert 0 <= float(number_in_head(table, "standard error: ")) < 0.1
    words = number_in_head(table, "suited: ").split()
    assert words[::2] == list(ROLES)


# The shipped tables


@pytest.fixture(scope="module")
def discards() -> RowTable:
    return parse(DISCARDS.read_text("ascii"))


def test_the_shipped_discards_add_up(discards: RowTable) -> None:
    check_discards(discards)


def test_the_shipped_cribs_are_those_of_the_discards(discards: RowTable) -> None:
    check_cribs(tables.load("cribs_six"), discards)


def test_the_shipped_discards_are_those_of_the_discards(discards: RowTable) -> None:
    check_discards_by_ranks(tables.load("discards_six"), discards)


def test_the_shipped_tables_are_of_one_solution(discards: RowTable) -> None:
    every = [discards, *[tables.load(name) for name in ("cribs_six", "discards_six")]]
    # The command, the versions, the provenance, the roles, and the quality.
    assert len({table.head[1:7] for table in every}) == 1
    words = discards.head[6].split()
    gains = [float(words[words.index(seat) + 1]) for seat in ("dealer", "pone")]
    assert 0 <= max(gains) < 0.0002
    assert said_crib(discards, "dealer") == pytest.approx(said_crib(discards, "pone"))


def test_the_shipped_means_are_near_what_is_published(discards: RowTable) -> None:
    # Hessel and Schell, of the kind ``chosen``; they differ by up to 0.3 themselves.
    published = {"own": {"5J": 7.02, "23": 6.98, "78": 6.55, "TK": 2.85}}
    published["opponent"] = {"5J": 7.75, "23": 7.33, "78": 7.75, "TK": 3.93}
    for role in ROLES:
        rows = rows_of(discards, role)
        for discard, mean in published[role].items():
            assert float(rows[discard, "any"]["chosen"]) == pytest.approx(mean, abs=0.3)
        minimum = min(rows, key=lambda index: float(rows[index]["forced"]))
        maximum = max(rows, key=lambda index: float(rows[index]["forced"]))
        assert maximum == ("55", "pair")
        assert minimum[0] in {"TK", "9K", "TQ"}


# Tables of a solution


class Made(NamedTuple):
    game: DiscardGame
    solution: Solution
    tables: dict[str, RowTable]


@pytest.fixture(scope="module")
def made() -> Made:
    """Export a solution: the dealer discards its lowest cards, the pone often two of one suit."""
    game = DiscardGame()
    slots = game.sweep.slots
    lowest = (slots == slots[:, :1]).astype(np.float32)
    lowest /= lowest.sum(axis=1, keepdims=True)
    solution = game.measure(4, lowest, (suit_lover() + random_pure(3)) / 2)
    found = discard_tables(game, solution, "pegout solve discards --rounds 4")
    return Made(game, solution, {name: parse(text) for name, text in found.items()})


@pytest.fixture(scope="module")
def kept(made: Made) -> RowTable:
    """Return the table of what both keep."""
    solution = made.solution
    seats = [
        SeatSolution("own", solution.own, solution.values_own, np.zeros(0)),
        SeatSolution("opponent", solution.opponent, solution.values_opponent, np.zeros(0)),
    ]
    return parse(keeps_table(made.game, seats, ["command: none"]))


long = [pytest.mark.long, pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)]


class TestOfASolution:
    pytestmark = long

    def test_they_add_up(self, made: Made) -> None:
        assert list(made.tables) == ["discards.csv", "cribs_six.csv", "discards_six.csv"]
        whole = made.tables["discards.csv"]
        check_discards(whole)
        check_cribs(made.tables["cribs_six.csv"], whole)
        check_discards_by_ranks(made.tables["discards_six.csv"], whole)

    def test_they_say_how_good_the_solution_is(self, made: Made) -> None:
        standing = made.solution.standing
        for table in made.tables.values():
            assert "command: pegout solve discards --rounds 4" in table.head
            assert (
                f"4 rounds; a best response gains the dealer {standing.gain_own:.6f} and "
                f"the pone {standing.gain_opponent:.6f} points a deal"
            ) in table.head

    @pytest.mark.parametrize("discard", ["5J", "77", "A2"])
    def test_a_cell_is_the_mean_over_the_hands_that_hold_it(self, made: Made, discard: str) -> None:
        weights = made.game.sweep.weights
        seats = [
            (made.solution.own, made.solution.values_own),
            (made.solution.opponent, made.solution.values_opponent),
        ]
        wanted = ranks.parse(discard)
        for role, (shares, values) in zip(ROLES, seats, strict=True):
            sums: defaultdict[str, Any] = defaultdict(lambda: np.zeros(4))
            for at in holding(made.game, discard):
                hand = made.game.sweep.hands[at].tolist()
                for number, (low, high) in enumerate(DISCARDS_OF_SIX):
                    if (hand[low] >> 2, hand[high] >> 2) != wanted:
                        continue
                    suits = "one" if hand[low] & 3 == hand[high] & 3 else "two"
                    kind = "pair" if discard[0] == discard[1] else suits
                    held = float(weights[at])
                    discarded = held * float(shares[at, number])
                    value = float(values[at, number])
                    sums[kind] += [held, held * value, discarded, discarded * value]
            for kind, (held, forced, discarded, chosen) in sums.items():
                row = rows_of(made.tables["discards.csv"], role)[discard, kind]
                assert held == KINDS[kind] * comb(50, 4)
                assert float(row["forced"]) == pytest.approx(forced / held, abs=6e-6)
                assert int(row["hands"]) == pytest.approx(discarded, abs=0.6)
                if row["chosen"]:
                    assert float(row["chosen"]) == pytest.approx(chosen / discarded, abs=6e-6)

    @pytest.mark.parametrize("dealt", ["23478K", "34555Q", "A2TJQK"])
    def test_the_discards_of_ranks_are_those_of_their_hands(self, made: Made, dealt: str) -> None:
        wanted = list(ranks.parse(dealt))
        which = np.flatnonzero((made.game.sweep.hands >> 2 == wanted).all(axis=1)).tolist()
        for role, shares in zip(ROLES, made.solution[:2], strict=True):
            discarded: defaultdict[str, float] = defaultdict(float)
            for at in which:
                hand = made.game.sweep.hands[at].tolist()
                for number, (low, high) in enumerate(DISCARDS_OF_SIX):
                    name = ranks.format((hand[low] >> 2, hand[high] >> 2))
                    discarded[name] += weight_of(hand) * float(shares[at, number])
            assert sum(discarded.values()) == pytest.approx(ranks.ways(wanted))
            strategy = opponent_discards.read_strategy(made.tables["discards_six.csv"], role, 6, 2)
            (found,) = [
                discards
                for counts, discards in strategy.hands
                if [rank for rank, number in counts for _ in range(number)] == wanted
            ]
            named = {ranks.format(strategy.discards[index]): share for index, share in found}
            parts = {
                name: number / ranks.ways(wanted) for name, number in discarded.items() if number
            }
            assert named == pytest.approx(parts, abs=2e-5)

    @pytest.mark.parametrize("keep", ["5JQK", "4556", "AA99"])
    def test_a_keep_is_counted_over_its_hands(self, made: Made, kept: RowTable, keep: str) -> None:
        for role, shares in zip(ROLES, made.solution[:2], strict=True):
            hands = 0.0
            for at in holding(made.game, keep):
                hand = made.game.sweep.hands[at].tolist()
                for number, discard in enumerate(DISCARDS_OF_SIX):
                    left = [card for index, card in enumerate(hand) if index not in discard]
                    if ranks.of(left) == ranks.parse(keep):
                        hands += weight_of(hand) * float(shares[at, number])
            found = {row["keep"]: row for row in kept.rows if row["role"] == role}[keep]
            assert int(found["hands"]) == pytest.approx(hands, abs=0.6)

    def test_keeps_are_of_all_hands(self, kept: RowTable) -> None:
        assert kept.head[1] == "command: none"
        for role in ROLES:
            rows = [row for row in kept.rows if row["role"] == role]
            assert [ranks.parse(row["keep"]) for row in rows] == list(ranks.sets(4))
            hands = [int(row["hands"]) for row in rows]
            assert sum(hands) == pytest.approx(HANDS, abs=len(hands) / 2)

    def test_discards_by_ranks_alone_have_suits_by_chance(self, made: Made) -> None:
        words = number_in_head(made.tables["discards_six.csv"], "suited: ").split()
        factors = dict(zip(words[::2], map(float, words[1::2]), strict=True))
        assert factors["own"] == 1
        assert factors["opponent"] > 1.2
        # The pone's discards in one suit are worth more than their ranks alone.
        assert float(number_in_head(made.tables["discards_six.csv"], "standard error: ")) > 0.01


def holding(game: DiscardGame, text: str) -> list[int]:
    """Return the numbers of the hands with these ranks."""
    held = game.sweep.hands >> 2
    wanted = ranks.parse(text)
    whole = [(held == rank).sum(axis=1) >= wanted.count(rank) for rank in set(wanted)]
    return np.flatnonzero(np.logical_and.reduce(whole)).tolist()
