"""The base class of the errors of every package: a stable code for programs, words for people."""

from __future__ import annotations


class CodedError(ValueError):
    """An error with a code.

    Attributes:
        code: a stable name for programs; the message is for a person.

    >>> CodedError("bad_seat", "there is no seat 4").code
    'bad_seat'
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[CodedError], tuple[object, ...]]:
        # By default, unpickling would pass only the message to the constructor.
        return type(self), (self.code, str(self))
