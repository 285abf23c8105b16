"""What a table is given from outside: the date, and chance."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from pegout.fairness import Secrets

# Without letters and digits that are easily confused; ten of them have 49 bits.
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 10
#: The length of what ids and tokens are made of, in bytes.
_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Sources:
    """Where a table takes the date and chance from; the program that opens it gives them.

    >>> from pegout.fairness import seeded_secrets
    >>> sources = Sources(lambda: "2026-03-01", Random(1), seeded_secrets(1))
    >>> len(sources.new_id()), len(sources.new_token())
    (10, 43)

    Attributes:
        today: returns the date for the record of a match; ISO 8601.
        chance: the source of ids, of tokens, and of the cards that a practised record hides.
        secrets: the source of the secrets of packs.
    """

    today: Callable[[], str]
    chance: Random
    secrets: Secrets

    def new_id(self) -> str:
        """Return the id of a new match or table, which nobody can guess."""
        return make_id(self.chance.randbytes(_BYTES))

    def new_token(self) -> str:
        """Return a new token or key, which nobody can guess."""
        return urlsafe_b64encode(self.chance.randbytes(_BYTES)).decode().rstrip("=")


def make_id(secret: bytes) -> str:
    """Return the id of a match or table that is made from at least 16 unguessable bytes.

    The same bytes make the same id.

    >>> make_id(bytes(31) + b"!")
    '4322222222'
    """
    number = int.from_bytes(secret)
    return "".join(_LETTERS[number // len(_LETTERS) ** at % len(_LETTERS)] for at in range(_LENGTH))
