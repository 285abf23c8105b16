"""Actions as numbers: 52 cards to play, then every discard from the cards dealt.

Numbers 0 to 51 play the card of that number. Numbers from 52 on are the discards to the crib, in
the order of :func:`pegout.kernel.discards_of` over the cards dealt to the seat, from low to high:
15 discards of two from six (10 in five-card cribbage), or 5 of one card with three and four
players. There are no other decisions: cuts, goes, the show and the next deal are automatic.

>>> from pegout.rules import Rules
>>> actions_of(Rules()), actions_of(Rules(players=3))
(67, 57)
>>> action_text(54, Rules(), "2S 5H 5S 6C JD KC")
'discard 2S 6C'
>>> action_text(18, Rules())
'play 5H'
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pegout.cards import Card, CardsLike, format_cards, known_cards
from pegout.env.errors import EnvError
from pegout.kernel import actions_of, discards_of
from pegout.rules import Action, Discard, Play, Rules, RulesLike, View, as_rules

#: The number of the first discard, after the cards of the pack.
FIRST_DISCARD: Final = 52


def check_action(action: Any, rules: Rules) -> int:
    """Return the number of a valid action under these rules as an int.

    Raises:
        EnvError: ``bad_action``.
    """
    maximum = actions_of(rules) - 1
    if not isinstance(action, int | np.integer) or isinstance(action, bool):
        raise EnvError(
            "bad_action", f"expected a whole number from 0 to {maximum}, not {action!r:.40}"
        )
    if not 0 <= action <= maximum:
        raise EnvError(
            "bad_action",
            f"expected 0 to 51 to play a card or 52 to {maximum} to discard, not {action}",
        )
    return int(action)


def action_text(action: int, rules: RulesLike, dealt: CardsLike | None = None) -> str:
    """Describe an action in words.

    Args:
        action: the number of the action.
        rules: the rules.
        dealt: the cards dealt to the seat; without them, the text gives the positions of a discard.

    >>> action_text(54, Rules())
    'discard the cards in places 0 and 3'

    Raises:
        EnvError: ``bad_action``.
        CardError: for cards that cannot be dealt in this game.
        UnknownRules: for anything but rules or the name of a preset.
    """
    rules = as_rules(rules)
    number = check_action(action, rules)
    if number < FIRST_DISCARD:
        return f"play {Card(number)}"
    positions = discards_of(rules)[number - FIRST_DISCARD]
    if dealt is not None:
        cards = sorted(known_cards(dealt, "the cards dealt", (rules.hand_size,)))
        return f"discard {format_cards([cards[position] for position in positions])}"
    if len(positions) == 1:
        return f"discard the card in place {positions[0]}"
    return f"discard the cards in places {positions[0]} and {positions[1]}"


def action_of(action: int, view: View) -> Action:
    """Return the action of the rules for a number, for the seat of this view.

    The action need not be legal; :meth:`pegout.match.Match.why_not` checks that.

    Raises:
        EnvError: ``bad_action``, or ``illegal_action`` for a discard of a seat without cards.
    """
    number = check_action(action, view.rules)
    seat = view.seat
    if seat is None:
        raise EnvError("illegal_action", "a spectator has no actions; take the view of a seat")
    if number < FIRST_DISCARD:
        return Play(seat, Card(number))
    if not view.dealt:
        raise EnvError("illegal_action", f"seat {seat} has no cards yet to discard any")
    dealt = sorted(view.dealt)
    return Discard(
        seat, tuple([dealt[at] for at in discards_of(view.rules)[number - FIRST_DISCARD]])
    )


def legal_mask(view: View) -> NDArray[np.int8]:
    """Return the mask of legal actions: 1 for each legal action, 0 for the others.

    Args:
        view: the view of a seat; the mask of a seat that is not to act is all 0.

    Returns:
        int8[actions_of(rules)].
    """
    mask = np.zeros(actions_of(view.rules), np.int8)
    if view.legal:
        if isinstance(view.legal[0], Discard):
            mask[FIRST_DISCARD:] = 1
        elif isinstance(view.legal[0], Play):
            mask[list(view.playable())] = 1
    return mask
