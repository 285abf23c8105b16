"""The error of a failed run, apart from errors that its task raises."""

from pegout.errors import PegoutError


class RunError(PegoutError):
    """A run that cannot start or resume.

    Attributes:
        code: the fault.

            * Of the request: ``bad_workers``, ``bad_place``, ``bad_address``.
            * Of the resume file: ``bad_file`` (it is not one, or was changed), ``other_run``,
              ``other_versions``, ``busy`` (another run writes to it), ``full`` (no room on the
              disk), ``not_written``.
            * Of the workers: ``missing_extra``, ``no_cluster`` (nothing answers), ``no_workers``,
              ``cluster_lost``, ``workers_lost``, and ``other_versions`` again.
    """
