"""What a seat sees, as one row of numbers from 0 to 1 whose parts have names.

Everything is told from the seat itself: place 0 is the seat, place 1 its left neighbour, and so on
clockwise; of the scores the own side's comes first. So a game looks the same from every seat, and
one network can play them all.

>>> from pegout.rules import Rules
>>> layout(Rules())["scores"], size(Rules()), size(Rules(players=4))
(slice(7, 9, None), 689, 1165)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from math import prod
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pegout.env.errors import EnvError
from pegout.rules import Phase, Rules, View

__all__ = [
    "DISCARD",
    "LAYOUT",
    "NOBODY",
    "NO_CARD",
    "OVER",
    "PLAY",
    "Part",
    "Seen",
    "decode",
    "encode",
    "layout",
    "part",
    "seen_of_view",
    "size",
]

Whole: TypeAlias = NDArray[Any]

#: Stands where there is no card.
NO_CARD: Final = 52
#: Stands where there is no seat.
NOBODY: Final = -1
#: The phases, as the kernel numbers them.
DISCARD, PLAY, OVER = 0, 1, 2

_CARDS: Final = 52


class Part(NamedTuple):
    """A part of the observation.

    Attributes:
        name: what it is called in :func:`layout`.
        shape: its dimensions, where ``players``, ``sides`` and ``steps`` (the cards that can be
            laid in a deal, four for each player) stand for their numbers under the rules.
        about: what its numbers say.
    """

    name: str
    shape: tuple[int | str, ...]
    about: str


#: The parts in their order. Where nothing else is said a number is 1 for yes and 0 for no.
LAYOUT: Final = (
    Part("phase", (3,), "whether this is the discard, the play, or the end of the game"),
    Part("dealer", ("players",), "the place of the dealer; at place 0 the seat itself deals"),
    Part("turn", ("players",), "the place of who is to act; empty when the game is over"),
    Part("scores", ("sides",), "each side's score divided by the target, the own first"),
    Part("dealt", (_CARDS,), "the cards that the seat was dealt"),
    Part("thrown", (_CARDS,), "the cards that the seat discarded to the crib"),
    Part("hand", (_CARDS,), "the cards that the seat holds now"),
    Part("starter", (_CARDS,), "the starter; empty before the cut"),
    Part("count", (32,), "the count of the play, 0 to 31"),
    Part("laid", ("steps", _CARDS), "every card played in this deal, in order, one row for each"),
    Part("by", ("steps", "players"), "the place of who played each of them"),
    Part("pile", ("steps",), "which of them lie in the current count"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What seats see of their deals, one row for each, in whole numbers.

    Places are counted clockwise from the seat of the row, which is place 0.

    Attributes:
        phase: [n], :data:`DISCARD`, :data:`PLAY` or :data:`OVER`.
        dealer: [n], the place of the dealer.
        turn: [n], the place of who is to act; :data:`NOBODY` when the game is over.
        scores: [n, sides], the own side's first.
        dealt: [n, cards], what the seat was dealt, from low to high.
        thrown: [n, throws], what it laid away, from low to high; :data:`NO_CARD` if not yet.
        starter: [n], or :data:`NO_CARD`.
        laid: [n, steps], the cards of the play in order, then :data:`NO_CARD`.
        by: [n, steps], the place of who played each of them, then :data:`NOBODY`.
        pile: [n], the place in ``laid`` where the current count begins.
        count: [n], the count of the play.
    """

    phase: Whole
    dealer: Whole
    turn: Whole
    scores: Whole
    dealt: Whole
    thrown: Whole
    starter: Whole
    laid: Whole
    by: Whole
    pile: Whole
    count: Whole

    def __len__(self) -> int:
        return len(self.phase)

    def rows(self, which: Whole) -> Seen:
        """Give some of the rows.

        Args:
            which: their numbers, or for each row whether it is wanted.
        """
        return Seen(*[getattr(self, field.name)[which] for field in fields(self)])


def part(name: str, rules: Rules) -> tuple[int, ...]:
    """Give the dimensions of a part under these rules.

    >>> part("laid", Rules(players=3))
    (12, 52)

    Raises:
        EnvError: ``bad_option`` for a name that is not in :data:`LAYOUT`.
    """
    sizes = {"players": rules.players, "sides": rules.sides, "steps": 4 * rules.players}
    for one in LAYOUT:
        if one.name == name:
            return tuple([sizes[n] if isinstance(n, str) else n for n in one.shape])
    names = ", ".join([one.name for one in LAYOUT])
    raise EnvError("bad_option", f"a part of the observation is one of {names}; not {name!r:.40}")


def layout(rules: Rules) -> Mapping[str, slice]:
    """Give where each part of the observation lies, by name, in the order of :data:`LAYOUT`."""
    return _layout(rules.players)


@cache
def _layout(players: int) -> Mapping[str, slice]:
    found: dict[str, slice] = {}
    start = 0
    for one in LAYOUT:
        end = start + prod(part(one.name, Rules(players=players)))
        found[one.name] = slice(start, end)
        start = end
    return MappingProxyType(found)


def size(rules: Rules) -> int:
    """Give how many numbers an observation has."""
    return int(_layout(rules.players)[LAYOUT[-1].name].stop)


def encode(seen: Seen, rules: Rules) -> NDArray[np.float32]:
    """Write down what seats see.

    Args:
        seen: one row for each seat.
        rules: the rules they play by.

    Returns:
        float32[n, size], see :data:`LAYOUT`; :func:`decode` gives the same rows back.
    """
    number, at = len(seen), _layout(rules.players)
    steps = np.arange(4 * rules.players)
    lies = seen.laid < NO_CARD
    # The columns that hold a one; -1 where there is nothing to be told.
    columns = np.concatenate(
        (
            at["phase"].start + seen.phase[:, None],
            at["dealer"].start + seen.dealer[:, None],
            _where(seen.turn >= 0, at["turn"].start + seen.turn)[:, None],
            _where(seen.dealt < NO_CARD, at["dealt"].start + seen.dealt),
            _where(seen.thrown < NO_CARD, at["thrown"].start + seen.thrown),
            _where(seen.dealt < NO_CARD, at["hand"].start + seen.dealt),
            _where(seen.starter < NO_CARD, at["starter"].start + seen.starter)[:, None],
            at["count"].start + seen.count[:, None],
            _where(lies, at["laid"].start + steps * _CARDS + seen.laid),
            _where(lies, at["by"].start + steps * rules.players + seen.by),
            _where(lies & (steps >= seen.pile[:, None]), at["pile"].start + steps),
        ),
        axis=1,
        dtype=np.int64,
    )
    rows = np.arange(number)[:, None] * size(rules)
    out = np.zeros((number, size(rules)), np.float32)
    flat = out.reshape(-1)
    flat[(columns + rows)[columns >= 0]] = 1
    own = np.where(seen.by == 0, seen.laid, NO_CARD)
    gone = np.concatenate((seen.thrown, own), axis=1, dtype=np.int64)
    flat[(at["hand"].start + gone + rows)[gone < NO_CARD]] = 0
    out[:, at["scores"]] = seen.scores / np.float32(rules.target)
    return out


def _where(told: Whole, columns: Whole) -> Whole:
    return np.where(told, columns, -1)


def decode(observations: NDArray[np.floating[Any]], rules: Rules) -> Seen:
    """Read what seats saw from their observations alone.

    Args:
        observations: float[n, size], made by :func:`encode`.
        rules: the rules they were made with.

    Raises:
        EnvError: ``bad_shape`` for rows of another length.
    """
    rows = np.asarray(observations)
    if rows.ndim != 2 or rows.shape[1] != size(rules):
        raise EnvError(
            "bad_shape",
            f"expected observations of shape (n, {size(rules)}), not {rows.shape}; "
            "give a single one as observation[None]",
        )
    at, steps = _layout(rules.players), 4 * rules.players
    turn = rows[:, at["turn"]]
    laid = rows[:, at["laid"]].reshape(-1, steps, _CARDS)
    by = rows[:, at["by"]].reshape(-1, steps, rules.players)
    lies = by.any(axis=2)
    pile = rows[:, at["pile"]] > 0
    return Seen(
        phase=_number(rows[:, at["phase"]]),
        dealer=_number(rows[:, at["dealer"]]),
        turn=np.where(turn.any(axis=1), _number(turn), NOBODY),
        scores=np.rint(rows[:, at["scores"]] * np.float32(rules.target)).astype(np.int64),
        dealt=_cards(rows[:, at["dealt"]], rules.hand_size),
        thrown=_cards(rows[:, at["thrown"]], rules.throws),
        starter=_cards(rows[:, at["starter"]], 1)[:, 0],
        laid=np.where(lies, _number(laid), NO_CARD),
        by=np.where(lies, _number(by), NOBODY),
        pile=np.where(pile.any(axis=1), pile.argmax(axis=1), lies.sum(axis=1)),
        count=_number(rows[:, at["count"]]),
    )


def _number(ones: Whole) -> Whole:
    """Give the place of the one in each row; a product is several times as fast as a search."""
    found: Whole = ones @ np.arange(ones.shape[-1], dtype=ones.dtype)
    return found.astype(np.int64)


def _cards(rows: Whole, most: int) -> Whole:
    """Give the cards of each row from low to high, filled up with no card."""
    found = np.full((len(rows), most), NO_CARD, np.int64)
    row, card = np.nonzero(rows)
    first = np.searchsorted(row, np.arange(len(rows)))
    found[row, np.arange(len(row)) - first[row]] = card
    return found


_PHASES: Final = {Phase.DISCARD: DISCARD, Phase.PLAY: PLAY, Phase.OVER: OVER}


def seen_of_view(view: View, turn: int | None) -> Seen:
    """Give what a seat sees, as one row, from its view.

    Args:
        view: the view of a seat that was dealt cards: in the discard, the play, or at the end.
        turn: the seat that is to act, ``None`` when the game is over. In the discard several are,
            and it is the environment that asks them one after the other.

    Raises:
        EnvError: ``bad_option`` for the view of a spectator, or in another phase.
    """
    rules, seat, dealer = view.rules, view.seat, view.dealer
    if seat is None or dealer is None or view.phase not in _PHASES:
        raise EnvError(
            "bad_option",
            "expected the view of a seat in the discard, the play or at the end of the game, not "
            f"that of {'a spectator' if seat is None else f'seat {seat}'} in phase {view.phase}",
        )
    laid = view.laid
    none = 4 * rules.players - len(laid)
    own = rules.side(seat)
    scores = [view.scores[(own + step) % rules.sides] for step in range(rules.sides)]
    thrown = [int(card) for card in sorted(view.discards)] or [NO_CARD] * rules.throws
    return Seen(
        phase=np.array([_PHASES[view.phase]]),
        dealer=np.array([(dealer - seat) % rules.players]),
        turn=np.array([NOBODY if turn is None else (turn - seat) % rules.players]),
        scores=np.array([scores]),
        dealt=np.array([sorted(view.dealt)]),
        thrown=np.array([thrown]),
        starter=np.array([NO_CARD if view.starter is None else view.starter]),
        laid=np.array([[int(one.card) for one in laid] + [NO_CARD] * none]),
        by=np.array([[(one.seat - seat) % rules.players for one in laid] + [NOBODY] * none]),
        pile=np.array([len(laid) - len(view.pile)]),
        count=np.array([view.count]),
    )
