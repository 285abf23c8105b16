"""The exit statuses of the command line, and the one that an error ends a run with."""

from typing import Final

import click

DONE: Final = 0
CHECK_FAILED: Final = 1
WRONG_USAGE: Final = 2
FAILED: Final = 3
FAULT: Final = 4
INTERRUPTED: Final = 130

#: The codes of errors of something beside the arguments: a file, a database, a program, a cluster.
_FAILED_CODES: Final = frozenset(
    {
        # The library of matches
        *("bad_place", "busy", "closed", "conflict", "damaged", "disk_error", "disk_full"),
        *("failed", "lease_lost", "newer", "not_a_library", "older", "served", "unreachable"),
        *("not_empty", "no_program", "not_served", "unwritable"),
        # Resume files, checkpoints and workers
        *("bad_file", "bad_state", "bad_step", "cluster_lost", "full", "missing_extra"),
        *("needs_numba", "no_cluster", "no_workers", "not_kept", "not_written"),
        *("other_versions", "workers_lost"),
        # What a site is built from, and the folder for it
        *("bad_folder", "bad_node", "no_download", "no_node", "wrong_download", "wrong_numpy"),
        # Programs that play
        *("bad_engines", "bad_message", "ended", "illegal", "no_analysis", "not_started"),
        *("player_failed", "silent"),
    }
)


def status_of(error: Exception) -> int:
    """Return the exit status for an error that ended a run.

    >>> status_of(click.UsageError("There is no such option.")), status_of(OSError("full"))
    (2, 3)
    """
    if isinstance(error, click.UsageError):
        # click reports a file that it cannot open as wrong usage.
        cause = error.__cause__ or error.__context__
        return FAILED if isinstance(cause, OSError) else WRONG_USAGE
    if isinstance(error, OSError | click.ClickException):
        return FAILED
    code = getattr(error, "code", None)
    if code is None:
        return FAULT
    return FAILED if code in _FAILED_CODES else WRONG_USAGE
