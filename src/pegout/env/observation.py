"""The observation of a seat: a row of numbers from 0 to 1 with named parts.

Every observation is relative to its seat: place 0 is the seat itself, place 1 its left neighbour,
and so on clockwise. The score of the own side comes first. So a game looks the same from every
seat, and one network can play all seats.

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
from pegout.rules import Phase, Rules, RulesLike, View, as_rules

Whole: TypeAlias = NDArray[Any]

#: The number that means no card.
NO_CARD: Final = 52
#: The number that means no seat.
NOBODY: Final = -1
#: The phases, as the kernel numbers them.
DISCARD, PLAY, OVER = 0, 1, 2

_CARDS: Final = 52


class Part(NamedTuple):
    """A part of the observation.

    Attributes:
        name: the name in :func:`layout`.
        shape: the dimensions, where ``players``, ``sides`` and ``steps`` (the cards that can be
            played in a deal, four for each player) stand for their numbers under the rules.
        about: the meaning of the numbers.
    """

    name: str
    shape: tuple[int | str, ...]
    about: str


#: The parts in their order. Unless stated otherwise, a number is 1 for yes and 0 for no.
LAYOUT: Final = (
    Part("phase", (3,), "whether this is the discard, the play, or the end of the game"),
    Part("dealer", ("players",), "the place of the dealer; at place 0 the seat itself deals"),
    Part("turn", ("players",), "the place of who is to act; empty when the game is over"),
    Part("scores", ("sides",), "each side's score divided by the target, the own first"),
    Part("dealt", (_CARDS,), "the cards that the seat was dealt"),
    Part("discarded", (_CARDS,), "the cards that the seat discarded to the crib"),
    Part("hand", (_CARDS,), "the cards that the seat holds now"),
    Part("starter", (_CARDS,), "the starter; empty before the cut"),
    Part("count", (32,), "the count of the play, 0 to 31"),
    Part("played", ("steps", _CARDS), "every card played in this deal, in order, one row for each"),
    Part("by", ("steps", "players"), "the place of who played each of them"),
    Part("pile", ("steps",), "which of them lie in the current count"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The information of seats in their deals, one row for each, in whole numbers.

    Places are counted clockwise from the seat of the row, which is place 0.

    Attributes:
        phase: [n], :data:`DISCARD`, :data:`PLAY` or :data:`OVER`.
        dealer: [n], the place of the dealer.
        turn: [n], the place of the seat to act; :data:`NOBODY` when the game is over.
        scores: [n, sides], the own side's first.
        dealt: [n, cards], the cards dealt to the seat, from low to high.
        discarded: [n, discards], its discards, from low to high; :data:`NO_CARD` before the
            discard.
        starter: [n], or :data:`NO_CARD`.
        played: [n, steps], the cards of the play in order, then :data:`NO_CARD`.
        by: [n, steps], the place of the seat that played each of them, then :data:`NOBODY`.
        pile: [n], the index in ``played`` at which the current count begins.
        count: [n], the count of the play.
    """

    phase: Whole
    dealer: Whole
    turn: Whole
    scores: Whole
    dealt: Whole
    discarded: Whole
    starter: Whole
    played: Whole
    by: Whole
    pile: Whole
    count: Whole

    def __len__(self) -> int:
        return len(self.phase)

    def rows(self, which: Whole) -> Seen:
        """Return some of the rows.

        Args:
            which: the numbers of the rows, or a boolean mask.
        """
        return Seen(*[getattr(self, field.name)[which] for field in fields(self)])


def part(name: str, rules: RulesLike) -> tuple[int, ...]:
    """Return the dimensions of a part under these rules.

    >>> part("played", Rules(players=3))
    (12, 52)

    Raises:
        EnvError: ``bad_option`` for a name that is not in :data:`LAYOUT`.
        UnknownRules: for anything but rules or the name of a preset.
    """
    rules = as_rules(rules)
    sizes = {"players": rules.players, "sides": rules.sides, "steps": 4 * rules.players}
    for field in LAYOUT:
        if field.name == name:
            return tuple([sizes[n] if isinstance(n, str) else n for n in field.shape])
    names = ", ".join([field.name for field in LAYOUT])
    raise EnvError("bad_option", f"a part of the observation is one of {names}; not {name!r:.40}")


def layout(rules: RulesLike) -> Mapping[str, slice]:
    """Return the slice of each part of the observation, by name, in the order of :data:`LAYOUT`."""
    rules = as_rules(rules)
    return _layout(rules.players, rules.teams)


@cache
def _layout(players: int, teams: bool) -> Mapping[str, slice]:
    slices: dict[str, slice] = {}
    start = 0
    for field in LAYOUT:
        end = start + prod(part(field.name, Rules(players=players, teams=teams)))
        slices[field.name] = slice(start, end)
        start = end
    return MappingProxyType(slices)


def size(rules: RulesLike) -> int:
    """Return the number of values in an observation."""
    rules = as_rules(rules)
    return int(_layout(rules.players, rules.teams)[LAYOUT[-1].name].stop)


def encode(seen: Seen, rules: RulesLike) -> NDArray[np.float32]:
    """Encode the information of seats as observations.

    Args:
        seen: one row for each seat.
        rules: the rules of their games.

    Returns:
        float32[n, size], see :data:`LAYOUT`; :func:`decode` gives the same rows back.
    """
    rules = as_rules(rules)
    number, at = len(seen), _layout(rules.players, rules.teams)
    steps = np.arange(4 * rules.players)
    lies = seen.played < NO_CARD
    # The columns with a one; -1 for no value.
    columns = np.concatenate(
        (
            at["phase"].start + seen.phase[:, None],
            at["dealer"].start + seen.dealer[:, None],
            _where(seen.turn >= 0, at["turn"].start + seen.turn)[:, None],
            _where(seen.dealt < NO_CARD, at["dealt"].start + seen.dealt),
            _where(seen.discarded < NO_CARD, at["discarded"].start + seen.discarded),
            _where(seen.dealt < NO_CARD, at["hand"].start + seen.dealt),
            _where(seen.starter < NO_CARD, at["starter"].start + seen.starter)[:, None],
            at["count"].start + seen.count[:, None],
            _where(lies, at["played"].start + steps * _CARDS + seen.played),
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
    own = np.where(seen.by == 0, seen.played, NO_CARD)
    gone = np.concatenate((seen.discarded, own), axis=1, dtype=np.int64)
    flat[(at["hand"].start + gone + rows)[gone < NO_CARD]] = 0
    out[:, at["scores"]] = seen.scores / np.float32(rules.target)
    return out


def _where(present: Whole, columns: Whole) -> Whole:
    return np.where(present, columns, -1)


def decode(observations: NDArray[np.floating[Any]], rules: RulesLike) -> Seen:
    """Decode the information of seats from their observations.

    Args:
        observations: float[n, size], from :func:`encode`.
        rules: the rules used to encode them.

    Raises:
        EnvError: ``bad_shape`` for rows of another length.
    """
    rules = as_rules(rules)
    rows = np.asarray(observations)
    if rows.ndim != 2 or rows.shape[1] != size(rules):
        raise EnvError(
            "bad_shape",
            f"expected observations of shape (n, {size(rules)}), not {rows.shape}; "
            "give a single one as observation[None]",
        )
    at, steps = _layout(rules.players, rules.teams), 4 * rules.players
    turn = rows[:, at["turn"]]
    played = rows[:, at["played"]].reshape(-1, steps, _CARDS)
    by = rows[:, at["by"]].reshape(-1, steps, rules.players)
    lies = by.any(axis=2)
    pile = rows[:, at["pile"]] > 0
    return Seen(
        phase=_number(rows[:, at["phase"]]),
        dealer=_number(rows[:, at["dealer"]]),
        turn=np.where(turn.any(axis=1), _number(turn), NOBODY),
        scores=np.rint(rows[:, at["scores"]] * np.float32(rules.target)).astype(np.int64),
        dealt=_cards(rows[:, at["dealt"]], rules.hand_size),
        discarded=_cards(rows[:, at["discarded"]], rules.discard_size),
        starter=_cards(rows[:, at["starter"]], 1)[:, 0],
        played=np.where(lies, _number(played), NO_CARD),
        by=np.where(lies, _number(by), NOBODY),
        pile=np.where(pile.any(axis=1), pile.argmax(axis=1), lies.sum(axis=1)),
        count=_number(rows[:, at["count"]]),
    )


def _number(ones: Whole) -> Whole:
    """Return the index of the one in each row; a product is several times as fast as a search."""
    numbers: Whole = ones @ np.arange(ones.shape[-1], dtype=ones.dtype)
    return numbers.astype(np.int64)


def _cards(rows: Whole, columns: int) -> Whole:
    """Return the cards of each row from low to high, padded with :data:`NO_CARD`."""
    cards = np.full((len(rows), columns), NO_CARD, np.int64)
    row, card = np.nonzero(rows)
    first = np.searchsorted(row, np.arange(len(rows)))
    cards[row, np.arange(len(row)) - first[row]] = card
    return cards


_PHASES: Final = {Phase.DISCARD: DISCARD, Phase.PLAY: PLAY, Phase.OVER: OVER}


def seen_of_view(view: View, turn: int | None) -> Seen:
    """Return the information of a seat from its view, as one row.

    Args:
        view: the view of a seat that was dealt cards: in the discard, the play, or at the end.
        turn: the seat to act, or ``None`` when the game is over. Several seats may be to discard;
            the environment queries them one after the other.

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
    played = view.played
    none = 4 * rules.players - len(played)
    own = rules.side(seat)
    scores = [view.scores[(own + step) % rules.sides] for step in range(rules.sides)]
    discarded = [int(card) for card in sorted(view.discards)] or [NO_CARD] * rules.discard_size
    return Seen(
        phase=np.array([_PHASES[view.phase]]),
        dealer=np.array([(dealer - seat) % rules.players]),
        turn=np.array([NOBODY if turn is None else (turn - seat) % rules.players]),
        scores=np.array([scores]),
        dealt=np.array([sorted(view.dealt)]),
        discarded=np.array([discarded]),
        starter=np.array([NO_CARD if view.starter is None else view.starter]),
        played=np.array([[int(play.card) for play in played] + [NO_CARD] * none]),
        by=np.array([[(play.seat - seat) % rules.players for play in played] + [NOBODY] * none]),
        pile=np.array([len(played) - len(view.pile)]),
        count=np.array([view.count]),
    )
