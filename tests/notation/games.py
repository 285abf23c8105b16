"""Random games for records and positions, with every preset and every switch among them."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from pegout import fairness, rules
from pegout.fairness import deal_label, derive, seeded_secrets
from pegout.rules.engine import apply, legal
from pegout.rules.state import new_game, to_act
from tests.rules.games import early_end

MATCH = "K7QX"

VARIANTS: tuple[rules.Rules, ...] = (
    rules.Rules(),
    rules.Rules("half"),
    rules.Rules("half", players=3),
    rules.Rules("half", players=4),
    rules.Rules("half", players=4, teams=False),
    rules.Rules(start_scores=(100, 90)),
    rules.Rules("half", players=3, start_scores=(40, 0, 50)),
    rules.Rules("clasico"),
    rules.Rules("family", players=3, target=61),
    rules.Rules("leaflet"),
    rules.Rules("acc", players=4, target=31, match_points=(2, 3, 5)),
    rules.Rules("acc", target=61, skunk_lines=(11, 21, 31), match_points=(2, 3, 4, 6)),
    rules.Rules(five_card=True),
    rules.Rules(five_card=True, counting="manual", muggins=True, target=91),
    rules.Rules("half", counting="manual"),
    rules.Rules("half", counting="manual", muggins=True, players=4),
    rules.Rules(counting="manual", missed="lost", target=61),
    rules.Rules("half", counting="manual", muggins=True, overcount="to_opponent", players=3),
    rules.Rules("half", counting="manual", overcount="to_opponent", nobs_points=0),
    rules.Rules("half", first_deal="random", stinkhole=True, players=3),
    rules.Rules("half", lowball=True, players=3, skunks=False),
    rules.Rules("half", first_deal="chosen", heels_points=0, crib_flush="none"),
)

WORDS = ("", "", "", "lucky jack", 'say "go" \\', "ñandú ; 🂡")


class Game:
    """A random game, with its states and events so far."""

    def __init__(
        self, chosen: rules.Rules, seed: int, maximum: int = 10_000, *, early: bool = False
    ) -> None:
        self.rules = chosen
        self.early = early
        self.random = random.Random(seed)
        self.dealer = self.random.choice([None, 0, chosen.players - 1])
        if chosen.first_deal == "chosen" and self.dealer is None:
            self.dealer = 1
        self.draw = seeded_secrets(seed)
        self.sealing = self.random.random() < 0.7
        self.state = new_game(chosen, self.dealer)
        self.events: list[rules.Event] = []
        self.states = [self.state]
        for _ in range(maximum):
            if self.state.phase is rules.Phase.OVER:
                break
            self.step()

    def label(self, deal: int) -> str:
        return deal_label(MATCH, 1, deal)

    def do(self, action: Any) -> None:
        self.state, events = apply(self.state, action)
        self.events.extend(events)

    def step(self) -> None:
        """Take one action of a seat, and the referee's actions before and after it."""
        state = self.state
        sealed = any(deal == state.deal for deal, _ in state.sealed)
        if self.sealing and state.phase is rules.Phase.READY and not state.ready and not sealed:
            secret = self.draw(self.label(state.deal))
            self.do(rules.Commit(fairness.commit(secret, self.label(state.deal))))
        seat = self.random.choice(sorted(to_act(self.state)))
        action = self.random.choice(legal(self.state, seat))
        if isinstance(action, rules.Ready):
            action = rules.Ready(seat, self.random.choice(WORDS))
        before = self.state.deal
        if self.early and self.random.random() < 0.15:
            action = early_end(self.state, self.random)
        self.do(action)
        if self.state.phase is rules.Phase.SHUFFLE:
            assert to_act(self.state) == {rules.NATURE}
            secret = self.draw(self.label(self.state.deal))
            pack = derive(secret, self.label(self.state.deal), self.state.contributions)
            deal = self.state.deal
            self.do(rules.Shuffle(pack))
            before = deal
        over = self.state.phase is rules.Phase.OVER
        if self.sealing and (self.state.deal != before or over) and self.random.random() < 0.8:
            self.do(rules.Reveal(before, self.draw(self.label(before)).hex()))
        self.states.append(self.state)

    def seen_by(self, seat: int | None) -> list[rules.Event]:
        return [rules.seen(event, seat) for event in self.events]

    def chosen_by_cut(self) -> bool:
        return any(isinstance(event, rules.DealerChosen) for event in self.events)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game of any variant, complete or up to any moment."""
    variant = draw(st.sampled_from(VARIANTS))
    seed = draw(st.integers(0, 10**6))
    maximum = draw(st.one_of(st.integers(0, 60), st.just(10_000)))
    return Game(variant, seed, maximum, early=draw(st.booleans()))


def every_variant() -> Iterator[Game]:
    for number, variant in enumerate(VARIANTS):
        yield Game(variant, number)
        yield Game(variant, number, early=True)
