"""Say why a position cannot be read, or cannot be.

>>> from pegout.notation import DescriptionError
>>> from pegout.text.language import language
>>> error = DescriptionError("not_dealt", "the 9C was not dealt", card="9C")
>>> position_problem(error, language("en"))
'9♣ was not dealt to you: discards are among the cards dealt.'
"""

from typing import Final

from pegout.cards import Card, CardError
from pegout.errors import PegoutError
from pegout.notation import DescriptionError
from pegout.text.errors import SENTENCES
from pegout.text.language import Translator, capital, mark
from pegout.text.names import short
from pegout.text.typed_cards import TypedCardError

_SENTENCES: Final = {
    "not_dealt": mark("{card} was not dealt to you: discards are among the cards dealt."),
    "discarded": mark("{card} was discarded, so it cannot be played."),
    "duplicate_card": mark("{card} is there twice; every card is in the pack once."),
    "no_starter": mark("The starter is missing: the play begins with it."),
    "no_discards": mark("There is a starter, so your discards are missing."),
    "nothing_played": mark("Nobody says go before a card is played."),
    "all_played": mark("All cards are played: there is nothing left to decide."),
    "bad_dealer": mark("The dealer is a player from 0, you, to {maximum}."),
    "bad_scores": mark("{n} scores from 0 to {maximum} are needed, your own first."),
    "no_scores": mark("Scores are numbers, yours first, such as 84-90, and not “{found}”."),
    "wrong_number": mark("That is not the right number of cards."),
    "bad_version": mark("That is no position: it begins with its version, as 1~standard~…"),
    "bad_part": mark("A part of this position cannot be read; copy all of it."),
    "bad_phase": mark("This position names no phase of a game; copy all of it."),
    "too_long": mark("That is too long for a position."),
    "not_text": mark("A position is a text."),
    "unknown_cards": mark("The cards of the player who is to decide have to be known."),
}
_WRONG_TURN: Final = mark("At a count of {count} it is your turn, and you do not hold {card}.")
_OTHERS_TURN: Final = mark("At a count of {count} it is another player’s turn, so not {card}.")
_NOT_YOURS: Final = mark("It is another player’s turn: add their card, or “go”.")
_NOBODY: Final = mark("Nobody has to discard or to play in this position.")
_IMPOSSIBLE: Final = mark("The rules do not allow this position: {reason}.")


def others_turn(t: Translator) -> str:
    """Say that the play so far is not complete."""
    return t.text(_NOT_YOURS)


def position_problem(error: PegoutError, t: Translator) -> str:
    """Explain in a sentence why a question about a position cannot be answered."""
    if isinstance(error, TypedCardError):
        return str(error)
    values = dict(error.values) if isinstance(error, DescriptionError) else {}
    if "card" in values:
        values["card"] = short(Card(str(values["card"])))
    if error.code == "wrong_turn":
        wrong = _OTHERS_TURN if values["seat"] else _WRONG_TURN
        return t(wrong, **values)
    if error.code == "not_your_turn":
        return t(_NOT_YOURS if values else _NOBODY)
    if isinstance(error, CardError) and t.code == "en":
        # It says what was expected and what came, in English.
        return f"{capital(str(error))}."
    sentence = _SENTENCES.get(error.code)
    if sentence is not None and ("{" not in sentence or values):
        return t(sentence, **values)
    if error.code in SENTENCES:
        return t(SENTENCES[error.code])
    return t(_IMPOSSIBLE, reason=str(error).rstrip("."))
