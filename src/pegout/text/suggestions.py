"""Suggest a club player's action in a sentence: a hint where no values are available."""

from typing import NamedTuple

from pegout.players import create
from pegout.rules import Accept, Action, Claim, Discard, Go, Muggins, Play, Ready, SeatView
from pegout.text.language import Translator
from pegout.text.names import the_card, the_cards


class Suggested(NamedTuple):
    """A club player's action: the seat's view at it, the action, and a sentence."""

    view: SeatView
    action: Action
    says: str


def suggestion(view: SeatView, ahead: SeatView | None, t: Translator) -> Suggested:
    """Return a club player's action at a seat.

    ``ahead`` is the view after the seat accepts an opponent's count, if it may then play at once.

    >>> from pegout.match import Match, Seated, Setup
    >>> from pegout.rules import Rules
    >>> from pegout.text import language
    >>> match = Match(Setup("x", Rules(), (Seated("Ann"), Seated("Ben", "club"))))
    >>> suggestion(match.view(0), None, language("en")).says
    'Say that you are ready.'
    """
    action = create("club").choose(view)
    if ahead is not None and isinstance(action, Accept):
        view, action = ahead, create("club").choose(ahead)
    return Suggested(view, action, _say(action, t))


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
