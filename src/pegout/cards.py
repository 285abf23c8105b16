"""Cards, their names and how to read and write them.

A card is a small integer from 0 to 51: ``rank * 4 + suit``. :class:`Card` is that integer with
names added, so that it can index a table and a person can read it.

>>> five = Card.parse("5H")
>>> five, five.rank, five.suit
(Card('5H'), Rank.FIVE, Suit.HEARTS)
>>> int(five), five.value
(18, 5)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement
from operator import index
from typing import Final, TypeAlias

from pegout.errors import PegoutError
from pegout.numbers import whole_number

__all__ = [
    "CARDS",
    "UNKNOWN",
    "Card",
    "CardError",
    "CardLike",
    "CardsLike",
    "Rank",
    "Suit",
    "format_cards",
    "known_cards",
    "parse_cards",
    "sets_of_ranks",
]


class CardError(PegoutError):
    """Something that is not a card, or cards that cannot be together.

    Attributes:
        code: ``bad_card``, ``duplicate_card``, ``unknown_card``, ``wrong_number``; from
            :mod:`pegout.scoring` also ``over_31`` and ``bad_switch``.
    """


class Rank(IntEnum):
    """The thirteen ranks, ace low.

    >>> Rank.KING.letter, Rank.KING.value
    ('K', 12)
    """

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12

    @property
    def letter(self) -> str:
        """The letter of the rank: ``A 2 3 4 5 6 7 8 9 T J Q K``."""
        return RANK_LETTERS[self]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


class Suit(IntEnum):
    """The four suits, in the order of their English names.

    >>> Suit.SPADES.letter
    'S'
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter of the suit: ``C D H S``."""
        return SUIT_LETTERS[self]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "CDHS"
#: The symbols of each suit, full and in outline.
_SUIT_SYMBOLS: Final = ("♣♧", "♦♢", "♥♡", "♠♤")
#: What a telephone puts after a symbol, to have it drawn as a picture or as a letter.
_VARIANTS: Final = str.maketrans("", "", "\ufe0e\ufe0f")
#: The rank and the suit of each card by its number.
_RANK_OF: Final[tuple[Rank, ...]] = tuple([rank for rank in Rank for _ in Suit])
_SUIT_OF: Final[tuple[Suit, ...]] = (*Suit,) * len(Rank)


class Card(int):
    """A card of the pack of 52, or :data:`UNKNOWN`, a card that cannot be seen.

    It compares and hashes as the integer ``rank * 4 + suit``; ``UNKNOWN``, ``??``, is 52.
    """

    __slots__ = ()

    def __new__(cls, number: int | str) -> Card:
        """Return the card of this number (0 to 51) or this name.

        >>> Card(0), Card("KS"), Card("??")
        (Card('AC'), Card('KS'), Card('??'))

        Raises:
            CardError: ``bad_card``.
        """
        if isinstance(number, str):
            return cls.parse(number)
        try:
            position = -1 if isinstance(number, bool) else index(number)
        except TypeError:
            position = -1
        if type(number) is cls:
            return number
        if not 0 <= position < 52:
            raise CardError(
                "bad_card",
                "a card is a number from 0 to 51 or a name such as '5H', and '??' is a card that "
                f"cannot be seen; not {number!r:.40}",
            )
        return _ALL[position]

    @classmethod
    def of(cls, rank: Rank | int, suit: Suit | int) -> Card:
        """Return the card of a rank and a suit.

        >>> Card.of(Rank.JACK, Suit.DIAMONDS)
        Card('JD')

        Raises:
            CardError: ``bad_card`` for a rank outside 0 to 12 or a suit outside 0 to 3.
        """
        row, column = whole_number(rank), whole_number(suit)
        if row is None or column is None or not (0 <= row < 13 and 0 <= column < 4):
            raise CardError(
                "bad_card",
                "a card has a rank from 0 to 12 and a suit from 0 to 3, such as Rank.JACK and "
                f"Suit.HEARTS; not {rank!r:.40} and {suit!r:.40}",
            )
        return _ALL[row * 4 + column]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card: a rank and a suit, in either case, ``T`` or ``10``; ``??`` is unknown.

        >>> [Card.parse(text) for text in ("5H", "td", "10D", "J♠", "??")]
        [Card('5H'), Card('TD'), Card('TD'), Card('JS'), Card('??')]

        Raises:
            CardError: with the code ``bad_card``.
        """
        plain = text.translate(_VARIANTS).strip() if isinstance(text, str) else None
        card = _SPELLINGS.get(plain) if plain is not None else None
        if card is None:
            said = text[:20] if isinstance(text, str) else text
            raise CardError(
                "bad_card",
                f"expected a card such as 5H, TD or KS (a rank of {' '.join(RANK_LETTERS)} "
                f"and a suit of {' '.join(SUIT_LETTERS)}), not {said!r:.40}",
            )
        return card

    @property
    def known(self) -> bool:
        """Whether this is a card of the pack rather than ``??``."""
        return self != 52

    @property
    def rank(self) -> Rank:
        """The rank; ``CardError`` with ``unknown_card`` for ``??``, which has none."""
        try:
            return _RANK_OF[self]
        except IndexError:
            raise _unseen("rank") from None

    @property
    def suit(self) -> Suit:
        """The suit; ``CardError`` with ``unknown_card`` for ``??``, which has none."""
        try:
            return _SUIT_OF[self]
        except IndexError:
            raise _unseen("suit") from None

    @property
    def value(self) -> int:
        """What the card adds to a count: 1 for an ace, 10 for ten to king, else its number."""
        return VALUES[self]

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Card({NAMES[self]!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (NAMES[self],)


NAMES: Final = (*(rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS), "??")
#: What each card adds to a count, indexed by card; ``UNKNOWN`` adds nothing.
VALUES: Final = (*(min(number // 4 + 1, 10) for number in range(52)), 0)

_ALL: Final = tuple(int.__new__(Card, number) for number in range(53))


def _unseen(part: str) -> CardError:
    return CardError("unknown_card", f"?? is a card that cannot be seen; it has no {part}")


def _spellings(card: Card) -> list[str]:
    """Return every spelling of a card: either case, ``10`` for ``T``, and suit symbols."""
    if card == 52:
        return ["??"]
    rank, suit = NAMES[card][0], NAMES[card][1]
    ranks = {rank, rank.lower(), rank.replace("T", "10")}
    suits = {suit, suit.lower(), *_SUIT_SYMBOLS[card & 3]}
    return [rank + other for rank in ranks for other in suits]


_SPELLINGS: Final = {text: card for card in _ALL for text in _spellings(card)}
#: A card at the start of a text without spaces between the cards.
_CARD: Final = re.compile(r"(?:10|[2-9ATJQKatjqk])[CDHScdhs♣♧♦♢♥♡♠♤]|\?\?")

#: The pack in its first order: AC AD AH AS 2C … KS.
CARDS: Final[tuple[Card, ...]] = _ALL[:52]
#: A card that cannot be seen, written ``??``.
UNKNOWN: Final[Card] = _ALL[52]


#: A card, its number or its name.
CardLike: TypeAlias = Card | int | str
#: Several cards: one text, or a sequence of cards, numbers or names.
CardsLike: TypeAlias = str | Iterable[CardLike]


def parse_cards(text: CardsLike, *, distinct: bool = True) -> tuple[Card, ...]:
    """Read cards, with or without spaces or commas between them.

    Args:
        text: for instance ``"5H 5S 5C JD"`` or ``"5H5S5CJD"``; a sequence of cards, of their
            numbers or of their names is read too.
        distinct: whether the same card twice is an error. ``??`` may always be repeated.

    >>> parse_cards("5H, 5S ?? ??")
    (Card('5H'), Card('5S'), Card('??'), Card('??'))
    >>> format_cards(parse_cards("5h10sjd"))
    '5H TS JD'

    Raises:
        CardError: with the code ``bad_card`` or ``duplicate_card``.
    """
    cards = _cards_of(text)
    if distinct:
        seen: set[Card] = set()
        for card in cards:
            if card in seen and card.known:
                raise CardError("duplicate_card", f"the {card} is there twice in {text!r:.82}")
            seen.add(card)
    return cards


def _cards_of(given: CardsLike, role: str = "") -> tuple[Card, ...]:
    """Return the cards of a text or of a sequence, which may be unknown or there twice."""
    if isinstance(given, str):
        cards: list[Card] = []
        for word in given.translate(_VARIANTS).replace(",", " ").split():
            card = _SPELLINGS.get(word)
            cards += _cards_of_word(word) if card is None else (card,)
        return tuple(cards)
    if isinstance(given, bytes | bytearray):
        raise CardError(
            "bad_card",
            f"expected cards{role}, such as '5H 5S', not bytes; decode {given!r:.40}",
        )
    try:
        return tuple([card if type(card) is Card else Card(card) for card in given])
    except TypeError:
        raise CardError(
            "bad_card", f"expected cards{role}, such as '5H 5S', not {given!r:.40}"
        ) from None


def _cards_of_word(word: str) -> list[Card]:
    """Return the cards of a word, without spaces between them."""
    cards: list[Card] = []
    at = 0
    while found := _CARD.match(word, at):
        cards.append(_SPELLINGS[found[0]])
        at = found.end()
    # What is left over is no card, and neither is the word where it begins with none.
    return cards if at == len(word) else [*cards, Card.parse(word[at:] if at else word)]


def known_cards(
    given: CardsLike, what: str = "cards", sizes: Sequence[int] = (), *, maximum: int = 12
) -> tuple[Card, ...]:
    """Return cards that are all known and different, or raise.

    Args:
        given: one text, or cards, their numbers or their names.
        what: their role, for the message, such as ``a hand``.
        sizes: how many there may be; any number unless given.
        maximum: how many of them a message lists.

    >>> known_cards("5H 5S"), known_cards([18, "5S"])
    ((Card('5H'), Card('5S')), (Card('5H'), Card('5S')))
    >>> known_cards("5H 5S", "a hand", (3, 4))
    Traceback (most recent call last):
        ...
    pegout.cards.CardError: expected 3 or 4 cards as a hand, not 2: 5H 5S

    Raises:
        CardError: ``bad_card``, ``wrong_number``, ``unknown_card`` or ``duplicate_card``.
    """
    cards = _cards_of(given, f" as {what}")
    listed = format_cards(cards[:maximum]) + (" …" if len(cards) > maximum else "") or "none"
    if sizes and len(cards) not in sizes:
        raise CardError(
            "wrong_number",
            f"expected {_numbers(sizes)} {'card' if sizes[-1] == 1 else 'cards'} as {what}, "
            f"not {len(cards)}: {listed}",
        )
    if UNKNOWN in cards:
        raise CardError(
            "unknown_card", f"expected {what} of cards that are known, and ?? is not: {listed}"
        )
    if len(set(cards)) != len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise CardError(
            "duplicate_card",
            f"expected different cards as {what}, and the {twice} is there twice: {listed}",
        )
    return cards


def _numbers(sizes: Sequence[int]) -> str:
    """Format the allowed numbers: 4, 3 or 4, 3 to 5."""
    if len(sizes) == 1:
        return str(sizes[0])
    return f"{sizes[0]} {'or' if len(sizes) == 2 else 'to'} {sizes[-1]}"


def format_cards(cards: CardsLike) -> str:
    """Write cards with a space between them; the inverse of :func:`parse_cards`.

    >>> format_cards(parse_cards("10d js")), format_cards("10d js"), format_cards([18, "??"])
    ('TD JS', 'TD JS', '5H ??')

    Raises:
        CardError: ``bad_card``.
    """
    return " ".join([NAMES[card] for card in _cards_of(cards)])


@cache
def sets_of_ranks(size: int) -> tuple[tuple[int, ...], ...]:
    """Return every multiset of ``size`` ranks that a pack can hold, in numerical order.

    A multiset is a sorted tuple of ranks, 0 for the ace to 12 for the king, in which a rank may
    occur up to four times.

    >>> [len(sets_of_ranks(size)) for size in (0, 1, 2, 3, 4, 5, 6)]
    [1, 13, 91, 455, 1820, 6175, 18395]
    """
    every = combinations_with_replacement(range(13), size)
    return tuple([ranks for ranks in every if all(ranks.count(rank) < 5 for rank in ranks)])
