"""How opponents discard: the tables, and what they imply for a crib."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from pegout.evaluation import opponent_discards
from pegout.evaluation.discards import CribOwner
from pegout.rules import Rules
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks
from pegout.tables.files import RowTable, TableError
from pegout.tables.rank_sets import Ranks
from tests.cases import each

SIX = Rules()
FIVE_CARD = Rules(five_card=True)
THREE = Rules(players=3)
FOUR = Rules(players=4)
ROLES: tuple[CribOwner, ...] = ("own", "opponent")
GAMES = {
    "six": SIX,
    "five_card": FIVE_CARD,
    "three": THREE,
    "four": FOUR,
    "six_lowball": Rules(lowball=True),
    "five_card_lowball": Rules(five_card=True, lowball=True),
    "three_lowball": Rules(players=3, lowball=True),
    "four_lowball": Rules(players=4, lowball=True),
}


def by_hand(strategy: opponent_discards.DiscardStrategy) -> dict[Ranks, dict[Ranks, float]]:
    """Return the discards from each set of ranks, with their shares."""
    return {
        tuple(rank for rank, number in counts for _ in range(number)): {
            strategy.discards[index]: share for index, share in discards
        }
        for counts, discards in strategy.hands
    }


# The tables


@each("game", GAMES)
def test_a_table_of_discards_says_where_it_comes_from(game: str) -> None:
    head = tables.load(f"discards_{game}").head
    for title in ("command: ", "made by: pegout ", "provenance: "):
        assert any(line.startswith(title) for line in head)
    assert 0 < opponent_discards.standard_error(GAMES[game]) < 0.1


@each("game", GAMES)
def test_everybody_discards_cards_that_they_were_dealt(game: str) -> None:
    rules = GAMES[game]
    for role in opponent_discards._OTHERS[rules.players]:
        found = opponent_discards.discard_strategy(rules, role)
        assert len(found.hands) == len(ranks.sets(rules.hand_size))
        for counts, discards in found.hands:
            held = dict(counts)
            assert sum(share for _, share in discards) == pytest.approx(1)
            for index, _ in discards:
                discard = found.discards[index]
                assert all(discard.count(rank) <= held.get(rank, 0) for rank in discard)


def test_the_dealer_discards_more_fives_than_the_pone_does() -> None:
    five = ranks.parse("5")[0]
    discarded = {
        role: sum(
            sum(row)
            for discard, row in opponent_discards.other_cards((), SIX, role).items()
            if five in discard
        )
        for role in ROLES
    }
    # Next to the dealer's discard in the crib is the pone's, and the other way round.
    assert discarded["opponent"] > 3 * discarded["own"]


@each(("game", "rules"), [("six", SIX), ("five_card", FIVE_CARD)])
@each("role", ["own", "opponent"])
def test_the_values_of_discards_follow_from_how_the_others_discard(
    game: str, rules: Rules, role: CribOwner
) -> None:
    # Another command may have replaced the table that the cribs were computed from.
    commands = [tables.load(name).head[1] for name in ("cribs", f"discards_{game}")]
    within = 1e-4 if commands[0] == commands[1] else 0.1
    for row in tables.load("cribs").rows:
        if (row["game"], row["role"]) != (game, role) or row["discard"] not in {"5J", "23", "TK"}:
            continue
        pair = ranks.parse(row["discard"])
        base = nobs = 0.0
        for discard, weights in opponent_discards.other_cards(pair, rules, role).items():
            for starter, weight in enumerate(weights):
                if weight:
                    base += weight * ranks.points((*pair, *discard, starter))
                    nobs += weight * discard.count(ranks.JACK) * (starter != ranks.JACK) / 4
        assert base == pytest.approx(float(row["base"]), abs=within)
        assert nobs == pytest.approx(float(row["nobs"]), abs=within)


# Discards next to one's own cards, against every possible hand


def pack_without(seen: str) -> list[tuple[int, int]]:
    """Return the cards left without these ranks, each as its rank and a number."""
    gone = ranks.parse(seen)
    return [(rank, copy) for rank in range(13) for copy in range(4 - gone.count(rank))]


#: All but ten cards of the pack, and all but eleven.
MOST = "AAA222333344445555666677788889999TTTTJJJQQ"
NEARLY = MOST[:-1]


@each("rules", [SIX, FIVE_CARD])
@each("role", ROLES)
@each("seen", [MOST, NEARLY])
def test_every_hand_and_starter_has_its_weight(seen: str, rules: Rules, role: CribOwner) -> None:
    (other,) = opponent_discards.other_roles(rules.players, role)
    strategies = by_hand(opponent_discards.discard_strategy(rules, other))
    pack = pack_without(seen)
    weights: defaultdict[tuple[Ranks, int], float] = defaultdict(float)
    for hand in combinations(pack, rules.hand_size):
        discards = strategies[tuple(sorted(rank for rank, _ in hand))]
        for starter in set(pack) - set(hand):
            for discard, share in discards.items():
                weights[discard, starter[0]] += share
    total = sum(weights.values())
    found = opponent_discards.other_cards(ranks.parse(seen), rules, role)
    for discard in ranks.sets(2):
        row = found.get(discard, (0.0,) * 13)
        expected = [weights[discard, starter] / total for starter in range(13)]
        assert row == pytest.approx(expected, abs=1e-12)


SEVERAL: list[tuple[Rules, CribOwner]] = [
    (THREE, "own"),
    (THREE, "opponent"),
    (FOUR, "own"),
    (FOUR, "opponent"),
    (FOUR, "partner"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "role"), SEVERAL)
def test_several_discard_as_they_do_when_hands_are_dealt(rules: Rules, role: CribOwner) -> None:
    seen = ranks.parse("567JK")
    number = 20_000
    chance = Random(2)
    strategies = [
        by_hand(opponent_discards.discard_strategy(rules, other))
        for other in opponent_discards.other_roles(rules.players, role)
    ]
    pack = [rank for rank, _ in pack_without("567JK")]
    dealt: list[tuple[Ranks, int]] = []
    for _ in range(number):
        deal = chance.sample(pack, 5 * len(strategies) + rules.from_pack + 1)
        hands = [tuple(sorted(deal[5 * at : 5 * at + 5])) for at in range(len(strategies))]
        crib = [
            _discard(hand, discards, chance)
            for hand, discards in zip(hands, strategies, strict=True)
        ]
        crib += deal[5 * len(strategies) : -1]
        dealt.append((tuple(sorted(crib)), deal[-1]))
    found = opponent_discards.other_cards(seen, rules, role)
    assert sum(map(sum, found.values())) == pytest.approx(1)
    # With the starter these are four cards; a five or a jack makes five.
    for known in ((), (4,), (10,)):
        scores = [ranks.points((*known, *crib, starter)) for crib, starter in dealt]
        mean = sum(
            weight * ranks.points((*known, *crib, starter))
            for crib, row in found.items()
            for starter, weight in enumerate(row)
            if weight
        )
        dealt_mean = sum(scores) / number
        error = sqrt(sum((score - dealt_mean) ** 2 for score in scores)) / number
        assert abs(mean - dealt_mean) < 0.03 + 4 * error
    for rank in range(13):
        share = sum(crib.count(rank) for crib, _ in dealt) / number
        expected = sum(sum(row) * crib.count(rank) for crib, row in found.items())
        assert abs(share - expected) < 0.01 + 4 * sqrt(share / number)


def _discard(hand: Ranks, strategies: dict[Ranks, dict[Ranks, float]], chance: Random) -> int:
    discards = strategies[hand]
    ((rank,),) = chance.choices(list(discards), list(discards.values()))
    return rank


@each(("rules", "role"), SEVERAL)
def test_no_card_is_in_two_places(rules: Rules, role: CribOwner) -> None:
    seen = ranks.parse("55JJJ")
    found = opponent_discards.other_cards(seen, rules, role)
    for crib, row in found.items():
        for starter, weight in enumerate(row):
            whole = (*seen, *crib, starter)
            assert weight >= 0
            if max(whole.count(rank) for rank in range(13)) > 4:
                assert not weight
    assert found[ranks.parse("AAA")][0] > 0


# Tables that are invalid


def table(*rows: tuple[str, str], head: Sequence[str] = ()) -> RowTable:
    columns = ("role", "dealt", "discards")
    return tables.parse(tables.compose(head, columns, [("own", *row) for row in rows]))


def whole(discards: str) -> RowTable:
    """Return the table of a game that deals and discards one card; an ace has these discards."""
    return table(*[(letter, discards if letter == "A" else letter) for letter in "A23456789TJQK"])


def test_shares_are_made_to_add_up() -> None:
    found = opponent_discards.read_strategy(whole("A:0.99995"), "own", 1, 1)
    assert found.hands[0] == (((0, 1),), ((0, 1.0),))


@each("discards", ["A:0.9", "X", "A:0.5 X:0.5", "A:nan", "A:half", "", "A:1:1"])
def test_discards_that_are_none_are_not_taken(discards: str) -> None:
    with pytest.raises(TableError, match="make it again"):
        opponent_discards.read_strategy(whole(discards), "own", 1, 1)


def test_a_table_without_some_hands_is_not_taken() -> None:
    with pytest.raises(TableError, match="every hand"):
        opponent_discards.read_strategy(table(("A", "A")), "own", 1, 1)
    with pytest.raises(TableError, match="role partner"):
        opponent_discards.read_strategy(whole("A"), "partner", 1, 1)


def test_a_head_tells_the_error_and_what_suits_do(monkeypatch: pytest.MonkeyPatch) -> None:
    heads = [["suited: own 1.02 opponent 0.97", "standard error: 0.01234"], ["Nothing."]]
    told, silent = [table(("A", "A"), head=head) for head in heads]
    monkeypatch.setattr("pegout.tables.files.load", lambda _: told)
    assert opponent_discards.standard_error(SIX) == 0.01234
    assert [opponent_discards.suited_factor(SIX, role) for role in ROLES] == [1.02, 0.97]
    assert opponent_discards.suited_factor(FOUR, "partner") == 1
    monkeypatch.setattr("pegout.tables.files.load", lambda _: silent)
    assert opponent_discards.suited_factor(SIX, "own") == 1
    with pytest.raises(TableError, match="no standard error"):
        opponent_discards.standard_error(SIX)
