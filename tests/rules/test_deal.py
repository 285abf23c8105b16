"""Who deals, the deal, what goes to the crib, and the cut for the starter."""

from typing import Any

import pytest

from pegout import rules
from pegout.cards import CARDS, Card, Rank, parse_cards
from pegout.match import Setup
from pegout.match.position import Position, next_dealer
from pegout.rules.engine import legal, why_not
from pegout.rules.state import new_game, to_act
from pegout.rules.variant import NextDeal
from tests.cases import each, present, raises_code
from tests.matches import seats
from tests.rules.rigging import Table, first_cut, rig


def place(card: str) -> int:
    """Give the place of a card in the pack in its first order."""
    return CARDS.index(Card(card))


def cut(table: Table, cards: str) -> list[object]:
    """Let each seat that has to cut take one of these cards, in the order of the seats."""
    asked = sorted(to_act(table.state))
    actions = [
        rules.CutForDeal(seat, place(card)) for seat, card in zip(asked, cards.split(), strict=True)
    ]
    return [event for event in table.do(*actions) if not isinstance(event, rules.DealerCut)]


@each(
    ("cards", "dealer"),
    [("KS AC", 1), ("2H 3H", 0), ("AS KC", 0), ("TD JD", 0), ("QC KC AH", 2), ("3C 4C 5C 2C", 3)],
)
def test_2_3_the_lowest_card_deals_first_and_the_ace_is_low(cards: str, dealer: int) -> None:
    table = first_cut(players=len(cards.split()))
    assert cut(table, cards) == [rules.DealerChosen(dealer)]
    assert (table.state.dealer, table.state.deal) == (dealer, 1)


def test_2_3_the_cuts_may_come_in_any_order() -> None:
    table = first_cut()
    table.do(rules.CutForDeal(1, place("2C")), rules.CutForDeal(0, place("9C")))
    assert table.state.dealer == 1


def test_2_3_a_tie_is_cut_again() -> None:
    table = first_cut()
    assert cut(table, "5C 5S") == [rules.CutTied((0, 1))]
    assert to_act(table.state) == {0, 1}
    assert cut(table, "9C 8C") == [rules.DealerChosen(1)]


def test_2_3_only_those_who_tied_for_the_lowest_card_cut_again() -> None:
    table = first_cut(players=4)
    assert cut(table, "5C KC 5H KH") == [rules.CutTied((0, 2))]
    assert cut(table, "TC JC") == [rules.DealerChosen(0)]


def test_2_3_a_tie_for_a_higher_card_is_none() -> None:
    assert cut(first_cut(players=3), "KC KD 3C") == [rules.DealerChosen(2)]


def test_2_3_a_card_that_was_cut_is_taken() -> None:
    table = first_cut()
    cut(table, "5C 5S")
    table.do(rules.CutForDeal(0, place("8C")))
    for card in ("5C", "5S", "8C"):
        assert why_not(table.state, rules.CutForDeal(1, place(card))) is not None
        assert rules.CutForDeal(1, place(card)) not in legal(table.state, 1)
    assert len(legal(table.state, 1)) == 49


@pytest.mark.parametrize("first_deal", ["cut", "random"])
def test_2_3_a_pack_that_ties_to_its_end_leaves_the_deal_to_the_suit(first_deal: str) -> None:
    table = first_cut(first_deal=first_deal)
    while table.state.dealer is None:
        own, other = legal(table.state, 0)[:2]
        assert isinstance(own, rules.CutForDeal)
        assert isinstance(other, rules.CutForDeal)
        table.do(rules.CutForDeal(1, own.at), rules.CutForDeal(0, other.at))
    assert sum(isinstance(event, rules.CutTied) for event in table.events) == 25
    assert table.state.dealer == (0 if first_deal == "random" else 1)


def test_2_3_random_cuts_for_everybody() -> None:
    table = first_cut([*parse_cards("5C 5D 9C 8C"), *_others("5C 5D 9C 8C")], first_deal="random")
    assert table.state.dealer == 1
    cuts = [event for event in table.events if isinstance(event, rules.DealerCut)]
    assert [(event.seat, event.at) for event in cuts] == [(0, 0), (1, 1), (0, 2), (1, 3)]


def _others(cards: str) -> list[Card]:
    return [card for card in CARDS if card not in parse_cards(cards)]


def test_2_3_chosen_has_to_be_said() -> None:
    with raises_code(rules.IllegalAction, "bad_seat", match="say who deals first"):
        new_game(rules.Rules(first_deal="chosen"))
    assert new_game(rules.Rules(first_deal="chosen"), dealer=1).dealer == 1


@each("dealer", [-1, 2, True, 1.0, "1", 10**5000])
def test_2_3_the_dealer_sits_at_the_table(dealer: Any) -> None:
    with raises_code(
        rules.IllegalAction, "bad_seat", match="the dealer is a seat from 0 to 1, not "
    ):
        new_game(rules.Rules(), dealer=dealer)


@pytest.mark.parametrize(
    ("players", "dealers"), [(2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3])]
)
def test_2_4_the_deal_passes_to_the_left(players: int, dealers: list[int]) -> None:
    table = Table(new_game(rules.Rules(players=players, target=241), dealer=0))
    seen = []
    for _ in range(4):
        seen.append(table.state.dealer)
        table.do(*[rules.Ready(seat) for seat in range(players)], rules.Shuffle(CARDS))
        table.finish_deal()
    assert seen == dealers
    assert table.state.deal == 5


@each(
    ("players", "first", "scores", "lowball", "loser"),
    [
        (2, 0, (31, 20), False, 1),
        (2, 1, (31, 20), False, 1),
        (2, 0, (20, 31), False, 0),
        (3, 0, (31, 20, 20), False, 1),
        (3, 1, (31, 20, 20), False, 2),
        (3, 2, (31, 20, 20), False, 1),
        (3, 2, (31, 10, 20), False, 1),
        (4, 0, (31, 20), False, 1),
        (4, 1, (31, 20), False, 3),
        (4, 3, (20, 31), False, 0),
        (2, 1, (31, 20), True, 0),
        (3, 0, (31, 20, 20), True, 0),
        (4, 0, (31, 20), True, 2),
    ],
)
def test_8_2_who_deals_first_in_the_next_game(
    players: int, first: int, scores: tuple[int, ...], lowball: bool, loser: int
) -> None:
    left = (first + 1) % players

    def following(next_deal: NextDeal, **length: Any) -> int | None:
        variant = rules.Rules(target=31, players=players, lowball=lowball, next_deal=next_deal)
        position = Position.before(variant)
        over = position.having(
            first_dealer=first, state=position.state.having(phase=rules.Phase.OVER, scores=scores)
        )
        return next_dealer(Setup("K7QX", variant, seats(players), **length), over)

    assert following("loser") == following("loser", games=3) == loser
    assert following("alternate") == following("alternate", games=3) == left
    assert following("cut") is following("cut", games=3) is None
    assert following("usual") == loser, "the loser deals after a single game"
    assert following("usual", games=3) == following("usual", play_to=5) == left


@each(
    ("next_deal", "scores", "dealer"),
    [
        ("winner", (121, 90), 0),
        ("winner", (90, 121), 1),
        ("cut", (121, 90), None),
    ],
)
def test_8_3_the_winner_deals_the_next_game_or_it_is_cut_for(
    next_deal: NextDeal, scores: tuple[int, int], dealer: int | None
) -> None:
    game = rules.Rules(next_deal=next_deal)
    state = new_game(game, dealer=0).having(scores=scores)
    position = Position.before(game).having(state=state, first_dealer=0)
    for games in (1, 3):
        assert next_dealer(Setup("K7QX", game, seats(2), games=games), position) == dealer


@each(
    ("players", "dealer", "hands", "crib"),
    [
        (2, 1, ["AC AH 2C 2H 3C 3H", "AD AS 2D 2S 3D 3S"], ""),
        (2, 0, ["AD AS 2D 2S 3D 3S", "AC AH 2C 2H 3C 3H"], ""),
        (3, 0, ["AH 2D 3C 3S 4H", "AC AS 2H 3D 4C", "AD 2C 2S 3H 4D"], "4S"),
        (4, 3, ["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H", "AS 2S 3S 4S 5S"], ""),
    ],
)
def test_2_5_one_card_at_a_time_from_the_dealers_left(
    players: int, dealer: int, hands: list[str], crib: str
) -> None:
    table = Table(new_game(rules.Rules(players=players), dealer=dealer))
    table.do(*[rules.Ready(seat) for seat in range(players)], rules.Shuffle(CARDS))
    assert table.state.hands == tuple(parse_cards(hand) for hand in hands)
    assert table.state.from_pack == table.state.crib == parse_cards(crib)
    assert table.state.pack[0] == CARDS[players * len(hands[0].split()) + len(crib.split())]


@each(("players", "last"), [(2, 36), (3, 32), (4, 28)])
@each("dealer", [0, 1])
def test_4_1_the_dealers_right_cuts_at_least_four_cards_from_either_end(
    players: int, last: int, dealer: int
) -> None:
    table = Table(new_game(rules.Rules(players=players), dealer=dealer))
    table.do(*[rules.Ready(seat) for seat in range(players)], rules.Shuffle(CARDS))
    for seat in range(players):
        table.do(rules.Discard(seat, table.state.hands[seat][: table.state.rules.discard_size]))
    cutter = (dealer - 1) % players
    assert to_act(table.state) == {cutter}
    assert legal(table.state, cutter) == tuple(rules.Cut(cutter, at) for at in range(4, last + 1))
    for at in (-1, 0, 3, last + 1):
        problem = present(why_not(table.state, rules.Cut(cutter, at)))
        assert problem.code == "bad_cut"
    pack = table.state.pack
    table.do(rules.Cut(cutter, 7))
    assert table.state.starter == pack[7]
    assert table.state.pack == pack[:7] + pack[8:]


def test_3_1_the_crib_is_what_was_discarded() -> None:
    table = rig("/ 2C 3C", "/ 4D 6D")
    assert sorted(table.state.crib) == sorted(parse_cards("2C 3C 4D 6D"))
    assert [len(hand) for hand in table.state.hands] == [4, 4]


def test_3_2_everybody_discards_in_any_order() -> None:
    for first, second in ((0, 1), (1, 0)):
        table = rig(until=rules.Phase.DISCARD)
        assert to_act(table.state) == {0, 1}
        table.do(rules.Discard(first, table.state.hands[first][:2]))
        assert to_act(table.state) == {second}
        table.do(rules.Discard(second, table.state.hands[second][4:]))
        assert table.state.phase is rules.Phase.CUT


@pytest.mark.parametrize(
    ("heels_points", "told"), [(0, []), (1, [("heels", 1, 1)]), (2, [("heels", 1, 2)])]
)
def test_4_3_heels_score_at_once(heels_points: int, told: list[tuple[str, int, int]]) -> None:
    table = rig(starter="JD", heels_points=heels_points)
    scored = [event for event in table.events if isinstance(event, rules.Scored)]
    assert [(event.reason, event.seat, event.points) for event in scored] == told


@each("preset", rules.PRESETS)
@each("rank", Rank)
def test_4_3_heels_are_2_for_a_jack_and_for_nothing_else(preset: str, rank: Rank) -> None:
    table = rig(starter=rank.letter + "D", preset=preset)
    assert table.scores == (0, 2 if rank is Rank.JACK else 0)
