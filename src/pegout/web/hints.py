"""What a strong player would do, in a sentence."""

from __future__ import annotations

from pegout.players import create
from pegout.rules import Accept, Action, Claim, Discard, Go, Muggins, Play, Ready, SeatView
from pegout.text import Translator, the_card, the_cards

__all__ = ["suggestion"]


def suggestion(view: SeatView, t: Translator) -> tuple[Action, str]:
    """Give what a strong player would do in this seat, and say it.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> from pegout.text import language
    >>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
    >>> suggestion(match.view(0), language("en"))[1]
    'Say that you are ready.'
    """
    action = create("club").choose(view)
    return action, _say(action, t)


def _say(action: Action, t: Translator) -> str:
    match action:
        case Ready():
            return t.text("Say that you are ready.")
        case Discard(cards=cards):
            return t.text("A club player would discard {cards}.", cards=the_cards(cards, t))
        case Play(card=card, claim=None):
            return t.text("A club player would play {card}.", card=the_card(card, t))
        case Play(card=card, claim=int(points)):
            return t.text(
                "A club player would play {card} and count {points}.",
                card=the_card(card, t),
                points=t.number(points),
            )
        case Go():
            return t.text("No card fits: say go.")
        case Claim(points=points):
            return t.text("A club player would count {points}.", points=t.number(points))
        case Muggins(points=points):
            return t.text("A club player would call muggins for {points}.", points=t.number(points))
        case Accept():
            return t.text("A club player would let it stand.")
    return t.text("Cut anywhere: every card is as likely as any other.")
