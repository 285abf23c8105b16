"""The values of options against plain enumeration: of hands near the end, and of whole deals.

Near the end each card is compared with :class:`tests.search.whole_hands.Oracle`, which takes every
hand of six that the opponent may have been dealt. A discard is compared with random deals: the
opponent discards as the shipped table says, hands and cribs are counted card by card, and both
seats play as the shipped solution says. The oracle shares nothing with the code under test but
these tables.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import click
import numpy as np
import pytest

from pegout.cards import CARDS, Card
from pegout.kernel.roles import Role
from pegout.players.expert import facts_of
from pegout.review.count_options import count_options
from pegout.review.option_values import options_of
from pegout.review.options import Options
from pegout.rules import Go, IllegalAction, Play, Rules, SeatView
from pegout.rules.engine import apply, legal
from pegout.rules.state import State, to_act
from pegout.rules.view import view
from pegout.search.workspace import OF_CARELESS, Facts
from pegout.tables.win_probability import chance
from tests import oracle
from tests.search import whole_hands
from tests.search.multiplayer.spots import deal, playing
from tests.search.observing import Observation

SEED = 20_261_124


def names(cards: list[int]) -> str:
    return " ".join([str(Card(card)) for card in cards])


def sure(seen: SeatView) -> Facts:
    """Return what a seat knows, for an opponent who is never careless: the oracle has no other."""
    return facts_of(seen)._replace(left_out=OF_CARELESS)


def valued(seen: SeatView) -> Options:
    with patch("pegout.review.option_values.facts_of", sure):
        found = options_of(seen)
    assert found is not None
    return found


# Cards near the end ------------------------------------------------------------------------------


def seen_by(position: Observation, luck: Random) -> SeatView | None:
    """Return the view of seat 0, with some cards that the opponent may hold, or None."""
    dealer = 0 if position.role is Role.DEALER else 1
    played = [int(card) for card, other in position.played if other]
    known = {*map(int, position.dealt), int(position.starter), *played}
    rest = [int(card) for card in CARDS if int(card) not in known]
    for _ in range(300):
        others = luck.sample(rest, 6 - len(played))
        hands = [names([*map(int, position.dealt)]), names([*played, *others])]
        away = [names([*map(int, position.discards)]), names(others[:2])]
        state = deal(hands, dealer=dealer, starter=str(Card(position.starter)))
        try:
            state = playing(state, away, *[str(Card(card)) for card, _ in position.played])
        except IllegalAction:
            continue
        if to_act(state) == {1} and isinstance(legal(state, 1)[0], Go):
            state, _ = apply(state, Go(1))
        if to_act(state) == {0} and isinstance(legal(state, 0)[0], Play):
            own, other = position.needs
            return view(state.having(scores=(121 - own, 121 - other)), 0)
    return None


class Checked(NamedTuple):
    """Choices of one kind: the error of each chance, and the loss of the card that looks best."""

    off: list[float]
    lost: list[float]


def checked_cards(number: int) -> tuple[Checked, Checked]:
    """Check later cards, and leads of a deal, where the opponent holds four cards."""
    later, leads = Checked([], []), Checked([], [])
    luck = Random(SEED)
    for position in whole_hands.positions(2 * number, SEED):
        seen = seen_by(position, luck)
        if seen is None or len(later.lost) + len(leads.lost) == number:
            continue
        found = valued(seen)
        assert found.by_chance
        values = {
            rank: value.chance for rank, value in whole_hands.Oracle(position).values().items()
        }
        assert {option.cards[0] >> 2 for option in found.options} == set(values)
        into = later if any(other for _, other in position.played) else leads
        options = found.options
        into.off.extend([abs(values[option.cards[0] >> 2] - option.chance) for option in options])
        into.lost.append(max(values.values()) - values[found.best.cards[0] >> 2])
    assert len(later.lost) + len(leads.lost) == number
    return later, leads


@pytest.mark.slow
def test_cards_near_the_end_are_worth_what_whole_hands_give() -> None:
    for checked in checked_cards(2):
        assert not checked.off or np.mean(checked.off) <= 0.004
        assert not checked.lost or np.mean(checked.lost) <= 0.002


@pytest.mark.long
def test_a_hundred_cards_near_the_end_are_worth_what_whole_hands_give() -> None:
    for off, lost in checked_cards(100):
        click.echo(f"{len(off)} chances off by {np.mean(off):.5f}, at most by {max(off):.4f}")
        click.echo(f"the best of {len(lost)} lose {np.mean(lost):.5f}, at most {max(lost):.4f}")
        assert np.mean(off) <= 0.002
        assert max(off) <= 0.02
        assert np.mean(lost) <= 0.0005
        assert max(lost) <= 0.005


# Discards ----------------------------------------------------------------------------------------


class Deals:
    """Random deals in which a seat holds six given cards."""

    def __init__(self, six: list[int], deals: bool, number: int, luck: np.random.Generator) -> None:
        self.six, self.deals = six, deals
        unseen = np.array([card for card in range(52) if card not in six])
        rows = unseen[luck.random((number, 46)).argsort(axis=1)[:, :7]]
        self.others, self.starters, self.luck = rows[:, :6], rows[:, 6], luck

    def discarded(self, table: str) -> whole_hands.Array:
        """Return the opponent's discards in each deal, by a table: int64[n, 2]."""
        shares = whole_hands.discards(not self.deals, table)
        draws = self.luck.random(len(self.others)).tolist()
        found = []
        for hand, draw in zip(np.sort(self.others, axis=1).tolist(), draws, strict=True):
            pairs = shares[tuple([card >> 2 for card in hand])]
            marks = np.cumsum([*pairs.values()])
            pair = [*pairs][int(np.searchsorted(marks, draw * marks[-1], side="right"))]
            held = self.luck.permutation(hand).tolist()
            first = next(card for card in held if card >> 2 == pair[0])
            second = next(card for card in held if card >> 2 == pair[1] and card != first)
            found.append((first, second))
        return np.array(found)

    def crib(self, pair: list[int], away: whole_hands.Array) -> tuple[float, float]:
        """Return the average of the crib with two cards, and its standard error."""
        fours = np.column_stack((away, np.tile(pair, (len(away), 1))))
        points = whole_hands.count_hands(fours, self.starters, crib=True)
        return float(points.mean()), float(points.std() / np.sqrt(len(points)))

    def pegged(self, four: list[int], away: whole_hands.Array) -> whole_hands.Array:
        """Return what four cards peg, less the opponent's pegging, in each deal: int64[n]."""
        mine = tuple(sorted([card >> 2 for card in four]))
        luck, found = Random(SEED), []
        for hand, pair in zip(self.others.tolist(), away.tolist(), strict=True):
            theirs = tuple(sorted([card >> 2 for card in hand if card not in pair]))
            found.append(peg(mine, theirs, self.deals, luck))
        return np.array(found)


def peg(mine: whole_hands.Ranks, theirs: whole_hands.Ranks, deals: bool, luck: Random) -> int:
    """Play one hand against another as the solution does; return the net points."""
    hands = [mine, theirs]
    start = 999
    table = whole_hands.Table(int(deals), (), (False, False), -1, 0, (start, start))
    while hands[whole_hands.OWN] or hands[whole_hands.OTHER]:
        if not table.pile and not hands[table.turn]:
            table = table._replace(turn=1 - table.turn)
        held = hands[table.turn]
        chances = whole_hands.play_chances(table.node, held, table.pile)
        if not chances:
            table = table.after_pass(holds=bool(held))
            continue
        (rank,) = luck.choices(*zip(*chances, strict=True))
        at = held.index(rank)
        hands[table.turn] = held[:at] + held[at + 1 :]
        table = table.after_card(rank)
    own, other = table.pegged(table.last, 1) if table.pile else table.needs
    return other - own


def hands_of_six(number: int) -> Iterator[tuple[SeatView, list[int], bool]]:
    luck = Random(SEED)
    for _ in range(number):
        pack = luck.sample(range(52), 12)
        deals = luck.random() < 0.5
        state = deal([names(pack[:6]), names(pack[6:])], dealer=0 if deals else 1)
        yield view(state, 0), pack[:6], deals


def checked_cribs(hands: int, number: int) -> whole_hands.Array:
    """Return the errors of cribs in standard errors; hands must be equal."""
    luck = np.random.default_rng(SEED)
    cribs = []
    for seen, six, deals in hands_of_six(hands):
        whole = Deals(six, deals, number, luck)
        away = whole.discarded("discards_six")
        starters = [Card(card) for card in range(52) if card not in six]
        for option in valued(seen).options:
            four = [Card(card) for card in six if card not in option.cards]
            counts = [sum(oracle.show(four, starter)) for starter in starters]
            assert option.hand == pytest.approx(sum(counts) / 46)
            mean, error = whole.crib([int(card) for card in option.cards], away)
            cribs.append((abs(option.crib) - mean) / error)
            assert (option.crib > 0) == deals
    return np.array(cribs)


def checked_play(hands: int, plays: int) -> whole_hands.Array:
    """Return the error of the best discard's play, with its standard error: float64[n, 2].

    The solution may not cover the play of worse discards, so they cannot be compared.
    """
    luck = np.random.default_rng(SEED)
    found = []
    for seen, six, deals in hands_of_six(hands):
        whole = Deals(six, deals, plays, luck)
        best = valued(seen).best
        four = [card for card in six if card not in best.cards]
        each = whole.pegged(four, whole.discarded("discards_deal"))
        found.append((best.play - each.mean(), each.std() / np.sqrt(plays)))
    return np.array(found)


def spread(off: whole_hands.Array) -> float:
    """Return the root mean square error of the play, beyond its standard errors, in points."""
    return float(max(0.0, (off[:, 0] ** 2 - off[:, 1] ** 2).mean()) ** 0.5)


def test_discards_are_worth_what_whole_deals_give() -> None:
    assert np.abs(checked_cribs(1, 4_000)).max() < 4.5
    off = checked_play(1, 600)
    assert np.abs(off[:, 0] / off[:, 1]).max() < 4.5


@pytest.mark.long
def test_a_hundred_cribs_are_worth_what_whole_deals_give() -> None:
    cribs = checked_cribs(100, 40_000)
    click.echo(f"{len(cribs)} cribs off by {cribs.std():.2f} standard errors of about 0.02 points")
    # The cribs of one hand use the same deals, so their errors are correlated.
    assert 0.7 < cribs.std() < 1.3
    assert np.abs(cribs).max() < 5


@pytest.mark.long
def test_a_hundred_discards_peg_what_whole_deals_give() -> None:
    off = checked_play(100, 4_000)
    error = off[:, 1].mean()
    click.echo(f"off by {off[:, 0].mean():+.4f}, ±{spread(off):.3f} beside errors of {error:.3f}")
    # The solution values four cards whatever else was dealt; these deals contain the six.
    assert abs(off[:, 0].mean()) < 0.03
    assert (off[:, 0] / off[:, 1]).std() < 1.5
    assert spread(off) < 0.1


# Counting ----------------------------------------------------------------------------------------

MANUAL = Rules(counting="manual", muggins=True)


def in_show(luck: Random) -> State:
    """Return a deal of random cards, played with every count claimed, before the show."""
    pack = luck.sample(range(52), 12)
    hands = [names(pack[:6]), names(pack[6:])]
    state = playing(deal(hands, rules=MANUAL), [names(pack[4:6]), names(pack[10:])])
    while not state.shown:
        seat = min(to_act(state))
        action = legal(state, seat)[0]
        state, _ = apply(state, action)
    return state.having(scores=(121 - luck.randint(10, 40), 121 - luck.randint(10, 40)))


def test_counts_are_worth_what_every_crib_gives() -> None:
    luck = Random(SEED)
    for _ in range(2):
        state = in_show(luck)
        (seat,) = to_act(state)
        assert (seat, state.dealer) == (1, 0)
        seen = view(state, seat)
        found = count_options(seen)
        assert seen.starter is not None
        truth = sum(oracle.show(seen.shown[-1].cards, seen.starter))
        kept = [played.card for played in seen.played if played.seat == 0]
        dealers = sum(oracle.show(kept, seen.starter))
        pairs = list(combinations(sorted(seen.unseen()), 2))
        four = whole_hands._FOURS[tuple(sorted([card >> 2 for card in kept]))]
        shares = [
            whole_hands.discard_shares(True)[four, whole_hands._PAIRS[low >> 2, high >> 2]]
            for low, high in pairs
        ]
        cribs = [
            sum(oracle.show((*seen.discards, *pair), seen.starter, crib=True)) for pair in pairs
        ]
        for claim in (truth, max(0, truth - 2)):
            own = seen.needs(1) - claim
            other = seen.needs(0) - (truth - claim) - dealers
            if own <= 0 or other <= 0:
                continue
            worth = [behind(own, other - points) for points in cribs]
            expected = np.average(worth, weights=np.array(shares) + 1e-9)
            assert found.of_claim(claim).chance == pytest.approx(expected, abs=2e-3)


def behind(own: int, other: int) -> float:
    """Return the pone's chance at the end of a deal; the pone deals next."""
    return 0.0 if other <= 0 else chance(own, other)
