"""Cards as a person types them: by symbols, by letters, or by their names in their language.

The library and records write suits by their English letters alone. A person who writes in Spanish
may think of other letters, and ``5C`` then stands for another card: it is read as English, and the
reader is warned.

>>> from pegout.text.language import language
>>> t = language("es")
>>> read_cards("5 de corazones, 10P", t).cards
(Card('5H'), Card('TS'))
>>> print(read_cards("5C", t).warning)
5C se lee como cinco de tréboles; escribe 5♥ o 5H para cinco de corazones.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from pegout.cards import CARDS, SUIT_LETTERS, Card, CardError, parse_cards
from pegout.text.language import LANGUAGES, Translator
from pegout.text.names import card_name, short

#: A rank and a suit by its letter.
_SHORT: Final = re.compile(r"(10|[A2-9TJQK])([A-Z])", re.IGNORECASE)


class TypedCardError(CardError):
    """Cards that a person typed and that cannot be; the message is in the person's language.

    Attributes:
        code: ``bad_card`` or ``duplicate_card``.
    """


class TypedCards(NamedTuple):
    """Cards that a person typed, and a sentence about those that may be meant otherwise."""

    cards: tuple[Card, ...]
    warning: str = ""


def read_cards(text: str, t: Translator) -> TypedCards:
    """Read cards that are separated by spaces or commas.

    Raises:
        TypedCardError: ``bad_card`` or ``duplicate_card``.
    """
    words = _without_names(text, t).replace(",", " ").split()
    suits = LANGUAGES[t.code].suits
    letters = {found[2].upper() for word in words if (found := _SHORT.fullmatch(word))}
    # A letter that only one of the languages has says which of them is meant.
    is_own = bool(letters & (set(suits) - set(SUIT_LETTERS)))
    if is_own and letters & (set(SUIT_LETTERS) - set(suits)) and letters & _doubtful(suits):
        problem = t("The suits of “{cards}” are letters of two languages.", cards=text[:40])
        raise TypedCardError("bad_card", problem)
    cards = _read([_in_english(word, suits) if is_own else word for word in words], t)
    if is_own:
        return TypedCards(cards)
    doubts = [word for word in words if _is_doubtful(word, suits)]
    return TypedCards(cards, " ".join([_warning(word, suits, t) for word in doubts]))


def _read(words: Sequence[str], t: Translator) -> tuple[Card, ...]:
    cards: list[Card] = []
    for word in words:
        try:
            cards += parse_cards(word, distinct=False)
        except CardError as error:
            problem = t(
                "“{word}” is no card: write its rank and its suit, such as 5H, TD or KS, or its "
                "name.",
                word=word[:20],
            )
            raise TypedCardError(error.code, problem) from error
    for at, card in enumerate(cards):
        if card.known and card in cards[:at]:
            twice = t("{card} is there twice; every card is in the pack once.", card=short(card))
            raise TypedCardError("duplicate_card", twice)
    return tuple(cards)


def _doubtful(suits: str) -> set[str]:
    """Return the letters that are a suit in both languages, and not the same."""
    both = zip(suits, SUIT_LETTERS, strict=False)
    different = {letter for own, english in both if own != english for letter in (own, english)}
    return different & set(suits) & set(SUIT_LETTERS)


def _is_doubtful(word: str, suits: str) -> bool:
    found = _SHORT.fullmatch(word)
    return found is not None and found[2].upper() in _doubtful(suits)


def _in_english(word: str, suits: str) -> str:
    """Return a card with the English letter of its suit."""
    found = _SHORT.fullmatch(word)
    if found is None or found[2].upper() not in suits:
        return word
    return found[1] + SUIT_LETTERS[suits.index(found[2].upper())]


def _warning(word: str, suits: str, t: Translator) -> str:
    read, other = Card.parse(word), Card.parse(_in_english(word, suits))
    return t(
        "{word} is read as {card}; write {short} or {code} for {other}.",
        word=word,
        card=card_name(read, t),
        short=short(other),
        code=other,
        other=card_name(other, t),
    )


def _without_names(text: str, t: Translator) -> str:
    """Replace cards by their names with their symbols, which no language reads otherwise."""
    pattern, cards = _names(t)
    return pattern.sub(lambda found: short(cards[_folded(found[0])]), normalize("NFC", text))


def _folded(name: str) -> str:
    """Return a name in small letters, with single spaces."""
    return " ".join(name.casefold().split())


def _without_accents(name: str) -> str:
    return "".join([letter for letter in normalize("NFD", name) if not combining(letter)])


@cache
def _names(t: Translator) -> tuple[re.Pattern[str], dict[str, Card]]:
    """Return a pattern of all names of cards in a language, and the cards by their names.

    The rank may be a word or as on the card, and accents may be left out.
    """
    cards = {}
    for card in CARDS:
        name = _folded(card_name(card, t))
        rank, _, suit = name.partition(" ")
        for index in (rank, _folded(short(card)[:-1]), card.rank.letter.casefold()):
            cards[f"{index} {suit}"] = cards[_without_accents(f"{index} {suit}")] = card
    longest_first = sorted(cards, key=len, reverse=True)
    names = "|".join([r"\s+".join(map(re.escape, name.split())) for name in longest_first])
    return re.compile(rf"\b(?:{names})\b", re.IGNORECASE), cards
