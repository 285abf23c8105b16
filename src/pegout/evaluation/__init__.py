"""The evaluation of discards: expected hand and crib, distributions, and opponents' discards."""

from typing import TYPE_CHECKING

from pegout.loading import late_names

if TYPE_CHECKING:
    from pegout.evaluation.crib_means import cribs_array
    from pegout.evaluation.many_discards import discard_values

__all__ = ["cribs_array", "discard_values"]

# A person's game needs no NumPy.
__getattr__ = late_names(__name__, {"crib_means": "cribs_array", "many_discards": "discard_values"})
