"""Verify that the deals of a record were fair, as far as the record can prove it.

A record gives the commitment to each pack before its cards, and the secret after them. The pack
follows from the secret, the label of the deal and the words of the seats. Every card that was cut
must be at its place in that pack. Every hand must be the one that the pack deals, in any order of
its cards. ``docs/fair-deals.md`` says what this proves, and what it does not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pegout import fairness
from pegout.cards import UNKNOWN, Card
from pegout.notation.record import GameRecord, Record, RecordLike, as_record
from pegout.notation.replay import replay
from pegout.rules import Committed, DealerCut, Dealt, Revealed, Rules

#: The result of a verification: proved, not provable, or disproved.
Proof = Literal[
    "proved", "practice", "lesson", "no_commitment", "no_secret", "wrong_secret", "wrong_cards"
]

#: What stands before the name of a lesson in the tag ``Practice``.
LESSON: Final = "lesson:"
#: The last deal before practice began, in the tag ``Practice``; the last one that a lesson chose.
_DEAL: Final = re.compile(r" deal=(\d{1,4}) ")


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """What a record proves about one pack.

    Attributes:
        game: the number of the game.
        deal: the number of the deal; 0 for the pack that was cut for the first deal.
        code: ``proved``; ``practice`` where the cards were known before practice began, so that
            the record has no commitment to them, and ``lesson`` where a lesson chose them;
            ``no_commitment`` or ``no_secret`` where the record has none otherwise;
            ``wrong_secret`` if the secret does not match the commitment; ``wrong_cards`` if the
            pack that follows from the secret has other cards.
        compared: the number of cards of the pack that were compared.
        message: the result in a few words.
        card: the first card that is at another place, for ``wrong_cards``.
    """

    game: int
    deal: int
    code: Proof
    compared: int
    message: str
    card: Card | None = None

    @property
    def ok(self) -> bool:
        """Whether the pack is proved to match its commitment.

        >>> DealVerdict(1, 1, "no_secret", 0, "").ok
        False
        """
        return self.code == "proved"


def verify_deals(record: RecordLike) -> tuple[DealVerdict, ...]:
    """Verify every pack of a record.

    >>> from pegout.notation import Record
    >>> from pegout.rules import Rules
    >>> game = GameRecord(dealer=0, entries=(Committed(1, "00" * 32),))
    >>> [verdict.code for verdict in verify_deals(Record(Rules(), match="K7QX", games=(game,)))]
    ['no_secret']

    Raises:
        RecordError: for events that do not follow from one another; a record that was read has
            none.
    """
    record = as_record(record)
    known, origin = _known_deals(record)
    return tuple(
        [
            _verdict(
                record.packs, game.number, deal, pack, origin=origin if deal <= known else None
            )
            for game in record.games
            for deal, pack in _packs(record.rules, game)
        ]
    )


def _known_deals(record: Record) -> tuple[int, Literal["practice", "lesson"]]:
    """Return the last deal whose cards were known or chosen, and how; -1 if there is none."""
    tag = record.tag("Practice") or ""
    found = _DEAL.search(f"{tag} ")
    return int(found[1]) if found else -1, "lesson" if tag.startswith(LESSON) else "practice"


@dataclass(slots=True)
class _Pack:
    """The facts that a record gives of one pack."""

    commitment: str | None = None
    secret: str | None = None
    words: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    # For each hand, its places in the pack.
    hands: tuple[range, ...] = ()


def _packs(rules: Rules, game: GameRecord) -> Iterator[tuple[int, _Pack]]:
    packs: dict[int, _Pack] = {}
    for entry, state in replay(rules, game):
        match entry:
            case Committed(deal=deal, commitment=text):
                packs.setdefault(deal, _Pack()).commitment = text
            case Revealed(deal=deal, secret=text):
                packs.setdefault(deal, _Pack()).secret = text
            case DealerCut():
                pack = packs.setdefault(0, _Pack())
                pack.cards, pack.words = state.pack, state.contributions
            case Dealt(deal=deal, dealer=dealer, hands=hands, crib=crib):
                pack = packs.setdefault(deal, _Pack())
                players, dealt = len(hands), len(hands) * len(hands[0])
                indices = [
                    range((seat - dealer - 1) % players, dealt, players) for seat in range(players)
                ]
                top = [UNKNOWN] * dealt
                for hand, where in zip(hands, indices, strict=True):
                    top[where.start : dealt : players] = hand
                pack.words, pack.hands = state.contributions, tuple(indices)
                pack.cards = (*top, *crib, *state.pack)
    yield from sorted(packs.items())


def _verdict(
    packs: str,
    game: int,
    deal: int,
    pack: _Pack,
    *,
    origin: Literal["practice", "lesson"] | None,
) -> DealVerdict:
    def verdict(code: Proof, message: str, compared: int = 0) -> DealVerdict:
        return DealVerdict(game, deal, code, compared, message)

    if pack.commitment is None and origin == "lesson":
        return verdict("lesson", "a lesson chose the cards of this deal, which no secret decides")
    if pack.commitment is None and origin == "practice":
        return verdict("practice", "the cards of this pack were known before practice began")
    if pack.commitment is None:
        return verdict("no_commitment", "the record has no commitment to this pack")
    if pack.secret is None:
        return verdict("no_secret", "the record does not reveal the secret of this pack")
    cards = pack.cards or (UNKNOWN,) * 52
    try:
        label = fairness.deal_label(packs, game, deal)
        if fairness.commit(pack.secret, label) != pack.commitment:
            return verdict("wrong_secret", "the secret is not the one that was committed to")
        true = fairness.derive(pack.secret, label, pack.words)
    except fairness.FairnessError as error:
        return verdict("wrong_secret", str(error))
    compared = [index for index, card in enumerate(cards) if card.known]
    for index in compared:
        hand = next((hand for hand in pack.hands if index in hand), (index,))
        if cards[index] not in [true[at] for at in hand]:
            return DealVerdict(
                game,
                deal,
                "wrong_cards",
                len(compared),
                f"the {cards[index]} is not where the secret puts it; the {true[index]} is at "
                f"place {index}",
                cards[index],
            )
    message = f"{len(compared)} cards are where the secret puts them"
    return verdict("proved", message, len(compared))
