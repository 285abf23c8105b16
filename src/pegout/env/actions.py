"""Actions as numbers: 52 cards to play, and behind them every discard from the cards dealt.

Numbers 0 to 51 lay the card of that number. From 52 on come the throws to the crib, in the order
of :func:`pegout.kernel.throws_of` over the cards that the seat was dealt, from low to high: 15
where two of six are laid away (10 in five-card cribbage), 5 where three or four play and each lays
one away. Nothing else is ever decided: cuts, goes, the show and the next deal happen by themselves.

>>> from pegout.rules import Rules
>>> actions_of(Rules()), actions_of(Rules(players=3))
(67, 57)
>>> action_text(54, Rules(), "2S 5H 5S 6C JD KC")
'discard 2S 6C'
>>> action_text(18, Rules())
'play 5H'
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pegout.cards import Card, CardsLike, format_cards, known_cards
from pegout.env.errors import EnvError
from pegout.kernel import actions_of, throws_of
from pegout.rules import Action, Discard, Play, Rules, View

__all__ = [
    "FIRST_THROW",
    "action_of",
    "action_text",
    "checked_action",
    "legal_mask",
]

#: The number of the first throw, behind the cards of the pack.
FIRST_THROW: Final = 52


def checked_action(action: Any, rules: Rules) -> int:
    """Give back the number of an action, if it is one under these rules.

    Raises:
        EnvError: ``bad_action``.
    """
    most = actions_of(rules) - 1
    if not isinstance(action, int | np.integer) or isinstance(action, bool):
        raise EnvError(
            "bad_action", f"expected a whole number from 0 to {most}, not {action!r:.40}"
        )
    if not 0 <= action <= most:
        raise EnvError(
            "bad_action",
            f"expected 0 to 51 to play a card or 52 to {most} to discard, not {action}",
        )
    return int(action)


def action_text(action: int, rules: Rules, dealt: CardsLike | None = None) -> str:
    """Say what an action does.

    Args:
        action: its number.
        rules: the rules.
        dealt: the cards that the seat was dealt; without them a discard is told by its places.

    >>> action_text(54, Rules())
    'discard the cards in places 0 and 3'

    Raises:
        EnvError: ``bad_action``.
        CardError: for cards that nobody is dealt in this game.
    """
    number = checked_action(action, rules)
    if number < FIRST_THROW:
        return f"play {Card(number)}"
    places = throws_of(rules)[number - FIRST_THROW]
    if dealt is not None:
        cards = sorted(known_cards(dealt, "the cards dealt", (rules.hand_size,)))
        return f"discard {format_cards([cards[place] for place in places])}"
    if len(places) == 1:
        return f"discard the card in place {places[0]}"
    return f"discard the cards in places {places[0]} and {places[1]}"


def action_of(action: int, view: View) -> Action:
    """Give what an action is to the rules, for the seat whose view this is.

    It need not be allowed; ask :meth:`pegout.match.Match.why_not`.

    Raises:
        EnvError: ``bad_action``, or ``illegal_action`` for a discard of a seat without cards.
    """
    number = checked_action(action, view.rules)
    seat = view.seat
    if seat is None:
        raise EnvError("illegal_action", "a spectator has no actions; take the view of a seat")
    if number < FIRST_THROW:
        return Play(seat, Card(number))
    if not view.dealt:
        raise EnvError("illegal_action", f"seat {seat} has no cards yet to discard any")
    dealt = sorted(view.dealt)
    return Discard(seat, tuple([dealt[at] for at in throws_of(view.rules)[number - FIRST_THROW]]))


def legal_mask(view: View) -> NDArray[np.int8]:
    """Give 1 for each action that the seat may take now, and 0 for the others.

    Args:
        view: the view of a seat; of one that is not to act, every number is 0.

    Returns:
        int8[actions_of(rules)].
    """
    mask = np.zeros(actions_of(view.rules), np.int8)
    if view.legal:
        if isinstance(view.legal[0], Discard):
            mask[FIRST_THROW:] = 1
        elif isinstance(view.legal[0], Play):
            mask[list(view.playable())] = 1
    return mask
