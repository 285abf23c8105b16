"""What may be chosen for a new table, with its words in one language."""

from collections.abc import Sequence
from functools import cache

from pegout.rules import PRESETS, SWITCHES
from pegout.table.offers import NAMES, offered_levels, offered_values
from pegout.table.phrases import PHRASES
from pegout.table.service import plain_rules
from pegout.text import (
    LANGUAGES,
    Translator,
    level_details,
    level_name,
    preset_help,
    preset_name,
    switch_help,
    switch_name,
    value_name,
)
from pegout.wire import http


@cache
def offers(
    t: Translator,
    engines: Sequence[tuple[str, str, str]] = (),
) -> http.Offers:
    """Return everything that may be chosen for a new table.

    Each engine has a name, a title and a description.

    >>> from pegout.text import language
    >>> [preset.title for preset in offers(language("en")).presets][:2]
    ['Standard', 'Tournament']
    """
    opponents = [
        http.OfferedLevel(name, level_name(name, t), level_details(name, t))
        for name in offered_levels()
    ]
    return http.Offers(
        presets=[
            http.OfferedPreset(name, preset_name(name, t), preset_help(name, t), plain_rules(rules))
            for name, rules in PRESETS.items()
        ],
        switches=[_switch(name, t) for name in SWITCHES],
        levels=[*opponents, *[http.OfferedLevel(*engine) for engine in engines]],
        names=list(NAMES),
        phrases=[http.OfferedPhrase(name, t.text(said)) for name, said in PHRASES.items()],
        languages=[http.OfferedLanguage(code, found.name) for code, found in LANGUAGES.items()],
    )


def _switch(name: str, t: Translator) -> http.OfferedSwitch:
    return http.OfferedSwitch(
        name=name,
        title=switch_name(name, t),
        help=switch_help(name, t),
        values=[http.OfferedValue(value, value_name(value, t)) for value in offered_values(name)],
        default=getattr(PRESETS["standard"], name),
    )
