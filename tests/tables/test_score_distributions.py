"""The points of the parts of deals: counted, written, read; and the shipped distributions."""

import numpy as np
import pytest

from pegout.simulation import trace_deals
from pegout.simulation.games import Deals, Trace
from pegout.solver.deal_paths import parts_of
from pegout.tables import files as tables
from pegout.tables import score_distributions
from pegout.tables.files import TableError, compose, parse
from tests.cases import each

COLUMNS = ("part", "points", "pone", "number")


def trace_of(play: list[tuple[int, int]], hands: list[tuple[int, int]], *more: list[int]) -> Trace:
    """Return deals of which only the points are known: cribs and heels last."""
    cribs, heels = (np.array(row, np.int16) for row in more)
    empty = np.zeros((len(play), 8), np.int8)
    came = Deals(np.array(play, np.int16), np.array(hands, np.int16), cribs, heels)
    return Trace(empty, empty, empty, empty, empty, empty, empty, empty, came)


def test_parts_are_counted_deal_by_deal() -> None:
    trace = trace_deals(["blind", "random"], 200, seed=3)
    counts: dict[tuple[str, int, int], int] = {}
    came = trace.deals
    for at in range(200):
        for part in (
            ("play", int(came.play[at, 0] + came.heels[at]), int(came.play[at, 1])),
            ("hand_dealer", int(came.hands[at, 0]), 0),
            ("hand_pone", int(came.hands[at, 1]), 0),
            ("crib", int(came.cribs[at]), 0),
        ):
            counts[part] = counts.get(part, 0) + 1
    table = parse(score_distributions.parts_table(parts_of(trace), ["command: none"]))
    assert table.head[1] == "command: none"
    found = {
        (row["part"], int(row["points"]), int(row["pone"])): int(row["number"])
        for row in table.rows
    }
    assert found == counts


def test_heels_are_the_dealers_and_more_than_the_most_is_the_most() -> None:
    parts = parts_of(trace_of([(3, 1), (40, 33)], [(29, 4), (31, 0)], [12, 35], [2, 0]))
    assert (parts.play[5, 1], parts.play[31, 31], parts.play.sum()) == (1, 1, 2)
    assert (parts.hands[0, 29], parts.hands[1, 4], parts.hands[1, 0]) == (2, 1, 1)
    assert (parts.crib[12], parts.crib[29]) == (1, 1)


def test_what_is_added_up_is_the_same_as_what_is_counted_at_once() -> None:
    whole = parts_of(trace_deals(["blind", "blind"], 60, seed=5))
    added = score_distributions.no_parts()
    for first in (0, 20, 40):
        added = parts_of(trace_deals(["blind", "blind"], 20, seed=5, first=first), added)
    for array, other in zip(whole, added, strict=True):
        assert (array == other).all()


def test_rates_are_parts_of_all_deals() -> None:
    parts = score_distributions.Parts(
        np.array([[3, 0], [0, 1]]), np.array([[2, 2], [1, 3]]), np.array([0, 4])
    )
    rates = parts.rates()
    assert rates.play.tolist() == [[0.75, 0], [0, 0.25]]
    assert rates.hands.tolist() == [[0.5, 0.5], [0.25, 0.75]]
    assert rates.crib.tolist() == [0, 1]


@each("row", [("play", 40, 0, 1), ("hand", 2, 0, 1), ("crib", "two", 0, 1)])
def test_a_row_that_is_none_is_refused(row: tuple[str | int, ...]) -> None:
    text = score_distributions.parts_table(parts_of(trace_deals(["blind", "blind"], 5, seed=5)), [])
    rows = [tuple(line.values()) for line in parse(text).rows]
    with pytest.raises(TableError, match="make it again"):
        score_distributions.read_parts(parse(compose(["Deals."], COLUMNS, [*rows, row])))
    score_distributions.read_parts(parse(compose(["Deals."], COLUMNS, rows)))


def test_a_part_that_is_missing_is_told() -> None:
    text = score_distributions.parts_table(parts_of(trace_deals(["blind", "blind"], 5, seed=5)), [])
    rows = [tuple(row.values()) for row in parse(text).rows if row["part"] != "hand_pone"]
    with pytest.raises(TableError, match="lacks a part"):
        score_distributions.read_parts(parse(compose(["Deals."], COLUMNS, rows)))


def test_the_shipped_means_are_those_that_others_found() -> None:
    # Chambers: hands of 8.0 and 8.1, crib 4.7; 3.5 and 2.0 in the play.
    rates = score_distributions.shipped_parts().rates()
    assert rates.hands @ np.arange(30) == pytest.approx([8.0, 8.1], abs=0.15)
    assert rates.crib @ np.arange(30) == pytest.approx(4.7, abs=0.15)
    assert rates.play.sum(axis=1) @ np.arange(32) == pytest.approx(3.5, abs=0.3)
    assert rates.play.sum(axis=0) @ np.arange(32) == pytest.approx(2.0, abs=0.3)


def test_the_shipped_parts_say_whence_they_come() -> None:
    head = tables.load("deals").head
    words = head[1].split()
    assert words[:4] == ["command:", "pegout", "solve", "chances"]
    deals = int(words[words.index("--deals") + 1])
    parts = score_distributions.shipped_parts()
    assert [int(part.sum()) for part in (parts.play, *parts.hands, parts.crib)] == [deals] * 4
    assert head[3].startswith(f"provenance: {deals} deals of ")
