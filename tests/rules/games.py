"""Random games under random rules, and everything that somebody might ask for in them."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from hypothesis import strategies as st

from pegout import rules
from pegout.cards import CARDS, UNKNOWN
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, new_game, to_act
from tests.rules.rigging import pack_of

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


@st.composite
def switches(draw: st.DrawFn, preset: str) -> dict[str, Any]:
    """Draw a value of every switch that a preset allows, with a target that is soon reached."""
    drawn: dict[str, Any] = {
        name: draw(st.sampled_from(switch.values))
        for name, switch in rules.SWITCHES.items()
        if switch.values and name != "target"
    }
    drawn["target"] = 61 if preset in ("half", "family") else draw(st.integers(31, 70))
    drawn["skunk_lines"] = draw(st.sampled_from([(31, 61), (10,), (5, 20, 40)]))
    drawn["match_points"] = tuple(range(1, len(drawn["skunk_lines"]) + 2))
    if preset in ("clasico", "leaflet"):
        drawn["players"] = 2
    drawn["teams"] |= drawn["players"] != 4
    sides = rules.Rules(players=drawn["players"], teams=drawn["teams"]).sides
    drawn["start_scores"] = draw(st.just(()) | st.tuples(*[st.integers(0, 30)] * sides))
    drawn["five_card"] &= drawn["players"] == 2
    drawn["muggins"] &= drawn["counting"] == "manual"
    if drawn["next_deal"] == "cut" and drawn["first_deal"] == "chosen":
        drawn["first_deal"] = "cut"
    return drawn


@st.composite
def variants(draw: st.DrawFn) -> rules.Rules:
    """Draw the rules of a game whose first dealer is not chosen."""
    preset = draw(st.sampled_from(list(rules.PRESETS)))
    first_deal = draw(st.sampled_from(["cut", "random"]))
    return rules.Rules(preset, **{**draw(switches(preset)), "first_deal": first_deal})


class Step(NamedTuple):
    """One action in a game: what was before it, and what followed."""

    before: State
    action: rules.Action
    after: State
    events: tuple[rules.Event, ...]


def walk(game: rules.Rules, chance: random.Random, *, early: bool = False) -> Iterator[Step]:
    """Play a random game to its end; ``early`` lets seats resign, offer to stop and go on."""
    state = new_game(game)
    while state.phase is not rules.Phase.OVER or state.sealed:
        action = random_action(state, chance)
        if early and state.phase not in _AT_ONCE and chance.random() < 0.1:
            action = early_end(state, chance)
        after, events = apply(state, action)
        yield Step(state, action, after, events)
        state = after


# Nobody gets a word in before the pack lies on the table.
_AT_ONCE = (rules.Phase.SHUFFLE, rules.Phase.OVER)


def random_action(state: State, chance: random.Random) -> rules.Action:
    """Give anything that may be done now, by anybody."""
    due = [deal for deal, _ in state.sealed if deal < state.deal or state.phase is rules.Phase.OVER]
    if due and (state.phase is rules.Phase.OVER or chance.random() < 0.2):
        return rules.Reveal(due[0], "cd" * 32)
    early = state.phase is rules.Phase.READY and not state.ready and not _is_sealed(state)
    if early and chance.random() < 0.5:
        return rules.Commit("ab" * 32)
    seat = chance.choice(sorted(to_act(state)))
    if seat == rules.NATURE:
        return rules.Shuffle(pack_of(chance))
    if state.claim is not None and chance.random() < 0.5:
        return rules.Accept(seat)
    return chance.choice(legal(state, seat))


def early_end(state: State, chance: random.Random) -> rules.Action:
    """Give one of the actions that end a game before the last hole, or are about that."""
    seat = chance.randrange(state.rules.players)
    if chance.random() < 0.03:
        return rules.Resign(seat)
    if seat in state.stopping or (state.stopping and chance.random() < 0.3):
        return rules.GoOn(seat)
    return rules.Stop(seat)


def _is_sealed(state: State) -> bool:
    return any(deal == state.deal for deal, _ in state.sealed)


def any_actions(
    players: int, seat: int, discards: int, chance: random.Random
) -> list[rules.Action]:
    """Give what a seat might ask for, sensible or not, whatever it holds."""
    discarded = [tuple(chance.sample(CARDS, discards)) for _ in range(5)]
    return [
        rules.Ready(seat),
        rules.Shuffle(CARDS, seat),
        *[rules.CutForDeal(seat, at) for at in range(-1, 53)],
        *[
            rules.Discard(seat, cards)
            for cards in (*discarded, (), CARDS[:3], (UNKNOWN,) * discards)
        ],
        *[rules.Cut(seat, at) for at in range(-1, 42)],
        *[rules.Play(seat, card, claim) for card in (*CARDS, UNKNOWN) for claim in (None, 0, 3)],
        rules.Go(seat),
        *[rules.Claim(seat, points) for points in (-1, 0, 7, 30)],
        *[rules.Muggins(seat, points) for points in (-1, 1, 14)],
        rules.Accept(seat),
        rules.Ready((seat + 1) % players + players),
    ]


def discards(state: State, seat: int) -> list[rules.Action]:
    """Give every discard from what a seat was dealt, and from what all were dealt."""
    cards = [card for hand in state.hands for card in hand]
    return [rules.Discard(seat, pair) for pair in combinations(cards, state.rules.discard_size)]
