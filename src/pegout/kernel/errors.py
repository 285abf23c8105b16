"""The error that the kernel raises for arguments it rejects."""

from __future__ import annotations


class KernelError(ValueError):
    """An invalid argument of the kernel, raised before anything is computed.

    Attributes:
        code: ``bad_dtype``, ``bad_shape``, ``bad_card``, ``duplicate_card``, ``over_31``,
            ``bad_seed``, ``bad_number``, ``bad_rules``, ``bad_policy``, ``bad_role``, ``bad_line``
            or ``illegal_action``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[KernelError], tuple[str, str]]:
        return type(self), (self.code, str(self))
