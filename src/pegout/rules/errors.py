"""What can be wrong with an action: one small tree of errors, each with a stable code."""

from pegout.cards import Card
from pegout.errors import PegoutError


class RulesError(PegoutError):
    """The root of the tree.

    Attributes:
        code: a stable name for programs; the message is for a person.
    """


class UnknownRules(RulesError):
    """A preset or switch that does not exist, or a combination that is not allowed."""


class IllegalAction(RulesError):
    """An action that the rules do not allow now. The state is unchanged.

    The message depends only on what the acting seat may know.
    """


def quoted(value: object, length: int = 20) -> str:
    """Format any object for a message, shortened; one that cannot be formatted by its type.

    >>> quoted(7), quoted(10**5000)
    ('7', 'this int')
    """
    try:
        text = str(value) if isinstance(value, Card) else repr(value)
    except Exception:  # the repr of a foreign object may raise anything
        return f"this {type(value).__name__}"
    return text[:length]
