"""What every way to lay cards away is worth, exactly: the hand, the crib, and their sum.

The hand is counted with every starter that is left. The crib is counted with every starter and
with everything that the others may throw, each as likely as
:mod:`pegout.evaluation.opponent_discards` has it given the cards dealt. That module tells of ranks;
which suits these have is even: any cards of the pack that are left, a pair of one suit being as
much likelier as the table says. Flushes and nobs follow from that without any further
approximation. The play is left aside, and so is what others throw for its sake: theirs are the
throws of the discards solved by themselves, of lowball where that is played. Where nobs, or a flush
in the crib, is worth something else than by the standard rules they are taken to discard as by
those, and ``standard_error`` covers what that changes.

>>> advice = analyse_discard("5H 5S 5C JD 2S 9C")
>>> advice.best
ThrowAdvice(cards=(Card('2S'), Card('9C')), hand=16.652..., crib=..., total=...)
>>> advice.best.hand_counts[29]
1
>>> round(sum(advice.best.crib_distribution.values()), 9)
1.0
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import combinations, product
from math import sqrt
from operator import or_
from typing import Any, Final, NamedTuple

from pegout.cards import CARDS, Card, CardsLike, parse_cards
from pegout.evaluation import opponent_discards as throwing
from pegout.evaluation.discards import ROLES, Role, hand_scores
from pegout.rules import Rules
from pegout.tables import rank_sets as ranks
from pegout.tables.rank_sets import JACK, Ranks

__all__ = ["DiscardAdvice", "DiscardError", "ThrowAdvice", "analyse_discard"]

#: Totals that differ by less are equal: only the order of adding tells them apart.
_ROUNDING: Final = 1e-9
#: No crib has as many points as this: the most is 28 and a jack of the starter's suit.
_MOST: Final = 31


class DiscardError(ValueError):
    """Cards or a role that cannot be analysed.

    Attributes:
        code: ``wrong_number`` of cards, ``duplicate_card``, ``unknown_card`` or ``wrong_role``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[DiscardError], tuple[str, str]]:
        return type(self), (self.code, str(self))


@dataclass(frozen=True, slots=True)
class ThrowAdvice:
    """One way to lay cards away.

    Attributes:
        cards: the cards laid away.
        kept: the cards kept.
        hand: the mean points of the cards kept, over every starter.
        hand_counts: for each number of points, how many of the starters give it.
        crib: the mean points of the crib, for whoever owns it.
        crib_distribution: for each number of points, how likely the crib has it.
        total: hand and crib together, the crib taken off where it is an opponent's.
        tied: whether it is the best, or cannot be told from it: the totals differ by no more
            than the standard error of such a difference.
    """

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: float
    hand_counts: Mapping[int, int]
    crib: float
    crib_distribution: Mapping[int, float]
    total: float
    tied: bool

    def __repr__(self) -> str:
        means = f"hand={self.hand}, crib={self.crib}, total={self.total}"
        return f"ThrowAdvice(cards={self.cards}, {means})"


@dataclass(frozen=True)
class DiscardAdvice:
    """Every way to lay cards away from one hand.

    Attributes:
        dealt: the cards dealt.
        rules: the rules of the game.
        role: ``own`` for the dealer, ``opponent`` for whoever plays against the dealer,
            ``partner`` for the dealer's.
        standard_error: of the mean of a crib, in points, as far as it comes from the table of
            what the others throw; its head says what it covers.
        throws: every throw, the best first: the one with the most points in total, or in lowball
            the fewest.
    """

    dealt: tuple[Card, ...]
    rules: Rules
    role: Role
    standard_error: float
    throws: tuple[ThrowAdvice, ...]

    @property
    def best(self) -> ThrowAdvice:
        """The best throw; others may be tied with it."""
        return self.throws[0]

    def to_json(self) -> str:
        """Give everything as JSON.

        >>> advice = analyse_discard("5H 5S 5C JD 2S 9C")
        >>> json.loads(advice.to_json())["throws"][0]["thrown"]
        ['2S', '9C']
        """
        value = {
            "dealt": _names(self.dealt),
            "role": self.role,
            "players": self.rules.players,
            "preset": self.rules.preset,
            "switches": self.rules.changes(),
            "standard_error": self.standard_error,
            "throws": [_plain(throw) for throw in self.throws],
        }
        return json.dumps(value, indent=2)


def _plain(throw: ThrowAdvice) -> dict[str, Any]:
    return {
        "thrown": _names(throw.cards),
        "kept": _names(throw.kept),
        "hand": throw.hand,
        "hand_counts": dict(throw.hand_counts),
        "crib": throw.crib,
        "crib_distribution": dict(throw.crib_distribution),
        "total": throw.total,
        "tied": throw.tied,
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def analyse_discard(
    dealt: CardsLike, rules: Rules | None = None, role: Role = "own"
) -> DiscardAdvice:
    """Value every way to lay cards away.

    Args:
        dealt: the cards dealt: six, or five with three and four players and in the five-card game;
            as one text or one by one.
        rules: the rules of the game; those of the preset ``standard`` unless given.
        role: whose crib it is: ``own`` for the dealer, ``opponent`` for whoever plays against the
            dealer, ``partner`` for the dealer's partner with four players.

    >>> from pegout.rules import Rules
    >>> advice = analyse_discard("AS 2C 3H 4S 5C", Rules(players=3), "opponent")
    >>> [str(throw.cards[0]) for throw in advice.throws[:2]]
    ['AS', '2C']

    Raises:
        DiscardError: for cards that nobody is dealt, or a role that nobody has.
        CardError: for what is no card at all.
    """
    rules = Rules() if rules is None else rules
    given = parse_cards(dealt, distinct=False) if isinstance(dealt, str) else dealt
    cards = tuple([Card(card) for card in given])
    _check(cards, rules, role)
    starters = [card for card in CARDS if card not in cards]
    cribs = _Cribs(cards, rules, role)
    sign = -1 if role == "opponent" else 1
    found = []
    for thrown in combinations(cards, rules.throws):
        kept = tuple([card for card in cards if card not in thrown])
        scores = hand_scores(kept, starters, rules)
        distribution = cribs.distribution(thrown)
        hand = sum(scores) / len(scores)
        crib = sum([points * share for points, share in distribution.items()])
        counts = dict(sorted(Counter(scores).items()))
        total = hand + sign * crib
        found.append(ThrowAdvice(thrown, kept, hand, counts, crib, distribution, total, False))
    error = throwing.standard_error(rules)
    return DiscardAdvice(cards, rules, role, error, _ranked(found, rules, error))


def _check(cards: Sequence[Card], rules: Rules, role: object) -> None:
    """Raise an error unless somebody can be dealt these cards in this role."""
    said = " ".join([str(card) for card in cards[:12]]) or "none"
    if len(cards) != rules.hand_size:
        raise DiscardError(
            "wrong_number",
            f"{rules.hand_size} cards are dealt in this game, not {len(cards)}: {said}",
        )
    if not all(card.known for card in cards):
        raise DiscardError("unknown_card", f"every card has to be known: {said}")
    if len(set(cards)) != len(cards):
        raise DiscardError("duplicate_card", f"every card is there once: {said}")
    if role not in ROLES[rules.players]:
        raise DiscardError(
            "wrong_role",
            f"with {rules.players} players the role is {' or '.join(ROLES[rules.players])}, "
            f"not {role!r}",
        )


def _ranked(found: Iterable[ThrowAdvice], rules: Rules, error: float) -> tuple[ThrowAdvice, ...]:
    """Put the best first, and mark what cannot be told from it."""
    sign = 1 if rules.lowball else -1
    order = sorted(found, key=lambda throw: sign * round(throw.total, 9))
    # Two cribs are compared, each with its own error.
    within = max(sqrt(2) * error, _ROUNDING)
    best = order[0].total
    return tuple([replace(throw, tied=abs(throw.total - best) <= within) for throw in order])


class _Suits(NamedTuple):
    """The suits that cards of known ranks may have, as far as they count.

    Attributes:
        share: how likely this is.
        jacks: the suits of the jacks among them, a bit for each.
        suit: the suit that they all have, as a bit, or 0.
        taken: the suits of those that are of the starter's rank, a bit for each.
    """

    share: float
    jacks: int
    suit: int
    taken: int


class _Cribs:
    """The cribs that may come of one hand."""

    def __init__(self, cards: Sequence[Card], rules: Rules, role: Role) -> None:
        self.rules = rules
        self.beside = throwing.beside(ranks.of(cards), rules, role)
        self.missing = throwing.missing_points(rules, role)
        # The suits of each rank that are left, a bit for each.
        self.left = [15] * 13
        for card in cards:
            self.left[card >> 2] &= ~(1 << (card & 3))
        self.suited = 1.0
        if rules.players == 2:
            (other,) = throwing.roles_beside(rules, role)
            self.suited = throwing.suited_factor(rules, other)
        self._suits: dict[tuple[Ranks, int], list[_Suits]] = {}
        self._extras: dict[tuple[Ranks, int, int, int, int], list[tuple[int, float]]] = {}

    def distribution(self, thrown: Sequence[Card]) -> dict[int, float]:
        """Give for each number of points how likely the crib with these cards has it."""
        own = ranks.of(thrown)
        every = reduce(or_, [1 << (card & 3) for card in thrown])
        flush = every if every.bit_count() == 1 and self.rules.crib_flush != "none" else 0
        jacks = sum([1 << (card & 3) for card in thrown if card >> 2 == JACK])
        likely = [0.0] * _MOST
        for others, weights in self.beside.items():
            row = _row(tuple(sorted(own + others)))
            plain = not flush and not jacks and JACK not in others
            for starter, weight in enumerate(weights):
                if not weight:
                    continue
                if plain:
                    likely[row[starter]] += weight
                else:
                    for extra, share in self._extra(others, starter, flush, jacks):
                        likely[row[starter] + extra] += weight * share
        return _raised(
            {points: share for points, share in enumerate(likely) if share}, self.missing
        )

    def _extra(
        self, others: Ranks, starter: int, flush: int, jacks: int
    ) -> list[tuple[int, float]]:
        """Give the points of flush and nobs together, each with how likely it is.

        Args:
            others: the ranks that lie beside one's own cards.
            starter: the rank of the starter.
            flush: the suit that makes a flush with one's own cards, as a bit, or 0.
            jacks: the suits of one's own jacks in the crib, a bit for each.
        """
        among = starter if starter in others else -1
        key = (others, among, self.left[starter], flush, jacks)
        found = self._extras.get(key)
        if found is None:
            points = {0: 0.0}
            nobs = self.rules.nobs_points
            for suits in self._suits_of(others, among):
                matching = jacks | suits.jacks
                flushed = flush and suits.suit == flush
                if not matching and not flushed:
                    points[0] += suits.share
                    continue
                left = _bits(self.left[starter] & ~suits.taken)
                for suit in left:
                    extra = nobs if suit & matching else 0
                    if flushed:
                        extra += self._flush_points(suit == flush)
                    points[extra] = points.get(extra, 0.0) + suits.share / len(left)
            found = self._extras[key] = [(extra, share) for extra, share in points.items() if share]
        return found

    def _flush_points(self, starter_too: bool) -> int:
        if starter_too:
            return 5
        return 4 if self.rules.crib_flush == "four" else 0

    def _suits_of(self, others: Ranks, among: int) -> list[_Suits]:
        """Give the suits that cards of these ranks may have; ``among`` them the starter's rank."""
        found = self._suits.get((others, among))
        if found is None:
            counts = Counter(others)
            # The cards of each rank, as the sum of their suits' bits; the first two are of none.
            choices: list[tuple[int, ...]] = [(0,), (0,)]
            for rank, number in counts.items():
                chosen = combinations(_bits(self.left[rank]), number)
                choices.append(tuple([sum(suits) for suits in chosen]))
            places = {rank: place for place, rank in enumerate(counts, start=2)}
            jack, same = places.get(JACK, 0), places.get(among, 1)
            weights: dict[tuple[int, int, int], float] = {}
            for case in product(*choices):
                every = 0
                for suits in case:
                    every |= suits
                suit = 0 if every & (every - 1) else every
                key = (case[jack], suit, case[same])
                weights[key] = weights.get(key, 0.0) + (self.suited if suit else 1.0)
            total = sum(weights.values())
            found = [_Suits(weight / total, *key) for key, weight in weights.items()]
            self._suits[others, among] = found
        return found


def _raised(likely: dict[int, float], by: float) -> dict[int, float]:
    """Raise the mean of a distribution, each number of points by what it is above the mean.

    >>> raised = _raised({0: 0.5, 4: 0.5}, 0.1)
    >>> round(sum(points * share for points, share in raised.items()), 9), sum(raised.values())
    (2.1, 1.0)
    """
    mean = sum([points * share for points, share in likely.items()])
    variance = sum([(points - mean) ** 2 * share for points, share in likely.items()])
    if not by or not variance:
        return likely
    return {
        points: share * (1 + by * (points - mean) / variance) for points, share in likely.items()
    }


@cache
def _row(crib: Ranks) -> tuple[int, ...]:
    """Give the fifteens, pairs and runs of four ranks with a starter of each rank there can be."""
    return tuple([ranks.points((*crib, rank)) if crib.count(rank) < 4 else 0 for rank in range(13)])


@cache
def _bits(suits: int) -> tuple[int, ...]:
    """Give the suits of a set, one bit each."""
    return tuple([1 << suit for suit in range(4) if suits >> suit & 1])
