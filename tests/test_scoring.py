"""The scores of cards: named examples of every kind, and the oracle for all the rest."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product
from math import prod
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pegout.cards import CARDS, Card, Rank, Suit, parse_cards
from pegout.scoring import CribFlush, Item, Kind
from pegout.scoring.unchecked import play_points, score_play, score_show, show_points
from tests import oracle
from tests.cases import each

CRIB_FLUSHES = get_args(CribFlush)
PAIR_KINDS = {2: Kind.PAIR, 3: Kind.PAIR_ROYAL, 4: Kind.DOUBLE_PAIR_ROYAL}
PAIR_POINTS = {1: 0, 2: 2, 3: 6, 4: 12}
RUN_KINDS = {
    (): Kind.RUN,
    (2,): Kind.DOUBLE_RUN,
    (3,): Kind.TRIPLE_RUN,
    (2, 2): Kind.DOUBLE_DOUBLE_RUN,
}
RUNS = (*RUN_KINDS.values(), Kind.MULTIPLE_RUN)
ALOUD = ({Kind.FIFTEEN}, {*PAIR_KINDS.values()}, {*RUNS}, {Kind.FLUSH}, {Kind.NOBS})


def tell(items: Sequence[Item]) -> list[str]:
    return [str(item) for item in items]


def hand_of(hand: str, starter: str) -> tuple[tuple[Card, ...], Card]:
    return parse_cards(hand), Card.parse(starter)


# Cards of few ranks and few suits have far more pairs, runs and flushes than random ones.
packs = st.one_of(
    st.just(CARDS),
    st.integers(0, 8).map(lambda low: tuple(card for card in CARDS if low <= card.rank < low + 5)),
    st.sampled_from(Suit).map(
        lambda suit: tuple(card for card in CARDS if card.suit == suit or card.rank == Rank.JACK)
    ),
)


@st.composite
def deals(draw: st.DrawFn, sizes: Sequence[int] = (3, 4, 5)) -> tuple[tuple[Card, ...], Card]:
    """Draw a hand of some size and a starter."""
    pack = draw(packs)
    size = draw(st.sampled_from(sizes)) + 1
    starter, *hand = draw(
        st.lists(st.sampled_from(pack), min_size=size, max_size=size, unique=True)
    )
    return tuple(hand), starter


@st.composite
def piles(draw: st.DrawFn) -> tuple[Card, ...]:
    """Draw the cards of one count, 31 at most."""
    pack = draw(packs)
    drawn = draw(st.lists(st.sampled_from(pack), min_size=1, max_size=13, unique=True))
    pile: list[Card] = []
    for card in drawn:
        if sum(played.value for played in pile) + card.value <= 31:
            pile.append(card)
    return tuple(pile)


# The show: named examples


@pytest.mark.parametrize(
    ("hand", "starter", "items"),
    [
        pytest.param("2C 4D 6H 8S", "KC", [], id="nothing"),
        pytest.param("5H 8C 9D QS", "4H", ["fifteen 2 (5H QS)"], id="fifteen"),
        pytest.param(
            "AC 2D 2H 4S",
            "6C",
            ["fifteen 2 (AC 2D 2H 4S 6C)", "pair 2 (2D 2H)"],
            id="fifteen of five cards",
        ),
        pytest.param("8C 8D QH KS", "2C", ["pair 2 (8C 8D)"], id="pair"),
        pytest.param("8C 8D 8S KS", "2C", ["pair_royal 6 (8C 8D 8S)"], id="pair royal"),
        pytest.param(
            "8C 8D 8H 8S", "2C", ["double_pair_royal 12 (8C 8D 8H 8S)"], id="double pair royal"
        ),
        pytest.param("8C 8D KH KS", "2C", ["pair 2 (8C 8D)", "pair 2 (KH KS)"], id="two pairs"),
        pytest.param(
            "8C 8D KH KS", "KC", ["pair 2 (8C 8D)", "pair_royal 6 (KC KH KS)"], id="pair and royal"
        ),
        pytest.param("TC JD QH 3S", "9C", ["run 4 (9C TC JD QH)"], id="run of four"),
        pytest.param("TC JD QH KS", "9C", ["run 5 (9C TC JD QH KS)"], id="run of five"),
        pytest.param("QH KC AD 2S", "7C", [], id="a run does not go round the king"),
        pytest.param("9C TC JD QH", "TS", ["double_run 10 (9C TC TS JD QH)"], id="double run of 4"),
        pytest.param("JD QH QS KS", "2C", ["double_run 8 (JD QH QS KS)"], id="double run"),
        pytest.param("JD QH QS KS", "QC", ["triple_run 15 (JD QC QH QS KS)"], id="triple run"),
        pytest.param(
            "JD JH QH KS", "KC", ["double_double_run 16 (JD JH QH KC KS)"], id="double double run"
        ),
        pytest.param("2H 4H 6H TH", "KC", ["flush 4 (2H 4H 6H TH)"], id="flush of four"),
        pytest.param("2H 4H 6H TH", "KH", ["flush 5 (2H 4H 6H TH KH)"], id="flush of five"),
        pytest.param("2H 4H 6H TC", "KH", [], id="the starter completes no flush of four"),
        pytest.param("2H 4H 6C JD", "TD", ["nobs 1 (JD)"], id="nobs"),
        pytest.param("2H 4H 6C JD", "TS", [], id="a jack of another suit"),
        pytest.param("2H 4H 6C TS", "JD", [], id="the starter is heels, never nobs"),
        pytest.param("2H 4H 6C JS", "JD", ["pair 2 (JD JS)"], id="a jack for a starter"),
    ],
)
def test_the_show(hand: str, starter: str, items: list[str]) -> None:
    assert tell(score_show(*hand_of(hand, starter))) == items


@each(
    ("hand", "starter", "crib_flush", "points"),
    [
        ("2H 4H 6H TH", "KH", "five", 5),
        ("2H 4H 6H TH", "KC", "five", 0),
        ("2H 4H 6H TC", "KH", "five", 0),
        ("2H 4H 6H TH", "KH", "four", 5),
        ("2H 4H 6H TH", "KC", "four", 4),
        ("2H 4H 6H TC", "KH", "four", 0),
        ("2H 4H 6H TH", "KH", "none", 0),
        ("2H 4H 6H TH", "KC", "none", 0),
    ],
)
def test_a_flush_in_the_crib(hand: str, starter: str, crib_flush: CribFlush, points: int) -> None:
    cards, turned = hand_of(hand, starter)
    items = score_show(cards, turned, crib=True, crib_flush=crib_flush)
    assert [item.points for item in items] == [points] * bool(points)
    assert show_points(cards, turned, crib=True, crib_flush=crib_flush) == points


@pytest.mark.parametrize("crib_flush", CRIB_FLUSHES)
def test_the_switch_for_the_crib_does_not_touch_a_hand(crib_flush: CribFlush) -> None:
    hand, starter = hand_of("2H 4H 6H TH", "KC")
    assert tell(score_show(hand, starter, crib_flush=crib_flush)) == ["flush 4 (2H 4H 6H TH)"]
    assert show_points(hand, starter, crib_flush=crib_flush) == 4


def test_the_best_hand_has_twenty_nine() -> None:
    hand, starter = hand_of("5C 5H 5S JD", "5D")
    items = score_show(hand, starter)
    assert [item.kind for item in items] == [*[Kind.FIFTEEN] * 8, Kind.DOUBLE_PAIR_ROYAL, Kind.NOBS]
    assert sum(item.points for item in items) == 29
    assert show_points(hand, starter) == 29


def test_twenty_nine_takes_the_jack_of_the_starters_suit() -> None:
    fives = [card for card in CARDS if card.rank == Rank.FIVE]
    jacks = [card for card in CARDS if card.rank == Rank.JACK]
    for starter, jack in product(fives, jacks):
        hand = (*(five for five in fives if five != starter), jack)
        assert show_points(hand, starter) == (29 if jack.suit == starter.suit else 28)


@pytest.mark.parametrize("points", [0, 1, 2])
def test_nobs_is_worth_what_the_switch_says(points: int) -> None:
    hand, starter = hand_of("2H 4H 6C JD", "TD")
    expected = [f"nobs {points} (JD)"] if points else []
    for crib in (False, True):
        assert tell(score_show(hand, starter, crib=crib, nobs_points=points)) == expected
        assert show_points(hand, starter, crib=crib, nobs_points=points) == points


@each("suit", Suit)
def test_a_jack_that_is_the_starter_is_never_nobs(suit: Suit) -> None:
    jacks = [Card.of(Rank.JACK, suit) for suit in Suit]
    starter = Card.of(Rank.JACK, suit)
    hand = (*(jack for jack in jacks if jack != starter), Card.parse("2C"))
    assert show_points(hand, starter, nobs_points=2) == 12
    assert tell(score_show(hand, starter, nobs_points=2)) == ["double_pair_royal 12 (JC JD JH JS)"]


# The show: hands of other sizes


@each(
    ("hand", "starter", "items"),
    [
        ("2H 4H 6H", "KC", ["flush 3 (2H 4H 6H)"]),
        ("2H 4H 6H", "KH", ["flush 4 (2H 4H 6H KH)"]),
        ("5C 5H 5S", "5D", ["double_pair_royal 12 (5C 5D 5H 5S)"]),
        ("JD QH QS", "KS", ["double_run 8 (JD QH QS KS)"]),
        ("2H 4H JD", "TD", ["nobs 1 (JD)"]),
    ],
)
def test_a_hand_of_three(hand: str, starter: str, items: list[str]) -> None:
    fifteens = sum(item.kind is Kind.FIFTEEN for item in score_show(*hand_of(hand, starter)))
    assert tell(score_show(*hand_of(hand, starter)))[fifteens:] == items


@pytest.mark.parametrize(
    ("hand", "starter", "items"),
    [
        pytest.param(
            "TC TD JC JH QC", "QD", ["multiple_run 30 (TC TD JC JH QC QD)"], id="eight runs"
        ),
        pytest.param(
            "TC TD TH JC JH", "QD", ["multiple_run 26 (TC TD TH JC JH QD)"], id="six runs"
        ),
        pytest.param(
            "TC TD TH TS JC", "QD", ["multiple_run 24 (TC TD TH TS JC QD)"], id="four runs"
        ),
        pytest.param(
            "9C TC TD JC JH", "QD", ["double_double_run 20 (9C TC TD JC JH QD)"], id="runs of four"
        ),
        pytest.param("8C 9C TC JH QC", "KD", ["run 6 (8C 9C TC JH QC KD)"], id="run of six"),
        pytest.param(
            "9H TC JS AH AC", "AD", ["pair_royal 6 (AC AD AH)", "run 3 (9H TC JS)"], id="both"
        ),
        pytest.param(
            "8C 8D QH QS KC",
            "KD",
            ["pair 2 (8C 8D)", "pair 2 (QH QS)", "pair 2 (KC KD)"],
            id="three pairs",
        ),
        pytest.param("TC QC 2C 6C 8C", "4D", ["flush 5 (2C 6C 8C TC QC)"], id="flush of five"),
        pytest.param("TC QC 2C 6C 8C", "4C", ["flush 6 (2C 4C 6C 8C TC QC)"], id="flush of six"),
        pytest.param("AC 2D 3H JD QH", "KS", ["run 3 (AC 2D 3H)", "run 3 (JD QH KS)"], id="2 runs"),
    ],
)
def test_a_hand_of_five(hand: str, starter: str, items: list[str]) -> None:
    counted = score_show(*hand_of(hand, starter))
    fifteens = sum(item.kind is Kind.FIFTEEN for item in counted)
    assert tell(counted)[fifteens:] == items


# The show: always


@given(deals(), st.booleans(), st.sampled_from(CRIB_FLUSHES), st.sampled_from([0, 1, 2]))
@example((parse_cards("5C 5H 5S JD"), Card.parse("5D")), False, "five", 1)
@example((parse_cards("TC TD JC JD QC"), Card.parse("QD")), True, "five", 2)
def test_the_items_the_points_and_the_oracle_agree(
    deal: tuple[tuple[Card, ...], Card], crib: bool, crib_flush: CribFlush, nobs_points: int
) -> None:
    hand, starter = deal
    items = score_show(hand, starter, crib=crib, crib_flush=crib_flush, nobs_points=nobs_points)
    points = show_points(hand, starter, crib=crib, crib_flush=crib_flush, nobs_points=nobs_points)
    right = oracle.show(hand, starter, crib=crib, crib_flush=crib_flush, nobs_points=nobs_points)
    of = Counter[Kind]()
    for item in items:
        of[item.kind] += item.points
    assert of[Kind.FIFTEEN] == right.fifteens
    # A double run is one item with the pairs that double it.
    alike_or_in_a_row = (*PAIR_KINDS.values(), *RUNS)
    assert sum(of[kind] for kind in alike_or_in_a_row) == right.pairs + right.runs
    assert of[Kind.FLUSH] == right.flush
    assert of[Kind.NOBS] == right.nobs
    assert of.total() == points == sum(right)


@given(deals())
def test_the_defaults_are_a_hand_with_one_for_nobs(deal: tuple[tuple[Card, ...], Card]) -> None:
    hand, starter = deal
    plain = score_show(hand, starter, crib=False, crib_flush="five", nobs_points=1)
    assert score_show(hand, starter) == plain
    assert show_points(hand, starter) == sum(item.points for item in plain)
    crib = score_show(hand, starter, crib=True, crib_flush="five", nobs_points=1)
    assert score_show(hand, starter, crib=True) == crib
    assert show_points(hand, starter, crib=True) == sum(item.points for item in crib)


@given(deals(), st.booleans(), st.sampled_from(CRIB_FLUSHES), st.sampled_from([0, 1, 2]))
def test_every_item_is_what_it_says(
    deal: tuple[tuple[Card, ...], Card], crib: bool, crib_flush: CribFlush, nobs_points: int
) -> None:
    hand, starter = deal
    cards = {*hand, starter}
    items = score_show(hand, starter, crib=crib, crib_flush=crib_flush, nobs_points=nobs_points)
    for item in items:
        assert set(item.cards) <= cards
        assert len(set(item.cards)) == len(item.cards)
        assert list(item.cards) == sorted(item.cards)
        assert item.points > 0
        check(item, cards, hand, starter, nobs_points)
    assert len(set(items)) == len(items)
    # A card is in one pair or run only: the item of a run includes the pairs that double it.
    told = Counter(
        card for item in items if item.kind in (*PAIR_KINDS.values(), *RUNS) for card in item.cards
    )
    assert set(told.values()) <= {1}


def check(
    item: Item, cards: set[Card], hand: Sequence[Card], starter: Card, nobs_points: int
) -> None:
    """Check that an item has all cards of its kind and no others, and the kind's points."""
    ranks = Counter(card.rank for card in item.cards)
    if item.kind is Kind.FIFTEEN:
        assert sum(card.value for card in item.cards) == 15
        assert item.points == 2
    elif item.kind in PAIR_KINDS.values():
        assert len(ranks) == 1
        assert item.kind is PAIR_KINDS[len(item.cards)]
        assert item.points == PAIR_POINTS[len(item.cards)]
        assert not any(card.rank in ranks for card in cards - set(item.cards))
    elif item.kind in RUNS:
        assert len(ranks) >= 3
        assert max(ranks) - min(ranks) == len(ranks) - 1
        around = range(min(ranks) - 1, max(ranks) + 2)
        assert not any(card.rank in around for card in cards - set(item.cards))
        # The number and the length of the runs, and the pairs that multiply them.
        pairs = sum(PAIR_POINTS[copies] for copies in ranks.values())
        assert item.points == prod(ranks.values()) * len(ranks) + pairs
        doubled = tuple(sorted(copies for copies in ranks.values() if copies > 1))
        assert item.kind is RUN_KINDS.get(doubled, Kind.MULTIPLE_RUN)
        if item.kind is Kind.MULTIPLE_RUN:
            assert len(cards) > 5
    elif item.kind is Kind.FLUSH:
        assert len({card.suit for card in item.cards}) == 1
        assert set(item.cards) in ({*hand}, cards)
        assert item.points == len(item.cards)
    else:
        assert item.kind is Kind.NOBS
        assert item.cards == (Card.of(Rank.JACK, starter.suit),)
        assert set(item.cards) <= {*hand}
        assert item.points == nobs_points


@given(deals(), st.booleans())
def test_items_are_in_the_order_counted(deal: tuple[tuple[Card, ...], Card], crib: bool) -> None:
    kinds = [item.kind for item in score_show(*deal, crib=crib)]
    groups = [place for kind in kinds for place, group in enumerate(ALOUD) if kind in group]
    assert len(groups) == len(kinds)
    assert groups == sorted(groups)
    # There is at most one flush and one nobs.
    assert all(kinds.count(kind) <= 1 for kind in (Kind.FLUSH, Kind.NOBS))


@given(deals(), st.data(), st.booleans())
def test_the_order_of_the_hand_does_not_matter(
    deal: tuple[tuple[Card, ...], Card], data: st.DataObject, crib: bool
) -> None:
    hand, starter = deal
    turned = data.draw(st.permutations(hand))
    assert score_show(turned, starter, crib=crib) == score_show(hand, starter, crib=crib)
    assert show_points(turned, starter, crib=crib) == show_points(hand, starter, crib=crib)


@given(deals(), st.booleans(), st.sampled_from(CRIB_FLUSHES))
def test_no_suit_is_better_than_another(
    deal: tuple[tuple[Card, ...], Card], crib: bool, crib_flush: CribFlush
) -> None:
    hand, starter = deal
    points = show_points(hand, starter, crib=crib, crib_flush=crib_flush)
    for suits in permutations(Suit):
        renamed = [Card.of(card.rank, suits[card.suit]) for card in (*hand, starter)]
        again = show_points(renamed[:-1], renamed[-1], crib=crib, crib_flush=crib_flush)
        assert again == points


# The play: named examples


@each(
    ("played", "points"),
    [
        ("3C 5D 6H 7S 4C", [0, 0, 0, 3, 5]),
        ("3C 5D 6H AS 7C 4D", [0, 0, 0, 2, 0, 0]),
        ("4C 3D 5H 6S", [0, 0, 3, 4]),
        ("5C 5D 5H", [0, 2, 8]),
        ("7C 8D 7H 6S", [0, 2, 0, 3]),
        ("8C 7D 7H 6S", [0, 2, 2, 0]),
        # A pair takes adjacent cards of the same rank: a ten and a king are none.
        ("9C 4D 9H", [0, 0, 0]),
        ("TC KD", [0, 0]),
        ("4C 4D 4H 4S", [0, 2, 6, 12]),
        ("5C 5D 5H 5S", [0, 2, 8, 12]),
        ("QC QD AH AS", [0, 2, 0, 2]),
        ("QC QD QH AS", [0, 2, 6, 2]),
        # Thirty-one, alone and with the other scores of its last card.
        ("TC KD 9H 2S", [0, 0, 0, 2]),
        ("8C 9D TH 4S", [0, 0, 3, 2]),
        ("TC 9D AH AS KC", [0, 0, 0, 2, 2]),
        ("KC 7D 7H 7S", [0, 0, 2, 8]),
        ("JC 9D AH QS", [0, 0, 0, 0]),
        ("TC 6D 4H 5S 6C", [0, 0, 0, 3, 5]),
        # Fifteen with a run and with a pair.
        ("4C 5D 6H", [0, 0, 5]),
        ("9C 3D 3H", [0, 0, 4]),
        # The longest run in the play has seven cards.
        ("AC 3D 5H 7S 2C 4D 6H", [0, 0, 0, 0, 0, 0, 7]),
        ("7C 6D 5H 4S 3C 2D AH", [0, 0, 3, 4, 5, 6, 7]),
        # A repeated rank ends a run until enough cards are above it.
        ("2C 3D 3H 4S 2D", [0, 0, 2, 0, 3]),
        ("AC 2D 3H 2S AD", [0, 0, 3, 0, 3]),
        ("QC KD AH", [0, 0, 0]),
    ],
)
def test_the_play(played: str, points: list[int]) -> None:
    pile = parse_cards(played)
    piles = [pile[:length] for length in range(1, len(pile) + 1)]
    assert [play_points(pile) for pile in piles] == points
    assert [sum(item.points for item in score_play(pile)) for pile in piles] == points
    assert [sum(oracle.play(pile)) for pile in piles] == points


@each(
    ("pile", "items"),
    [
        ("KC", []),
        ("KC 5D", ["fifteen 2 (KC 5D)"]),
        ("TC KD 9H 2S", ["thirty_one 2 (TC KD 9H 2S)"]),
        ("9C 3D 3H", ["fifteen 2 (9C 3D 3H)", "pair 2 (3D 3H)"]),
        ("AC 7D 7H 8S 8C", ["thirty_one 2 (AC 7D 7H 8S 8C)", "pair 2 (8S 8C)"]),
        ("5H 5C 5D", ["fifteen 2 (5H 5C 5D)", "pair_royal 6 (5H 5C 5D)"]),
        ("KC 4S 4C 4H 4D", ["double_pair_royal 12 (4S 4C 4H 4D)"]),
        ("4C 6H 5D", ["fifteen 2 (4C 6H 5D)", "run 3 (4C 6H 5D)"]),
        ("TC 6D 4H 5S 6C", ["thirty_one 2 (TC 6D 4H 5S 6C)", "run 3 (4H 5S 6C)"]),
    ],
)
def test_the_items_of_the_play_are_in_the_order_played(pile: str, items: list[str]) -> None:
    assert tell(score_play(parse_cards(pile))) == items


def test_runs_in_the_play_may_be_left_out() -> None:
    pile = parse_cards("4C 6H 5D")
    assert tell(score_play(pile, runs=False)) == ["fifteen 2 (4C 6H 5D)"]
    assert play_points(pile, runs=False) == 2


# The play: always


@given(piles(), st.booleans())
@example(parse_cards("7C 6D 5H 4S 3C 2D AH"), True)
@example(parse_cards("5H 5C 5D 5S"), False)
def test_items_and_points_of_the_play_and_oracle_agree(pile: tuple[Card, ...], runs: bool) -> None:
    items = score_play(pile, runs=runs)
    right = oracle.play(pile, runs=runs)
    of = Counter[Kind]()
    for item in items:
        of[item.kind] += item.points
        # Every score includes the card just played.
        assert item.cards == pile[-len(item.cards) :]
    assert of[Kind.FIFTEEN] + of[Kind.THIRTY_ONE] == right.total
    assert sum(of[kind] for kind in PAIR_KINDS.values()) == right.pairs
    assert of[Kind.RUN] == right.runs
    assert of.total() == play_points(pile, runs=runs) == sum(right)
    totals = [item.kind in (Kind.FIFTEEN, Kind.THIRTY_ONE) for item in items]
    assert totals in ([], [True], [False], [True, False])


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_last_cards_are_a_run_in_any_order(size: int) -> None:
    for low in range(14 - size):
        ranks = [Card.of(rank, Suit(rank % 4)) for rank in range(low, low + size)]
        for pile in permutations(ranks):
            if sum(card.value for card in pile) <= 31:
                assert score_play(pile)[-1] == Item(Kind.RUN, pile, size)


def test_the_play_of_every_two_cards() -> None:
    for card, other in combinations(CARDS, 2):
        pair = 2 if card.rank == other.rank else 0
        fifteen = 2 if card.value + other.value == 15 else 0
        assert play_points((card, other)) == play_points((other, card)) == pair + fifteen


def test_an_item_reads_as_it_is_counted() -> None:
    item = Item(Kind.PAIR, parse_cards("5C 5D"), 2)
    assert str(item) == "pair 2 (5C 5D)"
