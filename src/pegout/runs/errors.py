"""What can go wrong with a run, apart from what its task raises."""

from __future__ import annotations

__all__ = ["RunError"]


class RunError(ValueError):
    """A run that cannot begin or go on.

    Attributes:
        code: what is wrong.

            * With what was asked: ``bad_workers``, ``bad_place``, ``bad_address``.
            * With the resume file: ``bad_file`` (it is not one, or was changed), ``other_run``,
              ``other_versions``, ``busy`` (another run writes to it), ``full`` (no room on the
              disk), ``not_written``.
            * With whoever computes: ``missing_extra``, ``no_cluster`` (nothing answers),
              ``no_workers``, ``cluster_lost``, ``workers_lost``, and ``other_versions`` again.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[RunError], tuple[str, str]]:
        # The usual way would hand the message alone to the constructor, in another process.
        return type(self), (self.code, str(self))
