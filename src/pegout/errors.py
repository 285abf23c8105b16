"""The base class of the errors of every package: a stable code for programs, words for people."""

from __future__ import annotations


class PegoutError(ValueError):
    """An error with a code: the base class of every error that Pegout raises for wrong use.

    A store that fails is no wrong use, and not among them.

    Attributes:
        code: a stable name for programs; the message is for a person.

    >>> PegoutError("bad_seat", "there is no seat 4").code
    'bad_seat'
    """

    code: str

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[PegoutError], tuple[object, ...]]:
        # By default, unpickling would pass only the message to the constructor.
        return type(self), (self.code, str(self))
