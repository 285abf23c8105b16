"""What can be wrong with something written: one small tree of errors, each with a stable code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["CodecError", "Fault", "NotationError", "PositionError", "RecordError"]


class NotationError(ValueError):
    """The root of the tree.

    Attributes:
        code: a stable name for programs; the message is for a person.

    >>> str(NotationError("bad_text", "one line"))
    'one line'
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[NotationError], tuple[object, ...]]:
        return type(self), (self.code, str(self))


class CodecError(NotationError):
    """Data that stand for no value of the registered classes.

    Attributes:
        path: where in the data, such as ``hands[1][0]``; empty for the whole.

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
        """Give the same error as seen from outside: ``outer`` is a field or ``[index]``.

        >>> str(CodecError("bad_value", "expected a card", "[1]").within("hand"))
        'hand[1]: expected a card'
        """
        dot = "." if self.path and not self.path.startswith("[") else ""
        return CodecError(self.code, self._message, f"{outer}{dot}{self.path}")


class PositionError(NotationError):
    """A text that is no position of a game, or a state that cannot be written as one."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong with a record.

    Attributes:
        line: the number of the line, from 1; 0 where the record did not come from a text.
        column: where in the line it begins, from 1; 0 where the whole line is meant.
        code: a stable name; ``docs/record-format.md`` lists them all.
        message: what was expected, and what is there.

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
        faults: all of them, in the order of their lines; at least one.
        code: the code of the first.

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
