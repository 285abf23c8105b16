"""The errors of records, positions and plain data: one small tree, each with a stable code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pegout.errors import PegoutError


class NotationError(PegoutError):
    """The base class of the errors of this package.

    Attributes:
        code: a stable name for programs; the message is for people.

    >>> str(NotationError("bad_text", "one line"))
    'one line'
    """


class CodecError(NotationError):
    """Data that encode no value of the registered classes.

    Attributes:
        path: the place in the data, such as ``hands[1][0]``; empty for the whole.

    >>> CodecError("bad_value", "expected a card", "card").path
    'card'
    """

    def __init__(self, code: str, message: str, path: str = "") -> None:
        super().__init__(code, f"{path}: {message}" if path else message)
        self.path = path
        self._message = message

    def __reduce__(self) -> tuple[type[NotationError], tuple[object, ...]]:
        return type(self), (self.code, self._message, self.path)

    def within(self, outer: str) -> CodecError:
        """Return the same error with its path extended: ``outer`` is a field or ``[index]``.

        >>> str(CodecError("bad_value", "expected a card", "[1]").within("hand"))
        'hand[1]: expected a card'
        """
        dot = "." if self.path and not self.path.startswith("[") else ""
        return CodecError(self.code, self._message, f"{outer}{dot}{self.path}")


class PositionError(NotationError):
    """A text that is not a position of a game, or a state that cannot be written as one."""


def _described(
    kind: type[DescriptionError], code: str, message: str, values: dict[str, Any]
) -> DescriptionError:
    return kind(code, message, **values)


class DescriptionError(PositionError):
    """A description of a position that contradicts itself or the rules.

    Attributes:
        values: what the message names: a card, a seat, a count, or the bounds of a number.

    >>> error = DescriptionError("not_dealt", "the 9C was not dealt", card="9C")
    >>> error.values
    {'card': '9C'}
    """

    def __init__(self, code: str, message: str, **values: object) -> None:
        super().__init__(code, message)
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return _described, (type(self), self.code, str(self), self.values)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One error in a record.

    Attributes:
        line: the number of the line, from 1; 0 where the record did not come from a text.
        column: the column where the error begins, from 1; 0 for the whole line.
        code: a stable name; ``docs/record-format.md`` lists them all.
        message: the expected text and the actual text.

    >>> print(Fault(7, 12, "wrong_count", "the count is 15, not 14"))
    line 7: the count is 15, not 14
    """

    line: int
    column: int
    code: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


class RecordError(NotationError):
    """A record with faults.

    Attributes:
        faults: all faults, in the order of their lines; at least one.
        code: the code of the first fault.

    >>> error = RecordError([Fault(3, 0, "bad_line", "expected a verb")])
    >>> error.code, str(error)
    ('bad_line', 'line 3: expected a verb')
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        first, more = faults[0], len(faults) - 1
        super().__init__(first.code, f"{first} (and {more} more)" if more else str(first))
        self.faults = tuple(faults)

    def __reduce__(self) -> tuple[type[NotationError], tuple[object, ...]]:
        return type(self), (self.faults,)
