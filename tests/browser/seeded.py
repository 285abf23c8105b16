"""``pegout serve`` with the same cards and the same computer players in every run."""

import hashlib
import random
from typing import Any

from pegout import fairness
from pegout.cards import CARDS, Card
from pegout.cli import main
from pegout.table.opponents import Opponents


def _place(label: str) -> str:
    """Return the number of the game and of the deal, without the match that they belong to."""
    return label.partition("/")[2]


def _derive(_secret: Any, label: str, _contributions: Any) -> tuple[Card, ...]:
    pack = list(CARDS)
    random.Random(_place(label)).shuffle(pack)
    return tuple(pack)


def _commit(_secret: Any, label: str) -> str:
    return hashlib.sha256(_place(label).encode()).hexdigest()


if __name__ == "__main__":
    player = Opponents.player
    vars(fairness).update(derive=_derive, commit=_commit)
    alike = lambda self, kind, *_: player(self, kind, "code", "match", 1)  # noqa: E731
    setattr(Opponents, "player", alike)  # noqa: B010
    main()
