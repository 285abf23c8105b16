"""The shipped tables of the deal solved as one game, and the shipped play, against each other."""

import re
from functools import cache
from importlib.resources import files

import numpy as np
import pytest

from pegout.evaluation import opponent_discards
from pegout.kernel import COMPILED
from pegout.search.model import check_knowledge, no_knowledge
from pegout.solver.joint_ranges import shipped_range
from pegout.tables import files as tables
from pegout.tables import play_strategy_arrays as solved_play
from pegout.tables import rank_sets as ranks
from tests.cases import each
from tests.search.whole_hands import child_of, play_chances
from tests.search.whole_hands import discards as shipped_discards
from tests.solver.discards import WITHOUT_NUMBA
from tests.solver.plays import Play, act, finish, without

#: The number of hands of six.
HANDS = 20_358_520
ROLES = ("own", "opponent")
MEGABYTES = 2**20


@cache
def keeps(role: str, column: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return a column of the table of keeps or of pegs, by the number of the set of ranks."""
    name = "pegs" if column == "pegs" else "keeps"
    rows = [row for row in tables.load(name).rows if row["role"] == role]
    assert [ranks.parse(row["keep"]) for row in rows] == list(ranks.sets(4))
    return np.array([float(row[column]) for row in rows])


def gains(line: str) -> tuple[float, float]:
    """Return the gains of the dealer's and the pone's best responses, from a line of a head."""
    found = re.search(r"gain[s]? the dealer (\d+\.\d+) and the pone (\d+\.\d+)", line)
    assert found, line
    return float(found[1]), float(found[2])


def test_the_tables_say_whence_they_come_and_are_of_one_solution() -> None:
    # Reading checks each table against its checksum.
    keeps_head, discards_head = tables.load("keeps").head, tables.load("discards_deal").head
    assert keeps_head[1:7] == discards_head[1:7]
    assert keeps_head[1] == "command: pegout solve deal"
    assert keeps_head[2].startswith("made by: pegout ")
    assert keeps_head[3].startswith("provenance: computed from the rules alone")
    assert all(0 <= gain < 0.02 for gain in gains(keeps_head[6]))


@each("role", ROLES)
def test_every_hand_keeps_four_cards(role: str) -> None:
    hands = keeps(role, "hands")
    assert hands.sum() == pytest.approx(HANDS, abs=len(hands) / 2)
    maximum = [ranks.ways(held) * 48 * 47 // 2 for held in ranks.sets(4)]
    assert (hands >= 0).all()
    assert (hands <= maximum).all()


@each("role", ROLES)
def test_every_hand_has_a_discard(role: str) -> None:
    # The reader refuses a table with a hand missing, and shares that do not add up to 1.
    strategy = opponent_discards.read_strategy(tables.load("discards_deal"), role, 6, 2)
    assert len(strategy.hands) == len(ranks.sets(6))
    for counts, discards in strategy.hands:
        held = dict(counts)
        for index, _ in discards:
            discard = strategy.discards[index]
            assert all(discard.count(rank) <= held.get(rank, 0) for rank in discard)


@each("role", ROLES)
def test_what_is_kept_follows_from_what_is_discarded(role: str) -> None:
    found = shipped_range(role, "discards_deal")
    hands = np.array([ranks.ways(dealt) for dealt in ranks.sets(6)], np.float64)
    weights = np.repeat(hands, np.diff(found.starts)) * found.parts
    kept, told = np.bincount(found.keeps, weights, 1820), keeps(role, "hands")
    # The table of discards leaves out shares of less than a thousandth.
    assert kept == pytest.approx(told, abs=200, rel=0.002)
    assert np.abs(kept - told).sum() < 0.0005 * HANDS


def test_what_the_dealer_pegs_the_pone_does_not() -> None:
    dealer, pone = [
        float(np.average(keeps(role, "pegs"), weights=keeps(role, "hands"))) for role in ROLES
    ]
    assert dealer == pytest.approx(-pone, abs=0.01)
    assert 1 < dealer < 2


def peg(play: Play, node: int) -> float:
    """Return the pone's points less the dealer's in the shipped play, for two given hands."""
    hands = [tuple(sorted(hand)) for hand in play.hands]
    if play.mover < 0 or not all(hands) or max(map(len, hands)) == 1:
        return -float(finish(play))
    options = play_chances(node, hands[play.mover], play.pile)
    if not options:
        return peg(act(play, None), child_of(node, 13))
    return sum(part * peg(act(play, rank), child_of(node, rank)) for rank, part in options if part)


@each("quads", [0, 4])
def test_what_a_hand_pegs_is_what_it_makes_in_the_shipped_play(quads: int) -> None:
    # Against a pone with four cards of a rank the dealer's range is simple: the pone always keeps
    # them, and both its discards are any cards.
    kept, total = (quads,) * 4, [0.0, 0.0]
    dealers: dict[ranks.Ranks, float] = {}
    for dealt, discards in shipped_discards(dealer=True).items():
        if quads not in dealt:
            for pair, share in discards.items():
                keep = without(dealt, *pair)
                dealers[keep] = dealers.get(keep, 0) + share * ranks.ways(dealt)
    for keep, weight in dealers.items():
        total[0] += weight * peg(Play((kept, keep)), 0)
        total[1] += weight
    row = keeps("opponent", "pegs")[ranks.sets(4).index(kept)]
    # Now and then the dealer is assumed to keep any four cards.
    assert row == pytest.approx(total[0] / total[1], abs=0.005)


def test_the_shipped_play_is_small_and_can_be_played() -> None:
    path = files("pegout.tables").joinpath("data", "play.bin")
    assert len(path.read_bytes()) <= 25 * MEGABYTES
    play = solved_play.load().play
    check_knowledge(no_knowledge()._replace(solved=play))
    assert len(play.mover) > 10_000
    # Every node but the first is the child of one, and its offsets are within the array.
    children = solved_play.children_of(play.moves, play.first_child)
    assert sorted(children[children >= 0].tolist()) == list(range(1, len(play.mover)))
    assert (np.diff(play.offset) >= 0).all()
    assert play.offset[-1] <= len(play.weights)


def test_the_shipped_play_says_whence_it_comes_and_what_it_loses() -> None:
    head = solved_play.load().head
    assert head[1] == "command: pegout solve play"
    assert "discards as in the table discards_deal" in head[3]
    found = re.search(r"the dealer wins the play by (\d\.\d+) points a deal", head[5])
    assert found
    # The table of keeps implies the same value of the play, for the ranges of the last round.
    mean = float(np.average(keeps("own", "pegs"), weights=keeps("own", "hands")))
    assert float(found[1]) == pytest.approx(mean, abs=0.02)
    assert sum(gains(head[6])) < 0.005
    assert sum(gains(head[7])) < 0.01


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason=WITHOUT_NUMBA)
def test_the_shipped_play_loses_what_it_says() -> None:
    from pegout.solver.exploitability import HANDS_FROM, SOLUTION, exploit

    head = solved_play.load().head
    assert HANDS_FROM in head[3]
    found = exploit(SOLUTION)
    dealer, pone = gains(head[7])
    assert found.dealer_loses == pytest.approx(pone, abs=2e-4)
    assert found.pone_loses == pytest.approx(dealer, abs=2e-4)
