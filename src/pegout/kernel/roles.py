"""The two roles of a deal of two, in the row order of all arrays of ``search`` and ``solver``.

Elsewhere the dealer comes first: in :func:`pegout.kernel.deal_steps.tally`, in the arrays of cribs
(:func:`pegout.evaluation.cribs_array`), in the score distributions of hands
(:class:`pegout.tables.score_distributions.Parts`), and in the table of expected winning margins
(``margins_two``).
"""

from enum import IntEnum


class Role(IntEnum):
    """The roles of a two-player deal: the dealer has the crib, the pone has not."""

    PONE = 0
    DEALER = 1
