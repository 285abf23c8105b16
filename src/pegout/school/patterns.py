"""When two questions ask the same: the pattern of a question.

Two decisions have one pattern if they differ by an exchange of suits alone, and far from the end
also by the score. A count has none.
"""

from itertools import permutations
from typing import Final

from pegout.cards import Card, format_cards, parse_cards
from pegout.notation.describe import description_of
from pegout.school.choices import is_near_end, view_at
from pegout.school.questions import DrillQuestion

_SUITS: Final = tuple(permutations(range(4)))


def pattern_of(question: DrillQuestion) -> str:
    """Return what a question has in common with others that ask the same; empty for a count.

    >>> hand = "1~standard~discard~deal-1-1~score-0.0~rear-0.0~dealt-{}.xxxxxx"
    >>> pattern_of(DrillQuestion("discards", hand.format("5H5S6D7CJDKS")))
    'pone 5C5D6H7SJHKC'
    >>> pattern_of(DrillQuestion("discards", hand.format("5C5D6S7HJSKD")))
    'pone 5C5D6H7SJHKC'

    Raises:
        SchoolError: ``bad_question``, ``bad_rules``.
    """
    if question.drill == "counting":
        return ""
    view = view_at(question.text)
    said = description_of(view)
    held = [parse_cards(cards) for cards in (said.hand, said.discards, said.starter)]
    played = [None if word in ("go", ".") else Card(word) for word in said.played.split()]
    cards = min([_exchanged(held, played, suits) for suits in _SUITS])
    scores = "-".join(map(str, said.scores)) if is_near_end(view) else ""
    role = "dealer" if view.dealer == view.seat else "pone"
    return " ".join([word for word in (role, scores, *map(_written, cards)) if word])


def _exchanged(
    held: list[tuple[Card, ...]], played: list[Card | None], suits: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the cards of each group, and then those played, with their suits exchanged.

    -1 stands for a go or the end of a count.
    """
    groups = [tuple(sorted([_exchange(card, suits) for card in cards])) for cards in held]
    return (*groups, tuple([-1 if card is None else _exchange(card, suits) for card in played]))


def _exchange(card: Card, suits: tuple[int, ...]) -> int:
    return (card >> 2) * 4 + suits[card & 3]


def _written(cards: tuple[int, ...]) -> str:
    return "".join(["." if card < 0 else format_cards([Card(card)]) for card in cards])
