"""Secrets: the messages to a seat do not change by a byte when cards hidden from it do."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pegout import fairness
from pegout.cards import CARDS, Card
from pegout.fairness import seeded_secrets
from pegout.match import Match, Seated, Setup
from pegout.rules import Action, Discard, Go, IllegalAction, Phase, Play, Ready, Rules
from pegout.wire.table import Sync
from tests.server.live_tables import act, enter, home
from tests.sources import sources

Pack = tuple[Card, ...]
Exchange = Mapping[Card, Card]


def other(action: Action, exchange: Exchange) -> Action:
    match action:
        case Discard(cards=cards):
            return replace(action, cards=tuple(exchange.get(card, card) for card in cards))
        case Play(card=card):
            return replace(action, card=exchange.get(card, card))
    return action


def visible(match: Match, seat: int | None) -> set[Card]:
    """Return the cards of the deal that a seat has seen, by the log and not by a view."""
    cards = set(match.view(None).seen())
    if seat is not None:
        cards |= set(match.view(seat).dealt)
    return cards


def script(made: Rules, pack: Pack, chance: random.Random, length: int) -> list[Action]:
    """Play a part of one deal at random; return the actions."""
    match = offline(made, pack)
    done: list[Action] = []
    while len(done) < length and match.view(None).phase is not Phase.SHOW:
        seat = chance.choice(sorted(match.to_act))
        action = chance.choice(match.legal(seat))
        match.act(seat, action)
        done.append(action)
        if match.view(None).deal > 1 or match.game_over:
            done.pop()
            break
    return done


def offline(made: Rules, pack: Pack) -> Match:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "derive", lambda *_: pack)
        names = tuple(Seated(f"P{seat}") for seat in range(made.players))
        match = Match(Setup("x", made, names, dealer=0), secrets=seeded_secrets("x"))
    return match


async def collect_sent(
    made: Rules, pack: Pack, actions: Sequence[Action], seat: int, refused_actions: Sequence[Action]
) -> dict[str, list[bytes]]:
    """Return all messages to a seat, and to a spectator, during these actions."""
    names = count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "derive", lambda *_: pack)
        switches = {name: value for name, value in made.changes().items() if name != "players"}
        async with (
            home(sources=sources("secrets")) as house,
            house.table(["person"] * made.players, **switches) as (live_table, tokens),
        ):
            clients = [await enter(live_table, token) for token in tokens]
            spectator, spanish = (
                await enter(live_table),
                await enter(live_table, tokens[seat], language="es"),
            )
            for action in actions:
                await act(live_table, clients[action.seat], action, f"n{next(names)}")
                answer = clients[action.seat].heard("refused")
                assert not answer, answer
            for refused_action in refused_actions:
                await act(live_table, clients[seat], refused_action, f"w{next(names)}")
            await live_table.handle(spectator, Sync(live_table.service.playing().setup.id, 1))
            late = await enter(live_table, tokens[seat])
            return {
                "seat": clients[seat].sent,
                "spectator": spectator.sent,
                "spanish": spanish.sent,
                "late": late.sent,
                # Not part of the comparison: it shows that the exchange has an effect.
                "others": [message for to in clients if to.seat != seat for message in to.sent],
            }


VARIANTS = [
    Rules(first_deal="chosen"),
    Rules(first_deal="chosen", players=3),
    Rules(first_deal="chosen", players=4, counting="manual", muggins=True),
]


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32), st.integers(2, 30))
@settings(max_examples=25)
async def test_nothing_sent_depends_on_hidden_cards(made: Rules, seed: int, length: int) -> None:
    chance = random.Random(seed)
    pack = list(CARDS)
    chance.shuffle(pack)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "derive", lambda *_: tuple(pack))
        actions = script(made, tuple(pack), chance, length)
        seat = chance.randrange(made.players)
        match = replay(made, tuple(pack), actions)
        assert match is not None
        hidden = [card for card in CARDS if card not in visible(match, seat)]
    shuffled = list(hidden)
    chance.shuffle(shuffled)
    exchange = dict(zip(hidden, shuffled, strict=True))
    swapped = tuple(exchange.get(card, card) for card in pack)
    theirs = [other(action, exchange) for action in actions]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "derive", lambda *_: swapped)
        # All players see whether a seat has a card that fits, so the exchange must leave the kinds
        # of events unchanged.
        again = replay(made, swapped, theirs)
        assume(again is not None and kinds(again) == kinds(match))
    refused_actions: list[Action] = [
        Go(seat), Ready(seat), Play(seat, chance.choice(CARDS)), Discard(seat, (hidden[0],)),
    ]  # fmt: skip
    refused_actions = [
        refused_action
        for refused_action in refused_actions
        if match.why_not(seat, refused_action) is not None
    ]
    first = await collect_sent(made, tuple(pack), actions, seat, refused_actions)
    second = await collect_sent(made, swapped, theirs, seat, refused_actions)
    for who in ("seat", "spectator", "spanish", "late"):
        assert first[who] == second[who]


def kinds(match: Match) -> list[type]:
    return [type(entry.event) for entry in match.entries]


def replay(made: Rules, pack: Pack, actions: Sequence[Action]) -> Match | None:
    match = offline(made, pack)
    try:
        for action in actions:
            match.act(action.seat, action)
    except IllegalAction:
        return None
    return match


async def test_the_exchange_is_a_real_one() -> None:
    """The other seats' messages differ, or the test above would prove nothing."""
    made = Rules(first_deal="chosen")
    pack = tuple(CARDS)
    # The dealer's left, seat 1, gets the top card.
    swapped = (pack[51], *pack[1:51], pack[0])
    actions = [Ready(0), Ready(1)]
    first = await collect_sent(made, pack, actions, 0, [])
    second = await collect_sent(made, swapped, actions, 0, [])
    assert first["seat"] == second["seat"]
    assert first["others"] != second["others"]


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_no_card_of_another_hand_is_sent_while_it_is_hidden(players: int) -> None:
    made = Rules(first_deal="chosen", players=players)
    pack = list(CARDS)
    random.Random(players).shuffle(pack)
    told = await collect_sent(made, tuple(pack), [Ready(seat) for seat in range(players)], 0, [])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "derive", lambda *_: tuple(pack))
        match = replay(made, tuple(pack), [Ready(seat) for seat in range(players)])
    assert match is not None
    own = {str(card) for card in match.view(0).dealt}
    said = b"".join(told["seat"]).decode()
    assert {str(card) for card in CARDS if f'"{card}"' in said} == own
    assert not [card for card in CARDS if f'"{card}"' in b"".join(told["spectator"]).decode()]
