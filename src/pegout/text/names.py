"""The names of cards and sides: on a card, in a sentence, for a screen reader.

>>> from pegout.cards import Card, parse_cards
>>> from pegout.text.language import language
>>> t = language("en")
>>> short(Card("5H")), card_name(Card("5H"), t), the_card(Card("5H"), t)
('5♥', 'five of hearts', 'the five of hearts')
"""

from collections.abc import Iterable, Sequence
from typing import Final

from pegout.cards import Card, Rank
from pegout.match import is_nameless
from pegout.text.language import Translator, mark

#: The symbol of each suit, indexed by suit.
SYMBOLS: Final = "♣♦♥♠"

_RANKS: Final = (
    mark("ace"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
    mark("jack"),
    mark("queen"),
    mark("king"),
)

_SUITS: Final = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"))

# One message for each rank, because in other languages the article follows the rank.
_THE: Final = (
    mark("the ace of {suit}"),
    mark("the two of {suit}"),
    mark("the three of {suit}"),
    mark("the four of {suit}"),
    mark("the five of {suit}"),
    mark("the six of {suit}"),
    mark("the seven of {suit}"),
    mark("the eight of {suit}"),
    mark("the nine of {suit}"),
    mark("the ten of {suit}"),
    mark("the jack of {suit}"),
    mark("the queen of {suit}"),
    mark("the king of {suit}"),
)


def index(rank: Rank) -> str:
    """Return a rank as in the corner of a card.

    >>> index(Rank.TEN), index(Rank.JACK)
    ('10', 'J')
    """
    return "10" if rank is Rank.TEN else rank.letter


def short(card: Card) -> str:
    """Return a card as index and symbol; a hidden card is a question mark.

    >>> from pegout.cards import UNKNOWN
    >>> short(Card("TS")), short(UNKNOWN)
    ('10♠', '?')
    """
    return index(card.rank) + SYMBOLS[card.suit] if card.known else "?"


def shorts(cards: Iterable[Card]) -> str:
    """Return cards as indices and symbols with a space between them.

    >>> from pegout.cards import parse_cards
    >>> shorts(parse_cards("5H TD"))
    '5♥ 10♦'
    """
    return " ".join(map(short, cards))


def card_name(card: Card, t: Translator) -> str:
    """Name a card in words, as on its button: ``five of hearts``."""
    if not card.known:
        return t.text("hidden card")
    rank, suit = t.text(_RANKS[card.rank]), t.text(_SUITS[card.suit])
    return t.text("{rank} of {suit}", rank=rank, suit=suit)


def the_card(card: Card, t: Translator) -> str:
    """Name a card in a sentence, with its article: ``the five of hearts``."""
    if not card.known:
        return t.text("a hidden card")
    return t.text(_THE[card.rank], suit=t.text(_SUITS[card.suit]))


def card_names(cards: Iterable[Card], t: Translator) -> str:
    """List cards in words: ``five of hearts, six of clubs and ace of spades``."""
    return t.join([card_name(card, t) for card in cards])


def the_cards(cards: Iterable[Card], t: Translator) -> str:
    """List cards in a sentence: ``the five of hearts and the six of clubs``."""
    return t.join([the_card(card, t) for card in cards])


def side_name(seats: Sequence[int], names: Sequence[str], seat: int | None, t: Translator) -> str:
    """Name a side by its seats: a player, or the two of a team; the player at ``seat`` is "you".

    >>> from pegout.text.language import language
    >>> side_name((0, 2), ("Ann", "Ben", "Cy", "Di"), 2, language("en"))
    'You and Ann'
    """
    # The addressed player comes first.
    members = [names[member] for member in seats if member != seat]
    return t.join([t.text("You"), *members] if seat in seats else members)


def player_name(name: str, seat: int, t: Translator) -> str:
    """Return the name of a player, or of the seat if the name is missing or was removed.

    >>> from pegout.text.language import language
    >>> player_name("Ann", 0, language("en")), player_name("", 1, language("en"))
    ('Ann', 'Seat 2')
    """
    return t("Seat {n}", n=seat + 1) if not name or is_nameless(name) else name
