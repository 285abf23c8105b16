"""The play of two known hands: its expected values equal the averages of games."""

from functools import cache

import numpy as np
import pytest

from pegout.cards import sets_of_ranks
from pegout.evaluation import cribs_array
from pegout.kernel.jit import compiled
from pegout.kernel.layout import NO_PILE
from pegout.kernel.roles import Role
from pegout.kernel.score_tables import Array
from pegout.search.array_searcher import ArraySearcher
from pegout.search.building_arrays import search_of
from pegout.search.hands import FIRST_FOUR, pack
from pegout.search.known_play import LOST, OUTCOMES, POINTS, WON, both_hands, walk_known
from pegout.search.model import knowledge
from pegout.search.play import PlayState
from pegout.search.workspace import OPPONENT, OWN, Search
from pegout.simulation import Trace, trace_deals
from pegout.tables import rank_sets
from pegout.tables.rank_sets import Ranks
from tests.search.spots import STANDARD

FAR = 1000


@cache
def search() -> Search:
    return search_of(STANDARD, knowledge(), cribs_array(STANDARD))


def begin(own: Ranks, other: Ranks, role: Role, needs: tuple[int, int]) -> tuple[PlayState, int]:
    """Return the lead of the pone, and the numbers of both hands."""
    numbers = [FIRST_FOUR + sets_of_ranks(4).index(hand) for hand in (own, other)]
    turn = OPPONENT if role == Role.DEALER else OWN
    play = PlayState(turn, 0, -1, 0, NO_PILE, pack(own), 4, *needs, 0)
    return play, both_hands(*numbers)


def outcomes(
    own: Ranks, other: Ranks, role: Role = Role.DEALER, needs: tuple[int, int] = (FAR, FAR)
) -> Array:
    found = np.zeros(OUTCOMES)
    space, solved = search()
    compiled(walk_known)(
        *begin(own, other, role, needs), 1.0, 0, np.array(needs), found, space, solved
    )
    return found


def means(found: Array) -> tuple[float, float]:
    pegged = found[:WON].reshape(POINTS, POINTS)
    points = np.arange(POINTS)
    return float(pegged.sum(axis=1) @ points), float(pegged.sum(axis=0) @ points)


def keep(trace: Trace, deal: int, seat: int) -> Ranks:
    hand, discarded = trace.hands[deal, seat].tolist(), trace.discarded[deal, seat].tolist()
    return tuple(sorted([card >> 2 for card in hand if card not in discarded]))


@pytest.mark.slow
def test_on_average_games_come_to_what_is_found() -> None:
    deals = 3000
    trace = trace_deals(["expert-points"] * 2, deals, 20)
    found = np.array(
        [means(outcomes(keep(trace, deal, 0), keep(trace, deal, 1))) for deal in range(deals)]
    )
    missed = trace.deals.play - found
    assert (np.abs(missed.mean(axis=0)) < 3.5 * missed.std(axis=0) / deals**0.5).all()
    # The rest of the difference comes from mixing by both players.
    assert (missed.std(axis=0) < 0.5 * trace.deals.play.std(axis=0)).all()


def test_hands_without_a_choice_are_played_in_one_line() -> None:
    found = outcomes(rank_sets.parse("AAAA"), rank_sets.parse("KKKK"))
    assert found.max() == 1
    # K A K A, go; A for two, A for six, and one for the go. K K for two, and one for the last card.
    assert means(found) == (9.0, 3.0)


def test_both_see_the_same_play() -> None:
    for own, other in (("5TJK", "2346"), ("A779", "5566"), ("3448", "9TQK")):
        hands = rank_sets.parse(own), rank_sets.parse(other)
        dealer = outcomes(*hands, Role.DEALER, (12, 9))
        pone = outcomes(hands[1], hands[0], Role.PONE, (9, 12))
        turned = pone[:WON].reshape(POINTS, POINTS).T
        assert dealer[:WON].reshape(POINTS, POINTS) == pytest.approx(turned)
        assert dealer[WON:LOST] == pytest.approx(pone[LOST:])
        assert dealer[LOST:] == pytest.approx(pone[WON:LOST])
        assert dealer.sum() == pytest.approx(1)


def test_near_the_end_somebody_gets_there() -> None:
    hands = rank_sets.parse("5TJK"), rank_sets.parse("2346")
    far = outcomes(*hands).reshape(-1)
    assert not far[WON:].any()
    near = outcomes(*hands, needs=(1, FAR))
    # The dealer always pegs.
    assert near[WON:LOST].sum() == pytest.approx(1)
    pegged = far[:WON].reshape(POINTS, POINTS)
    three = outcomes(*hands, needs=(3, FAR))
    assert three[WON:LOST].sum() == pytest.approx(pegged[3:].sum())


def test_who_gets_there_is_told_with_what_the_opponent_has() -> None:
    found = outcomes(rank_sets.parse("AAAA"), rank_sets.parse("KKKK"), needs=(7, FAR))
    # The dealer's third ace makes eight, and the pone has pegged nothing by then.
    assert found[WON] == 1
    found = outcomes(rank_sets.parse("AAAA"), rank_sets.parse("KKKK"), needs=(FAR, 3))
    assert found[LOST + 9] == 1


@pytest.mark.slow
@pytest.mark.compiled
def test_python_and_compiled_find_the_same() -> None:
    searcher = ArraySearcher(STANDARD, knowledge(), cribs_array(STANDARD))
    for own, other in (("5TJK", "2346"), ("A779", "5566")):
        hands = rank_sets.parse(own), rank_sets.parse(other)
        found, needs = [0.0] * OUTCOMES, (20, 20)
        play = begin(*hands, Role.DEALER, needs)
        walk_known(*play, 1.0, 0, needs, found, searcher.space, searcher.solved)
        assert found == pytest.approx(outcomes(*hands, needs=needs).tolist())
