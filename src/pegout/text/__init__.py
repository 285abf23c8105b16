"""All prose of the program: events to sentences, in every language, for every screen.

The rule book itself is :func:`pegout.text.rulebook.rulebook`.

>>> from pegout.cards import Card
>>> from pegout.rules import Played, Rules
>>> from pegout.text import Teller, language
>>> tell = Teller(language("es"), ("Ana", "Inés"), 0, Rules())
>>> tell.say(Played(1, Card("JC"), 31))
'Inés juega la jota de tréboles; la cuenta es treinta y uno.'
"""

from typing import TYPE_CHECKING

from pegout.loading import late_names
from pegout.text.language import LANGUAGES, Translator, capital, language, mark

if TYPE_CHECKING:
    from pegout.text.counting import cadence, called, item_name, item_names, nineteen
    from pegout.text.errors import explain
    from pegout.text.names import (
        card_name,
        card_names,
        player_name,
        short,
        shorts,
        side_name,
        the_card,
        the_cards,
    )
    from pegout.text.rulebook import (
        level_details,
        level_help,
        level_name,
        preset_help,
        preset_name,
        switch_help,
        switch_name,
        value_name,
    )
    from pegout.text.sentences import Teller

__all__ = [
    "LANGUAGES",
    "Teller",
    "Translator",
    "cadence",
    "called",
    "capital",
    "card_name",
    "card_names",
    "explain",
    "item_name",
    "item_names",
    "language",
    "level_details",
    "level_help",
    "level_name",
    "mark",
    "nineteen",
    "player_name",
    "preset_help",
    "preset_name",
    "short",
    "shorts",
    "side_name",
    "switch_help",
    "switch_name",
    "the_card",
    "the_cards",
    "value_name",
]

# A command that only needs its language imports neither the rules nor the referee.
__getattr__ = late_names(
    __name__,
    {
        "counting": "cadence called item_name item_names nineteen",
        "errors": "explain",
        "names": "card_name card_names player_name short shorts side_name the_card the_cards",
        "rulebook": "level_details level_help level_name preset_help preset_name"
        " switch_help switch_name value_name",
        "sentences": "Teller",
    },
)
