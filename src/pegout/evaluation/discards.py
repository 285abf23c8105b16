"""Discards valued by the exact expected hand and the expected crib from a table.

Here a hand has its points with every starter, which a search among three or four players samples.
:mod:`pegout.evaluation.discard_loops` computes the two means alone, for policies, and
:mod:`pegout.evaluation.many_discards` computes them for many hands. The search of two adds the
play: see :mod:`pegout.search.discard_choice`.

>>> from pegout.rules import Rules
>>> best = valued_discards("5H 5S 5C JD 2S 9C", Rules(), "own")[0]
>>> best
ValuedDiscard(cards=(Card('2S'), Card('9C')), ...)
>>> round(best.hand, 4)
16.6522
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import perm
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from pegout.cards import CARDS, Card, CardsLike, known_cards
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks

#: The owner of the crib, relative to the discarding player.
CribOwner: TypeAlias = Literal["own", "opponent", "partner"]
#: The roles by the number of players, in the order of arrays.
ROLES: Final[Mapping[int, tuple[CribOwner, ...]]] = MappingProxyType(
    {2: ("own", "opponent"), 3: ("own", "opponent"), 4: ("own", "opponent", "partner")}
)


class ValuedDiscard(NamedTuple):
    """One discard."""

    cards: tuple[Card, ...]  # the cards discarded
    kept: tuple[Card, ...]  # the cards kept
    hand: float  # the expected points of the kept cards over every starter
    crib: float  # the expected crib with these cards, negative where it is an opponent's
    # The points of the kept cards with each starter, in the order of the pack.
    scores: tuple[int, ...]

    @property
    def total(self) -> float:
        """The expected points from hand and crib together."""
        return self.hand + self.crib

    def __repr__(self) -> str:
        return f"ValuedDiscard(cards={self.cards}, ...)"


_JACK: Final = int(ranks.JACK)
_GAMES: Final = {2: "six", 3: "three", 4: "four"}


def role_of(rules: Rules, seat: int, dealer: int) -> CribOwner:
    """Return the role of a seat: whose crib it is.

    >>> from pegout.rules import Rules
    >>> [role_of(Rules(players=4), seat, 0) for seat in range(4)]
    ['own', 'opponent', 'partner', 'opponent']
    """
    if seat == dealer:
        return "own"
    return "partner" if rules.side(seat) == rules.side(dealer) else "opponent"


def hand_scores(kept: Sequence[Card], starters: Sequence[Card], rules: Rules) -> tuple[int, ...]:
    """Count the kept cards with each of the starters, without checking the cards.

    >>> from pegout.cards import parse_cards
    >>> from pegout.rules import Rules
    >>> hand_scores(parse_cards("5H 5S 5C JD"), parse_cards("5D KC"), Rules())
    (29, 20)
    """
    base = ranks.rank_scores(ranks.of(kept))
    scores = [base[starter >> 2] for starter in starters]
    suit = kept[0] & 3
    if all(card & 3 == suit for card in kept):
        four = len(kept)
        scores = [
            score + four + (starter & 3 == suit)
            for score, starter in zip(scores, starters, strict=True)
        ]
    for card in kept:
        if card >> 2 == _JACK:
            by_suit = [rules.nobs_points if card & 3 == of else 0 for of in range(4)]
            scores = [
                score + by_suit[starter & 3]
                for score, starter in zip(scores, starters, strict=True)
            ]
    return tuple(scores)


def each_discard(
    dealt: Sequence[Card], rules: Rules
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], tuple[int, ...]]]:
    """Yield every discard, the cards kept, and their points with each starter."""
    starters = [card for card in CARDS if card not in dealt]
    for cards in combinations(dealt, rules.discard_size):
        kept = tuple([card for card in dealt if card not in cards])
        yield cards, kept, hand_scores(kept, starters, rules)


class _Crib(NamedTuple):
    """The expected crib by the ranks of the discard."""

    base: float  # the expected points for fifteens, pairs and runs
    nobs: float  # the expected number of jacks of the starter's suit among the other players' cards
    # The expected points for a flush of five with a discard of one suit, where a table has it.
    flush: float | None


@load_once
def _crib_table(game: str, role: str) -> Mapping[ranks.Ranks, _Crib]:
    rows = tables.load(f"cribs_{game}" if game.startswith("six") else "cribs").rows
    return {
        ranks.parse(row["discard"]): _Crib(
            float(row["base"]),
            float(row["nobs"]),
            float(row["flush"]) if "flush" in row else None,
        )
        for row in rows
        if row.get("game", game) == game and row["role"] == role
    }


def load_cribs(rules: Rules) -> None:
    """Preload the tables of :func:`crib_mean` for every role."""
    for seat in range(rules.players):
        _crib_table(game_name(rules), role_of(rules, seat, 0))


def game_name(rules: Rules) -> str:
    """Return the name of the rules in tables of discards and cribs.

    >>> from pegout.rules import Rules
    >>> game_name(Rules()), game_name(Rules(players=3, lowball=True))
    ('six', 'three_lowball')
    """
    game = "five_card" if rules.five_card else _GAMES[rules.players]
    return f"{game}_lowball" if rules.lowball else game


def crib_mean(
    discarded: Sequence[Card], dealt: Sequence[Card], rules: Rules, role: CribOwner
) -> float:
    """Return the expected points of the crib with these cards in it.

    Fifteens, pairs, runs and the jacks of the other players come from the tables that
    :mod:`pegout.solver.export_discards` and :mod:`pegout.solver.multiplayer_discards` write. Nobs
    for jacks in the discard follows from the suits of the cards dealt. So do flushes where no table
    has them, on the assumption that the other players discard without regard to suits. The cards
    are not checked; :func:`valued_discards` checks them.

    >>> from pegout.cards import parse_cards
    >>> from pegout.rules import Rules
    >>> dealt = parse_cards("5H 5S 2C 3D 8S KC")
    >>> round(crib_mean(dealt[:2], dealt, Rules(), "own"), 1)
    8.8
    """
    crib = _crib_table(game_name(rules), role)[ranks.of(discarded)]
    left = 52 - len(dealt)
    by_suit = [13, 13, 13, 13]
    for card in dealt:
        by_suit[card & 3] -= 1
    matches = sum([by_suit[card & 3] for card in discarded if card >> 2 == _JACK])
    if crib.flush is None or rules.crib_flush != "five":
        flush = _flush(discarded, by_suit, left, rules)
    else:
        flush = crib.flush if (discarded[0] ^ discarded[1]) & 3 == 0 else 0.0
    return crib.base + rules.nobs_points * (crib.nobs + matches / left) + flush


@lru_cache(4096)
def average_crib(discard: tuple[int, ...], suited: bool, rules: Rules, role: CribOwner) -> float:
    """Return the expected crib with cards of these ranks, averaged over the other cards dealt.

    The other players do not see the discard, so their discards do not depend on it. Nobs for jacks
    in the discard is left out, because it depends on the suits of the cards dealt.

    Args:
        discard: the one or two ranks, 0 for the ace.
        suited: whether two cards are of one suit; two cards of one rank never are.

    >>> from pegout.rules import Rules
    >>> round(average_crib((4, 4), False, Rules(), "own"), 1)
    8.8
    """
    suits = (0, 0 if suited and discard[0] != discard[-1] else 1)
    discarded = tuple([Card.of(rank, suit) for rank, suit in zip(discard, suits, strict=False)])
    mean = crib_mean(discarded, discarded, rules, role)
    held = [card & 3 for card in discarded]
    nobs = sum([13 - held.count(card & 3) for card in discarded if card >> 2 == _JACK])
    return mean - rules.nobs_points * nobs / (52 - len(discarded))


def _flush(discarded: Sequence[Card], by_suit: Sequence[int], left: int, rules: Rules) -> float:
    suit = discarded[0] & 3
    if rules.crib_flush == "none" or any(card & 3 != suit for card in discarded):
        return 0.0
    others = 4 - len(discarded)
    four = perm(by_suit[suit], others) / perm(left, others)
    five = four * (by_suit[suit] - others) / (left - others)
    return 4 * four + five if rules.crib_flush == "four" else 5 * five


def valued_discards(dealt: CardsLike, rules: Rules, role: CribOwner) -> tuple[ValuedDiscard, ...]:
    """Return every discard from a hand, the best first.

    The best has the most points of hand and crib together, or in lowball the fewest.
    """
    dealt = known_cards(dealt, "the cards dealt", (rules.hand_size,))
    sign = -1 if role == "opponent" else 1
    discards = [
        ValuedDiscard(
            cards,
            kept,
            sum(scores) / len(scores),
            sign * crib_mean(cards, dealt, rules, role),
            scores,
        )
        for cards, kept, scores in each_discard(dealt, rules)
    ]
    return tuple(sorted(discards, key=lambda discard: discard.total, reverse=not rules.lowball))


def discards_in_view(view: View) -> tuple[ValuedDiscard, ...]:
    """Return every discard from the hand in view, the best first."""
    assert view.seat is not None, "a seat has been dealt cards"
    assert view.dealer is not None, "there is a dealer"
    return valued_discards(view.dealt, view.rules, role_of(view.rules, view.seat, view.dealer))
