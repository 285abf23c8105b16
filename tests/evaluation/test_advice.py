"""The value of every discard: against counting, against random deals, and consistency."""

import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, groupby
from math import comb, prod, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegout.cards import CARDS, Card, CardError, parse_cards
from pegout.evaluation import discard_values, opponent_discards
from pegout.evaluation.advice import DiscardAdvice, DiscardError, DiscardOption, analyse_discard
from pegout.evaluation.discards import ROLES, CribOwner
from pegout.kernel import count_shows, discards_of
from pegout.rules import PRESETS, Rules
from pegout.scoring import show_points
from pegout.tables import rank_sets as ranks
from tests.cases import each
from tests.chance import chance

FOUR = Rules(players=4)
THREE = Rules(players=3)
FIVE_CARD = Rules(five_card=True)


def of(advice: DiscardAdvice, discarded: str) -> DiscardOption:
    wanted = set(parse_cards(discarded))
    (found,) = [discard for discard in advice.discards if set(discard.cards) == wanted]
    return found


# The hand


@each(
    ("kept", "discarded", "mean"),
    [
        ("5H 5S 5C JD", "2S 9C", 16.6522),
        ("2H 3S 4C 5D", "AS 6C", 8.5652),
        ("3H 4S 5C 6D", "AS 2C", 9.8478),
        ("AH 2S 7C 9D", "JS QC", 2.3913),
    ],
)
def test_the_mean_of_a_hand_is_exact(kept: str, discarded: str, mean: float) -> None:
    discard = of(analyse_discard(parse_cards(f"{kept} {discarded}")), discarded)
    assert round(discard.hand, 4) == mean
    assert discard.kept == parse_cards(kept)


def test_starters_are_counted_by_what_they_give() -> None:
    discard = of(analyse_discard(parse_cards("5H 5S 5C JD 2S 9C")), "2S 9C")
    assert sum(discard.hand_counts.values()) == 46
    # Only the five of diamonds makes twenty-nine.
    assert discard.hand_counts[29] == 1
    assert list(discard.hand_counts) == sorted(discard.hand_counts)


# The crib, counted card by card


def crib_points(crib: Sequence[Card], starter: Card, rules: Rules) -> int:
    flush, nobs = rules.crib_flush, rules.nobs_points
    return show_points(crib, starter, crib=True, crib_flush=flush, nobs_points=nobs)


def counted_out(
    dealt: Sequence[Card], discarded: Sequence[Card], rules: Rules, role: CribOwner
) -> dict[int, float]:
    """Return the crib's distribution over every set of cards with the discard and every starter.

    Ranks have the table's probabilities. Cards of these ranks are equally likely, except that a
    pair of one suit is more likely by the table's factor.
    """
    suited = 1.0
    if rules.players == 2:
        suited = opponent_discards.suited_factor(
            rules, *opponent_discards.other_roles(rules.players, role)
        )
    beside = opponent_discards.other_cards(ranks.of(dealt), rules, role)
    pack = [card for card in CARDS if card not in dealt]
    left = Counter(ranks.of(pack))
    every: defaultdict[ranks.Ranks, float] = defaultdict(float)
    cases = list(combinations(pack, 4 - len(discarded)))
    weights = [suited if len({card.suit for card in case}) == 1 else 1.0 for case in cases]
    for case, weight in zip(cases, weights, strict=True):
        every[ranks.of(case)] += weight
    found: defaultdict[int, float] = defaultdict(float)
    for case, weight in zip(cases, weights, strict=True):
        discard = ranks.of(case)
        likely = beside.get(discard)
        if likely is None:
            continue
        for starter in pack:
            if starter in case or not likely[starter.rank]:
                continue
            points = crib_points((*discarded, *case), starter, rules)
            same = left[starter.rank] - discard.count(starter.rank)
            found[points] += likely[starter.rank] * weight / every[discard] / same
    # The mean is shifted by what the pairwise weights of several discards lack; the sum stays 1.
    mean = sum(points * share for points, share in found.items())
    spread = sum(points**2 * share for points, share in found.items()) - mean**2
    slope = opponent_discards.missing_points(rules, role) / spread
    return {
        points: share * (1 + slope * (points - mean))
        for points, share in sorted(found.items())
        if share
    }


HAND = "5H JH 6D 7C JD KH"


@each(("preset", "discarded"), [("standard", "JH KH"), ("family", "JH JD"), ("clasico", "6D 7C")])
def test_a_crib_is_what_counting_out_gives(preset: str, discarded: str) -> None:
    check_crib(Rules(preset), HAND, discarded, "opponent")


@pytest.mark.slow
@each("preset", PRESETS)
@each("discarded", ["JH KH", "JH JD", "6D 7C"])
def test_every_crib_is_what_counting_out_gives(preset: str, discarded: str) -> None:
    check_crib(Rules(preset), HAND, discarded, "opponent")


def check_crib(rules: Rules, dealt: str, discarded: str, role: CribOwner) -> None:
    cards = parse_cards(dealt)
    found = of(analyse_discard(cards, rules, role), discarded).crib_distribution
    expected = counted_out(cards, parse_cards(discarded), rules, role)
    assert found.keys() == expected.keys()
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("switches", "dealt", "discarded", "role"),
    [
        (Rules(crib_flush="four", nobs_points=2), HAND, "5H JH", "own"),
        (Rules(crib_flush="none"), HAND, "5H JH", "own"),
        (Rules(nobs_points=0), HAND, "5H JH", "own"),
        (FIVE_CARD, "5H JH 6D 6C KH", "JH KH", "own"),
        (FIVE_CARD, "5H JH 6D 6C KH", "6D 6C", "opponent"),
        (THREE, "5H JH 6D 7C JD", "JH", "opponent"),
        pytest.param(
            Rules(players=4, crib_flush="four"), "5H JH 6D 7C JD", "6D", "partner",
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_a_crib_of_another_game_is_what_counting_out_gives(
    switches: Rules, dealt: str, discarded: str, role: CribOwner
) -> None:
    check_crib(switches, dealt, discarded, role)


def test_a_pair_of_one_suit_may_be_likelier(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt, discarded = parse_cards(HAND), parse_cards("5H KH")
    monkeypatch.setattr(opponent_discards, "suited_factor", lambda *_: 1.0)
    plain = of(analyse_discard(dealt), "5H KH")
    monkeypatch.setattr(opponent_discards, "suited_factor", lambda _, role: {"opponent": 3.0}[role])
    likelier = of(analyse_discard(dealt), "5H KH")
    assert likelier.crib > plain.crib
    expected = counted_out(dealt, discarded, Rules(), "own")
    assert likelier.crib_distribution == pytest.approx(expected, abs=1e-12)


# The crib, in random deals


@pytest.mark.slow
@pytest.mark.parametrize(
    ("switches", "dealt", "discarded", "role"),
    [
        (Rules(), "5H JH 6D 7C JD KH", "JH KH", "own"),
        (Rules("clasico"), "2H 4H 6D 7C JD KH", "2H 4H", "opponent"),
        (FIVE_CARD, "5H JH 6D 6C KH", "6D 6C", "own"),
        (Rules(lowball=True), "AS 4C 6D 7C JD KH", "AS 7C", "own"),
        (Rules(lowball=True), "AS 4C 6D 7C JD KH", "6D 7C", "opponent"),
    ],
)
def test_a_crib_is_as_dealt(switches: Rules, dealt: str, discarded: str, role: CribOwner) -> None:
    number = 20_000
    luck = Random(1)
    cards = parse_cards(dealt)
    (other,) = opponent_discards.other_roles(switches.players, role)
    strategy = opponent_discards.discard_strategy(switches, other)
    discards_of = {
        tuple(rank for rank, count in counts for _ in range(count)): discards
        for counts, discards in strategy.hands
    }
    pack = [card for card in CARDS if card not in cards]
    scores = []
    for _ in range(number):
        *hand, starter = luck.sample(pack, switches.hand_size + 1)
        discards = discards_of[ranks.of(hand)]
        mark, at = luck.random(), 0
        while at < len(discards) - 1 and (mark := mark - discards[at][1]) > 0:
            at += 1
        crib = list(parse_cards(discarded))
        for rank, group in groupby(strategy.discards[discards[at][0]]):
            held = [card for card in hand if card.rank == rank]
            crib += luck.sample(held, len(list(group)))
        scores.append(crib_points(crib, starter, switches))
    found = of(analyse_discard(cards, switches, role), discarded)
    mean = sum(scores) / number
    error = sqrt(sum((score - mean) ** 2 for score in scores)) / number
    assert abs(mean - found.crib) < 4 * error
    for points, share in found.crib_distribution.items():
        error = sqrt(share * (1 - share) / number)
        assert abs(scores.count(points) / number - share) < 4 * error + 1 / number


# For any cards

#: A third of the usual number: each is an analysis or two of all the discards of a hand.
SEVERAL = settings(max_examples=settings().max_examples // 6)
#: A few games, which the quick gate looks at.
FEW: dict[str, tuple[Rules, CribOwner]] = {
    "two": (Rules(), "own"),
    "lowball": (Rules(lowball=True), "opponent"),
    "three": (THREE, "opponent"),
    "four": (Rules(players=4, crib_flush="four", nobs_points=2), "partner"),
}

GAMES = st.sampled_from(
    [
        *PRESETS.values(),
        FIVE_CARD,
        THREE,
        FOUR,
        Rules(lowball=True),
        Rules(crib_flush="none", nobs_points=0),
        Rules(players=4, crib_flush="four", nobs_points=2),
    ]
)


@st.composite
def deals(draw: st.DrawFn) -> tuple[tuple[Card, ...], Rules, CribOwner]:
    chosen = draw(GAMES)
    cards = draw(st.permutations(CARDS))[: chosen.hand_size]
    return tuple(cards), chosen, draw(st.sampled_from(ROLES[chosen.players]))


def some_hand(rules: Rules, *name: str) -> tuple[Card, ...]:
    return tuple(chance("advice", *name).sample(CARDS, rules.hand_size))


@pytest.mark.parametrize("game", FEW)
def test_distributions_and_means_of_a_hand_agree(game: str) -> None:
    rules, role = FEW[game]
    check_sums(some_hand(rules, game), rules, role)


@pytest.mark.slow
@given(deals())
@SEVERAL
def test_distributions_and_means_agree(deal: tuple[tuple[Card, ...], Rules, CribOwner]) -> None:
    check_sums(*deal)


def check_sums(dealt: tuple[Card, ...], chosen: Rules, role: CribOwner) -> None:
    advice = analyse_discard(dealt, chosen, role)
    assert len(advice.discards) == comb(len(dealt), chosen.discard_size)
    assert advice.best is advice.discards[0]
    sign = -1 if role == "opponent" else 1
    for discard in advice.discards:
        assert set(discard.cards) | set(discard.kept) == set(dealt)
        assert sum(discard.hand_counts.values()) == 52 - len(dealt)
        mean = sum(points * number for points, number in discard.hand_counts.items())
        assert discard.hand == pytest.approx(mean / (52 - len(dealt)), abs=1e-9)
        assert sum(discard.crib_distribution.values()) == pytest.approx(1, abs=1e-9)
        assert all(share > 0 for share in discard.crib_distribution.values())
        assert discard.total == pytest.approx(discard.hand + sign * discard.crib, abs=1e-12)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opponent_discards, "suited_factor", lambda *_: 1.0)
        best = analyse_discard(dealt, chosen, role).best
    assert best.crib == pytest.approx(expectation(dealt, best.cards, chosen, role), abs=1e-9)
    totals = [discard.total for discard in advice.discards]
    assert totals == pytest.approx(sorted(totals, reverse=not chosen.lowball), abs=1e-8)


def expectation(
    dealt: Sequence[Card], discarded: Sequence[Card], rules: Rules, role: CribOwner
) -> float:
    """Return the mean of the crib as the sum of the means of ranks, nobs and flushes.

    It takes all cards of a rank to be alike.
    """
    pack = [card for card in CARDS if card not in dealt]
    left = Counter(ranks.of(pack))
    own = ranks.of(discarded)
    suit = discarded[0].suit
    flush = rules.crib_flush != "none" and all(card.suit == suit for card in discarded)
    of_suit = {card.rank for card in pack if card.suit == suit}
    mean = opponent_discards.missing_points(rules, role)
    for others, weights in opponent_discards.other_cards(ranks.of(dealt), rules, role).items():
        flushed = flush and set(others) <= of_suit and len(set(others)) == len(others)
        # The one way in which all have the suit, among all the ways to choose their suits.
        numbers = Counter(others)
        ways = prod(comb(left[rank], number) for rank, number in numbers.items())
        for starter, weight in enumerate(weights):
            if not weight:
                continue
            mean += weight * ranks.points((*own, *others, starter))
            mean += weight * rules.nobs_points * _nobs(discarded, others, starter, pack)
            if flushed:
                five = starter in of_suit and starter not in others
                rest = left[starter] - numbers[starter]
                mean += weight / ways * (5 * five / rest)
                if rules.crib_flush == "four":
                    mean += weight / ways * 4 * (1 - five / rest)
    return mean


def _nobs(
    discarded: Sequence[Card], others: ranks.Ranks, starter: int, pack: Sequence[Card]
) -> float:
    """Return the mean number of jacks of the starter's suit, for a starter of this rank."""
    mine = {card.suit for card in discarded if card.rank == ranks.JACK}
    theirs = [card.suit for card in pack if card.rank == ranks.JACK]
    starters = [card.suit for card in pack if card.rank == starter]
    number = others.count(ranks.JACK)
    if starter == ranks.JACK:
        return 0.0
    mean = sum(suit in mine for suit in starters) / len(starters)
    if number:
        mean += sum(suit in theirs for suit in starters) / len(starters) * number / len(theirs)
    return mean


LOWBALL = "AS 4C 6D 7C JD KH"


@pytest.mark.slow
def test_in_lowball_opponents_discard_as_who_wants_no_points() -> None:
    rules = Rules(lowball=True)
    cards = parse_cards(LOWBALL)
    advice = analyse_discard(cards, rules)
    discarded = advice.best.cards
    luck = np.random.default_rng(1)
    rest = np.array([card for card in CARDS if card not in cards], np.int8)
    dealt = np.array([luck.permutation(rest)[:7] for _ in range(20_000)])
    hands = np.sort(dealt[:, :6], axis=1)
    best = discard_values(hands, "opponent", rules=rules).argmin(axis=1)
    theirs = np.take_along_axis(hands, np.array(discards_of(rules))[best], axis=1)
    cribs = np.hstack((np.tile(np.array(discarded, np.int8), (len(hands), 1)), theirs))
    points = count_shows(cribs, dealt[:, 6], crib=True)
    # The tables mix discards that are nearly equal, as many are; this opponent never does.
    assert advice.best.crib == pytest.approx(points.mean(), abs=0.3)
    discards = analyse_discard(cards).discards
    ordinary = next(discard.crib for discard in discards if discard.cards == discarded)
    assert ordinary < points.mean() - 1


def test_what_other_rules_may_change_is_in_the_standard_error() -> None:
    standard = analyse_discard(parse_cards(LOWBALL)).standard_error
    for rules in (Rules(nobs_points=0), Rules("family"), Rules(crib_flush="four")):
        error = analyse_discard(parse_cards(LOWBALL), rules).standard_error
        assert error == pytest.approx(
            sqrt(standard**2 + opponent_discards.assumed_error(rules) ** 2)
        )
        assert error > 2 * standard


@pytest.mark.parametrize("game", ["two", "three"])
def test_suits_of_a_hand_are_names(game: str) -> None:
    rules, role = FEW[game]
    check_names(some_hand(rules, game), rules, role, [2, 0, 3, 1])


@pytest.mark.slow
@given(deals(), st.permutations(range(4)))
@SEVERAL
def test_suits_are_names(deal: tuple[tuple[Card, ...], Rules, CribOwner], names: list[int]) -> None:
    check_names(*deal, names)


def check_names(dealt: tuple[Card, ...], chosen: Rules, role: CribOwner, names: list[int]) -> None:
    renamed = {card: Card.of(card.rank, names[card.suit]) for card in dealt}
    analysis = analyse_discard(dealt, chosen, role)
    other = analyse_discard(renamed.values(), chosen, role)
    totals = {frozenset(discard.cards): discard.total for discard in other.discards}
    for discard in analysis.discards:
        same = frozenset(renamed[card] for card in discard.cards)
        assert totals[same] == pytest.approx(discard.total, abs=1e-9)


# The best discard, and those as good


def test_the_same_hand_has_another_discard_to_an_opponents_crib() -> None:
    cards = parse_cards("7H 8S 2C 3D QH KS")
    own, other = (analyse_discard(cards, role=role) for role in ("own", "opponent"))
    assert set(own.best.cards) != set(other.best.cards)
    assert other.best.total < other.best.hand


def test_a_partners_crib_is_ones_own() -> None:
    cards = parse_cards("5H 9S 2C KD QH")
    partner, opponent = (analyse_discard(cards, FOUR, role) for role in ("partner", "opponent"))
    assert all(discard.total > discard.hand for discard in partner.discards)
    assert all(discard.total < discard.hand for discard in opponent.discards)


def test_in_lowball_the_worst_is_best() -> None:
    cards = parse_cards("5H 5S 5C JD 2S 9C")
    usual, lowball = analyse_discard(cards), analyse_discard(cards, Rules(lowball=True))
    assert lowball.best.total == min(discard.total for discard in lowball.discards)
    assert lowball.best.hand == usual.discards[-1].hand < usual.best.hand


def test_discards_tie_that_are_the_same_but_for_their_suits() -> None:
    advice = analyse_discard(parse_cards("TH TS TD 7C 7D 7S"), role="opponent")
    assert [discard.tied for discard in advice.discards] == [True] * 3 + [False] * 12
    assert len({discard.total for discard in advice.discards[:3]}) <= 3


def test_discards_tie_within_the_error_of_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = parse_cards(HAND)
    first, second, third = analyse_discard(dealt).discards[:3]
    behind = first.total - second.total
    assert 0.01 < behind < first.total - third.total
    for factor, tied in ((0.99, False), (1.01, True)):
        error = factor * behind / sqrt(2)
        monkeypatch.setattr(opponent_discards, "standard_error", lambda _, error=error: error)
        advice = analyse_discard(dealt)
        assert advice.standard_error == error
        assert [discard.tied for discard in advice.discards[:3]] == [True, tied, False]


# Input and output


@each(
    ("dealt", "switches", "role", "code"),
    [
        ("5H 5S 5C JD 2S", Rules(), "own", "wrong_number"),
        ("5H 5S 5C JD 2S 9C", THREE, "own", "wrong_number"),
        ("", Rules(), "own", "wrong_number"),
        ("5H 5S 5C JD 2S ??", Rules(), "own", "unknown_card"),
        ("5H 5S 5C JD 2S 9C", Rules(), "partner", "wrong_role"),
        ("5H 5S 5C JD 2S", THREE, "partner", "wrong_role"),
        ("5H 5S 5C JD 2S", FOUR, "dealer", "wrong_role"),
        ("5H 5S 5C JD 2S 5H", Rules(), "own", "duplicate_card"),
    ],
)
def test_what_cannot_be_is_refused(dealt: str, switches: Rules, role: CribOwner, code: str) -> None:
    with pytest.raises(DiscardError) as error:
        analyse_discard(parse_cards(dealt, distinct=False), switches, role)
    assert error.value.code == code
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.code, str(again)) == (code, str(error.value))


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(CardError):
        analyse_discard([Card(0), Card(1), 53])


def test_cards_may_come_as_a_text() -> None:
    text = "5H 5S 5C JD 2S 9C"
    assert analyse_discard(text) == analyse_discard(parse_cards(text))
    with pytest.raises(DiscardError, match="every card is there once"):
        analyse_discard("5H 5S 5C JD 2S 2S")


def test_json_has_everything() -> None:
    advice = analyse_discard(parse_cards("5H 9S 2C KD QH"), FOUR, "partner")
    data = json.loads(advice.to_json())
    assert data["dealt"] == ["5H", "9S", "2C", "KD", "QH"]
    assert (data["role"], data["players"], data["preset"]) == ("partner", 4, "standard")
    assert data["switches"] == {"players": 4}
    assert data["standard_error"] == advice.standard_error
    assert len(data["discards"]) == 5
    for discard, told in zip(advice.discards, data["discards"], strict=True):
        assert told["discarded"] == [str(card) for card in discard.cards]
        assert told["kept"] == [str(card) for card in discard.kept]
        assert (told["hand"], told["crib"]) == (discard.hand, discard.crib)
        assert (told["total"], told["tied"]) == (discard.total, discard.tied)
        hand = {int(points): number for points, number in told["hand_counts"].items()}
        crib = {int(points): share for points, share in told["crib_distribution"].items()}
        assert hand == discard.hand_counts
        assert crib == discard.crib_distribution
