"""What a server stores of its players, and for how long: from its configuration, in sentences.

>>> from pegout.text.language import language
>>> stored = StoredData(own=False, finished=90 * 86_400.0, abandoned=None, logs=None, backups=None)
>>> data_page(language("en"), stored)[1][1][0]
'A table with a finished match is erased 90 days after its last move.'
"""

from math import inf
from typing import Final, NamedTuple

from pegout.text.language import Translator

_DAY: Final = 86_400
_HOUR: Final = 3600


class StoredData(NamedTuple):
    """How long a server stores what, in seconds.

    Attributes:
        own: whether everything is on the device of its only user.
        finished: how long a table stays after a finished match; ``None`` for ever.
        abandoned: how long one stays without any; ``None`` for ever.
        logs: how long the host keeps logs; ``None`` if the host does not say.
        backups: how long the host keeps backups; ``None`` if the host does not say.
    """

    own: bool
    finished: float | None
    abandoned: float | None
    logs: float | None
    backups: float | None


def data_page(t: Translator, stored: StoredData) -> list[tuple[str, list[str]]]:
    """Return the sections of the page in a language, each with its title and its sentences."""
    if stored.own:
        return [(t("On this device"), _own(t))]
    return [
        (t("What is stored"), _what(t)),
        (t("For how long"), _how_long(t, stored)),
        (t("How to erase it"), _erasing(t)),
    ]


def _own(t: Translator) -> list[str]:
    return [
        t("Your games here, your settings and your progress are on this device, and go nowhere."),
        t("They stay until you remove them."),
        t("What you play at a server elsewhere is stored there; its own page says for how long."),
    ]


def _what(t: Translator) -> list[str]:
    return [
        t("There are no accounts, and no cookies."),
        t(
            "The server stores each table: its rules, the names that its players have typed, every "
            "card and every move, and when it was last used. Everybody who has the link of a table "
            "and may watch there sees its names."
        ),
        t(
            "Your browser keeps the keys of your seats, your settings and your progress in drills. "
            "The server stores only a hash of each key, from which nobody can make the key."
        ),
        t(
            "The numbers of a review are stored under a digest of the cards, without names. The "
            "address of your device is not stored with a table."
        ),
    ]


def _how_long(t: Translator, stored: StoredData) -> list[str]:
    return [
        _finished(t, stored),
        _abandoned(t, stored),
        _tournaments(t, stored),
        _reviews(t, stored),
        *_beside(t, stored),
    ]


def _finished(t: Translator, stored: StoredData) -> str:
    if stored.finished is None:
        return t("A table with a finished match stays until it is erased by hand.")
    time = in_words(t, stored.finished)
    return t("A table with a finished match is erased {time} after its last move.", time=time)


def _abandoned(t: Translator, stored: StoredData) -> str:
    if stored.abandoned is None:
        return t("A table where no match was finished stays until it is erased by hand.")
    time = in_words(t, stored.abandoned)
    return t("A table where no match was finished is erased {time} after its last move.", time=time)


def _tournaments(t: Translator, stored: StoredData) -> str:
    if stored.finished is None:
        return t("A tournament stays, with the names in it, until its host erases it.")
    time = in_words(t, stored.finished)
    return t(
        "A tournament, with the names in it, is erased {time} after its last change.", time=time
    )


def _reviews(t: Translator, stored: StoredData) -> str:
    if stored.finished is None:
        return t(
            "Reviews stay; when there are too many, those go first that were not read longest."
        )
    return t("A review is erased when it was not read for as long as a finished table stays.")


def _beside(t: Translator, stored: StoredData) -> list[str]:
    """Say how long the host keeps what the server itself does not remove."""
    logs = t("The log of the server has no names, cards or keys. Ask the host how long it stays.")
    if stored.logs is not None:
        time = in_words(t, stored.logs)
        logs = t(
            "The log of the server, without names, cards and keys, is kept for {time}.", time=time
        )
    backups = t("If the host makes backups, what is erased here stays in them; ask how long.")
    if stored.backups is not None:
        time = in_words(t, stored.backups)
        backups = t(
            "Backups are kept for {time}: what is erased here is gone from them after that.",
            time=time,
        )
    return [logs, backups]


def _erasing(t: Translator) -> list[str]:
    return [
        t(
            "Leave a finished table for good in “My games”: your name is removed from its records "
            "at once, and everything of the table when the last person has left."
        ),
        t("The player who has set up a tournament can erase it at once, with all names in it."),
        t("The host of this server can erase any table at once, with everything that was played."),
    ]


def in_words(t: Translator, seconds: float) -> str:
    """Return a time in words, in days if it has some.

    >>> from pegout.text.language import language
    >>> [in_words(language("en"), seconds) for seconds in (45 * 60, 7200, 86_400, inf)]
    ['45 minutes', '2 hours', '24 hours', 'ever']
    """
    if seconds == inf:
        return t("ever")
    if seconds >= 2 * _DAY:
        return t.plural("{n} day", "{n} days", round(seconds / _DAY))
    if seconds >= 2 * _HOUR:
        return t.plural("{n} hour", "{n} hours", round(seconds / _HOUR))
    return t.plural("{n} minute", "{n} minutes", max(1, round(seconds / 60)))
