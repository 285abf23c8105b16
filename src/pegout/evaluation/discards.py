"""What to lay away: the exact mean of the hand, and what the throw is worth in the crib.

>>> from pegout.rules import Rules
>>> best = throws("5H 5S 5C JD 2S 9C", Rules(), "own")[0]
>>> best
Throw(cards=(Card('2S'), Card('9C')), ...)
>>> round(best.hand, 4)
16.6522
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import perm
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from pegout.cards import CARDS, Card, CardsLike, known_cards
from pegout.loading import load_once
from pegout.rules import Rules, View
from pegout.tables import files as tables
from pegout.tables import rank_sets as ranks

__all__ = [
    "ROLES",
    "Role",
    "Throw",
    "crib_mean",
    "crib_of_strangers",
    "hand_scores",
    "load_cribs",
    "rank_scores",
    "role_of",
    "throws",
    "throws_of",
]

#: Whose crib it is, as the thrower sees it.
Role: TypeAlias = Literal["own", "opponent", "partner"]
#: The roles that there are, by the number of players, in the order of arrays.
ROLES: Final[Mapping[int, tuple[Role, ...]]] = MappingProxyType(
    {2: ("own", "opponent"), 3: ("own", "opponent"), 4: ("own", "opponent", "partner")}
)


class Throw(NamedTuple):
    """One way to lay cards away.

    Attributes:
        cards: the cards laid away.
        kept: the cards kept.
        hand: the mean of the kept cards over every starter.
        crib: the mean of the crib with these cards, as a loss where it is an opponent's.
        scores: what the kept cards count with each starter, in the order of the pack.
    """

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    scores: tuple[int, ...]

    @property
    def total(self) -> float:
        """Points to be had from hand and crib together."""
        return self.hand + self.crib

    def __repr__(self) -> str:
        return f"Throw(cards={self.cards}, ...)"


_JACK: Final = int(ranks.JACK)
_GAMES: Final = {2: "six", 3: "three", 4: "four"}


def role_of(rules: Rules, seat: int, dealer: int) -> Role:
    """Say whose crib it is for a seat.

    >>> from pegout.rules import Rules
    >>> [role_of(Rules(players=4), seat, 0) for seat in range(4)]
    ['own', 'opponent', 'partner', 'opponent']
    """
    if seat == dealer:
        return "own"
    return "partner" if rules.side(seat) == rules.side(dealer) else "opponent"


def hand_scores(kept: Sequence[Card], starters: Sequence[Card], rules: Rules) -> tuple[int, ...]:
    """Count the kept cards with each of the starters; the cards are not looked at first.

    >>> from pegout.cards import parse_cards
    >>> from pegout.rules import Rules
    >>> hand_scores(parse_cards("5H 5S 5C JD"), parse_cards("5D KC"), Rules())
    (29, 20)
    """
    base = rank_scores(ranks.of(kept))
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
            by_suit = [rules.nobs_points if card & 3 == one else 0 for one in range(4)]
            scores = [
                score + by_suit[starter & 3]
                for score, starter in zip(scores, starters, strict=True)
            ]
    return tuple(scores)


@cache
def rank_scores(kept: ranks.Ranks) -> tuple[int, ...]:
    """Count fifteens, pairs and runs of ranks with a starter of each rank; 0 for a fifth card.

    >>> rank_scores(ranks.parse("555J"))[4]
    28
    """
    return tuple([ranks.points((*kept, rank)) if kept.count(rank) < 4 else 0 for rank in range(13)])


class _Crib(NamedTuple):
    """What a throw of certain ranks makes in the crib.

    Attributes:
        base: the mean of fifteens, pairs and runs.
        nobs: the mean number of jacks of the starter's suit among the cards of the others.
        flush: the mean of a flush of five if the throw is of one suit, where that is known.
    """

    base: float
    nobs: float
    flush: float | None


@load_once
def _crib_table(game: str, role: str) -> Mapping[ranks.Ranks, _Crib]:
    rows = tables.load(f"cribs_{game}" if game.startswith("six") else "cribs").rows
    return {
        ranks.parse(row["throw"]): _Crib(
            float(row["base"]),
            float(row["nobs"]),
            float(row["flush"]) if "flush" in row else None,
        )
        for row in rows
        if row.get("game", game) == game and row["role"] == role
    }


def load_cribs(rules: Rules) -> None:
    """Read what :func:`crib_mean` needs, whosever crib it is."""
    for seat in range(rules.players):
        _crib_table(_game(rules), role_of(rules, seat, 0))


def _game(rules: Rules) -> str:
    game = "five_card" if rules.five_card else _GAMES[rules.players]
    return f"{game}_lowball" if rules.lowball else game


def crib_mean(thrown: Sequence[Card], dealt: Sequence[Card], rules: Rules, role: Role) -> float:
    """Give the mean of the crib with these cards in it.

    Fifteens, pairs, runs and the jacks of the others are read from the tables that
    :mod:`pegout.solver.export_discards` and :mod:`pegout.solver.multiplayer_discards` write. Jacks
    of the throw itself are worked out from the suits of the cards dealt; so are flushes where no
    table has them, as if the others threw without regard to suits. The cards are not looked at
    first; :func:`throws` does so.

    >>> from pegout.cards import parse_cards
    >>> from pegout.rules import Rules
    >>> dealt = parse_cards("5H 5S 2C 3D 8S KC")
    >>> round(crib_mean(dealt[:2], dealt, Rules(), "own"), 1)
    8.8
    """
    crib = _crib_table(_game(rules), role)[ranks.of(thrown)]
    left = 52 - len(dealt)
    by_suit = [13, 13, 13, 13]
    for card in dealt:
        by_suit[card & 3] -= 1
    matches = sum([by_suit[card & 3] for card in thrown if card >> 2 == _JACK])
    if crib.flush is None or rules.crib_flush != "five":
        flush = _flush(thrown, by_suit, left, rules)
    else:
        flush = crib.flush if (thrown[0] ^ thrown[1]) & 3 == 0 else 0.0
    return crib.base + rules.nobs_points * (crib.nobs + matches / left) + flush


@lru_cache(4096)
def crib_of_strangers(throw: tuple[int, ...], suited: bool, rules: Rules, role: Role) -> float:
    """Give the mean of a crib with cards of these ranks, whatever else was dealt.

    To the others the throw tells nothing, so this is the mean over all cards that may be dealt
    besides. The throw's own nobs is not in it, which depends on the suits of the cards dealt.

    Args:
        throw: the one or two ranks, 0 for the ace.
        suited: whether two cards are of one suit; two cards of one rank never are.
        rules: the rules.
        role: whose crib it is.

    >>> from pegout.rules import Rules
    >>> round(crib_of_strangers((4, 4), False, Rules(), "own"), 1)
    8.8
    """
    suits = (0, 0 if suited and throw[0] != throw[-1] else 1)
    thrown = tuple([Card.of(rank, suit) for rank, suit in zip(throw, suits, strict=False)])
    mean = crib_mean(thrown, thrown, rules, role)
    held = [card & 3 for card in thrown]
    nobs = sum([13 - held.count(card & 3) for card in thrown if card >> 2 == _JACK])
    return mean - rules.nobs_points * nobs / (52 - len(thrown))


def _flush(thrown: Sequence[Card], by_suit: Sequence[int], left: int, rules: Rules) -> float:
    """Give the mean points of a flush in the crib."""
    suit = thrown[0] & 3
    if rules.crib_flush == "none" or any(card & 3 != suit for card in thrown):
        return 0.0
    others = 4 - len(thrown)
    four = perm(by_suit[suit], others) / perm(left, others)
    five = four * (by_suit[suit] - others) / (left - others)
    return 4 * four + five if rules.crib_flush == "four" else 5 * five


def throws(dealt: CardsLike, rules: Rules, role: Role) -> tuple[Throw, ...]:
    """Give every way to lay cards away from a hand, the best first.

    The best has the most points of hand and crib together, or in lowball the fewest.

    Args:
        dealt: the cards dealt.
        rules: the rules of the game.
        role: whose crib it is.

    Raises:
        CardError: for cards that nobody is dealt in this game.
    """
    dealt = known_cards(dealt, "the cards dealt", (rules.hand_size,))
    starters = [card for card in CARDS if card not in dealt]
    sign = -1 if role == "opponent" else 1
    found = []
    for cards in combinations(dealt, rules.throws):
        kept = tuple([card for card in dealt if card not in cards])
        scores = hand_scores(kept, starters, rules)
        crib = sign * crib_mean(cards, dealt, rules, role)
        found.append(Throw(cards, kept, sum(scores) / len(scores), crib, scores))
    return tuple(sorted(found, key=lambda throw: throw.total, reverse=not rules.lowball))


def throws_of(view: View) -> tuple[Throw, ...]:
    """Give every way to lay cards away from the hand in view, the best first."""
    assert view.seat is not None, "a seat has been dealt cards"
    assert view.dealer is not None, "somebody has dealt"
    return throws(view.dealt, view.rules, role_of(view.rules, view.seat, view.dealer))
