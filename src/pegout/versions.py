"""The versions of behaviour, which change only when behaviour does.

>>> RULES_VERSION, KERNEL_VERSION
(1, 8)
"""

from typing import Final

#: Incremented when the same actions under the same rules lead to other events.
RULES_VERSION: Final = 1
#: Incremented when the kernel computes other numbers from the same seed.
KERNEL_VERSION: Final = 8
