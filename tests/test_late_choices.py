"""What choices near the end of the board lose against a full enumeration."""

from functools import cache

import numpy as np
import pytest

from pegout.cards import parse_cards
from pegout.search.workspace import FIRST_SLACK
from tools.late_choices import (
    MARGINS,
    CardChoice,
    Judge,
    card_cost,
    discard_cost,
    main,
    split_hand,
)
from tools.late_deals import Late, late_deals


@cache
def judge() -> Judge:
    return Judge()


def late(seat: int, needs: tuple[int, int], cards: str) -> Late:
    """Return a deal of seat 0 in which seat 0 and seat 1 need these points."""
    six = np.array(sorted(int(card) for card in parse_cards(cards)))
    return Late(seat, 0, 121 - np.array(needs), six)


def test_a_discard_parts_six_cards() -> None:
    found = split_hand(late(0, (5, 5), "AS 2S 3S 4S 5S 6S"), 14)
    assert len(found.discarded) == 2
    assert sorted(found.discarded + found.kept) == late(0, (5, 5), "AS 2S 3S 4S 5S 6S").six.tolist()


@pytest.mark.slow
@pytest.mark.compiled
def test_a_hand_that_is_sure_of_its_points_wins() -> None:
    """The pone counts first; and a dealer this far away does not peg out before."""
    sure = late(1, (40, 2), "AS AH 2S 2H KS KH")
    for discard in (0, 14):
        assert judge().worth(sure, discard, 5) == pytest.approx(1)
    cost = discard_cost(judge(), late(1, (40, 1), "AS AH 2S 2H KS KH"))
    assert cost.lost == pytest.approx(0)
    assert not cost.blamed


@pytest.mark.slow
@pytest.mark.compiled
def test_at_more_hands_nobody_knows_more_of_the_cards() -> None:
    """A choice against few hands guesses them too well."""
    open_ = late(0, (8, 8), "3S 4S 6D 7H 9C QD")
    assert judge().worth(open_, 9, 12) > judge().worth(open_, 9, 400) > 0.1


@pytest.mark.slow
@pytest.mark.compiled
def test_the_worth_of_a_first_card_is_that_of_its_discard() -> None:
    deal = late(1, (9, 6), "3S 4S 6D 7H 9C QD")
    starter = int(parse_cards("2D")[0])
    choice = judge().cards(deal, 9, starter, [])
    assert choice.shares.sum() == pytest.approx(1)
    assert np.nanmax(choice.worth) == pytest.approx(judge().behind(deal, 9, starter, 1820))
    assert np.nanmax(choice.seen) == pytest.approx(np.nanmax(choice.worth), abs=0.05)
    # The chosen card is as good as the best, to one in a hundred.
    assert choice.lost(choice.shares) < 0.01


@pytest.mark.slow
@pytest.mark.compiled
def test_within_the_margin_of_the_expert_its_own_card_is_played() -> None:
    deals = late_deals(12, 12, 3)
    luck = np.random.default_rng(3)
    costs = [cost for deal in deals if (cost := card_cost(judge(), deal, luck)) is not None]
    assert len(costs) > 6
    own = MARGINS.index(FIRST_SLACK)
    assert [cost.by_margin[own] for cost in costs] == pytest.approx([cost.lost for cost in costs])


def test_the_solved_play_decides_within_a_margin_and_the_search_beyond_it() -> None:
    worth = np.array([0.5, np.nan, 0.52, 0.51])
    seen = np.array([0.505, np.nan, 0.51, 0.5])
    choice = CardChoice(np.zeros(4), worth, seen, np.array([0.3, 0.0, 0.1, 0.6]))
    assert choice.within(0.0).tolist() == [0, 0, 1, 0]
    assert choice.within(0.006) == pytest.approx([0.75, 0, 0.25, 0])
    assert choice.within(1.0) == pytest.approx([0.3, 0, 0.1, 0.6])
    assert choice.lost(choice.within(0.006)) == pytest.approx(0.015)
    # Where the solution has no entry, the search decides.
    assert choice._replace(solved=np.zeros(4)).within(1.0).tolist() == [0, 0, 1, 0]


@pytest.mark.slow
@pytest.mark.compiled
def test_a_lead_is_one_of_the_solution_from_cards_that_nobody_has_seen() -> None:
    deal, starter = late(0, (9, 6), "3S 4S 6D 7H 9C QD"), int(parse_cards("2D")[0])
    luck = np.random.default_rng(1)
    led = [judge().lead(deal, 9, starter, luck) for _ in range(200)]
    assert not {*led} & {*deal.six.tolist(), starter}
    ranks = np.bincount([card >> 2 for card in led], minlength=13)
    # A four and a three are the leads of the solution; a five is led from two of them at most.
    assert ranks[2] + ranks[3] > 3 * ranks[4]


@pytest.mark.slow
@pytest.mark.compiled
def test_four_of_a_kind_leave_no_choice() -> None:
    same = late(1, (6, 6), "8S 8H 8D 8C KS KH")
    kept = [
        discard
        for discard in range(15)
        if len({card >> 2 for card in split_hand(same, discard).kept}) == 1
    ]
    choice = judge().cards(same, kept[0], int(parse_cards("2D")[0]), [])
    assert np.isfinite(choice.worth).sum() == 1
    assert choice.shares.tolist() == [1, 0, 0, 0]
    luck = np.random.default_rng(1)
    assert (card_cost(judge(), same, luck) is None) == (judge().choice(same) == kept[0])


def test_farther_from_the_end_nothing_is_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["late_choices.py", "--within", "30"])
    with pytest.raises(SystemExit, match="expected --within from 1 to 25, not 30"):
        main()
