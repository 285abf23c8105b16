"""The error of reviews."""

from __future__ import annotations

from pegout.errors import PegoutError


class ReviewError(PegoutError):
    """A game or an option that cannot be valued.

    Attributes:
        code: ``bad_seat``, ``bad_game`` or ``bad_view`` for what is not there; ``no_winner`` where
            only the result of a finished game can be split; ``bad_rules`` or ``bad_objective`` for
            what has no values; ``unknown_card``; ``unknown_option``.
    """
