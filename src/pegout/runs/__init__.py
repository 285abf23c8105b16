"""Long computations in chunks, on any executor, resumable and reproducible.

The result depends only on the request, not on the number of processes, the order of the chunks or
interruptions.

>>> def squares(chunk):
...     return {"sum": [sum(number * number for number in chunk)]}
>>> outcome = compute(Run("squares", {}, squares, (), total=1000, chunk=64), workers=1)
>>> outcome.sums, outcome.complete
({'sum': (332833500,)}, True)
"""

from pegout.runs.checkpoints import read_head
from pegout.runs.errors import RunError
from pegout.runs.scheduling import (
    Progress,
    Run,
    RunOptions,
    RunOutcome,
    check_options,
    compute,
    in_units,
)
from pegout.runs.sums import Sums

__all__ = [
    "Progress",
    "Run",
    "RunError",
    "RunOptions",
    "RunOutcome",
    "Sums",
    "check_options",
    "compute",
    "in_units",
    "read_head",
]
