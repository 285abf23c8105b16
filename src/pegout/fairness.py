"""Seed to deck: a pack that is fixed before the deal and that anyone can verify after it.

For each deal a secret is drawn and a commitment to it is published. Then each seat may add a text.
The secret, the label and the texts determine the pack; nothing else does. After the deal the secret
is revealed, and anyone who stored the commitment can repeat the derivation. The steps are specified
byte by byte, with test vectors, in ``docs/fair-deals.md``, which also says what a verification
proves and what it does not.

>>> label = deal_label("K7QX", game=1, deal=1)
>>> secret = seeded_secrets("an example")(label)
>>> promise = commit(secret, label)  # published before anybody adds anything
>>> pack = derive(secret, label, ["lucky jack", ""])
>>> verify(promise, secret.hex(), label, ["lucky jack", ""], pack).ok
True
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from pegout.cards import CARDS, UNKNOWN, Card
from pegout.errors import PegoutError
from pegout.numbers import whole_number

__all__ = [
    "CONTRIBUTION_LIMIT",
    "LABEL_LIMIT",
    "SEAT_LIMIT",
    "SECRET_BYTES",
    "FairnessError",
    "Fault",
    "Secrets",
    "Verification",
    "check_contribution",
    "commit",
    "deal_label",
    "derive",
    "fresh_secrets",
    "number_below",
    "seeded_secrets",
    "verify",
]

#: The length of a secret: as many bits as SHA-256 gives, and more than the 226 of 52!.
SECRET_BYTES: Final = 32
#: The longest text that a seat may add, in Unicode code points: room for 256 bits in hex.
CONTRIBUTION_LIMIT: Final = 64
#: The most texts that one deal may have, one for each seat.
SEAT_LIMIT: Final = 8
#: The longest label, and the longest seed, in Unicode code points.
LABEL_LIMIT: Final = 200

#: A function from the label of a deal to its 32-byte secret.
Secrets: TypeAlias = Callable[[str], bytes]

# Each use of a key has its own tag, so that the output of one step can never pass for another's.
# The number at the end is raised when the step changes; old deals are verified by the old step.
_COMMIT_TAG: Final = b"pegout/commit/1"
_PACK_TAG: Final = b"pegout/pack/1"
_SEED_TAG: Final = b"pegout/seed/1"

_HEX: Final = re.compile("[0-9a-fA-F]{64}")
# Controls and line separators do not survive every record, database and clipboard, and a text
# that changes by one byte gives another pack.
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LARGEST_NUMBER: Final = 999_999_999


class FairnessError(PegoutError):
    """An argument that cannot be part of a fair deal.

    No message repeats a secret or a seed, because messages end up in logs.

    Attributes:
        code: ``bad_secret``, ``bad_label``, ``bad_contribution``, ``bad_commitment``,
            ``bad_pack`` or ``bad_seed``.

    >>> try:
    ...     commit(b"too short", "K7QX/1/1")
    ... except FairnessError as error:
    ...     print(error.code)
    bad_secret
    """


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a verification.

    Attributes:
        code: ``commitment_mismatch`` or ``pack_mismatch``.
        message: a sentence with what was expected and what was given.

    >>> Fault("pack_mismatch", "1 of 52 cards differs").code
    'pack_mismatch'
    """

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of :func:`verify`; true only if there is no fault.

    Attributes:
        faults: the faults, the commitment before the pack; empty if there are none.
        commitment: the commitment that follows from the secret and the label, 64 hex digits.
        pack: the 52 cards that follow from secret, label and contributions, top card first.
        compared: the number of cards that were known, and so compared: 1 to 52.

    >>> Verification((), "00" * 32, CARDS, 52).ok
    True
    """

    faults: tuple[Fault, ...]
    commitment: str
    pack: tuple[Card, ...]
    compared: int

    @property
    def ok(self) -> bool:
        """Whether there is no fault.

        >>> Verification((Fault("pack_mismatch", "…"),), "00" * 32, CARDS, 52).ok
        False
        """
        return not self.faults

    def __bool__(self) -> bool:
        # Without this every result is true, and `if verify(...)` would accept every deal.
        return self.ok


def deal_label(game_id: str, game: int, deal: int) -> str:
    """Return the label that ties a secret to one deal of one game.

    The two numbers contain no slash, so labels are unique even if the id contains one.

    Args:
        game_id: the id of the match, 1 to 128 characters.
        game: the number of the game in the match, from 1.
        deal: the number of the deal in the game, from 1; 0 is the pack cut for the first deal.

    >>> deal_label("K7QX", game=1, deal=0)
    'K7QX/1/0'

    Raises:
        FairnessError: with the code ``bad_label``.
    """
    _utf8("bad_label", "a game id", game_id, minimum=1, maximum=128)
    for what, number, minimum in (("game", game, 1), ("deal", deal, 0)):
        if not _is_int(number) or not minimum <= number <= _LARGEST_NUMBER:
            raise FairnessError(
                "bad_label",
                f"expected the number of a {what}, from {minimum} to {_LARGEST_NUMBER}; "
                f"got {_shown(number)}; count {what}s from {minimum}",
            )
    # int(), because a member of an enumeration may format as its name.
    return f"{game_id}/{int(game)}/{int(deal)}"


def check_contribution(text: str) -> str:
    """Check a text that a seat adds to a deal, and return it.

    It may be empty. It is used unchanged: neither trimmed nor normalised.

    >>> check_contribution("lucky jack")
    'lucky jack'
    >>> check_contribution("ha" * 40)
    Traceback (most recent call last):
    ...
    pegout.fairness.FairnessError: expected a contribution of 0 to 64 characters; got 80; shorten it

    Raises:
        FairnessError: with the code ``bad_contribution``.
    """
    _utf8("bad_contribution", "a contribution", text, minimum=0, maximum=CONTRIBUTION_LIMIT)
    return text


def commit(secret: bytes | str, label: str) -> str:
    """Return the commitment to a secret: 64 hex digits, to be published before the deal.

    It gives nothing away, because the secret cannot be guessed. No other secret with the same
    commitment can be found, because that would be a collision of SHA-256.

    Args:
        secret: 32 bytes, or their 64 hex digits.
        label: the label of the deal; see :func:`deal_label`.

    >>> commit(bytes(32), "K7QX/1/1")
    '8c3166fcf63f0a345bf24fba0370904ebdd337c82fe1e9cd71fdcb0d624c82e4'

    Raises:
        FairnessError: with the code ``bad_secret`` or ``bad_label``.
    """
    return _mac(_secret(secret), _field(_COMMIT_TAG) + _field(_label(label))).hex()


def derive(secret: bytes | str, label: str, contributions: Sequence[str]) -> tuple[Card, ...]:
    """Return the pack: all 52 cards, the top card first.

    Args:
        secret: 32 bytes, or their 64 hex digits.
        label: the label of the deal; see :func:`deal_label`.
        contributions: a text for each seat, in the order of the seats, ``""`` for a seat that
            adds nothing; at most 8, of at most 64 characters each.

    >>> [str(card) for card in derive(bytes(32), "K7QX/1/1", ["", "lucky jack"])[:6]]
    ['8S', 'AH', 'QH', '2H', '8H', '9D']

    Raises:
        FairnessError: with the code ``bad_secret``, ``bad_label`` or ``bad_contribution``.
    """
    key = _mac(
        _secret(secret),
        _field(_PACK_TAG) + _field(_label(label)) + _contributions(contributions),
    )
    stream = _stream(key)
    pack = list(CARDS)
    for last in range(len(pack) - 1, 0, -1):
        chosen = number_below(last + 1, stream)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return tuple(pack)


def verify(
    commitment: str,
    secret: bytes | str,
    label: str,
    contributions: Sequence[str],
    pack: Sequence[int],
) -> Verification:
    """Repeat the derivation after a deal, and list what differs.

    Both checks are always made, so one fault does not hide another. A verification proves something
    only if the commitment was stored before any seat added a text, and the contributions were shown
    before a card was dealt.

    Args:
        commitment: the 64 hex digits that were published before the deal.
        secret: the secret that was revealed after it, 32 bytes or their 64 hex digits.
        label: the label of the deal; see :func:`deal_label`.
        contributions: a text for each seat, in the order of the seats, empty ones too.
        pack: the 52 cards of the pack, the top card first. ``UNKNOWN`` cards are not compared.
            At least one card must be known.

    >>> secret, label = bytes(32), "K7QX/1/1"
    >>> pack = derive(secret, label, ["", ""])
    >>> verify(commit(secret, label), secret, label, ["", ""], pack).faults
    ()
    >>> swapped = (pack[1], pack[0], *pack[2:])
    >>> result = verify(commit(secret, label), secret, label, ["", ""], swapped)
    >>> result.ok, [fault.code for fault in result.faults]
    (False, ['pack_mismatch'])
    >>> result.faults[0].message.partition("; ")[2]
    'the first is card 1 from the top, which was 3D and should be JS'

    Raises:
        FairnessError: if an argument is malformed, so that there is nothing to compare; with
            the code ``bad_commitment``, ``bad_secret``, ``bad_label``, ``bad_contribution`` or
            ``bad_pack``.
    """
    published = _hex("bad_commitment", "a commitment", commitment).lower()
    dealt = _pack(pack)
    true_commitment = commit(secret, label)
    true_pack = derive(secret, label, contributions)

    faults: list[Fault] = []
    if published != true_commitment:
        faults.append(
            Fault(
                "commitment_mismatch",
                f"the commitment published was {published[:16]}…, but the secret gives "
                f"{true_commitment[:16]}… for the deal {label}: this is not the secret that was "
                "committed to, or not the deal",
            )
        )
    known = [index for index, card in enumerate(dealt) if card.known]
    wrong = [index for index in known if dealt[index] != true_pack[index]]
    if wrong:
        first = wrong[0]
        faults.append(
            Fault(
                "pack_mismatch",
                f"cards that are not where the secret and the contributions put them: "
                f"{len(wrong)} of the {len(known)} compared; the first is card {first + 1} from "
                f"the top, which was {dealt[first]} and should be {true_pack[first]}",
            )
        )
    return Verification(tuple(faults), true_commitment, true_pack, len(known))


def fresh_secrets() -> Secrets:
    """Return a source of unpredictable secrets, from the operating system.

    Every call of the source draws a new secret, even for the same label. Store a secret before its
    commitment is published, because it cannot be drawn a second time.

    >>> source = fresh_secrets()
    >>> len(source("K7QX/1/1")), source("K7QX/1/1") == source("K7QX/1/1")
    (32, False)

    The source raises :class:`FairnessError` with the code ``bad_label``.
    """
    return _fresh


def _fresh(label: str) -> bytes:
    _label(label)
    return secrets.token_bytes(SECRET_BYTES)


def seeded_secrets(seed: str | int) -> Secrets:
    """Return a source of secrets derived from a seed: for tests and research, not for games.

    The seed determines every card of every deal. A secret depends on the seed and the label only,
    so a game that is resumed draws the same secrets in any order.

    Args:
        seed: 1 to 200 characters. An integer means its decimal digits: ``7`` and
            ``"7"`` are one seed.

    >>> seeded_secrets(7)("K7QX/1/1") == seeded_secrets("7")("K7QX/1/1")
    True
    >>> seeded_secrets(7)("K7QX/1/1") == seeded_secrets(7)("K7QX/1/2")
    False

    Raises:
        FairnessError: with the code ``bad_seed``; the source, with the code ``bad_label``.
    """
    # Hashed first: HMAC pads short keys with zeros, so two seeds could give one key.
    return partial(_seeded, hashlib.sha256(_seed(seed)).digest())


def _seeded(key: bytes, label: str) -> bytes:
    return _mac(key, _field(_SEED_TAG) + _field(_label(label)))


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _field(content: bytes) -> bytes:
    """Put the length before the content, so that ("ab", "c") is not ("a", "bc")."""
    return len(content).to_bytes(4, "big") + content


def _stream(key: bytes) -> Iterator[int]:
    """Yield bytes without end: the HMACs of 0, 1, 2, … as four bytes each."""
    counter = 0
    while True:
        yield from _mac(key, counter.to_bytes(4, "big"))
        counter += 1


def number_below(size: int, stream: Iterator[int]) -> int:
    """Return a uniform number from 0 to size - 1; size is 2 to 256.

    It uses single bytes, not wider words. With bytes nearly every pack rejects some, so a second
    verifier that gets this branch wrong fails at once. With words of 32 bits, hardly one pack in a
    million would show it.
    """
    limit = 256 - 256 % size
    byte = next(stream)
    while byte >= limit:
        byte = next(stream)
    return byte % size


def _secret(secret: object) -> bytes:
    if isinstance(secret, str):
        return bytes.fromhex(_hex("bad_secret", "a secret", secret))
    if not isinstance(secret, bytes):
        raise FairnessError(
            "bad_secret",
            f"expected a secret of {SECRET_BYTES} bytes or 64 hex digits; "
            f"got {type(secret).__name__}; give bytes or text",
        )
    if len(secret) != SECRET_BYTES:
        raise FairnessError(
            "bad_secret",
            f"expected a secret of {SECRET_BYTES} bytes; got {len(secret)}; "
            "take it from fresh_secrets() or as it was revealed",
        )
    return secret


def _hex(code: str, what: str, text: object) -> str:
    if not isinstance(text, str):
        raise FairnessError(
            code, f"expected {what} of 64 hex digits; got {type(text).__name__}; give text"
        )
    if not _HEX.fullmatch(text):
        kind = "characters, not all of them hex digits" if len(text) == 64 else "characters"
        raise FairnessError(
            code,
            f"expected {what} of 64 hex digits; got {len(text)} {kind}; "
            "copy it whole and without spaces",
        )
    return text


def _label(label: object) -> bytes:
    return _utf8("bad_label", "a label", label, minimum=1, maximum=LABEL_LIMIT)


def _contributions(contributions: object) -> bytes:
    # A str is a sequence of texts too, and would pass as one contribution per letter.
    if isinstance(contributions, str) or not isinstance(contributions, Sequence):
        raise FairnessError(
            "bad_contribution",
            f"expected a list of contributions, one for each seat; "
            f'got {type(contributions).__name__}; use "" for a seat that adds nothing',
        )
    if len(contributions) > SEAT_LIMIT:
        raise FairnessError(
            "bad_contribution",
            f"expected at most {SEAT_LIMIT} contributions; got {len(contributions)}; "
            "give one for each seat",
        )
    fields = [
        _field(
            _utf8(
                "bad_contribution",
                f"a contribution from seat {seat}",
                text,
                minimum=0,
                maximum=CONTRIBUTION_LIMIT,
            )
        )
        for seat, text in enumerate(contributions)
    ]
    return len(fields).to_bytes(4, "big") + b"".join(fields)


def _pack(pack: object) -> tuple[Card, ...]:
    if not isinstance(pack, Sequence) or isinstance(pack, (str, bytes)):
        raise FairnessError(
            "bad_pack",
            f"expected a list of 52 cards; got {type(pack).__name__}; "
            "read a text with pegout.cards.parse_cards",
        )
    if len(pack) != len(CARDS):
        raise FairnessError(
            "bad_pack",
            f"expected 52 cards; got {len(pack)}; put ?? where a card was not seen",
        )
    for card in pack:
        if not _is_int(card) or not 0 <= card <= UNKNOWN:
            raise FairnessError(
                "bad_pack",
                f"expected cards as numbers from 0 to 51, or 52 for ??; got {_shown(card)}; "
                "read a text with pegout.cards.parse_cards",
            )
    cards = tuple(Card(card) for card in pack)
    if not any(card.known for card in cards):
        raise FairnessError(
            "bad_pack",
            "expected at least one card that was seen; got 52 unknown ones; "
            "with nothing to compare, nothing would be verified",
        )
    return cards


def _seed(seed: object) -> bytes:
    number = whole_number(seed)
    if number is not None:
        # Bounded here, because Python refuses to format numbers of thousands of digits.
        if number.bit_length() > 256:
            raise FairnessError(
                "bad_seed",
                f"expected a seed of at most 256 bits; got {number.bit_length()}; "
                "use a smaller number or a text",
            )
        seed = str(number)
    return _utf8("bad_seed", "a seed", seed, minimum=1, maximum=LABEL_LIMIT)


def _utf8(code: str, what: str, text: object, *, minimum: int, maximum: int) -> bytes:
    """Return the UTF-8 bytes of a text that every language encodes the same way."""
    if not isinstance(text, str):
        raise FairnessError(
            code, f"expected {what} as text; got {type(text).__name__}; turn it into a str"
        )
    if not minimum <= len(text) <= maximum:
        advice = "shorten it" if len(text) > maximum else "it cannot be empty"
        raise FairnessError(
            code, f"expected {what} of {minimum} to {maximum} characters; got {len(text)}; {advice}"
        )
    control = _CONTROL.search(text)
    if control:
        raise FairnessError(
            code,
            f"expected {what} on one line and without control characters; "
            f"got U+{ord(control[0]):04X} at character {control.start() + 1}; leave it out",
        )
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        # Other languages silently replace half a surrogate pair, and would derive another pack.
        raise FairnessError(
            code,
            f"expected {what} that can be written in UTF-8; got half a surrogate pair at "
            f"character {error.start + 1}; leave it out",
        ) from None


def _is_int(number: object) -> bool:
    """Return whether this is an integer other than True and False."""
    return isinstance(number, int) and not isinstance(number, bool)


def _shown(thing: object) -> str:
    """Format an object that was refused, shortened."""
    if isinstance(thing, int) and thing.bit_length() > 64:
        return "a number of more than 64 bits"
    return repr(thing)[:40]
