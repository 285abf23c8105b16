"""What is written when the play or the whole deal is solved: the files that ship, and tables to read.

The files are named as the package and the documentation have them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from pegout.evaluation import ranks, solved_play
from pegout.evaluation.deal_game import DealGame, DealSolution
from pegout.evaluation.discard_tables import HANDS as ALL_HANDS
from pegout.evaluation.discard_tables import Seat, keeps_table, release, throws_table
from pegout.evaluation.play_game import Deals, PlaySolution, PlayStanding, measure
from pegout.evaluation.tables import compose
from pegout.kernel import KERNEL_VERSION
from pegout.kernel.play_tree import DEALER, PONE, PlayTree, sets_of_ranks
from pegout.kernel.policies import POLICIES
from pegout.kernel.tables import Array
from pegout.rules import RULES_VERSION

__all__ = ["deal_files", "play_files"]

#: What is left out of the shipped play: what one's own hand and cards lead to less often.
LEAST_REACH: Final = 2e-8
#: To how many steps a chance is rounded.
LEVELS: Final = 32
