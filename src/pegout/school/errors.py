"""The errors of the school."""

from pegout.errors import PegoutError


class SchoolError(PegoutError):
    """Progress, a question or an answer that cannot be read.

    Attributes:
        code: ``too_large``, ``bad_progress`` or ``newer_version`` for progress; ``bad_question``,
            ``bad_rules``, ``bad_answer``, ``bad_filter`` or ``no_question`` for a drill;
            ``bad_day``; ``bad_deal`` or ``bad_cell`` for cribbage squares.
    """
