"""Secrets: nothing that a seat is told changes when the cards hidden from it are exchanged."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings

from pegout.cards import CARDS, UNKNOWN, Card, parse_cards
from pegout.rules import Cut, DealerCut, Dealt, Discarded, Event, Phase, Rules, Shuffled, seen
from pegout.rules.engine import why_not
from pegout.rules.state import State
from pegout.rules.view import View, view
from tests.cases import examples
from tests.rules.games import SEEDS, any_actions, variants, walk
from tests.rules.rigging import Table, rig

Exchange = Mapping[Card, Card]


def swap(value: Any, exchange: Exchange) -> Any:
    """Put other cards in the place of cards, in anything that is made of tuples and dataclasses."""
    if isinstance(value, Card):
        return exchange.get(value, value)
    if isinstance(value, tuple):
        parts = [swap(part, exchange) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type | Rules):
        names = [field.name for field in fields(value)]
        return replace(value, **{name: swap(getattr(value, name), exchange) for name in names})
    return value


def visible(state: State, events: Sequence[Event], seat: int | None) -> set[Card]:
    """Give the cards of the current pack that a seat has seen, by the truth and not by a view."""
    cards = {played.card for pile in (*state.earlier, state.pile) for played in pile}
    cards |= {card for hand in state.shown for card in hand.cards}
    cards |= {event.card for event in events if isinstance(event, DealerCut)}
    if state.starter is not None:
        cards.add(state.starter)
    if seat is not None and state.dealt:
        cards |= set(state.dealt[seat])
    return cards


def an_exchange(unseen: Sequence[Card], chance: random.Random) -> Exchange:
    others = list(unseen)
    chance.shuffle(others)
    return dict(zip(unseen, others, strict=True))


def tell(state: State, seat: int | None, chance: random.Random) -> bytes:
    """Write everything that a seat can find out at this moment."""
    lines = [repr(view(state, seat))]
    if seat is not None:
        for action in any_actions(state.rules.players, seat, state.rules.discard_size, chance):
            problem = why_not(state, action)
            lines.append(f"{action}: {problem and (problem.code, str(problem))}")
    return "\n".join(lines).encode()


@examples(8, 60, variants(), SEEDS)
def test_nothing_told_changes_when_hidden_cards_are_exchanged(game: Rules, seed: int) -> None:
    chance = random.Random(seed)
    # The events since the pack came to the table.
    events: list[Event] = []
    for step in walk(game, chance):
        if isinstance(step.events[0], Shuffled):
            events = []
        events += step.events
        if chance.random() > 0.04:
            continue
        for seat in (None, *range(game.players)):
            hidden = visible(step.after, events, seat)
            unseen = [card for card in CARDS if card not in hidden]
            exchange = an_exchange(unseen, chance)
            number = chance.random()
            after = swap(step.after, exchange)
            assert tell(after, seat, random.Random(number)) == tell(
                step.after, seat, random.Random(number)
            )
            for event in events:
                other = swap(event, exchange)
                assert repr(seen(other, seat)) == repr(seen(event, seat))


@given(SEEDS)
@settings(max_examples=20)
def test_the_exchange_is_a_real_one(seed: int) -> None:
    """Somebody else is told something else, or the test above would prove nothing."""
    chance = random.Random(seed)
    state = rig(until=Phase.DISCARD).state
    unseen = [card for card in CARDS if card not in state.hands[0]]
    other = swap(state, dict(zip(unseen, reversed(unseen), strict=True)))
    assert other != state
    number = chance.random()
    assert tell(other, 0, random.Random(number)) == tell(state, 0, random.Random(number))
    assert tell(other, 1, random.Random(number)) != tell(state, 1, random.Random(number))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cards_of_others_are_covered_in_what_a_seat_sees(players: int) -> None:
    table = rig(players=players)
    for seat in (None, *range(players)):
        for event in table.events:
            shown = seen(event, seat)
            if isinstance(shown, Shuffled):
                assert set(shown.pack) == {UNKNOWN}
            elif isinstance(shown, Dealt):
                covered = {owner for owner in range(players) if UNKNOWN in shown.hands[owner]}
                assert covered == set(range(players)) - {seat}
                assert set(shown.crib) <= {UNKNOWN}
                assert {len(hand) for hand in shown.hands} == {table.state.rules.hand_size}
            elif isinstance(shown, Discarded):
                assert (UNKNOWN in shown.cards) == (shown.seat != seat)
                assert len(shown.cards) == table.state.rules.discard_size
            else:
                assert shown == event


# --- views ----------------------------------------------------------------------------------------


def looked_at(seat: int | None) -> View:
    table = rig("K 9 2 8 / 3 3", "Q T 8 7 / 4 4", starter="6D", scores=(5, 7))
    table.played("0:K 1:Q 0:9 1:go 0:2 1:T")
    return view(table.state, seat)


def test_a_seat_sees_its_own_cards_and_what_lies_open() -> None:
    seen_by = looked_at(1)
    assert [card.rank.letter for card in seen_by.hand] == ["8", "7"]
    assert [card.rank.letter for card in seen_by.discards] == ["4", "4"]
    assert len(seen_by.dealt) == 6
    assert seen_by.starter == Card("6D")
    assert [played.card.rank.letter for played in seen_by.played] == ["K", "Q", "9", "2", "T"]
    assert len(seen_by.seen()) == 6 + 1 + 3
    assert sorted((*seen_by.seen(), *seen_by.unseen())) == list(CARDS)
    assert (seen_by.hand_sizes, seen_by.crib_size, seen_by.pack_size) == ((1, 2), 4, 39)
    assert seen_by.discarded == {0, 1}
    assert (seen_by.count, seen_by.turn, sorted(seen_by.to_act)) == (10, 0, [0])
    assert seen_by.legal == ()
    assert (seen_by.side, seen_by.needs(0), seen_by.needs(1)) == (1, 114, 114)
    assert looked_at(0).side == 0


def test_a_seat_sees_what_it_may_play() -> None:
    table = rig("K 9 2 8", "Q T 8 7")
    table.played("0:K 1:Q 0:9")
    assert view(table.state, 1).playable() == ()
    table.played("1:go")
    assert [card.rank.letter for card in view(table.state, 0).playable()] == ["2"]


def test_a_spectator_sees_nobodys_cards() -> None:
    seen_by = looked_at(None)
    assert (seen_by.hand, seen_by.dealt, seen_by.discards, seen_by.legal) == ((), (), (), ())
    assert len(seen_by.seen()) == 6
    assert seen_by.side == 0


def test_everybody_sees_the_hands_of_the_show() -> None:
    table = rig("AC 2D 3H 4S / 8C 7D", "KC KD TH TS / 9S 6D", counting="manual")
    table.play_out()
    table.claim(0)
    shown = [hand.cards for hand in view(table.state, None).shown]
    assert shown == [parse_cards("AC 2D 3H 4S"), parse_cards("KC KD TH TS")]
    assert set(parse_cards("AC KD")) <= view(table.state, None).seen()


def test_a_view_tells_the_commitment_of_the_coming_pack_alone() -> None:
    table = Table(rig(until=Phase.DISCARD).state.having(sealed=((0, "ab" * 32), (1, "cd" * 32))))
    assert view(table.state, 0).commitment == "cd" * 32
    assert view(rig().state, 0).commitment is None


def test_3_3_the_size_of_the_crib_is_no_secret_and_its_cards_are() -> None:
    table = rig(until=Phase.CUT)
    assert view(table.state, 1).crib_size == 4
    table.do(Cut(0, 4))
    assert not set(table.state.discards[0]) & view(table.state, 1).seen()
    assert Rules(players=3).from_pack == 1
