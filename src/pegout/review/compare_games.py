"""Two games with the same deals: what each brought, and where the players of a seat differed.

>>> from pegout.match import Match, Seated, Setup, plan_deals
>>> from pegout.players import advance
>>> first = Match(
...     Setup("one", "half", (Seated("Ann", "casual"), Seated("Ben", "novice")), dealer=0)
... )
>>> entries = list(advance(first))
>>> seats = Seated("Cem", "gentle"), Seated("Dee", "novice")
>>> setup = Setup("two", "half", seats, dealer=0, packs="one")
>>> second = Match(setup, planned=plan_deals(first))
>>> entries = list(advance(second))
>>> deals = compare_games(first.record(), second.record(), seat=0)
>>> deals[0].deal, deals[0].dealer, len(deals[0].hand)
(1, 0, 6)
"""

from collections.abc import Iterator
from typing import NamedTuple

from pegout.cards import Card
from pegout.notation import GameRecord
from pegout.notation.record import RecordLike, as_record
from pegout.review.errors import ReviewError
from pegout.review.game_review import Choice, Reviewed, choices, decide
from pegout.rules import Dealt, Rules, Scored


class Difference(NamedTuple):
    """A decision that two players made differently, each with its own value.

    Both knew the same cards of the deal; the scores may differ. A value is None where the cards
    have none of their own.
    """

    first: Choice
    second: Choice
    first_value: Reviewed | None
    second_value: Reviewed | None


class ComparedDeal(NamedTuple):
    """One deal of two games.

    Attributes:
        deal: the number of the deal.
        dealer: the seat that dealt.
        hand: the cards that were dealt to the seat.
        first: the points that each side scored in it in the first game.
        second: the same in the second game.
        differences: where the two players of the seat differed, in order.
    """

    deal: int
    dealer: int
    hand: tuple[Card, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    differences: tuple[Difference, ...]


def compare_games(first: RecordLike, second: RecordLike, seat: int) -> tuple[ComparedDeal, ...]:
    """Compare the first games of two matches that share their packs, deal by deal.

    It takes some tenths of a second for each decision that differs.

    Args:
        first: a record or a match.
        second: another with the same packs.
        seat: the seat whose decisions are compared.

    Returns:
        The deals that both games have.

    Raises:
        ReviewError: ``other_deals`` for games with other cards or rules; ``bad_seat``.
    """
    one, other = as_record(first), as_record(second)
    if one.packs != other.packs or one.rules != other.rules or not (one.games and other.games):
        raise ReviewError("other_deals", "expected two games with the same rules and packs")
    if seat not in range(one.rules.players):
        raise ReviewError("bad_seat", f"the games have no seat {seat!r:.20}")
    games = [_deals(one.rules, one.games[0]), _deals(other.rules, other.games[0])]
    differing = _differences(one.rules, one.games[0], other.games[0], seat)
    compared = []
    for (dealt, ours), (again, theirs) in zip(*games, strict=False):
        hand = dealt.hands[seat]
        if {*hand} != {*again.hands[seat]} or dealt.dealer != again.dealer:
            raise ReviewError("other_deals", f"deal {dealt.deal} has other cards in each game")
        found = tuple([_value(*pair) for pair in differing if pair[0].view.deal == dealt.deal])
        compared.append(ComparedDeal(dealt.deal, dealt.dealer, hand, ours, theirs, found))
    return tuple(compared)


def _deals(rules: Rules, game: GameRecord) -> list[tuple[Dealt, tuple[int, ...]]]:
    """Return the deals of a game, each with the points that each side scored in it."""
    deals: list[tuple[Dealt, list[int]]] = []
    for event in game.events:
        if isinstance(event, Dealt):
            deals.append((event, [0] * rules.sides))
        elif isinstance(event, Scored) and deals:
            deals[-1][1][rules.side(event.seat)] += event.points
    return [(dealt, tuple(points)) for dealt, points in deals]


def _differences(
    rules: Rules, first: GameRecord, second: GameRecord, seat: int
) -> list[tuple[Choice, Choice]]:
    """Return the choices that were made differently by who knew the same of a deal."""
    theirs = dict(_situations(rules, second, seat))
    pairs = [(choice, theirs.get(key)) for key, choice in _situations(rules, first, seat)]
    return [
        (one, two) for one, two in pairs if two is not None and _cards_of(one) != _cards_of(two)
    ]


def _situations(rules: Rules, game: GameRecord, seat: int) -> Iterator[tuple[object, Choice]]:
    """Yield every choice of a card with what its seat knew of the deal, but for the scores."""
    for choice in choices(rules, game):
        seen = choice.view
        if seen.seat == seat and choice.claim is None:
            hand = frozenset(seen.dealt), frozenset(seen.hand)
            yield (seen.deal, *hand, seen.pile, seen.earlier, seen.goes), choice


def _cards_of(choice: Choice) -> frozenset[int]:
    """Return the choice itself: the cards discarded, or the rank of the card played."""
    if len(choice.view.hand) == len(choice.view.dealt):
        return frozenset(choice.cards)
    return frozenset(card >> 2 for card in choice.cards)


def _value(first: Choice, second: Choice) -> Difference:
    return Difference(first, second, decide(first), decide(second))
