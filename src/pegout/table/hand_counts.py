"""Counting a hand on request, and naming the items that selected cards make."""

from typing import Any

from pegout.cards import Card, CardError, parse_cards
from pegout.rules import SWITCHES, Rules, UnknownRules
from pegout.scoring import Item, Kind, score_show
from pegout.text import Translator, cadence, called, capital, nineteen
from pegout.wire import http


def make_rules(preset: str, switches: dict[str, bool | int | str | list[int]]) -> Rules:
    """Make rules from a preset and switches that arrived as JSON.

    Raises:
        UnknownRules: for an unknown preset or switch, or a value that a switch does not take.
    """
    for name in switches:
        if name not in SWITCHES:
            raise UnknownRules("unknown_switch", f"there is no switch {name!r:.40}")
    chosen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in switches.items()
    }
    return Rules(preset, **chosen)


def count_hand(request: http.CountRequest, t: Translator) -> http.HandCount:
    """Count a hand, item by item.

    >>> from pegout.text import language
    >>> count_hand(http.CountRequest(["5H", "5S", "5C", "JD"], "5D"), language("en")).points
    29
    """
    items = _items(request)
    return http.HandCount(
        points=sum(item.points for item in items),
        items=[
            http.CountedItem(str(item.kind), [str(card) for card in item.cards], item.points)
            for item in items
        ],
        phrases=[capital(phrase) for phrase in cadence(items, t)] if items else [nineteen(t)],
    )


def name_combination(request: http.CombinationRequest, t: Translator) -> http.Combination:
    """Name the items that exactly these cards of a hand make.

    A pair inside a pair royal does not count by itself, but it is not worthless: ``part`` then says
    that the cards belong to a larger item.
    """
    items = _items(request)
    picked = set(parse_cards(" ".join(request.cards)))
    made = [item for item in items if set(item.cards) == picked]
    larger = [item for item in items if set(item.cards) > picked]
    return http.Combination(
        name=capital(called(made, t)) if made else "",
        points=sum(item.points for item in made),
        part=not made and any(_is_part(picked, item) for item in larger),
    )


def _is_part(picked: set[Card], item: Item) -> bool:
    """Return whether some cards of an item would make the same kind of item by themselves."""
    ranks = sorted({card.rank for card in picked})
    if item.kind is Kind.FLUSH:
        return len(picked) >= 4
    if item.kind in (Kind.FIFTEEN, Kind.NOBS):
        return False
    if len(ranks) == 1:
        return len(picked) > 1
    return len(ranks) >= 3 and ranks[-1] - ranks[0] == len(ranks) - 1


def _items(request: http.CountRequest | http.CombinationRequest) -> tuple[Item, ...]:
    rules = make_rules(request.preset, request.switches)
    held = request.hand if isinstance(request, http.CombinationRequest) else request.cards
    hand, starter = parse_cards(" ".join(held)), parse_cards(request.starter)
    cards = (*hand, *starter)
    if not 3 <= len(hand) <= 5 or len(starter) != 1 or not all(card.known for card in cards):
        raise CardError("bad_hand", "a hand is 3 to 5 cards, and the starter is one")
    if len(set(cards)) != len(cards):
        raise CardError("duplicate_card", "the same card is there twice")
    return score_show(
        hand,
        starter[0],
        crib=request.crib,
        crib_flush=rules.crib_flush,
        nobs_points=rules.nobs_points,
        kept=len(hand),
    )
